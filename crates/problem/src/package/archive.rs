//! A package that is a zip archive, read by its central directory. Nothing is unpacked to where its names say.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use zip::read::{Config, OwnedZipFileEntry};
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, ZipReadOptions};

use super::faults::{Faults, printable};
use super::tree::{Kind, Leaf, Listed};
use super::{caps, charset, names};

pub(super) struct Archive {
    file: File,
    entries: Vec<OwnedZipFileEntry>,
    /// Written by a tool of Windows that knows no other way to part folders than its own.
    backslashes: bool,
}

/// The type bits of a Unix mode, and three of their values.
const TYPE: u32 = 0o170_000;
const FOLDER: u32 = 0o040_000;
const REGULAR: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

/// What other files begin with, and what to say of them.
const FOREIGN: [(&[u8], &str); 7] = [
    (b"7z\xbc\xaf\x27\x1c", "is a 7z archive: pack it as zip, tar or tar.gz"),
    (b"Rar!", "is a RAR archive: pack it as zip, tar or tar.gz"),
    (b"BZh", "is packed by bzip2: pack it as zip, tar or tar.gz"),
    (b"\xfd7zXZ\0", "is packed by xz: pack it as zip, tar or tar.gz"),
    (b"\x28\xb5\x2f\xfd", "is packed by zstd: pack it as zip, tar or tar.gz"),
    (b"%PDF", "is a PDF, not a package: put it into one as its statement"),
    (b"", "is empty: send it again"),
];

/// A zip archive begins so, and its directory ends so, with at most a comment behind.
const ZIP: &[u8] = b"PK\x03\x04";
const ZIP_END: &[u8] = b"PK\x05\x06";
const LONGEST_ZIP_END: u64 = 22 + 0xffff;

/// `None` where nothing more can be told of the file than that it is no archive.
fn foreign(file: &mut File) -> Option<&'static str> {
    let mut start = Vec::new();
    file.rewind().and_then(|()| file.take(8).read_to_end(&mut start)).ok()?;
    if start.starts_with(ZIP) {
        let cut = !has_end(file).ok()?;
        return cut.then_some(
            "is a zip archive that was cut off: its directory, which is its end, is missing. Send it again",
        );
    }
    let is_it = |mark: &[u8]| if mark.is_empty() { start.is_empty() } else { start.starts_with(mark) };
    FOREIGN.iter().find(|(mark, _)| is_it(mark)).map(|(_, message)| *message)
}

fn has_end(file: &mut File) -> io::Result<bool> {
    let len = file.metadata()?.len();
    file.seek(SeekFrom::Start(len.saturating_sub(LONGEST_ZIP_END)))?;
    let mut end = Vec::new();
    file.take(LONGEST_ZIP_END).read_to_end(&mut end)?;
    Ok(end.windows(ZIP_END.len()).any(|window| window == ZIP_END))
}

impl Archive {
    /// Reads the directory of the archive. `None` when it is none, or is too much; that was told.
    pub(super) fn open(mut file: File, faults: &Faults) -> Option<Self> {
        let entries = match entries(&mut file) {
            Ok(Some(entries)) => entries,
            Ok(None) => {
                faults.error("", format!("has more than {} files and folders", caps::ENTRIES));
                return None;
            }
            Err(error) => {
                let reason = foreign(&mut file).map(str::to_owned);
                faults.error("", reason.unwrap_or_else(|| format!("is not a readable zip archive: {error}")));
                return None;
            }
        };
        let raw = || entries.iter().map(OwnedZipFileEntry::name_raw);
        let backslashes = raw().any(|name| name.contains(&b'\\')) && !raw().any(|name| name.contains(&b'/'));
        Some(Self { file, entries, backslashes })
    }

    /// What is in it, links not followed. `None` when it would unpack to too much; that was told.
    pub(super) fn list(&mut self, faults: &Faults) -> io::Result<Option<Vec<Listed>>> {
        let mut listed = Vec::with_capacity(self.entries.len());
        for at in 0..self.entries.len() {
            let name = String::from_utf8_lossy(self.entries[at].name_raw()).into_owned();
            match self.listed(at) {
                Ok(Some(entry)) => listed.push(entry),
                Ok(None) => {}
                Err(reason) => faults.error(&printable(&name), reason),
            }
        }
        let unpacked: u64 = self.entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.size()));
        let packed = self.file.metadata()?.len();
        if unpacked > caps::TOTAL_AT_ANY_RATIO && unpacked / caps::RATIO > packed {
            let message =
                format!("unpacks from {} KiB to {} MiB, as zip bombs do", packed >> 10, unpacked >> 20);
            faults.error("", message);
            return Ok(None);
        }
        Ok(Some(listed))
    }

    /// One entry, nothing for the archive's own top folder; or why it is refused.
    fn listed(&mut self, at: usize) -> Result<Option<Listed>, String> {
        let entry = &self.entries[at];
        let name = self.name(at)?;
        if matches!(name.as_str(), "./" | ".") {
            return Ok(None);
        }
        let path = names::parts(&name)?.join("/");
        if entry.encrypted() {
            return Err("is encrypted: pack it without a password".to_owned());
        }
        let method = entry.compression();
        if !matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(format!("is packed by {method}: only stored and deflated files are read"));
        }
        if entry.size() > caps::FILE_AT_ANY_RATIO && entry.size() / caps::RATIO > entry.compressed_size() {
            let sizes = (entry.compressed_size() >> 10, entry.size() >> 20);
            return Err(format!("unpacks from {} KiB to {} MiB, as zip bombs do", sizes.0, sizes.1));
        }
        Ok(Some(Listed { path, kind: self.kind(at)? }))
    }

    /// In UTF-8, as most tools write it whether they say so or not; else as Chinese Windows does, else as MS-DOS did.
    fn name(&self, at: usize) -> Result<String, String> {
        let entry = &self.entries[at];
        let raw = entry.name_raw();
        let known = std::str::from_utf8(raw).map(str::to_owned).ok().or_else(|| charset::chinese(raw));
        let name = match known {
            Some(name) => name,
            None => entry.name().map_err(|error| format!("has an unreadable name: {error}"))?.into_owned(),
        };
        Ok(if self.backslashes { name.replace('\\', "/") } else { name })
    }

    fn kind(&mut self, at: usize) -> Result<Kind, String> {
        let is_folder = self.name(at)?.ends_with('/');
        let entry = &self.entries[at];
        // Archives made on Windows have no modes, and some tools set permissions without a type.
        match entry.unix_mode().unwrap_or(0) & TYPE {
            LINK => Ok(Kind::Link { target: self.target(at)? }),
            FOLDER => Ok(Kind::Folder),
            0 | REGULAR if is_folder => Ok(Kind::Folder),
            0 | REGULAR => Ok(Kind::File(Leaf { at, size: entry.size() })),
            _ => Err("is a device or a FIFO, not a file: take it out".to_owned()),
        }
    }

    fn target(&mut self, at: usize) -> Result<String, String> {
        let mut target = Vec::new();
        let read = self.file(at).and_then(|file| file.take(caps::LINK + 1).read_to_end(&mut target));
        read.map_err(|error| format!("is a link that cannot be read: {error}"))?;
        if target.len() as u64 > caps::LINK {
            return Err("is a link with a target of more than 4096 bytes".to_owned());
        }
        String::from_utf8(target).map_err(|_| "is a link whose target is not UTF-8".to_owned())
    }

    pub(super) fn file(&mut self, at: usize) -> io::Result<impl Read> {
        let entry = self.entries[at].as_ref();
        Ok(entry.with_reader(&mut self.file, ZipReadOptions::new())?)
    }
}

/// All entries of the central directory, repeated names too; `None` when there are too many to look at.
fn entries(file: &mut File) -> zip::result::ZipResult<Option<Vec<OwnedZipFileEntry>>> {
    let mut directory = ZipIterable::try_new(file, Config::default())?;
    if directory.len() > caps::ENTRIES {
        return Ok(None);
    }
    let entries = directory.files()?.map(|entry| entry.map(OwnedZipFileEntry::from));
    entries.collect::<Result<_, _>>().map(Some)
}
