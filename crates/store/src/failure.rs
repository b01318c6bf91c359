//! Table `failure`: attempts that came to nothing through us.

use std::time::Duration;

use sqlx::{query_as, query_scalar};
use time::OffsetDateTime;

use crate::columns::Count;
use crate::{Db, JudgingId, Result, SubmissionId, UserId, VersionId};

#[derive(Clone, Debug)]
pub struct Failure {
    pub judging: JudgingId,
    pub submission: SubmissionId,
    pub attempt: u32,
    pub version: VersionId,
    /// Who sent the submission.
    pub user: UserId,
    /// Id of the language.
    pub language: String,
    pub worker: String,
    pub error: String,
    pub at: OffsetDateTime,
    /// Whether something else has had a verdict since then on this version, ...
    pub version_works: bool,
    /// ... on this worker in this language, ...
    pub language_works: bool,
    /// ... on this worker.
    pub worker_works: bool,
}

/// Those of the last `within`, newest first, at most `limit`.
//
// What was judged since is read once, however many failures there are.
pub async fn recent(db: &Db, within: Duration, limit: u32) -> Result<Vec<Failure>> {
    let failures = query_as!(
        Failure,
        r#"with failed as materialized (
            select f.*, j.submission_id from failure f join judging j on j.id = f.judging_id
            where f.at > now() - make_interval(secs => $1) order by f.at desc, f.judging_id limit $2
        ), worked as materialized (
            select version_id, worker, language, max(finished_at) as last from judging
            where state = 'done' and verdict not in ('JE', 'SK') and submission_id is not null and finished_at > (select min(at) from failed)
            group by version_id, worker, language
        )
        select judging_id as "judging: JudgingId", submission_id as "submission!: SubmissionId",
            attempt as "attempt: Count", version_id as "version: VersionId",
            user_id as "user: UserId", language, worker, error, at,
            exists (select from worked w where w.last > f.at and w.version_id = f.version_id) as "version_works!",
            exists (select from worked w where w.last > f.at and w.worker = f.worker and w.language = f.language)
                as "language_works!",
            exists (select from worked w where w.last > f.at and w.worker = f.worker) as "worker_works!"
        from failed f order by at desc, judging_id"#,
        within.as_secs_f64(),
        i64::from(limit),
    );
    Ok(failures.fetch_all(db).await?)
}

/// How many there were within that time.
pub async fn count(db: &Db, within: Duration) -> Result<u64> {
    let count = query_scalar!(
        r#"select count(*) as "count!" from failure where at > now() - make_interval(secs => $1)"#,
        within.as_secs_f64(),
    );
    Ok(count.fetch_one(db).await?.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use problem::Verdict;

    use super::*;
    use crate::fixture::{self, claim, finished};
    use crate::judging;

    const HOUR: Duration = Duration::from_hours(1);

    async fn finish(db: &Db, worker: &str, verdict: Verdict) {
        let claimed = claim(db, worker).await.unwrap();
        judging::finish(db, &claimed.claim, &finished(verdict)).await.unwrap();
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_failure_tells_whose_it_may_be_and_what_has_worked_since(db: Db) {
        let (ann, sum) = (fixture::user(&db, "ann").await, fixture::import(&db, "sum", "1\n").await);
        let submission = fixture::submit(&db, ann, sum.problem, "cpp").await;
        let claimed = claim(&db, "alpha").await.unwrap();
        judging::release(&db, &claimed.claim, "no room\0").await.unwrap();
        let failure = recent(&db, HOUR, 9).await.unwrap().remove(0);
        assert_eq!((failure.judging, failure.submission), (claimed.claim.judging(), submission));
        assert_eq!((failure.version, failure.user, failure.attempt), (sum.version, ann, 1));
        assert_eq!((failure.language.as_str(), failure.worker.as_str()), ("cpp", "alpha"));
        assert_eq!(failure.error, "no room\u{fffd}");
        let works = async || {
            let failure = recent(&db, HOUR, 9).await.unwrap().pop().unwrap();
            [failure.version_works, failure.language_works, failure.worker_works]
        };
        assert_eq!(works().await, [false; 3]);
        finish(&db, "beta", Verdict::Ac).await;
        assert_eq!(works().await, [true, false, false]);
        fixture::submit(&db, ann, sum.problem, "python3").await;
        finish(&db, "alpha", Verdict::Wa).await;
        assert_eq!(works().await, [true, false, true]);
        fixture::submit(&db, ann, sum.problem, "cpp").await;
        finish(&db, "alpha", Verdict::Tle).await;
        assert_eq!(works().await, [true; 3]);
        assert_eq!(count(&db, HOUR).await.unwrap(), 1);
        assert!(recent(&db, Duration::ZERO, 9).await.unwrap().is_empty());
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_judge_error_is_a_failure_and_no_sign_that_anything_works(db: Db) {
        fixture::submitted(&db).await;
        let claimed = claim(&db, "alpha").await.unwrap();
        judging::release(&db, &claimed.claim, "the checker crashed").await.unwrap();
        finish(&db, "beta", Verdict::Je).await;
        let failures = recent(&db, HOUR, 9).await.unwrap();
        let told: Vec<_> = failures.iter().map(|one| (one.worker.as_str(), one.error.as_str())).collect();
        assert_eq!(told, [("beta", "because"), ("alpha", "the checker crashed")]);
        assert!(failures.iter().all(|one| !one.version_works && !one.language_works && !one.worker_works));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn when_a_pause_ends_what_led_to_it_is_forgiven_and_nothing_else(db: Db) {
        let (ann, sum) = (fixture::user(&db, "ann").await, fixture::import(&db, "sum", "1\n").await);
        for worker in ["alpha", "beta"] {
            fixture::submit(&db, ann, sum.problem, "cpp").await;
            let claimed = claim(&db, worker).await.unwrap();
            judging::release(&db, &claimed.claim, "no room").await.unwrap();
        }
        let on_alpha =
            crate::pause::Thing::LanguageOn { language: "cpp".to_owned(), worker: "alpha".to_owned() };
        let id = crate::pause::set_aside(&db, &on_alpha, "no room").await.unwrap().unwrap();
        crate::pause::end(&db, id).await.unwrap();
        let left = recent(&db, HOUR, 9).await.unwrap();
        assert_eq!(left.iter().map(|one| one.worker.as_str()).collect::<Vec<_>>(), ["beta"]);
    }
}
