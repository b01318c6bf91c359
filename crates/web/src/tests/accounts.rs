//! Registering, logging in and out, passwords.

use axum::body::Body;
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use store::Db;
use store::user::{Password, Role};

use super::site::{PASSWORD, Site, Who};

async fn log_in(site: &Site, name: &str, password: &str) -> super::site::Answer {
    site.post(&Who::guest(), "/login", &[("name", name), ("password", password)]).await
}

async fn with_password(site: &Site, name: &str, password: Password) {
    let hash = crate::password::hash(PASSWORD).unwrap();
    store::user::create(&site.app.db, name, &hash, Role::Contestant, password).await.unwrap();
}

#[sqlx::test(migrations = "../../migrations")]
async fn who_registers_is_logged_in_until_they_log_out(db: Db) {
    let site = Site::new(db).await;
    let fields = [("name", "Ada"), ("password", PASSWORD)];
    let registered = site.post(&Who::guest(), "/register", &fields).await;
    assert_eq!((registered.status.as_u16(), registered.location()), (303, "/"));
    for attribute in ["judge=", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(registered.cookie().contains(attribute), "{}", registered.cookie());
    }
    let ada = Who::with(registered.cookie());
    site.get(&ada, "/").await.says("Ada");
    let out = site.post(&ada, "/logout", &[]).await;
    assert!(out.cookie().contains("Max-Age=0"));
    site.get(&ada, "/").await.does_not_say("Ada");
    assert_eq!(log_in(&site, "ada", PASSWORD).await.status, 303, "names have no case");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_refused_registration_says_each_field_what_is_wrong_and_keeps_the_name(db: Db) {
    let site = Site::new(db).await;
    site.user("taken", Role::Contestant).await;
    let answer = site.post(&Who::guest(), "/register", &[("name", "a<b"), ("password", "short")]).await;
    assert_eq!(answer.status, 422);
    answer.says("“&#60;” cannot be in a name");
    answer.says("The password has 5 characters");
    answer.says("value=\"a&#60;b\"");
    let answer = site.post(&Who::guest(), "/register", &[("name", "TAKEN"), ("password", PASSWORD)]).await;
    assert_eq!(answer.status, 422);
    answer.says("Somebody has the name TAKEN already");
}

#[sqlx::test(migrations = "../../migrations")]
async fn after_ten_failures_a_name_is_refused_even_the_right_password(db: Db) {
    let site = Site::new(db).await;
    with_password(&site, "ada", Password::Chosen).await;
    for name in ["ada", "nobody"] {
        for _ in 0..10 {
            let answer = log_in(&site, name, "wrong").await;
            assert_eq!(answer.status, 422);
            answer.says("No user has this name and this password");
        }
        let answer = log_in(&site, name, PASSWORD).await;
        assert_eq!(answer.status, 429);
        answer.says("Wait 15 minutes");
        assert!(answer.headers.contains_key("retry-after"));
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_right_password_forgets_the_wrong_ones_before_it(db: Db) {
    let site = Site::new(db).await;
    with_password(&site, "ada", Password::Chosen).await;
    for _ in 0..2 {
        for _ in 0..9 {
            assert_eq!(log_in(&site, "ada", "wrong").await.status, 422);
        }
        assert_eq!(log_in(&site, "ada", PASSWORD).await.status, 303);
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_given_password_opens_only_the_page_that_changes_it(db: Db) {
    let site = Site::new(db).await;
    with_password(&site, "root", Password::Given).await;
    let root = Who::with(log_in(&site, "root", PASSWORD).await.cookie());
    let answer = site.get(&root, "/submissions").await;
    assert_eq!((answer.status.as_u16(), answer.location()), (303, "/account"));
    site.get(&root, "/account").await.says("Somebody else has seen your password");
    let chosen = "another few words";
    let same = site.post(&root, "/account", &[("current", PASSWORD), ("password", PASSWORD)]).await;
    assert_eq!(same.status, 422);
    same.says("This is the current password");
    let changed = site.post(&root, "/account", &[("current", PASSWORD), ("password", chosen)]).await;
    assert_eq!((changed.status.as_u16(), changed.location()), (303, "/"));
    assert_eq!(
        site.get(&root, "/account").await.location(),
        "/login?next=%2Faccount",
        "the old session is over"
    );
    let root = Who::with(changed.cookie());
    assert_eq!(site.get(&root, "/submissions").await.status, 200);
    assert_eq!(log_in(&site, "root", PASSWORD).await.status, 422);
}

#[sqlx::test(migrations = "../../migrations")]
async fn changing_the_password_needs_the_current_one(db: Db) {
    let site = Site::new(db).await;
    with_password(&site, "ada", Password::Chosen).await;
    let ada = Who::with(log_in(&site, "ada", PASSWORD).await.cookie());
    let answer =
        site.post(&ada, "/account", &[("current", "guess"), ("password", "another few words")]).await;
    assert_eq!(answer.status, 422);
    answer.says("This is not your current password");
    assert_eq!(log_in(&site, "ada", PASSWORD).await.status, 303);
}

#[sqlx::test(migrations = "../../migrations")]
async fn another_site_cannot_post_in_a_viewers_name_and_a_script_can_in_its_own(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let post = |name: &'static str, value: &'static str| {
        let request = Request::post("/logout").header(HOST, "judge.example").header(name, value);
        request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(Body::empty()).unwrap()
    };
    for (name, value) in [("sec-fetch-site", "cross-site"), (ORIGIN.as_str(), "https://evil.example")] {
        let answer = site.answer(&ada, post(name, value)).await;
        assert_eq!(answer.status, 403);
        answer.says("this came from another site");
    }
    assert_eq!(site.get(&ada, "/account").await.status, 200, "nothing was done");
    assert_eq!(site.answer(&ada, post(ORIGIN.as_str(), "http://judge.example")).await.status, 303);
    let again = site.user("eve", Role::Contestant).await;
    assert_eq!(site.post(&again, "/logout", &[]).await.status, 303, "no browser, no other site");
}

#[sqlx::test(migrations = "../../migrations")]
async fn over_tls_the_cookie_is_bound_to_the_host(db: Db) {
    let plain = Site::new(db).await;
    let app = crate::App { secure: true, ..plain.app.clone() };
    with_password(&plain, "ada", Password::Chosen).await;
    let secure = plain.served_by(crate::router(app));
    let cookie = log_in(&secure, "ada", PASSWORD).await.cookie().to_owned();
    assert!(cookie.starts_with("__Host-judge=") && cookie.contains("; Secure"), "{cookie}");
    secure.get(&Who::with(&cookie), "/").await.says("ada");
    plain.get(&Who::with(&cookie), "/").await.does_not_say("ada");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_guest_is_led_to_log_in_and_back(db: Db) {
    let site = Site::new(db).await;
    with_password(&site, "ada", Password::Chosen).await;
    assert_eq!(site.get(&Who::guest(), "/account?x=1").await.location(), "/login?next=%2Faccount%3Fx%3D1");
    let fields = [("name", "ada"), ("password", PASSWORD), ("next", "/account?x=1")];
    assert_eq!(site.post(&Who::guest(), "/login", &fields).await.location(), "/account?x=1");
    let fields = [("name", "ada"), ("password", PASSWORD), ("next", "//evil.example")];
    assert_eq!(site.post(&Who::guest(), "/login", &fields).await.location(), "/");
}
