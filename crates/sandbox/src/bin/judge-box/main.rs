//! One box: namespaces and a read-only root that are kept, and a fresh init with a waiting target for every run.
//!
//! Started by the `sandbox` library with its control socket as standard input; see that library's theory. It is
//! single-threaded, so forking is plain, and it holds nothing worth stealing. In the order of the code:
//!
//! 1. take the layout;
//! 2. as root: build the root, then enter a user namespace with ids of the slot's own, in which the mounts just made
//!    are locked; as an ordinary user: enter a user namespace that knows only this user, then build the root;
//! 3. for each run asked for: make init (`init.rs`), which makes the target (`target.rs`); wait until init is dead.

mod filter;
mod init;
mod landlock;
mod mounts;
mod privileges;
mod root;
mod step;
mod target;

use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::process::ExitCode;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sched::{CloneFlags, unshare};
use nix::sys::signal::{SigHandler, Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Gid, Pid, Uid, getgid, getuid, setresgid, setresuid};
use sandbox::wire::{self, Packet, Received, say};

use crate::init::Entry;
use crate::root::Layout;
use crate::step::{Fail, step};

/// Everything that a box has of its own but its processes, which are a run's, and its view of control groups: nobody can
/// be born into a group outside the view of who bears it, so the target takes that by itself.
const NAMESPACES: CloneFlags = CloneFlags::CLONE_NEWNS
    .union(CloneFlags::CLONE_NEWNET)
    .union(CloneFlags::CLONE_NEWUTS)
    .union(CloneFlags::CLONE_NEWIPC);

fn main() -> ExitCode {
    // Out of the way of 0, 1 and 2, and closed by any exec.
    let Ok(socket) = fcntl(io::stdin(), FcntlArg::F_DUPFD_CLOEXEC(300)) else {
        eprintln!("judge-box is started by judge, with a socket as its standard input");
        return ExitCode::from(2);
    };
    // SAFETY: fcntl has just made this descriptor; nobody else knows its number.
    let socket = unsafe { OwnedFd::from_raw_fd(socket) };
    match serve(socket.as_fd()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fail) => {
            // The keeper may be gone, which is why we end.
            let _ = fail.packet().send(socket.as_fd(), &[]);
            ExitCode::FAILURE
        }
    }
}

/// Until the keeper hangs up.
fn serve(socket: BorrowedFd<'_>) -> Result<(), Fail> {
    step("reset signals", reset_signals())?;
    let Some(mut packet) = receive(socket)? else { return Ok(()) };
    let layout = Layout::read(&mut packet).map_err(|_| Fail::new("read the layout", Errno::EBADMSG))?;
    step("close what was inherited", close_standard())?;
    if layout.as_root {
        root::build(&layout)?;
        step("make the box's namespaces", unshare(CloneFlags::CLONE_NEWUSER | NAMESPACES))?;
        mapped_by_keeper(socket)?;
    } else {
        let (uid, gid) = (getuid(), getgid());
        step("make the box's namespaces", unshare(CloneFlags::CLONE_NEWUSER | NAMESPACES))?;
        map_self(uid, gid)?;
        root::build(&layout)?;
    }
    step("name the box", nix::unistd::sethostname("box"))?;
    privileges::settle(&layout)?;
    step(say::LOAD_FILTER, filter::load_for_box())?;
    send(socket, &Packet::new(say::BUILT))?;
    while let Some(request) = receive(socket)? {
        one_run(socket, &layout, request)?;
    }
    Ok(())
}

/// Every signal as the system has it: what our starter ignores, and SIGPIPE, which Rust's start-up does, the program would
/// otherwise ignore, too.
fn reset_signals() -> nix::Result<()> {
    for signal in Signal::iterator().filter(|signal| !matches!(signal, Signal::SIGKILL | Signal::SIGSTOP)) {
        // SAFETY: the default action runs no code of ours.
        unsafe { nix::sys::signal::signal(signal, SigHandler::SigDfl) }?;
    }
    Ok(())
}

/// Standard input was the socket; the box has no use for any of the three.
fn close_standard() -> nix::Result<()> {
    let null = fs::File::options().read(true).write(true).open("/dev/null").map_err(|_| Errno::ENODEV)?;
    nix::unistd::dup2_stdin(&null)?;
    nix::unistd::dup2_stdout(&null)
}

/// Root outside maps two ids of the slot's own: ours and the program's.
fn mapped_by_keeper(socket: BorrowedFd<'_>) -> Result<(), Fail> {
    send(socket, &Packet::new(say::UNSHARED))?;
    if receive(socket)?.is_none() {
        return Err(Fail::new("hear that the users are mapped", Errno::EPIPE));
    }
    step("take the box's group", setresgid(Gid::from_raw(0), Gid::from_raw(0), Gid::from_raw(0)))?;
    step("take the box's user", setresuid(Uid::from_raw(0), Uid::from_raw(0), Uid::from_raw(0)))
}

/// An ordinary user may map nobody but itself.
fn map_self(uid: Uid, gid: Gid) -> Result<(), Fail> {
    let write = |file: &str, text: String| {
        fs::write(file, text).map_err(|error| Errno::from_raw(error.raw_os_error().unwrap_or(0)))
    };
    step("map this user", write("/proc/self/setgroups", "deny".into()))?;
    step("map this user", write("/proc/self/uid_map", format!("0 {uid} 1")))?;
    step("map this user", write("/proc/self/gid_map", format!("0 {gid} 1")))
}

/// Makes one run ready and stays until all of it is dead.
fn one_run(socket: BorrowedFd<'_>, layout: &Layout, mut request: Received) -> Result<(), Fail> {
    let born = request.number().map_err(|_| Fail::new("read what is asked for", Errno::EBADMSG))? != 0;
    let entry = Entry::new(request.fds, born);
    let (init, pidfd) = match step("make init", init::spawn())? {
        Some(made) => made,
        None => init::main(socket, layout, entry),
    };
    drop(entry);
    step(
        "tell of init",
        Packet::new(say::INIT)
            .number(init.as_raw().cast_unsigned().into())
            .send(socket, &[pidfd.as_raw_fd()]),
    )?;
    wait(socket, init, &pidfd)?;
    send(socket, &Packet::new(say::GONE))?;
    collect_sockets()
}

/// A socket that was sent over itself outlives its program, with all that was sent beside it, until the kernel looks
/// for such sockets: when one is closed that was sent nowhere.
fn collect_sockets() -> Result<(), Fail> {
    use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};
    let pair = socketpair(AddressFamily::Unix, SockType::Datagram, None, SockFlag::SOCK_CLOEXEC);
    step("make a socket", pair.map(drop))
}

/// Waits for init, and with it for everything in its pid namespace. If the keeper hangs up first, ends it.
fn wait(socket: BorrowedFd<'_>, init: Pid, pidfd: &OwnedFd) -> Result<(), Fail> {
    let hangs_up = PollFlags::from_bits_retain(libc::POLLRDHUP);
    let mut fds = [PollFd::new(pidfd.as_fd(), PollFlags::POLLIN), PollFd::new(socket, hangs_up)];
    while let Err(Errno::EINTR) = poll(&mut fds, PollTimeout::NONE) {}
    // Bits that nix has no name for are those that we asked for.
    let hung_up = fds[1].any().unwrap_or(true);
    if hung_up {
        step("end init", kill(init, Signal::SIGKILL))?;
    }
    step("wait for init", waitpid(init, Some(WaitPidFlag::__WALL)).map(drop))
}

fn receive(socket: BorrowedFd<'_>) -> Result<Option<Received>, Fail> {
    step("hear the keeper", wire::receive(socket))
}

fn send(socket: BorrowedFd<'_>, packet: &Packet) -> Result<(), Fail> {
    step("tell the keeper", packet.send(socket, &[]))
}
