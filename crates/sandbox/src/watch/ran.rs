//! The facts of a run, and what they come to.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::time::{ClockId, clock_gettime};

use crate::error::Error;
use crate::outcome::{End, Grade, Leftovers, Outcome, Stopped};
use crate::prepared::{Meter, Prepared};
use crate::spec::Limits;
use crate::wire::{START_BYTES, say};

/// The facts so far.
pub(crate) struct Ran {
    pub(super) asked: Instant,
    pub(super) started: Option<Instant>,
    pub(super) ended: Option<Instant>,
    /// Whether init was reaped; if not, that is still to be heard of.
    pub(crate) init_gone: bool,
    pub(super) end: Option<End>,
    pub(super) stopped: Option<Stopped>,
    /// From the start pipe, see [`START_BYTES`].
    pub(super) start: Vec<u8>,
    pub(super) output: u64,
    pub(super) stderr: Vec<u8>,
    pub(super) stderr_cut: bool,
    cpu_limit: Duration,
    memory_limit: u64,
    /// As told by init: peak bytes and CPU time of the children that were waited for.
    pub(super) rusage: Option<(u64, Duration)>,
    /// The longest wait for a core that was told, from the making of the target on.
    pub(super) waited: Duration,
    /// CPU time of this thread when the run began.
    own: Duration,
    /// The last look at the group's counter, and what it had before the program.
    pub(super) cpu: Duration,
    pub(super) base: Duration,
}

impl Ran {
    pub(super) fn new(asked: Instant, limits: &Limits, base: Duration) -> Self {
        Self {
            asked,
            started: None,
            ended: None,
            init_gone: false,
            end: None,
            stopped: None,
            start: Vec::new(),
            output: 0,
            stderr: Vec::new(),
            stderr_cut: false,
            cpu_limit: limits.cpu,
            memory_limit: limits.memory,
            rusage: None,
            waited: Duration::ZERO,
            own: own_cpu(),
            cpu: base,
            base,
        }
    }

    /// What it all comes to, with the counters read now that everything is dead.
    pub(crate) fn outcome(self, prepared: &Prepared, grade: Grade, work: OwnedFd) -> Result<Outcome, Error> {
        let end = self.end()?;
        let usage = prepared.meter.usage().map_err(Error::io("read the run's counters"))?;
        let (cpu, memory) = match prepared.meter {
            Meter::Group(_) => (usage.cpu.saturating_sub(self.base), usage.memory.min(self.memory_limit)),
            Meter::Processes(_) => {
                let (memory, cpu) = self.rusage.unwrap_or_default();
                let (_, laid_out) = self.told_start();
                (cpu.saturating_sub(laid_out).max(self.cpu.saturating_sub(self.base)), memory)
            }
        };
        let ended = self.ended.unwrap_or_else(Instant::now);
        let started = self.started.unwrap_or(ended);
        let wall = ended.saturating_duration_since(started);
        // What was told has in it what the target waited before the run, and a thread's waiting for its siblings; but on
        // one core, nobody else's time is longer than this. Of that, ours is none that disturbs: who prints much waits
        // while we, on the same core, read.
        let ours = own_cpu().saturating_sub(self.own);
        let waited = self.waited.min(wall.saturating_sub(cpu)).saturating_sub(ours);
        Ok(Outcome {
            end,
            stopped: self.stopped,
            cpu,
            started,
            wall,
            waited,
            setup: started.saturating_duration_since(self.asked),
            memory,
            oom_kills: usage.oom_kills,
            output: self.output,
            stderr: self.stderr,
            stderr_cut: self.stderr_cut,
            cpu_limit: self.cpu_limit,
            memory_limit: self.memory_limit,
            grade,
            leftovers: Leftovers { directory: work },
        })
    }

    /// When the program was executed, in nanoseconds of the monotonic clock, and the CPU time that this took.
    pub(super) fn told_start(&self) -> (u64, Duration) {
        let (times, _) = self.start.as_chunks();
        let mut times = times.iter().map(|time| u64::from_le_bytes(*time));
        (times.next().unwrap_or(0), Duration::from_nanos(times.next().unwrap_or(0)))
    }

    fn end(&self) -> Result<End, Error> {
        if let Some((errno, step)) =
            self.start.get(START_BYTES..).and_then(|report| report.split_at_checked(4))
        {
            let errno = i32::from_le_bytes(errno.try_into().unwrap_or_default());
            if step == say::EXECUTE.as_bytes() {
                return Ok(End::NotExecuted(errno));
            }
            let step = String::from_utf8_lossy(step).into_owned();
            return Err(Error::Step { step, errno: Errno::from_raw(errno) });
        }
        match (self.end, self.stopped) {
            (Some(end), _) => Ok(end),
            // Init was killed by us before it could tell.
            (None, Some(_)) => Ok(End::Signaled(libc::SIGKILL)),
            (None, None) => Err(Error::Lost("its init died")),
        }
    }
}

/// CPU time of the calling thread; zero where it cannot be told.
fn own_cpu() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}
