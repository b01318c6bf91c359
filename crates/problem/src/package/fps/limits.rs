//! Limits with their units.

use super::item::{Amount, Item};
use crate::limits::Limits;
use crate::package::given::{self, Own};
use crate::package::reading::Reading;
use crate::package::schema::decimal;

const MOST_MS: f64 = 3_600_000.0;
const MOST_BYTES: f64 = (1_u64 << 40) as f64;

/// HUSTOJ's own units are seconds and megabytes.
const TIMES: [(&str, f64); 6] =
    [("s", 1e3), ("ms", 1.0), ("sec", 1e3), ("second", 1e3), ("seconds", 1e3), ("us", 1e-3)];
const SIZES: [(&str, f64); 7] = [
    ("mb", 1_048_576.0),
    ("kb", 1_024.0),
    ("m", 1_048_576.0),
    ("k", 1_024.0),
    ("gb", 1_073_741_824.0),
    ("b", 1.0),
    ("byte", 1.0),
];

pub(super) fn read(reading: &Reading, item: &Item) -> Limits {
    let time = item.time.as_ref();
    let time_ms = time.map(|time| amount(reading, item, time, ("time_limit", &TIMES, MOST_MS)));
    let size = item.memory.as_ref();
    let memory_bytes = size.map(|size| amount(reading, item, size, ("memory_limit", &SIZES, MOST_BYTES)));
    given::limits(reading, Own { time_ms, memory_bytes }, &item.file)
}

/// In the smallest unit. Where it is no amount, that is told, and whatever stands here then is never seen.
fn amount(
    reading: &Reading,
    item: &Item,
    amount: &Amount,
    (what, units, most): (&str, &[(&str, f64)], f64),
) -> u64 {
    let wrong = |message: String| {
        reading.faults.error_at(&item.file, amount.line, message);
        1
    };
    let unit = amount.unit.as_deref().filter(|unit| !unit.is_empty()).unwrap_or(units[0].0);
    let Some((_, factor)) = units.iter().find(|(name, _)| *name == unit) else {
        return wrong(format!("{what} has the unit {unit:?}: it may be {} or {}", units[0].0, units[1].0));
    };
    match decimal(&amount.number).map(|number| number * factor) {
        // In range: both bounds were compared.
        Some(number) if number > 0.0 && number <= most => number.round().max(1.0) as u64,
        _ => wrong(format!(
            "{what} must be a number above 0, and no more than a judge can give; it is {:?}",
            amount.number
        )),
    }
}
