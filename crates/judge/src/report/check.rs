//! What `judge problem check` says.

use std::io;
use std::time::Duration;

use comfy_table::Cell;
use judging::{CaseResult, Judged};
use problem::package::Format;
use problem::version::{Advice, Example, Expectation};
use problem::{Fault, Verdict};
use serde::Serialize;

use super::table::{self, Tone};
use super::test::{points, tone};
use super::{milliseconds, say, seconds};

/// One package, as `--json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub problem: String,
    /// Of the package; `None` of one that cannot be read.
    pub format: Option<Format>,
    /// It can be read, and every submission does what its folder promises.
    pub ok: bool,
    pub faults: Vec<Fault>,
    pub submissions: Vec<Submission>,
    /// `None` of a package that cannot be read.
    pub time: Option<Time>,
    /// How the time limit stands to what the submissions need, in words.
    #[serde(skip)]
    pub advice: Vec<String>,
}

/// How the time limit stands to what the setter's own submissions need, in milliseconds of CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Time {
    pub limit_ms: u64,
    /// Of those that must be quick enough and are; `None` without one.
    pub slowest_accepted_ms: Option<u64>,
    /// Of those that must be too slow and are: at least so much, as they are ended a quarter above the wanted margin.
    pub fastest_too_slow_ms: Option<u64>,
}

impl Time {
    pub(crate) fn of(advice: &Advice) -> Self {
        let of = |one: &Option<problem::version::Measured>| one.as_ref().map(|one| milliseconds(one.time));
        Self {
            limit_ms: milliseconds(advice.limit),
            slowest_accepted_ms: of(&advice.slowest_accepted),
            fastest_too_slow_ms: of(&advice.fastest_too_slow),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Submission {
    /// Below `submissions/`.
    pub path: String,
    /// The verdicts that its folder asks for; empty where the folder promises nothing.
    pub expected: Vec<Verdict>,
    pub verdict: Verdict,
    /// `None` of a pass-fail problem, and after a judge error.
    pub score: Option<f64>,
    pub ok: bool,
    /// In the order of judging; none without a program.
    pub cases: Vec<Case>,
    /// Why it has that verdict, does not do what it promises, or was not judged.
    pub reason: String,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Case {
    pub name: String,
    pub verdict: Verdict,
    pub cpu_ms: u64,
    pub memory_bytes: u64,
    #[serde(skip)]
    pub cpu: Duration,
}

impl Submission {
    /// Whether its promises hold is for the caller to say.
    pub(crate) fn of(example: &Example, judged: &Judged) -> Self {
        Self {
            verdict: judged.verdict,
            score: judged.score,
            cases: judged.cases.iter().map(Case::of).collect(),
            ..Self::unjudged(example, String::new())
        }
    }

    /// Why it does not do what it promises, or was not judged.
    fn why(&self) -> &str {
        if self.ok && self.verdict != Verdict::Je { "" } else { &self.reason }
    }

    /// One that we could not judge, and why.
    pub(crate) fn unjudged(example: &Example, reason: String) -> Self {
        let expected = example.expected.as_ref().map_or(&[][..], Expectation::wanted).to_vec();
        let path = example.path.clone();
        Self { path, expected, verdict: Verdict::Je, score: None, ok: false, cases: Vec::new(), reason }
    }

    fn slowest(&self) -> Option<Duration> {
        self.cases.iter().map(|case| case.cpu).max()
    }
}

impl Case {
    fn of(result: &CaseResult) -> Self {
        let CaseResult { name, verdict, cpu, memory, .. } = result;
        let (cpu_ms, memory_bytes) = (milliseconds(*cpu), *memory);
        Self { name: name.clone(), verdict: *verdict, cpu_ms, memory_bytes, cpu: *cpu }
    }
}

/// For people: a table of the package's submissions.
pub(crate) fn tell(report: &Report) -> io::Result<()> {
    let word = if report.ok { "holds" } else { "DOES NOT HOLD" };
    let format = report.format.map(|format| format!(", read as {}", format.words())).unwrap_or_default();
    say!("{}: {word}, {} submissions{format}", report.problem, report.submissions.len())?;
    if report.submissions.is_empty() {
        return Ok(());
    }
    let strips = strips(&report.submissions);
    let heads = ["submission", "folder", "verdict", "slowest", "tests", "", "why"];
    let heads: Vec<_> = heads.into_iter().filter(|head| *head != "tests" || strips).collect();
    let mut table = table::new(&heads);
    for submission in &report.submissions {
        table.add_row(row(submission, strips));
    }
    table::print(table)?;
    if strips {
        say!("tests: {}", legend(&report.submissions))?;
    }
    for line in &report.advice {
        say!("{line}")?;
    }
    say!("")
}

fn row(submission: &Submission, strips: bool) -> Vec<Cell> {
    let (folder, file) = submission.path.rsplit_once('/').unwrap_or(("", &submission.path));
    let (mark, tone) = if submission.ok { ("ok", Tone::Good) } else { ("WRONG", Tone::Bad) };
    let mut row = vec![
        Cell::new(file),
        Cell::new(folder),
        told(submission),
        table::number(submission.slowest().map(seconds).unwrap_or_default()),
    ];
    row.extend(strips.then(|| Cell::new(strip(submission))));
    row.extend([table::cell(mark, tone), Cell::new(submission.why())]);
    row
}

/// The verdict, with the score where there is one.
fn told(submission: &Submission) -> Cell {
    let score = submission.score.map(|score| format!(" {}", points(score, None))).unwrap_or_default();
    table::cell(format!("{}{score}", submission.verdict), tone(submission.verdict))
}

/// Most tests of which each has a letter on the line.
const STRIP: usize = 60;

/// Whether all tests have room on a line, and there are any.
fn strips(submissions: &[Submission]) -> bool {
    let most = submissions.iter().map(|one| one.cases.len()).max().unwrap_or_default();
    (1..=STRIP).contains(&most)
}

/// A letter for each test, in the order of judging.
fn strip(submission: &Submission) -> String {
    submission.cases.iter().map(|case| letter(case.verdict)).collect()
}

/// Different for each verdict that a test can have, and quiet for what went well.
fn letter(verdict: Verdict) -> char {
    match verdict {
        Verdict::Ac => '.',
        Verdict::Pa => '~',
        Verdict::Sk => '-',
        Verdict::Je => '!',
        other => other.code().chars().next().unwrap_or('?'),
    }
}

/// `. AC, W WA`: of the letters that are there.
fn legend(submissions: &[Submission]) -> String {
    let all = submissions.iter().flat_map(|one| &one.cases).map(|case| case.verdict);
    let mut seen: Vec<Verdict> = Vec::new();
    for verdict in all {
        if !seen.contains(&verdict) {
            seen.push(verdict);
        }
    }
    let words: Vec<String> =
        seen.into_iter().map(|verdict| format!("{} {}", letter(verdict), verdict.words())).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn submission(verdicts: &[Verdict]) -> Submission {
        let case = |&verdict: &Verdict| Case {
            name: "secret/1".to_owned(),
            verdict,
            cpu_ms: 0,
            memory_bytes: 0,
            cpu: Duration::ZERO,
        };
        Submission {
            path: "accepted/a.py".to_owned(),
            expected: Vec::new(),
            verdict: Verdict::Ac,
            score: None,
            ok: true,
            cases: verdicts.iter().map(case).collect(),
            reason: String::new(),
        }
    }

    #[test]
    fn no_two_verdicts_of_a_test_have_one_letter() {
        let of_tests = Verdict::ALL.into_iter().filter(|verdict| *verdict != Verdict::Ce);
        let letters: Vec<char> = of_tests.map(letter).collect();
        assert_eq!(letters.iter().collect::<BTreeSet<_>>().len(), letters.len(), "{letters:?}");
    }

    #[test]
    fn a_strip_has_a_letter_for_each_test_and_a_legend_for_each_letter() {
        let all = [submission(&[Verdict::Ac, Verdict::Wa, Verdict::Ac]), submission(&[])];
        assert_eq!((strip(&all[0]), strip(&all[1])), (".W.".to_owned(), String::new()));
        assert_eq!(legend(&all), ". accepted, W wrong answer");
        assert!(strips(&all));
        assert!(!strips(&all[1..]), "nothing to show");
        assert!(!strips(&[submission(&[Verdict::Ac; STRIP + 1])]), "no room");
    }
}
