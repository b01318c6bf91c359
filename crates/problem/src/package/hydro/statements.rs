//! `problem.md`, `problem_zh.md`, or `content` in `problem.yaml`: one text, or one for each language as JSON.

use std::collections::BTreeMap;

use super::questions;
use super::samples::{self, Sample};
use crate::blob::Hash;
use crate::package::faults::printable;
use crate::package::links::join;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::version::{Markup, Statement};

/// Where files lie that statements show and contestants may have.
pub(super) const FILES: &str = "additional_file";
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "bmp"];

#[derive(Default)]
pub(super) struct Statements {
    pub(super) sources: BTreeMap<String, Statement>,
    pub(super) assets: BTreeMap<String, Hash>,
    pub(super) attachments: BTreeMap<String, Hash>,
    /// Of the first text that has any.
    pub(super) samples: Vec<Sample>,
}

/// What becomes of samples in the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fences {
    /// They are cases.
    Cases,
    /// They stay as they are: such a problem's samples cannot be run.
    Text,
    /// There are none, but fields for answers.
    Questions,
}

pub(super) fn read(
    reading: &mut Reading,
    root: &Folder,
    content: Option<&str>,
    fences: Fences,
) -> Statements {
    let mut statements = Statements::default();
    files(reading, root, &mut statements);
    let mut texts: BTreeMap<String, String> = content.map(by_language).unwrap_or_default();
    let mut pdfs = Vec::new();
    for (name, leaf) in root.files() {
        match role(name) {
            Some((language, "md")) => {
                let Some(text) = reading.text(name, leaf) else { continue };
                let named = language.map(|language| BTreeMap::from([(language, text.clone())]));
                texts.extend(named.unwrap_or_else(|| by_language(&text)));
            }
            Some((language, _)) => pdfs.push((language, name, leaf)),
            None => {}
        }
    }
    for (language, text) in texts.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
        if let Some(statement) = statements.statement(reading, &text, fences) {
            statements.sources.insert(language, statement);
        }
    }
    for (language, name, leaf) in pdfs {
        let Some(source) = reading.store(name, leaf) else { continue };
        let language = language.unwrap_or_else(|| "en".to_owned());
        statements.sources.entry(language).or_insert(Statement { source, markup: Markup::Pdf });
    }
    if statements.sources.is_empty() {
        reading.faults.warn("", "has no statement: write problem.md, or problem_en.md");
    }
    statements
}

/// Everything in the folder may be downloaded; pictures may be shown, too.
fn files(reading: &mut Reading, root: &Folder, statements: &mut Statements) {
    let Some(folder) = root.folder(FILES) else { return };
    for (name, leaf) in folder.files_below() {
        let Some(hash) = reading.store(&join(FILES, &name), leaf) else { continue };
        let ending = names::split_extension(&name).1.to_ascii_lowercase();
        if PICTURES.contains(&ending.as_str()) {
            statements.assets.insert(name.clone(), hash);
        }
        statements.attachments.insert(name, hash);
    }
}

/// The language, if it is said, and the ending.
fn role(name: &str) -> Option<(Option<String>, &str)> {
    let (stem, ending) = names::split_extension(name);
    let language = match stem.strip_prefix("problem")? {
        "" => None,
        rest => Some(tag(rest.strip_prefix(['_', '.'])?)?),
    };
    matches!(ending, "md" | "pdf").then_some((language, ending))
}

/// `zh_TW` is `zh-TW`. `None` where it is no language.
fn tag(word: &str) -> Option<String> {
    let mut parts = word.split(['_', '-']);
    let language = parts.next()?.to_ascii_lowercase();
    let language = if language == "kr" { "ko".to_owned() } else { language };
    let letters = |part: &str| part.bytes().all(|c| c.is_ascii_alphabetic());
    if !(2..=3).contains(&language.len()) || !letters(&language) {
        return None;
    }
    match (parts.next(), parts.next()) {
        (None, _) => Some(language),
        (Some(region), None) if region.len() == 2 && letters(region) => {
            Some(format!("{language}-{}", region.to_ascii_uppercase()))
        }
        _ => None,
    }
}

/// A map as JSON, or one text whose language its letters tell.
pub(super) fn by_language(text: &str) -> BTreeMap<String, String> {
    if let Ok(map) = serde_json::from_str::<BTreeMap<String, String>>(text) {
        let tagged: BTreeMap<String, String> =
            map.into_iter().filter_map(|(language, text)| Some((tag(&language)?, text))).collect();
        if !tagged.is_empty() {
            return tagged;
        }
    }
    BTreeMap::from([(told_by_letters(text).to_owned(), text.to_owned())])
}

/// Chinese, where Hydro's home is, or English.
pub(super) fn told_by_letters(text: &str) -> &'static str {
    if text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) { "zh" } else { "en" }
}

impl Statements {
    fn statement(&mut self, reading: &Reading, text: &str, fences: Fences) -> Option<Statement> {
        if let Some(source) = only_pdf(text).and_then(|name| self.attachments.get(name)) {
            return Some(Statement { source: *source, markup: Markup::Pdf });
        }
        let text = text.replace("\r\n", "\n");
        let text = match fences {
            Fences::Text => text,
            Fences::Questions => questions::in_words(&text),
            Fences::Cases => {
                let (samples, rest) = samples::split(&text);
                if self.samples.is_empty() {
                    self.samples = samples;
                }
                rest
            }
        };
        reading.keep_for("", beside(&text).as_bytes()).map(Statement::markdown)
    }
}

/// `@[pdf](file://sum.pdf)` and nothing else.
fn only_pdf(text: &str) -> Option<&str> {
    let name = text.trim().strip_prefix("@[pdf](file://")?.strip_suffix(')')?;
    Some(name.split('?').next().unwrap_or(name))
}

/// `file://NAME` is what lies beside the statement.
fn beside(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("](file://") {
        let (before, after) = rest.split_at(at + "](".len());
        let target = &after["file://".len()..];
        let end = target.find([')', ' ', '\n']).unwrap_or(target.len());
        out.push_str(before);
        out.push_str(target[..end].split('?').next().unwrap_or_default());
        rest = &target[end..];
    }
    out + rest
}

/// Tells folders that are not shown to anybody.
pub(super) fn tell_left_out(reading: &Reading, root: &Folder) {
    const KNOWN: [&str; 4] = ["testdata", FILES, "std", "solution"];
    for (name, folder) in root.folders().filter(|(name, _)| !KNOWN.contains(name)) {
        if folder.has_files() {
            reading.faults.warn(&printable(name), "is no folder of the format, and is ignored");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_said_by_names_by_json_or_by_letters() {
        assert_eq!(role("problem.md"), Some((None, "md")));
        assert_eq!(role("problem_zh_TW.md"), Some((Some("zh-TW".to_owned()), "md")));
        assert_eq!(role("problem_kr.pdf"), Some((Some("ko".to_owned()), "pdf")));
        assert_eq!((role("problem.yaml"), role("problem_x.md"), role("a.md")), (None, None, None));
        let languages = |text: &str| by_language(text).into_keys().collect::<Vec<_>>();
        assert_eq!(languages(r##"{"zh": "# A", "en": "# B"}"##), ["en", "zh"]);
        assert_eq!(languages("求和。"), ["zh"]);
        assert_eq!(languages("Add."), ["en"]);
        assert_eq!(languages("{\"zh\": 1}"), ["en"]);
    }

    #[test]
    fn files_lie_beside_the_statement() {
        assert_eq!(
            beside("![a](file://a.png) [b](file://b.txt?type=x \"t\")"),
            "![a](a.png) [b](b.txt \"t\")"
        );
        assert_eq!(beside("![a](file://a.png"), "![a](a.png");
        assert_eq!(only_pdf(" @[pdf](file://sum.pdf?x)\n"), Some("sum.pdf"));
        assert_eq!(only_pdf("See @[pdf](file://sum.pdf)"), None);
    }
}
