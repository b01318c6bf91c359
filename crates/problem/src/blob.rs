//! Content by hash.

use std::fmt;
use std::fs::File;
use std::io;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// SHA-256 of some bytes: the name of a blob. Shown and stored as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

/// Not 64 hexadecimal digits.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a hash: 64 hexadecimal digits are expected")]
pub struct BadHash(String);

impl FromStr for Hash {
    type Err = BadHash;

    fn from_str(text: &str) -> Result<Self, BadHash> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| BadHash(text.to_owned()))?;
        Ok(Self(bytes))
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Anything that has a version's files: a package on disk, a worker's cache.
pub trait Blobs {
    /// A file of its own description, positioned at the start, that nobody changes. Its bytes have that hash.
    fn open(&self, hash: Hash) -> io::Result<File>;

    /// The whole blob in memory; for sources and statements, not for test data.
    fn read(&self, hash: Hash) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut self.open(hash)?, &mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_reads_back_and_is_what_sha256sum_prints() {
        let hash = Hash::of(b"abc");
        assert_eq!(hash.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(hash.to_string().parse::<Hash>().unwrap(), hash);
        assert!("ba78".parse::<Hash>().is_err());
    }
}
