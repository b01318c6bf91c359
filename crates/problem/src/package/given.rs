//! Limits of packages that do not have them: what whoever brings the package says, else the house's default, said aloud.

use super::reading::Reading;
use crate::limits::{Limits, Origin};

/// What the package itself says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Own {
    pub(super) time_ms: Option<u64>,
    pub(super) memory_bytes: Option<u64>,
}

/// The package's own limits come first, then those that were given with it. `file` is where a setter looks for them.
pub(super) fn limits(reading: &Reading, own: Own, file: &str) -> Limits {
    let mut limits = Limits::default();
    let given = &reading.given;
    if let Some(time_ms) = own.time_ms.or(given.time_ms) {
        limits.time_ms = time_ms;
        limits.time_origin = Origin::Explicit;
    }
    let memory = own.memory_bytes.or(given.memory_bytes);
    limits.memory_bytes = memory.unwrap_or(limits.memory_bytes);
    reading.lacks_memory.set(memory.is_none());
    let seconds = limits.time_ms as f64 / 1_000.0;
    let mib = limits.memory_bytes >> 20;
    let missing = match (limits.time_origin, memory) {
        (Origin::Default, None) => Some(format!(
            "sets no limits, so {seconds} s and {mib} MiB are given: say others with --time-limit and --memory-limit"
        )),
        (Origin::Default, Some(_)) => {
            Some(format!("sets no time limit, so {seconds} s are given: say another with --time-limit"))
        }
        (_, None) => {
            Some(format!("sets no memory limit, so {mib} MiB are given: say another with --memory-limit"))
        }
        _ => None,
    };
    if let Some(message) = missing {
        reading.faults.warn(file, message);
    }
    limits
}
