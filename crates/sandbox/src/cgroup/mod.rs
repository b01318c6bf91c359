//! Control groups: limits and exact counters for all processes of a run together.
//!
//! One small interface over v2, v1 and hybrid hosts. The counters of a [`Group`] are fresh for each run: its peak starts
//! again, time and events are counted from what they were. A group is used again where the kernel can do that and nothing
//! is left charged to it, which is cheaper than a new one and leaves no dying groups behind; else it goes. Programs are
//! ended through their pid namespace, never by `cgroup.kill`: a group killed that way can poison its successor.

mod nest;
mod v1;
mod v2;

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) use nest::{Entry, Nest};

/// Room for the kernel's batched charging (256 KiB a core) and the target's own start.
const SLACK: u64 = 1 << 20;

/// What may be left charged to a group that is used again, in bytes. The kernel charges ahead in batches, and frees what
/// dead processes had a little later: up to 0.6 MiB after nine runs of ten. More may be the page cache of files that the
/// run was the first to read, which the next one is not to pay for.
const RESIDUE: u64 = 640 << 10;

const MAKE: &str = "make a control group";

/// Numbers the groups of this process, however many hosts it looks at.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Where groups can be made on this host.
#[derive(Debug)]
pub(crate) struct Cgroups {
    kind: Kind,
    /// Whether programs are born in their groups, which spares the kernel a grace period for every run that comes a
    /// while after the one before. Only v2 can.
    born: AtomicBool,
    /// Groups that were still busy when they should have gone; tried again later.
    parked: Mutex<Vec<Vec<PathBuf>>>,
}

#[derive(Debug)]
enum Kind {
    V1(v1::Hierarchies),
    V2(v2::Tree),
}

/// What was found, in words, for people who ask what is missing.
pub(crate) struct Detected {
    pub(crate) cgroups: Option<Cgroups>,
    pub(crate) detail: String,
    pub(crate) remedy: Option<String>,
}

impl Cgroups {
    /// Looks at the mounts, and makes a parent group of our own where that is allowed: v1 memory and pids where the
    /// host has them there, else v2.
    pub(crate) fn detect() -> Detected {
        let mounts = match fs::read_to_string("/proc/self/mountinfo") {
            Ok(mounts) => mounts,
            Err(error) => return Detected::none(format!("/proc/self/mountinfo: {error}"), None),
        };
        match v1::Hierarchies::find(&mounts) {
            Some(Ok(found)) => Detected::with(found.describe(), Kind::V1(found)),
            Some(Err(why)) => Detected::none(why, Some(remedy(&mounts, "run as root (sudo judge …)"))),
            None => match v2::Tree::find(&mounts) {
                Ok(found) => Detected::with(found.describe(), Kind::V2(found)),
                Err(why) => Detected::none(why, Some(remedy(&mounts, v2::REMEDY))),
            },
        }
    }

    /// Has programs enter their groups by a write from now on; whether they did not before.
    pub(crate) fn no_more_births(&self) -> bool {
        self.born.swap(false, Ordering::Relaxed)
    }

    /// How programs come into their groups, in words.
    pub(crate) fn way_in(&self) -> &'static str {
        if self.born.load(Ordering::Relaxed) {
            "programs are born in their group"
        } else {
            "programs enter their group"
        }
    }

    /// In this order; later, where one is still busy.
    fn remove(&self, folders: Vec<PathBuf>) {
        if !remove_all(&folders)
            && let Ok(mut parked) = self.parked.lock()
        {
            parked.push(folders);
        }
    }

    /// Removes what other judges left that were killed: what was still dying when this one started is gone by now.
    pub(crate) fn sweep(&self) {
        match &self.kind {
            Kind::V1(found) => found.parents().into_iter().filter_map(Path::parent).for_each(sweep),
            Kind::V2(tree) => tree.parent().parent().into_iter().for_each(sweep),
        }
    }

    fn retry_parked(&self) {
        if let Ok(mut parked) = self.parked.lock() {
            parked.retain(|folders| !remove_all(folders));
        }
    }
}

impl Drop for Cgroups {
    fn drop(&mut self) {
        self.retry_parked();
        match &self.kind {
            Kind::V1(found) => found.leave(),
            Kind::V2(found) => found.leave(),
        }
    }
}

impl Detected {
    fn with(detail: String, kind: Kind) -> Self {
        let born = AtomicBool::new(matches!(kind, Kind::V2(_)));
        let cgroups = Cgroups { kind, born, parked: Mutex::default() };
        Self { cgroups: Some(cgroups), detail, remedy: None }
    }

    fn none(detail: String, remedy: Option<String>) -> Self {
        Self { cgroups: None, detail, remedy }
    }
}

fn fresh_name(of: &str) -> String {
    format!("{of}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The open files of one group, whichever version it is of.
#[derive(Debug)]
struct Files {
    /// One a hierarchy.
    folders: Vec<PathBuf>,
    entry: Entry,
    /// The narrower first: on v1 memory, then memory with swap, where the kernel counts that.
    memory_limits: Vec<File>,
    pids_limit: File,
    /// Processes and threads that are in it, dead ones that nobody has reaped among them.
    pids_now: Counter,
    cpu: Counter,
    memory_now: Counter,
    memory_peak: Counter,
    oom: Counter,
}

/// A number in a file.
#[derive(Debug)]
struct Counter {
    file: File,
    /// The word before the number; empty when the number stands alone.
    key: &'static str,
    /// Multiplies what is read: to nanoseconds or bytes.
    unit: u64,
    /// Whether writing `0` starts it again.
    resets: bool,
}

impl Counter {
    fn open(path: &Path, key: &'static str, unit: u64) -> io::Result<Self> {
        Ok(Self { file: named(path, |path| File::open(path))?, key, unit, resets: false })
    }

    fn read(&self) -> io::Result<u64> {
        let mut buffer = [0; 4096];
        let len = self.file.read_at(&mut buffer, 0)?;
        let text = String::from_utf8_lossy(&buffer[..len]);
        let value = if self.key.is_empty() { Some(text.trim()) } else { after_key(&text, self.key) };
        let number = value.and_then(|digits| digits.parse::<u64>().ok());
        let number =
            number.ok_or_else(|| io::Error::other(format!("no number {:?} in {text:?}", self.key)))?;
        Ok(number.saturating_mul(self.unit))
    }
}

fn after_key<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ').map(str::trim))
}

/// The counters of a group at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) cpu: Duration,
    /// Peak so far, bytes.
    pub(crate) memory: u64,
    pub(crate) oom_kills: u64,
}

/// The control group of one run at a time. Removed when dropped; everybody in it must be dead by then.
#[derive(Debug)]
pub(crate) struct Group {
    files: Files,
    /// Bytes of memory, and processes, as last set.
    limits: Option<(u64, u32)>,
    /// For want of memory, before this run.
    earlier_kills: u64,
    owner: Arc<Cgroups>,
}

impl Group {
    pub(crate) fn entry(&self) -> &Entry {
        &self.files.entry
    }

    /// Sets the limits: bytes of memory (swap excluded from use), and processes at once. Starts the counts again.
    pub(crate) fn start(&mut self, memory: u64, processes: u32) -> io::Result<()> {
        if self.limits != Some((memory, processes)) {
            self.limit(memory, processes)?;
        }
        if self.files.memory_peak.resets {
            (&self.files.memory_peak.file).write_all(b"0")?;
        }
        self.earlier_kills = self.files.oom.read()?;
        Ok(())
    }

    fn limit(&mut self, memory: u64, processes: u32) -> io::Result<()> {
        let text = memory.saturating_add(SLACK).to_string();
        let set = |mut file: &File| file.write_all(text.as_bytes());
        // The kernel refuses any moment in which the narrower would be the wider.
        if self.limits.is_some_and(|(before, _)| before < memory) {
            self.files.memory_limits.iter().rev().try_for_each(set)?;
        } else {
            self.files.memory_limits.iter().try_for_each(set)?;
        }
        (&self.files.pids_limit).write_all(processes.to_string().as_bytes())?;
        self.limits = Some((memory, processes));
        Ok(())
    }

    /// Whether the next run finds it as good as new.
    pub(crate) fn is_clean(&self) -> bool {
        self.files.memory_peak.resets && self.files.memory_now.read().is_ok_and(|bytes| bytes <= RESIDUE)
    }

    /// Whether nobody is in it any more, which nobody leaves but by death.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.pids_now.read().is_ok_and(|processes| processes == 0)
    }

    pub(crate) fn cpu(&self) -> io::Result<Duration> {
        Ok(Duration::from_nanos(self.files.cpu.read()?))
    }

    /// Ids of the processes that are alive in it now, as the host counts; `None` when it cannot be told.
    pub(crate) fn processes(&self) -> Option<Vec<u32>> {
        let list = fs::read_to_string(self.files.folders.first()?.join("cgroup.procs")).ok()?;
        Some(list.lines().filter_map(|id| id.parse().ok()).collect())
    }

    pub(crate) fn usage(&self) -> io::Result<Usage> {
        Ok(Usage {
            cpu: self.cpu()?,
            memory: self.files.memory_peak.read()?,
            oom_kills: self.files.oom.read()?.saturating_sub(self.earlier_kills),
        })
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.owner.remove(std::mem::take(&mut self.files.folders));
    }
}

/// Whether all are gone. A group is busy for a moment after its last process died.
fn remove_all(folders: &[PathBuf]) -> bool {
    folders.iter().map(|folder| remove(folder)).fold(true, |all, one| all & one)
}

fn remove(folder: &Path) -> bool {
    for _ in 0..20 {
        match fs::remove_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                std::thread::sleep(Duration::from_micros(500));
            }
            other => return other.is_ok() || !folder.exists(),
        }
    }
    false
}

/// The name of our parent group: the process id keeps two judges on one host apart.
fn parent_name() -> String {
    format!("judge-{}", std::process::id())
}

/// Removes what judges that were killed left behind in `folder`: groups of processes that are no more.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner =
            name.to_str().and_then(|name| name.strip_prefix("judge-")).and_then(|id| id.parse::<u32>().ok());
        let gone = owner.is_some_and(|id| !Path::new(&format!("/proc/{id}")).exists());
        // A judge in another container has a process id that is not to be seen here.
        if gone && !has_members(&entry.path()) {
            remove_tree(&entry.path());
        }
    }
}

/// Whether anybody is in a group or in one below it.
fn has_members(folder: &Path) -> bool {
    let own = fs::read_to_string(folder.join("cgroup.procs"));
    own.is_ok_and(|members| !members.is_empty()) || folders(folder).any(|inner| has_members(&inner))
}

fn folders(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| entry.path())
}

/// A group and those below it, the busy ones excepted; its files go with it.
fn remove_tree(folder: &Path) {
    folders(folder).for_each(|inner| remove_tree(&inner));
    let _ = fs::remove_dir(folder);
}

/// What would bring control groups where there are `mounts`: `usual` for a user who may not use them, else what makes
/// them visible, or writable.
fn remedy(mounts: &str, usual: &str) -> String {
    const CONTAINER: &str = "in a container: start it with --privileged";
    let groups = |kind| mount_point(mounts, kind, "");
    let locked = ["cgroup", "cgroup2"].into_iter().find_map(|kind| locked_mount(mounts, kind));
    match locked {
        Some(point) => format!("mount -o remount,bind,rw {}; {CONTAINER}", point.display()),
        None if groups("cgroup").or_else(|| groups("cgroup2")).is_none() => {
            format!("mount -t cgroup2 cgroup2 /sys/fs/cgroup; {CONTAINER}")
        }
        None => usual.to_owned(),
    }
}

/// Where a file system of that kind is mounted such that nobody can write to it.
fn locked_mount(mountinfo: &str, kind: &str) -> Option<PathBuf> {
    mountinfo.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut fields = before.split(' ').skip(4);
        let (point, options) = (fields.next()?, fields.next()?);
        let locked = after.split(' ').next() == Some(kind) && options.split(',').any(|one| one == "ro");
        locked.then(|| PathBuf::from(point))
    })
}

/// Adds the path to what went wrong with it.
fn named<T>(path: &Path, call: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    call(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

fn open_to_write(path: &Path) -> io::Result<File> {
    named(path, |path| File::options().write(true).open(path))
}

/// Mount point of the first mount whose type is `kind` and whose options or superblock options hold `option`.
fn mount_point(mountinfo: &str, kind: &str, option: &str) -> Option<PathBuf> {
    mountinfo.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut after = after.split(' ');
        let (found, options) = (after.next()?, after.nth(1)?);
        let matches = found == kind && (option.is_empty() || options.split(',').any(|one| one == option));
        matches.then(|| PathBuf::from(before.split(' ').nth(4).unwrap_or_default()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:3 - cgroup cgroup rw,memory
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
";

    #[test]
    fn hierarchies_are_found_by_type_and_controller() {
        assert_eq!(mount_point(MOUNTS, "cgroup", "memory").unwrap(), Path::new("/sys/fs/cgroup/memory"));
        assert_eq!(
            mount_point(MOUNTS, "cgroup", "cpuacct").unwrap(),
            Path::new("/sys/fs/cgroup/cpu,cpuacct")
        );
        assert_eq!(mount_point(MOUNTS, "cgroup2", "").unwrap(), Path::new("/sys/fs/cgroup/unified"));
        assert_eq!(mount_point(MOUNTS, "cgroup", "pids"), None);
    }

    #[test]
    fn what_would_bring_control_groups_hangs_on_how_they_are_mounted() {
        assert_eq!(remedy(MOUNTS, "be root"), "be root");
        assert!(remedy("", "be root").starts_with("mount -t cgroup2 cgroup2 /sys/fs/cgroup; "));
        let locked = MOUNTS.replace("cgroup/memory rw,", "cgroup/memory ro,nosuid,");
        assert!(remedy(&locked, "be root").starts_with("mount -o remount,bind,rw /sys/fs/cgroup/memory; "));
    }

    #[test]
    fn a_key_is_found_whole_word() {
        let text = "oom 3\noom_kill 2\noom_group_kill 1\n";
        assert_eq!(after_key(text, "oom_kill"), Some("2"));
        assert_eq!(after_key(text, "oom"), Some("3"));
        assert_eq!(after_key(text, "kill"), None);
    }

    #[test]
    fn what_a_killed_judge_left_goes_whenever_it_is_looked_for_and_nothing_else_does() {
        let top = tempfile::tempdir().unwrap();
        let at = |name: &str| top.path().join(name);
        let own = parent_name();
        fs::create_dir(at(&own)).unwrap();
        let cgroups = Detected::with(String::new(), Kind::V2(v2::Tree::at(at(&own)))).cgroups.unwrap();
        // Beyond the largest id that a process can have.
        let killed = "judge-4194305";
        fs::create_dir_all(at(killed).join("box-1/run-2")).unwrap();
        let elsewhere = "judge-4194306";
        for inner in ["keeper", "run-3"] {
            fs::create_dir_all(at(elsewhere).join(inner)).unwrap();
        }
        fs::write(at(elsewhere).join("keeper/cgroup.procs"), "7\n").unwrap();
        for other in ["judge-1", "judge-supervisor", "judges", "user.slice"] {
            fs::create_dir(at(other)).unwrap();
        }
        cgroups.sweep();
        assert!(at(elsewhere).join("run-3").exists(), "it is a judge's whose id is another one here");
        assert!(!at(killed).exists());
        for other in [&own, "judge-1", "judge-supervisor", "judges", "user.slice"] {
            assert!(at(other).exists(), "{other}");
        }
    }
}
