//! The way in: no job before this machine's boxes have held against hostile programs.

use std::time::Duration;

use anyhow::{Context as _, bail};
use store::Db;
use store::blob::Depot;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::presence::Presence;
use super::{Plan, Worker};
use crate::cli::Context;
use crate::machine::Machine;
use crate::selftest::{Passed, Tested};

/// A machine that failed is tried again after so long.
const AGAIN: Duration = Duration::from_mins(10);
/// `judge doctor --attack` may have held meanwhile: looked for so often.
const LOOK: Duration = Duration::from_secs(2);

/// A worker that may take jobs, once this machine's boxes hold. Until then the database shows one that takes none.
/// `None`: told to stop before that.
///
/// # Errors
/// The self-test cannot be carried out, or the worker cannot be made or be shown in the database.
pub(crate) async fn admitted(
    context: &Context,
    blobs: &Depot,
    machine: &Machine,
    stop: &CancellationToken,
) -> anyhow::Result<Option<Worker>> {
    let db = blobs.db();
    let name = name(context, db).await?;
    loop {
        let (testing, settings, stopped) = (machine.clone(), context.clone(), stop.clone());
        // It is waited for even after `stop`, which it heeds: so its boxes leave nothing.
        let tested = spawn_blocking(move || Tested::of(&testing, &settings, &stopped)).await??;
        let Some(tested) = tested else { return Ok(None) };
        let plan = Plan { name: name.clone(), ..Plan::of(context, machine) };
        let refused = match admit(blobs, machine, plan, tested, stop).await? {
            Admission::In(worker) => return Ok((!stop.is_cancelled()).then_some(*worker)),
            Admission::Out(refused) => refused,
        };
        tokio::select! {
            unfit = refused.show(db) => return Err(unfit),
            () = due(context, refused.tested()) => {}
            () = stop.cancelled() => {
                refused.leave(db).await;
                return Ok(None);
            }
        }
    }
}

/// Under which the worker shows up: that of its login, if it has one of its own, for the database takes no other from it.
async fn name(context: &Context, db: &Db) -> anyhow::Result<String> {
    let Some(own) = store::worker_login::of(db).await? else { return Ok(context.config.worker_name()) };
    match &context.config.worker.name {
        Some(name) if *name != own => bail!(
            "[worker] name is {name}, and the login in use is that of the worker {own}: leave the name out, or make a login \
             for {name} with: judge worker add {name}"
        ),
        _ => Ok(own),
    }
}

/// What the self-test lets a worker do.
pub(super) enum Admission {
    /// It works, and the database shows it.
    In(Box<Worker>),
    /// So it shows up instead.
    Out(Box<Presence>),
}

pub(super) async fn admit(
    blobs: &Depot,
    machine: &Machine,
    plan: Plan,
    tested: Tested,
    stop: &CancellationToken,
) -> anyhow::Result<Admission> {
    match tested.passed() {
        Ok(passed) => Ok(Admission::In(Box::new(open(blobs, machine, plan, passed, stop).await?))),
        Err(tested) => {
            complain(&tested);
            let refused = Presence::of(&plan, machine, &tested)?;
            if let Err(error) = refused.register(blobs.db()).await {
                tracing::warn!("cannot show up in the database: {error}");
            }
            Ok(Admission::Out(Box::new(refused)))
        }
    }
}

async fn open(
    blobs: &Depot,
    machine: &Machine,
    plan: Plan,
    passed: Passed,
    stop: &CancellationToken,
) -> anyhow::Result<Worker> {
    let (mut machine, slots, stopped) = (machine.clone(), plan.slots, stop.clone());
    let proving = spawn_blocking(move || {
        machine.prove(&stopped);
        // The last of it, on a machine that does nothing else by then.
        let calibrated = machine.host.calibrate(slots, &|| stopped.is_cancelled());
        (machine, calibrated)
    });
    let (machine, calibrated) = proving.await?;
    calibrated.context("cannot time the cores")?;
    for refused in &machine.refused {
        tracing::error!("{} is not offered: {}", refused.name, refused.why);
    }
    let worker = Worker::new(blobs, &machine, plan, &passed)?;
    if !stop.is_cancelled() {
        worker.register().await.context("cannot show up in the database")?;
    }
    Ok(worker)
}

fn complain(tested: &Tested) {
    for row in tested.report.failed() {
        let (name, threat) = (&row.row, &row.threat);
        tracing::error!("{name} ({threat}): expected {}; saw {}", row.expected, row.seen);
    }
    tracing::error!(
        "programs could break out of this machine's boxes, or be misjudged in them, so this worker takes no job: {}. \
         Look for an update of the kernel and of judge, and for limits that this host sets. It is tried again in {} \
         minutes, and at once when `judge doctor --attack` holds on this machine with the same settings",
        tested.words(),
        AGAIN.as_secs() / 60
    );
}

/// When to try again.
async fn due(context: &Context, bad: &Tested) {
    let end = Instant::now() + AGAIN;
    while Instant::now() < end {
        sleep(LOOK).await;
        if Tested::last(context).is_some_and(|last| last.report.ok && last.is_later(bad)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use sandbox::attack::{Checked, Report};
    use tokio::time::timeout;

    use super::*;
    use crate::config::{Config, Environment};

    fn tested(ok: bool) -> Tested {
        let words = || "word".to_owned();
        let row = Checked { row: words(), threat: words(), expected: words(), seen: words(), ok };
        Tested::new("key".to_owned(), Report { ok, seconds: 2.5, rows: vec![row] })
    }

    #[tokio::test]
    async fn a_machine_is_tried_again_as_soon_as_somebody_has_found_it_good_since() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        config.worker.cache_folder = Some(folder.path().to_owned());
        let context = Context { config, environment: Environment::new() };
        let soon = LOOK + Duration::from_millis(500);
        tested(true).remember(&context).unwrap();
        sleep(Duration::from_millis(1100)).await;
        let bad = tested(false);
        assert!(timeout(soon, due(&context, &bad)).await.is_err(), "what was good before");
        tested(false).remember(&context).unwrap();
        assert!(timeout(soon, due(&context, &bad)).await.is_err(), "what is bad again");
        tested(true).remember(&context).unwrap();
        assert!(timeout(soon, due(&context, &bad)).await.is_ok());
    }
}
