//! The queue for people and for programs.

use std::time::Duration;

use crate::report::say;
use serde::Serialize;
use store::failure::Failure;
use store::judging::waiting::{self, Ahead, Hall, Heap, MOST_COUNTED, Need, Obstacle, Open};
use store::judging::{Class, State};
use store::pause::{Origin, Pause};
use store::{Db, JudgingId, PauseId, SubmissionId};
use time::OffsetDateTime;

use crate::report::{self, coarse, short, table};

/// Judgings that wait of which a list tells.
const LISTED: u32 = 20;
/// How far back failures are told, and how many.
const DAY: (Duration, u32) = (Duration::from_hours(24), 20);

/// Characters of an error in a table.
const ERROR: usize = 80;

/// All that there is to see.
#[derive(Serialize)]
struct Queue {
    waiting: Vec<Waiting>,
    next: Vec<Line>,
    running: Vec<Line>,
    workers: Vec<Works>,
    pauses: Vec<Stands>,
    failures: Vec<Failed>,
}

/// So many of a class and a language.
#[derive(Serialize)]
struct Waiting {
    class: Class,
    language: String,
    judgings: u32,
    /// Seconds that the oldest has waited.
    oldest_s: u64,
}

#[derive(Serialize)]
struct Line {
    judging: JudgingId,
    /// Null: it is a custom run.
    submission: Option<SubmissionId>,
    user: String,
    /// Null: it is a custom run of no problem.
    problem: Option<String>,
    language: String,
    class: Class,
    /// Seconds that it has waited, or has been judged.
    age_s: u64,
    worker: Option<String>,
    tests_done: u32,
    tests_total: u32,
    /// Why nobody takes it.
    why: Option<String>,
}

#[derive(Serialize)]
struct Works {
    name: String,
    slots: u32,
    /// Of them, those at work.
    busy: u32,
    takes_work: bool,
    languages: usize,
}

#[derive(Serialize)]
struct Stands {
    id: PauseId,
    thing: String,
    reason: String,
    origin: Origin,
    by: Option<String>,
    since_s: u64,
    /// By which it goes on.
    resume: String,
}

#[derive(Serialize)]
struct Failed {
    submission: SubmissionId,
    language: String,
    worker: String,
    error: String,
    ago_s: u64,
}

pub(super) async fn all(db: &Db, json: bool) -> anyhow::Result<()> {
    let hall = waiting::hall(db).await?;
    let running = waiting::running(db).await?;
    let queue = Queue {
        waiting: waiting::heaps(db).await?.into_iter().map(Waiting::from).collect(),
        next: waiting::next(db, LISTED).await?.iter().map(|open| Line::of(open, &hall)).collect(),
        workers: workers(&hall, &running),
        running: running.iter().map(|open| Line::of(open, &hall)).collect(),
        pauses: hall.pauses.iter().map(Stands::from).collect(),
        failures: store::failure::recent(db, DAY.0, DAY.1).await?.into_iter().map(Failed::from).collect(),
    };
    if json { Ok(report::json(&queue)?) } else { Ok(queue.print()?) }
}

fn workers(hall: &Hall, running: &[Open]) -> Vec<Works> {
    let busy = |name: &str| running.iter().filter(|open| open.worker.as_deref() == Some(name)).count();
    let works = hall.workers.iter().map(|worker| Works {
        name: worker.name.clone(),
        slots: worker.slots,
        busy: u32::try_from(busy(&worker.name)).unwrap_or(u32::MAX),
        takes_work: worker.self_test.passed() && !hall.is_paused(worker),
        languages: worker.toolchains.len(),
    });
    works.collect()
}

/// For people.
fn long(seconds: u64) -> String {
    coarse(Duration::from_secs(seconds))
}

/// Seconds since then.
fn age(at: OffsetDateTime) -> u64 {
    u64::try_from((OffsetDateTime::now_utc() - at).whole_seconds()).unwrap_or(0)
}

impl From<Heap> for Waiting {
    fn from(heap: Heap) -> Self {
        let Heap { class, language, judgings, since } = heap;
        Self { class, language, judgings, oldest_s: age(since) }
    }
}

impl Line {
    fn of(open: &Open, hall: &Hall) -> Self {
        let queued = open.phase.is_none();
        Self {
            judging: open.judging,
            submission: open.submission,
            user: open.user_name.clone(),
            problem: open.problem_slug.as_ref().map(ToString::to_string),
            language: open.language.clone(),
            class: open.class,
            age_s: age(open.since),
            worker: open.worker.clone().filter(|_| !queued),
            tests_done: open.tests_done,
            tests_total: open.tests_total,
            why: hall.obstacle(open.need()).filter(|_| queued).map(|obstacle| words(&obstacle)),
        }
    }
}

impl Line {
    /// Of the submission.
    fn number(&self) -> String {
        self.submission.map_or_else(|| "custom run".to_owned(), |submission| submission.to_string())
    }

    fn tests(&self) -> String {
        match self.submission {
            Some(_) => format!("{} of {}", self.tests_done, self.tests_total),
            None => String::new(),
        }
    }
}

impl From<&Pause> for Stands {
    fn from(pause: &Pause) -> Self {
        Self {
            id: pause.id,
            thing: pause.to_string(),
            reason: pause.reason.clone(),
            origin: pause.origin,
            by: pause.by.clone(),
            since_s: age(pause.created_at),
            resume: format!("judge queue resume {}", pause.id),
        }
    }
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        let Failure { submission, language, worker, error, at, .. } = failure;
        Self { submission, language, worker, error, ago_s: age(at) }
    }
}

fn words(obstacle: &Obstacle<'_>) -> String {
    match obstacle {
        Obstacle::Paused(pause) if pause.origin == Origin::Judge => format!("set aside: {pause}"),
        Obstacle::Paused(pause) => format!("paused: {pause}"),
        Obstacle::NoWorker => "no worker is running".into(),
        Obstacle::NoneSound => "no worker has passed its self-test".into(),
        Obstacle::NoLanguage => "no running worker has this language".into(),
    }
}

impl Queue {
    fn print(&self) -> std::io::Result<()> {
        self.print_waiting()?;
        self.print_running()?;
        self.print_workers()?;
        self.print_pauses()?;
        self.print_failures()
    }

    fn print_waiting(&self) -> std::io::Result<()> {
        if self.waiting.is_empty() {
            return say!("Nothing waits.");
        }
        let mut heaps = table::new(&["waiting", "class", "language", "oldest"]);
        for heap in &self.waiting {
            heaps.add_row([
                table::number(heap.judgings),
                heap.class.word().into(),
                heap.language.as_str().into(),
                long(heap.oldest_s).into(),
            ]);
        }
        table::print(heaps)?;
        let mut next = table::new(&["next", "user", "problem", "language", "class", "waits", "why"]);
        for line in &self.next {
            next.add_row([
                line.number(),
                line.user.clone(),
                line.problem.clone().unwrap_or_default(),
                line.language.clone(),
                line.class.word().into(),
                long(line.age_s),
                line.why.clone().unwrap_or_default(),
            ]);
        }
        say!("")?;
        table::print(next)
    }

    fn print_running(&self) -> std::io::Result<()> {
        if self.running.is_empty() {
            return say!("\nNothing is being judged.");
        }
        let mut running =
            table::new(&["running", "user", "problem", "language", "class", "worker", "tests", "for"]);
        for line in &self.running {
            running.add_row([
                line.number(),
                line.user.clone(),
                line.problem.clone().unwrap_or_default(),
                line.language.clone(),
                line.class.word().into(),
                line.worker.clone().unwrap_or_default(),
                line.tests(),
                long(line.age_s),
            ]);
        }
        say!("")?;
        table::print(running)
    }

    fn print_workers(&self) -> std::io::Result<()> {
        if self.workers.is_empty() {
            return say!("\nNo worker is running.");
        }
        let mut workers = table::new(&["worker", "slots", "busy", "languages", "takes work"]);
        for worker in &self.workers {
            workers.add_row([
                worker.name.as_str().into(),
                table::number(worker.slots),
                table::number(worker.busy),
                table::number(worker.languages),
                if worker.takes_work { "yes" } else { "no" }.into(),
            ]);
        }
        say!("")?;
        table::print(workers)
    }

    fn print_pauses(&self) -> std::io::Result<()> {
        for pause in &self.pauses {
            let word = if pause.origin == Origin::Judge { "Set aside" } else { "Paused" };
            let by = pause.by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
            let colon = if pause.reason.is_empty() { "." } else { ": " };
            let ago = long(pause.since_s);
            say!("\n{word}{by} {ago} ago: {}{colon}{}", pause.thing, pause.reason)?;
            say!("  It goes on with: {}", pause.resume)?;
        }
        Ok(())
    }

    fn print_failures(&self) -> std::io::Result<()> {
        if self.failures.is_empty() {
            return Ok(());
        }
        let mut failures = table::new(&["failed", "ago", "language", "worker", "error"]);
        for failure in &self.failures {
            failures.add_row([
                failure.submission.to_string(),
                long(failure.ago_s),
                failure.language.clone(),
                failure.worker.clone(),
                short(&failure.error, ERROR),
            ]);
        }
        say!("")?;
        table::print(failures)
    }
}

/// Where one submission stands.
#[derive(Serialize)]
struct Place {
    submission: SubmissionId,
    state: String,
    class: Class,
    /// Judgings before it; [`MOST_COUNTED`] may be more.
    ahead: Option<u32>,
    /// Of them, those of a more urgent class.
    ahead_urgent: Option<u32>,
    /// Seconds until its verdict.
    expected_s: Option<f64>,
    why: Option<String>,
}

pub(super) async fn one(db: &Db, id: SubmissionId, json: bool) -> anyhow::Result<()> {
    let judging = store::judging::valid_of(db, id).await?;
    let submission = store::submission::get(db, id).await?;
    let mut place = Place {
        submission: id,
        state: judging.state.to_string(),
        class: judging.class,
        ahead: None,
        ahead_urgent: None,
        expected_s: None,
        why: None,
    };
    if judging.state == State::Queued {
        let hall = waiting::hall(db).await?;
        let ahead = match waiting::ahead(db, judging.id).await {
            // It was taken while we looked.
            Err(store::Error::NotFound) => Ahead::default(),
            ahead => ahead?,
        };
        let pace = waiting::pace(db, Some(submission.problem), &submission.language, judging.class).await?;
        let language = submission.language.as_str();
        let need = Need { problem: Some(submission.problem), version: Some(judging.version), language };
        place.why = hall.obstacle(need).map(|obstacle| words(&obstacle));
        let expected = waiting::expected(ahead, &pace, hall.slots(language)).filter(|_| place.why.is_none());
        place.expected_s = expected.map(|time| time.as_secs_f64());
        (place.ahead, place.ahead_urgent) = (Some(ahead.judgings), Some(ahead.urgent));
    }
    if json { Ok(report::json(&place)?) } else { Ok(place.print()?) }
}

impl Place {
    fn print(&self) -> std::io::Result<()> {
        let Some(ahead) = self.ahead else {
            return say!("Submission {} does not wait: it is {}.", self.submission, self.state);
        };
        let most = if ahead >= MOST_COUNTED { "at least " } else { "" };
        let urgent = self.ahead_urgent.unwrap_or(0);
        say!("Submission {}: {most}{ahead} before it, {urgent} of them more urgent.", self.submission)?;
        match (&self.why, self.expected_s) {
            (Some(why), _) => say!("Nobody takes it: {why}."),
            (None, Some(seconds)) => say!("Its verdict is expected in some {}.", long(seconds.ceil() as u64)),
            (None, None) => Ok(()),
        }
    }
}
