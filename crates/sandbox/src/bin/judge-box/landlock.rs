//! The third wall: whatever the mounts of the box say, a program changes nothing but its own fresh places, connects to
//! nothing, and signals nobody outside.

use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};

use nix::errno::Errno;
use nix::fcntl::{OFlag, open};
use nix::sys::stat::Mode;

use crate::step::{Fail, checked, step};

// Rights on files, `linux/landlock.h`.
const WRITE_FILE: u64 = 1 << 1;
const REMOVE_DIR: u64 = 1 << 4;
const REMOVE_FILE: u64 = 1 << 5;
const MAKE_CHAR: u64 = 1 << 6;
const MAKE_DIR: u64 = 1 << 7;
const MAKE_REG: u64 = 1 << 8;
const MAKE_SOCK: u64 = 1 << 9;
const MAKE_FIFO: u64 = 1 << 10;
const MAKE_BLOCK: u64 = 1 << 11;
const MAKE_SYM: u64 = 1 << 12;
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;

/// `landlock_ruleset_attr`, as long as any kernel so far has it.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Ruleset {
    files: u64,
    network: u64,
    scoped: u64,
}

/// `landlock_path_beneath_attr`.
#[repr(C, packed)]
struct Beneath {
    allowed: u64,
    parent: libc::c_int,
}

/// Everything that changes a file system, as far as this version of the interface knows it.
fn changes(version: i64) -> u64 {
    let always = WRITE_FILE
        | REMOVE_DIR
        | REMOVE_FILE
        | MAKE_CHAR
        | MAKE_DIR
        | MAKE_REG
        | MAKE_SOCK
        | MAKE_FIFO
        | MAKE_BLOCK
        | MAKE_SYM;
    let since = |first, right| if version >= first { right } else { 0 };
    always | since(2, REFER) | since(3, TRUNCATE)
}

/// Restricts this thread and what it starts for ever: of all files it changes only those below `places`, and writes to
/// those below `devices`. Kernels without Landlock have two walls only.
pub(crate) fn restrict(places: &[&str], devices: &str) -> Result<(), Fail> {
    let Some(version) = step("ask for Landlock", sandbox::landlock::version())? else { return Ok(()) };
    let files = changes(version);
    // Binding and connecting by TCP; abstract sockets and signals outside of this process and what it starts.
    let network = if version >= 4 { 0b11 } else { 0 };
    let scoped = if version >= 6 { 0b11 } else { 0 };
    let rules = step("make Landlock rules", create(&Ruleset { files, network, scoped }))?;
    for place in places {
        let own = files & !(MAKE_CHAR | MAKE_BLOCK);
        step("make a Landlock rule", allow(&rules, place, own))?;
    }
    step("make a Landlock rule", allow(&rules, devices, (WRITE_FILE | TRUNCATE) & files))?;
    // SAFETY: plain numbers.
    let answer = unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) };
    step("restrict the target by Landlock", checked(answer).map(drop))
}

fn create(rules: &Ruleset) -> nix::Result<OwnedFd> {
    // A kernel that does not know the fields at the end takes them when they are zero.
    let size = size_of::<Ruleset>();
    // SAFETY: rules live through the call, and the size is theirs.
    let fd = checked(unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::from_ref(rules), size, 0)
    })?;
    // SAFETY: the kernel has just made this descriptor; nobody else knows its number.
    Ok(unsafe { OwnedFd::from_raw_fd(i32::try_from(fd).map_err(|_| Errno::EBADF)?) })
}

fn allow(rules: &OwnedFd, place: &str, allowed: u64) -> nix::Result<()> {
    const PATH_BENEATH: libc::c_uint = 1;
    let parent = open(place, OFlag::O_PATH | OFlag::O_CLOEXEC, Mode::empty())?;
    let rule = Beneath { allowed, parent: parent.as_fd().as_raw_fd() };
    // SAFETY: the rule and its descriptor live through the call.
    let answer = unsafe {
        libc::syscall(libc::SYS_landlock_add_rule, rules.as_raw_fd(), PATH_BENEATH, &raw const rule, 0)
    };
    checked(answer).map(drop)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::ErrorKind;

    use super::*;

    #[test]
    fn what_is_restricted_changes_its_own_places_only() {
        if sandbox::landlock::version().unwrap().is_none() {
            return eprintln!("not tried: this kernel has no Landlock");
        }
        let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(other.path().join("there"), "before").unwrap();
        let (inside, outside) = (own.path().to_owned(), other.path().to_owned());
        // Of this thread alone.
        let restricted = std::thread::spawn(move || {
            nix::sys::prctl::set_no_new_privs().unwrap();
            restrict(&[inside.to_str().unwrap()], "/dev").unwrap();
            fs::write(inside.join("new"), "text").unwrap();
            fs::write("/dev/null", "text").unwrap();
            let refused = [
                fs::write(outside.join("there"), "after"),
                fs::write(outside.join("new"), "text"),
                fs::create_dir(outside.join("folder")),
                fs::remove_file(outside.join("there")),
                fs::rename(inside.join("new"), outside.join("new")),
            ];
            refused.map(|result| result.unwrap_err().kind())
        });
        let kinds = restricted.join().unwrap();
        let refused =
            |kind: &ErrorKind| matches!(kind, ErrorKind::PermissionDenied | ErrorKind::CrossesDevices);
        assert!(kinds.iter().all(refused), "{kinds:?}");
        assert_eq!(fs::read_to_string(other.path().join("there")).unwrap(), "before");
    }
}
