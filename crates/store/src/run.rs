//! Table `run`: one test case's result inside a judging.

use std::time::Duration;

use problem::Verdict;
use sqlx::{PgConnection, query, query_as};

use crate::columns::{Code, Count, Micros, Size, bigint, integer, micros, printable};
use crate::judging::Claim;
use crate::{Db, Error, JudgingId, Result};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Place in the order of judging; names the run within the judging.
    pub position: u32,
    /// The test case's full name, `secret/group1/03`.
    pub name: String,
    pub sample: bool,
    pub verdict: Verdict,
    pub cpu: Duration,
    pub wall: Duration,
    /// Peak, in bytes.
    pub memory: u64,
    pub exit_code: Option<i32>,
    pub signal: Option<i32>,
    pub oom_kills: u64,
    /// Why, in words.
    pub reason: String,
    /// The validator's, for the contestant.
    pub team_message: String,
    /// The validator's, for the jury.
    pub judge_message: String,
    /// What the program wrote: of a sample case only, cut.
    pub output: Option<Vec<u8>>,
    pub stderr: String,
}

/// Adds runs to the claimed judging, counts them, and renews the lease, in one transaction. A run that is there
/// already is left as it is, so a call whose answer got lost can be repeated.
///
/// Runs belong to an attempt. Only those of a judging's last attempt are ever shown; those of the ones before it are
/// deleted when it is claimed again.
pub async fn record(db: &Db, claim: &Claim, runs: &[Run]) -> Result<()> {
    let mut transaction = db.begin().await?;
    hold(&mut transaction, claim).await?;
    for run in runs {
        insert(&mut transaction, claim, run).await?;
    }
    count(&mut transaction, claim).await?;
    Ok(transaction.commit().await?)
}

/// First of all, because it locks the judging: nobody claims it while its runs are being written.
async fn hold(connection: &mut PgConnection, claim: &Claim) -> Result<()> {
    let renewed = query!(
        "update judging set claimable_at = clock_timestamp() + make_interval(secs => $3)
        where id = $1 and attempt = $2 and state = 'running'",
        claim.judging().0,
        integer(claim.attempt()),
        claim.lease().as_secs_f64(),
    );
    match renewed.execute(connection).await?.rows_affected() {
        0 => Err(Error::ClaimLost),
        _ => Ok(()),
    }
}

async fn insert(connection: &mut PgConnection, claim: &Claim, run: &Run) -> Result<()> {
    let insert = query!(
        "insert into run (judging_id, attempt, position, name, sample, verdict, cpu_us, wall_us, memory_bytes,
            exit_code, signal, oom_kills, reason, team_message, judge_message, output, stderr)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
        on conflict (judging_id, attempt, position) do nothing",
        claim.judging().0,
        integer(claim.attempt()),
        integer(run.position),
        &printable(&run.name),
        run.sample,
        run.verdict.code(),
        micros(run.cpu),
        micros(run.wall),
        bigint(run.memory),
        run.exit_code,
        run.signal,
        bigint(run.oom_kills),
        &printable(&run.reason),
        &printable(&run.team_message),
        &printable(&run.judge_message),
        run.output.as_deref(),
        &printable(&run.stderr),
    );
    insert.execute(connection).await?;
    Ok(())
}

async fn count(connection: &mut PgConnection, claim: &Claim) -> Result<()> {
    let counted = query!(
        "update judging set tests_done = (select count(*) from run where judging_id = $1 and attempt = $2)
        where id = $1",
        claim.judging().0,
        integer(claim.attempt()),
    );
    counted.execute(connection).await?;
    Ok(())
}

/// In the order of judging.
pub async fn list(db: &Db, judging: JudgingId) -> Result<Vec<Run>> {
    let runs = query_as!(
        Run,
        r#"select r.position as "position: Count", r.name, r.sample, r.verdict as "verdict: Code",
            r.cpu_us as "cpu: Micros", r.wall_us as "wall: Micros", r.memory_bytes as "memory: Size",
            r.exit_code, r.signal, r.oom_kills as "oom_kills: Size", r.reason, r.team_message, r.judge_message,
            r.output, r.stderr
        from run r join judging j on j.id = r.judging_id and j.attempt = r.attempt
        where r.judging_id = $1 order by r.position"#,
        judging.0,
    );
    Ok(runs.fetch_all(db).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{self, claim, expire_leases};
    use crate::judging;

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_run_reads_back_as_it_was_recorded(db: Db) {
        fixture::submitted(&db).await;
        let claimed = claim(&db, "alpha").await.unwrap();
        let run = Run {
            sample: true,
            exit_code: None,
            signal: Some(11),
            oom_kills: 2,
            reason: "Killed by signal 11.".to_owned(),
            team_message: "line 3: expected 4".to_owned(),
            judge_message: "case 3".to_owned(),
            output: Some(b"4\0\xff\n".to_vec()),
            stderr: "café".to_owned(),
            ..fixture::run(7, Verdict::Re)
        };
        record(&db, &claimed.claim, std::slice::from_ref(&run)).await.unwrap();
        assert_eq!(list(&db, claimed.claim.judging()).await.unwrap(), [run]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_nul_that_a_program_printed_does_not_stop_the_judging(db: Db) {
        fixture::submitted(&db).await;
        let claim = claim(&db, "alpha").await.unwrap().claim;
        let nul = "a\0b".to_owned();
        let run = Run { stderr: nul.clone(), judge_message: nul.clone(), ..fixture::run(1, Verdict::Wa) };
        record(&db, &claim, &[run]).await.unwrap();
        judging::compiled(&db, &claim, &nul).await.unwrap();
        let finished =
            judging::Finished { reason: nul.clone(), compile_log: nul, ..fixture::finished(Verdict::Wa) };
        judging::finish(&db, &claim, &finished).await.unwrap();
        assert_eq!(list(&db, claim.judging()).await.unwrap()[0].stderr, "a\u{fffd}b");
        assert_eq!(judging::get(&db, claim.judging()).await.unwrap().reason, "a\u{fffd}b");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn recording_the_same_again_changes_nothing_and_the_count_is_right(db: Db) {
        fixture::submitted(&db).await;
        let claim = claim(&db, "alpha").await.unwrap().claim;
        let runs: Vec<Run> = (1..=3).map(|n| fixture::run(n, Verdict::Ac)).collect();
        record(&db, &claim, &runs[..2]).await.unwrap();
        record(&db, &claim, &runs).await.unwrap();
        record(&db, &claim, &runs).await.unwrap();
        assert_eq!(list(&db, claim.judging()).await.unwrap(), runs);
        assert_eq!(judging::get(&db, claim.judging()).await.unwrap().tests_done, 3);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn recording_renews_the_lease(db: Db) {
        fixture::submitted(&db).await;
        let first = claim(&db, "alpha").await.unwrap().claim;
        expire_leases(&db).await;
        record(&db, &first, &[fixture::run(1, Verdict::Ac)]).await.unwrap();
        assert!(claim(&db, "beta").await.is_none());
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn only_the_runs_of_the_last_attempt_remain(db: Db) {
        fixture::submitted(&db).await;
        let first = claim(&db, "alpha").await.unwrap().claim;
        record(&db, &first, &[fixture::run(1, Verdict::Ac), fixture::run(2, Verdict::Tle)]).await.unwrap();
        expire_leases(&db).await;
        let second = claim(&db, "beta").await.unwrap().claim;
        assert!(list(&db, first.judging()).await.unwrap().is_empty());
        assert!(matches!(record(&db, &first, &[fixture::run(3, Verdict::Wa)]).await, Err(Error::ClaimLost)));
        let run = fixture::run(1, Verdict::Wa);
        record(&db, &second, std::slice::from_ref(&run)).await.unwrap();
        assert_eq!(list(&db, first.judging()).await.unwrap(), [run]);
        let rows = "select count(*) from run";
        assert_eq!(sqlx::query_scalar::<_, i64>(rows).fetch_one(&db).await.unwrap(), 1);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_run_of_a_former_attempt_is_never_shown_nor_counted(db: Db) {
        fixture::submitted(&db).await;
        let claim = claim(&db, "alpha").await.unwrap().claim;
        record(&db, &claim, &[fixture::run(1, Verdict::Ac)]).await.unwrap();
        let stray = r#"insert into run select (r).* from
            (select jsonb_populate_record(run, '{"attempt": 0, "position": 2, "cpu_us": 999999}') as r from run) as x"#;
        assert_eq!(sqlx::query(stray).execute(&db).await.unwrap().rows_affected(), 1);
        record(&db, &claim, &[]).await.unwrap();
        assert_eq!(judging::get(&db, claim.judging()).await.unwrap().tests_done, 1);
        judging::finish(&db, &claim, &fixture::finished(Verdict::Ac)).await.unwrap();
        let runs = list(&db, claim.judging()).await.unwrap();
        assert_eq!(runs.iter().map(|run| run.position).collect::<Vec<_>>(), [1]);
        assert_eq!(judging::get(&db, claim.judging()).await.unwrap().cpu, Some(runs[0].cpu));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_judging_whose_runs_are_being_written_cannot_be_claimed(db: Db) {
        fixture::submitted(&db).await;
        let first = claim(&db, "alpha").await.unwrap().claim;
        expire_leases(&db).await;
        let mut transaction = db.begin().await.unwrap();
        hold(&mut transaction, &first).await.unwrap();
        let meanwhile = tokio::time::timeout(Duration::from_secs(10), claim(&db, "beta")).await;
        assert!(meanwhile.expect("claiming waits for nobody").is_none());
        transaction.rollback().await.unwrap();
        assert!(claim(&db, "beta").await.is_some());
    }
}
