//! What to run: one command, its files and its limits.

use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::sealed::Sealed;

/// What a box looks like; kept as long as the box.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Host paths seen read-only inside: toolchains, libraries, a precompiled header.
    pub mounts: Vec<Mount>,
    /// Whether files that a run writes may be executed: compilers need it, programs do not.
    pub exec_writable: bool,
    /// Whether a program may start other processes; threads it always may.
    pub forks: bool,
    /// Bytes that a run may keep in each of its writable places, `/w`, `/tmp` and `/dev/shm`. They count as memory.
    pub writable_bytes: u64,
}

impl Default for Layout {
    /// Nothing of the host, nothing executable, processes, 256 MiB.
    fn default() -> Self {
        Self { mounts: Vec::new(), exec_writable: false, forks: true, writable_bytes: 256 << 20 }
    }
}

/// A host file or directory at a place of the box, read-only, no set-uid, no devices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mount {
    pub source: PathBuf,
    /// Absolute.
    pub target: PathBuf,
}

impl Mount {
    /// `path` at the same place as on the host.
    pub fn same(path: impl Into<PathBuf>) -> Self {
        let source = path.into();
        Self { target: source.clone(), source }
    }
}

/// One run in a box.
pub struct Spec<'a> {
    /// The command; `argv[0]` is an absolute path inside the box unless `exe` is given.
    pub argv: Vec<OsString>,
    /// The whole environment besides the few fixed variables: `NAME=value`.
    pub env: Vec<OsString>,
    /// Executed instead of `argv[0]`, straight from memory.
    pub exe: Option<&'a Sealed>,
    /// Files copied into the working directory before the start; plain names, or paths below `directories`.
    pub files: Vec<(String, &'a Sealed)>,
    /// Directories made in the working directory before the start, in this order; relative paths.
    pub directories: Vec<String>,
    pub stdin: Stdin,
    /// Descriptors 3, 4, … of the program, which can open them as `/dev/fd/3` too.
    pub descriptors: Vec<OwnedFd>,
    /// Takes standard output piece by piece while the program runs.
    pub stdout: &'a mut dyn Sink,
    /// Standard error kept of the start of it, in bytes; the rest is read and dropped.
    pub stderr_bytes: usize,
    pub limits: Limits,
    /// When this is set, nobody wants to know any more: the run is ended within some 20 ms, as by its sink. It is not
    /// looked at in runs that are joined.
    pub given_up: Option<Arc<AtomicBool>>,
}

/// What is kept of standard error where nobody says otherwise.
const STDERR_BYTES: usize = 4 << 10;

impl<'a> Spec<'a> {
    /// A command with nothing but its arguments: no files, nothing to read, the fixed environment.
    pub fn new(argv: Vec<OsString>, stdout: &'a mut dyn Sink, limits: Limits) -> Self {
        Self {
            argv,
            env: Vec::new(),
            exe: None,
            files: Vec::new(),
            directories: Vec::new(),
            stdin: Stdin::Empty,
            descriptors: Vec::new(),
            stdout,
            stderr_bytes: STDERR_BYTES,
            limits,
            given_up: None,
        }
    }
}

pub enum Stdin {
    /// Nothing to read.
    Empty,
    /// Read from where the description stands.
    File(OwnedFd),
    /// What the other of two joined runs prints, see [`crate::join`].
    Joined,
}

/// Receives what a program prints.
pub trait Sink {
    /// The next piece. `Break` ends the run: nobody wants to know the rest.
    fn write(&mut self, piece: &[u8]) -> ControlFlow<()>;
}

/// Collects everything.
impl Sink for Vec<u8> {
    fn write(&mut self, piece: &[u8]) -> ControlFlow<()> {
        self.extend_from_slice(piece);
        ControlFlow::Continue(())
    }
}

/// Wants nothing.
pub struct Discard;

impl Sink for Discard {
    fn write(&mut self, _piece: &[u8]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a run may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of all processes and threads together.
    pub cpu: Duration,
    /// How much longer a run that is over it may go on, so that what it really needs is known.
    pub overshoot: Duration,
    /// From the start of the program, not of the box.
    pub wall: Duration,
    /// Bytes of all processes together, files in memory included.
    pub memory: u64,
    /// Bytes on standard output.
    pub output: u64,
    /// Processes and threads alive at once.
    pub processes: u32,
    /// Bytes of one file, and of all files together.
    pub file_size: u64,
    /// Bytes of the main thread's stack.
    pub stack: u64,
    /// Open descriptors of one process.
    pub open_files: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            cpu: Duration::from_secs(2),
            overshoot: Duration::ZERO,
            wall: Duration::from_secs(10),
            memory: 256 << 20,
            output: 64 << 20,
            processes: 64,
            file_size: 64 << 20,
            stack: 256 << 20,
            open_files: 256,
        }
    }
}

/// Of a file or directory that a run is given, in bytes.
const LONGEST_PATH: usize = 1000;

/// A path below a working directory.
pub(crate) fn plain_path(path: &str) -> io::Result<()> {
    let leads_up = path.split('/').any(|part| matches!(part, "" | "." | ".."));
    if leads_up || path.len() > LONGEST_PATH || path.contains('\0') {
        let shown: String = path.chars().take(60).collect();
        let why = format!(
            "{shown:?} is no path below the working directory of at most {LONGEST_PATH} bytes, without .. and NUL"
        );
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    Ok(())
}
