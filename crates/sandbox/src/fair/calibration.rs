//! What each slot's core does with work that is always the same.

use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use super::kernels::{Workbench, compute};
use crate::error::Error;
use crate::pinned::Pinned;

/// Of each kernel, after one that does not count.
const REPEATS: usize = 9;

/// All slots of one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    pub slots: Vec<Slot>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slot {
    pub slot: u32,
    /// As the kernel numbers them.
    pub core: usize,
    /// While no other slot has anything to do.
    pub alone: Speeds,
    /// While every slot does the same.
    pub busy: Speeds,
}

/// One a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Speeds {
    /// Shifts, adds, branches: the core itself.
    pub compute: Speed,
    /// Steps from line to line in 128 KiB: the second level of the caches.
    pub cache: Speed,
    /// 8 MiB that no cache has: memory's throughput.
    pub memory: Speed,
}

/// By both clocks. Where wall time is longer, the core was taken by somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    /// Of the thread alone.
    pub cpu: Timing,
    pub wall: Timing,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    pub median_us: f64,
    /// The middle half of the times: their range as part of the median.
    pub spread: f64,
}

/// Names one of [`Speeds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    Compute,
    Cache,
    Memory,
}

impl Kernel {
    pub const ALL: [Self; 3] = [Self::Compute, Self::Cache, Self::Memory];

    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Compute => "compute",
            Self::Cache => "cache",
            Self::Memory => "memory",
        }
    }
}

impl Speeds {
    pub fn speed(&self, kernel: Kernel) -> &Speed {
        match kernel {
            Kernel::Compute => &self.compute,
            Kernel::Cache => &self.cache,
            Kernel::Memory => &self.memory,
        }
    }

    /// CPU time, median, µs.
    fn of(&self, kernel: Kernel) -> f64 {
        self.speed(kernel).cpu.median_us
    }
}

impl Slot {
    /// How much longer a kernel takes while the neighbours are busy: 0.1 is 10 %.
    pub fn slowed(&self, kernel: Kernel) -> f64 {
        self.busy.of(kernel) / self.alone.of(kernel) - 1.0
    }
}

impl Calibration {
    /// Slots that differ by more than this do not give the same submission the same time: as much as the quickest and the
    /// slowest of one kind of processor do.
    pub const ALIKE: f64 = 0.05;

    /// How much longer the slowest slot takes than the quickest, alone, for the kernel in which they differ most.
    pub fn difference(&self) -> f64 {
        let of = |kernel: Kernel| {
            let times = || self.slots.iter().map(|slot| slot.alone.of(kernel));
            times().fold(0.0, f64::max) / times().fold(f64::INFINITY, f64::min) - 1.0
        };
        Kernel::ALL.into_iter().map(of).fold(0.0, f64::max)
    }

    /// How much longer a kernel takes on the slot whose busy neighbours cost it most.
    pub fn slowed(&self, kernel: Kernel) -> f64 {
        self.slots.iter().map(|slot| slot.slowed(kernel)).fold(0.0, f64::max)
    }
}

/// Calibrates a slot on each of the cores: one after the other, then all at once. `None` when `stop` said so, which is
/// asked every few milliseconds.
pub(crate) fn measure(
    cores: &[usize],
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Calibration>, Error> {
    let (turn, together) = (Mutex::new(()), Barrier::new(cores.len()));
    let slots: Result<Vec<Option<Slot>>, Error> = thread::scope(|scope| {
        let (turn, together) = (&turn, &together);
        let start = |(slot, &core)| scope.spawn(move || one((slot, core), turn, together, stop));
        let threads: Vec<_> = (0..).zip(cores).map(start).collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended.map(|ended| ended.map_err(|_| Error::Lost("a thread of the calibration ended"))?).collect()
    });
    let slots: Option<Vec<Slot>> = slots?.into_iter().collect();
    Ok(slots.map(|slots| Calibration { slots }))
}

/// Whatever goes wrong with one, all come to each place where they wait for one another.
fn one(
    (slot, core): (u32, usize),
    turn: &Mutex<()>,
    together: &Barrier,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Slot>, Error> {
    let pinned = Pinned::to(core);
    let mut workbench = Workbench::new();
    together.wait();
    let alone = {
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        pinned.as_ref().is_ok().then(|| workbench.measure(stop)).transpose()
    };
    together.wait();
    let busy = pinned.as_ref().is_ok().then(|| workbench.measure(stop)).transpose();
    pinned?;
    Ok(alone?.flatten().zip(busy?.flatten()).map(|(alone, busy)| Slot { slot, core, alone, busy }))
}

impl Workbench {
    fn measure(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Result<Option<Speeds>, Error> {
        let (mut computed, mut chased, mut streamed) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..=REPEATS {
            if stop() {
                return Ok(None);
            }
            computed.push(time(compute)?);
            chased.push(time(|| self.chase())?);
            self.forget();
            streamed.push(time(|| self.stream())?);
        }
        let [compute, cache, memory] = [computed, chased, streamed].map(|times| Speed::of(&times[1..]));
        Ok(Some(Speeds { compute, cache, memory }))
    }
}

/// The CPU time of a [`Kernel::Compute`] here and now, as a multiple of what it was when the slot was calibrated.
pub(crate) fn canary(slot: &Slot) -> Result<f64, Error> {
    let _pinned = Pinned::to(slot.core)?;
    let (cpu, _) = time(compute)?;
    Ok(micros(cpu) / slot.alone.of(Kernel::Compute))
}

/// CPU and wall time.
fn time(work: impl FnOnce()) -> Result<(Duration, Duration), Error> {
    let clock = || clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_err(Error::os("read the clock"));
    let (wall, cpu) = (Instant::now(), clock()?);
    work();
    Ok((Duration::from(clock()? - cpu), wall.elapsed()))
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

impl Speed {
    fn of(times: &[(Duration, Duration)]) -> Self {
        Self {
            cpu: Timing::of(times.iter().map(|(cpu, _)| micros(*cpu)).collect()),
            wall: Timing::of(times.iter().map(|(_, wall)| micros(*wall)).collect()),
        }
    }
}

impl Timing {
    fn of(mut micros: Vec<f64>) -> Self {
        micros.sort_by(f64::total_cmp);
        let at = |part: usize| micros[(micros.len() - 1) * part / 4];
        // More digits would tell nothing, and be printed.
        let round = |number: f64, to: f64| (number * to).round() / to;
        Self { median_us: round(at(2), 10.0), spread: round((at(3) - at(1)) / at(2), 1000.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speeds(compute: f64, cache: f64, memory: f64) -> Speeds {
        let [compute, cache, memory] = [compute, cache, memory].map(|median_us| {
            let timing = Timing { median_us, spread: 0.0 };
            Speed { cpu: timing, wall: timing }
        });
        Speeds { compute, cache, memory }
    }

    fn calibration(slots: &[(Speeds, Speeds)]) -> Calibration {
        let slot = |(slot, (alone, busy)): (u32, &(Speeds, Speeds))| Slot {
            slot,
            core: 7,
            alone: alone.clone(),
            busy: busy.clone(),
        };
        Calibration { slots: (0..).zip(slots).map(slot).collect() }
    }

    #[test]
    fn slots_differ_by_the_kernel_in_which_they_differ_most() {
        let quick = speeds(2000.0, 1000.0, 500.0);
        let slow = speeds(2020.0, 1100.0, 500.0);
        let two = calibration(&[(quick.clone(), quick.clone()), (slow.clone(), slow)]);
        assert!((two.difference() - 0.1).abs() < 1e-9);
        assert!(two.difference() > Calibration::ALIKE);
        assert!(calibration(&[(quick.clone(), quick)]).difference().abs() < 1e-9);
        assert!(calibration(&[]).difference().abs() < 1e-9);
    }

    #[test]
    fn what_neighbours_cost_is_told_of_the_slot_that_suffers_most() {
        let alone = speeds(1000.0, 1000.0, 1000.0);
        let mild = (alone.clone(), speeds(1000.0, 1100.0, 1200.0));
        let hard = (alone, speeds(900.0, 1050.0, 1500.0));
        let slowed = |kernel| (calibration(&[mild.clone(), hard.clone()]).slowed(kernel) * 100.0).round();
        assert_eq!(Kernel::ALL.map(slowed), [0.0, 10.0, 50.0]);
    }

    #[test]
    fn one_slow_repeat_moves_neither_median_nor_spread() {
        let times = |odd: u64| -> Vec<_> {
            [10, 11, 9, 10, 10, 11, 9, 10, odd]
                .map(|ms| (Duration::from_millis(ms), Duration::from_millis(1)))
                .into()
        };
        for odd in [10, 900] {
            let Timing { median_us, spread } = Speed::of(&times(odd)).cpu;
            assert!((median_us - 10_000.0).abs() < 1e-6 && (0.0..=0.2).contains(&spread), "{spread}");
        }
    }

    #[test]
    fn two_slots_are_calibrated_in_a_fraction_of_a_second_and_stopped_at_once() {
        let core = crate::host::cores().unwrap()[0];
        let began = Instant::now();
        let measured = measure(&[core, core], &|| false).unwrap().unwrap();
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        assert_eq!(measured.slots.iter().map(|slot| slot.slot).collect::<Vec<_>>(), [0, 1]);
        for slot in &measured.slots {
            for kernel in Kernel::ALL {
                let micros = slot.alone.of(kernel);
                assert!((50.0..100_000.0).contains(&micros), "{kernel:?}: {micros}");
            }
        }
        assert_eq!(measure(&[core, core], &|| true).unwrap(), None);
        assert!(measure(&[usize::MAX], &|| false).is_err(), "a core that is not there");
    }

    #[test]
    fn a_canary_is_a_multiple_of_the_slots_own_time() {
        let core = crate::host::cores().unwrap()[0];
        let slot = &measure(&[core], &|| false).unwrap().unwrap().slots[0];
        let ratio = canary(slot).unwrap();
        assert!((0.3..10.0).contains(&ratio), "{ratio}");
        let twice = Slot { alone: speeds(2.0 * slot.alone.of(Kernel::Compute), 1.0, 1.0), ..slot.clone() };
        assert!(canary(&twice).unwrap() < ratio * 0.9);
    }
}
