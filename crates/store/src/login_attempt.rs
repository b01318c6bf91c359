//! Table `login_attempt`: failed log-ins, counted over all web processes.

use std::time::Duration;

use sqlx::{query, query_scalar};

use crate::columns::printable;
use crate::{Db, Result};

/// Notes a failure under a key: a name, an address.
pub async fn record(db: &Db, key: &str) -> Result<()> {
    query!("insert into login_attempt (key) values ($1)", &printable(key)).execute(db).await?;
    Ok(())
}

/// Failures under the key within the last `window`.
pub async fn recent_failures(db: &Db, key: &str, window: Duration) -> Result<u64> {
    let count = query_scalar!(
        r#"select count(*) as "count!" from login_attempt
        where key = $1 and at > now() - make_interval(secs => $2)"#,
        &printable(key),
        window.as_secs_f64(),
    );
    Ok(count.fetch_one(db).await?.unsigned_abs())
}

/// Forgets the failures under the key: it got in.
pub async fn forget(db: &Db, key: &str) -> Result<()> {
    query!("delete from login_attempt where key = $1", &printable(key)).execute(db).await?;
    Ok(())
}

/// Removes what is older than `window`; how many.
pub async fn delete_older(db: &Db, window: Duration) -> Result<u64> {
    let gone = query!(
        "delete from login_attempt where at <= now() - make_interval(secs => $1)",
        window.as_secs_f64()
    );
    Ok(gone.execute(db).await?.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn failures_count_by_key_and_within_the_window(db: Db) {
        for key in ["ann", "ann", "10.0.0.7"] {
            record(&db, key).await.unwrap();
        }
        let old = "update login_attempt set at = now() - interval '2 minutes' where key = '10.0.0.7'";
        sqlx::query(old).execute(&db).await.unwrap();
        assert_eq!(recent_failures(&db, "ann", MINUTE).await.unwrap(), 2);
        assert_eq!(recent_failures(&db, "10.0.0.7", MINUTE).await.unwrap(), 0);
        assert_eq!(recent_failures(&db, "10.0.0.7", MINUTE * 3).await.unwrap(), 1);
        assert_eq!(delete_older(&db, MINUTE).await.unwrap(), 1);
        assert_eq!(recent_failures(&db, "10.0.0.7", MINUTE * 3).await.unwrap(), 0);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn who_got_in_starts_again_from_nothing(db: Db) {
        for key in ["ann", "bob"] {
            record(&db, key).await.unwrap();
        }
        forget(&db, "ann").await.unwrap();
        assert_eq!(recent_failures(&db, "ann", MINUTE).await.unwrap(), 0);
        assert_eq!(recent_failures(&db, "bob", MINUTE).await.unwrap(), 1);
    }
}
