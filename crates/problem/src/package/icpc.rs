//! The ICPC package format: 2025-09, the drafts before it, legacy, and what DOMjudge adds to it.

mod args;
mod cases;
mod credits;
pub(super) mod edition;
mod groups;
mod languages;
mod limits;
mod metadata;
mod statements;
mod submissions;
mod validator;

use super::faults;
use super::reading::Reading;
use super::tree::Folder;
use crate::version::Version;

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
pub(super) fn read(reading: &mut Reading, root: &Folder, name: &str) -> Option<Version> {
    let metadata = metadata::read(reading, root);
    let slug = reading.slug(name);
    let statements = statements::read(reading, root);
    statements::check_languages(reading, &statements);
    let names = statements::titles(reading, &metadata, &statements, name);
    let output_validator = validator::read(reading, root, &metadata);
    let tests = cases::read(reading, root, &output_validator);
    let submissions = submissions::read(reading, root);
    tell_unsupported(reading, root);
    tell_left_out(reading, root);
    tell_unknown(reading, root);
    Some(Version {
        names,
        statements: statements.sources,
        assets: statements.assets,
        limits: metadata.limits,
        output_validator,
        languages: metadata.languages,
        tests,
        submissions,
        credits: metadata.credits,
        ..Version::new(slug?)
    })
}
/// Whole folders without which the problem would be judged wrongly.
fn tell_unsupported(reading: &Reading, root: &Folder) {
    for (name, what) in [
        ("include", "files that are added to every submission"),
        ("static_validator", "a program that judges sources"),
        ("graders", "custom graders"),
    ] {
        if root.folder(name).is_some_and(Folder::has_files) {
            reading.faults.error(name, format!("not supported yet: {what}"));
        }
    }
}

/// What is left out without changing a verdict.
fn tell_left_out(reading: &Reading, root: &Folder) {
    if root.folder("attachments").is_some_and(Folder::has_files) {
        reading.faults.warn("attachments", "is not offered to contestants yet");
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
