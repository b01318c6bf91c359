//! The ICPC package format: 2025-09, the drafts before it, legacy, and what DOMjudge adds to it.

mod args;
mod attachments;
mod cases;
pub(super) mod constants;
pub(super) mod credits;
pub(super) mod edition;
mod files;
mod grading;
mod groups;
mod ini;
mod inputs;
mod kind;
pub(super) mod languages;
mod legacy_groups;
mod limits;
mod metadata;
mod on_source;
mod program;
mod samples;
mod scoring;
mod statements;
mod stubs;
pub(super) mod submissions;
mod titles;
mod validator;

use super::faults;
use super::reading::Reading;
use super::tree::Folder;
use crate::version::{Kind, OutputValidator, Passes, Program, Scoring, TestGroup, Version};

use cases::{Problem, Tests};
use edition::Edition;
use groups::Wording;
use kind::Validation;
use metadata::Metadata;

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
pub(super) fn read(reading: &mut Reading, root: &Folder, name: &str) -> Option<Version> {
    let mut metadata = metadata::read(reading, root);
    if metadata.kinds.scoring && !reading.edition.new_names() {
        at_home(reading, root, &mut metadata);
    }
    let slug = reading.slug(name);
    let statements = statements::read(reading, root);
    statements::check_languages(reading, &statements);
    let names = titles::read(reading, &metadata, &statements, name);
    let (output_validator, interactor) = validator::read(reading, root, &metadata);
    metadata.kinds.validator_may_score = reading.edition == Edition::Draft
        && metadata.kinds.scoring
        && !matches!(output_validator, OutputValidator::Default { .. });
    let inputs = inputs::read(reading, root);
    let problem = Problem {
        kinds: metadata.kinds,
        validator: &output_validator,
        inputs: &inputs,
        defaults: std::mem::take(&mut metadata.grading.defaults),
    };
    let mut tests = cases::read(reading, root, &problem);
    let scoring = scoring(reading, root, &mut tests, &metadata);
    let static_validator = on_source::program(reading, root, metadata.kinds);
    on_source::add(reading, &mut tests, static_validator.as_ref(), metadata.kinds);
    let Tests { tree, wording, talks, of_validators, .. } = tests;
    let bounded = match wording {
        Wording::Legacy => tree.rules.max.is_some(),
        Wording::Current => scoring.as_ref().is_some_and(|scoring| scoring.max.is_some()),
    };
    let submissions = submissions::read(reading, root, metadata.kinds, &tree, bounded);
    let editorials = statements::editorials(reading, root, &statements);
    tell_unsupported(reading, root, wording);
    tell_unknown(reading, root);
    Some(Version {
        names,
        statements: statements.sources,
        assets: statements.assets,
        output_validator,
        interactor,
        static_validator,
        tests: tree,
        scoring,
        submissions,
        stubs: stubs::read(reading, root),
        input_validators: inputs.list,
        attachments: attachments::read(reading, root),
        editorials,
        talks,
        validator_tests: of_validators,
        ..described(Version::new(slug?), metadata)
    })
}

/// What `problem.yaml` says that needs no other file.
fn described(version: Version, metadata: Metadata) -> Version {
    let kinds = metadata.kinds;
    Version {
        limits: metadata.limits,
        languages: metadata.languages,
        credits: metadata.credits,
        kind: if kinds.answers { Kind::Answers } else { Kind::Program },
        passes: if kinds.multi_pass { Passes::Next { most: metadata.passes } } else { Passes::One },
        tags: metadata.tags,
        uuid: metadata.uuid,
        revision: metadata.revision,
        ..version
    }
}

/// Validators of a DOMjudge may say what a case gives without a word in `problem.yaml`.
fn at_home(reading: &mut Reading, root: &Folder, metadata: &mut Metadata) {
    let kinds = &mut metadata.kinds;
    kinds.domjudge = legacy_groups::domjudge::is_home(reading, root);
    kinds.validator_scores |= kinds.domjudge && matches!(metadata.validation, Validation::Custom { .. });
}

/// Gives the groups their rules; returns what the problem as a whole is worth, if it has points.
fn scoring(reading: &mut Reading, root: &Folder, tests: &mut Tests, metadata: &Metadata) -> Option<Scoring> {
    let Tests { tree, settings, .. } = tests;
    let kinds = metadata.kinds;
    match tests.wording {
        Wording::Legacy if kinds.domjudge => {
            legacy_groups::domjudge::apply(tree, settings, kinds);
            Some(legacy_groups::scoring(tree, kinds, metadata.grading.lowest_wins))
        }
        Wording::Legacy => {
            let grader = grader(reading, root);
            legacy_groups::apply(reading, tree, settings, kinds, grader.as_ref());
            tell_idle_grader(reading, tree, grader.as_ref());
            kinds.scoring.then(|| legacy_groups::scoring(tree, kinds, metadata.grading.lowest_wins))
        }
        Wording::Current if kinds.scoring => Some(scoring::apply(reading, tree, settings)),
        Wording::Current => {
            scoring::tell_useless(reading, settings);
            None
        }
    }
}

/// Legacy: the program in `graders/`.
fn grader(reading: &mut Reading, root: &Folder) -> Option<Program> {
    let folder = root.folder("graders").filter(|folder| folder.has_files())?;
    program::only(reading, "graders", folder, "grader")
}

fn tell_idle_grader(reading: &Reading, tree: &TestGroup, grader: Option<&Program>) {
    let used = tree.groups().into_iter().any(|group| group.rules.grader.is_some());
    if let Some(grader) = grader.filter(|_| !used) {
        reading.faults.warn(&grader.path, "is not used: no testdata.yaml says `grading: custom`");
    }
}

/// Whole folders without which the problem would be judged wrongly.
fn tell_unsupported(reading: &Reading, root: &Folder, wording: Wording) {
    let full = |name: &str| root.folder(name).is_some_and(Folder::has_files);
    if full("static_validator") && wording == Wording::Legacy {
        let message = "is of newer packages: here no group can say that its tests ask it. Move to 2025-09";
        reading.faults.error("static_validator", message);
    }
    if full("graders") && wording == Wording::Current {
        reading.faults.error("graders", "is of older packages: this format knows no custom graders");
    }
}

/// Folders that the format knows, in any of its versions.
const FOLDERS: [&str; 18] = [
    "attachments",
    "data",
    "generators",
    "graders",
    "include",
    "input_format_validators",
    "input_validators",
    "input_visualizer",
    "output_validator",
    "output_validators",
    "output_visualizer",
    "problem_statement",
    "solution",
    "statement",
    "static_validator",
    "submissions",
    "test_case_visualizer",
    "visualizers",
];

/// A misspelt folder would otherwise be missed without a word, and the problem judged without it.
fn tell_unknown(reading: &Reading, root: &Folder) {
    for (name, folder) in root.folders() {
        if FOLDERS.contains(&name) || !folder.has_files() {
            continue;
        }
        let hint =
            faults::nearest(name, FOLDERS).map_or(String::new(), |known| format!(": did you mean {known}?"));
        reading.faults.warn(name, format!("is no folder of the format, and is ignored{hint}"));
    }
}
