//! The cases of a bare archive.

use super::pairs;
use super::words::GAP;
use crate::blob::Hash;
use crate::package::faults::printable;
use crate::package::links::join;
use crate::package::natural;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};
use crate::version::{TestCase, TestNode};

/// A pair of files, stored.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) name: String,
    /// What the names of both files have in common, with [`GAP`] for the words.
    key: String,
    pub(super) sample: bool,
    pub(super) input: Hash,
    pub(super) answer: Hash,
}

/// Pairs the files and copies them aside. What is left over was told.
pub(super) fn found(reading: &mut Reading, files: &[(String, Leaf)]) -> Vec<Found> {
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    let paired = pairs::pair(&paths);
    for (at, reason) in paired.faults {
        reading.faults.error(paths[at], reason);
    }
    for at in paired.strangers {
        reading.faults.warn(paths[at], "is ignored: its name says neither input nor output");
    }
    let mut found = Vec::new();
    for pair in paired.pairs {
        let input = reading.store(paths[pair.input], files[pair.input].1);
        let answer = reading.store(paths[pair.output], files[pair.output].1);
        let (Some(input), Some(answer)) = (input, answer) else { continue };
        let sample = is_sample(paths[pair.input]);
        found.push(Found { name: pair.name, key: pair.key, sample, input, answer });
    }
    found
}

/// That there is no test.
pub(super) fn tell_none(reading: &Reading, root: &Folder) {
    let is_archive = |path: &&String| {
        let path = path.to_ascii_lowercase();
        [".zip", ".kpp", ".tar", ".tar.gz", ".tgz", ".7z", ".rar"].iter().any(|ending| path.ends_with(ending))
    };
    let files = root.files_below();
    let message = match files.iter().map(|(path, _)| path).find(is_archive) {
        Some(path) => {
            format!(
                "holds no test, but another archive, {}: unpack that, and open it itself",
                printable(path)
            )
        }
        None => "holds no test that can be told by its name: name inputs and outputs 1.in, 1.out, 2.in …"
            .to_owned(),
    };
    reading.faults.error("", message);
}

fn is_sample(path: &str) -> bool {
    let mut words = path.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| {
        matches!(word.to_ascii_lowercase().as_str(), "dummy" | "sample" | "samples" | "example" | "examples")
    })
}

/// Cases by the name of their group, the groups as people count; `None` where one has none.
pub(super) fn by_group<'a>(
    cases: impl IntoIterator<Item = &'a Found>,
    group: impl Fn(&Found) -> Option<String>,
) -> Option<Vec<(String, Vec<&'a Found>)>> {
    let mut groups: Vec<(String, Vec<&Found>)> = Vec::new();
    for case in cases {
        let name = group(case)?;
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cases)) => cases.push(case),
            None => groups.push((name, vec![case])),
        }
    }
    groups.sort_by(|(a, _), (b, _)| natural::order(a, b));
    (!groups.is_empty()).then_some(groups)
}

impl Found {
    /// In the group of that full name.
    pub(super) fn node(&self, group: &str, sample: bool) -> TestNode {
        TestNode::Case(TestCase { sample, ..TestCase::new(join(group, &self.name), self.input, self.answer) })
    }

    /// Number and letters of `task.in.1a`.
    pub(super) fn coci(&self) -> Option<(&str, &str)> {
        let (task, number) = self.key.rsplit_once('.')?;
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let (number, letters) = number.split_at(digits);
        let good = task.ends_with(GAP)
            && task.len() > 2
            && !number.is_empty()
            && letters.bytes().all(|c| c.is_ascii_lowercase());
        good.then_some((number, letters))
    }

    /// `2` of `name2-3`.
    pub(super) fn group_before_hyphen(&self) -> Option<String> {
        let (group, case) = self.name.rsplit_once(['-', '_'])?;
        let digits = group.bytes().rev().take_while(u8::is_ascii_digit).count();
        let number = &group[group.len() - digits..];
        let good = digits > 0 && !case.is_empty() && case.bytes().all(|c| c.is_ascii_digit());
        good.then(|| number.to_owned())
    }
}
