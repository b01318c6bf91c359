//! Whether this kernel has Landlock.

use nix::errno::Errno;

/// The interface's version; `None` where the kernel has it not, does not use it, or a container hides it.
///
/// # Errors
/// Whatever else the kernel says.
pub fn version() -> nix::Result<Option<i64>> {
    const VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the kernel takes no attributes.
    let answer =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, VERSION) };
    match Errno::result(answer) {
        Err(Errno::ENOSYS | Errno::EOPNOTSUPP | Errno::EPERM) => Ok(None),
        other => other.map(Some),
    }
}
