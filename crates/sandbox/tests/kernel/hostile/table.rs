//! The tables of `tests/hostile/`: how each program is run and what is expected of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{End, Grade, Stopped};
use serde::Deserialize;

/// One program.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Program {
    pub(crate) place: Place,
    /// Words of the command, to which the file's name is added. Without it a `.c` file is compiled outside and
    /// executed, as is anything else that is no script.
    command: Option<String>,
    /// Runs one after another in the same box; 0 is 1.
    pub(crate) times: u32,
    /// Another copy at the same time in another box: the first has the argument `a`, the second `b`.
    pub(crate) beside: bool,
    /// Size of standard input, filled with lines of `0123456789abcdef`; 0 is no input.
    pub(crate) input_kb: usize,
    /// Bytes of each of the box's writable places; 0 is 64 MiB.
    pub(crate) writable_mb: u64,
    pub(crate) limits: Limits,
    expect: Expected,
    /// What differs where there are no control groups.
    practice: Expected,
    /// What differs for an ordinary user, whose programs have its own user id.
    user: Expected,
}

/// What a box shows of the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Place {
    #[default]
    Nothing,
    /// Programs and libraries.
    Usr,
    /// The same, and what is written can be executed, as a compiler's box has it.
    Compiler,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Limits {
    cpu_ms: u64,
    wall_ms: u64,
    memory_mb: u64,
    processes: u32,
    output_kb: u64,
    file_mb: u64,
    stack_mb: u64,
    open_files: u64,
}

/// Nothing is looked at that is not said.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Expected {
    /// `Status::code`; without it `ok`.
    pub(crate) status: Option<String>,
    /// `cpu`, `wall`, `output`, `no`.
    pub(crate) stopped: Option<String>,
    /// `exit 3`, `signal 9`, `not executed 8`.
    pub(crate) end: Option<String>,
    /// The whole of standard output.
    pub(crate) says: Option<String>,
    /// Part of standard error.
    pub(crate) complains: Option<String>,
    /// Least and most.
    pub(crate) cpu_ms: Option<[u64; 2]>,
    /// Least and most.
    pub(crate) memory_mb: Option<[u64; 2]>,
    /// Names in the working directory that give no file afterwards.
    pub(crate) missing: Option<Vec<String>>,
    /// Names in the working directory that give the same each time they are read afterwards.
    pub(crate) steady: Option<Vec<String>>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            cpu_ms: 500,
            wall_ms: 15_000,
            memory_mb: 64,
            processes: 64,
            output_kb: 1_024,
            file_mb: 64,
            stack_mb: 8,
            open_files: 256,
        }
    }
}

impl Limits {
    fn of_box(&self) -> sandbox::Limits {
        sandbox::Limits {
            cpu: Duration::from_millis(self.cpu_ms),
            wall: Duration::from_millis(self.wall_ms),
            memory: self.memory_mb << 20,
            output: self.output_kb << 10,
            processes: self.processes,
            file_size: self.file_mb << 20,
            stack: self.stack_mb << 20,
            open_files: self.open_files,
        }
    }
}

impl Program {
    pub(crate) fn expected(&self, grade: Grade, root: bool) -> Expected {
        let mut expected = self.expect.clone();
        if !root {
            expected = expected.but(&self.user);
        }
        if grade == Grade::Practice {
            expected = expected.but(&self.practice);
        }
        expected
    }

    /// The command for a file, if it is not executed itself.
    pub(crate) fn command(&self, file: &Path) -> Option<Vec<String>> {
        let words = match (&self.command, extension(file)) {
            (Some(words), _) => words,
            (None, "sh") => "/bin/sh",
            (None, "py") => "/usr/bin/python3",
            (None, _) => return None,
        };
        Some(words.split_whitespace().map(Into::into).chain([file_name(file)]).collect())
    }
}

impl Expected {
    /// With room for a machine that needs `slowness` times the CPU time for the same.
    pub(crate) fn on_slow(mut self, slowness: u32) -> Self {
        if slowness > 1 {
            let room = 100 * u64::from(slowness);
            self.cpu_ms = self.cpu_ms.map(|[least, most]| [least, most + room]);
            // What it comes to before its time is up.
            self.memory_mb = self.memory_mb.map(|[_, most]| [0, most]);
        }
        self
    }

    /// A run that must come to a limit of time comes to it all the sooner; others need more.
    pub(crate) fn limits(&self, program: &Program, slowness: u32) -> sandbox::Limits {
        let limits = program.limits.of_box();
        match self.status.as_deref() {
            Some("time_limit" | "idle_limit") => limits,
            _ => sandbox::Limits { cpu: limits.cpu * slowness, wall: limits.wall * slowness, ..limits },
        }
    }

    fn but(self, other: &Self) -> Self {
        let other = other.clone();
        Self {
            status: other.status.or(self.status),
            stopped: other.stopped.or(self.stopped),
            end: other.end.or(self.end),
            says: other.says.or(self.says),
            complains: other.complains.or(self.complains),
            cpu_ms: other.cpu_ms.or(self.cpu_ms),
            memory_mb: other.memory_mb.or(self.memory_mb),
            missing: other.missing.or(self.missing),
            steady: other.steady.or(self.steady),
        }
    }
}

/// How the table writes an end.
pub(crate) fn end(end: End) -> String {
    match end {
        End::Exited(code) => format!("exit {code}"),
        End::Signaled(signal) => format!("signal {signal}"),
        End::NotExecuted(errno) => format!("not executed {errno}"),
    }
}

/// How the table writes who ended a run.
pub(crate) fn stopped(stopped: Option<Stopped>) -> &'static str {
    match stopped {
        None => "no",
        Some(Stopped::CpuLimit) => "cpu",
        Some(Stopped::WallLimit) => "wall",
        Some(Stopped::OutputLimit) => "output",
        Some(Stopped::BySink) => "sink",
        Some(Stopped::LeftAlone) => "left alone",
    }
}

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

pub(crate) fn read() -> BTreeMap<String, Program> {
    let tables = entries().into_iter().filter(|path| extension(path) == "toml");
    let read = |path: PathBuf| -> BTreeMap<String, Program> {
        let text = fs::read_to_string(&path).expect("the table can be read");
        toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    tables.flat_map(read).collect()
}

/// The programs' files by their names without the ending, in order.
pub(crate) fn files() -> BTreeMap<String, PathBuf> {
    let programs = entries().into_iter().filter(|path| !matches!(extension(path), "toml" | "h" | "md"));
    programs.map(|path| (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), path)).collect()
}

fn entries() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder is there");
    entries.map(|entry| entry.expect("readable").path()).collect()
}

pub(crate) fn extension(file: &Path) -> &str {
    file.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

pub(crate) fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
