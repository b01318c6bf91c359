//! What `judge test` says.

use crate::report::say;
use comfy_table::Cell;
use judging::{CaseResult, Judged};
use problem::Verdict;
use serde::Serialize;
use std::io;

use super::table::{self, Tone};
use super::{mebibytes, milliseconds, seconds};

/// One judging, as `--json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct Report<'a> {
    pub verdict: Verdict,
    pub score: Option<f64>,
    pub cases: Vec<Case<'a>>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Case<'a> {
    pub name: &'a str,
    pub verdict: Verdict,
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub memory_bytes: u64,
    pub reason: &'a str,
}

impl<'a> Report<'a> {
    pub(crate) fn of(judged: &'a Judged) -> Self {
        let cases = judged.cases.iter().map(Case::of).collect();
        Self { verdict: judged.verdict, score: judged.score, cases }
    }
}

impl<'a> Case<'a> {
    fn of(result: &'a CaseResult) -> Self {
        Self {
            name: &result.name,
            verdict: result.verdict,
            cpu_ms: milliseconds(result.cpu),
            wall_ms: milliseconds(result.wall),
            memory_bytes: result.memory,
            reason: &result.reason,
        }
    }
}

/// For people: a line for each case, then the verdict.
pub(crate) fn tell(judged: &Judged) -> io::Result<()> {
    if !judged.cases.is_empty() {
        let mut table = table::new(&["test", "verdict", "CPU", "wall", "memory", "reason"]);
        for case in &judged.cases {
            let mut row = vec![Cell::new(&case.name), verdict(case.verdict)];
            if case.verdict != Verdict::Sk {
                row.extend(
                    [seconds(case.cpu), seconds(case.wall), mebibytes(case.memory)].map(table::number),
                );
                row.push(Cell::new(&case.reason));
            }
            table.add_row(row);
        }
        table::print(table)?;
    }
    let reason = if judged.reason.is_empty() { String::new() } else { format!(": {}", judged.reason) };
    say!("{} ({}){reason}", judged.verdict, judged.verdict.words())
}

/// Good is accepted, doubtful what says nothing of the program.
pub(crate) fn verdict(verdict: Verdict) -> Cell {
    table::cell(
        verdict,
        match verdict {
            Verdict::Ac => Tone::Good,
            Verdict::Je | Verdict::Sk => Tone::Doubtful,
            _ => Tone::Bad,
        },
    )
}
