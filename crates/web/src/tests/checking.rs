//! A version's own submissions, held against what is promised of them.

use std::collections::BTreeMap;

use problem::version::Example;
use problem::{Expectation, Verdict, Version};
use store::Db;
use store::user::Role;

use super::live::Events;
use super::site::{Site, Who, failed_sample};
use crate::live::forward;
use crate::submission::fixture::run;

const CHECK: &str = "/problems/sum/versions/2/check";

fn examples(version: &mut Version) {
    let promised =
        |verdict: Verdict| Expectation { result: vec![verdict], ..Expectation::of_cases(Verdict::ALL, []) };
    let example = |path: &str, language: Option<&str>, verdict| Example {
        path: path.to_owned(),
        language: language.map(str::to_owned),
        files: BTreeMap::new(),
        expected: Some(promised(verdict)),
        entry: None,
    };
    version.submissions = vec![
        example("accepted/a.cpp", Some("cpp"), Verdict::Ac),
        example("wrong_answer/<b>.cpp", Some("cpp"), Verdict::Wa),
    ];
}

async fn setter(site: &Site) -> Who {
    site.change_problem(examples).await;
    site.user("sam", Role::Setter).await
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_check_shows_each_submission_on_each_test_and_whether_its_promise_holds(db: Db) {
    let site = Site::new(db).await;
    let sam = setter(&site).await;
    site.get(&sam, "/problems/sum/versions").await.says(CHECK);
    site.get(&sam, CHECK).await.says("The workers judge 2 submissions of the package");
    let started = site.post(&sam, CHECK, &[]).await;
    assert_eq!((started.status.as_u16(), started.location()), (303, CHECK));
    let page = site.get(&sam, CHECK).await;
    page.says("0 of 2 submissions judged");
    page.says("/versions/2/check/events");
    site.judge(&[run(0, Verdict::Ac), run(1, Verdict::Ac)], Verdict::Ac, "").await;
    site.get(&sam, CHECK).await.says("1 of 2 submissions judged");
    site.judge(&[failed_sample("4\n")], Verdict::Ac, "").await;
    let page = site.get(&sam, CHECK).await;
    page.says("Does not hold: 1 of 2 submissions not as promised");
    page.says("it is AC as a whole, not WA");
    page.says("wrong_answer/&#60;b&#62;.cpp");
    page.says("Line 1 differs.");
    page.does_not_say("/check/events");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_check_that_waits_says_why_and_for_how_long(db: Db) {
    let site = Site::new(db).await;
    let sam = setter(&site).await;
    site.post(&sam, CHECK, &[]).await;
    site.get(&sam, CHECK).await.says("It is the next in the queue.");
    site.worker("w", &["java"]).await;
    let page = site.get(&sam, CHECK).await;
    page.says("No running worker knows C++ (C++20, GCC). The check stays in the queue and is judged when that changes.");
    page.does_not_say("next in the queue");
    let thing = store::pause::Thing::Problem(site.problem);
    store::pause::create(&site.app.db, &thing, "test 7 is wrong", None).await.unwrap();
    site.get(&sam, CHECK).await.says("Judging of this problem is paused: test 7 is wrong.");
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_is_checked_is_in_no_list_and_has_no_page(db: Db) {
    let site = Site::new(db).await;
    let sam = setter(&site).await;
    site.post(&sam, CHECK, &[]).await;
    let hidden = site.claim().await.subject.submission().unwrap();
    let admin = site.user("admin", Role::Admin).await;
    for who in [&sam, &admin] {
        for path in ["", "/events", "/source"] {
            assert_eq!(site.get(who, &format!("/submissions/{hidden}{path}")).await.status, 404, "{path}");
        }
        site.get(who, "/submissions").await.does_not_say(&format!("/submissions/{hidden}"));
    }
    let again = site.post(&admin, &format!("/submissions/{hidden}/rejudge"), &[]).await;
    assert_eq!(again.status, 404);
}

#[sqlx::test(migrations = "../../migrations")]
async fn the_page_of_a_check_fills_while_it_is_judged(db: Db) {
    let site = Site::new(db).await;
    let (db, notices, shutdown) = (site.app.db.clone(), site.app.notices.clone(), site.app.shutdown.clone());
    let forwarding = tokio::spawn(forward(db, notices, shutdown));
    let sam = setter(&site).await;
    site.post(&sam, CHECK, &[]).await;
    let mut events = Events::of(&site, &sam, &format!("{CHECK}/events")).await;
    Events::assert_fragment(events.next().await.as_ref(), "0 of 2 submissions judged");
    site.judge(&[run(0, Verdict::Ac)], Verdict::Ac, "").await;
    site.judge(&[run(0, Verdict::Wa)], Verdict::Wa, "").await;
    let mut last = None;
    while let Some(event) = events.next().await {
        if event.starts_with("event: end") {
            break;
        }
        last = Some(event);
    }
    Events::assert_fragment(last.as_ref(), "Holds: 2 submissions, each does what is promised");
    assert!(events.next().await.is_none());
    forwarding.abort();
}
