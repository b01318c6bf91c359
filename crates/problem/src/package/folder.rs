//! A package that is a folder. Everything in it is reached from one descriptor with `openat2`, never by a joined path: a
//! link or a rename inside it cannot lead the judge to another file.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, OpenHow, ResolveFlag, openat2, readlinkat};
use nix::sys::stat::{FileStat, SFlag, fstat, fstatat};

use super::caps;
use super::faults::{Faults, printable};
use super::links::join;
use super::names::{self, Standing};
use super::tree::{Kind, Leaf, Listed};

pub(super) struct Folder {
    root: OwnedFd,
    /// Real paths, without links; a leaf's `at` counts in it.
    files: Vec<String>,
}

impl Folder {
    /// The folder at `path`, where the caller's own links are followed.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        let root = openat2(nix::fcntl::AT_FDCWD, path, OpenHow::new().flags(flags))?;
        Ok(Self { root, files: Vec::new() })
    }

    /// What is in it, links not followed. `None` when it is too large; that was told.
    pub(super) fn list(&mut self, faults: &Faults) -> io::Result<Option<Vec<Listed>>> {
        let root = self.root.try_clone()?;
        let mut listing = Listing { files: &mut self.files, found: Vec::new(), faults };
        listing.folder(root, "", 0);
        let found = listing.found;
        if found.len() > caps::ENTRIES {
            faults.error("", format!("has more than {} files and folders", caps::ENTRIES));
            return Ok(None);
        }
        Ok(Some(found))
    }

    /// The file, only if it is still an ordinary one at its own place.
    pub(super) fn file(&self, at: usize) -> io::Result<File> {
        // Without O_NONBLOCK, a FIFO put there since would hold us for ever.
        let flags = OFlag::O_RDONLY | OFlag::O_NONBLOCK | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
        let opened = beneath(&self.root, self.files[at].as_str(), flags)?;
        if kind_of(&fstat(&opened)?) != SFlag::S_IFREG {
            return Err(io::Error::other("it is no longer an ordinary file"));
        }
        Ok(File::from(opened))
    }
}

fn beneath<P: ?Sized + nix::NixPath>(from: &OwnedFd, path: &P, flags: OFlag) -> nix::Result<OwnedFd> {
    let resolve =
        ResolveFlag::RESOLVE_BENEATH | ResolveFlag::RESOLVE_NO_SYMLINKS | ResolveFlag::RESOLVE_NO_MAGICLINKS;
    openat2(from, path, OpenHow::new().flags(flags).resolve(resolve))
}

fn kind_of(stat: &FileStat) -> SFlag {
    SFlag::from_bits_truncate(stat.st_mode & SFlag::S_IFMT.bits())
}

struct Listing<'a> {
    files: &'a mut Vec<String>,
    found: Vec<Listed>,
    faults: &'a Faults,
}

impl Listing<'_> {
    fn folder(&mut self, folder: OwnedFd, path: &str, depth: usize) {
        if depth > caps::DEPTH {
            return self.faults.error(path, format!("is nested deeper than {} folders", caps::DEPTH));
        }
        let names = match names_in(&folder) {
            Ok(names) => names,
            Err(error) => return self.faults.error(path, format!("cannot be listed: {}", error.desc())),
        };
        for name in names {
            if self.found.len() > caps::ENTRIES {
                return;
            }
            self.entry(&folder, &name, path, depth);
        }
    }

    fn entry(&mut self, folder: &OwnedFd, name: &CStr, above: &str, depth: usize) {
        let Ok(text) = name.to_str() else {
            let place = join(above, &printable(&name.to_string_lossy()));
            return self.faults.warn(&place, "is ignored: its name is not UTF-8");
        };
        // Repositories and editors hide whole trees in such folders.
        if names::standing(text) == Standing::Hidden {
            return;
        }
        let path = join(above, text);
        if let Err(error) = self.add(folder, name, &path, depth) {
            self.faults.error(&printable(&path), format!("cannot be read: {}", error.desc()));
        }
    }

    fn add(&mut self, folder: &OwnedFd, name: &CStr, path: &str, depth: usize) -> nix::Result<()> {
        let stat = fstatat(folder.as_fd(), name, AtFlags::AT_SYMLINK_NOFOLLOW)?;
        let kind = match kind_of(&stat) {
            SFlag::S_IFREG => {
                self.files.push(path.to_owned());
                Kind::File(Leaf { at: self.files.len() - 1, size: u64::try_from(stat.st_size).unwrap_or(0) })
            }
            SFlag::S_IFDIR => Kind::Folder,
            SFlag::S_IFLNK => {
                let target = readlinkat(folder.as_fd(), name)?;
                Kind::Link { target: target.into_string().map_err(|_| Errno::EILSEQ)? }
            }
            other => {
                let message = format!("is {}, not a file: take it out", special(other));
                self.faults.error(&printable(path), message);
                return Ok(());
            }
        };
        let descend = matches!(kind, Kind::Folder);
        self.found.push(Listed { path: path.to_owned(), kind });
        if descend {
            let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
            let inner = beneath(folder, name, flags)?;
            self.folder(inner, path, depth + 1);
        }
        Ok(())
    }
}

fn names_in(folder: &OwnedFd) -> nix::Result<Vec<CString>> {
    let copy = folder.try_clone().map_err(|error| Errno::from_raw(error.raw_os_error().unwrap_or(0)))?;
    let mut names = Vec::new();
    for entry in Dir::from_fd(copy)?.iter() {
        let name = entry?.file_name().to_owned();
        if !matches!(name.to_bytes(), b"." | b"..") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn special(kind: SFlag) -> &'static str {
    match kind {
        SFlag::S_IFIFO => "a FIFO",
        SFlag::S_IFSOCK => "a socket",
        SFlag::S_IFCHR | SFlag::S_IFBLK => "a device",
        _ => "something special",
    }
}
