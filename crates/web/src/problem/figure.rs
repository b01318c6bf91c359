//! Figures of limits as people type them.

use std::ops::RangeInclusive;

/// A number of units, at least one of what the unit is made of: `1.5` or `1,5` seconds are 1500 milliseconds. `None` where it
/// is no number, or none in the range.
pub(super) fn read(text: &str, unit: u64, range: RangeInclusive<u64>) -> Option<u64> {
    let number = text.trim().replace(',', ".").parse::<f64>().ok()? * unit as f64;
    let fits = number >= *range.start() as f64 && number <= *range.end() as f64;
    fits.then(|| number.round() as u64)
}

/// As it is typed again.
pub(super) fn typed(figure: u64, unit: u64) -> String {
    (figure as f64 / unit as f64).to_string()
}

pub(super) const SECOND: u64 = 1_000;
pub(super) const MIB: u64 = 1 << 20;
/// Of CPU time, in milliseconds.
pub(super) const TIME: RangeInclusive<u64> = 1..=600_000;
/// In bytes.
pub(super) const MEMORY: RangeInclusive<u64> = 1..=64 << 30;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_in_their_unit_with_either_point_and_within_bounds() {
        let time = |text| read(text, SECOND, TIME);
        assert_eq!([time("2"), time(" 1.5 "), time("0,25")], [Some(2_000), Some(1_500), Some(250)]);
        for wrong in ["", "two", "0", "-1", "601", "nan", "inf", "1e9"] {
            assert_eq!(time(wrong), None, "{wrong}");
        }
        assert_eq!(typed(1_500, SECOND), "1.5");
    }
}
