//! What `judge test` says.

use crate::report::say;
use std::time::Duration;

use comfy_table::Cell;
use judging::{CaseResult, Judged};
use problem::Verdict;
use sandbox::fair;
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
    /// `None` of a case that was not run.
    pub noise: Option<Noise>,
}

/// What disturbed the run.
#[derive(Debug, Serialize)]
pub(crate) struct Noise {
    /// The CPU time may be more than on a quiet machine.
    pub noisy: bool,
    pub wait_us: u64,
    pub window_us: u64,
    pub steal_us: u64,
    pub pressure_us: u64,
    pub canary: Option<f64>,
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
            noise: result.noise.map(|noise| Noise::of(&noise, result.cpu)),
        }
    }
}

impl Noise {
    fn of(noise: &fair::Noise, cpu: Duration) -> Self {
        let fair::Noise { wait, window, steal, pressure, canary } = *noise;
        let [wait_us, window_us, steal_us, pressure_us] =
            [wait, window, steal, pressure].map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        Self { noisy: noise.is_noisy(cpu), wait_us, window_us, steal_us, pressure_us, canary }
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
