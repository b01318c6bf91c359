//! A zip archive inside the package. It is read as the package itself is: by the same caps and rules of names, and never
//! unpacked to where its names say.

use std::io::{self, Read};

use super::archive::Archive;
use super::faults::Faults;
use super::links::join;
use super::reading::Reading;
use super::source::Source;
use super::tree::{self, Folder, Leaf};

pub(super) struct Nested {
    /// Its own path in the package.
    pub(super) path: String,
    source: Source,
    root: Folder,
}

impl Nested {
    /// `None` where it cannot be used; that was told.
    pub(super) fn open(reading: &mut Reading, path: &str, leaf: Leaf) -> Option<Self> {
        let hash = reading.store(path, leaf)?;
        let file = match reading.spool.open(hash) {
            Ok(file) => file,
            Err(error) => {
                reading.faults.error(path, format!("cannot be read: {error}"));
                return None;
            }
        };
        let faults = Faults::default();
        let source = Archive::open(file, &faults).map(Source::of_archive);
        let opened = source.and_then(|mut source| {
            let root = root(&mut source, &faults)?;
            Some(Self { path: path.to_owned(), source, root })
        });
        let refused = faults.any_errors();
        for fault in faults.sorted() {
            let file = if fault.file.is_empty() { path.to_owned() } else { join(path, &fault.file) };
            reading.faults.add(crate::Fault { file, ..fault });
        }
        opened.filter(|_| !refused)
    }

    /// By its path in the archive.
    pub(super) fn find(&self, path: &str) -> Option<Leaf> {
        find(&self.root, path)
    }

    /// All files by path, in the order of the archive's directory.
    pub(super) fn files(&self) -> Vec<(String, Leaf)> {
        let mut files = self.root.files_below();
        files.sort_by_key(|(_, leaf)| leaf.at);
        files
    }

    /// As [`Source::read`].
    pub(super) fn read<T>(
        &mut self,
        leaf: Leaf,
        take: impl FnOnce(&mut dyn Read) -> io::Result<T>,
    ) -> io::Result<T> {
        self.source.read(leaf, take)
    }
}

fn root(source: &mut Source, faults: &Faults) -> Option<Folder> {
    match source.list(faults) {
        Ok(listed) => {
            let listed = listed.filter(|listed| tree::within_caps(listed, faults))?;
            Some(tree::arrange(tree::gather(listed, faults), &[], false, faults))
        }
        Err(error) => {
            faults.error("", format!("cannot be listed: {error}"));
            None
        }
    }
}

/// The file at `path` below `folder`; `.` stays where it is.
pub(super) fn find(folder: &Folder, path: &str) -> Option<Leaf> {
    let mut parts = path.split('/').filter(|part| !matches!(*part, "" | "."));
    let name = parts.next_back()?;
    parts.try_fold(folder, |folder, part| folder.folder(part))?.file(name)
}
