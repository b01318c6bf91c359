//! What can go wrong between a caller and its rows.

use std::io;

use problem::Hash;
use sqlx::error::ErrorKind;
use sqlx::migrate::MigrateError;

use crate::blob::Place;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something of that name is there already.
    #[error("already taken ({constraint})")]
    Conflict { constraint: String },
    #[error("no such thing")]
    NotFound,
    /// Somebody else has the judging, or it is done: stop, and write no more.
    #[error("the claim on this judging is lost: another attempt has it, or it is done")]
    ClaimLost,
    /// The caller's value breaks a rule of the schema; the text says which.
    #[error("{0}")]
    Invalid(String),
    /// A blob's bytes are not what its name says.
    #[error("blob {hash} is damaged: its content has another hash; {}", MEND)]
    Damaged { hash: Hash },
    /// A blob's bytes are not where its row says.
    #[error("blob {hash} is not at {at}: {}", MEND)]
    Missing { hash: Hash, at: String },
    /// A blob's file cannot be read, though its folder can: the disk is damaged, or the file is closed to us.
    #[error("blob {hash} at {at} cannot be read: {why}; unless it is only closed to this user, {}", MEND)]
    Unreadable { hash: Hash, at: String, why: String },
    /// A row names a place that this machine's settings do not.
    #[error("{}", no_place(*.0))]
    NoPlace(Place),
    /// A folder or a store does not do what it is asked to.
    #[error("the blobs in {at}: {why}")]
    Place { at: String, why: String },
    /// A file that was to become a blob could not be read, or one could not be written.
    #[error("blob {hash}: {source}")]
    Io { hash: Hash, source: io::Error },
    /// The login has no right to that; the text is the database's.
    #[error(
        "{0}: the login in use has no right to it. A worker's gets all that it needs by `judge migrate`, run by the owner of \
         the tables; everything else is the owner's"
    )]
    Denied(String),
    /// The schema is that of another version of the program.
    #[error("the database has schema {found} and this program works with schema {known}: {}", remedy(*found, *known))]
    Schema { found: i64, known: i64 },
    #[error("the schema could not be brought up to date: {0}")]
    Migrate(MigrateError),
    #[error("database: {0}")]
    Database(sqlx::Error),
}

/// What to do about a blob that is not as it should be.
const MEND: &str = "restore it from a backup, or import the packages again that need it, a problem's current version last: \
    what is imported last is current";

fn remedy(found: i64, known: i64) -> &'static str {
    match found > known {
        true => "install the newer judge on this machine, too",
        false => "run judge migrate, and judges of one version only",
    }
}

fn no_place(place: Place) -> String {
    let (what, setting) = match place {
        Place::Postgres => ("the database", "[database] url"),
        Place::Folder => ("a folder", "[blobs] folder"),
        Place::S3 => ("a bucket", "[blobs.s3] bucket"),
    };
    format!(
        "files of problems are in {what} that this machine's judge.toml does not name: set {setting}, as where the pages are \
         served"
    )
}

/// SQLSTATE of what a role may not do, row-level security included.
const DENIED: &str = "42501";

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::Database(inner) => {
                let constraint = inner.constraint().unwrap_or_default().to_owned();
                match inner.kind() {
                    ErrorKind::UniqueViolation => Self::Conflict { constraint },
                    ErrorKind::CheckViolation => {
                        Self::Invalid(format!("not allowed by the rule {constraint}"))
                    }
                    ErrorKind::ForeignKeyViolation => {
                        Self::Invalid(format!("refers to something that is not there ({constraint})"))
                    }
                    _ if inner.code().as_deref() == Some(DENIED) => Self::Denied(inner.message().to_owned()),
                    _ => Self::Database(error),
                }
            }
            _ => Self::Database(error),
        }
    }
}

impl From<MigrateError> for Error {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) => error.into(),
            other => Self::Migrate(other),
        }
    }
}

impl Error {
    /// The database cannot be reached or is going down or coming up: the same call may work later. Nothing is said
    /// about whether this one was carried out.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(error) => is_unavailable(error),
            _ => false,
        }
    }

    /// One blob is not what or where it should be; others of its place may well be.
    pub(crate) fn is_of_one_blob(&self) -> bool {
        matches!(self, Self::Damaged { .. } | Self::Missing { .. } | Self::Unreadable { .. })
    }
}

fn is_unavailable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => true,
        sqlx::Error::Database(inner) => inner.code().is_some_and(|code| means_unavailable(&code)),
        _ => false,
    }
}

/// SQLSTATE: class 08 is a broken connection, 57P01 to 57P03 a server that shuts down, crashed, or starts; 53300 is
/// one with no connection to spare (Postgres manual, appendix A).
fn means_unavailable(code: &str) -> bool {
    code.starts_with("08") || matches!(code, "57P01" | "57P02" | "57P03" | "53300")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

    use super::*;
    use crate::{Db, connect_lazy, user};

    #[tokio::test]
    async fn a_database_that_is_not_there_is_unavailable() {
        // Port 1 of this machine: nobody listens there.
        let options = "postgres://nobody@127.0.0.1:1/none".parse::<PgConnectOptions>().unwrap();
        let db = PgPoolOptions::new().acquire_timeout(Duration::from_millis(300)).connect_lazy_with(options);
        let error = user::any(&db).await.unwrap_err();
        assert!(error.is_unavailable(), "{error:?}");
        let no_socket = connect_lazy("postgres:///judge?host=/nonexistent", 1).unwrap();
        let error = user::any(&no_socket).await.unwrap_err();
        assert!(error.is_unavailable(), "{error:?}");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_server_that_ends_the_connection_is_unavailable_and_the_next_call_works(db: Db) {
        let mut doomed = db.acquire().await.unwrap();
        let id: i32 = sqlx::query_scalar("select pg_backend_pid()").fetch_one(&mut *doomed).await.unwrap();
        sqlx::query("select pg_terminate_backend($1)").bind(id).execute(&db).await.unwrap();
        let error: Error = sqlx::query("select pg_sleep(1)").execute(&mut *doomed).await.unwrap_err().into();
        assert!(error.is_unavailable(), "{error:?}");
        drop(doomed);
        assert!(!user::any(&db).await.unwrap());
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_pool_with_no_connection_to_spare_is_unavailable(db: Db) {
        let options = PgPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_millis(50));
        let small = options.connect_with(db.connect_options().as_ref().clone()).await.unwrap();
        let _taken = small.acquire().await.unwrap();
        assert!(user::any(&small).await.unwrap_err().is_unavailable());
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_is_wrong_with_a_query_or_a_value_is_not_unavailability(db: Db) {
        let syntax: Error = sqlx::query("select from nowhere").execute(&db).await.unwrap_err().into();
        let missing: Error = sqlx::query("select where false").fetch_one(&db).await.unwrap_err().into();
        assert!(!syntax.is_unavailable() && matches!(syntax, Error::Database(_)));
        assert!(!missing.is_unavailable() && matches!(missing, Error::NotFound));
    }

    #[test]
    fn the_states_of_a_server_that_goes_or_comes_are_told_from_the_others() {
        for code in ["08006", "08001", "57P01", "57P02", "57P03", "53300"] {
            assert!(means_unavailable(code), "{code}");
        }
        for code in ["57014", "42601", "23505", "40P01", "53100"] {
            assert!(!means_unavailable(code), "{code}");
        }
    }
}
