//! `statement/` (before 2023-07: `problem_statement/`): the problem's text and its pictures.

use std::collections::{BTreeMap, BTreeSet};

use super::languages;
use super::metadata::{FILE, Metadata, Names};
use crate::blob::Hash;
use crate::fault::Fault;
use crate::package::links::join;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::schema::At;
use crate::package::tree::{Folder, Leaf};
use crate::statement;
use crate::version::Statement;

/// By language, and by path beside the statement.
#[derive(Default)]
pub(super) struct Statements {
    pub(super) sources: BTreeMap<String, Statement>,
    pub(super) assets: BTreeMap<String, Hash>,
}

/// The newer name first.
const FOLDERS: [&str; 2] = ["statement", "problem_statement"];
const PICTURES: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "svg"];

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Statements {
    let Some((place, folder)) = find(reading, root) else { return Statements::default() };
    let mut statements = Statements::default();
    let mut others = Vec::new();
    let mut pictures = BTreeSet::new();
    let mut texts = Vec::new();
    for (name, leaf) in folder.files_below() {
        let path = join(place, &name);
        match role(&name) {
            Role::Markdown(language) => texts.push((path, language, leaf)),
            Role::OtherStatement => others.push(path),
            Role::Picture => {
                if let Some(hash) = reading.store(&path, leaf) {
                    statements.assets.insert(name.clone(), hash);
                }
                pictures.insert(name);
            }
            Role::Aside => {}
        }
    }
    for (path, language, leaf) in texts {
        if let Some(hash) = markdown(reading, &path, leaf, &pictures) {
            let language = language.unwrap_or_else(|| unnamed(reading, &path));
            if statements.sources.insert(language.clone(), Statement::markdown(hash)).is_some() {
                reading.faults.error(&path, format!("is a second statement in {language}: keep one"));
            }
        }
    }
    tell_others(reading, place, &statements, &others);
    statements
}

fn find<'a>(reading: &Reading, root: &'a Folder) -> Option<(&'static str, &'a Folder)> {
    let mut order = FOLDERS;
    if !reading.edition.new_names() {
        order.reverse();
    }
    let found: Vec<_> =
        order.iter().filter_map(|name| root.folder(name).map(|folder| (*name, folder))).collect();
    if let [(first, _), (second, _)] = found.as_slice() {
        reading.faults.error(second, format!("is there beside {first}: keep one of the two"));
    }
    match found.first() {
        None => reading.faults.error(order[0], "is missing: write the problem's text to problem.en.md in it"),
        Some((name, _)) if *name != order[0] => {
            reading.faults.warn(name, format!("is called {} in this version of the format", order[0]));
        }
        Some(_) => {}
    }
    found.first().copied()
}

enum Role {
    /// With the language of its name, if it has one.
    Markdown(Option<String>),
    /// A statement in a form that is not read.
    OtherStatement,
    Picture,
    Aside,
}

fn role(name: &str) -> Role {
    let (stem, extension) = names::split_extension(name);
    let language = match stem.strip_prefix("problem") {
        Some("") => Some(None),
        Some(rest) => rest.strip_prefix('.').map(|tag| Some(tag.to_owned())),
        None => None,
    };
    match (language, extension) {
        (Some(language), "md") => Role::Markdown(language),
        (Some(_), "tex" | "pdf" | "html" | "txt") => Role::OtherStatement,
        (_, extension) if PICTURES.contains(&extension.to_ascii_lowercase().as_str()) => Role::Picture,
        _ => Role::Aside,
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

fn markdown(reading: &mut Reading, path: &str, leaf: Leaf, pictures: &BTreeSet<String>) -> Option<Hash> {
    let text = reading.text(path, leaf)?;
    if text.trim().is_empty() {
        reading.faults.warn(path, "is empty");
    }
    for image in statement::images(&text) {
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
    reading.store(path, leaf)
}

fn tell_others(reading: &Reading, place: &str, statements: &Statements, others: &[String]) {
    if !statements.sources.is_empty() {
        for path in others {
            reading.faults.warn(path, "is not shown yet: the Markdown statement is");
        }
    } else if others.is_empty() {
        reading.faults.error(place, "has no statement: write problem.en.md");
    } else {
        let message = "cannot be shown yet: only Markdown statements are; write problem.en.md beside it";
        others.iter().for_each(|path| reading.faults.error(path, message));
    }
}

/// The title in each language. Never empty; `fallback` where the package has no name at all.
pub(super) fn titles(
    reading: &Reading,
    metadata: &Metadata,
    statements: &Statements,
    fallback: &str,
) -> BTreeMap<String, String> {
    let spoken: Vec<&String> = statements.sources.keys().collect();
    let fault = |fault: Fault| reading.faults.add(Fault { severity: reading.edition.strictness(), ..fault });
    let first =
        if spoken.iter().any(|tag| *tag == "en") { "en" } else { spoken.first().map_or("en", |tag| tag) };
    let named: BTreeMap<String, &At<String>> = match &metadata.names {
        Names::Each(names) => names.iter().map(|(tag, name)| (tag.clone(), name)).collect(),
        Names::One(name) => {
            if spoken.len() > 1 || first != "en" {
                let message = "name must be a map from language to name, unless English is the only one";
                fault(Fault::error(FILE, message).at(name.line));
            }
            BTreeMap::from([(first.to_owned(), name)])
        }
        Names::None => BTreeMap::new(),
    };
    for (tag, name) in &named {
        if name.value.trim().is_empty() {
            reading.faults.error_at(FILE, name.line, format!("name is empty in {tag}"));
        }
        if matches!(metadata.names, Names::Each(_)) && !spoken.is_empty() && !spoken.contains(&tag) {
            fault(
                Fault::error(FILE, format!("name has {tag}, in which there is no statement")).at(name.line),
            );
        }
    }
    if named.is_empty() {
        if metadata.readable {
            fault(Fault::error(FILE, "name is missing: give the problem a title"));
        }
        return BTreeMap::from([(first.to_owned(), fallback.to_owned())]);
    }
    if matches!(metadata.names, Names::Each(_)) {
        let line = named.values().map(|name| name.line).min().unwrap_or(1);
        for tag in spoken.iter().filter(|tag| !named.contains_key(**tag)) {
            fault(Fault::error(FILE, format!("name lacks {tag}, in which there is a statement")).at(line));
        }
    }
    named.into_iter().map(|(tag, name)| (tag, name.value.trim().to_owned())).collect()
}

/// Tells statements whose name has no proper language.
pub(super) fn check_languages(reading: &Reading, statements: &Statements) {
    for tag in statements.sources.keys().filter(|tag| !languages::is_tag(tag)) {
        let message =
            format!("a statement is named after {tag:?}, which is no language code such as en or pt-BR");
        reading.faults.error("", message);
    }
}
