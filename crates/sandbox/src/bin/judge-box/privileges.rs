//! What everything in a box is without from the start, and the program for ever.

use nix::errno::Errno;
use nix::sys::personality::{self, Persona};
use nix::sys::resource::Resource;

use crate::root::Layout;
use crate::step::{Fail, checked, step};
use crate::target::lower;

/// What a process keeps when it forks, and a program when it starts: done once for the box.
pub(crate) fn settle(layout: &Layout) -> Result<(), Fail> {
    if layout.as_root {
        step("leave all groups", nix::unistd::setgroups(&[]))?;
    }
    step("forbid new privileges", nix::sys::prctl::set_no_new_privs())?;
    step("bound the capabilities", drop_bounding())?;
    step("lock the capabilities", lock_securebits())?;
    step("make a keyring", own_keyring())?;
    // The same addresses, and so the same faults, each time; the same pages, and so the same memory, everywhere.
    step("fix addresses", personality::set(Persona::ADDR_NO_RANDOMIZE).map(drop))?;
    step("forbid huge pages", forbid_huge_pages())?;
    // Below the smallest core file, and the one value with which a host that pipes them starts no helper. The filter
    // forbids others.
    step("forbid core files", lower(Resource::RLIMIT_CORE, 1))
}

/// No program can be executed with any capability, whatever its file says.
fn drop_bounding() -> nix::Result<()> {
    for capability in 0..64 {
        // SAFETY: prctl with plain numbers.
        match checked(unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) }.into()) {
            // Past the last that this kernel knows.
            Err(Errno::EINVAL) => break,
            other => other.map(drop)?,
        }
    }
    Ok(())
}

/// Root's id gives nothing, changing ids keeps nothing, and neither can be undone: `SECBIT_NOROOT`,
/// `SECBIT_NO_SETUID_FIXUP` left off, `SECBIT_KEEP_CAPS` off, `SECBIT_NO_CAP_AMBIENT_RAISE`, each with its lock.
fn lock_securebits() -> nix::Result<()> {
    const NOROOT: libc::c_ulong = 0b11;
    const SETUID_FIXUP_LOCKED: libc::c_ulong = 0b1000;
    const KEEP_CAPS_LOCKED: libc::c_ulong = 0b10_0000;
    const NO_AMBIENT: libc::c_ulong = 0b1100_0000;
    let bits = NOROOT | SETUID_FIXUP_LOCKED | KEEP_CAPS_LOCKED | NO_AMBIENT;
    // SAFETY: prctl with plain numbers.
    checked(unsafe { libc::prctl(libc::PR_SET_SECUREBITS, bits, 0, 0, 0) }.into()).map(drop)
}

/// A session keyring of the box's own in the place of the one that its starter has.
fn own_keyring() -> nix::Result<()> {
    const JOIN_SESSION_KEYRING: libc::c_long = 1;
    // SAFETY: a plain number and no name.
    let answer = unsafe { libc::syscall(libc::SYS_keyctl, JOIN_SESSION_KEYRING, std::ptr::null::<u8>()) };
    match checked(answer) {
        // Without keyrings, or in a container that may not use them, nobody has one.
        Err(Errno::ENOSYS | Errno::EPERM) => Ok(()),
        other => other.map(drop),
    }
}

fn forbid_huge_pages() -> nix::Result<()> {
    // SAFETY: prctl with plain numbers.
    match checked(unsafe { libc::prctl(libc::PR_SET_THP_DISABLE, 1, 0, 0, 0) }.into()) {
        // Without huge pages there is nothing to forbid.
        Err(Errno::EINVAL) => Ok(()),
        other => other.map(drop),
    }
}

pub(crate) fn drop_capabilities() -> Result<(), Fail> {
    const VERSION_3: u32 = 0x2008_0522;
    let header = [VERSION_3, 0];
    let none = [0u32; 6];
    // SAFETY: the two arrays have the sizes that version 3 of the call takes, and live through it.
    let dropped = checked(unsafe { libc::syscall(libc::SYS_capset, header.as_ptr(), none.as_ptr()) });
    step("drop the capabilities", dropped.map(drop))
}
