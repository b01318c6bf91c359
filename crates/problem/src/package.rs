//! Reading of problem packages in the ICPC package format: 2025-09, the drafts before it, and legacy; pass-fail problems.
//!
//! A package is a folder or a zip archive, perhaps with one folder around everything. Nobody has to trust it: names lead
//! nowhere outside, links are followed inside only, sizes are capped before and while unpacking, and no device or FIFO is
//! ever opened. What the version needs is copied aside by hash, so that later changes of the folder change nothing.

mod archive;
mod args;
mod caps;
mod cases;
mod credits;
mod faults;
mod folder;
mod format;
mod groups;
mod languages;
mod limits;
mod links;
mod metadata;
mod names;
mod programs;
mod reading;
mod schema;
mod source;
mod spool;
mod statements;
mod submissions;

mod tree;
mod validator;
mod yaml;

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;

use crate::blob::{Blobs, Hash};
use crate::fault::Fault;
use crate::version::{Slug, Version};

use archive::Archive;
use faults::Faults;
use folder::Folder;
use format::Format;
use reading::Reading;
use source::Source;
use spool::Spool;

pub(crate) use faults::nearest;
pub(crate) use schema::decimal;

/// A package that was read: a version, and the files that it names.
pub struct Package {
    pub version: Version,
    /// What the setter should look at though the package can be used, by file and line.
    pub warnings: Vec<Fault>,
    spool: Spool,
}

impl fmt::Debug for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Package").field("version", &self.version).finish_non_exhaustive()
    }
}

impl Package {
    /// Reads the folder or zip archive at `path`, whose name gives the slug. All faults come at once, by file and line.
    pub fn open(path: &Path) -> Result<Self, Vec<Fault>> {
        let unreadable = |error: io::Error| vec![Fault::error("", format!("{}: {error}", path.display()))];
        // `.` and `..` are called something too.
        let real = path.canonicalize().map_err(unreadable)?;
        let name = path.file_name().or(real.file_name()).unwrap_or_default().to_string_lossy();
        // Asked before it is opened: opening a FIFO would wait for a writer.
        let kind = real.metadata().map_err(unreadable)?.file_type();
        if kind.is_dir() {
            let folder = Folder::open(&real).map_err(unreadable)?;
            read(Source::Folder(folder), &name, Faults::default())
        } else if kind.is_file() {
            Self::open_zip(File::open(&real).map_err(unreadable)?, &name)
        } else {
            Err(vec![Fault::error("", format!("{} is neither a folder nor a zip archive", path.display()))])
        }
    }

    /// Reads a zip archive. `name` is the archive's own, which gives the slug: `hello.zip`.
    pub fn open_zip(file: File, name: &str) -> Result<Self, Vec<Fault>> {
        let faults = Faults::default();
        let base = [".zip", ".kpp"].iter().find_map(|ending| {
            let cut = name.len().checked_sub(ending.len())?;
            name.get(cut..)?.eq_ignore_ascii_case(ending).then(|| &name[..cut])
        });
        match Archive::open(file, &faults) {
            Some(archive) => read(Source::Archive(archive), base.unwrap_or(name), faults),
            None => Err(faults.sorted()),
        }
    }
}

impl Blobs for Package {
    fn open(&self, hash: Hash) -> io::Result<File> {
        self.spool.open(hash)
    }
}

fn read(mut source: Source, name: &str, faults: Faults) -> Result<Package, Vec<Fault>> {
    let listed = match source.list(&faults) {
        Ok(Some(listed)) if tree::within_caps(&listed, &faults) => listed,
        Ok(_) => return Err(faults.sorted()),
        Err(error) => return Err(vec![Fault::error("", format!("cannot be listed: {error}"))]),
    };
    let root = tree::arrange(listed, &faults);
    let spool = Spool::new().map_err(|error| {
        vec![Fault::error("", format!("the judge has no room to unpack it, which is not its fault: {error}"))]
    })?;
    let mut reading = Reading { source, spool, faults, format: Format::Legacy, stored: HashMap::new() };
    let version = version(&mut reading, &root, name);
    let refused = reading.faults.any_errors();
    let told = reading.faults.sorted();
    match version {
        Some(version) if !refused => Ok(Package { version, warnings: told, spool: reading.spool }),
        _ => Err(told),
    }
}

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
fn version(reading: &mut Reading, root: &tree::Folder, name: &str) -> Option<Version> {
    let metadata = metadata::read(reading, root);
    let slug = slug(reading, name);
    let statements = statements::read(reading, root);
    statements::check_languages(reading, &statements);
    let names = statements::titles(reading, &metadata, &statements, name);
    let output_validator = validator::read(reading, root, &metadata);
    let tests = cases::read(reading, root, &output_validator);
    let submissions = submissions::read(reading, root);
    tell_unsupported(reading, root);
    tell_left_out(reading, root);
    tell_unknown(reading, root);
    Some(Version {
        slug: slug?,
        names,
        statements: statements.sources,
        assets: statements.assets,
        limits: metadata.limits,
        output_validator,
        languages: metadata.languages,
        tests,
        submissions,
        credits: metadata.credits,
    })
}

/// What browsers call a file that they have fetched again, `sum (1)`, is `sum`.
fn first_copy(name: &str) -> &str {
    let copy = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let numbered = copy.filter(|(_, number)| number.parse::<u32>().is_ok());
    numbered.map_or(name, |(first, _)| first)
}

/// From the name of the folder or archive.
fn slug(reading: &Reading, name: &str) -> Option<Slug> {
    let slug: Result<Slug, _> = first_copy(name).to_lowercase().replace(['_', ' '], "-").parse();
    slug.map_err(|error| reading.faults.error("", format!("{error}; rename the folder or archive"))).ok()
}

/// Whole folders without which the problem would be judged wrongly.
fn tell_unsupported(reading: &Reading, root: &tree::Folder) {
    for (name, what) in [
        ("include", "files that are added to every submission"),
        ("static_validator", "a program that judges sources"),
        ("graders", "custom graders"),
    ] {
        if root.folder(name).is_some_and(tree::Folder::has_files) {
            reading.faults.error(name, format!("not supported yet: {what}"));
        }
    }
}

/// What is left out without changing a verdict.
fn tell_left_out(reading: &Reading, root: &tree::Folder) {
    if root.folder("attachments").is_some_and(tree::Folder::has_files) {
        reading.faults.warn("attachments", "is not offered to contestants yet");
    }
}

/// Folders that the format knows, in any of its versions.
const FOLDERS: [&str; 18] = [
    "attachments",
    "data",
    "generators",
    "graders",
    "include",
    "input_format_validators",
    "input_validators",
    "input_visualizer",
    "output_validator",
    "output_validators",
    "output_visualizer",
    "problem_statement",
    "solution",
    "statement",
    "static_validator",
    "submissions",
    "test_case_visualizer",
    "visualizers",
];

/// A misspelt folder would otherwise be missed without a word, and the problem judged without it.
fn tell_unknown(reading: &Reading, root: &tree::Folder) {
    for (name, folder) in root.folders() {
        if FOLDERS.contains(&name) || !folder.has_files() {
            continue;
        }
        let hint =
            faults::nearest(name, FOLDERS).map_or(String::new(), |known| format!(": did you mean {known}?"));
        reading.faults.warn(name, format!("is no folder of the format, and is ignored{hint}"));
    }
}
