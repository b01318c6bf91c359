//! Control groups v1, and hybrid hosts, where memory and pids are v1 hierarchies of their own.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::{Counter, Entry, Files, mount_point, named, open_to_write, parent_name, sweep};

/// Our parent group in each hierarchy that we use.
#[derive(Debug)]
pub(super) struct Hierarchies {
    memory: PathBuf,
    pids: PathBuf,
    cpu: Cpu,
}

/// Who counts CPU time.
#[derive(Debug)]
enum Cpu {
    /// The v1 controller.
    Acct(PathBuf),
    /// The v2 tree of a hybrid host, which counts without any controller.
    Unified(PathBuf),
}

impl Hierarchies {
    /// `None` when the host's memory controller is not a v1 hierarchy.
    pub(super) fn find(mounts: &str) -> Option<Result<Self, String>> {
        let memory = mount_point(mounts, "cgroup", "memory")?;
        Some(Self::make_parents(mounts, &memory).map_err(|why| format!("control groups v1: {why}")))
    }

    fn make_parents(mounts: &str, memory: &Path) -> Result<Self, String> {
        let pids = mount_point(mounts, "cgroup", "pids").ok_or("the pids controller is not mounted")?;
        let cpu = match mount_point(mounts, "cgroup", "cpuacct") {
            Some(acct) => Cpu::Acct(parent(&acct)?),
            None => Cpu::Unified(parent(
                &mount_point(mounts, "cgroup2", "").ok_or("neither cpuacct nor cgroup2 is mounted")?,
            )?),
        };
        Ok(Self { memory: parent(memory)?, pids: parent(&pids)?, cpu })
    }

    pub(super) fn describe(&self) -> String {
        match self.cpu {
            Cpu::Acct(_) => "v1: memory, pids, cpuacct".into(),
            Cpu::Unified(_) => "hybrid: v1 memory and pids, v2 for time".into(),
        }
    }

    fn cpu_folder(&self) -> &Path {
        match &self.cpu {
            Cpu::Acct(folder) | Cpu::Unified(folder) => folder,
        }
    }

    pub(super) fn make(&self, name: &str) -> io::Result<Files> {
        let [memory, pids, cpu] =
            [&self.memory, &self.pids, self.cpu_folder()].map(|parent| parent.join(name));
        let folders = [&memory, &pids, &cpu];
        let made: io::Result<Vec<()>> =
            folders.iter().map(|path| named(path, |path| fs::create_dir(path))).collect();
        made.and_then(|_| self.open(&memory, &pids, &cpu)).inspect_err(|_| {
            // What could be made goes again; what could not is not there.
            folders.iter().for_each(|path| drop(fs::remove_dir(path)));
        })
    }

    fn open(&self, memory: &Path, pids: &Path, cpu: &Path) -> io::Result<Files> {
        let (cpu_entry, cpu_counter) = match self.cpu {
            Cpu::Acct(_) => ("tasks", Counter::open(&cpu.join("cpuacct.usage"), "", 1)?),
            Cpu::Unified(_) => ("cgroup.procs", Counter::open(&cpu.join("cpu.stat"), "usage_usec", 1_000)?),
        };
        let mut memory_limits = vec![open_to_write(&memory.join("memory.limit_in_bytes"))?];
        // Absent where the kernel does not account swap. Equal to the memory limit it leaves none to use.
        memory_limits.extend(open_to_write(&memory.join("memory.memsw.limit_in_bytes")).ok());
        let peak_path = memory.join("memory.max_usage_in_bytes");
        let peak = named(&peak_path, |path| File::options().read(true).write(true).open(path))?;
        // `tasks`, not `cgroup.procs`: the latter waits for an RCU grace period, 7 to 15 ms when it is rare.
        let entries = [memory.join("tasks"), pids.join("tasks"), cpu.join(cpu_entry)];
        Ok(Files {
            folders: vec![memory.to_owned(), pids.to_owned(), cpu.to_owned()],
            entry: Entry::Written(
                entries.iter().map(|path| open_to_write(path).map(Into::into)).collect::<io::Result<_>>()?,
            ),
            memory_limits,
            pids_limit: open_to_write(&pids.join("pids.max"))?,
            pids_now: Counter::open(&pids.join("pids.current"), "", 1)?,
            cpu: cpu_counter,
            memory_now: Counter::open(&memory.join("memory.usage_in_bytes"), "", 1)?,
            memory_peak: Counter { file: peak, key: "", unit: 1, resets: true },
            oom: Counter::open(&memory.join("memory.oom_control"), "oom_kill", 1)?,
        })
    }

    /// Our own groups.
    pub(super) fn parents(&self) -> [&Path; 3] {
        [&self.memory, &self.pids, self.cpu_folder()]
    }

    /// Removes our parents.
    pub(super) fn leave(&self) {
        for folder in self.parents() {
            // Busy only while another part of this process still has runs in it; the next judge sweeps it.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Our own group at the top of the hierarchy mounted at `mount`, which is never below the group that we happen to be
/// in: that one has limits of its own.
fn parent(mount: &Path) -> Result<PathBuf, String> {
    sweep(mount);
    let folder = mount.join(parent_name());
    match fs::create_dir(&folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(format!("{} cannot be made: {error}", folder.display()))
        }
        _ => Ok(folder),
    }
}
