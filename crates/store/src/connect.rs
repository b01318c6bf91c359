//! Getting at the database.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::{Error, Result};

/// A pool of connections; cloning it is cheap and shares it.
pub type Db = sqlx::PgPool;

/// How long a caller waits for a connection before the database counts as unavailable. Short: a page that says
/// "try again" now is better than one that hangs.
const PATIENCE: Duration = Duration::from_secs(5);

fn options(max: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(max).acquire_timeout(PATIENCE)
}

/// At most `max` connections to `postgres://…`; fails when the first cannot be had.
pub async fn connect(url: &str, max: u32) -> Result<Db> {
    Ok(options(max).connect_with(parse(url)?).await?)
}

/// As [`connect`], without connecting yet: only a malformed address fails. For processes that start before, or
/// outlive, their database.
pub fn connect_lazy(url: &str, max: u32) -> Result<Db> {
    Ok(options(max).connect_lazy_with(parse(url)?))
}

fn parse(url: &str) -> Result<PgConnectOptions> {
    // The driver reads any scheme as its own.
    if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(Error::Invalid("the address of the database must begin with postgres://".to_owned()));
    }
    Ok(url.parse::<PgConnectOptions>()?.application_name("judge"))
}

/// Of the program and of the tests.
pub(crate) static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Brings the schema up to date. Several processes may do it at once: they take turns.
pub async fn migrate(db: &Db) -> Result<()> {
    Ok(MIGRATOR.run(db).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[sqlx::test(migrations = false)]
    async fn processes_that_start_together_make_the_schema_once(db: Db) {
        let mut starts = tokio::task::JoinSet::new();
        for _ in 0..4 {
            let db = db.clone();
            starts.spawn(async move { migrate(&db).await });
        }
        assert!(starts.join_all().await.iter().all(Result::is_ok));
        migrate(&db).await.unwrap();
        assert!(!crate::user::any(&db).await.unwrap());
    }

    #[tokio::test]
    async fn a_malformed_address_is_told_at_once() {
        assert!(connect_lazy("mysql://localhost/judge", 1).is_err());
        assert!(connect("postgres://localhost:port/judge", 1).await.is_err());
    }
}
