//! Event streams.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use problem::Verdict;
use store::Db;
use store::user::Role;
use tokio::time::timeout;
use tokio_stream::StreamExt;

use super::site::{Site, Who, failed_sample};
use crate::live::forward;

const SOON: Duration = Duration::from_secs(5);

pub(super) struct Events(BodyDataStream);

impl Events {
    pub(super) async fn of(site: &Site, who: &Who, path: &str) -> Self {
        let response = site.send(who, Request::get(path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self(response.into_body().into_data_stream())
    }

    /// The next event as it is on the wire, or `None` at the end of the stream.
    pub(super) async fn next(&mut self) -> Option<String> {
        let chunk = timeout(SOON, self.0.next()).await.expect("an event comes soon, or the end")?;
        Some(String::from_utf8(chunk.unwrap().to_vec()).unwrap())
    }

    #[track_caller]
    pub(super) fn assert_fragment(event: Option<&String>, words: &str) {
        let event = event.expect("the stream goes on");
        assert!(
            event.starts_with("event: fragment\n") && event.contains(words),
            "{words:?} is not in {event}"
        );
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_stream_begins_with_the_present_state_moves_with_it_and_ends_with_the_verdict(db: Db) {
    let site = Site::new(db).await;
    let (db, notices, shutdown) = (site.app.db.clone(), site.app.notices.clone(), site.app.shutdown.clone());
    let forwarding = tokio::spawn(forward(db, notices, shutdown));
    let ada = site.user("ada", Role::Contestant).await;
    let id = site.submission(&ada, "x").await;
    let mut events = Events::of(&site, &ada, &format!("/submissions/{id}/events")).await;
    Events::assert_fragment(events.next().await.as_ref(), "queued");
    site.judge(&[failed_sample("4\r\n\r\n")], Verdict::Wa, "").await;
    let mut last = None;
    while let Some(event) = events.next().await {
        if event.starts_with("event: end") {
            break;
        }
        last = Some(event);
    }
    Events::assert_fragment(last.as_ref(), "wrong answer on test 1");
    assert_eq!(events.next().await, None);
    site.app.shutdown.cancel();
    timeout(SOON, forwarding).await.expect("forwarding ends at shutdown").unwrap();
}

#[sqlx::test(migrations = "../../migrations")]
async fn the_stream_of_a_judged_submission_tells_it_and_ends(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let id = site.submission(&ada, "x").await;
    site.judge(&[], Verdict::Ac, "").await;
    let answer = site.get(&ada, &format!("/submissions/{id}/events")).await;
    answer.says("event: fragment\n");
    assert!(answer.body.ends_with("event: end\ndata: done\n\n"), "{}", answer.body);
}

#[sqlx::test(migrations = "../../migrations")]
async fn shutdown_ends_open_streams(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let id = site.submission(&ada, "x").await;
    let mut events = Events::of(&site, &ada, &format!("/submissions/{id}/events")).await;
    Events::assert_fragment(events.next().await.as_ref(), "queued");
    site.app.shutdown.cancel();
    assert_eq!(events.next().await, None);
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_submission_that_no_worker_can_take_says_why_it_waits(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let id = site.submission(&ada, "x").await;
    let page = format!("/submissions/{id}");
    site.get(&ada, &page).await.does_not_say("stays in the queue");
    site.worker("w", &["java"]).await;
    site.get(&ada, &page).await.says("No running worker knows C++");
    let w = site.worker_tested("w", &["cpp"], &["001-busy-loop: expected time_limit, saw ok"]).await;
    let refused = site.get(&ada, &page).await;
    refused.says("did not pass its self-test");
    refused.does_not_say("001-busy-loop");
    let v = site.worker("v", &["java"]).await;
    site.get(&ada, &page).await.says("No running worker knows C++");
    store::worker::leave(&site.app.db, "v", v).await.unwrap();
    store::worker::leave(&site.app.db, "w", w).await.unwrap();
    site.get(&ada, &page).await.says("No worker is running");
}
