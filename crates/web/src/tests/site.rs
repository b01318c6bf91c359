//! A site with one of everybody and one of everything.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::Response;
use problem::version::{Markup, Statement, TestNode};
use problem::{Blobs, Hash, Limits, TestCase, TestGroup, Verdict, Version};
use store::blob::Depot;
use store::custom_run::{Allowance, NewCustomRun};
use store::judging::{Claimed, Finished, Progress, Wanted};
use store::problem::Visibility;
use store::rejudging::{By, Filter};
use store::run::Run;
use store::submission::NewSubmission;
use store::user::{Password, Role};
use store::worker::{Registration, SelfTest, Toolchain};
use store::{Db, ProblemId, RejudgingId, SubmissionId, UserId};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use uuid::Uuid;

use crate::submission::fixture;
use crate::{App, CustomRuns, live, router};

pub(super) const PASSWORD: &str = "three unrelated words";

/// Small, so that tests need not be large.
pub(super) const CUSTOM_RUNS: CustomRuns = CustomRuns {
    time: Duration::from_secs(5),
    memory: 64 << 20,
    input: 1000,
    allowance: Allowance { a_minute: 6, open: 3 },
    kept: Duration::from_mins(20),
};

pub(super) struct Site {
    pub(super) app: App,
    router: Router,
    pub(super) problem: ProblemId,
}

/// Somebody's session, or nobody's.
#[derive(Clone)]
pub(super) struct Who {
    pub(super) id: Option<UserId>,
    cookie: String,
}

pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn location(&self) -> &str {
        self.headers.get(LOCATION).map_or("", |location| location.to_str().unwrap())
    }

    pub(super) fn cookie(&self) -> &str {
        self.headers.get(SET_COOKIE).map_or("", |cookie| cookie.to_str().unwrap())
    }

    #[track_caller]
    pub(super) fn says(&self, words: &str) {
        assert!(self.body.contains(words), "{words:?} is not in:\n{}", self.body);
    }

    #[track_caller]
    pub(super) fn does_not_say(&self, words: &str) {
        assert!(!self.body.contains(words), "{words:?} is in:\n{}", self.body);
    }
}

impl Who {
    pub(super) fn guest() -> Self {
        Self { id: None, cookie: String::new() }
    }

    /// The same session once more, after it was ended.
    pub(super) async fn begin_again(&self, site: &Site) {
        if let (Some(id), Some((_, token))) = (self.id, self.cookie.split_once('=')) {
            let token = Hash::of(&hex::decode(token).unwrap());
            store::session::create(&site.app.db, id, token, Duration::from_secs(60), "test").await.unwrap();
        }
    }

    /// Whoever has the cookie that an answer set.
    pub(super) fn with(cookie: &str) -> Self {
        Self { id: None, cookie: cookie.split(';').next().unwrap().to_owned() }
    }
}

impl Site {
    /// With the problem `sum`, and a worker that knows C++ and Python.
    pub(super) async fn new(db: Db) -> Self {
        let (notices, _) = broadcast::channel(live::BACKLOG);
        let app = App {
            blobs: Depot::within(&db),
            db,
            secure: false,
            notices,
            shutdown: CancellationToken::new(),
            seats: crate::Seats::default(),
            upload_bytes: 1 << 20,
            custom_runs: CUSTOM_RUNS,
            testlib: None,
            site_name: "Test <judge>".to_owned(),
        };
        let (version, files) = sum();
        let problem = store::problem::import(&app.blobs, &version, &files, None).await.unwrap().problem;
        let site = Self { router: router(app.clone()), app, problem };
        site.worker("w", &["cpp", "python3"]).await;
        site
    }

    /// The same data behind another router.
    pub(super) fn served_by(&self, router: Router) -> Self {
        Self { app: self.app.clone(), router, problem: self.problem }
    }

    /// The number of its registration.
    pub(super) async fn worker(&self, name: &str, languages: &[&str]) -> i64 {
        self.worker_tested(name, languages, &[]).await
    }

    /// With what failed of its self-test.
    pub(super) async fn worker_tested(&self, name: &str, languages: &[&str], failed: &[&str]) -> i64 {
        let toolchain =
            |id: &&str| Toolchain { language: (*id).into(), name: (*id).into(), version: "1".into() };
        let toolchains: Vec<_> = languages.iter().map(toolchain).collect();
        let failed = failed.iter().map(|row| (*row).to_owned()).collect();
        let new = Registration {
            name,
            host: "h",
            slots: 1,
            grade: "full",
            kernel: "6",
            judge_box: "b",
            self_test: &SelfTest { rows: 50, seconds: 2.5, failed },
            tested_ago: Duration::ZERO,
            toolchains: &toolchains,
            refused: &[],
            calibration: None,
        };
        store::worker::register(&self.app.db, &new).await.unwrap()
    }

    /// Somebody new of that role, logged in.
    pub(super) async fn user(&self, name: &str, role: Role) -> Who {
        let id = store::user::create(&self.app.db, name, "no hash", role, Password::Chosen).await.unwrap();
        let secret = Hash::of(name.as_bytes()).0;
        let lifetime = Duration::from_secs(60);
        store::session::create(&self.app.db, id, Hash::of(&secret), lifetime, "test").await.unwrap();
        Who { id: Some(id), cookie: format!("judge={}", hex::encode(secret)) }
    }

    pub(super) async fn send(&self, who: &Who, mut request: Request<Body>) -> Response {
        if !who.cookie.is_empty() {
            request.headers_mut().insert(COOKIE, who.cookie.parse().unwrap());
        }
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub(super) async fn answer(&self, who: &Who, request: Request<Body>) -> Answer {
        let response = self.send(who, request).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = to_bytes(response.into_body(), 1 << 24).await.unwrap();
        Answer { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
    }

    pub(super) async fn get(&self, who: &Who, path: &str) -> Answer {
        self.answer(who, Request::get(path).body(Body::empty()).unwrap()).await
    }

    pub(super) async fn post(&self, who: &Who, path: &str, fields: &[(&str, &str)]) -> Answer {
        let pair = |(name, value): &(&str, &str)| {
            let Ok(value) = askama::filters::urlencode_strict(value);
            format!("{name}={value}")
        };
        let body = fields.iter().map(pair).collect::<Vec<_>>().join("&");
        let request = Request::post(path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.answer(who, request.body(Body::from(body)).unwrap()).await
    }

    /// Posts a file, as a browser's form does.
    pub(super) async fn post_file(
        &self,
        who: &Who,
        path: &str,
        field: (&str, &str, &[u8]),
        others: &[(&str, &str)],
    ) -> Answer {
        let mut body = Vec::new();
        for (name, value) in others {
            body.extend(
                format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes(),
            );
        }
        let (name, file, content) = field;
        let head =
            format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\n\r\n");
        body.extend(head.bytes().chain(content.iter().copied()).chain(b"\r\n--x--\r\n".iter().copied()));
        let request = Request::post(path).header(CONTENT_TYPE, "multipart/form-data; boundary=x");
        self.answer(who, request.body(Body::from(body)).unwrap()).await
    }

    pub(super) async fn hide_problem(&self) {
        store::problem::set_visibility(&self.app.db, self.problem, Visibility::Hidden).await.unwrap();
    }

    pub(super) async fn submission(&self, who: &Who, source: &str) -> SubmissionId {
        let new = NewSubmission {
            user: who.id.unwrap(),
            problem: self.problem,
            language: "cpp",
            source: source.as_bytes(),
            form_key: Uuid::now_v7(),
        };
        store::submission::create(&self.app.db, &new).await.unwrap()
    }

    /// A custom run of no problem.
    pub(super) async fn custom_run(&self, who: &Who) -> Uuid {
        let limits = Limits::default();
        let new = NewCustomRun {
            user: who.id.unwrap(),
            version: None,
            language: "cpp",
            source: b"int main() {}",
            input: b"1 2 <b>\n",
            limits: &limits,
            kept: CUSTOM_RUNS.kept,
        };
        store::custom_run::create(&self.app.db, &new, CUSTOM_RUNS.allowance).await.unwrap().unwrap().id
    }

    /// Plans to judge these again.
    pub(super) async fn plan(&self, submissions: &[SubmissionId]) -> RejudgingId {
        let filter = Filter { submissions: submissions.to_vec(), ..Filter::default() };
        let by = By { who: "judy", reason: "the <data>" };
        store::rejudging::plan(&self.app.db, &filter, &by).await.unwrap()
    }

    /// Makes a version of the problem with that change.
    pub(super) async fn change_problem(&self, change: impl FnOnce(&mut Version)) {
        let (mut version, files) = sum();
        change(&mut version);
        store::problem::import(&self.app.blobs, &version, &files, None).await.unwrap();
    }

    pub(super) async fn claim(&self) -> Claimed {
        self.claim_for("w").await
    }

    pub(super) async fn claim_for(&self, worker: &str) -> Claimed {
        let languages = ["cpp".to_owned()];
        let wanted = Wanted::one(worker, &languages);
        store::judging::claim(&self.app.db, &wanted).await.unwrap().pop().unwrap()
    }

    /// Judges what is queued: these runs, this verdict, and this log of the compiler.
    pub(super) async fn judge(&self, runs: &[Run], verdict: Verdict, log: &str) {
        let claim = self.claim().await.claim;
        let db = &self.app.db;
        let progress = Progress { compiled: Some(log), done: 0, total: 3 };
        store::judging::progress(db, &claim, progress).await.unwrap();
        store::run::record(db, &claim, runs, &[]).await.unwrap();
        let finished = Finished {
            verdict,
            tests_total: 3,
            score: None,
            max_score: None,
            groups: Vec::new(),
            reason: "the <reason>".to_owned(),
            compile_log: log.to_owned(),
            toolchain: "g++ 12".to_owned(),
            program_hash: None,
            evidence: fixture::evidence(),
        };
        store::judging::finish(db, &claim, &finished).await.unwrap();
    }
}

/// A failed run of the sample, with what it wrote.
pub(super) fn failed_sample(output: &str) -> Run {
    Run {
        name: "sample/1".into(),
        sample: true,
        output: Some(output.as_bytes().to_vec()),
        reason: "Line 1 differs.".into(),
        ..fixture::run(0, Verdict::Wa)
    }
}

#[derive(Default)]
pub(super) struct Memory(HashMap<Hash, Vec<u8>>);

impl Memory {
    pub(super) fn add(&mut self, bytes: &[u8]) -> Hash {
        self.0.insert(Hash::of(bytes), bytes.to_vec());
        Hash::of(bytes)
    }

    fn case(&mut self, name: &str, input: &str, answer: &str) -> TestNode {
        let (input, answer) = (self.add(input.as_bytes()), self.add(answer.as_bytes()));
        let sample = name.starts_with("sample");
        TestNode::Case(TestCase { sample, ..TestCase::new(name, input, answer) })
    }
}

impl Blobs for Memory {
    fn open(&self, hash: Hash) -> io::Result<File> {
        let mut file = tempfile::tempfile()?;
        file.write_all(self.0.get(&hash).ok_or(io::ErrorKind::NotFound)?)?;
        file.rewind()?;
        Ok(file)
    }
}

/// A problem whose every text tries to be markup.
pub(super) fn sum() -> (Version, Memory) {
    let mut files = Memory::default();
    let children = vec![
        files.case("sample/1", "1 2 <b>\n", "3\n"),
        files.case("secret/1", "20 22\n", "42\n"),
        files.case("secret/2", "0 0\n", "0\n"),
    ];
    let version = Version {
        names: BTreeMap::from([("en".into(), "Sum <script>alert(1)</script>".into())]),
        statements: BTreeMap::from([
            ("en".into(), Statement::markdown(files.add(b"Add $a+b$.\n\n<script>alert(2)</script>\n"))),
            ("sv".into(), Statement { source: files.add(b"%PDF-1.4"), markup: Markup::Pdf }),
        ]),
        attachments: BTreeMap::from([("notes.html".into(), files.add(b"<script>alert(3)</script>"))]),
        assets: BTreeMap::from([(
            "picture.svg".into(),
            files.add(b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        )]),
        limits: Limits { code_bytes: 1000, ..Limits::default() },
        tests: TestGroup { children, ..TestGroup::default() },
        ..Version::new("sum".parse().unwrap())
    };
    (version, files)
}
