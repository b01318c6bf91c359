//! The first difference between an output and its answer, in words.

use std::fmt;

use super::SHOWN;
use crate::comparator::place::Place;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word that differs.
    Text,
    /// A number outside the tolerance.
    Number,
    /// Space that differs, where it matters.
    Space,
    /// A word after the last.
    Extra,
    /// The output ended before a word.
    Missing,
}

/// Where and how an output first differs from its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) kind: Kind,
    place: Place,
    expected: String,
    got: String,
}

impl Difference {
    /// About the words `[expected, got]`, which hold a byte more than is shown if they are longer; `cut`: of the
    /// output's word we do not know the end.
    pub(crate) fn word(kind: Kind, place: Place, [expected, got]: [&[u8]; 2], cut: bool) -> Self {
        let open = cut && kind != Kind::Number;
        Self { kind, place, expected: quoted(expected, false), got: quoted(got, open) }
    }

    /// About one byte of space, `None` being the end.
    pub(crate) fn space(place: Place, expected: Option<u8>, got: Option<u8>) -> Self {
        let one = |byte: Option<u8>| byte.map_or_else(|| "the end".to_owned(), |byte| quoted(&[byte], false));
        Self { kind: Kind::Space, place, expected: one(expected), got: one(got) }
    }
}

/// Shown as it is where it can be read, escaped where it cannot.
fn quoted(bytes: &[u8], cut: bool) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]);
    let more = if cut || bytes.len() > SHOWN { "…" } else { "" };
    format!("\"{}{more}\"", text.escape_debug())
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, place, expected, got } = self;
        let (line, column, word) = (place.line, place.column + 1, place.words + 1);
        match kind {
            Kind::Text => {
                write!(f, "Line {line}, column {column} (word {word}): expected {expected}, got {got}.")
            }
            Kind::Number => {
                write!(
                    f,
                    "Line {line}, column {column} (word {word}): expected {expected}, got {got}, which is outside the tolerance."
                )
            }
            Kind::Space => write!(
                f,
                "Line {line}, column {column}: white space differs: expected {expected}, got {got}."
            ),
            Kind::Extra => write!(
                f,
                "Line {line}, column {column} (word {word}): expected the end of the output, got {got}."
            ),
            Kind::Missing => match place.words {
                0 => write!(f, "The output is empty; expected {expected}."),
                1 => write!(f, "The output ends after 1 word; expected {expected} next."),
                words => write!(f, "The output ends after {words} words; expected {expected} next."),
            },
        }
    }
}
