//! Submissions × tests: what each came to on each.

use std::collections::BTreeMap;
use std::time::Duration;

use ::problem::{TestCase, Verdict, Version};
use store::check::CheckedRun;

use crate::mark;

/// Submissions beside each other; more are another table.
const ABREAST: usize = 10;
/// Most cells of all tables together: beyond that nobody looks, and the page has megabytes.
const MOST_CELLS: usize = 6_000;

/// Some submissions and all tests.
pub(super) struct Matrix {
    pub(super) heads: Vec<Head>,
    pub(super) rows: Vec<Row>,
}

/// A submission.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) number: usize,
    pub(super) path: String,
}

/// A test.
pub(super) struct Row {
    pub(super) number: usize,
    pub(super) name: String,
    pub(super) sample: bool,
    /// One for each head.
    pub(super) cells: Vec<Cell>,
}

pub(super) struct Cell {
    /// Number of the submission.
    pub(super) number: usize,
    /// `None`: not run, or not yet.
    pub(super) ran: Option<Ran>,
}

pub(super) struct Ran {
    pub(super) class: &'static str,
    /// The shape, as SVG.
    pub(super) mark: String,
    pub(super) verdict: Verdict,
    pub(super) cpu: Duration,
    /// Peak, in bytes.
    pub(super) memory: u64,
    pub(super) reason: String,
}

/// All runs, a table for some submissions each; and how many tests are left out.
pub(super) fn matrices(version: &Version, runs: &[(String, &[CheckedRun])]) -> (Vec<Matrix>, usize) {
    let cases = version.cases();
    let shown = cases.len().min(MOST_CELLS / runs.len().max(1));
    let by_name: Vec<BTreeMap<&str, &CheckedRun>> =
        runs.iter().map(|(_, runs)| runs.iter().map(|run| (run.name.as_str(), run)).collect()).collect();
    let numbers: Vec<usize> = (0..runs.len()).filter(|&at| !runs[at].1.is_empty()).collect();
    let matrix = |some: &[usize]| Matrix {
        heads: some.iter().map(|&at| Head { number: at + 1, path: runs[at].0.clone() }).collect(),
        rows: cases[..shown].iter().enumerate().map(|(at, case)| Row::of(at, case, some, &by_name)).collect(),
    };
    let tables = numbers.len().div_ceil(ABREAST).max(1);
    let abreast = numbers.len().div_ceil(tables).max(1);
    (numbers.chunks(abreast).map(matrix).collect(), cases.len() - shown)
}

impl Matrix {
    /// `submissions 1 to 10`
    pub(super) fn span(&self) -> String {
        let number = |head: Option<&Head>| head.map_or(0, |head| head.number);
        format!("submissions {} to {}", number(self.heads.first()), number(self.heads.last()))
    }
}

impl Head {
    /// The path's last part.
    pub(super) fn file(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

impl Row {
    fn of(at: usize, case: &TestCase, some: &[usize], runs: &[BTreeMap<&str, &CheckedRun>]) -> Self {
        let cell = |&at: &usize| {
            let run = runs[at].get(case.name.as_str()).filter(|run| run.verdict != Verdict::Sk);
            Cell { number: at + 1, ran: run.map(|run| Ran::of(run)) }
        };
        let cells = some.iter().map(cell).collect();
        Self { number: at + 1, name: case.name.clone(), sample: case.sample, cells }
    }
}

impl Ran {
    fn of(run: &CheckedRun) -> Self {
        Self {
            class: mark::class(run.verdict),
            mark: mark::svg(run.verdict),
            verdict: run.verdict,
            cpu: run.cpu,
            memory: run.memory,
            reason: run.reason.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ::problem::version::TestNode;
    use ::problem::{Hash, TestGroup};

    use super::*;

    fn version(cases: usize) -> Version {
        let case = |n: usize| {
            let text = n.to_string();
            TestNode::Case(TestCase::new(format!("secret/{n}"), Hash::of(text.as_bytes()), Hash::of(b"")))
        };
        let tests = TestGroup { children: (0..cases).map(case).collect(), ..TestGroup::default() };
        Version { tests, ..Version::new("a".parse().unwrap()) }
    }

    fn run(case: usize, verdict: Verdict) -> CheckedRun {
        CheckedRun {
            name: format!("secret/{case}"),
            verdict,
            cpu: Duration::ZERO,
            memory: 0,
            reason: String::new(),
            judge_message: String::new(),
        }
    }

    #[test]
    fn each_test_has_a_row_and_each_submission_that_ran_a_column() {
        let (first, third) = ([run(0, Verdict::Ac), run(1, Verdict::Sk)], [run(1, Verdict::Wa)]);
        let runs = [("x/a".to_owned(), &first[..]), ("b".to_owned(), &[][..]), ("c".to_owned(), &third[..])];
        let (matrices, left_out) = matrices(&version(2), &runs);
        assert_eq!((matrices.len(), left_out), (1, 0));
        let heads: Vec<_> = matrices[0].heads.iter().map(|head| (head.number, head.file())).collect();
        assert_eq!(heads, [(1, "a"), (3, "c")]);
        let verdicts = |row: &Row| -> Vec<Option<Verdict>> {
            row.cells.iter().map(|cell| cell.ran.as_ref().map(|ran| ran.verdict)).collect()
        };
        let told: Vec<_> = matrices[0].rows.iter().map(verdicts).collect();
        assert_eq!(told, [[Some(Verdict::Ac), None], [None, Some(Verdict::Wa)]]);
    }

    #[test]
    fn many_submissions_are_several_tables_and_too_many_tests_are_cut() {
        let one = [run(0, Verdict::Ac)];
        let runs: Vec<_> = (0..ABREAST + 2).map(|n| (n.to_string(), &one[..])).collect();
        let (matrices, left_out) = matrices(&version(1_000), &runs);
        let abreast: Vec<usize> = matrices.iter().map(|matrix| matrix.heads.len()).collect();
        assert_eq!(abreast, [ABREAST / 2 + 1; 2], "tables of one width");
        let shown = MOST_CELLS / (ABREAST + 2);
        assert_eq!((matrices[0].rows.len(), left_out), (shown, 1_000 - shown));
    }
}
