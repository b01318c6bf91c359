//! How far a number may be off, decided exactly: a tolerance of 0.1 takes 0.4 for 0.3, which binary fractions refuse.

use crate::comparator::decimal::Decimal;
use crate::comparator::number::plain;
use crate::comparator::scanner::Scanner;

/// How far a number may be off: within either is enough.
#[derive(Clone, Debug)]
pub(crate) struct Tolerance {
    absolute: Option<Decimal>,
    relative: Option<Decimal>,
    /// The same two, 0 where there is none; `None` where they are too small or too large for that.
    quick: Option<(f64, f64)>,
}

impl Tolerance {
    /// Of two numbers, at least one of them given.
    pub(crate) fn new(absolute: Option<&Scanner>, relative: Option<&Scanner>) -> Self {
        let quick = |scanner: Option<&Scanner>| scanner.map_or(Some(0.0), Scanner::approximate);
        Self {
            absolute: absolute.map(Scanner::number),
            relative: relative.map(Scanner::number),
            quick: quick(absolute).zip(quick(relative)),
        }
    }

    /// `|got - expected| <= absolute` or `|got - expected| <= relative * |expected|`. Both are numbers.
    pub(crate) fn accepts(&self, expected: &Scanner, got: &Scanner) -> bool {
        self.quick(expected, got).unwrap_or_else(|| self.exact(&expected.number(), &got.number()))
    }

    /// Whether short numbers are within it, where floating point is enough to tell.
    pub(crate) fn surely_accepts(&self, expected: &[u8], got: &[u8]) -> bool {
        let pair = plain(expected).zip(plain(got)).zip(self.quick);
        pair.is_some_and(|((expected, got), quick)| decide(quick, expected, got) == Some(true))
    }

    /// By floating point, where its error cannot matter.
    fn quick(&self, expected: &Scanner, got: &Scanner) -> Option<bool> {
        decide(self.quick?, expected.approximate()?, got.approximate()?)
    }

    fn exact(&self, expected: &Decimal, got: &Decimal) -> bool {
        let off = expected.distance(got);
        let within = |most: &Decimal| off.magnitude(most).is_le();
        self.absolute.as_ref().is_some_and(within)
            || self.relative.as_ref().is_some_and(|relative| within(&relative.product(expected)))
    }
}

fn decide((absolute, relative): (f64, f64), expected: f64, got: f64) -> Option<bool> {
    let most = absolute.max(relative * expected.abs());
    let off = (expected - got).abs();
    let doubt = 1e-14 * (expected.abs() + got.abs() + most);
    if off + doubt < most {
        return Some(true);
    }
    (off - doubt > most).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn accepts(tolerance: &Tolerance, expected: &str, got: &str) -> bool {
        tolerance.accepts(&Scanner::of(expected).unwrap(), &Scanner::of(got).unwrap())
    }

    fn tolerance(absolute: &str, relative: &str) -> Tolerance {
        Tolerance::new(Scanner::of(absolute).as_ref(), Scanner::of(relative).as_ref())
    }

    #[test]
    fn the_edge_of_a_tolerance_is_inside_exactly() {
        let tenth = tolerance("0.1", "");
        assert!(accepts(&tenth, "0.3", "0.4"));
        assert!(accepts(&tenth, "0.3", "0.2"));
        assert!(!accepts(&tenth, "0.3", "0.4000000000000000000000000000001"));
        let relative = tolerance("", "1e-6");
        assert!(accepts(&relative, "3", "3.000003"));
        assert!(!accepts(&relative, "3", "3.00000300000000000000000000000000000001"));
        assert!(accepts(&relative, "-3", "-2.999997"));
        assert!(!accepts(&relative, "3", "-3"));
    }

    #[test]
    fn a_tolerance_of_zero_asks_for_the_same_value() {
        let zero = tolerance("0", "0");
        assert!(accepts(&zero, "0.10", "1e-1"));
        assert!(!accepts(&zero, "0", "1e-300"));
    }

    #[test]
    fn numbers_beyond_floating_point_keep_their_value() {
        let sixth = tolerance("1e-6", "1e-6");
        assert!(!accepts(&sixth, "1e400", "2e400"));
        assert!(accepts(&sixth, "1e400", "1.0000009e400"));
        assert!(accepts(&sixth, "1e-400", "0"));
        assert!(!accepts(&sixth, "1e999999999999", "1e-999999999999"));
        assert!(accepts(&sixth, "1e-999999999999", "-1e-7"));
        let ones = "1".repeat(300_000);
        assert!(accepts(&sixth, &(ones.clone() + "1"), &(ones.clone() + "2")));
        assert!(!accepts(&sixth, &ones, &(ones.clone() + "1")));
    }

    #[test]
    fn the_quick_way_never_contradicts_the_exact_one() {
        let mut numbers = Random(1);
        let mut random = |below| numbers.below(below);
        let mut settled = 0;
        for _ in 0..20_000 {
            let mut any =
                || Scanner::of(&format!("{}.{:03}e{}", random(2000), random(1000), random(5))).unwrap();
            let (expected, got) = (any(), any());
            let tolerance =
                tolerance(&format!("{}e-{}", random(10), random(4)), &format!("0.{}", random(100)));
            if let Some(quick) = tolerance.quick(&expected, &got) {
                assert_eq!(
                    quick,
                    tolerance.exact(&expected.number(), &got.number()),
                    "{expected:?} {got:?} {tolerance:?}"
                );
                settled += 1;
            }
        }
        assert!(settled > 15_000);
    }
}
