//! Tokens of programs.

use axum::body::Body;
use axum::http::Request;
use store::Db;
use store::user::{Password, Role};

use super::site::{Answer, Site, Who};

/// A request to the interface for programs with that header, as whoever the cookie says.
pub(super) async fn with_token(site: &Site, who: &Who, authorization: &str, path: &str) -> Answer {
    let request = Request::get(path).header("authorization", authorization);
    site.answer(who, request.body(Body::empty()).unwrap()).await
}

/// Makes a token by the page.
pub(super) async fn made(site: &Site, who: &Who, name: &str) -> String {
    let page = site.post(who, "/account/tokens", &[("name", name)]).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let at = page.body.find("judge_").expect("the token is shown");
    page.body[at..].split('<').next().unwrap().to_owned()
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_token_is_shown_once_opens_the_interface_for_programs_and_nothing_else_until_it_is_revoked(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let token = made(&site, &ada, "laptop <1>").await;
    let page = site.get(&ada, "/account").await;
    page.does_not_say(&token);
    page.says("laptop &#60;1&#62;");
    page.says("never used");
    let run = format!("/api/v1/runs/{}", site.custom_run(&ada).await);
    let (guest, bearer) = (Who::guest(), format!("Bearer {token}"));
    let answer = with_token(&site, &guest, &bearer, &run).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(with_token(&site, &guest, &bearer, "/account").await.status, 303, "pages want a session");
    site.get(&ada, "/account").await.says("just now");
    let id = store::token::list(&site.app.db, ada.id.unwrap()).await.unwrap()[0].id;
    let eve = site.user("eve", Role::Contestant).await;
    assert_eq!(site.post(&eve, &format!("/account/tokens/{id}/revoke"), &[]).await.status, 404);
    assert_eq!(site.post(&ada, &format!("/account/tokens/{id}/revoke"), &[]).await.status, 303);
    let answer = with_token(&site, &guest, &bearer, &run).await;
    assert_eq!(answer.status, 401);
    assert_eq!(answer.headers["www-authenticate"], "Bearer");
    answer.says("Make a token");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_bad_token_is_nobody_even_beside_a_good_cookie(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    let run = format!("/api/v1/runs/{}", site.custom_run(&ada).await);
    assert_eq!(site.get(&ada, &run).await.status, 200);
    for bad in ["Bearer", "Bearer judge_00", "judge_00", &format!("Bearer judge_{}", "0".repeat(64))] {
        assert_eq!(with_token(&site, &ada, bad, &run).await.status, 401, "{bad}");
    }
    // What a browser sends for a proxy says nothing of who it is here.
    assert_eq!(with_token(&site, &ada, "Basic YTpi", &run).await.status, 200);
    assert_eq!(with_token(&site, &Who::guest(), "Basic YTpi", &run).await.status, 401);
}

#[sqlx::test(migrations = "../../migrations")]
async fn who_has_a_given_password_chooses_one_before_programs_ask_in_their_name(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    store::user::set_password(&site.app.db, ada.id.unwrap(), "hash", Password::Given).await.unwrap();
    let hash = problem::Hash::of(&[7; 32]);
    store::token::create(&site.app.db, ada.id.unwrap(), "x", hash).await.unwrap();
    let token = format!("Bearer judge_{}", "07".repeat(32));
    let answer = with_token(&site, &Who::guest(), &token, "/api/v1/runs/x").await;
    assert_eq!(answer.status, 403);
    answer.says("Choose your own");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_token_has_a_name_of_its_own_and_a_user_has_not_too_many(db: Db) {
    let site = Site::new(db).await;
    let ada = site.user("ada", Role::Contestant).await;
    made(&site, &ada, "ci").await;
    for (name, told) in
        [("ci", "You have a token of this name"), (" ", "Give it a name"), (&"x".repeat(60), "fewer than")]
    {
        let page = site.post(&ada, "/account/tokens", &[("name", name)]).await;
        assert_eq!(page.status, 422, "{name:?}");
        page.says(told);
    }
    for number in 1..20 {
        made(&site, &ada, &number.to_string()).await;
    }
    site.post(&ada, "/account/tokens", &[("name", "one more")]).await.says("You have 20 tokens");
}
