//! Getting at the database.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::query_scalar;

use crate::{Error, Result, worker_login};

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
    Ok(lazily(parse(url)?, max))
}

pub(crate) fn lazily(place: PgConnectOptions, max: u32) -> Db {
    options(max).connect_lazy_with(place)
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

/// Brings the schema up to date, and with it what workers' logins may touch. Several processes may do it at once: they
/// take turns.
pub async fn migrate(db: &Db) -> Result<()> {
    MIGRATOR.run(db).await?;
    worker_login::grant(db).await
}

/// Whether the schema is the one that this program was built for: [`Error::Schema`] says what to do where it is not. To
/// work on another one could write what nobody understands.
pub async fn check_schema(db: &Db) -> Result<()> {
    let applied =
        query_scalar::<_, i64>("select version from _sqlx_migrations where success order by version");
    let applied = match applied.fetch_all(db).await {
        Ok(applied) => applied,
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(NO_TABLE) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let known: Vec<i64> = MIGRATOR.iter().map(|migration| migration.version).collect();
    match applied == known {
        true => Ok(()),
        false => Err(Error::Schema { found: applied.last().copied().unwrap_or_default(), known: newest() }),
    }
}

/// The last of the schema's steps that this program knows.
pub(crate) fn newest() -> i64 {
    MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// Between two looks at whether the schema is still ours.
const LOOK: Duration = Duration::from_secs(5);

/// Returns when the schema has become another one than [`check_schema`] wants, with what that says. While the database is
/// away it waits.
pub async fn outgrown(db: &Db) -> Error {
    loop {
        tokio::time::sleep(LOOK).await;
        if let Err(error @ Error::Schema { .. }) = check_schema(db).await {
            return error;
        }
    }
}

/// SQLSTATE of a table that is not there.
const NO_TABLE: &str = "42P01";

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

    #[sqlx::test(migrations = false)]
    async fn a_schema_of_another_version_is_told_with_what_to_do(db: Db) {
        let told = async || check_schema(&db).await.map_err(|error| error.to_string());
        assert!(told().await.unwrap_err().contains("run judge migrate"), "none at all");
        migrate(&db).await.unwrap();
        told().await.unwrap();
        let next = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
            values (9999, 'next', true, '', 0)";
        sqlx::query(next).execute(&db).await.unwrap();
        let newer = told().await.unwrap_err();
        assert!(newer.contains("9999") && newer.contains("install the newer judge"), "{newer}");
        let former = "delete from _sqlx_migrations where version in (1, 9999)";
        sqlx::query(former).execute(&db).await.unwrap();
        assert!(told().await.unwrap_err().contains("run judge migrate"));
    }

    #[tokio::test]
    async fn a_malformed_address_is_told_at_once() {
        assert!(connect_lazy("mysql://localhost/judge", 1).is_err());
        assert!(connect("postgres://localhost:port/judge", 1).await.is_err());
    }
}
