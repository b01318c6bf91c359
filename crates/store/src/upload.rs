//! Table `upload`: packages that were read and not saved yet. Their files are blobs, so saving one writes hardly anything,
//! and nothing has to be sent again.
//!
//! A user has a few at a time, and each for a day. What goes takes along the blobs that nothing else needs; imports are
//! kept out of it meanwhile, for they rely on what they have seen ([`blob::rely`]).

use std::time::Duration;

use problem::{Blobs, Hash, Version};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, Postgres, Transaction, query, query_as, query_scalar};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::blob::{self, Depot, Place};
use crate::columns::{Digest, Manifest, Warnings, jsonb};
use crate::{Db, Result, UserId};

/// A user's uploads; the oldest goes when another one comes.
pub const MOST: u32 = 5;
/// How long one is kept.
pub const LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// What the setter should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// File and line, as compilers write them.
    pub place: String,
    pub message: String,
}

/// A package as it was read.
#[derive(Clone, Debug)]
pub struct NewUpload<'a> {
    pub user: UserId,
    /// How it was read, in words.
    pub format: &'a str,
    pub version: &'a Version,
    pub warnings: &'a [Warning],
    /// Whether it leaves its time and its memory limit to whoever brings it.
    pub asks: Asks,
}

/// Limits that a package has not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    pub time: bool,
    pub memory: bool,
}

#[derive(Clone, Debug)]
pub struct Upload {
    pub id: Uuid,
    pub format: String,
    pub version: Version,
    pub warnings: Vec<Warning>,
    pub asks: Asks,
    pub created_at: OffsetDateTime,
}

/// Keeps a package and its files. A file larger than [`blob::MAX_BYTES`] is
/// [`Error::Invalid`](crate::Error::Invalid).
pub async fn put(depot: &Depot, new: &NewUpload<'_>, blobs: &(dyn Blobs + Sync)) -> Result<Uuid> {
    // What cannot go now goes another time.
    if let Err(error) = make_room(depot, new.user).await {
        tracing::warn!("old uploads could not be removed: {error}");
    }
    let id = Uuid::now_v7();
    let unsound = crate::problem::unsound(depot, new.version, blobs).await?;
    let mut transaction = depot.db.begin().await?;
    let used = crate::problem::put_missing(depot, &mut transaction, new.version, blobs, &unsound).await?;
    let manifest = serde_json::to_string(new.version).expect("a manifest has only string keys");
    let insert = query!(
        "insert into upload (id, user_id, format, manifest, warnings, asks_time, asks_memory)
        values ($1, $2, $3, $4::text::json, $5, $6, $7)",
        id,
        new.user.0,
        new.format,
        manifest,
        jsonb(&new.warnings),
        new.asks.time,
        new.asks.memory,
    );
    insert.execute(&mut *transaction).await?;
    let hashes: Vec<Vec<u8>> = used.iter().map(|hash| hash.0.to_vec()).collect();
    query!(
        "insert into upload_blob (upload_id, hash) select $1, hash from unnest($2::bytea[]) as hash",
        id,
        &hashes
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(id)
}

/// [`Error::NotFound`](crate::Error::NotFound) without it, when it is too old, or when it is somebody else's.
pub async fn get(db: &Db, id: Uuid, user: UserId) -> Result<Upload> {
    let row = query!(
        r#"select format, manifest as "manifest: Manifest", warnings as "warnings: Warnings", asks_time, asks_memory,
            created_at
        from upload
        where id = $1 and user_id = $2 and created_at > now() - make_interval(secs => $3)"#,
        id,
        user.0,
        LIFETIME.as_secs_f64(),
    );
    let row = row.fetch_one(db).await?;
    Ok(Upload {
        id,
        format: row.format,
        version: row.manifest.into(),
        warnings: row.warnings.into(),
        asks: Asks { time: row.asks_time, memory: row.asks_memory },
        created_at: row.created_at,
    })
}

/// It is saved, or not wanted any more. Nothing happens if it is gone or somebody else's.
pub async fn remove(depot: &Depot, id: Uuid, user: UserId) -> Result<()> {
    let mut transaction = depot.db.begin().await?;
    let owned =
        query_as!(Going, "select id from upload where id = $1 and user_id = $2 for update", id, user.0);
    let going = owned.fetch_all(&mut *transaction).await?;
    go(depot, transaction, &going).await
}

struct Going {
    id: Uuid,
}

/// Removes those that are too old. For pages, now and then.
pub async fn sweep(depot: &Depot) -> Result<()> {
    let mut transaction = depot.db.begin().await?;
    let old = query_as!(
        Going,
        "select id from upload where created_at <= now() - make_interval(secs => $1) for update skip locked",
        LIFETIME.as_secs_f64(),
    );
    let going = old.fetch_all(&mut *transaction).await?;
    go(depot, transaction, &going).await
}

/// Removes of this user's so many that there is room for one.
async fn make_room(depot: &Depot, user: UserId) -> Result<()> {
    let mut transaction = depot.db.begin().await?;
    let oldest = query_as!(
        Going,
        "select id from upload
        where id in (select id from upload where user_id = $1 order by created_at desc, id desc offset $2)
        for update skip locked",
        user.0,
        i64::from(MOST) - 1,
    );
    let going = oldest.fetch_all(&mut *transaction).await?;
    go(depot, transaction, &going).await
}

async fn go(depot: &Depot, mut transaction: Transaction<'_, Postgres>, going: &[Going]) -> Result<()> {
    let unused = drop_all(&mut transaction, going).await?;
    transaction.commit().await?;
    blob::clear(depot, unused).await;
    Ok(())
}

/// Returns the blobs that went along, and where their content is.
async fn drop_all(connection: &mut PgConnection, going: &[Going]) -> Result<Vec<(Place, Hash)>> {
    if going.is_empty() {
        return Ok(Vec::new());
    }
    blob::alone(connection).await?;
    let ids: Vec<Uuid> = going.iter().map(|one| one.id).collect();
    let hashes = query_scalar!(
        r#"select distinct hash as "hash: Digest" from upload_blob where upload_id = any($1)"#,
        &ids
    );
    let hashes: Vec<Hash> = hashes.fetch_all(&mut *connection).await?.into_iter().map(Hash::from).collect();
    query!("delete from upload where id = any($1)", &ids).execute(&mut *connection).await?;
    let names: Vec<Vec<u8>> = hashes.iter().map(|hash| hash.0.to_vec()).collect();
    let unused = query!(
        r#"delete from blob b where b.hash = any($1)
            and not exists (select from problem_version_blob v where v.hash = b.hash)
            and not exists (select from upload_blob u where u.hash = b.hash)
        returning b.place as "place: Place", b.hash as "hash: Digest""#,
        &names,
    );
    let unused = unused.fetch_all(connection).await?.into_iter();
    Ok(unused.map(|row| (row.place, row.hash.into())).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Error, fixture};

    fn warning() -> Warning {
        Warning { place: "problem.yaml:3".to_owned(), message: "sets no time limit".to_owned() }
    }

    async fn upload(db: &Db, user: UserId, input: &str) -> (Uuid, Version) {
        let (version, files) = fixture::version("sum", input);
        let asks = Asks { time: true, memory: false };
        let new = NewUpload { user, format: "ICPC", version: &version, warnings: &[warning()], asks };
        (put(&Depot::within(db), &new, &files).await.unwrap(), version)
    }

    async fn kept(db: &Db, version: &Version) -> usize {
        let all: Vec<Hash> = version.blobs().into_iter().collect();
        blob::exists(db, &all).await.unwrap().len()
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn an_upload_reads_back_for_its_owner_alone_and_saves_without_its_files(db: Db) {
        let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
        let (id, version) = upload(&db, ann, "1 2\n").await;
        let found = get(&db, id, ann).await.unwrap();
        assert_eq!((&found.version, found.format.as_str()), (&version, "ICPC"));
        assert_eq!((found.warnings, found.asks.time, found.asks.memory), (vec![warning()], true, false));
        assert!(matches!(get(&db, id, bob).await, Err(Error::NotFound)));
        remove(&Depot::within(&db), id, bob).await.unwrap();
        let nothing = fixture::Memory::default();
        let saved = crate::problem::save(&Depot::within(&db), &version, &nothing, Some(ann), None)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(saved.number, 1);
        remove(&Depot::within(&db), id, ann).await.unwrap();
        assert!(matches!(get(&db, id, ann).await, Err(Error::NotFound)));
        assert_eq!(kept(&db, &version).await, version.blobs().len(), "the version needs them");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_goes_takes_along_the_blobs_that_nothing_else_needs(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let (one, first) = upload(&db, ann, "1 2\n").await;
        let (_, second) = upload(&db, ann, "3 4\n").await;
        remove(&Depot::within(&db), one, ann).await.unwrap();
        assert_eq!(kept(&db, &second).await, second.blobs().len());
        assert_eq!(kept(&db, &first).await, first.blobs().len() - 1, "only the other input is gone");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_user_has_a_few_and_each_for_a_day(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let mut ids = Vec::new();
        for n in 0..=MOST {
            ids.push(upload(&db, ann, &format!("{n}\n")).await.0);
        }
        assert!(matches!(get(&db, ids[0], ann).await, Err(Error::NotFound)), "the oldest made room");
        get(&db, ids[1], ann).await.unwrap();
        let old = "update upload set created_at = now() - interval '25 hours' where id = $1";
        sqlx::query(old).bind(ids[1]).execute(&db).await.unwrap();
        assert!(matches!(get(&db, ids[1], ann).await, Err(Error::NotFound)));
        let bob = fixture::user(&db, "bob").await;
        upload(&db, bob, "x\n").await;
        sweep(&Depot::within(&db)).await.unwrap();
        let left = sqlx::query_scalar::<_, i64>("select count(*) from upload").fetch_one(&db).await.unwrap();
        assert_eq!(left, i64::from(MOST), "four of ann's and one of bob's");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn blobs_do_not_go_while_an_import_relies_on_them(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let (id, version) = upload(&db, ann, "1 2\n").await;
        let mut import = db.begin().await.unwrap();
        let (depot, nothing) = (Depot::within(&db), fixture::Memory::default());
        crate::problem::put_missing(&depot, &mut import, &version, &nothing, &BTreeSet::new()).await.unwrap();
        let removing = tokio::spawn({
            let db = db.clone();
            async move { remove(&Depot::within(&db), id, ann).await }
        });
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert!(!removing.is_finished());
        assert_eq!(kept(&db, &version).await, version.blobs().len());
        import.commit().await.unwrap();
        removing.await.unwrap().unwrap();
        assert_eq!(kept(&db, &version).await, 0);
    }
}
