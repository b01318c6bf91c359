//! The box's root: a small read-only tmpfs with the layout's mounts, a few devices, and nothing else of the host.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::unistd::{chdir, pivot_root};
use sandbox::wire::Received;

use crate::mounts::{self, DEVICE, READ_ONLY};
use crate::step::{Fail, step};

/// What the keeper wants the box to look like.
pub(crate) struct Layout {
    /// Whether we are root outside, and so have two users inside.
    pub(crate) as_root: bool,
    pub(crate) exec_writable: bool,
    pub(crate) forks: bool,
    pub(crate) writable_bytes: u64,
    /// Source on the host, target in the box.
    mounts: Vec<(PathBuf, PathBuf)>,
}

const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
const LINKS: [(&str, &str); 4] =
    [("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")];
/// Where a run gets fresh file systems.
const PLACES: [&str; 5] = ["proc", "dev/shm", "tmp", "w", "etc"];
const PASSWD: &str = "root:x:0:0:root:/:/bin/false\nrunner:x:1000:1000:runner:/w:/bin/false\n";
const GROUP: &str = "root:x:0:\nrunner:x:1000:\n";

impl Layout {
    pub(crate) fn read(packet: &mut Received) -> io::Result<Self> {
        let mut flag = || packet.number().map(|number| number != 0);
        let (as_root, exec_writable, forks) = (flag()?, flag()?, flag()?);
        let writable_bytes = packet.number()?;
        let (sources, targets) = (packet.texts()?, packet.texts()?);
        let mounts =
            sources.into_iter().map(PathBuf::from).zip(targets.into_iter().map(PathBuf::from)).collect();
        Ok(Self { as_root, exec_writable, forks, writable_bytes, mounts })
    }
}

/// Builds the root and makes it ours; nothing of the old one can be reached afterwards.
pub(crate) fn build(layout: &Layout) -> Result<(), Fail> {
    if layout.as_root {
        step("make the box's mounts", nix::sched::unshare(nix::sched::CloneFlags::CLONE_NEWNS))?;
    }
    let none = None::<&str>;
    step("keep mounts from the host", mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none))?;
    // Copied before anything is covered: a source may lie below the place where the new root is made.
    let trees = copies(layout)?;
    let (base, flags) = ("/tmp", MsFlags::MS_NOSUID | MsFlags::MS_NODEV);
    step(
        "mount the box's root",
        mount(Some("box"), base, Some("tmpfs"), flags, Some("size=1m,nr_inodes=4k,mode=755")),
    )?;
    step("go to the box's root", chdir(base))?;
    step("fill the box's root", fill().map_err(errno))?;
    for (tree, target, folder) in &trees {
        step("make the place of a mount", place(target, *folder).map_err(errno))?;
        step("mount a host path", mounts::attach(tree, target))?;
    }
    empty_proc()?;
    step("enter the box's root", pivot_root(".", "."))?;
    step("leave the host's root", umount2(".", MntFlags::MNT_DETACH))?;
    step("go to the root", chdir("/"))?;
    step("make the root read-only", mounts::restrict(Path::new("/"), READ_ONLY))
}

/// Detached copies of all sources, each with its place below the new root and whether it is a folder.
fn copies(layout: &Layout) -> Result<Vec<(OwnedFd, PathBuf, bool)>, Fail> {
    let mut trees = Vec::new();
    for (source, target) in &layout.mounts {
        let tree = step("copy a host path", mounts::copy(source, READ_ONLY))?;
        trees.push((tree, below(target), source.is_dir()));
    }
    for device in DEVICES {
        let tree = step("copy a device", mounts::copy(&Path::new("/dev").join(device), DEVICE))?;
        trees.push((tree, Path::new("dev").join(device), false));
    }
    Ok(trees)
}

/// An absolute path as one below the current folder, with no way up.
fn below(path: &Path) -> PathBuf {
    path.components()
        .filter_map(|part| if let std::path::Component::Normal(name) = part { Some(name) } else { None })
        .collect()
}

fn fill() -> io::Result<()> {
    for place in PLACES {
        fs::create_dir_all(place)?;
    }
    for (name, target) in LINKS {
        symlink(target, Path::new("dev").join(name))?;
    }
    fs::write("etc/passwd", PASSWD)?;
    fs::write("etc/group", GROUP)
}

/// A folder or an empty file to mount on. Places that a mount brought with it are left as they are.
fn place(target: &Path, folder: bool) -> io::Result<()> {
    if folder {
        return fs::create_dir_all(target);
    }
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    if target.exists() { Ok(()) } else { fs::write(target, "") }
}

/// Mounts the `/proc` of a pid namespace that has nobody in it. A run mounts its own on top; the kernel allows that
/// in a user namespace only where a whole `/proc` can be seen already, and this one shows no process.
fn empty_proc() -> Result<(), Fail> {
    // SAFETY: judge-box has one thread, so the child may go on as if nothing had happened.
    let child = unsafe { crate::init::fork_into(libc::CLONE_NEWPID, None) };
    if let Some((child, _)) = step("make a process for /proc", child)? {
        use nix::sys::wait::{WaitStatus, waitpid};
        return match step("wait for /proc", waitpid(child, None))? {
            WaitStatus::Exited(_, 0) => Ok(()),
            WaitStatus::Exited(_, code) => Err(Fail::new("mount /proc", Errno::from_raw(code))),
            _ => Err(Fail::new("mount /proc", Errno::ECHILD)),
        };
    }
    let code = mount_proc("proc", "hidepid=2").err().map_or(0, |errno| errno as i32);
    // SAFETY: ends this child at once, running nothing of the parent's.
    unsafe { libc::_exit(code) }
}

/// The `/proc` of the caller's pid namespace.
pub(crate) fn mount_proc(at: &str, options: &str) -> nix::Result<()> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC | MsFlags::MS_RDONLY;
    mount(Some("proc"), at, Some("proc"), flags, Some(options))
}

pub(crate) fn errno(error: io::Error) -> Errno {
    Errno::from_raw(error.raw_os_error().unwrap_or(libc::EIO))
}
