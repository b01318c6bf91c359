//! Table `judging`: one evaluation of a submission. It is the queue, too.
//!
//! `queued -> running -> done`, and back to `queued` when a worker failed on it, is not heard of any more, or gives it
//! back in good order.

mod class;
mod evidence;
mod queue;
pub mod waiting;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use problem::{GroupResult, Hash, Verdict};
use sqlx::query_as;
use time::OffsetDateTime;

pub use self::class::{Class, UnknownClass};
pub use self::evidence::{Evidence, Spent, evidence};
pub use self::queue::{
    Claim, Claimed, Finished, MAX_ERRORS, MAX_LOSSES, Progress, RELEASE_PAUSE, Subject, Wanted, claim,
    finish, give_back, progress, release, renew, sweep, take_back,
};
use crate::columns::{Code, Count, Digest, Groups, Maybe, Micros, Size, Urgency, text_column};
use crate::{Db, JudgingId, Result, SubmissionId, VersionId};

/// Where a judging stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Waits for a worker.
    Queued,
    /// A worker has it.
    Running,
    /// It has its verdict, for good.
    Done,
}

/// What the worker is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Compiling,
    Running,
}

impl State {
    /// The word in the column.
    pub fn word(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
        }
    }
}

impl Phase {
    /// The word in the column.
    pub fn word(self) -> &'static str {
        match self {
            Self::Compiling => "compiling",
            Self::Running => "running",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that no judging's column has.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is neither a state nor a phase of a judging")]
pub struct UnknownWord(String);

impl FromStr for State {
    type Err = UnknownWord;

    fn from_str(word: &str) -> std::result::Result<Self, UnknownWord> {
        let all = [Self::Queued, Self::Running, Self::Done];
        all.into_iter().find(|state| state.word() == word).ok_or_else(|| UnknownWord(word.to_owned()))
    }
}

impl FromStr for Phase {
    type Err = UnknownWord;

    fn from_str(word: &str) -> std::result::Result<Self, UnknownWord> {
        let all = [Self::Compiling, Self::Running];
        all.into_iter().find(|phase| phase.word() == word).ok_or_else(|| UnknownWord(word.to_owned()))
    }
}

text_column!(State);
text_column!(Phase);

#[derive(Clone, Debug)]
pub struct Judging {
    pub id: JudgingId,
    pub submission: SubmissionId,
    pub version: VersionId,
    /// 1, 2, 3 … within the submission.
    pub number: u32,
    /// Its verdict is the one that counts.
    pub valid: bool,
    pub state: State,
    /// While it is running.
    pub phase: Option<Phase>,
    pub tests_done: u32,
    /// 0 until a worker has counted them.
    pub tests_total: u32,
    /// When it is done.
    pub verdict: Option<Verdict>,
    /// `None`: pass-fail, or nobody knows.
    pub score: Option<f64>,
    /// The best score; `None`: pass-fail, or there is no bound.
    pub max_score: Option<f64>,
    /// Of a problem with points, when it is done: each before those in it.
    pub groups: Vec<GroupResult>,
    pub compile_log: String,
    /// Why this verdict, in words. For the contestant, but for the jury alone where the verdict is JE.
    pub reason: String,
    /// What went wrong on our side, one line an attempt; for the jury.
    pub internal_error: Option<String>,
    pub class: Class,
    /// How often a worker took it.
    pub attempt: u32,
    /// How often it came to an error of ours, and how often its worker was not heard of any more.
    pub errors: u32,
    pub losses: u32,
    /// Who has it, or had it last.
    pub worker: Option<String>,
    /// Compiler or interpreter and its version.
    pub toolchain: Option<String>,
    pub program_hash: Option<Hash>,
    /// Largest CPU time over the runs; when it is done and there were any.
    pub cpu: Option<Duration>,
    /// Largest peak over the runs, in bytes; when it is done and there were any.
    pub memory: Option<u64>,
    pub created_at: OffsetDateTime,
    /// When the last attempt began.
    pub started_at: Option<OffsetDateTime>,
    pub finished_at: Option<OffsetDateTime>,
}

/// All columns of `judging`, of the rows that `$rows` picks by its arguments.
macro_rules! select {
    ($rows:tt, $($argument:expr),+) => {
        query_as!(
            Judging,
            r#"select id as "id: JudgingId", submission_id as "submission!: SubmissionId",
                version_id as "version!: VersionId", number as "number: Count", valid, state as "state: State",
                phase as "phase: Phase", tests_done as "tests_done: Count", tests_total as "tests_total: Count",
                verdict as "verdict!: Maybe<Code>", score, max_score,
                groups as "groups: Groups", compile_log, reason, internal_error,
                class as "class: Urgency", attempt as "attempt: Count", errors as "errors: Count",
                losses as "losses: Count", worker, toolchain, program_hash as "program_hash!: Maybe<Digest>",
                cpu_us as "cpu!: Maybe<Micros>", memory_bytes as "memory!: Maybe<Size>", created_at, started_at,
                finished_at
            from judging "# + $rows,
            $($argument),+
        )
    };
}

/// [`Error::NotFound`](crate::Error::NotFound) without one; that of a [custom run](crate::custom_run) is none.
pub async fn get(db: &Db, id: JudgingId) -> Result<Judging> {
    Ok(select!("where id = $1 and submission_id is not null", id.0).fetch_one(db).await?)
}

/// The one whose verdict counts. [`Error::NotFound`](crate::Error::NotFound) without the submission.
pub async fn valid_of(db: &Db, submission: SubmissionId) -> Result<Judging> {
    Ok(select!("where submission_id = $1 and valid", submission.0).fetch_one(db).await?)
}

/// Which judgings of a submission a list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The one that counts and those that did, for everybody.
    Counted,
    /// Those beside them, too, that a rejudging made and that are not applied: for the jury.
    All,
}

/// Those of the submission, newest first.
pub async fn list_of(db: &Db, submission: SubmissionId, which: Which) -> Result<Vec<Judging>> {
    let rows = select!(
        "where submission_id = $1 and ($2 or not exists
            (select from rejudging_submission r where r.judging_id = judging.id and not r.applied))
        order by number desc",
        submission.0,
        which == Which::All
    );
    Ok(rows.fetch_all(db).await?)
}
