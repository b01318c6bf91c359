//! The files of cases, told apart by their endings.

use std::collections::BTreeMap;

use super::edition::Edition;
use super::groups;
use crate::blob::Hash;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};

/// Endings of the files of a case, the longest first: names of cases have dots too.
const ENDINGS: [&str; 17] = [
    ".in.statement",
    ".ans.statement",
    ".in.download",
    ".ans.download",
    ".interaction",
    ".args",
    ".desc",
    ".hint",
    ".yaml",
    ".jpeg",
    ".ans",
    ".out",
    ".png",
    ".jpg",
    ".svg",
    ".gif",
    ".in",
];

/// Links are shorter.
const SHORT: u64 = 255;

/// Archives made where there are no links have their targets as texts: `../g1/3.in`.
fn is_link(bytes: &[u8], ending: &str) -> bool {
    let path = std::str::from_utf8(bytes).unwrap_or_default();
    path.starts_with("../") && path.ends_with(ending) && !path.contains(char::is_whitespace)
}

/// The files of one case, by ending.
pub(super) struct Files {
    /// Without an ending: `data/secret/1`.
    pub(super) path: String,
    by_ending: BTreeMap<&'static str, Leaf>,
}

impl Files {
    pub(super) fn has(&self, ending: &str) -> bool {
        self.by_ending.contains_key(ending)
    }

    pub(super) fn leaf(&self, ending: &str) -> Option<Leaf> {
        self.by_ending.get(ending).copied()
    }

    pub(super) fn place(&self, ending: &str) -> String {
        format!("{}{ending}", self.path)
    }

    /// The file aside; `None` too where there is none.
    pub(super) fn store(&self, reading: &mut Reading, ending: &str) -> Option<Hash> {
        let leaf = self.leaf(ending)?;
        if leaf.size <= SHORT && reading.peek(leaf).is_some_and(|bytes| is_link(&bytes, ending)) {
            let message = "is the text of a link that an archiver did not keep: put the file itself there";
            reading.faults.error(&self.place(ending), message);
        }
        reading.store(&self.place(ending), leaf)
    }

    /// A text that says something; `None` too where there is none.
    pub(super) fn text(&self, reading: &mut Reading, ending: &str) -> Option<String> {
        let text = reading.text(&self.place(ending), self.leaf(ending)?)?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// Tells that there is no input beside these.
    pub(super) fn tell_orphans(&self, reading: &Reading) {
        for ending in self.by_ending.keys() {
            let file = self.place(ending);
            let message = format!("belongs to no case: there is no {}.in", self.path);
            if *ending == ".ans" || reading.edition == Edition::Current {
                reading.faults.error(&file, message);
            } else {
                reading.faults.warn(&file, message);
            }
        }
    }
}

/// The files in a folder of cases by the case's name, which need not have an input. Tells those that are none.
pub(super) fn of_folder(reading: &Reading, folder: &Folder, path: &str) -> BTreeMap<String, Files> {
    let mut cases: BTreeMap<String, Files> = BTreeMap::new();
    for (name, leaf) in folder.files().filter(|(name, _)| !groups::FILES.contains(name)) {
        match ENDINGS.iter().find_map(|ending| Some((name.strip_suffix(ending)?, *ending))) {
            Some((stem, ending)) if !stem.is_empty() => {
                let new = || Files { path: join(path, stem), by_ending: BTreeMap::new() };
                cases.entry(stem.to_owned()).or_insert_with(new).by_ending.insert(ending, leaf);
            }
            _ => reading.faults.warn(&join(path, name), "is ignored: its ending is none of a test's files"),
        }
    }
    // Their `.yaml` were taken for the group's.
    for reserved in groups::FILES.iter().filter_map(|name| name.strip_suffix(".yaml")) {
        if cases.contains_key(reserved) {
            let message = format!("is a case named {reserved}, the name of the group's own file: rename it");
            reading.faults.error(&format!("{path}/{reserved}.in"), message);
        }
    }
    cases
}
