//! A package that is a tar archive, perhaps packed by gzip. It can be read from front to back only, so it is unpacked as
//! one file, which has no name, and read at its places then.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use flate2::read::MultiGzDecoder;
use tar::{Entry, EntryType};

use super::faults::{Faults, printable};
use super::tree::{Kind, Leaf, Listed};
use super::{caps, names};

pub(super) struct Tarball {
    /// Not packed.
    file: File,
    /// Where each file's bytes begin; a leaf's `at` counts in it.
    starts: Vec<u64>,
}

/// What an archive begins with.
pub(super) const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Where a tar archive has its mark.
pub(super) const MARK: (u64, [u8; 5]) = (257, *b"ustar");

impl Tarball {
    /// Unpacks one packed by gzip. `None` when it is none, or too much; that was told.
    pub(super) fn unpack(packed: File, faults: &Faults) -> Option<Self> {
        let size = packed.metadata().map_or(0, |facts| facts.len());
        let unpacked = tempfile::tempfile().and_then(|mut file| {
            let text = MultiGzDecoder::new(BufReader::with_capacity(1 << 16, packed));
            let enough = bounded(text, &mut file, size)?;
            Ok((file, enough))
        });
        match unpacked {
            Ok((file, Enough::Yes)) => Some(Self::new(file)),
            Ok((_, Enough::No(reason))) => {
                faults.error("", reason);
                None
            }
            Err(error) => {
                faults.error("", format!("is not a readable tar.gz archive: {error}"));
                None
            }
        }
    }

    pub(super) fn new(file: File) -> Self {
        Self { file, starts: Vec::new() }
    }

    /// What is in it, links not followed. `None` when it is too much; that was told.
    pub(super) fn list(&mut self, faults: &Faults) -> io::Result<Option<Vec<Listed>>> {
        if !self.has_small_headers(faults)? {
            return Ok(None);
        }
        self.file.rewind()?;
        let mut listing = Listing { starts: Vec::new(), found: Vec::new(), files: HashMap::new() };
        let mut archive = tar::Archive::new(&self.file);
        for entry in archive.entries_with_seek()? {
            let entry = entry?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            if let Err(reason) = listing.add(&entry) {
                faults.error(&printable(&name), reason);
            }
        }
        self.starts = listing.starts;
        Ok(Some(listing.found))
    }

    /// Long names are read into memory before anybody sees them: so their sizes are looked at first. Counts the entries,
    /// too.
    fn has_small_headers(&mut self, faults: &Faults) -> io::Result<bool> {
        self.file.rewind()?;
        let mut archive = tar::Archive::new(&self.file);
        for (at, entry) in archive.entries_with_seek()?.raw(true).enumerate() {
            let entry = entry?;
            if at >= 2 * caps::ENTRIES {
                faults.error("", format!("has more than {} files and folders", caps::ENTRIES));
                return Ok(false);
            }
            let names = matches!(
                entry.header().entry_type(),
                EntryType::GNULongName
                    | EntryType::GNULongLink
                    | EntryType::XHeader
                    | EntryType::XGlobalHeader
            );
            if names && entry.size() > caps::TAR_HEADER {
                faults.error("", format!("has a name or a header of {} KiB", entry.size() >> 10));
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn file(&mut self, at: usize) -> io::Result<impl Read> {
        self.file.seek(SeekFrom::Start(self.starts[at]))?;
        Ok(&self.file)
    }
}

/// Whether all of it was unpacked, or why not.
enum Enough {
    Yes,
    No(String),
}

/// Copies what the caps allow of `from`, which takes `packed` bytes.
fn bounded(mut from: impl Read, to: &mut File, packed: u64) -> io::Result<Enough> {
    // Beside the files, an archive has their headers.
    let most = caps::TOTAL + (caps::ENTRIES as u64) * 1_024;
    let mut unpacked: u64 = 0;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let length = match from.read(&mut buffer) {
            Ok(0) => return Ok(Enough::Yes),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        unpacked += length as u64;
        if unpacked > most {
            let reason = format!("unpacks to more than {} MiB, which is the most", caps::TOTAL >> 20);
            return Ok(Enough::No(reason));
        }
        if unpacked > caps::TOTAL_AT_ANY_RATIO && unpacked / caps::RATIO > packed {
            let reason =
                format!("unpacks from {} KiB to more than {} MiB, as bombs do", packed >> 10, unpacked >> 20);
            return Ok(Enough::No(reason));
        }
        to.write_all(&buffer[..length])?;
    }
}

struct Listing {
    starts: Vec<u64>,
    found: Vec<Listed>,
    /// By path: a hard link names an earlier file.
    files: HashMap<String, Leaf>,
}

impl Listing {
    /// One entry; or why it is refused.
    fn add(&mut self, entry: &Entry<'_, impl Read>) -> Result<(), String> {
        let kind = entry.header().entry_type();
        if kind.is_pax_global_extensions() {
            return Ok(());
        }
        let name = entry.path_bytes();
        let name = std::str::from_utf8(&name).map_err(|_| "has a name that is not UTF-8".to_owned())?;
        if matches!(name, "./" | ".") {
            return Ok(());
        }
        let path = names::parts(name)?.join("/");
        let kind = match kind {
            EntryType::Regular | EntryType::Continuous => self.file(&path, entry),
            EntryType::Directory => Kind::Folder,
            EntryType::Symlink => Kind::Link { target: target(entry)? },
            EntryType::Link => self.same_file(&target(entry)?)?,
            EntryType::GNUSparse => {
                return Err("is packed as a sparse file: pack it with all its bytes".to_owned());
            }
            _ => return Err("is a device or a FIFO, not a file: take it out".to_owned()),
        };
        self.found.push(Listed { path, kind });
        Ok(())
    }

    fn file(&mut self, path: &str, entry: &Entry<'_, impl Read>) -> Kind {
        let leaf = Leaf { at: self.starts.len(), size: entry.size() };
        self.starts.push(entry.raw_file_position());
        self.files.insert(path.to_owned(), leaf);
        Kind::File(leaf)
    }

    fn same_file(&self, target: &str) -> Result<Kind, String> {
        let path = names::parts(target).map(|parts| parts.join("/"));
        let leaf = path.ok().and_then(|path| self.files.get(&path));
        leaf.map(|leaf| Kind::File(*leaf)).ok_or_else(|| {
            format!("is a hard link to {}, which is no earlier file of the archive", printable(target))
        })
    }
}

fn target(entry: &Entry<'_, impl Read>) -> Result<String, String> {
    let target = entry.link_name_bytes().unwrap_or_default();
    if target.len() as u64 > caps::LINK {
        return Err("is a link with a target of more than 4096 bytes".to_owned());
    }
    String::from_utf8(target.into_owned()).map_err(|_| "is a link whose target is not UTF-8".to_owned())
}
