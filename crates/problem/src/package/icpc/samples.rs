//! What of `data/` is shown, and what the validators themselves are tried with.

use super::cases::{PLACE, Walk};
use super::edition::Edition;
use super::files::{self, Files};
use super::groups::{self, Settings};
use crate::package::links::join;
use crate::package::tree::Folder;
use crate::version::{TestCase, ValidatorTest, Wants};

/// Folders with test data of the validators themselves, which is not run on submissions.
const OF_VALIDATORS: [(&str, Wants); 6] = [
    ("invalid_input", Wants::InvalidInput),
    ("invalid_inputs", Wants::InvalidInput),
    ("invalid_answer", Wants::InvalidAnswer),
    ("invalid_answers", Wants::InvalidAnswer),
    ("invalid_output", Wants::InvalidOutput),
    ("valid_output", Wants::ValidOutput),
];

pub(super) fn wants(folder: &str) -> Option<Wants> {
    OF_VALIDATORS.iter().find(|(name, _)| *name == folder).map(|(_, wants)| *wants)
}

/// The files beside the input without which a test is none.
fn needed(wants: Wants) -> &'static [&'static str] {
    match wants {
        Wants::InvalidInput => &[],
        Wants::InvalidAnswer => &[".ans"],
        Wants::InvalidOutput | Wants::ValidOutput => &[".ans", ".out"],
    }
}

impl Walk<'_> {
    /// What is shown of a sample in place of its input and answer.
    pub(super) fn show(&mut self, case: &mut TestCase, files: &Files) {
        self.tell_clashes(files);
        case.shown_input = files.store(self.reading, ".in.statement");
        case.shown_answer = self.first(files, [".ans.statement", ".out"]);
        if self.problem.kinds.needs_program() {
            case.interaction = files.store(self.reading, ".interaction");
        } else if files.has(".interaction") {
            let message = "is not shown: the problem is neither interactive nor multi-pass";
            self.reading.faults.warn(&files.place(".interaction"), message);
        }
        for ending in [".in.download", ".ans.download"].iter().filter(|ending| files.has(ending)) {
            let message = "is not offered: contestants get what is shown";
            self.reading.faults.warn(&files.place(ending), message);
        }
    }

    fn first(&mut self, files: &Files, endings: [&str; 2]) -> Option<crate::Hash> {
        let ending = endings.into_iter().find(|ending| files.has(ending))?;
        files.store(self.reading, ending)
    }

    /// Two files for one thing that is shown.
    fn tell_clashes(&self, files: &Files) {
        if self.reading.edition != Edition::Current {
            return;
        }
        let beside = |file: &str, others: &[&str]| {
            if !files.has(file) {
                return;
            }
            for other in others.iter().filter(|other| files.has(other)) {
                let message = format!("is there beside {}: keep one of the two", files.place(file));
                self.reading.faults.error(&files.place(other), message);
            }
        };
        beside(".ans.statement", &[".out"]);
        beside(".interaction", &[".in.statement", ".ans.statement", ".out", ".in.download", ".ans.download"]);
    }

    /// `data/invalid_input` and the like.
    pub(super) fn of_validators(&mut self, data: &Folder, settings: &Settings) {
        for (name, wants) in OF_VALIDATORS {
            if let Some(folder) = data.folder(name) {
                self.tests_in(folder, name, settings, wants);
            }
        }
    }

    fn tests_in(&mut self, folder: &Folder, name: &str, inherited: &Settings, wants: Wants) {
        let path = join(PLACE, name);
        let settings = groups::settings(self.reading, folder, &path, inherited, self.tests.wording);
        for (stem, files) in files::of_folder(self.reading, folder, &path) {
            let test = self.test(&join(name, &stem), &files, &settings, wants);
            self.tests.of_validators.extend(test);
        }
        for (inner_name, inner) in folder.folders() {
            self.tests_in(inner, &join(name, inner_name), &settings, wants);
        }
    }

    fn test(
        &mut self,
        name: &str,
        files: &Files,
        inherited: &Settings,
        wants: Wants,
    ) -> Option<ValidatorTest> {
        if !files.has(".in") {
            files.tell_orphans(self.reading);
            return None;
        }
        if let Some(lacking) = needed(wants).iter().find(|ending| !files.has(ending)) {
            let message = format!("is no test of the validators: {} is missing", files.place(lacking));
            self.reading.faults.error(&files.place(".in"), message);
        }
        let mut own = inherited.clone();
        let mut description = files.text(self.reading, ".desc");
        if let Some(leaf) = files.leaf(".yaml") {
            let case = groups::case(self.reading, &files.place(".yaml"), leaf, inherited);
            own = case.settings;
            description = case.description.or(description);
        }
        self.check(&own.args);
        let (input_args, input_args_of) = self.problem.inputs.args(&own.input_args);
        Some(ValidatorTest {
            name: name.to_owned(),
            wants,
            input: files.store(self.reading, ".in")?,
            answer: files.store(self.reading, ".ans"),
            output: files.store(self.reading, ".out"),
            args: own.run_args,
            input_args,
            input_args_of,
            validator_args: own.args.list,
            description,
        })
    }
}
