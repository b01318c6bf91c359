//! A place that is not the database: what the two kinds have in common.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use problem::Hash;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::MAX_BYTES;
use super::bucket::Bucket;
use super::folder::Folder;
use crate::{Error, Result};

/// Bytes of the largest frame: what cannot be packed grows a little.
pub(super) const MOST_PACKED: u64 = MAX_BYTES + (MAX_BYTES >> 7);

/// For one file of a folder: the largest over a slow line. What is mounted there may hang for ever when its server is away.
const PATIENCE: Duration = Duration::from_secs(60);
/// For a list of all, of which there may be millions.
const LONG: Duration = Duration::from_secs(30 * 60);
/// Threads that wait for one folder at most, so that others are left when it hangs.
const THREADS: usize = 8;

/// By what is there under this name a place is known for ours, though it has nothing else of what it should have.
pub(super) const MARKER: &str = "judge-blobs.txt";
/// Why a place is not used that answers.
const NOT_OURS: &str =
    "none of the files that the database names is in it: is it mounted, and is it the right one?";

/// A place that has none of its blobs is not used: what is wrong with it, and the way out.
pub(super) fn not_ours() -> String {
    format!("{NOT_OURS} {}", if_lost())
}

pub(super) fn if_lost() -> String {
    format!(
        "If what it had is lost, put an empty file {MARKER} into it and import the packages again that judge blobs check names"
    )
}

#[derive(Debug)]
pub(super) enum Outside {
    Folder(Disk),
    Bucket(Bucket),
}

/// A folder, and the threads that may wait for it.
#[derive(Debug)]
pub(super) struct Disk {
    folder: Folder,
    threads: Arc<Semaphore>,
    /// For one file.
    patience: Duration,
}

impl From<Folder> for Disk {
    fn from(folder: Folder) -> Self {
        Self { folder, threads: Arc::new(Semaphore::new(THREADS)), patience: PATIENCE }
    }
}

/// Something of ours.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub name: String,
    /// `None`: no blob, but what somebody who died left.
    pub hash: Option<Hash>,
}

/// A blob's name in every place: `ab/abcdef….zst`.
pub(super) fn name_of(hash: Hash) -> String {
    let digits = hash.to_string();
    format!("{}/{digits}.zst", &digits[..2])
}

/// The hash that a name tells; `None` for one that [`name_of`] does not give.
pub(super) fn hash_of(name: &str) -> Option<Hash> {
    let (_, file) = name.split_once('/')?;
    let hash = file.strip_suffix(".zst")?.parse().ok()?;
    (name_of(hash) == name).then_some(hash)
}

impl Outside {
    /// For people: the folder, or `s3://bucket/prefix` and where that is.
    pub(super) fn at(&self) -> String {
        match self {
            Self::Folder(disk) => disk.folder.path().display().to_string(),
            Self::Bucket(bucket) => bucket.at(),
        }
    }

    /// The same, of one blob.
    pub(super) fn at_blob(&self, hash: Hash) -> String {
        match self {
            Self::Folder(disk) => disk.folder.path().join(name_of(hash)).display().to_string(),
            Self::Bucket(bucket) => bucket.at_blob(hash),
        }
    }

    /// [`Error::Missing`] where it is not, [`Error::Unreadable`] where only this one cannot be read.
    pub(super) async fn read(&self, hash: Hash) -> Result<Vec<u8>> {
        let found = match self {
            Self::Folder(disk) => {
                let read = self.on_disk(disk, Some(disk.patience), move |folder| folder.read(hash));
                self.file(hash, read.await?)?
            }
            Self::Bucket(bucket) => bucket.read(hash).await?,
        };
        found.ok_or_else(|| Error::Missing { hash, at: self.at_blob(hash) })
    }

    /// `None`: it is not there.
    fn file(&self, hash: Hash, read: io::Result<Vec<u8>>) -> Result<Option<Vec<u8>>> {
        match read {
            Ok(packed) => Ok(Some(packed)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::Unreadable { hash, at: self.at_blob(hash), why: error.to_string() }),
        }
    }

    pub(super) async fn write(&self, hash: Hash, packed: Vec<u8>) -> Result<()> {
        match self {
            Self::Folder(disk) => {
                self.on_disk(disk, Some(disk.patience), move |folder| folder.write(hash, &packed)).await
            }
            Self::Bucket(bucket) => bucket.write(hash, packed).await,
        }
    }

    /// What is not there is gone already. It takes as long as it takes: whoever removes has a lock, which must not end before.
    pub(super) async fn remove(&self, names: Vec<String>) -> Result<()> {
        match self {
            Self::Folder(disk) => {
                let all = move |folder: &Folder| names.iter().try_for_each(|name| folder.remove(name));
                self.on_disk(disk, None, all).await
            }
            Self::Bucket(bucket) => bucket.remove(&names).await,
        }
    }

    pub(super) async fn list(&self) -> Result<Vec<Found>> {
        match self {
            Self::Folder(disk) => self.on_disk(disk, Some(LONG), Folder::list).await,
            Self::Bucket(bucket) => bucket.list().await,
        }
    }

    /// Whether it answers and has any of these blobs, which should be there: one that has none is another place, unless it
    /// is [marked](MARKER). A folder is from then on.
    pub(super) async fn look(&self, samples: Vec<Hash>) -> Result<()> {
        match self {
            Self::Folder(disk) => {
                self.on_disk(disk, Some(disk.patience), move |folder| folder.look(&samples)).await
            }
            Self::Bucket(bucket) => bucket.look(&samples).await,
        }
    }

    /// Whether it can be written; a folder is made where there is none, and known from then on.
    pub(super) async fn probe(&self) -> Result<()> {
        match self {
            Self::Folder(disk) => self.on_disk(disk, Some(disk.patience), Folder::probe).await,
            Self::Bucket(bucket) => bucket.probe().await,
        }
    }

    /// On the blocking pool. A thread that hangs is left to hang after `patience`; `None`: it is waited for.
    async fn on_disk<T: Send + 'static>(
        &self,
        disk: &Disk,
        patience: Option<Duration>,
        work: impl FnOnce(&Folder) -> io::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (folder, turn) = (disk.folder.clone(), self.turn(disk).await?);
        let working = tokio::task::spawn_blocking(move || {
            let done = work(&folder);
            drop(turn);
            done
        });
        let done = match patience {
            None => working.await,
            Some(patience) => timeout(patience, working).await.map_err(|_| {
                let seconds = patience.as_secs_f64();
                self.failed(format!("no answer for {seconds} s: is what is mounted there away?"))
            })?,
        };
        done.map_err(|panic| self.failed(panic.to_string()))?.map_err(|error| self.failed(error.to_string()))
    }

    /// One of the threads, when others have done.
    async fn turn(&self, disk: &Disk) -> Result<OwnedSemaphorePermit> {
        let turn = timeout(disk.patience, Arc::clone(&disk.threads).acquire_owned()).await;
        let seconds = disk.patience.as_secs_f64();
        let turn = turn.map_err(|_| {
            self.failed(format!(
                "{THREADS} at a time wait for it, and no turn came for {seconds} s: is what is mounted there slow, or away?"
            ))
        });
        turn?.map_err(|closed| self.failed(closed.to_string()))
    }

    fn failed(&self, why: String) -> Error {
        Error::Place { at: self.at(), why }
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd;

    use tokio::task::JoinSet;

    use super::*;

    #[test]
    fn a_name_tells_its_hash_and_no_other_name_does() {
        let hash = Hash::of(b"abc");
        let name = name_of(hash);
        assert!(name.starts_with("ba/ba7816bf") && name.ends_with("15ad.zst"), "{name}");
        assert_eq!(hash_of(&name), Some(hash));
        let digits = hash.to_string();
        for other in [
            "README".to_owned(),
            digits.clone(),
            format!("{digits}.zst"),
            format!("bb/{digits}.zst"),
            format!("ba/{digits}"),
            format!("ba/{}.zst", digits.to_uppercase()),
        ] {
            assert_eq!(hash_of(&other), None, "{other}");
        }
    }

    /// A pipe that nobody writes to is a file that never comes.
    #[tokio::test]
    async fn a_folder_that_hangs_is_an_error_of_ours_and_leaves_threads_to_others() {
        let scratch = tempfile::tempdir().unwrap();
        let (folder, hash) = (Folder::new(scratch.path()), Hash::of(b"a"));
        folder.probe().unwrap();
        let file = scratch.path().join(name_of(hash));
        std::fs::create_dir(file.parent().unwrap()).unwrap();
        let (reader, writer) = std::io::pipe().unwrap();
        std::os::unix::fs::symlink(format!("/proc/self/fd/{}", reader.as_raw_fd()), &file).unwrap();
        let patience = Duration::from_millis(250);
        let outside = Arc::new(Outside::Folder(Disk { patience, ..folder.into() }));
        let mut reads = JoinSet::new();
        for _ in 0..2 * THREADS {
            let outside = Arc::clone(&outside);
            reads.spawn(async move { outside.read(hash).await.unwrap_err() });
        }
        let told = reads.join_all().await;
        assert!(told.iter().all(|error| matches!(error, Error::Place { .. })), "{told:?}");
        // Who has to wait for others is not told that the folder did not answer: nobody asked it.
        for why in ["no answer for 0.25 s", "8 at a time wait for it, and no turn came for 0.25 s"] {
            let so_many = told.iter().filter(|error| error.to_string().contains(why)).count();
            assert_eq!(so_many, THREADS, "{why}: {told:?}");
        }
        tokio::task::spawn_blocking(|| ()).await.unwrap();
        drop(writer);
    }

    #[tokio::test]
    async fn the_wait_for_others_is_none_for_the_folder() {
        let scratch = tempfile::tempdir().unwrap();
        let outside = Outside::Folder(Folder::new(scratch.path()).into());
        let Outside::Folder(disk) = &outside else { unreachable!() };
        let all = u32::try_from(THREADS).unwrap();
        let others = Arc::clone(&disk.threads).acquire_many_owned(all).await.unwrap();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(700)).await;
            drop(others);
        });
        outside.on_disk(disk, Some(Duration::from_millis(500)), |_| Ok(())).await.unwrap();
    }

    /// Its lock would end with the wait, and what goes on then removes what somebody else has put there.
    #[tokio::test]
    async fn what_removes_files_is_waited_for_to_its_end() {
        let scratch = tempfile::tempdir().unwrap();
        let patience = Duration::from_millis(1);
        let outside = Outside::Folder(Disk { patience, ..Folder::new(scratch.path()).into() });
        let last = scratch.path().join("last");
        std::fs::write(&last, "").unwrap();
        let absent = (0..20_000).map(|n| format!("absent-{n}"));
        outside.remove(absent.chain(["last".to_owned()]).collect()).await.unwrap();
        assert!(!last.exists());
    }
}
