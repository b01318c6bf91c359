//! Table `worker`: who judges, and in which languages.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::{query, query_as};
use time::OffsetDateTime;

use crate::columns::{Count, Toolchains, integer, printable};
use crate::{Db, Error, Result};

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
    pub toolchains: &'a [Toolchain],
}

#[derive(Clone, Debug)]
pub struct Worker {
    pub name: String,
    pub host: String,
    pub slots: u32,
    pub grade: String,
    pub kernel: String,
    pub toolchains: Vec<Toolchain>,
    pub started_at: OffsetDateTime,
    pub seen_at: OffsetDateTime,
}

/// Enters the worker, or replaces what one of that name said before.
pub async fn register(db: &Db, new: &Registration<'_>) -> Result<()> {
    let toolchains = serde_json::to_value(new.toolchains).expect("toolchains are strings");
    let upsert = query!(
        "insert into worker (name, host, slots, grade, kernel, toolchains) values ($1, $2, $3, $4, $5, $6)
        on conflict (name) do update set host = excluded.host, slots = excluded.slots, grade = excluded.grade,
            kernel = excluded.kernel, toolchains = excluded.toolchains, started_at = now(), seen_at = now()",
        new.name,
        new.host,
        integer(new.slots),
        new.grade,
        &printable(new.kernel),
        toolchains,
    );
    upsert.execute(db).await?;
    Ok(())
}

/// Says that the worker lives. [`Error::NotFound`] if it must register again.
pub async fn heartbeat(db: &Db, name: &str) -> Result<()> {
    let seen = query!("update worker set seen_at = now() where name = $1", name).execute(db).await?;
    if seen.rows_affected() == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Takes the worker off the list: it stops in good order.
pub async fn leave(db: &Db, name: &str) -> Result<()> {
    query!("delete from worker where name = $1", name).execute(db).await?;
    Ok(())
}

/// Those seen within the last `within`, by name.
pub async fn live(db: &Db, within: Duration) -> Result<Vec<Worker>> {
    let workers = query_as!(
        Worker,
        r#"select name, host, slots as "slots: Count", grade, kernel, toolchains as "toolchains: Toolchains",
            started_at, seen_at
        from worker where seen_at > now() - make_interval(secs => $1) order by name"#,
        within.as_secs_f64(),
    );
    Ok(workers.fetch_all(db).await?)
}

/// What can be judged now: each language once, by id, as the first of the live workers by name has it.
pub async fn offered(db: &Db, within: Duration) -> Result<Vec<Toolchain>> {
    let offered = query_as!(
        Toolchain,
        r#"select distinct on (t.language) t.language as "language!", t.name as "name!", t.version as "version!"
        from worker w, jsonb_to_recordset(w.toolchains) as t (language text, name text, version text)
        where w.seen_at > now() - make_interval(secs => $1)
        order by t.language, w.name"#,
        within.as_secs_f64(),
    );
    Ok(offered.fetch_all(db).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn toolchain(language: &str, version: &str) -> Toolchain {
        Toolchain {
            language: language.to_owned(),
            name: language.to_uppercase(),
            version: version.to_owned(),
        }
    }

    async fn enter(db: &Db, name: &str, toolchains: &[Toolchain]) {
        let new = Registration { name, host: "host", slots: 2, grade: "full", kernel: "6.1", toolchains };
        register(db, &new).await.unwrap();
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
        enter(&db, "alpha", &[toolchain("cpp", "12")]).await;
        silent_for_an_hour(&db, "alpha").await;
        assert!(live(&db, MINUTE).await.unwrap().is_empty());
        heartbeat(&db, "alpha").await.unwrap();
        let workers = live(&db, MINUTE).await.unwrap();
        assert_eq!(workers[0].toolchains, [toolchain("cpp", "12")]);
        assert_eq!((workers.len(), workers[0].slots, workers[0].grade.as_str()), (1, 2, "full"));
        leave(&db, "alpha").await.unwrap();
        assert!(live(&db, MINUTE).await.unwrap().is_empty());
        assert!(matches!(heartbeat(&db, "alpha").await, Err(Error::NotFound)));
    }

    #[sqlx::test(migrator = "crate::connect::MIGRATOR")]
    async fn registering_again_replaces_what_was_said_before(db: Db) {
        enter(&db, "alpha", &[toolchain("cpp", "12")]).await;
        enter(&db, "alpha", &[toolchain("cpp", "14")]).await;
        assert_eq!(offered(&db, MINUTE).await.unwrap(), [toolchain("cpp", "14")]);
    }
}
