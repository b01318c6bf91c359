//! Versions given back as the packages that they were read from.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

use problem::export::{Export, NoOrigin};
use problem::package::Given;
use problem::version::TestNode;
use problem::{Blobs, Package, TestGroup, Version};

use super::{Memory, packages};
use crate::builder::{self, Builder, good};

/// Every file and link below a folder, as the readers see it.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            let kind = path.symlink_metadata().unwrap().file_type();
            if kind.is_symlink() {
                found.insert(name, format!("-> {}", fs::read_link(path).unwrap().display()).into_bytes());
            } else if kind.is_dir() {
                folders.push(path);
            } else {
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

/// The same of an archive with one folder around everything.
fn entries(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut found = BTreeMap::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).unwrap();
        let name = entry.name().unwrap().split_once('/').unwrap().1.to_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        if entry.is_symlink() {
            content.splice(0..0, *b"-> ");
        }
        found.insert(name, content);
    }
    found
}

fn written(export: &Export, blobs: &dyn Blobs) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    export.write(blobs, &mut out).unwrap();
    out.into_inner()
}

#[test]
fn an_untouched_version_is_given_back_byte_for_byte() {
    let mut given_back = 0;
    for path in packages().into_iter().filter(|path| path.is_dir()) {
        let Ok(package) = Package::open_as(&path, &builder::at_a_site()) else { continue };
        eprintln!("{}", path.display());
        let export = Export::origin(&package.version, &package)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(export.losses.iter().all(|loss| !loss.misjudged), "{:?}", export.losses);
        let got = entries(&written(&export, &package));
        let wanted = tree(&path);
        let names = |tree: &BTreeMap<String, Vec<u8>>| tree.keys().cloned().collect::<Vec<_>>();
        // One folder around everything is no part of the package.
        let at = |name: &str| got.get(name).or_else(|| got.get(name.split_once('/')?.1));
        let has_all = wanted.iter().all(|(name, content)| at(name) == Some(content));
        assert!(has_all, "{}: {:?} / {:?}", path.display(), names(&got), names(&wanted));
        given_back += 1;
    }
    assert!(given_back >= 60, "{given_back}");
}

#[test]
fn links_and_files_that_nobody_reads_come_back_too() {
    let package = good()
        .with("README.txt", "for people\n")
        .with("generators/gen.py", "print(1)\n")
        .with("data/secret/2.ans", "7\n")
        .with_link("data/secret/2.in", "1.in");
    for open in [Builder::folder, Builder::archive] {
        let read = open(&package).unwrap();
        let got = entries(&written(&Export::origin(&read.version, &read).unwrap(), &read));
        assert_eq!(got["data/secret/2.in"], b"-> 1.in");
        assert_eq!(got["README.txt"], b"for people\n");
        assert_eq!(got.len(), package.files().count() + 1);
    }
}

#[test]
fn one_of_several_problems_comes_back_with_the_others() {
    for (path, problem) in [("fps/set.xml", "3"), ("polygon/contest", "A")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packages").join(path);
        let given = Given { problem: Some(problem.to_owned()), ..Given::default() };
        let package = Package::open_as(&path, &given).unwrap();
        let export = Export::origin(&package.version, &package).unwrap();
        let back = builder::open_named(&written(&export, &package), "set.zip");
        assert!(back.unwrap_err()[0].to_string().contains("--problem"), "{}", path.display());
    }
}

/// The package's version with something changed, and blobs of both.
fn edited(package: &Package, edit: impl FnOnce(&mut Version, &Memory)) -> (Version, Memory) {
    let blobs = Memory::default();
    let listing = package.version.origin.unwrap().listing(package).unwrap();
    let origin = package.version.origin.unwrap().files;
    for hash in package.version.blobs().into_iter().chain(listing.blobs()).chain([origin]) {
        blobs.keep(&builder::bytes(package, hash));
    }
    let mut version = package.version.clone();
    edit(&mut version, &blobs);
    (version, blobs)
}

fn secret(version: &mut Version) -> &mut TestGroup {
    match version.tests.children.last_mut() {
        Some(TestNode::Group(group)) => group,
        _ => panic!("no secret tests"),
    }
}

#[test]
fn what_was_edited_in_its_files_is_written_into_them() {
    let package = good().open().unwrap();
    let (version, blobs) = edited(&package, |version, blobs| {
        let hash = blobs.keep(b"40 2\n");
        let TestNode::Case(case) = &mut secret(version).children[0] else { panic!("no case") };
        case.input = hash;
    });
    let export = Export::origin(&version, &blobs).unwrap();
    let told: Vec<&str> = export.losses.iter().map(|loss| loss.field.as_str()).collect();
    assert_eq!(told, ["tests.secret/1.input"]);
    let got = entries(&written(&export, &blobs));
    assert_eq!(got["data/secret/1.in"], b"40 2\n");
    assert_eq!(got.len(), good().files().count());
}

#[test]
fn what_its_files_cannot_say_is_refused_with_the_reason() {
    let package = good().open().unwrap();
    let (version, blobs) = edited(&package, |version, _| version.limits.time_ms = 7_000);
    match Export::origin(&version, &blobs) {
        Err(NoOrigin::Edited { lines, .. }) => assert_eq!(lines, ["time limit: 1 s → 7 s"]),
        other => panic!("{other:?}"),
    }
    let (version, blobs) = edited(&package, |version, _| version.origin = None);
    assert!(matches!(Export::origin(&version, &blobs), Err(NoOrigin::Unknown)));
}

#[test]
fn a_content_that_stands_in_several_places_is_not_changed_in_all_of_them() {
    let package = good().with("data/secret/2.in", "3 4\n").with("data/secret/2.ans", "7\n").open().unwrap();
    let (version, blobs) = edited(&package, |version, blobs| {
        let hash = blobs.keep(b"5 2\n");
        let TestNode::Case(case) = &mut secret(version).children[0] else { panic!("no case") };
        case.input = hash;
    });
    assert!(matches!(Export::origin(&version, &blobs), Err(NoOrigin::Edited { .. })));
}
