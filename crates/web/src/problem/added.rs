//! Files that a form adds to a version; the others are stored already.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Seek, Write};

use ::problem::{Blobs, Hash};

#[derive(Default)]
pub(crate) struct Added(HashMap<Hash, Vec<u8>>);

impl Added {
    pub(crate) fn add(&mut self, bytes: impl Into<Vec<u8>>) -> Hash {
        let bytes = bytes.into();
        let hash = Hash::of(&bytes);
        self.0.insert(hash, bytes);
        hash
    }
}

impl Blobs for Added {
    fn open(&self, hash: Hash) -> io::Result<File> {
        let mut file = tempfile::tempfile()?;
        file.write_all(self.0.get(&hash).ok_or(io::ErrorKind::NotFound)?)?;
        file.rewind()?;
        Ok(file)
    }
}
