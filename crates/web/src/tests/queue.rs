//! The queue as the jury sees and stops it, and as those see it who wait.

use store::Db;
use store::pause::Thing;
use store::user::Role;

use super::site::Site;

#[sqlx::test(migrations = "../../migrations")]
async fn the_jury_sees_what_runs_what_waits_and_who_works(db: Db) {
    let site = Site::new(db).await;
    let (ada, jury) = (site.user("ada", Role::Contestant).await, site.user("judy", Role::Jury).await);
    let empty = site.get(&jury, "/queue").await;
    empty.says("0 judgings waiting, 0 running");
    let running = site.submission(&ada, "x").await;
    site.claim().await;
    let waiting = site.submission(&ada, "y").await;
    let page = site.get(&jury, "/queue").await;
    page.says("1 judging waiting, 1 running");
    page.says(&format!("href=\"/submissions/{running}\""));
    page.says(&format!("href=\"/submissions/{waiting}\""));
    page.says("takes work");
    site.get(&jury, "/").await.says("href=\"/queue\"");
    site.get(&ada, "/").await.does_not_say("href=\"/queue\"");
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_the_jury_pauses_stands_still_says_why_and_goes_on(db: Db) {
    let site = Site::new(db).await;
    let (ada, jury) = (site.user("ada", Role::Contestant).await, site.user("judy", Role::Jury).await);
    let id = site.submission(&ada, "x").await;
    for (kind, name, told) in [
        ("problem", "sum", "Judging of this problem is paused: test 7 is wrong."),
        ("language", "cpp", "is paused: test 7 is wrong."),
        ("worker", "w", "Judging of submissions is paused: test 7 is wrong."),
    ] {
        let fields = [("kind", kind), ("name", name), ("reason", "test 7 is wrong.")];
        assert_eq!(site.post(&jury, "/queue/pauses", &fields).await.status, 303, "{kind}");
        site.get(&ada, &format!("/submissions/{id}")).await.says(told);
        let page = site.get(&jury, "/queue").await;
        page.says(&format!("{kind} {name}"));
        page.says("paused by judy");
        let pause = store::pause::list(&site.app.db).await.unwrap().remove(0);
        let end = format!("/queue/pauses/{}/end", pause.id);
        for _ in 0..2 {
            assert_eq!(site.post(&jury, &end, &[]).await.status, 303, "also when it has ended already");
        }
        site.get(&ada, &format!("/submissions/{id}")).await.says("It is the next in the queue.");
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_cannot_be_paused_is_said_and_what_was_typed_stays(db: Db) {
    let site = Site::new(db).await;
    let jury = site.user("judy", Role::Jury).await;
    for (kind, name, told) in [
        ("problem", "som", "There is no problem som"),
        ("language", "C++", "There is no language C++"),
        ("contest", "x", "Choose a problem, a language or a worker."),
        ("worker", "  ", "Say which."),
        ("worker", "v", "There is no worker v"),
    ] {
        let fields = [("kind", kind), ("name", name), ("reason", "because of that")];
        let page = site.post(&jury, "/queue/pauses", &fields).await;
        assert_eq!(page.status, 422, "{kind}");
        page.says(told);
        page.says("because of that");
    }
    assert!(store::pause::list(&site.app.db).await.unwrap().is_empty());
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_the_judge_set_aside_is_explained_to_the_jury_alone(db: Db) {
    let site = Site::new(db).await;
    let (ada, jury) = (site.user("ada", Role::Contestant).await, site.user("judy", Role::Jury).await);
    let page = format!("/submissions/{}", site.submission(&ada, "x").await);
    let reason = "3 judgings on this version failed, the last one with: check.cpp crashed";
    let id = store::pause::set_aside(&site.app.db, &Thing::Problem(site.problem), reason).await.unwrap();
    let own = site.get(&ada, &page).await;
    own.says("The judge failed at this problem again and again");
    own.does_not_say("check.cpp");
    site.get(&jury, &page).await.says("check.cpp crashed");
    let queue = site.get(&jury, "/queue").await;
    queue.says("check.cpp crashed");
    queue.says(&format!("judge queue resume {}", id.unwrap()));
}

#[sqlx::test(migrations = "../../migrations")]
async fn who_waits_is_told_what_is_before_and_when_the_result_is_expected(db: Db) {
    let site = Site::new(db).await;
    let (ada, bob) = (site.user("ada", Role::Contestant).await, site.user("bob", Role::Contestant).await);
    site.submission(&ada, "x").await;
    site.judge(&[], problem::Verdict::Ac, "").await;
    site.submission(&ada, "y").await;
    let page = site.get(&bob, &format!("/submissions/{}", site.submission(&bob, "z").await)).await;
    page.says("1 submission is judged before it.");
    page.says("Its result is expected within");
}
