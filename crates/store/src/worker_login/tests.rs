use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use problem::{Hash, Verdict};
use sqlx::postgres::PgPoolOptions;

use super::*;
use crate::fixture::{self, claim, end_leases, expire_leases, finished, languages, login, run, submitted};
use crate::judging::{self, State, Subject, Wanted, get};
use crate::pause::{self, Thing};
use crate::worker::{Registration, SelfTest, Standing};
use crate::{connect, problem_version, worker};

async fn number(db: &Db, query: &str) -> i64 {
    query_scalar(AssertSqlSafe(query.to_owned())).fetch_one(db).await.unwrap()
}

/// What the database says to a statement: how many rows it touched, or why not.
async fn tried(db: &Db, statement: &str) -> std::result::Result<u64, String> {
    let done = sqlx::query(AssertSqlSafe(statement.to_owned())).execute(db).await;
    done.map(|done| done.rows_affected()).map_err(|error| error.to_string())
}

fn registration<'a>(name: &'a str, self_test: &'a SelfTest) -> Registration<'a> {
    Registration {
        name,
        host: "host",
        slots: 2,
        grade: "full",
        kernel: "6.1",
        judge_box: "0123456789ab",
        self_test,
        tested_ago: Duration::from_secs(9),
        toolchains: &[],
        refused: &[],
        calibration: None,
    }
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn a_worker_does_all_of_its_work_with_its_login(db: Db) {
    submitted(&db).await;
    let alpha = login(&db, "alpha").await;
    connect::check_schema(&alpha).await.unwrap();
    assert_eq!(of(&alpha).await.unwrap().as_deref(), Some("alpha"));

    let tested = SelfTest { rows: 50, seconds: 2.5, failed: Vec::new() };
    worker::register(&alpha, &registration("alpha", &tested)).await.unwrap();
    let registered = worker::register(&alpha, &registration("alpha", &tested)).await.unwrap();
    assert_eq!(worker::heartbeat(&alpha, "alpha", registered).await.unwrap(), Standing::Registered);
    worker::calibrated(&alpha, "alpha", &serde_json::json!({"slots": []})).await.unwrap();

    let first = claim(&alpha, "alpha").await.unwrap();
    let Subject::Submission { version, source, .. } = first.subject else { panic!("it is a submission") };
    assert_eq!(source, b"source");
    let version = problem_version::get(&alpha, version).await.unwrap().manifest;
    let files = crate::blob::Depot::within(&alpha);
    files.ready(crate::blob::Access::Read).await.unwrap();
    for hash in version.blobs() {
        crate::blob::get(&files, hash).await.unwrap();
    }
    judging::progress(
        &alpha,
        &first.claim,
        judging::Progress { compiled: Some("a warning"), ..Default::default() },
    )
    .await
    .unwrap();
    judging::progress(&alpha, &first.claim, judging::Progress { done: 0, total: 2, ..Default::default() })
        .await
        .unwrap();
    judging::renew(&alpha, &first.claim).await.unwrap();
    crate::run::record(&alpha, &first.claim, &[run(1, Verdict::Ac)], &[]).await.unwrap();
    crate::run::known(&alpha, &first.claim, &[problem::Hash::of(b"key")]).await.unwrap();
    judging::give_back(&alpha, &first.claim).await.unwrap();
    let first = claim(&alpha, "alpha").await.unwrap();
    assert_eq!(judging::release(&alpha, &first.claim, "no room").await.unwrap(), State::Queued);
    assert_eq!(crate::failure::recent(&alpha, Duration::from_mins(1), 9).await.unwrap().len(), 1);

    let again = "update judging set claimable_at = now() where state = 'queued'";
    assert_eq!(tried(&db, again).await, Ok(1));
    let second = claim(&alpha, "alpha").await.unwrap();
    crate::run::record(&alpha, &second.claim, &[run(1, Verdict::Ac), run(2, Verdict::Wa)], &[])
        .await
        .unwrap();
    let noise = crate::run::Noise {
        position: 2,
        wait: Duration::ZERO,
        window: Duration::from_millis(50),
        steal: Duration::ZERO,
        pressure: Duration::ZERO,
        canary: Some(1.0),
        words: String::new(),
    };
    crate::run::disturbed(&alpha, &second.claim, std::slice::from_ref(&noise), &[1]).await.unwrap();
    judging::finish(&alpha, &second.claim, &finished(Verdict::Wa)).await.unwrap();
    let done = get(&db, second.claim.judging()).await.unwrap();
    assert_eq!((done.verdict, done.attempt, done.tests_done), (Some(Verdict::Wa), 3, 2));
    assert_eq!(done.cpu, Some(run(2, Verdict::Wa).cpu), "it sees the runs of its own claim");
    assert_eq!(crate::run::noise(&db, done.id).await.unwrap(), [noise]);
    worker::leave(&alpha, "alpha", registered).await.unwrap();
    assert_eq!(number(&db, "select count(*) from worker").await, 0);

    let aside = Thing::LanguageOn { language: "cpp".to_owned(), worker: "alpha".to_owned() };
    pause::set_aside(&alpha, &aside, "no room").await.unwrap().unwrap();
    assert_eq!(pause::set_aside(&alpha, &aside, "no room").await.unwrap(), None);
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn a_worker_takes_over_from_one_that_fell_silent_and_gives_up_what_is_hopeless(db: Db) {
    submitted(&db).await;
    let (alpha, beta) = (login(&db, "alpha").await, login(&db, "beta").await);
    let lost = claim(&alpha, "alpha").await.unwrap().claim;
    let key = Hash::of(b"key");
    let keyed = crate::run::Run { key: Some(key), ..run(1, Verdict::Ac) };
    crate::run::record(&alpha, &lost, &[keyed], &[]).await.unwrap();
    expire_leases(&db).await;
    let taken = claim(&beta, "beta").await.unwrap().claim;
    assert_eq!((taken.judging(), taken.attempt()), (lost.judging(), 2));
    let known = crate::run::known(&beta, &taken, &[key]).await.unwrap();
    assert_eq!(known.len(), 1, "what the former attempt recorded");
    assert!(crate::run::known(&alpha, &taken, &[key]).await.unwrap().is_empty(), "it is beta's claim");
    for error in [
        crate::run::record(&alpha, &lost, &[run(2, Verdict::Ac)], &[]).await,
        judging::finish(&alpha, &lost, &finished(Verdict::Ac)).await,
    ] {
        assert!(matches!(error, Err(Error::ClaimLost)), "{error:?}");
    }
    for _ in 0..2 {
        end_leases(&db).await;
        assert_eq!(judging::sweep(&alpha).await.unwrap(), 1);
        claim(&alpha, "alpha").await;
    }
    assert_eq!(get(&db, lost.judging()).await.unwrap().verdict, Some(Verdict::Je));
    assert_eq!(number(&db, "select count(*) from run where attempt = 1").await, 0, "it is over");
}

/// `table.column` of everything in the database that is no part of Postgres itself.
async fn columns(db: &Db) -> Vec<(String, String)> {
    let all = "select format('%I.%I', n.nspname, c.relname), a.attname::text
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and a.attnum > 0 and not a.attisdropped
            and c.relkind in ('r', 'v', 'm', 'p', 'f', 'S')
        order by 1, a.attnum";
    sqlx::query_as(all).fetch_all(db).await.unwrap()
}

/// Which columns of which tables `attempt` can be made with, each tried for itself. A table of which it can be made
/// with each column is told by its name alone.
async fn open(
    db: &Db,
    all: &[(String, String)],
    attempt: fn(&str, &str) -> String,
) -> BTreeMap<String, String> {
    let mut open: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (table, column) in all {
        match tried(db, &attempt(table, &quoted(column))).await {
            Ok(_) => open.entry(table.replace("public.", "")).or_default().push(column),
            Err(error) => {
                let ours =
                    ["permission denied", "can only be updated to DEFAULT", "cannot insert a non-DEFAULT"];
                assert!(ours.iter().any(|why| error.contains(why)), "{table}.{column}: {error}");
            }
        }
    }
    let whole = |table: &str| all.iter().filter(|(name, _)| name.replace("public.", "") == table).count();
    let told = |(table, columns): (String, Vec<&str>)| {
        let words = if columns.len() == whole(&table) { "all".to_owned() } else { columns.join(" ") };
        (table, words)
    };
    open.into_iter().map(told).collect()
}

fn expected(lines: &[(&str, &str)]) -> BTreeMap<String, String> {
    lines.iter().map(|&(table, columns)| (table.to_owned(), columns.to_owned())).collect()
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn of_all_columns_of_all_tables_only_these_are_a_workers_business(db: Db) {
    let alpha = login(&db, "alpha").await;
    let all = columns(&db).await;
    assert!(all.len() > 100, "{}", all.len());

    let read = open(&alpha, &all, |table, column| format!("select {column} from {table} limit 0")).await;
    let judging = "id submission_id version_id class state tests_done verdict internal_error attempt worker claimable_at \
                   finished_at user_id problem_id language turn errors losses custom_run_id";
    let readable = [
        ("_sqlx_migrations", "all"),
        ("blob", "all"),
        ("custom_run", "id version_id source input limits"),
        ("failure", "all"),
        ("judging", judging),
        ("pause", "id problem_id version_id language worker"),
        ("problem_version", "all"),
        ("run", "all"),
        ("submission", "id source example"),
        ("worker", "all"),
    ];
    assert_eq!(read, expected(&readable));

    let write = |table: &str, column: &str| format!("update {table} set {column} = default where false");
    let judging = "state phase tests_done tests_total verdict score compile_log reason internal_error attempt worker \
                   toolchain program_hash cpu_us memory_bytes claimable_at started_at finished_at max_score groups errors losses \
                   host kernel grade judge_box core limits compile_cpu_us compile_wall_us compile_memory_bytes";
    let noise = "wait_us steal_us pressure_us window_us canary key noise";
    let printed = "wall_us exit_code signal stdout stdout_bytes stderr stderr_cut";
    let writable = [("custom_run", printed), ("judging", judging), ("run", noise), ("worker", "all")];
    assert_eq!(open(&alpha, &all, write).await, expected(&writable));

    let add = |table: &str, column: &str| format!("insert into {table} ({column}) select null where false");
    let addable = [
        ("failure", "all"),
        ("pause", "problem_id version_id language worker reason origin"),
        ("run", "all"),
        ("worker", "all"),
    ];
    assert_eq!(open(&alpha, &all, add).await, expected(&addable));

    let mut dropped = BTreeSet::new();
    for table in all.iter().map(|(table, _)| table.as_str()).collect::<BTreeSet<_>>() {
        if tried(&alpha, &format!("delete from {table} where false")).await.is_ok() {
            dropped.insert(table);
        }
        for whole in ["truncate", "drop table", "lock table"] {
            assert!(tried(&alpha, &format!("{whole} {table}")).await.is_err(), "{whole} {table}");
        }
    }
    assert_eq!(dropped, BTreeSet::from(["public.failure", "public.run", "public.worker"]));
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn a_worker_writes_into_no_claim_but_its_own_and_never_into_what_is_done(db: Db) {
    let ann = fixture::user(&db, "ann").await;
    let problem = fixture::import(&db, "sum", "1\n").await.problem;
    for _ in 0..3 {
        fixture::submit(&db, ann, problem, "cpp").await;
    }
    let alpha = login(&db, "alpha").await;
    let done = claim(&alpha, "alpha").await.unwrap().claim;
    crate::run::record(&alpha, &done, &[run(1, Verdict::Wa)], &[]).await.unwrap();
    judging::finish(&alpha, &done, &finished(Verdict::Wa)).await.unwrap();
    let theirs = claim(&db, "beta").await.unwrap().claim;
    crate::run::record(&db, &theirs, &[run(1, Verdict::Wa)], &[]).await.unwrap();
    let own = claim(&alpha, "alpha").await.unwrap().claim;
    crate::run::record(&alpha, &own, &[run(1, Verdict::Wa)], &[]).await.unwrap();

    let rows = "select (select jsonb_agg(j order by id) from judging j where id <> $1)::text
        || (select jsonb_agg(r order by judging_id) from run r where judging_id <> $1)::text";
    let others = async || query_scalar::<_, String>(rows).bind(own.judging().0).fetch_one(&db).await.unwrap();
    let before = others().await;
    for (what, touched) in [
        ("update judging set reason = 'x'", Ok(1)),
        ("update judging set state = 'running', worker = 'alpha', claimable_at = 'infinity'", Ok(1)),
        ("update judging set attempt = attempt + 1 where state = 'done'", Ok(0)),
        ("update judging set worker = 'beta' where worker = 'alpha'", Err("row-level security")),
        ("update run set canary = 9", Ok(1)),
        ("delete from run", Ok(1)),
    ] {
        match (tried(&alpha, what).await, touched) {
            (Ok(rows), Ok(expected)) => assert_eq!(rows, expected, "{what}"),
            (Err(error), Err(why)) => assert!(error.contains(why), "{what}: {error}"),
            (seen, _) => panic!("{what}: {seen:?}"),
        }
        assert_eq!(others().await, before, "{what}");
    }
    for judging in [done.judging(), theirs.judging()] {
        let copy = "insert into run select (r).* from (select jsonb_populate_record(null::run, jsonb_build_object(
            'judging_id', {id}, 'attempt', 1, 'position', 7, 'name', 'x', 'sample', false, 'verdict', 'AC', 'cpu_us', 1,
            'wall_us', 1, 'memory_bytes', 1, 'oom_kills', 0, 'reason', '', 'team_message', '', 'judge_message', '',
            'stderr', '', 'transcript', '', 'times_us', '[]'::jsonb, 'noise', '')) as r) x";
        let insert = |id: i64| copy.replace("{id}", &id.to_string());
        let error = tried(&alpha, &insert(judging.0)).await.unwrap_err();
        assert!(error.contains("row-level security"), "{error}");
        assert_eq!(
            tried(&alpha, &insert(own.judging().0)).await.map_or(0, |rows| rows),
            1,
            "its own may have it"
        );
        tried(&alpha, "delete from run where position = 7").await.unwrap();
        assert_eq!(others().await, before);
    }
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn a_worker_cannot_give_itself_another_name(db: Db) {
    submitted(&db).await;
    let alpha = login(&db, "alpha").await;
    let tested = SelfTest { rows: 50, seconds: 2.5, failed: Vec::new() };
    worker::register(&db, &registration("beta", &tested)).await.unwrap();
    let lie = worker::register(&alpha, &registration("beta", &tested)).await;
    assert!(matches!(&lie, Err(Error::Denied(_))), "{lie:?}");
    let error = lie.unwrap_err().to_string();
    assert!(error.contains("\"worker\"") && error.contains("judge migrate"), "{error}");
    let languages = languages();
    let lie = judging::claim(&alpha, &Wanted::one("beta", &languages)).await;
    assert!(matches!(lie, Err(Error::Denied(_))), "{lie:?}");
    assert_eq!(worker::heartbeat(&alpha, "beta", 1).await.unwrap(), Standing::Forgotten);
    worker::leave(&alpha, "beta", 1).await.unwrap();
    assert_eq!(number(&db, "select count(*) from worker where name = 'beta'").await, 1);
    assert_eq!(number(&alpha, "select count(*) from worker").await, 0, "nor see the other");
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn what_a_worker_says_of_failures_is_of_its_own_and_what_people_paused_stays(db: Db) {
    submitted(&db).await;
    let alpha = login(&db, "alpha").await;
    let theirs = claim(&db, "beta").await.unwrap().claim;
    let lie = format!(
        "insert into failure (judging_id, attempt, version_id, user_id, language, worker, error)
        select id, attempt, version_id, user_id, language, 'beta', 'x' from judging where id = {}",
        theirs.judging()
    );
    assert!(tried(&alpha, &lie).await.unwrap_err().contains("row-level security"));
    judging::release(&db, &theirs, "no room").await.unwrap();
    assert_eq!(tried(&alpha, "delete from failure").await, Ok(0), "it is no week old");
    pause::create(&db, &Thing::Language("cpp".to_owned()), "being repaired", None).await.unwrap();
    for touch in ["delete from pause", "update pause set reason = ''"] {
        assert!(tried(&alpha, touch).await.unwrap_err().contains("permission denied"), "{touch}");
    }
    let of_people = "insert into pause (language, reason, origin) values ('java', '', 'jury')";
    assert!(tried(&alpha, of_people).await.unwrap_err().contains("row-level security"));
}

/// None of these does for a worker's login what it does for the owner.
#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn there_is_no_second_way_around_what_a_worker_may_not(db: Db) {
    let alpha = login(&db, "alpha").await;
    add(&db, "beta", "another").await.unwrap();
    let group = group(&mut db.acquire().await.unwrap()).await.unwrap();
    let object = number(&db, "select lo_from_bytea(0, 'secret')::bigint").await;
    let owner: String = query_scalar("select current_user::text").fetch_one(&db).await.unwrap();
    let ways = [
        "create table t (i int)",
        "create temporary table users (i int)",
        "create schema mine",
        "create view v as select 1",
        "create function f() returns int language sql as 'select 1'",
        "create extension file_fdw",
        "create role gamma",
        "create database mine",
        "alter table judging disable row level security",
        "alter table judging disable trigger all",
        "alter table users owner to current_user",
        "create policy p on submission using (true)",
        "drop policy worker_reads on submission",
        "create trigger t after update on judging for each row execute function judging_changed()",
        "create rule r as on update to judging do instead nothing",
        "alter function judging_changed() security definer",
        "comment on table judging is 'mine'",
        "copy users to '/tmp/users'",
        "copy (select 1) to program 'cat'",
        "select pg_read_file('/etc/passwd')",
        "select pg_ls_dir('/')",
        "select pg_reload_conf()",
        "select * from pg_authid",
        "select * from pg_shadow",
        "select pg_terminate_backend(pid) from pg_stat_activity where usename <> session_user",
        "set session_replication_role = replica",
        "lock table judging in access exclusive mode",
        "truncate run",
    ];
    for way in ways {
        tried(&alpha, way).await.expect_err(way);
    }
    for way in [
        format!("set role {}", quoted(&owner)),
        format!("set session authorization {}", quoted(&owner)),
        format!("set role {}", quoted(&format!("{group}_beta"))),
        format!("select lo_get({object}::oid)"),
        format!("alter role {group} superuser"),
        format!("alter role {} bypassrls", quoted(&format!("{group}_alpha"))),
    ] {
        tried(&alpha, &way).await.expect_err(&way);
    }
    // The name is that of who logged in, not of the role that was set.
    let mut connection = alpha.acquire().await.unwrap();
    sqlx::query(AssertSqlSafe(format!("set role {group}"))).execute(&mut *connection).await.unwrap();
    let name: String = query_scalar("select worker_login()").fetch_one(&mut *connection).await.unwrap();
    assert_eq!(name, "alpha");
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn what_a_worker_was_granted_it_cannot_pass_on(db: Db) {
    let alpha = login(&db, "alpha").await;
    let rights = "select string_agg(relname || coalesce(relacl::text, ''), ' ' order by oid) from pg_class
        where relnamespace = 'public'::regnamespace";
    let before: String = query_scalar(rights).fetch_one(&db).await.unwrap();
    for grant in
        ["grant select on blob to public", "grant all on users to public", "grant insert on run to public"]
    {
        // Postgres warns where there is a right and no right to pass it on, and refuses where there is none.
        tried(&alpha, grant).await.ok();
    }
    assert_eq!(query_scalar::<_, String>(rights).fetch_one(&db).await.unwrap(), before);
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn what_others_ask_the_database_is_hidden_from_a_worker(db: Db) {
    let alpha = login(&db, "alpha").await;
    let mut other = db.acquire().await.unwrap();
    sqlx::query("select 'a secret of ours'").execute(&mut *other).await.unwrap();
    let seen =
        "select count(*) from pg_stat_activity where query like '%a secret%' and usename <> session_user";
    assert_eq!(number(&alpha, seen).await, 0);
    assert!(number(&db, "select count(*) from pg_stat_activity where query like '%a secret%'").await >= 1);
    let statistics = "select count(*) from pg_stats where schemaname = 'public' and tablename = 'users'";
    sqlx::query("analyze users").execute(&db).await.unwrap();
    assert_eq!(number(&alpha, statistics).await, 0);
}

/// A function that runs with its owner's rights is a way in: each that a worker may call is named here, and looks names
/// up where nobody can put another thing under them.
#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn no_function_lends_its_owners_rights_to_a_worker(db: Db) {
    let alpha = login(&db, "alpha").await;
    let lending = "select p.proname::text, coalesce(array_to_string(p.proconfig, ' '), '') from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1";
    let lending: Vec<(String, String)> = sqlx::query_as(lending).fetch_all(&db).await.unwrap();
    for (name, settings) in &lending {
        let safe = ["search_path=pg_catalog, public, pg_temp", "search_path=public, pg_temp"];
        // What follows says how to plan.
        let first = settings.split(" enable_").next().unwrap_or_default();
        assert!(safe.contains(&first), "{name}: {settings}");
    }
    let callable = "select coalesce(string_agg(proname, ' ' order by proname), '') from pg_proc
        where pronamespace = 'public'::regnamespace and has_function_privilege(oid, 'execute')";
    let callable: String = query_scalar(callable).fetch_one(&alpha).await.unwrap();
    assert_eq!(callable, "custom_runs_gone forget_custom_runs known_runs worker_group worker_login");
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn a_login_is_made_once_listed_and_taken_away(db: Db) {
    let alpha = login(&db, "alpha").await;
    assert!(matches!(add(&db, "alpha", "x").await, Err(Error::Conflict { .. })));
    let longest = "L".repeat(LONGEST_NAME);
    add(&db, &longest, "it's").await.unwrap();
    let names: Vec<String> = list(&db).await.unwrap().into_iter().map(|login| login.worker).collect();
    assert_eq!(names, [longest.as_str(), "alpha"]);
    assert_eq!(of(&db).await.unwrap(), None, "the owner is no worker");
    for bad in ["", "a b", "-a", "a\"b", "ä", &"l".repeat(LONGEST_NAME + 1)] {
        assert!(matches!(add(&db, bad, "x").await, Err(Error::Invalid(_))), "{bad:?}");
        assert!(matches!(remove(&db, bad).await, Err(Error::NotFound)), "{bad:?}");
    }
    submitted(&db).await;
    remove(&db, "alpha").await.unwrap();
    let languages = languages();
    let gone = judging::claim(&alpha, &Wanted::one("alpha", &languages)).await;
    assert!(matches!(gone, Err(Error::Denied(_))), "what is still connected can do no more: {gone:?}");
    assert!(matches!(remove(&db, "alpha").await, Err(Error::NotFound)));
    assert_eq!(list(&db).await.unwrap().len(), 1);
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn what_workers_need_is_granted_anew_after_each_migration_and_nothing_else(db: Db) {
    let alpha = login(&db, "alpha").await;
    let group = group(&mut db.acquire().await.unwrap()).await.unwrap();
    for change in ["revoke all on judging from {group}", "grant select on users to {group}"] {
        tried(&db, &change.replace("{group}", &group)).await.unwrap();
    }
    assert!(connect::check_schema(&alpha).await.is_ok());
    assert!(tried(&alpha, "select id from judging").await.is_err());
    assert!(tried(&alpha, "select id from users").await.is_ok());
    connect::migrate(&db).await.unwrap();
    assert!(tried(&alpha, "select id from judging").await.is_ok());
    assert!(tried(&alpha, "select id from users").await.is_err());
}

#[sqlx::test(migrator = "connect::MIGRATOR")]
async fn a_login_of_another_database_of_the_cluster_sees_nothing(db: Db) {
    submitted(&db).await;
    login(&db, "alpha").await;
    let group = group(&mut db.acquire().await.unwrap()).await.unwrap();
    // As it came with a copy of the database: a member of the group, and no worker of this database.
    let stranger = format!("{group}1_alpha");
    tried(&db, &format!("create role {stranger} login in role {group}")).await.unwrap();
    let options = db.connect_options().as_ref().clone().username(&stranger);
    let seen = PgPoolOptions::new().connect_with(options).await.unwrap();
    assert_eq!(of(&seen).await.unwrap(), None);
    assert_eq!(number(&seen, "select count(*) from judging").await, 0);
    assert!(claim(&seen, "alpha").await.is_none());
    assert_eq!(number(&seen, "select count(*) from submission").await, 0);
}
