//! A place that is not the database: what the two kinds have in common.

use std::sync::Arc;
use std::time::Duration;

use problem::Hash;
use tokio::sync::Semaphore;
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
const THREADS: usize = 32;

/// Why a place is not used that answers.
pub(super) const NOT_OURS: &str =
    "none of the files that the database names is in it: is it mounted, and is it the right one?";

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

    /// [`Error::Missing`] where it is not.
    pub(super) async fn read(&self, hash: Hash) -> Result<Vec<u8>> {
        let found = match self {
            Self::Folder(disk) => self.on_disk(disk, disk.patience, move |folder| folder.read(hash)).await?,
            Self::Bucket(bucket) => bucket.read(hash).await?,
        };
        found.ok_or_else(|| Error::Missing { hash, at: self.at_blob(hash) })
    }

    pub(super) async fn write(&self, hash: Hash, packed: Vec<u8>) -> Result<()> {
        match self {
            Self::Folder(disk) => {
                self.on_disk(disk, disk.patience, move |folder| folder.write(hash, &packed)).await
            }
            Self::Bucket(bucket) => bucket.write(hash, packed).await,
        }
    }

    /// What is not there is gone already.
    pub(super) async fn remove(&self, names: Vec<String>) -> Result<()> {
        match self {
            Self::Folder(disk) => {
                let all = move |folder: &Folder| names.iter().try_for_each(|name| folder.remove(name));
                self.on_disk(disk, LONG, all).await
            }
            Self::Bucket(bucket) => bucket.remove(&names).await,
        }
    }

    pub(super) async fn list(&self) -> Result<Vec<Found>> {
        match self {
            Self::Folder(disk) => self.on_disk(disk, LONG, Folder::list).await,
            Self::Bucket(bucket) => bucket.list().await,
        }
    }

    /// Whether it answers and has any of these blobs, which should be there: one that has none is another place.
    pub(super) async fn look(&self, samples: Vec<Hash>) -> Result<()> {
        match self {
            Self::Folder(disk) => {
                self.on_disk(disk, disk.patience, move |folder| folder.look(&samples)).await
            }
            Self::Bucket(bucket) => bucket.look(&samples).await,
        }
    }

    /// Whether it can be written; a folder is made where there is none, and known from then on.
    pub(super) async fn probe(&self) -> Result<()> {
        match self {
            Self::Folder(disk) => self.on_disk(disk, disk.patience, Folder::probe).await,
            Self::Bucket(bucket) => bucket.probe().await,
        }
    }

    /// On the blocking pool. A thread that hangs is left to hang.
    async fn on_disk<T: Send + 'static>(
        &self,
        disk: &Disk,
        patience: Duration,
        work: impl FnOnce(&Folder) -> std::io::Result<T> + Send + 'static,
    ) -> Result<T> {
        let failed = |why: String| Error::Place { at: self.at(), why };
        let (folder, threads) = (disk.folder.clone(), Arc::clone(&disk.threads));
        let done = async {
            let thread = threads.acquire_owned().await.map_err(|closed| failed(closed.to_string()))?;
            let work = move || {
                let done = work(&folder);
                drop(thread);
                done
            };
            let done = tokio::task::spawn_blocking(work).await;
            done.map_err(|panic| failed(panic.to_string()))?.map_err(|error| failed(error.to_string()))
        };
        let silent =
            |_| failed(format!("no answer for {} s: is what is mounted there away?", patience.as_secs_f64()));
        timeout(patience, done).await.map_err(silent)?
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd;

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
        let reads: Vec<_> = (0..2 * THREADS)
            .map(|_| {
                let outside = Arc::clone(&outside);
                tokio::spawn(async move { outside.read(hash).await })
            })
            .collect();
        for read in reads {
            let told = read.await.unwrap().unwrap_err();
            assert!(matches!(told, Error::Place { .. }) && told.to_string().contains("no answer for 0.25 s"));
        }
        tokio::task::spawn_blocking(|| ()).await.unwrap();
        drop(writer);
    }
}
