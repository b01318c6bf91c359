//! The pipes between a run and us.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::stat::{Mode, fchmod};
use nix::unistd::pipe2;

use crate::error::Error;

/// Size asked for standard output's pipe, in bytes.
const ROOMY_PIPE: i32 = 1 << 20;

/// Our ends; `None` once they are at their end.
pub(super) struct Pipes {
    /// Closed by `execve`; carries the step and errno when it fails.
    pub(super) start: Option<File>,
    pub(super) stdout: Option<File>,
    pub(super) stderr: Option<File>,
}

impl Pipes {
    /// Ours, and the ends for the target: start, stdout, stderr.
    pub(super) fn make() -> Result<(Self, [OwnedFd; 3]), Error> {
        let pipe = || -> Result<(File, OwnedFd), Error> {
            let (read, write) = pipe2(OFlag::O_CLOEXEC).map_err(Error::os("make a pipe"))?;
            fcntl(&read, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(Error::os("make a pipe"))?;
            Ok((File::from(read), write))
        };
        let ((start, a), (stdout, b), (stderr, c)) = (pipe()?, pipe()?, pipe()?);
        // On a busy machine each refill waits for both sides to get their turn. A user may have only so much in
        // pipes; the usual size does as well then.
        let _ = fcntl(&stdout, FcntlArg::F_SETPIPE_SZ(ROOMY_PIPE));
        open_by_name(&b, WRITES)?;
        Ok((Self { start: Some(start), stdout: Some(stdout), stderr: Some(stderr) }, [a, b, c]))
    }
}

/// What a box may do with a pipe that it reads, and with one to which it writes: the two ends are one file.
pub(super) const READS: u32 = 0o644;
pub(super) const WRITES: u32 = 0o622;

/// Lets who has an end open it as `/dev/stdin`, `/dev/stdout` or `/dev/fd/N`: a box has other users than we.
pub(super) fn open_by_name(end: &OwnedFd, mode: u32) -> Result<(), Error> {
    fchmod(end, Mode::from_bits_truncate(mode)).map_err(Error::os("make a pipe"))
}

/// The next piece, empty at the end, where the pipe is closed; `None` when there is nothing now.
pub(super) fn read<'b>(pipe: &mut Option<File>, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, Error> {
    let Some(file) = pipe else { return Ok(None) };
    match file.read(buffer) {
        Ok(0) => {
            *pipe = None;
            Ok(Some(&[]))
        }
        Ok(len) => Ok(Some(&buffer[..len])),
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
            Ok(None)
        }
        Err(error) => Err(Error::io("read what the run printed")(error)),
    }
}
