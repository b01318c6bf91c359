//! The problem's page: statements of all kinds, in all languages, with all that belongs to them.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::ACCEPT_LANGUAGE;
use problem::version::{Kind, Markup, Statement, TestNode};
use problem::{TestCase, TestGroup, Version};
use store::Db;
use store::user::Role;

use super::site::{Answer, Memory, Site, Who};

const HOSTILE: &str = "<script>alert(1)</script><img src=x onerror=alert(1)>";

impl Site {
    async fn import(&self, version: &Version, files: &Memory) {
        store::problem::import(&self.app.blobs, version, files, None).await.unwrap();
    }

    async fn get_in(&self, accept: &str, path: &str) -> Answer {
        let request = Request::get(path).header(ACCEPT_LANGUAGE, accept).body(Body::empty()).unwrap();
        self.answer(&Who::guest(), request).await
    }
}

fn statement(files: &mut Memory, markup: Markup, text: &str) -> Statement {
    Statement { source: files.add(text.as_bytes()), markup }
}

/// A statement of each markup, each in its own language.
fn many(files: &mut Memory) -> Version {
    let tex = "\\InputFile Два числа $a$.\n\n\\includegraphics{a}\\href{javascript:alert(1)}{x}";
    let statements = [
        ("de", statement(files, Markup::Html, &format!("<h1>Eingabe</h1>Zwei Zahlen. {HOSTILE}"))),
        ("en", statement(files, Markup::Markdown, &format!("Two numbers. {HOSTILE}"))),
        ("ru", statement(files, Markup::Tex, &format!("{tex}{HOSTILE}"))),
        ("sv", statement(files, Markup::Pdf, "%PDF-1.4 and so on")),
        ("uk", statement(files, Markup::Pdf, "<html><script>alert(1)</script>")),
    ];
    let names = [("en", "Sum"), ("ru", "Сумма <b>")];
    Version {
        names: names.map(|(tag, name)| (tag.to_owned(), name.to_owned())).into(),
        statements: statements.map(|(tag, statement)| (tag.to_owned(), statement)).into(),
        assets: BTreeMap::from([("a.png".to_owned(), files.add(b"a picture"))]),
        tests: tests(files, |case| case),
        ..Version::new("many".parse().unwrap())
    }
}

/// One sample, as `change` makes it, and one secret case.
fn tests(files: &mut Memory, change: impl FnOnce(TestCase) -> TestCase) -> TestGroup {
    let sample = TestCase::new("sample/1", files.add(b"1 2\n"), files.add(b"3\n"));
    let secret = TestCase::new("secret/1", files.add(b"4 5\n"), files.add(b"9\n"));
    let children = vec![TestNode::Case(change(TestCase { sample: true, ..sample })), TestNode::Case(secret)];
    TestGroup { children, ..TestGroup::default() }
}

#[sqlx::test(migrations = "../../migrations")]
async fn the_statement_comes_in_the_language_that_is_asked_for(db: Db) {
    let site = Site::new(db).await;
    let mut files = Memory::default();
    let version = many(&mut files);
    site.import(&version, &files).await;
    for (accept, query, wanted) in [
        ("", "", "Two numbers."),
        ("ru-RU,ru;q=0.9,en;q=0.5", "", "<h2>Входные данные</h2>"),
        ("ru", "?lang=de", "<h2>Eingabe</h2>"),
        ("fr", "", "Two numbers."),
        ("ru", "?lang=xx%22%3E%3Cb%3E", "<h2>Входные данные</h2>"),
    ] {
        let page = site.get_in(accept, &format!("/problems/many{query}")).await;
        page.says(wanted);
        page.does_not_say("<script>alert");
        page.does_not_say("<img src=x");
        page.does_not_say("javascript:");
        page.does_not_say("\"><b>");
        assert!(!page.headers["content-security-policy"].to_str().unwrap().contains("frame-src"));
    }
    let page = site.get_in("ru", "/problems/many").await;
    page.says("<article class=\"statement\" lang=\"ru\">");
    page.says("<h1 lang=\"ru\">Сумма &#60;b&#62;</h1>");
    page.says("<img src=\"/problems/many/assets/a.png\" alt=\"a\">");
    page.says("hreflang=\"de\">Deutsch</a>");
    page.says("hreflang=\"ru\" aria-current=\"true\">Русский</a>");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_refused_form_shows_the_statement_in_the_same_language(db: Db) {
    let site = Site::new(db).await;
    let mut files = Memory::default();
    let version = many(&mut files);
    site.import(&version, &files).await;
    let ada = site.user("ada", Role::Contestant).await;
    site.get(&ada, "/problems/many?lang=ru").await.says("action=\"/problems/many/submissions?lang=ru\"");
    let refused = site.post(&ada, "/problems/many/submissions?lang=ru", &[("source", "")]).await;
    assert_eq!(refused.status, 422);
    refused.says("Входные данные");
}

#[sqlx::test(migrations = "../../migrations")]
async fn a_pdf_is_shown_in_the_page_and_what_only_says_so_is_saved(db: Db) {
    let site = Site::new(db).await;
    let mut files = Memory::default();
    let version = many(&mut files);
    site.import(&version, &files).await;
    let page = site.get(&Who::guest(), "/problems/many?lang=sv").await;
    page.says(
        "<object data=\"/problems/many/statements/sv.pdf#navpanes=0&amp;view=FitH\" type=\"application/pdf\"",
    );
    page.says("<a href=\"/problems/many/statements/sv.pdf\" download>");
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.ends_with("object-src 'self'; frame-src 'self'") && policy.contains("script-src 'self'"));

    let pdf = site.get(&Who::guest(), "/problems/many/statements/sv.pdf").await;
    let header = |answer: &Answer, name: &str| answer.headers[name].to_str().unwrap().to_owned();
    assert_eq!(header(&pdf, "content-type"), "application/pdf");
    assert_eq!(header(&pdf, "content-disposition"), "inline; filename*=UTF-8''many.sv.pdf");
    let policy = header(&pdf, "content-security-policy");
    assert!(
        policy.starts_with("default-src 'none';") && policy.ends_with("frame-ancestors 'self'"),
        "{policy}"
    );
    assert_eq!(header(&pdf, "x-content-type-options"), "nosniff");

    let html = site.get(&Who::guest(), "/problems/many/statements/uk.pdf").await;
    assert_eq!(header(&html, "content-type"), "application/octet-stream");
    assert!(header(&html, "content-disposition").starts_with("attachment;"));
    assert!(header(&html, "content-security-policy").contains("sandbox"));
    for other in ["en.pdf", "sv", "xx.pdf", "..%2fsv.pdf", "sv.html"] {
        let path = format!("/problems/many/statements/{other}");
        assert_eq!(site.get(&Who::guest(), &path).await.status, 404, "{other}");
    }
}

#[sqlx::test(migrations = "../../migrations")]
async fn attachments_have_their_names_and_sizes_and_are_saved(db: Db) {
    let site = Site::new(db).await;
    let mut files = Memory::default();
    let names = ["a b.zip", "templates/<b>.cpp", "é\"\r\nx: y"];
    let attachments = names.map(|name| (name.to_owned(), files.add(format!("<html>{name}").as_bytes())));
    let version = Version { attachments: attachments.into(), ..Version::new("files".parse().unwrap()) };
    site.import(&version, &files).await;
    let page = site.get(&Who::guest(), "/problems/files").await;
    page.says("<a href=\"/problems/files/attachments/a%20b.zip\" download>a b.zip</a>");
    page.says("<a href=\"/problems/files/attachments/templates/%3Cb%3E.cpp\" download>templates/&#60;b&#62;.cpp</a>");
    page.says("<span class=\"num\">13 <span class=\"unit\">B</span></span>");
    page.says("This problem has no statement here: its limits are all that there is.");
    for (address, name) in [
        ("a%20b.zip", "a%20b.zip"),
        ("templates/%3Cb%3E.cpp", "%3Cb%3E.cpp"),
        ("%C3%A9%22%0D%0Ax%3A%20y", "%C3%A9%22%0D%0Ax%3A%20y"),
    ] {
        let file = site.get(&Who::guest(), &format!("/problems/files/attachments/{address}")).await;
        assert_eq!(file.status, 200, "{address}");
        assert_eq!(file.headers["content-type"], "application/octet-stream");
        assert_eq!(file.headers["x-content-type-options"], "nosniff");
        let wanted = format!("attachment; filename*=UTF-8''{name}");
        assert_eq!(file.headers["content-disposition"].to_str().unwrap(), wanted);
        file.says("<html>");
    }
    assert_eq!(site.get(&Who::guest(), "/problems/files/attachments/none").await.status, 404);
}

#[sqlx::test(migrations = "../../migrations")]
async fn samples_are_shown_as_the_setter_wants_them_shown(db: Db) {
    let site = Site::new(db).await;
    let mut files = Memory::default();
    let [input, answer] = ["shown <in>", "shown <out>"].map(|text| files.add(text.as_bytes()));
    let shown = |case| TestCase { shown_input: Some(input), shown_answer: Some(answer), ..case };
    let version = Version { tests: tests(&mut files, shown), ..Version::new("shown".parse().unwrap()) };
    site.import(&version, &files).await;
    let page = site.get(&Who::guest(), "/problems/shown").await;
    page.says("shown &#60;in&#62;");
    page.says("shown &#60;out&#62;");
    page.does_not_say("1 2\n");
    page.does_not_say("4 5");

    let talk = files.add(b"<3\n>? 1 <b>\n<5\n---\n>! 5\n");
    let told = |case| TestCase { interaction: Some(talk), ..case };
    let version = Version { tests: tests(&mut files, told), ..Version::new("told".parse().unwrap()) };
    site.import(&version, &files).await;
    let page = site.get(&Who::guest(), "/problems/told").await;
    page.says("<th scope=\"col\">Your program reads</th><th scope=\"col\">Your program writes</th>");
    page.says("<tr><td><pre>3</pre></td><td></td></tr>");
    page.says("<tr><td></td><td><pre>? 1 &#60;b&#62;</pre></td></tr>");
    page.says("Run 2");
    page.does_not_say("1 2\n");

    let talks = BTreeMap::from([("sample/2".to_owned(), files.add(b">a talk\n"))]);
    let version =
        Version { tests: tests(&mut files, |case| case), talks, ..Version::new("both".parse().unwrap()) };
    site.import(&version, &files).await;
    let page = site.get(&Who::guest(), "/problems/both").await;
    page.says("1 2\n");
    page.says("<h2 id=\"sample-2\">Sample 2</h2>");
    page.says("<td><pre>a talk</pre></td>");
}

#[sqlx::test(migrations = "../../migrations")]
async fn what_kind_of_problem_it_is_stands_with_the_limits(db: Db) {
    let site = Site::new(db).await;
    let mut files = Memory::default();
    let version = Version {
        kind: Kind::Answers,
        tests: tests(&mut files, |case| case),
        ..Version::new("answers".parse().unwrap())
    };
    site.import(&version, &files).await;
    let page = site.get(&Who::guest(), "/problems/answers").await;
    page.says("output only: you send answers, no program");
    page.does_not_say("of CPU");
    page.says("its limits and samples are all that there is");
    site.get(&Who::guest(), "/problems/sum").await.says("of CPU");
}
