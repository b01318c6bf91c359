//! Takes files out of a tree that untrusted programs wrote. Only called when all of them are dead; even so nothing
//! is resolved through a link, and only regular files are read.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};

use nix::errno::Errno;
use nix::fcntl::{OFlag, OpenHow, ResolveFlag, openat2};

use crate::outcome::Found;

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
    let how = OpenHow::new().flags(flags).resolve(beneath());
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

/// See [`crate::Leftovers::look`].
pub(crate) fn look(directory: &OwnedFd, path: &str) -> io::Result<Found> {
    let flags = OFlag::O_PATH | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    let status = match openat2(directory.as_fd(), path, OpenHow::new().flags(flags).resolve(beneath())) {
        Ok(fd) => File::from(fd).metadata()?,
        Err(Errno::ENOENT | Errno::ENOTDIR | Errno::ELOOP | Errno::EXDEV | Errno::EACCES) => {
            return Ok(Found::Nothing);
        }
        Err(errno) => return Err(errno.into()),
    };
    Ok(match status.file_type() {
        kind if kind.is_file() => Found::File(status.len()),
        kind if kind.is_dir() => Found::Directory,
        kind if kind.is_symlink() => Found::Link,
        _ => Found::Other,
    })
}

fn beneath() -> ResolveFlag {
    ResolveFlag::RESOLVE_BENEATH
        | ResolveFlag::RESOLVE_NO_SYMLINKS
        | ResolveFlag::RESOLVE_NO_MAGICLINKS
        | ResolveFlag::RESOLVE_NO_XDEV
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
        let found = ["plain", "sub", "absolute", "fifo", "missing"].map(|name| look(&fd, name).unwrap());
        let kinds = [Found::File(5), Found::Directory, Found::Link, Found::Other, Found::Nothing];
        assert_eq!(found, kinds);
        let deep = ["sub/deep", "folder/deep", "plain/x", "../plain", "/etc/passwd"];
        let found = deep.map(|path| look(&fd, path).unwrap());
        assert_eq!(found, [Found::File(4), Found::Nothing, Found::Nothing, Found::Nothing, Found::Nothing]);
        assert_eq!(read(&fd, "plain", 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
