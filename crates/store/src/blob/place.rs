//! Where a blob's content is.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::columns::text_column;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// In the table itself: one dump has everything.
    #[default]
    Postgres,
    /// In a folder of this machine, or one that all machines share.
    Folder,
    /// In a bucket of an S3-compatible store.
    S3,
}

impl Place {
    pub const ALL: [Self; 3] = [Self::Postgres, Self::Folder, Self::S3];

    /// The word in the column, in the settings and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::Folder => "folder",
            Self::S3 => "s3",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// What is no place for blobs.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is no place for blobs; there are postgres, folder and s3")]
pub struct UnknownPlace(String);

impl FromStr for Place {
    type Err = UnknownPlace;

    fn from_str(word: &str) -> Result<Self, UnknownPlace> {
        Self::ALL.into_iter().find(|place| place.word() == word).ok_or_else(|| UnknownPlace(word.to_owned()))
    }
}

text_column!(Place);
