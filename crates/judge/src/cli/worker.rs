use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use serde::Serialize;
use store::Db;
use store::blob::Place;
use store::pause::{self, Thing};
use store::worker::{Busy, Refused, SelfTest, Toolchain, Worker};
use store::worker_login::{self, Login};

use super::{Answer, Context, database};
use crate::config::DatabaseUrl;
use crate::password::one_time;
use crate::postgres;
use crate::report::{self, coarse, say, short, table};

const ADD_HELP: &str = "\
It prints the address of the database with the login's password, once. With that the machine can claim
judgings, read what is to be judged, and write results of its own claims, and nothing else: it sees no users,
no sessions, no other submissions. Needs a login that owns the tables and may make roles (CREATEROLE).

Example:
  judge worker add lab7 --host db.example
  ssh lab7 DATABASE_URL=postgres://… judge work";

const LIST_HELP: &str = "\
States: idle, judging; draining, drained: it takes no new job until judge worker resume, and has or has not
ended what it had; failed: its self-test did not hold, so it takes no job; silent: not heard of for a minute;
absent: it has a login and is not running.";

const DRAIN_HELP: &str = "\
Until judge worker resume it takes nothing new, even when it is started again; everything else waits for
another worker or for it.

Example:
  judge worker drain lab7 --reason 'new memory'";

/// Whoever was not heard of for so long counts as gone.
const SILENT: Duration = Duration::from_secs(60);

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Make a login for a worker on another machine, and print how that machine uses it
    #[command(after_help = ADD_HELP)]
    Add(Add),
    /// List the workers: machine, isolation, languages, what each judges
    #[command(after_help = LIST_HELP)]
    List {
        /// One JSON list on standard output
        #[arg(long)]
        json: bool,
    },
    /// Let a worker end what it has and take no new job
    #[command(after_help = DRAIN_HELP)]
    Drain {
        /// The worker's name
        name: String,
        /// Why, for those who wonder
        #[arg(long, default_value = "drained")]
        reason: String,
    },
    /// Let a worker take jobs again, whether people stopped it or the judge itself
    Resume {
        /// The worker's name
        name: String,
    },
    /// Take a worker's login away; what it judges now is judged again elsewhere
    Remove {
        /// The worker's name
        name: String,
    },
}

#[derive(Debug, Args)]
pub(super) struct Add {
    /// The worker's name, the only one under which that login can work
    name: String,
    /// Under which name or address the machine reaches the database, with :PORT if it is not 5432
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    match command {
        Command::Add(args) => add(args, context)?,
        Command::List { json } => database::with(context, async |db| list(db, *json).await)?,
        Command::Drain { name, reason } => database::with(context, async |db| drain(db, name, reason).await)?,
        Command::Resume { name } => database::with(context, async |db| resume(db, name).await)?,
        Command::Remove { name } => database::with(context, async |db| remove(db, name).await)?,
    }
    Ok(Answer::Yes)
}

fn add(args: &Add, context: &Context) -> anyhow::Result<()> {
    let place = place(context)?;
    let password = one_time()?;
    let (login, elsewhere) = database::with(context, async |db| {
        let elsewhere = elsewhere(context, db).await?;
        Ok((make(db, &args.name, &password).await?, elsewhere))
    })?;
    let url = place.for_login(&login.role, &password, args.host.as_deref());
    if args.json {
        let told = serde_json::json!({"name": login.worker, "role": login.role, "url": url});
        return Ok(report::json(&told)?);
    }
    say!("The worker {} has a login. Its machine needs the address, which is shown only now:\n", args.name)?;
    say!("  DATABASE_URL='{url}' judge work")?;
    if !elsewhere.is_empty() {
        say!(
            "\nTest data are in {}: name that in [blobs] of its judge.toml, too.",
            elsewhere.join(" and in ")
        )?;
    }
    if args.host.is_none() && place.is_local() {
        say!(
            "\nOnly this machine reaches the database so: put the address that others use in, as --host does."
        )?;
    }
    Ok(())
}

/// Where there are blobs that nobody gets from the database.
async fn elsewhere(context: &Context, db: &Db) -> anyhow::Result<Vec<String>> {
    let depot = database::depot(context, db)?;
    let mut places: BTreeSet<Place> = store::blob::kept(db).await?.into_keys().collect();
    places.insert(depot.place());
    places.remove(&Place::Postgres);
    Ok(places.into_iter().map(|place| depot.at(place)).collect())
}

/// Where we reach the database ourselves.
fn place(context: &Context) -> anyhow::Result<DatabaseUrl> {
    let Context { config, environment } = context;
    match &config.database.url {
        Some(url) => Ok(url.clone()),
        None => Ok(postgres::url_of_running(&config.data_folder(environment))?
            .parse()
            .map_err(anyhow::Error::msg)?),
    }
}

async fn make(db: &Db, name: &str, password: &str) -> anyhow::Result<Login> {
    match worker_login::add(db, name, password).await {
        Ok(login) => Ok(login),
        Err(store::Error::Conflict { .. }) => {
            bail!(
                "the worker {name} has a login already; for another password: judge worker remove {name}, then add it"
            )
        }
        Err(error @ store::Error::Denied(_)) => Err(error).context(
            "logins are made by the owner of the tables, with the right to make roles; as a superuser: \
             alter role OWNER createrole",
        ),
        Err(error) => Err(error.into()),
    }
}

async fn drain(db: &Db, name: &str, reason: &str) -> anyhow::Result<()> {
    if !store::worker::names(db).await?.contains(name) {
        bail!("there is no worker {name}; see: judge worker list");
    }
    pause::create(db, &Thing::Worker(name.to_owned()), reason, None).await?;
    let has = store::worker::busy(db).await?.into_iter().filter(|job| job.worker == name).count();
    match has {
        0 => say!("The worker {name} takes no job, and has none.")?,
        has => say!("The worker {name} takes no new job; it ends the {has} that it has.")?,
    }
    Ok(())
}

async fn resume(db: &Db, name: &str) -> anyhow::Result<()> {
    let Some(id) = pause::of(db, &Thing::Worker(name.to_owned())).await? else {
        bail!(
            "the worker {name} is not drained; see: judge worker list, and judge queue show for what else stands still"
        );
    };
    pause::end(db, id).await?;
    say!("The worker {name} takes jobs again.")?;
    Ok(())
}

async fn drained(db: &Db) -> anyhow::Result<BTreeSet<String>> {
    let pauses = pause::list(db).await?.into_iter();
    Ok(pauses
        .filter_map(|pause| if let Thing::Worker(name) = pause.thing { Some(name) } else { None })
        .collect())
}

async fn remove(db: &Db, name: &str) -> anyhow::Result<()> {
    match worker_login::remove(db, name).await {
        Ok(()) => Ok(say!("The worker {name} has no login any more.")?),
        Err(store::Error::NotFound) => bail!("no worker {name} has a login; see: judge worker list"),
        Err(error) => Err(error.into()),
    }
}

/// One worker: what it told of itself, if it runs, and what the database knows.
#[derive(Debug, Serialize)]
struct Line {
    name: String,
    /// It has a login of its own.
    login: bool,
    state: &'static str,
    /// Seconds since it was heard of.
    seen: Option<u64>,
    judging: Vec<Job>,
    #[serde(flatten)]
    machine: Option<Told>,
}

#[derive(Debug, Serialize)]
struct Told {
    host: String,
    kernel: String,
    /// Isolation: full or practice.
    grade: String,
    slots: u32,
    languages: Vec<Toolchain>,
    refused: Vec<Refused>,
    self_test: SelfTest,
}

#[derive(Debug, Serialize)]
struct Job {
    judging: i64,
    /// Null: it is a custom run.
    submission: Option<i64>,
    /// Null: it is a custom run of no problem.
    problem: Option<String>,
    tests_done: u32,
    tests_total: u32,
}

async fn list(db: &Db, json: bool) -> anyhow::Result<()> {
    let logins = worker_login::list(db).await?;
    let mut lines = lines(store::worker::all(db).await?, &logins, store::worker::busy(db).await?);
    mark(&mut lines, &drained(db).await?);
    if json {
        return Ok(report::json(&lines)?);
    }
    let header = [
        "name",
        "state",
        "login",
        "host",
        "isolation",
        "slots",
        "languages",
        "heard of",
        "kernel",
        "judging",
    ];
    let mut table = table::new(&header);
    for line in &lines {
        table.add_row(cells(line));
    }
    table::print(table)?;
    for (name, what) in lines.iter().flat_map(troubles) {
        say!("{name}: {what}")?;
    }
    Ok(())
}

/// Those that run or did, and those that have a login only, by name.
fn lines(workers: Vec<Worker>, logins: &[Login], busy: Vec<Busy>) -> Vec<Line> {
    let has_login = |name: &str| logins.iter().any(|login| login.worker == name);
    let mut jobs: Vec<(String, Job)> = busy.into_iter().map(job).collect();
    let mut lines: Vec<Line> = Vec::new();
    for worker in workers {
        let login = has_login(&worker.name);
        let judging = jobs.extract_if(.., |(name, _)| *name == worker.name).map(|(_, job)| job).collect();
        lines.push(of_worker(worker, login, judging));
    }
    for login in logins {
        if !lines.iter().any(|line| line.name == login.worker) {
            let judging =
                jobs.extract_if(.., |(name, _)| *name == login.worker).map(|(_, job)| job).collect();
            let name = login.worker.clone();
            lines.push(Line { name, login: true, state: "absent", seen: None, judging, machine: None });
        }
    }
    lines.sort_by(|a, b| a.name.cmp(&b.name));
    lines
}

fn mark(lines: &mut [Line], drained: &BTreeSet<String>) {
    for line in lines.iter_mut().filter(|line| drained.contains(&line.name)) {
        line.state = match line.state {
            "idle" => "drained",
            "judging" => "draining",
            state => state,
        };
    }
}

fn of_worker(worker: Worker, login: bool, judging: Vec<Job>) -> Line {
    let state = match (worker.silent > SILENT, worker.self_test.passed(), judging.is_empty()) {
        (true, ..) => "silent",
        (_, false, _) => "failed",
        (.., true) => "idle",
        (.., false) => "judging",
    };
    let machine = Told {
        host: worker.host,
        kernel: worker.kernel,
        grade: worker.grade,
        slots: worker.slots,
        languages: worker.toolchains,
        refused: worker.refused,
        self_test: worker.self_test,
    };
    let seen = Some(worker.silent.as_secs());
    Line { name: worker.name, login, state, seen, judging, machine: Some(machine) }
}

fn job(busy: Busy) -> (String, Job) {
    let job = Job {
        judging: busy.judging.0,
        submission: busy.submission.map(|submission| submission.0),
        problem: busy.slug.map(|slug| slug.to_string()),
        tests_done: busy.tests_done,
        tests_total: busy.tests_total,
    };
    (busy.worker, job)
}

impl Job {
    /// `17 a-plus-b 2/5`
    fn words(&self) -> String {
        let what = self.submission.map_or_else(|| "custom run".to_owned(), |number| number.to_string());
        let problem = self.problem.as_ref().map(|slug| format!(" {slug}")).unwrap_or_default();
        match self.tests_total {
            0 => format!("{what}{problem}"),
            total => format!("{what}{problem} {}/{total}", self.tests_done),
        }
    }
}

fn cells(line: &Line) -> Vec<String> {
    let told = |of: fn(&Told) -> String| line.machine.as_ref().map(of).unwrap_or_default();
    let judging = line.judging.iter().map(Job::words);
    vec![
        line.name.clone(),
        line.state.to_owned(),
        if line.login { "own" } else { "" }.to_owned(),
        told(|machine| machine.host.clone()),
        told(|machine| machine.grade.clone()),
        told(|machine| machine.slots.to_string()),
        told(|machine| machine.languages.len().to_string()),
        line.seen.map(|seen| format!("{} ago", coarse(Duration::from_secs(seen)))).unwrap_or_default(),
        told(|machine| machine.kernel.clone()),
        judging.collect::<Vec<_>>().join(", "),
    ]
}

/// What does not fit into a cell: what failed, and what is not offered.
fn troubles(line: &Line) -> Vec<(&str, String)> {
    let Some(machine) = &line.machine else { return Vec::new() };
    let failed = machine.self_test.failed.iter().map(|row| format!("self-test: {row}"));
    let refused = machine.refused.iter().map(|one| format!("no {}: {}", one.name, short(&one.why, 200)));
    failed.chain(refused).map(|what| (line.name.as_str(), what)).collect()
}

#[cfg(test)]
mod tests {
    use store::{JudgingId, SubmissionId};
    use time::OffsetDateTime;

    use super::*;

    fn worker(name: &str, silent: u64, failed: &[&str]) -> Worker {
        let at = OffsetDateTime::UNIX_EPOCH;
        let failed = failed.iter().map(|&row| row.to_owned()).collect();
        Worker {
            name: name.to_owned(),
            host: "h".to_owned(),
            slots: 2,
            grade: "full".to_owned(),
            kernel: "6.1".to_owned(),
            judge_box: "b".to_owned(),
            self_test: SelfTest { rows: 50, seconds: 2.5, failed },
            self_test_at: at,
            toolchains: Vec::new(),
            refused: Vec::new(),
            calibration: None,
            calibrated_at: None,
            started_at: at,
            seen_at: at,
            silent: Duration::from_secs(silent),
        }
    }

    fn busy(worker: &str) -> Busy {
        let slug = "sum".parse().unwrap();
        let (judging, submission) = (JudgingId(7), SubmissionId(3));
        Busy {
            worker: worker.to_owned(),
            judging,
            submission: Some(submission),
            slug: Some(slug),
            tests_done: 2,
            tests_total: 5,
        }
    }

    #[test]
    fn a_worker_is_told_by_what_it_does_and_one_that_only_has_a_login_too() {
        let logins = ["a", "d"].map(|name| Login { worker: name.to_owned(), role: String::new() });
        let workers =
            vec![worker("c", 3, &["x"]), worker("a", 1, &[]), worker("b", 100, &[]), worker("e", 1, &[])];
        let mut lines = lines(workers, &logins, vec![busy("a"), busy("b")]);
        let told: Vec<_> = lines.iter().map(|line| (line.name.as_str(), line.state, line.login)).collect();
        let expected = [
            ("a", "judging", true),
            ("b", "silent", false),
            ("c", "failed", false),
            ("d", "absent", true),
            ("e", "idle", false),
        ];
        assert_eq!(told, expected);
        mark(&mut lines, &BTreeSet::from(["a", "b", "e"].map(str::to_owned)));
        assert_eq!([lines[0].state, lines[1].state, lines[4].state], ["draining", "silent", "drained"]);
        assert_eq!(cells(&lines[0])[9], "3 sum 2/5");
        assert_eq!(lines[1].judging.len(), 1, "what it had is still its own");
        assert_eq!(troubles(&lines[2]), [("c", "self-test: x".to_owned())]);
        let json = serde_json::to_value(&lines[0]).unwrap();
        assert_eq!(
            (json["kernel"].as_str(), json["judging"][0]["submission"].as_i64()),
            (Some("6.1"), Some(3))
        );
    }
}
