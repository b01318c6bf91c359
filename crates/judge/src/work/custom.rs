//! One claimed custom run: what to run, and what is written of it.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use judging::{CustomRan, Source};
use problem::{Verdict, Version};
use store::Db;
use store::custom_run::{self, Finished, InHand, Printed};
use store::judging::Claim;
use uuid::Uuid;

use super::Desk;
use super::job::{Failure, manifest, patiently};
use super::slot::Sent;

/// Whether somebody still wants it is asked so often.
pub(super) const PULSE: Duration = Duration::from_secs(1);

/// What a run of no problem is compiled for: nothing is put beside its source.
static NO_PROBLEM: LazyLock<Arc<Version>> =
    LazyLock::new(|| Arc::new(Version::new("custom-run".parse().expect("it is a slug"))));

pub(super) async fn sent(
    desk: &Desk,
    claim: &Claim,
    (run, language): (Uuid, String),
) -> Result<(Arc<Version>, Sent), Failure> {
    let InHand { version, source, input, limits } =
        patiently(desk, || custom_run::in_hand(&desk.db, claim)).await?;
    let version = match version {
        Some(version) => manifest(desk, version).await?,
        None => Arc::clone(&NO_PROBLEM),
    };
    let (source, limits) = (Source::Text(source), Box::new(limits));
    Ok((version, Sent::Custom { run, language, source, input, limits }))
}

/// Writes what it came to. What the setter adds to programs may be at fault: that is tried again, elsewhere if possible.
pub(super) async fn settle(desk: &Desk, claim: &Claim, ran: CustomRan) -> Result<Verdict, Failure> {
    let CustomRan { verdict, reason, compile_log, toolchain, printed } = ran;
    if verdict == Verdict::Je && !claim.is_last_try() {
        return Err(Failure::Ours(reason));
    }
    let (cpu, memory) = printed.as_ref().map(|printed| (printed.cpu, printed.memory)).unzip();
    let printed = printed.map(stored);
    let finished = Finished { verdict, reason, compile_log, toolchain, cpu, memory, printed };
    patiently(desk, || custom_run::finish(&desk.db, claim, &finished)).await?;
    Ok(verdict)
}

fn stored(printed: judging::Printed) -> Printed {
    let judging::Printed {
        cpu: _,
        memory: _,
        wall,
        exit_code,
        signal,
        stdout,
        stdout_bytes,
        stderr,
        stderr_cut,
    } = printed;
    Printed { wall, exit_code, signal, stdout, stdout_bytes, stderr, stderr_cut }
}

/// Forgets compiled programs of runs that are gone: whoever discards one leaves nothing behind. What cannot be found out now
/// is the next time.
pub(super) async fn forget_programs(db: &Db, programs: &judging::Cache) {
    let runs: Vec<Uuid> = programs.sweep().into_iter().map(Uuid::from_u128).collect();
    if runs.is_empty() {
        return;
    }
    match custom_run::gone(db, &runs).await {
        Ok(gone) => programs.forget(&gone.iter().map(Uuid::as_u128).collect()),
        Err(error) => tracing::warn!("cannot find out which custom runs are gone: {error}"),
    }
}
