//! By how much a program that never ends is let run past its limit of CPU time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::Subject;
use crate::error::Error;
use crate::host::Host;
use crate::outcome::Status;
use crate::pinned::Pinned;
use crate::sandbox::Sandbox;
use crate::spec::{Limits, Spec};

/// Long enough that a second look at the clock is needed.
const LIMIT: Duration = Duration::from_millis(100);

/// CPU time beyond the limit, of each run.
#[derive(Clone, Debug, Default)]
pub struct Overshoot {
    /// On a machine that does nothing else.
    pub idle: Vec<Duration>,
    /// With one busy thread for each core.
    pub busy: Vec<Duration>,
}

/// Runs `endless` `runs` times of each kind.
///
/// # Errors
/// Ours; a program that is not ended by its limit of CPU time is among them.
pub fn overshoot(host: &Host, endless: &Subject<'_>, runs: usize) -> Result<Overshoot, Error> {
    let mut sandbox = host.open(0, endless.layout)?;
    let _pinned = Pinned::to(sandbox.core())?;
    let idle = many(&mut sandbox, endless, runs)?;
    let over = AtomicBool::new(false);
    let busy = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let busy = many(&mut sandbox, endless, runs);
        over.store(true, Ordering::Relaxed);
        busy
    })?;
    Ok(Overshoot { idle, busy })
}

fn many(sandbox: &mut Sandbox, endless: &Subject<'_>, runs: usize) -> Result<Vec<Duration>, Error> {
    (0..runs).map(|_| once(sandbox, endless)).collect()
}

fn once(sandbox: &mut Sandbox, endless: &Subject<'_>) -> Result<Duration, Error> {
    let mut stdout = Vec::new();
    let limits = Limits { cpu: LIMIT, wall: LIMIT * 50, ..Limits::default() };
    let spec = Spec::new(endless.argv.clone(), &mut stdout, limits);
    let outcome = sandbox.run(Spec { exe: endless.exe, ..spec })?;
    match outcome.status() {
        Status::TimeLimit => Ok(outcome.cpu.saturating_sub(LIMIT)),
        status => Err(Error::BadSpec(format!("a program that never ends ended as {status:?}"))),
    }
}
