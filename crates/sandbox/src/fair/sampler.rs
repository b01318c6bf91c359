//! Looks at what goes on around the runs of one slot, now and then, and says afterwards what was around each of them.
//!
//! A look costs some 5 µs on a small machine and more on one with many cores, where the kernel writes much into
//! `/proc/stat`; so there is one every 50 ms at most, however many runs end in that time.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use super::noise::Noise;

/// Two looks are at least this far apart.
const APART: Duration = Duration::from_millis(50);
/// Two canaries are at least this far apart.
const CANARIES_APART: Duration = Duration::from_secs(1);
/// A canary takes about 2 ms: where runs go on for this long it costs them at most a hundredth of their time.
const BEFORE_CANARY: Duration = Duration::from_millis(200);
/// A canary says nothing of a run that is further away.
const NEAR: Duration = Duration::from_secs(3);
/// Of `/proc/stat`'s figures: USER_HZ is 100 on every Linux that programs see.
const TICK: Duration = Duration::from_millis(10);
/// Place of the stolen time after the core's name (proc(5)).
const STEAL: usize = 7;

/// When something ran, and for how long its core kept it waiting.
#[derive(Clone, Copy, Debug)]
pub struct Ran {
    pub started: Instant,
    pub ended: Instant,
    pub waited: Duration,
}

/// One slot's. A figure that this kernel does not tell stays zero.
#[derive(Debug)]
pub struct Sampler {
    stat: File,
    /// The start of the core's line.
    name: String,
    pressure: Option<File>,
    buffer: Vec<u8>,
    looks: Vec<Look>,
    canaries: Vec<(Instant, f64)>,
    since: Instant,
}

/// Counters that only grow.
#[derive(Clone, Copy, Debug)]
struct Look {
    at: Instant,
    steal: Duration,
    pressure: Duration,
}

impl Sampler {
    pub(crate) fn open(core: usize) -> io::Result<Self> {
        let pressure = File::open("/proc/pressure/cpu").ok();
        // The lines of the cores come first, in order, and are mostly shorter than this.
        let buffer = vec![0; (core + 2) * 160];
        let (stat, name) = (File::open("/proc/stat")?, format!("cpu{core} "));
        let (looks, canaries, since) = (Vec::new(), Vec::new(), Instant::now());
        Ok(Self { stat, name, pressure, buffer, looks, canaries, since })
    }

    /// A new row of runs begins; what was seen before the last look is forgotten.
    pub fn begin(&mut self) {
        self.since = Instant::now();
        self.looks.drain(..self.looks.len().saturating_sub(1));
        self.canaries.drain(..self.canaries.len().saturating_sub(1));
        self.look();
    }

    /// To be called before and after each run.
    pub fn look(&mut self) {
        if self.looks.last().is_none_or(|last| last.at.elapsed() >= APART) {
            self.take();
        }
    }

    /// The row of runs is over, or one of them is to be looked at.
    pub fn end(&mut self) {
        self.take();
    }

    /// What goes on now, in the time since the last call of [`Sampler::end`] or [`Sampler::look`] that looked.
    pub fn now(&mut self) -> Noise {
        let before = self.looks.last().copied();
        self.take();
        let canary = self.canaries.last().filter(|(at, _)| before.is_some_and(|before| *at >= before.at));
        let noise = Noise { canary: canary.map(|(_, ratio)| *ratio), ..Noise::default() };
        match before.zip(self.looks.last()) {
            Some((before, after)) => between(&before, after, noise),
            None => noise,
        }
    }

    /// Whether it is time for a canary: it costs runs nothing that they would notice.
    pub fn wants_canary(&self) -> bool {
        self.since.elapsed() >= BEFORE_CANARY
            && self.canaries.last().is_none_or(|(at, _)| at.elapsed() >= CANARIES_APART)
    }

    /// A canary was heard.
    pub fn canary(&mut self, ratio: f64) {
        self.canaries.push((Instant::now(), ratio));
    }

    fn take(&mut self) {
        let steal = self.steal().unwrap_or_default();
        let pressure = self.pressure().unwrap_or_default();
        self.looks.push(Look { at: Instant::now(), steal, pressure });
    }

    fn steal(&mut self) -> Option<Duration> {
        let len = self.stat.read_at(&mut self.buffer, 0).ok()?;
        stolen(&String::from_utf8_lossy(&self.buffer[..len]), &self.name)
    }

    fn pressure(&mut self) -> Option<Duration> {
        let mut buffer = [0; 256];
        let len = self.pressure.as_ref()?.read_at(&mut buffer, 0).ok()?;
        waiting(&String::from_utf8_lossy(&buffer[..len]))
    }

    /// What was around one of the runs since [`Sampler::begin`]; asked after [`Sampler::end`].
    pub fn around(&self, ran: &Ran) -> Noise {
        let before = self.looks.iter().rev().find(|look| look.at <= ran.started);
        let after = self.looks.iter().find(|look| look.at >= ran.ended);
        let canary =
            self.near(ran).fold(None, |worst: Option<f64>, one| Some(worst.map_or(one, |w| w.max(one))));
        let noise = Noise { wait: ran.waited, canary, ..Noise::default() };
        match before.zip(after) {
            Some((before, after)) => between(before, after, noise),
            None => noise,
        }
    }

    /// The last canary before the run and the first one after it.
    fn near(&self, ran: &Ran) -> impl Iterator<Item = f64> {
        let before =
            self.canaries.iter().rev().find(|(at, _)| *at <= ran.started && ran.started - *at <= NEAR);
        let after = self.canaries.iter().find(|(at, _)| *at >= ran.ended && *at - ran.ended <= NEAR);
        [before, after].into_iter().flatten().map(|(_, ratio)| *ratio)
    }
}

fn between(before: &Look, after: &Look, noise: Noise) -> Noise {
    Noise {
        window: after.at - before.at,
        steal: after.steal.saturating_sub(before.steal),
        pressure: after.pressure.saturating_sub(before.pressure),
        ..noise
    }
}

fn stolen(stat: &str, name: &str) -> Option<Duration> {
    let line = stat.lines().find_map(|line| line.strip_prefix(name))?;
    let ticks: u32 = line.split_whitespace().nth(STEAL)?.parse().ok()?;
    Some(TICK * ticks)
}

/// The microseconds in which at least one process waited.
fn waiting(pressure: &str) -> Option<Duration> {
    let (_, total) = pressure.lines().find(|line| line.starts_with("some "))?.rsplit_once("total=")?;
    total.parse().ok().map(Duration::from_micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampler(start: Instant, looks: &[(u64, u64, u64)], canaries: &[(u64, f64)]) -> Sampler {
        let millis = Duration::from_millis;
        let mut sampler = Sampler::open(0).unwrap();
        let look = |&(at, steal, pressure): &(u64, u64, u64)| Look {
            at: start + millis(at),
            steal: millis(steal),
            pressure: millis(pressure),
        };
        sampler.looks = looks.iter().map(look).collect();
        sampler.canaries = canaries.iter().map(|&(at, ratio)| (start + millis(at), ratio)).collect();
        sampler
    }

    fn ran(start: Instant, from: u64, to: u64) -> Ran {
        let at = |ms| start + Duration::from_millis(ms);
        Ran { started: at(from), ended: at(to), waited: Duration::from_millis(1) }
    }

    #[test]
    fn a_run_has_what_was_counted_from_the_look_before_it_to_the_look_after_it() {
        let start = Instant::now();
        let sampler = sampler(start, &[(0, 0, 0), (50, 10, 7), (100, 10, 9), (200, 30, 9)], &[]);
        let figures = |from, to| {
            let Noise { window, steal, pressure, .. } = sampler.around(&ran(start, from, to));
            [window, steal, pressure].map(|time| time.as_millis())
        };
        assert_eq!(figures(10, 20), [50, 10, 7]);
        assert_eq!(figures(60, 70), [50, 0, 2]);
        assert_eq!(figures(40, 150), [200, 30, 9]);
        assert_eq!(figures(150, 300), [0, 0, 0], "nobody looked after it");
        assert_eq!(sampler.around(&ran(start, 10, 20)).wait, Duration::from_millis(1));
    }

    #[test]
    fn a_run_has_the_worse_of_the_canaries_beside_it_if_they_are_near() {
        let start = Instant::now();
        let sampler = sampler(start, &[], &[(0, 1.5), (1_000, 1.0), (2_000, 1.2), (9_000, 1.3)]);
        let canary = |from, to| sampler.around(&ran(start, from, to)).canary;
        assert_eq!(canary(1_100, 1_200), Some(1.2));
        assert_eq!(canary(500, 600), Some(1.5));
        assert_eq!(canary(2_100, 2_200), Some(1.2), "the one at 9 s is too far");
        assert_eq!(canary(20_000, 20_100), None);
    }

    #[test]
    fn the_kernels_figures_are_found() {
        let stat = "cpu  1 2 3 4 5 6 7 800 0 0\ncpu1 1 2 3 4 5 6 7 8 9 10\ncpu12 1 2 3 4 5 6 7 9 0 0\n";
        assert_eq!(stolen(stat, "cpu1 "), Some(Duration::from_millis(80)));
        assert_eq!(stolen(stat, "cpu12 "), Some(Duration::from_millis(90)));
        assert_eq!(stolen(stat, "cpu2 "), None);
        let pressure = "some avg10=95.99 avg60=96.00 avg300=93.63 total=1972\nfull avg10=0.00 total=3\n";
        assert_eq!(waiting(pressure), Some(Duration::from_micros(1972)));
    }

    #[test]
    fn two_looks_are_apart_and_a_thousand_more_cost_next_to_nothing() {
        let mut sampler = Sampler::open(crate::host::cores().unwrap()[0]).unwrap();
        sampler.begin();
        for _ in 0..1_000 {
            sampler.look();
        }
        let looks = sampler.looks.len() as u128;
        let most = 1 + sampler.since.elapsed().as_millis() / APART.as_millis();
        assert!(looks <= most, "{looks} looks, {most} at most");
        sampler.begin();
        assert!(sampler.looks.len() <= 2, "what was before is forgotten");
    }

    #[test]
    fn a_canary_is_wanted_only_of_runs_that_go_on_and_once_a_second() {
        let mut sampler = Sampler::open(0).unwrap();
        sampler.begin();
        assert!(!sampler.wants_canary());
        sampler.since -= BEFORE_CANARY;
        assert!(sampler.wants_canary());
        sampler.canary(1.0);
        assert!(!sampler.wants_canary());
    }
}
