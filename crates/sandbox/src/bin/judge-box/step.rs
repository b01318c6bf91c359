//! Failures that name the step.

use nix::errno::Errno;
use sandbox::wire::{Packet, say};

/// What could not be done, and the kernel's reason.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fail {
    pub(crate) step: &'static str,
    pub(crate) errno: Errno,
}

impl Fail {
    pub(crate) fn new(step: &'static str, errno: Errno) -> Self {
        Self { step, errno }
    }

    pub(crate) fn packet(self) -> Packet {
        Packet::new(say::FAILED)
            .number(u64::from((self.errno as i32).unsigned_abs()))
            .text(self.step.as_ref())
    }
}

/// Names what was tried.
pub(crate) fn step<T>(step: &'static str, result: nix::Result<T>) -> Result<T, Fail> {
    result.map_err(|errno| Fail { step, errno })
}

/// Turns the answer of a raw system call into a result.
pub(crate) fn checked(answer: libc::c_long) -> nix::Result<libc::c_long> {
    if answer == -1 { Err(Errno::last()) } else { Ok(answer) }
}
