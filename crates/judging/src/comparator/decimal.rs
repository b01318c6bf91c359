//! Exact decimal numbers.

use std::cmp::Ordering;

/// Significant digits that are looked at; the format asks for 30 on each side of the point. What follows does not
/// change a comparison any more.
pub(crate) const MOST_DIGITS: usize = 800;

/// `0.d₁d₂d₃… · 10^exponent`. The first digit is not 0, nor is the last; zero has no digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Each 0 to 9.
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// `digits` need not be normal.
    pub(crate) fn new(negative: bool, mut digits: Vec<u8>, exponent: i64) -> Self {
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
    pub(crate) fn product(&self, other: &Self) -> Self {
        let mut sums = vec![0u32; self.digits.len() + other.digits.len()];
        for (i, &a) in self.digits.iter().enumerate() {
            for (j, &b) in other.digits.iter().enumerate() {
                sums[i + j + 1] += u32::from(a) * u32::from(b);
            }
        }
        Self::new(false, carried(sums), self.exponent + other.exponent)
    }

    /// `|self - other|`, right to some [`MOST_DIGITS`] digits.
    pub(crate) fn distance(&self, other: &Self) -> Self {
        let (large, small) = if self.magnitude(other).is_lt() { (other, self) } else { (self, other) };
        if small.digits.is_empty() || large.exponent - small.exponent > 2 * MOST_DIGITS as i64 {
            return Self { negative: false, ..large.clone() };
        }
        let high = self.exponent.max(other.exponent);
        let low = self.last_place().min(other.last_place());
        let (a, b) = (self.aligned(high, low), other.aligned(high, low));
        let digits = if self.negative != other.negative { sum(&a, &b) } else { gap(&a, &b) };
        Self::new(false, digits, high + 1)
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
    pub(crate) fn magnitude(&self, other: &Self) -> Ordering {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(digits: &[u8], exponent: i64) -> Decimal {
        Decimal::new(false, digits.to_vec(), exponent)
    }

    #[test]
    fn zeros_around_the_digits_are_no_part_of_a_number() {
        assert_eq!(decimal(&[0, 0, 1, 2, 0], 5), decimal(&[1, 2], 3));
        assert_eq!(decimal(&[0, 0], 7), Decimal::default());
    }

    #[test]
    fn carries_and_borrows_go_all_the_way() {
        let (nines, one) = (decimal(&[9, 9, 9], 3), decimal(&[1], 1));
        let minus = Decimal::new(true, vec![1], 1);
        assert_eq!(nines.distance(&minus), decimal(&[1], 4), "999 + 1");
        assert_eq!(decimal(&[1], 4).distance(&one), nines, "1000 - 1");
        assert_eq!(one.distance(&decimal(&[1], 4)), nines, "1 - 1000");
        assert_eq!(nines.product(&nines), decimal(&[9, 9, 8, 0, 0, 1], 6));
        assert_eq!(nines.product(&Decimal::default()), Decimal::default());
    }

    #[test]
    fn magnitude_does_not_look_at_the_sign() {
        let (small, large) = (decimal(&[9, 9], 0), Decimal::new(true, vec![1], 1));
        assert!(small.magnitude(&large).is_lt() && large.magnitude(&small).is_gt());
        assert!(Decimal::default().magnitude(&small).is_lt() && small.magnitude(&small).is_eq());
    }
}
