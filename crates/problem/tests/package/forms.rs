//! The packages of `tests/packages/FORMAT/`, whatever form they come in.

use std::fs;
use std::path::{Path, PathBuf};

use problem::Package;
use problem::package::Format;

use crate::builder::{self, Builder, at_a_site, good, open_zip};
use crate::outline::outline;

fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packages")
}

/// All packages that have a folder, each with its format.
fn packages() -> Vec<(Format, PathBuf)> {
    let mut found = Vec::new();
    for format in Format::ALL {
        let Ok(entries) = fs::read_dir(place().join(format.name())) else { continue };
        let folders = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
        found.extend(folders.map(|path| (format, path)));
    }
    found.sort_by(|(_, a), (_, b)| a.cmp(b));
    assert!(found.len() >= 10);
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// The files and links of a folder.
fn load(path: &Path) -> Builder {
    let mut builder = Builder::default();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let inner = entry.path().strip_prefix(path).unwrap().to_str().unwrap().to_owned();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_symlink() {
                builder = builder.with_link(&inner, fs::read_link(entry.path()).unwrap().to_str().unwrap());
            } else {
                builder = builder.with(&inner, fs::read(entry.path()).unwrap());
            }
        }
    }
    builder
}

#[test]
fn a_package_is_the_same_version_in_every_form() {
    for (_, path) in packages() {
        let Ok(folder) = Package::open_as(&path, &at_a_site()) else { continue };
        let (package, name) = (load(&path), name(&path));
        let with_mac = package
            .clone()
            .with(&format!("__MACOSX/{name}/._x"), "x")
            .with("__MACOSX/._y", "x")
            .with(".DS_Store", "x");
        for (form, bytes) in [
            ("zip with a top folder", package.zip(&format!("{name}/"))),
            ("zip without", package.zip("")),
            ("zip with what macOS adds", with_mac.zip("")),
            ("tar.gz with a top folder", package.tar_gz(&format!("{name}/"))),
            ("tar.gz without", package.tar_gz("")),
            ("tar.gz with a dot", package.tar_gz("./")),
        ] {
            let archive = builder::open_named_as(&bytes, &format!("{name}.zip"), &at_a_site())
                .unwrap_or_else(|faults| panic!("{} as {form}: {faults:#?}", path.display()));
            assert_eq!(archive.version, folder.version, "{} as {form}", path.display());
            assert_eq!(archive.version.id(), folder.version.id(), "{} as {form}", path.display());
            assert_eq!(archive.warnings, folder.warnings, "{} as {form}", path.display());
            assert_eq!(archive.recipes, folder.recipes, "{} as {form}", path.display());
        }
    }
}

#[test]
fn a_package_is_read_as_it_is_written_down() {
    let mut wrong = Vec::new();
    for (format, path) in packages() {
        let wanted = path.with_extension("txt");
        let told = match Package::open_as(&path, &at_a_site()) {
            Ok(package) => {
                assert_eq!(package.format, format, "{}", path.display());
                outline(&package)
            }
            Err(faults) => faults.iter().map(|fault| format!("{fault}\n")).collect(),
        };
        if wanted.exists() && fs::read_to_string(&wanted).unwrap() != told {
            wrong.push(format!("{} is read as\n{told}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same sequence each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }
}

/// Cuts, bytes and pieces that somebody's editor might leave.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const PIECES: [&[u8]; 12] = [
        b"\0",
        b"\xff",
        b"\n- ",
        b"\t",
        b"{",
        b"[[",
        b": ",
        b"'",
        b"-1",
        b"99999999999999999999",
        b"nan",
        b"\xef\xbb\xbf",
    ];
    let mut damaged = bytes.to_vec();
    let at = random.below(damaged.len() + 1);
    match random.below(3) {
        0 => damaged.truncate(at),
        1 => {
            let piece = PIECES[random.below(PIECES.len())];
            damaged.splice(at..at, piece.iter().copied());
        }
        _ => {
            let to = (at + random.below(40)).min(damaged.len());
            damaged.drain(at..to);
        }
    }
    damaged
}

#[test]
fn a_damaged_file_gives_faults_or_a_version_and_never_a_panic() {
    let mut random = Random(4);
    let packages: Vec<(String, Builder)> =
        packages().into_iter().map(|(_, path)| (name(&path), load(&path))).collect();
    for _ in 0..600 {
        let (name, package) = &packages[random.below(packages.len())];
        let files: Vec<(&str, &[u8])> = package.files().collect();
        let (file, bytes) = files[random.below(files.len())];
        let damaged = package.clone().with(file, damaged(bytes, &mut random));
        let damaged = if random.below(4) == 0 { damaged.without(file) } else { damaged };
        check(builder::open_named(&damaged.zip(""), &format!("{name}.zip")));
    }
}

#[test]
fn a_damaged_archive_gives_faults_or_a_version_and_never_a_panic() {
    let mut random = Random(5);
    for (_, path) in packages().into_iter().step_by(5) {
        let (package, name) = (load(&path), name(&path));
        for bytes in [package.zip(""), package.tar_gz(""), package.tar("")] {
            for _ in 0..25 {
                check(builder::open_named(&damaged(&bytes, &mut random), &format!("{name}.zip")));
            }
        }
    }
}

fn check(result: Result<Package, Vec<problem::Fault>>) {
    match result {
        Ok(package) => assert!(!package.version.names.is_empty()),
        Err(faults) => assert!(faults.iter().any(problem::Fault::is_error)),
    }
}

#[test]
fn what_is_no_archive_is_called_what_it_is() {
    let whole = good().zip("");
    for (bytes, told) in [
        (&b"7z\xbc\xaf\x27\x1c..."[..], "is a 7z archive"),
        (b"Rar!\x1a\x07\0", "is a RAR archive"),
        (b"BZh91AY", "is packed by bzip2"),
        (b"%PDF-1.4", "is a PDF"),
        (b"", "is empty"),
        (&whole[..whole.len() / 2], "is a zip archive that was cut off"),
        (b"hello", "is not a readable zip archive"),
    ] {
        let faults = open_zip(bytes).unwrap_err();
        assert!(faults[0].message.starts_with(told), "{told}: {faults:?}");
    }
}

#[test]
fn an_archive_in_an_archive_is_named() {
    let errors = Builder::default().with("readme.txt", "").with("all/sum.zip", good().zip("sum/")).errors();
    assert!(errors.iter().any(|error| error.contains("another archive, all/sum.zip")), "{errors:?}");
}
