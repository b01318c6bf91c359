//! Blobs by hash on this machine's disk: fetched once, checked, bounded.

use std::collections::HashMap;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Seek};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use nix::sys::memfd::{MFdFlags, memfd_create};
use problem::{Blobs, Hash};
use tempfile::NamedTempFile;

/// Brings a blob: writes its bytes into the file and gives the file back.
pub(crate) type Fetch = Box<dyn Fn(Hash, File) -> io::Result<File> + Send + Sync>;

/// A folder that holds blobs under their hashes. Several processes may share it.
pub(crate) struct Cache {
    folder: PathBuf,
    /// Bytes.
    limit: u64,
    fetch: Fetch,
    shelf: Mutex<Shelf>,
}

/// What is known to be there.
#[derive(Default)]
struct Shelf {
    kept: HashMap<Hash, Kept>,
    total: u64,
    /// Counts uses: the smaller a blob's last one, the longer ago.
    clock: u64,
}

struct Kept {
    size: u64,
    used: u64,
    /// Its bytes were seen to have its hash since this process started.
    checked: bool,
}

impl Cache {
    /// Takes over what the folder holds; leftovers of a killed process are removed.
    pub(crate) fn open(folder: &Path, limit: u64, fetch: Fetch) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        // Test data are secret.
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            match entry.file_name().to_string_lossy().parse::<Hash>() {
                Ok(hash) => found.push((entry.metadata()?.modified()?, hash, entry.metadata()?.len())),
                Err(_) => fs::remove_file(entry.path())?,
            }
        }
        found.sort_unstable_by_key(|(modified, ..)| *modified);
        let mut shelf = Shelf::default();
        for (_, hash, size) in found {
            shelf.put(hash, size, false);
        }
        Ok(Self { folder: folder.to_owned(), limit, fetch, shelf: Mutex::new(shelf) })
    }

    fn path(&self, hash: Hash) -> PathBuf {
        self.folder.join(hash.to_string())
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file if it is there and is what its name says.
    fn kept(&self, hash: Hash) -> io::Result<Option<File>> {
        let mut file = match File::open(self.path(hash)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let checked = self.shelf().use_now(hash);
        if checked {
            return Ok(Some(file));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if Hash::of(&bytes) != hash {
            tracing::warn!(%hash, "a cached file is damaged; it is fetched again");
            self.drop_file(hash)?;
            return Ok(None);
        }
        file.rewind()?;
        self.shelf().put(hash, bytes.len() as u64, true);
        Ok(Some(file))
    }

    /// Where the disk takes nothing more it is read from memory, and fetched again the next time.
    fn fetched(&self, hash: Hash) -> io::Result<File> {
        match self.shelved(hash) {
            Err(error) if takes_nothing(&error) => {
                let folder = self.folder.display();
                tracing::warn!(%error, %folder, "test data cannot be cached, so it is fetched each time");
                let mut file = (self.fetch)(hash, memory()?)?;
                file.rewind()?;
                Ok(file)
            }
            fetched => fetched,
        }
    }

    fn shelved(&self, hash: Hash) -> io::Result<File> {
        let side = NamedTempFile::new_in(&self.folder)?;
        let written = (self.fetch)(hash, side.reopen()?)?;
        written.set_permissions(Permissions::from_mode(0o444))?;
        let size = written.metadata()?.len();
        // Opened before it may be evicted, and not for writing.
        let file = File::open(side.path())?;
        side.persist(self.path(hash)).map_err(|error| error.error)?;
        self.shelf().put(hash, size, true);
        self.evict(hash)?;
        Ok(file)
    }

    /// Removes what was not used for longest until the rest fits; `newest` stays whatever its size.
    fn evict(&self, newest: Hash) -> io::Result<()> {
        loop {
            let oldest = self.shelf().oldest_beyond(self.limit, newest);
            match oldest {
                Some(hash) => self.drop_file(hash)?,
                None => return Ok(()),
            }
        }
    }

    fn drop_file(&self, hash: Hash) -> io::Result<()> {
        self.shelf().remove(hash);
        match fs::remove_file(self.path(hash)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// That of the whole disk, or of our part of it.
fn takes_nothing(error: &io::Error) -> bool {
    use io::ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), QuotaExceeded | ReadOnlyFilesystem | StorageFull)
}

fn memory() -> io::Result<File> {
    Ok(File::from(memfd_create("blob", MFdFlags::MFD_CLOEXEC)?))
}

impl Shelf {
    fn put(&mut self, hash: Hash, size: u64, checked: bool) {
        self.remove(hash);
        self.clock += 1;
        self.total += size;
        self.kept.insert(hash, Kept { size, used: self.clock, checked });
    }

    fn remove(&mut self, hash: Hash) {
        if let Some(kept) = self.kept.remove(&hash) {
            self.total -= kept.size;
        }
    }

    /// Whether it was checked already.
    fn use_now(&mut self, hash: Hash) -> bool {
        self.clock += 1;
        let clock = self.clock;
        self.kept.get_mut(&hash).is_some_and(|kept| {
            kept.used = clock;
            kept.checked
        })
    }

    fn oldest_beyond(&self, limit: u64, spared: Hash) -> Option<Hash> {
        let others = self.kept.iter().filter(|(hash, _)| **hash != spared);
        let oldest = others.min_by_key(|(_, kept)| kept.used).map(|(hash, _)| *hash);
        oldest.filter(|_| self.total > limit)
    }
}

impl Blobs for Cache {
    fn open(&self, hash: Hash) -> io::Result<File> {
        match self.kept(hash)? {
            Some(file) => Ok(file),
            None => self.fetched(hash),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::MetadataExt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Ten bytes each: `0000000000`, `1111111111` …
    fn blob(n: u8) -> Vec<u8> {
        vec![b'0' + n; 10]
    }

    fn cache(folder: &Path, limit: u64) -> (Cache, Arc<AtomicUsize>) {
        let fetches = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&fetches);
        let fetch = move |hash, mut file: File| {
            counted.fetch_add(1, Ordering::Relaxed);
            let wanted = (0..10).map(blob).find(|bytes| Hash::of(bytes) == hash);
            file.write_all(&wanted.ok_or(io::ErrorKind::NotFound)?)?;
            Ok(file)
        };
        (Cache::open(folder, limit, Box::new(fetch)).unwrap(), fetches)
    }

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_disk_that_is_full_costs_time_and_no_test_data() {
        let folder = tempfile::tempdir().unwrap();
        let fetches = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&fetches);
        // Full is the disk of the folder, which a file of memory knows nothing of.
        let on_disk = fs::metadata(folder.path()).unwrap().dev();
        let fetch = move |_, mut file: File| {
            counted.fetch_add(1, Ordering::Relaxed);
            if file.metadata()?.dev() == on_disk {
                return Err(io::ErrorKind::StorageFull.into());
            }
            file.write_all(&blob(1))?;
            Ok(file)
        };
        let cache = Cache::open(folder.path(), 100, Box::new(fetch)).unwrap();
        for expected in [2, 4] {
            assert_eq!(cache.read(Hash::of(&blob(1))).unwrap(), blob(1));
            assert_eq!(fetches.load(Ordering::Relaxed), expected, "nothing was kept");
        }
        assert_eq!(names(folder.path()), 0, "nothing half-written is left");
    }

    #[test]
    fn a_blob_is_fetched_once_even_over_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let hash = Hash::of(&blob(1));
        for expected in [1, 0] {
            let (cache, fetches) = cache(folder.path(), 1000);
            for _ in 0..3 {
                assert_eq!(cache.read(hash).unwrap(), blob(1));
            }
            assert_eq!(fetches.load(Ordering::Relaxed), expected);
        }
    }

    #[test]
    fn a_damaged_file_is_fetched_again() {
        let folder = tempfile::tempdir().unwrap();
        let hash = Hash::of(&blob(1));
        fs::write(folder.path().join(hash.to_string()), "rotten").unwrap();
        let (cache, fetches) = cache(folder.path(), 1000);
        assert_eq!(cache.read(hash).unwrap(), blob(1));
        assert_eq!(fetches.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, fetches) = cache(folder.path(), 25);
        for n in [1, 2, 1, 3] {
            cache.read(Hash::of(&blob(n))).unwrap();
        }
        assert_eq!(names(folder.path()), 2);
        assert!(!folder.path().join(Hash::of(&blob(2)).to_string()).exists());
        assert_eq!(cache.read(Hash::of(&blob(2))).unwrap(), blob(2));
        assert_eq!(fetches.load(Ordering::Relaxed), 4);
    }

    #[test]
    fn one_blob_bigger_than_the_limit_is_served_and_goes_with_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, _) = cache(folder.path(), 5);
        for n in [1, 2] {
            assert_eq!(cache.read(Hash::of(&blob(n))).unwrap(), blob(n));
            assert_eq!(names(folder.path()), 1);
        }
    }

    #[test]
    fn a_failed_fetch_leaves_nothing_and_half_files_of_a_killed_process_go() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".tmpabc"), "half").unwrap();
        let (cache, _) = cache(folder.path(), 1000);
        assert_eq!(cache.read(Hash::of(b"unknown")).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(names(folder.path()), 0);
    }

    #[test]
    fn an_open_file_outlives_its_eviction() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, _) = cache(folder.path(), 5);
        let mut first = Blobs::open(&cache, Hash::of(&blob(1))).unwrap();
        cache.read(Hash::of(&blob(2))).unwrap();
        let mut bytes = Vec::new();
        first.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, blob(1));
    }
}
