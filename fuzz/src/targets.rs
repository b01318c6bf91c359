//! What must hold of every reader for any bytes at all. Used by the fuzzer (`make fuzz`) and by the tests of `problem`,
//! which run each target on its seeds, on what once broke it, and on a few thousand mutants.

use std::fs::File;
use std::io::{Cursor, Write};

use problem::export::{self, Export};
use problem::package::{Format, Given};
use problem::questions::Sheet;
use problem::statement::{self, Source};
use problem::version::Markup;
use problem::{Fault, Package};

pub(crate) type Target = fn(&[u8]);

/// By name.
pub(crate) const TARGETS: [(&str, Target); 23] = [
    ("zip", archive),
    ("tar", archive),
    ("bare", |bytes| package(bytes, Format::Bare)),
    ("cms", |bytes| package(bytes, Format::Cms)),
    ("dmoj", |bytes| package(bytes, Format::Dmoj)),
    ("fps", |bytes| package(bytes, Format::Fps)),
    ("hydro", |bytes| package(bytes, Format::Hydro)),
    ("icpc", |bytes| package(bytes, Format::Icpc)),
    ("library-checker", |bytes| package(bytes, Format::LibraryChecker)),
    ("polygon", |bytes| package(bytes, Format::Polygon)),
    ("yaml", |bytes| file(bytes, "problem.yaml", ICPC)),
    ("groups-yaml", |bytes| file(bytes, "data/secret/test_group.yaml", ICPC)),
    ("submissions-yaml", |bytes| file(bytes, "submissions/submissions.yaml", ICPC)),
    ("ini", |bytes| file(bytes, "domjudge-problem.ini", ICPC)),
    ("hydro-ini", |bytes| file(bytes, "testdata/config.ini", HYDRO)),
    ("hydro-yaml", |bytes| file(bytes, "testdata/config.yaml", HYDRO)),
    ("sheet", |bytes| drop(Sheet::read(&String::from_utf8_lossy(bytes)))),
    ("xml", |bytes| file(bytes, "problem.xml", POLYGON)),
    ("fps-xml", |bytes| file(bytes, "set.xml", &[])),
    ("toml", |bytes| file(bytes, "info.toml", LIBRARY_CHECKER)),
    ("tex", |bytes| text(bytes, Markup::Tex)),
    ("html", |bytes| text(bytes, Markup::Html)),
    ("markdown", |bytes| text(bytes, Markup::Markdown)),
];

/// Paths and contents around the file that is tried.
type Around = &'static [(&'static str, &'static str)];

const ICPC: Around = &[
    ("problem.yaml", "name: Sum\nlimits: {time_limit: 1}\n"),
    ("data/sample/1.in", "1 2\n"),
    ("data/sample/1.ans", "3\n"),
    ("data/secret/a.in", "3 4\n"),
    ("data/secret/a.ans", "7\n"),
    ("submissions/accepted/a.py", "print(sum(map(int, input().split())))\n"),
    ("submissions/mixed/b.py", "print(0)\n"),
    ("output_validator/check.py", "raise SystemExit(42)\n"),
    ("static_validator/look.py", "raise SystemExit(42)\n"),
];
const HYDRO: Around = &[
    ("problem.yaml", "title: Sum\n"),
    ("problem.md", "Add.\n"),
    ("testdata/1.in", "1 2\n"),
    ("testdata/1.out", "3\n"),
];
const POLYGON: Around = &[("tests/01", "1 2\n"), ("tests/01.a", "3\n"), ("check.cpp", "int main() {}\n")];
const LIBRARY_CHECKER: Around = &[
    ("task.md", "Add.\n"),
    ("checker.cpp", "int main() {}\n"),
    ("sol/correct.cpp", "int main() {}\n"),
    ("gen/example_00.in", "1 2\n"),
];

/// An archive of unknown kind.
fn archive(bytes: &[u8]) {
    holds(Package::open_archive(stored(bytes), "sum.zip"));
}

/// A tar archive, whose contents no check sum guards, read as a package of that format.
fn package(bytes: &[u8], format: Format) {
    open(bytes, format.into());
}

fn open(bytes: &[u8], format: Option<Format>) {
    let given = Given { format, ..Given::default() };
    holds(Package::open_archive_as(stored(bytes), "sum.tar", &given));
}

/// One file of a package, with the others as they should be.
fn file(bytes: &[u8], path: &str, around: Around) {
    let mut tar = tar::Builder::new(Vec::new());
    let mut add = |path: &str, bytes: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, path, bytes).expect("an entry in memory");
    };
    add(path, bytes);
    around.iter().filter(|(known, _)| *known != path).for_each(|(path, text)| add(path, text.as_bytes()));
    open(&tar.into_inner().expect("an archive in memory"), None);
}

fn stored(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(bytes).expect("room for it");
    file
}

/// A package is a version or a list of reasons; and what can be read can be written, and read again.
fn holds(read: Result<Package, Vec<Fault>>) {
    match read {
        Err(faults) => assert!(faults.iter().any(Fault::is_error), "refused without a reason: {faults:?}"),
        Ok(package) => {
            assert!(!package.version.tests.cases().is_empty(), "a version without a test");
            let losses = Export::icpc(&package.version).losses;
            let mut out = Cursor::new(Vec::new());
            let written = export::to_icpc(&package.version, &package, &mut out).expect("an archive");
            assert_eq!(written, losses);
            if let Err(faults) = Package::open_archive(stored(&out.into_inner()), "sum.zip") {
                panic!("what was written of it cannot be read: {faults:?}");
            }
        }
    }
}

/// A statement becomes a page whatever it holds.
fn text(bytes: &[u8], markup: Markup) {
    let text = String::from_utf8_lossy(bytes);
    let source = Source { markup, text: &text, language: "en" };
    let page = statement::render(&source, &|path| Some(format!("/assets/{path}"))).to_ascii_lowercase();
    assert!(!page.contains("<script"), "{page}");
    statement::check(&source, &|_| false);
}
