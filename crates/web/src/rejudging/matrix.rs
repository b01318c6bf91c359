//! How many submissions go from which verdict to which.

use problem::Verdict;
use store::rejudging::Move;

use crate::mark::{Standing, svg};
use crate::words;

pub(super) struct Matrix {
    /// Verdicts after, the best first.
    pub(super) columns: Vec<Column>,
    /// Verdicts before, in the same order.
    pub(super) rows: Vec<Row>,
}

pub(super) struct Column {
    /// The shape, as SVG.
    pub(super) mark: String,
    /// `WA`, or `waiting`
    pub(super) code: &'static str,
    pub(super) words: String,
}

pub(super) struct Row {
    pub(super) before: Standing,
    /// A cell for each column.
    pub(super) cells: Vec<Cell>,
}

pub(super) struct Cell {
    /// Of the column.
    pub(super) code: &'static str,
    /// Empty for none.
    pub(super) count: String,
    /// They have another verdict than before.
    pub(super) moved: bool,
}

impl Matrix {
    pub(super) fn of(moves: &[Move]) -> Self {
        let (before, after) = (axis(moves, |one| one.from), axis(moves, |one| one.to));
        let row = |from: &Option<Verdict>| Row {
            before: standing(*from),
            cells: after.iter().map(|to| cell(moves, *from, *to)).collect(),
        };
        Self { rows: before.iter().map(row).collect(), columns: after.iter().map(|to| column(*to)).collect() }
    }
}

/// In the order of the verdicts; what has none yet comes last.
fn axis(moves: &[Move], of: fn(&Move) -> Option<Verdict>) -> Vec<Option<Verdict>> {
    let known = Verdict::ALL.into_iter().map(Some).chain([None]);
    known.filter(|verdict| moves.iter().any(|one| of(one) == *verdict)).collect()
}

fn cell(moves: &[Move], from: Option<Verdict>, to: Option<Verdict>) -> Cell {
    let here = moves.iter().find(|one| one.from == from && one.to == to);
    let count = here.map_or_else(String::new, |one| words::grouped(one.count));
    Cell { code: code(to), count, moved: to.is_some() && from != to }
}

fn column(to: Option<Verdict>) -> Column {
    let mark = to.map_or_else(|| Standing::Queued.mark(), svg);
    Column { mark, code: code(to), words: standing(to).words() }
}

fn code(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("waiting", Verdict::code)
}

pub(super) fn standing(verdict: Option<Verdict>) -> Standing {
    verdict.map_or(Standing::Queued, Standing::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Ac, Wa};

    #[test]
    fn each_pair_is_counted_once_and_what_moves_is_told_from_what_stays() {
        let one = |from, to, count| Move { from, to, count };
        let moves = [
            one(Some(Wa), Some(Ac), 1200),
            one(Some(Wa), None, 3),
            one(Some(Ac), Some(Ac), 7),
            one(None, Some(Wa), 1),
        ];
        let matrix = Matrix::of(&moves);
        let codes: Vec<_> = matrix.columns.iter().map(|column| column.code).collect();
        assert_eq!(codes, ["AC", "WA", "waiting"]);
        let rows: Vec<Vec<(&str, bool)>> = matrix
            .rows
            .iter()
            .map(|row| row.cells.iter().map(|cell| (cell.count.as_str(), cell.moved)).collect())
            .collect();
        assert_eq!(rows[0], [("7", false), ("", true), ("", false)]);
        assert_eq!(rows[1], [("1,200", true), ("", false), ("3", false)]);
        assert_eq!(rows[2], [("", true), ("1", true), ("", false)]);
        assert_eq!(matrix.rows[2].before, Standing::Queued);
    }
}
