//! Tar archives: good ones of several makers, and those that were made to do harm.

use tar::{EntryType, Header};

use crate::builder::{Builder, bytes, expect, good, gzip, open_named};

/// The good package and one more entry, built by hand as `change` wants it.
fn with_entry(name: &[u8], change: impl FnOnce(&mut Header), content: &[u8]) -> Vec<u8> {
    let mut header = Header::new_gnu();
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    header.as_old_mut().name[..name.len()].copy_from_slice(name);
    change(&mut header);
    header.set_cksum();
    let mut entry = header.as_bytes().to_vec();
    entry.extend_from_slice(content);
    entry.resize(entry.len().next_multiple_of(512), 0);
    let mut archive = good().tar("sum/");
    archive.truncate(archive.len() - 1_024);
    archive.extend(entry);
    archive.resize(archive.len() + 1_024, 0);
    archive
}

fn told(archive: &[u8]) -> Vec<String> {
    let read = open_named(archive, "sum.tar.gz");
    read.map_or_else(|faults| faults, |package| package.warnings).iter().map(ToString::to_string).collect()
}

#[test]
fn the_name_without_its_ending_is_the_slug() {
    for (name, archive) in [
        ("sum.tar.gz", good().tar_gz("x/")),
        ("sum.tgz", good().tar_gz("")),
        ("sum.TAR", good().tar("./sum/")),
        ("sum.zip", good().tar_gz("")),
    ] {
        assert_eq!(open_named(&archive, name).unwrap().version.slug.as_str(), "sum", "{name}");
    }
}

#[test]
fn several_gzip_members_are_one_archive() {
    let archive = good().tar("sum/");
    let (first, second) = archive.split_at(1_000);
    let mut packed = gzip(first);
    packed.extend(gzip(second));
    assert_eq!(told(&packed), [""; 0]);
}

#[test]
fn files_are_read_at_their_places_in_any_order() {
    let package = open_named(
        &good().with("data/secret/2.in", "x".repeat(70_000)).with("data/secret/2.ans", "").tar_gz(""),
        "sum.tgz",
    );
    let package = package.unwrap();
    let inputs: Vec<usize> =
        package.version.cases().iter().map(|case| bytes(&package, case.input).len()).collect();
    assert_eq!(inputs, [4, 4, 70_000]);
}

#[test]
fn links_inside_are_followed_and_hard_links_are_the_file() {
    let linked =
        good().with_link("data/secret/2.in", "1.in").with_link("data/secret/2.ans", "../secret/1.ans");
    let package = open_named(&linked.tar_gz("sum/"), "sum.tgz").unwrap();
    assert_eq!(package.version.cases().len(), 2, "the linked case is the first one again");
    let hard = |target: &str| {
        let target = target.to_owned();
        with_entry(
            b"sum/attachments/a.txt",
            move |header| {
                header.set_entry_type(EntryType::Link);
                header.set_link_name(&target).unwrap();
            },
            b"",
        )
    };
    assert!(!told(&hard("sum/data/secret/1.in")).iter().any(|fault| fault.contains("hard link")));
    assert!(
        told(&hard("sum/nothing"))
            .iter()
            .any(|fault| fault.contains("is a hard link to sum/nothing, which is no"))
    );
    assert!(
        told(&hard("../../etc/passwd"))
            .iter()
            .any(|fault| fault.contains("is a hard link to ../../etc/passwd"))
    );
}

#[test]
fn links_out_of_the_package_are_named() {
    let package = good()
        .with_link("data/secret/2.in", "/etc/passwd")
        .with_link("data/secret/3.in", "../../../outside")
        .with_link("data/secret/loop", "../secret");
    expect(
        &told(&package.tar_gz("sum/")),
        &[
            "data/secret/2.in: is a link to /etc/passwd, which is an absolute path",
            "data/secret/3.in: is a link to ../../../outside, which leads out of the package",
            "data/secret/loop: is a link to ../secret, which leads in a circle",
        ],
    );
}

#[test]
fn names_that_lead_out_are_named() {
    for (name, reason) in [
        (&b"../evil"[..], "has .. in its path"),
        (b"sum/../../evil", "has .. in its path"),
        (b"/etc/evil", "is an absolute path"),
        (b"C:/evil", "starts with a drive letter"),
        (b"sum//evil", "has an empty part"),
        (b"sum/\xff", "has a name that is not UTF-8"),
    ] {
        let told = told(&with_entry(name, |_| (), b"x"));
        assert!(told.iter().any(|fault| fault.contains(reason)), "{reason}: {told:?}");
    }
    let twice = told(&with_entry(b"sum/data/secret/1.in", |_| (), b"x"));
    expect(&twice, &["data/secret/1.in: is there twice"]);
}

#[test]
fn special_files_are_named() {
    for kind in [EntryType::Fifo, EntryType::Char, EntryType::Block, EntryType::new(b'V')] {
        let told = told(&with_entry(b"sum/evil", |header| header.set_entry_type(kind), b""));
        expect(&told, &["evil: is a device or a FIFO, not a file"]);
    }
    let sparse = |header: &mut Header| {
        header.set_entry_type(EntryType::GNUSparse);
        header.as_gnu_mut().unwrap().realsize = *b"77777777777\0";
    };
    let told = told(&with_entry(b"sum/evil", sparse, b""));
    assert!(told[0].contains("sparse"), "{told:?}");
}

#[test]
fn what_is_damaged_is_told() {
    let packed = good().tar_gz("sum/");
    assert!(told(&packed[..packed.len() / 2])[0].contains("is not a readable tar.gz archive"));
    assert!(told(&gzip(b"text"))[0].contains("cannot be listed"));
    let plain = good().tar("sum/");
    let cut = told(&plain[..plain.len() - 1_500]);
    assert!(cut.iter().any(|fault| fault.contains("has not the 38 bytes that it claims to have")), "{cut:?}");
    let claims = told(&with_entry(b"sum/evil", |header| header.set_size(1 << 40), b""));
    assert!(claims.iter().any(|fault| fault.contains("the most is 1024 MiB")), "{claims:?}");
}

#[test]
fn names_of_a_megabyte_are_refused_before_they_are_read() {
    let long = |header: &mut Header| header.set_entry_type(EntryType::GNULongName);
    let told = told(&with_entry(b"././@LongLink", long, &vec![b'a'; 1 << 20]));
    expect(&told, &["package: has a name or a header of 1024 KiB"]);
}

#[test]
fn long_honest_names_are_read() {
    let deep = format!("statement/{}/picture.png", "d".repeat(150));
    assert!(!told(&good().with(&deep, "x").tar_gz("sum/")).iter().any(|fault| fault.contains("name")));
}

#[test]
fn a_bomb_is_not_unpacked_to_its_end() {
    let bomb = gzip(&vec![0; 16 << 20]).repeat(128);
    let told = told(&bomb);
    assert!(told[0].contains("as bombs do"), "{told:?}");
    let honest = good().with("data/secret/2.in", vec![0; 8 << 20]).with("data/secret/2.ans", "");
    assert!(open_named(&honest.tar_gz(""), "sum.tgz").is_ok());
}

#[test]
fn many_empty_entries_are_refused() {
    let mut many = Builder::default();
    for i in 0..20 {
        many = many.with(&format!("{i}"), "");
    }
    let twenty = many.tar("");
    let mut archive = Vec::new();
    for _ in 0..10_100 {
        archive.extend_from_slice(&twenty[..twenty.len() - 1_024]);
    }
    archive.resize(archive.len() + 1_024, 0);
    expect(&told(&archive), &["package: has more than 100000 files and folders"]);
}
