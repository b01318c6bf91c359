//! The page itself.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::State;
use store::failure::Failure;
use store::judging::Class;
use store::judging::waiting::{self, Hall, Heap, Obstacle, Open};
use store::pause::{Origin, Pause};

use crate::access::{Action, Thing, require};
use crate::error::Error;
use crate::mark::Standing;
use crate::page::{Frame, Page};
use crate::{App, filters};

/// Judgings that wait of which the page tells.
const NEXT: u32 = 20;
/// How far back failures are told, and how many.
const FAILURES: (Duration, u32) = (Duration::from_hours(24), 20);

pub(crate) async fn show(State(app): State<Arc<App>>, frame: Frame) -> Result<Page<Show>, Error> {
    Show::load(&app, frame, Typed::default()).await.map(Page)
}

/// What was typed into the form that pauses something, and what is wrong with it.
#[derive(Default)]
pub(super) struct Typed {
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) reason: String,
    pub(super) error: Option<String>,
}

#[derive(Template)]
#[template(path = "queue/show.html")]
pub(crate) struct Show {
    frame: Frame,
    heaps: Vec<Heap>,
    next: Vec<Next>,
    running: Vec<Open>,
    workers: Vec<Works>,
    pauses: Vec<Pause>,
    failures: Vec<Failure>,
    typed: Typed,
}

struct Next {
    open: Open,
    /// Why nobody takes it; else empty.
    why: String,
}

struct Works {
    name: String,
    host: String,
    slots: u32,
    busy: usize,
    languages: usize,
    standing: &'static str,
}

impl Show {
    pub(super) async fn load(app: &App, frame: Frame, typed: Typed) -> Result<Self, Error> {
        require(&frame.viewer, Action::See, Thing::Queue)?;
        let hall = waiting::hall(&app.db).await?;
        let running = waiting::running(&app.db).await?;
        let next = waiting::next(&app.db, NEXT).await?.into_iter().map(|open| Next::of(open, &hall));
        Ok(Self {
            heaps: waiting::heaps(&app.db).await?,
            next: next.collect(),
            workers: works(&hall, &running),
            running,
            pauses: hall.pauses,
            failures: store::failure::recent(&app.db, FAILURES.0, FAILURES.1).await?,
            typed,
            frame,
        })
    }

    fn waiting(&self) -> u64 {
        self.heaps.iter().map(|heap| u64::from(heap.judgings)).sum()
    }
}

fn works(hall: &Hall, running: &[Open]) -> Vec<Works> {
    let works = hall.workers.iter().map(|worker| Works {
        name: worker.name.clone(),
        host: worker.host.clone(),
        slots: worker.slots,
        busy: running.iter().filter(|open| open.worker.as_ref() == Some(&worker.name)).count(),
        languages: worker.toolchains.len(),
        standing: match (worker.self_test.passed(), hall.is_paused(worker)) {
            (false, _) => "takes no work: its self-test failed",
            (_, true) => "paused",
            _ => "takes work",
        },
    });
    works.collect()
}

impl Next {
    fn of(open: Open, hall: &Hall) -> Self {
        let why = match hall.obstacle(open.need()) {
            None => String::new(),
            Some(Obstacle::Paused(pause)) => format!("{}: {pause}", word(pause.origin)),
            Some(Obstacle::NoWorker) => "no worker is running".to_owned(),
            Some(Obstacle::NoneSound) => "no worker has passed its self-test".to_owned(),
            Some(Obstacle::NoLanguage) => "no running worker has this language".to_owned(),
        };
        Self { open, why }
    }
}

fn word(origin: Origin) -> &'static str {
    match origin {
        Origin::Jury => "paused",
        Origin::Judge => "set aside",
    }
}

/// Of what runs.
fn standing(open: &Open) -> Standing {
    match open.phase {
        Some(store::judging::Phase::Compiling) | None => Standing::Compiling,
        Some(store::judging::Phase::Running) => {
            Standing::Running { done: open.tests_done, total: open.tests_total }
        }
    }
}

/// For people.
fn class(class: &Class) -> &'static str {
    match class {
        Class::Live => "live contest",
        Class::Practice => "practice",
        Class::CustomRun => "custom run",
        Class::Rejudge => "rejudge",
        Class::Verification => "verification",
    }
}
