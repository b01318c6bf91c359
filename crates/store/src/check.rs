//! The check of a version: its own submissions, judged by the workers. They are rows of `submission` that nobody sent, and
//! their judgings count for nobody.

use std::collections::BTreeMap;
use std::time::Duration;

use problem::{GroupResult, Verdict};
use sqlx::{query, query_as, query_scalar};
use time::OffsetDateTime;

use crate::columns::{Code, Count, Groups, Maybe, Micros, Size};
use crate::judging::{Class, Phase, State};
use crate::{Db, JudgingId, Result, SubmissionId, UserId, VersionId};

/// One of a version's own submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example<'a> {
    /// Below `submissions/`.
    pub path: &'a str,
    /// Id of the language.
    pub language: &'a str,
}

/// The last judging of one of the version's own submissions.
#[derive(Clone, Debug)]
pub struct Checked {
    pub submission: SubmissionId,
    pub judging: JudgingId,
    /// Id of the language.
    pub language: String,
    /// Of the submission, below `submissions/`.
    pub path: String,
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
    /// Of a problem with points, when it is done.
    pub groups: Vec<GroupResult>,
    /// Why this verdict, in words.
    pub reason: String,
    pub compile_log: String,
    /// What went wrong on our side.
    pub internal_error: Option<String>,
    pub created_at: OffsetDateTime,
}

/// One of its cases.
#[derive(Clone, Debug)]
pub struct CheckedRun {
    /// The test case's full name, `secret/group1/03`.
    pub name: String,
    pub verdict: Verdict,
    pub cpu: Duration,
    /// Peak, in bytes.
    pub memory: u64,
    pub reason: String,
    /// The validator's, for the jury.
    pub judge_message: String,
}

/// Queues a judging of each of these, after everything that anybody waits for; one that is still being judged goes on.
/// Returns how many it made. [`Error::NotFound`](crate::Error::NotFound) without the version.
pub async fn start(db: &Db, version: VersionId, by: UserId, examples: &[Example<'_>]) -> Result<u64> {
    let (paths, languages): (Vec<String>, Vec<String>) =
        examples.iter().map(|one| (one.path.to_owned(), one.language.to_owned())).unzip();
    let mut transaction = db.begin().await?;
    // Two who press the button at once come one after the other.
    query_scalar!("select id from problem_version where id = $1 for no key update", version.0)
        .fetch_one(&mut *transaction)
        .await?;
    let add = query!(
        "insert into submission (user_id, problem_id, language, source, form_key, version_id, example)
        select $2, v.problem_id, e.language, '', gen_random_uuid(), v.id, e.path
        from problem_version v, unnest($3::text[], $4::text[]) as e (path, language)
        where v.id = $1
        order by e.path
        on conflict (version_id, example) do nothing",
        version.0,
        by.0,
        &paths,
        &languages,
    );
    add.execute(&mut *transaction).await?;
    let queue = query!(
        "insert into judging (submission_id, version_id, number, valid, class)
        select s.id, s.version_id, coalesce(max(j.number), 0) + 1, false, $3
        from submission s left join judging j on j.submission_id = s.id
        where s.version_id = $1 and s.example = any($2)
        group by s.id
        having bool_and(j.state = 'done') is not false
        order by s.id",
        version.0,
        &paths,
        Class::Verification.column(),
    );
    let made = queue.execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(made)
}

/// The last judging of each that was ever checked, in order of path.
pub async fn latest(db: &Db, version: VersionId) -> Result<Vec<Checked>> {
    let rows = query_as!(
        Checked,
        r#"select distinct on (s.example) s.id as "submission: SubmissionId", j.id as "judging: JudgingId",
            s.language, s.example as "path!",
            j.state as "state: State", j.phase as "phase: Phase", j.tests_done as "tests_done: Count",
            j.tests_total as "tests_total: Count", j.verdict as "verdict!: Maybe<Code>", j.score,
            j.groups as "groups: Groups", j.reason, j.compile_log, j.internal_error, j.created_at
        from submission s join judging j on j.submission_id = s.id
        where s.version_id = $1
        order by s.example, j.number desc"#,
        version.0,
    );
    let mut rows = rows.fetch_all(db).await?;
    // The database may order texts by another rule.
    rows.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(rows)
}

/// The runs of those judgings, by the submission's path, in the order of judging.
pub async fn runs(db: &Db, version: VersionId) -> Result<BTreeMap<String, Vec<CheckedRun>>> {
    let rows = query!(
        r#"select last.path as "path!", r.name, r.verdict as "verdict: Code", r.cpu_us as "cpu: Micros",
            r.memory_bytes as "memory: Size", r.reason, r.judge_message
        from (
            select distinct on (s.example) s.example as path, j.id, j.attempt
            from submission s join judging j on j.submission_id = s.id
            where s.version_id = $1
            order by s.example, j.number desc
        ) as last
        join run r on r.judging_id = last.id and r.attempt = last.attempt
        order by r.judging_id, r.position"#,
        version.0,
    );
    let mut runs: BTreeMap<String, Vec<CheckedRun>> = BTreeMap::new();
    for row in rows.fetch_all(db).await? {
        runs.entry(row.path).or_default().push(CheckedRun {
            name: row.name,
            verdict: row.verdict.into(),
            cpu: row.cpu.into(),
            memory: row.memory.into(),
            reason: row.reason,
            judge_message: row.judge_message,
        });
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judging::{Subject, finish, valid_of};
    use crate::submission::{Filter, attempts_of, get, list};
    use crate::{Error, ProblemId, fixture, rejudging};

    const GOOD: Example<'static> = Example { path: "accepted/a.py", language: "cpp" };
    const BAD: Example<'static> = Example { path: "wrong_answer/b.py", language: "cpp" };

    async fn started(db: &Db) -> (VersionId, ProblemId, UserId) {
        let setter = fixture::user(db, "setter").await;
        let imported = fixture::import(db, "sum", "1 2\n").await;
        assert_eq!(start(db, imported.version, setter, &[GOOD, BAD]).await.unwrap(), 2);
        (imported.version, imported.problem, setter)
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_check_is_judged_like_everything_else_and_counts_for_nobody(db: Db) {
        let (version, _, setter) = started(&db).await;
        let claimed = fixture::claim(&db, "alpha").await.unwrap();
        let Subject::Submission { id: hidden, example, .. } = claimed.subject else {
            panic!("it is a submission")
        };
        assert_eq!(example.as_deref(), Some("accepted/a.py"));
        crate::run::record(&db, &claimed.claim, &[fixture::run(1, Verdict::Ac)], &[]).await.unwrap();
        finish(&db, &claimed.claim, &fixture::finished(Verdict::Ac)).await.unwrap();

        let latest = latest(&db, version).await.unwrap();
        let told: Vec<_> = latest.iter().map(|one| (one.path.as_str(), one.state, one.verdict)).collect();
        assert_eq!(told, [(GOOD.path, State::Done, Some(Verdict::Ac)), (BAD.path, State::Queued, None)]);
        let runs = runs(&db, version).await.unwrap();
        assert_eq!(runs.len(), 1);
        assert_eq!(runs[GOOD.path].iter().map(|run| run.verdict).collect::<Vec<_>>(), [Verdict::Ac]);

        assert!(matches!(get(&db, hidden).await, Err(Error::NotFound)));
        assert!(matches!(valid_of(&db, hidden).await, Err(Error::NotFound)));
        assert!(list(&db, &Filter::default()).await.unwrap().is_empty());
        assert!(attempts_of(&db, setter).await.unwrap().is_empty());
        let all = rejudging::Filter { user: Some("setter".to_owned()), ..rejudging::Filter::default() };
        assert!(rejudging::fitting(&db, &all).await.unwrap().is_empty());
        assert_eq!(crate::problem_version::submissions(&db, version).await.unwrap(), 0);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_is_being_judged_goes_on_and_what_is_done_is_judged_again(db: Db) {
        let (version, _, setter) = started(&db).await;
        assert_eq!(start(&db, version, setter, &[GOOD, BAD]).await.unwrap(), 0);
        let claimed = fixture::claim(&db, "alpha").await.unwrap();
        finish(&db, &claimed.claim, &fixture::finished(Verdict::Ac)).await.unwrap();
        assert_eq!(start(&db, version, setter, &[GOOD, BAD]).await.unwrap(), 1);
        let states: Vec<State> = latest(&db, version).await.unwrap().iter().map(|one| one.state).collect();
        assert_eq!(states, [State::Queued, State::Queued]);
        assert!(runs(&db, version).await.unwrap().is_empty(), "those of the judging before are not shown");
        assert!(matches!(start(&db, VersionId(9999), setter, &[GOOD]).await, Err(Error::NotFound)));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn many_who_press_the_button_at_once_make_one_judging_each(db: Db) {
        let setter = fixture::user(&db, "setter").await;
        let version = fixture::import(&db, "sum", "1 2\n").await.version;
        let mut starts = tokio::task::JoinSet::new();
        for _ in 0..6 {
            let db = db.clone();
            starts.spawn(async move { start(&db, version, setter, &[GOOD, BAD]).await.unwrap() });
        }
        assert_eq!(starts.join_all().await.into_iter().sum::<u64>(), 2);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn somebody_who_waits_is_served_first(db: Db) {
        let (_, problem, setter) = started(&db).await;
        let sent = fixture::submit(&db, setter, problem, "cpp").await;
        let claimed = fixture::claim(&db, "alpha").await.unwrap();
        assert!(matches!(claimed.subject, Subject::Submission { id, example: None, .. } if id == sent));
    }
}
