//! Where judging is measured: a database of its own with a user and a problem, on a server that is thrown away, too,
//! unless the settings name one.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, Permissions};
use std::io::{self, Seek, Write};
use std::os::unix::fs::PermissionsExt;

use anyhow::Context as _;
use problem::version::{Statement, TestNode};
use problem::{Blobs, Hash, TestCase, TestGroup, Version};
use store::blob::Depot;
use store::submission::NewSubmission;
use store::user::{Password, Role};
use store::{Db, ProblemId, Scratch, SubmissionId, UserId};
use tempfile::TempDir;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::cli::Context;
use crate::postgres::Cluster;

const AB: &str =
    "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n";
/// Who sends everything.
pub(super) const USER: &str = "bench";
/// Submissions are sent by so many at once.
const SENDERS: usize = 16;
/// For those, for a worker, and for us who look.
const CONNECTIONS: u32 = 24;

pub(super) struct Place {
    scratch: Scratch,
    server: Option<Server>,
    user: UserId,
    pub problem: ProblemId,
}

/// A server of our own.
struct Server {
    cluster: Cluster,
    _folder: TempDir,
}

impl Place {
    /// With a problem of so many tests: the sum of two numbers.
    pub(super) async fn open(context: &Context, tests: u32) -> anyhow::Result<Self> {
        let database = &context.config.database;
        let (server, url) = match &database.url {
            Some(url) => (None, url.secret().to_owned()),
            None => {
                let server = Server::start(context).await?;
                let url = server.cluster.url();
                (Some(server), url)
            }
        };
        let scratch = Scratch::make(&url, CONNECTIONS).await.context("cannot make a database")?;
        let db = scratch.db();
        let user = store::user::create(db, USER, "-", Role::Contestant, Password::Chosen).await?;
        let problem = import(db, tests, 0).await?;
        Ok(Self { scratch, server, user, problem })
    }

    pub(super) fn db(&self) -> &Db {
        self.scratch.db()
    }

    /// Process id of the server, where it is ours.
    pub(super) fn server(&self) -> Option<i32> {
        self.server.as_ref().and_then(|server| server.cluster.pid())
    }

    /// Sends so many, one sender after the other each, several at once: in the order of their numbers.
    pub(super) async fn submit(&self, count: usize) -> anyhow::Result<Vec<SubmissionId>> {
        let mut senders = JoinSet::new();
        for sender in 0..SENDERS {
            let (db, user, problem) = (self.db().clone(), self.user, self.problem);
            senders.spawn(async move {
                let mut sent = Vec::new();
                for _ in (sender..count).step_by(SENDERS) {
                    sent.push(submit(&db, user, problem, AB).await?);
                }
                Ok(sent)
            });
        }
        let sent: store::Result<Vec<_>> = senders.join_all().await.into_iter().collect();
        let mut sent: Vec<SubmissionId> = sent?.concat();
        sent.sort_unstable();
        Ok(sent)
    }

    /// The same, each a program of its own.
    pub(super) async fn submit_different(&self, count: usize) -> anyhow::Result<Vec<SubmissionId>> {
        let mut sent = Vec::new();
        for number in 0..count {
            sent.push(submit(self.db(), self.user, self.problem, &format!("{AB}// {number}\n")).await?);
        }
        Ok(sent)
    }

    /// The problem's newest version has another last test.
    pub(super) async fn change_a_test(&self, tests: u32) -> anyhow::Result<()> {
        import(self.db(), tests, 1).await.map(drop)
    }

    pub(super) async fn close(self) -> anyhow::Result<()> {
        self.scratch.remove().await.context("the database could not be removed")?;
        if let Some(server) = self.server {
            server.cluster.stop().await;
        }
        Ok(())
    }
}

impl Server {
    async fn start(context: &Context) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a folder for a database")?;
        // Postgres may run as another user than we do.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
        let binaries = context.config.database.binaries.as_deref();
        Ok(Self { cluster: Cluster::start(folder.path(), binaries).await?, _folder: folder })
    }
}

async fn submit(db: &Db, user: UserId, problem: ProblemId, source: &str) -> store::Result<SubmissionId> {
    let (source, form_key) = (source.as_bytes(), Uuid::now_v7());
    let new = NewSubmission { user, problem, language: super::LANGUAGE, source, form_key };
    store::submission::create(db, &new).await
}

/// The version of that `edition`: another one has another last test.
pub(super) async fn import(db: &Db, tests: u32, edition: u32) -> anyhow::Result<ProblemId> {
    let mut files = Files::default();
    let cases = (1..=tests).map(|number| {
        let added = if number == tests { edition } else { 0 };
        let input = files.add(format!("{number} {added}\n"));
        TestNode::Case(TestCase::new(
            format!("secret/{number:03}"),
            input,
            files.add(format!("{}\n", number + added)),
        ))
    });
    let children = cases.collect();
    let statement = Statement::markdown(files.add("Add two numbers.\n".to_owned()));
    let version = Version {
        names: BTreeMap::from([("en".to_owned(), "Sum".to_owned())]),
        statements: BTreeMap::from([("en".to_owned(), statement)]),
        tests: TestGroup { children, ..TestGroup::default() },
        ..Version::new("sum".parse().context("the problem's name")?)
    };
    Ok(store::problem::import(&Depot::within(db), &version, &files, None).await?.problem)
}

/// A package in memory.
#[derive(Default)]
struct Files(HashMap<Hash, String>);

impl Files {
    fn add(&mut self, text: String) -> Hash {
        let hash = Hash::of(text.as_bytes());
        self.0.insert(hash, text);
        hash
    }
}

impl Blobs for Files {
    fn open(&self, hash: Hash) -> io::Result<File> {
        let text = self.0.get(&hash).ok_or(io::ErrorKind::NotFound)?;
        let mut file = tempfile::tempfile()?;
        file.write_all(text.as_bytes())?;
        file.rewind()?;
        Ok(file)
    }
}
