//! What a comparator says, and its reasons in words: where, and no more of the answer than it takes.

use std::io;

use problem::{Score, Verdict};

use super::bytes::Class;
use super::text::{SHOWN, Text};

/// What a comparator says of an output.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// AC, WA, PE, or JE where the answer itself is none that this comparator can read.
    pub verdict: Verdict,
    /// Where the comparator gives points.
    pub score: Option<Score>,
    /// One sentence with the place; empty where there is nothing to say.
    pub reason: String,
}

impl Judgement {
    fn of(verdict: Verdict, reason: impl Into<String>) -> Self {
        Self { verdict, score: None, reason: reason.into() }
    }

    pub(crate) fn accepted() -> Self {
        Self::of(Verdict::Ac, "")
    }

    pub(crate) fn wrong(reason: impl Into<String>) -> Self {
        Self::of(Verdict::Wa, reason)
    }

    /// A presentation error.
    pub(crate) fn ill_formed(reason: impl Into<String>) -> Self {
        Self::of(Verdict::Pe, reason)
    }

    /// The setter's fault.
    pub(crate) fn bad_answer(reason: impl Into<String>) -> Self {
        Self::of(Verdict::Je, reason)
    }
}

/// `Line 2, column 3 (word 4)`: of the next byte of a text.
pub(crate) fn spot(text: &Text) -> String {
    let place = text.place();
    format!("Line {}, column {} (word {})", place.line, place.column + 1, place.word())
}

/// Shown as it is where it can be read, escaped where it cannot, cut where it is long.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]);
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    format!("\"{}{more}\"", text.escape_debug())
}

/// The word that a text stands before, cut if it is long; its end may not be printed yet.
pub(crate) fn word(text: &Text, blanks: &Class) -> String {
    let rest = text.rest();
    quoted(&rest[..blanks.run_of_others(rest)])
}

/// Both texts stand in, or before, words that differ.
pub(crate) async fn words_differ(answer: &mut Text, output: &mut Text, blanks: &Class) -> io::Result<String> {
    answer.back_to_word(blanks);
    output.back_to_word(blanks);
    let expected = quoted(&answer.excerpt(blanks).await?);
    Ok(format!("{}: expected {expected}, got {}.", spot(output), word(output, blanks)))
}

/// The output is at its end, the answer before a word.
pub(crate) async fn missing(answer: &mut Text, output: &mut Text, blanks: &Class) -> io::Result<String> {
    let expected = quoted(&answer.excerpt(blanks).await?);
    Ok(match output.place().words {
        0 => format!("The output is empty; expected {expected}."),
        1 => format!("The output ends after 1 word; expected {expected} next."),
        words => format!("The output ends after {words} words; expected {expected} next."),
    })
}

/// The answer is at its end, the output before a word.
pub(crate) fn extra(output: &Text, blanks: &Class) -> String {
    format!("{}: expected the end of the output, got {}.", spot(output), word(output, blanks))
}

/// Both texts stand within a line that goes on differently, `breaks` being what ends one.
pub(crate) async fn lines_differ(answer: &mut Text, output: &mut Text, breaks: &Class) -> io::Result<String> {
    let place = output.place();
    let end = |shown: String| if shown == "\"\"" { "its end".to_owned() } else { shown };
    let expected = end(quoted(&answer.excerpt(breaks).await?));
    let got = end(word(output, breaks));
    Ok(format!(
        "Line {}, column {}: expected the line to go on with {expected}, got {got}.",
        place.line,
        place.column + 1
    ))
}
