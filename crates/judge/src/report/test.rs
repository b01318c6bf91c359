//! What `judge test` says.

use crate::report::say;
use std::time::Duration;

use comfy_table::Cell;
use judging::{CaseResult, Judged};
use problem::{GroupResult, Verdict};
use sandbox::fair;
use serde::Serialize;
use std::io;

use super::table::{self, Tone};
use super::{mebibytes, milliseconds, seconds};

/// One judging, as `--json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct Report<'a> {
    pub verdict: Verdict,
    /// `None` of a pass-fail problem, and after a judge error.
    pub score: Option<f64>,
    /// `None` also where there is no bound.
    pub max_score: Option<f64>,
    pub groups: Vec<Group<'a>>,
    pub cases: Vec<Case<'a>>,
}

/// Of a problem with points; each stands before those in it.
#[derive(Debug, Serialize)]
pub(crate) struct Group<'a> {
    pub name: &'a str,
    pub verdict: Verdict,
    pub score: f64,
    pub max: Option<f64>,
    /// Whether its points are part of the score.
    pub counts: bool,
    pub reason: &'a str,
    /// Names of the cases that lie in it, each as in `cases` above, where it stands once.
    pub cases: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Case<'a> {
    pub name: &'a str,
    pub verdict: Verdict,
    /// Points; `None` of a pass-fail problem, and of a case that was not run.
    pub score: Option<f64>,
    /// The time that counts: the least of the next.
    pub cpu_ms: u64,
    /// Of all runs of the case, in order: several where the time was in doubt. Empty where it was not run.
    pub times_ms: Vec<u64>,
    pub time_limit_ms: u64,
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
    /// Why, a sentence each.
    pub reasons: Vec<String>,
    pub wait_us: u64,
    pub window_us: u64,
    pub steal_us: u64,
    pub pressure_us: u64,
    pub canary: Option<f64>,
}

impl<'a> Report<'a> {
    pub(crate) fn of(judged: &'a Judged) -> Self {
        Self {
            verdict: judged.verdict,
            score: judged.score,
            max_score: judged.max_score,
            groups: judged.groups.iter().map(|group| Group::of(group, &judged.cases)).collect(),
            cases: judged.cases.iter().map(Case::of).collect(),
        }
    }
}

impl<'a> Group<'a> {
    fn of(group: &'a GroupResult, cases: &'a [CaseResult]) -> Self {
        let cases =
            group.cases.iter().filter_map(|&at| cases.get(at as usize)).map(|case| case.name.as_str());
        let GroupResult { verdict, score, max, counts, .. } = *group;
        Self { name: &group.name, verdict, score, max, counts, reason: &group.reason, cases: cases.collect() }
    }
}

impl<'a> Case<'a> {
    fn of(result: &'a CaseResult) -> Self {
        Self {
            name: &result.name,
            verdict: result.verdict,
            score: result.points,
            cpu_ms: milliseconds(result.cpu),
            times_ms: result.times.iter().copied().map(milliseconds).collect(),
            time_limit_ms: milliseconds(result.time_limit),
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
        let reasons = noise.reasons(cpu);
        Self { noisy: !reasons.is_empty(), reasons, wait_us, window_us, steal_us, pressure_us, canary }
    }
}

/// For people: a line for each case, one for each group with points, then the verdict.
pub(crate) fn tell(judged: &Judged) -> io::Result<()> {
    if !judged.cases.is_empty() {
        cases(judged)?;
    }
    if !judged.groups.is_empty() {
        groups(&judged.groups)?;
    }
    let score = judged.score.map(|score| format!(", {}", points(score, judged.max_score)));
    let score = score.unwrap_or_default();
    let reason = if judged.reason.is_empty() { String::new() } else { format!(": {}", judged.reason) };
    say!("{} ({}{score}){reason}", judged.verdict, judged.verdict.words())
}

fn cases(judged: &Judged) -> io::Result<()> {
    let scored = judged.score.is_some();
    let heads = ["test", "verdict", "points", "CPU", "wall", "memory", "reason"];
    let heads: Vec<_> = heads.into_iter().filter(|head| scored || *head != "points").collect();
    let mut table = table::new(&heads);
    for case in &judged.cases {
        let mut row = vec![Cell::new(&case.name), verdict(case.verdict)];
        if scored {
            row.push(table::number(case.points.map(|given| points(given, None)).unwrap_or_default()));
        }
        row.extend(match case.verdict {
            Verdict::Sk => ["", "", ""].map(|blank| table::number(blank.to_owned())),
            _ => [times(case), seconds(case.wall), mebibytes(case.memory)].map(table::number),
        });
        row.push(Cell::new(&case.reason));
        table.add_row(row);
    }
    table::print(table)
}

/// `1.040 s, 0.970 s, 0.960 s`: of all its runs; the least counts.
fn times(case: &CaseResult) -> String {
    match &case.times[..] {
        [] => seconds(case.cpu),
        several => several.iter().map(|time| seconds(*time)).collect::<Vec<_>>().join(", "),
    }
}

fn groups(groups: &[GroupResult]) -> io::Result<()> {
    let mut table = table::new(&["group", "verdict", "points", ""]);
    for group in groups {
        let note = if group.counts { group.reason.as_str() } else { "does not count" };
        table.add_row([
            Cell::new(&group.name),
            verdict(group.verdict),
            table::number(points(group.score, group.max)),
            Cell::new(note),
        ]);
    }
    table::print(table)
}

/// `73 of 100`, with six digits after the point at most.
pub(crate) fn points(score: f64, max: Option<f64>) -> String {
    let shown = |points: f64| ((points * 1e6).round() / 1e6 + 0.0).to_string();
    match max {
        Some(max) => format!("{} of {}", shown(score), shown(max)),
        None => shown(score),
    }
}

pub(crate) fn verdict(verdict: Verdict) -> Cell {
    table::cell(verdict, tone(verdict))
}

/// Good is accepted, doubtful what is so in part or says nothing of the program.
pub(crate) fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Ac => Tone::Good,
        Verdict::Pa | Verdict::Je | Verdict::Sk => Tone::Doubtful,
        _ => Tone::Bad,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_shown_without_the_dust_of_fractions() {
        assert_eq!(points(0.1 + 0.2, Some(100.0)), "0.3 of 100");
        assert_eq!(points(100.0 / 3.0, None), "33.333333");
        assert_eq!(points(-0.0, None), "0");
    }
}
