//! The package's files, copied aside by hash: later changes of a folder or an archive cannot change a version, and test
//! data is never whole in memory.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::blob::Hash;

/// One file per hash, rather than one file of offsets: each opens with a description of its own, and a thousand tests
/// need no thousand descriptors. The folder is private and goes with the value.
pub(super) struct Spool(TempDir);

impl Spool {
    pub(super) fn new() -> io::Result<Self> {
        let private = Permissions::from_mode(0o700);
        tempfile::Builder::new().prefix("judge-package-").permissions(private).tempdir().map(Self)
    }

    /// Copies all of `from`; returns its hash and its size in bytes.
    pub(super) fn store(&self, from: &mut dyn Read) -> io::Result<(Hash, u64)> {
        let incoming = self.0.path().join("incoming");
        // Left over when an earlier copy broke off.
        fs::remove_file(&incoming).or_else(ignore_missing)?;
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o400).open(&incoming)?;
        let (hash, size) = copy(from, &mut file)?;
        fs::rename(&incoming, self.0.path().join(hash.to_string()))?;
        Ok((hash, size))
    }

    /// The same of bytes that are in memory.
    pub(super) fn keep(&self, mut bytes: &[u8]) -> io::Result<Hash> {
        self.store(&mut bytes).map(|(hash, _)| hash)
    }

    pub(super) fn open(&self, hash: Hash) -> io::Result<File> {
        File::open(self.0.path().join(hash.to_string()))
    }
}

fn ignore_missing(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

fn copy(from: &mut dyn Read, to: &mut File) -> io::Result<(Hash, u64)> {
    let mut sum = Sha256::new();
    let mut size = 0;
    let mut buffer = vec![0; 64 << 10];
    loop {
        let piece = match from.read(&mut buffer) {
            Ok(0) => return Ok((Hash(sum.finalize().into()), size)),
            Ok(length) => &buffer[..length],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        sum.update(piece);
        to.write_all(piece).map_err(OurDisk::wrap)?;
        size += piece.len() as u64;
    }
}

/// Writing the copy failed: not the package's fault.
#[derive(Debug, thiserror::Error)]
#[error("the judge could not keep a copy of it, which is not the package's fault: {0}")]
pub(super) struct OurDisk(io::Error);

impl OurDisk {
    fn wrap(error: io::Error) -> io::Error {
        io::Error::new(error.kind(), Self(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_opens_by_its_hash_each_time_from_the_start() {
        let spool = Spool::new().unwrap();
        let (hash, size) = spool.store(&mut &b"abc"[..]).unwrap();
        assert_eq!((hash, size), (Hash::of(b"abc"), 3));
        assert_eq!(spool.store(&mut &b"abc"[..]).unwrap().0, hash);
        let (first, second) = (spool.open(hash).unwrap(), spool.open(hash).unwrap());
        for file in [first, second] {
            assert_eq!(io::read_to_string(file).unwrap(), "abc");
        }
        assert!(spool.open(Hash::of(b"other")).is_err());
    }

    #[test]
    fn the_folder_is_private_and_goes_with_the_value() {
        let spool = Spool::new().unwrap();
        let place = spool.0.path().to_owned();
        assert_eq!(fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o700);
        drop(spool);
        assert!(!place.exists());
    }

    #[test]
    fn a_copy_that_broke_off_does_not_stand_in_the_way() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("checksum"))
            }
        }
        let spool = Spool::new().unwrap();
        assert!(spool.store(&mut (&b"part"[..]).chain(Broken)).is_err());
        assert_eq!(spool.store(&mut &b"abc"[..]).unwrap().0, Hash::of(b"abc"));
    }
}
