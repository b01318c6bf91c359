//! What `judge replay` says.

use std::io;

use comfy_table::Cell;
use problem::Verdict;
use serde::Serialize;

use super::{say, table};
use crate::replay::{Comparison, Difference, Here, Stored};

/// As `--json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct Report<'a> {
    pub judging: i64,
    pub submission: i64,
    pub problem: &'a str,
    /// Number of the problem's version.
    pub version: u32,
    pub language: &'a str,
    /// There are no `differences`.
    pub same: bool,
    /// The stored one.
    pub verdict: Option<Verdict>,
    /// What it came to here.
    pub here: Verdict,
    #[serde(flatten)]
    pub comparison: &'a Comparison,
}

impl<'a> Report<'a> {
    pub(crate) fn of(stored: &'a Stored, here: &Here, comparison: &'a Comparison) -> Self {
        Self {
            judging: stored.judging.id.0,
            submission: stored.submission.id.0,
            problem: stored.submission.problem_slug.as_str(),
            version: stored.version.number,
            language: &stored.submission.language,
            same: comparison.differences.is_empty(),
            verdict: stored.judging.verdict,
            here: here.judged.verdict,
            comparison,
        }
    }
}

/// For people: a table of each kind that there is, then the answer.
pub(crate) fn tell(report: &Report<'_>) -> io::Result<()> {
    let Report { judging, submission, problem, version, language, comparison, .. } = report;
    say!("judging {judging} of submission {submission}: {problem}, version {version}, {language}")?;
    let Comparison { differences, notes, surroundings } = comparison;
    show("differs", differences)?;
    show("may differ", notes)?;
    show("around it", surroundings)?;
    match differences.len() {
        0 => say!("It comes to the same here: {} ({}).", report.here, report.here.words()),
        1 => say!("It differs here in one place."),
        places => say!("It differs here in {places} places."),
    }
}

fn show(title: &str, found: &[Difference]) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    let mut table = table::new(&[title, "", "stored", "here"]);
    for Difference { test, what, stored, here } in found {
        let test = test.as_deref().unwrap_or_default();
        table.add_row([*what, test, stored.as_str(), here.as_str()].map(Cell::new));
    }
    table::print(table)
}
