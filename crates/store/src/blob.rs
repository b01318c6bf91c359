//! Table `blob`: files by their hash, packed.
//!
//! Packing and unpacking run on the blocking pool: a hundred megabytes of test data take a second.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read, Seek, Write};

use problem::{Blobs, Hash};
use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, query, query_scalar};
use tokio::runtime::Handle;

use crate::columns::{Digest, Size, bigint};
use crate::{Db, Error, Result};

/// The largest blob, in bytes before packing. The table has the same cap.
pub const MAX_BYTES: u64 = 256 << 20;

/// Of zstd's levels the one that packs test data at the speed of a disk.
const LEVEL: i32 = 3;

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

/// Stores what `content` yields under `hash`; nothing happens if it is there already. The content is packed while it
/// is read. More than [`MAX_BYTES`] is [`Error::Invalid`], content of another hash [`Error::Damaged`].
pub async fn put<R>(connection: &mut PgConnection, hash: Hash, content: R) -> Result<()>
where
    R: Read + Send + 'static,
{
    let packed = blocking(hash, move || pack(hash, content)).await?;
    let insert = query!(
        "insert into blob (hash, size, packed) values ($1, $2, $3) on conflict (hash) do nothing",
        &hash.0,
        bigint(packed.size),
        &packed.bytes,
    );
    insert.execute(connection).await?;
    Ok(())
}

/// The whole blob, checked against its hash. [`Error::NotFound`] without one, [`Error::Damaged`] if it is not what
/// its name says.
pub async fn get(db: &Db, hash: Hash) -> Result<Vec<u8>> {
    copy_to(db, hash, Vec::new()).await
}

/// As [`get`], written to `to`, which is given back. On an error `to` has got some of the bytes: throw it away.
pub async fn copy_to<W>(db: &Db, hash: Hash, to: W) -> Result<W>
where
    W: Write + Send + 'static,
{
    copy(&mut *db.acquire().await?, hash, to).await
}

/// As [`get`], within a transaction.
pub(crate) async fn read(connection: &mut PgConnection, hash: Hash) -> Result<Vec<u8>> {
    copy(connection, hash, Vec::new()).await
}

async fn copy<W>(connection: &mut PgConnection, hash: Hash, to: W) -> Result<W>
where
    W: Write + Send + 'static,
{
    let row = query!("select size, packed from blob where hash = $1", &hash.0).fetch_one(connection).await?;
    let packed = Packed { size: row.size.unsigned_abs(), bytes: row.packed };
    blocking(hash, move || unpack(hash, &packed, to)).await
}

/// All that are stored, for those who read blobs one after another on a thread that may wait.
pub struct Stored {
    db: Db,
    runtime: Handle,
}

impl Stored {
    /// Call it where the runtime is; open blobs on a thread that is none of the runtime's.
    pub fn new(db: &Db) -> Self {
        Self { db: db.clone(), runtime: Handle::current() }
    }
}

impl Blobs for Stored {
    fn open(&self, hash: Hash) -> io::Result<File> {
        let copied = self.runtime.block_on(copy_to(&self.db, hash, tempfile::tempfile()?));
        let mut file = copied.map_err(io::Error::other)?;
        file.rewind()?;
        Ok(file)
    }
}

struct Packed {
    /// Bytes before packing.
    size: u64,
    /// One zstd frame.
    bytes: Vec<u8>,
}

async fn blocking<T: Send + 'static>(
    hash: Hash,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let joined = tokio::task::spawn_blocking(work).await;
    joined.map_err(|panic| Error::Io { hash, source: io::Error::other(panic) })?
}

fn pack(hash: Hash, content: impl Read) -> Result<Packed> {
    let failed = |source| Error::Io { hash, source };
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL).map_err(failed)?;
    let mut hashed = Hashed { to: &mut encoder, digest: Sha256::new() };
    let size = io::copy(&mut content.take(MAX_BYTES + 1), &mut hashed).map_err(failed)?;
    let found = hashed.hash();
    if size > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        return Err(Error::Invalid(format!(
            "a file is larger than {most} MiB, the most that is stored (blob {hash})"
        )));
    }
    if found != hash {
        return Err(Error::Damaged { hash });
    }
    Ok(Packed { size, bytes: encoder.finish().map_err(failed)? })
}

fn unpack<W: Write>(hash: Hash, packed: &Packed, mut to: W) -> Result<W> {
    let decoder = zstd::Decoder::new(packed.bytes.as_slice()).map_err(|_| Error::Damaged { hash })?;
    let mut source = Frame { decoder: decoder.take(packed.size + 1), damaged: false };
    let mut hashed = Hashed { to: &mut to, digest: Sha256::new() };
    let copied = io::copy(&mut source, &mut hashed);
    let found = hashed.hash();
    match copied {
        Ok(size) if size == packed.size && found == hash => Ok(to),
        Err(error) if !source.damaged => Err(Error::Io { hash, source: error }),
        _ => Err(Error::Damaged { hash }),
    }
}

/// Hashes what passes.
struct Hashed<W> {
    to: W,
    digest: Sha256,
}

impl<W> Hashed<W> {
    fn hash(self) -> Hash {
        Hash(self.digest.finalize().into())
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.to.write(bytes)?;
        self.digest.update(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Remembers that it was reading that failed: then the blob is damaged. Else the disk written to is at fault.
struct Frame<R> {
    decoder: R,
    damaged: bool,
}

impl<R: Read> Read for Frame<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(to).inspect_err(|_| self.damaged = true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn store(db: &Db, bytes: &[u8]) -> Hash {
        let hash = Hash::of(bytes);
        put(&mut db.acquire().await.unwrap(), hash, io::Cursor::new(bytes.to_vec())).await.unwrap();
        hash
    }

    /// What a bad disk, or a hand in the database, would do: past the trigger that forbids it.
    async fn overwrite(db: &Db, hash: Hash, packed: &[u8]) {
        let mut connection = db.acquire().await.unwrap();
        sqlx::query("alter table blob disable trigger user").execute(&mut *connection).await.unwrap();
        let update =
            sqlx::query("update blob set packed = $2 where hash = $1").bind(hash.0.to_vec()).bind(packed);
        assert_eq!(update.execute(&mut *connection).await.unwrap().rows_affected(), 1);
    }

    fn frame(bytes: &[u8]) -> Vec<u8> {
        zstd::encode_all(bytes, LEVEL).unwrap()
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_is_stored_reads_back_and_is_packed(db: Db) {
        let text = "1 2 3\n".repeat(100_000);
        let (hash, empty) = (store(&db, text.as_bytes()).await, store(&db, b"").await);
        assert_eq!(store(&db, text.as_bytes()).await, hash);
        assert_eq!(get(&db, hash).await.unwrap(), text.as_bytes());
        assert_eq!(get(&db, empty).await.unwrap(), b"");
        let packed = "select octet_length(packed) from blob where size = 600000";
        assert!(sqlx::query_scalar::<_, i32>(packed).fetch_one(&db).await.unwrap() < 10_000);
        let absent = Hash::of(b"absent");
        assert_eq!(exists(&db, &[absent, hash, empty]).await.unwrap(), BTreeSet::from([hash, empty]));
        let sizes = sizes(&db, &[absent, hash, empty]).await.unwrap();
        assert_eq!(sizes, BTreeMap::from([(hash, 600_000), (empty, 0)]));
        assert!(matches!(get(&db, absent).await, Err(Error::NotFound)));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_blob_that_is_not_what_its_name_says_is_never_given_out(db: Db) {
        let hash = store(&db, b"answer 42").await;
        let longer = [b"answer 42".as_slice(), &[0; 1 << 20]].concat();
        for bad in [b"no frame".to_vec(), frame(b"answer 43"), frame(b"answer"), frame(&longer), Vec::new()] {
            overwrite(&db, hash, &bad).await;
            let error = get(&db, hash).await.unwrap_err();
            assert!(matches!(error, Error::Damaged { hash: named } if named == hash), "{error:?}");
        }
        overwrite(&db, hash, &frame(b"answer 42")).await;
        assert_eq!(get(&db, hash).await.unwrap(), b"answer 42");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_frame_that_swells_is_cut_at_the_size_that_was_promised(db: Db) {
        let hash = store(&db, b"answer 42").await;
        overwrite(&db, hash, &frame(&vec![0; 64 << 20])).await;
        let file = tempfile::tempfile().unwrap();
        let error = copy_to(&db, hash, file.try_clone().unwrap()).await.unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
        assert!(file.metadata().unwrap().len() <= b"answer 42".len() as u64 + 1);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_blob_cannot_be_changed(db: Db) {
        let hash = store(&db, b"answer").await;
        let update = sqlx::query("update blob set packed = '' where hash = $1").bind(hash.0.to_vec());
        let error = update.execute(&db).await.unwrap_err().to_string();
        assert!(error.contains("rows of blob never change"), "{error}");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn content_of_another_hash_is_refused(db: Db) {
        let mut connection = db.acquire().await.unwrap();
        let hash = Hash::of(b"promised");
        let error = put(&mut connection, hash, b"delivered".as_slice()).await.unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
        assert!(exists(&db, &[hash]).await.unwrap().is_empty());
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn more_than_the_cap_is_refused_in_words(db: Db) {
        let mut connection = db.acquire().await.unwrap();
        let endless = io::repeat(0);
        let error = put(&mut connection, Hash::of(b"zeros"), endless).await.unwrap_err();
        assert!(matches!(&error, Error::Invalid(text) if text.contains("256 MiB")), "{error:?}");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_full_disk_is_not_taken_for_a_damaged_blob(db: Db) {
        let hash = store(&db, b"answer").await;
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let error = copy_to(&db, hash, full).await.unwrap_err();
        assert!(matches!(error, Error::Io { .. }), "{error:?}");
    }
}
