//! Postgres: one module a table, and the only place with SQL.
//!
//! Functions are free, take a [`Db`] and return the field's own types. Truth is committed rows: a notification
//! ([`listen`]) carries an id and is a hint. Who judges holds a [`judging::Claim`]; every write of a result is fenced
//! by it, so that a worker that was given up and wakes again changes nothing.
//!
//! Nothing here decides anything beyond state transitions, and nothing knows of HTTP. Passwords and tokens arrive
//! hashed.

pub mod blob;
pub mod check;
mod columns;
mod connect;
pub mod custom_run;
mod durable;
mod error;
pub mod failure;
#[cfg(test)]
mod fixture;
mod id;
pub mod judging;
pub mod listen;
pub mod login_attempt;
pub mod pause;
pub mod problem;
pub mod problem_version;
pub mod rejudging;
pub mod run;
mod scratch;
pub mod session;
pub mod submission;
pub mod token;
pub mod upload;
pub mod user;
pub mod worker;
pub mod worker_login;

pub use connect::{Db, check_schema, connect, connect_lazy, migrate, outgrown};
pub use error::{Error, Result};
pub use id::{BadId, JudgingId, PauseId, ProblemId, RejudgingId, SubmissionId, TokenId, UserId, VersionId};
pub use scratch::Scratch;
