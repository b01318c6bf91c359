//! Runs one command in one box and says what it did.
//!
//! # Theory
//!
//! Three processes stand between the caller and an untrusted program. The **keeper** is this library, inside the
//! caller's process. It starts one **judge-box** a box: small, single-threaded, in namespaces of its own, with a
//! read-only root that holds nothing of the host but the mounts of the [`Layout`]. For every run judge-box makes an
//! **init**, pid 1 of a fresh pid, IPC and mount namespace with fresh writable tmpfs, and init forks the **target**.
//!
//! The target is made *before* anybody asks for a run: it comes into the run's cgroup, gives up every privilege, loads
//! its system call filter, and then waits on the control socket. So a run costs little more than the program's own
//! `execve`, and what the next run needs is made ready while nobody waits.
//!
//! The keeper watches: CPU time by the cgroup's counter, wall time from the moment that `execve` closed the error
//! pipe, output by counting what it reads. To end a run it kills init, and with init the kernel kills everything in
//! the pid namespace. An [`Outcome`] is given only when all processes of the program are dead: when judge-box has reaped
//! init, or sooner, when the program ended by itself and its control group counts nobody; what init still has to do, the
//! end of its namespaces, then happens while nobody waits, and before the next run.
//! If the keeper dies, the socket closes, and judge-box ends its run and itself.
//!
//! Three walls stand around a program: what its mounts and namespaces show, what the filter lets through, and what
//! Landlock, where the kernel has it, lets it change. [`attack`] tries all of this with hostile programs.
//!
//! Nothing here knows of verdicts or problems. `Err` is our failure; what a program did is a value.

pub mod attack;
pub mod bench;
mod cgroup;
mod collect;
mod error;
pub mod fair;
mod host;
mod joined;
#[doc(hidden)]
pub mod landlock;
mod outcome;
mod pinned;
mod prepared;
mod sandbox;
#[doc(hidden)]
pub mod schedstat;
mod sealed;
mod spec;
mod watch;
#[doc(hidden)]
pub mod wire;

pub use error::Error;
pub use host::{Finding, Host};
pub use joined::{Joined, Linger, Source, Target, Wire, join};
pub use outcome::{End, Found, Grade, Leftovers, Outcome, Status, Stopped};
pub use pinned::Pinned;
pub use sandbox::Sandbox;
pub use sealed::Sealed;
pub use spec::{Discard, Layout, Limits, Mount, Sink, Spec, Stdin};
