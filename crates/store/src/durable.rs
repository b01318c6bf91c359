//! Commits that tell others, and yet do not queue up behind each other's disk writes.
//!
//! Postgres takes one lock for all that notify and holds it until the commit is on disk: only one at a time can be
//! written, a thousand a second at best. So a statement of which there are many sets `synchronous_commit` off for its own
//! transaction, which then holds that lock for some microseconds, and [`settle`] waits for the disk afterwards, where one
//! write serves all who wait. Until then nobody is told that it was done, so nothing is promised that a power cut takes
//! back: what was lost with it is as if it had not been asked for.

use sqlx::{PgExecutor, query};

use crate::Result;

/// Returns when all that was committed before is on disk.
//
// Only a transaction that writes something waits for the disk; this one writes a message that nobody reads.
pub(crate) async fn settle(db: impl PgExecutor<'_>) -> Result<()> {
    query!(r#"select pg_logical_emit_message(true, 'judge', '')::text as "place!""#).fetch_one(db).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Db;

    #[sqlx::test(migrations = false)]
    async fn what_was_committed_before_is_on_disk_afterwards(db: Db) {
        let mut connection = db.acquire().await.unwrap();
        query("set synchronous_commit = off").execute(&mut *connection).await.unwrap();
        query("create table t (n integer)").execute(&mut *connection).await.unwrap();
        query("set synchronous_commit = on").execute(&mut *connection).await.unwrap();
        let written: String = sqlx::query_scalar("select pg_current_wal_insert_lsn()::text")
            .fetch_one(&mut *connection)
            .await
            .unwrap();
        settle(&mut *connection).await.unwrap();
        let flushed = sqlx::query_scalar::<_, bool>("select pg_current_wal_flush_lsn() >= $1::pg_lsn");
        assert!(flushed.bind(written).fetch_one(&mut *connection).await.unwrap());
    }
}
