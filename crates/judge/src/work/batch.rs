//! What a judging told since the last write.

use std::collections::BTreeSet;
use std::time::Duration;

use judging::{CaseResult, Event, Judged};
use store::judging::{Claim, Progress};
use store::run::{Noise, Run};
use store::{Db, JudgingId};
use tokio::time::Instant;

/// Runs of a quick program are written so often; what lies nearer to a judging's end goes with it, noise and all. Meanwhile
/// their number is shown.
const RUNS_APART: Duration = Duration::from_secs(1);

/// Collects events, so that a fast program costs the database five small writes a second and not a thousand.
#[derive(Default)]
pub(crate) struct Batch {
    /// Something has changed since it was shown, and a run came with it.
    news: bool,
    busy: bool,
    compiled: Option<String>,
    done: u32,
    total: u32,
    runs: Vec<Run>,
    /// When the first of them came.
    since: Option<Instant>,
    /// The last write of runs failed as far as we know: it may have been done all the same.
    unsure: bool,
}

impl Batch {
    pub(crate) fn take(&mut self, event: Event) {
        match event {
            // The claim says so already.
            Event::Compiling => return,
            // Mostly there is none, and the claim says so already.
            Event::Compiled { log } => self.compiled = Some(log).filter(|log| !log.is_empty()),
            Event::Running { total, .. } if total == self.total => return,
            Event::Running { total, .. } => self.total = total,
            Event::Case(case) => {
                self.done += 1;
                self.busy = true;
                self.runs.push(run(*case));
                self.since.get_or_insert_with(Instant::now);
            }
        }
        self.news = true;
    }

    pub(crate) fn is_due(&self) -> bool {
        self.news || !self.runs.is_empty()
    }

    /// Shows how far it is, and writes runs that have waited for long enough, or after which no other came at once. What
    /// could not be written is kept, and may be written twice: the second time changes nothing.
    pub(crate) async fn write(&mut self, db: &Db, claim: &Claim) -> store::Result<()> {
        if self.news {
            let (done, total) = (self.done, self.total);
            let progress = Progress { compiled: self.compiled.as_deref(), done, total };
            store::judging::progress(db, claim, progress).await?;
            (self.compiled, self.news) = (None, false);
        }
        if !std::mem::take(&mut self.busy) || self.since.is_some_and(|since| since.elapsed() >= RUNS_APART) {
            self.record(db, claim).await?;
        }
        Ok(())
    }

    /// Writes all runs that were not yet.
    pub(crate) async fn record(&mut self, db: &Db, claim: &Claim) -> store::Result<()> {
        if !self.runs.is_empty() {
            self.unsure = true;
            store::run::record(db, claim, &self.runs, &[]).await?;
            self.unsure = false;
            self.runs.clear();
            self.since = None;
        }
        Ok(())
    }

    /// Writes what is left at the end: the last runs, and of those that were written before what is known only now. A second
    /// time changes nothing.
    pub(crate) async fn complete(&self, db: &Db, claim: &Claim, judged: &Judged) -> store::Result<()> {
        let varying = judged.cases.iter().filter(|case| case.key.is_none());
        let varying: BTreeSet<u32> = varying.map(|case| case.position).collect();
        let noise: Vec<Noise> = judged.cases.iter().filter_map(noise).collect();
        if !self.runs.is_empty() {
            let known = |run: &Run| run.key.filter(|_| !varying.contains(&run.position));
            let last: Vec<Run> = self.runs.iter().map(|run| Run { key: known(run), ..run.clone() }).collect();
            store::run::record(db, claim, &last, &noise).await?;
        }
        let last: BTreeSet<u32> = self.runs.iter().map(|run| run.position).collect();
        let before = noise.into_iter().filter(|one| self.unsure || !last.contains(&one.position));
        let before: Vec<Noise> = before.collect();
        if before.is_empty() {
            return Ok(());
        }
        let varying: Vec<u32> = varying.into_iter().collect();
        store::run::disturbed(db, claim, &before, &varying).await
    }
}

pub(super) fn run(case: CaseResult) -> Run {
    Run {
        position: case.position,
        name: case.name,
        sample: case.sample,
        verdict: case.verdict,
        own: case.own,
        score: case.score,
        points: case.points,
        cpu: case.cpu,
        times: case.times,
        wall: case.wall,
        memory: case.memory,
        time_limit: Some(case.time_limit).filter(|limit| !limit.is_zero()),
        memory_limit: Some(case.memory_limit).filter(|limit| *limit > 0),
        exit_code: case.exit_code,
        signal: case.signal,
        oom_kills: case.oom_kills,
        reason: case.reason,
        team_message: case.team_message,
        judge_message: case.judge_message,
        output: case.output,
        transcript: case.transcript,
        stderr: case.stderr,
        key: case.key,
        reused_from: case.reused_from.map(JudgingId),
    }
}

/// What disturbed its run, if that is known.
pub(super) fn noise(case: &CaseResult) -> Option<Noise> {
    let noise = case.noise?;
    let sandbox::fair::Noise { wait, window, steal, pressure, canary } = noise;
    let words = noise.reasons(case.cpu).join(" ");
    Some(Noise { position: case.position, wait, window, steal, pressure, canary, words })
}
