//! What a judging told since the last write.

use judging::{CaseResult, Event};
use store::judging::{Claim, Phase};
use store::run::{Noise, Run};
use store::{Db, JudgingId};

/// Collects events, so that a fast program costs the database five writes a second and not a thousand.
#[derive(Default)]
pub(crate) struct Batch {
    compiled: Option<String>,
    /// Of the tests, once it was told.
    total: u32,
    /// Done and total: recording runs counts on from there.
    progress: Option<(u32, u32)>,
    runs: Vec<Run>,
}

impl Batch {
    pub(crate) fn take(&mut self, event: Event) {
        match event {
            // The claim says so already.
            Event::Compiling => {}
            Event::Compiled { log } => self.compiled = Some(log),
            Event::Running { done, total } => {
                if total != self.total {
                    self.progress = Some((done, total));
                    self.total = total;
                }
            }
            Event::Case(case) => self.runs.push(run(*case)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.compiled.is_none() && self.progress.is_none() && self.runs.is_empty()
    }

    /// Writes everything and forgets it. What could not be written is kept, and may be written twice: the second
    /// time changes nothing.
    pub(crate) async fn write(&mut self, db: &Db, claim: &Claim) -> store::Result<()> {
        if let Some(log) = &self.compiled {
            store::judging::compiled(db, claim, log).await?;
            self.compiled = None;
        }
        if let Some((done, total)) = self.progress {
            store::judging::progress(db, claim, Phase::Running, done, total).await?;
            self.progress = None;
        }
        if !self.runs.is_empty() {
            store::run::record(db, claim, &self.runs).await?;
            self.runs.clear();
        }
        Ok(())
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
