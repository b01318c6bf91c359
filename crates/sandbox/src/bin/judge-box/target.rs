//! The target: a straight list of steps from a copy of init to the untrusted program. Most are done before anybody
//! asks for the run; what is left then is the command's own limits, descriptors and `execve`.

use std::convert::Infallible;
use std::ffi::{CString, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStringExt;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};
use nix::sched::{CloneFlags, unshare};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigSet, SigmaskHow, Signal, sigprocmask};
use nix::time::ClockId;
use nix::unistd::{Gid, Uid, setresgid, setresuid, setsid, write};
use sandbox::wire::{self, Packet, Received, say};

use crate::init::now;
use crate::root::{Layout, errno};
use crate::step::{Fail, checked, step};
use crate::{filter, landlock, privileges};

/// The program's user and group inside the box. An ordinary user outside has only itself to map, as root; the program
/// then is root of the box without any capability.
pub(crate) fn user(layout: &Layout) -> u32 {
    if layout.as_root { 1000 } else { 0 }
}

/// Does not return but as an exit: the program, or 127 with the failed step told.
pub(crate) fn main(socket: BorrowedFd<'_>, layout: &Layout, entries: &[OwnedFd]) -> ! {
    if let Err(fail) = get_ready(socket, layout, entries) {
        let _ = fail.packet().send(socket, &[]);
    } else {
        // No command comes when the keeper drops the box.
        if let Ok(Some(command)) = wire::receive(socket)
            && let Some((start, Err(fail))) = Command::read(command).map(Command::execute)
        {
            let _ = report(&mut File::from(start), fail);
        }
    }
    // SAFETY: ends this process at once; nothing of judge-box's may run in it.
    unsafe { libc::_exit(127) }
}

/// After the times, which were told already if it was `execve` that failed: errno, name of the step.
fn report(start: &mut File, fail: Fail) -> io::Result<()> {
    if fail.step != say::EXECUTE {
        start.write_all(&[0; wire::START_BYTES])?;
    }
    start.write_all(&(fail.errno as i32).to_le_bytes())?;
    start.write_all(fail.step.as_bytes())
}

fn get_ready(socket: BorrowedFd<'_>, layout: &Layout, entries: &[OwnedFd]) -> Result<(), Fail> {
    for entry in entries {
        step("enter a control group", write(entry, b"0").map(drop))?;
    }
    step("hide the control group", unshare(CloneFlags::CLONE_NEWCGROUP))?;
    step("leave the session", setsid().map(drop))?;
    step("let signals in", sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None))?;
    landlock::restrict(&["/w", "/tmp", "/dev/shm"], "/dev")?;
    become_user(layout)?;
    step("hide the target", nix::sys::prctl::set_dumpable(false))?;
    step("die with init", nix::sys::prctl::set_pdeathsig(Signal::SIGKILL))?;
    step(say::LOAD_FILTER, filter::load_for_target(layout))?;
    step("tell that the target is ready", Packet::new(say::READY).send(socket, &[]))
}

/// The program's user, with no group and no capability.
fn become_user(layout: &Layout) -> Result<(), Fail> {
    let id = user(layout);
    step("take the program's group", setresgid(Gid::from_raw(id), Gid::from_raw(id), Gid::from_raw(id)))?;
    step("take the program's user", setresuid(Uid::from_raw(id), Uid::from_raw(id), Uid::from_raw(id)))?;
    privileges::drop_capabilities()
}

/// What is to be run, as the keeper sent it.
struct Command {
    cpu_seconds: u64,
    file_size: u64,
    stack: u64,
    open_files: u64,
    data: u64,
    processes: u64,
    argv: Vec<OsString>,
    env: Vec<OsString>,
    directories: Vec<OsString>,
    files: Vec<(OsString, OwnedFd)>,
    start: OwnedFd,
    standard: [OwnedFd; 3],
    exe: Option<OwnedFd>,
    descriptors: Vec<OwnedFd>,
}

impl Command {
    /// Fields and descriptors in the order in which the keeper's `run_packet` puts them.
    fn read(mut packet: Received) -> Option<Self> {
        let mut fds = std::mem::take(&mut packet.fds).into_iter();
        let mut number = || packet.number().ok();
        let [cpu_seconds, file_size, stack, open_files, data, processes] =
            [number()?, number()?, number()?, number()?, number()?, number()?];
        let by_fd = number()? != 0;
        let mut texts = || packet.texts().ok();
        let (argv, env, directories, names) = (texts()?, texts()?, texts()?, texts()?);
        // Out of the way of the program's own descriptors.
        let start = high(fds.next()?).ok()?;
        let standard = [fds.next()?, fds.next()?, fds.next()?];
        let exe = if by_fd { Some(fds.next()?) } else { None };
        let files = names.into_iter().map(|name| Some((name, fds.next()?))).collect::<Option<_>>()?;
        let descriptors = fds.collect();
        Some(Self {
            cpu_seconds,
            file_size,
            stack,
            open_files,
            data,
            processes,
            argv,
            env,
            directories,
            files,
            start,
            standard,
            exe,
            descriptors,
        })
    }

    /// Comes back only with the failure, and where to tell it.
    fn execute(self) -> (OwnedFd, Result<Infallible, Fail>) {
        let result = self.try_execute();
        (self.start, result)
    }

    fn try_execute(&self) -> Result<Infallible, Fail> {
        let used = now(ClockId::CLOCK_PROCESS_CPUTIME_ID)?;
        step(say::WRITE_FILES, self.write_files().map_err(errno))?;
        let (argv, env) = (strings(&self.argv)?, strings(&self.env)?);
        let exe = self.exe.as_ref().map(high).transpose()?;
        self.place_descriptors()?;
        self.set_limits()?;
        step("close what was inherited", close_from(3 + self.descriptors.len()))?;
        // Files can be large, and copying them is not the program's doing.
        let used = now(ClockId::CLOCK_PROCESS_CPUTIME_ID)? - used;
        let times = [now(ClockId::CLOCK_MONOTONIC)?, used].map(u64::to_le_bytes);
        step("tell the times", write(&self.start, times.as_flattened()).map(drop))?;
        step(say::EXECUTE, exec(exe.as_ref(), &argv, &env))
    }

    fn write_files(&self) -> io::Result<()> {
        for directory in &self.directories {
            fs::create_dir(directory)?;
        }
        for (name, source) in &self.files {
            // A sealed file's offset is shared by all who got this descriptor: read by position, through a new one.
            let mut source = File::open(format!("/proc/self/fd/{}", source.as_raw_fd()))?;
            io::copy(&mut source, &mut File::create_new(name)?)?;
        }
        Ok(())
    }

    /// Standard input, output and error, then 3, 4 and so on. First all out of the way, so that none covers another.
    fn place_descriptors(&self) -> Result<(), Fail> {
        let all: Vec<OwnedFd> =
            self.standard.iter().chain(&self.descriptors).map(high).collect::<Result<_, _>>()?;
        for (number, fd) in (0..).zip(&all) {
            // SAFETY: dup2 onto a number that no owner of ours will use: the program starts before any is dropped.
            step("place a descriptor", checked(unsafe { libc::dup2(fd.as_raw_fd(), number) }.into()))?;
        }
        Ok(())
    }

    fn set_limits(&self) -> Result<(), Fail> {
        let limits = [
            (Resource::RLIMIT_CPU, self.cpu_seconds, "limit CPU time"),
            (Resource::RLIMIT_FSIZE, self.file_size, "limit file size"),
            (Resource::RLIMIT_STACK, self.stack, "limit the stack"),
            (Resource::RLIMIT_DATA, self.data, "limit data"),
            (Resource::RLIMIT_NPROC, self.processes, "limit processes"),
            (Resource::RLIMIT_MEMLOCK, 0, "forbid locked memory"),
            (Resource::RLIMIT_MSGQUEUE, 0, "forbid message queues"),
            (Resource::RLIMIT_SIGPENDING, 1024, "limit queued signals"),
            (Resource::RLIMIT_NOFILE, self.open_files, "limit open files"),
        ];
        limits.into_iter().try_for_each(|(resource, most, name)| step(name, lower(resource, most)))
    }
}

/// A hard limit cannot be raised, so ours is the lower of the two.
pub(crate) fn lower(resource: Resource, most: u64) -> nix::Result<()> {
    let (_, hard) = getrlimit(resource)?;
    let most = most.min(hard);
    setrlimit(resource, most, most)
}

/// A copy with a number that no program's descriptor will have, closed by exec.
fn high(fd: impl AsFd) -> Result<OwnedFd, Fail> {
    let number: RawFd = step("move a descriptor", fcntl(fd.as_fd(), FcntlArg::F_DUPFD_CLOEXEC(400)))?;
    // SAFETY: fcntl has just made this descriptor; nobody else knows its number.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

/// Marks everything from `first` on to be closed by exec.
fn close_from(first: usize) -> nix::Result<()> {
    const CLOEXEC: libc::c_uint = 4;
    // SAFETY: plain numbers.
    checked(unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, CLOEXEC) }).map(drop)
}

fn strings(texts: &[OsString]) -> Result<Vec<CString>, Fail> {
    let strings: Result<_, _> = texts.iter().map(|text| CString::new(text.clone().into_vec())).collect();
    strings.map_err(|_| Fail::new("read the command", Errno::EINVAL))
}

/// By descriptor, or by the path in `argv[0]`.
fn exec(exe: Option<&OwnedFd>, argv: &[CString], env: &[CString]) -> nix::Result<Infallible> {
    match exe {
        Some(exe) => nix::unistd::fexecve(exe, argv, env),
        None => nix::unistd::execve(&argv[0], argv, env),
    }
}
