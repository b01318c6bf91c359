//! The package's files and folders by name, before anything of them is read.

use std::collections::BTreeMap;

use super::faults::{Faults, printable};
use super::names::{self, Standing};
use super::{caps, links};

/// What a source found under one path.
pub(super) struct Listed {
    pub(super) path: String,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    File(Leaf),
    Folder,
    Link { target: String },
}

/// A file: where its source has it, and how many bytes it claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) at: usize,
    pub(super) size: u64,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    File(Leaf),
    Folder(Folder),
    /// Gone once links are resolved.
    Link(String),
}

/// Names in bytewise order, which is the order of the format.
#[derive(Clone, Debug, Default)]
pub(super) struct Folder(pub(super) BTreeMap<String, Node>);

impl Folder {
    pub(super) fn file(&self, name: &str) -> Option<Leaf> {
        match self.0.get(name) {
            Some(Node::File(leaf)) => Some(*leaf),
            _ => None,
        }
    }

    pub(super) fn folder(&self, name: &str) -> Option<&Folder> {
        match self.0.get(name) {
            Some(Node::Folder(folder)) => Some(folder),
            _ => None,
        }
    }

    pub(super) fn files(&self) -> impl Iterator<Item = (&str, Leaf)> {
        self.0.iter().filter_map(|(name, node)| match node {
            Node::File(leaf) => Some((name.as_str(), *leaf)),
            _ => None,
        })
    }

    pub(super) fn folders(&self) -> impl Iterator<Item = (&str, &Folder)> {
        self.0.iter().filter_map(|(name, node)| match node {
            Node::Folder(folder) => Some((name.as_str(), folder)),
            _ => None,
        })
    }

    /// Whether there is a file in it or anywhere below.
    pub(super) fn has_files(&self) -> bool {
        self.files().next().is_some() || self.folders().any(|(_, folder)| folder.has_files())
    }

    /// All files below, by path.
    pub(super) fn files_below(&self) -> Vec<(String, Leaf)> {
        let mut found: Vec<_> = self.files().map(|(name, leaf)| (name.to_owned(), leaf)).collect();
        for (name, folder) in self.folders() {
            found.extend(
                folder.files_below().into_iter().map(|(path, leaf)| (format!("{name}/{path}"), leaf)),
            );
        }
        found
    }
}

/// What a source listed, without what tools and editors leave behind.
pub(super) fn gather(listed: Vec<Listed>, faults: &Faults) -> Folder {
    let mut all = Folder::default();
    for entry in listed {
        insert(&mut all, entry, faults);
    }
    all
}

/// The package itself, which lies in the folders `top`, with its links followed. With `plain`, names that the ICPC format
/// does not know count as if they were not there.
pub(super) fn arrange(all: Folder, top: &[String], plain: bool, faults: &Faults) -> Folder {
    let mut root = all;
    for name in top {
        let Some(Node::Folder(inner)) = root.0.remove(name) else { return Folder::default() };
        root = inner;
    }
    if !top.is_empty() {
        faults.below(&top.join("/"));
    }
    if plain {
        drop_odd(&mut root, "", faults);
    }
    tell_collisions(&root, "", faults);
    links::resolve(&root, faults)
}

/// Pictures of a statement often have a space or an accent in their names, and it does no harm there.
fn drop_odd(folder: &mut Folder, path: &str, faults: &Faults) {
    if matches!(path.rsplit('/').next(), Some("statement" | "problem_statement")) {
        return;
    }
    folder.0.retain(|name, node| {
        let place = links::join(path, name);
        if let Node::Folder(inner) = node {
            drop_odd(inner, &place, faults);
        }
        let good = names::standing(name) == Standing::Good;
        if !good {
            faults.warn(&printable(&place), IGNORED);
        }
        good
    });
}

fn insert(root: &mut Folder, entry: Listed, faults: &Faults) {
    let parts: Vec<&str> = entry.path.split('/').collect();
    if parts.iter().any(|part| names::standing(part) == Standing::Hidden) {
        return;
    }
    let Some((name, above)) = parts.split_last() else { return };
    let mut folder = root;
    for part in above {
        let inner = folder.0.entry((*part).to_owned()).or_insert_with(|| Node::Folder(Folder::default()));
        let Node::Folder(inner) = inner else {
            return faults.error(&printable(&entry.path), "lies below a name that is a file as well");
        };
        folder = inner;
    }
    let known = folder.0.get(*name);
    match (known, entry.kind) {
        (Some(Node::Folder(_)), Kind::Folder) => {}
        (Some(_), _) => faults.error(&printable(&entry.path), "is there twice: keep one of the two"),
        (None, kind) => {
            let node = match kind {
                Kind::File(leaf) => Node::File(leaf),
                Kind::Folder => Node::Folder(Folder::default()),
                Kind::Link { target } => Node::Link(target),
            };
            folder.0.insert((*name).to_owned(), node);
        }
    }
}

const IGNORED: &str = "is ignored, as the format asks: names have only a-z, A-Z, 0-9, _ . and -";

fn tell_collisions(folder: &Folder, path: &str, faults: &Faults) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for name in folder.0.keys() {
        if let Some(first) = seen.insert(name.to_lowercase(), name) {
            let place = links::join(path, name);
            faults.error(
                &place,
                format!("differs from {first} only in case: on many machines the two are one file"),
            );
        }
    }
    for (name, inner) in folder.folders() {
        tell_collisions(inner, &links::join(path, name), faults);
    }
}

/// Checks the sizes that a source claims, before anything is unpacked.
pub(super) fn within_caps(listed: &[Listed], faults: &Faults) -> bool {
    let mut total: u64 = 0;
    let mut fits = true;
    for entry in listed {
        let Kind::File(leaf) = &entry.kind else { continue };
        total = total.saturating_add(leaf.size);
        if leaf.size > caps::FILE {
            let message = format!("is {} MiB large; the most is {} MiB", leaf.size >> 20, caps::FILE >> 20);
            faults.error(&printable(&entry.path), message);
            fits = false;
        }
    }
    if total > caps::TOTAL {
        let message = format!("unpacks to {} MiB; the most is {} MiB", total >> 20, caps::TOTAL >> 20);
        faults.error("", message);
        fits = false;
    }
    fits
}
