//! Making a rejudging.

use sqlx::{PgConnection, query, query_scalar};

use super::filter::Resolved;
use super::{Action, Answer, By, Filter, Fitting, Refusal, note, take_turn};
use crate::columns::jsonb;
use crate::judging::Class;
use crate::{Db, RejudgingId, Result};

/// Queues a new judging of each submission that fits now, beside the one that counts, after everything that somebody
/// waits for. All in one transaction: what is not made whole is not made. Submissions that come later are not in it.
pub async fn plan(db: &Db, filter: &Filter, by: &By<'_>) -> Answer<RejudgingId> {
    if by.reason.trim().is_empty() {
        return Err(Refusal::NoReason);
    }
    let resolved = Resolved::of(db, filter).await?;
    let mut transaction = db.begin().await?;
    take_turn(&mut transaction).await?;
    let fitting = resolved.fitting(&mut transaction).await?;
    if fitting.is_empty() {
        return Err(Refusal::NothingFits);
    }
    let id = insert(&mut transaction, filter).await?;
    note(&mut transaction, id, Action::Plan, by).await?;
    queue(&mut transaction, id, &fitting, &resolved).await?;
    transaction.commit().await?;
    Ok(id)
}

async fn insert(connection: &mut PgConnection, filter: &Filter) -> Result<RejudgingId> {
    let id = query_scalar!(
        r#"insert into rejudging (filter) values ($1) returning id as "id: RejudgingId""#,
        jsonb(filter),
    );
    Ok(id.fetch_one(connection).await?)
}

async fn queue(
    connection: &mut PgConnection,
    id: RejudgingId,
    fitting: &[Fitting],
    resolved: &Resolved<'_>,
) -> Result<()> {
    let (submissions, formers): (Vec<i64>, Vec<i64>) =
        fitting.iter().map(|fitting| (fitting.submission.0, fitting.former.0)).unzip();
    let insert = query!(
        "with fitting as materialized (
            select * from unnest($2::bigint[], $3::bigint[]) as fitting (submission, former)
        ), made as (
            insert into judging (submission_id, version_id, number, valid, class, fresh)
            select s.id, coalesce($4, p.current_version_id),
                (select max(number) + 1 from judging j where j.submission_id = s.id), false, $5, $6
            from fitting join submission s on s.id = fitting.submission join problem p on p.id = s.problem_id
            order by s.id
            returning id, submission_id
        )
        insert into rejudging_submission (rejudging_id, submission_id, former_id, judging_id)
        select $1, made.submission_id, fitting.former, made.id
        from made join fitting on fitting.submission = made.submission_id",
        id.0,
        &submissions,
        &formers,
        resolved.version.map(|id| id.0),
        Class::Rejudge.column(),
        resolved.filter.fresh,
    );
    insert.execute(connection).await?;
    Ok(())
}
