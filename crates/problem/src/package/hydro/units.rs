//! How Hydro writes times and sizes: `1s`, `1000ms`, `256m`; a number alone is of milliseconds or MiB.

/// More than a judge can promise.
const MOST_MS: f64 = 3_600_000.0;
const MOST_BYTES: f64 = (1_u64 << 40) as f64;

/// Milliseconds, at least one. `None` where it is no time, or too long a one.
pub(super) fn time(text: &str) -> Option<u64> {
    let (number, unit) = split(text)?;
    let milliseconds = match unit.strip_suffix('s').unwrap_or(&unit) {
        // A fraction of a millisecond was meant to be one of a second.
        "" if unit.is_empty() && number.fract() == 0.0 => number,
        "" => number * 1_000.0,
        "m" => number,
        "u" => number / 1_000.0,
        _ => return None,
    };
    // In range: it is compared here.
    (milliseconds > 0.0 && milliseconds <= MOST_MS).then(|| milliseconds.floor().max(1.0) as u64)
}

/// Bytes. `None` where it is no size, or too large a one.
pub(super) fn memory(text: &str) -> Option<u64> {
    let (number, unit) = split(text)?;
    let bytes = match unit.strip_suffix('b').unwrap_or(&unit) {
        "k" => number * 1_024.0,
        "" | "m" => number * 1_048_576.0,
        "g" => number * 1_073_741_824.0,
        _ => return None,
    };
    (1.0..=MOST_BYTES).contains(&bytes).then(|| bytes.ceil() as u64)
}

/// The number, and what follows in small letters.
fn split(text: &str) -> Option<(f64, String)> {
    let text = text.trim();
    let digits = text.bytes().take_while(|c| c.is_ascii_digit() || *c == b'.').count();
    let (number, unit) = text.split_at(digits);
    Some((number.parse().ok()?, unit.trim().to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_many_spellings() {
        for (text, wanted) in [
            ("1s", 1_000),
            ("1000ms", 1_000),
            ("1000MS", 1_000),
            ("0.5s", 500),
            ("1500", 1_500),
            ("0.5", 500),
            ("2000000us", 2_000),
            ("1.5 s", 1_500),
            ("100m", 100),
            ("1us", 1),
        ] {
            assert_eq!(time(text), Some(wanted), "{text}");
        }
        for bad in ["", "s", "-1s", "0", "1h", "nan", "1e9s", "2h", "99999999s", "1.2.3s"] {
            assert_eq!(time(bad), None, "{bad}");
        }
    }

    #[test]
    fn sizes_have_many_spellings() {
        for (text, wanted) in [
            ("256m", 256 << 20),
            ("256MB", 256 << 20),
            ("1g", 1 << 30),
            ("65536k", 64 << 20),
            ("512", 512 << 20),
            ("0.5g", 512 << 20),
        ] {
            assert_eq!(memory(text), Some(wanted), "{text}");
        }
        for bad in ["", "m", "-1m", "0m", "1t", "256 mib", "99999g"] {
            assert_eq!(memory(bad), None, "{bad}");
        }
    }
}
