//! The statement of a QDUOJ problem, put together of its parts.

use std::fmt::Write as _;

use super::{FILE, Problem, Text};
use crate::package::reading::Reading;
use crate::version::{Markup, Statement};

/// HTML, unless every part is Markdown. `None` where there is no text at all.
pub(super) fn statement(reading: &Reading, problem: &Problem) -> Option<Statement> {
    let parts = [
        ("", &problem.description),
        ("Input", &problem.input_description),
        ("Output", &problem.output_description),
        ("Note", &problem.hint),
    ];
    let parts: Vec<(&str, &Text)> = parts
        .into_iter()
        .filter_map(|(title, text)| Some((title, text.as_ref()?)))
        .filter(|(_, text)| !text.value.trim().is_empty())
        .collect();
    if parts.is_empty() {
        return None;
    }
    let markdown = parts.iter().all(|(_, text)| text.format.eq_ignore_ascii_case("markdown"));
    let (markup, text) = if markdown {
        (Markup::Markdown, joined(&parts, "## ", ""))
    } else {
        (Markup::Html, joined(&parts, "<h2>", "</h2>"))
    };
    let source = reading.keep_for(FILE, text.as_bytes())?;
    Some(Statement { source, markup })
}

fn joined(parts: &[(&str, &Text)], before: &str, after: &str) -> String {
    let mut text = String::new();
    for (title, part) in parts {
        if !title.is_empty() {
            // Writing to a String does not fail.
            let _ = write!(text, "{before}{title}{after}\n\n");
        }
        text.push_str(part.value.trim());
        text.push_str("\n\n");
    }
    text
}
