//! Table `run`: one test case's result inside a judging.

mod known;

use std::borrow::Cow;
use std::time::Duration;

use problem::{Hash, Score, Verdict};
use serde_json::Value;
use sqlx::{PgConnection, query, query_as};

pub use self::known::{Known, known};

use crate::columns::{
    Code, Count, Digest, Maybe, Micros, Scored, Size, Times, bigint, integer, jsonb, micros, printable,
};
use crate::judging::Claim;
use crate::{Db, Error, JudgingId, Result};

#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Place in the order of judging; names the run within the judging.
    pub position: u32,
    /// The test case's full name, `secret/group1/03`.
    pub name: String,
    pub sample: bool,
    pub verdict: Verdict,
    /// What it came to by itself, before points made another verdict of it.
    pub own: Verdict,
    /// What decided it gave besides.
    pub score: Option<Score>,
    /// What it gives; `None`: pass-fail, or not run.
    pub points: Option<f64>,
    /// The time that counts.
    pub cpu: Duration,
    /// CPU times of all its runs, in their order; several where the time was in doubt, none where it was not run.
    pub times: Vec<Duration>,
    pub wall: Duration,
    /// Peak, in bytes.
    pub memory: u64,
    /// What it had: CPU time, and bytes. `None`: it was not run, or before this was kept.
    pub time_limit: Option<Duration>,
    pub memory_limit: Option<u64>,
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
    /// Who said what, of a sample case with an interactor or of several passes; else empty.
    pub transcript: String,
    pub stderr: String,
    /// The hash of all that this hangs on; `None`: the same run might come to something else.
    pub key: Option<Hash>,
    /// The judging that this is a copy from.
    pub reused_from: Option<JudgingId>,
}

/// What disturbed a run: of interest to whoever asks what its times are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise {
    /// Of the run.
    pub position: u32,
    /// How long it was ready while its core was busy with others.
    pub wait: Duration,
    /// The stretch of time, with the run in it, of which the next two are parts; zero when there was none.
    pub window: Duration,
    /// What a hypervisor took of the core.
    pub steal: Duration,
    /// How long somebody on the machine was waiting for a core.
    pub pressure: Duration,
    /// The core's slowness at that time, 1 being that of a quiet machine.
    pub canary: Option<f64>,
    /// Why the run's time may be more than on a quiet machine, in words; empty: it was quiet.
    pub words: String,
}

/// Adds to runs that were recorded before what is known only now, in one statement: what disturbed them, and which of
/// these might therefore come to something else another time and lose their keys.
pub async fn disturbed(db: &Db, claim: &Claim, noise: &[Noise], varying: &[u32]) -> Result<()> {
    let noise = Disturbances::of(noise);
    let update = query!(
        r#"with quick as materialized (select set_config('synchronous_commit', 'off', true))
        update run r set wait_us = n.wait, window_us = n.span, steal_us = n.steal, pressure_us = n.pressure,
            canary = n.canary, noise = n.words, key = case when r.position = any($9) then null else r.key end
        from quick, unnest($3::integer[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::double precision[],
            $10::text[]) as n (position, wait, span, steal, pressure, canary, words)
        where r.judging_id = $1 and r.attempt = $2 and r.position = n.position and exists
            (select from judging j where j.id = $1 and j.attempt = $2 and j.state = 'running')"#,
        claim.judging().0,
        integer(claim.attempt()),
        &noise.positions,
        &noise.wait,
        &noise.window,
        &noise.steal,
        &noise.pressure,
        &noise.canaries as &[Option<f64>],
        &varying.iter().copied().map(integer).collect::<Vec<i32>>(),
        &noise.words,
    );
    update.execute(db).await?;
    Ok(())
}

/// Noise as the columns of a table.
struct Disturbances {
    positions: Vec<i32>,
    wait: Vec<i64>,
    window: Vec<i64>,
    steal: Vec<i64>,
    pressure: Vec<i64>,
    canaries: Vec<Option<f64>>,
    words: Vec<String>,
}

impl Disturbances {
    fn of(noise: &[Noise]) -> Self {
        let times = |of: fn(&Noise) -> Duration| noise.iter().map(|one| micros(of(one))).collect();
        Self {
            positions: noise.iter().map(|one| integer(one.position)).collect(),
            wait: times(|one| one.wait),
            window: times(|one| one.window),
            steal: times(|one| one.steal),
            pressure: times(|one| one.pressure),
            canaries: noise.iter().map(|one| one.canary).collect(),
            words: noise.iter().map(|one| printable(&one.words).into_owned()).collect(),
        }
    }
}

/// Of the runs of the judging's last attempt, in the order of judging; none of those of which nothing is known.
pub async fn noise(db: &Db, judging: JudgingId) -> Result<Vec<Noise>> {
    let noise = query_as!(
        Noise,
        r#"select r.position as "position: Count", r.wait_us as "wait!: Micros", r.window_us as "window!: Micros",
            r.steal_us as "steal!: Micros", r.pressure_us as "pressure!: Micros", r.canary, r.noise as words
        from run r join judging j on j.id = r.judging_id and j.attempt = r.attempt
        where r.judging_id = $1 and j.state <> 'queued' and r.window_us is not null order by r.position"#,
        judging.0,
    );
    Ok(noise.fetch_all(db).await?)
}

/// Adds runs to the claimed judging with what is known of their noise, counts them, and renews the lease, in one statement.
/// A run that is there already is left as it is, so a call whose answer got lost can be repeated.
///
/// Runs belong to an attempt. Only those of a judging's last attempt are ever shown; those of the ones before it are
/// [`known`] to it, and are deleted when it is over.
//
// Does not wait for the disk: runs that a power cut takes are those of a judging that is not done, and made again.
pub async fn record(db: &Db, claim: &Claim, runs: &[Run], noise: &[Noise]) -> Result<()> {
    let mut connection = db.acquire().await?;
    add(&mut connection, claim, Columns(runs), &Disturbances::of(noise)).await
}

/// Locks the judging first: nobody claims it while its runs are being written. Runs go as columns, so that a thousand of
/// them are one row of arguments.
async fn add(
    connection: &mut PgConnection,
    claim: &Claim,
    of: Columns<'_>,
    noise: &Disturbances,
) -> Result<()> {
    let update = query!(
        r#"with held as materialized (
            select id from judging where id = $1 and attempt = $2 and state = 'running' for update
        ), added as (
            insert into run (judging_id, attempt, position, name, sample, verdict, cpu_us, wall_us, memory_bytes,
                exit_code, signal, oom_kills, reason, team_message, judge_message, output, stderr, points,
                transcript, own_verdict, score, key, reused_from, times_us, time_limit_us, memory_limit_bytes,
                wait_us, window_us, steal_us, pressure_us, canary, noise)
            select held.id, $2, r.position, name, sample, verdict, cpu, wall, memory, exit_code, signal, oom_kills, reason,
                team_message, judge_message, output, stderr, points, transcript, own_verdict, score, key, reused_from,
                -- As text, for arrays of several lengths are no array.
                times::bigint[], time_limit, memory_limit,
                n.wait, n.span, n.steal, n.pressure, n.canary, coalesce(n.words, '')
            from held, unnest($4::integer[], $5::text[], $6::boolean[], $7::text[],
                $8::bigint[], $9::bigint[], $10::bigint[], $11::integer[], $12::integer[], $13::bigint[],
                $14::text[], $15::text[], $16::text[], $17::bytea[], $18::text[], $19::double precision[],
                $20::text[], $21::text[], $22::jsonb[], $23::bytea[], $24::bigint[], $25::text[], $26::bigint[],
                $27::bigint[])
                as r (position, name, sample, verdict, cpu, wall, memory, exit_code, signal, oom_kills, reason,
                    team_message, judge_message, output, stderr, points, transcript, own_verdict, score, key,
                    reused_from, times, time_limit, memory_limit)
                left join unnest($28::integer[], $29::bigint[], $30::bigint[], $31::bigint[], $32::bigint[],
                    $33::double precision[], $34::text[]) as n (position, wait, span, steal, pressure, canary, words)
                    on n.position = r.position
            on conflict (judging_id, attempt, position) do nothing
            returning position
        )
        update judging set claimable_at = clock_timestamp() + make_interval(secs => $3),
            -- Those from before, and those of this statement, which it does not see in the table.
            tests_done = (select count(*) from run where judging_id = $1 and attempt = $2) + (select count(*) from added)
        from held where judging.id = held.id
        returning set_config('synchronous_commit', 'off', true) as settled_later"#,
        claim.judging().0,
        integer(claim.attempt()),
        claim.lease().as_secs_f64(),
        &of.each(|run| integer(run.position)),
        &of.texts(|run| &run.name) as &[Cow<'_, str>],
        &of.each(|run| run.sample),
        &of.texts(|run| run.verdict.code()) as &[Cow<'_, str>],
        &of.each(|run| micros(run.cpu)),
        &of.each(|run| micros(run.wall)),
        &of.each(|run| bigint(run.memory)),
        &of.each(|run| run.exit_code) as &[Option<i32>],
        &of.each(|run| run.signal) as &[Option<i32>],
        &of.each(|run| bigint(run.oom_kills)),
        &of.texts(|run| &run.reason) as &[Cow<'_, str>],
        &of.texts(|run| &run.team_message) as &[Cow<'_, str>],
        &of.texts(|run| &run.judge_message) as &[Cow<'_, str>],
        &of.each(|run| run.output.as_deref()) as &[Option<&[u8]>],
        &of.texts(|run| &run.stderr) as &[Cow<'_, str>],
        &of.each(|run| run.points) as &[Option<f64>],
        &of.texts(|run| &run.transcript) as &[Cow<'_, str>],
        &of.each(|run| Some(run.own).filter(|own| *own != run.verdict).map(Verdict::code))
            as &[Option<&str>],
        &of.each(|run| run.score.as_ref().map(jsonb)) as &[Option<Value>],
        &of.each(|run| run.key.as_ref().map(|key| key.0.as_slice())) as &[Option<&[u8]>],
        &of.each(|run| run.reused_from.map(|judging| judging.0)) as &[Option<i64>],
        &of.each(|run| array(&run.times)),
        &of.each(|run| run.time_limit.map(micros)) as &[Option<i64>],
        &of.each(|run| run.memory_limit.map(bigint)) as &[Option<i64>],
        &noise.positions,
        &noise.wait,
        &noise.window,
        &noise.steal,
        &noise.pressure,
        &noise.canaries as &[Option<f64>],
        &noise.words,
    );
    update.fetch_optional(connection).await?.map(drop).ok_or(Error::ClaimLost)
}

/// Microseconds, as Postgres writes an array.
fn array(times: &[Duration]) -> String {
    let times: Vec<String> = times.iter().map(|time| micros(*time).to_string()).collect();
    format!("{{{}}}", times.join(","))
}

/// Runs as the columns of a table.
struct Columns<'a>(&'a [Run]);

impl<'a> Columns<'a> {
    fn each<T>(&self, of: impl Fn(&'a Run) -> T) -> Vec<T> {
        self.0.iter().map(of).collect()
    }

    fn texts(&self, of: impl Fn(&'a Run) -> &'a str) -> Vec<Cow<'a, str>> {
        self.0.iter().map(|run| printable(of(run))).collect()
    }
}

/// In the order of judging; none of a judging that waits to be tried again.
pub async fn list(db: &Db, judging: JudgingId) -> Result<Vec<Run>> {
    let runs = query_as!(
        Run,
        r#"select r.position as "position: Count", r.name, r.sample, r.verdict as "verdict: Code", r.points,
            r.cpu_us as "cpu: Micros", r.wall_us as "wall: Micros", r.memory_bytes as "memory: Size",
            r.exit_code, r.signal, r.oom_kills as "oom_kills: Size", r.reason, r.team_message, r.judge_message,
            r.output, r.stderr, r.transcript, coalesce(r.own_verdict, r.verdict) as "own!: Code",
            r.score as "score!: Maybe<Scored>", r.key as "key!: Maybe<Digest>",
            r.reused_from as "reused_from: JudgingId", r.times_us as "times: Times",
            r.time_limit_us as "time_limit!: Maybe<Micros>", r.memory_limit_bytes as "memory_limit!: Maybe<Size>"
        from run r join judging j on j.id = r.judging_id and j.attempt = r.attempt
        where r.judging_id = $1 and j.state <> 'queued' order by r.position"#,
        judging.0,
    );
    Ok(runs.fetch_all(db).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{self, claim, end_leases, expire_leases};
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
            points: Some(33.25),
            transcript: ">1\n<2\n".to_owned(),
            times: [1_040, 970, 960].map(Duration::from_millis).into(),
            time_limit: Some(Duration::from_secs(1)),
            memory_limit: Some(64 << 20),
            ..fixture::run(7, Verdict::Re)
        };
        record(&db, &claimed.claim, std::slice::from_ref(&run), &[]).await.unwrap();
        assert_eq!(list(&db, claimed.claim.judging()).await.unwrap(), [run]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_nul_that_a_program_printed_does_not_stop_the_judging(db: Db) {
        fixture::submitted(&db).await;
        let claim = claim(&db, "alpha").await.unwrap().claim;
        let nul = "a\0b".to_owned();
        let run = Run { stderr: nul.clone(), judge_message: nul.clone(), ..fixture::run(1, Verdict::Wa) };
        record(&db, &claim, &[run], &[]).await.unwrap();
        judging::progress(&db, &claim, judging::Progress { compiled: Some(&nul), ..Default::default() })
            .await
            .unwrap();
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
        record(&db, &claim, &runs[..2], &[]).await.unwrap();
        record(&db, &claim, &runs, &[]).await.unwrap();
        record(&db, &claim, &runs, &[]).await.unwrap();
        assert_eq!(list(&db, claim.judging()).await.unwrap(), runs);
        assert_eq!(judging::get(&db, claim.judging()).await.unwrap().tests_done, 3);
    }

    fn noise_of(position: u32, canary: Option<f64>) -> Noise {
        let [wait, window, steal, pressure] =
            [1, 2, 3, 4].map(|n| Duration::from_millis(n + u64::from(position)));
        let words = canary.map(|_| "It waited.".to_owned()).unwrap_or_default();
        Noise { position, wait, window, steal, pressure, canary, words }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_disturbed_runs_reads_back_as_it_was_told(db: Db) {
        fixture::submitted(&db).await;
        let claim = claim(&db, "alpha").await.unwrap().claim;
        let runs: Vec<Run> = (1..=3).map(|n| fixture::run(n, Verdict::Ac)).collect();
        record(&db, &claim, &runs, &[]).await.unwrap();
        let told = [noise_of(1, Some(1.25)), noise_of(3, None)];
        disturbed(&db, &claim, &told, &[]).await.unwrap();
        assert_eq!(noise(&db, claim.judging()).await.unwrap(), told);
        disturbed(&db, &claim, &[noise_of(9, None)], &[]).await.unwrap();
        disturbed(&db, &claim, &[], &[]).await.unwrap();
        assert_eq!(noise(&db, claim.judging()).await.unwrap(), told, "there is no run 9");
        assert_eq!(list(&db, claim.judging()).await.unwrap(), runs);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn who_lost_the_claim_says_nothing_of_noise(db: Db) {
        fixture::submitted(&db).await;
        let first = claim(&db, "alpha").await.unwrap().claim;
        expire_leases(&db).await;
        let second = claim(&db, "beta").await.unwrap().claim;
        record(&db, &second, &[fixture::run(1, Verdict::Ac)], &[]).await.unwrap();
        disturbed(&db, &first, &[noise_of(1, None)], &[]).await.unwrap();
        assert!(noise(&db, second.judging()).await.unwrap().is_empty());
        judging::finish(&db, &second, &fixture::finished(Verdict::Ac)).await.unwrap();
        disturbed(&db, &second, &[noise_of(1, None)], &[]).await.unwrap();
        assert!(noise(&db, second.judging()).await.unwrap().is_empty(), "a judging that is done stays");
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn recording_renews_the_lease(db: Db) {
        fixture::submitted(&db).await;
        let first = claim(&db, "alpha").await.unwrap().claim;
        end_leases(&db).await;
        record(&db, &first, &[fixture::run(1, Verdict::Ac)], &[]).await.unwrap();
        assert_eq!(judging::sweep(&db).await.unwrap(), 0);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn only_the_runs_of_the_last_attempt_are_shown_and_remain(db: Db) {
        fixture::submitted(&db).await;
        let first = claim(&db, "alpha").await.unwrap().claim;
        record(&db, &first, &[fixture::run(1, Verdict::Ac), fixture::run(2, Verdict::Tle)], &[])
            .await
            .unwrap();
        expire_leases(&db).await;
        let second = claim(&db, "beta").await.unwrap().claim;
        assert!(list(&db, first.judging()).await.unwrap().is_empty());
        assert!(matches!(
            record(&db, &first, &[fixture::run(3, Verdict::Wa)], &[]).await,
            Err(Error::ClaimLost)
        ));
        let run = fixture::run(1, Verdict::Wa);
        record(&db, &second, std::slice::from_ref(&run), &[]).await.unwrap();
        assert_eq!(list(&db, first.judging()).await.unwrap(), [run]);
        judging::finish(&db, &second, &fixture::finished(Verdict::Wa)).await.unwrap();
        let rows = "select count(*) from run";
        assert_eq!(sqlx::query_scalar::<_, i64>(rows).fetch_one(&db).await.unwrap(), 1);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_run_of_a_former_attempt_is_never_shown_nor_counted(db: Db) {
        fixture::submitted(&db).await;
        let claim = claim(&db, "alpha").await.unwrap().claim;
        record(&db, &claim, &[fixture::run(1, Verdict::Ac)], &[]).await.unwrap();
        let stray = r#"insert into run select (r).* from
            (select jsonb_populate_record(run, '{"attempt": 0, "position": 2, "cpu_us": 999999}') as r from run) as x"#;
        assert_eq!(sqlx::query(stray).execute(&db).await.unwrap().rows_affected(), 1);
        record(&db, &claim, &[], &[]).await.unwrap();
        assert_eq!(judging::get(&db, claim.judging()).await.unwrap().tests_done, 1);
        judging::finish(&db, &claim, &fixture::finished(Verdict::Ac)).await.unwrap();
        let runs = list(&db, claim.judging()).await.unwrap();
        assert_eq!(runs.iter().map(|run| run.position).collect::<Vec<_>>(), [1]);
        assert_eq!(judging::get(&db, claim.judging()).await.unwrap().cpu, Some(runs[0].cpu));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_judging_whose_runs_are_being_written_cannot_be_taken_away(db: Db) {
        fixture::submitted(&db).await;
        let first = claim(&db, "alpha").await.unwrap().claim;
        end_leases(&db).await;
        let mut transaction = db.begin().await.unwrap();
        add(&mut transaction, &first, Columns(&[]), &Disturbances::of(&[])).await.unwrap();
        let meanwhile = tokio::time::timeout(Duration::from_secs(10), judging::sweep(&db)).await;
        assert_eq!(meanwhile.expect("it waits for nobody").unwrap(), 0);
        transaction.rollback().await.unwrap();
        assert_eq!(judging::sweep(&db).await.unwrap(), 1);
    }
}
