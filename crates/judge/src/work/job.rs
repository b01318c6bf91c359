//! One claimed judging, from the manifest to the written verdict.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use judging::{Judged, Source};
use problem::{Verdict, Version};
use store::judging::{Claim, Claimed, Evidence, Finished, Spent, Subject};
use store::{SubmissionId, VersionId};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::batch::Batch;
use super::known::Memory;
use super::slot::{Answer, Order, Sent, Told};
use super::{Desk, Lent, custom};
use crate::machine::Surroundings;

/// Events are written at most so often.
const BATCH: Duration = Duration::from_millis(200);
/// Between two tries to write a result while the database is away.
pub(super) const RETRY: Duration = Duration::from_millis(500);

/// What became of a claimed judging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Judged(Verdict),
    /// We failed; it is back in the queue, or JE after the last try.
    Released,
    /// Back in the queue as if nothing had been.
    GivenBack,
    /// Somebody else has it.
    Lost,
}

/// Why the work on a judging ends without a result.
pub(super) enum Failure {
    Lost,
    /// Something more urgent needs the slot, or the worker stops.
    GaveWay,
    /// Ours, in words.
    Ours(String),
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::ClaimLost => Self::Lost,
            error => Self::Ours(error.to_string()),
        }
    }
}

/// Judges it in the slot that is lent and writes all that it comes to. The database may go away and come back meanwhile.
/// The slot is home as soon as nothing is to be run any more, so that it goes on while the verdict is written; when it has to
/// give way, as soon as the tests that were run are written, so that they need not be run again: what its thread does is over
/// after the test that it is at.
pub(crate) async fn work(desk: &Desk, lent: Lent, claimed: Claimed, give_way: &CancellationToken) -> Ended {
    let began = Instant::now();
    let (claim, submission) = (claimed.claim.clone(), claimed.subject.submission());
    let mut batch = Batch::default();
    let answer = judge(desk, &lent, claimed, (give_way, &mut batch)).await;
    drop(lent);
    let judged = match answer {
        Ok(Answer::Judged(judged)) => settle(desk, &claim, &judged, &batch).await.map(|()| judged.verdict),
        Ok(Answer::Ran(ran)) => custom::settle(desk, &claim, *ran).await,
        Err(failure) => Err(failure),
    };
    match judged {
        Ok(verdict) => {
            let (submission, ms) =
                (submission.map(tracing::field::display), began.elapsed().as_millis() as u64);
            tracing::info!(submission, judging = %claim.judging(), %verdict, ms, "judged");
            Ended::Judged(verdict)
        }
        Err(Failure::Ours(error)) => release(desk, (&claim, submission), &error).await,
        Err(Failure::GaveWay) => give_back(desk, (&claim, submission)).await,
        Err(Failure::Lost) => lost((&claim, submission)),
    }
}

/// Writes what is left to write, then the verdict. A judge error is the verdict only if it comes twice: first it is tried
/// again, elsewhere if possible.
async fn settle(desk: &Desk, claim: &Claim, judged: &Judged, batch: &Batch) -> Result<(), Failure> {
    patiently(desk, || batch.complete(&desk.db, claim, judged)).await?;
    if judged.verdict == Verdict::Je && !claim.is_last_try() {
        return Err(Failure::Ours(judged.reason.clone()));
    }
    finish(desk, claim, judged).await?;
    if judged.verdict == Verdict::Je {
        blame(desk).await;
    }
    Ok(())
}

/// What was held, and of which submission; `None`: it is a custom run.
type Held<'a> = (&'a Claim, Option<SubmissionId>);

fn lost((claim, submission): Held<'_>) -> Ended {
    let judging = claim.judging();
    match submission {
        Some(_) => tracing::warn!(%judging, "another worker has this judging now, or it was dropped"),
        // People do so every day.
        None => tracing::debug!(%judging, "the custom run was discarded, or another worker has it now"),
    }
    Ended::Lost
}

async fn judge(
    desk: &Desk,
    lent: &Lent,
    claimed: Claimed,
    (give_way, batch): (&CancellationToken, &mut Batch),
) -> Result<Answer, Failure> {
    let gone = || Failure::Ours("the slot's thread has ended".to_owned());
    let slot = lent.slot.as_ref().ok_or_else(gone)?;
    let (claim, owner) = (claimed.claim.clone(), claimed.user);
    let (version, sent) = sent(desk, claimed).await?;
    // Who gives up a custom run tells nobody: its lease is looked at often.
    let pulse = if matches!(sent, Sent::Custom { .. }) { custom::PULSE } else { claim.lease() / 3 };
    let pulse = pulse.min(claim.lease() / 3);
    let events = Arc::<Told>::default();
    let (answer, answered) = oneshot::channel();
    let given_up = GivenUp::default();
    let memory = Memory { db: desk.db.clone(), claim: claim.clone(), runtime: Handle::current() };
    let stop = Arc::clone(&given_up.0);
    let order = Order { version, sent, owner, memory, events: Arc::clone(&events), given_up: stop, answer };
    slot.send(order).ok_or_else(gone)?;
    let lease_due = Instant::now() + pulse;
    Scribe { desk, claim: &claim, events, batch, pulse, lease_due }.follow(give_way, answered).await
}

async fn sent(desk: &Desk, claimed: Claimed) -> Result<(Arc<Version>, Sent), Failure> {
    let Claimed { claim, subject, language, .. } = claimed;
    match subject {
        Subject::CustomRun(run) => custom::sent(desk, &claim, (run, language)).await,
        Subject::Submission { version, source, example: None, .. } => {
            Ok((manifest(desk, version).await?, Sent::Source { language, source: Source::Text(source) }))
        }
        Subject::Submission { version, example: Some(path), .. } => {
            let version = manifest(desk, version).await?;
            let sent = own_submission(&version, &path)?;
            Ok((version, sent))
        }
    }
}

pub(super) async fn manifest(desk: &Desk, version: VersionId) -> Result<Arc<Version>, Failure> {
    patiently(desk, || desk.versions.get(&desk.db, version)).await
}

fn own_submission(version: &Version, path: &str) -> Result<Sent, Failure> {
    let example = version.submissions.iter().find(|example| example.path == path);
    let example = example.ok_or_else(|| Failure::Ours(format!("the version has no submission {path}")))?;
    Ok(Sent::Example(Box::new(example.clone())))
}

/// Whoever leaves: the thread shall not judge on for nobody.
#[derive(Default)]
struct GivenUp(Arc<AtomicBool>);

impl Drop for GivenUp {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Writes down what the slot tells, and keeps the lease.
struct Scribe<'a> {
    desk: &'a Desk,
    claim: &'a Claim,
    events: Arc<Told>,
    batch: &'a mut Batch,
    /// Without events something is written so often.
    pulse: Duration,
    /// When to write at the latest.
    lease_due: Instant,
}

impl Scribe<'_> {
    /// Until the answer is there; what was told last is in the batch then.
    async fn follow(
        mut self,
        give_way: &CancellationToken,
        mut answer: oneshot::Receiver<Result<Answer, String>>,
    ) -> Result<Answer, Failure> {
        let mut pause = BATCH;
        let judged = loop {
            tokio::select! {
                biased;
                judged = &mut answer => break judged,
                () = give_way.cancelled() => return Err(self.leave().await),
                () = sleep(pause) => pause = self.write().await?,
            }
        };
        self.take();
        judged.unwrap_or_else(|_| Err("the slot's thread ended".to_owned())).map_err(Failure::Ours)
    }

    /// Tries once to write what was told.
    async fn leave(mut self) -> Failure {
        self.take();
        match self.batch.record(&self.desk.db, self.claim).await {
            Err(error) if !error.is_unavailable() => error.into(),
            _ => Failure::GaveWay,
        }
    }

    fn take(&mut self) {
        self.events.take().into_iter().for_each(|event| self.batch.take(event));
    }

    /// How long to wait before the next time. While the database is away nothing is lost: it is tried again.
    async fn write(&mut self) -> Result<Duration, Failure> {
        self.take();
        let (db, now) = (&self.desk.db, Instant::now());
        let written = match self.batch.is_due() {
            true => self.batch.write(db, self.claim).await,
            false if now >= self.lease_due => store::judging::renew(db, self.claim).await,
            false => return Ok(BATCH),
        };
        match written {
            Ok(()) => self.lease_due = now + self.pulse,
            Err(error) if error.is_unavailable() => return Ok(RETRY),
            Err(error) => return Err(error.into()),
        }
        Ok(BATCH)
    }
}

/// The verdict, after which nothing is written any more. It is written once; a write whose answer got lost shows as a lost
/// claim, and is just as good.
async fn finish(desk: &Desk, claim: &Claim, judged: &Judged) -> Result<(), Failure> {
    let finished = Finished {
        verdict: judged.verdict,
        tests_total: u32::try_from(judged.cases.len()).unwrap_or(u32::MAX),
        score: judged.score,
        max_score: judged.max_score,
        groups: judged.groups.clone(),
        reason: judged.reason.clone(),
        compile_log: judged.compile_log.clone(),
        toolchain: judged.toolchain.clone(),
        program_hash: judged.program,
        evidence: evidence(desk, judged),
    };
    patiently(desk, || store::judging::finish(&desk.db, claim, &finished)).await
}

fn evidence(desk: &Desk, judged: &Judged) -> Evidence {
    let Surroundings { host, kernel, grade, judge_box } = desk.surroundings.clone();
    let spent = |judging::Spent { cpu, wall, memory }| Spent { cpu, wall, memory };
    Evidence {
        host,
        kernel,
        grade,
        judge_box,
        core: u32::try_from(judged.core).unwrap_or(u32::MAX),
        limits: judged.limits.clone(),
        compile: judged.compile.map(spent),
    }
}

async fn release(desk: &Desk, held: Held<'_>, error: &str) -> Ended {
    let (claim, _) = held;
    tracing::error!(judging = %claim.judging(), attempt = claim.attempt(), "could not judge: {error}");
    match patiently(desk, || store::judging::release(&desk.db, claim, error)).await {
        Ok(_) => {
            blame(desk).await;
            Ended::Released
        }
        Err(failure) => stuck(held, failure),
    }
}

/// What comes of several failures.
async fn blame(desk: &Desk) {
    if let Err(error) = super::blame::look(&desk.db).await {
        tracing::warn!("cannot find out what the last failures have in common: {error}");
    }
}

async fn give_back(desk: &Desk, held: Held<'_>) -> Ended {
    match patiently(desk, || store::judging::give_back(&desk.db, held.0)).await {
        Ok(()) => Ended::GivenBack,
        Err(failure) => stuck(held, failure),
    }
}

fn stuck(held: Held<'_>, failure: Failure) -> Ended {
    if let Failure::Ours(error) = failure {
        // Its lease ends, and then another attempt begins.
        tracing::error!(judging = %held.0.judging(), "could not give it back: {error}");
        return Ended::Lost;
    }
    lost(held)
}

/// Until the database answers: who has a result in hand keeps it. Ends when the worker has to leave at once.
pub(super) async fn patiently<T, F>(desk: &Desk, mut call: impl FnMut() -> F) -> Result<T, Failure>
where
    F: Future<Output = store::Result<T>>,
{
    loop {
        match call().await {
            Err(error) if error.is_unavailable() && !desk.abandon.is_cancelled() => sleep(RETRY).await,
            answer => return Ok(answer?),
        }
    }
}
