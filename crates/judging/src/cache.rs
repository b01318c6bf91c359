//! What this worker made or fetched before: compiled programs, on disk and in memory, and the inputs in use.
//!
//! A program is found by the hash of everything that it is made of, so an entry is never out of date. The folder may
//! be deleted at any time, be shared by several workers, and hold anything: what is read is checked by its hash.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use problem::{Blobs, Hash};
use sandbox::Sealed;

use crate::error::Error;
use crate::lru::Lru;
use crate::passing::Passing;

/// Bytes of inputs and answers that are kept in memory, and how many: each is an open descriptor.
const INPUT_BYTES: u64 = 256 << 20;
const INPUTS: usize = 200;
/// The same for compiled programs.
const PROGRAM_BYTES: u64 = 256 << 20;
const PROGRAMS: usize = 100;
/// Files that compilations are lent, those of older toolchains too.
const WARM: usize = 8;

/// What compiling made.
#[derive(Debug)]
pub(crate) struct Built {
    /// What the compiler said, tamed.
    pub(crate) log: String,
    /// The program; empty where the step only checks.
    pub(crate) artefact: Sealed,
    pub(crate) hash: Hash,
}

/// See the module. One for a process; its slots share it.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    most_bytes: u64,
    programs: Mutex<Lru<Hash, Arc<Built>>>,
    passing: Mutex<Passing>,
    inputs: Mutex<Lru<Hash, Arc<Sealed>>>,
}

impl Cache {
    /// Takes or makes a folder, in which at most `most_bytes` of programs are kept.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn open(folder: impl Into<PathBuf>, most_bytes: u64) -> io::Result<Self> {
        let folder = folder.into();
        for part in ["programs", "warm"] {
            DirBuilder::new().recursive(true).mode(0o700).create(folder.join(part))?;
        }
        let programs = Mutex::new(Lru::new(PROGRAM_BYTES, PROGRAMS));
        let inputs = Mutex::new(Lru::new(INPUT_BYTES, INPUTS));
        Ok(Self { folder, most_bytes, programs, passing: Mutex::default(), inputs })
    }

    pub(crate) fn program(&self, key: Hash) -> Option<Arc<Built>> {
        if let Some(built) = lock(&self.programs).get(&key) {
            return Some(built);
        }
        let built = Arc::new(read(&self.program_path(key))?);
        self.remember(key, &built);
        Some(built)
    }

    /// Keeps what was made. That it cannot be written is no failure: it is made again the next time.
    pub(crate) fn keep(&self, key: Hash, built: &Arc<Built>) {
        self.remember(key, built);
        let written = write(&self.program_path(key), built).and_then(|()| self.trim());
        if let Err(error) = written {
            tracing::warn!(%error, folder = %self.folder.display(), "a compiled program could not be cached");
        }
    }

    /// The same, or one that is kept for now only, from here on for this custom run, too.
    pub(crate) fn passing_program(&self, key: Hash, run: u128) -> Option<Arc<Built>> {
        self.program(key).or_else(|| lock(&self.passing).get(key, run, Instant::now()))
    }

    /// Keeps what was made while this custom run is there, half an hour at most, and so that it is never written.
    pub(crate) fn keep_for_now(&self, key: Hash, built: &Arc<Built>, run: u128) {
        lock(&self.passing).insert(key, built, run, Instant::now());
    }

    /// Forgets programs of custom runs that are there for half an hour, and tells for which runs the others are kept. For
    /// whoever owns the cache, each half minute.
    pub fn sweep(&self) -> BTreeSet<u128> {
        let mut passing = lock(&self.passing);
        passing.sweep(Instant::now());
        passing.runs()
    }

    /// Forgets programs of custom runs that are gone, as far as no other run used them.
    pub fn forget(&self, gone: &BTreeSet<u128>) {
        lock(&self.passing).forget(gone);
    }

    fn remember(&self, key: Hash, built: &Arc<Built>) {
        lock(&self.programs).insert(key, built.artefact.len() + built.log.len() as u64, Arc::clone(built));
    }

    fn program_path(&self, key: Hash) -> PathBuf {
        self.folder.join("programs").join(key.to_string())
    }

    /// Deletes the programs that were not used longest until the rest fits.
    fn trim(&self) -> io::Result<()> {
        let mut files = by_age(&self.folder.join("programs"))?;
        let mut bytes: u64 = files.iter().map(|file| file.bytes).sum();
        while bytes > self.most_bytes {
            let Some(oldest) = files.pop() else { break };
            bytes -= oldest.bytes;
            remove(&oldest.path)?;
        }
        Ok(())
    }

    /// A file of the problem, to be given to a box: at its start, and a description of its own.
    ///
    /// Not the file itself: whoever gets a descriptor of a file that is ours could, in a box that runs under our own
    /// user id, open it again through `/proc` and change it. It is a sealed copy in memory, whose bytes nobody can
    /// change, made once and kept while it is in use. Its mode such a box can change, so that we cannot open it any
    /// more: then it is made again.
    pub(crate) fn lend(&self, blobs: &dyn Blobs, hash: Hash) -> Result<OwnedFd, Error> {
        self.sealed(blobs, hash)?.open().map_err(Error::io("lend a file of the problem"))
    }

    /// The same, to be copied into a box, or opened several times.
    pub(crate) fn sealed(&self, blobs: &dyn Blobs, hash: Hash) -> Result<Arc<Sealed>, Error> {
        let kept = lock(&self.inputs).get(&hash);
        if let Some(sealed) = kept.filter(|sealed| sealed.open().is_ok()) {
            return Ok(sealed);
        }
        let sealed = blobs.open(hash).and_then(|file| Sealed::from_reader("input", file));
        let sealed = Arc::new(sealed.map_err(|source| Error::Blob { hash, source })?);
        lock(&self.inputs).insert(hash, sealed.len(), Arc::clone(&sealed));
        Ok(sealed)
    }

    /// The folder of a file that compilations are lent.
    pub(crate) fn warm_folder(&self, key: Hash) -> PathBuf {
        self.folder.join("warm").join(key.to_string())
    }

    /// Keeps such a file as `name` in the folder of `key`; boxes read it under other user ids than ours.
    pub(crate) fn keep_warm(&self, key: Hash, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.warm_folder(key).join(name);
        let folder = path.parent().unwrap_or(&path);
        DirBuilder::new().recursive(true).mode(0o755).create(folder)?;
        write_new(&path, 0o644, |file| file.write_all(bytes))?;
        for old in by_age(&self.folder.join("warm"))?.into_iter().skip(WARM) {
            remove(&old.path)?;
        }
        Ok(())
    }
}

/// Nothing that is done under these locks can leave them half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Another worker may have been faster.
fn remove(path: &Path) -> io::Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    removed.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

struct Aged {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

/// What lies in a folder, the newest first.
fn by_age(folder: &Path) -> io::Result<Vec<Aged>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // It may be gone already.
        if let Ok(metadata) = entry.metadata() {
            found.push(Aged { path: entry.path(), bytes: metadata.len(), used: metadata.modified()? });
        }
    }
    found.sort_by_key(|aged| Reverse(aged.used));
    Ok(found)
}

/// An entry's file: `hash of the rest | length of the log, 8 bytes | log | artefact`.
fn write(path: &Path, built: &Built) -> io::Result<()> {
    let mut bytes = (built.log.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(built.log.as_bytes());
    bytes.extend_from_slice(&built.artefact.read()?);
    write_new(path, 0o600, |file| {
        file.write_all(&Hash::of(&bytes).0)?;
        file.write_all(&bytes)
    })
}

/// `None` where there is no such entry, or none that can be trusted.
fn read(path: &Path) -> Option<Built> {
    let all = fs::read(path).ok()?;
    let (hash, bytes) = all.split_at_checked(32)?;
    if Hash::of(bytes).0 != hash {
        tracing::warn!(path = %path.display(), "a cached program is damaged and is made again");
        return None;
    }
    let (length, rest) = bytes.split_at_checked(8)?;
    let length = usize::try_from(u64::from_le_bytes(length.try_into().ok()?)).ok()?;
    let (log, artefact) = rest.split_at_checked(length)?;
    // Only the order of deletion hangs on it.
    let _ = File::options().append(true).open(path).and_then(|file| file.set_modified(SystemTime::now()));
    Some(Built {
        log: String::from_utf8_lossy(log).into_owned(),
        artefact: Sealed::from_bytes("program", artefact).ok()?,
        hash: Hash::of(artefact),
    })
}

/// Writes beside and renames: nobody sees half a file.
fn write_new(path: &Path, mode: u32, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let unique = format!("new-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let beside = path.with_file_name(unique);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&beside)?;
    // Whatever the umask took.
    file.set_permissions(Permissions::from_mode(mode))?;
    let filled = fill(&mut file).and_then(|()| fs::rename(&beside, path));
    if filled.is_err() {
        let _ = fs::remove_file(&beside);
    }
    filled
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek};
    use std::os::fd::AsRawFd;
    use std::time::Duration;

    use super::*;

    fn built(artefact: &[u8]) -> Arc<Built> {
        let sealed = Sealed::from_bytes("program", artefact).unwrap();
        Arc::new(Built { log: "a warning".into(), artefact: sealed, hash: Hash::of(artefact) })
    }

    #[test]
    fn what_was_kept_is_found_by_another_process() {
        let folder = tempfile::tempdir().unwrap();
        let key = Hash::of(b"key");
        Cache::open(folder.path(), 1 << 20).unwrap().keep(key, &built(b"program"));
        let found = Cache::open(folder.path(), 1 << 20).unwrap().program(key).unwrap();
        assert_eq!((found.log.as_str(), &found.artefact.read().unwrap()[..]), ("a warning", &b"program"[..]));
        assert_eq!(found.hash, Hash::of(b"program"));
        let mode =
            fs::metadata(folder.path().join("programs").join(key.to_string())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_damaged_entry_is_no_entry() {
        let folder = tempfile::tempdir().unwrap();
        let key = Hash::of(b"key");
        Cache::open(folder.path(), 1 << 20).unwrap().keep(key, &built(b"program"));
        let path = folder.path().join("programs").join(key.to_string());
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, bytes).unwrap();
        assert!(Cache::open(folder.path(), 1 << 20).unwrap().program(key).is_none());
        fs::write(&path, "short").unwrap();
        assert!(Cache::open(folder.path(), 1 << 20).unwrap().program(key).is_none());
    }

    #[test]
    fn the_folder_stays_within_its_bytes_and_loses_the_oldest() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), 2_500).unwrap();
        for number in 0..3u8 {
            let key = Hash::of(&[number]);
            cache.keep(key, &built(&[number; 1000]));
            let age = Duration::from_secs(100 - u64::from(number));
            let file = File::options().append(true).open(cache.program_path(key)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        }
        cache.keep(Hash::of(b"last"), &built(b"x"));
        let other = Cache::open(folder.path(), 2_500).unwrap();
        let there = [&[0u8][..], &[1], &[2], b"last"].map(|key| other.program(Hash::of(key)).is_some());
        assert_eq!(there, [false, true, true, true]);
    }

    struct One(Vec<u8>);

    impl Blobs for One {
        fn open(&self, hash: Hash) -> io::Result<File> {
            assert_eq!(hash, Hash::of(&self.0));
            let mut file = tempfile::tempfile()?;
            file.write_all(&self.0)?;
            file.rewind()?;
            Ok(file)
        }
    }

    #[test]
    fn what_is_lent_can_be_read_apart_and_changed_by_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), 0).unwrap();
        let blob = One(b"1 2 3".to_vec());
        let hash = Hash::of(&blob.0);
        let mut lent = [(); 2].map(|()| File::from(cache.lend(&blob, hash).unwrap()));
        for file in &mut lent {
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            assert_eq!(text, "1 2 3");
        }
        let again = format!("/proc/self/fd/{}", lent[0].as_raw_fd());
        let changed = File::options().write(true).open(again).and_then(|mut file| file.write_all(b"9"));
        assert!(changed.is_err());
    }

    #[test]
    fn what_is_lent_to_compilations_is_readable_for_boxes_and_old_ones_go() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), 0).unwrap();
        for number in 0..12u8 {
            cache.keep_warm(Hash::of(&[number]), "bits/stdc++.h.gch", b"compiled").unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
        let path = cache.warm_folder(Hash::of(&[11])).join("bits/stdc++.h.gch");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o644);
        assert_eq!(fs::read_dir(folder.path().join("warm")).unwrap().count(), WARM);
    }
}
