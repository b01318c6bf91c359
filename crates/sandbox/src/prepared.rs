//! A run that is made ready before anybody asks for it, and what it will have used.

use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::Path;
use std::time::Duration;

use nix::poll::{PollFd, PollFlags, poll};

use crate::cgroup::{Group, Usage};
use crate::schedstat::waited;
use crate::spec::Limits;

/// Init and target stand, in their namespaces, group and filter, and the target waits for its command.
#[derive(Debug)]
pub(crate) struct Prepared {
    // In this order: all is dead before the group goes.
    pub(crate) init: Init,
    pub(crate) meter: Meter,
    /// CPU time that had been used before the run.
    pub(crate) base: Duration,
}

/// Pid 1 of a run. Dropping it ends everything of the run and waits until it is dead.
#[derive(Debug)]
pub(crate) struct Init {
    /// As the host counts.
    pub(crate) id: u32,
    pidfd: OwnedFd,
    /// It is ending by itself, and judge-box tells when it has.
    leaving: bool,
}

impl Init {
    pub(crate) fn new(id: u32, pidfd: OwnedFd) -> Self {
        Self { id, pidfd, leaving: false }
    }

    /// To be called when nothing of the run but init is alive.
    pub(crate) fn leave(mut self) {
        self.leaving = true;
    }

    /// Kills the whole pid namespace; no harm when it is dead already.
    pub(crate) fn kill(&self) {
        // SAFETY: a system call on a descriptor that we hold, with no pointer but null.
        unsafe {
            libc::syscall(
                libc::SYS_pidfd_send_signal,
                self.pidfd.as_raw_fd(),
                libc::SIGKILL,
                std::ptr::null::<u8>(),
                0,
            );
        }
    }
}

impl Drop for Init {
    fn drop(&mut self) {
        if self.leaving {
            return;
        }
        self.kill();
        let _ = poll(&mut [PollFd::new(self.pidfd.as_fd(), PollFlags::POLLIN)], 2_000u16);
    }
}

/// Where the figures come from.
#[derive(Debug)]
pub(crate) enum Meter {
    /// Exact: the kernel counts for all processes of the run.
    Group(Box<Group>),
    /// Without control groups: what `/proc` tells of init (this process id) and those below it, in ticks.
    Processes(u32),
}

impl Meter {
    /// Sets the run's limits and starts the counts; what has been used before is given back.
    pub(crate) fn start(&mut self, limits: &Limits) -> io::Result<Duration> {
        if let Self::Group(group) = self {
            group.start(limits.memory, limits.processes)?;
        }
        self.cpu()
    }

    /// The group, for the next run, once all processes of this one are dead.
    pub(crate) fn into_clean_group(self) -> Option<Box<Group>> {
        match self {
            Self::Group(group) if group.is_clean() => Some(group),
            _ => None,
        }
    }

    /// Whether all processes of the run are known to be dead or about to be, though nobody has told of it yet.
    pub(crate) fn is_dying(&self) -> bool {
        match self {
            Self::Group(group) => group.processes().is_some_and(|alive| alive.into_iter().all(is_exiting)),
            Self::Processes(_) => false,
        }
    }

    /// Whether all processes of the run are dead and leave nothing for which the next would pay. Without a group that is
    /// not known before init is dead.
    pub(crate) fn is_over(&self) -> bool {
        match self {
            Self::Group(group) => group.is_empty() && group.is_clean(),
            Self::Processes(_) => false,
        }
    }

    pub(crate) fn cpu(&self) -> io::Result<Duration> {
        match self {
            Self::Group(group) => group.cpu(),
            Self::Processes(init) => {
                Ok(Duration::from_millis(10) * u32::try_from(ticks(*init)).unwrap_or(u32::MAX))
            }
        }
    }

    /// How long the run was ready to go on while its core was busy with others: the longest of its threads' waits.
    pub(crate) fn waited(&self) -> Duration {
        let processes = match self {
            Self::Group(group) => group.processes().unwrap_or_default(),
            Self::Processes(init) => children(*init),
        };
        processes.into_iter().map(longest_wait).max().unwrap_or_default()
    }

    /// To be called when all processes are dead; without a group nothing can be told any more.
    pub(crate) fn usage(&self) -> io::Result<Usage> {
        match self {
            Self::Group(group) => group.usage(),
            Self::Processes(_) => Ok(Usage::default()),
        }
    }
}

/// Ticks (of 10 ms, everywhere on Linux) of a process, its dead children and its living descendants.
fn ticks(process: u32) -> u64 {
    let own: u64 = numbers(&Path::new("/proc").join(process.to_string()), 14).iter().take(4).sum();
    own + children(process).into_iter().map(ticks).sum::<u64>()
}

/// Whether all threads of a process have begun to end, or are no more. The first may, and the others go on.
fn is_exiting(process: u32) -> bool {
    /// `linux/sched.h`.
    const PF_EXITING: u64 = 4;
    let mut threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    threads.all(|thread| numbers(&thread.path(), 9).first().is_none_or(|flags| flags & PF_EXITING != 0))
}

/// What `stat` in this folder of `/proc` says of a process or thread from that field on, which are counted as its manual
/// does; none once it is gone.
fn numbers(folder: &Path, first: usize) -> Vec<u64> {
    let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
    // The name, in brackets, may hold anything; after it comes field 3.
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    after_name.split_whitespace().skip(first - 3).map(|field| field.parse().unwrap_or(0)).collect()
}

/// The living children of a process with one thread.
fn children(process: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|child| child.parse().ok()).collect()
}

/// Of all threads of a process, the longest time on a run queue.
fn longest_wait(process: u32) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    threads.map(|thread| waited(&thread.path())).max().unwrap_or_default()
}

/// How long the calling thread has waited for a core in its life.
pub(crate) fn own_wait() -> Duration {
    waited(Path::new("/proc/thread-self"))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn ticks_grow_with_work_and_not_without() {
        let before = ticks(std::process::id());
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(300) {
            std::hint::spin_loop();
        }
        assert!(ticks(std::process::id()) > before);
        assert_eq!(ticks(u32::MAX), 0);
        assert!(!is_exiting(std::process::id()) && is_exiting(u32::MAX));
    }
}
