//! Limits, which are those of the main set of tests.

use super::Polygon;
use crate::limits::{Limits, Origin};
use crate::package::reading::Reading;
use crate::package::xml::Element;

/// More than a judge can promise.
const MOST_MS: u64 = 3_600_000;
const MOST_BYTES: u64 = 1 << 40;

pub(super) fn read(reading: &Reading, polygon: &Polygon<'_>, set: &Element) -> Limits {
    let mut limits = Limits::default();
    let time = number(reading, polygon, set, ("time-limit", "milliseconds", MOST_MS));
    if let Some(time_ms) = time.or(reading.given.time_ms) {
        limits.time_ms = time_ms;
        limits.time_origin = Origin::Explicit;
    }
    let memory = number(reading, polygon, set, ("memory-limit", "bytes", MOST_BYTES));
    limits.memory_bytes = memory.or(reading.given.memory_bytes).unwrap_or(limits.memory_bytes);
    if limits.time_origin == Origin::Default {
        let seconds = limits.time_ms as f64 / 1_000.0;
        let message = format!("has no time-limit, so {seconds} s are given: say another with --time-limit");
        polygon.doubtful(reading, set, message);
    }
    limits
}

/// The number in the set's element `name`. `None` where there is none, or a wrong one, which was told.
fn number(
    reading: &Reading,
    polygon: &Polygon<'_>,
    set: &Element,
    (name, unit, most): (&str, &str, u64),
) -> Option<u64> {
    let element = set.child(name)?;
    let number = element.text.trim().parse().ok().filter(|number| (1..=most).contains(number));
    if number.is_none() {
        let message = format!("{name} must be 1 to {most} {unit}; it is {:?}", element.text.trim());
        polygon.wrong(reading, element, message);
    }
    number
}
