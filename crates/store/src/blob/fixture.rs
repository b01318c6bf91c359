//! What the tests of several modules here begin with.

use std::path::PathBuf;

use problem::{Hash, Version};
use tempfile::TempDir;

use super::moving::{Moved, move_to};
use super::outside::{MARKER, name_of};
use super::{Depot, Place, Settings, get, kept};
use crate::{Db, fixture};

/// A folder beside the database, and where new blobs go.
pub(super) struct Places {
    pub(super) depot: Depot,
    pub(super) folder: TempDir,
}

impl Places {
    pub(super) async fn new(db: &Db, place: Place) -> Self {
        let places = Self { depot: Depot::within(db), folder: tempfile::tempdir().unwrap() };
        let depot = places.with(db, place);
        depot.probe(Place::Folder).await.unwrap();
        Self { depot, ..places }
    }

    /// The same folder, where new blobs go to `place`.
    pub(super) fn with(&self, db: &Db, place: Place) -> Depot {
        let settings = Settings { place, folder: Some(self.path()), s3: None };
        Depot::new(db, &settings).unwrap()
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("blobs")
    }

    pub(super) fn marker(&self) -> PathBuf {
        self.path().join(MARKER)
    }

    pub(super) fn file(&self, hash: Hash) -> PathBuf {
        self.path().join(name_of(hash))
    }

    pub(super) async fn import(&self, input: &str) -> Version {
        let (version, files) = fixture::version("sum", input);
        crate::problem::import(&self.depot, &version, &files, None).await.unwrap();
        version
    }

    pub(super) async fn move_to(&self, to: Place) -> Moved {
        move_to(&self.depot, to, || {}).await.unwrap()
    }

    pub(super) async fn all_read(&self, version: &Version) {
        for hash in version.blobs() {
            assert_eq!(Hash::of(&get(&self.depot, hash).await.unwrap()), hash);
        }
    }

    pub(super) async fn places(&self) -> Vec<(Place, u64)> {
        kept(&self.depot.db).await.unwrap().into_iter().map(|(place, kept)| (place, kept.blobs)).collect()
    }
}
