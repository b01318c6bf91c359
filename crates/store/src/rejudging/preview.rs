//! What a rejudging would do, or has done.

use problem::{Slug, Verdict};
use sqlx::query_as;

use super::State;
use crate::columns::{Code, Maybe, Name, Total};
use crate::{Db, RejudgingId, Result, SubmissionId};

/// A cell of the matrix: so many submissions go from one verdict to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// `None`: the judging from before has none yet.
    pub from: Option<Verdict>,
    /// `None`: not judged yet.
    pub to: Option<Verdict>,
    pub count: u64,
}

/// Every pair of verdicts that there is, in no order.
pub async fn matrix(db: &Db, id: RejudgingId) -> Result<Vec<Move>> {
    let moves = query_as!(
        Move,
        r#"select f.verdict as "from!: Maybe<Code>", n.verdict as "to!: Maybe<Code>", count(*) as "count!: Total"
        from rejudging_submission r
        join judging f on f.id = r.former_id
        join judging n on n.id = r.judging_id
        where r.rejudging_id = $1 group by f.verdict, n.verdict"#,
        id.0,
    );
    Ok(moves.fetch_all(db).await?)
}

/// What a judging came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    pub verdict: Option<Verdict>,
    pub score: Option<f64>,
    pub max_score: Option<f64>,
}

/// A submission with another result than before.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub submission: SubmissionId,
    pub user: String,
    pub problem: Slug,
    pub from: Side,
    pub to: Side,
    /// The first test, in the order of judging, that did not come to the same; none where nothing was run.
    pub test: Option<String>,
    /// What that test came to; `None`: it was not run.
    pub test_from: Option<Verdict>,
    pub test_to: Option<Verdict>,
    /// Number of the new judging within the submission.
    pub number: u32,
}

/// Those with another verdict or score, without judge errors, in order of number: at most `limit`, after that one.
pub async fn changes(
    db: &Db,
    id: RejudgingId,
    after: Option<SubmissionId>,
    limit: u32,
) -> Result<Vec<Change>> {
    let rows = sqlx::query!(
        r#"with changed as materialized (
            select r.submission_id, f.id as former, f.attempt as former_attempt, f.verdict as verdict_before,
                f.score as score_before, f.max_score as max_before, n.id as judging, n.attempt, n.verdict, n.score,
                n.max_score, n.number
            from rejudging_submission r
            join judging f on f.id = r.former_id
            join judging n on n.id = r.judging_id
            where r.rejudging_id = $1 and n.verdict not in ('JE', 'SK') and r.submission_id > $2
                and (n.verdict is distinct from f.verdict or n.score is distinct from f.score)
            order by r.submission_id limit $3
        )
        select c.submission_id as "submission: SubmissionId", u.name as "user", p.slug as "problem: Name",
            c.verdict_before as "verdict_before!: Maybe<Code>", c.score_before, c.max_before,
            c.verdict as "verdict!: Maybe<Code>", c.score, c.max_score, c.number as "number: crate::columns::Count",
            t.name as "test?", t.before as "test_from!: Maybe<Code>", t.now as "test_to!: Maybe<Code>"
        from changed c
        join submission s on s.id = c.submission_id
        join users u on u.id = s.user_id
        join problem p on p.id = s.problem_id
        left join lateral (
            select coalesce(n.name, f.name) as name, f.verdict as before, n.verdict as now
            from (select * from run where judging_id = c.judging and attempt = c.attempt) n
            full join (select * from run where judging_id = c.former and attempt = c.former_attempt) f
                on f.name = n.name
            where n.verdict is distinct from f.verdict or n.points is distinct from f.points
            order by coalesce(n.position, f.position) limit 1
        ) t on true
        order by c.submission_id"#,
        id.0,
        after.map_or(0, |after| after.0),
        i64::from(limit),
    );
    let changes = rows.fetch_all(db).await?.into_iter().map(|row| Change {
        submission: row.submission,
        user: row.user,
        problem: row.problem.into(),
        from: Side { verdict: row.verdict_before.into(), score: row.score_before, max_score: row.max_before },
        to: Side { verdict: row.verdict.into(), score: row.score, max_score: row.max_score },
        test: row.test,
        test_from: row.test_from.into(),
        test_to: row.test_to.into(),
        number: row.number.into(),
    });
    Ok(changes.collect())
}

/// A new judging that is our failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeError {
    pub submission: SubmissionId,
    /// Number of the judging within the submission.
    pub number: u32,
    /// What went wrong, one line an attempt.
    pub error: String,
}

/// At most `limit`, in order of number.
pub async fn judge_errors(db: &Db, id: RejudgingId, limit: u32) -> Result<Vec<JudgeError>> {
    let errors = query_as!(
        JudgeError,
        r#"select r.submission_id as "submission: SubmissionId", n.number as "number: crate::columns::Count",
            coalesce(n.internal_error, n.reason) as "error!"
        from rejudging_submission r join judging n on n.id = r.judging_id
        where r.rejudging_id = $1 and n.verdict = 'JE' order by r.submission_id limit $2"#,
        id.0,
        i64::from(limit),
    );
    Ok(errors.fetch_all(db).await?)
}

/// Another rejudging of some of the same submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap {
    pub rejudging: RejudgingId,
    pub state: State,
    /// So many of its submissions are in this one, too.
    pub submissions: u64,
}

/// Those that are not dropped, in order of number. Of two that are open only one can be applied.
pub async fn overlaps(db: &Db, id: RejudgingId) -> Result<Vec<Overlap>> {
    let overlaps = query_as!(
        Overlap,
        r#"select o.rejudging_id as "rejudging: RejudgingId", r.state as "state: State",
            count(*) as "submissions!: Total"
        from rejudging_submission s
        join rejudging_submission o on o.submission_id = s.submission_id and o.rejudging_id <> s.rejudging_id
        join rejudging r on r.id = o.rejudging_id
        where s.rejudging_id = $1 and r.state <> 'dropped'
        group by o.rejudging_id, r.state order by o.rejudging_id"#,
        id.0,
    );
    Ok(overlaps.fetch_all(db).await?)
}
