//! Table `worker`: who judges, and in which languages.

use std::collections::BTreeSet;
use std::time::Duration;

use problem::Slug;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{query, query_as, query_scalar};
use time::OffsetDateTime;

use crate::columns::{
    Count, Maybe, Name, Refusals, Seconds, SelfTested, Toolchains, integer, jsonb, printable,
};
use crate::pause::{self, Thing};
use crate::{Db, Error, JudgingId, Result, SubmissionId, worker_login};

/// A language that a worker can judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toolchain {
    /// Id of the language.
    pub language: String,
    /// The language's name for people.
    pub name: String,
    /// As the toolchain tells it.
    pub version: String,
}

/// A language that a worker has and does not offer, since it does not work there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Id of the language.
    pub language: String,
    /// The language's name for people.
    pub name: String,
    pub why: String,
}

/// What a worker's boxes came to under hostile programs. Without a failed one it takes jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfTest {
    /// Programs that were tried.
    pub rows: u32,
    pub seconds: f64,
    /// Of each that did not come to what it must, one line.
    pub failed: Vec<String>,
}

impl SelfTest {
    pub fn passed(&self) -> bool {
        self.rows > 0 && self.failed.is_empty()
    }
}

/// What a worker says of itself when it starts.
#[derive(Clone, Debug)]
pub struct Registration<'a> {
    /// Unique among the workers.
    pub name: &'a str,
    /// The machine's name.
    pub host: &'a str,
    /// How many judgings it does at once, at least 1.
    pub slots: u32,
    /// Grade of isolation.
    pub grade: &'a str,
    /// The kernel's release.
    pub kernel: &'a str,
    /// What names the judge-box that it uses.
    pub judge_box: &'a str,
    pub self_test: &'a SelfTest,
    /// How long ago the self-test ended.
    pub tested_ago: Duration,
    pub toolchains: &'a [Toolchain],
    pub refused: &'a [Refused],
    /// What its cores did with work that is always the same, and how long ago: the sandbox's words, not looked into here.
    /// None of a worker that takes no job.
    pub calibration: Option<(&'a Value, Duration)>,
}

#[derive(Clone, Debug)]
pub struct Worker {
    pub name: String,
    pub host: String,
    pub slots: u32,
    pub grade: String,
    pub kernel: String,
    pub judge_box: String,
    pub self_test: SelfTest,
    pub self_test_at: OffsetDateTime,
    pub toolchains: Vec<Toolchain>,
    pub refused: Vec<Refused>,
    pub calibration: Option<Value>,
    pub calibrated_at: Option<OffsetDateTime>,
    pub started_at: OffsetDateTime,
    pub seen_at: OffsetDateTime,
    /// How long ago that was by the database's clock.
    pub silent: Duration,
}

/// Enters the worker, or replaces what one of that name said before. Returns the number of this registration: who has
/// an older one is the worker of that name no more.
pub async fn register(db: &Db, new: &Registration<'_>) -> Result<i64> {
    let upsert = query_scalar!(
        "insert into worker (name, host, slots, grade, kernel, judge_box, self_test, self_test_at, toolchains, refused,
            calibration, calibrated_at)
        values ($1, $2, $3, $4, $5, $6, $7, now() - make_interval(secs => $8), $9, $10,
            $11, now() - make_interval(secs => $12))
        on conflict (name) do update set host = excluded.host, slots = excluded.slots, grade = excluded.grade,
            kernel = excluded.kernel, judge_box = excluded.judge_box, self_test = excluded.self_test,
            self_test_at = excluded.self_test_at, toolchains = excluded.toolchains, refused = excluded.refused,
            calibration = excluded.calibration, calibrated_at = excluded.calibrated_at,
            started_at = now(), seen_at = now(), registration = excluded.registration
        returning registration",
        new.name,
        new.host,
        integer(new.slots),
        new.grade,
        &printable(new.kernel),
        new.judge_box,
        jsonb(&new.self_test),
        new.tested_ago.as_secs_f64(),
        jsonb(&new.toolchains),
        jsonb(&new.refused),
        new.calibration.map(|(found, _)| found),
        new.calibration.map(|(_, ago)| ago.as_secs_f64()),
    );
    Ok(upsert.fetch_one(db).await?)
}

/// Whether a worker is still the one that its name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Registered,
    /// It must register again.
    Forgotten,
    /// Another process of its name started later: it must stop.
    Replaced,
}

/// Says that the worker lives.
pub async fn heartbeat(db: &Db, name: &str, registration: i64) -> Result<Standing> {
    let seen = query_scalar!(
        r#"with seen as (
            update worker set seen_at = now() where name = $1 and registration = $2 returning true as own
        )
        select coalesce((select own from seen), false) as "own!" from worker where name = $1"#,
        name,
        registration,
    );
    Ok(match seen.fetch_optional(db).await? {
        Some(true) => Standing::Registered,
        Some(false) => Standing::Replaced,
        None => Standing::Forgotten,
    })
}

/// Enters what the worker's cores do now. [`Error::NotFound`] if it must register again.
pub async fn calibrated(db: &Db, name: &str, calibration: &Value) -> Result<()> {
    let update = query!(
        "update worker set calibration = $2, calibrated_at = now() where name = $1",
        name,
        calibration,
    );
    match update.execute(db).await?.rows_affected() {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// Takes the worker off the list: it stops in good order. One that started later under the same name stays.
pub async fn leave(db: &Db, name: &str, registration: i64) -> Result<()> {
    query!("delete from worker where name = $1 and registration = $2", name, registration)
        .execute(db)
        .await?;
    Ok(())
}

/// A [`Worker`] for each row that `$rows` picks by its arguments.
macro_rules! select {
    ($rows:tt $(, $argument:expr)*) => {
        query_as!(
            Worker,
            r#"select name, host, slots as "slots: Count", grade, kernel, judge_box,
                self_test as "self_test: SelfTested", self_test_at, toolchains as "toolchains: Toolchains",
                refused as "refused: Refusals", calibration, calibrated_at, started_at, seen_at,
                extract(epoch from now() - seen_at)::double precision as "silent!: Seconds"
            from worker "# + $rows
            $(, $argument)*
        )
    };
}

/// Those seen within the last `within`, by name.
pub async fn live(db: &Db, within: Duration) -> Result<Vec<Worker>> {
    let rows =
        select!("where seen_at > now() - make_interval(secs => $1) order by name", within.as_secs_f64());
    Ok(rows.fetch_all(db).await?)
}

/// All that have not taken leave, by name: one that was killed is among them.
pub async fn all(db: &Db) -> Result<Vec<Worker>> {
    Ok(select!("order by name").fetch_all(db).await?)
}

/// Of those that have not taken leave, that have a login, or that stand still.
pub async fn names(db: &Db) -> Result<BTreeSet<String>> {
    let running = all(db).await?.into_iter().map(|worker| worker.name);
    let logins = worker_login::list(db).await?.into_iter().map(|login| login.worker);
    let pauses = pause::list(db).await?.into_iter().filter_map(|pause| match pause.thing {
        Thing::Worker(worker) | Thing::LanguageOn { worker, .. } => Some(worker),
        _ => None,
    });
    Ok(running.chain(logins).chain(pauses).collect())
}

/// A judging that a worker has in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Busy {
    pub worker: String,
    pub judging: JudgingId,
    /// `None`: it is a custom run.
    pub submission: Option<SubmissionId>,
    /// The problem's, if it is of one.
    pub slug: Option<Slug>,
    pub tests_done: u32,
    /// 0 until they are counted.
    pub tests_total: u32,
}

/// What is being judged now, in order of worker and judging.
pub async fn busy(db: &Db) -> Result<Vec<Busy>> {
    let busy = query_as!(
        Busy,
        r#"select coalesce(j.worker, '') as "worker!", j.id as "judging: JudgingId",
            j.submission_id as "submission: SubmissionId", p.slug as "slug!: Maybe<Name>",
            j.tests_done as "tests_done: Count", j.tests_total as "tests_total: Count"
        from judging j left join problem p on p.id = j.problem_id
        where j.state = 'running' order by j.worker, j.id"#
    );
    Ok(busy.fetch_all(db).await?)
}

/// What can be judged now: each language once, by id, as the first of the live workers by name has it whose self-test
/// holds.
pub async fn offered(db: &Db, within: Duration) -> Result<Vec<Toolchain>> {
    let offered = query_as!(
        Toolchain,
        r#"select distinct on (t.language) t.language as "language!", t.name as "name!", t.version as "version!"
        from worker w, jsonb_to_recordset(w.toolchains) as t (language text, name text, version text)
        where w.seen_at > now() - make_interval(secs => $1) and jsonb_array_length(w.self_test -> 'failed') = 0
        order by t.language, w.name"#,
        within.as_secs_f64(),
    );
    Ok(offered.fetch_all(db).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fixture, judging};

    const MINUTE: Duration = Duration::from_secs(60);

    fn toolchain(language: &str, version: &str) -> Toolchain {
        Toolchain {
            language: language.to_owned(),
            name: language.to_uppercase(),
            version: version.to_owned(),
        }
    }

    async fn enter(db: &Db, name: &str, toolchains: &[Toolchain]) -> i64 {
        enter_tested(db, name, toolchains, &[]).await
    }

    async fn enter_tested(db: &Db, name: &str, toolchains: &[Toolchain], failed: &[&str]) -> i64 {
        let failed = failed.iter().map(|row| (*row).to_owned()).collect();
        let refused = Refused { language: "r".into(), name: "R".into(), why: "no output\0".into() };
        let new = Registration {
            name,
            host: "host",
            slots: 2,
            grade: "full",
            kernel: "6.1",
            judge_box: "0123456789ab",
            self_test: &SelfTest { rows: 50, seconds: 2.5, failed },
            tested_ago: Duration::from_secs(90),
            toolchains,
            refused: &[refused],
            calibration: None,
        };
        register(db, &new).await.unwrap()
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_worker_whose_self_test_failed_is_seen_and_offers_nothing(db: Db) {
        enter(&db, "alpha", &[toolchain("cpp", "12")]).await;
        enter_tested(&db, "beta", &[toolchain("java", "17")], &["001-busy-loop: expected x, saw y"]).await;
        assert_eq!(offered(&db, MINUTE).await.unwrap(), [toolchain("cpp", "12")]);
        let workers = live(&db, MINUTE).await.unwrap();
        let passed: Vec<bool> = workers.iter().map(|worker| worker.self_test.passed()).collect();
        assert_eq!(passed, [true, false]);
        let beta = &workers[1];
        assert_eq!(beta.self_test.failed, ["001-busy-loop: expected x, saw y"]);
        assert_eq!((beta.self_test.rows, beta.judge_box.as_str()), (50, "0123456789ab"));
        assert_eq!(beta.refused[0].language, "r");
        let ago = (beta.seen_at - beta.self_test_at).as_seconds_f64();
        assert!((89.0..91.0).contains(&ago), "{ago}");
        assert!(!SelfTest { rows: 0, seconds: 0.0, failed: Vec::new() }.passed());
    }

    async fn silent_for_an_hour(db: &Db, name: &str) {
        let moved = "update worker set seen_at = now() - interval '1 hour' where name = $1";
        sqlx::query(moved).bind(name).execute(db).await.unwrap();
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn the_offer_is_what_the_live_workers_have_together(db: Db) {
        enter(&db, "alpha", &[toolchain("cpp", "12"), toolchain("rust", "1.95")]).await;
        enter(&db, "beta", &[toolchain("cpp", "14"), toolchain("python3", "3.11")]).await;
        enter(&db, "gone", &[toolchain("java", "17")]).await;
        silent_for_an_hour(&db, "gone").await;
        let expected = [toolchain("cpp", "12"), toolchain("python3", "3.11"), toolchain("rust", "1.95")];
        assert_eq!(offered(&db, MINUTE).await.unwrap(), expected);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_worker_lives_while_its_heart_beats_and_until_it_leaves(db: Db) {
        let registration = enter(&db, "alpha", &[toolchain("cpp", "12")]).await;
        silent_for_an_hour(&db, "alpha").await;
        assert!(live(&db, MINUTE).await.unwrap().is_empty());
        assert_eq!(heartbeat(&db, "alpha", registration).await.unwrap(), Standing::Registered);
        let workers = live(&db, MINUTE).await.unwrap();
        assert_eq!(workers[0].toolchains, [toolchain("cpp", "12")]);
        assert_eq!((workers.len(), workers[0].slots, workers[0].grade.as_str()), (1, 2, "full"));
        leave(&db, "alpha", registration).await.unwrap();
        assert!(live(&db, MINUTE).await.unwrap().is_empty());
        assert_eq!(heartbeat(&db, "alpha", registration).await.unwrap(), Standing::Forgotten);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn of_two_processes_of_one_name_the_later_is_the_worker(db: Db) {
        let first = enter(&db, "alpha", &[]).await;
        let second = enter(&db, "alpha", &[]).await;
        assert!(second > first);
        silent_for_an_hour(&db, "alpha").await;
        assert_eq!(heartbeat(&db, "alpha", first).await.unwrap(), Standing::Replaced);
        leave(&db, "alpha", first).await.unwrap();
        assert!(live(&db, MINUTE).await.unwrap().is_empty(), "the first keeps nothing alive");
        assert_eq!(heartbeat(&db, "alpha", second).await.unwrap(), Standing::Registered);
        assert_eq!(live(&db, MINUTE).await.unwrap().len(), 1);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn one_that_fell_silent_is_among_all_with_how_long_ago_that_was(db: Db) {
        enter(&db, "alpha", &[]).await;
        enter(&db, "beta", &[]).await;
        silent_for_an_hour(&db, "beta").await;
        let silent: Vec<u64> = all(&db).await.unwrap().iter().map(|one| one.silent.as_secs() / 60).collect();
        assert_eq!(silent, [0, 60]);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn what_a_worker_has_in_hand_is_told_until_it_is_done(db: Db) {
        let submission = fixture::submitted(&db).await;
        assert_eq!(busy(&db).await.unwrap(), []);
        let claim = fixture::claim(&db, "alpha").await.unwrap().claim;
        judging::progress(&db, &claim, judging::Progress { done: 1, total: 3, ..Default::default() })
            .await
            .unwrap();
        let judging = claim.judging();
        let slug = "sum".parse().unwrap();
        let one = Busy {
            worker: "alpha".into(),
            judging,
            submission: Some(submission),
            slug: Some(slug),
            tests_done: 1,
            tests_total: 3,
        };
        assert_eq!(busy(&db).await.unwrap(), [one]);
        judging::finish(&db, &claim, &fixture::finished(problem::Verdict::Ac)).await.unwrap();
        assert_eq!(busy(&db).await.unwrap(), []);
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn a_calibration_is_told_with_its_age_and_replaced_by_the_next(db: Db) {
        let first = serde_json::json!({"slots": [{"slot": 0}]});
        let new = Registration {
            name: "alpha",
            host: "host",
            slots: 1,
            grade: "full",
            kernel: "6.1",
            judge_box: "0123456789ab",
            self_test: &SelfTest { rows: 50, seconds: 2.5, failed: Vec::new() },
            tested_ago: MINUTE,
            toolchains: &[],
            refused: &[],
            calibration: Some((&first, MINUTE)),
        };
        register(&db, &new).await.unwrap();
        let told = async || {
            let worker = live(&db, MINUTE).await.unwrap().remove(0);
            let age = worker.seen_at - worker.calibrated_at.unwrap();
            (worker.calibration.unwrap(), age.as_seconds_f64())
        };
        let (found, age) = told().await;
        assert!(found == first && (59.0..61.0).contains(&age), "{age}");
        let second = serde_json::json!({"slots": []});
        calibrated(&db, "alpha", &second).await.unwrap();
        let (found, age) = told().await;
        assert!(found == second && age.abs() < 1.0, "{age}");
        register(&db, &Registration { calibration: None, ..new }).await.unwrap();
        assert_eq!(live(&db, MINUTE).await.unwrap()[0].calibration, None);
        assert!(matches!(calibrated(&db, "beta", &second).await, Err(Error::NotFound)));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn registering_again_replaces_what_was_said_before(db: Db) {
        enter(&db, "alpha", &[toolchain("cpp", "12")]).await;
        enter(&db, "alpha", &[toolchain("cpp", "14")]).await;
        assert_eq!(offered(&db, MINUTE).await.unwrap(), [toolchain("cpp", "14")]);
    }
}
