//! Programs of the setter: one file, or one folder of files.

use std::collections::BTreeMap;

use super::dialects;
use super::links::join;
use super::names;
use super::reading::Reading;
use super::tree::{Folder, Leaf, Node};
use crate::blob::Hash;
use crate::language::Catalog;

/// The files of a program by name, with their path in the package for messages.
pub(super) struct Sources {
    pub(super) files: Vec<(String, String, Leaf)>,
    /// A folder inside the program's folder.
    pub(super) nested: Option<String>,
}

impl Sources {
    /// A file is as good as a folder that holds only it.
    pub(super) fn of(path: &str, name: &str, node: &Node) -> Self {
        match node {
            Node::Folder(folder) => Self::of_folder(path, folder),
            Node::File(leaf) => Self { files: vec![(name.to_owned(), path.to_owned(), *leaf)], nested: None },
            Node::Link(_) => Self { files: Vec::new(), nested: None },
        }
    }

    pub(super) fn of_folder(path: &str, folder: &Folder) -> Self {
        let files = folder.files().map(|(name, leaf)| (name.to_owned(), join(path, name), leaf)).collect();
        let nested = folder.folders().find(|(_, inner)| inner.has_files()).map(|(name, _)| join(path, name));
        Self { files, nested }
    }

    /// Id of the one language in which the files are written; or why there is none.
    pub(super) fn language(&self) -> Result<&'static str, String> {
        let mut found: Vec<(&'static str, &str)> = Vec::new();
        for (name, _, _) in &self.files {
            if let Some(language) = Catalog::builtin().by_extension(names::split_extension(name).1) {
                found.push((&language.id, name));
            }
        }
        let Some((first, example)) = found.first() else {
            return Err("is in no language that this judge knows by the file's ending".to_owned());
        };
        match found.iter().find(|(id, _)| id != first) {
            Some((other, file)) => {
                Err(format!("mixes {first} ({example}) and {other} ({file}): a program is in one language"))
            }
            None => Ok(first),
        }
    }

    /// The same, when its files were looked into: Python 2 is not Python 3, and Prolog has Perl's ending.
    pub(super) fn spoken(&self, reading: &mut Reading) -> Result<&'static str, String> {
        let mut any = |ending: &str, is_so: fn(&[u8]) -> bool| {
            let mut files = self.files.iter().filter(|(name, ..)| names::split_extension(name).1 == ending);
            files.any(|(_, _, leaf)| reading.peek(*leaf).is_some_and(|source| is_so(&source)))
        };
        match self.language()? {
            "python3" if any("py", dialects::is_python_2) => {
                Err("is in Python 2, which this judge does not have (a first line #!/usr/bin/env python3 says that it is not)".to_owned())
            }
            "perl" if any("pl", dialects::is_prolog) => Ok("prolog"),
            language => Ok(language),
        }
    }

    /// Copies the files aside.
    pub(super) fn store(&self, reading: &mut Reading) -> BTreeMap<String, Hash> {
        let mut stored = BTreeMap::new();
        for (name, path, leaf) in &self.files {
            if let Some(hash) = reading.store_source(path, *leaf) {
                stored.insert(name.clone(), hash);
            }
        }
        stored
    }
}
