//! Limits, which are those of the main set of tests.

use super::Polygon;
use crate::limits::Limits;
use crate::package::given::{self, Own};
use crate::package::reading::Reading;
use crate::package::xml::Element;

/// More than a judge can promise.
const MOST_MS: u64 = 3_600_000;
const MOST_BYTES: u64 = 1 << 40;

pub(super) fn read(reading: &Reading, polygon: &Polygon<'_>, set: &Element) -> Limits {
    let time_ms = number(reading, polygon, set, ("time-limit", "milliseconds", MOST_MS));
    let memory_bytes = number(reading, polygon, set, ("memory-limit", "bytes", MOST_BYTES));
    given::limits(reading, Own { time_ms, memory_bytes }, polygon.file)
}

/// The number in the set's element `name`. A wrong one is told, and whatever stands here then is never seen.
fn number(
    reading: &Reading,
    polygon: &Polygon<'_>,
    set: &Element,
    (name, unit, most): (&str, &str, u64),
) -> Option<u64> {
    let element = set.child(name)?;
    let number = element.text.trim().parse().ok().filter(|number| (1..=most).contains(number));
    Some(number.unwrap_or_else(|| {
        let message = format!("{name} must be 1 to {most} {unit}; it is {:?}", element.text.trim());
        polygon.wrong(reading, element, message);
        1
    }))
}
