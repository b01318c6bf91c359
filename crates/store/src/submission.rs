//! Table `submission`: who sent what. Never changes.

use std::time::Duration;

use contest::Attempt;
use problem::{Hash, Slug, Verdict};
use sqlx::{query, query_as, query_scalar};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::columns::{Code, Count, Digest, Maybe, Micros, Name, Size};
use crate::judging::{Class, State};
use crate::problem::Shown;
use crate::{Db, Error, ProblemId, Result, SubmissionId, UserId};

/// What somebody sends.
#[derive(Clone, Debug)]
pub struct NewSubmission<'a> {
    pub user: UserId,
    pub problem: ProblemId,
    /// Id of the language.
    pub language: &'a str,
    pub source: &'a [u8],
    /// Names the form that was sent.
    pub form_key: Uuid,
}

/// Stores the submission with its judging, queued on the problem's current version, in one statement. A user's form
/// that was sent before returns the submission that it made then. [`Error::NotFound`] without the problem.
pub async fn create(db: &Db, new: &NewSubmission<'_>) -> Result<SubmissionId> {
    let id = query_scalar!(
        r#"with made as (
            insert into submission (user_id, problem_id, language, source, form_key)
            select $1, id, $3, $4, $5 from problem where id = $2
            on conflict on constraint submission_form_key do nothing
            returning id, problem_id
        ), queued as (
            insert into judging (submission_id, version_id, number, valid, class)
            select made.id, problem.current_version_id, 1, true, $6
            from made join problem on problem.id = made.problem_id
        )
        select id as "id!: SubmissionId" from made
        union all
        select id from submission where user_id = $1 and form_key = $5"#,
        new.user.0,
        new.problem.0,
        new.language,
        new.source,
        new.form_key,
        Class::Practice.column(),
    );
    match id.fetch_optional(db).await? {
        Some(id) => Ok(id),
        // Either there is no such problem, or the same form won in this very moment: the statement had to wait for
        // it, but does not see what was committed after it began.
        None => by_form_key(db, new.user, new.form_key).await?.ok_or(Error::NotFound),
    }
}

async fn by_form_key(db: &Db, user: UserId, form_key: Uuid) -> Result<Option<SubmissionId>> {
    let id = query_scalar!(
        r#"select id as "id: SubmissionId" from submission where user_id = $1 and form_key = $2"#,
        user.0,
        form_key,
    );
    Ok(id.fetch_optional(db).await?)
}

#[derive(Clone, Debug)]
pub struct Submission {
    pub id: SubmissionId,
    pub user: UserId,
    pub user_name: String,
    pub problem: ProblemId,
    pub problem_slug: Slug,
    /// The title of the problem's current version.
    pub problem_name: String,
    /// Whether contestants see the problem.
    pub problem_visible: bool,
    /// Id of the language.
    pub language: String,
    pub source: Vec<u8>,
    pub source_hash: Hash,
    pub created_at: OffsetDateTime,
}

/// [`Error::NotFound`] without one; those of a [`check`](crate::check) are none.
pub async fn get(db: &Db, id: SubmissionId) -> Result<Submission> {
    let submission = query_as!(
        Submission,
        r#"select s.id as "id: SubmissionId", s.user_id as "user: UserId", u.name as user_name,
            s.problem_id as "problem: ProblemId", p.slug as "problem_slug: Name", v.name as problem_name,
            p.visible as problem_visible, s.language, s.source, s.source_hash as "source_hash!: Digest",
            s.created_at
        from submission s
        join users u on u.id = s.user_id
        join problem p on p.id = s.problem_id
        join problem_version v on v.id = p.current_version_id
        where s.id = $1 and s.example is null"#,
        id.0,
    );
    Ok(submission.fetch_one(db).await?)
}

/// Which submissions a list has; the default is the newest to problems that contestants see.
#[derive(Clone, Debug)]
pub struct Filter {
    pub shown: Shown,
    pub user: Option<UserId>,
    pub problem: Option<ProblemId>,
    /// Only those sent before this one.
    pub before: Option<SubmissionId>,
    /// At most so many.
    pub limit: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { shown: Shown::Visible, user: None, problem: None, before: None, limit: 50 }
    }
}

/// A line of a list: a submission and where its valid judging stands.
#[derive(Clone, Debug)]
pub struct SubmissionRow {
    pub id: SubmissionId,
    pub user: UserId,
    pub user_name: String,
    pub problem: ProblemId,
    pub problem_slug: Slug,
    /// The title of the problem's current version.
    pub problem_name: String,
    /// Whether contestants see the problem.
    pub problem_visible: bool,
    /// Id of the language.
    pub language: String,
    pub created_at: OffsetDateTime,
    pub state: State,
    pub verdict: Option<Verdict>,
    /// Of a problem with points, when it is judged.
    pub score: Option<f64>,
    /// The best score, where there is one.
    pub max_score: Option<f64>,
    pub tests_done: u32,
    /// 0 until a worker has counted them.
    pub tests_total: u32,
    /// Largest CPU time over the runs.
    pub cpu: Option<Duration>,
    /// Largest peak over the runs, in bytes.
    pub memory: Option<u64>,
}

/// Newest first.
pub async fn list(db: &Db, filter: &Filter) -> Result<Vec<SubmissionRow>> {
    let rows = query_as!(
        SubmissionRow,
        r#"select s.id as "id: SubmissionId", s.user_id as "user: UserId", u.name as user_name,
            s.problem_id as "problem: ProblemId", p.slug as "problem_slug: Name", v.name as problem_name,
            p.visible as problem_visible, s.language, s.created_at,
            j.state as "state: State", j.verdict as "verdict!: Maybe<Code>", j.score, j.max_score,
            j.tests_done as "tests_done: Count", j.tests_total as "tests_total: Count",
            j.cpu_us as "cpu!: Maybe<Micros>", j.memory_bytes as "memory!: Maybe<Size>"
        from submission s
        join judging j on j.submission_id = s.id and j.valid
        join users u on u.id = s.user_id
        join problem p on p.id = s.problem_id
        join problem_version v on v.id = p.current_version_id
        where ($1::bigint is null or s.user_id = $1)
            and ($2::bigint is null or s.problem_id = $2)
            and ($3::bigint is null or s.id < $3)
            and (p.visible or $4)
        order by s.id desc
        limit $5"#,
        filter.user.map(|id| id.0),
        filter.problem.map(|id| id.0),
        filter.before.map(|id| id.0),
        filter.shown == Shown::All,
        i64::from(filter.limit),
    );
    Ok(rows.fetch_all(db).await?)
}

/// All that the user sent, in the order of sending, for counting.
pub async fn attempts_of(db: &Db, user: UserId) -> Result<Vec<(ProblemId, Attempt)>> {
    let rows = query!(
        r#"select s.problem_id as "problem: ProblemId", s.created_at, j.verdict as "verdict: Code"
        from submission s join judging j on j.submission_id = s.id and j.valid
        where s.user_id = $1 order by s.id"#,
        user.0,
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.problem, attempt(row.verdict, row.created_at))).collect())
}

fn attempt(verdict: Option<Code>, sent: OffsetDateTime) -> Attempt {
    let at_ms = sent.unix_timestamp() * 1000 + i64::from(sent.millisecond());
    Attempt { verdict: verdict.map(Verdict::from), at_ms }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Visibility;
    use crate::{fixture, judging};

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_submission_is_made_with_its_judging_queued_on_the_current_version(db: Db) {
        let user = fixture::user(&db, "ann").await;
        fixture::import(&db, "sum", "1\n").await;
        let current = fixture::import(&db, "sum", "2\n").await;
        let new = NewSubmission {
            user,
            problem: current.problem,
            language: "cpp",
            source: b"int main(){}\0\xff",
            form_key: Uuid::now_v7(),
        };
        let id = create(&db, &new).await.unwrap();
        let made = get(&db, id).await.unwrap();
        assert_eq!((made.source.as_slice(), made.language.as_str()), (new.source, "cpp"));
        assert_eq!((made.user_name.as_str(), made.problem_slug.as_str()), ("ann", "sum"));
        assert_eq!((made.problem_name.as_str(), made.problem_visible), ("Sum", true));
        let judging = judging::valid_of(&db, id).await.unwrap();
        assert_eq!((judging.version, judging.state, judging.number), (current.version, State::Queued, 1));
        assert_eq!((judging.verdict, judging.attempt, judging.tests_total), (None, 0, 0));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_form_that_is_sent_many_times_at_once_is_one_submission(db: Db) {
        let user = fixture::user(&db, "ann").await;
        let problem = fixture::import(&db, "sum", "1\n").await.problem;
        let form_key = Uuid::now_v7();
        let mut sent = tokio::task::JoinSet::new();
        for _ in 0..16 {
            let db = db.clone();
            sent.spawn(async move {
                create(&db, &NewSubmission { user, problem, language: "cpp", source: b"x", form_key })
                    .await
                    .unwrap()
            });
        }
        let ids = sent.join_all().await;
        assert!(ids.iter().all(|&id| id == ids[0]), "{ids:?}");
        let judgings = "select count(*) from judging";
        assert_eq!(sqlx::query_scalar::<_, i64>(judgings).fetch_one(&db).await.unwrap(), 1);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_form_key_is_nothing_to_another_user(db: Db) {
        let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
        let problem = fixture::import(&db, "sum", "1\n").await.problem;
        let form_key = Uuid::now_v7();
        let send = async |user| {
            create(&db, &NewSubmission { user, problem, language: "cpp", source: b"x", form_key })
                .await
                .unwrap()
        };
        let (anns, bobs) = (send(ann).await, send(bob).await);
        assert_ne!(anns, bobs);
        assert_eq!(send(ann).await, anns);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_cannot_be_a_submission_is_refused_and_leaves_no_judging(db: Db) {
        let user = fixture::user(&db, "ann").await;
        let problem = fixture::import(&db, "sum", "1\n").await.problem;
        let good = NewSubmission { user, problem, language: "cpp", source: b"x", form_key: Uuid::now_v7() };
        let nowhere = NewSubmission { problem: ProblemId(9999), ..good.clone() };
        assert!(matches!(create(&db, &nowhere).await, Err(Error::NotFound)));
        let empty = NewSubmission { source: b"", ..good.clone() };
        assert!(
            matches!(create(&db, &empty).await, Err(Error::Invalid(text)) if text.contains("submission_source"))
        );
        let nobody = NewSubmission { user: UserId(9999), ..good };
        assert!(matches!(create(&db, &nobody).await, Err(Error::Invalid(_))));
        assert!(list(&db, &Filter::default()).await.unwrap().is_empty());
        assert!(matches!(get(&db, SubmissionId(1)).await, Err(Error::NotFound)));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_submission_cannot_be_changed(db: Db) {
        fixture::submitted(&db).await;
        let change = sqlx::query("update submission set source = 'other'").execute(&db).await;
        assert!(change.unwrap_err().to_string().contains("rows of submission never change"));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn lists_are_newest_first_and_filtered_by_all_that_is_asked(db: Db) {
        let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
        let sum = fixture::import(&db, "sum", "1\n").await.problem;
        let product = fixture::import(&db, "product", "1\n").await.problem;
        let mut sent = Vec::new();
        for (user, problem) in [(ann, sum), (bob, sum), (ann, product), (ann, sum)] {
            sent.push(fixture::submit(&db, user, problem, "cpp").await);
        }
        let listed = async |filter: Filter| -> Vec<usize> {
            let rows = list(&db, &filter).await.unwrap();
            rows.iter().map(|row| sent.iter().position(|&id| id == row.id).unwrap()).collect()
        };
        assert_eq!(listed(Filter::default()).await, [3, 2, 1, 0]);
        assert_eq!(listed(Filter { limit: 2, ..Filter::default() }).await, [3, 2]);
        assert_eq!(listed(Filter { before: Some(sent[2]), ..Filter::default() }).await, [1, 0]);
        assert_eq!(listed(Filter { user: Some(ann), ..Filter::default() }).await, [3, 2, 0]);
        let both = Filter { user: Some(ann), problem: Some(sum), ..Filter::default() };
        assert_eq!(listed(both).await, [3, 0]);
        crate::problem::set_visibility(&db, sum, Visibility::Hidden).await.unwrap();
        assert_eq!(listed(Filter::default()).await, [2]);
        assert_eq!(listed(Filter { shown: Shown::All, ..Filter::default() }).await, [3, 2, 1, 0]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_line_and_an_attempt_tell_the_valid_judging(db: Db) {
        let id = fixture::submitted(&db).await;
        let claimed = fixture::claim(&db, "alpha").await.unwrap();
        judging::progress(&db, &claimed.claim, judging::Progress { done: 1, total: 3, ..Default::default() })
            .await
            .unwrap();
        let row = &list(&db, &Filter::default()).await.unwrap()[0];
        assert_eq!((row.state, row.verdict, row.tests_done, row.tests_total), (State::Running, None, 1, 3));
        assert_eq!((row.cpu, row.memory), (None, None));
        let user = row.user;
        assert_eq!(attempts_of(&db, user).await.unwrap()[0].1.verdict, None);

        let runs = [fixture::run(1, Verdict::Ac), fixture::run(2, Verdict::Wa)];
        crate::run::record(&db, &claimed.claim, &runs, &[]).await.unwrap();
        let scores = (Some(73.0), Some(100.0));
        let finished =
            judging::Finished { score: scores.0, max_score: scores.1, ..fixture::finished(Verdict::Wa) };
        judging::finish(&db, &claimed.claim, &finished).await.unwrap();
        let row = &list(&db, &Filter::default()).await.unwrap()[0];
        assert_eq!((row.state, row.verdict, row.tests_done), (State::Done, Some(Verdict::Wa), 2));
        assert_eq!((row.score, row.max_score), scores);
        assert_eq!((row.cpu, row.memory), (Some(runs[1].cpu), Some(runs[0].memory)));
        let sent = get(&db, id).await.unwrap();
        let at_ms = i64::try_from(sent.created_at.unix_timestamp_nanos() / 1_000_000).unwrap();
        let expected = (sent.problem, Attempt { verdict: Some(Verdict::Wa), at_ms });
        assert_eq!(attempts_of(&db, user).await.unwrap(), [expected]);
    }
}
