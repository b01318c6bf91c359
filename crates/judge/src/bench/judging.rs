//! What judging costs beside the programs' own time, and whether its queue keeps its promises.

mod claims;
mod cost;
mod cpu;
mod place;
mod rejudge;

use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use store::blob::Depot;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use crate::cli::Context;
use crate::machine::Machine;
use crate::selftest::Tested;
use crate::work::{Plan, Worker};
pub(crate) use claims::Claims;
pub(crate) use cost::Cost;
use place::Place;
pub(crate) use rejudge::{Live, Reused};

const LANGUAGE: &str = "cpp";

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub submissions: usize,
    /// Of the problem.
    pub tests: u32,
    pub slots: u32,
    pub claimers: u32,
    /// Of which so many go through the queue.
    pub claims: usize,
    /// Programs that are judged again after a test has changed.
    pub rejudged: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub own_ms_per_test: f64,
    pub claims_per_s: f64,
    pub lost: usize,
    pub twice: usize,
    /// The longest of those beside a rejudging of everything.
    pub live_wait_ms: f64,
    pub reused_runs: usize,
    pub cost: Cost,
    pub claims: Claims,
    pub live: Live,
    pub reused: Reused,
}

/// # Errors
/// No database or no box can be made, or the sum of two numbers is not judged as it must.
pub(crate) async fn run(context: &Context, size: Size) -> anyhow::Result<Report> {
    let place = Place::open(context, size.tests).await?;
    let measured = measure(context, &place, size).await;
    place.close().await?;
    let Measured { claims, cost, live, reused } = measured?;
    Ok(Report {
        own_ms_per_test: cost.own_ms_per_test,
        claims_per_s: claims.claims_per_s,
        lost: claims.lost,
        twice: claims.twice,
        live_wait_ms: live.longest_wait_ms,
        reused_runs: reused.reused,
        cost,
        claims,
        live,
        reused,
    })
}

struct Measured {
    claims: Claims,
    cost: Cost,
    live: Live,
    reused: Reused,
}

async fn measure(context: &Context, place: &Place, size: Size) -> anyhow::Result<Measured> {
    let claims = claims::measure(place, size.claimers, size.claims).await?;
    let worker = worker(context, place, size.slots).await?;
    let stop = CancellationToken::new();
    let working = tokio::spawn(worker.run(stop.clone()));
    let judged = judged(place, &size).await;
    stop.cancel();
    working.await.context("the worker panicked")??;
    let (cost, live, reused) = judged?;
    Ok(Measured { claims, cost, live, reused })
}

/// What a worker is needed for.
async fn judged(place: &Place, size: &Size) -> anyhow::Result<(Cost, Live, Reused)> {
    let cost = cost::measure(place, size).await?;
    let live = rejudge::live(place).await?;
    Ok((cost, live, rejudge::reused(place, size).await?))
}

/// One that has all languages that were found here.
async fn worker(context: &Context, place: &Place, slots: u32) -> anyhow::Result<Worker> {
    let settings = context.clone();
    let tried = spawn_blocking(move || {
        let mut machine = Machine::detect(&settings)?;
        let tested = Tested::of(&machine, &settings, &CancellationToken::new())?;
        machine.look_at_all();
        machine.offered = machine.toolchains.all().cloned().collect();
        machine.host.calibrate(slots, &|| false)?;
        anyhow::Ok((machine, tested))
    });
    let (machine, tested) = tried.await??;
    let tested = tested.context("the self-test was given up")?;
    let passed = tested.passed().map_err(|bad| {
        anyhow::anyhow!("this machine's boxes do not hold: {}; judge doctor --attack tells more", bad.words())
    })?;
    let plan = Plan { slots, ..Plan::of(context, &machine) };
    let worker = Worker::new(&Depot::within(place.db()), &machine, plan, &passed)?;
    worker.register().await?;
    Ok(worker)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
