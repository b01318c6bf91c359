//! What disturbed one run.

use std::time::Duration;

use serde::Serialize;

/// The kernel tells stolen time in steps of this length, so one step may be the sum of many little ones.
const STEP: Duration = Duration::from_millis(10);
/// More of the time stolen than this part of it, and the borders of time limits, set with a factor of two or more, move
/// visibly; less is what every virtual machine loses now and then.
const MOST_STOLEN: f64 = 0.02;
/// A program that had to stand back for more than this part of its CPU time found its caches used by others each time.
const MOST_WAITED: f64 = 0.1;
/// A short run waits once for whatever woke up just then; this long is more than once.
const SHORT_WAIT: Duration = Duration::from_millis(5);
/// Somebody waiting for more than this part of the time is a machine with more work than cores.
const MOST_PRESSURE: f64 = 0.5;
/// Twice by what processors of one kind differ: a core that is this much slower than at its calibration is hot, throttled,
/// or shared.
const SLOWEST_CANARY: f64 = 1.1;

/// The figures around a run. Steal and pressure are of a stretch of time, mostly 50 ms or more, in which the run lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Noise {
    /// How long its main process was ready to go on while its core was busy with others.
    pub wait: Duration,
    /// How long that stretch of time was; zero when there was none, as at the end of a worker.
    pub window: Duration,
    /// What a hypervisor took of the core, in steps of 10 ms.
    pub steal: Duration,
    /// How long somebody on this machine was waiting for a core.
    pub pressure: Duration,
    /// The slowest one near the run, a multiple of the calibrated time; `None` when there was none within a few seconds.
    pub canary: Option<f64>,
}

impl Noise {
    /// Whether the CPU time of a run, which is `cpu`, may be more than it would be on a quiet machine.
    pub fn is_noisy(&self, cpu: Duration) -> bool {
        !self.reasons(cpu).is_empty()
    }

    /// Why it may, a sentence each; none of a run that little disturbed.
    pub fn reasons(&self, cpu: Duration) -> Vec<String> {
        let Self { wait, window, steal, pressure, canary } = *self;
        let (within, canary) = (window.as_millis(), canary.filter(|canary| *canary > SLOWEST_CANARY));
        let stolen = (steal > STEP.max(window.mul_f64(MOST_STOLEN)))
            .then(|| format!("A hypervisor took {} ms of {within} ms.", steal.as_millis()));
        let waited = (wait > SHORT_WAIT.max(cpu.mul_f64(MOST_WAITED)))
            .then(|| format!("It waited {} ms for its core.", wait.as_millis()));
        let pressed = (pressure > window.mul_f64(MOST_PRESSURE)).then(|| {
            format!("Somebody waited for a core during {} ms of {within} ms.", pressure.as_millis())
        });
        let slow = canary.map(|canary| format!("The core was {canary:.2} times slower than usual."));
        [stolen, waited, pressed, slow].into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CPU: Duration = Duration::from_millis(900);

    fn quiet() -> Noise {
        Noise {
            wait: Duration::from_millis(2),
            window: Duration::from_secs(1),
            steal: Duration::from_millis(10),
            pressure: Duration::from_millis(100),
            canary: Some(1.02),
        }
    }

    #[test]
    fn a_run_that_little_disturbed_is_quiet() {
        assert!(!quiet().is_noisy(CPU));
        assert!(!Noise::default().is_noisy(CPU) && !Noise::default().is_noisy(Duration::ZERO));
    }

    #[test]
    fn each_figure_makes_a_run_noisy_by_itself() {
        let noisy = [
            Noise { wait: Duration::from_millis(91), ..quiet() },
            Noise { steal: Duration::from_millis(30), ..quiet() },
            Noise { pressure: Duration::from_millis(501), ..quiet() },
            Noise { canary: Some(1.11), ..quiet() },
        ];
        let reasons = [
            "It waited 91 ms for its core.",
            "A hypervisor took 30 ms of 1000 ms.",
            "Somebody waited for a core during 501 ms of 1000 ms.",
            "The core was 1.11 times slower than usual.",
        ];
        for (noise, reason) in noisy.iter().zip(reasons) {
            assert!(noise.is_noisy(CPU), "{noise:?}");
            assert_eq!(noise.reasons(CPU), [reason]);
        }
    }

    #[test]
    fn one_step_of_stolen_time_says_nothing_of_a_short_stretch() {
        let short = |steal| Noise { window: Duration::from_millis(50), steal, ..Noise::default() };
        assert!(!short(STEP).is_noisy(CPU));
        assert!(short(STEP * 2).is_noisy(CPU));
    }

    #[test]
    fn a_short_run_may_wait_once() {
        let wait = |ms| Noise { wait: Duration::from_millis(ms), ..Noise::default() };
        assert!(!wait(4).is_noisy(Duration::from_millis(1)));
        assert!(wait(6).is_noisy(Duration::from_millis(1)));
    }
}
