//! Tables `rejudging…`: new judgings beside those that count. They are planned and judged, looked at, and then take
//! the others' places all at once, or never; what was applied can be undone.
//!
//! Whether a judging counts (`judging.valid`) is changed nowhere else. Those who change it take turns, so that what
//! was looked at is still so when it is done; nobody who submits or judges waits for them.

mod filter;
mod plan;
mod preview;
mod refusal;
mod steps;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sqlx::{PgConnection, query, query_as};
use time::OffsetDateTime;

pub use self::filter::{Filter, Fitting, fitting, moment};
pub use self::plan::plan;
pub use self::preview::{Change, JudgeError, Move, Overlap, Side, changes, judge_errors, matrix, overlaps};
pub use self::refusal::{Answer, Moved, Refusal};
pub use self::steps::{Applied, apply, discard, undo};
use crate::columns::{Asked, Total, text_column};
use crate::{Db, JudgingId, RejudgingId, Result, SubmissionId};

/// Where a rejudging stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Its judgings are being made, or are there to be looked at.
    Open,
    /// They count.
    Applied,
    /// They never will.
    Dropped,
}

/// What somebody did with a rejudging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Plan,
    Apply,
    Drop,
    Undo,
}

impl State {
    /// The word in the column.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Applied => "applied",
            Self::Dropped => "dropped",
        }
    }
}

impl Action {
    /// The word in the column, and of the command.
    pub fn word(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Apply => "apply",
            Self::Drop => "drop",
            Self::Undo => "undo",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that no column of a rejudging has.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is neither a state nor a step of a rejudging")]
pub struct UnknownWord(String);

impl FromStr for State {
    type Err = UnknownWord;

    fn from_str(word: &str) -> std::result::Result<Self, UnknownWord> {
        let all = [Self::Open, Self::Applied, Self::Dropped];
        all.into_iter().find(|state| state.word() == word).ok_or_else(|| UnknownWord(word.to_owned()))
    }
}

impl FromStr for Action {
    type Err = UnknownWord;

    fn from_str(word: &str) -> std::result::Result<Self, UnknownWord> {
        let all = [Self::Plan, Self::Apply, Self::Drop, Self::Undo];
        all.into_iter().find(|step| step.word() == word).ok_or_else(|| UnknownWord(word.to_owned()))
    }
}

text_column!(State);
text_column!(Action);

/// Who does something with a rejudging, and why.
#[derive(Clone, Copy, Debug)]
pub struct By<'a> {
    /// A user's name, or an account of a machine as `root on host`.
    pub who: &'a str,
    /// Empty where none is given; a plan needs one.
    pub reason: &'a str,
}

#[derive(Clone, Debug)]
pub struct Rejudging {
    pub id: RejudgingId,
    pub state: State,
    /// What was asked for.
    pub filter: Filter,
    /// In the order in which they were done; the first is the plan.
    pub steps: Vec<Step>,
    pub progress: Progress,
}

/// Something that was done with a rejudging.
#[derive(Clone, Debug)]
pub struct Step {
    pub action: Action,
    pub who: String,
    pub reason: String,
    pub at: OffsetDateTime,
}

impl Rejudging {
    /// Why it was planned.
    pub fn reason(&self) -> &str {
        self.steps.first().map_or("", |step| &step.reason)
    }

    /// Everything is judged and nobody has decided yet.
    pub fn is_ready(&self) -> bool {
        self.state == State::Open && self.progress.left() == 0
    }
}

/// How far the judgings are, and what they have come to so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Submissions that are judged again.
    pub total: u64,
    pub queued: u64,
    pub running: u64,
    pub done: u64,
    /// Of those done: our failures. They take nobody's place.
    pub judge_errors: u64,
    /// Of those done, without judge errors: so many have another verdict than the judging before …
    pub verdicts: u64,
    /// … and so many have its verdict and another score.
    pub scores: u64,
    /// How long the rest takes, if it goes on as in the last minute; `None` when nothing ended in it.
    pub rest: Option<Duration>,
}

impl Progress {
    /// So many are not done.
    pub fn left(&self) -> u64 {
        self.queued + self.running
    }

    /// So many submissions would have another result, or have had one since it was applied.
    pub fn changed(&self) -> u64 {
        self.verdicts + self.scores
    }
}

/// The rejudging of that number. [`Error::NotFound`](crate::Error::NotFound) without one.
pub async fn get(db: &Db, id: RejudgingId) -> Result<Rejudging> {
    let row = query!(
        r#"select state as "state: State", filter as "filter: Asked" from rejudging where id = $1"#,
        id.0,
    );
    let row = row.fetch_one(db).await?;
    let (steps, progress) = (steps_of(db, id).await?, progress(db, id).await?);
    Ok(Rejudging { id, state: row.state, filter: row.filter.into(), steps, progress })
}

async fn steps_of(db: &Db, id: RejudgingId) -> Result<Vec<Step>> {
    let steps = query_as!(
        Step,
        r#"select step as "action: Action", who, reason, at from rejudging_step
        where rejudging_id = $1 order by number"#,
        id.0,
    );
    Ok(steps.fetch_all(db).await?)
}

/// At most `limit`, newest first; only those before that one.
pub async fn list(db: &Db, before: Option<RejudgingId>, limit: u32) -> Result<Vec<Rejudging>> {
    let ids = sqlx::query_scalar!(
        r#"select id as "id: RejudgingId" from rejudging where $1::bigint is null or id < $1
        order by id desc limit $2"#,
        before.map(|id| id.0),
        i64::from(limit),
    );
    let mut all = Vec::new();
    for id in ids.fetch_all(db).await? {
        all.push(get(db, id).await?);
    }
    Ok(all)
}

/// How far the judgings of a rejudging are. Of one that there is not: nothing.
pub async fn progress(db: &Db, id: RejudgingId) -> Result<Progress> {
    let row = query!(
        r#"select count(*) as "total!: Total",
            count(*) filter (where n.state = 'queued') as "queued!: Total",
            count(*) filter (where n.state = 'running') as "running!: Total",
            count(*) filter (where n.state = 'done') as "done!: Total",
            count(*) filter (where n.verdict = 'JE') as "judge_errors!: Total",
            count(*) filter (where n.verdict not in ('JE', 'SK') and n.verdict is distinct from f.verdict)
                as "verdicts!: Total",
            count(*) filter (where n.verdict not in ('JE', 'SK') and n.verdict = f.verdict
                and n.score is distinct from f.score) as "scores!: Total",
            count(*) filter (where n.finished_at > now() - interval '1 minute')::double precision as "recent!",
            least(60, extract(epoch from now() - min(n.started_at))::double precision) as span
        from rejudging_submission r
        join judging f on f.id = r.former_id
        join judging n on n.id = r.judging_id
        where r.rejudging_id = $1"#,
        id.0,
    );
    let row = row.fetch_one(db).await?;
    let (queued, running): (u64, u64) = (row.queued.into(), row.running.into());
    Ok(Progress {
        total: row.total.into(),
        queued,
        running,
        done: row.done.into(),
        judge_errors: row.judge_errors.into(),
        verdicts: row.verdicts.into(),
        scores: row.scores.into(),
        rest: rest(queued + running, row.recent, row.span),
    })
}

/// How long `left` take when `recent` ended in the last `span` seconds.
fn rest(left: u64, recent: f64, span: Option<f64>) -> Option<Duration> {
    let seconds = left as f64 * span? / recent;
    Duration::try_from_secs_f64(seconds).ok().filter(|_| recent > 0.0)
}

/// A judging of a submission that a rejudging made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beside {
    pub judging: JudgingId,
    pub rejudging: RejudgingId,
    pub state: State,
    /// It has taken the former one's place: everybody sees it.
    pub applied: bool,
}

/// Those of a submission.
pub async fn beside(db: &Db, submission: SubmissionId) -> Result<Vec<Beside>> {
    let rows = query_as!(
        Beside,
        r#"select s.judging_id as "judging: JudgingId", s.rejudging_id as "rejudging: RejudgingId",
            r.state as "state: State", s.applied
        from rejudging_submission s join rejudging r on r.id = s.rejudging_id
        where s.submission_id = $1 order by s.judging_id"#,
        submission.0,
    );
    Ok(rows.fetch_all(db).await?)
}

/// Until the end of the transaction nobody else changes which judgings count, nor makes any beside them. Those who
/// submit and judge go on.
async fn take_turn(connection: &mut PgConnection) -> Result<()> {
    query!("lock table rejudging in share row exclusive mode").execute(connection).await?;
    Ok(())
}

/// Notes who did it, when and why.
async fn note(connection: &mut PgConnection, id: RejudgingId, action: Action, by: &By<'_>) -> Result<()> {
    let insert = query!(
        "insert into rejudging_step (rejudging_id, number, step, who, reason)
        select $1, count(*) + 1, $2, $3, $4 from rejudging_step where rejudging_id = $1",
        id.0,
        action.word(),
        &crate::columns::printable(by.who),
        &crate::columns::printable(by.reason.trim()),
    );
    insert.execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests;
