//! What a rejudging costs those who wait for a verdict meanwhile, and what of it need not be run.

use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use store::judging::{Judging, Which};
use store::rejudging::{self, By, Filter};
use store::{Db, RejudgingId, SubmissionId};
use tokio::time::sleep;

use super::cost::done;
use super::place::{Place, USER};
use super::{Size, millis};

const BY: By<'static> = By { who: "bench", reason: "to measure it" };
/// Between two looks at how far a rejudging is.
const LOOK: Duration = Duration::from_millis(500);
/// Sent one after the other beside a rejudging, and as many alone.
const LIVE: usize = 20;

/// What live submissions lose by a rejudging.
#[derive(Debug, Serialize)]
pub(crate) struct Live {
    /// Judgings of the rejudging.
    pub rejudged: u64,
    pub submissions: usize,
    /// From being sent to the verdict, without a rejudging; median.
    pub alone_ms: f64,
    /// So much longer it took beside one; median, and the longest.
    pub median_wait_ms: f64,
    pub longest_wait_ms: f64,
}

/// What a rejudging after one test had changed came to.
#[derive(Debug, Serialize)]
pub(crate) struct Reused {
    pub submissions: usize,
    pub tests: u32,
    pub run: usize,
    /// Taken over from before.
    pub reused: usize,
}

/// All that was sent so far is rejudged, and everything of it run, while others come in.
pub(super) async fn live(place: &Place) -> anyhow::Result<Live> {
    let alone = times(place).await?;
    let everything = Filter { user: Some(USER.to_owned()), fresh: true, ..Filter::default() };
    let id = plan(place.db(), &everything).await?;
    // Until every slot is at it.
    sleep(LOOK).await;
    let beside = times(place).await?;
    let rejudged = rejudging::progress(place.db(), id).await?.total;
    rejudging::discard(place.db(), id, &BY).await.context("the rejudging cannot be dropped")?;
    let usual = alone[LIVE / 2];
    let wait = |time: Duration| millis(time.saturating_sub(usual));
    Ok(Live {
        rejudged,
        submissions: LIVE,
        alone_ms: millis(usual),
        median_wait_ms: wait(beside[LIVE / 2]),
        longest_wait_ms: wait(beside[LIVE - 1]),
    })
}

/// From being sent to the verdict, by the database's clock, shortest first.
async fn times(place: &Place) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for submission in (0..LIVE).map(|_| place.submit(1)) {
        for submission in submission.await? {
            let judging = done(place.db(), submission).await?;
            let end = judging.finished_at.context("it is done and never ended")?;
            times.push((end - judging.created_at).unsigned_abs());
        }
    }
    times.sort_unstable();
    Ok(times)
}

/// Programs of their own, judged, and judged again when the last test has changed.
pub(super) async fn reused(place: &Place, size: &Size) -> anyhow::Result<Reused> {
    let sent = place.submit_different(size.rejudged).await?;
    for submission in &sent {
        done(place.db(), *submission).await?;
    }
    place.change_a_test(size.tests).await?;
    let again = Filter { submissions: sent.clone(), ..Filter::default() };
    let judgings = rejudged(place.db(), &again, &sent).await?;
    let mut reused = Reused { submissions: sent.len(), tests: size.tests, run: 0, reused: 0 };
    for judging in judgings {
        for run in store::run::list(place.db(), judging.id).await? {
            *if run.reused_from.is_some() { &mut reused.reused } else { &mut reused.run } += 1;
        }
    }
    Ok(reused)
}

/// The judgings beside those that count, all of them done.
pub(super) async fn rejudged(
    db: &Db,
    filter: &Filter,
    submissions: &[SubmissionId],
) -> anyhow::Result<Vec<Judging>> {
    let id = plan(db, filter).await?;
    while rejudging::progress(db, id).await?.left() > 0 {
        sleep(LOOK).await;
    }
    let mut judgings = Vec::new();
    for submission in submissions {
        let newest = store::judging::list_of(db, *submission, Which::All).await?.into_iter().next();
        judgings.push(newest.context("a submission without a judging")?);
    }
    Ok(judgings)
}

async fn plan(db: &Db, filter: &Filter) -> anyhow::Result<RejudgingId> {
    rejudging::plan(db, filter, &BY).await.context("a rejudging cannot be made")
}
