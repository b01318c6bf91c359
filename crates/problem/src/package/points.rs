//! Points that are shared out, as several formats do it.

use crate::version::{Aggregation, OutputValidator, Rules, TestGroup, TestNode};

/// `total` in `count` whole parts that are as equal as can be; what does not divide goes to the last ones.
pub(super) fn even(total: u32, count: usize) -> Vec<u32> {
    let Ok(parts) = u32::try_from(count) else { return Vec::new() };
    (0..parts).map(|part| total / parts + u32::from(part >= parts - total % parts)).collect()
}

/// The group gives as many points as its worst case, of which each may have all.
pub(super) fn least(mut group: TestGroup, worth: u32) -> TestGroup {
    group.rules = Rules { aggregation: Aggregation::Min, max: Some(worth.into()), ..Rules::default() };
    for child in &mut group.children {
        if let TestNode::Case(case) = child {
            case.points = Some(worth.into());
        }
    }
    group
}

/// What olympiads compare by: tokens, and the case of letters matters.
pub(super) fn tokens() -> OutputValidator {
    OutputValidator::Default { args: vec!["case_sensitive".to_owned()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remainder_goes_to_the_last() {
        assert_eq!(even(100, 3), [33, 33, 34]);
        assert_eq!(even(100, 8), [12, 12, 12, 12, 13, 13, 13, 13]);
        assert_eq!(even(2, 4), [0, 0, 1, 1]);
        assert_eq!(even(100, 0), [0; 0]);
    }
}
