//! One core's worth of judging: the boxes that it keeps.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use problem::Hash;
use sandbox::fair::{Noise, Sampler};
use sandbox::{Host, Joined, Layout, Linger, Outcome, Sandbox, Spec, Wire, join};

use crate::cache::Cache;
use crate::error::Error;
use crate::judge::CaseResult;
use crate::lru::Lru;
use crate::toolchain::{Looked, Toolchain, Toolchains};

/// Boxes that are kept, each with its processes: compile, run and validate boxes of the languages in use.
const BOXES: usize = 8;

/// A stretch of time long enough to see what goes on in it.
const MOMENT: Duration = Duration::from_millis(50);
/// For a quiet moment: the slot does nothing meanwhile, and on a machine that is always busy none comes.
const MOST_SETTLING: Duration = Duration::from_secs(1);

/// What a box is for. Those of different use are never the same box, though they look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Compile,
    /// A submission.
    Run,
    /// A further process of a submission that is several; from 1.
    Peer(u32),
    /// A program that somebody runs for itself.
    Alone,
    Validate,
    Interact,
}

impl Role {
    /// That of a submission's process, counted from 0.
    pub(crate) fn process(number: u32) -> Self {
        if number == 0 { Self::Run } else { Self::Peer(number) }
    }
}

/// One of several joined runs.
pub(crate) struct Seat<'a> {
    pub(crate) role: Role,
    pub(crate) layout: Layout,
    pub(crate) spec: Spec<'a>,
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
    /// Set when nobody wants the judging in hand any more.
    given_up: Arc<AtomicBool>,
}

impl Slot {
    /// `number`: a small one that no other slot of this machine has; it chooses the core.
    pub fn new(host: Arc<Host>, toolchains: Arc<Toolchains>, cache: Arc<Cache>, number: u32) -> Self {
        let sampler = host.sampler(number);
        let given_up = Arc::default();
        Self { host, toolchains, cache, number, boxes: Lru::new(0, BOXES), sampler, given_up }
    }

    /// From now on what compiles is ended when this is set, and the judging with it: the sink is asked between two steps
    /// only, and compiling may be a long one. A custom run likewise, which is one step.
    pub fn heed(&mut self, given_up: Arc<AtomicBool>) {
        self.given_up = given_up;
    }

    pub(crate) fn core(&self) -> usize {
        self.host.core(self.number)
    }

    pub fn host(&self) -> &Host {
        &self.host
    }

    /// What there is of a language, looked for if nobody has needed it yet; `None`: there is no such language.
    pub fn look(&self, language: &str) -> Option<&Looked> {
        self.toolchains.look(language, self.number)
    }

    /// Of judge-box; `None` when it cannot be read.
    pub(crate) fn judge_box(&self) -> Option<Hash> {
        self.toolchains.judge_box()
    }

    pub(crate) fn need(&self, language: &str) -> Result<Arc<Toolchain>, Error> {
        let found = self.look(language).and_then(|looked| looked.as_ref().ok());
        found.cloned().ok_or_else(|| Error::NoToolchain(language.to_owned()))
    }

    /// Runs in a box of that look, kept from before if there is one. A box that fails is not used again.
    ///
    /// # Errors
    /// Ours; `Stopped` when it compiled and was given up.
    pub(crate) fn run(&mut self, role: Role, layout: &Layout, spec: Spec<'_>) -> Result<Outcome, Error> {
        match role {
            Role::Compile => self.run_while_wanted(role, layout, spec),
            _ => self.run_to_end(role, layout, spec),
        }
    }

    /// The same, of what may be long: ended as soon as it is given up, whatever it is.
    ///
    /// # Errors
    /// Ours; `Stopped` when it was given up.
    pub(crate) fn run_while_wanted(
        &mut self,
        role: Role,
        layout: &Layout,
        spec: Spec<'_>,
    ) -> Result<Outcome, Error> {
        let flag = Arc::clone(&self.given_up);
        let outcome = self.run_to_end(role, layout, Spec { given_up: Some(Arc::clone(&flag)), ..spec })?;
        if flag.load(Ordering::Relaxed) { Err(Error::Stopped) } else { Ok(outcome) }
    }

    fn run_to_end(&mut self, role: Role, layout: &Layout, spec: Spec<'_>) -> Result<Outcome, Error> {
        let key = (role, layout.clone());
        let mut sandbox = self.take(&key)?;
        self.sample();
        let outcome = {
            let _pinned = self.host.pin(self.number)?;
            sandbox.run(spec)?
        };
        self.sample();
        self.boxes.insert(key, 0, sandbox);
        Ok(outcome)
    }

    /// The same with several at once, joined by `wires`, all on this slot's core: what one waits for another is none of
    /// its time. They differ in role.
    pub(crate) fn join(
        &mut self,
        seats: Vec<Seat<'_>>,
        wires: Vec<Wire<'_>>,
        linger: Linger<'_>,
    ) -> Result<Joined, Error> {
        let (mut keys, mut boxes, mut specs) = (Vec::new(), Vec::new(), Vec::new());
        for Seat { role, layout, spec } in seats {
            let key = (role, layout);
            boxes.push(self.take(&key)?);
            keys.push(key);
            specs.push(spec);
        }
        self.sample();
        let joined = {
            let _pinned = self.host.pin(self.number)?;
            join(&mut boxes.iter_mut().collect::<Vec<_>>(), specs, wires, linger)?
        };
        self.sample();
        keys.into_iter().zip(boxes).for_each(|(key, sandbox)| self.boxes.insert(key, 0, sandbox));
        Ok(joined)
    }

    fn take(&mut self, key: &(Role, Layout)) -> Result<Sandbox, Error> {
        match self.boxes.take(key) {
            Some(sandbox) => Ok(sandbox),
            None => Ok(self.host.open(self.number, &key.1)?),
        }
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

    /// What disturbed the run that is just over, as far as it is known now.
    pub(crate) fn noise_around(&mut self, case: &CaseResult) -> Option<Noise> {
        let (sampler, ran) = (self.sampler.as_mut()?, case.ran.as_ref()?);
        sampler.end();
        Some(sampler.around(ran))
    }

    /// Waits for a moment in which nothing disturbs this slot's core, a second at most. `go_on` is asked after each that
    /// was none.
    ///
    /// # Errors
    /// Ours, and those of `go_on`.
    pub(crate) fn settle(&mut self, go_on: &mut dyn FnMut() -> Result<(), Error>) -> Result<(), Error> {
        let deadline = Instant::now() + MOST_SETTLING;
        while Instant::now() < deadline && self.is_disturbed()? {
            go_on()?;
        }
        Ok(())
    }

    /// Looks for a moment.
    fn is_disturbed(&mut self) -> Result<bool, Error> {
        let Some(sampler) = &mut self.sampler else { return Ok(false) };
        sampler.end();
        thread::sleep(MOMENT);
        if let Some(ratio) = self.host.canary(self.number)? {
            sampler.canary(ratio);
        }
        Ok(sampler.now().is_noisy(Duration::ZERO))
    }

    /// These runs are over: what disturbed each of them.
    pub(crate) fn noise(&mut self, cases: &mut [CaseResult]) {
        let Some(sampler) = &mut self.sampler else { return };
        sampler.end();
        for case in cases {
            // One that was not run now has what was told then.
            if let Some(ran) = &case.ran {
                case.noise = Some(sampler.around(ran));
            }
        }
    }
}
