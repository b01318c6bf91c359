//! What is decided on a rejudging. Each is one transaction, under the same lock, with its note.

use sqlx::{PgConnection, query, query_as, query_scalar};

use super::{Action, Answer, By, Moved, Refusal, State, note, take_turn};
use crate::columns::Total;
use crate::{Db, RejudgingId, Result, SubmissionId};

/// What applying, or undoing, has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Of so many submissions another judging counts now.
    pub swapped: u64,
    /// So many keep the one that they had, because their new one is a judge error.
    pub kept: u64,
}

/// Puts the new judgings in the places of the ones that counted when it was planned. A new one that is a judge error
/// takes no place: our failures cost nobody anything. Refused while one is not done, and where another judging counts
/// than then.
pub async fn apply(db: &Db, id: RejudgingId, by: &By<'_>) -> Answer<Applied> {
    let mut transaction = db.begin().await?;
    expect(&mut transaction, id, Action::Apply, State::Open).await?;
    match left(&mut transaction, id).await? {
        0 => {}
        left => return Err(Refusal::NotDone { id, left }),
    }
    let moved = moved_since_plan(&mut transaction, id).await?;
    if !moved.is_empty() {
        return Err(Refusal::Moved { id, action: Action::Apply, moved });
    }
    let applied = mark(&mut transaction, id).await?;
    put_in_place(&mut transaction, id).await?;
    set(&mut transaction, id, State::Applied).await?;
    note(&mut transaction, id, Action::Apply, by).await?;
    transaction.commit().await?;
    Ok(applied)
}

/// Gives up a rejudging that is not applied. What waits is not judged any more, and what is being judged stops with
/// the next thing that its worker wants to write; both are skipped. What is done stays for the jury to see.
pub async fn discard(db: &Db, id: RejudgingId, by: &By<'_>) -> Answer<()> {
    let mut transaction = db.begin().await?;
    expect(&mut transaction, id, Action::Drop, State::Open).await?;
    let skip = query!(
        "update judging set state = 'done', phase = null, verdict = 'SK', finished_at = clock_timestamp(),
            reason = format('Rejudging %s was dropped before this was judged.', $1::bigint)
        where state <> 'done' and id in (select judging_id from rejudging_submission where rejudging_id = $1)",
        id.0,
    );
    skip.execute(&mut *transaction).await?;
    set(&mut transaction, id, State::Dropped).await?;
    note(&mut transaction, id, Action::Drop, by).await?;
    transaction.commit().await?;
    Ok(())
}

/// Lets exactly those judgings count again that did before it was applied; it is open again, and can be applied once
/// more or dropped. Refused where something else has been applied over it since.
pub async fn undo(db: &Db, id: RejudgingId, by: &By<'_>) -> Answer<Applied> {
    let mut transaction = db.begin().await?;
    expect(&mut transaction, id, Action::Undo, State::Applied).await?;
    let moved = moved_since_applied(&mut transaction, id).await?;
    if !moved.is_empty() {
        return Err(Refusal::Moved { id, action: Action::Undo, moved });
    }
    let undone = put_back(&mut transaction, id).await?;
    set(&mut transaction, id, State::Open).await?;
    note(&mut transaction, id, Action::Undo, by).await?;
    transaction.commit().await?;
    Ok(undone)
}

/// Begins a step: nobody else takes one until the transaction ends.
async fn expect(
    connection: &mut PgConnection,
    id: RejudgingId,
    action: Action,
    expected: State,
) -> Answer<()> {
    take_turn(connection).await?;
    let state = query_scalar!(r#"select state as "state: State" from rejudging where id = $1"#, id.0);
    match state.fetch_optional(connection).await? {
        None => Err(Refusal::NoSuch(id)),
        Some(state) if state == expected => Ok(()),
        Some(state) => Err(Refusal::State { id, action, state }),
    }
}

async fn set(connection: &mut PgConnection, id: RejudgingId, state: State) -> Result<()> {
    query!("update rejudging set state = $2 where id = $1", id.0, state.word()).execute(connection).await?;
    Ok(())
}

async fn left(connection: &mut PgConnection, id: RejudgingId) -> Result<u64> {
    let left = query_scalar!(
        r#"select count(*) as "left!: Total" from rejudging_submission r join judging n on n.id = r.judging_id
        where r.rejudging_id = $1 and n.state <> 'done'"#,
        id.0,
    );
    Ok(left.fetch_one(connection).await?.into())
}

/// Submissions of which another judging counts than did when it was planned.
async fn moved_since_plan(connection: &mut PgConnection, id: RejudgingId) -> Result<Vec<Moved>> {
    let moved = query_as!(
        Moved,
        r#"select r.submission_id as "submission: SubmissionId", o.rejudging_id as "by?: RejudgingId"
        from rejudging_submission r
        join judging f on f.id = r.former_id
        left join judging v on v.submission_id = r.submission_id and v.valid
        left join rejudging_submission o on o.judging_id = v.id
        where r.rejudging_id = $1 and not f.valid order by r.submission_id"#,
        id.0,
    );
    Ok(moved.fetch_all(connection).await?)
}

/// Submissions of which another judging counts than the one that it put in place.
async fn moved_since_applied(connection: &mut PgConnection, id: RejudgingId) -> Result<Vec<Moved>> {
    let moved = query_as!(
        Moved,
        r#"select r.submission_id as "submission: SubmissionId", o.rejudging_id as "by?: RejudgingId"
        from rejudging_submission r
        join judging n on n.id = r.judging_id
        left join judging v on v.submission_id = r.submission_id and v.valid
        left join rejudging_submission o on o.judging_id = v.id
        where r.rejudging_id = $1 and r.applied and not n.valid order by r.submission_id"#,
        id.0,
    );
    Ok(moved.fetch_all(connection).await?)
}

async fn mark(connection: &mut PgConnection, id: RejudgingId) -> Result<Applied> {
    let counts = query!(
        r#"with marked as (
            update rejudging_submission r set applied = true from judging n
            where r.rejudging_id = $1 and n.id = r.judging_id and n.verdict <> 'JE'
            returning r.submission_id
        )
        select (select count(*) from marked) as "swapped!: Total", count(*) as "all!: Total"
        from rejudging_submission where rejudging_id = $1"#,
        id.0,
    );
    let counts = counts.fetch_one(connection).await?;
    let (swapped, all): (u64, u64) = (counts.swapped.into(), counts.all.into());
    Ok(Applied { swapped, kept: all - swapped })
}

/// First none counts, then the new one: a submission never has two.
async fn put_in_place(connection: &mut PgConnection, id: RejudgingId) -> Result<()> {
    let leave = query!(
        "update judging set valid = false
        where id in (select former_id from rejudging_submission where rejudging_id = $1 and applied)",
        id.0,
    );
    leave.execute(&mut *connection).await?;
    let enter = query!(
        "update judging set valid = true
        where id in (select judging_id from rejudging_submission where rejudging_id = $1 and applied)",
        id.0,
    );
    enter.execute(connection).await?;
    Ok(())
}

async fn put_back(connection: &mut PgConnection, id: RejudgingId) -> Result<Applied> {
    let leave = query!(
        "update judging set valid = false
        where id in (select judging_id from rejudging_submission where rejudging_id = $1 and applied)",
        id.0,
    );
    leave.execute(&mut *connection).await?;
    let enter = query!(
        "update judging set valid = true
        where id in (select former_id from rejudging_submission where rejudging_id = $1 and applied)",
        id.0,
    );
    let swapped = enter.execute(&mut *connection).await?.rows_affected();
    let unmark = query!("update rejudging_submission set applied = false where rejudging_id = $1", id.0);
    let all = unmark.execute(connection).await?.rows_affected();
    Ok(Applied { swapped, kept: all - swapped })
}
