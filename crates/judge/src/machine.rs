//! What this machine has for judging: boxes, toolchains, and what was made before.

use std::fs;
use std::sync::Arc;

use anyhow::Context as _;
use judging::{Cache, Slot, Toolchain, Toolchains};
use sandbox::Host;

use crate::cli::Context;

/// Looked at once, then shared by all slots.
#[derive(Clone)]
pub(crate) struct Machine {
    pub host: Arc<Host>,
    pub toolchains: Arc<Toolchains>,
    /// The languages that may be used here: all that were found, or those that passed [`Machine::prove`].
    pub offered: Vec<Arc<Toolchain>>,
    cache: Arc<Cache>,
}

impl Machine {
    /// Makes boxes and asks each toolchain for its version in one: takes a second, blocks.
    ///
    /// # Errors
    /// No box can be made here, and what would help; or compiled programs cannot be kept.
    pub(crate) fn detect(context: &Context) -> anyhow::Result<Self> {
        Self::with(Arc::new(Host::detect()?), context)
    }

    /// As [`Machine::detect`], on a host that was looked at.
    pub(crate) fn with(host: Arc<Host>, context: &Context) -> anyhow::Result<Self> {
        let Context { config, environment } = context;
        let folder = config.cache_folder(environment);
        let cache = Cache::open(&folder, config.worker.cache_size.0 / 4);
        let cache = cache.with_context(|| {
            format!(
                "cannot keep compiled programs in {}; set JUDGE_DATA to a folder of yours",
                folder.display()
            )
        })?;
        let toolchains = Arc::new(Toolchains::detect(&host));
        let offered = toolchains.all().cloned().collect();
        Ok(Self { host, toolchains, offered, cache: Arc::new(cache) })
    }

    /// Has each toolchain make and run a program, in the boxes in which it will work; those that fail are not offered
    /// and are given back with what went wrong. First compiles what compiling is quicker with. Takes seconds, the
    /// first time ten; blocks.
    pub(crate) fn prove(&mut self) -> Vec<(Arc<Toolchain>, judging::Error)> {
        let mut slot = self.slot(0);
        if let Err(error) = self.toolchains.warm(&mut slot) {
            tracing::warn!("compiling will be slow: {error}");
        }
        let tried = self.offered.drain(..).map(|toolchain| {
            let tested = judging::self_test(&mut slot, &toolchain.language.id);
            (toolchain, tested)
        });
        let (good, bad): (Vec<_>, Vec<_>) = tried.partition(|(_, tested)| tested.is_ok());
        self.offered = good.into_iter().map(|(toolchain, _)| toolchain).collect();
        bad.into_iter().filter_map(|(toolchain, tested)| Some((toolchain, tested.err()?))).collect()
    }

    /// As [`Machine::detect`], for taking jobs: what does not work is said in the log and not offered.
    ///
    /// # Errors
    /// As [`Machine::detect`].
    pub(crate) fn for_work(context: &Context) -> anyhow::Result<Self> {
        let mut machine = Self::detect(context)?;
        for (toolchain, error) in machine.prove() {
            tracing::error!("{} is not offered: {error}", toolchain.language.name);
        }
        Ok(machine)
    }

    /// For the log and the terminal: `2 slots, isolation full: C++ (GNU, C++20), …`
    pub(crate) fn words(&self, slots: u32) -> String {
        let names: Vec<&str> = self.offered.iter().map(|found| found.language.name.as_str()).collect();
        format!("{slots} slots, isolation {}: {}", self.host.grade(), names.join(", "))
    }

    /// `number` must be that of no other slot in use.
    pub(crate) fn slot(&self, number: u32) -> Slot {
        Slot::new(Arc::clone(&self.host), Arc::clone(&self.toolchains), Arc::clone(&self.cache), number)
    }
}

/// `6.1.0-28-amd64`
pub(crate) fn kernel() -> String {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease");
    release.map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned())
}

pub(crate) fn host_name() -> String {
    nix::unistd::gethostname()
        .map_or_else(|_| "unknown".to_owned(), |name| name.to_string_lossy().into_owned())
}
