//! What happened, in words that a contestant reads.

use std::time::Duration;

use nix::errno::Errno;
use nix::sys::signal::Signal;
use sandbox::{End, Outcome, Status, Stopped};

/// One sentence or two on why a run came to `status`; empty when all is well.
pub(crate) fn reason(outcome: &Outcome, status: Status, wall_limit: Duration) -> String {
    match status {
        Status::Ok => String::new(),
        Status::TimeLimit => time(outcome),
        Status::IdleLimit => idle(outcome, wall_limit),
        Status::MemoryLimit => memory(outcome),
        Status::OutputLimit if outcome.stopped == Some(Stopped::OutputLimit) => {
            format!("More than {} of output.", size(outcome.output))
        }
        Status::OutputLimit => "It made a file larger than it may.".into(),
        Status::RuntimeError => end(outcome.end),
    }
}

fn time(outcome: &Outcome) -> String {
    let limit = outcome.cpu_limit;
    let used = match (seconds(outcome.cpu), seconds(limit)) {
        (used, limit) if used == limit => format!("{:.4} s", outcome.cpu.as_secs_f64()),
        (used, _) => used,
    };
    let how = if outcome.stopped == Some(Stopped::CpuLimit) { "Stopped after" } else { "Used" };
    format!("{how} {used} of CPU; the limit is {}.", seconds(limit))
}

/// Too much time of several processes, each of which kept the limit.
pub(crate) fn together(processes: usize, used: Duration, limit: Duration) -> String {
    let (used, limit) = (seconds(used), seconds(limit));
    format!("The {processes} processes used {used} of CPU together; the limit is {limit}.")
}

fn idle(outcome: &Outcome, limit: Duration) -> String {
    format!(
        "Idle: {:.1} s passed with {} of CPU used; at most {:.1} s may pass.",
        outcome.wall.as_secs_f64(),
        seconds(outcome.cpu),
        limit.as_secs_f64()
    )
}

fn memory(outcome: &Outcome) -> String {
    let limit = size(outcome.memory_limit);
    match outcome.oom_kills {
        0 => format!("The run-time ran out of memory; the limit is {limit}."),
        1 => format!("The memory limit of {limit} was reached; the kernel killed 1 process."),
        kills => format!("The memory limit of {limit} was reached; the kernel killed {kills} processes."),
    }
}

/// How a process ended.
pub(crate) fn end(end: End) -> String {
    match end {
        End::Exited(code) => format!("Exit code {code}."),
        End::Signaled(number) => format!("Killed by signal {number} ({}).", signal(number)),
        End::NotExecuted(errno) => format!("It could not be started: {}.", Errno::from_raw(errno).desc()),
    }
}

fn signal(number: i32) -> &'static str {
    match Signal::try_from(number) {
        Ok(Signal::SIGSYS) => "SIGSYS, a system call that is forbidden here",
        Ok(signal) => signal.as_str(),
        Err(_) => "a real-time signal",
    }
}

/// `2.00 s`.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// `64 MiB`, `1.5 KiB`, `100 bytes`.
pub(crate) fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = units.into_iter().find(|(shift, _)| bytes >= 1 << shift);
    let Some((shift, unit)) = unit else { return format!("{bytes} bytes") };
    let (whole, rest) = (bytes >> shift, bytes & ((1 << shift) - 1));
    if rest == 0 {
        format!("{whole} {unit}")
    } else {
        format!("{:.1} {unit}", bytes as f64 / (1u64 << shift) as f64)
    }
}

/// Text that an untrusted program wrote: at most `most` bytes, what is no UTF-8 replaced, and no control characters
/// but line feed and tab, nor those that turn the direction of writing. What was cut off is said.
pub(crate) fn tame(bytes: &[u8], most: usize) -> String {
    let kept = &bytes[..bytes.len().min(most)];
    let text: String = String::from_utf8_lossy(kept).chars().filter(|&c| !is_wild(c)).collect();
    let cut = bytes.len() - kept.len();
    if cut == 0 { text } else { format!("{text}\n[{} more not shown]", size(cut as u64)) }
}

fn is_wild(c: char) -> bool {
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && c != '\n' && c != '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_in_the_largest_unit_that_fits() {
        let sizes = [0, 100, 1024, 1536, 64 << 20, 3 << 30].map(size);
        assert_eq!(sizes, ["0 bytes", "100 bytes", "1 KiB", "1.5 KiB", "64 MiB", "3 GiB"]);
    }

    #[test]
    fn ends_name_the_signal_or_the_code() {
        assert_eq!(end(End::Exited(3)), "Exit code 3.");
        assert_eq!(end(End::Signaled(11)), "Killed by signal 11 (SIGSEGV).");
        assert_eq!(end(End::Signaled(40)), "Killed by signal 40 (a real-time signal).");
        assert_eq!(end(End::NotExecuted(8)), "It could not be started: Exec format error.");
    }

    #[test]
    fn tamed_text_is_short_readable_and_obeyed_by_no_terminal() {
        assert_eq!(tame(b"a\x1b[2J\x00b\tc\r\n\xff", 100), "a[2Jb\tc\n\u{fffd}");
        assert_eq!(tame("x\u{202e}y\u{2067}ä".as_bytes(), 100), "xyä");
        assert_eq!(tame(&[b'a'; 3000], 10), "aaaaaaaaaa\n[2.9 KiB more not shown]");
    }
}
