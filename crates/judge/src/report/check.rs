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
    say!("")
}

/// The verdict, with the score where there is one.
fn told(submission: &Submission) -> Cell {
    let score = submission.score.map(|score| format!(" {}", points(score, None))).unwrap_or_default();
    table::cell(format!("{}{score}", submission.verdict), tone(submission.verdict))
}
