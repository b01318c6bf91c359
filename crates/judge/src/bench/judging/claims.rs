//! How many judgings a second go through the queue, and whether each goes once.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use problem::{Hash, Limits, Verdict};
use serde::Serialize;
use store::judging::{Claim, Evidence, Finished, State, Wanted};
use store::{Db, JudgingId};
use tokio::task::JoinSet;

use super::place::Place;
use super::{LANGUAGE, cpu, millis};

#[derive(Debug, Serialize)]
pub(crate) struct Claims {
    pub claimers: u32,
    pub judgings: usize,
    pub seconds: f64,
    /// Claimed and finished.
    pub claims_per_s: f64,
    /// CPU time of Postgres and of the claimers for one of them. Null where the server is not ours.
    pub cpu_ms_per_claim: Option<f64>,
    /// Not done at the end, or refused when it was finished.
    pub lost: usize,
    /// Given to two claimers.
    pub twice: usize,
}

/// What one claimer did.
#[derive(Default)]
struct Done {
    claimed: Vec<JudgingId>,
    refused: usize,
}

/// So many claimers take one judging after the other and write a verdict, until none is left.
pub(super) async fn measure(place: &Place, claimers: u32, judgings: usize) -> anyhow::Result<Claims> {
    let sent = place.submit(judgings).await?;
    let before = cpu::used(place.server())?;
    let began = Instant::now();
    let mut working = JoinSet::new();
    for number in 0..claimers {
        let db = place.db().clone();
        working.spawn(async move { work(&db, &format!("claimer-{number}")).await });
    }
    let done: store::Result<Vec<Done>> = working.join_all().await.into_iter().collect();
    let (done, seconds) = (done?, began.elapsed().as_secs_f64());
    let used = cpu::used(place.server())? - before;
    let each = |postgres: Duration| millis(postgres + used.worker) / judgings as f64;
    let mut times = HashMap::<JudgingId, usize>::new();
    for judging in done.iter().flat_map(|one| &one.claimed) {
        *times.entry(*judging).or_default() += 1;
    }
    let mut lost = done.iter().map(|one| one.refused).sum();
    for submission in sent {
        let judging = store::judging::valid_of(place.db(), submission).await?;
        lost += usize::from(judging.state != State::Done);
    }
    let twice = times.values().filter(|&&times| times > 1).count();
    let (claims_per_s, cpu_ms_per_claim) = (judgings as f64 / seconds, used.postgres.map(each));
    Ok(Claims { claimers, judgings, seconds, claims_per_s, cpu_ms_per_claim, lost, twice })
}

async fn work(db: &Db, name: &str) -> store::Result<Done> {
    let (languages, mut done) = ([LANGUAGE.to_owned()], Done::default());
    loop {
        let claimed = store::judging::claim(db, &Wanted::one(name, &languages)).await?;
        let Some(claimed) = claimed.into_iter().next() else { return Ok(done) };
        done.claimed.push(claimed.claim.judging());
        done.refused += usize::from(!finish(db, &claimed.claim).await?);
    }
}

/// `false`: the claim was lost.
async fn finish(db: &Db, claim: &Claim) -> store::Result<bool> {
    let finished = Finished {
        verdict: Verdict::Ac,
        tests_total: 0,
        score: None,
        max_score: None,
        groups: Vec::new(),
        reason: String::new(),
        compile_log: String::new(),
        toolchain: "none".to_owned(),
        program_hash: None,
        evidence: nothing_was_run(),
    };
    match store::judging::finish(db, claim, &finished).await {
        Ok(()) => Ok(true),
        Err(store::Error::ClaimLost) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Claims are measured without a box.
fn nothing_was_run() -> Evidence {
    Evidence {
        host: String::new(),
        kernel: String::new(),
        grade: String::new(),
        judge_box: Hash::of(b""),
        core: 0,
        limits: Limits::default(),
        compile: None,
    }
}
