//! Claims, and writing what becomes of claimed judgings.
//!
//! Every write names the judging and the attempt. When a lease ends and another worker takes the judging, the
//! attempt is another one, so the first worker's writes touch no row: [`Error::ClaimLost`].

mod back;
mod take;

use std::time::Duration;

use problem::{GroupResult, Hash, Verdict};
use sqlx::query;
use uuid::Uuid;

pub use self::back::{MAX_ERRORS, MAX_LOSSES, RELEASE_PAUSE, give_back, release, sweep, take_back};
pub use self::take::{Wanted, claim};
use super::{Class, Evidence};
use crate::columns::{bigint, integer, jsonb, micros, printable};
use crate::durable::settle;
use crate::{Db, Error, JudgingId, Result, SubmissionId, UserId, VersionId};

/// The right to write results of one judging: whoever has it was given the judging and, as far as can be known, has
/// it still. Only [`claim`] makes one.
#[derive(Clone, Debug)]
pub struct Claim {
    judging: JudgingId,
    attempt: i32,
    errors: i32,
    lease: Duration,
}

impl Claim {
    pub fn judging(&self) -> JudgingId {
        self.judging
    }

    /// 1 for the first.
    pub fn attempt(&self) -> u32 {
        self.attempt.unsigned_abs()
    }

    /// Whether another failure of ours would be the last: then [`release`] makes it JE.
    pub fn is_last_try(&self) -> bool {
        self.errors.unsigned_abs() + 1 >= MAX_ERRORS
    }

    /// How long the judging is held without a sign of life: renew it well within this time.
    pub fn lease(&self) -> Duration {
        self.lease
    }
}

/// A judging to do.
#[derive(Debug)]
pub struct Claimed {
    pub claim: Claim,
    pub subject: Subject,
    /// Whose it is.
    pub user: UserId,
    pub class: Class,
    /// Id of the language.
    pub language: String,
}

/// What a judging is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    Submission {
        id: SubmissionId,
        version: VersionId,
        source: Vec<u8>,
        /// It is the version's own submission of that path, and `source` is empty.
        example: Option<String>,
    },
    /// Of which [`custom_run::in_hand`](crate::custom_run::in_hand) tells the rest.
    CustomRun(Uuid),
}

impl Subject {
    /// `None`: it is of none.
    pub fn submission(&self) -> Option<SubmissionId> {
        match self {
            Self::Submission { id, .. } => Some(*id),
            Self::CustomRun(_) => None,
        }
    }
}

/// How far a judging is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress<'a> {
    /// What the compiler said, once it is done; the judging's log stays what it is without.
    pub compiled: Option<&'a str>,
    /// Tests, of `total` where that is known already.
    pub done: u32,
    pub total: u32,
}

/// Shows how far it is, past compiling. Renews the lease.
//
// Does not wait for the disk: nothing hangs on it.
pub async fn progress(db: &Db, claim: &Claim, progress: Progress<'_>) -> Result<()> {
    let Progress { compiled, done, total } = progress;
    // Not with what is there already for default: a worker may not read it.
    if let Some(log) = compiled {
        let update = query!(
            "with quick as materialized (select set_config('synchronous_commit', 'off', true))
            update judging set compile_log = $3 from quick where id = $1 and attempt = $2 and state = 'running'",
            claim.judging.0,
            claim.attempt,
            &printable(log),
        );
        held(update.execute(db).await?.rows_affected())?;
    }
    let update = query!(
        "with quick as materialized (select set_config('synchronous_commit', 'off', true))
        update judging set phase = 'running', tests_done = $4, tests_total = $5,
            claimable_at = clock_timestamp() + make_interval(secs => $3)
        from quick where id = $1 and attempt = $2 and state = 'running'",
        claim.judging.0,
        claim.attempt,
        claim.lease.as_secs_f64(),
        integer(done),
        integer(total),
    );
    held(update.execute(db).await?.rows_affected())
}

/// Renews the lease, and nobody is told. For long steps that show nothing.
pub async fn renew(db: &Db, claim: &Claim) -> Result<()> {
    let update = query!(
        "update judging set claimable_at = clock_timestamp() + make_interval(secs => $3)
        where id = $1 and attempt = $2 and state = 'running'",
        claim.judging.0,
        claim.attempt,
        claim.lease.as_secs_f64(),
    );
    held(update.execute(db).await?.rows_affected())
}

/// What a judging came to. CPU time and memory are taken from its recorded runs.
#[derive(Clone, Debug)]
pub struct Finished {
    pub verdict: Verdict,
    /// How many tests there are, run or not; 0 where it did not come to them.
    pub tests_total: u32,
    /// Of a problem with points.
    pub score: Option<f64>,
    pub max_score: Option<f64>,
    pub groups: Vec<GroupResult>,
    /// Why, in words; shown to the contestant, but only to the jury where the verdict is JE.
    pub reason: String,
    pub compile_log: String,
    /// Compiler or interpreter and its version.
    pub toolchain: String,
    pub program_hash: Option<Hash>,
    pub evidence: Evidence,
}

/// Writes the verdict, and the claim is used up. All runs must be recorded before; those of former attempts go.
pub async fn finish(db: &Db, claim: &Claim, finished: &Finished) -> Result<()> {
    let evidence = &finished.evidence;
    let update = query!(
        r#"with finished as (
            update judging set
                state = 'done', phase = null, finished_at = clock_timestamp(),
                verdict = $3, score = $4, reason = $5, compile_log = $6, toolchain = $7, program_hash = $8,
                max_score = $9, groups = $10, host = $11, kernel = $12, grade = $13, judge_box = $14, core = $15,
                limits = $16, compile_cpu_us = $17, compile_wall_us = $18, compile_memory_bytes = $19, tests_total = $20,
                cpu_us = (select max(cpu_us) from run where judging_id = $1 and attempt = $2),
                memory_bytes = (select max(memory_bytes) from run where judging_id = $1 and attempt = $2)
            where id = $1 and attempt = $2 and state = 'running'
            returning id, attempt, version_id, user_id, language, worker
        ), told as (
            insert into failure (judging_id, attempt, version_id, user_id, language, worker, error)
            select id, attempt, version_id, user_id, language, worker, $5 from finished where $3 = 'JE'
        ), dropped as (
            delete from run using finished where run.judging_id = finished.id and run.attempt < finished.attempt
        )
        select set_config('synchronous_commit', 'off', true) as settled_later from finished"#,
        claim.judging.0,
        claim.attempt,
        finished.verdict.code(),
        finished.score,
        &printable(&finished.reason),
        &printable(&finished.compile_log),
        &printable(&finished.toolchain),
        finished.program_hash.as_ref().map(|hash| hash.0.as_slice()),
        finished.max_score,
        jsonb(&finished.groups),
        &printable(&evidence.host),
        &printable(&evidence.kernel),
        &evidence.grade,
        evidence.judge_box.0.as_slice(),
        integer(evidence.core),
        jsonb(&evidence.limits),
        evidence.compile.map(|spent| micros(spent.cpu)),
        evidence.compile.map(|spent| micros(spent.wall)),
        evidence.compile.map(|spent| bigint(spent.memory)),
        integer(finished.tests_total),
    );
    update.fetch_optional(db).await?.ok_or(Error::ClaimLost)?;
    settle(db).await
}

fn held(rows: u64) -> Result<()> {
    if rows == 0 { Err(Error::ClaimLost) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
