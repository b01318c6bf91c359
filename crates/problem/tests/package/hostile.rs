//! Archives and folders that were made to do harm.

use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::time::{Duration, Instant};

use nix::sys::stat::Mode;
use problem::{Fault, Package};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::builder::{expect, good, open_zip};

/// The good package with one more entry, written as `name` says.
fn with_entry(name: &str) -> Vec<String> {
    let mut zip = ZipWriter::new_append(Cursor::new(good().zip("sum/"))).unwrap();
    zip.start_file(name, SimpleFileOptions::default()).unwrap();
    zip.write_all(b"x").unwrap();
    told(open_zip(&zip.finish().unwrap().into_inner()))
}

fn told(result: Result<Package, Vec<Fault>>) -> Vec<String> {
    result.map_or_else(|faults| faults, |package| package.warnings).iter().map(ToString::to_string).collect()
}

/// Replaces bytes of a finished archive, names in both directories.
fn patched(zip: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut out = zip.to_vec();
    let places: Vec<usize> =
        out.windows(from.len()).enumerate().filter(|(_, window)| *window == from).map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    for at in places {
        out[at..at + to.len()].copy_from_slice(to);
    }
    out
}

#[test]
fn names_that_lead_out_of_an_archive_are_named() {
    for (name, reason) in [
        ("../evil.in", "has .. in its path"),
        ("sum/../../evil.in", "has .. in its path"),
        ("/etc/evil", "is an absolute path"),
        ("C:/evil", "starts with a drive letter"),
        ("sum\\evil", "has a backslash"),
        ("sum//evil", "has an empty part"),
    ] {
        // The writer cleans some names, so they are patched in.
        let stand_in = "Q".repeat(name.len());
        let mut zip = ZipWriter::new_append(Cursor::new(good().zip("sum/"))).unwrap();
        zip.start_file(&stand_in, SimpleFileOptions::default()).unwrap();
        let zip = patched(&zip.finish().unwrap().into_inner(), stand_in.as_bytes(), name.as_bytes());
        let told = told(open_zip(&zip));
        assert!(
            told.iter().any(|fault| fault.starts_with(name) && fault.contains(reason)),
            "{name}: {told:?}"
        );
    }
    let nul = with_entry("sum/QxQ");
    assert_eq!(nul, [""; 0], "an unknown file is no fault");
    let zip = good().with("QnulQ", "x").zip("sum/");
    let told = told(open_zip(&patched(&zip, b"QnulQ", b"Qn\0lQ")));
    assert!(told[0].contains("NUL byte") && told[0].contains("\\u{0}"), "{told:?}");
}

#[test]
fn names_that_stand_for_two_files_are_named() {
    let zip = good().with("data/secret/Q.in", "x").zip("sum/");
    let twice = told(open_zip(&patched(&zip, b"sum/data/secret/Q.in", b"sum/data/secret/1.in")));
    expect(&twice, &["data/secret/1.in: is there twice"]);
    let case = good().with("data/secret/a.in", "").with("data/secret/a.ans", "").with("data/secret/A.in", "");
    let told_of_case = case.errors();
    assert!(
        told_of_case
            .iter()
            .any(|fault| fault.starts_with("data/secret/a.in: differs from A.in only in case"))
    );
    let below = good().with("submissions/accepted/b", "").with("submissions/accepted/bQpy", "").zip("sum/");
    let below = patched(&below, b"accepted/bQpy", b"accepted/b/py");
    assert!(told(open_zip(&below)).iter().any(|fault| fault.contains("lies below a name that is a file")));
}

#[test]
fn what_is_no_archive_or_is_damaged_is_told() {
    assert!(told(open_zip(b""))[0].contains("is empty"));
    assert!(told(open_zip(b"PK\x03\x04 no"))[0].contains("was cut off"));
    let zip = good().zip("sum/");
    assert!(told(open_zip(&zip[..zip.len() / 2]))[0].contains("was cut off"));
    let mut stored = ZipWriter::new_append(Cursor::new(good().zip(""))).unwrap();
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    stored.start_file("data/secret/2.in", options).unwrap();
    stored.write_all(b"UNIQUE").unwrap();
    stored.start_file("data/secret/2.ans", options).unwrap();
    let stored = stored.finish().unwrap().into_inner();
    expect(&told(open_zip(&patched(&stored, b"UNIQUE", b"CHANGE"))), &["data/secret/2.in: cannot be read"]);
}

#[test]
fn encrypted_entries_are_named() {
    let mut zip = good().zip("sum/");
    // Bit 0 of the flags of the last entry, in its local header and in the central directory.
    let local = zip.windows(4).rposition(|window| window == b"PK\x03\x04").unwrap();
    let central = zip.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    zip[local + 6] |= 1;
    zip[central + 8] |= 1;
    let told = told(open_zip(&zip));
    assert!(
        told.iter().any(|fault| fault.starts_with("submissions/accepted/a.py: is encrypted")),
        "{told:?}"
    );
}

#[test]
fn other_compressions_and_special_files_in_archives_are_named() {
    let mut zip = good().zip("sum/");
    let central = zip.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    zip[central + 10] = 12;
    assert!(
        told(open_zip(&zip)).iter().any(|fault| fault.contains("only stored and deflated files are read"))
    );
    let mut zip = good().zip("sum/");
    let central = zip.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    let fifo: u32 = 0o010_644 << 16;
    zip[central + 38..central + 42].copy_from_slice(&fifo.to_le_bytes());
    zip[central + 5] = 3;
    assert!(told(open_zip(&zip)).iter().any(|fault| fault.contains("is a device or a FIFO")));
}

#[test]
fn links_out_of_the_package_are_named_in_both_forms() {
    let package = good()
        .with_link("data/secret/2.in", "/etc/passwd")
        .with_link("data/secret/3.in", "../../../outside")
        .with_link("data/secret/4.in", "nothing")
        .with_link("data/secret/loop", "../secret")
        .with_link("statement/secret.png", "../../../../etc/passwd");
    expect(
        &package.errors(),
        &[
            "data/secret/2.in: is a link to /etc/passwd, which is an absolute path",
            "data/secret/3.in: is a link to ../../../outside, which leads out of the package",
            "data/secret/4.in: is a link to nothing, which is not there",
            "data/secret/loop: is a link to ../secret, which leads in a circle",
            "statement/secret.png: is a link to ../../../../etc/passwd, which leads out of the package",
        ],
    );
}

#[test]
fn devices_fifos_and_sockets_in_a_folder_are_named_and_never_opened() {
    let place = TempDir::new().unwrap();
    let folder = place.path().join("sum");
    good().write(&folder);
    nix::unistd::mkfifo(&folder.join("data/secret/2.in"), Mode::S_IRWXU).unwrap();
    let _socket = UnixListener::bind(folder.join("data/secret/3.in")).unwrap();
    let start = Instant::now();
    expect(
        &told(Package::open(&folder)),
        &["data/secret/2.in: is a FIFO, not a file", "data/secret/3.in: is a socket, not a file"],
    );
    assert!(start.elapsed() < Duration::from_secs(5));
    let fifo = place.path().join("fifo.zip");
    nix::unistd::mkfifo(&fifo, Mode::S_IRWXU).unwrap();
    assert!(told(Package::open(&fifo))[0].contains("is neither a folder nor an archive"));
    assert!(told(Package::open("/dev/zero".as_ref()))[0].contains("is neither a folder nor an archive"));
    assert!(told(Package::open(&place.path().join("nothing")))[0].contains("No such file"));
}

#[test]
fn hidden_folders_are_not_even_listed() {
    let place = TempDir::new().unwrap();
    let folder = place.path().join("sum");
    good().write(&folder);
    fs::create_dir_all(folder.join(".git/objects")).unwrap();
    symlink("/etc/passwd", folder.join(".git/evil")).unwrap();
    nix::unistd::mkfifo(&folder.join(".git/fifo"), Mode::S_IRWXU).unwrap();
    assert_eq!(told(Package::open(&folder)), [""; 0]);
}

#[test]
fn the_package_itself_may_be_given_in_any_way() {
    let place = TempDir::new().unwrap();
    good().write(&place.path().join("sum"));
    symlink("sum", place.path().join("other")).unwrap();
    for (path, slug) in [
        ("other", "other"),
        ("sum/", "sum"),
        ("sum/.", "sum"),
        ("other/../sum", "sum"),
        ("sum/data/..", "sum"),
    ] {
        let package = Package::open(&place.path().join(path)).unwrap();
        assert_eq!(package.version.slug.as_str(), slug, "{path}");
    }
}

/// An archive with one file of 8 MiB of zeros.
fn zeros() -> Vec<u8> {
    good().with("data/secret/2.in", vec![0; 8 << 20]).with("data/secret/2.ans", "").zip("")
}

/// The size that the archive tells of that file, in both directories, replaced.
fn with_size(zip: &[u8], size: u32) -> Vec<u8> {
    patched(zip, &(8_u32 << 20).to_le_bytes(), &size.to_le_bytes())
}

#[test]
fn honest_zeros_pass_and_bombs_do_not() {
    let honest = zeros();
    assert!(honest.len() < 16 << 10, "a ratio of 500 and more");
    assert_eq!(open_zip(&honest).unwrap().version.cases().len(), 3);
    let told = told(open_zip(&with_size(&honest, 200 << 20)));
    assert!(
        told.iter().any(|fault| fault.starts_with("data/secret/2.in: unpacks from 7 KiB to 200 MiB")),
        "{told:?}"
    );
}

#[test]
fn sizes_that_an_archive_lies_about_are_found_out() {
    for size in [5, 100 << 20] {
        let told = told(open_zip(&with_size(&zeros(), size)));
        assert!(told.iter().any(|fault| fault.starts_with("data/secret/2.in:")), "{size}: {told:?}");
    }
}

#[test]
fn packages_that_are_too_large_are_refused_before_they_are_unpacked() {
    let told = told(open_zip(&with_size(&zeros(), 3 << 30)));
    assert!(told.iter().any(|fault| fault.contains("as zip bombs do")), "{told:?}");
    let place = TempDir::new().unwrap();
    let folder = place.path().join("sum");
    good().write(&folder);
    // Holes: they take no room.
    fs::File::create(folder.join("data/secret/2.in")).unwrap().set_len(2 << 30).unwrap();
    for i in 0..5 {
        fs::File::create(folder.join(format!("data/secret/h{i}.in"))).unwrap().set_len(1 << 30).unwrap();
    }
    expect(
        &self::told(Package::open(&folder)),
        &["package: unpacks to 7168 MiB", "data/secret/2.in: is 2048 MiB large; the most is 1024 MiB"],
    );
}

#[test]
fn too_many_files_are_refused_before_they_are_read() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for i in 0..=100_000 {
        zip.start_file(format!("{i}"), options).unwrap();
    }
    let zip = zip.finish().unwrap().into_inner();
    let start = Instant::now();
    expect(&told(open_zip(&zip)), &["package: has more than 100000 files and folders"]);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_thousand_tests_need_no_thousand_descriptors() {
    let mut package = good();
    for i in 0..1_000 {
        package = package
            .with(&format!("data/secret/t{i}.in"), format!("{i}"))
            .with(&format!("data/secret/t{i}.ans"), "");
    }
    let open = || fs::read_dir("/proc/self/fd").unwrap().count();
    let before = open();
    let read = package.archive().unwrap();
    assert_eq!(read.version.cases().len(), 1_002);
    // Other tests of this process open files at the same time.
    assert!(open() < before + 100);
}

#[test]
fn deep_folders_are_refused() {
    let path = format!("{}x", "d/".repeat(40));
    for told in [told(good().with(&path, "").folder()), told(good().with(&path, "").archive())] {
        assert!(told.iter().any(|fault| fault.contains("is nested deeper than 32 folders")), "{told:?}");
    }
}

#[test]
fn files_with_hostile_names_are_printed_harmlessly() {
    let told = good().with("data/secret/\u{1b}[31m\u{202e}.in", "").faults();
    expect(&told, &["data/secret/\\u{1b}[31m\\u{202e}.in: is ignored"]);
}
