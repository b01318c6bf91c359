//! The forms of a package behind one face: list it, then read files of it.

use std::io::{self, Read};

use super::archive::Archive;
use super::faults::Faults;
use super::folder::Folder;
use super::single::Single;
use super::tree::{Leaf, Listed};

pub(super) enum Source {
    Folder(Folder),
    Archive(Archive),
    Single(Single),
}

impl Source {
    /// `None` when it is too much; that was told.
    pub(super) fn list(&mut self, faults: &Faults) -> io::Result<Option<Vec<Listed>>> {
        match self {
            Self::Folder(folder) => folder.list(faults),
            Self::Archive(archive) => archive.list(faults),
            Self::Single(single) => single.list().map(Some),
        }
    }

    /// Passes the file's bytes to `take`, at most one more than it claims to have.
    pub(super) fn read<T>(
        &mut self,
        leaf: Leaf,
        take: impl FnOnce(&mut dyn Read) -> io::Result<T>,
    ) -> io::Result<T> {
        match self {
            Self::Folder(folder) => take(&mut folder.file(leaf.at)?.take(leaf.size + 1)),
            Self::Archive(archive) => take(&mut archive.file(leaf.at)?.take(leaf.size + 1)),
            Self::Single(single) => take(&mut single.file()?.take(leaf.size + 1)),
        }
    }
}
