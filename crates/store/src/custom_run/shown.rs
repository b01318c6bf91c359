//! A custom run as its user sees it.

use std::time::Duration;

use problem::{Limits, Slug, Verdict};
use sqlx::{PgExecutor, query, query_as, query_scalar};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Printed;
use crate::columns::{Code, Count, LimitsOf, Maybe, Micros, Name, Size};
use crate::judging::{Phase, State};
use crate::{Db, JudgingId, ProblemId, Result, UserId, VersionId};

/// All of one but [what was sent](sent), which may be large and never changes.
#[derive(Clone, Debug)]
pub struct CustomRun {
    pub id: Uuid,
    pub judging: JudgingId,
    pub user: UserId,
    /// `None`: it is of no problem.
    pub problem: Option<ProblemId>,
    pub slug: Option<Slug>,
    pub version: Option<VersionId>,
    /// Id of the language.
    pub language: String,
    pub limits: Limits,
    pub created_at: OffsetDateTime,
    /// It is not found from then on.
    pub expires_at: OffsetDateTime,
    pub state: State,
    /// While it is running.
    pub phase: Option<Phase>,
    /// When it is done. AC: it ended well.
    pub verdict: Option<Verdict>,
    /// Why this verdict, in words.
    pub reason: String,
    pub compile_log: String,
    /// Compiler or interpreter and its version.
    pub toolchain: Option<String>,
    /// How often it came to an error of ours, and how often its worker was not heard of any more.
    pub errors: u32,
    pub losses: u32,
    /// When it was run.
    pub cpu: Option<Duration>,
    /// Peak, in bytes.
    pub memory: Option<u64>,
    pub printed: Option<Printed>,
}

/// [`Error::NotFound`](crate::Error::NotFound) without it, when it has expired, or when it is somebody else's.
pub async fn get(db: &Db, id: Uuid, user: UserId) -> Result<CustomRun> {
    read(db, id, user).await
}

pub(super) async fn read(executor: impl PgExecutor<'_>, id: Uuid, user: UserId) -> Result<CustomRun> {
    let row = query!(
        r#"select j.id as "judging: JudgingId", c.problem_id as "problem: ProblemId", p.slug as "slug!: Maybe<Name>",
            c.version_id as "version: VersionId", c.language, c.limits as "limits: LimitsOf",
            c.created_at, c.expires_at, j.state as "state: State", j.phase as "phase: Phase",
            j.verdict as "verdict!: Maybe<Code>", j.reason, j.compile_log, j.toolchain,
            j.errors as "errors: Count", j.losses as "losses: Count", j.cpu_us as "cpu!: Maybe<Micros>",
            j.memory_bytes as "memory!: Maybe<Size>", c.wall_us as "wall!: Maybe<Micros>", c.exit_code, c.signal,
            c.stdout, c.stdout_bytes as "stdout_bytes!: Maybe<Size>", c.stderr, c.stderr_cut
        from custom_run c join judging j on j.custom_run_id = c.id left join problem p on p.id = c.problem_id
        where c.id = $1 and c.user_id = $2 and c.expires_at > now()"#,
        id,
        user.0,
    );
    let row = row.fetch_one(executor).await?;
    let (exit_code, signal) = (row.exit_code, row.signal);
    let whole = (row.stdout, row.stdout_bytes.into(), row.stderr, row.stderr_cut, row.wall.into());
    let printed = match whole {
        (Some(stdout), Some(stdout_bytes), Some(stderr), Some(stderr_cut), Some(wall)) => {
            Some(Printed { wall, exit_code, signal, stdout, stdout_bytes, stderr, stderr_cut })
        }
        _ => None,
    };
    Ok(CustomRun {
        id,
        judging: row.judging,
        user,
        problem: row.problem,
        slug: row.slug.into(),
        version: row.version,
        language: row.language,
        limits: row.limits.into(),
        created_at: row.created_at,
        expires_at: row.expires_at,
        state: row.state,
        phase: row.phase,
        verdict: row.verdict.into(),
        reason: row.reason,
        compile_log: row.compile_log,
        toolchain: row.toolchain,
        errors: row.errors.into(),
        losses: row.losses.into(),
        cpu: row.cpu.into(),
        memory: row.memory.into(),
        printed,
    })
}

/// What its user sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub source: Vec<u8>,
    pub input: Vec<u8>,
}

/// [`Error::NotFound`](crate::Error::NotFound) as with [`get`].
pub async fn sent(db: &Db, id: Uuid, user: UserId) -> Result<Sent> {
    let sent = query_as!(
        Sent,
        "select source, input from custom_run where id = $1 and user_id = $2 and expires_at > now()",
        id,
        user.0,
    );
    Ok(sent.fetch_one(db).await?)
}

/// How far it is, and nothing else: for who only waits. [`Error::NotFound`](crate::Error::NotFound) as with [`get`].
pub async fn state(db: &Db, id: Uuid, user: UserId) -> Result<State> {
    let state = query_scalar!(
        r#"select j.state as "state: State" from custom_run c join judging j on j.custom_run_id = c.id
        where c.id = $1 and c.user_id = $2 and c.expires_at > now()"#,
        id,
        user.0,
    );
    Ok(state.fetch_one(db).await?)
}
