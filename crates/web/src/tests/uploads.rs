//! Setters' packages.

use std::io::{Cursor, Write};

use store::Db;
use store::user::Role;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::site::{Answer, Site, Who};

const YAML: &str =
    "problem_format_version: 2025-09\nname: Echo\nuuid: 2d3c1b1a-5d7e-4a64-8a7e-2f6a8d0c9e11\n";

pub(super) fn limited() -> String {
    format!("{YAML}limits:\n  time_limit: 1\n")
}

pub(super) fn package(yaml: &str, tests: usize) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, content: &str| {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    };
    add("echo/problem.yaml", yaml);
    add("echo/statement/problem.en.md", "Print the line.");
    add("echo/data/sample/1.in", "a\n");
    add("echo/data/sample/1.ans", "a\n");
    for test in 0..tests {
        add(&format!("echo/data/secret/{test}.in"), &format!("{test}\n"));
        add(&format!("echo/data/secret/{test}.ans"), &format!("{test}\n"));
    }
    add("echo/submissions/accepted/echo.py", "print(input())\n");
    zip.finish().unwrap().into_inner()
}

pub(super) async fn upload(site: &Site, who: &Who, zip: &[u8]) -> Answer {
    site.post_file(who, "/problems/new", ("package", "echo.zip", zip), &[]).await
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_good_package_becomes_a_version_and_the_page_says_what_changed(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    let first = upload(&site, &setter, &package(&limited(), 2)).await;
    assert_eq!(
        (first.status.as_u16(), first.location()),
        (303, "/problems/echo/versions?uploaded=1"),
        "{}",
        first.body
    );
    site.get(&setter, first.location()).await.says("Version 1 is the current one now.");
    site.get(&Who::guest(), "/problems/echo").await.says("Print the line.");
    let second = upload(&site, &setter, &package(&limited(), 3)).await;
    let page = site.get(&setter, second.location()).await;
    page.says("Version 2 is the current one now. Against the version before:");
    page.says("<li>tests: 1 added (secret/2), 3 as before</li>");
    let again = upload(&site, &setter, &package(&limited(), 3)).await;
    site.get(&setter, again.location()).await.says("the same as version 2");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_package_with_warnings_is_taken_and_says_them(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    let answer = upload(&site, &setter, &package(YAML, 2)).await;
    assert_eq!(answer.status, 200);
    answer.says("The package was taken: 1 warning");
    answer.says("sets no time limit");
    answer.says("/problems/echo/versions?uploaded=1");
    assert_eq!(site.get(&setter, "/problems/echo").await.status, 200);
}

/// As the page's own form sends it.
async fn look(site: &Site, who: &Who, zip: &[u8], others: &[(&str, &str)]) -> Answer {
    let fields: Vec<_> = others.iter().copied().chain([("look", "yes")]).collect();
    site.post_file(who, "/problems/new", ("package", "echo.zip", zip), &fields).await
}

#[sqlx::test(migrations = "../../migrations")]
async fn an_upload_shows_what_it_would_change_and_is_saved_from_there(db: Db) {
    let site = Site::new(db).await;
    let (setter, other) = (site.user("sam", Role::Setter).await, site.user("sue", Role::Setter).await);
    let uploaded = look(&site, &setter, &package(&limited(), 2), &[]).await;
    assert_eq!(uploaded.status, 303, "{}", uploaded.body);
    let place = uploaded.location().to_owned();
    let page = site.get(&setter, &place).await;
    page.says("A new problem: <code>echo</code>");
    page.does_not_say("name=\"time\"");
    assert_eq!(site.get(&setter, "/problems/echo").await.status, 404, "nothing is saved yet");
    for who in [&other, &Who::guest()] {
        assert_eq!(site.get(who, &place).await.status, 404, "it is nobody else's");
        assert_eq!(site.post(who, &place, &[("base", "0")]).await.status, 404);
    }
    let saved = site.post(&setter, &place, &[("base", "0")]).await;
    assert_eq!((saved.status.as_u16(), saved.location()), (303, "/problems/echo/versions?uploaded=1"));
    assert_eq!(site.get(&setter, &place).await.status, 404, "it is used up");

    let second = look(&site, &setter, &package(&limited(), 3), &[]).await;
    let page = site.get(&setter, second.location()).await;
    page.says("<li>tests: 1 added (secret/2), 3 as before</li>");
    page.says("Verdicts can be others, but no submission is judged on version 1.");
    page.says("Save as version 2");
    upload(&site, &other, &package(&limited(), 4)).await;
    let overtaken = site.post(&setter, second.location(), &[("base", "1")]).await;
    assert_eq!(overtaken.status, 409);
    overtaken.says("Somebody else has saved another version");
    overtaken.says("<li>tests: 1 removed (secret/3), 4 as before</li>");
    let saved = site.post(&setter, second.location(), &[("base", "2")]).await;
    assert_eq!(saved.location(), "/problems/echo/versions?uploaded=3");

    let same = look(&site, &setter, &package(&limited(), 3), &[]).await;
    site.get(&setter, same.location()).await.says("The same as version 3");
    let gone = site.post(&setter, &format!("{}/discard", same.location()), &[]).await;
    assert_eq!((gone.status.as_u16(), gone.location()), (303, "/problems/new"));
    assert_eq!(site.get(&setter, same.location()).await.status, 404);
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_package_without_a_limit_is_asked_for_it_and_remembers_the_answer(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    let first = look(&site, &setter, &package(YAML, 2), &[]).await;
    let page = site.get(&setter, first.location()).await;
    page.says("sets no time limit");
    page.says("name=\"time\" value=\"2\"");
    let wrong = site.post(&setter, first.location(), &[("base", "0"), ("time", "soon")]).await;
    assert_eq!(wrong.status, 422);
    wrong.says("This must be a number above 0");
    wrong.says("value=\"soon\"");
    let saved = site.post(&setter, first.location(), &[("base", "0"), ("time", "3,5")]).await;
    assert_eq!(saved.location(), "/problems/echo/versions?uploaded=1");
    site.get(&Who::guest(), "/problems/echo").await.says("3.5 <span class=\"unit\">s</span>");
    let again = look(&site, &setter, &package(YAML, 2), &[]).await;
    let page = site.get(&setter, again.location()).await;
    page.says("name=\"time\" value=\"3.5\"");
    page.says("The same as version 1");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_format_can_be_forced_and_what_was_said_stays_in_the_form(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    let said = [("format", "polygon"), ("problem", "a<b")];
    let refused = look(&site, &setter, &package(YAML, 2), &said).await;
    assert_eq!(refused.status, 422);
    refused.says("<option value=\"polygon\" selected>");
    refused.says("value=\"a&#60;b\"");
    assert_eq!(look(&site, &setter, &package(YAML, 2), &[("format", "icpc")]).await.status, 303);
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_bad_package_gets_all_its_faults_in_one_list_and_nothing_is_taken(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    let yaml = format!("{YAML}limits:\n  time_limit: -1\n  memory: <b>\nno_such_key: 1\n");
    let answer = upload(&site, &setter, &package(&yaml, 0)).await;
    assert_eq!(answer.status, 422);
    answer.says("The package was refused:");
    answer.says("problem.yaml:5");
    answer.says("problem.yaml:6");
    answer.says("data/secret");
    answer.does_not_say("<b>");
    assert_eq!(site.get(&setter, "/problems/echo").await.status, 404);
    let answer = upload(&site, &setter, b"this is no zip").await;
    assert_eq!(answer.status, 422);
    answer.says("The package was refused: 1 fault");
}

#[sqlx::test(migrations = "../../migrations")]
async fn an_upload_without_a_file_or_above_the_limit_is_told_so(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    let answer = site.post_file(&setter, "/problems/new", ("package", "", b""), &[]).await;
    assert_eq!(answer.status, 422);
    answer.says("Choose the archive of a package first");
    let answer = upload(&site, &setter, &vec![b'x'; 2 << 20]).await;
    assert_eq!(answer.status, 413);
    answer.says("At most 1 MiB are taken here");
}
