//! What a submission may use, and where each limit comes from.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::version::CaseLimits;

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

impl Origin {
    /// The word in a manifest.
    pub fn word(self) -> &'static str {
        match self {
            Self::Explicit => "explicit",
            Self::Computed => "computed",
            Self::Default => "default",
        }
    }
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

impl Margins {
    /// Where a package asks for none of its own.
    pub const USUAL: Self = Self { accepted_thousandths: 2_000, slow_thousandths: 1_500, resolution_ms: 100 };

    /// The least limit that leaves an accepted submission its margin, in milliseconds: the next multiple of the resolution
    /// above the multiplied time.
    pub fn least(self, slowest: Duration) -> u64 {
        let slowest = u64::try_from(slowest.as_micros()).unwrap_or(u64::MAX);
        let wanted = slowest.saturating_mul(self.accepted_thousandths.into()) / 1_000_000;
        let resolution = self.resolution_ms.max(1);
        (wanted / resolution + 1).saturating_mul(resolution)
    }

    /// The greatest limit that leaves one that must be too slow its margin, in milliseconds.
    pub fn most(self, fastest: Duration) -> u64 {
        let fastest = u64::try_from(fastest.as_millis()).unwrap_or(u64::MAX);
        let most = fastest.saturating_mul(1_000) / u64::from(self.slow_thousandths.max(1));
        let resolution = self.resolution_ms.max(1);
        most / resolution * resolution
    }
}

/// What one language has of the problem's limits, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageLimits {
    pub time_percent: u32,
    pub memory_percent: u32,
}

impl LanguageLimits {
    /// All of them.
    pub const WHOLE: Self = Self { time_percent: 100, memory_percent: 100 };
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
    /// Those of one case in one language: the case's own or else the problem's, of which the language has its part.
    #[must_use]
    pub fn of_run(&self, language: &str, case: CaseLimits) -> Self {
        let part = self.languages.get(language).copied().unwrap_or(LanguageLimits::WHOLE);
        let percent = |of: u64, percent: u32| of.saturating_mul(percent.into()).div_ceil(100);
        Self {
            time_ms: percent(case.time_ms.unwrap_or(self.time_ms), part.time_percent),
            memory_bytes: percent(case.memory_bytes.unwrap_or(self.memory_bytes), part.memory_percent),
            languages: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// The same with as much time as what must be too slow has to exceed.
    #[must_use]
    pub fn beyond_margin(&self) -> Self {
        let margins = self.margins.unwrap_or(Margins::USUAL);
        let time_ms = self.time_ms.saturating_mul(u64::from(margins.slow_thousandths)) / 1_000;
        Self { time_ms: time_ms.max(self.time_ms), ..self.clone() }
    }

    /// CPU time of one case.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms)
    }

    /// Wall time of one case: twice the CPU time and a second, so that a busy machine is not blamed on a program
    /// that works, and one that sleeps does not hold a slot.
    pub fn wall(&self) -> Duration {
        Self::wall_of(self.time())
    }

    /// The same for a limit of CPU time.
    pub fn wall_of(time: Duration) -> Duration {
        time * 2 + Duration::from_secs(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_has_limits_of_its_own_and_a_language_its_part_of_them() {
        let slow = LanguageLimits { time_percent: 150, memory_percent: 200 };
        let limits = Limits {
            time_ms: 1_001,
            memory_bytes: 64 * MIB,
            languages: BTreeMap::from([("python3".to_owned(), slow)]),
            ..Limits::default()
        };
        let of = |language, case| {
            let of = limits.of_run(language, case);
            (of.time_ms, of.memory_bytes / MIB)
        };
        assert_eq!(of("c", CaseLimits::default()), (1_001, 64));
        assert_eq!(of("python3", CaseLimits::default()), (1_502, 128), "rounded in favour of the submission");
        let own = CaseLimits { time_ms: Some(3_000), memory_bytes: None };
        assert_eq!((of("c", own), of("python3", own)), ((3_000, 64), (4_500, 128)));
    }

    #[test]
    fn a_limit_is_the_next_multiple_above_the_multiplied_time() {
        let margins = |accepted_thousandths, resolution_ms| Margins {
            accepted_thousandths,
            slow_thousandths: 1_500,
            resolution_ms,
        };
        let ms = Duration::from_millis;
        assert_eq!(margins(5_000, 1_000).least(ms(3)), 1_000);
        assert_eq!(margins(5_000, 1_000).least(ms(410)), 3_000);
        assert_eq!(margins(2_000, 500).least(ms(600)), 1_500);
    }
}
