//! What judging costs beside the programs' own time.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use problem::Verdict;
use serde::Serialize;
use store::judging::{Judging, State};
use store::rejudging::Filter;
use store::{Db, SubmissionId};
use tokio::time::{Instant, sleep, timeout};

use super::cpu::{self, Used};
use super::place::Place;
use super::rejudge::rejudged;
use super::{Size, millis};

/// Between two looks at whether a judging is done.
const LOOK: Duration = Duration::from_millis(100);
/// For one judging, on a machine that others use, too.
const PATIENCE: Duration = Duration::from_mins(2);

#[derive(Debug, Serialize)]
pub(crate) struct Cost {
    pub submissions: usize,
    pub tests: u32,
    pub slots: u32,
    /// From the first claim to the last verdict.
    pub seconds: f64,
    /// Of a slot's time, what was not the program's: all but from `execve` to its end.
    pub own_ms_per_test: f64,
    /// From `execve` to its end.
    pub program_ms_per_test: f64,
    /// CPU time of all of the judge and of Postgres, less the programs', as the runs have it.
    pub own_cpu_ms_per_test: f64,
    /// Parts of one core. Postgres': null where the server is not ours.
    pub postgres_core: Option<f64>,
    /// The worker's, but for its slots.
    pub worker_core: f64,
    /// The slots' threads: they feed programs and compare what they print.
    pub slots_core: f64,
    /// judge-box and all below it, less the programs.
    pub boxes_core: f64,
    /// Postgres and the worker, slots left out, together.
    pub postgres_worker_core: Option<f64>,
}

/// A worker is at work on `place` meanwhile.
pub(super) async fn measure(place: &Place, size: &Size) -> anyhow::Result<Cost> {
    // Compiled, fetched and opened once in each slot: that is none of a test's cost.
    for submission in place.submit(2 * size.slots as usize).await? {
        done(place.db(), submission).await?;
    }
    let sent = place.submit(size.submissions).await?;
    for submission in &sent {
        done(place.db(), *submission).await?;
    }
    let before = cpu::used(place.server())?;
    // They are all the same program, which is run for each of them only in this way.
    let fresh = Filter { submissions: sent.clone(), fresh: true, ..Filter::default() };
    let judgings = rejudged(place.db(), &fresh, &sent).await?;
    let used = cpu::used(place.server())? - before;
    let programs = Programs::of(place.db(), &judgings, size.tests).await?;
    Ok(Cost::of(size, span(&judgings)?, &programs, &used))
}

/// What the programs themselves used.
#[derive(Default)]
struct Programs {
    tests: u32,
    wall: Duration,
    cpu: Duration,
}

impl Programs {
    async fn of(db: &Db, judgings: &[Judging], tests: u32) -> anyhow::Result<Self> {
        let mut programs = Self::default();
        for judging in judgings {
            let runs = store::run::list(db, judging.id).await?;
            ensure!(
                judging.verdict == Some(Verdict::Ac) && runs.len() == tests as usize,
                "a sum of two numbers was judged {:?} after {} tests: {}",
                judging.verdict,
                runs.len(),
                judging.internal_error.as_deref().unwrap_or(&judging.reason)
            );
            programs.tests += tests;
            programs.wall += runs.iter().map(|run| run.wall).sum::<Duration>();
            programs.cpu += runs.iter().map(|run| run.cpu).sum::<Duration>();
        }
        Ok(programs)
    }
}

impl Cost {
    fn of(size: &Size, span: Duration, programs: &Programs, used: &Used) -> Self {
        let tests = programs.tests;
        let (slots, core) = (size.slots, |time: Duration| time.as_secs_f64() / span.as_secs_f64());
        let boxes = used.boxes.saturating_sub(programs.cpu);
        let postgres = used.postgres.unwrap_or_default();
        Self {
            submissions: size.submissions,
            tests: size.tests,
            slots,
            seconds: span.as_secs_f64(),
            own_ms_per_test: millis((span * slots).saturating_sub(programs.wall) / tests),
            program_ms_per_test: millis(programs.wall / tests),
            own_cpu_ms_per_test: millis((postgres + used.worker + used.slots + boxes) / tests),
            postgres_core: used.postgres.map(core),
            worker_core: core(used.worker),
            slots_core: core(used.slots),
            boxes_core: core(boxes),
            postgres_worker_core: used.postgres.map(|postgres| core(postgres + used.worker)),
        }
    }
}

/// From the first claim to the last verdict, by the database's clock.
fn span(judgings: &[Judging]) -> anyhow::Result<Duration> {
    let first = judgings.iter().filter_map(|judging| judging.started_at).min();
    let last = judgings.iter().filter_map(|judging| judging.finished_at).max();
    let (first, last) = first.zip(last).context("nothing was judged")?;
    Ok((last - first).unsigned_abs())
}

/// The submission's judging, once it is done.
pub(super) async fn done(db: &Db, submission: SubmissionId) -> anyhow::Result<Judging> {
    let until_done = async {
        loop {
            let judging = store::judging::valid_of(db, submission).await?;
            if judging.state == State::Done {
                return Ok(judging);
            }
            sleep(LOOK).await;
        }
    };
    let began = Instant::now();
    let waited = timeout(PATIENCE, until_done).await;
    waited.unwrap_or_else(|_| anyhow::bail!("nothing was judged for {} s", began.elapsed().as_secs()))
}
