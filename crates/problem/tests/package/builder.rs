//! Builds packages for tests: the same files as a folder or as a zip archive.

use std::fs::{self, File};
use std::io::{Cursor, Read, Write};
use std::path::Path;

use problem::package::Given;
use problem::{Blobs, Fault, Hash, Package, TestCase, TestGroup, Version};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Files and links of a package, in the order given.
#[derive(Clone, Default)]
pub(crate) struct Builder {
    files: Vec<(String, Vec<u8>)>,
    links: Vec<(String, String)>,
}

/// A minimal good package of the current format.
pub(crate) fn good() -> Builder {
    Builder::default()
        .with("problem.yaml", GOOD_YAML)
        .with("statement/problem.en.md", "Add $a$ and $b$.\n")
        .with("data/sample/1.in", "1 2\n")
        .with("data/sample/1.ans", "3\n")
        .with("data/secret/1.in", "3 4\n")
        .with("data/secret/1.ans", "7\n")
        .with("submissions/accepted/a.py", "print(sum(map(int, input().split())))\n")
}

pub(crate) const GOOD_YAML: &str = "problem_format_version: 2025-09\nname: Sum\nuuid: 5ca6ba5b-36d5-4eff-8aa7-d967cbc4375e\n\
                             limits: {time_limit: 1}\n";

impl Builder {
    /// Adds or replaces a file.
    pub(crate) fn with(mut self, path: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.files.retain(|(known, _)| known != path);
        self.files.push((path.to_owned(), bytes.as_ref().to_vec()));
        self
    }

    pub(crate) fn without(mut self, path: &str) -> Self {
        let inside = format!("{path}/");
        self.files.retain(|(known, _)| known != path && !known.starts_with(&inside));
        self
    }

    pub(crate) fn with_link(mut self, path: &str, target: &str) -> Self {
        self.links.push((path.to_owned(), target.to_owned()));
        self
    }

    pub(crate) fn yaml(self, text: &str) -> Self {
        self.with("problem.yaml", text)
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// Writes the package below `folder`.
    pub(crate) fn write(&self, folder: &Path) {
        for (path, bytes) in &self.files {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().expect("a folder above")).expect("a folder");
            fs::write(file, bytes).expect("a file");
        }
        for (path, target) in &self.links {
            let link = folder.join(path);
            fs::create_dir_all(link.parent().expect("a folder above")).expect("a folder");
            std::os::unix::fs::symlink(target, link).expect("a link");
        }
    }

    /// The archive; every path with `top` in front.
    pub(crate) fn zip(&self, top: &str) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, bytes) in &self.files {
            zip.start_file(format!("{top}{path}"), SimpleFileOptions::default()).expect("an entry");
            zip.write_all(bytes).expect("bytes");
        }
        for (path, target) in &self.links {
            zip.add_symlink(format!("{top}{path}"), target, SimpleFileOptions::default()).expect("a link");
        }
        zip.finish().expect("an archive").into_inner()
    }

    /// The same as a tar archive.
    pub(crate) fn tar(&self, top: &str) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for (path, bytes) in &self.files {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, format!("{top}{path}"), bytes.as_slice()).expect("an entry");
        }
        for (path, target) in &self.links {
            let mut header = tar::Header::new_gnu();
            header.set_size(0);
            header.set_entry_type(tar::EntryType::Symlink);
            tar.append_link(&mut header, format!("{top}{path}"), target).expect("a link");
        }
        tar.into_inner().expect("an archive")
    }

    pub(crate) fn tar_gz(&self, top: &str) -> Vec<u8> {
        gzip(&self.tar(top))
    }

    /// Read as a folder called `sum`.
    pub(crate) fn folder(&self) -> Result<Package, Vec<Fault>> {
        let place = TempDir::new().expect("a folder");
        self.write(&place.path().join("sum"));
        Package::open(&place.path().join("sum"))
    }

    /// Read as an archive called `sum.zip`, with a top folder.
    pub(crate) fn archive(&self) -> Result<Package, Vec<Fault>> {
        open_zip(&self.zip("sum/"))
    }

    /// One of several problems, read as an archive.
    pub(crate) fn open_problem(&self, name: &str) -> Result<Package, Vec<Fault>> {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&self.zip("sum/")).expect("bytes");
        let given = Given { problem: Some(name.to_owned()), ..Given::default() };
        Package::open_archive_as(file, "sum.zip", &given)
    }

    /// Read in both forms, which must come to the same.
    pub(crate) fn open(&self) -> Result<Package, Vec<Fault>> {
        let (folder, archive) = (self.folder(), self.archive());
        match (&folder, &archive) {
            (Ok(folder), Ok(archive)) => {
                assert_eq!(folder.version, archive.version);
                assert_eq!(folder.warnings, archive.warnings);
            }
            (Err(folder), Err(archive)) => assert_eq!(folder, archive),
            _ => panic!("the folder and the archive differ: {folder:?} / {archive:?}"),
        }
        folder
    }

    /// Every fault as printed, errors and warnings alike.
    pub(crate) fn faults(&self) -> Vec<String> {
        let faults = self.open().map_or_else(|faults| faults, |package| package.warnings);
        faults.iter().map(ToString::to_string).collect()
    }

    /// The faults for which the package is refused.
    pub(crate) fn errors(&self) -> Vec<String> {
        let faults = self.open().map_or_else(|faults| faults, |package| package.warnings);
        faults.iter().filter(|fault| fault.is_error()).map(ToString::to_string).collect()
    }
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(bytes).expect("bytes");
    packed.finish().expect("an archive")
}

pub(crate) fn open_zip(bytes: &[u8]) -> Result<Package, Vec<Fault>> {
    open_named(bytes, "sum.zip")
}

pub(crate) fn open_named(bytes: &[u8], name: &str) -> Result<Package, Vec<Fault>> {
    open_named_as(bytes, name, &Given::default())
}

/// At a site that has testlib.
pub(crate) fn at_a_site() -> Given {
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/package/site/testlib.h");
    Given { testlib: Some(header), ..Given::default() }
}

pub(crate) fn open_named_as(bytes: &[u8], name: &str, given: &Given) -> Result<Package, Vec<Fault>> {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(bytes).expect("bytes");
    Package::open_archive_as(file, name, given)
}

/// What opens under `hash`, read through.
pub(crate) fn bytes(package: &Package, hash: Hash) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut file: File = package.open(hash).expect("a blob of the version");
    file.read_to_end(&mut bytes).expect("bytes");
    bytes
}

/// Fails unless each fault begins as wanted, in order.
pub(crate) fn expect(told: &[String], wanted: &[&str]) {
    let matches =
        told.len() == wanted.len() && told.iter().zip(wanted).all(|(told, wanted)| told.contains(wanted));
    assert!(matches, "told {told:#?}\nwanted {wanted:#?}");
}

/// Reads the package with `file` cut short and with single bytes changed at many places: it must come to a version or to
/// faults.
pub(crate) fn break_everywhere(package: &Builder, file: &str) {
    let whole = package.files().find(|(path, _)| *path == file).expect("the file").1.to_vec();
    let place = TempDir::new().expect("a folder");
    let folder = place.path().join("sum");
    package.write(&folder);
    let open = |bytes: &[u8]| {
        fs::write(folder.join(file), bytes).expect("a file");
        match Package::open(&folder) {
            Ok(package) => assert!(!package.version.tests.cases().is_empty(), "a version without tests"),
            Err(faults) => assert!(faults.iter().any(Fault::is_error), "no reason is given"),
        }
    };
    let step = whole.len().div_ceil(50).max(1);
    for at in (0..whole.len()).step_by(step) {
        open(&whole[..at]);
        for byte in [0, b'\n', b':', b'{', 0xff] {
            let mut changed = whole.clone();
            changed[at] = byte;
            open(&changed);
        }
    }
}

/// What the files say, without these files themselves.
pub(crate) fn version(builder: &Builder) -> Version {
    Version { origin: None, ..builder.open().unwrap().version }
}

pub(crate) fn names(version: &Version) -> Vec<&str> {
    version.tests.cases().iter().map(|case| case.name.as_str()).collect()
}

pub(crate) fn group<'a>(version: &'a Version, name: &str) -> &'a TestGroup {
    version.tests.groups().into_iter().find(|group| group.name == name).unwrap()
}

pub(crate) fn case<'a>(version: &'a Version, name: &str) -> &'a TestCase {
    version.tests.cases().into_iter().find(|case| case.name == name).unwrap()
}
