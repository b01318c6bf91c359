//! What boxes have on the host, as far as it is this process's.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::unistd::geteuid;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Left {
    /// Names and number of everything below this process.
    processes: Vec<String>,
    /// Of the user ids that slots have; any process of the host.
    of_slots: usize,
    groups: usize,
    /// Of the box's file systems in the host's view: none, ever.
    mounts: usize,
    descriptors: usize,
}

impl Left {
    pub(crate) fn now() -> Self {
        let me = std::process::id();
        let mut processes = Vec::new();
        below(me, &mut processes);
        let mut processes: Vec<String> = processes.into_iter().map(|(name, _)| name).collect();
        processes.sort();
        Self {
            processes,
            of_slots: if geteuid().is_root() { of_slot(me) } else { 0 },
            groups: groups(me),
            mounts: mounts(),
            descriptors: fs::read_dir("/proc/self/fd").expect("/proc").count(),
        }
    }

    /// Waits until it is like this again; what is not, `place` being where to say that it is.
    pub(crate) fn unlike(&self, place: &str) -> Option<String> {
        let left = Self::settled(Some(self));
        (left != *self).then(|| format!("left {place}: {left:?}, before it was {self:?}"))
    }

    /// Waits until it is as `wanted`, or, without that, until the next run of a box is ready. The last look in any
    /// case.
    pub(crate) fn settled(wanted: Option<&Self>) -> Self {
        let deadline = Instant::now() + Duration::from_secs(5);
        loop {
            let left = Self::now();
            let settled = match wanted {
                Some(wanted) => left == *wanted,
                // judge-box, init, target.
                None => left.processes.len() == 3,
            };
            if settled || Instant::now() > deadline {
                return left;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The user ids of all boxes; waits until there are that many, for what they have ready for the next run.
pub(crate) fn users_below(wanted: usize) -> BTreeSet<String> {
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let mut processes = Vec::new();
        below(std::process::id(), &mut processes);
        let users: BTreeSet<String> = processes.into_iter().filter_map(|(_, uid)| uid).collect();
        if users.len() == wanted || Instant::now() > deadline {
            return users;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Name and user of each descendant, whichever thread made it.
fn below(process: u32, found: &mut Vec<(String, Option<String>)>) {
    for task in fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten() {
        let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|id| id.parse().ok()) {
            let name = fs::read_to_string(format!("/proc/{child}/comm")).unwrap_or_default();
            found.push((name, uid(&format!("/proc/{child}"))));
            below(child, found);
        }
    }
}

/// Processes with a user id of this process's slots, of which there are at most two.
fn of_slot(process: u32) -> usize {
    let first = 2_000_000_000 + (process % 4_000_000) * 2;
    let uids = [first, first + 1, first + 8_000_002, first + 8_000_003].map(|uid| uid.to_string());
    let entries = fs::read_dir("/proc").expect("/proc").flatten();
    let found = entries.filter_map(|entry| uid(entry.path().to_str()?));
    found.filter(|uid| uids.contains(uid)).count()
}

/// Of a process's folder in `/proc`.
fn uid(folder: &str) -> Option<String> {
    let status = fs::read_to_string(format!("{folder}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("Uid:"))?;
    Some(line.split_whitespace().next()?.to_owned())
}

/// Control groups of runs, in whatever hierarchies there are: below the top of one, or beside our own group.
pub(crate) fn groups(process: u32) -> usize {
    let mounts = fs::read_to_string("/proc/self/mounts").expect("/proc");
    let kind = |line: &&str| line.split(' ').nth(2).is_some_and(|kind| kind.starts_with("cgroup"));
    let tops = mounts.lines().filter(kind).filter_map(|line| line.split(' ').nth(1));
    let own = fs::read_to_string("/proc/self/cgroup").expect("/proc");
    let owns: Vec<&str> = own.lines().filter_map(|line| line.rsplit(':').next()).collect();
    let parents: BTreeSet<PathBuf> = tops
        .flat_map(|top| owns.iter().map(move |own| PathBuf::from(format!("{top}{own}"))))
        .flat_map(|folder| {
            folder.ancestors().map(|one| one.join(format!("judge-{process}"))).collect::<Vec<_>>()
        })
        .collect();
    parents.iter().map(|parent| folders_in(parent)).sum()
}

/// However deep.
fn folders_in(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).map(|path| 1 + folders_in(&path)).sum()
}

fn mounts() -> usize {
    let mounts = fs::read_to_string("/proc/self/mounts").expect("/proc");
    mounts.lines().filter(|line| line.starts_with("box ") || line.starts_with("run ")).count()
}
