//! Numbers as the package format writes them, compared exactly: a tolerance of 0.1 takes 0.4 for 0.3, which binary
//! fractions would refuse.

use std::cmp::Ordering;

/// Significant digits that are looked at; the format asks for 30 on each side of the point. What follows does not
/// change a comparison any more.
const MOST_DIGITS: usize = 800;

/// Powers of 10 beyond this are all the same to us.
const MOST_EXPONENT: i64 = 1 << 60;

/// `0.d₁d₂d₃… · 10^exponent`. The first digit is not 0, nor is the last; zero has no digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Each 0 to 9.
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    fn normal(negative: bool, mut digits: Vec<u8>, exponent: i64) -> Self {
        let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
        digits.drain(..zeros);
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            return Self::default();
        }
        Self { negative, digits, exponent: exponent - zeros as i64 }
    }

    /// `|self| * |other|`.
    fn product(&self, other: &Self) -> Self {
        let mut sums = vec![0u32; self.digits.len() + other.digits.len()];
        for (i, &a) in self.digits.iter().enumerate() {
            for (j, &b) in other.digits.iter().enumerate() {
                sums[i + j + 1] += u32::from(a) * u32::from(b);
            }
        }
        Self::normal(false, carried(sums), self.exponent + other.exponent)
    }

    /// `|self - other|`, right to some [`MOST_DIGITS`] digits.
    fn distance(&self, other: &Self) -> Self {
        let (large, small) = if self.magnitude(other).is_lt() { (other, self) } else { (self, other) };
        if small.digits.is_empty() || large.exponent - small.exponent > 2 * MOST_DIGITS as i64 {
            return Self { negative: false, ..large.clone() };
        }
        let high = self.exponent.max(other.exponent);
        let low = self.last_place().min(other.last_place());
        let (a, b) = (self.aligned(high, low), other.aligned(high, low));
        let digits = if self.negative != other.negative { sum(&a, &b) } else { gap(&a, &b) };
        Self::normal(false, digits, high + 1)
    }

    fn last_place(&self) -> i64 {
        self.exponent - self.digits.len() as i64
    }

    /// The digits from the place `high` down to `low`, with one 0 before for a carry.
    fn aligned(&self, high: i64, low: i64) -> Vec<u8> {
        let before = usize::try_from(high - self.exponent).unwrap_or(0) + 1;
        let all = usize::try_from(high - low).unwrap_or(0) + 1;
        let mut digits = vec![0; before];
        digits.extend_from_slice(&self.digits);
        digits.resize(all, 0);
        digits
    }

    /// Orders by `|self|`.
    fn magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

/// `a + b`, of one length, the first digits being 0.
fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    carried(a.iter().zip(b).map(|(&a, &b)| u32::from(a + b)).collect())
}

fn carried(sums: Vec<u32>) -> Vec<u8> {
    let mut carry = 0;
    let digits = sums.into_iter().rev().map(|sum| {
        let sum = sum + carry;
        carry = sum / 10;
        (sum % 10) as u8
    });
    let mut digits: Vec<u8> = digits.collect();
    digits.reverse();
    digits
}

/// `|a - b|`, of one length.
fn gap(a: &[u8], b: &[u8]) -> Vec<u8> {
    let (large, small) = if a < b { (b, a) } else { (a, b) };
    let mut borrow = 0;
    let digits = large.iter().zip(small).rev().map(|(&large, &small)| {
        let taken = small + borrow;
        borrow = u8::from(large < taken);
        large + 10 * borrow - taken
    });
    let mut digits: Vec<u8> = digits.collect();
    digits.reverse();
    digits
}

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

    /// By floating point, where its error cannot matter.
    fn quick(&self, expected: &Scanner, got: &Scanner) -> Option<bool> {
        let (absolute, relative) = self.quick?;
        let (expected, got) = (expected.approximate()?, got.approximate()?);
        let most = absolute.max(relative * expected.abs());
        let off = (expected - got).abs();
        let doubt = 1e-14 * (expected.abs() + got.abs() + most);
        if off + doubt < most {
            return Some(true);
        }
        (off - doubt > most).then_some(false)
    }

    fn exact(&self, expected: &Decimal, got: &Decimal) -> bool {
        let off = expected.distance(got);
        let within = |most: &Decimal| off.magnitude(most).is_le();
        self.absolute.as_ref().is_some_and(within)
            || self.relative.as_ref().is_some_and(|relative| within(&relative.product(expected)))
    }
}

/// Digits that surely fit into 64 bits.
const HEAD: usize = 18;

/// Reads a number byte by byte, in constant memory however long it is:
/// `[+-]? (d*.d+ | d+. | d+) ([eE][+-]?d+)?`, the package format's grammar.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scanner {
    state: State,
    negative: bool,
    digits: Vec<u8>,
    /// The first [`HEAD`] digits as one number.
    head: u64,
    /// Where the point stands, counted from the first digit that is not 0.
    point: i64,
    exponent_negative: bool,
    exponent: i64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Start,
    Sign,
    Whole,
    /// A point with no digit before it.
    Point,
    Fraction,
    E,
    ExponentSign,
    Exponent,
    Dead,
}

impl Scanner {
    /// The whole of `text`; `None` where it is no number.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let mut scanner = Self::default();
        text.bytes().for_each(|byte| scanner.feed(byte));
        scanner.is_number().then_some(scanner)
    }

    /// As new, keeping its memory.
    pub(crate) fn clear(&mut self) {
        let mut digits = std::mem::take(&mut self.digits);
        digits.clear();
        *self = Self { digits, ..Self::default() };
    }

    /// Becomes `other`, keeping its memory.
    pub(crate) fn copy(&mut self, other: &Self) {
        let mut digits = std::mem::take(&mut self.digits);
        digits.clone_from(&other.digits);
        *self = Self { digits, ..*other };
    }

    pub(crate) fn feed(&mut self, byte: u8) {
        use State::*;
        self.state = match (self.state, byte) {
            (Start, b'+' | b'-') => {
                self.negative = byte == b'-';
                Sign
            }
            (Start | Sign | Whole, b'0'..=b'9') => {
                self.whole(byte - b'0');
                Whole
            }
            (Start | Sign, b'.') => Point,
            (Whole, b'.') => Fraction,
            (Point | Fraction, b'0'..=b'9') => {
                self.fraction(byte - b'0');
                Fraction
            }
            (Whole | Fraction, b'e' | b'E') => E,
            (E, b'+' | b'-') => {
                self.exponent_negative = byte == b'-';
                ExponentSign
            }
            (E | ExponentSign | Exponent, b'0'..=b'9') => {
                self.exponent = self.exponent.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
                Exponent
            }
            _ => Dead,
        };
    }

    /// No number begins like this.
    pub(crate) fn is_dead(&self) -> bool {
        self.state == State::Dead
    }

    fn whole(&mut self, digit: u8) {
        if digit != 0 || !self.digits.is_empty() {
            self.point += 1;
            self.keep(digit);
        }
    }

    fn fraction(&mut self, digit: u8) {
        if digit == 0 && self.digits.is_empty() {
            self.point -= 1;
        } else {
            self.keep(digit);
        }
    }

    fn keep(&mut self, digit: u8) {
        if self.digits.len() < HEAD {
            self.head = self.head * 10 + u64::from(digit);
        }
        if self.digits.len() < MOST_DIGITS {
            self.digits.push(digit);
        }
    }

    /// What was fed so far is a number.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.state, State::Whole | State::Fraction | State::Exponent)
    }

    fn exponent(&self) -> i64 {
        let exponent = if self.exponent_negative { -self.exponent } else { self.exponent };
        self.point.saturating_add(exponent).clamp(-MOST_EXPONENT, MOST_EXPONENT)
    }

    fn number(&self) -> Decimal {
        Decimal::normal(self.negative, self.digits.clone(), self.exponent())
    }

    /// Right to 1e-15 of itself; `None` where the power of 10 is not a floating point number itself.
    fn approximate(&self) -> Option<f64> {
        let head = self.head as f64;
        let scale = self.exponent() - self.digits.len().min(HEAD) as i64;
        let power = POWERS.get(usize::try_from(scale.unsigned_abs()).ok()?)?;
        let value = if scale < 0 { head / power } else { head * power };
        Some(if self.negative { -value } else { value })
    }
}

/// The powers of 10 that floating point holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Scanner::of(text).unwrap_or_else(|| panic!("{text} is a number")).number()
    }

    fn accepts(tolerance: &Tolerance, expected: &str, got: &str) -> bool {
        tolerance.accepts(&Scanner::of(expected).unwrap(), &Scanner::of(got).unwrap())
    }

    fn tolerance(absolute: &str, relative: &str) -> Tolerance {
        Tolerance::new(Scanner::of(absolute).as_ref(), Scanner::of(relative).as_ref())
    }

    #[test]
    fn the_grammar_is_the_formats_and_no_wider() {
        for good in [
            "0",
            "-0",
            "+1",
            "01",
            "1.",
            ".5",
            "0.5",
            "1e5",
            "1E+05",
            "1.e-3",
            "00.00",
            "1e400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
        ] {
            assert!(Scanner::of(good).is_some(), "{good}");
        }
        for bad in [
            "", "+", ".", "-.", "e5", "1e", "1e+", "0x1", "inf", "nan", "1_0", "1,5", "1.0f", "1.2.3",
            "1e5.0", "--1", " 1",
        ] {
            assert!(Scanner::of(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn different_spellings_are_one_number() {
        for (a, b) in [
            ("0.0314", "3.14e-2"),
            ("1000", "1E3"),
            ("1", "+01.000"),
            ("0", "-0.0"),
            (".5", "5e-1"),
            ("0.00100", "1e-3"),
        ] {
            assert_eq!(number(a).distance(&number(b)), Decimal::default(), "{a} {b}");
        }
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
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
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
