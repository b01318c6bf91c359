//! Pid 1 of one run: mounts what is fresh, makes the target, reaps, tells how the target ended, and ends, which ends
//! everything that is left.

use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::path::Path;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{OFlag, open};
use nix::mount::{MsFlags, mount};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, sigprocmask};
use nix::sys::stat::Mode;
use nix::time::{ClockId, clock_gettime};
use nix::unistd::{Pid, chdir};
use sandbox::schedstat;
use sandbox::wire::{Packet, say};

use crate::root::{Layout, mount_proc};
use crate::step::{Fail, checked, step};
use crate::target;

/// How the target comes into the run's control groups.
pub(crate) enum Entry {
    /// Init makes it in the group of this folder.
    Born(OwnedFd),
    /// It writes to each of these.
    Written(Vec<OwnedFd>),
}

impl Entry {
    pub(crate) fn new(mut fds: Vec<OwnedFd>, born: bool) -> Self {
        match fds.pop() {
            Some(folder) if born => Self::Born(folder),
            last => {
                fds.extend(last);
                Self::Written(fds)
            }
        }
    }
}

/// Forks into fresh namespaces, and the control group of a folder, if any, with a pidfd. `None` in the child.
///
/// # Safety
/// The caller must have one thread: the child is a plain copy of it.
pub(crate) unsafe fn fork_into(
    namespaces: libc::c_int,
    group: Option<&OwnedFd>,
) -> nix::Result<Option<(Pid, OwnedFd)>> {
    /// `linux/sched.h`; too large for the type that libc gives it.
    const CLONE_INTO_CGROUP: u64 = 1 << 33;
    let mut pidfd: libc::c_int = -1;
    // SAFETY: all zero is a valid value of this plain struct.
    let mut args: libc::clone_args = unsafe { std::mem::zeroed() };
    args.flags = u64::from(namespaces.cast_unsigned()) | u64::from(libc::CLONE_PIDFD.cast_unsigned());
    args.pidfd = (&raw mut pidfd) as u64;
    if let Some(group) = group {
        args.flags |= CLONE_INTO_CGROUP;
        args.cgroup = u64::from(group.as_raw_fd().cast_unsigned());
    }
    args.exit_signal = u64::from(libc::SIGCHLD.cast_unsigned());
    // SAFETY: args and pidfd live through the call; no memory is shared with the child.
    let id =
        checked(unsafe { libc::syscall(libc::SYS_clone3, &raw const args, size_of::<libc::clone_args>()) })?;
    if id == 0 {
        return Ok(None);
    }
    let id = Pid::from_raw(i32::try_from(id).map_err(|_| Errno::EINVAL)?);
    // SAFETY: the kernel has just made this descriptor for us.
    Ok(Some((id, unsafe { OwnedFd::from_raw_fd(pidfd) })))
}

/// Init's own process; `None` in it.
pub(crate) fn spawn() -> nix::Result<Option<(Pid, OwnedFd)>> {
    // SAFETY: judge-box has one thread.
    unsafe { fork_into(libc::CLONE_NEWPID | libc::CLONE_NEWIPC | libc::CLONE_NEWNS, None) }
}

/// What init does.
pub(crate) fn main(socket: BorrowedFd<'_>, layout: &Layout, entry: Entry) -> ! {
    let code = match live(socket, layout, entry) {
        Ok(()) => 0,
        Err(fail) => {
            let _ = fail.packet().send(socket, &[]);
            1
        }
    };
    // SAFETY: ends this process at once; nothing of judge-box's may run in it.
    unsafe { libc::_exit(code) }
}

fn live(socket: BorrowedFd<'_>, layout: &Layout, entry: Entry) -> Result<(), Fail> {
    step("die with judge-box", nix::sys::prctl::set_pdeathsig(Signal::SIGKILL))?;
    step("block signals", sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::all()), None))?;
    step("hide init", nix::sys::prctl::set_dumpable(false))?;
    fresh_mounts(layout)?;
    let work =
        step("open the working directory", open("/w", OFlag::O_DIRECTORY | OFlag::O_CLOEXEC, Mode::empty()))?;
    step("hand out the working directory", Packet::new(say::WORK).send(socket, &[work.as_raw_fd()]))?;
    drop(work);
    step("go to the working directory", chdir("/w"))?;
    let (group, entries) = match entry {
        Entry::Born(folder) => (Some(folder), Vec::new()),
        Entry::Written(entries) => (None, entries),
    };
    // SAFETY: init has one thread.
    let Some((target, _)) = step("make the target", unsafe { fork_into(0, group.as_ref()) })? else {
        drop(group);
        target::main(socket, layout, &entries)
    };
    drop((group, entries));
    reap(socket, target)
}

/// Writable places that no run before has seen, and the `/proc` of this pid namespace.
fn fresh_mounts(layout: &Layout) -> Result<(), Fail> {
    let mut flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    if !layout.exec_writable {
        flags |= MsFlags::MS_NOEXEC;
    }
    let owner = target::user(layout);
    let size = layout.writable_bytes;
    for (place, mode) in [("/w", "700"), ("/tmp", "1777"), ("/dev/shm", "1777")] {
        let data = format!("size={size},nr_inodes=16k,mode={mode},uid={owner},gid={owner}");
        step("mount a writable place", mount(Some("run"), place, Some("tmpfs"), flags, Some(data.as_str())))?;
    }
    // Nobody sees what is another's, and nothing of the host: only processes, no `sys`, `keys`, `cmdline`, `loadavg`.
    step("mount /proc", mount_proc("/proc", "hidepid=2,subset=pid"))
}

/// What a program must have used before it is asked how long it waited: that costs as much as a hundredth of a short run,
/// and a short run waits for little.
const TELLING: Duration = Duration::from_millis(5);

/// Reaps whatever ends until it is the target, and tells how that was.
fn reap(socket: BorrowedFd<'_>, target: Pid) -> Result<(), Fail> {
    loop {
        let (info, used) = match next_dead() {
            Err(Errno::EINTR) => continue,
            other => step("wait for the target", other)?,
        };
        let ended = now(ClockId::CLOCK_MONOTONIC)?;
        // SAFETY: waitid has filled the fields of a child's end.
        let (id, status) = unsafe { (Pid::from_raw(info.si_pid()), info.si_status()) };
        let waited = if id == target && used >= TELLING { waited(target) } else { 0 };
        step("reap", bury(id))?;
        if id == target {
            return tell(socket, (info.si_code, status), ended, waited);
        }
    }
}

/// Waits for a child to end, and leaves it as it is: what it did can still be asked. With it, its CPU time.
fn next_dead() -> nix::Result<(libc::siginfo_t, Duration)> {
    // SAFETY: all zero is a valid value of these two plain structs.
    let (mut info, mut used) =
        unsafe { (std::mem::zeroed::<libc::siginfo_t>(), std::mem::zeroed::<libc::rusage>()) };
    let look = libc::WEXITED | libc::__WALL | libc::WNOWAIT;
    // SAFETY: info and used live through the call. Not libc's waitid, which does not ask for `used`.
    checked(unsafe { libc::syscall(libc::SYS_waitid, libc::P_ALL, 0, &raw mut info, look, &raw mut used) })?;
    let times =
        [used.ru_utime, used.ru_stime].map(|time| (time.tv_sec * 1_000_000 + time.tv_usec).cast_unsigned());
    Ok((info, Duration::from_micros(times.iter().sum())))
}

/// Takes a dead child off the list. Not nix's waitpid, which reaps and then fails where a real-time signal had killed.
fn bury(child: Pid) -> nix::Result<()> {
    // SAFETY: a null pointer asks for no status.
    checked(unsafe { libc::waitpid(child.as_raw(), std::ptr::null_mut(), libc::__WALL) }.into()).map(drop)
}

/// Nanoseconds on a run queue.
fn waited(target: Pid) -> u64 {
    let waited = schedstat::waited(&Path::new("/proc").join(target.to_string()));
    u64::try_from(waited.as_nanos()).unwrap_or(u64::MAX)
}

fn tell(socket: BorrowedFd<'_>, (code, status): (i32, i32), ended: u64, waited: u64) -> Result<(), Fail> {
    let used = step("ask what was used", getrusage(UsageWho::RUSAGE_CHILDREN))?;
    let (user, system) = (used.user_time(), used.system_time());
    let micros = (user.tv_sec() + system.tv_sec()) * 1_000_000 + user.tv_usec() + system.tv_usec();
    let peak = used.max_rss().cast_unsigned() << 10;
    let packet =
        Packet::new(say::EXITED).number(code.cast_unsigned().into()).number(status.cast_unsigned().into());
    let packet = packet.number(peak).number(micros.cast_unsigned()).number(ended).number(waited);
    step("tell how the target ended", packet.send(socket, &[]))
}

/// Nanoseconds.
pub(crate) fn now(clock: ClockId) -> Result<u64, Fail> {
    let now = step("read the clock", clock_gettime(clock))?;
    Ok(u64::try_from(Duration::from(now).as_nanos()).unwrap_or(u64::MAX))
}
