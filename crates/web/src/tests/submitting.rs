//! Sending programs.

use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use problem::version::Kind;
use store::Db;
use store::submission::Filter;
use store::user::Role;

use super::site::{Answer, Site, Who};

const TO: &str = "/problems/sum/submissions";

async fn count(site: &Site) -> usize {
    store::submission::list(&site.app.db, &Filter::default()).await.unwrap().len()
}

async fn refused(site: &Site, who: &Who, language: &str, source: &str) -> Answer {
    let answer = site.post(who, TO, &[("language", language), ("source", source)]).await;
    assert_eq!(answer.status, 422, "{}", answer.body);
    assert_eq!(count(site).await, 0);
    answer
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_program_is_queued_and_its_page_shows_it(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let form = site.get(&ada, "/problems/sum").await;
    form.says("<option value=\"cpp\"");
    form.does_not_say("<option value=\"java\"");
    let sent = site.post(&ada, TO, &[("language", "python3"), ("source", "print(3)")]).await;
    assert_eq!(sent.status, 303);
    let page = site.get(&ada, sent.location()).await;
    for words in ["queued", "print(3)", "data-events", "http-equiv=\"refresh\""] {
        page.says(words);
    }
    let form = site.get(&ada, "/problems/sum").await;
    form.says("selected>Python 3");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_form_that_is_sent_twice_is_one_submission(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let key = uuid::Uuid::now_v7().to_string();
    let fields = [("language", "cpp"), ("source", "x"), ("form_key", key.as_str())];
    let first = site.post(&ada, TO, &fields).await;
    let second = site.post(&ada, TO, &fields).await;
    assert_eq!((first.location(), count(&site).await), (second.location(), 1));
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_cannot_be_taken_is_told_by_its_field_and_stays_in_the_form(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    refused(&site, &ada, "cpp", " \r\n ").await.says("The source is empty");
    let long = "x".repeat(1001);
    let answer = refused(&site, &ada, "cpp", &long).await;
    answer.says("(1001 bytes); at most 1000 B are taken");
    answer.says(&long);
    let answer = refused(&site, &ada, "cobol", "DISPLAY <3").await;
    answer.says("“cobol” cannot be judged here now");
    answer.says("DISPLAY &#60;3");
    refused(&site, &ada, "java", "class A {}").await.says("What can:");
    let answer = refused(&site, &ada, "cpp", "int a;\nint\0b;").await;
    answer.says("The source has a NUL byte in line 2");
    answer.says("int␀b;");
    refused(&site, &ada, "", "x").await.says("Choose a language");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_file_goes_before_the_text_and_must_be_utf_8(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let others = [("language", "cpp"), ("source", "typed text")];
    let answer = site.post_file(&ada, TO, ("file", "main.cpp", b"// \xe4\n"), &others).await;
    assert_eq!(answer.status, 422);
    answer.says("main.cpp is not UTF-8: line 1");
    answer.says("typed text");
    let answer = site.post_file(&ada, TO, ("file", "main.cpp", b"from the file"), &others).await;
    assert_eq!(answer.status, 303);
    let id = answer.location().strip_prefix("/submissions/").unwrap().parse().unwrap();
    assert_eq!(store::submission::get(&site.app.db, id).await.unwrap().source, b"from the file");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_huge_form_is_refused_without_reading_it(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let answer = site.post(&ada, TO, &[("language", "cpp"), ("source", &"x".repeat(5 << 20))]).await;
    assert_eq!(answer.status, 413);
    answer.says("At most 4 MiB are taken here");
    let answer = site.post(&ada, "/login", &[("name", &"x".repeat(1 << 20)), ("password", "x")]).await;
    assert_eq!(answer.status, 413);
    let answer =
        site.post_file(&ada, TO, ("file", "main.cpp", &[b'x'; 5 << 20]), &[("language", "cpp")]).await;
    assert_eq!(answer.status, 413);
}

#[sqlx::test(migrations = "../../migrations")]
async fn who_is_no_longer_logged_in_gets_the_source_back(db: Db) {
    let site = Site::new(db).await;
    let answer = site
        .post(&Who::guest(), TO, &[("language", "cpp"), ("source", "int main() { /* <long work> */ }")])
        .await;
    assert_eq!(answer.status, 401);
    answer.says("You are no longer logged in");
    answer.says("/* &#60;long work&#62; */");
    answer.says("name=\"form_key\"");
}

#[sqlx::test(migrations = "../../migrations")]
async fn while_the_database_is_away_pages_say_so_and_what_was_sent_is_not_lost(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    site.app.db.close().await;
    for path in ["/", "/submissions", "/problems/sum", "/login"] {
        let answer = site.get(&ada, path).await;
        assert_eq!(answer.status, 503, "{path}");
        assert_eq!(answer.headers["retry-after"], "5");
        answer.says("The database is away");
    }
    assert_eq!(site.get(&ada, "/health").await.status, 503);
    assert_eq!(site.get(&ada, &crate::assets::url("app.css")).await.status, 200);
    let answer = site.post(&ada, TO, &[("language", "cpp"), ("source", "hours of work")]).await;
    assert_eq!(answer.status, 503);
    answer.says("hours of work");
}

#[sqlx::test(migrations = "../../migrations")]
async fn without_any_worker_the_form_says_why_there_is_none(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let w = site.worker_tested("w", &["cpp"], &["001-busy-loop: expected time_limit, saw ok"]).await;
    let of_broken = site.get(&ada, "/problems/sum").await;
    store::worker::leave(&site.app.db, "w", w).await.unwrap();
    let of_none = site.get(&ada, "/problems/sum").await;
    for page in [of_broken, of_none] {
        page.says("No worker is ready to judge a language of this problem");
        page.does_not_say("<textarea");
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_form_in_no_known_encoding_is_not_taken(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let request = Request::post(TO).header(CONTENT_TYPE, "text/plain").body(Body::from("x")).unwrap();
    let answer = site.answer(&ada, request).await;
    assert_eq!(answer.status, 400);
    assert_eq!(count(&site).await, 0);
}

#[sqlx::test(migrations = "../../migrations")]
async fn where_answers_are_handed_in_a_file_is_asked_for_and_no_language(db: Db) {
    let site = Site::new(db).await;
    site.change_problem(|version| version.kind = Kind::Answers).await;
    let ada = site.user("ada", Role::Contestant).await;
    let form = site.get(&ada, "/problems/sum").await;
    form.says("name=\"language\" value=\"answers\"");
    form.does_not_say("<select id=\"language\"");
    let zip = ("file", "outputs.zip", b"PK\x05\x06\0\0\xff".as_slice());
    let sent = site.post_file(&ada, TO, zip, &[("language", "answers"), ("source", "")]).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    site.get(&ada, sent.location()).await.says("outputs");
    let program = site.post(&ada, TO, &[("language", "cpp"), ("source", "int main() {}")]).await;
    assert_eq!(program.status, 422);
}
