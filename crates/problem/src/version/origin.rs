//! The package that a version was read from.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::{Deserialize, Serialize};

use crate::blob::{Blobs, Hash};
use crate::package::Format;

/// A package as it came, so that it can be given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageOrigin {
    pub format: Format,
    /// A [`Listing`] as JSON: a blob of its own, as it may be larger than all the rest of a manifest.
    pub files: Hash,
}

/// The files of a package by path below it, without what tools and editors leave behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Listing(pub BTreeMap<String, Entry>);

/// What stands at a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    File(Hash),
    Link {
        /// As it is written in the link.
        link: String,
    },
}

impl PackageOrigin {
    /// The list of the files.
    ///
    /// # Errors
    /// The list cannot be read, or is none.
    pub fn listing(&self, blobs: &dyn Blobs) -> io::Result<Listing> {
        Listing::parse(&blobs.read(self.files)?)
    }
}

impl Listing {
    /// # Errors
    /// The bytes are no list.
    pub fn parse(bytes: &[u8]) -> io::Result<Self> {
        Ok(serde_json::from_slice(bytes)?)
    }

    /// What is stored: the same list has the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a list has only string keys")
    }

    /// Every file's content.
    pub fn blobs(&self) -> BTreeSet<Hash> {
        let files = self.0.values().filter_map(|entry| match entry {
            Entry::File(hash) => Some(*hash),
            Entry::Link { .. } => None,
        });
        files.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_reads_back_and_has_one_form() {
        let hash = Hash::of(b"x");
        let link = Entry::Link { link: "../a".to_owned() };
        let entries = [("b/l\"\n".to_owned(), link), ("a".to_owned(), Entry::File(hash))];
        let listing = Listing(entries.into());
        let bytes = listing.to_bytes();
        assert!(bytes.starts_with(format!("{{\"a\":\"{hash}\",").as_bytes()));
        assert_eq!(Listing::parse(&bytes).unwrap(), listing);
        assert_eq!(listing.blobs(), BTreeSet::from([hash]));
        assert!(Listing::parse(b"[1]").is_err());
    }
}
