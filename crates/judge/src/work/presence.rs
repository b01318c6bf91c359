//! How the worker shows up in the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use sandbox::Host;
use serde_json::Value;
use store::Db;
use store::worker::{Refused, Registration, Standing, Toolchain};
use tokio::time::sleep;

use super::Plan;
use crate::machine::{Machine, Surroundings};
use crate::selftest::Tested;

const HEARTBEAT: Duration = Duration::from_secs(5);

/// What the database is told.
pub(super) struct Presence {
    name: String,
    slots: u32,
    surroundings: Surroundings,
    tested: Tested,
    toolchains: Vec<Toolchain>,
    refused: Vec<Refused>,
    /// Knows what its cores do.
    pub(super) machine: Arc<Host>,
    /// What the database knows this process by; 0 before it does.
    registration: AtomicI64,
}

impl Presence {
    /// # Errors
    /// judge-box cannot be read.
    pub(super) fn of(plan: &Plan, machine: &Machine, tested: &Tested) -> anyhow::Result<Self> {
        let toolchains = machine.offered.iter().map(|found| Toolchain {
            language: found.language.id.clone(),
            name: found.language.name.clone(),
            version: found.version.clone(),
        });
        Ok(Self {
            name: plan.name.clone(),
            slots: plan.slots,
            surroundings: Surroundings::of(&machine.host)?,
            tested: tested.clone(),
            // Who takes no job judges none of them.
            toolchains: if tested.report.ok { toolchains.collect() } else { Vec::new() },
            refused: machine.refused.clone(),
            machine: Arc::clone(&machine.host),
            registration: AtomicI64::new(0),
        })
    }

    /// As long as this is the worker of its name and may work on this database; returns why it must stop. After a database
    /// was restored from a backup it registers again.
    pub(super) async fn show(&self, db: &Db) -> anyhow::Error {
        loop {
            sleep(HEARTBEAT).await;
            match self.beat(db).await {
                Ok(Standing::Replaced) => break,
                Ok(_) => {}
                Err(unfit @ (store::Error::Schema { .. } | store::Error::Denied(_))) => return unfit.into(),
                Err(error) => tracing::debug!("cannot show up: {error}"),
            }
        }
        anyhow!(
            "another worker named {0} has started, so this one stops; if that is on another machine, give each a name \
             of its own: [worker] name in judge.toml",
            self.name
        )
    }

    async fn beat(&self, db: &Db) -> store::Result<Standing> {
        store::check_schema(db).await?;
        let standing = store::worker::heartbeat(db, &self.name, self.number()).await?;
        if standing == Standing::Forgotten {
            self.register(db).await?;
        }
        Ok(standing)
    }

    /// `None` before it is registered.
    pub(super) fn registration(&self) -> Option<i64> {
        Some(self.number()).filter(|number| *number > 0)
    }

    fn number(&self) -> i64 {
        self.registration.load(Ordering::Relaxed)
    }

    /// `2 slots, isolation full: C++ (GNU, C++20), …`
    pub(super) fn words(&self) -> String {
        let names: Vec<&str> = self.toolchains.iter().map(|found| found.name.as_str()).collect();
        format!("{} slots, isolation {}: {}", self.slots, self.surroundings.grade, names.join(", "))
    }

    pub(super) fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    pub(super) fn tested(&self) -> &Tested {
        &self.tested
    }

    pub(super) async fn leave(&self, db: &Db) {
        if let Err(error) = store::worker::leave(db, &self.name, self.number()).await {
            tracing::debug!("could not take leave: {error}");
        }
    }

    /// Tells what the cores do, which was found just now.
    pub(super) async fn tell_calibration(&self, db: &Db) -> store::Result<()> {
        match self.calibration() {
            Some((found, _)) => store::worker::calibrated(db, &self.name, &found).await,
            None => Ok(()),
        }
    }

    fn calibration(&self) -> Option<(Value, Duration)> {
        let (found, age) = self.machine.calibration()?;
        Some((serde_json::to_value(&*found).ok()?, age))
    }

    pub(super) async fn register(&self, db: &Db) -> store::Result<()> {
        let calibration = self.calibration();
        let Surroundings { host, kernel, grade, judge_box } = &self.surroundings;
        let new = Registration {
            name: &self.name,
            host,
            slots: self.slots,
            grade,
            kernel,
            // Short: enough to tell two apart.
            judge_box: &format!("{judge_box:.12}"),
            self_test: &self.tested.summary(),
            tested_ago: self.tested.age(),
            toolchains: &self.toolchains,
            refused: &self.refused,
            calibration: calibration.as_ref().map(|(found, age)| (found, *age)),
        };
        let number = store::worker::register(db, &new).await?;
        self.registration.store(number, Ordering::Relaxed);
        Ok(())
    }
}
