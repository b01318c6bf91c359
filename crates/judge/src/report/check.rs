//! What `judge problem check` says.

use crate::report::say;
use std::io;
use std::time::Duration;

use comfy_table::Cell;
use problem::{Fault, Verdict};
use serde::Serialize;

use super::seconds;
use super::table::{self, Tone};
use super::test::{points, tone};

/// One package, as `--json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub problem: String,
    /// It can be read, and every submission does what its folder promises.
    pub ok: bool,
    pub faults: Vec<Place>,
    pub submissions: Vec<Submission>,
    /// `None` of a package that cannot be read.
    pub time: Option<Time>,
    /// `faults` with their severity.
    #[serde(skip)]
    pub told: Vec<Fault>,
}

/// How the time limit stands to what the setter's own submissions need, in milliseconds of CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Time {
    pub limit_ms: u64,
    /// Of those that must be accepted and are; `None` without one.
    pub slowest_accepted_ms: Option<u64>,
    /// Of those that must be too slow and are: at least so much, as they are ended a quarter above the limit.
    pub fastest_too_slow_ms: Option<u64>,
}

impl Time {
    pub(crate) fn of(limit: Duration, submissions: &[Submission]) -> Self {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let of = |verdict: Verdict| {
            submissions
                .iter()
                .filter(move |one| one.expected.first() == Some(&verdict) && one.verdict == verdict)
                .map(move |one| millis(one.cpu))
        };
        Self {
            limit_ms: millis(limit),
            slowest_accepted_ms: of(Verdict::Ac).max(),
            fastest_too_slow_ms: of(Verdict::Tle).min(),
        }
    }

    /// `the time limit of 2 s is 4.8 times what the slowest accepted submission needs (0.41 s)`
    fn words(&self) -> Option<String> {
        let slowest = self.slowest_accepted_ms?.max(1);
        let times = self.limit_ms as f64 / slowest as f64;
        let time = |ms| seconds(Duration::from_millis(ms));
        let close = if times < 2.0 { ": too close, twice is usual" } else { "" };
        Some(format!(
            "the time limit of {} is {times:.1} times what the slowest accepted submission needs ({}){close}",
            time(self.limit_ms),
            time(slowest)
        ))
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Place {
    pub file: String,
    pub line: Option<u32>,
    pub message: String,
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
    /// Of the slowest case.
    #[serde(skip)]
    pub cpu: Duration,
    #[serde(skip)]
    pub reason: String,
}

impl Place {
    pub(crate) fn of(fault: &Fault) -> Self {
        Self { file: fault.file.clone(), line: fault.line, message: fault.message.clone() }
    }
}

/// For people: a table of the package's submissions.
pub(crate) fn tell(report: &Report) -> io::Result<()> {
    let word = if report.ok { "holds" } else { "DOES NOT HOLD" };
    say!("{}: {word}, {} submissions", report.problem, report.submissions.len())?;
    if report.submissions.is_empty() {
        return Ok(());
    }
    let mut table = table::new(&["submission", "folder", "verdict", "slowest", "", "why"]);
    for submission in &report.submissions {
        let (folder, file) = submission.path.split_once('/').unwrap_or(("", &submission.path));
        let (mark, tone) = if submission.ok { ("ok", Tone::Good) } else { ("WRONG", Tone::Bad) };
        table.add_row([
            Cell::new(file),
            Cell::new(folder),
            told(submission),
            table::number(if submission.cpu.is_zero() { String::new() } else { seconds(submission.cpu) }),
            table::cell(mark, tone),
            Cell::new(if submission.ok { "" } else { &submission.reason }),
        ]);
    }
    table::print(table)?;
    if let Some(words) = report.time.as_ref().and_then(Time::words) {
        say!("{words}")?;
    }
    say!("")
}

/// The verdict, with the score where there is one.
fn told(submission: &Submission) -> Cell {
    let score = submission.score.map(|score| format!(" {}", points(score, None))).unwrap_or_default();
    table::cell(format!("{}{score}", submission.verdict), tone(submission.verdict))
}
