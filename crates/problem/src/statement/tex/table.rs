//! Tables: cells are opened by what is in them.

use super::page::{Inside, Page};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Center,
    Right,
}

impl Align {
    fn class(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Center => "center",
            Self::Right => "right",
        }
    }
}

/// Of a table and of a cell, at most; browsers take no more.
const MOST_COLUMNS: usize = 1000;

/// Where in a table we are.
pub(super) struct Table {
    columns: Vec<Align>,
    /// Of the cell that comes next, or that is open.
    column: usize,
    /// The open cell's width in columns.
    width: usize,
    row: bool,
    cell: bool,
    /// By column: rows that a cell from above still covers.
    covered: Vec<usize>,
}

impl Table {
    pub(super) fn new(columns: Vec<Align>) -> Self {
        Self { columns, column: 0, width: 1, row: false, cell: false, covered: Vec::new() }
    }

    fn is_covered(&self) -> bool {
        self.covered.get(self.column).is_some_and(|rows| *rows > 0)
    }

    fn cover(&mut self, rows: usize) {
        if self.covered.len() <= self.column {
            self.covered.resize(self.column + 1, 0);
        }
        // This row is one of them, and is counted when it ends.
        self.covered[self.column] = rows;
    }
}

/// The columns of `{|l|c|p{3cm}|}`.
pub(super) fn columns(preamble: &str) -> Vec<Align> {
    let mut columns = Vec::new();
    read_columns(preamble, MOST_REPEATS, &mut columns);
    columns
}

/// `*{n}{…}` is repeated as often, at most; not at all within another.
const MOST_REPEATS: usize = 100;

fn read_columns(preamble: &str, repeats: usize, columns: &mut Vec<Align>) {
    let mut rest = preamble;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if columns.len() >= MOST_COLUMNS {
            return;
        }
        match c {
            'l' | 'X' => columns.push(Align::Left),
            'c' => columns.push(Align::Center),
            'r' | 'S' => columns.push(Align::Right),
            'p' | 'm' | 'b' => {
                group(&mut rest);
                columns.push(Align::Left);
            }
            '@' | '!' | '>' | '<' => {
                group(&mut rest);
            }
            '*' => {
                let times = group(&mut rest).trim().parse().unwrap_or(1);
                let repeated = group(&mut rest);
                (0..repeats.min(times)).for_each(|_| read_columns(repeated, 0, columns));
            }
            _ => {}
        }
    }
}

/// The inside of the braces that `rest` begins with, which it loses.
fn group<'a>(rest: &mut &'a str) -> &'a str {
    let Some(inner) = rest.trim_start().strip_prefix('{') else { return "" };
    let mut depth = 0_usize;
    let end = inner.bytes().position(|byte| {
        depth += usize::from(byte == b'{');
        let ends = byte == b'}' && depth == 0;
        depth -= usize::from(byte == b'}' && depth > 0);
        ends
    });
    let end = end.unwrap_or(inner.len());
    *rest = inner.get(end + 1..).unwrap_or_default();
    &inner[..end]
}

impl Page {
    /// The table that is the innermost one around what is written, and how deep it lies.
    fn table(&mut self) -> Option<(usize, &mut Table)> {
        self.blocks.iter_mut().enumerate().rev().find_map(|(at, block)| match &mut block.inside {
            Inside::Table(table) => Some((at, table)),
            _ => None,
        })
    }

    fn table_without_cell(&mut self) -> Option<&mut Table> {
        let in_row = matches!(self.blocks.last()?.inside, Inside::Row);
        let at = self.depth().checked_sub(1 + usize::from(in_row))?;
        match &mut self.blocks[at].inside {
            Inside::Table(table) => Some(table),
            _ => None,
        }
    }

    /// In a table, and in none of its cells: opens the next one.
    pub(super) fn open_cell(&mut self) {
        self.open_wide_cell(1, None, 1);
    }

    /// The same for one that has its own number of columns and rows, and its own alignment.
    pub(super) fn open_wide_cell(&mut self, width: usize, align: Option<Align>, rows: usize) {
        let Some(table) = self.table_without_cell() else { return };
        let row = std::mem::replace(&mut table.row, true);
        table.cell = true;
        table.width = width.clamp(1, MOST_COLUMNS);
        let align = align.or_else(|| table.columns.get(table.column).copied());
        if rows > 1 {
            table.cover(rows.min(MOST_COLUMNS));
        }
        let mut attributes = format!("class=\"{}\"", align.map_or("left", Align::class));
        for (name, number) in [("colspan", width), ("rowspan", rows)] {
            if number > 1 {
                attributes.push_str(&format!(" {name}=\"{}\"", number.min(MOST_COLUMNS)));
            }
        }
        if !row {
            self.open_here("tr", "", Inside::Row);
        }
        self.open_here("td", &attributes, Inside::Line);
    }

    /// At `&`; `false` outside of tables.
    pub(super) fn next_cell(&mut self) -> bool {
        let Some((at, table)) = self.table() else { return false };
        let (cell, row, covered) = (table.cell, table.row, table.is_covered());
        if cell {
            // The row stays.
            self.close_to(at + 2);
        } else if !covered {
            self.empty_cell(at, row);
        }
        if let Some((_, table)) = self.table() {
            table.row |= cell || !covered;
            table.column = (table.column + if cell { table.width } else { 1 }).min(MOST_COLUMNS);
            table.cell = false;
        }
        true
    }

    fn empty_cell(&mut self, at: usize, row: bool) {
        if !row {
            self.open_here("tr", "", Inside::Row);
        }
        self.open_here("td", "", Inside::Line);
        self.close_to(at + 2);
    }

    /// At `\\`; `false` outside of tables.
    pub(super) fn next_row(&mut self) -> bool {
        let Some((at, table)) = self.table() else { return false };
        table.column = 0;
        table.cell = false;
        table.row = false;
        table.covered.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        self.close_to(at + 1);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_and_bounded() {
        use Align::{Center, Left, Right};
        for (preamble, wanted) in [
            ("|l|c|r|", vec![Left, Center, Right]),
            ("@{}p{3{c}m}@{ l }c", vec![Left, Center]),
            ("*{2}{r|}X", vec![Right, Right, Left]),
            ("*{3", vec![]),
            ("p{", vec![Left]),
        ] {
            assert_eq!(columns(preamble), wanted, "{preamble}");
        }
        assert_eq!(columns("*{999999999}{*{999999999}{cc}r}").len(), MOST_REPEATS);
        assert_eq!(columns(&"*{100}{c}".repeat(100)).len(), MOST_COLUMNS);
    }
}
