//! Reads numbers as the package format writes them.

use super::decimal::{Decimal, MOST_DIGITS};

/// Powers of 10 beyond this are all the same to us.
const MOST_EXPONENT: i64 = 1 << 60;

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
    /// A digit that is not 0 was left out of `digits`.
    left_out: bool,
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
        } else {
            self.left_out |= digit != 0;
        }
    }

    /// What was fed so far is a number.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.state, State::Whole | State::Fraction | State::Exponent)
    }

    /// It ends in an exponent that has no digits yet.
    pub(crate) fn is_unfinished(&self) -> bool {
        matches!(self.state, State::E | State::ExponentSign)
    }

    /// The nearest double; infinite where there is none.
    pub(crate) fn double(&self) -> f64 {
        let sign = if self.negative { "-" } else { "" };
        let digits: String = self.digits.iter().map(|&digit| char::from(b'0' + digit)).collect();
        // More digits than that decide only whether it is above the middle of two doubles.
        let above = if self.left_out { "1" } else { "" };
        format!("{sign}0.{digits}{above}e{}", self.exponent()).parse().unwrap_or(0.0)
    }

    fn exponent(&self) -> i64 {
        let exponent = if self.exponent_negative { -self.exponent } else { self.exponent };
        self.point.saturating_add(exponent).clamp(-MOST_EXPONENT, MOST_EXPONENT)
    }

    /// Its exact value; of what is no number, that of its digits.
    pub(crate) fn number(&self) -> Decimal {
        Decimal::new(self.negative, self.digits.clone(), self.exponent())
    }

    /// Right to 1e-15 of itself; `None` where the power of 10 is not a floating point number itself.
    pub(crate) fn approximate(&self) -> Option<f64> {
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
    fn memory_is_kept_and_nothing_else() {
        let mut scanner = Scanner::of("-12.5e3").unwrap();
        let mut other = Scanner::default();
        other.copy(&scanner);
        assert_eq!(other.number(), number("-12500"));
        scanner.clear();
        "7".bytes().for_each(|byte| scanner.feed(byte));
        assert_eq!((scanner.number(), scanner.approximate()), (number("7"), Some(7.0)));
    }
}
