//! Hydro's packages: `problem.yaml`, texts beside it, and the tests with everything that judges them in `testdata/`.

mod config;
mod detect;
mod languages;
mod metadata;
mod plan;
mod programs;
mod questions;
mod samples;
mod statements;
mod tests;
mod units;

use std::collections::BTreeSet;

use self::config::{Config, Kind, PLACE};
use self::statements::Fences;
use super::given::Own;
use super::links::join;
use super::reading::Reading;
use super::room;
use super::tree::Folder;
use crate::limits::{Limits, Origin};
use crate::version::{NamedFiles, Passes, Version};

/// What Hydro gives where a package says nothing.
const TIME_MS: u64 = 1_000;
const MEMORY_BYTES: u64 = 256 << 20;

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
pub(super) fn read(reading: &mut Reading, root: &Folder, name: &str) -> Option<Version> {
    let metadata = metadata::read(reading, root);
    let nothing = Folder::default();
    let folder = root.folder(PLACE).unwrap_or(&nothing);
    let config = config::read(reading, folder);
    let slug = reading.slug(name);
    let fences = match config.kind {
        Kind::Default => Fences::Cases,
        Kind::Objective => Fences::Questions,
        _ => Fences::Text,
    };
    let statements = statements::read(reading, root, metadata.content.as_deref(), fences);
    let limits = limits(reading, &config);
    let mut tests = match config.kind {
        Kind::Objective => questions::tests(reading, &config),
        _ => tests::read(reading, folder, &config, &limits),
    };
    let programs = programs::read(reading, folder, &config);
    tests::add_samples(reading, &mut tests.tree, &statements.samples);
    let submissions = programs::solutions(reading, root);
    statements::tell_left_out(reading, root);
    tell_unused(reading, folder, &config, &tests.used);
    check_answers(reading, &config, &tests);
    let slug = slug?;
    let mut version = Version {
        names: metadata.names(&statements, slug.as_str()),
        statements: statements.sources,
        assets: statements.assets,
        attachments: statements.attachments,
        tags: metadata.tags,
        languages: allowed(&config),
        output_validator: programs.output_validator,
        interactor: programs.interactor,
        input_validators: programs.input_validators,
        stubs: programs.stubs,
        passes: config.passes.map_or(Passes::One, |most| Passes::Next { most }),
        named_files: named_files(reading, &config),
        kind: config.kind.of_version(),
        scoring: Some(tests.scoring),
        tests: tests.tree,
        limits,
        submissions,
        ..Version::new(slug)
    };
    room::make(reading, &mut version);
    Some(version)
}

/// A problem with a template knows no language but the template's.
fn allowed(config: &Config) -> Option<BTreeSet<String>> {
    let named =
        (!config.templates.is_empty()).then(|| config.templates.keys().cloned().collect::<BTreeSet<_>>());
    match (&config.languages, named) {
        (Some(listed), Some(named)) => Some(named.intersection(listed).cloned().collect()),
        (listed, named) => named.or_else(|| listed.clone()),
    }
}

/// The package's own first, then those that were given, then Hydro's, said aloud.
fn limits(reading: &Reading, config: &Config) -> Limits {
    let Own { time_ms, memory_bytes } = config.own;
    let time = time_ms.or(reading.given.time_ms);
    let memory = memory_bytes.or(reading.given.memory_bytes);
    // Subtasks and tests may have limits of their own; those need no other.
    let every = |has: fn(&config::Case, &config::Subtask) -> bool| {
        let mut cases =
            config.subtasks.iter().flat_map(|subtask| subtask.cases.iter().map(move |case| (case, subtask)));
        let listed = config.subtasks.iter().any(|subtask| !subtask.cases.is_empty());
        listed && cases.all(|(case, subtask)| has(case, subtask))
    };
    let runs = config.kind != Kind::Objective;
    if runs && time.is_none() && !every(|case, subtask| case.time_ms.or(subtask.time_ms).is_some()) {
        let message = "sets no time limit, so Hydro's 1 s is given: say another with --time-limit";
        reading.faults.warn(&config.path, message);
    }
    if runs
        && memory.is_none()
        && !every(|case, subtask| case.memory_bytes.or(subtask.memory_bytes).is_some())
    {
        let message = "sets no memory limit, so Hydro's 256 MiB are given: say another with --memory-limit";
        reading.faults.warn(&config.path, message);
    }
    Limits {
        time_ms: time.unwrap_or(TIME_MS),
        time_origin: if time.is_some() { Origin::Explicit } else { Origin::Default },
        memory_bytes: memory.unwrap_or(MEMORY_BYTES),
        languages: config.rates.clone(),
        ..Limits::default()
    }
}

/// `sum`: a submission reads `sum.in` and writes `sum.out`.
fn named_files(reading: &Reading, config: &Config) -> NamedFiles {
    let Some(name) = config.filename.as_ref().filter(|_| config.kind == Kind::Default) else {
        return NamedFiles::default();
    };
    let good = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-' | b'.');
    if name.value.bytes().all(good) && !name.value.starts_with(['.', '-']) {
        let file = |ending: &str| Some(format!("{}.{ending}", name.value));
        return NamedFiles { input: file("in"), output: file("out") };
    }
    let message = format!("filename must be a plain name such as sum; it is {:?}", name.value);
    reading.faults.error_at(&config.path, name.line, message);
    NamedFiles::default()
}

/// What lies among the tests and is of no use to anybody, likely by mistake.
fn tell_unused(reading: &Reading, folder: &Folder, config: &Config, used: &BTreeSet<String>) {
    let programs = [&config.checker, &config.interactor, &config.manager, &config.validator];
    let named: BTreeSet<&str> = programs.into_iter().flatten().map(|source| source.file.as_str()).collect();
    let extra =
        |name: &str| config.user_files.iter().chain(&config.judge_files).any(|file| file.value == name);
    let is_config = |name: &str| matches!(name, "config.yaml" | "config.yml" | "config.ini");
    for (name, _) in folder.files_below() {
        let known = used.contains(&name) || named.contains(name.as_str()) || extra(&name) || is_config(&name);
        if !known {
            reading.faults.warn(&join(PLACE, &name), "is not used by any test");
        }
    }
}

/// One text is the answer to one test.
fn check_answers(reading: &Reading, config: &Config, tests: &tests::Tests) {
    if config.kind != Kind::Objective && !config.answers.is_empty() {
        let message =
            "has answers to questions, and is not of the type objective: nobody would be asked them";
        reading.faults.error(&config.path, message);
    }
    let cases = tests.tree.cases().len();
    if config.kind == (Kind::Answers { several: false }) && cases > 1 {
        let message =
            format!("not supported: one answer to {cases} tests; subType: multi takes a file for each");
        reading.faults.error(&config.path, message);
    }
}
