//! Who takes what from the queue.

use std::ops::RangeInclusive;
use std::time::Duration;

use sqlx::query;

use super::{Claim, Claimed, Subject};
use crate::columns::Urgency;
use crate::connect::newest;
use crate::durable::settle;
use crate::judging::Class;
use crate::{Db, JudgingId, Result, SubmissionId, UserId, VersionId};

/// What a worker asks the queue for.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    pub worker: &'a str,
    /// What [`crate::worker::register`] gave it. A worker whose name has another registration by now gets nothing;
    /// `None` is for one that never registered.
    pub registration: Option<i64>,
    /// Ids of those that it can judge.
    pub languages: &'a [String],
    pub classes: RangeInclusive<Class>,
    /// At most so many.
    pub slots: u32,
    /// How long it holds them without a sign of life.
    pub lease: Duration,
}

impl<'a> Wanted<'a> {
    /// One judging of any class, for a minute.
    pub fn one(worker: &'a str, languages: &'a [String]) -> Self {
        let classes = Class::MOST_URGENT..=Class::LEAST_URGENT;
        Self { worker, registration: None, languages, classes, slots: 1, lease: Duration::from_mins(1) }
    }
}

/// Takes queued judgings, most urgent first, and of one class in the order of their turns. What is paused is passed
/// over. What former attempts recorded is seen no more, but [known](crate::run::known) until the judging is over. Nothing is
/// taken of a schema that is newer than ours: what we wrote nobody would understand.
//
// One walk along `judging_queue` that stops at the last row it takes; the pauses are read once before it. They are asked
// with `not … = any`, of which the planner expects that most rows pass: of `<> all` it expects none, and sorts the queue.
pub async fn claim(db: &Db, wanted: &Wanted<'_>) -> Result<Vec<Claimed>> {
    let rows = query!(
        r#"with picked as materialized (
            select id, submission_id from judging
            where state = 'queued' and class between $4 and $5 and language = any($2)
                and (claimable_at <= now() or worker is distinct from $1)
                and not coalesce(problem_id = any (array(select problem_id from pause where problem_id is not null)), false)
                and not coalesce(version_id = any (array(select version_id from pause where version_id is not null)), false)
                and not coalesce(language = any (array(select language from pause where language is not null
                    and (worker is null or worker = $1))), false)
                and not exists (select from pause where worker = $1 and language is null)
                and not exists (select from worker where name = $1 and registration <> $6)
                and not exists (select from _sqlx_migrations where version > $8)
            order by class, turn, id
            limit $3
            for update skip locked
        ), quick as materialized (
            select set_config('synchronous_commit', 'off', true)
        )
        update judging j set
            state = 'running', phase = 'compiling', attempt = j.attempt + 1, worker = $1,
            claimable_at = now() + make_interval(secs => $7), started_at = now(),
            tests_done = 0, tests_total = 0, compile_log = ''
        from picked left join submission s on s.id = picked.submission_id, quick where j.id = picked.id
        returning j.id as "judging: JudgingId", j.attempt, j.errors, j.class as "class: Urgency", j.turn, j.language,
            j.user_id as "user: UserId", j.custom_run_id as "custom_run?", j.submission_id as "submission?: SubmissionId",
            j.version_id as "version?: VersionId", s.source as "source?", s.example as "example?""#,
        wanted.worker,
        wanted.languages,
        i64::from(wanted.slots),
        wanted.classes.start().column(),
        wanted.classes.end().column(),
        wanted.registration,
        wanted.lease.as_secs_f64(),
        newest(),
    );
    let rows = rows.fetch_all(db).await?;
    if !rows.is_empty() {
        settle(db).await?;
    }
    // It has one of both, by a rule of the table.
    let claimed = rows.into_iter().filter_map(|row| {
        let claim =
            Claim { judging: row.judging, attempt: row.attempt, errors: row.errors, lease: wanted.lease };
        let subject = match row.custom_run {
            Some(id) => Subject::CustomRun(id),
            None => {
                let (id, version, source) = (row.submission?, row.version?, row.source?);
                Subject::Submission { id, version, source, example: row.example }
            }
        };
        let class = Class::from(row.class);
        let claimed = Claimed { claim, subject, user: row.user, class, language: row.language };
        Some(((class, row.turn, row.judging), claimed))
    });
    let mut claimed: Vec<_> = claimed.collect();
    // An update returns its rows in any order.
    claimed.sort_by_key(|(place, _)| *place);
    Ok(claimed.into_iter().map(|(_, claimed)| claimed).collect())
}
