//! Threads of ours that stay on one core.

use std::marker::PhantomData;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

use crate::error::Error;

/// This thread on one core, as long as this lives.
#[derive(Debug)]
pub struct Pinned {
    before: CpuSet,
    /// Not to be sent: it is this thread that goes back.
    here: PhantomData<*const ()>,
}

impl Pinned {
    pub(crate) fn to(core: usize) -> Result<Self, Error> {
        let this = Pid::from_raw(0);
        let before = sched_getaffinity(this).map_err(Error::os("ask for the cores"))?;
        let mut set = CpuSet::new();
        set.set(core).and_then(|()| sched_setaffinity(this, &set)).map_err(Error::os("pin a thread"))?;
        Ok(Self { before, here: PhantomData })
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        // The cores were ours a moment ago.
        let _ = sched_setaffinity(Pid::from_raw(0), &self.before);
    }
}
