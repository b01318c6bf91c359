//! The places for blobs that this machine knows, and which of them new ones go to.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use problem::Hash;
use sqlx::query;

use super::bucket::{Bucket, S3};
use super::folder::Folder;
use super::outside::Outside;
use super::{Place, kept};
use crate::columns::Digest;
use crate::{Db, Error, Result};

/// Blobs that are looked for in a place: a few may be lost, and it is the place all the same.
const SAMPLES: i64 = 5;

/// What a machine's settings say of blobs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Where new ones go.
    pub place: Place,
    pub folder: Option<PathBuf>,
    pub s3: Option<S3>,
}

/// A database with the places of its blobs. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Depot {
    pub(crate) db: Db,
    place: Place,
    outside: Arc<BTreeMap<Place, Outside>>,
}

/// What somebody wants of the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To read the blobs that there are, as workers do.
    Read,
    /// And to store new ones.
    Write,
}

impl Depot {
    /// Nothing is looked at yet: see [`Depot::ready`]. [`Error::Invalid`] where the settings cannot be.
    pub fn new(db: &Db, settings: &Settings) -> Result<Self> {
        let mut outside = BTreeMap::new();
        if let Some(path) = &settings.folder {
            outside.insert(Place::Folder, Outside::Folder(Folder::new(path).into()));
        }
        if let Some(s3) = &settings.s3 {
            outside.insert(Place::S3, Outside::Bucket(Bucket::new(s3)?));
        }
        let depot = Self { db: db.clone(), place: settings.place, outside: Arc::new(outside) };
        depot.knows(settings.place)?;
        Ok(depot)
    }

    /// One that knows no place but the database itself.
    pub fn within(db: &Db) -> Self {
        Self { db: db.clone(), place: Place::Postgres, outside: Arc::default() }
    }

    pub fn db(&self) -> &Db {
        &self.db
    }

    /// Where new ones go.
    pub fn place(&self) -> Place {
        self.place
    }

    /// What a place is on this machine, for people: `the database`, a folder, `s3://bucket/prefix`.
    pub fn at(&self, place: Place) -> String {
        match self.outside.get(&place) {
            Some(outside) => outside.at(),
            None if place == Place::Postgres => "the database".to_owned(),
            None => format!("a place that is not set here ({place})"),
        }
    }

    pub(super) fn at_blob(&self, place: Place, hash: Hash) -> String {
        match self.outside.get(&place) {
            Some(outside) => outside.at_blob(hash),
            None => self.at(place),
        }
    }

    /// [`Error::NoPlace`] for one that the settings do not name.
    pub fn knows(&self, place: Place) -> Result<()> {
        match place {
            Place::Postgres => Ok(()),
            place => self.outside(place).map(drop),
        }
    }

    fn outside(&self, place: Place) -> Result<&Outside> {
        self.outside.get(&place).ok_or(Error::NoPlace(place))
    }

    pub(super) fn all_outside(&self) -> impl Iterator<Item = (Place, &Outside)> {
        self.outside.iter().map(|(place, outside)| (*place, outside))
    }

    /// Whether this machine can do that: reach every place that has blobs, and write to the one for new ones; a folder is
    /// made where there is none.
    ///
    /// # Errors
    /// [`Error::NoPlace`] and [`Error::Place`] say which place it is and what to do.
    pub async fn ready(&self, access: Access) -> Result<()> {
        for place in kept(&self.db).await?.into_keys() {
            self.reach(place).await?;
        }
        match access {
            Access::Read => Ok(()),
            Access::Write => self.probe(self.place).await,
        }
    }

    /// Whether a place answers and is the one that has what its rows name. A folder is known by then.
    pub async fn reach(&self, place: Place) -> Result<()> {
        if place == Place::Postgres {
            return Ok(());
        }
        let outside = self.outside(place)?;
        let samples = query!(
            r#"select hash as "hash: Digest" from blob where place = $1 limit $2"#,
            place.word(),
            SAMPLES
        );
        let samples = samples.fetch_all(&self.db).await?.into_iter();
        let samples: Vec<Hash> = samples.map(|row| row.hash.into()).collect();
        if samples.is_empty() { Ok(()) } else { outside.look(samples).await }
    }

    /// For who tells what is wrong with single blobs: a folder that nobody [looked at](Self::reach) is known from then on.
    /// What is wrong with it is told when the first blob is asked for.
    pub(super) async fn recognize(&self, place: Place) {
        if place == Place::Folder
            && let Err(error) = self.reach(place).await
        {
            tracing::debug!(%place, "{error}");
        }
    }

    /// Whether a place answers and can be written. A folder is known from then on as the one that was looked at.
    pub async fn probe(&self, place: Place) -> Result<()> {
        self.reach(place).await?;
        match place {
            Place::Postgres => Ok(()),
            place => self.outside(place)?.probe().await,
        }
    }

    /// Packed content to its place. What belongs into the row is given back.
    pub(super) async fn write(&self, place: Place, hash: Hash, packed: Vec<u8>) -> Result<Option<Vec<u8>>> {
        if place == Place::Postgres {
            return Ok(Some(packed));
        }
        self.outside(place)?.write(hash, packed).await?;
        Ok(None)
    }

    /// Packed content from a place outside. [`Error::Missing`] where it is not, [`Error::Unreadable`] where only this one cannot
    /// be read.
    pub(super) async fn read(&self, place: Place, hash: Hash) -> Result<Vec<u8>> {
        self.outside(place)?.read(hash).await
    }

    /// From a place outside. Only for who knows that no row can name it: see [`super::stray`] and [`super::moving`].
    pub(super) async fn remove(&self, place: Place, names: Vec<String>) -> Result<()> {
        self.outside(place)?.remove(names).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_place_for_new_blobs_that_is_not_named_is_refused(db: Db) {
        let settings = Settings { place: Place::S3, ..Settings::default() };
        let error = Depot::new(&db, &settings).unwrap_err().to_string();
        assert!(error.contains("[blobs.s3] bucket"), "{error}");
    }
}
