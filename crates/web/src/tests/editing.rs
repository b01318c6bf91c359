//! Setters change problems in the browser: each save is a version.

use store::Db;
use store::user::Role;

use super::site::{Answer, Site, Who};

const GOOD: [(&str, &str); 8] = [
    ("base", "1"),
    ("title", "Sum of two"),
    ("time", "1.5"),
    ("memory", "64"),
    ("output", "8"),
    ("code", "128"),
    ("tags", "easy, math"),
    ("statement", "Add both.\r\n"),
];

fn with(changes: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    let changed = |(name, value): (&'static str, &'static str)| {
        let own = changes.iter().find(|(changed, _)| *changed == name);
        own.copied().unwrap_or((name, value))
    };
    let mut all: Vec<_> = GOOD.into_iter().map(changed).collect();
    all.extend(changes.iter().filter(|(name, _)| GOOD.iter().all(|(known, _)| known != name)));
    all
}

async fn edit(site: &Site, who: &Who, changes: &[(&'static str, &'static str)]) -> Answer {
    site.post(who, "/problems/sum/edit", &with(changes)).await
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_is_edited_becomes_a_version_and_the_page_says_what_differs(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    let form = site.get(&setter, "/problems/sum/edit").await;
    form.says("Add $a+b$.");
    form.says("name=\"base\" value=\"1\"");
    let answer = edit(&site, &setter, &[("visible", "yes")]).await;
    assert_eq!((answer.status.as_u16(), answer.location()), (303, "/problems/sum/versions?uploaded=2"));
    let versions = site.get(&setter, answer.location()).await;
    for line in
        ["time limit: 2 s → 1.5 s", "memory limit: 256 MiB → 64 MiB", "the title, the statement, the tags"]
    {
        versions.says(line);
    }
    versions.says("by sam");
    let shown = site.get(&Who::guest(), "/problems/sum").await;
    shown.says("Sum of two");
    shown.says("Add both.");
    let compared = site.get(&setter, "/problems/sum/changes?from=1&to=2").await;
    compared.says("Verdicts can be others");
    assert_eq!(site.get(&setter, "/problems/sum/changes?from=1&to=9").await.status, 404);
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_form_that_changes_nothing_makes_no_version(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    edit(&site, &setter, &[("visible", "yes")]).await;
    let again = edit(&site, &setter, &[("visible", "yes"), ("base", "2")]).await;
    assert_eq!(again.location(), "/problems/sum/versions?unchanged=2");
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_cannot_be_taken_is_told_at_its_field_and_all_that_was_typed_stays(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    for (field, bad) in [
        ("time", "0"),
        ("time", "-1"),
        ("time", "NaN"),
        ("memory", "lots"),
        ("output", "1e9"),
        ("title", " "),
        ("code", ""),
    ] {
        let answer = edit(&site, &setter, &[(field, bad)]).await;
        assert_eq!(answer.status, 422, "{field} {bad}");
        answer.says("Nothing was saved yet");
        answer.says("Add both.");
        answer.says("aria-invalid");
    }
    assert_eq!(
        site.get(&setter, "/problems/sum/changes?from=1&to=2").await.status,
        404,
        "no version was made"
    );
}

#[sqlx::test(migrations = "../../migrations")]
async fn two_who_edit_at_once_do_not_undo_each_other(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    assert_eq!(edit(&site, &setter, &[]).await.status, 303);
    let late = edit(&site, &setter, &[("title", "Late"), ("statement", "my long text")]).await;
    assert_eq!(late.status, 409);
    late.says("Somebody else has saved another version");
    late.says("my long text");
    site.get(&setter, "/problems/sum").await.does_not_say("Late");
}

#[sqlx::test(migrations = "../../migrations")]
async fn an_older_version_is_made_current_again(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    edit(&site, &setter, &[("visible", "yes")]).await;
    let answer = site.post(&setter, "/problems/sum/versions/1/current", &[]).await;
    assert_eq!(answer.status, 303);
    site.get(&Who::guest(), "/problems/sum").await.does_not_say("Sum of two");
    assert_eq!(site.post(&setter, "/problems/sum/versions/7/current", &[]).await.status, 404);
}

#[sqlx::test(migrations = "../../migrations")]
async fn tests_are_shown_changed_added_and_taken_out(db: Db) {
    let site = Site::new(db).await;
    let setter = site.user("sam", Role::Setter).await;
    let list = site.get(&setter, "/problems/sum/tests").await;
    list.says("secret/2");
    let form = site.get(&setter, "/problems/sum/tests/secret/1").await;
    form.says("20 22");
    let new = [("base", "1"), ("name", "secret/3"), ("input", "5 6\r\n"), ("answer", "11\r\n")];
    let post = async |fields: &[(&str, &str)]| {
        site.post_file(&setter, "/problems/sum/tests", ("input_file", "", b""), fields).await
    };
    assert_eq!(post(&new).await.location(), "/problems/sum/versions?uploaded=2");
    site.get(&setter, "/problems/sum/versions?uploaded=2")
        .await
        .says("tests: 1 added (secret/3), 3 as before");
    site.get(&setter, "/problems/sum/tests/secret/3").await.says("5 6");
    let gone = [("base", "2"), ("name", "secret/1"), ("remove", "yes")];
    assert_eq!(post(&gone).await.location(), "/problems/sum/versions?uploaded=3");
    assert_eq!(site.get(&setter, "/problems/sum/tests/secret/1").await.status, 404);
    for (bad, status) in [
        ([("base", "3"), ("name", "../x"), ("input", ""), ("answer", "")], 422),
        ([("base", "3"), ("name", "secret/2"), ("input_kept", &"0".repeat(64)), ("answer", "1")], 422),
        ([("base", "1"), ("name", "secret/2"), ("input", "1"), ("answer", "1")], 409),
    ] {
        assert_eq!(post(&bad).await.status, status, "{bad:?}");
    }
    let file = ("input_file", "big.in", b"7 8\r\n".as_slice());
    let fields =
        [("base", "3"), ("name", "secret/2"), ("input", "ignored"), ("answer", "15"), ("sample", "yes")];
    let answer = site.post_file(&setter, "/problems/sum/tests", file, &fields).await;
    assert_eq!(answer.location(), "/problems/sum/versions?uploaded=4");
    site.get(&Who::guest(), "/problems/sum").await.says("7 8");
}
