//! Judging again.

use sqlx::query_scalar;

use super::Class;
use crate::{Db, JudgingId, ProblemId, Result, SubmissionId};

/// Makes a new judging of each submission, on the current version of its problem; it becomes the valid one, and the
/// old ones stay. It is served after everything that somebody waits for. An old one that is not done is judged
/// nevertheless. Of two calls at the same time for one submission the later makes none. Returns the new ones.
//
// The rows are locked in order of id, so that two calls for overlapping sets never wait for each other in a circle.
pub async fn rejudge(db: &Db, submissions: &[SubmissionId]) -> Result<Vec<JudgingId>> {
    let ids: Vec<i64> = submissions.iter().map(|id| id.0).collect();
    let made = query_scalar!(
        r#"with held as materialized (
            select id from judging where submission_id = any($1) and valid order by id for update
        ), former as (
            update judging set valid = false from held where judging.id = held.id
            returning submission_id
        )
        insert into judging (submission_id, version_id, number, valid, class)
        select s.id, p.current_version_id, (select max(number) + 1 from judging where submission_id = s.id), true, $2
        from former join submission s on s.id = former.submission_id join problem p on p.id = s.problem_id
        order by s.id
        returning id as "id: JudgingId""#,
        &ids,
        Class::Rejudge.column(),
    );
    Ok(made.fetch_all(db).await?)
}

/// As [`rejudge`], for all submissions to the problem.
pub async fn rejudge_problem(db: &Db, problem: ProblemId) -> Result<Vec<JudgingId>> {
    let submissions = query_scalar!(
        r#"select id as "id: SubmissionId" from submission where problem_id = $1 order by id"#,
        problem.0,
    );
    rejudge(db, &submissions.fetch_all(db).await?).await
}

#[cfg(test)]
mod tests {
    use problem::Verdict;

    use super::*;
    use crate::fixture::{self, finished};
    use crate::judging::{State, finish, get, list_of, valid_of};

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_rejudging_is_beside_the_old_one_and_on_the_current_version(db: Db) {
        let submission = fixture::submitted(&db).await;
        let claim = fixture::claim(&db, "alpha").await.unwrap().claim;
        crate::run::record(&db, &claim, &[fixture::run(1, Verdict::Wa)]).await.unwrap();
        finish(&db, &claim, &finished(Verdict::Wa)).await.unwrap();
        let current = fixture::import(&db, "sum", "corrected\n").await.version;

        let made = rejudge(&db, &[submission]).await.unwrap();
        let new = valid_of(&db, submission).await.unwrap();
        assert_eq!(made, [new.id]);
        assert_eq!((new.number, new.state, new.version, new.verdict), (2, State::Queued, current, None));
        let old = get(&db, claim.judging()).await.unwrap();
        assert_eq!((old.valid, old.verdict), (false, Some(Verdict::Wa)));
        assert_ne!(old.version, current);
        assert_eq!(crate::run::list(&db, old.id).await.unwrap().len(), 1);
        let ids: Vec<JudgingId> = list_of(&db, submission).await.unwrap().iter().map(|j| j.id).collect();
        assert_eq!(ids, [new.id, old.id]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn one_that_is_being_judged_is_finished_without_counting(db: Db) {
        let submission = fixture::submitted(&db).await;
        let claim = fixture::claim(&db, "alpha").await.unwrap().claim;
        let made = rejudge(&db, &[submission]).await.unwrap();
        finish(&db, &claim, &finished(Verdict::Ac)).await.unwrap();
        let valid = valid_of(&db, submission).await.unwrap();
        assert_eq!((vec![valid.id], valid.verdict), (made, None));
        assert_eq!(get(&db, claim.judging()).await.unwrap().verdict, Some(Verdict::Ac));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_problem_is_rejudged_as_a_whole_and_alone(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let sum = fixture::import(&db, "sum", "1\n").await.problem;
        let product = fixture::import(&db, "product", "1\n").await.problem;
        for problem in [sum, sum, sum, product] {
            fixture::submit(&db, ann, problem, "cpp").await;
        }
        let made = rejudge_problem(&db, sum).await.unwrap();
        assert_eq!(made.len(), 3);
        assert!(made.is_sorted());
        let again = "select count(*) from judging where number = 2 and valid and class = 3";
        assert_eq!(sqlx::query_scalar::<_, i64>(again).fetch_one(&db).await.unwrap(), 3);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn many_who_rejudge_at_once_leave_one_valid_judging_and_no_deadlock(db: Db) {
        let ann = fixture::user(&db, "ann").await;
        let sum = fixture::import(&db, "sum", "1\n").await.problem;
        let mut sent = Vec::new();
        for _ in 0..20 {
            sent.push(fixture::submit(&db, ann, sum, "cpp").await);
        }
        let mut calls = tokio::task::JoinSet::new();
        for n in 0..8 {
            let (db, mut sent) = (db.clone(), sent.clone());
            sent.rotate_left(n * 2);
            calls.spawn(async move { rejudge(&db, &sent).await.unwrap().len() });
        }
        let made: usize = calls.join_all().await.into_iter().sum();
        let valid = "select count(*) from judging where valid";
        assert_eq!(sqlx::query_scalar::<_, i64>(valid).fetch_one(&db).await.unwrap(), 20);
        let all = "select count(*) from judging where number > 1";
        assert_eq!(sqlx::query_scalar::<_, i64>(all).fetch_one(&db).await.unwrap(), made as i64);
        assert!(made >= 20, "{made}");
    }
}
