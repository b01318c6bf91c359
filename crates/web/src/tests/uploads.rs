//! Setters' packages.

use std::io::{Cursor, Write};

use store::Db;
use store::user::Role;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::site::{Answer, Site, Who};

const YAML: &str =
    "problem_format_version: 2025-09\nname: Echo\nuuid: 2d3c1b1a-5d7e-4a64-8a7e-2f6a8d0c9e11\n";

fn limited() -> String {
    format!("{YAML}limits:\n  time_limit: 1\n")
}

fn package(yaml: &str, tests: usize) -> Vec<u8> {
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

async fn upload(site: &Site, who: &Who, zip: &[u8]) -> Answer {
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
