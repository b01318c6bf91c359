//! A place that is not the database: what the two kinds have in common.

use problem::Hash;

use super::MAX_BYTES;
use super::bucket::Bucket;
use super::folder::Folder;
use crate::{Error, Result};

/// Bytes of the largest frame: what cannot be packed grows a little.
pub(super) const MOST_PACKED: u64 = MAX_BYTES + (MAX_BYTES >> 7);

/// Why a place is not used that answers.
pub(super) const NOT_OURS: &str =
    "none of the files that the database names is in it: is it mounted, and is it the right one?";

#[derive(Debug)]
pub(super) enum Outside {
    Folder(Folder),
    Bucket(Bucket),
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
            Self::Folder(folder) => folder.path().display().to_string(),
            Self::Bucket(bucket) => bucket.at(),
        }
    }

    /// The same, of one blob.
    pub(super) fn at_blob(&self, hash: Hash) -> String {
        match self {
            Self::Folder(folder) => folder.path().join(name_of(hash)).display().to_string(),
            Self::Bucket(bucket) => bucket.at_blob(hash),
        }
    }

    /// [`Error::Missing`] where it is not.
    pub(super) async fn read(&self, hash: Hash) -> Result<Vec<u8>> {
        let found = match self {
            Self::Folder(folder) => self.on_disk(folder, move |folder| folder.read(hash)).await?,
            Self::Bucket(bucket) => bucket.read(hash).await?,
        };
        found.ok_or_else(|| Error::Missing { hash, at: self.at_blob(hash) })
    }

    pub(super) async fn write(&self, hash: Hash, packed: Vec<u8>) -> Result<()> {
        match self {
            Self::Folder(folder) => self.on_disk(folder, move |folder| folder.write(hash, &packed)).await,
            Self::Bucket(bucket) => bucket.write(hash, packed).await,
        }
    }

    /// What is not there is gone already.
    pub(super) async fn remove(&self, names: Vec<String>) -> Result<()> {
        match self {
            Self::Folder(folder) => {
                let all = move |folder: &Folder| names.iter().try_for_each(|name| folder.remove(name));
                self.on_disk(folder, all).await
            }
            Self::Bucket(bucket) => bucket.remove(&names).await,
        }
    }

    pub(super) async fn list(&self) -> Result<Vec<Found>> {
        match self {
            Self::Folder(folder) => self.on_disk(folder, Folder::list).await,
            Self::Bucket(bucket) => bucket.list().await,
        }
    }

    /// Whether it answers and has any of these blobs, which should be there: one that has none is another place.
    pub(super) async fn look(&self, samples: Vec<Hash>) -> Result<()> {
        match self {
            Self::Folder(folder) => self.on_disk(folder, move |folder| folder.look(&samples)).await,
            Self::Bucket(bucket) => bucket.look(&samples).await,
        }
    }

    /// Whether it can be written; a folder is made where there is none.
    pub(super) async fn probe(&self) -> Result<()> {
        match self {
            Self::Folder(folder) => self.on_disk(folder, Folder::probe).await,
            Self::Bucket(bucket) => bucket.probe().await,
        }
    }

    /// On the blocking pool.
    async fn on_disk<T: Send + 'static>(
        &self,
        folder: &Folder,
        work: impl FnOnce(&Folder) -> std::io::Result<T> + Send + 'static,
    ) -> Result<T> {
        let folder = folder.clone();
        let failed = |why: String| Error::Place { at: self.at(), why };
        let done = tokio::task::spawn_blocking(move || work(&folder)).await;
        done.map_err(|panic| failed(panic.to_string()))?.map_err(|error| failed(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
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
}
