//! What a run came to, held against what it must come to.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::attack::table::Expected;
use crate::outcome::{End, Outcome, Stopped};

/// Most that a run may leave of standard error: more than is kept is our failure.
pub(crate) const STDERR_BYTES: usize = 64 << 10;
/// A file that a run leaves is taken up to this size.
const FILE_BYTES: u64 = 1 << 20;

/// One thing that is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aspect {
    pub expected: String,
    pub seen: String,
    pub ok: bool,
    /// A figure of time or memory, which a busy machine can shift.
    pub figure: bool,
}

impl Aspect {
    fn word(expected: &str, seen: &str) -> Self {
        Self { expected: expected.to_owned(), seen: seen.to_owned(), ok: expected == seen, figure: false }
    }

    /// Of what a program printed, quoted.
    fn text(what: &str, expected: &str, seen: &str, ok: bool) -> Self {
        let quoted = |text: &str| format!("{what} {:?}", text.chars().take(4_000).collect::<String>());
        Self { expected: quoted(expected), seen: quoted(seen), ok, figure: false }
    }

    fn figure([least, most]: [u64; 2], seen: u64, unit: &str) -> Self {
        Self {
            expected: format!("{least} to {most} {unit}"),
            seen: format!("{seen} {unit}"),
            ok: (least..=most).contains(&seen),
            figure: true,
        }
    }

    /// Of a run that did not end in time.
    pub(crate) fn late(most: Duration, took: Duration) -> Self {
        let (expected, seen) = (format!("over within {most:?}"), format!("over after {took:?}"));
        Self { expected, seen, ok: false, figure: true }
    }

    /// What must never be.
    pub(crate) fn fault(expected: &str, seen: String) -> Self {
        Self { expected: expected.to_owned(), seen, ok: false, figure: false }
    }
}

/// In the order in which people want to know.
pub(crate) fn aspects(expected: &Expected, outcome: &Outcome, stdout: &str) -> Vec<Aspect> {
    let status = expected.status.as_deref().unwrap_or("ok");
    let mut aspects = vec![Aspect::word(status, outcome.status().code())];
    if let Some(wanted) = &expected.stopped {
        aspects.push(Aspect::word(&stopped_by(wanted), &stopped_by(stopped(outcome.stopped))));
    }
    aspects.extend(expected.end.iter().map(|wanted| Aspect::word(wanted, &end(outcome.end))));
    aspects.extend(expected.says.iter().map(|wanted| Aspect::text("says", wanted, stdout, wanted == stdout)));
    let complaint = String::from_utf8_lossy(&outcome.stderr);
    aspects.extend(expected.complains.iter().map(|part| {
        let found = complaint.contains(part);
        Aspect::text("complains", part, if found { part } else { &complaint }, found)
    }));
    let cpu = u64::try_from(outcome.cpu.as_millis()).unwrap_or(u64::MAX);
    aspects.extend(expected.cpu_ms.map(|range| Aspect::figure(range, cpu, "ms of CPU")));
    aspects.extend(expected.memory_mb.map(|range| Aspect::figure(range, outcome.memory >> 20, "MiB")));
    if outcome.stderr.len() > STDERR_BYTES {
        let kept = format!("{} bytes of standard error", outcome.stderr.len());
        aspects.push(Aspect::fault(&format!("{STDERR_BYTES} bytes of standard error"), kept));
    }
    aspects.extend(expected.missing.iter().map(|name| missing(name, outcome)));
    aspects.extend(expected.steady.iter().map(|name| steady(name, outcome)));
    aspects
}

fn missing(name: &str, outcome: &Outcome) -> Aspect {
    let none = format!("no {name}");
    match outcome.leftovers.read(name, FILE_BYTES) {
        Ok(Some(bytes)) => Aspect::fault(&none, format!("{name} of {} bytes", bytes.len())),
        _ => Aspect::word(&none, &none),
    }
}

fn steady(name: &str, outcome: &Outcome) -> Aspect {
    let reads: BTreeSet<_> = (0..200).map(|_| outcome.leftovers.read(name, FILE_BYTES).ok()).collect();
    let contents = |count: usize| format!("{name} read 200 times: {count} contents");
    Aspect::word(&contents(1), &contents(reads.len()))
}

/// As the table writes an end.
fn end(end: End) -> String {
    match end {
        End::Exited(code) => format!("exit {code}"),
        End::Signaled(signal) => format!("signal {signal}"),
        End::NotExecuted(errno) => format!("not executed {errno}"),
    }
}

/// As the table writes who ended a run.
fn stopped(stopped: Option<Stopped>) -> &'static str {
    match stopped {
        None => "no",
        Some(Stopped::CpuLimit) => "cpu",
        Some(Stopped::WallLimit) => "wall",
        Some(Stopped::OutputLimit) => "output",
        Some(Stopped::BySink) => "sink",
        Some(Stopped::LeftAlone) => "left alone",
    }
}

fn stopped_by(word: &str) -> String {
    if word == "no" { "not stopped".to_owned() } else { format!("stopped by {word}") }
}
