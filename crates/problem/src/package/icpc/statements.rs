//! `statement/` (before 2023-07: `problem_statement/`): the problem's text and its pictures; and `solution/`.

use std::collections::{BTreeMap, BTreeSet};

use super::constants::Spelling;
use super::edition::Edition;
use super::{languages, titles};
use crate::blob::Hash;
use crate::fault::Fault;
use crate::package::links::join;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};
use crate::statement;
use crate::version::{Editorials, Markup, Statement};

/// By language, and by path beside the statement.
#[derive(Default)]
pub(super) struct Statements {
    pub(super) sources: BTreeMap<String, Statement>,
    pub(super) assets: BTreeMap<String, Hash>,
    /// Titles that the texts give themselves.
    pub(super) titles: BTreeMap<String, String>,
}

/// The newer name first.
const FOLDERS: [&str; 2] = ["statement", "problem_statement"];
const SOLUTION: &str = "solution";
/// PDF: pictures of TeX.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "pdf"];

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Statements {
    let place = find(reading, root);
    let mut texts = match place {
        Some((place, folder)) => Texts::of(reading, folder, place, "problem"),
        None => Texts::default(),
    };
    // DOMjudge has them beside everything else.
    if texts.forms.is_empty() {
        texts.forms = Texts::forms(root.files(), "", "problem");
        texts.forms.retain(|form| form.form != Form::Tex && form.form != Form::Markdown);
    }
    if reading.edition != Edition::Current {
        texts.understand(reading);
    }
    let mut statements = Statements::default();
    for form in texts.chosen(reading) {
        let tag = form.language.clone().unwrap_or_else(|| unnamed(reading, &form.path));
        if let Some(text) = form.read(reading, &texts.pictures) {
            statements.titles.extend(text.title.map(|title| (tag.clone(), title)));
            statements.sources.insert(tag, text.statement);
        }
    }
    statements.assets = texts.assets;
    if statements.sources.is_empty() {
        let place =
            place.map_or_else(|| FOLDERS[usize::from(!reading.edition.new_names())], |(place, _)| place);
        reading.faults.warn(place, "has no statement: write the problem's text to problem.en.md in it");
    }
    statements
}

/// Descriptions of how the problem is solved. They may show the pictures of `statements`, too.
pub(super) fn editorials(reading: &mut Reading, root: &Folder, statements: &Statements) -> Editorials {
    let Some(folder) = root.folder(SOLUTION) else { return Editorials::default() };
    let texts = Texts::of(reading, folder, SOLUTION, SOLUTION);
    let mut pictures = texts.pictures.clone();
    pictures.extend(statements.assets.keys().cloned());
    let mut editorials = Editorials::default();
    for form in texts.chosen(reading) {
        let tag = form.language.clone().unwrap_or_else(|| "en".to_owned());
        if let Some(text) = form.read(reading, &pictures) {
            editorials.texts.insert(tag, text.statement);
        }
    }
    editorials.assets = texts.assets;
    editorials
}

fn find<'a>(reading: &Reading, root: &'a Folder) -> Option<(&'static str, &'a Folder)> {
    let mut order = FOLDERS;
    if !reading.edition.new_names() {
        order.reverse();
    }
    let found: Vec<_> =
        order.iter().filter_map(|name| root.folder(name).map(|folder| (*name, folder))).collect();
    if let [(first, _), (second, _)] = found.as_slice() {
        let message = format!("is there beside {first}, which is shown: keep one of the two");
        let severity = reading.edition.strictness();
        reading.faults.add(Fault { severity, ..Fault::error(*second, message) });
    }
    if let Some((name, _)) = found.first().filter(|(name, _)| *name != order[0]) {
        reading.faults.warn(name, format!("is called {} in this version of the format", order[0]));
    }
    found.first().copied()
}

/// How a text is written; where there are several in one language, the first of these is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Markdown,
    Tex,
    Html,
    Pdf,
    Plain,
}

/// One text in one form.
struct Formed {
    path: String,
    language: Option<String>,
    form: Form,
    leaf: Leaf,
}

/// The files of a folder of texts.
#[derive(Default)]
struct Texts {
    forms: Vec<Formed>,
    assets: BTreeMap<String, Hash>,
    pictures: BTreeSet<String>,
}

impl Texts {
    fn of(reading: &mut Reading, folder: &Folder, place: &str, stem: &str) -> Self {
        let mut texts = Self { forms: Self::forms(folder.files(), place, stem), ..Self::default() };
        for (name, leaf) in folder.files_below() {
            let extension = names::split_extension(&name).1.to_ascii_lowercase();
            let path = join(place, &name);
            let is_text = texts.forms.iter().any(|form| form.path == path);
            if is_text || !PICTURES.contains(&extension.as_str()) {
                continue;
            }
            if let Some(hash) = reading.store(&path, leaf) {
                texts.assets.insert(name.clone(), hash);
            }
            texts.pictures.insert(name);
        }
        texts
    }

    fn forms<'a>(files: impl Iterator<Item = (&'a str, Leaf)>, place: &str, stem: &str) -> Vec<Formed> {
        let formed = |(name, leaf): (&str, Leaf)| {
            let (base, extension) = names::split_extension(name);
            let form = match extension {
                "md" => Form::Markdown,
                "tex" => Form::Tex,
                "html" | "htm" => Form::Html,
                "pdf" => Form::Pdf,
                "txt" => Form::Plain,
                _ => return None,
            };
            let language = match base.strip_prefix(stem)? {
                "" => None,
                rest => Some(rest.strip_prefix('.')?.to_owned()),
            };
            Some(Formed { path: join(place, name), language, form, leaf })
        };
        files.filter_map(formed).collect()
    }

    /// Old packages name languages in many ways. Texts in what is none are left out, which is told.
    fn understand(&mut self, reading: &Reading) {
        for form in &mut self.forms {
            let Some(named) = form.language.as_mut().filter(|tag| !languages::is_tag(tag)) else { continue };
            match languages::meant(named) {
                Some(tag) => *named = tag,
                None => reading.faults.warn(
                    &form.path,
                    format!("is not shown: {named:?} is no language code such as en or pt-BR"),
                ),
            }
        }
        self.forms.retain(|form| form.language.as_deref().is_none_or(languages::is_tag));
    }

    /// One in each language; the others are told.
    fn chosen(&self, reading: &Reading) -> Vec<&Formed> {
        let mut chosen: BTreeMap<&str, &Formed> = BTreeMap::new();
        let mut forms: Vec<&Formed> = self.forms.iter().collect();
        forms.sort_by_key(|form| (form.form, form.language.is_none()));
        for form in forms {
            match chosen.get(form.language.as_deref().unwrap_or("en")) {
                None => {
                    chosen.insert(form.language.as_deref().unwrap_or("en"), form);
                }
                Some(first) if first.form == form.form => {
                    let tag = form.language.as_deref().unwrap_or("en");
                    reading.faults.error(&form.path, format!("is a second statement in {tag}: keep one"));
                }
                Some(first) => {
                    reading.faults.warn(&form.path, format!("is not shown: {} is", first.path));
                }
            }
        }
        chosen.into_values().collect()
    }
}

/// The language of `problem.md`.
fn unnamed(reading: &Reading, path: &str) -> String {
    if reading.edition.new_names() {
        reading
            .faults
            .warn(path, "is taken as English: the format wants the language in the name, problem.en.md");
    }
    "en".to_owned()
}

/// A text that was read.
struct Text {
    statement: Statement,
    title: Option<String>,
}

impl Formed {
    fn read(&self, reading: &mut Reading, pictures: &BTreeSet<String>) -> Option<Text> {
        let path = &self.path;
        if self.form == Form::Pdf {
            let source = reading.store(path, self.leaf)?;
            return Some(Text { statement: Statement { source, markup: Markup::Pdf }, title: None });
        }
        let (text, as_it_is) = self.text(reading)?;
        if text.trim().is_empty() {
            reading.faults.warn(path, "is empty");
        }
        let (markup, put, title) = match self.form {
            Form::Markdown => {
                tell_pictures(reading, path, &text, pictures);
                (Markup::Markdown, reading.constants.in_braces(&text), None)
            }
            Form::Tex => (Markup::Tex, reading.constants.put(&text, Spelling::Tex), titles::of_tex(&text)),
            Form::Html => (Markup::Html, text.clone(), None),
            Form::Plain | Form::Pdf => (Markup::Markdown, code_block(&text), None),
        };
        let source = match as_it_is && put == text {
            true => reading.store(path, self.leaf),
            false => reading.keep_for(path, put.as_bytes()),
        };
        Some(Text { statement: Statement { source: source?, markup }, title })
    }

    /// The text, and whether that is what the file holds: old packages come from before everybody wrote UTF-8.
    fn text(&self, reading: &mut Reading) -> Option<(String, bool)> {
        let is_utf_8 = reading.peek(self.leaf).is_none_or(|bytes| std::str::from_utf8(&bytes).is_ok());
        if is_utf_8 || reading.edition == Edition::Current {
            return Some((reading.text(&self.path, self.leaf)?, true));
        }
        reading
            .faults
            .warn(&self.path, "is not UTF-8: it is read as windows-1252, of which Latin-1 is a part");
        Some((reading.prose(&self.path, self.leaf, None)?, false))
    }
}

fn tell_pictures(reading: &Reading, path: &str, text: &str, pictures: &BTreeSet<String>) {
    for image in statement::images(text) {
        let message = match image.asset {
            None => format!(
                "shows {}, which is outside the package: put the picture beside the statement",
                image.target
            ),
            Some(asset) if !pictures.contains(&asset) => {
                format!("shows {}, which is not a picture beside the statement", image.target)
            }
            Some(_) => continue,
        };
        reading.faults.warn_at(path, image.line, message);
    }
}

/// The text as it is, in Markdown: its fence is longer than any in it.
fn code_block(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{}\n{fence}\n", text.trim_end())
}

/// Tells statements whose name has no proper language.
pub(super) fn check_languages(reading: &Reading, statements: &Statements) {
    for tag in statements.sources.keys().filter(|tag| !languages::is_tag(tag)) {
        let message =
            format!("a statement is named after {tag:?}, which is no language code such as en or pt-BR");
        reading.faults.error("", message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_shown_as_it_is() {
        assert_eq!(code_block("a\n  b\n\n"), "```\na\n  b\n```\n");
        assert_eq!(code_block("```` x"), "`````\n```` x\n`````\n");
    }
}
