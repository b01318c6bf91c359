//! The mount calls that nix does not have: detached copies of trees, made read-only before anybody can see them.

use std::ffi::CString;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use nix::errno::Errno;

use crate::step::checked;

/// What a mount does not allow.
pub(crate) const READ_ONLY: u64 = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
/// A device file: it must work as one, and nothing else.
pub(crate) const DEVICE: u64 = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NOEXEC;

pub(crate) fn c_path(path: &Path) -> nix::Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Errno::EINVAL)
}

/// A detached copy of the mounts at and below `source`, with `attributes` on all of them.
pub(crate) fn copy(source: &Path, attributes: u64) -> nix::Result<OwnedFd> {
    let path = c_path(source)?;
    let recursive = libc::AT_RECURSIVE.cast_unsigned();
    let flags = libc::OPEN_TREE_CLONE | libc::OPEN_TREE_CLOEXEC | recursive;
    // SAFETY: `path` is a C string that lives through the call.
    let fd = checked(unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) })?;
    // SAFETY: the kernel has just made this descriptor; nobody else knows its number.
    let tree = unsafe { OwnedFd::from_raw_fd(i32::try_from(fd).map_err(|_| Errno::EBADF)?) };
    set_attributes(&tree, c"", attributes, recursive | libc::AT_EMPTY_PATH.cast_unsigned())?;
    Ok(tree)
}

/// Sets `attributes` on the mount at `path` alone.
pub(crate) fn restrict(path: &Path, attributes: u64) -> nix::Result<()> {
    set_attributes(&nix::fcntl::AT_FDCWD, &c_path(path)?, attributes, 0)
}

fn set_attributes(at: &impl AsRawFd, path: &std::ffi::CStr, attributes: u64, flags: u32) -> nix::Result<()> {
    let attr = libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    // SAFETY: path and attr live through the call, and the size is attr's own.
    let answer = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            at.as_raw_fd(),
            path.as_ptr(),
            flags,
            &raw const attr,
            size_of::<libc::mount_attr>(),
        )
    };
    checked(answer).map(drop)
}

/// Puts a detached tree at `target`.
pub(crate) fn attach(tree: &OwnedFd, target: &Path) -> nix::Result<()> {
    let path = c_path(target)?;
    // SAFETY: both paths are C strings that live through the call.
    let answer = unsafe {
        libc::syscall(
            libc::SYS_move_mount,
            tree.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_FDCWD,
            path.as_ptr(),
            libc::MOVE_MOUNT_F_EMPTY_PATH,
        )
    };
    checked(answer).map(drop)
}
