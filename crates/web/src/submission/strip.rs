//! The strip of cells: one a test, or one for several where there are too many.

use problem::Verdict;
use store::run::Run;

use super::cases::{Case, anchor, number, times};
use super::view::mark;
use crate::{mark as marks, words};

/// Most cells.
const CELLS: usize = 100;

pub(super) struct Cell {
    pub(super) class: &'static str,
    /// The shape, as SVG.
    pub(super) mark: String,
    pub(super) sample: bool,
    /// Test, verdict, time, memory and reason; empty for a test that has not run.
    pub(super) words: String,
    /// Where its row is, if it has one.
    pub(super) anchor: Option<String>,
}

/// Cells for all tests; those that have not run yet, or never will, are empty.
pub(super) fn cells(runs: &[Run], total: u32, is_final: bool, cases: &[Case]) -> Vec<Cell> {
    let total = runs.last().map_or(0, number).max(total as usize);
    let width = total.div_ceil(CELLS).max(1);
    let mut rest = runs;
    let cell = |from: usize| {
        let (here, after) = rest.split_at(rest.partition_point(|run| number(run) <= from + width));
        rest = after;
        match here {
            [] => ahead(is_final),
            [run] => single(run, cases),
            several => bucket(from, width.min(total - from), several),
        }
    };
    (0..total).step_by(width).map(cell).collect()
}

fn ahead(is_final: bool) -> Cell {
    let mark = if is_final { mark(Verdict::Sk) } else { marks::ring(0, 1) };
    Cell { class: "v-wait", mark, sample: false, words: String::new(), anchor: None }
}

fn single(run: &Run, cases: &[Case]) -> Cell {
    let number = number(run);
    let case = cases.iter().find(|case| case.number == number);
    let sample = if run.sample { ", sample" } else { "" };
    let (cpu, memory) = (times(run), words::size(run.memory));
    let why = case.map(|case| format!(" {}", case.why)).unwrap_or_default();
    let figures = if run.verdict == Verdict::Sk { String::new() } else { format!(", {cpu}, {memory}") };
    Cell {
        class: marks::class(run.verdict),
        mark: mark(run.verdict),
        sample: run.sample,
        words: format!("Test {number}{sample}: {}{figures}.{why}", run.verdict.words()),
        anchor: case.map(|case| anchor(case.number)),
    }
}

/// Several tests in one cell: the first that failed speaks for all.
fn bucket(from: usize, width: usize, runs: &[Run]) -> Cell {
    let failed = |verdict: &Verdict| !matches!(verdict, Verdict::Ac | Verdict::Sk);
    let skipped = runs.iter().all(|run| run.verdict == Verdict::Sk);
    let otherwise = if skipped { Verdict::Sk } else { Verdict::Ac };
    let verdict = runs.iter().map(|run| run.verdict).find(failed).unwrap_or(otherwise);
    let accepted = runs.iter().filter(|run| run.verdict == Verdict::Ac).count();
    let slowest = runs.iter().map(|run| run.cpu).max().unwrap_or_default();
    let (first, last) = (from + 1, from + width);
    let (all, slowest) = (runs.len(), words::seconds(slowest));
    Cell {
        class: marks::class(verdict),
        mark: mark(verdict),
        sample: false,
        words: format!("Tests {first} to {last}: {accepted} of {all} accepted, slowest {slowest}."),
        anchor: None,
    }
}

/// What the strip says while no cell is pointed at.
pub(super) fn legend(runs: &[Run], total: u32, is_final: bool) -> String {
    let total = u64::from(total).max(runs.len() as u64);
    let done = runs.iter().filter(|run| run.verdict != Verdict::Sk).count() as u64;
    let accepted = runs.iter().filter(|run| run.verdict == Verdict::Ac).count() as u64;
    let tests = words::count(total, "test");
    match (is_final, done == total) {
        (true, true) if accepted == total => format!("All of {tests} accepted."),
        (true, true) => format!("{} of {tests} accepted.", words::grouped(accepted)),
        (true, false) => {
            format!(
                "{} of {tests} accepted; {} not run.",
                words::grouped(accepted),
                words::grouped(total - done)
            )
        }
        (false, _) => format!("{} of {tests} done.", words::grouped(done)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rights;
    use super::super::cases::table;
    use super::*;
    use crate::submission::fixture::run;

    const OWNER: Rights = Rights { details: true, internals: false };

    fn strip(runs: &[Run], total: u32, is_final: bool) -> Vec<Cell> {
        cells(runs, total, is_final, &table(runs, OWNER).0)
    }

    #[test]
    fn each_test_has_a_cell_that_tells_it_and_leads_to_its_row() {
        let runs = [run(0, Verdict::Ac), Run { reason: "Line 3 differs.".into(), ..run(1, Verdict::Wa) }];
        let cells = strip(&runs, 4, true);
        let classes: Vec<_> = cells.iter().map(|cell| cell.class).collect();
        assert_eq!(classes, ["v-ac", "v-wa", "v-wait", "v-wait"]);
        assert_eq!(cells[1].words, "Test 2: wrong answer, 0.01 s, 1 MiB. Line 3 differs.");
        assert_eq!(cells[1].anchor.as_deref(), Some("test-2"));
    }

    #[test]
    fn thousands_of_tests_share_cells_and_a_failure_is_not_hidden_among_them() {
        let mut runs: Vec<Run> = (0..412).map(|at| run(at, Verdict::Ac)).collect();
        runs[50].verdict = Verdict::Tle;
        let cells = strip(&runs, 5_000, false);
        assert!(cells.len() <= CELLS);
        assert_eq!(cells[1].class, "v-tle");
        assert_eq!(cells[1].words, "Tests 51 to 100: 49 of 50 accepted, slowest 0.01 s.");
        assert_eq!(cells.last().unwrap().class, "v-wait");
    }

    #[test]
    fn cells_stand_at_their_places_though_tests_between_them_are_not_decided_yet() {
        let cells = strip(&[run(0, Verdict::Ac), run(3, Verdict::Sk)], 4, false);
        let classes: Vec<_> = cells.iter().map(|cell| cell.class).collect();
        assert_eq!(classes, ["v-ac", "v-wait", "v-wait", "v-sk"]);
        assert_eq!(cells[3].words, "Test 4: skipped. ");
    }

    #[test]
    fn the_legend_counts_what_did_not_run() {
        let runs = [run(0, Verdict::Ac), run(1, Verdict::Re)];
        assert_eq!(legend(&runs, 20, true), "1 of 20 tests accepted; 18 not run.");
        assert_eq!(legend(&runs, 20, false), "2 of 20 tests done.");
        assert_eq!(legend(&runs[..1], 1, true), "All of 1 test accepted.");
        let skipped = [run(0, Verdict::Ac), run(1, Verdict::Sk)];
        assert_eq!(legend(&skipped, 2, true), "1 of 2 tests accepted; 1 not run.");
    }
}
