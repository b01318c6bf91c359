//! Blobs in a folder: `ab/abcdef….zst`, so that no folder gets too many files. For threads that may wait.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

use problem::Hash;
use tempfile::NamedTempFile;

use super::outside::{Found, MOST_PACKED, NOT_OURS, hash_of, name_of};

/// By this file a folder is known: where a disk should be mounted and is not, there is an empty folder, and what is written
/// into that is gone from sight with the mount.
const MARKER: &str = "judge-blobs.txt";
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
        self.hand_over(folder)?;
        let mut side = new_file(folder)?;
        side.write_all(packed)?;
        side.as_file().sync_all()?;
        self.hand_over(side.path())?;
        side.persist(&file).map_err(|error| error.error)?;
        sync(folder)?;
        sync(&self.path)
    }

    /// `None`: it is not there, though the folder is.
    pub(super) fn read(&self, hash: Hash) -> io::Result<Option<Vec<u8>>> {
        let file = match File::open(self.path.join(name_of(hash))) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return self.is_ours().map(|()| None),
            file => file?,
        };
        let mut packed = Vec::new();
        file.take(MOST_PACKED).read_to_end(&mut packed)?;
        Ok(Some(packed))
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
        fs::read_dir(&self.path).map(drop)
    }

    /// Whether it can be read and has any of these, which should be in it.
    pub(super) fn look(&self, samples: &[Hash]) -> io::Result<()> {
        self.is_there()?;
        match samples.iter().any(|hash| self.path.join(name_of(*hash)).exists()) {
            true => Ok(()),
            false => Err(io::Error::new(io::ErrorKind::NotFound, NOT_OURS)),
        }
    }

    /// Takes it for ours from now on; makes it where it is not there, closed to others, and tries to write. For who knows
    /// that it has what it should have.
    pub(super) fn probe(&self) -> io::Result<()> {
        // Test data are secret. Whoever shares it with a group opens it by hand.
        DirBuilder::new().recursive(true).mode(0o700).create(&self.path)?;
        let mut file = new_file(&self.path)?;
        file.write_all(MARKER_TEXT.as_bytes())?;
        file.as_file().sync_all()?;
        self.hand_over(file.path())?;
        let marker = self.path.join(MARKER);
        match marker.try_exists()? {
            true => file.close()?,
            false => drop(file.persist(marker).map_err(|error| error.error)?),
        }
        sync(&self.path)
    }

    /// Whether it is the folder that was [taken](Self::probe), and not what is left where that should be mounted.
    fn is_ours(&self) -> io::Result<()> {
        self.is_there()?;
        let marker = self.path.join(MARKER);
        match marker.try_exists()? {
            true => Ok(()),
            false => Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!("there is no {MARKER} in it, by which it is known: is it mounted? {RESTART}"),
            )),
        }
    }

    /// What root writes is the folder's owner's, who else could not read it.
    fn hand_over(&self, path: &Path) -> io::Result<()> {
        let (folder, own) = (fs::metadata(&self.path)?, fs::metadata(path)?);
        if own.uid() == 0 && folder.uid() != 0 {
            chown(path, Some(folder.uid()), Some(folder.gid()))?;
        }
        Ok(())
    }
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
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    #[test]
    fn a_folder_is_made_closed_to_others_and_what_is_written_reads_back() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Folder::new(&scratch.path().join("deep/blobs"));
        assert_eq!(folder.read(Hash::of(b"a")).unwrap_err().kind(), io::ErrorKind::NotFound, "no folder");
        folder.probe().unwrap();
        assert_eq!(mode(folder.path()), 0o700);
        folder.probe().unwrap();
        let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(left.collect::<Vec<_>>(), [MARKER], "nothing is left of trying");
        let hash = Hash::of(b"a");
        assert_eq!(folder.read(hash).unwrap(), None);
        for packed in [b"packed".as_slice(), b"packed again"] {
            folder.write(hash, packed).unwrap();
            assert_eq!(folder.read(hash).unwrap().unwrap(), packed);
        }
        let file = folder.path().join(name_of(hash));
        assert_eq!(mode(&file) & 0o007, 0);
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
        folder.remove(&name_of(hash)).unwrap();
        folder.remove(&name_of(hash)).unwrap();
        assert_eq!(folder.read(hash).unwrap(), None);
    }

    #[test]
    fn a_folder_that_has_nothing_of_what_it_should_have_is_another_one() {
        let scratch = tempfile::tempdir().unwrap();
        let (folder, hash) = (Folder::new(scratch.path()), Hash::of(b"a"));
        fs::create_dir(scratch.path().join("lost+found")).unwrap();
        let error = folder.look(&[hash]).unwrap_err().to_string();
        assert!(error.contains("is it mounted"), "{error}");
        folder.probe().unwrap();
        folder.write(hash, b"packed").unwrap();
        folder.look(&[Hash::of(b"b"), hash]).unwrap();
        assert_eq!(folder.list().unwrap().len(), 1);
    }

    #[test]
    fn only_what_is_ours_is_listed_and_what_is_half_written_only_when_nobody_can_be_at_it() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Folder::new(scratch.path());
        let hash = Hash::of(b"a");
        folder.probe().unwrap();
        folder.write(hash, b"packed").unwrap();
        let inner = scratch.path().join(name_of(hash)).parent().unwrap().to_owned();
        fs::write(scratch.path().join("README"), "not ours").unwrap();
        fs::write(inner.join("notes.zst"), "not ours").unwrap();
        fs::write(inner.join(".new-now"), "being written").unwrap();
        let left = File::create(inner.join(".new-left")).unwrap();
        left.set_modified(SystemTime::now() - 2 * GRACE).unwrap();
        let mut names: Vec<String> = folder.list().unwrap().into_iter().map(|found| found.name).collect();
        names.sort();
        let left = format!("{}/.new-left", inner.file_name().unwrap().to_str().unwrap());
        assert_eq!(names, [left, name_of(hash)]);
    }

    #[test]
    fn where_a_disk_is_mounted_no_more_nothing_is_written_and_nothing_missed() {
        let scratch = tempfile::tempdir().unwrap();
        let (folder, hash) = (Folder::new(&scratch.path().join("blobs")), Hash::of(b"a"));
        folder.probe().unwrap();
        folder.write(hash, b"packed").unwrap();
        fs::rename(folder.path(), scratch.path().join("disk")).unwrap();
        fs::create_dir(folder.path()).unwrap();
        for refused in [folder.write(hash, b"packed"), folder.read(hash).map(drop)] {
            let told = refused.unwrap_err().to_string();
            assert!(told.contains("is it mounted? If it is the right one, start the judge anew"), "{told}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        fs::remove_dir(folder.path()).unwrap();
        fs::rename(scratch.path().join("disk"), folder.path()).unwrap();
        assert_eq!(folder.read(hash).unwrap().unwrap(), b"packed");
    }

    #[test]
    fn what_root_writes_belongs_to_whom_the_folder_does() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Folder::new(scratch.path());
        let own = fs::metadata(scratch.path()).unwrap().uid();
        // Whoever else tests has files of nobody else's.
        let (uid, gid) =
            if own == 0 { (4242, 4243) } else { (own, fs::metadata(scratch.path()).unwrap().gid()) };
        chown(scratch.path(), Some(uid), Some(gid)).unwrap();
        folder.probe().unwrap();
        let hash = Hash::of(b"a");
        folder.write(hash, b"packed").unwrap();
        let file = folder.path().join(name_of(hash));
        for path in [&file, file.parent().unwrap(), &folder.path().join(MARKER)] {
            let found = fs::metadata(path).unwrap();
            assert_eq!((found.uid(), found.gid()), (uid, gid), "{}", path.display());
        }
    }
}
