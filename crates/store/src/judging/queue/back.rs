//! How claimed judgings come back to the queue without a verdict.

use std::time::Duration;

use sqlx::{query, query_scalar};

use super::{Claim, held};
use crate::columns::{integer, printable};
use crate::judging::State;
use crate::{Db, Error, Result};

/// A judging that came to so many errors of ours is JE: once it is tried again, elsewhere where there is another worker.
pub const MAX_ERRORS: u32 = 2;

/// A judging whose workers fell silent so often is JE: it may be what brings them down.
pub const MAX_LOSSES: u32 = 3;

/// How long the worker that failed on a judging leaves it to the others before it tries again itself.
pub const RELEASE_PAUSE: Duration = Duration::from_secs(5);

/// Failures are kept for so long.
const KEPT: Duration = Duration::from_hours(7 * 24);

/// Gives the judging back as it was: nobody failed, and no try is used up. What was run is
/// [known](crate::run::known) to the next attempt.
pub async fn give_back(db: &Db, claim: &Claim) -> Result<()> {
    let update = query!(
        "update judging set state = 'queued', phase = null, tests_done = 0, claimable_at = clock_timestamp()
        where id = $1 and attempt = $2 and state = 'running'",
        claim.judging.0,
        claim.attempt,
    );
    held(update.execute(db).await?.rows_affected())
}

// What is told as a failure is of submissions: those of custom runs would outlive them, and set nothing aside.

/// Gives the judging back because *we* failed; `error` says how, for the jury. Any other worker may take it at once,
/// the same one after [`RELEASE_PAUSE`]; what was run is [known](crate::run::known) to it. After [`MAX_ERRORS`] it is done, with JE. Returns what it is now.
pub async fn release(db: &Db, claim: &Claim, error: &str) -> Result<State> {
    let state = query_scalar!(
        r#"with held as materialized (
            select id, errors + 1 >= $4 as over from judging
            where id = $1 and attempt = $2 and state = 'running' for update
        ), released as (
            update judging j set
                state = case when held.over then 'done' else 'queued' end,
                phase = null, tests_done = case when held.over then j.tests_done else 0 end,
                verdict = case when held.over then 'JE' end,
                finished_at = case when held.over then clock_timestamp() end,
                claimable_at = clock_timestamp() + make_interval(secs => $5),
                errors = j.errors + 1,
                internal_error = concat_ws(E'\n', j.internal_error,
                    format('Attempt %s on %s: %s', j.attempt, j.worker, $3::text))
            from held where j.id = held.id
            returning j.id, j.attempt, j.version_id, j.user_id, j.language, j.worker, j.state, j.submission_id
        ), told as (
            insert into failure (judging_id, attempt, version_id, user_id, language, worker, error)
            select id, attempt, version_id, user_id, language, worker, $3 from released where submission_id is not null
        ), forgotten as (
            delete from failure where at < now() - make_interval(secs => $6)
        ), dropped as (
            delete from run using released
            where run.judging_id = released.id and run.attempt < released.attempt and released.state = 'done'
        )
        select state as "state: State" from released"#,
        claim.judging.0,
        claim.attempt,
        &printable(error),
        integer(MAX_ERRORS),
        RELEASE_PAUSE.as_secs_f64(),
        KEPT.as_secs_f64(),
    );
    state.fetch_optional(db).await?.ok_or(Error::ClaimLost)
}

/// Puts every judging whose lease has ended back into the queue; that of [`MAX_LOSSES`] silent workers becomes JE.
/// Returns how many it were.
pub async fn sweep(db: &Db) -> Result<usize> {
    lost(db, None).await
}

/// The same at once for all that the worker of this name holds: it has just started, so whoever took them is gone.
pub async fn take_back(db: &Db, worker: &str) -> Result<usize> {
    lost(db, Some(worker)).await
}

//
// Only what becomes JE by it is told as a failure: workers are stopped and killed for many reasons.
async fn lost(db: &Db, worker: Option<&str>) -> Result<usize> {
    let swept = query!(
        r#"with lost as materialized (
            select id, losses + 1 >= $1 as over from judging
            where state = 'running' and (claimable_at <= now() or worker = $2) for update skip locked
        ), swept as (
            update judging j set
                state = case when lost.over then 'done' else 'queued' end, phase = null,
                verdict = case when lost.over then 'JE' end, finished_at = case when lost.over then now() end,
                claimable_at = now(), losses = j.losses + 1, tests_done = 0,
                internal_error = concat_ws(E'\n', j.internal_error,
                    format('Attempt %s on %s: the worker stopped answering.', j.attempt, j.worker),
                    case when lost.over then 'It was the last one.' end)
            from lost where j.id = lost.id
            returning j.id, j.attempt, j.version_id, j.user_id, j.language, j.worker, j.state, j.submission_id
        ), told as (
            insert into failure (judging_id, attempt, version_id, user_id, language, worker, error)
            select id, attempt, version_id, user_id, language, worker, 'the workers stopped answering'
            from swept where state = 'done' and submission_id is not null
        ), dropped as (
            delete from run using swept
            where run.judging_id = swept.id and run.attempt < swept.attempt and swept.state = 'done'
        )
        select id from swept"#,
        integer(MAX_LOSSES),
        worker,
    );
    Ok(swept.fetch_all(db).await?.len())
}
