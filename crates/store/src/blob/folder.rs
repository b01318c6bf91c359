//! Blobs in a folder: `ab/abcdef….zst`, so that no folder gets too many files. For threads that may wait.
//!
//! It is known by a file in it, the [`MARKER`]: where a disk should be mounted and is not, there is an empty folder, and what
//! is written into that is gone from sight with the mount.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

use problem::Hash;
use tempfile::NamedTempFile;

use super::outside::{Found, MARKER, MOST_PACKED, hash_of, if_lost, name_of, not_ours};

const RESTART: &str =
    "If it is the right one, start the judge anew, which looks at what is in it and makes that file";
const MARKER_TEXT: &str = "\
Files of a judge's problems, named by their hashes. By this one the judge knows that it has the right folder before it, and
no empty place where a disk should be mounted: leave it here.
";
/// How names of files begin that are not whole yet.
const NEW: &str = ".new-";
/// Whoever writes has renamed it by then, or died.
const GRACE: Duration = Duration::from_secs(60 * 60);

#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whole and on disk when this returns; until then nobody sees anything under the name.
    pub(super) fn write(&self, hash: Hash, packed: &[u8]) -> io::Result<()> {
        let file = self.path.join(name_of(hash));
        let folder = file.parent().unwrap_or(&self.path);
        self.is_ours()?;
        DirBuilder::new().recursive(true).mode(0o750).create(folder)?;
        self.hand_over(folder);
        let mut side = new_file(folder)?;
        side.write_all(packed)?;
        side.as_file().sync_all()?;
        self.hand_over(side.path());
        // A disk that was damaged may show a folder there, whose name no file can take.
        if fs::symlink_metadata(&file).is_ok_and(|found| found.is_dir()) {
            fs::remove_dir(&file)?;
        }
        side.persist(&file).map_err(|error| error.error)?;
        sync(folder)?;
        sync(&self.path)
    }

    /// The inner error is of this file alone; the outer one is of the whole folder.
    pub(super) fn read(&self, hash: Hash) -> io::Result<io::Result<Vec<u8>>> {
        let packed = packed(&self.path.join(name_of(hash)));
        if packed.is_err() {
            self.is_ours()?;
        }
        Ok(packed)
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// All that is ours: blobs, and what whoever died left half-written. A folder that is not there has nothing.
    pub(super) fn list(&self) -> io::Result<Vec<Found>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                // Others are not ours, and may be closed: lost+found.
                if name.len() != 2 || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    continue;
                }
                for inner in fs::read_dir(entry.path())? {
                    let inner = inner?;
                    found.extend(seen(&format!("{name}/{}", inner.file_name().to_string_lossy()), &inner)?);
                }
            } else {
                found.extend(seen(&name, &entry)?);
            }
        }
        Ok(found)
    }

    fn is_there(&self) -> io::Result<()> {
        match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(not_found(format!("there is no such folder: is it mounted? {}", if_lost())))
            }
            entries => entries.map(drop),
        }
    }

    /// Whether it can be read and is ours: it is marked, or has any of these, which should be in it. Then it is marked.
    pub(super) fn look(&self, samples: &[Hash]) -> io::Result<()> {
        self.is_there()?;
        if self.is_marked()? {
            return Ok(());
        }
        if !samples.iter().any(|hash| self.path.join(name_of(*hash)).exists()) {
            return Err(not_found(not_ours()));
        }
        // Who may only read leaves it to the others.
        if let Err(error) = self.mark() {
            tracing::debug!(folder = %self.path.display(), "{MARKER} cannot be written: {error}");
        }
        Ok(())
    }

    /// Takes it for ours from now on; makes it where it is not there, closed to others, and tries to write. For who knows
    /// that it has what it should have.
    pub(super) fn probe(&self) -> io::Result<()> {
        // Test data are secret. Whoever shares it with a group opens it by hand.
        DirBuilder::new().recursive(true).mode(0o700).create(&self.path)?;
        self.mark()
    }

    /// Writes, even where there is nothing to do, so that it is known whether one can.
    fn mark(&self) -> io::Result<()> {
        let mut file = new_file(&self.path)?;
        file.write_all(MARKER_TEXT.as_bytes())?;
        file.as_file().sync_all()?;
        self.hand_over(file.path());
        match self.is_marked()? {
            true => file.close()?,
            false => drop(file.persist(self.path.join(MARKER)).map_err(|error| error.error)?),
        }
        sync(&self.path)
    }

    fn is_marked(&self) -> io::Result<bool> {
        self.path.join(MARKER).try_exists()
    }

    /// Whether it is the folder that was [taken](Self::probe), and not what is left where that should be mounted.
    fn is_ours(&self) -> io::Result<()> {
        self.is_there()?;
        match self.is_marked()? {
            true => Ok(()),
            false => Err(not_found(format!(
                "there is no {MARKER} in it, by which it is known: is it mounted? {RESTART}"
            ))),
        }
    }

    /// What root writes is the folder's owner's, who else could not read it. Not every root may give files away, and not
    /// every disk knows to whom: there it stays root's.
    fn hand_over(&self, path: &Path) {
        let handed = || {
            let (folder, own) = (fs::metadata(&self.path)?, fs::metadata(path)?);
            match own.uid() == 0 && folder.uid() != 0 {
                true => chown(path, Some(folder.uid()), Some(folder.gid())),
                false => Ok(()),
            }
        };
        if let Err(error) = handed() {
            tracing::debug!(path = %path.display(), "it cannot become the folder's owner's: {error}");
        }
    }
}

fn not_found(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, what)
}

fn packed(file: &Path) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    File::open(file)?.take(MOST_PACKED).read_to_end(&mut packed)?;
    Ok(packed)
}

fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(NEW).permissions(Permissions::from_mode(0o640)).tempfile_in(folder)
}

/// Names are on disk then, too.
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

fn seen(name: &str, entry: &fs::DirEntry) -> io::Result<Option<Found>> {
    let hash = hash_of(name);
    let last = name.rsplit('/').next().unwrap_or(name);
    if hash.is_none() && !(last.starts_with(NEW) && is_old(entry)?) {
        return Ok(None);
    }
    Ok(Some(Found { name: name.to_owned(), hash }))
}

/// One that is gone meanwhile is not.
fn is_old(entry: &fs::DirEntry) -> io::Result<bool> {
    match entry.metadata() {
        Ok(metadata) => Ok(metadata.modified()?.elapsed().is_ok_and(|age| age > GRACE)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
