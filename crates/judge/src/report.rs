//! How answers are printed: tables for people, JSON for programs.

pub(crate) mod blobs;
pub(crate) mod check;
pub(crate) mod rejudging;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod submission;
pub(crate) mod table;
pub(crate) mod test;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

/// As `println!`, but that nobody reads any more is an error of the caller's and no panic.
macro_rules! say {
    ($($words:tt)*) => {
        std::io::Write::write_fmt(&mut std::io::stdout().lock(), format_args!("{}\n", format_args!($($words)*)))
    };
}
pub(crate) use say;

/// One JSON document on standard output.
pub(crate) fn json(value: &impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)
}

/// How far something is, by a template of indicatif's. Drawn on a terminal only.
pub(crate) fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let target = match io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(length, target);
    let style = ProgressStyle::with_template(template);
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
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

/// `40 seconds`, `3 hours`: as people say how long ago something was.
pub(crate) fn coarse(time: Duration) -> String {
    let seconds = time.as_secs();
    let (number, unit) = match seconds {
        0..120 => (seconds, "second"),
        120..7_200 => (seconds / 60, "minute"),
        7_200..172_800 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// What fits on a line of a table: one line, at most `most` characters.
pub(crate) fn short(text: &str, most: usize) -> String {
    let line = text.replace('\n', " ");
    if line.chars().count() <= most {
        return line;
    }
    line.chars().take(most.saturating_sub(1)).chain(['…']).collect()
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
    fn times_are_told_as_people_tell_them() {
        let told = [0, 1, 119, 120, 7_199, 7_200, 172_800, 864_000].map(|s| coarse(Duration::from_secs(s)));
        let expected = [
            "0 seconds",
            "1 second",
            "119 seconds",
            "2 minutes",
            "119 minutes",
            "2 hours",
            "2 days",
            "10 days",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_cell_is_one_line_that_shows_where_it_was_cut() {
        assert_eq!(short("a\nb", 3), "a b");
        assert_eq!(short("äöüß", 4), "äöüß");
        assert_eq!(short("äöüßx", 4), "äöü…");
    }

    #[test]
    fn what_is_cut_says_so_and_what_is_not_text_is_replaced() {
        assert_eq!(lossy(b"a\xffb", 10), "a\u{fffd}b");
        assert_eq!(lossy(b"abcdef", 6), "abcdef");
        assert_eq!(lossy(b"abcdef", 4), "abcd\n[cut: 4 of 6 bytes are shown]");
        assert_eq!(lossy("aéb".as_bytes(), 2), "a\n[cut: 2 of 4 bytes are shown]");
    }
}
