//! The workers that the database knows.

use std::time::Duration;

use anyhow::Context as _;
use sandbox::fair::{Calibration, Kernel};
use serde::Serialize;
use store::judging::waiting::{self, Hall};
use store::pause::{Origin, Pause};
use store::worker::{Refused, SelfTest, Toolchain, Worker};
use tokio::time::timeout;

use super::Finding;
use crate::cli::{Context, database};

/// A database that does not answer by then is told as one that does not.
const PATIENCE: Duration = Duration::from_secs(5);

/// One worker.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    pub name: String,
    pub host: String,
    pub slots: u32,
    /// `full` or `practice`.
    pub grade: String,
    pub kernel: String,
    /// The first digits of the hash of its judge-box.
    pub judge_box: String,
    pub self_test: SelfTest,
    /// Seconds.
    pub self_test_age: u64,
    pub languages: Vec<Toolchain>,
    pub refused: Vec<Refused>,
    /// What its cores do with work that is always the same.
    pub calibration: Option<Calibration>,
    /// Seconds.
    pub calibration_age: Option<u64>,
}

impl From<Worker> for Line {
    fn from(worker: Worker) -> Self {
        let tested = worker.seen_at - worker.self_test_at;
        let calibrated = worker.calibrated_at.map(|at| worker.seen_at - at);
        let seconds = |age: i64| u64::try_from(age).unwrap_or(0);
        Self {
            name: worker.name,
            host: worker.host,
            slots: worker.slots,
            grade: worker.grade,
            kernel: worker.kernel,
            judge_box: worker.judge_box,
            self_test: worker.self_test,
            self_test_age: seconds(tested.whole_seconds()),
            languages: worker.toolchains,
            refused: worker.refused,
            // One that a worker of another version wrote says nothing here.
            calibration: worker.calibration.and_then(|found| serde_json::from_value(found).ok()),
            calibration_age: calibrated.map(|age| seconds(age.whole_seconds())),
        }
    }
}

/// Those that live, and in words whether there is one that judges.
pub(super) fn find(context: &Context) -> (Vec<Finding>, Option<Vec<Line>>) {
    let asked = database::with(context, async |db| {
        let hall = timeout(PATIENCE, waiting::hall(db)).await;
        Ok(hall.context("it takes too long")??)
    });
    match asked {
        Ok(Hall { workers, pauses }) => {
            let lines: Vec<Line> = workers.into_iter().map(Line::from).collect();
            let findings = std::iter::once(told(&lines)).chain(fair(&lines)).chain(set_aside(&pauses));
            (findings.collect(), Some(lines))
        }
        Err(error) => {
            let detail = format!("the database does not tell: {error:#}");
            (vec![Finding::missing("workers", detail, "judge up, or a database that answers")], None)
        }
    }
}

fn told(workers: &[Line]) -> Finding {
    let good = workers.iter().filter(|worker| worker.self_test.passed()).count();
    match (good, workers.len()) {
        (0, 0) => Finding::missing("workers", "none is running", "judge work"),
        (0, all) => Finding::missing(
            "workers",
            format!("{all} run and take no job: their self-tests failed"),
            "judge doctor --attack on each machine",
        ),
        (good, all) if good < all => {
            Finding::ok("workers", format!("{good} judge; {} take no job: see below", all - good))
        }
        (good, _) => Finding::ok("workers", format!("{good} judge")),
    }
}

/// What the judge failed at again and again.
fn set_aside(pauses: &[Pause]) -> impl Iterator<Item = Finding> {
    let ours = pauses.iter().filter(|pause| pause.origin == Origin::Judge);
    ours.map(|pause| {
        let detail = format!("{pause}: {}", pause.reason);
        Finding::missing("set aside", detail, format!("when it is repaired: judge queue resume {}", pause.id))
    })
}

/// Whether the slots of each worker are alike, and what busy neighbours cost them.
fn fair(workers: &[Line]) -> impl Iterator<Item = Finding> {
    workers.iter().filter_map(|worker| {
        let calibration = worker.calibration.as_ref()?;
        let what = format!("cores of {}", worker.name);
        let (difference, words) = (calibration.difference(), words(calibration));
        Some(match difference > Calibration::ALIKE {
            false => Finding::ok(what, words),
            true => Finding::missing(what, words, "stop what else runs there; give it cores of one kind"),
        })
    })
}

/// `2 slots, alike within 1 %; busy neighbours cost: compute 0 %, cache 2 %, memory 6 %`
fn words(calibration: &Calibration) -> String {
    let percent = |part: f64| format!("{:.0} %", part * 100.0);
    let cost = Kernel::ALL.map(|kernel| format!("{} {}", kernel.word(), percent(calibration.slowed(kernel))));
    let alike = match (calibration.slots.len(), calibration.difference()) {
        (1, _) => "1 slot".to_owned(),
        (slots, most) if most > Calibration::ALIKE => format!("{slots} slots differ by {}", percent(most)),
        (slots, most) => format!("{slots} slots, alike within {}", percent(most)),
    };
    format!("{alike}; busy neighbours cost: {}", cost.join(", "))
}

#[cfg(test)]
mod tests {
    use sandbox::fair::{Slot, Speed, Speeds, Timing};

    use super::*;
    use crate::doctor::State;

    fn line(failed: &[&str]) -> Line {
        Line {
            name: "w".into(),
            host: "h".into(),
            slots: 1,
            grade: "full".into(),
            kernel: "6".into(),
            judge_box: "b".into(),
            self_test: SelfTest {
                rows: 50,
                seconds: 2.5,
                failed: failed.iter().map(|row| (*row).into()).collect(),
            },
            self_test_age: 1,
            languages: Vec::new(),
            refused: Vec::new(),
            calibration: None,
            calibration_age: None,
        }
    }

    fn calibration(compute: &[f64]) -> Calibration {
        let speeds = |compute: f64| {
            let speed = |median_us: f64| {
                let timing = Timing { median_us, spread: 0.0 };
                Speed { cpu: timing, wall: timing }
            };
            Speeds { compute: speed(compute), cache: speed(2000.0), memory: speed(600.0) }
        };
        let slot = |(slot, &compute): (u32, &f64)| Slot {
            slot,
            core: 0,
            alone: speeds(compute),
            busy: speeds(compute * 1.1),
        };
        Calibration { slots: (0..).zip(compute).map(slot).collect() }
    }

    #[test]
    fn slots_that_differ_by_more_than_a_twentieth_are_said() {
        let cores = |compute: &[f64]| Line { calibration: Some(calibration(compute)), ..line(&[]) };
        let told: Vec<_> = fair(&[cores(&[2000.0, 2040.0]), line(&[]), cores(&[2000.0, 2140.0])]).collect();
        assert_eq!(told.iter().map(|one| one.state).collect::<Vec<_>>(), [State::Ok, State::Missing]);
        let cost = "busy neighbours cost: compute 10 %, cache 0 %, memory 0 %";
        assert_eq!(told[0].detail, format!("2 slots, alike within 2 %; {cost}"));
        assert_eq!(told[1].detail, format!("2 slots differ by 7 %; {cost}"));
        assert!(told[1].remedy.is_some());
        assert_eq!(words(&calibration(&[2000.0])), format!("1 slot; {cost}"));
    }

    #[test]
    fn a_worker_whose_self_test_failed_does_not_count_as_one_that_judges() {
        assert_eq!(told(&[]).state, State::Missing);
        assert_eq!(told(&[line(&["x"])]).state, State::Missing);
        let mixed = told(&[line(&["x"]), line(&[])]);
        assert_eq!((mixed.state, mixed.detail.as_str()), (State::Ok, "1 judge; 1 take no job: see below"));
        assert_eq!(told(&[line(&[])]).detail, "1 judge");
    }
}
