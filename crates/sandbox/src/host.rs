//! What this machine can do, found by doing it.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::{Pid, geteuid};

use crate::cgroup::Cgroups;
use crate::error::Error;
use crate::fair::topology::Cores;
use crate::fair::{self, Calibration, Sampler};
use crate::outcome::Grade;
use crate::pinned::Pinned;
use crate::sandbox::Sandbox;
use crate::spec::Layout;
use crate::wire::say;

/// A machine that can run boxes, and how well.
#[derive(Debug)]
pub struct Host {
    inner: Arc<Inner>,
    findings: Vec<Finding>,
    /// The last one, and when it was made.
    calibrated: Mutex<Option<(Arc<Calibration>, Instant)>>,
}

/// What every box of this host needs to know.
#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) judge_box: PathBuf,
    pub(crate) cgroups: Option<Arc<Cgroups>>,
    pub(crate) root: bool,
    /// Cores that we may use.
    pub(crate) cores: Cores,
}

impl Inner {
    pub(crate) fn grade(&self) -> Grade {
        if self.cgroups.is_some() { Grade::Full } else { Grade::Practice }
    }

    /// The core of that slot; several have the same one when there are more slots than cores.
    pub(crate) fn core(&self, slot: u32) -> usize {
        self.cores.order[slot as usize % self.cores.order.len()]
    }

    /// Makes a run ready; where programs cannot be born in their groups, they enter them from then on.
    fn probe(self: &Arc<Self>) -> Result<(), Error> {
        let once = || Sandbox::open(self, 0, &Layout::default()).and_then(|mut probe| probe.probe());
        once().or_else(|error| match &self.cgroups {
            Some(cgroups) if cgroups.no_more_births() => once(),
            _ => Err(error),
        })
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub what: &'static str,
    pub ok: bool,
    pub detail: String,
    /// What to do where it is not.
    pub remedy: Option<String>,
}

impl Host {
    /// Looks for judge-box and control groups, and makes one box to see that it can. About 10 ms.
    ///
    /// # Errors
    /// `NoJudgeBox`; `Refused`, which says what is missing and what would bring it.
    pub fn detect() -> Result<Self, Error> {
        let judge_box = find_judge_box()?;
        let found = Cgroups::detect();
        let root = is_root();
        let cores = Cores::arranged(&cores()?);
        let places = Finding { what: "cores", ok: true, detail: cores.words(), remedy: None };
        let inner = Arc::new(Inner { judge_box, cgroups: found.cgroups.map(Arc::new), root, cores });
        inner.probe().map_err(refused)?;
        let way_in = inner.cgroups.as_ref().map(|cgroups| format!("; {}", cgroups.way_in()));
        let groups = Finding {
            what: "control groups",
            ok: inner.cgroups.is_some(),
            detail: found.detail + &way_in.unwrap_or_default(),
            remedy: found.remedy,
        };
        let user = if root { "as root, each slot under a user id of its own" } else { "as an ordinary user" };
        let boxes = Finding { what: "namespaces", ok: true, detail: user.into(), remedy: None };
        let program = Finding {
            what: "judge-box",
            ok: true,
            detail: inner.judge_box.display().to_string(),
            remedy: None,
        };
        let findings = vec![program, places, boxes, groups, landlock()?];
        Ok(Self { inner, findings, calibrated: Mutex::default() })
    }

    pub fn grade(&self) -> Grade {
        self.inner.grade()
    }

    /// Removes control groups of judges that were killed. For whoever runs for long, now and then: while the processes of one
    /// are still dying its groups cannot go, and nobody else may come. A millisecond; blocks.
    pub fn sweep(&self) {
        self.inner.cgroups.iter().for_each(|cgroups| cgroups.sweep());
    }

    /// Whether boxes are made as root, each slot under a user id of its own.
    pub fn is_root(&self) -> bool {
        self.inner.root
    }

    /// The separate program that boxes are made by.
    pub fn judge_box(&self) -> &Path {
        &self.inner.judge_box
    }

    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Cores that this process may use; threads of one physical core count each.
    pub fn cores(&self) -> usize {
        self.inner.cores.order.len()
    }

    /// As many slots make sense: one for each physical core that this process may use, as two threads of one core slow
    /// each other down; fewer where a control group's quota gives us less time than that.
    pub fn slots(&self) -> u32 {
        let granted = available_parallelism().map_or(1, usize::from);
        u32::try_from(self.inner.cores.physical.min(granted)).unwrap_or(1)
    }

    /// Times what is always the same on the cores of the first `slots` slots, alone and all at once: some 0.15 s a slot,
    /// in which nothing else should run here. `false` when `stop` said so, which is asked every few milliseconds; then
    /// [`Host::calibration`] is what it was.
    ///
    /// # Errors
    /// Ours in all cases.
    pub fn calibrate(&self, slots: u32, stop: &(dyn Fn() -> bool + Sync)) -> Result<bool, Error> {
        let cores: Vec<usize> = (0..slots).map(|slot| self.inner.core(slot)).collect();
        let Some(measured) = fair::measure(&cores, stop)? else { return Ok(false) };
        *self.calibrated.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((Arc::new(measured), Instant::now()));
        Ok(true)
    }

    /// The last one, and how old it is.
    pub fn calibration(&self) -> Option<(Arc<Calibration>, Duration)> {
        let calibrated = self.calibrated.lock().unwrap_or_else(PoisonError::into_inner);
        calibrated.as_ref().map(|(calibration, at)| (Arc::clone(calibration), at.elapsed()))
    }

    /// The core of `slot`, as the kernel numbers them.
    pub fn core(&self, slot: u32) -> usize {
        self.inner.core(slot)
    }

    /// How long the core of `slot` takes now for what it did when it was calibrated, as a multiple of the CPU time that
    /// it took then: some 2 ms. `None` when that core was not calibrated.
    ///
    /// # Errors
    /// Ours in all cases.
    pub fn canary(&self, slot: u32) -> Result<Option<f64>, Error> {
        let calibration = self.calibration();
        // By its core: there may be more slots than were calibrated.
        let core = self.inner.core(slot);
        let known = calibration.as_ref().and_then(|(all, _)| all.slots.iter().find(|one| one.core == core));
        known.map(fair::canary).transpose()
    }

    pub(crate) fn cgroups(&self) -> Option<&Arc<Cgroups>> {
        self.inner.cgroups.as_ref()
    }

    /// Has this thread stay on the core of `slot`, where its box is, while it waits for a run there.
    ///
    /// Beside a box on a core of its own a thread is woken on another one, and what a program prints goes from cache to
    /// cache. Measured on two cores, pinned and free in turns: an empty program took 1.6 against 2.0 ms; one that prints
    /// 64 MB 14 against 26 ms, and 5.8 against 23 ms of its own CPU time, which is what it is judged by. With both slots
    /// busy there is no difference, as everybody then stays where he is: so the pinned one's time is also more the same.
    ///
    /// # Errors
    /// Ours in all cases.
    pub fn pin(&self, slot: u32) -> Result<Pinned, Error> {
        Pinned::to(self.inner.core(slot))
    }

    /// Looks at what goes on around the runs of `slot`. `None` where the kernel tells nothing.
    pub fn sampler(&self, slot: u32) -> Option<Sampler> {
        Sampler::open(self.inner.core(slot)).ok()
    }

    /// A box for `slot`, a small number that no other box in use at the same time has: it chooses the core and the
    /// user id. About 5 ms; keep the box.
    ///
    /// # Errors
    /// Ours in all cases; a path of the layout that is not there is named.
    pub fn open(&self, slot: u32, layout: &Layout) -> Result<Sandbox, Error> {
        Sandbox::open(&self.inner, slot, layout)
    }
}

fn landlock() -> Result<Finding, Error> {
    let version = crate::landlock::version().map_err(Error::os("ask for Landlock"))?;
    let absent = "not used by this kernel: two walls (mounts, system call filter) stand without the third";
    Ok(Finding {
        what: "Landlock",
        ok: version.is_some(),
        detail: version.map_or(absent.into(), |version| format!("version {version}")),
        remedy: version.is_none().then(|| "a kernel of 5.13 or newer whose lsm= list has landlock".into()),
    })
}

/// In order.
pub(crate) fn cores() -> Result<Vec<usize>, Error> {
    let set = sched_getaffinity(Pid::from_raw(0)).map_err(Error::os("ask for the cores"))?;
    Ok((0..CpuSet::count()).filter(|&core| set.is_set(core).unwrap_or(false)).collect())
}

/// `JUDGE_BOX`, else beside the executable, else one folder up, where a test's executable has it.
fn find_judge_box() -> Result<PathBuf, Error> {
    if let Some(path) = env::var_os("JUDGE_BOX").map(PathBuf::from) {
        return if path.is_file() { Ok(path) } else { Err(Error::NoJudgeBox(path)) };
    }
    let here = env::current_exe().map_err(Error::io("find our own executable"))?;
    let beside = here.with_file_name("judge-box");
    let above = here.parent().and_then(|folder| folder.parent()).map(|folder| folder.join("judge-box"));
    [Some(beside.clone()), above]
        .into_iter()
        .flatten()
        .find(|path| path.is_file())
        .ok_or(Error::NoJudgeBox(beside))
}

/// Whether we can give slots user ids of their own. Root of a container that has only some of all ids makes boxes as an
/// ordinary user does.
fn is_root() -> bool {
    geteuid().is_root() && std::fs::read_to_string("/proc/self/uid_map").is_ok_and(|map| has_all_ids(&map))
}

/// Whether a user namespace with this `uid_map` has all ids: first inside, first outside, how many.
fn has_all_ids(map: &str) -> bool {
    map.split_whitespace().nth(2).and_then(|count| count.parse().ok()) == Some(u32::MAX)
}

/// What people can do about a step that the kernel refused.
fn refused(error: Error) -> Error {
    let Error::Step { step, errno } = &error else { return error };
    let remedy = match errno {
        Errno::EPERM | Errno::EACCES if step.ends_with("/proc") => {
            "parts of /proc are covered here; in a container: start it with --security-opt systempaths=unconfined"
        }
        Errno::EPERM | Errno::EACCES if step == say::LOAD_FILTER => {
            "it needs system call filters of its own; in a container: start it with --security-opt seccomp=unconfined"
        }
        Errno::EPERM | Errno::EACCES => {
            "namespaces are forbidden here; as an ordinary user: sudo sysctl kernel.unprivileged_userns_clone=1 \
             kernel.apparmor_restrict_unprivileged_userns=0; in a container: start it with --privileged"
        }
        Errno::ENOSPC | Errno::EUSERS => {
            "sudo sysctl user.max_user_namespaces=10000 user.max_net_namespaces=10000"
        }
        Errno::ENOSYS | Errno::EINVAL => {
            "Linux 5.12 or newer with namespaces is needed; in a container, which may hide its calls: start it with \
             --privileged"
        }
        _ => "the kernel's log may tell why",
    };
    Error::Refused(format!("it failed to {step} ({errno}): {remedy}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_of_a_container_has_some_ids_and_root_of_the_host_all() {
        assert!(has_all_ids("         0          0 4294967295\n"));
        for some in ["0 1000 1\n1 100000 65536\n", "         0          0          1\n", "", "0 0 x"] {
            assert!(!has_all_ids(some), "{some:?}");
        }
    }

    #[test]
    fn what_a_container_forbids_is_named_with_what_allows_it() {
        let told = |step: &str, errno| refused(Error::Step { step: step.into(), errno }).to_string();
        assert!(told("mount /proc", Errno::EPERM).contains("systempaths=unconfined"));
        assert!(told(say::LOAD_FILTER, Errno::EPERM).contains("seccomp=unconfined"));
        assert!(told("make the box's namespaces", Errno::EPERM).contains("--privileged"));
        assert!(told("make the box's namespaces", Errno::ENOSPC).contains("user.max_user_namespaces"));
    }
}
