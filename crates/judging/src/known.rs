//! Results of runs that were made before, taken over where nothing has changed.

use std::collections::BTreeMap;
use std::time::Duration;

use problem::version::Plan;
use problem::{Hash, Limits, TestCase, Verdict};

use crate::again;
use crate::judge::CaseResult;

/// Who remembers results of runs.
pub trait Known {
    /// What is known of runs with these keys. [`CaseResult::key`] of a run that was told in an [`Event`](crate::Event) is
    /// what it may be asked for by; what else a result has of its case (name, position, sample, points, limits) is not
    /// looked at. [`CaseResult::reused_from`] says whose it was.
    fn known(&self, keys: &[Hash]) -> BTreeMap<Hash, CaseResult>;
}

/// What was known of a judging's cases when it began.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    /// By position; `None` of a run that must not be taken from elsewhere.
    keys: Vec<Option<Hash>>,
    results: BTreeMap<Hash, CaseResult>,
}

impl Remembered {
    /// Asks once for all cases.
    pub(crate) fn ask(
        known: &dyn Known,
        plan: &Plan<'_>,
        key: impl Fn(usize, &TestCase) -> Option<Hash>,
    ) -> Self {
        let keys: Vec<Option<Hash>> = plan.cases.iter().enumerate().map(|(at, case)| key(at, case)).collect();
        let wanted: Vec<Hash> = keys.iter().flatten().copied().collect();
        let results = if wanted.is_empty() { BTreeMap::new() } else { known.known(&wanted) };
        Self { keys, results }
    }

    pub(crate) fn key(&self, position: usize) -> Option<Hash> {
        self.keys.get(position).copied().flatten()
    }

    /// As if the case had been run now, with these limits.
    pub(crate) fn take(
        &mut self,
        case: &TestCase,
        position: usize,
        limits: Option<&Limits>,
    ) -> Option<CaseResult> {
        let known = self.results.remove(&self.key(position)?)?;
        let place = CaseResult::skipped(case, u32::try_from(position).unwrap_or(u32::MAX));
        Some(CaseResult {
            name: place.name,
            position: place.position,
            sample: place.sample,
            points: None,
            verdict: known.own,
            time_limit: limits.map_or(Duration::ZERO, Limits::time),
            memory_limit: limits.map_or(0, |limits| limits.memory_bytes),
            ..known
        })
    }
}

impl CaseResult {
    /// Another run of the same would come to the same, as far as can be said. Nothing that we or the setter failed in;
    /// nothing that a few percent of speed would change, or that was measured again because they might; nothing that a
    /// busy machine may have decided.
    pub(crate) fn is_repeatable(&self) -> bool {
        let decided = |verdict| !matches!(verdict, Verdict::Je | Verdict::Sk);
        let once = self.times.len() < 2;
        let noisy = self.noise.is_some_and(|noise| noise.is_noisy(self.cpu));
        let quiet = !(noisy && again::hangs_on_noise(self));
        decided(self.own) && decided(self.verdict) && once && !self.is_borderline() && quiet
    }

    /// Within reach of the other side of a limit of time. What was stopped far behind it is not.
    fn is_borderline(&self) -> bool {
        let near = |time: Duration, limit: Duration| time >= limit * 9 / 10 && time < limit * 5 / 4;
        let has_limit = self.time_limit > Duration::ZERO;
        let waited = self.own != Verdict::Ile && near(self.wall, Limits::wall_of(self.time_limit));
        has_limit && (near(self.cpu, self.time_limit) || waited)
    }
}

#[cfg(test)]
mod tests {
    use sandbox::fair::Noise;

    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    /// Of one second.
    fn ran(cpu_ms: u64, own: Verdict) -> CaseResult {
        CaseResult {
            verdict: own,
            own,
            cpu: MS(cpu_ms),
            wall: MS(cpu_ms),
            time_limit: MS(1_000),
            ..CaseResult::new("secret/1".into(), 0)
        }
    }

    #[test]
    fn what_is_close_to_a_limit_of_time_may_come_to_something_else() {
        use Verdict::{Ac, Ile, Tle, Wa};
        for (cpu, verdict) in [(1, Ac), (899, Wa), (1_250, Tle), (1_300, Tle)] {
            assert!(ran(cpu, verdict).is_repeatable(), "{cpu} {verdict}");
        }
        for (cpu, verdict) in [(900, Ac), (999, Wa), (1_000, Ac), (1_001, Tle), (1_249, Tle)] {
            assert!(!ran(cpu, verdict).is_repeatable(), "{cpu} {verdict}");
        }
        let slept = |wall, own| CaseResult { wall: MS(wall), ..ran(10, own) };
        assert!(slept(2_600, Ac).is_repeatable() && !slept(2_700, Ac).is_repeatable());
        let twice = CaseResult { times: vec![MS(1_040), MS(800)], ..ran(800, Ac) };
        assert!(!twice.is_repeatable(), "the first run was");
        assert!(slept(3_001, Ile).is_repeatable(), "it used no time and was ended");
        assert!(CaseResult { time_limit: Duration::ZERO, ..ran(0, Ac) }.is_repeatable(), "it was handed in");
    }

    #[test]
    fn what_we_or_the_setter_failed_in_or_nobody_ran_is_no_result() {
        assert!(!ran(1, Verdict::Je).is_repeatable() && !ran(0, Verdict::Sk).is_repeatable());
        let no_points = CaseResult { verdict: Verdict::Je, ..ran(1, Verdict::Ac) };
        assert!(!no_points.is_repeatable());
    }

    #[test]
    fn what_a_busy_machine_may_have_decided_is_no_result() {
        use Verdict::{Ac, Ile, Tle, Wa};
        let quiet =
            Noise { wait: MS(4), window: MS(200), steal: MS(0), pressure: MS(90), canary: Some(1.05) };
        let busy = [
            Noise { wait: MS(140), ..quiet },
            Noise { steal: MS(30), ..quiet },
            Noise { pressure: MS(150), ..quiet },
            Noise { canary: Some(1.2), ..quiet },
        ];
        let repeatable = |cpu, own, noise| {
            let run = CaseResult { noise: Some(noise), ..ran(cpu, own) };
            run.is_repeatable()
        };
        for noise in busy {
            for (cpu, own) in [(600, Ac), (1_300, Tle), (10, Ile)] {
                assert!(repeatable(cpu, own, quiet) && !repeatable(cpu, own, noise), "{own} {cpu} {noise:?}");
            }
            for (cpu, own) in [(400, Ac), (600, Wa)] {
                assert!(repeatable(cpu, own, noise), "{own} {cpu}: no time decided it");
            }
        }
    }
}
