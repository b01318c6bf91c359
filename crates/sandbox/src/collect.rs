//! Takes files out of a tree that untrusted programs wrote. Only called when all of them are dead; even so nothing
//! is resolved through a link, and only regular files are read.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};

use nix::errno::Errno;
use nix::fcntl::{OFlag, OpenHow, ResolveFlag, openat2};

/// See [`crate::Leftovers::read`].
pub(crate) fn read(directory: &OwnedFd, path: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
    let Some(file) = open_regular(directory, path)? else { return Ok(None) };
    let len = file.metadata()?.len();
    if len > most {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("{path} has {len} bytes; at most {most} are taken"),
        ));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or(0));
    file.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

fn open_regular(directory: &OwnedFd, path: &str) -> io::Result<Option<File>> {
    // NONBLOCK: a FIFO of that name must not hold us.
    let flags = OFlag::O_RDONLY | OFlag::O_NONBLOCK | OFlag::O_NOFOLLOW | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
    let resolve = ResolveFlag::RESOLVE_BENEATH
        | ResolveFlag::RESOLVE_NO_SYMLINKS
        | ResolveFlag::RESOLVE_NO_MAGICLINKS
        | ResolveFlag::RESOLVE_NO_XDEV;
    let how = OpenHow::new().flags(flags).resolve(resolve);
    let file = match openat2(directory.as_fd(), path, how) {
        Ok(fd) => File::from(fd),
        Err(
            Errno::ENOENT
            | Errno::ENOTDIR
            | Errno::ELOOP
            | Errno::EXDEV
            | Errno::ENXIO
            | Errno::EACCES
            | Errno::ENODEV,
        ) => return Ok(None),
        Err(errno) => return Err(errno.into()),
    };
    Ok(file.metadata()?.is_file().then_some(file))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn only_regular_files_below_are_read_and_never_through_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::write(at("plain"), "hello").unwrap();
        std::fs::create_dir(at("sub")).unwrap();
        std::fs::write(at("sub/deep"), "deep").unwrap();
        symlink("/etc/passwd", at("absolute")).unwrap();
        symlink("plain", at("beside")).unwrap();
        symlink("sub", at("folder")).unwrap();
        nix::unistd::mkfifo(&at("fifo"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        let fd = OwnedFd::from(File::open(dir.path()).unwrap());
        let take = |path: &str| read(&fd, path, 100).unwrap();
        let start = Instant::now();
        assert_eq!(take("plain").as_deref(), Some(&b"hello"[..]));
        assert_eq!(take("sub/deep").as_deref(), Some(&b"deep"[..]));
        for none in ["absolute", "beside", "folder/deep", "fifo", "sub", "missing", "../plain", "/etc/passwd"]
        {
            assert_eq!(take(none), None, "{none}");
        }
        assert!(start.elapsed() < Duration::from_secs(1));
        assert_eq!(read(&fd, "plain", 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
