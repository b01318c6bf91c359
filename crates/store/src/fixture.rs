//! What the tests of all modules begin with.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::time::Duration;

use problem::version::{Statement, TestNode};
use problem::{Blobs, Hash, Limits, TestCase, TestGroup, Verdict, Version};
use sqlx::postgres::PgPoolOptions;
use uuid::Uuid;

use crate::blob::Depot;
use crate::judging::{self, Claimed, Evidence, Finished, Wanted};
use crate::problem::Imported;
use crate::rejudging::{self, By, Filter};
use crate::run::Run;
use crate::submission::{self, NewSubmission};
use crate::user::{self, Password, Role};
use crate::{Db, ProblemId, RejudgingId, SubmissionId, UserId, connect, worker_login};

/// A package in memory.
#[derive(Default)]
pub(crate) struct Memory(pub(crate) HashMap<Hash, Vec<u8>>);

impl Memory {
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Hash {
        let hash = Hash::of(bytes);
        self.0.insert(hash, bytes.to_vec());
        hash
    }
}

impl Blobs for Memory {
    fn open(&self, hash: Hash) -> io::Result<File> {
        let bytes = self.0.get(&hash).ok_or(io::ErrorKind::NotFound)?;
        let mut file = tempfile::tempfile()?;
        file.write_all(bytes)?;
        file.rewind()?;
        Ok(file)
    }
}

/// A version of one test case; another `input` makes another version.
pub(crate) fn version(slug: &str, input: &str) -> (Version, Memory) {
    let mut files = Memory::default();
    let case = TestCase::new("secret/1", files.add(input.as_bytes()), files.add(b"3\n"));
    let statement = Statement::markdown(files.add(b"Add them."));
    let version = Version {
        names: BTreeMap::from([("de".to_owned(), "Summe".to_owned()), ("en".to_owned(), "Sum".to_owned())]),
        statements: BTreeMap::from([("en".to_owned(), statement)]),
        tests: TestGroup { children: vec![TestNode::Case(case)], ..TestGroup::default() },
        ..Version::new(slug.parse().unwrap())
    };
    (version, files)
}

pub(crate) async fn import(db: &Db, slug: &str, input: &str) -> Imported {
    let (version, files) = version(slug, input);
    crate::problem::import(&Depot::within(db), &version, &files, None).await.unwrap()
}

pub(crate) async fn user(db: &Db, name: &str) -> UserId {
    user::create(db, name, "hash", Role::Contestant, Password::Chosen).await.unwrap()
}

pub(crate) async fn submit(db: &Db, user: UserId, problem: ProblemId, language: &str) -> SubmissionId {
    let new = NewSubmission { user, problem, language, source: b"source", form_key: Uuid::now_v7() };
    submission::create(db, &new).await.unwrap()
}

/// A user, a problem, and one submission in C++.
pub(crate) async fn submitted(db: &Db) -> SubmissionId {
    let user = user(db, "ann").await;
    let problem = import(db, "sum", "1 2\n").await.problem;
    submit(db, user, problem, "cpp").await
}

pub(crate) fn languages() -> Vec<String> {
    vec!["cpp".to_owned(), "python3".to_owned()]
}

/// What `worker` gets when it asks for one.
pub(crate) async fn claim(db: &Db, worker: &str) -> Option<Claimed> {
    claim_many(db, worker, 1).await.pop()
}

/// At most `slots`.
pub(crate) async fn claim_many(db: &Db, worker: &str, slots: u32) -> Vec<Claimed> {
    let languages = languages();
    judging::claim(db, &Wanted { slots, ..Wanted::one(worker, &languages) }).await.unwrap()
}

/// Plans to judge these again.
pub(crate) async fn rejudge(db: &Db, submissions: &[SubmissionId]) -> RejudgingId {
    let filter = Filter { submissions: submissions.to_vec(), ..Filter::default() };
    rejudging::plan(db, &filter, &By { who: "judy", reason: "a test" }).await.unwrap()
}

/// As if everybody who judges had been silent for longer than a lease.
pub(crate) async fn end_leases(db: &Db) {
    let past = "update judging set claimable_at = now() - interval '1 second' where state = 'running'";
    sqlx::query(past).execute(db).await.unwrap();
}

/// The same, and it was noticed.
pub(crate) async fn expire_leases(db: &Db) {
    end_leases(db).await;
    judging::sweep(db).await.unwrap();
}

/// What the worker `name` sees of the database with a login of its own.
pub(crate) async fn login(db: &Db, name: &str) -> Db {
    // As `judge migrate` leaves it.
    connect::migrate(db).await.unwrap();
    let login = worker_login::add(db, name, "a secret").await.unwrap();
    let options = db.connect_options().as_ref().clone().username(&login.role).password("a secret");
    PgPoolOptions::new().max_connections(3).connect_with(options).await.unwrap()
}

pub(crate) fn finished(verdict: Verdict) -> Finished {
    Finished {
        verdict,
        tests_total: 2,
        score: None,
        max_score: None,
        groups: Vec::new(),
        reason: "because".to_owned(),
        compile_log: "a warning".to_owned(),
        toolchain: "g++ 12.2.0".to_owned(),
        program_hash: Some(Hash::of(b"program")),
        evidence: evidence(),
    }
}

pub(crate) fn evidence() -> Evidence {
    Evidence {
        host: "here".to_owned(),
        kernel: "6.1.0".to_owned(),
        grade: "full".to_owned(),
        judge_box: Hash::of(b"judge-box"),
        core: 1,
        limits: Limits::default(),
        compile: None,
    }
}

pub(crate) fn run(position: u32, verdict: Verdict) -> Run {
    Run {
        position,
        name: format!("secret/{position}"),
        sample: false,
        verdict,
        own: verdict,
        score: None,
        points: None,
        cpu: Duration::from_micros(1_500 + u64::from(position)),
        times: vec![Duration::from_micros(1_500 + u64::from(position))],
        wall: Duration::from_millis(2),
        memory: 4096 - u64::from(position),
        time_limit: Some(Duration::from_secs(1)),
        memory_limit: Some(64 << 20),
        exit_code: Some(0),
        signal: None,
        oom_kills: 0,
        reason: String::new(),
        team_message: String::new(),
        judge_message: String::new(),
        transcript: String::new(),
        output: None,
        stderr: String::new(),
        key: None,
        reused_from: None,
    }
}
