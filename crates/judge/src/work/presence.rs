//! How the worker shows up in the database.

use std::time::Duration;

use store::Db;
use store::worker::{Registration, Toolchain};
use tokio::time::sleep;

use super::Plan;
use crate::machine::{self, Machine};

const HEARTBEAT: Duration = Duration::from_secs(5);

/// What the database is told.
pub(super) struct Presence {
    name: String,
    host: String,
    slots: u32,
    grade: String,
    kernel: String,
    toolchains: Vec<Toolchain>,
}

impl Presence {
    pub(super) fn of(plan: &Plan, machine: &Machine) -> Self {
        let toolchains = machine.offered.iter().map(|found| Toolchain {
            language: found.language.id.clone(),
            name: found.language.name.clone(),
            version: found.version.clone(),
        });
        Self {
            name: plan.name.clone(),
            host: machine::host_name(),
            slots: plan.slots,
            grade: machine.host.grade().to_string(),
            kernel: machine::kernel(),
            toolchains: toolchains.collect(),
        }
    }

    /// For ever; after a database was restored from a backup it registers again.
    pub(super) async fn show(&self, db: &Db) {
        loop {
            sleep(HEARTBEAT).await;
            let shown = match store::worker::heartbeat(db, &self.name).await {
                Err(store::Error::NotFound) => self.register(db).await,
                shown => shown,
            };
            if let Err(error) = shown {
                tracing::debug!("cannot show up: {error}");
            }
        }
    }

    pub(super) async fn register(&self, db: &Db) -> store::Result<()> {
        let Self { name, host, slots, grade, kernel, toolchains } = self;
        store::worker::register(db, &Registration { name, host, slots: *slots, grade, kernel, toolchains })
            .await
    }
}
