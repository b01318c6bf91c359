//! `data/`: the tree of tests.

use std::collections::{BTreeMap, BTreeSet};

use super::args::{self, Args};
use super::edition::Edition;
use super::files::{self, Files};
use super::groups::{self, Settings, Wording};
use super::inputs::InputValidators;
use super::kind::Kinds;
use super::legacy_groups::Legacy;
use super::{samples, validator};
use crate::blob::Hash;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::version::{OutputValidator, TestCase, TestGroup, TestNode, ValidatorTest};

pub(super) const PLACE: &str = "data";

/// What is known of the problem before its tests.
pub(super) struct Problem<'a> {
    pub(super) kinds: Kinds,
    pub(super) validator: &'a OutputValidator,
    pub(super) inputs: &'a InputValidators,
    /// What `problem.yaml` says of all groups.
    pub(super) defaults: Legacy,
}

/// What was found.
pub(super) struct Tests {
    pub(super) tree: TestGroup,
    /// By full name of the group.
    pub(super) settings: BTreeMap<String, Settings>,
    pub(super) wording: Wording,
    /// Samples that are shown and not run.
    pub(super) talks: BTreeMap<String, Hash>,
    pub(super) of_validators: Vec<ValidatorTest>,
}

pub(super) fn read(reading: &mut Reading, root: &Folder, problem: &Problem<'_>) -> Tests {
    let mut tests = Tests {
        tree: TestGroup::default(),
        settings: BTreeMap::new(),
        wording: Wording::Legacy,
        talks: BTreeMap::new(),
        of_validators: Vec::new(),
    };
    let Some(data) = root.folder(PLACE) else {
        reading.faults.error(PLACE, "is missing: the tests lie in data/secret and data/sample");
        return tests;
    };
    tests.wording = groups::wording(reading, data);
    let above = Settings { legacy: problem.defaults.clone(), ..Settings::default() };
    let settings = groups::settings(reading, data, PLACE, &above, tests.wording);
    let mut walk =
        Walk { reading, problem, tests, checked: BTreeSet::new(), sample: false, ungrouped: false };
    walk.strangers(data);
    for (name, sample) in [("sample", true), ("secret", false)] {
        walk.sample = sample;
        walk.ungrouped = walk.reading.edition == Edition::Current
            && data
                .folder(name)
                .is_some_and(|folder| !folder.folders().any(|(_, inner)| has_settings(inner)));
        let group = data.folder(name).and_then(|folder| walk.group(folder, name, &settings));
        walk.tests.tree.children.extend(group.map(TestNode::Group));
    }
    walk.of_validators(data, &settings);
    if !walk.tests.tree.cases().iter().any(|case| !case.sample) {
        walk.reading.faults.error("data/secret", "has no test case: a test is NAME.in with NAME.ans");
    }
    walk.tests.settings.insert(String::new(), settings);
    walk.tests
}

pub(super) struct Walk<'a> {
    pub(super) reading: &'a mut Reading,
    pub(super) problem: &'a Problem<'a>,
    pub(super) tests: Tests,
    /// Arguments that the default validator was already found to take, or not to.
    checked: BTreeSet<Vec<String>>,
    sample: bool,
    /// In the current format, where no folder has settings of its own, all are mere folders.
    ungrouped: bool,
}

fn has_settings(folder: &Folder) -> bool {
    groups::FILES.iter().any(|file| folder.file(file).is_some())
}

impl Walk<'_> {
    /// What lies in `data/` itself and is not read.
    fn strangers(&self, data: &Folder) {
        for (name, folder) in data.folders() {
            let known = matches!(name, "sample" | "secret") || samples::wants(name).is_some();
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
        let settings = groups::settings(self.reading, folder, &path, inherited, self.tests.wording);
        self.layout(folder, name);
        let mut children: BTreeMap<String, Vec<TestNode>> = BTreeMap::new();
        let cases = files::of_folder(self.reading, folder, &path);
        for (inner_name, inner) in folder.folders() {
            let of_case = inner_name.strip_suffix(".files").is_some_and(|stem| cases.contains_key(stem));
            let group = if of_case { None } else { self.group(inner, &join(name, inner_name), &settings) };
            if let Some(group) = group {
                children.insert(inner_name.to_owned(), self.folded(group));
            }
        }
        for (stem, files) in cases {
            if folder.folder(&stem).is_some() {
                let message = format!("has the name of the folder {stem}: rename one of the two");
                self.reading.faults.error(&files.place(".in"), message);
            }
            let beside = folder.folder(&format!("{stem}.files"));
            if let Some(case) = self.case(&join(name, &stem), &files, beside, &settings) {
                children.entry(stem).or_insert_with(|| vec![TestNode::Case(case)]);
            }
        }
        self.tests.settings.insert(name.to_owned(), settings);
        let children: Vec<TestNode> = children.into_values().flatten().collect();
        (!children.is_empty()).then(|| TestGroup { name: name.to_owned(), children, ..TestGroup::default() })
    }

    /// In the current format the folders in a group are no groups: their cases are the group's.
    fn folded(&self, group: TestGroup) -> Vec<TestNode> {
        let depth = group.name.split('/').count();
        if self.tests.wording == Wording::Current && (depth > 2 || self.sample || self.ungrouped) {
            group.children
        } else {
            vec![TestNode::Group(group)]
        }
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
            } else if name == "secret" && has_cases && !self.ungrouped {
                faults.error(&place, "is a group beside cases: data/secret holds either groups or cases");
            }
        }
        for file in groups::FILES.iter().filter(|file| depth > 2 && folder.file(file).is_some()) {
            faults.error(&join(&path, file), "lies in a folder of a group, which is no group of its own");
        }
        if depth == 2
            && !self.ungrouped
            && !folder.files_below().iter().any(|(file, _)| file.ends_with(".in"))
        {
            faults.error(&path, "is a group without a test case");
        }
    }

    /// `name` is the case's path below `data/`; `beside` is its folder of files. `None` for what is only shown, too.
    fn case(
        &mut self,
        name: &str,
        files: &Files,
        beside: Option<&Folder>,
        inherited: &Settings,
    ) -> Option<TestCase> {
        let mut case = TestCase::new(name, Hash::of(b""), Hash::of(b""));
        if self.sample {
            self.show(&mut case, files);
        }
        if !files.has(".in") {
            match case.interaction {
                Some(talk) => _ = self.tests.talks.insert(case.name, talk),
                None => files.tell_orphans(self.reading),
            }
            return None;
        }
        case.sample = self.sample;
        case.description = files.text(self.reading, ".desc");
        case.hint = files.text(self.reading, ".hint");
        let own = self.configure(&mut case, files, inherited);
        if !self.repeats(&own.args) {
            self.check(&own.args);
            case.validator_args = own.args.list.clone();
        }
        case.args = self.run_args(files, &own);
        (case.input_args, case.input_args_of) = self.problem.inputs.args(&own.input_args);
        case.files = beside.map(|folder| self.files(folder, &files.path)).unwrap_or_default();
        case.input = files.store(self.reading, ".in")?;
        case.answer = self.answer(files)?;
        Some(case)
    }

    fn configure(&mut self, case: &mut TestCase, files: &Files, inherited: &Settings) -> Settings {
        let Some(leaf) = files.leaf(".yaml") else { return inherited.clone() };
        let own = groups::case(self.reading, &files.place(".yaml"), leaf, inherited);
        case.description = own.description.or(case.description.take());
        case.hint = own.hint.or(case.hint.take());
        own.settings
    }

    /// Drafts have a file for them.
    fn run_args(&mut self, files: &Files, own: &Settings) -> Vec<String> {
        let Some(leaf) = files.leaf(".args") else { return own.run_args.clone() };
        let place = files.place(".args");
        let text = self.reading.text(&place, leaf).unwrap_or_default();
        args::split(&text).unwrap_or_else(|reason| {
            self.reading.faults.error(&place, reason);
            Vec::new()
        })
    }

    /// What an interactive program is compared with is its interactor's affair.
    fn answer(&mut self, files: &Files) -> Option<Hash> {
        if files.has(".ans") {
            return files.store(self.reading, ".ans");
        }
        if self.problem.kinds.interactive {
            return self.reading.keep_for(&files.place(".in"), b"");
        }
        let message = format!("has no answer: {} is missing", files.place(".ans"));
        self.reading.faults.error(&files.place(".in"), message);
        None
    }

    fn files(&mut self, folder: &Folder, path: &str) -> BTreeMap<String, Hash> {
        let path = format!("{path}.files");
        for (name, _) in folder.folders().filter(|(_, inner)| inner.has_files()) {
            let message = "is a folder among a case's files: put all of them into one folder";
            self.reading.faults.error(&join(&path, name), message);
        }
        let mut files = BTreeMap::new();
        for (name, leaf) in folder.files() {
            if let Some(hash) = self.reading.store(&join(&path, name), leaf) {
                files.insert(name.to_owned(), hash);
            }
        }
        files
    }

    /// Whether these are what the problem itself gives its comparison: some packages say it in both places.
    fn repeats(&self, args: &Args) -> bool {
        matches!(self.problem.validator, OutputValidator::Default { args: before } if *before == args.list)
    }

    pub(super) fn check(&mut self, args: &Args) {
        let OutputValidator::Default { args: before } = self.problem.validator else { return };
        if !args.list.is_empty() && self.checked.insert(args.list.clone()) {
            validator::check_default(self.reading, args, before);
        }
    }
}
