//! Keeps the package itself, file by file, beside the version that was read from it.

use std::collections::BTreeMap;

use super::Format;
use super::links::join;
use super::reading::Reading;
use super::tree::{Folder, Leaf, Node};
use crate::version::{Entry, Listing, PackageOrigin};

/// The package's files before its links are followed and before names that its format passes over are dropped.
pub(super) struct Found {
    files: Vec<(String, Leaf)>,
    links: BTreeMap<String, String>,
}

impl Found {
    /// What lies in the folders `top`.
    pub(super) fn of(all: &Folder, top: &[String]) -> Self {
        let mut found = Self { files: Vec::new(), links: BTreeMap::new() };
        let inside = top.iter().try_fold(all, |folder, name| folder.folder(name));
        if let Some(folder) = inside {
            found.folder(folder, "");
        }
        found
    }

    fn folder(&mut self, folder: &Folder, path: &str) {
        for (name, node) in &folder.0 {
            let place = join(path, name);
            match node {
                Node::File(leaf) => self.files.push((place, *leaf)),
                Node::Folder(inner) => self.folder(inner, &place),
                Node::Link(target) => _ = self.links.insert(place, target.clone()),
            }
        }
    }

    /// Copies every file aside. `None` where that failed; it was told.
    pub(super) fn keep(self, reading: &mut Reading, format: Format) -> Option<PackageOrigin> {
        let mut listing = Listing::default();
        // An XML file alone is called as whoever saved it liked, which is no part of the package.
        let is_alone = format == Format::Fps && self.files.len() == 1 && self.links.is_empty();
        for (path, leaf) in self.files {
            let hash = reading.store(&path, leaf)?;
            let path = if is_alone { "fps.xml".to_owned() } else { path };
            listing.0.insert(path, Entry::File(hash));
        }
        let links = self.links.into_iter().map(|(path, link)| (path, Entry::Link { link }));
        listing.0.extend(links);
        let files = reading.keep_for("", &listing.to_bytes())?;
        Some(PackageOrigin { format, files })
    }
}
