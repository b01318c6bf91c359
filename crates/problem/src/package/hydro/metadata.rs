//! `problem.yaml`: what the site knows of a problem.

use std::collections::{BTreeMap, BTreeSet};

use super::statements::{Statements, told_by_letters};
use crate::package::reading::Reading;
use crate::package::schema::Section;
use crate::package::tree::Folder;
use crate::package::yaml::{Entry, Value};

const FILE: &str = "problem.yaml";

#[derive(Default)]
pub(super) struct Metadata {
    title: Option<String>,
    pub(super) tags: BTreeSet<String>,
    /// The statement, where no file has it.
    pub(super) content: Option<String>,
}

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Metadata {
    let node = root.file(FILE).and_then(|leaf| reading.yaml(FILE, leaf));
    let Some(node) = node else { return Metadata::default() };
    let mut section = Section::top(FILE, &node, &reading.faults);
    Metadata {
        title: section.text("title").map(|at| at.value.trim().to_owned()).filter(|title| !title.is_empty()),
        tags: section.texts("tag").unwrap_or_default().into_iter().map(|at| at.value).collect(),
        content: section.take("content").and_then(content),
    }
}

/// A text, or a map from language to text, which is handed on as JSON.
fn content(entry: &Entry) -> Option<String> {
    let text = |entry: &Entry| match &entry.node.value {
        Value::Scalar(text) => Some((entry.key.clone(), text.clone())),
        _ => None,
    };
    match &entry.node.value {
        Value::Scalar(text) => Some(text.clone()),
        Value::Map(entries) => {
            serde_json::to_string(&entries.iter().filter_map(text).collect::<BTreeMap<_, _>>()).ok()
        }
        _ => None,
    }
}

impl Metadata {
    /// The one title, in the language of its letters if there is a statement in it.
    pub(super) fn names(&self, statements: &Statements, fallback: &str) -> BTreeMap<String, String> {
        let title = self.title.clone().unwrap_or_else(|| fallback.to_owned());
        let spoken = told_by_letters(&title);
        let first = statements.sources.keys().next().map_or(spoken, String::as_str);
        let language = if statements.sources.contains_key(spoken) { spoken } else { first };
        BTreeMap::from([(language.to_owned(), title)])
    }
}
