//! Custom runs, by pages and by programs.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use problem::Verdict;
use problem::version::Kind;
use store::Db;
use store::custom_run::{Finished, Printed};
use store::user::Role;
use tokio::time::timeout;
use uuid::Uuid;

use super::live::Events;
use super::site::{Answer, Site, Who};
use crate::live::forward;
use crate::seats::MOST;

const TO: &str = "/problems/sum/runs";
const API: &str = "/api/v1/runs";

async fn ask(site: &Site, who: &Who, json: &str) -> Answer {
    let request = Request::post(API).header(CONTENT_TYPE, "application/json");
    site.answer(who, request.body(Body::from(json.to_owned())).unwrap()).await
}

async fn count(site: &Site) -> i64 {
    sqlx::query_scalar("select count(*) from custom_run").fetch_one(&site.app.db).await.unwrap()
}

fn id_of(answer: &Answer) -> Uuid {
    answer.location().rsplit('/').next().unwrap().parse().unwrap()
}

fn printed(stdout: &[u8], stderr: &[u8]) -> Printed {
    Printed {
        wall: Duration::from_millis(20),
        exit_code: Some(0),
        signal: None,
        stdout: stdout.to_vec(),
        stdout_bytes: stdout.len() as u64,
        stderr: stderr.to_vec(),
        stderr_cut: false,
    }
}

/// Runs what is queued.
async fn run(site: &Site, verdict: Verdict, reason: &str, printed: Option<Printed>) {
    let claim = site.claim().await.claim;
    let finished = Finished {
        verdict,
        reason: reason.to_owned(),
        compile_log: "<u>warning</u>".to_owned(),
        toolchain: "g++ 12".to_owned(),
        cpu: printed.as_ref().map(|_| Duration::from_millis(310)),
        memory: printed.as_ref().map(|_| 4096),
        printed,
    };
    store::custom_run::finish(&site.app.db, &claim, &finished).await.unwrap();
}

#[sqlx::test(migrations = "../../migrations")]
async fn the_form_runs_what_it_holds_and_the_page_shows_what_came_of_it_as_text(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let form = site.get(&ada, "/problems/sum").await;
    form.says("Run with my input");
    form.says("formaction=\"/problems/sum/runs\"");
    form.says("\n1 2 &#60;b&#62;\n</textarea>");
    form.says("deleted after 20 minutes.");
    let fields = [("language", "cpp"), ("source", "int main() {}"), ("input", "1\r\n2 <i>")];
    let sent = site.post(&ada, TO, &fields).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    let waiting = site.get(&ada, sent.location()).await;
    for words in [
        "queued",
        "1\n2 &#60;i&#62;",
        "It is the next in the queue.",
        "data-events",
        "http-equiv=\"refresh\"",
    ] {
        waiting.says(words);
    }
    run(&site, Verdict::Ac, "", Some(printed(b"<b>3</b>\0\xff\x1b[31m\n", b"<script>x</script>"))).await;
    let page = site.get(&ada, sent.location()).await;
    for words in [
        "ran to its end",
        "CPU 0.31 s of 2 s",
        "&#60;b&#62;3&#60;/b&#62;\u{fffd}\u{fffd}\u{fffd}[31m",
        "&#60;script&#62;x",
        "&#60;u&#62;warning",
        "Only you see this",
    ] {
        page.says(words);
    }
    for markup in ["<b>3", "<script>x", "<u>", "<i>", "data-events", "accepted"] {
        page.does_not_say(markup);
    }
    assert_eq!(store::submission::list(&site.app.db, &Default::default()).await.unwrap().len(), 0);
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_cannot_be_run_is_told_by_its_field_and_all_that_was_typed_stays(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let long = "7".repeat(1001);
    for (language, source, input, told) in [
        ("cpp", " ", "in put", "The source is empty"),
        ("cpp", "int a;\nint\0b;", "in put", "NUL byte in line 2"),
        ("cobol", "my source", "in put", "There is no language “cobol”. There are: "),
        ("cpp", "my source", long.as_str(), "The input has 1001 B (1001 bytes); at most 1000 B are taken."),
    ] {
        let fields = [("language", language), ("source", source), ("input", input)];
        let page = site.post(&ada, TO, &fields).await;
        assert_eq!(page.status, 422, "{told}");
        page.says(told);
        page.says(input);
        page.says(&source.replace('\0', "␀"));
    }
    assert_eq!(count(&site).await, 0);
    let huge =
        site.post(&ada, TO, &[("language", "cpp"), ("source", "x"), ("input", &"7".repeat(5 << 20))]).await;
    assert_eq!(huge.status, 413);
    let guest = site
        .post(&Who::guest(), TO, &[("language", "cpp"), ("source", "my <source>"), ("input", "my input")])
        .await;
    assert_eq!(guest.status, 401);
    guest.says("my &#60;source&#62;");
    guest.says("my input");
    guest.says("action=\"/problems/sum/runs\"");
}

#[sqlx::test(migrations = "../../migrations")]
async fn who_has_had_enough_is_told_when_the_next_can_be_and_loses_nothing(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let fields = [("language", "cpp"), ("source", "my source"), ("input", "my input")];
    for _ in 0..3 {
        assert_eq!(site.post(&ada, TO, &fields).await.status, 303);
    }
    let page = site.post(&ada, TO, &fields).await;
    assert_eq!((page.status.as_u16(), page.headers["retry-after"].to_str().unwrap()), (429, "5"));
    page.says("Only 3 runs of yours can be under way at a time.");
    page.says("my source");
    page.says("my input");
    for _ in 0..3 {
        run(&site, Verdict::Ac, "", Some(printed(b"", b""))).await;
        assert_eq!(site.post(&ada, TO, &fields).await.status, 303);
    }
    let answer = ask(&site, &ada, r#"{"language": "cpp", "source": "x"}"#).await;
    assert_eq!(answer.status, 429);
    answer.says("6 runs a minute can be begun");
    let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((50..=61).contains(&wait), "{wait}");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_program_asks_waits_and_is_told_in_json(db: Db) {
    let site = Site::new(db).await;
    let (db, notices, shutdown) = (site.app.db.clone(), site.app.notices.clone(), site.app.shutdown.clone());
    let forwarding = tokio::spawn(forward(db, notices, shutdown));
    let ada = site.user("ada", Role::Contestant).await;
    let wish =
        r#"{"language": "cpp", "source": "x", "input": "1\u0000", "problem": "sum", "time_limit_ms": 1500}"#;
    let made = ask(&site, &ada, wish).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let id = id_of(&made);
    assert_eq!(made.location(), format!("{API}/{id}"));
    for told in [
        format!("\"id\":\"{id}\""),
        "\"state\":\"queued\"".to_owned(),
        "\"waiting\":{\"ahead\":0,".to_owned(),
        "\"problem\":\"sum\"".to_owned(),
        "\"time_limit_ms\":1500,\"memory_limit_mib\":256".to_owned(),
        "\"outcome\":null".to_owned(),
    ] {
        made.says(&told);
    }
    let path = format!("{API}/{id}?wait=20");
    let (waited, ()) = tokio::join!(site.get(&ada, &path), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let cut = Printed { stdout_bytes: 1 << 20, exit_code: Some(3), ..printed(b"\xff", b"oh") };
        run(&site, Verdict::Re, "Exit code 3.", Some(cut)).await;
    });
    for told in [
        "\"state\":\"done\"",
        "\"outcome\":\"RE\"",
        "\"reason\":\"Exit code 3.\"",
        "\"exit_code\":3,\"signal\":null,\"cpu_ms\":310.0",
        "\"stdout\":{\"text\":\"\u{fffd}\",\"cut\":true}",
        "\"stderr\":{\"text\":\"oh\",\"cut\":false}",
    ] {
        waited.says(told);
    }
    let begun = ask(&site, &ada, r#"{"language": "cpp", "source": "x"}"#).await;
    let path = format!("{API}/{}", id_of(&begun));
    let asked = tokio::time::Instant::now();
    site.get(&ada, &format!("{path}?wait=0.3")).await.says("\"state\":\"queued\"");
    assert!(asked.elapsed() >= Duration::from_millis(300));
    let gone = Request::delete(&path).body(Body::empty()).unwrap();
    assert_eq!(site.answer(&ada, gone).await.status, 204);
    let answer = site.get(&ada, &path).await;
    assert_eq!(answer.status, 404);
    answer.says("{\"error\":\"There is no such thing, or it is not yours.\"}");
    site.app.shutdown.cancel();
    timeout(Duration::from_secs(5), forwarding).await.unwrap().unwrap();
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_a_program_asks_wrongly_is_told_with_what_and_where(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let (long, input) = ("x".repeat(1001), "7".repeat(1001));
    let wish = |more: &str| format!(r#"{{"language": "cpp", "source": "x"{more}}}"#);
    for (json, status, told) in [
        ("{".to_owned(), 400, "line 1 column"),
        (r#"{"language": "cpp"}"#.to_owned(), 400, "missing field `source`"),
        (wish(r#", "sauce": 1"#), 400, "unknown field `sauce`"),
        (wish(r#", "time_limit_ms": "1s""#), 400, "time_limit_ms: invalid type"),
        (wish(r#", "time_limit_ms": 5001"#), 400, "1 to 5,000 can be had here"),
        (wish(r#", "memory_limit_mib": 65"#), 400, "4 to 64 can be had here"),
        (wish(r#", "problem": "som""#), 400, "There is no problem"),
        (r#"{"language": "C++", "source": "x"}"#.to_owned(), 400, "\"field\":\"language\""),
        (r#"{"language": "cpp", "source": "\u0000"}"#.to_owned(), 400, "\"field\":\"source\""),
        (format!(r#"{{"language": "cpp", "problem": "sum", "source": "{long}"}}"#), 413, "(1001 bytes)"),
        (wish(&format!(r#", "input": "{input}""#)), 413, "\"field\":\"input\""),
        (wish(&format!(r#", "input": "{}""#, "7".repeat(5 << 20))), 413, "are taken here"),
    ] {
        let answer = ask(&site, &ada, &json).await;
        assert_eq!(answer.status, status, "{told}: {}", answer.body);
        assert_eq!(answer.headers[CONTENT_TYPE], "application/json");
        assert!(answer.body.starts_with("{\"error\":\""), "{}", answer.body);
        answer.says(told);
    }
    for (json, told) in [("null", "expected an object with language and source"), ("[]", "an object with")] {
        ask(&site, &ada, json).await.says(told);
    }
    let id = site.custom_run(&ada).await;
    let puts = Request::put(format!("{API}/{id}")).body(Body::empty()).unwrap();
    let puts = site.answer(&ada, puts).await;
    assert_eq!(puts.status, 405);
    puts.says("DELETE /api/v1/runs/ID");
    for wait in ["abc", "", "1&wait=2"] {
        let answer = site.get(&ada, &format!("{API}/{id}?wait={wait}")).await;
        assert_eq!(answer.status, 400);
        answer.says("?wait=30");
    }
    sqlx::query("delete from custom_run").execute(&site.app.db).await.unwrap();
    site.hide_problem().await;
    assert_eq!(ask(&site, &ada, &wish(r#", "problem": "sum""#)).await.status, 400, "hidden is not there");
    assert_eq!(count(&site).await, 0);
    let answer = ask(&site, &Who::guest(), &wish("")).await;
    assert_eq!(
        (answer.status.as_u16(), answer.headers["www-authenticate"].to_str().unwrap()),
        (401, "Bearer")
    );
}

#[sqlx::test(migrations = "../../migrations")]
async fn who_follows_too_much_is_told_so_until_something_of_it_ends(db: Db) {
    let site = Site::new(db).await;
    let (ada, bob) = (site.user("ada", Role::Contestant).await, site.user("bob", Role::Contestant).await);
    let (own, other) = (site.custom_run(&ada).await, site.custom_run(&bob).await);
    let submission = site.submission(&ada, "x").await;
    let mut events = Vec::new();
    for number in 0..MOST {
        let path = match number % 2 {
            0 => format!("/runs/{own}/events"),
            _ => format!("/submissions/{submission}/events"),
        };
        events.push(Events::of(&site, &ada, &path).await);
    }
    let waiting = format!("{API}/{own}?wait=0.1");
    for path in [format!("/runs/{own}/events"), format!("/submissions/{submission}/events"), waiting.clone()]
    {
        let refused = site.get(&ada, &path).await;
        assert_eq!(refused.status, 429, "{path}");
        assert_eq!(refused.headers["retry-after"], "5");
        refused.says("You follow 20 things at a time");
    }
    assert_eq!(site.get(&ada, &format!("{API}/{own}")).await.status, 200, "who does not wait needs no seat");
    assert_eq!(site.get(&bob, &format!("{API}/{other}?wait=0.1")).await.status, 200);
    events.pop();
    let freed = async {
        while site.get(&ada, &waiting).await.status != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(10), freed).await.expect("the seat of a closed stream is free");
}

#[sqlx::test(migrations = "../../migrations")]
async fn one_that_is_queued_is_told_though_nobody_knows_for_how_long(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    sqlx::query("alter table worker rename to away").execute(&site.app.db).await.unwrap();
    let made = ask(&site, &ada, r#"{"language": "cpp", "source": "x"}"#).await;
    assert_eq!((made.status.as_u16(), count(&site).await), (201, 1), "{}", made.body);
    made.says(&format!("\"id\":\"{}\",\"state\":\"queued\",\"phase\":null,\"waiting\":null", id_of(&made)));
}

#[sqlx::test(migrations = "../../migrations")]
async fn who_may_not_ask_is_refused_before_anything_is_read(db: Db) {
    let site = Site::new(db).await;
    let never = tokio_stream::pending::<Result<Vec<u8>, std::io::Error>>();
    let request = Request::post(API).header(CONTENT_TYPE, "application/json");
    let request = request.body(Body::from_stream(never)).unwrap();
    let answer = timeout(Duration::from_secs(10), site.answer(&Who::guest(), request)).await;
    assert_eq!(answer.expect("its body is not waited for").status, 401);
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_page_of_another_site_runs_nothing_in_somebodys_name(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let json = r#"{"language": "cpp", "source": "x"}"#;
    let from = |site: &str, kind: &str| {
        let request = Request::post(API).header("sec-fetch-site", site).header(CONTENT_TYPE, kind);
        request.body(Body::from(json)).unwrap()
    };
    let answer = site.answer(&ada, from("cross-site", "application/json")).await;
    assert_eq!(answer.status, 403);
    answer.says("{\"error\":\"A page of another site");
    assert_eq!(site.answer(&ada, from("same-origin", "text/plain")).await.status, 415);
    assert_eq!(count(&site).await, 0);
    assert_eq!(site.answer(&ada, from("same-origin", "application/json")).await.status, 201);
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_run_is_its_owners_alone_and_nobodys_once_its_time_is_over(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let others = [site.user("eve", Role::Contestant).await, site.user("root", Role::Admin).await];
    let id = site.custom_run(&ada).await;
    let paths =
        ["/runs/{}", "/runs/{}/events", "/api/v1/runs/{}"].map(|path| path.replace("{}", &id.to_string()));
    for path in &paths {
        for who in &others {
            assert_eq!(site.get(who, path).await.status, 404, "{path}");
        }
    }
    for who in &others {
        let delete = Request::delete(&paths[2]).body(Body::empty()).unwrap();
        assert_eq!(site.answer(who, delete).await.status, 404);
        assert_eq!(site.post(who, &format!("/runs/{id}/discard"), &[]).await.status, 404);
    }
    let mut events = Events::of(&site, &ada, &paths[1]).await;
    Events::assert_fragment(events.next().await.as_ref(), "queued");
    let over = "update custom_run set expires_at = now()";
    sqlx::query(over).execute(&site.app.db).await.unwrap();
    Events::assert_fragment(events.next().await.as_ref(), "what custom runs leave is deleted");
    assert!(events.next().await.unwrap().starts_with("event: end"));
    for path in &paths {
        assert_eq!(site.get(&ada, path).await.status, 404, "{path}");
    }
    let other = site.custom_run(&ada).await;
    let discarded = site.post(&ada, &format!("/runs/{other}/discard"), &[]).await;
    assert_eq!((discarded.status.as_u16(), discarded.location()), (303, "/"));
    assert_eq!(site.get(&ada, &format!("/runs/{other}")).await.status, 404);
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_failure_of_ours_is_called_that_and_not_explained(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let id = site.custom_run(&ada).await;
    run(&site, Verdict::Je, "grader.cpp of the problem is <broken>", None).await;
    let page = site.get(&ada, &format!("/runs/{id}")).await;
    page.says("This is a failure of the judge, not yours.");
    page.does_not_say("grader.cpp");
    site.get(&ada, &format!("{API}/{id}")).await.does_not_say("grader.cpp");
}

#[sqlx::test(migrations = "../../migrations")]
async fn the_jury_sees_that_somebody_runs_something_and_not_what(db: Db) {
    let site = Site::new(db).await;
    let (ada, jury) = (site.user("ada", Role::Contestant).await, site.user("judy", Role::Jury).await);
    for _ in 0..2 {
        site.custom_run(&ada).await;
    }
    site.claim().await;
    let page = site.get(&jury, "/queue").await;
    page.says("1 judging waiting, 1 running");
    page.says("custom run");
    page.does_not_say("/runs/");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_site_can_offer_none(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let mut app = site.app.clone();
    app.custom_runs.allowance.a_minute = 0;
    let site = site.served_by(crate::router(app));
    site.get(&ada, "/problems/sum").await.does_not_say("Run with my input");
    let answer = ask(&site, &ada, r#"{"language": "cpp", "source": "x"}"#).await;
    assert_eq!(answer.status, 403);
    answer.says("Custom runs are turned off here.");
}

#[sqlx::test(migrations = "../../migrations")]
async fn where_outputs_are_handed_in_nothing_is_run(db: Db) {
    let site = Site::new(db).await;
    site.change_problem(|version| version.kind = Kind::Answers).await;
    let ada = site.user("ada", Role::Contestant).await;
    site.get(&ada, "/problems/sum").await.does_not_say("Run with my input");
    let answer = ask(&site, &ada, r#"{"language": "cpp", "source": "x", "problem": "sum"}"#).await;
    assert_eq!(answer.status, 400);
    answer.says("takes outputs and no program");
}
