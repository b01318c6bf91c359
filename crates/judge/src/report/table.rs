//! Plain tables: columns under a header, coloured and fitted on a terminal only.

use crate::report::say;
use std::env;
use std::io::{self, IsTerminal};

use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table, presets};

/// How a cell looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Good,
    Bad,
    Doubtful,
}

/// A table for standard output.
pub(crate) fn new(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    // A serial line is a terminal that knows no width.
    if io::stdout().is_terminal() && table.width().is_some_and(|columns| columns > 0) {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    if !colourful() {
        table.force_no_tty();
    }
    table.set_header(header.iter().map(|name| Cell::new(name).add_attribute(Attribute::Bold)));
    table
}

/// A terminal whose owner does not refuse colours, <https://no-color.org>.
pub(crate) fn colourful() -> bool {
    io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

pub(crate) fn cell(text: impl ToString, tone: Tone) -> Cell {
    Cell::new(text).fg(match tone {
        Tone::Good => Color::Green,
        Tone::Bad => Color::Red,
        Tone::Doubtful => Color::Yellow,
    })
}

pub(crate) fn number(text: impl ToString) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

/// Prints it flush left, without the blanks that fill lines up.
pub(crate) fn print(mut table: Table) -> io::Result<()> {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    say!("{}", table.trim_fmt())
}
