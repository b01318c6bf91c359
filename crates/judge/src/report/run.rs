//! What `judge run` says.

use std::io::{self, Write};

use nix::sys::signal::Signal;
use sandbox::{End, Grade, Limits, Outcome, Status};
use serde::Serialize;

use super::{lossy, mebibytes, milliseconds, seconds};

/// Most bytes of standard output in the JSON answer; people get all of it.
const JSON_STDOUT: usize = 1 << 20;

/// One run, before anybody is told.
pub(crate) struct Ran {
    pub outcome: Outcome,
    pub status: Status,
    pub stdout: Vec<u8>,
    /// Why it is not `Ok`, in words; empty where the outcome says all.
    pub reason: String,
}

/// One run, as `--json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// `ok`, `runtime_error`, `time_limit`, `idle_limit`, `memory_limit`, `output_limit`, `compile_error` or
    /// `judge_error`.
    pub status: &'static str,
    pub exit_code: Option<i32>,
    pub signal: Option<i32>,
    /// The CPU time or the wall time ran out.
    pub timed_out: bool,
    pub cpu_ms: u64,
    pub wall_ms: u64,
    /// Peak of all processes together.
    pub memory_bytes: u64,
    pub oom_kills: u64,
    pub stdout: String,
    /// Of a compile error what the compiler said, of a judge error what went wrong.
    pub stderr: String,
    pub grade: String,
}

impl Report {
    pub(crate) fn of(ran: &Ran) -> Self {
        let Ran { outcome, status, stdout, .. } = ran;
        Self {
            status: status.code(),
            exit_code: exit_code(outcome.end),
            signal: signal(outcome.end),
            timed_out: matches!(status, Status::TimeLimit | Status::IdleLimit),
            cpu_ms: milliseconds(outcome.cpu),
            wall_ms: milliseconds(outcome.wall),
            memory_bytes: outcome.memory,
            oom_kills: outcome.oom_kills,
            stdout: lossy(stdout, JSON_STDOUT),
            stderr: stderr(outcome),
            grade: outcome.grade.to_string(),
        }
    }

    pub(crate) fn compile_error(log: &str, reason: &str, grade: Grade) -> Self {
        let said = if log.is_empty() { reason } else { log };
        Self::without_run("compile_error", said, grade)
    }

    pub(crate) fn judge_error(error: &anyhow::Error, grade: Grade) -> Self {
        Self::without_run("judge_error", &format!("{error:#}"), grade)
    }

    fn without_run(status: &'static str, stderr: &str, grade: Grade) -> Self {
        Self {
            status,
            exit_code: None,
            signal: None,
            timed_out: false,
            cpu_ms: 0,
            wall_ms: 0,
            memory_bytes: 0,
            oom_kills: 0,
            stdout: String::new(),
            stderr: stderr.to_owned(),
            grade: grade.to_string(),
        }
    }
}

fn exit_code(end: End) -> Option<i32> {
    match end {
        End::Exited(code) => Some(code),
        _ => None,
    }
}

fn signal(end: End) -> Option<i32> {
    match end {
        End::Signaled(signal) => Some(signal),
        _ => None,
    }
}

fn stderr(outcome: &Outcome) -> String {
    let kept = String::from_utf8_lossy(&outcome.stderr);
    if outcome.stderr_cut { format!("{kept}\n[cut: more was written]") } else { kept.into_owned() }
}

/// For people: standard output as it is, and on standard error what the program wrote there and one line on the run.
pub(crate) fn tell(ran: &Ran, limits: &Limits) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(&ran.stdout)?;
    out.flush()?;
    let mut err = io::stderr().lock();
    let said = stderr(&ran.outcome);
    write!(err, "{said}{}", if said.is_empty() || said.ends_with('\n') { "" } else { "\n" })?;
    writeln!(err, "{}", summary(ran, limits))
}

/// Two lines: what ended it, and what it used of its limits.
fn summary(ran: &Ran, limits: &Limits) -> String {
    let Ran { outcome, .. } = ran;
    format!(
        "{}\nCPU {} of {}, wall {} of {}, memory {} of {}, isolation {}",
        headline(ran),
        seconds(outcome.cpu),
        seconds(limits.cpu),
        seconds(outcome.wall),
        seconds(limits.wall),
        mebibytes(outcome.memory),
        mebibytes(limits.memory),
        outcome.grade,
    )
}

fn headline(ran: &Ran) -> String {
    let words = match ran.status {
        Status::Ok => return "ok".to_owned(),
        Status::RuntimeError => return format!("run-time error: {}", end(ran.outcome.end)),
        Status::TimeLimit => "time limit",
        Status::IdleLimit => "idle limit",
        Status::MemoryLimit => "memory limit",
        Status::OutputLimit => "output limit",
    };
    let reason = if ran.reason.is_empty() { "the program was stopped." } else { &ran.reason };
    format!("{words}: {reason}")
}

fn end(end: End) -> String {
    match end {
        End::Exited(code) => format!("exit code {code}"),
        End::Signaled(number) => {
            let name = Signal::try_from(number).map_or("unknown", Signal::as_str);
            format!("signal {number}, {name}")
        }
        End::NotExecuted(errno) => format!("not started: {}", io::Error::from_raw_os_error(errno)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_has_the_promised_keys_whatever_happened() {
        let report = Report::compile_error("main.c:1: error", "The compiler found errors.", Grade::Full);
        let json = serde_json::to_value(&report).unwrap();
        let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let mut promised = [
            "status",
            "exit_code",
            "signal",
            "timed_out",
            "cpu_ms",
            "wall_ms",
            "memory_bytes",
            "oom_kills",
            "stdout",
            "stderr",
            "grade",
        ];
        promised.sort_unstable();
        assert_eq!(keys, promised);
        assert_eq!(json["status"], "compile_error");
        assert_eq!(json["stderr"], "main.c:1: error");
    }

    #[test]
    fn an_end_is_told_in_words() {
        assert_eq!(end(End::Exited(3)), "exit code 3");
        assert_eq!(end(End::Signaled(11)), "signal 11, SIGSEGV");
        assert!(end(End::NotExecuted(2)).contains("No such file"));
    }
}
