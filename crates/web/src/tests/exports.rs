//! Versions as packages to take along.

use std::io::{Cursor, Read};

use axum::body::{Body, to_bytes};
use axum::http::Request;
use store::Db;
use store::user::Role;
use zip::ZipArchive;

use super::site::{Site, Who};
use super::uploads::{limited, package, upload};

/// The archive at that address: its files by name.
async fn files(site: &Site, who: &Who, path: &str) -> Vec<(String, String)> {
    let response = site.send(who, Request::get(path).body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/zip");
    assert_eq!(response.headers()["content-disposition"], "attachment; filename=\"echo.zip\"");
    let length: usize = response.headers()["content-length"].to_str().unwrap().parse().unwrap();
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    assert_eq!(bytes.len(), length);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut files = Vec::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).unwrap();
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        files.push((entry.name().unwrap().into_owned(), text));
    }
    files
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_version_is_taken_along_in_the_icpc_format_or_as_it_came(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    upload(&site, &setter, &package(&limited(), 2)).await;
    let page = site.get(&setter, "/problems/echo/versions").await;
    page.says("/problems/echo/versions/1/package");
    let page = site.get(&setter, "/problems/echo/versions/1/package").await;
    page.says("The format says everything that this version has.");
    page.says("As it came: ICPC");
    let new = files(&site, &setter, "/problems/echo/versions/1/package.zip").await;
    assert!(new.iter().any(|(name, text)| name == "echo/data/secret/1.in" && text == "1\n"), "{new:?}");
    site.get(&setter, "/problems/echo/versions/1/package?format=origin")
        .await
        .says("package.zip?format=origin");
    let same = files(&site, &setter, "/problems/echo/versions/1/package.zip?format=origin").await;
    assert!(same.iter().any(|(name, text)| name == "echo/problem.yaml" && *text == limited()), "{same:?}");
    assert_eq!(same.len(), 9);
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_a_package_cannot_say_is_told_before_it_is_taken(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    let page = site.get(&setter, "/problems/sum/versions/1/package").await;
    page.says("Left out or written in another way");
    page.says("<code>uuid</code>");
    let page = site.get(&setter, "/problems/sum/versions/1/package?format=origin").await;
    page.says("It cannot be given back: this version was stored without the package");
    page.does_not_say("Download");
    let path = "/problems/sum/versions/1/package.zip?format=origin";
    assert_eq!(site.get(&setter, path).await.status, 400);
    assert_eq!(site.get(&setter, "/problems/sum/versions/7/package.zip").await.status, 404);
}
