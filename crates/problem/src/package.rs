//! Reading of problem packages, of every [`Format`]: a module each.
//!
//! A package is a folder, an archive (zip, tar, tar.gz) or an XML file, perhaps with one folder around everything. Nobody has to trust it: names lead
//! nowhere outside, links are followed inside only, sizes are capped before and while unpacking, and no device or FIFO is
//! ever opened. What the version needs is copied aside by hash, so that later changes of the folder change nothing.

mod archive;
mod bare;
mod caps;
mod charset;
mod cms;
mod dialects;
mod dmoj;
mod faults;
mod folder;
mod format;
mod fps;
mod given;
mod hydro;
mod icpc;
mod includes;
mod kept;
mod library_checker;
mod links;
mod names;
mod natural;
mod nested;
mod newlines;
mod patterns;
mod points;
mod polygon;
mod programs;
mod reading;
mod recipe;
mod room;
mod schema;
mod single;
mod source;
mod spool;
mod tarball;
mod testlib;
mod tree;
mod unused;
mod xml;
pub(crate) mod yaml;

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::blob::{Blobs, Hash};
use crate::fault::Fault;
use crate::limits::Origin;
use crate::version::Version;

use faults::Faults;
use folder::Folder;
use reading::Reading;
use source::Source;
use spool::Spool;

pub(crate) use faults::nearest;
/// Words of the ICPC format that writing it needs, too.
pub(crate) mod icpc_words {
    pub(crate) use super::icpc::credits::LICENSES;
    pub(crate) use super::icpc::languages::is_code;
    pub(crate) use super::icpc::submissions::promise::{
        CRASH, SLOW, WRONG, of_folder as promise_of_folder, whatever,
    };
}
pub use format::{Format, UnknownFormat};
pub use newlines::without_cr;
pub use recipe::{Makes, Recipe};
pub(crate) use schema::decimal;

/// A package that was read: a version, and the files that it names.
pub struct Package {
    pub version: Version,
    /// How it was read.
    pub format: Format,
    /// What the setter should look at though the package can be used, by file and line.
    pub warnings: Vec<Fault>,
    /// Tests that have to be made first.
    pub recipes: Vec<Recipe>,
    /// Files of the package that nobody looked into, though one could expect it: by path, a whole folder as one, with a
    /// slash at its end.
    pub unused: Vec<String>,
    /// What it leaves to whoever brings it: the house's default stands there, if nothing was given.
    pub lacks: Lacks,
    spool: Spool,
}

/// Limits that a package has not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lacks {
    pub time: bool,
    pub memory: bool,
}

/// What whoever brings a package says beyond it.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Read it as this, whatever it looks like.
    pub format: Option<Format>,
    /// Limits of a package that has none of its own.
    pub time_ms: Option<u64>,
    pub memory_bytes: Option<u64>,
    /// Which one, where there are several problems in it: its folder's name, or its number from 1.
    pub problem: Option<String>,
    /// The file testlib.h, for packages that leave it to their site.
    pub testlib: Option<PathBuf>,
}

impl fmt::Debug for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Package").field("version", &self.version).finish_non_exhaustive()
    }
}

impl Package {
    /// Reads the folder, archive or XML file at `path`, whose name gives the slug. All faults come at once, by file and line.
    pub fn open(path: &Path) -> Result<Self, Vec<Fault>> {
        Self::open_as(path, &Given::default())
    }

    /// The same with what is known beyond the package.
    pub fn open_as(path: &Path, given: &Given) -> Result<Self, Vec<Fault>> {
        let unreadable = |error: io::Error| vec![Fault::error("", format!("{}: {error}", path.display()))];
        // `.` and `..` are called something too.
        let real = path.canonicalize().map_err(unreadable)?;
        let name = path.file_name().or(real.file_name()).unwrap_or_default().to_string_lossy();
        // Asked before it is opened: opening a FIFO would wait for a writer.
        let kind = real.metadata().map_err(unreadable)?.file_type();
        if kind.is_dir() {
            let folder = Folder::open(&real).map_err(unreadable)?;
            read(Source::of_folder(folder), &name, given, Faults::default())
        } else if kind.is_file() {
            Self::open_archive_as(File::open(&real).map_err(unreadable)?, &name, given)
        } else {
            let message = format!("{} is neither a folder nor an archive nor an XML file", path.display());
            Err(vec![Fault::error("", message)])
        }
    }

    /// Reads an archive (zip, tar or tar.gz), or the one XML file that some formats are: its bytes tell. `name` is the
    /// file's own, which gives the slug: `hello.zip`.
    pub fn open_archive(file: File, name: &str) -> Result<Self, Vec<Fault>> {
        Self::open_archive_as(file, name, &Given::default())
    }

    /// The same with what is known beyond the package.
    pub fn open_archive_as(file: File, name: &str, given: &Given) -> Result<Self, Vec<Fault>> {
        let faults = Faults::default();
        match Source::of_file(file, name, &faults) {
            Some(source) => read(source, without_ending(name), given, faults),
            None => Err(faults.sorted()),
        }
    }
}

/// The name without what says that it is an archive.
fn without_ending(name: &str) -> &str {
    let base = [".zip", ".kpp", ".tar.gz", ".tgz", ".tar", ".xml"].iter().find_map(|ending| {
        let cut = name.len().checked_sub(ending.len())?;
        name.get(cut..)?.eq_ignore_ascii_case(ending).then(|| &name[..cut])
    });
    base.unwrap_or(name)
}

impl Package {
    /// The package, if it holds all its tests; for those who can run nothing.
    pub fn complete(self) -> Result<Self, Vec<Fault>> {
        if self.recipes.is_empty() {
            return Ok(self);
        }
        let message = "has tests that its own programs make, which is not done here: import it on the command line, by \
                       judge problem import, which runs them in boxes";
        Err(vec![Fault::error("", message)])
    }

    /// Keeps a file that a recipe made.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&self, bytes: &[u8]) -> io::Result<Hash> {
        self.spool.keep(bytes)
    }
}

impl Blobs for Package {
    fn open(&self, hash: Hash) -> io::Result<File> {
        self.spool.open(hash)
    }
}

fn read(mut source: Source, name: &str, given: &Given, faults: Faults) -> Result<Package, Vec<Fault>> {
    let listed = match source.list(&faults) {
        Ok(Some(listed)) if tree::within_caps(&listed, &faults) => listed,
        Ok(_) => return Err(faults.sorted()),
        Err(error) => return Err(vec![Fault::error("", format!("cannot be listed: {error}"))]),
    };
    let mut all = tree::gather(listed, &faults);
    let Some((format, top)) = format::recognise(&all, given, &faults) else { return Err(faults.sorted()) };
    match format {
        Format::Cms => cms::adopt(&mut all, &top, &faults),
        Format::LibraryChecker => library_checker::adopt(&mut all, &top),
        _ => {}
    }
    let found = kept::Found::of(&all, &top);
    let root = tree::arrange(all, &top, format.has_plain_names(), &faults);
    let spool = Spool::new().map_err(|error| {
        vec![Fault::error("", format!("the judge has no room to unpack it, which is not its fault: {error}"))]
    })?;
    let name = top.last().map_or(name, |inner| if given.problem.is_some() { inner } else { name });
    let mut reading = Reading::new(source, spool, faults, given.clone());
    let mut version = match format {
        Format::Icpc => icpc::read(&mut reading, &root, name),
        Format::Hydro => hydro::read(&mut reading, &root, name),
        Format::LibraryChecker => library_checker::read(&mut reading, &root, name),
        Format::Bare => bare::read(&mut reading, &root, name),
        Format::Fps => fps::read(&mut reading, &root, name),
        Format::Polygon => polygon::read(&mut reading, &root, name),
        Format::Dmoj => dmoj::read(&mut reading, &root, name),
        Format::Cms => cms::read(&mut reading, &root, name),
    };
    if let Some(version) = &mut version {
        testlib::complete(&mut reading, version);
        version.origin = found.keep(&mut reading, format);
    }
    let refused = reading.faults.any_errors();
    let told = std::mem::take(&mut reading.faults).sorted();
    match version {
        Some(version) if !refused => {
            let unused = unused::unused(&root, format, &|leaf| reading.source.has_given(leaf));
            let Reading { recipes, spool, lacks_memory, .. } = reading;
            let time = version.limits.time_origin == Origin::Default;
            let lacks = Lacks { time, memory: lacks_memory.get() };
            Ok(Package { version, format, warnings: told, recipes, unused, lacks, spool })
        }
        _ => Err(told),
    }
}
