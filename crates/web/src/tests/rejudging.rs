//! Rejudgings: what the jury does with them, and that nobody else learns of them before they count.

use problem::Verdict::{self, Ac, Wa};
use store::user::Role;
use store::{Db, RejudgingId, SubmissionId};

use super::site::{Site, Who, failed_sample};

/// What a page or a stream must not say of a judging that does not count.
const SECRETS: [&str; 4] = [">accepted<", "rejudging", "judging=2", "secret warning"];

/// A submission of ada's that is a wrong answer, and a rejudging of it by which it would be accepted.
async fn judged_beside(site: &Site, ada: &Who) -> (SubmissionId, RejudgingId) {
    let id = site.submission(ada, "x").await;
    site.judge(&[failed_sample("4\n")], Wa, "").await;
    let rejudging = site.plan(&[id]).await;
    site.judge(&[], Ac, "secret warning").await;
    (id, rejudging)
}

/// Everywhere where those who are not of the jury could learn of it.
fn places(id: SubmissionId) -> [String; 6] {
    [
        "/".to_owned(),
        "/submissions".to_owned(),
        "/submissions?user=ada&problem=sum".to_owned(),
        format!("/submissions/{id}"),
        format!("/submissions/{id}/events"),
        "/problems/sum".to_owned(),
    ]
}

async fn assert_says_nothing(site: &Site, who: &Who, id: SubmissionId) {
    for place in places(id) {
        let answer = site.get(who, &place).await;
        for secret in SECRETS {
            assert!(
                !answer.body.to_lowercase().contains(secret),
                "{secret:?} is in {place}: {}",
                answer.body
            );
        }
        assert!(!answer.body.contains("1 of 1 solved"), "{place}");
    }
    assert_eq!(site.get(who, &format!("/submissions/{id}?judging=2")).await.status, 404);
}

#[sqlx::test(migrations = "../../migrations")]
async fn of_a_rejudging_that_is_not_applied_nobody_but_the_jury_learns_by_any_way(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let jury = site.user("judy", Role::Jury).await;
    let (id, rejudging) = judged_beside(&site, &ada).await;
    let others =
        [Who::guest(), ada, site.user("eve", Role::Contestant).await, site.user("sam", Role::Setter).await];
    let page = format!("/submissions/{id}");
    for who in &others {
        assert_says_nothing(&site, who, id).await;
    }
    let seen = site.get(&jury, &page).await;
    seen.says("<h1>wrong answer on test 1</h1>");
    seen.says(&format!("/rejudgings/{rejudging}"));
    let beside = site.get(&jury, &format!("{page}?judging=2")).await;
    beside.says("<h1>accepted</h1>");
    beside.says("does not count unless rejudging");

    let path = format!("/rejudgings/{rejudging}");
    assert_eq!(site.post(&jury, &format!("{path}/apply"), &[]).await.status, 303);
    for who in &others {
        for place in [page.clone(), format!("{page}/events")] {
            site.get(who, &place).await.says("<h1>accepted</h1>");
        }
        site.get(who, &format!("{page}?judging=1")).await.says("wrong answer on test 1");
    }
    assert_eq!(site.post(&jury, &format!("{path}/undo"), &[]).await.status, 303);
    for who in &others {
        assert_says_nothing(&site, who, id).await;
    }
    assert_eq!(site.post(&jury, &format!("{path}/drop"), &[]).await.status, 303);
    for who in &others {
        assert_says_nothing(&site, who, id).await;
    }
    site.get(&jury, &format!("{page}?judging=2")).await.says("was dropped");
}

#[sqlx::test(migrations = "../../migrations")]
async fn no_gap_in_the_numbers_tells_of_a_rejudging_that_was_dropped(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let jury = site.user("judy", Role::Jury).await;
    let (id, dropped) = judged_beside(&site, &ada).await;
    site.post(&jury, &format!("/rejudgings/{dropped}/drop"), &[]).await;
    let applied = site.plan(&[id]).await;
    site.judge(&[], Verdict::Tle, "").await;
    site.post(&jury, &format!("/rejudgings/{applied}/apply"), &[]).await;
    let page = format!("/submissions/{id}");
    let own = site.get(&ada, &page).await;
    own.says("<span class=\"num quiet\">2</span>");
    own.does_not_say("<span class=\"num quiet\">3</span>");
    site.get(&ada, &format!("{page}?judging=2")).await.says("<h1>time limit exceeded");
    site.get(&jury, &format!("{page}?judging=3")).await.says("<h1>time limit exceeded");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_plan_is_counted_before_it_is_made_and_again_when_it_is_sent(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let jury = site.user("judy", Role::Jury).await;
    for _ in 0..2 {
        site.submission(&ada, "x").await;
        site.judge(&[], Wa, "").await;
    }
    let counted = site.get(&jury, "/rejudgings/new?problem=sum&verdict=WA&reason=why").await;
    counted.says("2 submissions fit");
    counted.says("Judge 2 submissions again");
    counted.says("name=\"count\" value=\"2\"");
    let fields = [("problem", "sum"), ("verdict", "WA"), ("reason", "why"), ("count", "2")];
    site.submission(&ada, "x").await;
    site.judge(&[], Wa, "").await;
    let grown = site.post(&jury, "/rejudgings", &fields).await;
    assert_eq!(grown.status, 422);
    grown.says("Judge 3 submissions again");
    let fields = [("problem", "sum"), ("verdict", "WA"), ("reason", "the <data>"), ("count", "3")];
    let made = site.post(&jury, "/rejudgings", &fields).await;
    assert_eq!((made.status.as_u16(), made.location()), (303, "/rejudgings/1"));
    let page = site.get(&jury, "/rejudgings/1").await;
    page.says("0 of 3 judged");
    page.says("the &#60;data&#62;");
    page.says("Planned by judy");
    page.says("problem sum, verdict WA");
    page.says("data-events=\"/rejudgings/1/events\"");
    site.get(&jury, "/rejudgings").await.says("0 of 3 judged");
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_cannot_be_planned_is_said_at_its_field_and_what_was_typed_stays(db: Db) {
    let site = Site::new(db).await;
    let jury = site.user("judy", Role::Jury).await;
    let id = site.submission(&jury, "x").await.to_string();
    for (query, words) in [
        ("problem=nothing", "There is no problem nothing."),
        ("user=%3Cb%3E", "There is no user &#60;b&#62;."),
        ("submissions=17000", "There is no submission 17000."),
        ("since=noon", "Not a time"),
        ("problem=sum&version=9", "The problem has no version 9."),
        ("version=1&user=judy", "name the problem, too"),
    ] {
        let answer = site.get(&jury, &format!("/rejudgings/new?{query}")).await;
        assert_eq!(answer.status, 422, "{query}");
        answer.says(words);
        answer.says("aria-invalid=\"true\"");
    }
    site.get(&jury, "/rejudgings/new?problem=sum&language=python3").await.says("No submission fits");
    let silent = [("submissions", id.as_str()), ("reason", " "), ("count", "1")];
    site.post(&jury, "/rejudgings", &silent).await.says("Say why they are to be judged again.");
    let asked = site.post(&jury, &format!("/submissions/{id}/rejudge"), &[]).await;
    assert_eq!(asked.location(), format!("/rejudgings/new?submissions={id}"));
    assert!(store::rejudging::list(&site.app.db, None, 9).await.unwrap().is_empty());
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_rejudging_tells_what_it_would_change_and_what_its_buttons_do(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let jury = site.user("judy", Role::Jury).await;
    let (id, rejudging) = judged_beside(&site, &ada).await;
    let path = format!("/rejudgings/{rejudging}");
    let ready = site.get(&jury, &path).await;
    ready.says("<h1>Rejudging 1 is judged</h1>");
    ready.says("1 verdict changes");
    ready.says(&format!("/submissions/{id}?judging=2"));
    ready.says("sample/1: WA → not run");
    ready.says("1 submission will count their new judgings, 1 of them another result.");
    let stream = site.get(&jury, &format!("{path}/events")).await;
    stream.says("<h1>Rejudging 1 is judged</h1>");
    assert!(stream.body.ends_with("event: end\ndata: done\n\n"), "{}", stream.body);

    let other = site.plan(&[id]).await;
    site.get(&jury, &path).await.says("only one of the two can be applied");
    let early = site.post(&jury, &format!("/rejudgings/{other}/apply"), &[]).await;
    assert_eq!(early.status, 409);
    early.says("1 of its judgings are not done.");
    site.post(&jury, &format!("{path}/apply"), &[("reason", "seen by two")]).await;
    let applied = site.get(&jury, &path).await;
    applied.says("Rejudging 1 is applied");
    applied.says("Applied by judy");
    applied.says("seen by two");
    applied.says("will count again what they did before");
    site.judge(&[], Ac, "").await;
    let late = site.post(&jury, &format!("/rejudgings/{other}/apply"), &[]).await;
    assert_eq!(late.status, 409);
    late.says("count a judging of rejudging 1 now");
}

#[sqlx::test(migrations = "../../migrations")]
async fn submissions_that_another_version_judged_are_counted_beside_the_versions(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let (jury, setter) = (site.user("judy", Role::Jury).await, site.user("sam", Role::Setter).await);
    site.submission(&ada, "x").await;
    let page = "/problems/sum/versions";
    site.get(&jury, page).await.does_not_say("another version than the current");
    site.change_problem(|version| version.limits.memory_bytes += 1).await;
    let seen = site.get(&jury, page).await;
    seen.says("1 submission was judged on another version than the current one.");
    seen.says("/rejudgings/new?problem=sum&amp;outdated=on");
    site.get(&jury, "/rejudgings/new?problem=sum&outdated=on").await.says("1 submission fits");
    site.get(&setter, page).await.does_not_say("/rejudgings");
}
