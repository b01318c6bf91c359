//! Figures and times in words, and the filters by which templates say them.

use std::time::Duration;

use time::OffsetDateTime;
use time::macros::format_description;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// A measured time: `0.03 s`, `12.41 s`. Two digits are what a measurement repeats to.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// A limit, as it was written: `2 s`, `1.5 s`, `250 ms`.
pub(crate) fn limit(time: Duration) -> String {
    match time.as_millis() {
        ms if ms < 1000 => format!("{ms} ms"),
        _ => format!("{} s", time.as_secs_f64()),
    }
}

/// A size in the largest binary unit that leaves at least one: `640 B`, `12.4 KiB`, `256 MiB`.
pub(crate) fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        b if b >= MIB => (MIB, "MiB"),
        b if b >= KIB => (KIB, "KiB"),
        b => return format!("{b} B"),
    };
    if bytes.is_multiple_of(unit) || bytes >= 100 * unit {
        return format!("{} {name}", (bytes + unit / 2) / unit);
    }
    // Tenths, rounded; integers, because a u64 does not fit a float.
    let tenths = (bytes / unit) * 10 + ((bytes % unit) * 10 + unit / 2) / unit;
    format!("{}.{} {name}", tenths / 10, tenths % 10)
}

/// `1 test`, `12 tests`, `5,000 tests`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number))
}

/// Digits in threes: `5,000`.
pub(crate) fn grouped(number: u64) -> String {
    match number {
        n if n < 1000 => n.to_string(),
        n => format!("{},{:03}", grouped(n / 1000), n % 1000),
    }
}

/// Points, to a hundredth: `73`, `33.33`.
pub(crate) fn points(points: f64) -> String {
    // Plus nothing: no minus before a zero.
    ((points * 100.0).round() / 100.0 + 0.0).to_string()
}

/// `73 of 100`, or without a bound `73 points`.
pub(crate) fn score(score: f64, max: Option<f64>) -> String {
    match max {
        Some(max) => format!("{} of {}", points(score), points(max)),
        None if score == 1.0 => "1 point".to_owned(),
        None => format!("{} points", points(score)),
    }
}

/// How long ago: `just now`, `4 min ago`, `3 h ago`, `12 days ago`, then the date.
pub(crate) fn ago(at: OffsetDateTime, now: OffsetDateTime) -> String {
    let seconds = (now - at).whole_seconds();
    match seconds {
        ..10 => "just now".to_owned(),
        10..60 => format!("{seconds} s ago"),
        60..3_600 => format!("{} min ago", seconds / 60),
        3_600..86_400 => format!("{} h ago", seconds / 3_600),
        86_400..172_800 => "yesterday".to_owned(),
        172_800..2_592_000 => format!("{} days ago", seconds / 86_400),
        _ => date(at),
    }
}

fn date(at: OffsetDateTime) -> String {
    let day = format_description!("[year]-[month]-[day]");
    at.to_offset(time::UtcOffset::UTC).format(&day).unwrap_or_default()
}

/// To the second, in UTC: `2026-11-30 14:05:09 UTC`.
pub(crate) fn exact(at: OffsetDateTime) -> String {
    let second = format_description!("[year]-[month]-[day] [hour]:[minute]:[second] UTC");
    at.to_offset(time::UtcOffset::UTC).format(&second).unwrap_or_default()
}

/// The name of a language: of one that this release no longer has, its id.
pub(crate) fn language(id: &str) -> &str {
    if id == problem::version::ANSWERS {
        return "outputs";
    }
    problem::language::Catalog::builtin().get(id).map_or(id, |language| &language.name)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn sizes_have_one_digit_more_only_where_it_says_something() {
        let said = [640, 1024, 12_700, 256 * MIB, 1_500_000, 3 * MIB + 1, 300 * MIB + 7].map(size);
        assert_eq!(said, ["640 B", "1 KiB", "12.4 KiB", "256 MiB", "1.4 MiB", "3.0 MiB", "300 MiB"]);
    }

    #[test]
    fn limits_read_as_they_were_written_and_measurements_to_the_hundredth() {
        assert_eq!([2000, 1500, 250].map(|ms| limit(Duration::from_millis(ms))), ["2 s", "1.5 s", "250 ms"]);
        assert_eq!(seconds(Duration::from_millis(2010)), "2.01 s");
        assert_eq!(seconds(Duration::from_micros(400)), "0.00 s");
    }

    #[test]
    fn times_are_told_by_their_distance() {
        let now = datetime!(2026-11-30 12:00 UTC);
        let told =
            [1, 42, 300, 7_300, 90_000, 864_000, 8_640_000].map(|s| ago(now - Duration::from_secs(s), now));
        let expected =
            ["just now", "42 s ago", "5 min ago", "2 h ago", "yesterday", "10 days ago", "2026-08-22"];
        assert_eq!(told, expected);
        assert_eq!(ago(now + Duration::from_secs(3), now), "just now");
        assert_eq!(exact(now), "2026-11-30 12:00:00 UTC");
    }

    #[test]
    fn counts_agree_with_their_nouns() {
        assert_eq!(
            [1, 20, 5_000, 1_234_567].map(|n| count(n, "test")),
            ["1 test", "20 tests", "5,000 tests", "1,234,567 tests"]
        );
    }
}
