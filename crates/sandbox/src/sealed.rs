//! Files in memory that nobody can change any more: programs, inputs, answers.

use std::fs::{File, FileTimes, Permissions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::time::SystemTime;

use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};

/// Anybody may read and execute it.
const MODE: u32 = 0o555;

/// When it was written and read last, as it tells.
const TIME: SystemTime = SystemTime::UNIX_EPOCH;

/// A sealed memfd. Its size and bytes are fixed for ever, whoever opens it and however.
#[derive(Debug)]
pub struct Sealed {
    file: File,
    len: u64,
}

impl Sealed {
    /// `name` is seen in `/proc` only.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> io::Result<Self> {
        Self::from_reader(name, bytes)
    }

    /// All that `reader` gives.
    pub fn from_reader(name: &str, mut reader: impl Read) -> io::Result<Self> {
        let flags = MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING;
        let mut file = File::from(memfd_create(name, flags)?);
        let len = io::copy(&mut reader, &mut file)?;
        file.flush()?;
        file.set_permissions(Permissions::from_mode(MODE))?;
        let seals =
            SealFlag::F_SEAL_WRITE | SealFlag::F_SEAL_GROW | SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_SEAL;
        fcntl(&file, FcntlArg::F_ADD_SEALS(seals))?;
        keep_no_access_time(&file);
        Ok(Self { file, len })
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A description of its own, read-only, at the start: what one reader does with it no other sees.
    pub fn open(&self) -> io::Result<OwnedFd> {
        let path = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        let mut tries = 1_000;
        loop {
            // Seals do not keep the mode. Where programs run under our own user they own what they are given, and one
            // of them may be taking the mode away again and again.
            self.file.set_permissions(Permissions::from_mode(MODE))?;
            // Nor the times, by which one run could leave word for the next.
            self.file.set_times(FileTimes::new().set_accessed(TIME).set_modified(TIME))?;
            match File::open(&path) {
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied && tries > 0 => tries -= 1,
                other => return Ok(other?.into()),
            }
        }
    }

    pub fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(usize::try_from(self.len).unwrap_or(0));
        let mut file = File::from(self.open()?);
        file.seek(SeekFrom::Start(0))?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// When one run reads it is nothing that another one, at the same time, could learn. Kernels before 6.6 cannot do without
/// the time, and have it set back before each use as everywhere.
fn keep_no_access_time(file: &File) {
    /// `FS_NOATIME_FL` of `linux/fs.h`.
    const NO_ACCESS_TIME: libc::c_long = 0x80;
    let flags = NO_ACCESS_TIME;
    // SAFETY: the flags live through the call, of which they are the one argument.
    let _ = unsafe { set_flags(file.as_raw_fd(), &raw const flags) };
}

nix::ioctl_write_ptr!(
    /// `FS_IOC_SETFLAGS`.
    set_flags,
    b'f',
    2,
    libc::c_long
);

impl AsFd for Sealed {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.file.as_fd()
    }
}
