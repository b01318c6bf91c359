//! The TeX of statements: what Polygon's and Kattis' styles know, and what setters add to it by definitions.
//!
//! It is read as TeX reads it, token by token, but into a page: sizes, positions and page breaks are nothing, a command
//! that is not known leaves what is in its braces. Whatever a text does, it is read once, definitions expand to a bounded
//! number of tokens, and what is open is kept on a bounded stack.

mod accents;
mod arguments;
mod commands;
mod environments;
mod formulae;
mod input;
mod macros;
mod page;
mod pictures;
mod reader;
mod special;
mod table;
mod words;

pub(super) use reader::{Around, Formula, Reader};
