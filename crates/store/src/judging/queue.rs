//! Claiming judgings, and writing what becomes of them.
//!
//! Every write names the judging and the attempt. When a lease ends and another worker takes the judging, the
//! attempt is another one, so the first worker's writes touch no row: [`Error::ClaimLost`].

use std::time::Duration;

use problem::{GroupResult, Hash, Verdict};
use sqlx::{query, query_scalar};

use super::{Phase, State};
use crate::columns::{integer, jsonb, printable};
use crate::{Db, Error, JudgingId, Result, SubmissionId, VersionId};

/// After so many attempts that came to nothing a judging is JE: it may be what brings the workers down.
pub const MAX_ATTEMPTS: u32 = 3;

/// How long the worker that failed on a judging leaves it to the others before it tries again itself.
pub const RELEASE_PAUSE: Duration = Duration::from_secs(5);

/// The right to write results of one judging: whoever has it was given the judging and, as far as can be known, has
/// it still. Only [`claim`] makes one.
#[derive(Clone, Debug)]
pub struct Claim {
    judging: JudgingId,
    attempt: i32,
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

    /// How long the judging is held without a sign of life: renew it well within this time.
    pub fn lease(&self) -> Duration {
        self.lease
    }
}

/// A judging to do.
#[derive(Debug)]
pub struct Claimed {
    pub claim: Claim,
    pub submission: SubmissionId,
    pub version: VersionId,
    /// Id of the language.
    pub language: String,
    pub source: Vec<u8>,
}

/// Takes at most `slots` judgings in these languages, for `lease` from now, most urgent first. A judging whose lease
/// ended can be taken like a queued one; what its former attempt recorded is deleted. One that was attempted
/// [`MAX_ATTEMPTS`] times already becomes JE.
pub async fn claim(
    db: &Db,
    worker: &str,
    languages: &[String],
    slots: u32,
    lease: Duration,
) -> Result<Vec<Claimed>> {
    give_up_exhausted(db).await?;
    let rows = query!(
        r#"with picked as materialized (
            select j.id, s.language, s.source
            from judging j join submission s on s.id = j.submission_id
            where j.state <> 'done' and j.attempt < $5 and s.language = any($2)
                and (j.claimable_at <= now() or (j.state = 'queued' and j.worker is distinct from $1))
            order by j.priority, j.id
            limit $3
            for update of j skip locked
        ), dropped as (
            delete from run using picked where run.judging_id = picked.id
        )
        update judging j set
            state = 'running', phase = 'compiling', attempt = j.attempt + 1, worker = $1,
            claimable_at = now() + make_interval(secs => $4), started_at = now(),
            tests_done = 0, tests_total = 0, compile_log = '',
            internal_error = case when j.state = 'running' then concat_ws(E'\n', j.internal_error,
                format('Attempt %s on %s: the worker stopped answering.', j.attempt, j.worker))
                else j.internal_error end
        from picked where j.id = picked.id
        returning j.id as "judging: JudgingId", j.attempt, j.priority, j.submission_id as "submission: SubmissionId",
            j.version_id as "version: VersionId", picked.language, picked.source"#,
        worker,
        languages,
        i64::from(slots),
        lease.as_secs_f64(),
        integer(MAX_ATTEMPTS),
    );
    let mut rows = rows.fetch_all(db).await?;
    // An update returns its rows in any order.
    rows.sort_by_key(|row| (row.priority, row.judging));
    let claimed = rows.into_iter().map(|row| Claimed {
        claim: Claim { judging: row.judging, attempt: row.attempt, lease },
        submission: row.submission,
        version: row.version,
        language: row.language,
        source: row.source,
    });
    Ok(claimed.collect())
}

/// The judgings whose last allowed attempt ended without a word.
async fn give_up_exhausted(db: &Db) -> Result<()> {
    let swept = query!(
        r#"with lost as materialized (
            select id from judging where state = 'running' and claimable_at <= now() and attempt >= $1
            for update skip locked
        )
        update judging j set
            state = 'done', phase = null, verdict = 'JE', finished_at = now(),
            internal_error = concat_ws(E'\n', j.internal_error,
                format('Attempt %s on %s: the worker stopped answering. It was the last one.', j.attempt, j.worker))
        from lost where j.id = lost.id"#,
        integer(MAX_ATTEMPTS),
    );
    swept.execute(db).await?;
    Ok(())
}

/// Compiling is over; `log` is what the compiler said. Renews the lease.
pub async fn compiled(db: &Db, claim: &Claim, log: &str) -> Result<()> {
    let update = query!(
        "update judging set phase = 'running', compile_log = $4,
            claimable_at = clock_timestamp() + make_interval(secs => $3)
        where id = $1 and attempt = $2 and state = 'running'",
        claim.judging.0,
        claim.attempt,
        claim.lease.as_secs_f64(),
        &printable(log),
    );
    held(update.execute(db).await?.rows_affected())
}

/// Shows how far it is: `done` of `total` tests. Renews the lease.
pub async fn progress(db: &Db, claim: &Claim, phase: Phase, done: u32, total: u32) -> Result<()> {
    let update = query!(
        "update judging set phase = $4, tests_done = $5, tests_total = $6,
            claimable_at = clock_timestamp() + make_interval(secs => $3)
        where id = $1 and attempt = $2 and state = 'running'",
        claim.judging.0,
        claim.attempt,
        claim.lease.as_secs_f64(),
        phase.word(),
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
}

/// Writes the verdict, and the claim is used up. All runs must be recorded before.
pub async fn finish(db: &Db, claim: &Claim, finished: &Finished) -> Result<()> {
    let update = query!(
        "update judging set
            state = 'done', phase = null, finished_at = clock_timestamp(),
            verdict = $3, score = $4, reason = $5, compile_log = $6, toolchain = $7, program_hash = $8,
            max_score = $9, groups = $10,
            cpu_us = (select max(cpu_us) from run where judging_id = $1 and attempt = $2),
            memory_bytes = (select max(memory_bytes) from run where judging_id = $1 and attempt = $2)
        where id = $1 and attempt = $2 and state = 'running'",
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
    );
    held(update.execute(db).await?.rows_affected())
}

/// Gives the judging back because *we* failed; `error` says how, for the jury. Any other worker may take it at once,
/// the same one after [`RELEASE_PAUSE`]. After [`MAX_ATTEMPTS`] it is done, with JE. Returns what it is now.
pub async fn release(db: &Db, claim: &Claim, error: &str) -> Result<State> {
    let state = query_scalar!(
        r#"with released as (
            update judging set
                state = case when attempt < $4 then 'queued' else 'done' end,
                phase = null, tests_done = case when attempt < $4 then 0 else tests_done end,
                verdict = case when attempt < $4 then null else 'JE' end,
                finished_at = case when attempt < $4 then null else clock_timestamp() end,
                claimable_at = clock_timestamp() + make_interval(secs => $5),
                internal_error = concat_ws(E'\n', internal_error,
                    format('Attempt %s on %s: %s', attempt, worker, $3::text))
            where id = $1 and attempt = $2 and state = 'running'
            returning id, state
        ), dropped as (
            delete from run using released where run.judging_id = released.id and released.state = 'queued'
        )
        select state as "state: State" from released"#,
        claim.judging.0,
        claim.attempt,
        &printable(error),
        integer(MAX_ATTEMPTS),
        RELEASE_PAUSE.as_secs_f64(),
    );
    state.fetch_optional(db).await?.ok_or(Error::ClaimLost)
}

fn held(rows: u64) -> Result<()> {
    if rows == 0 { Err(Error::ClaimLost) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
