//! All routes as everybody.

use axum::body::Body;
use axum::http::{Method, Request};
use store::Db;
use store::user::Role;

use super::site::{Site, Who};
use crate::routes;

/// Statuses for a guest, a contestant, a setter, the jury and an admin. 200 and 303 are as they should be; 404 is
/// what is hidden; 422 and 400 are forms that came without fields; 401 is a guest's post that needs a user.
const EXPECTED: [(&str, Method, [u16; 5]); 96] = [
    ("/", Method::GET, [200; 5]),
    ("/", Method::POST, [405; 5]),
    ("/register", Method::GET, [200; 5]),
    ("/register", Method::POST, [422; 5]),
    ("/login", Method::GET, [200; 5]),
    ("/login", Method::POST, [422; 5]),
    ("/logout", Method::GET, [405; 5]),
    ("/logout", Method::POST, [303; 5]),
    ("/account", Method::GET, [303, 200, 200, 200, 200]),
    ("/account", Method::POST, [422; 5]),
    ("/account/tokens", Method::GET, [405; 5]),
    ("/account/tokens", Method::POST, [401, 422, 422, 422, 422]),
    ("/account/tokens/{id}/revoke", Method::GET, [405; 5]),
    ("/account/tokens/{id}/revoke", Method::POST, [401, 404, 404, 404, 404]),
    ("/problems/new", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/new", Method::POST, [404, 404, 400, 400, 400]),
    ("/uploads/{id}", Method::GET, [404; 5]),
    ("/uploads/{id}", Method::POST, [422; 5]),
    ("/uploads/{id}/discard", Method::GET, [405; 5]),
    ("/uploads/{id}/discard", Method::POST, [404; 5]),
    ("/problems/{slug}", Method::GET, [200; 5]),
    ("/problems/{slug}", Method::POST, [405; 5]),
    ("/problems/{slug}/assets/{*path}", Method::GET, [200; 5]),
    ("/problems/{slug}/assets/{*path}", Method::POST, [405; 5]),
    ("/problems/{slug}/attachments/{*path}", Method::GET, [200; 5]),
    ("/problems/{slug}/attachments/{*path}", Method::POST, [405; 5]),
    ("/problems/{slug}/statements/{file}", Method::GET, [200; 5]),
    ("/problems/{slug}/statements/{file}", Method::POST, [405; 5]),
    ("/problems/{slug}/versions", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions", Method::POST, [405; 5]),
    ("/problems/{slug}/versions/{number}/current", Method::GET, [405; 5]),
    ("/problems/{slug}/versions/{number}/current", Method::POST, [404, 404, 303, 303, 303]),
    ("/problems/{slug}/versions/{number}/package", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions/{number}/package", Method::POST, [405; 5]),
    ("/problems/{slug}/versions/{number}/package.zip", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions/{number}/package.zip", Method::POST, [405; 5]),
    ("/problems/{slug}/versions/{number}/check", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions/{number}/check", Method::POST, [404, 404, 303, 303, 303]),
    ("/problems/{slug}/versions/{number}/check/events", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions/{number}/check/events", Method::POST, [405; 5]),
    ("/problems/{slug}/changes", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/changes", Method::POST, [405; 5]),
    ("/problems/{slug}/edit", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/edit", Method::POST, [422; 5]),
    ("/problems/{slug}/tests", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/tests", Method::POST, [404, 404, 400, 400, 400]),
    ("/problems/{slug}/tests/{*name}", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/tests/{*name}", Method::POST, [405; 5]),
    ("/problems/{slug}/submissions", Method::GET, [405; 5]),
    ("/problems/{slug}/submissions", Method::POST, [401, 422, 422, 422, 422]),
    ("/problems/{slug}/runs", Method::GET, [405; 5]),
    ("/problems/{slug}/runs", Method::POST, [401, 422, 422, 422, 422]),
    ("/queue", Method::GET, [404, 404, 404, 200, 200]),
    ("/queue", Method::POST, [405; 5]),
    ("/queue/pauses", Method::GET, [405; 5]),
    ("/queue/pauses", Method::POST, [422; 5]),
    ("/queue/pauses/{id}/end", Method::GET, [405; 5]),
    ("/queue/pauses/{id}/end", Method::POST, [404, 404, 404, 303, 303]),
    ("/runs/{id}", Method::GET, [303, 404, 404, 404, 404]),
    ("/runs/{id}", Method::POST, [405; 5]),
    ("/runs/{id}/discard", Method::GET, [405; 5]),
    ("/runs/{id}/discard", Method::POST, [401, 404, 404, 404, 404]),
    ("/runs/{id}/events", Method::GET, [303, 404, 404, 404, 404]),
    ("/runs/{id}/events", Method::POST, [405; 5]),
    ("/submissions", Method::GET, [200; 5]),
    ("/submissions", Method::POST, [405; 5]),
    ("/submissions/{id}", Method::GET, [200; 5]),
    ("/submissions/{id}", Method::POST, [405; 5]),
    ("/submissions/{id}/events", Method::GET, [200; 5]),
    ("/submissions/{id}/events", Method::POST, [405; 5]),
    ("/submissions/{id}/source", Method::GET, [404, 404, 404, 200, 200]),
    ("/submissions/{id}/source", Method::POST, [405; 5]),
    ("/submissions/{id}/rejudge", Method::GET, [405; 5]),
    ("/submissions/{id}/rejudge", Method::POST, [404, 404, 404, 303, 303]),
    ("/rejudgings", Method::GET, [404, 404, 404, 200, 200]),
    ("/rejudgings", Method::POST, [404, 404, 404, 422, 422]),
    ("/rejudgings/new", Method::GET, [404, 404, 404, 200, 200]),
    ("/rejudgings/new", Method::POST, [405; 5]),
    ("/rejudgings/{id}", Method::GET, [404, 404, 404, 200, 200]),
    ("/rejudgings/{id}", Method::POST, [405; 5]),
    ("/rejudgings/{id}/events", Method::GET, [404, 404, 404, 200, 200]),
    ("/rejudgings/{id}/events", Method::POST, [405; 5]),
    ("/rejudgings/{id}/apply", Method::GET, [405; 5]),
    ("/rejudgings/{id}/apply", Method::POST, [404, 404, 404, 409, 409]),
    ("/rejudgings/{id}/drop", Method::GET, [405; 5]),
    ("/rejudgings/{id}/drop", Method::POST, [404, 404, 404, 303, 409]),
    ("/rejudgings/{id}/undo", Method::GET, [405; 5]),
    ("/rejudgings/{id}/undo", Method::POST, [404, 404, 404, 409, 409]),
    ("/api/v1/runs", Method::GET, [405; 5]),
    ("/api/v1/runs", Method::POST, [401, 415, 415, 415, 415]),
    ("/api/v1/runs/{id}", Method::GET, [401, 404, 404, 404, 404]),
    ("/api/v1/runs/{id}", Method::POST, [405; 5]),
    ("/health", Method::GET, [200; 5]),
    ("/health", Method::POST, [405; 5]),
    ("/static/{file}", Method::GET, [200; 5]),
    ("/static/{file}", Method::POST, [405; 5]),
];

/// The same for a hidden problem and what was sent to it, where that differs.
const HIDDEN: [(&str, Method, [u16; 5]); 17] = [
    ("/problems/{slug}", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/assets/{*path}", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/attachments/{*path}", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/statements/{file}", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions/{number}/package", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions/{number}/package.zip", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions/{number}/check", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/versions/{number}/check/events", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/changes", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/edit", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/tests", Method::GET, [404, 404, 200, 200, 200]),
    ("/problems/{slug}/submissions", Method::POST, [401, 404, 422, 422, 422]),
    ("/problems/{slug}/runs", Method::POST, [401, 404, 422, 422, 422]),
    ("/submissions/{id}", Method::GET, [404, 404, 200, 200, 200]),
    ("/submissions/{id}/events", Method::GET, [404, 404, 200, 200, 200]),
    ("/submissions/{id}/source", Method::GET, [404, 404, 404, 200, 200]),
];

async fn everybody(site: &Site) -> [Who; 5] {
    [
        Who::guest(),
        site.user("contestant", Role::Contestant).await,
        site.user("setter", Role::Setter).await,
        site.user("jury", Role::Jury).await,
        site.user("admin", Role::Admin).await,
    ]
}

async fn statuses(site: &Site, everybody: &[Who; 5], method: &Method, path: &str) -> [u16; 5] {
    let mut statuses = [0; 5];
    for (status, who) in statuses.iter_mut().zip(everybody) {
        let form = "application/x-www-form-urlencoded";
        let request = Request::builder().method(method).uri(path).header("content-type", form);
        // Only the head: the body of an event stream has no end.
        *status = site.send(who, request.body(Body::empty()).unwrap()).await.status().as_u16();
    }
    statuses
}

/// What an address has that names a submission, and a custom run.
struct Ids {
    submission: String,
    run: String,
}

fn filled(path: &str, ids: &Ids) -> String {
    let style = crate::assets::url("app.css");
    let path = path.replace("/runs/{id}", &format!("/runs/{}", ids.run));
    let path = path.replace("{slug}", "sum").replace("attachments/{*path}", "attachments/notes.html");
    let path = path.replace("statements/{file}", "statements/sv.pdf");
    // The first and only one.
    let path = path.replace("/rejudgings/{id}", "/rejudgings/1");
    let path = path.replace("{*path}", "picture.svg").replace("{id}", &ids.submission);
    let path = path.replace("{number}", "1").replace("{*name}", "secret/1");
    let path = path.replace("/changes", "/changes?from=1&to=1");
    path.replace("/static/{file}", &style)
}

#[sqlx::test(migrations = "../../migrations")]
async fn everybody_gets_on_every_route_what_the_table_says(db: Db) {
    let site = Site::new(db).await;
    let author = site.user("author", Role::Contestant).await;
    let id = site.submission(&author, "int main() {}").await;
    site.plan(&[id]).await;
    let ids = Ids { submission: id.to_string(), run: site.custom_run(&author).await.to_string() };
    let everybody = everybody(&site).await;
    for (path, method, expected) in &EXPECTED {
        // Sessions that the walk itself ended begin again.
        let got = statuses(&site, &everybody, method, &filled(path, &ids)).await;
        assert_eq!(got, *expected, "{method} {path}");
        if *path == "/logout" && *method == Method::POST {
            relogin(&site, &everybody).await;
        }
    }
    site.hide_problem().await;
    for (path, method, expected) in &HIDDEN {
        let got = statuses(&site, &everybody, method, &filled(path, &ids)).await;
        assert_eq!(got, *expected, "{method} {path} of a hidden problem");
    }
    assert_eq!(
        site.get(&author, &format!("/submissions/{id}")).await.status,
        200,
        "their own work stays theirs"
    );
}

async fn relogin(site: &Site, everybody: &[Who; 5]) {
    for who in everybody {
        who.begin_again(site).await;
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn the_walk_leaves_no_route_out(db: Db) {
    let site = Site::new(db).await;
    for (path, _) in routes::table(&site.app) {
        for method in [Method::GET, Method::POST] {
            let known = EXPECTED.iter().any(|(known, of, _)| *known == path && *of == method);
            assert!(known, "{method} {path} is in the table of routes and not in the walk");
        }
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn every_page_is_strict_about_what_it_loads_and_has_nothing_inline(db: Db) {
    let site = Site::new(db).await;
    let admin = site.user("admin", Role::Admin).await;
    let id = site.submission(&admin, "int main() {}").await;
    site.judge(&[super::site::failed_sample("4\n")], problem::Verdict::Wa, "warning").await;
    site.plan(&[id]).await;
    site.judge(&[], problem::Verdict::Ac, "").await;
    let ids = Ids { submission: id.to_string(), run: site.custom_run(&admin).await.to_string() };
    let run = (&"/runs/{id}", &Method::GET, [200; 5]);
    for (path, _, expected) in EXPECTED
        .iter()
        .map(|(path, method, all)| (path, method, *all))
        .filter(|(_, method, _)| **method == Method::GET)
        .chain([run])
    {
        if expected[4] != 200 {
            continue;
        }
        let answer = site.get(&admin, &filled(path, &ids)).await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        if answer.body.starts_with("<!doctype") {
            for inline in [" style=", "<style", "<script>", " onclick=", "javascript:"] {
                answer.does_not_say(inline);
            }
            assert!(answer.body.len() < 60_000, "{path} has {} bytes", answer.body.len());
        }
    }
}
