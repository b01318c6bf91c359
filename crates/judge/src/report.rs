//! How answers are printed: tables for people, JSON for programs.

pub(crate) mod check;
pub(crate) mod run;
pub(crate) mod table;
pub(crate) mod test;

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

/// One JSON document on standard output.
pub(crate) fn json(value: &impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)
}

/// `1.234 s`
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// `12.3 MiB`
pub(crate) fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// What can be read of bytes that may be anything, at most `most` of them; that there were more is said.
pub(crate) fn lossy(bytes: &[u8], most: usize) -> String {
    if bytes.len() <= most {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let kept = String::from_utf8_lossy(&bytes[..most]);
    format!("{}\n[cut: {} of {} bytes are shown]", kept.trim_end_matches('\u{fffd}'), most, bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_says_so_and_what_is_not_text_is_replaced() {
        assert_eq!(lossy(b"a\xffb", 10), "a\u{fffd}b");
        assert_eq!(lossy(b"abcdef", 6), "abcdef");
        assert_eq!(lossy(b"abcdef", 4), "abcd\n[cut: 4 of 6 bytes are shown]");
        assert_eq!(lossy("aéb".as_bytes(), 2), "a\n[cut: 2 of 4 bytes are shown]");
    }
}
