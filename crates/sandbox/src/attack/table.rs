//! The tables of `tests/hostile/`: how each program is run and what is expected of it.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use crate::outcome::Grade;
use crate::spec::{Layout, Mount};

/// What compilers and scripts need of the host.
const HOST: [&str; 7] =
    ["/usr", "/lib", "/lib64", "/bin", "/etc/alternatives", "/etc/java-17-openjdk", "/etc/ld.so.cache"];

/// One program.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Program {
    pub(crate) place: Place,
    /// Words of the command, to which the file's name is added. Without it a `.c` file is compiled beforehand and
    /// executed, as is anything else that is no script.
    command: Option<String>,
    /// Part of the self-test: the same everywhere, and over soon.
    pub(crate) quick: bool,
    /// The box is one in which no process may be started.
    alone: bool,
    /// Runs one after another in the same box; 0 is 1.
    pub(crate) times: u32,
    /// Another copy at the same time in another box: the first has the argument `a`, the second `b`.
    pub(crate) beside: bool,
    /// Size of standard input, filled with lines of `0123456789abcdef`; 0 is no input.
    pub(crate) input_kb: usize,
    /// Bytes of each of the box's writable places; 0 is 64 MiB.
    writable_mb: u64,
    limits: Limits,
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

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Limits {
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
    pub(crate) missing: Vec<String>,
    /// Names in the working directory that give the same each time they are read afterwards.
    pub(crate) steady: Vec<String>,
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
    fn of_box(&self) -> crate::Limits {
        crate::Limits {
            cpu: Duration::from_millis(self.cpu_ms),
            overshoot: Duration::ZERO,
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

    /// The command for a file of that name, if it is not executed itself.
    pub(crate) fn command(&self, file: &str) -> Option<Vec<String>> {
        let words = match (&self.command, extension(file)) {
            (Some(words), _) => words,
            (None, "sh") => "/bin/sh",
            (None, "py") => "/usr/bin/python3",
            (None, _) => return None,
        };
        Some(words.split_whitespace().chain([file]).map(Into::into).collect())
    }

    pub(crate) fn layout(&self) -> Layout {
        let shown = if self.place == Place::Nothing { &[][..] } else { &HOST[..] };
        Layout {
            mounts: shown.iter().filter(|path| Path::new(path).exists()).map(Mount::same).collect(),
            exec_writable: self.place == Place::Compiler,
            writable_bytes: if self.writable_mb == 0 { 64 } else { self.writable_mb } << 20,
            forks: !self.alone,
        }
    }

    /// A run that must come to a limit of time comes to it all the sooner on a slow machine; others need more.
    pub(crate) fn limits(&self, expected: &Expected, slowness: u32) -> crate::Limits {
        let limits = self.limits.of_box();
        match expected.status.as_deref() {
            Some("time_limit" | "idle_limit") => limits,
            _ => crate::Limits { cpu: limits.cpu * slowness, wall: limits.wall * slowness, ..limits },
        }
    }
}

impl Expected {
    /// With room for a machine that needs `slowness` times the CPU time for the same.
    pub(crate) fn on_slow(mut self, slowness: u32) -> Self {
        if slowness > 1 {
            let room = 100 * u64::from(slowness);
            self.cpu_ms = self.cpu_ms.map(|[least, most]| [least, most + room]);
            if self.status.as_deref() == Some("time_limit") {
                // What it comes to before its time is up.
                self.memory_mb = self.memory_mb.map(|[_, most]| [0, most]);
            }
        }
        self
    }

    fn but(self, other: &Self) -> Self {
        let other = other.clone();
        let names = |these: Vec<String>, others: Vec<String>| if others.is_empty() { these } else { others };
        Self {
            status: other.status.or(self.status),
            stopped: other.stopped.or(self.stopped),
            end: other.end.or(self.end),
            says: other.says.or(self.says),
            complains: other.complains.or(self.complains),
            cpu_ms: other.cpu_ms.or(self.cpu_ms),
            memory_mb: other.memory_mb.or(self.memory_mb),
            missing: names(self.missing, other.missing),
            steady: names(self.steady, other.steady),
        }
    }
}

fn extension(file: &str) -> &str {
    Path::new(file).extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}
