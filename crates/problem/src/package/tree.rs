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

/// Arranges what a source listed: drops what does not count, finds the package's root, follows the links.
pub(super) fn arrange(listed: Vec<Listed>, faults: &Faults) -> Folder {
    let mut all = Folder::default();
    for entry in listed {
        insert(&mut all, entry, faults);
    }
    let (root, top) = package_root(all, faults);
    if let Some(top) = top {
        faults.below(&top);
    }
    tell_collisions(&root, "", faults);
    links::resolve(&root, faults)
}

fn insert(root: &mut Folder, entry: Listed, faults: &Faults) {
    let parts: Vec<&str> = entry.path.split('/').collect();
    if !counts(&parts, faults) {
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

/// Whether the format looks at this path at all.
fn counts(parts: &[&str], faults: &Faults) -> bool {
    for (depth, part) in parts.iter().enumerate() {
        // Pictures of a statement often have a space or an accent, and it does no harm there.
        let in_statement =
            parts[..depth].iter().any(|above| matches!(*above, "statement" | "problem_statement"));
        match names::standing(part) {
            Standing::Good => {}
            Standing::Odd if in_statement => {}
            // The folder around the package is the archiver's; see `package_root`.
            Standing::Odd if depth == 0 && parts.len() > 1 => {}
            Standing::Hidden => return false,
            Standing::Odd => {
                let place = printable(&parts[..=depth].join("/"));
                faults
                    .warn(&place, "is ignored, as the format asks: names have only a-z, A-Z, 0-9, _ . and -");
                return false;
            }
        }
    }
    true
}

/// The shallowest folder that looks like a package: this one, or one inside it, with its name.
fn package_root(mut all: Folder, faults: &Faults) -> (Folder, Option<String>) {
    let marked = |folder: &Folder| {
        ["problem.yaml", "domjudge-problem.ini"].iter().any(|marker| folder.0.contains_key(*marker))
    };
    let packages: Vec<&str> =
        all.folders().filter(|(_, folder)| marked(folder)).map(|(name, _)| name).collect();
    let top = match packages.as_slice() {
        _ if marked(&all) => None,
        [one] => Some((*one).to_owned()),
        [] if all.0.len() == 1 => all.folders().next().map(|(name, _)| name.to_owned()),
        [] => None,
        several => {
            faults.error("", format!("holds several packages ({}): give one at a time", several.join(", ")));
            None
        }
    };
    if let Some(name) = top
        && let Some(Node::Folder(package)) = all.0.remove(&name)
    {
        return (package, Some(name));
    }
    all.0.retain(|name, _| {
        let good = names::standing(name) == Standing::Good;
        if !good {
            faults.warn(&printable(name), IGNORED);
        }
        good
    });
    (all, None)
}

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
