//! The workers that the database knows.

use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use store::worker::{Refused, SelfTest, Toolchain, Worker};
use tokio::time::timeout;

use super::Finding;
use crate::cli::{Context, database};

/// Whoever was not seen for so long does not count as running.
const LIVE_WITHIN: Duration = Duration::from_secs(60);
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
}

impl From<Worker> for Line {
    fn from(worker: Worker) -> Self {
        let age = (worker.seen_at - worker.self_test_at).whole_seconds();
        Self {
            name: worker.name,
            host: worker.host,
            slots: worker.slots,
            grade: worker.grade,
            kernel: worker.kernel,
            judge_box: worker.judge_box,
            self_test: worker.self_test,
            self_test_age: u64::try_from(age).unwrap_or(0),
            languages: worker.toolchains,
            refused: worker.refused,
        }
    }
}

/// Those that live, and in words whether there is one that judges.
pub(super) fn find(context: &Context) -> (Finding, Option<Vec<Line>>) {
    let asked = database::with(context, async |db| {
        let live = timeout(PATIENCE, store::worker::live(db, LIVE_WITHIN)).await;
        Ok(live.context("it takes too long")??)
    });
    match asked {
        Ok(workers) => {
            let lines: Vec<Line> = workers.into_iter().map(Line::from).collect();
            (told(&lines), Some(lines))
        }
        Err(error) => {
            let detail = format!("the database does not tell: {error:#}");
            (Finding::missing("workers", detail, "judge up, or a database that answers"), None)
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

#[cfg(test)]
mod tests {
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
        }
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
