//! Blobs that are not what their rows say, when their content comes once more: it takes the place of what is there.

use std::collections::BTreeSet;
use std::io::{self, Read};

use problem::Hash;
use sqlx::{PgConnection, query, query_as};
use tokio::task::JoinSet;

use super::pack::{Packed, blocking, pack, unpack};
use super::{Depot, Place, Row, WAYS, row};
use crate::columns::Size;
use crate::{Error, Result};

/// Bytes before packing of a blob that is looked at alone: several of them would fill the memory.
const LARGE: u64 = 16 << 20;

/// Those of them that are damaged or not where their rows say. Where a place does not answer nothing is known of its blobs.
///
/// All are read, which may take long: call it outside any transaction. So what it says may be over by then, and [`repair`]
/// looks again.
pub(crate) async fn unsound(depot: &Depot, hashes: &BTreeSet<Hash>) -> Result<BTreeSet<Hash>> {
    let mut walk = Walk::default();
    for &hash in hashes {
        let row = match row(&mut *depot.db.acquire().await?, hash).await {
            // It was removed meanwhile.
            Err(Error::NotFound) => continue,
            row => row?,
        };
        if walk.places.insert(row.place) {
            depot.recognize(row.place).await;
        }
        let (place, ways) = (row.place, if row.size > LARGE { 1 } else { WAYS });
        while walk.at_work.len() >= ways {
            walk.next().await;
        }
        if walk.away.contains(&place) {
            continue;
        }
        let depot = depot.clone();
        walk.at_work.spawn(async move { (hash, place, is_sound(&depot, hash, row).await) });
    }
    while !walk.at_work.is_empty() {
        walk.next().await;
    }
    Ok(walk.unsound)
}

#[derive(Default)]
struct Walk {
    at_work: JoinSet<(Hash, Place, Result<bool>)>,
    unsound: BTreeSet<Hash>,
    /// Those that any of them is in.
    places: BTreeSet<Place>,
    away: BTreeSet<Place>,
}

impl Walk {
    async fn next(&mut self) {
        match self.at_work.join_next().await {
            Some(Ok((hash, _, Ok(false)))) => drop(self.unsound.insert(hash)),
            Some(Ok((_, place, Err(error)))) => {
                tracing::warn!("whether blobs in {place} are sound cannot be told: {error}");
                self.away.insert(place);
            }
            _ => {}
        }
    }
}

/// Whether it is what and where its row says.
async fn is_sound(depot: &Depot, hash: Hash, row: Row) -> Result<bool> {
    let packed = match row.content(depot, hash, 0).await {
        Ok(packed) => packed,
        Err(error) if error.is_of_one_blob() => None,
        Err(error) => return Err(error),
    };
    let Some(packed) = packed else { return Ok(false) };
    match blocking(hash, move || unpack(hash, &packed, io::sink())).await {
        Ok(_) => Ok(true),
        Err(error) if error.is_of_one_blob() => Ok(false),
        Err(error) => Err(error),
    }
}

/// Puts `content` in the place of what is there, unless that is sound after all: it may have been moved, or somebody else was
/// faster. Its row is locked meanwhile. The transaction has to [rely](super::rely) on what is there.
pub(crate) async fn repair<R>(
    depot: &Depot,
    connection: &mut PgConnection,
    hash: Hash,
    content: R,
) -> Result<()>
where
    R: Read + Send + 'static,
{
    let row = query_as!(
        Row,
        r#"select size as "size: Size", place as "place: Place", packed from blob where hash = $1 for no key update"#,
        &hash.0
    );
    let row = row.fetch_one(&mut *connection).await?;
    let (from, to) = (row.place, depot.place());
    if is_sound(depot, hash, row).await? {
        return Ok(());
    }
    let Packed { bytes, .. } = blocking(hash, move || pack(hash, content)).await?;
    let within = depot.write(to, hash, bytes).await?;
    // A row never changes but by a move, so what stays where it is goes away and comes back.
    let away = if from == Place::Postgres { Place::Folder } else { from };
    query!("update blob set place = $2, packed = null where hash = $1 and place <> $2", &hash.0, away.word())
        .execute(&mut *connection)
        .await?;
    query!(
        "update blob set place = $2, packed = $3 where hash = $1 and place <> $2",
        &hash.0,
        to.word(),
        within.as_deref()
    )
    .execute(connection)
    .await?;
    let at = depot.at_blob(to, hash);
    tracing::info!(%hash, %at, "a blob that was damaged or missing came in again and is whole");
    Ok(())
}

#[cfg(test)]
mod tests;
