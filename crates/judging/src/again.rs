//! A time that is in doubt is measured again.
//!
//! Whatever disturbs a run adds to its CPU time and nothing takes from it, so the least of several times is the truest, and
//! the run that had it decides the case. In doubt is a time so near to its limit that the machine may have made the
//! difference, and one that a busy machine may have made larger.

use problem::Verdict;

use crate::error::Error;
use crate::judge::CaseResult;

/// Of one case, in all.
const RUNS: usize = 3;
/// Over its limit by no more than this part of it a time is in doubt, below it by no more than that: the same program
/// takes some percent more or less on the same machine.
const CLOSE_OVER: f64 = 0.10;
const CLOSE_UNDER: f64 = 0.05;
/// A busy machine doubles a time at the worst: what took less than this part of its limit all the same is far from it.
const NOISY_FROM: f64 = 0.5;
/// In one judging so many cases on either side of their limits are measured again without another outcome; from then on
/// the first run is believed. Else hundreds of cases near the limit would make every judging three times as long.
const IN_VAIN: u32 = 5;

/// Why a time is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// It is close to its limit.
    Close,
    /// The machine was busy.
    Noisy,
}

/// What one judging has learned of measuring again.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    /// Cases that stayed over their limits, and below.
    over: u32,
    under: u32,
}

impl Patience {
    fn spent(&mut self, over: bool) -> &mut u32 {
        if over { &mut self.over } else { &mut self.under }
    }
}

/// Runs a case until its time is beyond doubt, [`RUNS`] times at most. `run` is told why it is asked again; the result's
/// noise must be there where [`hangs_on_noise`].
///
/// # Errors
/// Those of `run`.
pub(crate) fn measure(
    patience: &mut Patience,
    mut run: impl FnMut(Option<Doubt>) -> Result<CaseResult, Error>,
) -> Result<CaseResult, Error> {
    let mut best = run(None)?;
    best.times = vec![best.cpu];
    let was_over = is_over(&best);
    if *patience.spent(was_over) == IN_VAIN {
        return Ok(best);
    }
    while let Some(why) = doubt(&best).filter(|_| best.times.len() < RUNS) {
        best = better(best, run(Some(why))?);
    }
    if best.times.len() > 1 && is_over(&best) == was_over {
        *patience.spent(was_over) += 1;
    }
    Ok(best)
}

/// Whether a busy machine may have made the result what it is. What the time did not decide it decides no other way: a
/// wrong answer or a crash stays what it is.
pub(crate) fn hangs_on_noise(result: &CaseResult) -> bool {
    match result.verdict {
        Verdict::Tle | Verdict::Ile => true,
        Verdict::Ac | Verdict::Pa => part(result) >= NOISY_FROM,
        _ => false,
    }
}

fn doubt(result: &CaseResult) -> Option<Doubt> {
    let noisy = result.noise.is_some_and(|noise| noise.is_noisy(result.cpu));
    let close = matches!(result.verdict, Verdict::Tle | Verdict::Ac | Verdict::Pa)
        && (1.0 - CLOSE_UNDER..=1.0 + CLOSE_OVER).contains(&part(result));
    match (hangs_on_noise(result) && noisy, close) {
        (true, _) => Some(Doubt::Noisy),
        (_, true) => Some(Doubt::Close),
        _ => None,
    }
}

/// Of the time limit.
fn part(result: &CaseResult) -> f64 {
    result.cpu.as_secs_f64() / result.time_limit.as_secs_f64()
}

/// Of CPU time, or of wall time.
fn is_over(result: &CaseResult) -> bool {
    matches!(result.verdict, Verdict::Tle | Verdict::Ile)
}

/// The one that counts, with the times of both: the quicker one of those that kept their limits, if there are any. One that
/// a program of the setter's spoiled counts last.
fn better(best: CaseResult, next: CaseResult) -> CaseResult {
    let mut times = best.times.clone();
    times.push(next.cpu);
    let rank = |one: &CaseResult| (one.verdict == Verdict::Je, is_over(one), one.cpu);
    let better = if rank(&next) < rank(&best) { next } else { best };
    CaseResult { times, ..better }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use problem::{Hash, TestCase};
    use sandbox::fair::Noise;

    use super::*;
    use Verdict::{Ac, Ile, Je, Pa, Re, Tle, Wa};

    const LIMIT: u64 = 1000;

    fn ran(verdict: Verdict, ms: u64) -> CaseResult {
        let case = TestCase::new("secret/1", Hash::of(b""), Hash::of(b""));
        CaseResult {
            verdict,
            cpu: Duration::from_millis(ms),
            time_limit: Duration::from_millis(LIMIT),
            noise: Some(Noise::default()),
            ..CaseResult::skipped(&case, 0)
        }
    }

    fn noisy(verdict: Verdict, ms: u64) -> CaseResult {
        let noise = Noise { wait: Duration::from_secs(1), ..Noise::default() };
        CaseResult { noise: Some(noise), ..ran(verdict, ms) }
    }

    /// What comes of the runs that there would be, the times in milliseconds, and why each was asked for.
    fn measured(
        patience: &mut Patience,
        runs: &[CaseResult],
    ) -> (Verdict, u64, Vec<u64>, Vec<Option<Doubt>>) {
        let (mut left, mut asked) = (runs.iter().cloned(), Vec::new());
        let result = measure(patience, |doubt| {
            asked.push(doubt);
            Ok(left.next().expect("no more runs than there are"))
        });
        let result = result.unwrap();
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap();
        let times = result.times.iter().map(|time| ms(*time)).collect();
        (result.verdict, ms(result.cpu), times, asked)
    }

    fn once(runs: &[CaseResult]) -> (Verdict, u64, Vec<u64>) {
        let (verdict, least, times, _) = measured(&mut Patience::default(), runs);
        (verdict, least, times)
    }

    #[test]
    fn the_least_of_three_times_counts_and_all_are_kept() {
        let runs = [ran(Tle, 1040), ran(Ac, 970), ran(Ac, 960)];
        assert_eq!(once(&runs), (Ac, 960, vec![1040, 970, 960]));
        let runs = [ran(Tle, 1040), ran(Tle, 1060), ran(Tle, 1050)];
        assert_eq!(once(&runs), (Tle, 1040, vec![1040, 1060, 1050]));
        let runs = [ran(Ac, 960), ran(Tle, 1010), ran(Pa, 980)];
        assert_eq!(once(&runs), (Ac, 960, vec![960, 1010, 980]), "an accepted run is not lost again");
    }

    #[test]
    fn a_time_beyond_doubt_ends_it() {
        assert_eq!(once(&[ran(Tle, 1040), ran(Ac, 940)]), (Ac, 940, vec![1040, 940]));
        assert_eq!(once(&[ran(Ac, 949)]), (Ac, 949, vec![949]));
        assert_eq!(once(&[ran(Tle, 1101)]), (Tle, 1101, vec![1101]));
        assert_eq!(once(&[noisy(Ac, 499)]), (Ac, 499, vec![499]));
    }

    #[test]
    fn within_ten_percent_over_and_five_under_a_time_is_in_doubt() {
        for (verdict, ms) in [(Ac, 950), (Pa, 999), (Ac, 1000), (Tle, 1001), (Tle, 1100)] {
            assert_eq!(doubt(&ran(verdict, ms)), Some(Doubt::Close), "{ms}");
        }
        for verdict in [Wa, Re, Je, Verdict::Mle, Verdict::Ole, Ile] {
            assert_eq!(doubt(&ran(verdict, 1000)), None, "{verdict}: no time decided it");
        }
    }

    #[test]
    fn a_noisy_run_is_in_doubt_where_the_noise_may_have_decided() {
        for (verdict, ms) in [(Ac, 500), (Pa, 980), (Tle, 1050), (Tle, 1250), (Ile, 3)] {
            assert_eq!(doubt(&noisy(verdict, ms)), Some(Doubt::Noisy), "{verdict} {ms}");
        }
        for (verdict, ms) in [(Ac, 499), (Wa, 980), (Re, 980), (Je, 10)] {
            assert_eq!(doubt(&noisy(verdict, ms)), None, "{verdict} {ms}");
        }
    }

    #[test]
    fn whoever_runs_is_told_why() {
        let runs = [noisy(Tle, 1250), ran(Ac, 960), ran(Ac, 970)];
        let (.., asked) = measured(&mut Patience::default(), &runs);
        assert_eq!(asked, [None, Some(Doubt::Noisy), Some(Doubt::Close)]);
    }

    #[test]
    fn the_quickest_run_decides_whatever_it_came_to_but_a_failure_of_ours() {
        assert_eq!(once(&[ran(Tle, 1040), ran(Wa, 900)]), (Wa, 900, vec![1040, 900]));
        let idle = [noisy(Ile, 3), ran(Ac, 200)];
        assert_eq!(once(&idle), (Ac, 200, vec![3, 200]), "who kept the limits comes before who did not");
        let runs = [ran(Tle, 1040), ran(Je, 900), ran(Tle, 1050)];
        assert_eq!(once(&runs), (Tle, 1040, vec![1040, 900, 1050]));
    }

    #[test]
    fn a_judging_stops_measuring_again_what_stays_as_it_is_on_either_side_for_itself() {
        let mut patience = Patience::default();
        let over = [ran(Tle, 1040), ran(Tle, 1040), ran(Tle, 1040)];
        for _ in 0..IN_VAIN {
            assert_eq!(measured(&mut patience, &over).2.len(), 3);
        }
        assert_eq!(measured(&mut patience, &over).2, [1040]);
        let under = [ran(Ac, 970), ran(Ac, 970), ran(Ac, 970)];
        for _ in 0..IN_VAIN {
            assert_eq!(measured(&mut patience, &under).2.len(), 3);
        }
        assert_eq!(measured(&mut patience, &under).2, [970]);
    }

    #[test]
    fn what_came_to_another_outcome_was_not_in_vain() {
        let mut patience = Patience::default();
        for _ in 0..3 * IN_VAIN {
            assert_eq!(measured(&mut patience, &[ran(Tle, 1040), ran(Ac, 900)]).0, Ac);
        }
    }

    #[test]
    fn our_own_failure_is_nobodys_result() {
        let failed = measure(&mut Patience::default(), |doubt| match doubt {
            None => Ok(ran(Tle, 1040)),
            Some(_) => Err(Error::Stopped),
        });
        assert!(matches!(failed, Err(Error::Stopped)));
    }
}
