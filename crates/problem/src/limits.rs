//! What a submission may use, and where each limit comes from.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Where a limit was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The package says so.
    Explicit,
    /// Computed from the package's own submissions.
    Computed,
    /// The house's default: [`Limits::default`].
    Default,
}

/// Limits of one problem version. Times in milliseconds, sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time of one case, of all threads and processes together.
    pub time_ms: u64,
    pub time_origin: Origin,
    /// Memory of one case, of all processes together, files in memory included.
    pub memory_bytes: u64,
    /// What a program may write to its standard output in one case.
    pub output_bytes: u64,
    /// Size of a submission's source.
    pub code_bytes: u64,
    /// CPU time of compiling.
    pub compile_time_ms: u64,
    pub compile_memory_bytes: u64,
    /// CPU time of the output validator on one case.
    pub validation_time_ms: u64,
    pub validation_memory_bytes: u64,
    /// What the output validator may write as feedback.
    pub validation_output_bytes: u64,
    /// By id of the language, where it has others than the rest.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub languages: BTreeMap<String, LanguageLimits>,
    /// How far the time limit is to be from the package's own submissions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margins: Option<Margins>,
}

/// What a time limit is computed from, or measured against. A time that a package does not set is the smallest multiple of
/// `resolution_ms` from the slowest accepted submission's time, multiplied, on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Margins {
    /// The limit is at least so many thousandths of the slowest accepted submission's time.
    pub accepted_thousandths: u32,
    /// The fastest submission that is too slow takes at least so many thousandths of the limit.
    pub slow_thousandths: u32,
    pub resolution_ms: u64,
}

/// What one language has of the problem's limits, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageLimits {
    pub time_percent: u32,
    pub memory_percent: u32,
}

const MIB: u64 = 1 << 20;

impl Default for Limits {
    /// The package format's typical numbers, where a package is silent; 2 s of CPU and 256 MiB, which the format
    /// leaves to the judge, are what most contests give.
    fn default() -> Self {
        Self {
            time_ms: 2_000,
            time_origin: Origin::Default,
            memory_bytes: 256 * MIB,
            output_bytes: 8 * MIB,
            code_bytes: 128 << 10,
            compile_time_ms: 60_000,
            compile_memory_bytes: 2048 * MIB,
            validation_time_ms: 60_000,
            validation_memory_bytes: 2048 * MIB,
            validation_output_bytes: 8 * MIB,
            languages: BTreeMap::new(),
            margins: None,
        }
    }
}

impl Limits {
    /// CPU time of one case.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms)
    }

    /// Wall time of one case: twice the CPU time and a second, so that a busy machine is not blamed on a program
    /// that works, and one that sleeps does not hold a slot.
    pub fn wall(&self) -> Duration {
        self.time() * 2 + Duration::from_secs(1)
    }
}
