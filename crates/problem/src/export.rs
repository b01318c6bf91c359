//! Problem packages made of versions: what a setter takes along to another judge.

mod icpc;
mod origin;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Seek, Write};

use serde::Serialize;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::blob::{Blobs, Hash};
use crate::version::Version;

pub use origin::NoOrigin;

/// Something of a version that the package does not say, or says in another way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// Of the version, with names below it: `limits.languages`, `tests.secret/3`.
    pub field: String,
    /// What became of it, and what to do if anything can be done; one sentence without a full stop.
    pub why: String,
    /// Whether a submission may be judged differently for it.
    pub misjudged: bool,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.why)
    }
}

/// A package that can be written: its files by path, and what they do not carry.
#[derive(Debug)]
pub struct Export {
    /// The folder around everything.
    top: String,
    files: BTreeMap<String, Content>,
    /// In the order of the version's parts.
    pub losses: Vec<Loss>,
}

/// What stands at one path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Blob(Hash),
    Text(String),
    /// A symbolic link to there.
    Link(String),
}

impl Export {
    /// The version as a package of the ICPC format, 2025-09.
    pub fn icpc(version: &Version) -> Self {
        icpc::export(version)
    }

    /// The version as the package that it was read from: the same files with the same bytes, as far as nothing was edited.
    /// What was edited in files that the version has as they are is put into those files.
    ///
    /// # Errors
    /// [`NoOrigin`]: it was read from none, an edit cannot be said in its format, or its files cannot be read.
    pub fn origin(version: &Version, blobs: &dyn Blobs) -> Result<Self, NoOrigin> {
        origin::export(version, blobs)
    }

    /// Writes the package as a zip archive. The same version gives the same bytes.
    ///
    /// # Errors
    /// A blob cannot be read, or `out` not be written.
    pub fn write(&self, blobs: &dyn Blobs, out: impl Write + Seek) -> io::Result<()> {
        let mut zip = ZipWriter::new(out);
        for (path, content) in &self.files {
            let name = format!("{}/{path}", self.top);
            if let Content::Link(target) = content {
                zip.add_symlink(name, target, SimpleFileOptions::default())?;
                continue;
            }
            // Without a time of its own an entry is of 1980.
            zip.start_file(name, SimpleFileOptions::default().unix_permissions(mode(path)))?;
            match content {
                Content::Text(text) => zip.write_all(text.as_bytes())?,
                Content::Blob(hash) => _ = io::copy(&mut blobs.open(*hash)?, &mut zip)?,
                Content::Link(_) => {}
            }
        }
        zip.finish()?.flush()
    }
}

/// Scripts of these names are what the formats run.
fn mode(path: &str) -> u32 {
    let name = path.rsplit('/').next().unwrap_or(path);
    if matches!(name, "build" | "run") || name.ends_with(".sh") { 0o755 } else { 0o644 }
}

/// Writes the version as a zip archive of the ICPC format, 2025-09, and says what could not be carried.
///
/// # Errors
/// A blob cannot be read, or `out` not be written.
pub fn to_icpc(version: &Version, blobs: &dyn Blobs, out: impl Write + Seek) -> io::Result<Vec<Loss>> {
    let export = Export::icpc(version);
    export.write(blobs, out)?;
    Ok(export.losses)
}
