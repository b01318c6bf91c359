//! Table `problem_version`: immutable.

use std::collections::BTreeSet;

use problem::{Hash, Version};
use sqlx::{PgConnection, query, query_as, query_scalar};
use time::OffsetDateTime;

use crate::columns::{Count, Digest, Manifest};
use crate::{Db, ProblemId, Result, UserId, VersionId};

#[derive(Clone, Debug)]
pub struct ProblemVersion {
    pub id: VersionId,
    pub problem: ProblemId,
    /// 1, 2, 3 … within the problem.
    pub number: u32,
    /// The hash of the manifest: [`Version::id`] when it was stored.
    pub hash: Hash,
    pub manifest: Version,
    pub created_at: OffsetDateTime,
    /// None for what the judge imported itself.
    pub created_by: Option<UserId>,
}

/// A [`ProblemVersion`] for each row `v` that `$rows` picks by its arguments.
macro_rules! select {
    ($rows:tt, $($argument:expr),+) => {
        query_as!(
            ProblemVersion,
            r#"select v.id as "id: VersionId", v.problem_id as "problem: ProblemId", v.number as "number: Count",
                v.hash as "hash: Digest", v.manifest as "manifest: Manifest", v.created_at,
                v.created_by as "created_by: UserId"
            from problem_version v "# + $rows,
            $($argument),+
        )
    };
}

/// [`Error::NotFound`](crate::Error::NotFound) without one.
pub async fn get(db: &Db, id: VersionId) -> Result<ProblemVersion> {
    Ok(select!("where v.id = $1", id.0).fetch_one(db).await?)
}

/// The one that new submissions are judged on. [`Error::NotFound`](crate::Error::NotFound) without the problem.
pub async fn current(db: &Db, problem: ProblemId) -> Result<ProblemVersion> {
    let rows = select!("join problem p on p.current_version_id = v.id where p.id = $1", problem.0);
    Ok(rows.fetch_one(db).await?)
}

/// The one of that number. [`Error::NotFound`](crate::Error::NotFound) without one.
pub async fn by_number(db: &Db, problem: ProblemId, number: u32) -> Result<ProblemVersion> {
    let number = i32::try_from(number).unwrap_or(i32::MAX);
    let rows = select!("where v.problem_id = $1 and v.number = $2", problem.0, number);
    Ok(rows.fetch_one(db).await?)
}

/// All of the problem, newest first.
pub async fn list(db: &Db, problem: ProblemId) -> Result<Vec<ProblemVersion>> {
    Ok(select!("where v.problem_id = $1 order by v.number desc", problem.0).fetch_all(db).await?)
}

/// The number that content has in a problem, or would have.
pub async fn number_of(db: &Db, problem: ProblemId, hash: Hash) -> Result<u32> {
    let number = query_scalar!(
        r#"select coalesce((select number from problem_version where problem_id = $1 and hash = $2),
            (select max(number) + 1 from problem_version where problem_id = $1), 1) as "number!: Count""#,
        problem.0,
        &hash.0,
    );
    Ok(number.fetch_one(db).await?.into())
}

/// Submissions whose valid judging is, or will be, on that version.
pub async fn submissions(db: &Db, id: VersionId) -> Result<u64> {
    let count =
        query_scalar!(r#"select count(*) as "count!" from judging where version_id = $1 and valid"#, id.0);
    Ok(u64::try_from(count.fetch_one(db).await?).unwrap_or_default())
}

/// The problem's version with that content, if it ever had one, and its number.
pub(crate) async fn with_hash(
    connection: &mut PgConnection,
    problem: ProblemId,
    hash: Hash,
) -> Result<Option<(VersionId, u32)>> {
    let found = query!(
        r#"select id as "id: VersionId", number as "number: Count" from problem_version
        where problem_id = $1 and hash = $2"#,
        problem.0,
        &hash.0,
    );
    Ok(found.fetch_optional(connection).await?.map(|row| (row.id, row.number.into())))
}

/// Stores a version whose blobs are there, and its use of them: `used`. The caller holds the problem's row, so that two
/// imports do not take one number.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    problem: ProblemId,
    version: &Version,
    used: &BTreeSet<Hash>,
    by: Option<UserId>,
) -> Result<(VersionId, u32)> {
    let manifest = serde_json::to_string(version).expect("a manifest has only string keys");
    let row = query!(
        r#"insert into problem_version (problem_id, number, hash, manifest, name, created_by)
        select $1, coalesce(max(number), 0) + 1, $2, $3::text::json, $4, $5 from problem_version where problem_id = $1
        returning id as "id: VersionId", number as "number: Count""#,
        problem.0,
        &version.id().0,
        manifest,
        version.name("en"),
        by.map(|user| user.0),
    );
    let row = row.fetch_one(&mut *connection).await?;
    let blobs: Vec<Vec<u8>> = used.iter().map(|hash| hash.0.to_vec()).collect();
    let used = query!(
        "insert into problem_version_blob (version_id, hash) select $1, hash from unnest($2::bytea[]) as hash",
        row.id.0,
        &blobs,
    );
    used.execute(connection).await?;
    Ok((row.id, row.number.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, fixture};

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_version_reads_back_as_it_was_and_under_its_hash(db: Db) {
        let (manifest, files) = fixture::version("sum", "1 2\n");
        let ann = fixture::user(&db, "ann").await;
        let imported = crate::problem::import(&crate::blob::Depot::within(&db), &manifest, &files, Some(ann))
            .await
            .unwrap();
        let stored = get(&db, imported.version).await.unwrap();
        assert_eq!(stored.manifest, manifest);
        assert_eq!((stored.hash, stored.manifest.id()), (manifest.id(), manifest.id()));
        assert_eq!((stored.number, stored.problem, stored.created_by), (1, imported.problem, Some(ann)));
        assert!(matches!(get(&db, VersionId(9999)).await, Err(Error::NotFound)));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn versions_are_listed_newest_first_and_the_current_one_is_known(db: Db) {
        let first = fixture::import(&db, "sum", "1\n").await;
        let second = fixture::import(&db, "sum", "2\n").await;
        fixture::import(&db, "other", "1\n").await;
        let ids: Vec<VersionId> = list(&db, first.problem).await.unwrap().into_iter().map(|v| v.id).collect();
        assert_eq!(ids, [second.version, first.version]);
        assert_eq!(current(&db, first.problem).await.unwrap().id, second.version);
        assert!(matches!(current(&db, ProblemId(9999)).await, Err(Error::NotFound)));
        assert_eq!(by_number(&db, first.problem, 2).await.unwrap().id, second.version);
        assert!(matches!(by_number(&db, first.problem, 3).await, Err(Error::NotFound)));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_content_has_its_old_number_or_the_next(db: Db) {
        let first = fixture::import(&db, "sum", "1\n").await;
        fixture::import(&db, "sum", "2\n").await;
        let number = async |input: &str| {
            number_of(&db, first.problem, fixture::version("sum", input).0.id()).await.unwrap()
        };
        assert_eq!([number("1\n").await, number("2\n").await, number("3\n").await], [1, 2, 3]);
        assert_eq!(number_of(&db, ProblemId(9999), Hash::of(b"")).await.unwrap(), 1);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_version_cannot_be_changed(db: Db) {
        fixture::import(&db, "sum", "1\n").await;
        for change in [
            "update problem_version set manifest = '{}', hash = sha256('{}')",
            "update problem_version set number = 7",
            "update problem_version_blob set hash = sha256('x')",
        ] {
            let error = sqlx::query(change).execute(&db).await.unwrap_err().to_string();
            assert!(error.contains("never change"), "{change}: {error}");
        }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_manifest_is_stored_under_its_own_hash_only(db: Db) {
        let problem = fixture::import(&db, "sum", "1\n").await.problem;
        let insert = "insert into problem_version (problem_id, number, hash, manifest, name)
            values ($1, 2, sha256('{ }'), '{}', 'x')";
        let error = sqlx::query(insert).bind(problem).execute(&db).await.unwrap_err().to_string();
        assert!(error.contains("problem_version_hash"), "{error}");
    }
}
