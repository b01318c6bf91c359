//! What a run did: raw facts, and the order in which they are judged.

use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use crate::collect;

/// How the program's main process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// `exit` with this code.
    Exited(i32),
    /// Killed by this signal, whoever sent it.
    Signaled(i32),
    /// The program could not be started: `execve` failed with this errno.
    NotExecuted(i32),
}

/// Why we ended a run before the program did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    CpuLimit,
    WallLimit,
    OutputLimit,
    /// The sink had seen enough.
    BySink,
    /// The run to which it was joined had ended some time before.
    LeftAlone,
}

/// Everything known of a run after all of its processes are dead. Policy is [`Outcome::status`]; the facts stay.
#[derive(Debug)]
pub struct Outcome {
    pub end: End,
    pub stopped: Option<Stopped>,
    /// User and system time of every process that the run had.
    pub cpu: Duration,
    /// The program's `execve`.
    pub started: Instant,
    /// From then to its end.
    pub wall: Duration,
    /// How long it was ready to go on while its core was busy with others: the first thread of its main process; of a run
    /// that we ended for its time, the thread that waited longest. Zero of a run that we ended for another reason, and of
    /// one that used less than 5 ms of CPU time, where asking would cost more than it tells.
    pub waited: Duration,
    /// Before that: making the run ready.
    pub setup: Duration,
    /// Peak of all processes together, bytes.
    pub memory: u64,
    /// Processes that the kernel killed for want of memory inside the run's limit.
    pub oom_kills: u64,
    /// Bytes seen on standard output, those past the limit not counted.
    pub output: u64,
    pub stderr: Vec<u8>,
    /// More was written to standard error than is kept.
    pub stderr_cut: bool,
    pub cpu_limit: Duration,
    pub memory_limit: u64,
    pub grade: Grade,
    /// The working directory as the run left it.
    pub leftovers: Leftovers,
}

/// What a run comes to, in the order of judgement: CPU time, memory, output, wall time, signal, exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    RuntimeError,
    TimeLimit,
    IdleLimit,
    MemoryLimit,
    OutputLimit,
}

impl Outcome {
    /// The first of the limits that was broken, else how the program ended. A run that its sink stopped, or
    /// that was left alone, is `Ok` unless a limit was broken before: the reader has what it wanted.
    pub fn status(&self) -> Status {
        if self.stopped == Some(Stopped::CpuLimit) || self.cpu > self.cpu_limit {
            return Status::TimeLimit;
        }
        if self.oom_kills > 0 {
            return Status::MemoryLimit;
        }
        match (self.stopped, self.end) {
            (Some(Stopped::OutputLimit), _) | (_, End::Signaled(libc::SIGXFSZ)) => Status::OutputLimit,
            (Some(Stopped::WallLimit), _) => Status::IdleLimit,
            (Some(Stopped::BySink | Stopped::LeftAlone), _) | (_, End::Exited(0)) => Status::Ok,
            _ => Status::RuntimeError,
        }
    }
}

impl Status {
    /// The word in JSON: `time_limit`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::RuntimeError => "runtime_error",
            Self::TimeLimit => "time_limit",
            Self::IdleLimit => "idle_limit",
            Self::MemoryLimit => "memory_limit",
            Self::OutputLimit => "output_limit",
        }
    }
}

/// How well this host can isolate and measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Nothing may run.
    Refused,
    /// Namespaces and resource limits, no cgroup: memory and time are the kernel's per-process figures.
    Practice,
    /// Namespaces and cgroups: exact, fit for contests.
    Full,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Refused => "refused",
            Self::Practice => "practice",
            Self::Full => "full",
        })
    }
}

/// The working directory of a run whose processes are all dead. Files are taken by descriptor, never through a
/// link, and only regular ones.
#[derive(Debug)]
pub struct Leftovers {
    pub(crate) directory: OwnedFd,
}

/// What lies under a name, no link being followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Nothing,
    /// A regular file, in bytes.
    File(u64),
    Directory,
    Link,
    /// A FIFO, a socket.
    Other,
}

impl Leftovers {
    /// The bytes of a regular file at a path below the working directory, `None` where there is none (or where the
    /// name leads through a link, or to something else).
    ///
    /// # Errors
    /// `FileTooLarge` when it holds more than `most` bytes.
    pub fn read(&self, path: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        collect::read(&self.directory, path, most)
    }

    /// What there is at a path below the working directory; nothing, where the path leads through a link.
    ///
    /// # Errors
    /// The directory could not be asked.
    pub fn look(&self, path: &str) -> io::Result<Found> {
        collect::look(&self.directory, path)
    }

    /// The regular files of a folder below the working directory and of those in it, by path, in order of path.
    ///
    /// # Errors
    /// `FileTooLarge` when they hold more than `most` bytes together, or are more than `count`.
    pub fn folder(&self, path: &str, most: u64, count: usize) -> io::Result<Vec<(String, Vec<u8>)>> {
        collect::folder(&self.directory, path, most, count)
    }
}
