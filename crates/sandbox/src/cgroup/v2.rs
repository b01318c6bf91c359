//! Control groups v2: one tree.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};

use super::{Counter, Entry, Files, mount_point, named, open_to_write, parent_name, sweep};

const CONTROLLERS: [&str; 2] = ["memory", "pids"];

/// Where the processes of a delegated group are while a judge uses it: one that holds processes itself cannot give
/// controllers to its children.
const LEAF: &str = "judge-supervisor";

/// Where judge-box and the init of a run are in the group of their box: apart from the runs.
const KEEPER: &str = "keeper";

/// Our parent group, whose children have the controllers.
#[derive(Debug)]
pub(super) struct Tree {
    parent: PathBuf,
    /// The group around it that was delegated to us; none at the top of the tree.
    delegated: Option<PathBuf>,
}

/// The command that gives an ordinary user a tree of its own.
pub(super) const REMEDY: &str =
    "run as root, or give yourself a delegated group: systemd-run --user --scope -p Delegate=yes judge …";

impl Tree {
    /// Root uses the top of the tree; everybody else, and root inside a container, the group that it is in, which
    /// must have been delegated.
    pub(super) fn find(mounts: &str) -> Result<Self, String> {
        let mount = mount_point(mounts, "cgroup2", "").ok_or("no control groups are mounted")?;
        let own =
            fs::read_to_string("/proc/self/cgroup").map_err(|error| format!("/proc/self/cgroup: {error}"))?;
        let own = own.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
        // The true top has no cgroup.type; the top that a container sees has one, and cannot be shared with processes.
        let top = !mount.join("cgroup.type").exists();
        let at_top = if top { Self::below(&mount) } else { Err("the top of the tree is not ours".into()) };
        at_top
            .or_else(|_| Self::delegated(&mount.join(own)))
            .map_err(|why| format!("control groups v2: {why}"))
    }

    fn delegated(own: &Path) -> Result<Self, String> {
        // Whoever started us, or was here before, may have moved us already.
        let own = if own.ends_with(LEAF) { own.parent().unwrap_or(own) } else { own };
        // A judge that ends just now may give the group back under our hands: once more.
        let tree = Self::within(own).or_else(|_| Self::within(own)).inspect_err(|_| give_back(own))?;
        Ok(Self { delegated: Some(own.to_owned()), ..tree })
    }

    fn within(own: &Path) -> Result<Self, String> {
        let leaf = own.join(LEAF);
        if let Err(error) = fs::create_dir(&leaf)
            && error.kind() != io::ErrorKind::AlreadyExists
        {
            return Err(format!("{} is not delegated to this user: {error}", own.display()));
        }
        move_all(own, &leaf).map_err(|error| format!("{}: {error}", own.display()))?;
        Self::below(own)
    }

    fn below(folder: &Path) -> Result<Self, String> {
        sweep(folder);
        enable(folder)?;
        let parent = folder.join(parent_name());
        if let Err(error) = fs::create_dir(&parent)
            && error.kind() != io::ErrorKind::AlreadyExists
        {
            return Err(format!("{} cannot be made: {error}", parent.display()));
        }
        enable(&parent).map(|()| Self { parent, delegated: None }.checked())?
    }

    /// Fails when a group made here lacks a file that we need.
    fn checked(self) -> Result<Self, String> {
        let folder = self.parent.join("probe");
        let probe = make(&folder, None, false).map_err(|error| error.to_string());
        let _ = fs::remove_dir(folder);
        match probe {
            Ok(_) => Ok(self),
            Err(why) => {
                self.leave();
                Err(why)
            }
        }
    }

    /// Our own group.
    pub(super) fn parent(&self) -> &Path {
        &self.parent
    }

    #[cfg(test)]
    pub(super) fn at(parent: PathBuf) -> Self {
        Self { parent, delegated: None }
    }

    pub(super) fn describe(&self) -> String {
        format!("v2: {}", self.parent.display())
    }

    /// Makes the group of one box, with a leaf for judge-box.
    pub(super) fn nest(&self, name: &str, owner: Option<u32>) -> io::Result<()> {
        let [leaf, folder] = self.folders(name);
        named(&folder, |path| fs::create_dir(path))?;
        let made = enable(&folder)
            .map_err(io::Error::other)
            .and_then(|()| named(&leaf, |path| fs::create_dir(path)))
            .and_then(|()| give(&folder, owner));
        made.inspect_err(|_| {
            let _ = fs::remove_dir(leaf);
            let _ = fs::remove_dir(folder);
        })
    }

    /// Of a box's group, in the order in which they can be removed.
    pub(super) fn folders(&self, nest: &str) -> [PathBuf; 2] {
        let folder = self.parent.join(nest);
        [folder.join(KEEPER), folder]
    }

    /// Where a run of the box has its group.
    pub(super) fn run(&self, nest: &str, name: &str) -> PathBuf {
        self.parent.join(nest).join(name)
    }

    /// Moves judge-box to its leaf.
    pub(super) fn take_in(&self, nest: &str, judge_box: u32) -> io::Result<()> {
        let [leaf, _] = self.folders(nest);
        named(&leaf.join("cgroup.procs"), |path| fs::write(path, judge_box.to_string()))
    }

    pub(super) fn leave(&self) {
        // Busy only while another part of this process still has runs in it; the next judge sweeps it.
        let _ = fs::remove_dir(&self.parent);
        if let Some(own) = &self.delegated {
            give_back(own);
        }
    }
}

/// Moves the processes of one group to another.
fn move_all(from: &Path, to: &Path) -> io::Result<()> {
    let members = fs::read_to_string(from.join("cgroup.procs"))?;
    for member in members.lines() {
        // One that ended meanwhile is no loss; one that may not be moved shows in the next step.
        let _ = fs::write(to.join("cgroup.procs"), member);
    }
    Ok(())
}

/// Leaves a delegated group as we found it, so that it can be entered again: nobody can enter one that gives
/// controllers to its children. The kernel refuses while another judge's groups are in it, and then it stays.
fn give_back(own: &Path) {
    let none = CONTROLLERS.map(|controller| format!("-{controller}")).join(" ");
    let leaf = own.join(LEAF);
    if fs::write(own.join("cgroup.subtree_control"), none).is_ok() && move_all(&leaf, own).is_ok() {
        let _ = fs::remove_dir(leaf);
    }
}

fn enable(folder: &Path) -> Result<(), String> {
    let control = folder.join("cgroup.subtree_control");
    let have = fs::read_to_string(&control).unwrap_or_default();
    for controller in CONTROLLERS {
        if !have.split_whitespace().any(|one| one == controller) {
            fs::write(&control, format!("+{controller}")).map_err(|error| {
                format!("the {controller} controller cannot be enabled in {}: {error}", folder.display())
            })?;
        }
    }
    Ok(())
}

/// Lets `owner` bear processes into this group, which takes the right to write to this file.
fn give(folder: &Path, owner: Option<u32>) -> io::Result<()> {
    let members = folder.join("cgroup.procs");
    if owner.is_some() { named(&members, |path| chown(path, owner, None)) } else { Ok(()) }
}

/// A fresh group for one run; `owner` may put processes into it.
pub(super) fn make(folder: &Path, owner: Option<u32>, born: bool) -> io::Result<Files> {
    named(folder, |path| fs::create_dir(path))?;
    let entry = || {
        if !born {
            return Ok(Entry::Written(vec![open_to_write(&folder.join("cgroup.procs"))?.into()]));
        }
        give(folder, owner)?;
        Ok(Entry::Born(named(folder, |path| File::open(path))?.into()))
    };
    entry().and_then(|entry| open(folder, entry)).inspect_err(|_| drop(fs::remove_dir(folder)))
}

fn open(folder: &Path, entry: Entry) -> io::Result<Files> {
    let at = |name: &str| folder.join(name);
    for (name, value) in [("memory.swap.max", "0"), ("memory.zswap.max", "0"), ("memory.oom.group", "1")] {
        // Absent where the kernel has no swap accounting; a host without these is one without swap to hide in.
        if at(name).exists() {
            fs::write(at(name), value)?;
        }
    }
    Ok(Files {
        folders: vec![folder.to_owned()],
        entry,
        memory_limits: vec![open_to_write(&at("memory.max"))?],
        pids_limit: open_to_write(&at("pids.max"))?,
        pids_now: Counter::open(&at("pids.current"), "", 1)?,
        cpu: Counter::open(&at("cpu.stat"), "usage_usec", 1_000)?,
        memory_now: Counter::open(&at("memory.current"), "", 1)?,
        memory_peak: peak(&at("memory.peak"))?,
        oom: Counter::open(&at("memory.events"), "oom_kill", 1)?,
    })
}

/// Linux 5.19 has `memory.peak`, 6.12 lets the reader start it again for its own descriptor.
fn peak(path: &Path) -> io::Result<Counter> {
    match File::options().read(true).write(true).open(path) {
        Ok(file) => Ok(Counter { file, key: "", unit: 1, resets: true }),
        Err(_) => Counter::open(path, "", 1),
    }
}
