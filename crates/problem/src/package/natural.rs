//! The order in which people count: `test2` before `test10`.

use std::cmp::Ordering;

/// Numbers in names count as numbers; what is equal then goes by its bytes.
pub(super) fn order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    loop {
        let (x, rest_of_left) = step(left);
        let (y, rest_of_right) = step(right);
        let ordered = match (number(x), number(y)) {
            (Some(x), Some(y)) => x.len().cmp(&y.len()).then_with(|| x.cmp(y)),
            _ => x.cmp(y),
        };
        if ordered != Ordering::Equal || (x.is_empty() && y.is_empty()) {
            return ordered.then_with(|| a.cmp(b));
        }
        (left, right) = (rest_of_left, rest_of_right);
    }
}

/// A run of digits, or one other byte.
fn step(text: &[u8]) -> (&[u8], &[u8]) {
    let digits = text.iter().take_while(|c| c.is_ascii_digit()).count();
    text.split_at(digits.max(1).min(text.len()))
}

/// Without leading zeros.
fn number(text: &[u8]) -> Option<&[u8]> {
    text.first().filter(|c| c.is_ascii_digit())?;
    let zeros = text.iter().take_while(|c| **c == b'0').count();
    Some(&text[zeros..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_and_the_rest_goes_by_bytes() {
        let mut names =
            ["b1", "a10", "a2", "a02b", "a2b", "a1", "a", "", "a99999999999999999999", "a1.in", "A3"];
        names.sort_by(|a, b| order(a, b));
        let wanted =
            ["", "A3", "a", "a1", "a1.in", "a2", "a02b", "a2b", "a10", "a99999999999999999999", "b1"];
        assert_eq!(names, wanted);
    }
}
