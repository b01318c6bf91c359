//! Table `custom_run`: somebody's program on somebody's input. It is compared with nothing, counts for nobody, and is gone
//! within the hour.
//!
//! Its judging is what waits, is claimed and is lost; it is of no submission, and goes with it. What has expired is found no
//! more, whether it was [removed](forget) already or not.

mod shown;

use std::time::Duration;

use problem::{Limits, Verdict};
use sqlx::{PgConnection, query, query_scalar};
use uuid::Uuid;

pub use self::shown::{CustomRun, Sent, get, sent, state};
use crate::columns::{Count, LimitsOf, Size, bigint, integer, jsonb, micros, printable};
use crate::judging::{Claim, Class};
use crate::{Db, Error, Result, UserId, VersionId};

/// Bytes of the largest input, and of the largest source. The table has the same cap.
pub const MOST_BYTES: u64 = 16 << 20;
/// Nothing is kept for longer: [`forget`] is called so often that all is gone within the hour.
pub const LONGEST: Duration = Duration::from_mins(59);
/// For this time it counts that one was begun.
pub const MINUTE: Duration = Duration::from_mins(1);

#[derive(Clone, Debug)]
pub struct NewCustomRun<'a> {
    pub user: UserId,
    /// Whose files are put beside the source; `None`: it is of no problem.
    pub version: Option<VersionId>,
    /// Id of the language.
    pub language: &'a str,
    pub source: &'a [u8],
    pub input: &'a [u8],
    /// Its own.
    pub limits: &'a Limits,
    /// At most [`LONGEST`].
    pub kept: Duration,
}

/// What each user may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Begun within a minute.
    pub a_minute: u32,
    /// Not done yet.
    pub open: u32,
}

/// Why somebody may not begin one now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// As many as they may within a minute; the next one in so long.
    TooMany { wait: Duration },
    /// As many as they may are not done yet.
    TooManyOpen,
}

/// Queues one, unless its user has had enough for now; nothing can fail any more once it is there. [`Error::Invalid`]
/// without the version.
pub async fn create(
    db: &Db,
    new: &NewCustomRun<'_>,
    allowance: Allowance,
) -> Result<std::result::Result<CustomRun, Refusal>> {
    // Most of what is refused is so without a lock for which others of theirs would wait, each with a connection.
    if let Some(refusal) = refusal(&mut *db.acquire().await?, new.user, allowance).await? {
        return Ok(Err(refusal));
    }
    let mut transaction = db.begin().await?;
    // What one user begins at the same moment is counted one after the other.
    query!("select id from users where id = $1 for no key update", new.user.0)
        .fetch_one(&mut *transaction)
        .await?;
    if let Some(refusal) = refusal(&mut transaction, new.user, allowance).await? {
        return Ok(Err(refusal));
    }
    let id = Uuid::now_v7();
    add(&mut transaction, id, new).await?;
    let begun = shown::read(&mut *transaction, id, new.user).await?;
    transaction.commit().await?;
    Ok(Ok(begun))
}

async fn refusal(
    connection: &mut PgConnection,
    user: UserId,
    allowance: Allowance,
) -> Result<Option<Refusal>> {
    let lately = query!(
        r#"select count(*)::integer as "begun!: Count",
            coalesce(extract(epoch from min(at) - now())::double precision + $2, 0) as "wait!"
        from custom_run_start where user_id = $1 and at > now() - make_interval(secs => $2)"#,
        user.0,
        MINUTE.as_secs_f64(),
    );
    let lately = lately.fetch_one(&mut *connection).await?;
    if u32::from(lately.begun) >= allowance.a_minute {
        let wait = Duration::try_from_secs_f64(lately.wait).unwrap_or_default();
        return Ok(Some(Refusal::TooMany { wait }));
    }
    let open = query_scalar!(
        r#"select count(*)::integer as "open!: Count" from custom_run c join judging j on j.custom_run_id = c.id
        where c.user_id = $1 and j.state <> 'done' and c.expires_at > now()"#,
        user.0,
    );
    let open = u32::from(open.fetch_one(connection).await?);
    Ok((open >= allowance.open).then_some(Refusal::TooManyOpen))
}

async fn add(connection: &mut PgConnection, id: Uuid, new: &NewCustomRun<'_>) -> Result<()> {
    query!("insert into custom_run_start (user_id) values ($1)", new.user.0)
        .execute(&mut *connection)
        .await?;
    let row = query!(
        "insert into custom_run (id, user_id, problem_id, version_id, language, source, input, limits, expires_at)
        values ($1, $2, (select problem_id from problem_version where id = $3), $3, $4, $5, $6, $7,
            now() + make_interval(secs => $8))",
        id,
        new.user.0,
        new.version.map(|version| version.0),
        new.language,
        new.source,
        new.input,
        jsonb(new.limits),
        new.kept.as_secs_f64(),
    );
    row.execute(&mut *connection).await?;
    let judging = query!(
        "insert into judging (custom_run_id, number, valid, class) values ($1, 1, false, $2)",
        id,
        Class::CustomRun.column(),
    );
    judging.execute(connection).await?;
    Ok(())
}

/// What a program printed and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    pub wall: Duration,
    /// How it ended, where it was not ended by us.
    pub exit_code: Option<i32>,
    pub signal: Option<i32>,
    /// The start of it, as it was written.
    pub stdout: Vec<u8>,
    /// All of it.
    pub stdout_bytes: u64,
    pub stderr: Vec<u8>,
    /// There was more.
    pub stderr_cut: bool,
}

/// Its user does not want it any more: it is gone, and who runs it has lost the claim. [`Error::NotFound`] as with [`get`].
pub async fn give_up(db: &Db, id: Uuid, user: UserId) -> Result<()> {
    // The judging first, as whoever finishes it has them: else one would wait for the other.
    let gone = query!(
        "with held as materialized (
            select c.id from judging j join custom_run c on c.id = j.custom_run_id
            where c.id = $1 and c.user_id = $2 and c.expires_at > now() for update of j
        )
        delete from custom_run using held where custom_run.id = held.id",
        id,
        user.0
    );
    match gone.execute(db).await?.rows_affected() {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// Removes all that has expired, with its judgings; how many. For pages and workers, each half minute and at their start.
pub async fn forget(db: &Db) -> Result<u64> {
    let gone = query_scalar!(r#"select forget_custom_runs() as "gone!: Size""#);
    Ok(gone.fetch_one(db).await?.into())
}

/// Which of these are gone, or over: for a worker that keeps something for them.
pub async fn gone(db: &Db, ids: &[Uuid]) -> Result<Vec<Uuid>> {
    let gone = query_scalar!(r#"select id as "id!" from custom_runs_gone($1) as id"#, ids);
    Ok(gone.fetch_all(db).await?)
}

/// What a worker has to run.
#[derive(Clone, Debug)]
pub struct InHand {
    pub version: Option<VersionId>,
    pub source: Vec<u8>,
    pub input: Vec<u8>,
    pub limits: Limits,
}

/// What was claimed. [`Error::ClaimLost`] when it is another's by now, or gone.
pub async fn in_hand(db: &Db, claim: &Claim) -> Result<InHand> {
    let row = query!(
        r#"select c.version_id as "version: VersionId", c.source, c.input, c.limits as "limits: LimitsOf"
        from judging j join custom_run c on c.id = j.custom_run_id
        where j.id = $1 and j.attempt = $2 and j.state = 'running'"#,
        claim.judging().0,
        integer(claim.attempt()),
    );
    let row = row.fetch_optional(db).await?.ok_or(Error::ClaimLost)?;
    let (version, source, input, limits) = (row.version, row.source, row.input, row.limits.into());
    Ok(InHand { version, source, input, limits })
}

/// What a custom run came to.
#[derive(Clone, Debug)]
pub struct Finished {
    /// AC: it ended well.
    pub verdict: Verdict,
    /// Why, in words.
    pub reason: String,
    pub compile_log: String,
    /// Compiler or interpreter and its version.
    pub toolchain: String,
    /// Of the run, if there was one.
    pub cpu: Option<Duration>,
    /// Peak, in bytes.
    pub memory: Option<u64>,
    pub printed: Option<Printed>,
}

/// Writes the result, and the claim is used up.
pub async fn finish(db: &Db, claim: &Claim, finished: &Finished) -> Result<()> {
    let printed = finished.printed.as_ref();
    let update = query!(
        "with finished as (
            update judging set state = 'done', phase = null, finished_at = clock_timestamp(), verdict = $3, reason = $4,
                compile_log = $5, toolchain = $6, cpu_us = $7, memory_bytes = $8
            where id = $1 and attempt = $2 and state = 'running'
            returning custom_run_id
        )
        update custom_run c set wall_us = $9, exit_code = $10, signal = $11, stdout = $12, stdout_bytes = $13, stderr = $14,
            stderr_cut = $15
        from finished where c.id = finished.custom_run_id",
        claim.judging().0,
        integer(claim.attempt()),
        finished.verdict.code(),
        &printable(&finished.reason),
        &printable(&finished.compile_log),
        &printable(&finished.toolchain),
        finished.cpu.map(micros),
        finished.memory.map(bigint),
        printed.map(|printed| micros(printed.wall)),
        printed.and_then(|printed| printed.exit_code),
        printed.and_then(|printed| printed.signal),
        printed.map(|printed| printed.stdout.as_slice()),
        printed.map(|printed| bigint(printed.stdout_bytes)),
        printed.map(|printed| printed.stderr.as_slice()),
        printed.map(|printed| printed.stderr_cut),
    );
    match update.execute(db).await?.rows_affected() {
        0 => Err(Error::ClaimLost),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
