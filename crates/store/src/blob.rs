//! Table `blob`: files by their hash, packed. Hash and size are always in the table; the content is there as well, or in a
//! folder, or in an S3-compatible store: each row says where, and one door leads to all of them.
//!
//! Whoever stores a blob puts the content in its place before the row that names it is committed, and whoever removes one
//! does it the other way round. So what a row names is there, whoever died when.

mod bucket;
mod depot;
#[cfg(test)]
mod fixture;
mod folder;
mod moving;
mod outside;
mod pack;
mod place;
mod repair;
mod stray;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read, Seek, Write};

use problem::{Blobs, Hash};
use sqlx::{PgConnection, query, query_as, query_scalar};
use tokio::runtime::Handle;

pub use self::bucket::S3;
pub use self::depot::{Access, Depot, Settings};
pub use self::moving::{Moved, check, move_to, to_move};
use self::pack::{Packed, blocking, pack, unpack};
pub use self::place::{Place, UnknownPlace};
pub(crate) use self::repair::{repair, unsound};
pub(crate) use self::stray::clear;
pub use self::stray::{Stray, strays, sweep};
pub use self::walk::{Fault, WAYS};
use crate::columns::{Digest, Size, bigint};
use crate::{Db, Error, Result};

/// The largest blob, in bytes before packing. The table has the same cap.
pub const MAX_BYTES: u64 = 256 << 20;

/// How often a blob is looked for that is moved while it is read.
const LOOKS: u32 = 5;

/// Those that are there.
pub async fn exists(db: &Db, hashes: &[Hash]) -> Result<BTreeSet<Hash>> {
    present(&mut *db.acquire().await?, hashes).await
}

pub(crate) async fn present(connection: &mut PgConnection, hashes: &[Hash]) -> Result<BTreeSet<Hash>> {
    let names: Vec<Vec<u8>> = hashes.iter().map(|hash| hash.0.to_vec()).collect();
    let found = query_scalar!(r#"select hash as "hash: Digest" from blob where hash = any($1)"#, &names);
    Ok(found.fetch_all(connection).await?.into_iter().map(Hash::from).collect())
}

/// Bytes of each that is there, before packing.
pub async fn sizes(db: &Db, hashes: &[Hash]) -> Result<BTreeMap<Hash, u64>> {
    let names: Vec<Vec<u8>> = hashes.iter().map(|hash| hash.0.to_vec()).collect();
    let found = query!(
        r#"select hash as "hash: Digest", size as "size: Size" from blob where hash = any($1)"#,
        &names
    );
    let rows = found.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.hash.into(), row.size.into())).collect())
}

/// What a place has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    pub blobs: u64,
    /// Before packing.
    pub bytes: u64,
}

/// The places that have any.
pub async fn kept(db: &Db) -> Result<BTreeMap<Place, Kept>> {
    let rows = query!(
        r#"select place as "place: Place", count(*) as "blobs!: Size", sum(size)::bigint as "bytes!: Size"
        from blob group by place"#
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.place, Kept { blobs: row.blobs.into(), bytes: row.bytes.into() })).collect())
}

/// How many there are that no version and no upload needs.
pub async fn orphans(db: &Db) -> Result<u64> {
    let count = query_scalar!(
        r#"select count(*) as "count!: Size" from blob b
        where not exists (select from problem_version_blob v where v.hash = b.hash)
            and not exists (select from upload_blob u where u.hash = b.hash)"#
    );
    Ok(count.fetch_one(db).await?.into())
}

/// Stores what `content` yields under `hash`; nothing happens if it is there already. The content is packed while it
/// is read. The transaction has to [`rely`] on what is there. More than [`MAX_BYTES`] is [`Error::Invalid`], content of
/// another hash [`Error::Damaged`].
pub(crate) async fn put<R>(depot: &Depot, connection: &mut PgConnection, hash: Hash, content: R) -> Result<()>
where
    R: Read + Send + 'static,
{
    let packed = blocking(hash, move || pack(hash, content)).await?;
    let (place, size) = (depot.place(), bigint(packed.size));
    let within = depot.write(place, hash, packed.bytes).await?;
    let insert = query!(
        "insert into blob (hash, size, place, packed) values ($1, $2, $3, $4) on conflict (hash) do nothing",
        &hash.0,
        size,
        place.word(),
        within.as_deref(),
    );
    insert.execute(connection).await?;
    Ok(())
}

/// The whole blob, checked against its hash. [`Error::NotFound`] without one, [`Error::Damaged`] if it is not what
/// its name says, [`Error::Missing`] if it is not where its row says.
pub async fn get(depot: &Depot, hash: Hash) -> Result<Vec<u8>> {
    copy_to(depot, hash, Vec::new()).await
}

/// As [`get`], written to `to`, which is given back. On an error `to` has got some of the bytes: throw it away.
pub async fn copy_to<W>(depot: &Depot, hash: Hash, to: W) -> Result<W>
where
    W: Write + Send + 'static,
{
    let packed = fetch(depot, hash).await?;
    blocking(hash, move || unpack(hash, &packed, to)).await
}

/// As [`get`], within a transaction.
pub(crate) async fn read(depot: &Depot, connection: &mut PgConnection, hash: Hash) -> Result<Vec<u8>> {
    let mut looks = LOOKS;
    let packed = loop {
        let row = row(connection, hash).await?;
        looks -= 1;
        if let Some(packed) = row.content(depot, hash, looks).await? {
            break packed;
        }
    };
    blocking(hash, move || unpack(hash, &packed, Vec::new())).await
}

/// No connection is held while a store is asked, which may take long.
async fn fetch(depot: &Depot, hash: Hash) -> Result<Packed> {
    let mut looks = LOOKS;
    loop {
        let row = row(&mut *depot.db.acquire().await?, hash).await?;
        looks -= 1;
        if let Some(packed) = row.content(depot, hash, looks).await? {
            return Ok(packed);
        }
    }
}

struct Row {
    size: u64,
    place: Place,
    packed: Option<Vec<u8>>,
}

async fn row(connection: &mut PgConnection, hash: Hash) -> Result<Row> {
    let row = query_as!(
        Row,
        r#"select size as "size: Size", place as "place: Place", packed from blob where hash = $1"#,
        &hash.0
    );
    Ok(row.fetch_one(connection).await?)
}

impl Row {
    /// `None`: look again. A blob that is being moved may be gone from the place that its row named when we asked. After
    /// so many more `looks` it counts as missing.
    async fn content(self, depot: &Depot, hash: Hash, looks: u32) -> Result<Option<Packed>> {
        let size = self.size;
        if let Some(bytes) = self.packed {
            return Ok(Some(Packed { size, bytes }));
        }
        match depot.read(self.place, hash).await {
            Ok(bytes) => Ok(Some(Packed { size, bytes })),
            Err(Error::Missing { .. }) if looks > 0 => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// For `pg_advisory_xact_lock`. Any number that nobody else takes.
const IN_USE: i64 = 0x626c_6f62;

/// Until the transaction ends nobody removes blobs, or the content of any: for those who rely on what is there, or put
/// something in its place, and have not said yet that it is needed.
pub(crate) async fn rely(connection: &mut PgConnection) -> Result<()> {
    query!("select pg_advisory_xact_lock_shared($1)", IN_USE).execute(connection).await?;
    Ok(())
}

/// Until the transaction ends nobody relies on what nothing needs: it can be removed.
pub(crate) async fn alone(connection: &mut PgConnection) -> Result<()> {
    query!("select pg_advisory_xact_lock($1)", IN_USE).execute(connection).await?;
    Ok(())
}

/// All that are stored, for those who read blobs one after another on a thread that may wait.
pub struct Stored {
    depot: Depot,
    runtime: Handle,
}

impl Stored {
    /// Call it where the runtime is; open blobs on a thread that is none of the runtime's.
    pub fn new(depot: &Depot) -> Self {
        Self { depot: depot.clone(), runtime: Handle::current() }
    }
}

impl Blobs for Stored {
    fn open(&self, hash: Hash) -> io::Result<File> {
        let copied = self.runtime.block_on(copy_to(&self.depot, hash, tempfile::tempfile()?));
        let mut file = copied.map_err(io::Error::other)?;
        file.rewind()?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests;
