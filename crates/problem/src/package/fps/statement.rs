//! The parts of the text as one statement.

use std::collections::BTreeMap;

use super::item::Item;
use super::pictures;
use crate::blob::Hash;
use crate::package::reading::Reading;
use crate::version::{Markup, Statement};

pub(super) struct Texts {
    pub(super) title: String,
    /// Tag of the language, which the format does not tell.
    pub(super) language: &'static str,
    pub(super) statement: Option<Statement>,
    pub(super) assets: BTreeMap<String, Hash>,
}

/// Headings of the parts after the description.
struct Headings {
    input: &'static str,
    output: &'static str,
    hint: &'static str,
}

const ENGLISH: Headings = Headings { input: "Input", output: "Output", hint: "Hint" };
const CHINESE: Headings = Headings { input: "输入", output: "输出", hint: "提示" };

pub(super) fn read(reading: &Reading, item: &Item) -> Texts {
    let all = [&item.title, &item.description, &item.input, &item.output, &item.hint];
    let is_chinese = all.iter().any(|text| text.chars().any(is_ideograph));
    let (language, headings) = if is_chinese { ("zh", CHINESE) } else { ("en", ENGLISH) };
    let mut pictures = pictures::read(reading, item);
    let parts = [
        ("", item.description.as_str()),
        (headings.input, &item.input),
        (headings.output, &item.output),
        (headings.hint, &item.hint),
    ]
    .map(|(heading, text)| (heading, pictures.rename(reading, text)));
    let (text, markup) = joined(&parts);
    let source = (!text.is_empty()).then(|| reading.keep_for(&item.file, text.as_bytes())).flatten();
    if source.is_none() {
        reading.faults.warn_at(&item.file, item.line, "has no description, so there is no statement");
    }
    Texts {
        title: title(reading, item),
        language,
        statement: source.map(|source| Statement { source, markup }),
        assets: pictures.assets,
    }
}

fn title(reading: &Reading, item: &Item) -> String {
    let title = item.title.trim();
    if title.is_empty() {
        reading.faults.warn_at(&item.file, item.line, "has no title");
        return "Problem".to_owned();
    }
    title.to_owned()
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// HUSTOJ's mark of Markdown in place of HTML. It ends with the text, or with a mark of its own.
fn markdown(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("[md]")?;
    Some(inner.strip_suffix("[/md]").unwrap_or(inner))
}

/// One text. Markdown may have HTML in it, so one part in Markdown makes the whole.
fn joined(parts: &[(&str, String)]) -> (String, Markup) {
    let is_markdown = parts.iter().any(|(_, text)| markdown(text).is_some());
    let mut all = String::new();
    for (heading, text) in parts {
        let text = markdown(text).unwrap_or(text).trim();
        if text.is_empty() {
            continue;
        }
        if !all.is_empty() {
            all.push_str("\n\n");
        }
        match (heading.is_empty(), is_markdown) {
            (true, _) => {}
            (false, true) => all.push_str(&format!("## {heading}\n\n")),
            (false, false) => all.push_str(&format!("<h2>{heading}</h2>\n")),
        }
        all.push_str(text);
    }
    (all, if is_markdown { Markup::Markdown } else { Markup::Html })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_get_their_headings_and_empty_ones_none() {
        let parts = [("", "<p>Add.</p>\n"), ("Input", " "), ("Output", "One.")];
        let parts = parts.map(|(heading, text)| (heading, text.to_owned()));
        assert_eq!(joined(&parts), ("<p>Add.</p>\n\n<h2>Output</h2>\nOne.".to_owned(), Markup::Html));
    }

    #[test]
    fn one_part_in_markdown_makes_the_whole_markdown() {
        let parts = [("", "[md]*Add.*[/md]"), ("Output", "<b>One.</b>")];
        let parts = parts.map(|(heading, text)| (heading, text.to_owned()));
        assert_eq!(joined(&parts), ("*Add.*\n\n## Output\n\n<b>One.</b>".to_owned(), Markup::Markdown));
    }
}
