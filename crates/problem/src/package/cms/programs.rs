//! How submissions are run and what decides, told by the files that are there: checkers, managers, graders and stubs.

use std::collections::{BTreeMap, BTreeSet};

use super::solutions::PLACE as SOLUTIONS;
use super::task::{FILE, Task, TaskType, UserIo};
use crate::comparison::Comparison;
use crate::language::Catalog;
use crate::package::links::join;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};
use crate::version::{
    Interactor, InteractorProtocol, NamedFiles, OutputValidator, Passes, Program, Protocol, Stubs, Version,
};

/// Where setters' programs lie.
const FOLDERS: [&str; 2] = ["check", "cor"];
const CHECKERS: [&str; 2] = ["checker", "correttore"];
const MANAGER: [&str; 1] = ["manager"];

/// Names before the ending of what is compiled with submissions.
pub(super) const STUBS: [&str; 3] = ["grader", "stub", "manager"];

pub(super) fn is_header(name: &str) -> bool {
    name.ends_with(".h") || name.ends_with(".hpp") || name.ends_with("lib.pas")
}

/// Fills in what decides, what talks to submissions, what is compiled with them, and the files they read and write.
pub(super) fn read(reading: &mut Reading, root: &Folder, task: &Task, name: &str, version: &mut Version) {
    let kind = kind(reading, root, task);
    version.output_validator = match kind {
        TaskType::Communication => OutputValidator::Interactor,
        _ => output_validator(reading, root, task),
    };
    let stub = match kind {
        TaskType::Batch => {
            version.named_files = named_files(task);
            Some("grader")
        }
        TaskType::Communication => Some("stub"),
        TaskType::TwoSteps => {
            version.passes = Passes::Joined;
            Some("manager")
        }
        TaskType::OutputOnly => None,
    };
    if let Some(stub) = stub {
        version.stubs = stubs(reading, root, stub, name);
    }
    if !version.stubs.files.is_empty() {
        version.languages = Some(version.stubs.files.keys().cloned().collect::<BTreeSet<_>>());
    } else if kind == TaskType::TwoSteps {
        reading.faults.error(
            SOLUTIONS,
            "has no manager.cpp, or one in another language, which a task of two steps needs",
        );
    }
    if kind == TaskType::Communication {
        version.interactor = interactor(reading, root, task, !version.stubs.files.is_empty());
    }
}

fn kind(reading: &Reading, root: &Folder, task: &Task) -> TaskType {
    let manager = FOLDERS.iter().any(|folder| has(root, folder, &MANAGER));
    match &task.kind {
        Some(at) => {
            if at.value == TaskType::Communication && !manager {
                reading.faults.error_at(
                    FILE,
                    at.line,
                    "is a Communication task, but there is no check/manager",
                );
            }
            at.value
        }
        None if task.output_only => TaskType::OutputOnly,
        None if manager => TaskType::Communication,
        None if has(root, SOLUTIONS, &MANAGER) => {
            let message = "is compiled with submissions, which run in two steps: say `task_type: TwoSteps` in task.yaml";
            reading.faults.warn(&join(SOLUTIONS, "manager"), message);
            TaskType::TwoSteps
        }
        None => TaskType::Batch,
    }
}

/// Whether there is a program of one of these names, with sources or without.
fn has(root: &Folder, folder: &str, stems: &[&str]) -> bool {
    let stem = |name: &str| names::split_extension(name).0.to_owned();
    root.folder(folder)
        .is_some_and(|folder| folder.files().any(|(name, _)| stems.contains(&stem(name).as_str())))
}

fn named_files(task: &Task) -> NamedFiles {
    let named = |name: &Option<String>| name.clone().filter(|name| !name.is_empty());
    NamedFiles { input: named(&task.infile), output: named(&task.outfile) }
}

fn output_validator(reading: &mut Reading, root: &Folder, task: &Task) -> OutputValidator {
    let place = FOLDERS.into_iter().find(|folder| has(root, folder, &CHECKERS));
    if let Some(program) = place.and_then(|place| program(reading, root, place, &CHECKERS)) {
        return OutputValidator::Program { program, protocol: Protocol::Cms, args: Vec::new() };
    }
    let comparison = match &task.exponent {
        None => "whitediff",
        Some(at) => {
            if at.value != 6 {
                let message =
                    format!("exponent {} cannot be followed: numbers are compared to 1e-6", at.value);
                reading.faults.error_at(FILE, at.line, message);
            }
            "realprecision"
        }
    };
    // Both names are CMS's.
    Comparison::cms(comparison).map_or(OutputValidator::Default { args: Vec::new() }, |comparison| {
        OutputValidator::Native { comparison }
    })
}

fn interactor(reading: &mut Reading, root: &Folder, task: &Task, has_stubs: bool) -> Option<Interactor> {
    let place = FOLDERS.into_iter().find(|folder| has(root, folder, &MANAGER))?;
    let program = program(reading, root, place, &MANAGER)?;
    let fifos = match task.user_io {
        Some(io) => io == UserIo::Fifos,
        None => has_stubs,
    };
    let protocol = InteractorProtocol::Cms { fifos };
    Some(Interactor { program, protocol, args: Vec::new(), processes: task.processes })
}

/// The program in `place` that has one of these names: its one source and the headers beside. `None` where only a
/// compiled one is there, which is refused by its name: it was made for some other machine, and nobody can read it.
fn program(reading: &mut Reading, root: &Folder, place: &str, stems: &[&str]) -> Option<Program> {
    let folder = root.folder(place)?;
    if let Some(script) = script(reading, folder, place, stems) {
        return Some(script);
    }
    let sources: Vec<(&str, Leaf, &str)> =
        folder.files().filter_map(|(name, leaf)| source(name, leaf)).collect();
    let named = sources.iter().find(|(name, ..)| stems.contains(&names::split_extension(name).0));
    let others = [&CHECKERS[..], &MANAGER[..]].concat();
    let mut rest = sources.iter().filter(|(name, ..)| !others.contains(&names::split_extension(name).0));
    let only = rest.next().filter(|_| rest.next().is_none());
    let compiled = || stems.iter().find(|stem| folder.file(stem).is_some()).copied().unwrap_or(stems[0]);
    let (name, leaf, language) = match (named, only) {
        (Some(named), _) => *named,
        (None, Some(only)) => {
            let message = format!("is taken as the source of {}", join(place, compiled()));
            reading.faults.warn(&join(place, only.0), message);
            *only
        }
        (None, None) => {
            let message = "is a compiled program, which is not run: put its source beside it, as checker.cpp or manager.cpp";
            reading.faults.error(&join(place, compiled()), message);
            return None;
        }
    };
    let mut files = BTreeMap::new();
    for (file, leaf) in
        std::iter::once((name, leaf)).chain(folder.files().filter(|(name, _)| is_header(name)))
    {
        files.insert(file.to_owned(), reading.store(&join(place, file), leaf)?);
    }
    Some(Program { path: join(place, name), language: language.to_owned(), files })
}

/// CMS runs whatever is executable: a file that names its interpreter, `#!/usr/bin/env python3`, is its own source.
fn script(reading: &mut Reading, folder: &Folder, place: &str, stems: &[&str]) -> Option<Program> {
    let (stem, leaf) = stems.iter().find_map(|stem| Some((*stem, folder.file(stem)?)))?;
    let bytes = reading.peek(leaf)?;
    let line = bytes.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?;
    let interpreter = line
        .split(['/', ' ', '\t'])
        .map(str::trim)
        .rfind(|word| !word.is_empty() && !word.starts_with('-'))?;
    let (id, ending) = match interpreter {
        _ if interpreter.starts_with("python") => ("python3", "py"),
        "sh" | "bash" => ("bash", "sh"),
        _ => return None,
    };
    let path = join(place, stem);
    let hash = reading.store_source(&path, leaf)?;
    let files = BTreeMap::from([(format!("{stem}.{ending}"), hash)]);
    Some(Program { path, language: id.to_owned(), files })
}

/// A source with its language's id.
fn source(name: &str, leaf: Leaf) -> Option<(&str, Leaf, &'static str)> {
    let language = Catalog::builtin().by_extension(names::split_extension(name).1)?;
    (!is_header(name)).then_some((name, leaf, language.id.as_str()))
}

/// `sol/grader.cpp`, `sol/grader.py` …, and headers: the rest of the program of which contestants write a part, in a file
/// called after the task.
fn stubs(reading: &mut Reading, root: &Folder, stem: &str, task: &str) -> Stubs {
    let mut stubs = Stubs::default();
    let Some(folder) = root.folder(SOLUTIONS) else { return stubs };
    let found: Vec<_> = folder.files().filter_map(|(name, leaf)| source(name, leaf)).collect();
    for (name, leaf, language) in
        found.into_iter().filter(|(name, ..)| names::split_extension(name).0 == stem)
    {
        let Some(hash) = reading.store(&join(SOLUTIONS, name), leaf) else { continue };
        // The same sources are read by both.
        let twin = (language == "python3").then_some("pypy3");
        for language in std::iter::once(language).chain(twin) {
            stubs.files.entry(language.to_owned()).or_default().insert(name.to_owned(), hash);
            stubs.entry.insert(language.to_owned(), name.to_owned());
        }
    }
    if stubs.files.is_empty() {
        return stubs;
    }
    for (name, leaf) in folder.files().filter(|(name, _)| is_header(name)) {
        let Some(hash) = reading.store(&join(SOLUTIONS, name), leaf) else { continue };
        let of: &[&str] = if name.ends_with("lib.pas") { &["pascal"] } else { &["c", "cpp"] };
        for language in of {
            if let Some(files) = stubs.files.get_mut(*language) {
                files.insert(name.to_owned(), hash);
            }
        }
    }
    stubs.stem = Some(task.to_owned());
    stubs
}
