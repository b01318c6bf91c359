//! What this machine has for judging: boxes, toolchains, and what was made before.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use judging::{Cache, Slot, Toolchain, Toolchains};
use problem::language::Catalog;
use problem::{Hash, Language};
use sandbox::Host;
use store::worker::Refused;
use tokio_util::sync::CancellationToken;

use crate::cli::Context;
use crate::selftest;

/// Shared by all slots.
#[derive(Clone)]
pub(crate) struct Machine {
    pub host: Arc<Host>,
    pub toolchains: Arc<Toolchains>,
    /// The languages that may be used here: those that passed [`Machine::prove`].
    pub offered: Vec<Arc<Toolchain>>,
    /// Those that were found and did not pass it.
    pub refused: Vec<Refused>,
    cache: Arc<Cache>,
}

impl Machine {
    /// Makes boxes, and looks at no toolchain yet.
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
        let toolchains = Arc::new(Toolchains::new(Arc::clone(&host)));
        Ok(Self { host, toolchains, offered: Vec::new(), refused: Vec::new(), cache: Arc::new(cache) })
    }

    /// Asks every toolchain for its version, once a process: takes a second or two, blocks. No slot may be at work.
    pub(crate) fn look_at_all(&self) {
        self.for_each_language(&|slot, language| {
            slot.look(&language.id);
        });
    }

    /// Has each toolchain make and run a program, in the boxes in which it will work: those that do are offered, the
    /// rest is refused, with what went wrong. First makes what compiling is quicker with. Takes seconds, the first time
    /// half a minute; after `stop` the rest is not offered. Blocks.
    pub(crate) fn prove(&mut self, stop: &CancellationToken) {
        self.look_at_all();
        self.offered.clear();
        self.refused.clear();
        let tried = Mutex::new(BTreeMap::new());
        self.for_each_language(&|slot, language| {
            if !stop.is_cancelled() && matches!(slot.look(&language.id), Some(Ok(_))) {
                let works = warm_and_test(slot, language);
                tried.lock().unwrap_or_else(PoisonError::into_inner).insert(&language.id, works);
            }
        });
        let mut tried = tried.into_inner().unwrap_or_else(PoisonError::into_inner);
        for toolchain in self.toolchains.all() {
            let Language { id, name, .. } = toolchain.language;
            match tried.remove(id) {
                Some(Ok(())) => self.offered.push(Arc::clone(toolchain)),
                Some(Err(error)) => self.refused.push(Refused {
                    language: id.clone(),
                    name: name.clone(),
                    why: error.to_string(),
                }),
                None => {}
            }
        }
    }

    /// On all cores at once, a slot each.
    fn for_each_language(&self, work: &(dyn Fn(&mut Slot, &'static Language) + Sync)) {
        let languages = Catalog::builtin().all();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for number in (0..).take(self.host.cores().min(languages.len())) {
                let next = &next;
                scope.spawn(move || {
                    let mut slot = self.slot(number);
                    while let Some(language) = languages.get(next.fetch_add(1, Ordering::Relaxed)) {
                        work(&mut slot, language);
                    }
                });
            }
        });
    }

    /// What was compiled here.
    pub(crate) fn programs(&self) -> Arc<Cache> {
        Arc::clone(&self.cache)
    }

    /// `number` must be that of no other slot in use.
    pub(crate) fn slot(&self, number: u32) -> Slot {
        Slot::new(Arc::clone(&self.host), Arc::clone(&self.toolchains), Arc::clone(&self.cache), number)
    }
}

/// What of a machine the verdicts that are found on it rest on, besides toolchains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Surroundings {
    pub host: String,
    /// The kernel's release.
    pub kernel: String,
    /// Of isolation.
    pub grade: String,
    pub judge_box: Hash,
}

impl Surroundings {
    /// # Errors
    /// judge-box cannot be read.
    pub(crate) fn of(host: &Host) -> anyhow::Result<Self> {
        let (kernel, grade) = (kernel(), host.grade().to_string());
        Ok(Self { host: host_name(), kernel, grade, judge_box: selftest::judge_box(host)? })
    }
}

fn warm_and_test(slot: &mut Slot, language: &Language) -> Result<(), judging::Error> {
    if let Err(error) = judging::warm(slot, &language.id) {
        tracing::warn!("compiling {} will be slow: {error}", language.name);
    }
    judging::self_test(slot, &language.id)
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
