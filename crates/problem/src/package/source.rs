//! The forms of a package behind one face: list it, then read files of it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use super::archive::Archive;
use super::faults::Faults;
use super::folder::Folder;
use super::single::Single;
use super::tarball::{self, Tarball};
use super::tree::{Leaf, Listed};

pub(super) struct Source {
    form: Form,
    /// Which of its files were read.
    taken: BTreeSet<usize>,
}

enum Form {
    Folder(Folder),
    Archive(Archive),
    Tarball(Tarball),
    Single(Single),
}

impl Source {
    fn new(form: Form) -> Self {
        Self { form, taken: BTreeSet::new() }
    }

    pub(super) fn of_folder(folder: Folder) -> Self {
        Self::new(Form::Folder(folder))
    }

    pub(super) fn of_archive(archive: Archive) -> Self {
        Self::new(Form::Archive(archive))
    }

    /// Whether the file was read, by this or another name.
    pub(super) fn has_given(&self, leaf: Leaf) -> bool {
        self.taken.contains(&leaf.at)
    }

    /// Of an archive or an XML file called `name`; its first bytes tell what it is. `None` when it cannot be read; that was
    /// told.
    pub(super) fn of_file(mut file: File, name: &str, faults: &Faults) -> Option<Self> {
        if begins_with(&mut file, 0, &tarball::GZIP) {
            return Tarball::unpack(file, faults).map(Form::Tarball).map(Self::new);
        }
        let (place, mark) = tarball::MARK;
        if begins_with(&mut file, place, &mark) {
            return Some(Self::new(Form::Tarball(Tarball::new(file))));
        }
        match Single::open(file, name) {
            Ok(single) => Some(Self::new(Form::Single(single))),
            Err(file) => Archive::open(file, faults).map(Self::of_archive),
        }
    }

    /// `None` when it is too much; that was told.
    pub(super) fn list(&mut self, faults: &Faults) -> io::Result<Option<Vec<Listed>>> {
        match &mut self.form {
            Form::Folder(folder) => folder.list(faults),
            Form::Archive(archive) => archive.list(faults),
            Form::Tarball(tarball) => tarball.list(faults),
            Form::Single(single) => single.list().map(Some),
        }
    }

    /// Passes the file's bytes to `take`, at most one more than it claims to have.
    pub(super) fn read<T>(
        &mut self,
        leaf: Leaf,
        take: impl FnOnce(&mut dyn Read) -> io::Result<T>,
    ) -> io::Result<T> {
        self.taken.insert(leaf.at);
        match &mut self.form {
            Form::Folder(folder) => take(&mut folder.file(leaf.at)?.take(leaf.size + 1)),
            Form::Archive(archive) => take(&mut archive.file(leaf.at)?.take(leaf.size + 1)),
            // There, what follows a file is not its end but the next one.
            Form::Tarball(tarball) => take(&mut tarball.file(leaf.at)?.take(leaf.size)),
            Form::Single(single) => take(&mut single.file()?.take(leaf.size + 1)),
        }
    }
}

/// Whether `mark` stands at `place`; the file is at its start again then. One that cannot be read has no mark.
fn begins_with(file: &mut File, place: u64, mark: &[u8]) -> bool {
    let mut bytes = vec![0; mark.len()];
    let read = file.seek(SeekFrom::Start(place)).and_then(|_| file.read_exact(&mut bytes));
    let back = file.rewind();
    read.is_ok() && back.is_ok() && bytes == mark
}
