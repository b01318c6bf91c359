//! Blobs from one place to another while everybody works.
//!
//! Each is copied, read back and checked before its row names the new place; only then it goes from the old one. So
//! whoever dies at any point leaves each blob where its row says, and at most a stray.

use std::io;

use problem::Hash;
use sqlx::{query, query_scalar};

use super::outside::name_of;
use super::pack::{Packed, blocking, unpack};
use super::stray::to_its_end;
use super::walk::{Fault, Which, over};
use super::{Depot, Place, fetch, rely};
use crate::columns::Size;
use crate::{Db, Result};

/// What a move came to.
#[derive(Debug, Default)]
pub struct Moved {
    pub blobs: u64,
    /// Before packing.
    pub bytes: u64,
    /// Those that stay where they are.
    pub faults: Vec<Fault>,
}

/// Moves all blobs to `to`. May be broken off at any time, and be called by several at once: the next call does what is
/// left. `seen` is told of each.
///
/// # Errors
/// The database or a place does not answer, or is not known here. What is wrong with single blobs is in the answer.
pub async fn move_to(depot: &Depot, to: Place, mut seen: impl FnMut()) -> Result<Moved> {
    depot.knows(to)?;
    let mut moved = Moved::default();
    let good = |done: Option<bool>, size| {
        seen();
        if done == Some(true) {
            moved.blobs += 1;
            moved.bytes += size;
        }
    };
    let faults = over(depot, Which::NotIn(to), move |depot, hash| one(depot, hash, to), good).await?;
    Ok(Moved { faults, ..moved })
}

/// How many are elsewhere.
pub async fn to_move(db: &Db, to: Place) -> Result<u64> {
    let count = query_scalar!(r#"select count(*) as "count!: Size" from blob where place <> $1"#, to.word());
    Ok(count.fetch_one(db).await?.into())
}

/// Whether there was anything to do.
async fn one(depot: Depot, hash: Hash, to: Place) -> Result<bool> {
    let Some(from) = copy(&depot, hash, to).await? else { return Ok(false) };
    to_its_end(async move { remove(&depot, hash, from).await }).await?;
    Ok(true)
}

/// The row is locked meanwhile, against others who move it; whoever reads it, or needs it to be there, is not held up.
/// Returns where it was.
async fn copy(depot: &Depot, hash: Hash, to: Place) -> Result<Option<Place>> {
    let mut transaction = depot.db.begin().await?;
    // What lies there before its row says so is no stray.
    rely(&mut transaction).await?;
    let row = query!(
        r#"select size as "size: Size", place as "place: Place", packed from blob where hash = $1 for no key update"#,
        &hash.0
    );
    let row = row.fetch_one(&mut *transaction).await?;
    let (from, size) = (row.place, u64::from(row.size));
    if from == to {
        return Ok(None);
    }
    let bytes = match row.packed {
        Some(bytes) => bytes,
        None => depot.read(from, hash).await?,
    };
    let packed = verified(hash, Packed { size, bytes }).await?;
    let within = depot.write(to, hash, packed.bytes).await?;
    let update = query!(
        r#"update blob set place = $2, packed = $3 where hash = $1 returning packed"#,
        &hash.0,
        to.word(),
        within.as_deref(),
    );
    let bytes = match update.fetch_one(&mut *transaction).await?.packed {
        Some(bytes) => bytes,
        None => depot.read(to, hash).await?,
    };
    verified(hash, Packed { size, bytes }).await?;
    transaction.commit().await?;
    Ok(Some(from))
}

/// From its old place, unless it came back meanwhile: while its row is locked and names another place, nobody relies on it.
async fn remove(depot: &Depot, hash: Hash, from: Place) -> Result<()> {
    if from == Place::Postgres {
        return Ok(());
    }
    let mut transaction = depot.db.begin().await?;
    let row =
        query!(r#"select place as "place: Place" from blob where hash = $1 for no key update"#, &hash.0);
    if row.fetch_optional(&mut *transaction).await?.is_some_and(|row| row.place != from) {
        depot.remove(from, vec![name_of(hash)]).await?;
    }
    Ok(transaction.rollback().await?)
}

/// Whether every blob is what and where its row says. `seen` is told of each.
///
/// # Errors
/// As those of [`move_to`].
pub async fn check(depot: &Depot, mut seen: impl FnMut()) -> Result<Vec<Fault>> {
    over(depot, Which::All, check_one, |_: Option<()>, _| seen()).await
}

async fn check_one(depot: Depot, hash: Hash) -> Result<()> {
    let packed = fetch(&depot, hash).await?;
    verified(hash, packed).await.map(drop)
}

async fn verified(hash: Hash, packed: Packed) -> Result<Packed> {
    blocking(hash, move || {
        unpack(hash, &packed, io::sink())?;
        Ok(packed)
    })
    .await
}

#[cfg(test)]
mod tests;
