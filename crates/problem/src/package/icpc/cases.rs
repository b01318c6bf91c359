//! `data/`: the tree of tests.

use std::collections::{BTreeMap, BTreeSet};

use super::args::Args;
use super::edition::Edition;
use super::groups::{self, Settings};
use super::validator;
use crate::blob::Hash;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};
use crate::version::{OutputValidator, TestCase, TestGroup, TestNode};

const PLACE: &str = "data";

/// Endings of the files of a case, the longest first: names of cases have dots too.
const ENDINGS: [&str; 16] = [
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
    ".in",
];

/// Test data of the validators themselves, which is not run on submissions.
const OF_VALIDATORS: [&str; 6] = [
    "invalid_input",
    "invalid_inputs",
    "invalid_output",
    "valid_output",
    "invalid_answer",
    "invalid_answers",
];

/// The whole tree. `default` are the problem's own arguments if the default validator decides.
pub(super) fn read(reading: &mut Reading, root: &Folder, validator: &OutputValidator) -> TestGroup {
    let mut tree = TestGroup::default();
    let Some(data) = root.folder(PLACE) else {
        reading.faults.error(PLACE, "is missing: the tests lie in data/secret and data/sample");
        return tree;
    };
    let default = match validator {
        OutputValidator::Default { args } => Some(args.clone()),
        _ => None,
    };
    let settings = groups::settings(reading, data, PLACE, &Settings::default());
    let mut walk = Walk { reading, default, checked: BTreeSet::new(), sample: false };
    walk.strangers(data);
    for (name, sample) in [("sample", true), ("secret", false)] {
        walk.sample = sample;
        let group = data.folder(name).and_then(|folder| walk.group(folder, name, &settings));
        tree.children.extend(group.map(TestNode::Group));
    }
    if !tree.cases().iter().any(|case| !case.sample) {
        walk.reading.faults.error("data/secret", "has no test case: a test is NAME.in with NAME.ans");
    }
    tree
}

struct Walk<'a> {
    reading: &'a mut Reading,
    default: Option<Vec<String>>,
    /// Arguments that the default validator was already found to take, or not to.
    checked: BTreeSet<Vec<String>>,
    sample: bool,
}

/// The files of one case, by ending.
type Files = BTreeMap<&'static str, Leaf>;

impl Walk<'_> {
    /// What lies in `data/` itself and is not read.
    fn strangers(&self, data: &Folder) {
        for (name, folder) in data.folders() {
            let known = matches!(name, "sample" | "secret") || OF_VALIDATORS.contains(&name);
            if !known && folder.has_files() {
                let message = "is ignored: tests lie in data/sample and data/secret";
                self.reading.faults.warn(&join(PLACE, name), message);
            }
        }
        for (name, _) in data.files().filter(|(name, _)| !groups::FILES.contains(name)) {
            self.reading
                .faults
                .warn(&join(PLACE, name), "is ignored: tests lie in data/sample and data/secret");
        }
    }

    /// A folder; `None` where no case is in it. `name` is its path below `data/`.
    fn group(&mut self, folder: &Folder, name: &str, inherited: &Settings) -> Option<TestGroup> {
        let path = join(PLACE, name);
        let settings = groups::settings(self.reading, folder, &path, inherited);
        self.layout(folder, name);
        let mut children: BTreeMap<String, TestNode> = BTreeMap::new();
        let cases = self.cases_of(folder, &path);
        for (inner_name, inner) in folder.folders() {
            let case_of_files = inner_name.strip_suffix(".files").filter(|stem| cases.contains_key(*stem));
            if case_of_files.is_some() {
                let message = "not supported yet: files beside a case's standard input";
                self.reading.faults.error(&join(&path, inner_name), message);
            } else if let Some(group) = self.group(inner, &join(name, inner_name), &settings) {
                children.insert(inner_name.to_owned(), TestNode::Group(group));
            }
        }
        for (stem, files) in cases {
            if folder.folder(&stem).is_some() {
                let message = format!("has the name of the folder {stem}: rename one of the two");
                self.reading.faults.error(&format!("{path}/{stem}.in"), message);
            }
            if let Some(case) = self.case(&join(name, &stem), &files, &settings) {
                children.entry(stem).or_insert(TestNode::Case(case));
            }
        }
        let children: Vec<TestNode> = children.into_values().collect();
        (!children.is_empty()).then(|| TestGroup { name: name.to_owned(), children, ..TestGroup::default() })
    }

    /// The current format's rules for what may lie in a group.
    fn layout(&self, folder: &Folder, name: &str) {
        if self.reading.edition != Edition::Current {
            return;
        }
        let faults = &self.reading.faults;
        let path = join(PLACE, name);
        let depth = name.split('/').count();
        let has_cases = folder.files().any(|(file, _)| file.ends_with(".in"));
        let inner: Vec<(&str, &Folder)> = folder
            .folders()
            .filter(|(inner, folder)| !inner.ends_with(".files") && folder.has_files())
            .collect();
        for (inner, _) in &inner {
            let place = join(&path, inner);
            if name == "sample" {
                faults.error(&place, "is a folder in data/sample, which may hold cases only");
            } else if name == "secret" && has_cases {
                faults.error(&place, "is a group beside cases: data/secret holds either groups or cases");
            }
        }
        for file in groups::FILES.iter().filter(|file| depth > 2 && folder.file(file).is_some()) {
            faults.error(&join(&path, file), "lies in a folder of a group, which is no group of its own");
        }
        if depth == 2 && !folder.files_below().iter().any(|(file, _)| file.ends_with(".in")) {
            faults.error(&path, "is a group without a test case");
        }
    }

    /// The files of each case by the case's name. Tells those that belong to none.
    fn cases_of(&self, folder: &Folder, path: &str) -> BTreeMap<String, Files> {
        let mut cases: BTreeMap<String, Files> = BTreeMap::new();
        for (name, leaf) in folder.files().filter(|(name, _)| !groups::FILES.contains(name)) {
            match ENDINGS.iter().find_map(|ending| Some((name.strip_suffix(ending)?, *ending))) {
                Some((stem, ending)) if !stem.is_empty() => {
                    cases.entry(stem.to_owned()).or_default().insert(ending, leaf);
                }
                _ => self
                    .reading
                    .faults
                    .warn(&join(path, name), "is ignored: its ending is none of a test's files"),
            }
        }
        // Their `.yaml` were taken for the group's.
        for reserved in groups::FILES.iter().filter_map(|name| name.strip_suffix(".yaml")) {
            if cases.contains_key(reserved) {
                let message =
                    format!("is a case named {reserved}, the name of the group's own file: rename it");
                self.reading.faults.error(&format!("{path}/{reserved}.in"), message);
            }
        }
        cases.retain(|stem, files| self.is_case(&join(path, stem), files));
        cases
    }

    /// Whether there is an input; tells the orphans if not.
    fn is_case(&self, path: &str, files: &Files) -> bool {
        if files.contains_key(".in") {
            return true;
        }
        for ending in files.keys() {
            let file = format!("{path}{ending}");
            let message = format!("belongs to no case: there is no {path}.in");
            if *ending == ".ans" || self.reading.edition == Edition::Current {
                self.reading.faults.error(&file, message);
            } else {
                self.reading.faults.warn(&file, message);
            }
        }
        false
    }

    /// `name` is the case's path below `data/`.
    fn case(&mut self, name: &str, files: &Files, settings: &Settings) -> Option<TestCase> {
        let path = join(PLACE, name);
        let mut args = settings.args.clone();
        let mut description = self.description(&path, files);
        if let Some(leaf) = files.get(".yaml") {
            let own = groups::case(self.reading, &format!("{path}.yaml"), *leaf, settings);
            args = own.args;
            description = own.description.or(description);
        }
        self.check(&args);
        self.tell_unread(&path, files);
        let input = self.blob(&path, ".in", files);
        let answer = self.blob(&path, ".ans", files);
        Some(TestCase {
            sample: self.sample,
            description,
            validator_args: args.list,
            ..TestCase::new(name, input?, answer?)
        })
    }

    fn blob(&mut self, path: &str, ending: &str, files: &Files) -> Option<Hash> {
        match files.get(ending) {
            Some(leaf) => self.reading.store(&format!("{path}{ending}"), *leaf),
            None => {
                let message = format!("has no answer: {path}{ending} is missing");
                self.reading.faults.error(&format!("{path}.in"), message);
                None
            }
        }
    }

    fn description(&mut self, path: &str, files: &Files) -> Option<String> {
        let leaf = files.get(".desc")?;
        let text = self.reading.text(&format!("{path}.desc"), *leaf)?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    fn check(&mut self, args: &Args) {
        let Some(before) = &self.default else { return };
        if !args.list.is_empty() && self.checked.insert(args.list.clone()) {
            validator::check_default(self.reading, args, before);
        }
    }

    /// What a case has and the judge does not use yet.
    fn tell_unread(&self, path: &str, files: &Files) {
        let faults = &self.reading.faults;
        for ending in files.keys() {
            let file = format!("{path}{ending}");
            match *ending {
                ".args" => faults.error(&file, "not supported yet: args of submissions"),
                ".interaction" => faults.warn(&file, "is not shown: the problem is not interactive"),
                ".out" | ".in.statement" | ".ans.statement" | ".in.download" | ".ans.download" => {
                    faults.warn(&file, "is not shown yet: the case's own .in and .ans are");
                }
                _ => {}
            }
        }
    }
}
