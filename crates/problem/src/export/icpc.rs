//! The ICPC format, 2025-09: everything of a version that it has a place for, at that place.

mod arguments;
mod cases;
mod comparisons;
mod examples;
mod groups;
mod head;
mod inputs;
mod names;
mod on_source;
mod points;
mod programs;
mod samples;
mod texts;
mod wrapper;
mod yaml;

use std::collections::{BTreeMap, BTreeSet};

use super::{Content, Export, Loss};
use crate::blob::Hash;
use crate::version::Version;
use on_source::OnSource;

pub(super) fn export(version: &Version) -> Export {
    let (version, on_source) = on_source::apart(version);
    let mut draft = Draft { on_source, ..Draft::new(&version) };
    let spoken = texts::write(&mut draft);
    head::write(&mut draft, &spoken);
    let decider = programs::write(&mut draft);
    on_source::program(&mut draft);
    let places = cases::write(&mut draft, &decider);
    decider.finish(&mut draft, places.factor);
    examples::write(&mut draft, &places);
    let top = draft.top();
    Export { top, files: draft.files, losses: draft.losses }
}

/// A package that is being written.
struct Draft<'a> {
    version: &'a Version,
    files: BTreeMap<String, Content>,
    /// The same paths in lower case: no two may differ only in that.
    taken: BTreeSet<String>,
    losses: Vec<Loss>,
    /// Tests that are no files.
    on_source: OnSource,
}

impl<'a> Draft<'a> {
    fn new(version: &'a Version) -> Self {
        let (files, taken, losses) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        Self { version, files, taken, losses, on_source: OnSource::new() }
    }

    /// Puts a file into the package; one that is there already stays, which is told.
    fn put(&mut self, path: String, content: Content) {
        if self.taken.insert(path.to_lowercase()) {
            self.files.insert(path, content);
        } else if self.files.get(&path) != Some(&content) {
            self.lose(&path, "is not written: another file of that name is there");
        }
    }

    fn blob(&mut self, path: impl Into<String>, hash: Hash) {
        self.put(path.into(), Content::Blob(hash));
    }

    fn text(&mut self, path: impl Into<String>, text: String) {
        self.put(path.into(), Content::Text(text));
    }

    /// Tells what verdicts do not depend on.
    fn lose(&mut self, field: &str, why: impl Into<String>) {
        self.losses.push(Loss { field: field.to_owned(), why: why.into(), misjudged: false });
    }

    /// Tells what may change a verdict.
    fn misjudge(&mut self, field: &str, why: impl Into<String>) {
        self.losses.push(Loss { field: field.to_owned(), why: why.into(), misjudged: true });
    }

    /// The folder around everything has letters and digits only.
    fn top(&mut self) -> String {
        let slug = self.version.slug.as_str();
        let top: String = slug.chars().filter(char::is_ascii_alphanumeric).collect();
        if top != slug {
            let why =
                format!("the folder in the archive is {top}: there the format has letters and digits only");
            self.lose("slug", why);
        }
        top
    }
}
