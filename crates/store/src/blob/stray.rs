//! What lies in a place outside and no row names there: left by an import or a move that was broken off, or by whoever died
//! before it was removed. It costs room and nothing else.

use std::collections::BTreeSet;

use problem::Hash;
use sqlx::{PgConnection, query};

use super::outside::{Found, name_of};
use super::{Depot, Place, alone};
use crate::columns::Digest;
use crate::{Error, Result};

/// Removed at a time, while imports wait.
const PAGE: usize = 100;

/// Something that nobody needs.
#[derive(Clone, Debug)]
pub struct Stray {
    pub place: Place,
    /// Below the folder, or the bucket's prefix.
    pub name: String,
    hash: Option<Hash>,
}

/// Those of all places outside that this machine knows. What is being imported or moved is none.
pub async fn strays(depot: &Depot) -> Result<Vec<Stray>> {
    let mut strays = Vec::new();
    for (place, outside) in depot.all_outside() {
        let found = outside.list().await?.into_iter();
        strays.extend(found.map(|Found { name, hash }| Stray { place, name, hash }));
    }
    let strays = unnamed(&mut *depot.db.acquire().await?, strays).await?;
    if strays.is_empty() {
        return Ok(strays);
    }
    // Some may be named by a row that is not committed yet.
    let mut transaction = depot.db.begin().await?;
    alone(&mut transaction).await?;
    unnamed(&mut transaction, strays).await
}

/// Removes those that still are strays. Returns how many.
pub async fn sweep(depot: &Depot, strays: &[Stray]) -> Result<usize> {
    let (depot, strays) = (depot.clone(), strays.to_vec());
    to_its_end(async move { sweep_all(&depot, &strays).await }).await
}

/// Even when whoever asked is gone: what removes files goes on then, and must not do so without the lock.
pub(super) async fn to_its_end<T: Send + 'static>(
    removal: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    let done = tokio::spawn(removal).await;
    done.map_err(|ended| Error::Place { at: "removing files".to_owned(), why: ended.to_string() })?
}

async fn sweep_all(depot: &Depot, strays: &[Stray]) -> Result<usize> {
    let mut removed = 0;
    for page in strays.chunks(PAGE) {
        // While the lock is held nobody puts anything anywhere, so what no row names now none will name.
        let mut transaction = depot.db.begin().await?;
        alone(&mut transaction).await?;
        for (place, _) in depot.all_outside() {
            let here = page.iter().filter(|stray| stray.place == place).cloned().collect();
            let names: Vec<String> =
                unnamed(&mut transaction, here).await?.into_iter().map(|stray| stray.name).collect();
            removed += names.len();
            depot.remove(place, names).await?;
        }
        transaction.rollback().await?;
    }
    Ok(removed)
}

/// The content of blobs whose rows were removed. What cannot go stays as a stray.
pub(crate) async fn clear(depot: &Depot, blobs: impl IntoIterator<Item = (Place, Hash)>) {
    let outside = blobs.into_iter().filter(|(place, _)| *place != Place::Postgres);
    let strays: Vec<Stray> =
        outside.map(|(place, hash)| Stray { place, name: name_of(hash), hash: Some(hash) }).collect();
    if let Err(error) = sweep(depot, &strays).await {
        tracing::warn!("blobs that nothing needs could not be removed: {error}; see judge blobs check");
    }
}

async fn unnamed(connection: &mut PgConnection, strays: Vec<Stray>) -> Result<Vec<Stray>> {
    let hashes: Vec<Vec<u8>> = strays.iter().filter_map(|stray| Some(stray.hash?.0.to_vec())).collect();
    let named = query!(
        r#"select place as "place: Place", hash as "hash: Digest" from blob
        where hash = any($1) and place <> 'postgres'"#,
        &hashes
    );
    let named = named.fetch_all(connection).await?.into_iter();
    let named: BTreeSet<(Place, Hash)> = named.map(|row| (row.place, row.hash.into())).collect();
    let is_named = |stray: &Stray| stray.hash.is_some_and(|hash| named.contains(&(stray.place, hash)));
    Ok(strays.into_iter().filter(|stray| !is_named(stray)).collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;
    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn a_removal_goes_on_to_its_end_when_nobody_waits_for_it_any_more() {
        let (go_on, may_go_on) = oneshot::channel();
        let (tell, told) = oneshot::channel();
        let removal = to_its_end(async move {
            may_go_on.await.unwrap();
            tell.send(()).unwrap();
            Ok(())
        });
        timeout(Duration::from_millis(10), removal).await.unwrap_err();
        go_on.send(()).unwrap();
        told.await.unwrap();
    }
}
