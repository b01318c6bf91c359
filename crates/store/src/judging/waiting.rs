//! The queue as it is seen: what is before a judging, how long things take, what waits and what runs.

mod hall;

use std::time::Duration;

use problem::Slug;
use sqlx::{query, query_as};
use time::OffsetDateTime;

pub use self::hall::{Hall, LIVE_WITHIN, Need, Obstacle, expected, hall};
use super::{Class, Phase};
use crate::columns::{Count, Maybe, Name, Urgency};
use crate::{Db, JudgingId, ProblemId, Result, SubmissionId, UserId, VersionId};

/// Nobody counts on beyond this.
pub const MOST_COUNTED: u32 = 1000;
/// Of the judgings done lately, so many tell how long one takes.
const LATELY: i64 = 500;

/// What stands before a queued judging. Paused ones do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ahead {
    /// Up to [`MOST_COUNTED`].
    pub judgings: u32,
    /// Of a more urgent class.
    pub urgent: u32,
    /// Custom runs, of whichever class they are counted with.
    pub custom_runs: u32,
}

/// [`crate::Error::NotFound`] where it is not queued.
pub async fn ahead(db: &Db, judging: JudgingId) -> Result<Ahead> {
    let counted = query_as!(
        Ahead,
        r#"select count(o.class)::integer as "judgings!: Count",
            (count(*) filter (where o.class < j.class))::integer as "urgent!: Count",
            count(o.custom_run_id)::integer as "custom_runs!: Count"
        from judging j left join lateral (
            select class, custom_run_id from judging o
            where state = 'queued' and (o.class, o.turn, o.id) < (j.class, j.turn, j.id)
                and not coalesce(o.problem_id = any (array(select problem_id from pause where problem_id is not null)), false)
                and not coalesce(o.version_id = any (array(select version_id from pause where version_id is not null)), false)
                and o.language <> all
                    (array(select language from pause where language is not null and worker is null))
            limit $2
        ) o on true
        where j.id = $1 and j.state = 'queued'
        group by j.id"#,
        judging.0,
        i64::from(MOST_COUNTED),
    );
    Ok(counted.fetch_one(db).await?)
}

/// How long judgings took lately, from the claim to the verdict. `None`: nobody knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    /// Of this problem in this language, else of this problem, else in this language, else of whatever is like it.
    pub own: Option<Duration>,
    pub submissions: Stretch,
    pub custom_runs: Stretch,
}

/// Those of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stretch {
    /// How long one takes. `None`: none was done lately.
    pub each: Option<Duration>,
    /// How long those have been at it that workers have just now.
    pub running: Vec<Duration>,
}

/// Custom runs are like custom runs, and nothing else is.
pub async fn pace(db: &Db, problem: Option<ProblemId>, language: &str, class: Class) -> Result<Pace> {
    let row = query!(
        r#"with lately as (
            select problem_id, language, extract(epoch from finished_at - started_at)::double precision as took,
                custom_run_id is not null as custom
            from judging where state = 'done' and verdict <> 'SK' and started_at is not null
            order by finished_at desc limit $3
        ), alike as (select * from lately where custom = $4),
        running as (
            select extract(epoch from now() - coalesce(started_at, now()))::double precision as took,
                custom_run_id is not null as custom
            from judging where state = 'running'
        )
        select
            (select coalesce(avg(took) filter (where problem_id = $1 and language = $2),
                avg(took) filter (where problem_id = $1), avg(took) filter (where language = $2), avg(took))
                from alike) as own,
            (select avg(took) from lately where not custom) as submissions,
            (select avg(took) from lately where custom) as custom_runs,
            array(select took from running where not custom) as "running_submissions!: Vec<f64>",
            array(select took from running where custom) as "running_custom_runs!: Vec<f64>""#,
        problem.map(|problem| problem.0),
        language,
        LATELY,
        class == Class::CustomRun,
    );
    let row = row.fetch_one(db).await?;
    let submissions = Stretch::of(row.submissions, &row.running_submissions);
    let custom_runs = Stretch::of(row.custom_runs, &row.running_custom_runs);
    // Better the time of something else than none.
    let own = seconds(row.own).or(submissions.each).or(custom_runs.each);
    Ok(Pace { own, submissions, custom_runs })
}

impl Stretch {
    fn of(each: Option<f64>, running: &[f64]) -> Self {
        let running = running.iter().map(|took| seconds(Some(*took)).unwrap_or_default()).collect();
        Self { each: seconds(each), running }
    }
}

fn seconds(took: Option<f64>) -> Option<Duration> {
    took.and_then(|took| Duration::try_from_secs_f64(took).ok())
}

/// What is queued of one class and language.
#[derive(Clone, Debug)]
pub struct Heap {
    pub class: Class,
    /// Id of the language.
    pub language: String,
    pub judgings: u32,
    /// When the oldest of it came.
    pub since: OffsetDateTime,
}

/// All that is queued, most urgent first.
pub async fn heaps(db: &Db) -> Result<Vec<Heap>> {
    let heaps = query_as!(
        Heap,
        r#"select class as "class: Urgency", language, count(*)::integer as "judgings!: Count",
            min(created_at) as "since!"
        from judging where state = 'queued' group by class, language order by class, language"#,
    );
    Ok(heaps.fetch_all(db).await?)
}

/// A judging that waits or runs, for a list.
#[derive(Clone, Debug)]
pub struct Open {
    pub judging: JudgingId,
    /// `None`: it is a custom run, which may be of no problem.
    pub submission: Option<SubmissionId>,
    pub user: UserId,
    pub user_name: String,
    pub problem: Option<ProblemId>,
    pub problem_slug: Option<Slug>,
    pub version: Option<VersionId>,
    /// Id of the language.
    pub language: String,
    pub class: Class,
    /// While it runs.
    pub phase: Option<Phase>,
    pub tests_done: u32,
    /// 0 until a worker has counted them.
    pub tests_total: u32,
    /// Who has it, or had it last.
    pub worker: Option<String>,
    /// Of a running one, of its present attempt; else when it came.
    pub since: OffsetDateTime,
}

impl Open {
    pub fn need(&self) -> Need<'_> {
        Need { problem: self.problem, version: self.version, language: &self.language }
    }
}

/// The next that are served, in this order; at most `limit`.
pub async fn next(db: &Db, limit: u32) -> Result<Vec<Open>> {
    let open = query_as!(
        Open,
        r#"select j.id as "judging: JudgingId", j.submission_id as "submission: SubmissionId",
            j.user_id as "user: UserId", u.name as user_name, j.problem_id as "problem: ProblemId",
            p.slug as "problem_slug!: Maybe<Name>", j.version_id as "version: VersionId", j.language,
            j.class as "class: Urgency", j.phase as "phase: Phase", j.tests_done as "tests_done: Count",
            j.tests_total as "tests_total: Count", j.worker, j.created_at as since
        from (select * from judging where state = 'queued' order by class, turn, id limit $1) j
        join users u on u.id = j.user_id left join problem p on p.id = j.problem_id
        order by j.class, j.turn, j.id"#,
        i64::from(limit),
    );
    Ok(open.fetch_all(db).await?)
}

/// What workers have just now, longest first.
pub async fn running(db: &Db) -> Result<Vec<Open>> {
    let open = query_as!(
        Open,
        r#"select j.id as "judging: JudgingId", j.submission_id as "submission: SubmissionId",
            j.user_id as "user: UserId", u.name as user_name, j.problem_id as "problem: ProblemId",
            p.slug as "problem_slug!: Maybe<Name>", j.version_id as "version: VersionId", j.language,
            j.class as "class: Urgency", j.phase as "phase: Phase", j.tests_done as "tests_done: Count",
            j.tests_total as "tests_total: Count", j.worker, coalesce(j.started_at, j.created_at) as "since!"
        from judging j join users u on u.id = j.user_id left join problem p on p.id = j.problem_id
        where j.state = 'running' order by j.started_at, j.id"#,
    );
    Ok(open.fetch_all(db).await?)
}

#[cfg(test)]
mod tests {
    use problem::Verdict;

    use super::*;
    use crate::fixture::{self, claim, finished};
    use crate::judging::finish;
    use crate::{Error, pause};

    async fn ahead_of(db: &Db, submission: SubmissionId) -> (u32, u32) {
        let queued = "select id from judging where submission_id = $1 and state = 'queued'";
        let id = sqlx::query_scalar(queued).bind(submission.0).fetch_one(db).await.unwrap();
        let ahead = ahead(db, JudgingId(id)).await.unwrap();
        (ahead.judgings, ahead.urgent)
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_is_ahead_is_what_will_be_claimed_before(db: Db) {
        let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
        let sum = fixture::import(&db, "sum", "1\n").await.problem;
        let old = fixture::submit(&db, ann, sum, "cpp").await;
        let claimed = claim(&db, "alpha").await.unwrap();
        finish(&db, &claimed.claim, &finished(Verdict::Ac)).await.unwrap();
        fixture::rejudge(&db, &[old]).await;
        let first = fixture::submit(&db, ann, sum, "cpp").await;
        let second = fixture::submit(&db, ann, sum, "python3").await;
        let fair = fixture::submit(&db, bob, sum, "cpp").await;
        let all = [first, fair, second, old];
        let mut told = Vec::new();
        for submission in all {
            told.push(ahead_of(&db, submission).await);
        }
        assert_eq!(told, [(0, 0), (1, 0), (2, 0), (3, 3)]);
        let listed: Vec<SubmissionId> =
            next(&db, 9).await.unwrap().iter().filter_map(|open| open.submission).collect();
        assert_eq!(listed, all);
        pause::create(&db, &pause::Thing::Language("cpp".into()), "", None).await.unwrap();
        assert_eq!(ahead_of(&db, old).await, (1, 1));
        let id = claim(&db, "alpha").await.unwrap().claim.judging();
        assert!(matches!(ahead(&db, id).await, Err(Error::NotFound)), "it runs");
        assert_eq!(running(&db).await.unwrap()[0].submission, Some(second));
        let heaps = heaps(&db).await.unwrap();
        let heaps: Vec<_> =
            heaps.iter().map(|heap| (heap.class, heap.language.as_str(), heap.judgings)).collect();
        assert_eq!(heaps, [(Class::Practice, "cpp", 2), (Class::Rejudge, "cpp", 1)]);
    }

    /// As if it had taken that long.
    async fn done(db: &Db, submission: SubmissionId, seconds: f64) {
        let update = "update judging set state = 'done', verdict = 'AC', phase = null, finished_at = now(),
            started_at = now() - make_interval(secs => $2) where submission_id = $1";
        sqlx::query(update).bind(submission.0).bind(seconds).execute(db).await.unwrap();
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn the_pace_is_that_of_the_likest_that_were_done_lately(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let sum = fixture::import(&db, "sum", "1\n").await.problem;
        let product = fixture::import(&db, "product", "1\n").await.problem;
        assert_eq!(pace(&db, Some(sum), "cpp", Class::Practice).await.unwrap(), Pace::default());
        for (problem, language, seconds) in
            [(sum, "cpp", 1.0), (sum, "cpp", 3.0), (sum, "python3", 8.0), (product, "java", 20.0)]
        {
            let submission = fixture::submit(&db, ann, problem, language).await;
            done(&db, submission, seconds).await;
        }
        let own = async |problem, language| {
            pace(&db, Some(problem), language, Class::Practice).await.unwrap().own.unwrap().as_secs_f64()
        };
        assert_eq!(own(sum, "cpp").await, 2.0);
        assert_eq!(own(sum, "java").await, 4.0, "in any language");
        assert_eq!(own(product, "python3").await, 20.0);
        let all = pace(&db, Some(sum), "cpp", Class::Practice).await.unwrap();
        assert_eq!(all.submissions.each, Some(Duration::from_secs(8)));
        assert_eq!(all.custom_runs, Stretch::default());
    }
}
