//! Who used how much CPU time, from proc(5): this process and its threads, the boxes below it, and Postgres.

use std::collections::HashMap;
use std::fs;
use std::ops::Sub;
use std::time::Duration;

use anyhow::Context as _;
use nix::unistd::{SysconfVar, sysconf};

/// CPU time up to now.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Used {
    /// None where the server is not ours.
    pub postgres: Option<Duration>,
    /// The worker but for its slots' threads: what claims, listens and writes.
    pub worker: Duration,
    /// The slots' threads, which feed programs and compare what they print.
    pub slots: Duration,
    /// judge-box and all below it, the programs among them.
    pub boxes: Duration,
}

impl Sub for Used {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            postgres: self.postgres.zip(before.postgres).map(|(now, then)| now.saturating_sub(then)),
            worker: self.worker.saturating_sub(before.worker),
            slots: self.slots.saturating_sub(before.slots),
            boxes: self.boxes.saturating_sub(before.boxes),
        }
    }
}

/// What proc_pid_stat(5) says of a process or thread, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stat {
    parent: i32,
    own: u64,
    /// Of children that ended and were waited for.
    children: u64,
}

/// `postgres`: the process id of a server's first process.
///
/// # Errors
/// `/proc` is not there.
pub(super) fn used(postgres: Option<i32>) -> anyhow::Result<Used> {
    let all = processes()?;
    let me = i32::try_from(std::process::id())?;
    let mine = all.get(&me).context("/proc does not show this process")?;
    let slots = slots()?;
    let with_children = |pids: &[i32]| -> u64 {
        pids.iter().filter_map(|pid| all.get(pid)).map(|stat| stat.own + stat.children).sum()
    };
    let boxes = below(&all, me, postgres);
    let server = postgres.map(|first| {
        let mut pids = below(&all, first, None);
        pids.push(first);
        with_children(&pids)
    });
    let tick = Duration::from_secs(1) / ticks()?;
    let time = |ticks: u64| tick * u32::try_from(ticks).unwrap_or(u32::MAX);
    Ok(Used {
        postgres: server.map(time),
        worker: time(mine.own.saturating_sub(slots)),
        slots: time(slots),
        boxes: time(mine.children + with_children(&boxes)),
    })
}

/// In a second.
fn ticks() -> anyhow::Result<u32> {
    let ticks = sysconf(SysconfVar::CLK_TCK)?.context("the kernel does not say how long a tick is")?;
    Ok(u32::try_from(ticks)?)
}

fn processes() -> anyhow::Result<HashMap<i32, Stat>> {
    let entries = fs::read_dir("/proc").context("cannot look into /proc")?;
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    // One may end while we look.
    Ok(pids.filter_map(|pid| Some((pid, stat(&format!("/proc/{pid}/stat"))?.1))).collect())
}

/// Ticks of the threads of slots.
fn slots() -> anyhow::Result<u64> {
    let threads = fs::read_dir("/proc/self/task").context("cannot look into /proc/self/task")?;
    let stats = threads.filter_map(|thread| stat(thread.ok()?.path().join("stat").to_str()?));
    Ok(stats.filter(|(name, _)| name.starts_with("slot-")).map(|(_, stat)| stat.own).sum())
}

fn stat(path: &str) -> Option<(String, Stat)> {
    read(&fs::read_to_string(path).ok()?)
}

/// A name in brackets may hold anything.
fn read(line: &str) -> Option<(String, Stat)> {
    let (head, rest) = line.rsplit_once(") ")?;
    let (_, name) = head.split_once('(')?;
    let fields: Vec<&str> = rest.split(' ').collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    let parent = fields.get(1)?.parse().ok()?;
    // utime, stime, cutime, cstime: the 14th field and those after it.
    let stat = Stat { parent, own: number(11)? + number(12)?, children: number(13)? + number(14)? };
    Some((name.to_owned(), stat))
}

/// All below `first`, without `but` and all below that.
fn below(all: &HashMap<i32, Stat>, first: i32, but: Option<i32>) -> Vec<i32> {
    let (mut found, mut look) = (Vec::new(), vec![first]);
    while let Some(parent) = look.pop() {
        let children = all.iter().filter(|(pid, stat)| stat.parent == parent && Some(**pid) != but);
        let children: Vec<i32> = children.map(|(pid, _)| *pid).collect();
        found.extend(&children);
        look.extend(children);
    }
    found
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_line_of_proc_is_read_whatever_the_process_is_called() {
        let line = "17 (a) (b ) R 3 17 17 0 -1 4194304 90 0 0 0 5 7 11 13 20 0 1 0 99 1 1";
        let stat = Stat { parent: 3, own: 12, children: 24 };
        assert_eq!(read(line), Some(("a) (b ".to_owned(), stat)));
        assert_eq!(read("17 (a) R 3"), None);
    }

    #[test]
    fn who_is_below_whom_is_found_at_any_depth_but_for_one_branch() {
        let stat = |parent| Stat { parent, own: 0, children: 0 };
        let all = HashMap::from([(2, stat(1)), (3, stat(2)), (4, stat(2)), (5, stat(4)), (6, stat(9))]);
        let sorted = |mut pids: Vec<i32>| {
            pids.sort_unstable();
            pids
        };
        assert_eq!(sorted(below(&all, 1, None)), [2, 3, 4, 5]);
        assert_eq!(sorted(below(&all, 1, Some(4))), [2, 3]);
    }

    #[test]
    fn work_of_a_slot_and_of_the_rest_are_told_apart() {
        let burn = || {
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_millis(300) {
                std::hint::spin_loop();
            }
            used(None).unwrap()
        };
        let before = used(None).unwrap();
        let slot = std::thread::Builder::new().name("slot-7".to_owned()).spawn(burn).unwrap();
        // Looked at by the thread itself: what ended is no longer among the threads.
        let during = slot.join().unwrap() - before;
        assert!(during.slots > Duration::from_millis(20), "{during:?}");
    }
}
