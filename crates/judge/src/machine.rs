//! What this machine has for judging: boxes, toolchains, and what was made before.

use std::fs;
use std::sync::Arc;

use anyhow::Context as _;
use judging::{Cache, Slot, Toolchain, Toolchains};
use sandbox::Host;
use store::worker::Refused;
use tokio_util::sync::CancellationToken;

use crate::cli::Context;

/// Looked at once, then shared by all slots.
#[derive(Clone)]
pub(crate) struct Machine {
    pub host: Arc<Host>,
    pub toolchains: Arc<Toolchains>,
    /// The languages that may be used here: all that were found, or those that passed [`Machine::prove`].
    pub offered: Vec<Arc<Toolchain>>,
    /// Those that were found and did not pass it.
    pub refused: Vec<Refused>,
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
        Ok(Self { host, toolchains, offered, refused: Vec::new(), cache: Arc::new(cache) })
    }

    /// Has each toolchain make and run a program, in the boxes in which it will work; those that fail are not offered
    /// but refused, with what went wrong. First compiles what compiling is quicker with. Takes seconds, the first time
    /// ten; after `stop` the rest is not offered. Blocks.
    pub(crate) fn prove(&mut self, stop: &CancellationToken) {
        let mut slot = self.slot(0);
        if let Err(error) = self.toolchains.warm(&mut slot) {
            tracing::warn!("compiling will be slow: {error}");
        }
        let found = std::mem::take(&mut self.offered);
        for toolchain in found.into_iter().take_while(|_| !stop.is_cancelled()) {
            let language = toolchain.language;
            match judging::self_test(&mut slot, &language.id) {
                Ok(()) => self.offered.push(toolchain),
                Err(error) => self.refused.push(Refused {
                    language: language.id.clone(),
                    name: language.name.clone(),
                    why: error.to_string(),
                }),
            }
        }
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
