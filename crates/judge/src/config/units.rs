//! Sizes and durations as people write them: `256M`, `2s`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A number of bytes: `64K`, `256M`, `1.5G`, or bytes without a unit. K is 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Size(pub u64);

/// A length of time: `500ms`, `2s`, `1.5m`, `1h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Span(pub Duration);

/// Why a text is no size or no length of time.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadUnit {
    #[error("not a size; write 64K, 256M or 1.5G (K = 1024 bytes)")]
    Size,
    #[error("not a length of time; write 500ms, 2s, 1.5m or 1h")]
    Span,
}

const SIZES: [(&str, u64); 4] = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)];
/// In milliseconds, the longest first.
const SPANS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

impl FromStr for Size {
    type Err = BadUnit;

    fn from_str(text: &str) -> Result<Self, BadUnit> {
        let (number, unit) = split(text).ok_or(BadUnit::Size)?;
        let unit = unit.strip_suffix("iB").or_else(|| unit.strip_suffix('B')).unwrap_or(unit).to_uppercase();
        let factor = match unit.as_str() {
            "" => 1,
            unit => factor(&SIZES, unit).ok_or(BadUnit::Size)?,
        };
        scaled(number, factor).map(Self).ok_or(BadUnit::Size)
    }
}

impl FromStr for Span {
    type Err = BadUnit;

    fn from_str(text: &str) -> Result<Self, BadUnit> {
        let (number, unit) = split(text).ok_or(BadUnit::Span)?;
        let factor = factor(&SPANS, unit).ok_or(BadUnit::Span)?;
        scaled(number, factor).map(|ms| Self(Duration::from_millis(ms))).ok_or(BadUnit::Span)
    }
}

/// `1.5 G` -> (1.5, "G")
fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    Some((number.parse().ok()?, unit.trim()))
}

fn factor(units: &[(&str, u64)], unit: &str) -> Option<u64> {
    units.iter().find(|(name, _)| *name == unit).map(|(_, factor)| *factor)
}

/// The product in whole units; nothing is allowed that a float cannot hold exactly.
fn scaled(number: f64, factor: u64) -> Option<u64> {
    const MOST: f64 = (1_u64 << 53) as f64;
    let product = (number * factor as f64).round();
    (0.0..=MOST).contains(&product).then_some(product as u64)
}

impl fmt::Display for Size {
    /// The biggest unit that divides it: `256M`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match SIZES.iter().rev().find(|(_, factor)| self.0 > 0 && self.0.is_multiple_of(*factor)) {
            Some((unit, factor)) => write!(f, "{}{unit}", self.0 / factor),
            None => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Display for Span {
    /// The biggest unit that divides it: `2s`, `90s`, `1500ms`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.0.as_millis();
        let fitting = SPANS.iter().find(|(_, factor)| ms > 0 && ms.is_multiple_of(u128::from(*factor)));
        let (unit, factor) = fitting.unwrap_or(&("ms", 1));
        write!(f, "{}{unit}", ms / u128::from(*factor))
    }
}

impl TryFrom<String> for Size {
    type Error = BadUnit;

    fn try_from(text: String) -> Result<Self, BadUnit> {
        text.parse()
    }
}

impl TryFrom<String> for Span {
    type Error = BadUnit;

    fn try_from(text: String) -> Result<Self, BadUnit> {
        text.parse()
    }
}

impl From<Size> for String {
    fn from(size: Size) -> Self {
        size.to_string()
    }
}

impl From<Span> for String {
    fn from(span: Span) -> Self {
        span.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_every_spelling() {
        for (text, bytes) in [
            ("0", 0),
            ("17", 17),
            ("64K", 64 << 10),
            ("64k", 64 << 10),
            ("256M", 256 << 20),
            ("256 MiB", 256 << 20),
            ("256MB", 256 << 20),
            ("1.5G", 3 << 29),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
    }

    #[test]
    fn spans_are_read_in_every_unit() {
        for (text, ms) in
            [("500ms", 500), ("2s", 2_000), ("1.5s", 1_500), ("2 m", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(text.parse(), Ok(Span(Duration::from_millis(ms))), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "M", "-1M", "1X", "1.2.3", "256 M B", "99999999T", "1e3", "NaN"] {
            assert_eq!(text.parse::<Size>(), Err(BadUnit::Size), "{text}");
        }
        for text in ["", "2", "s", "-1s", "2 weeks", "2S"] {
            assert_eq!(text.parse::<Span>(), Err(BadUnit::Span), "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        for bytes in [0, 1, 1000, 1 << 10, 256 << 20, 3 << 29, 5 << 30] {
            assert_eq!(Size(bytes).to_string().parse(), Ok(Size(bytes)));
        }
        for ms in [0, 1, 999, 1_000, 1_500, 90_000, 7_200_000] {
            let span = Span(Duration::from_millis(ms));
            assert_eq!(span.to_string().parse(), Ok(span));
        }
    }
}
