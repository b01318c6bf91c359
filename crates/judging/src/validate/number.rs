//! Scores as programs write them.

use crate::comparator::quoted;

/// A decimal number from 0 on, and nothing beside it but blanks: no `nan`, no `inf`, no comma. The error says what
/// `where_from` holds instead.
pub(super) fn score(text: &[u8], where_from: &str) -> Result<f64, String> {
    let word = text.trim_ascii();
    match decimal(word) {
        Some(number) if number >= 0.0 => Ok(number + 0.0),
        _ => Err(format!("{where_from} must be one number from 0 on; it is {}.", quoted(word))),
    }
}

/// The same, and 1 at most.
pub(super) fn share(text: &[u8], where_from: &str) -> Result<f64, String> {
    match score(text, where_from)? {
        share if share <= 1.0 => Ok(share),
        _ => Err(format!("{where_from} must be a number from 0 to 1; it is {}.", quoted(text.trim_ascii()))),
    }
}

/// A finite number of digits, point and exponent only.
pub(super) fn decimal(word: &[u8]) -> Option<f64> {
    let plain = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
    let text = std::str::from_utf8(word).ok().filter(|_| word.iter().all(plain))?;
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_whole_or_not_at_all() {
        for (text, number) in
            [("1", 1.0), (" 0.25\n", 0.25), ("+.5", 0.5), ("2.", 2.0), ("1e2\r\n", 100.0), ("-0", 0.0)]
        {
            assert_eq!(score(text.as_bytes(), "it"), Ok(number), "{text:?}");
            assert!(score(text.as_bytes(), "it").unwrap().is_sign_positive());
        }
        for text in
            ["", " ", "nan", "inf", "-1", "1,5", "1 2", "1 points", "0x1", "1_0", "1e999", "١", ".", "1\0"]
        {
            assert!(score(text.as_bytes(), "it").is_err(), "{text:?}");
        }
        assert_eq!(
            score(b"1,5\n", "score.txt").unwrap_err(),
            r#"score.txt must be one number from 0 on; it is "1,5"."#
        );
        assert_eq!(share(b"1", "it"), Ok(1.0));
        assert_eq!(share(b"1.01", "it").unwrap_err(), r#"it must be a number from 0 to 1; it is "1.01"."#);
    }
}
