//! One core's worth of judging: the boxes that it keeps.

use std::sync::Arc;

use sandbox::fair::Sampler;
use sandbox::{Host, Layout, Outcome, Sandbox, Spec};

use crate::cache::Cache;
use crate::error::Error;
use crate::judge::CaseResult;
use crate::lru::Lru;
use crate::toolchain::{Looked, Toolchain, Toolchains};

/// Boxes that are kept, each with its processes: compile, run and validate boxes of the languages in use.
const BOXES: usize = 8;

/// What a box is for. Those of different use are never the same box, though they look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Compile,
    /// A submission.
    Run,
    /// A program that somebody runs for itself.
    Alone,
    Validate,
}

/// Runs one thing at a time, on one core; belongs to one thread at a time.
#[derive(Debug)]
pub struct Slot {
    host: Arc<Host>,
    toolchains: Arc<Toolchains>,
    pub(crate) cache: Arc<Cache>,
    number: u32,
    boxes: Lru<(Role, Layout), Sandbox>,
    /// What goes on around its runs. `None` where the kernel tells nothing.
    sampler: Option<Sampler>,
}

impl Slot {
    /// `number`: a small one that no other slot of this machine has; it chooses the core.
    pub fn new(host: Arc<Host>, toolchains: Arc<Toolchains>, cache: Arc<Cache>, number: u32) -> Self {
        let sampler = host.sampler(number);
        Self { host, toolchains, cache, number, boxes: Lru::new(0, BOXES), sampler }
    }

    pub fn host(&self) -> &Host {
        &self.host
    }

    /// What there is of a language, looked for if nobody has needed it yet; `None`: there is no such language.
    pub fn look(&self, language: &str) -> Option<&Looked> {
        self.toolchains.look(language, self.number)
    }

    pub(crate) fn need(&self, language: &str) -> Result<Arc<Toolchain>, Error> {
        let found = self.look(language).and_then(|looked| looked.as_ref().ok());
        found.cloned().ok_or_else(|| Error::NoToolchain(language.to_owned()))
    }

    /// Runs in a box of that look, kept from before if there is one. A box that fails is not used again.
    pub(crate) fn run(&mut self, role: Role, layout: &Layout, spec: Spec<'_>) -> Result<Outcome, Error> {
        let key = (role, layout.clone());
        let mut sandbox = match self.boxes.take(&key) {
            Some(sandbox) => sandbox,
            None => self.host.open(self.number, layout)?,
        };
        self.sample();
        let outcome = {
            let _pinned = self.host.pin(self.number)?;
            sandbox.run(spec)?
        };
        self.sample();
        self.boxes.insert(key, 0, sandbox);
        Ok(outcome)
    }

    fn sample(&mut self) {
        self.sampler.iter_mut().for_each(Sampler::look);
    }

    /// Runs begin whose noise is wanted afterwards.
    pub(crate) fn begin(&mut self) {
        self.sampler.iter_mut().for_each(Sampler::begin);
    }

    /// Between two of these runs: whether the core is as quick as it was, once a second at most.
    ///
    /// # Errors
    /// Ours in all cases.
    pub(crate) fn between(&mut self) -> Result<(), Error> {
        if let Some(sampler) = self.sampler.as_mut().filter(|sampler| sampler.wants_canary())
            && let Some(ratio) = self.host.canary(self.number)?
        {
            sampler.canary(ratio);
        }
        Ok(())
    }

    /// These runs are over: what disturbed each of them.
    pub(crate) fn noise(&mut self, cases: &mut [CaseResult]) {
        let Some(sampler) = &mut self.sampler else { return };
        sampler.end();
        for case in cases {
            case.noise = case.ran.as_ref().map(|ran| sampler.around(ran));
        }
    }
}
