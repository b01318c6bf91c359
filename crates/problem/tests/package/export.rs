//! Versions written as packages, and those read again.

mod models;
mod origin;

use std::fs::{self, File};
use std::io::{Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use problem::export::{self, Export, Loss};
use problem::version::Passes;
use problem::{Blobs, Package, TestCase, Version};

use crate::builder;

pub(crate) fn written(version: &Version, blobs: &dyn Blobs) -> (Vec<u8>, Vec<Loss>) {
    let mut out = Cursor::new(Vec::new());
    let losses = export::to_icpc(version, blobs, &mut out).expect("an archive");
    (out.into_inner(), losses)
}

/// The package that is written of a version, read.
pub(crate) fn again(version: &Version, blobs: &dyn Blobs) -> (Package, Vec<Loss>) {
    let (bytes, losses) = written(version, blobs);
    let name = format!("{}.zip", version.slug);
    let package = builder::open_named(&bytes, &name)
        .unwrap_or_else(|faults| panic!("{}: {faults:#?}\n{}", version.slug, listing(&bytes)));
    let mut package = package;
    package.version.origin = None;
    (package, losses)
}

/// The texts in an archive, for messages.
fn listing(bytes: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut told = String::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).expect("an entry");
        let name = entry.name().expect("a name").into_owned();
        told.push_str(&format!("{name} ({} bytes)\n", entry.size()));
        if name.ends_with(".yaml") {
            entry.read_to_string(&mut told).expect("text");
        }
    }
    told
}

/// Every package that is checked in, of every format.
fn packages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root.join("tests/packages")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.push(root.join("problems"));
    for folder in folders.into_iter().filter(|folder| folder.is_dir()) {
        found.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    found.sort();
    found
}

fn readable() -> Vec<(PathBuf, Package)> {
    let mut read: Vec<(PathBuf, Package)> = Vec::new();
    for path in packages().into_iter().filter(|path| path.extension().is_none_or(|ending| ending != "txt")) {
        read.extend(Package::open(&path).ok().map(|package| (path, package)));
    }
    assert!(read.len() >= 60, "{}", read.len());
    read
}

/// What a submission is run with.
fn runs(version: &Version) -> Vec<String> {
    let run = |case: &&TestCase| format!("{} {} {:?} {:?}", case.input, case.answer, case.args, case.files);
    let mut runs: Vec<String> = Vec::new();
    for case in version.cases().iter().map(run) {
        if !runs.contains(&case) {
            runs.push(case);
        }
    }
    runs
}

fn check(version: &Version, blobs: &dyn Blobs) -> (Version, Vec<Loss>) {
    let (first, losses) = again(version, blobs);
    let read = &first.version;
    let name = &version.slug;
    let mut wanted = runs(version);
    let mut got = runs(read);
    // The format judges samples first, and in the order of their names.
    wanted.sort();
    got.sort();
    assert_eq!(got, wanted, "{name}");
    assert_eq!(read.kind, version.kind, "{name}");
    assert_eq!(read.limits.time_ms, version.limits.time_ms, "{name}");
    assert_eq!(read.scoring.is_some(), version.scoring.is_some(), "{name}");
    assert_eq!(read.interactor.is_some(), version.interactor.is_some(), "{name}");
    if let Passes::Next { .. } = version.passes {
        assert_eq!(read.passes, version.passes, "{name}");
    }
    assert_eq!(read.statements.len(), version.statements.len(), "{name}: {losses:?}");
    assert_eq!(read.submissions.len(), version.submissions.len(), "{name}");
    assert_eq!(read.attachments.len(), version.attachments.len(), "{name}");
    let (second, more) = again(read, &first);
    let more: Vec<&Loss> = more.iter().filter(|loss| !is_always_so(loss)).collect();
    assert!(more.is_empty(), "{name} loses twice: {more:#?}");
    let mut twice = second.version.clone();
    twice.uuid.clone_from(&read.uuid);
    same(&twice, read, name.as_str());
    (first.version, losses)
}

/// Fails with the lines of the manifests that differ.
pub(crate) fn same(got: &Version, wanted: &Version, name: &str) {
    let lines = |version: &Version| serde_json::to_string_pretty(version).unwrap();
    let (got, wanted) = (lines(got), lines(wanted));
    let differing = |from: &str, of: &str| -> Vec<String> {
        from.lines().filter(|line| !of.lines().any(|other| other == *line)).map(str::to_owned).collect()
    };
    if got != wanted {
        let (more, less) = (differing(&got, &wanted), differing(&wanted, &got));
        panic!("{name}\nonly read: {more:#?}\nonly wanted: {less:#?}");
    }
}

/// What no package of the format could say either.
fn is_always_so(loss: &Loss) -> bool {
    let missing = loss.why.starts_with("there is none") || loss.field.starts_with("assets.");
    // A tag in a source says more than any rule, and comes back with it.
    let tagged = loss.why.starts_with("not all that is promised");
    missing || tagged || loss.field == "slug"
}

#[test]
fn what_is_read_of_a_written_package_is_the_same_problem_and_is_written_the_same_again() {
    for (path, package) in readable() {
        eprintln!("{}", path.display());
        check(&package.version, &package);
    }
}

#[test]
fn a_package_of_this_format_comes_back_as_it_was() {
    for (path, package) in readable() {
        let text = fs::read_to_string(path.join("problem.yaml")).unwrap_or_default();
        if !text.contains("problem_format_version: 2025-09\n") {
            continue;
        }
        let (back, losses) = again(&package.version, &package);
        let lost: Vec<&Loss> = losses.iter().filter(|loss| !is_always_so(loss)).collect();
        assert!(lost.is_empty(), "{}: {lost:#?}", path.display());
        let mut version = back.version.clone();
        if package.version.uuid.is_none() {
            version.uuid = None;
        }
        version.origin = package.version.origin;
        same(&version, &package.version, &path.display().to_string());
    }
}

#[test]
fn the_same_version_is_written_as_the_same_bytes() {
    for (path, package) in readable().into_iter().step_by(7) {
        let first = written(&package.version, &package);
        assert!(first == written(&package.version, &package), "{}", path.display());
    }
}

#[test]
fn what_is_lost_is_told_before_anything_is_written() {
    for (path, package) in readable() {
        let told = Export::icpc(&package.version).losses;
        assert_eq!(told, written(&package.version, &package).1, "{}", path.display());
        let twice = told.iter().enumerate().find(|(i, loss)| told[..*i].contains(loss));
        assert!(twice.is_none(), "{}: {twice:?}", path.display());
        for loss in &told {
            assert!(!loss.why.ends_with('.') && !loss.field.is_empty(), "{loss}");
        }
    }
}

#[test]
fn a_blob_that_is_not_there_is_an_error() {
    struct Nothing;
    impl Blobs for Nothing {
        fn open(&self, _: problem::Hash) -> std::io::Result<File> {
            Err(std::io::ErrorKind::NotFound.into())
        }
    }
    let version = builder::version(&builder::good());
    assert!(export::to_icpc(&version, &Nothing, Cursor::new(Vec::new())).is_err());
}

/// Blobs in memory.
#[derive(Default)]
pub(crate) struct Memory(std::cell::RefCell<std::collections::BTreeMap<problem::Hash, Vec<u8>>>);

impl Memory {
    pub(crate) fn keep(&self, bytes: &[u8]) -> problem::Hash {
        let hash = problem::Hash::of(bytes);
        self.0.borrow_mut().insert(hash, bytes.to_vec());
        hash
    }
}

impl Blobs for Memory {
    fn open(&self, hash: problem::Hash) -> std::io::Result<File> {
        let mut file = tempfile::tempfile()?;
        file.write_all(self.0.borrow().get(&hash).ok_or(std::io::ErrorKind::NotFound)?)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }
}
