//! Who sees what of a submission, and that nothing of it is ever markup.

use problem::Verdict;
use store::run::Run;
use store::user::Role;
use store::{Db, JudgingId};

use super::site::{Site, Who, failed_sample};

const SOURCE: &str = "int main() { /* <img src=x onerror=alert(1)> */ }";

#[sqlx::test(migrations = "../../migrations")]
async fn that_a_result_is_from_an_earlier_judging_is_told_to_the_jury_alone(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let jury = site.user("judy", Role::Jury).await;
    let id = site.submission(&ada, SOURCE).await;
    let run = Run { reused_from: Some(JudgingId(4711)), ..failed_sample("4\n") };
    site.judge(&[run], Verdict::Wa, "").await;
    let page = format!("/submissions/{id}");
    let told = site.get(&jury, &page).await;
    told.says("Not run again, as nothing has changed: 1 test of 1.");
    told.says("From judging 4711.");
    for who in [&ada, &Who::guest()] {
        let answer = site.get(who, &page).await;
        answer.does_not_say("Not run again");
        answer.does_not_say("4711");
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn source_log_and_output_are_for_the_owner_and_the_jury_and_never_markup(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let others =
        [Who::guest(), site.user("eve", Role::Contestant).await, site.user("sam", Role::Setter).await];
    let jury = site.user("judy", Role::Jury).await;
    let id = site.submission(&ada, SOURCE).await;
    site.judge(&[failed_sample("<i>4</i>\n")], Verdict::Wa, "<u>warning</u>").await;
    let page = format!("/submissions/{id}");
    for who in [&ada, &jury] {
        let answer = site.get(who, &page).await;
        for told in [
            "&#60;img src=x",
            "&#60;u&#62;warning&#60;/u&#62;",
            "&#60;i&#62;4&#60;/i&#62;",
            "1 2 &#60;b&#62;",
            "the &#60;reason&#62;",
            "From expected",
            "wrong answer on test 1",
        ] {
            answer.says(told);
        }
        for markup in ["<img src=x", "<u>", "<i>", "<b>", "<reason>", "<script>"] {
            answer.does_not_say(markup);
        }
        assert_eq!(site.get(who, &format!("{page}/source")).await.body, SOURCE);
    }
    for who in &others {
        let answer = site.get(who, &page).await;
        answer.says("wrong answer on test 1");
        for secret in ["img src=x", "warning", "&#62;4&#60;", "Line 1 differs", "the &#60;reason"] {
            answer.does_not_say(secret);
        }
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn the_events_tell_no_more_than_the_page(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let id = site.submission(&ada, SOURCE).await;
    site.judge(&[failed_sample("own output\n")], Verdict::Wa, "a warning").await;
    let events = format!("/submissions/{id}/events");
    let own = site.get(&ada, &events).await;
    own.says("own output");
    let guests = site.get(&Who::guest(), &events).await;
    guests.says("wrong answer");
    guests.does_not_say("own output");
    guests.does_not_say("a warning");
}

#[sqlx::test(migrations = "../../migrations")]
async fn of_a_judge_error_the_contestant_hears_that_it_is_ours_and_the_jury_what_it_is(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let jury = site.user("judy", Role::Jury).await;
    let id = site.submission(&ada, "x").await;
    for worker in ["alpha", "beta"] {
        let claimed = site.claim_for(worker).await;
        store::judging::release(&site.app.db, &claimed.claim, "check.cpp crashed on secret/2").await.unwrap();
    }
    let page = format!("/submissions/{id}");
    let own = site.get(&ada, &page).await;
    own.says("a failure of the judge, not yours");
    own.does_not_say("check.cpp crashed");
    site.get(&jury, &page).await.says("check.cpp crashed on secret/2");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_rejudged_submission_shows_the_judging_that_counts_and_lists_the_old_one(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let jury = site.user("judy", Role::Jury).await;
    let id = site.submission(&ada, "x").await;
    site.judge(&[failed_sample("4\n")], Verdict::Wa, "").await;
    let page = format!("/submissions/{id}");
    let planned = site.post(&jury, &format!("{page}/rejudge"), &[("reason", "wrong test")]).await;
    site.judge(&[], Verdict::Ac, "").await;
    site.get(&ada, &page).await.says("<h1>wrong answer on test 1</h1>");
    let plan = planned.location().to_owned();
    assert_eq!(site.post(&jury, &format!("{plan}/apply"), &[]).await.location(), plan);
    let answer = site.get(&ada, &page).await;
    answer.says("<h1>accepted</h1>");
    answer.says(&format!("{page}?judging=1"));
    let old = site.get(&ada, &format!("{page}?judging=1")).await;
    old.says("<h1>wrong answer on test 1</h1>");
    old.says("This judging does not count");
    assert_eq!(site.get(&ada, &format!("{page}?judging=7")).await.status, 404);
}

#[sqlx::test(migrations = "../../migrations")]
async fn hidden_problems_are_in_no_list_of_those_who_may_not_see_them(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let eve = site.user("eve", Role::Contestant).await;
    let setter = site.user("sam", Role::Setter).await;
    site.submission(&ada, "x").await;
    site.hide_problem().await;
    for path in ["/", "/submissions", "/submissions?problem=sum", "/submissions?user=ada"] {
        site.get(&eve, path).await.does_not_say("Sum &#60;script");
        site.get(&setter, path).await.says("Sum &#60;script");
    }
    site.get(&ada, "/submissions?user=ada").await.says("Sum &#60;script");
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_an_address_brings_is_escaped_and_what_it_asks_for_in_vain_is_said(db: Db) {
    let site = Site::new(db).await;
    let answer = site.get(&Who::guest(), "/submissions?user=%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert_eq!(answer.status, 200);
    answer.says("No submission fits");
    answer.does_not_say("<script>");
    for path in [
        "/submissions/0",
        "/submissions/x",
        "/submissions/99999999999999999999",
        "/problems/Sum",
        "/problems/%00",
    ] {
        let answer = site.get(&Who::guest(), path).await;
        assert_eq!(answer.status, 404, "{path}");
        answer.says("There is nothing here");
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn the_status_list_goes_on_where_a_page_ends(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let mut ids = Vec::new();
    for n in 0..51 {
        ids.push(site.submission(&ada, &n.to_string()).await);
    }
    let first = site.get(&ada, "/submissions?user=ada").await;
    let older = format!("/submissions?user=ada&#38;before={}", ids[1]);
    first.says(&older);
    first.does_not_say(&format!("\"/submissions/{}\"", ids[0]));
    let second = site.get(&ada, &older.replace("&#38;", "&")).await;
    second.says(&format!("\"/submissions/{}\"", ids[0]));
    second.does_not_say("Older");
}
