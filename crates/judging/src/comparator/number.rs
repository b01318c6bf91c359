//! Numbers as other judges read them: as doubles, each by its own grammar.

use super::scanner::Scanner;

/// `0` or `-?[1-9][0-9]*`, of 64 bits: what testlib takes for an integer.
pub(crate) fn integer(word: &[u8]) -> Option<i64> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let canonical = digits.first().is_some_and(|&first| first != b'0') || word == b"0";
    if !canonical || digits.len() > 19 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// What testlib takes for a double: decimal, perhaps with an exponent, which need not have digits; never `nan` or `inf`,
/// though it may be too large and is infinite then.
pub(crate) fn testlib(word: &[u8]) -> Option<f64> {
    if let Some(number) = plain(word) {
        return Some(number);
    }
    if !word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')) {
        return None;
    }
    let text = std::str::from_utf8(word).ok()?;
    let unfinished = || {
        let text = text.strip_suffix(['+', '-']).unwrap_or(text);
        text.strip_suffix(['e', 'E']).filter(|text| !text.contains(['e', 'E']))?.parse().ok()
    };
    text.parse().ok().or_else(unfinished)
}

/// What Python's `float` takes, of a word.
pub(crate) fn python(word: &[u8]) -> Option<f64> {
    if let Some(number) = plain(word) {
        return Some(number);
    }
    let text = std::str::from_utf8(word).ok()?;
    if !text.contains('_') {
        return text.parse().ok();
    }
    // Each stands between two digits.
    let parts: Vec<&str> = text.split('_').collect();
    let digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
    let between = |pair: &[&str]| digit(pair[0].bytes().last()) && digit(pair[1].bytes().next());
    if parts.windows(2).all(between) { parts.concat().parse().ok() } else { None }
}

/// Powers of 10 that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// A number without exponent and with so few digits that one division rounds it right; `None` of any other word.
pub(crate) fn plain(word: &[u8]) -> Option<f64> {
    const MOST: usize = 19;
    let (negative, unsigned) = match word.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, word),
    };
    let (mut digits, mut point, mut at) = (0u64, None, 0);
    if unsigned.len() > MOST {
        return None;
    }
    while let Some(&byte) = unsigned.get(at) {
        if let Some(eight) =
            unsigned.get(at..at + 8).filter(|_| at == point.map_or(0, |at| at + 1)).and_then(eight)
        {
            digits = digits * 100_000_000 + eight;
            at += 8;
            continue;
        }
        match byte {
            b'0'..=b'9' => digits = digits * 10 + u64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(at),
            _ => return None,
        }
        at += 1;
    }
    let count = unsigned.len() - usize::from(point.is_some());
    if count == 0 || digits > 1 << 53 {
        return None;
    }
    let number = digits as f64 / POWERS[point.map_or(0, |at| unsigned.len() - at - 1)];
    Some(if negative { -number } else { number })
}

/// The value of eight digits, in three multiplications: first of pairs, then of fours, then of all.
fn eight(bytes: &[u8]) -> Option<u64> {
    const ONES: u64 = u64::MAX / 255;
    let word = u64::from_le_bytes(bytes.try_into().ok()?);
    let high = ONES * 0xf0;
    // Each high half is 3, also when 6 is added to the low one.
    if word & high != ONES * 0x30 || word.wrapping_add(ONES * 6) & high != ONES * 0x30 {
        return None;
    }
    let digits = word & (ONES * 0x0f);
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some((fours * 10_000 + (fours >> 32)) & 0xffff_ffff)
}

/// Whose grammar a long number is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    Testlib,
    Python,
}

/// A number that is too long to be looked at as one word.
#[derive(Debug)]
pub(crate) struct Long {
    grammar: Grammar,
    scanner: Scanner,
    last: u8,
    bad: bool,
}

impl Long {
    pub(crate) fn new(grammar: Grammar) -> Self {
        Self { grammar, scanner: Scanner::default(), last: 0, bad: false }
    }

    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let after_line = self.last == b'_';
            let line = self.grammar == Grammar::Python && byte == b'_';
            self.bad |= after_line && !byte.is_ascii_digit() || line && !self.last.is_ascii_digit();
            if !line {
                self.scanner.feed(byte);
            }
            self.last = byte;
        }
    }

    pub(crate) fn number(&self) -> Option<f64> {
        let open = self.grammar == Grammar::Testlib && self.scanner.is_unfinished();
        let good = (self.scanner.is_number() || open) && !self.bad && self.last != b'_';
        good.then(|| self.scanner.double())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn long(grammar: Grammar, word: &[u8]) -> Option<f64> {
        let mut long = Long::new(grammar);
        word.chunks(3).for_each(|piece| long.feed(piece));
        long.number()
    }

    fn same(a: Option<f64>, b: Option<f64>) -> bool {
        a.map(f64::to_bits) == b.map(f64::to_bits)
    }

    #[test]
    fn integers_are_those_that_testlib_writes_itself() {
        for (word, number) in [
            ("0", 0),
            ("-1", -1),
            ("10", 10),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(integer(word.as_bytes()), Some(number));
        }
        for word in [
            "",
            "-",
            "-0",
            "00",
            "01",
            "+1",
            "1.0",
            "1e5",
            "1_000",
            "9223372036854775808",
            "-9223372036854775809",
            "99999999999999999999",
            "1\0",
            "\u{661}",
        ] {
            assert_eq!(integer(word.as_bytes()), None, "{word:?}");
        }
    }

    #[test]
    fn doubles_follow_their_judges_grammar() {
        for (word, by_testlib, by_python) in [
            ("1", Some(1.0), Some(1.0)),
            ("-0", Some(-0.0), Some(-0.0)),
            ("+01.50", Some(1.5), Some(1.5)),
            (".5", Some(0.5), Some(0.5)),
            ("5.", Some(5.0), Some(5.0)),
            ("1e", Some(1.0), None),
            ("1e+", Some(1.0), None),
            ("12.5E-", Some(12.5), None),
            ("1E3", Some(1000.0), Some(1000.0)),
            ("1e400", Some(f64::INFINITY), Some(f64::INFINITY)),
            ("1e-400", Some(0.0), Some(0.0)),
            ("1_000", None, Some(1000.0)),
            ("1_0.0_1e1_0", None, Some(10.01e10)),
            ("_1", None, None),
            ("1__0", None, None),
            ("1_", None, None),
            ("1_.5", None, None),
            (".", None, None),
            ("-", None, None),
            ("e5", None, None),
            ("1e5e", None, None),
            ("1-2", None, None),
            ("--1", None, None),
            ("1.2.3", None, None),
            ("0x1", None, None),
            ("1.0f", None, None),
            ("0,5", None, None),
            ("1\0", None, None),
            ("\u{661}", None, None),
            ("0.1000000000000000055511151231257827", Some(0.1), Some(0.1)),
            ("9007199254740993", Some(9007199254740992.0), Some(9007199254740992.0)),
        ] {
            let word = word.as_bytes();
            assert!(same(testlib(word), by_testlib), "testlib {word:?}: {:?}", testlib(word));
            assert!(same(python(word), by_python), "python {word:?}: {:?}", python(word));
            assert!(same(long(Grammar::Testlib, word), by_testlib), "long testlib {word:?}");
            assert!(same(long(Grammar::Python, word), by_python), "long python {word:?}");
        }
        for word in ["inf", "-Infinity", "nan", "NaN"] {
            assert!(testlib(word.as_bytes()).is_none() && python(word.as_bytes()).is_some(), "{word}");
        }
    }

    #[test]
    fn eight_digits_are_read_at_once_and_nothing_else() {
        for number in [0, 1, 10, 12_345_678, 99_999_999, 90_000_009, 10_203_040] {
            assert_eq!(eight(format!("{number:08}").as_bytes()), Some(number));
        }
        for at in 0..8 {
            for byte in (0..=255).filter(|byte: &u8| !byte.is_ascii_digit()) {
                let mut text = *b"12345678";
                text[at] = byte;
                assert_eq!(eight(&text), None, "{text:?}");
            }
        }
    }

    #[test]
    fn the_short_way_rounds_as_the_standard_library_does() {
        let mut numbers = Random(3);
        let mut random = |below| numbers.below(below);
        let mut short = 0;
        for _ in 0..20_000 {
            let text = format!("{}.{:0width$}", random(1 << 20), random(1_000_000), width = 1 + random(8));
            let right: f64 = text.parse().unwrap();
            if let Some(number) = plain(text.as_bytes()) {
                assert_eq!(number, right, "{text}");
                short += 1;
            }
            assert_eq!(testlib(text.as_bytes()), Some(right), "{text}");
            assert_eq!(long(Grammar::Python, text.as_bytes()), Some(right), "{text}");
        }
        assert!(short > 15_000);
    }
}
