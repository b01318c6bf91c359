//! What the problem says, in each of its languages: TeX where there is TeX, else a page, else a PDF.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Polygon, languages, last};
use crate::blob::Hash;
use crate::package::names::split_extension;
use crate::package::reading::Reading;
use crate::package::xml::Element;
use crate::version::{Editorials, Markup, Statement};

#[derive(Default)]
pub(super) struct Texts {
    /// By language tag, all three but for the pictures, which are by name.
    pub(super) titles: BTreeMap<String, String>,
    pub(super) sources: BTreeMap<String, Statement>,
    pub(super) assets: BTreeMap<String, Hash>,
    pub(super) editorials: Editorials,
}

/// The parts of a statement in Polygon's order, each with the command that stands before it.
const SECTIONS: [(&str, &str); 6] = [
    ("legend", ""),
    ("input", "\\InputFile"),
    ("output", "\\OutputFile"),
    ("interaction", "\\Interaction"),
    ("scoring", "\\Scoring"),
    ("notes", "\\Note"),
];

const PICTURES: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "svg"];

pub(super) fn read(reading: &mut Reading, polygon: &Polygon<'_>, name: &str) -> Texts {
    let mut texts = Texts::default();
    for title in polygon.problem.listed("names", "name") {
        if let (Some(word), Some(value)) = (title.attribute("language"), title.attribute("value")) {
            texts.titles.insert(languages::tag(word), value.to_owned());
        }
    }
    for word in words(polygon) {
        let tag = languages::tag(&word);
        if texts.sources.contains_key(&tag) {
            let message = format!("statements in {word} are left out: others are in {tag} already");
            reading.faults.warn(polygon.file, message);
            continue;
        }
        let mut language = Language { reading: &mut *reading, polygon, word: &word, texts: &mut texts };
        language.read(&tag);
        language.editorial(&tag);
    }
    if texts.sources.is_empty() {
        reading.faults.warn("statements", "has no statement that can be shown");
    }
    if texts.titles.is_empty() {
        let title = polygon.problem.attribute("short-name").unwrap_or(name);
        texts.titles.insert("en".to_owned(), title.to_owned());
        reading.faults.warn(polygon.file, format!("has no names, so the problem is called {title:?}"));
    }
    texts
}

/// Polygon's words for the languages, wherever one is told. Polygon's folders of pages and of PDFs have languages in them.
fn words(polygon: &Polygon<'_>) -> BTreeSet<String> {
    let listed = statements(polygon).filter_map(|statement| statement.attribute("language"));
    let folders = ["statement-sections", "statements"];
    let folders = folders.into_iter().filter_map(|name| polygon.folder(name));
    let folders = folders.flat_map(|folder| folder.folders().map(|(name, _)| name));
    listed.chain(folders).filter(|word| !word.starts_with('.')).map(str::to_owned).collect()
}

fn statements<'a>(polygon: &Polygon<'a>) -> impl Iterator<Item = &'a Element> {
    polygon.problem.listed(STATEMENTS.0, STATEMENTS.1)
}

/// What the description lists texts in, and what each is called there.
type List = (&'static str, &'static str);

const STATEMENTS: List = ("statements", "statement");
const EDITORIALS: List = ("tutorials", "tutorial");
const TEX: &str = "application/x-tex";

struct Language<'a, 'b> {
    reading: &'a mut Reading,
    polygon: &'a Polygon<'b>,
    word: &'a str,
    texts: &'a mut Texts,
}

impl Language<'_, '_> {
    fn read(&mut self, tag: &str) {
        let statement = self.tex().or_else(|| self.whole(STATEMENTS, "text/html", Markup::Html));
        let Some(statement) = statement.or_else(|| self.whole(STATEMENTS, "application/pdf", Markup::Pdf))
        else {
            return;
        };
        self.texts.sources.insert(tag.to_owned(), statement);
        let pages = format!("statements/.html/{}", self.word);
        let folders = match statement.markup {
            Markup::Html => vec![pages],
            Markup::Tex => {
                ["statement-sections", "statements"].map(|top| format!("{top}/{}", self.word)).into()
            }
            Markup::Pdf | Markup::Markdown => Vec::new(),
        };
        for folder in folders {
            self.pictures(&folder);
        }
    }

    fn editorial(&mut self, tag: &str) {
        let path = format!("statement-sections/{}/tutorial.tex", self.word);
        let charset = self.charset();
        let section = self.polygon.leaf(&path);
        let section = section.and_then(|leaf| self.reading.prose(&path, leaf, charset.as_deref()));
        let properties = properties(self.reading, self.polygon, self.word);
        let told = || properties.get("tutorial").and_then(Value::as_str).map(str::to_owned);
        let text = section.or_else(told).filter(|text| !text.trim().is_empty());
        let source = text.and_then(|text| self.reading.keep_for(&path, text.as_bytes()));
        let made = source.map(|source| Statement { source, markup: Markup::Tex });
        let whole = [(TEX, Markup::Tex), ("text/html", Markup::Html), ("application/pdf", Markup::Pdf)];
        let found = made
            .or_else(|| whole.into_iter().find_map(|(kind, markup)| self.whole(EDITORIALS, kind, markup)));
        self.texts.editorials.texts.extend(found.map(|text| (tag.to_owned(), text)));
    }

    fn tex(&mut self) -> Option<Statement> {
        let mut parts = self.sections();
        let properties = properties(self.reading, self.polygon, self.word);
        if parts.is_empty() {
            let part = |key: &str| properties.get(key)?.as_str().map(str::to_owned);
            let all = SECTIONS.iter().filter_map(|(key, _)| Some((*key, part(key)?)));
            parts = all.filter(|(_, text)| !text.trim().is_empty()).collect();
        }
        let tag = languages::tag(self.word);
        if let Some(title) = properties.get("name").and_then(Value::as_str).filter(|title| !title.is_empty())
        {
            self.texts.titles.entry(tag).or_insert_with(|| title.to_owned());
        }
        if parts.is_empty() {
            return self.whole(STATEMENTS, TEX, Markup::Tex);
        }
        let text = joined(&parts);
        let source = self.reading.keep_for(self.polygon.file, text.as_bytes())?;
        Some(Statement { source, markup: Markup::Tex })
    }

    /// Of `statement-sections`, those that say something.
    fn sections(&mut self) -> BTreeMap<&'static str, String> {
        let folder = format!("statement-sections/{}", self.word);
        let charset = self.charset();
        let mut parts = BTreeMap::new();
        for (key, _) in SECTIONS {
            let path = format!("{folder}/{key}.tex");
            let text =
                self.polygon.leaf(&path).and_then(|leaf| self.reading.prose(&path, leaf, charset.as_deref()));
            if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
                parts.insert(key, text);
            }
        }
        parts
    }

    fn listed(&self, (list, item): List) -> impl Iterator<Item = &Element> {
        let all = self.polygon.problem.listed(list, item);
        all.filter(|text| text.attribute("language") == Some(self.word))
    }

    fn charset(&self) -> Option<String> {
        self.listed(STATEMENTS).find_map(|statement| statement.attribute("charset")).map(str::to_owned)
    }

    /// The file that the description lists with this type.
    fn whole(&mut self, list: List, kind: &str, markup: Markup) -> Option<Statement> {
        let listed = self.listed(list).find(|statement| statement.attribute("type") == Some(kind))?;
        let charset = listed.attribute("charset").map(str::to_owned);
        let path = listed.attribute("path")?.to_owned();
        let Some(leaf) = self.polygon.leaf(&path) else {
            let line = listed.line();
            self.reading.faults.warn_at(self.polygon.file, line, format!("{path} is not in the package"));
            return None;
        };
        let source = if markup == Markup::Pdf {
            self.reading.store(&path, leaf)?
        } else {
            let text = self.reading.prose(&path, leaf, charset.as_deref())?;
            self.reading.keep_for(&path, text.as_bytes())?
        };
        Some(Statement { source, markup })
    }

    fn pictures(&mut self, folder: &str) {
        let Some(found) = self.polygon.folder(folder) else { return };
        for (name, leaf) in found.files_below() {
            let ending = split_extension(last(&name)).1.to_ascii_lowercase();
            if !PICTURES.contains(&ending.as_str()) {
                continue;
            }
            let path = format!("{folder}/{name}");
            let Some(hash) = self.reading.store(&path, leaf) else { continue };
            if *self.texts.assets.entry(name).or_insert(hash) != hash {
                let message = "is not shown: another language has another picture of the same name";
                self.reading.faults.warn(&path, message);
            }
        }
    }
}

/// What Polygon tells of the statement in this language beside it; null if nothing.
pub(super) fn properties(reading: &mut Reading, polygon: &Polygon<'_>, word: &str) -> Value {
    let path = format!("statements/{word}/problem-properties.json");
    let text = polygon.leaf(&path).and_then(|leaf| reading.prose(&path, leaf, None));
    let Some(text) = text else { return Value::Null };
    serde_json::from_str(&text).unwrap_or_else(|error| {
        reading.faults.warn(&path, format!("is no JSON: {error}"));
        Value::Null
    })
}

/// One text of them.
fn joined(parts: &BTreeMap<&'static str, String>) -> String {
    let mut text = String::new();
    for (key, command) in SECTIONS {
        let Some(part) = parts.get(key) else { continue };
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        if !command.is_empty() {
            text.push_str(command);
            text.push('\n');
        }
        text.push_str(part.trim_end());
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_joined_in_polygons_order() {
        let parts = [("notes", "N\n"), ("legend", "L\n\n"), ("output", "O"), ("interaction", "I")]
            .map(|(key, text)| (key, text.to_owned()));
        let text = joined(&parts.into());
        assert_eq!(text, "L\n\n\\OutputFile\nO\n\n\\Interaction\nI\n\n\\Note\nN\n");
    }
}
