//! The files that `init.yml` names: beside it, else in its archive.

use std::collections::{BTreeSet, HashMap};
use std::io;

use super::config::FILE;
use crate::blob::Hash;
use crate::package::nested::{Nested, find};
use crate::package::newlines::Newlines;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};

/// What a file is kept as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// As it is.
    Bytes,
    /// With the line ends that DMOJ gives to programs.
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Loose(usize),
    Packed(usize),
}

pub(super) struct Data<'a> {
    root: &'a Folder,
    pub(super) archive: Option<Nested>,
    /// `None` where copying failed, which was told.
    kept: HashMap<(Place, Form), Option<Hash>>,
    /// Of the archive's files, those that something names.
    used: BTreeSet<usize>,
}

impl<'a> Data<'a> {
    pub(super) fn new(root: &'a Folder, archive: Option<Nested>) -> Self {
        Self { root, archive, kept: HashMap::new(), used: BTreeSet::new() }
    }

    /// Keeps the file called `path` on `line`. `None` where it cannot be had; that was told.
    pub(super) fn store(&mut self, reading: &mut Reading, path: &str, line: u32, form: Form) -> Option<Hash> {
        let Some((place, leaf)) = self.place(path) else {
            let message = match &self.archive {
                Some(archive) => {
                    format!("names {path}, which is neither in the package nor in {}", archive.path)
                }
                None => format!("names {path}, which is not in the package"),
            };
            reading.faults.error_at(FILE, line, message);
            return None;
        };
        if let Some(known) = self.kept.get(&(place, form)) {
            return *known;
        }
        let copied = self.copy(reading, place, leaf, form);
        let hash = match copied {
            Ok(hash) => Some(hash),
            Err(error) => {
                reading.faults.error(&self.shown(place, path), format!("cannot be read: {error}"));
                None
            }
        };
        self.kept.insert((place, form), hash);
        hash
    }

    /// Loose files come first.
    fn place(&mut self, path: &str) -> Option<(Place, Leaf)> {
        if let Some(leaf) = find(self.root, path) {
            return Some((Place::Loose(leaf.at), leaf));
        }
        let leaf = self.archive.as_ref()?.find(path)?;
        self.used.insert(leaf.at);
        Some((Place::Packed(leaf.at), leaf))
    }

    fn shown(&self, place: Place, path: &str) -> String {
        match (place, &self.archive) {
            (Place::Packed(_), Some(archive)) => format!("{}/{path}", archive.path),
            _ => path.to_owned(),
        }
    }

    fn copy(&mut self, reading: &mut Reading, place: Place, leaf: Leaf, form: Form) -> io::Result<Hash> {
        let spool = &reading.spool;
        let take = |from: &mut dyn io::Read| {
            let mut counted = Counted { from, bytes: 0 };
            let (hash, _) = match form {
                Form::Bytes => spool.store(&mut counted)?,
                Form::Text => spool.store(&mut Newlines::new(&mut counted))?,
            };
            if counted.bytes == leaf.size {
                return Ok(hash);
            }
            Err(io::Error::other(format!("it has not the {} bytes that it claims to have", leaf.size)))
        };
        match (place, &mut self.archive) {
            (Place::Packed(_), Some(archive)) => archive.read(leaf, take),
            _ => reading.source.read(leaf, take),
        }
    }

    /// Files of the archive that nothing names.
    pub(super) fn unused(&self) -> Vec<String> {
        let files = self.archive.iter().flat_map(Nested::files);
        files.filter(|(_, leaf)| !self.used.contains(&leaf.at)).map(|(path, _)| path).collect()
    }
}

struct Counted<'a> {
    from: &'a mut dyn io::Read,
    bytes: u64,
}

impl io::Read for Counted<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(out)?;
        self.bytes += read as u64;
        Ok(read)
    }
}
