//! Many blobs one after the other, some at a time.

use std::collections::BTreeSet;

use problem::Hash;
use sqlx::{query, query_scalar};
use tokio::task::JoinSet;

use super::{Depot, Place};
use crate::columns::{Digest, Size};
use crate::{Error, Result};

/// Hashes that are asked for at a time.
const PAGE: i64 = 500;
/// Blobs at a time: a store far away takes its time for each.
pub const WAYS: usize = 8;
/// Bytes of those at a time before packing, unless one has more.
const ROOM: u64 = 256 << 20;

/// A blob that is in no good order, and stays as and where it is.
#[derive(Debug)]
pub struct Fault {
    pub hash: Hash,
    /// Where its content should be, for people.
    pub at: String,
    pub error: Error,
    /// Some of the versions that need it, for people: `a-plus-b 3`.
    pub needed_by: Vec<String>,
}

/// Which blobs.
#[derive(Clone, Copy)]
pub(super) enum Which {
    All,
    NotIn(Place),
}

#[derive(Clone, Copy)]
struct Row {
    hash: Hash,
    size: u64,
    place: Place,
}

/// Does `work` to each, in any order. `good` is told of each that it did well, with its bytes before packing.
///
/// # Errors
/// The first that is of more than one blob: the database or a place does not answer, or is not known here.
pub(super) async fn over<T: Send + 'static, F>(
    depot: &Depot,
    which: Which,
    work: impl Fn(Depot, Hash) -> F,
    mut good: impl FnMut(Option<T>, u64),
) -> Result<Vec<Fault>>
where
    F: Future<Output = Result<T>> + Send + 'static,
{
    let mut walk = Walk { at_work: JoinSet::new(), bytes: 0, faults: Vec::new() };
    let (mut after, mut places) = (Vec::new(), BTreeSet::new());
    loop {
        let page = page(depot, which, &after).await?;
        let Some(last) = page.last() else { break };
        after = last.hash.0.to_vec();
        for row in page {
            if places.insert(row.place) {
                depot.recognize(row.place).await;
            }
            while walk.is_full(row.size) {
                walk.next(depot, &mut good).await?;
            }
            walk.bytes += row.size;
            let work = work(depot.clone(), row.hash);
            walk.at_work.spawn(async move { (row, work.await) });
        }
    }
    while !walk.at_work.is_empty() {
        walk.next(depot, &mut good).await?;
    }
    walk.faults.sort_by_key(|fault| fault.hash);
    for fault in &mut walk.faults {
        fault.needed_by = needed_by(depot, fault.hash).await?;
    }
    Ok(walk.faults)
}

struct Walk<T> {
    at_work: JoinSet<(Row, Result<T>)>,
    bytes: u64,
    faults: Vec<Fault>,
}

impl<T: Send + 'static> Walk<T> {
    fn is_full(&self, size: u64) -> bool {
        self.at_work.len() >= WAYS || (!self.at_work.is_empty() && self.bytes + size > ROOM)
    }

    async fn next(&mut self, depot: &Depot, good: &mut impl FnMut(Option<T>, u64)) -> Result<()> {
        let Some(done) = self.at_work.join_next().await else { return Ok(()) };
        let (row, done) =
            done.map_err(|panic| Error::Invalid(format!("a blob could not be looked at: {panic}")))?;
        self.bytes -= row.size;
        match done {
            Ok(done) => good(Some(done), row.size),
            // It was removed meanwhile.
            Err(Error::NotFound) => good(None, row.size),
            Err(error) if error.is_of_one_blob() => {
                let (hash, at) = (row.hash, depot.at_blob(row.place, row.hash));
                self.faults.push(Fault { hash, at, error, needed_by: Vec::new() });
                good(None, row.size);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

async fn page(depot: &Depot, which: Which, after: &[u8]) -> Result<Vec<Row>> {
    let besides = match which {
        Which::All => None,
        Which::NotIn(place) => Some(place.word()),
    };
    let page = query!(
        r#"select hash as "hash: Digest", size as "size: Size", place as "place: Place" from blob
        where hash > $1 and ($2::text is null or place <> $2) order by hash limit $3"#,
        after,
        besides,
        PAGE,
    );
    let rows = page.fetch_all(&depot.db).await?.into_iter();
    Ok(rows.map(|row| Row { hash: row.hash.into(), size: row.size.into(), place: row.place }).collect())
}

/// Of how many versions the names are told.
const NAMED: i64 = 3;

async fn needed_by(depot: &Depot, hash: Hash) -> Result<Vec<String>> {
    let versions = query_scalar!(
        r#"select p.slug || ' ' || v.number as "name!" from problem_version_blob b
        join problem_version v on v.id = b.version_id join problem p on p.id = v.problem_id
        where b.hash = $1 order by v.id desc limit $2"#,
        &hash.0,
        NAMED,
    );
    Ok(versions.fetch_all(&depot.db).await?)
}
