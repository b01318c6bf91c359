//! Results that need not be had by running again.

use problem::Hash;
use sqlx::query;

use super::{Noise, Run};
use crate::columns::{Code, Count, Digest, Maybe, Micros, Scored, Size, Times, integer};
use crate::judging::Claim;
use crate::{Db, JudgingId, Result};

/// A run that was made before, with what disturbed it.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub key: Hash,
    /// As it was, but that [`Run::reused_from`] is the judging in which it was run, this one perhaps.
    pub run: Run,
    pub noise: Option<Noise>,
}

/// What is known of runs with these keys, for whoever holds the claim: from former attempts at this judging, and, unless
/// it is fresh, from judgings of the same user that are over. Of former attempts come first; a key may come twice.
pub async fn known(db: &Db, claim: &Claim, keys: &[Hash]) -> Result<Vec<Known>> {
    let wanted: Vec<Vec<u8>> = keys.iter().map(|key| key.0.to_vec()).collect();
    let rows = query!(
        r#"select key as "key!: Digest", coalesce(reused_from, judging_id) as "origin!: JudgingId",
            position as "position!: Count", name as "name!", sample as "sample!", verdict as "verdict!: Code",
            coalesce(own_verdict, verdict) as "own!: Code", score as "score!: Maybe<Scored>", points,
            cpu_us as "cpu!: Micros", wall_us as "wall!: Micros", memory_bytes as "memory!: Size", exit_code, signal,
            oom_kills as "oom_kills!: Size", reason as "reason!", team_message as "team_message!",
            judge_message as "judge_message!", output, stderr as "stderr!", transcript as "transcript!",
            wait_us as "wait!: Maybe<Micros>", window_us as "window: Micros", steal_us as "steal: Micros",
            pressure_us as "pressure: Micros", canary, noise as "words!", times_us as "times!: Times",
            time_limit_us as "time_limit!: Maybe<Micros>", memory_limit_bytes as "memory_limit!: Maybe<Size>"
        from known_runs($1, $2, $3)"#,
        claim.judging().0,
        integer(claim.attempt()),
        &wanted,
    );
    let rows = rows.fetch_all(db).await?.into_iter().map(|row| {
        let position: u32 = row.position.into();
        let time = |column: Option<Micros>| column.map(Into::into).unwrap_or_default();
        let (window, steal, pressure) = (time(row.window), time(row.steal), time(row.pressure));
        let wait: Option<_> = row.wait.into();
        let (canary, words) = (row.canary, row.words);
        let noise = wait.map(|wait| Noise { position, wait, window, steal, pressure, canary, words });
        let key = row.key.into();
        let run = Run {
            position,
            name: row.name,
            sample: row.sample,
            verdict: row.verdict.into(),
            own: row.own.into(),
            score: row.score.into(),
            points: row.points,
            cpu: row.cpu.into(),
            times: row.times.into(),
            wall: row.wall.into(),
            memory: row.memory.into(),
            time_limit: row.time_limit.into(),
            memory_limit: row.memory_limit.into(),
            exit_code: row.exit_code,
            signal: row.signal,
            oom_kills: row.oom_kills.into(),
            reason: row.reason,
            team_message: row.team_message,
            judge_message: row.judge_message,
            output: row.output,
            transcript: row.transcript,
            stderr: row.stderr,
            key: Some(key),
            reused_from: Some(row.origin),
        };
        Known { key, run, noise }
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use problem::{Score, Verdict};

    use super::*;
    use crate::fixture::{self, claim, expire_leases};
    use crate::judging::{self, Claimed, finish, release};
    use crate::run::{disturbed, list, record};
    use crate::{ProblemId, SubmissionId, UserId};

    fn key(text: &str) -> Hash {
        Hash::of(text.as_bytes())
    }

    fn keyed(position: u32, text: &str) -> Run {
        Run { key: Some(key(text)), ..fixture::run(position, Verdict::Ac) }
    }

    /// One user and one problem, with submissions that are judged one after the other.
    struct Bench {
        db: Db,
        ann: UserId,
        problem: ProblemId,
    }

    impl Bench {
        async fn new(db: Db) -> Self {
            let (ann, problem) =
                (fixture::user(&db, "ann").await, fixture::import(&db, "sum", "1 2\n").await.problem);
            Self { db, ann, problem }
        }

        async fn submit(&self, user: UserId) -> SubmissionId {
            fixture::submit(&self.db, user, self.problem, "cpp").await
        }

        /// A claim of a new submission.
        async fn begin(&self, user: UserId) -> Claim {
            self.submit(user).await;
            self.claim().await.claim
        }

        async fn claim(&self) -> Claimed {
            claim(&self.db, "alpha").await.unwrap()
        }

        async fn judged(&self, user: UserId, runs: &[Run], verdict: Verdict) -> JudgingId {
            let claim = self.begin(user).await;
            record(&self.db, &claim, runs, &[]).await.unwrap();
            finish(&self.db, &claim, &fixture::finished(verdict)).await.unwrap();
            claim.judging()
        }

        /// Which of the keys are known, and from which judging.
        async fn known(&self, claim: &Claim, keys: &[&str]) -> Vec<Option<JudgingId>> {
            let wanted: Vec<Hash> = keys.iter().copied().map(key).collect();
            let known = known(&self.db, claim, &wanted).await.unwrap();
            let of = |wanted: &Hash| known.iter().find(|one| one.key == *wanted);
            wanted.iter().map(|wanted| of(wanted).and_then(|one| one.run.reused_from)).collect()
        }
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_run_is_known_whole_as_it_was_recorded(db: Db) {
        let bench = Bench::new(db.clone()).await;
        let run = Run {
            sample: true,
            verdict: Verdict::Pa,
            own: Verdict::Ac,
            score: Some(Score::Share(0.1 + 0.2)),
            points: Some(33.25),
            exit_code: None,
            signal: Some(11),
            oom_kills: 2,
            reason: "Killed by signal 11.".to_owned(),
            team_message: "line 3".to_owned(),
            judge_message: "case 3".to_owned(),
            output: Some(b"4\0\xff\n".to_vec()),
            transcript: ">1\n<2\n".to_owned(),
            stderr: "caf\u{e9}".to_owned(),
            ..keyed(7, "a")
        };
        let claim = bench.begin(bench.ann).await;
        record(&db, &claim, std::slice::from_ref(&run), &[]).await.unwrap();
        let [wait, window, steal, pressure] = [1, 2, 3, 4].map(Duration::from_millis);
        let noise = Noise {
            position: 7,
            wait,
            window,
            steal,
            pressure,
            canary: Some(1.0),
            words: "It waited.".to_owned(),
        };
        disturbed(&db, &claim, std::slice::from_ref(&noise), &[]).await.unwrap();
        finish(&db, &claim, &fixture::finished(Verdict::Ac)).await.unwrap();
        let second = bench.begin(bench.ann).await;
        let known = known(&db, &second, &[key("a"), key("b")]).await.unwrap();
        let expected = Run { reused_from: Some(claim.judging()), ..run };
        assert_eq!(known, [Known { key: key("a"), run: expected.clone(), noise: Some(noise) }]);
        record(&db, &second, std::slice::from_ref(&expected), &[]).await.unwrap();
        assert_eq!(list(&db, second.judging()).await.unwrap(), [expected]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_copy_of_a_copy_names_the_judging_in_which_it_was_run_and_outlives_it(db: Db) {
        let bench = Bench::new(db.clone()).await;
        let origin = bench.judged(bench.ann, &[keyed(1, "a")], Verdict::Ac).await;
        let copy = Run { reused_from: Some(origin), ..keyed(1, "a") };
        let second = bench.judged(bench.ann, std::slice::from_ref(&copy), Verdict::Ac).await;
        sqlx::query("delete from run where judging_id = $1").bind(origin.0).execute(&db).await.unwrap();
        sqlx::query("delete from judging where id = $1").bind(origin.0).execute(&db).await.unwrap();
        assert_eq!(list(&db, second).await.unwrap(), [copy]);
        let third = bench.begin(bench.ann).await;
        assert_eq!(bench.known(&third, &["a"]).await, [Some(origin)]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn nothing_is_known_of_others_of_judge_errors_and_of_what_is_not_over(db: Db) {
        let bench = Bench::new(db.clone()).await;
        let bob = fixture::user(&db, "bob").await;
        bench.judged(bob, &[keyed(1, "bob's")], Verdict::Ac).await;
        bench.judged(bench.ann, &[keyed(1, "failed")], Verdict::Je).await;
        bench.judged(bench.ann, &[keyed(1, "dropped")], Verdict::Sk).await;
        let wrong = bench.judged(bench.ann, &[keyed(1, "wrong")], Verdict::Wa).await;
        let running = bench.begin(bench.ann).await;
        record(&db, &running, &[keyed(1, "running")], &[]).await.unwrap();
        let claim = bench.begin(bench.ann).await;
        let known = bench.known(&claim, &["bob's", "failed", "dropped", "running", "wrong"]).await;
        assert_eq!(known, [None, None, None, None, Some(wrong)]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_a_busy_machine_may_have_made_loses_its_key(db: Db) {
        let bench = Bench::new(db.clone()).await;
        let claim = bench.begin(bench.ann).await;
        record(&db, &claim, &[keyed(1, "a"), keyed(2, "b")], &[]).await.unwrap();
        let time = Duration::from_millis(1);
        let noise = |position| Noise {
            position,
            wait: time,
            window: time,
            steal: time,
            pressure: time,
            canary: None,
            words: String::new(),
        };
        disturbed(&db, &claim, &[noise(1), noise(2)], &[2]).await.unwrap();
        finish(&db, &claim, &fixture::finished(Verdict::Ac)).await.unwrap();
        let next = bench.begin(bench.ann).await;
        assert_eq!(bench.known(&next, &["a", "b"]).await, [Some(claim.judging()), None]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_fresh_judging_knows_only_what_its_own_former_attempts_came_to(db: Db) {
        let bench = Bench::new(db.clone()).await;
        bench.judged(bench.ann, &[keyed(1, "a"), keyed(2, "b")], Verdict::Ac).await;
        let first = bench.begin(bench.ann).await;
        let id = first.judging();
        sqlx::query("update judging set fresh = true where id = $1").bind(id.0).execute(&db).await.unwrap();
        assert_eq!(bench.known(&first, &["a", "b"]).await, [None, None]);
        record(&db, &first, &[keyed(1, "a")], &[]).await.unwrap();
        expire_leases(&db).await;
        let second = bench.claim().await.claim;
        assert_eq!(bench.known(&second, &["a", "b"]).await, [Some(id), None]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_attempts_came_to_before_they_ended_is_known_to_the_next_until_the_judging_is_over(db: Db) {
        let bench = Bench::new(db.clone()).await;
        let first = bench.begin(bench.ann).await;
        record(&db, &first, &[keyed(1, "a")], &[]).await.unwrap();
        release(&db, &first, "the box was lost").await.unwrap();
        let second = claim(&db, "beta").await.unwrap().claim;
        record(&db, &second, &[keyed(2, "b")], &[]).await.unwrap();
        expire_leases(&db).await;
        let third = bench.claim().await.claim;
        let id = third.judging();
        assert_eq!(bench.known(&third, &["a", "b", "c"]).await, [Some(id), Some(id), None]);
        assert!(list(&db, id).await.unwrap().is_empty(), "nothing of it is shown");
        record(&db, &third, &[keyed(1, "a")], &[]).await.unwrap();
        finish(&db, &third, &fixture::finished(Verdict::Ac)).await.unwrap();
        let rows = "select count(*) from run";
        assert_eq!(sqlx::query_scalar::<_, i64>(rows).fetch_one(&db).await.unwrap(), 1);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn who_lost_the_claim_is_told_nothing(db: Db) {
        let bench = Bench::new(db.clone()).await;
        bench.judged(bench.ann, &[keyed(1, "a")], Verdict::Ac).await;
        let first = bench.begin(bench.ann).await;
        record(&db, &first, &[keyed(1, "b")], &[]).await.unwrap();
        expire_leases(&db).await;
        let second = claim(&db, "beta").await.unwrap().claim;
        assert_eq!(bench.known(&first, &["a", "b"]).await, [None, None]);
        judging::finish(&db, &second, &fixture::finished(Verdict::Ac)).await.unwrap();
        assert_eq!(bench.known(&second, &["a", "b"]).await, [None, None], "nor who has finished");
    }
}
