//! A check as it stands: the fragment `problem/checked.html`, which the page and the stream show.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use ::problem::version::{Advice, Example, Expectation, Seen, SeenCase};
use ::problem::{Verdict, Version};
use askama::Template;
use store::SubmissionId;
use store::check::{Checked, CheckedRun};
use store::judging::{Phase, State};
use store::problem_version::ProblemVersion;
use time::OffsetDateTime;

use super::matrix::{self, Matrix};
use crate::error::Error;
use crate::mark::Standing;
use crate::submission::waiting::{self, Waiting};
use crate::text::Excerpt;
use crate::{App, filters, words};

/// Bytes of a log.
const LOG_BYTES: usize = 16 << 10;

#[derive(Template)]
#[template(path = "problem/checked.html")]
pub(crate) struct CheckView {
    pub(super) is_final: bool,
    /// Whose judgings this is made of.
    pub(super) submissions: BTreeSet<SubmissionId>,
    /// When the youngest judging was asked for.
    pub(super) at: OffsetDateTime,
    headline: String,
    /// The shape, as SVG.
    mark: String,
    lines: Vec<Line>,
    /// Why it waits, or how long.
    notes: Vec<(&'static str, String)>,
    advice: Vec<String>,
    matrices: Vec<Matrix>,
    left_out: usize,
}

/// One of the version's own submissions.
struct Line {
    number: usize,
    path: String,
    /// `AC`, `TLE or ILE`; empty where nothing is promised.
    wanted: String,
    standing: Option<Standing>,
    /// Points.
    score: Option<String>,
    /// CPU time and memory of its worst case each.
    slowest: Option<Duration>,
    largest: Option<u64>,
    /// Whether it does what is promised; `None` while nobody knows.
    holds: Option<bool>,
    /// What it does not, or why it cannot be judged.
    why: String,
    log: Option<Excerpt>,
}

impl From<&Checked> for Standing {
    fn from(checked: &Checked) -> Self {
        match (checked.state, checked.verdict, checked.phase) {
            (_, Some(verdict), _) => Self::Done(verdict),
            (State::Running, _, Some(Phase::Compiling)) => Self::Compiling,
            (State::Running, ..) => Self::Running { done: checked.tests_done, total: checked.tests_total },
            _ => Self::Queued,
        }
    }
}

impl CheckView {
    /// `None`: the version was never checked.
    pub(super) async fn load(app: &App, version: &ProblemVersion) -> Result<Option<Self>, Error> {
        let latest = store::check::latest(&app.db, version.id).await?;
        let runs = store::check::runs(&app.db, version.id).await?;
        let Some(view) = Self::of(&version.manifest, &latest, &runs) else { return Ok(None) };
        Ok(Some(Self { notes: notes(app, version, &latest).await?, ..view }))
    }

    fn of(version: &Version, latest: &[Checked], runs: &BTreeMap<String, Vec<CheckedRun>>) -> Option<Self> {
        let at = latest.iter().map(|checked| checked.created_at).max()?;
        let found: Vec<Found<'_>> =
            version.submissions.iter().map(|example| Found::of(version, example, latest, runs)).collect();
        let lines: Vec<Line> = found.iter().enumerate().map(|(at, found)| found.line(at + 1)).collect();
        let timed = found.iter().filter(|found| found.holds() == Some(true));
        let timed: Vec<_> = timed.filter_map(|one| Some((one.example, one.seen.as_ref()?))).collect();
        let columns: Vec<_> = found.iter().map(|one| (one.example.path.clone(), one.runs)).collect();
        let (matrices, left_out) = matrix::matrices(version, &columns);
        Some(Self {
            is_final: latest.iter().all(|checked| checked.state == State::Done),
            submissions: latest.iter().map(|checked| checked.submission).collect(),
            at,
            mark: standing(&lines).mark(),
            headline: headline(&lines),
            notes: Vec::new(),
            advice: Advice::of(version, &timed).lines(),
            lines,
            matrices,
            left_out,
        })
    }
}

impl CheckView {
    pub(super) fn headline(&self) -> &str {
        &self.headline
    }
}

/// Of the submissions that wait, the first in each language: whatever keeps any of them, else when the first one is done.
async fn notes(
    app: &App,
    version: &ProblemVersion,
    latest: &[Checked],
) -> Result<Vec<(&'static str, String)>, Error> {
    let waiting = latest.iter().filter(|checked| checked.state == State::Queued);
    let mut first = BTreeMap::new();
    for checked in waiting {
        first.entry(&checked.language).or_insert(checked);
    }
    let mut kept = BTreeSet::new();
    let mut going = None;
    for checked in first.into_values() {
        let told = waiting::look(app, &Waiting::of_check(checked, version)).await?;
        match told.why {
            Some(_) => drop(kept.insert(told.note())),
            None => drop(going.get_or_insert(told.note())),
        }
    }
    Ok(if kept.is_empty() { going.into_iter().collect() } else { kept.into_iter().collect() })
}

/// An example, and what became of it.
struct Found<'a> {
    example: &'a Example,
    checked: Option<&'a Checked>,
    runs: &'a [CheckedRun],
    /// Nobody knows in which language it is.
    unknown: bool,
    /// When it is judged.
    seen: Option<Seen<'a>>,
}

impl<'a> Found<'a> {
    fn of(
        version: &'a Version,
        example: &'a Example,
        latest: &'a [Checked],
        runs: &'a BTreeMap<String, Vec<CheckedRun>>,
    ) -> Self {
        let checked = latest.iter().find(|checked| checked.path == example.path);
        let runs = runs.get(&example.path).map_or(&[][..], Vec::as_slice);
        let seen = checked.and_then(|checked| seen(version, checked, runs));
        let unknown = version.is_foreign(example);
        Self { example, checked, runs, unknown, seen }
    }

    fn verdict(&self) -> Option<Verdict> {
        self.checked?.verdict
    }

    /// The promise that is not kept, in words.
    fn broken(&self) -> Option<String> {
        self.example.expected.as_ref()?.broken(self.seen.as_ref()?)
    }

    fn holds(&self) -> Option<bool> {
        if self.unknown {
            return Some(true);
        }
        let verdict = self.verdict()?;
        Some(verdict != Verdict::Je && self.broken().is_none())
    }

    fn line(&self, number: usize) -> Line {
        let Self { example, checked, runs, .. } = self;
        let wanted = example.expected.as_ref().map_or(&[][..], Expectation::wanted);
        let wanted: Vec<&str> = wanted.iter().map(|verdict| verdict.code()).collect();
        let run = || runs.iter().filter(|run| run.verdict != Verdict::Sk);
        Line {
            number,
            path: example.path.clone(),
            wanted: wanted.join(" or "),
            standing: checked.map(Standing::from),
            score: checked.and_then(|checked| checked.score).map(words::points),
            slowest: run().map(|run| run.cpu).max(),
            largest: run().map(|run| run.memory).max(),
            holds: self.holds(),
            why: self.why(),
            log: self.log(),
        }
    }

    /// With the reason of the case that a broken promise is about.
    fn why(&self) -> String {
        let Some(checked) = self.checked else {
            let why = if self.unknown { "its ending tells no language" } else { "not checked" };
            return why.to_owned();
        };
        match (self.broken(), checked.verdict) {
            (Some(broken), _) => match self.runs.iter().find(|run| begins_with(&broken, &run.name)) {
                Some(run) => format!("{broken}: {}", run.reason),
                None if checked.reason.is_empty() => broken,
                None => format!("{broken}: {}", checked.reason),
            },
            (None, Some(Verdict::Je)) => checked.reason.clone(),
            (None, _) => String::new(),
        }
    }

    /// What explains a verdict that is not as promised.
    fn log(&self) -> Option<Excerpt> {
        let checked = self.checked.filter(|_| self.holds() == Some(false))?;
        let ours = checked.internal_error.as_deref().filter(|_| checked.verdict == Some(Verdict::Je));
        let text = ours.unwrap_or(&checked.compile_log);
        (!text.trim().is_empty()).then(|| Excerpt::of(text.trim_end().as_bytes(), LOG_BYTES))
    }
}

/// Whether a promise is about this case.
fn begins_with(broken: &str, case: &str) -> bool {
    broken.strip_prefix(case).is_some_and(|rest| rest.starts_with(" is "))
}

fn seen<'a>(version: &'a Version, checked: &'a Checked, runs: &'a [CheckedRun]) -> Option<Seen<'a>> {
    let case = |run: &'a CheckedRun| SeenCase {
        name: &run.name,
        verdict: run.verdict,
        message: &run.judge_message,
        cpu: run.cpu,
    };
    let cases: Vec<SeenCase<'_>> = runs.iter().map(case).collect();
    let groups = checked.groups.iter().map(|group| (group.name.as_str(), group.score));
    let scores = groups.chain(checked.score.map(|score| ("", score)));
    Some(Seen::of(version, checked.verdict?, &cases, scores))
}

fn known(lines: &[Line]) -> usize {
    lines.iter().filter(|line| line.holds.is_some()).count()
}

fn broken(lines: &[Line]) -> usize {
    lines.iter().filter(|line| line.holds == Some(false)).count()
}

/// The shape that all of it has.
fn standing(lines: &[Line]) -> Standing {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    match known(lines) {
        _ if broken(lines) > 0 => Standing::Done(Verdict::Wa),
        known if known == lines.len() => Standing::Done(Verdict::Ac),
        known => Standing::Running { done: count(known), total: count(lines.len()) },
    }
}

fn headline(lines: &[Line]) -> String {
    let (known, broken) = (known(lines), broken(lines));
    let submissions = words::count(lines.len() as u64, "submission");
    match (known == lines.len(), broken) {
        (true, 0) => format!("Holds: {submissions}, each does what is promised"),
        (true, _) => format!("Does not hold: {broken} of {submissions} not as promised"),
        (false, 0) => format!("{known} of {submissions} judged"),
        (false, _) => format!("{known} of {submissions} judged, {broken} not as promised"),
    }
}

#[cfg(test)]
mod tests {
    use ::problem::version::TestNode;
    use ::problem::{Hash, TestCase, TestGroup};
    use store::JudgingId;

    use super::*;

    fn version(examples: &[(&str, Verdict)]) -> Version {
        let case = TestCase::new("secret/1", Hash::of(b"1"), Hash::of(b"2"));
        let example = |(path, result): &(&str, Verdict)| Example {
            path: (*path).to_owned(),
            language: Some("cpp".to_owned()),
            files: BTreeMap::new(),
            expected: Some(Expectation { result: vec![*result], ..Expectation::of_cases(Verdict::ALL, []) }),
            entry: None,
        };
        Version {
            tests: TestGroup { children: vec![TestNode::Case(case)], ..TestGroup::default() },
            submissions: examples.iter().map(example).collect(),
            ..Version::new("a".parse().unwrap())
        }
    }

    fn checked(path: &str, verdict: Option<Verdict>) -> Checked {
        Checked {
            submission: SubmissionId(1),
            judging: JudgingId(1),
            language: "cpp".to_owned(),
            path: path.to_owned(),
            state: if verdict.is_some() { State::Done } else { State::Queued },
            phase: None,
            tests_done: 0,
            tests_total: 0,
            verdict,
            score: None,
            groups: Vec::new(),
            reason: "secret/1: no".to_owned(),
            compile_log: "a warning".to_owned(),
            internal_error: None,
            created_at: OffsetDateTime::UNIX_EPOCH,
        }
    }

    fn runs(path: &str, verdict: Verdict) -> (String, Vec<CheckedRun>) {
        let run = CheckedRun {
            name: "secret/1".to_owned(),
            verdict,
            cpu: Duration::from_millis(40),
            memory: 1 << 20,
            reason: "no".to_owned(),
            judge_message: String::new(),
        };
        (path.to_owned(), vec![run])
    }

    #[test]
    fn a_version_that_was_never_checked_shows_nothing() {
        assert!(CheckView::of(&version(&[("a.cpp", Verdict::Ac)]), &[], &BTreeMap::new()).is_none());
    }

    #[test]
    fn each_submission_is_held_against_its_own_promise() {
        let version = version(&[("a.cpp", Verdict::Ac), ("b.cpp", Verdict::Wa), ("c.cpp", Verdict::Ac)]);
        let (ac, wa) = (Some(Verdict::Ac), Some(Verdict::Wa));
        let latest = [checked("a.cpp", ac), checked("b.cpp", wa), checked("c.cpp", wa)];
        let runs = BTreeMap::from([
            runs("a.cpp", Verdict::Ac),
            runs("b.cpp", Verdict::Wa),
            runs("c.cpp", Verdict::Wa),
        ]);
        let view = CheckView::of(&version, &latest, &runs).unwrap();
        let held: Vec<_> = view.lines.iter().map(|line| line.holds).collect();
        assert_eq!(held, [Some(true), Some(true), Some(false)]);
        assert_eq!(view.headline, "Does not hold: 1 of 3 submissions not as promised");
        assert_eq!(view.lines[2].why, "it is WA as a whole, not AC: secret/1: no");
        assert!(view.is_final && view.lines[2].log.is_some() && view.lines[1].log.is_none());
        assert_eq!(view.advice.len(), 1, "{:?}", view.advice);
    }

    #[test]
    fn while_it_runs_what_is_known_is_counted() {
        let version = version(&[("a.cpp", Verdict::Ac), ("b.cpp", Verdict::Wa)]);
        let latest = [checked("a.cpp", Some(Verdict::Ac)), checked("b.cpp", None)];
        let view = CheckView::of(&version, &latest, &BTreeMap::from([runs("a.cpp", Verdict::Ac)])).unwrap();
        assert!(!view.is_final);
        assert_eq!(view.headline, "1 of 2 submissions judged");
        assert!(view.mark.contains("50 100"), "{}", view.mark);
    }
}
