//! The table of tests.

use std::collections::BTreeSet;
use std::time::Duration;

use problem::Verdict;
use store::run::Run;

use super::Rights;
use crate::mark::Standing;
use crate::words;

/// Most rows. Of more tests those are shown that say something.
const ROWS: usize = 80;
/// So many of the slowest accepted tests say something.
const SLOWEST: usize = 10;
/// Characters of what a program wrote to standard error.
const STDERR: usize = 400;

#[derive(Clone)]
pub(super) struct Case {
    /// From 1, in the order of judging.
    pub(super) number: usize,
    pub(super) sample: bool,
    pub(super) standing: Standing,
    /// What it gives, in a problem with points.
    pub(super) points: Option<String>,
    pub(super) is_run: bool,
    /// It is what the strip leads to.
    pub(super) has_anchor: bool,
    /// CPU times of all its runs, in order: several where the first was in doubt.
    pub(super) times: Vec<Duration>,
    /// Peak, in bytes.
    pub(super) memory: u64,
    /// What happened, in words; empty where everything was right.
    pub(super) why: String,
}

impl Case {
    pub(super) fn anchor(&self) -> String {
        anchor(self.number)
    }
}

/// From 1, in the order of judging.
pub(super) fn number(run: &Run) -> usize {
    run.position as usize + 1
}

/// The id of a test's row in the page.
pub(super) fn anchor(number: usize) -> String {
    format!("test-{number}")
}

/// The rows, and a sentence on those that are left out.
pub(super) fn table(runs: &[Run], rights: Rights) -> (Vec<Case>, Option<String>) {
    let shown = telling(runs);
    let left_out = runs.len() - shown.len();
    let cases = shown.into_iter().map(|at| case(&runs[at], rights)).collect();
    let words = (left_out > 0).then(|| {
        let count = words::count(left_out as u64, "other test");
        format!(
            "Not shown: {count}, all faster than the slowest {SLOWEST} above or failed like the first ones."
        )
    });
    (cases, words)
}

/// Which runs are shown: all, or of too many the samples, the first failures and the slowest.
fn telling(runs: &[Run]) -> Vec<usize> {
    if runs.len() <= ROWS {
        return (0..runs.len()).collect();
    }
    let says = |run: &Run| run.sample || !matches!(run.verdict, Verdict::Ac | Verdict::Sk);
    let first = (0..runs.len()).filter(|&at| says(&runs[at])).take(ROWS - SLOWEST);
    let mut slowest: Vec<usize> = (0..runs.len()).collect();
    slowest.sort_by_key(|&at| std::cmp::Reverse(runs[at].cpu));
    let shown: BTreeSet<usize> = first.chain(slowest.into_iter().take(SLOWEST)).collect();
    shown.into_iter().collect()
}

fn case(run: &Run, rights: Rights) -> Case {
    Case {
        number: number(run),
        sample: run.sample,
        standing: Standing::Done(run.verdict),
        points: run.points.map(words::points),
        is_run: run.verdict != Verdict::Sk,
        has_anchor: true,
        times: run.times.clone(),
        memory: run.memory,
        why: why(run, rights),
    }
}

/// `0.96 s`, or of all its runs `1.04 s, 0.97 s, 0.96 s`.
pub(super) fn times(run: &Run) -> String {
    match &run.times[..] {
        [_, _, ..] => run.times.iter().map(|time| words::seconds(*time)).collect::<Vec<_>>().join(", "),
        _ => words::seconds(run.cpu),
    }
}

/// Reasons may quote the test: they are for the owner and the jury. So may what a program wrote to standard error,
/// by which it could print a secret test: of those it is for the jury alone.
fn why(run: &Run, rights: Rights) -> String {
    let told = [
        (rights.details, &run.reason),
        (rights.details, &run.team_message),
        (rights.internals, &run.judge_message),
    ];
    let stderr: String = run.stderr.trim().chars().take(STDERR).collect();
    let stderr_told = rights.internals || (rights.details && run.sample);
    let parts = told.into_iter().filter(|(told, text)| *told && !text.trim().is_empty());
    let mut parts: Vec<String> = parts.map(|(_, text)| text.trim().to_owned()).collect();
    parts.extend(
        (stderr_told && !stderr.is_empty() && run.verdict != Verdict::Ac)
            .then(|| format!("It wrote: {stderr}")),
    );
    parts.dedup();
    parts.extend(
        run.reused_from.filter(|_| rights.internals).map(|judging| format!("From judging {judging}.")),
    );
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::fixture::run;

    const OWNER: Rights = Rights { details: true, internals: false };
    const JURY: Rights = Rights { details: true, internals: true };
    const OTHERS: Rights = Rights { details: false, internals: false };

    #[test]
    fn others_learn_no_reason_and_owners_nothing_that_is_for_the_jury() {
        let failed = Run {
            reason: "Exit code 3.".into(),
            judge_message: "case 7 is a star".into(),
            stderr: "boom".into(),
            ..run(0, Verdict::Re)
        };
        let why = |rights| super::why(&failed, rights);
        assert_eq!(why(OTHERS), "");
        assert_eq!(why(OWNER), "Exit code 3.");
        assert_eq!(why(JURY), "Exit code 3. case 7 is a star It wrote: boom");
        let sample = Run { sample: true, ..failed.clone() };
        assert_eq!(super::why(&sample, OWNER), "Exit code 3. It wrote: boom");
    }

    #[test]
    fn that_a_result_is_from_an_earlier_judging_is_for_the_jury() {
        let reused = Run { reused_from: Some(store::JudgingId(12)), ..run(0, Verdict::Ac) };
        let why = |rights| super::why(&reused, rights);
        assert_eq!([why(OTHERS), why(OWNER), why(JURY)], ["", "", "From judging 12."]);
    }

    #[test]
    fn a_test_that_was_measured_again_shows_all_its_times() {
        let all = [1_040, 970, 960].map(Duration::from_millis);
        let again = Run { cpu: all[2], times: all.into(), ..run(0, Verdict::Ac) };
        assert_eq!(times(&again), "1.04 s, 0.97 s, 0.96 s");
        assert_eq!(table(&[again], OWNER).0[0].times, all);
        assert_eq!(times(&run(1, Verdict::Ac)), "0.01 s");
    }

    #[test]
    fn of_thousands_of_tests_the_failures_and_the_slowest_are_shown() {
        let mut runs: Vec<Run> = (0..5_000).map(|at| run(at, Verdict::Ac)).collect();
        runs[4_000].cpu = Duration::from_secs(9);
        runs[70].verdict = Verdict::Wa;
        let (cases, left_out) = table(&runs, OWNER);
        let numbers: Vec<usize> = cases.iter().map(|case| case.number).collect();
        assert!(numbers.contains(&71) && numbers.contains(&4_001), "{numbers:?}");
        assert!(numbers.len() <= ROWS && left_out.unwrap().contains("4,98"));
    }
}
