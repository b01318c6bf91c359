//! The clocks of a run: when to look at them next, and what follows.

use std::time::{Duration, Instant};

use super::{MOST_WAIT, PATIENCE, SHORTEST_LOOK, Watch};
use crate::error::Error;
use crate::outcome::Stopped;
use crate::prepared::own_wait;

/// Who has used this part of the time is at work, though others may have been, too.
const AT_WORK: u32 = 10;

/// When a run that is left alone is to end.
#[derive(Clone, Copy)]
pub(super) struct Parting {
    pub(super) at: Instant,
    pub(super) linger: Duration,
    /// What it had used at the last look.
    pub(super) cpu: Duration,
}

impl Watch<'_> {
    pub(super) fn deadline(&self) -> Instant {
        match (self.killed, self.ran.started, self.ran.ended) {
            (Some(at), ..) | (None, _, Some(at)) => at + PATIENCE,
            (None, None, None) => self.ran.asked + PATIENCE,
            (None, Some(_), None) => {
                let clock = self.next_look.min(self.wall_deadline);
                self.parting.map_or(clock, |parting| clock.min(parting.at))
            }
        }
    }

    pub(super) fn look_at_clocks(&mut self) -> Result<(), Error> {
        let now = Instant::now();
        if now < self.deadline() || self.gone {
            return Ok(());
        }
        let Some(started) = self.ran.started else { return Err(Error::Lost("the target did not start")) };
        if self.killed.is_some() || self.ran.ended.is_some() {
            return Err(Error::Lost("what was killed did not die"));
        }
        self.reader_base.get_or_insert_with(own_wait);
        if now >= self.next_look {
            self.ran.cpu = self.prepared.meter.cpu().map_err(Error::io("read the CPU counter"))?;
            let used = self.ran.cpu.saturating_sub(self.ran.base);
            let most = self.limits.cpu + self.limits.overshoot;
            if used > most {
                // Who is killed cannot be asked any more.
                self.ran.waited = self.prepared.meter.waited();
                self.stop(Stopped::CpuLimit);
            }
            // The box is pinned to one core: it cannot have used up what is left any sooner.
            self.next_look = now + most.saturating_sub(used).max(SHORTEST_LOOK);
        }
        if now >= self.wall_deadline {
            self.at_wall_limit(started, now);
        }
        match self.parting.filter(|parting| now >= parting.at) {
            Some(parting) => self.part(parting, now),
            None => Ok(()),
        }
    }

    /// Ends what was left alone long enough, unless it is still at work.
    fn part(&mut self, Parting { linger, cpu, .. }: Parting, now: Instant) -> Result<(), Error> {
        let used = self.used()?;
        if linger.is_zero() || used < cpu + linger / AT_WORK {
            self.stop(Stopped::LeftAlone);
        } else {
            self.parting = Some(Parting { at: now + linger, linger, cpu: used });
        }
        Ok(())
    }

    /// How long it was ready while its core was busy with others, within bounds.
    pub(super) fn waited(&self) -> Duration {
        let waited = self.prepared.meter.waited().max(self.ran.waited);
        waited.min(self.limits.wall * MOST_WAIT)
    }

    /// CPU time so far.
    pub(super) fn used(&self) -> Result<Duration, Error> {
        let cpu = self.prepared.meter.cpu().map_err(Error::io("read the CPU counter"))?;
        // Without control groups nothing can be told of who is dead.
        Ok(cpu.max(self.ran.cpu).saturating_sub(self.ran.base))
    }

    /// Time in which the program was ready and its core was busy with others is given back, so that a busy machine is
    /// not blamed on the program; but not for ever.
    fn at_wall_limit(&mut self, started: Instant, now: Instant) {
        let wall = self.limits.wall;
        // A program whose pipe is full waits for us, and so for our own turn.
        let reader = self.reader_base.map_or(Duration::ZERO, |base| own_wait().saturating_sub(base));
        self.ran.waited = self.prepared.meter.waited();
        let waited = (self.ran.waited + reader).min(wall * MOST_WAIT);
        self.wall_deadline = started + wall + waited + self.excused;
        if now >= self.wall_deadline {
            self.stop(Stopped::WallLimit);
        }
    }
}
