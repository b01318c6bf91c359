//! Takes files out of a tree that untrusted programs wrote. Only called when all of them are dead; even so nothing
//! is resolved through a link, and only regular files are read.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};

use nix::dir::Dir;
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

/// See [`crate::Leftovers::folder`].
pub(crate) fn folder(directory: &OwnedFd, path: &str, most: u64, count: usize) -> io::Result<Vec<Kept>> {
    let mut taken = Taken { files: Vec::new(), room: most, count };
    if let Some(file) = open(directory, path)? {
        taken.take(path, file, DEEPEST)?;
    }
    taken.files.sort();
    Ok(taken.files)
}

/// Path and content.
type Kept = (String, Vec<u8>);

/// Folders within folders.
const DEEPEST: u32 = 8;

struct Taken {
    files: Vec<Kept>,
    /// Bytes and files that may still be taken.
    room: u64,
    count: usize,
}

impl Taken {
    /// What is neither a file nor a folder, or has a name that no program of ours would give, stays.
    fn take(&mut self, path: &str, file: File, depth: u32) -> io::Result<()> {
        let kind = file.metadata()?;
        let too_large = |what: String| Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
        if kind.is_dir() && depth > 0 {
            let folder = OwnedFd::from(file);
            for name in Dir::from_fd(folder.try_clone()?)?.iter() {
                let name = name?.file_name().to_str().unwrap_or_default().to_owned();
                if !matches!(&*name, "" | "." | "..")
                    && let Some(inner) = open(&folder, &name)?
                {
                    self.take(&format!("{path}/{name}"), inner, depth - 1)?;
                }
            }
        } else if kind.is_file() && self.count == 0 {
            return too_large("there are too many files".into());
        } else if kind.is_file() && kind.len() > self.room {
            return too_large(format!("{path} has {} bytes; {} are left", kind.len(), self.room));
        } else if kind.is_file() {
            let mut bytes = Vec::new();
            file.take(self.room).read_to_end(&mut bytes)?;
            (self.room, self.count) = (self.room - bytes.len() as u64, self.count - 1);
            self.files.push((path.to_owned(), bytes));
        }
        Ok(())
    }
}

fn open_regular(directory: &OwnedFd, path: &str) -> io::Result<Option<File>> {
    match open(directory, path)? {
        Some(file) if file.metadata()?.is_file() => Ok(Some(file)),
        _ => Ok(None),
    }
}

/// What has that name, unless a link stands in the way.
fn open(directory: &OwnedFd, path: &str) -> io::Result<Option<File>> {
    // NONBLOCK: a FIFO of that name must not hold us.
    let flags = OFlag::O_RDONLY | OFlag::O_NONBLOCK | OFlag::O_NOFOLLOW | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
    let how = OpenHow::new().flags(flags).resolve(beneath());
    match openat2(directory.as_fd(), path, how) {
        Ok(fd) => Ok(Some(File::from(fd))),
        Err(
            Errno::ENOENT
            | Errno::ENOTDIR
            | Errno::ELOOP
            | Errno::EXDEV
            | Errno::ENXIO
            | Errno::EACCES
            | Errno::ENODEV,
        ) => Ok(None),
        Err(errno) => Err(errno.into()),
    }
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

    #[test]
    fn a_folder_is_taken_with_what_is_regular_in_it_within_bounds() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::create_dir_all(at("kept/sub")).unwrap();
        std::fs::write(at("other"), "no").unwrap();
        std::fs::write(at("kept/b"), "bb").unwrap();
        std::fs::write(at("kept/.a"), "a").unwrap();
        std::fs::write(at("kept/sub/c"), "ccc").unwrap();
        symlink("/etc/passwd", at("kept/link")).unwrap();
        symlink(".", at("kept/loop")).unwrap();
        nix::unistd::mkfifo(&at("kept/fifo"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        let fd = OwnedFd::from(File::open(dir.path()).unwrap());
        let all = folder(&fd, "kept", 6, 3).unwrap();
        let all: Vec<_> = all.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
        assert_eq!(all, [("kept/.a", &b"a"[..]), ("kept/b", b"bb"), ("kept/sub/c", b"ccc")]);
        for (bytes, count) in [(5, 3), (6, 2)] {
            let refused = folder(&fd, "kept", bytes, count).unwrap_err();
            assert_eq!(refused.kind(), io::ErrorKind::FileTooLarge);
        }
        assert!(folder(&fd, "missing", 6, 3).unwrap().is_empty());
        assert!(folder(&fd, "kept/loop", 6, 3).unwrap().is_empty());
    }
}
