//! What decides a case: the format's own comparison, or the program in `output_validator/` (before 2023-07:
//! `output_validators/`).

use super::args::Args;
use super::metadata::{FILE, Metadata, Validation};
use crate::comparison::Icpc;
use crate::package::links::join;
use crate::package::programs::Sources;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Node};
use crate::version::{OutputValidator, Program, Protocol};

const FOLDERS: [&str; 2] = ["output_validator", "output_validators"];

pub(super) fn read(reading: &mut Reading, root: &Folder, metadata: &Metadata) -> OutputValidator {
    let args = metadata.flags.list.clone();
    match wanted(reading, root, metadata.validation) {
        Some((place, folder)) => {
            let program = program(reading, place, folder);
            // A package without its program is refused; what stands here then is never seen.
            let default = OutputValidator::Default { args: args.clone() };
            program.map_or(default, |program| OutputValidator::Program {
                program,
                protocol: Protocol::Icpc,
                args,
            })
        }
        None => {
            check_default(reading, &metadata.flags, &[]);
            OutputValidator::Default { args }
        }
    }
}

/// The folder of the program, if there is to be one.
fn wanted<'a>(
    reading: &Reading,
    root: &'a Folder,
    validation: Validation,
) -> Option<(&'static str, &'a Folder)> {
    let full = |name: &&'static str| {
        root.folder(name).filter(|folder| folder.has_files()).map(|folder| (*name, folder))
    };
    let found: Vec<_> = FOLDERS.iter().filter_map(full).collect();
    if found.len() > 1 {
        reading.faults.error(FOLDERS[1], format!("is there beside {}: keep one of the two", FOLDERS[0]));
    }
    let found = found.first().copied();
    match (validation, found) {
        (Validation::Custom { line }, None) => {
            let message = "validation is custom, but there is no program in output_validators/";
            reading.faults.error_at(FILE, line, message);
            None
        }
        (Validation::Default, Some((name, _))) => {
            reading.faults.warn(name, "is not used: problem.yaml says `validation: default`");
            None
        }
        (Validation::Unsaid, Some((name, _))) if name == FOLDERS[1] && !reading.edition.new_names() => {
            let message = "is not used: problem.yaml must say `validation: custom` for that";
            reading.faults.warn(name, message);
            None
        }
        (_, found) => found,
    }
}

fn program(reading: &mut Reading, place: &str, folder: &Folder) -> Option<Program> {
    let (path, sources) = one_program(reading, place, folder)?;
    if let Some(script) = sources.files.iter().find(|(name, _, _)| matches!(name.as_str(), "build" | "run")) {
        let message = "not supported yet: build and run scripts; leave the sources alone, they are compiled";
        reading.faults.error(&script.1, message);
        return None;
    }
    if let Some(nested) = &sources.nested {
        reading.faults.error(nested, "is a folder inside a program: put all its files into one folder");
        return None;
    }
    match sources.language() {
        Ok(language) => {
            let files = sources.store(reading);
            Some(Program { path, language: language.to_owned(), files })
        }
        Err(reason) => {
            reading.faults.error(&path, format!("{reason}: write the output validator as sources"));
            None
        }
    }
}

/// The folder itself, or the one file or folder in it, is the program.
fn one_program(reading: &Reading, place: &str, folder: &Folder) -> Option<(String, Sources)> {
    let inner: Vec<(&str, &Folder)> = folder.folders().filter(|(_, inner)| inner.has_files()).collect();
    let files: Vec<&str> = folder.files().map(|(name, _)| name).collect();
    match (inner.as_slice(), files.as_slice()) {
        ([], [name]) => {
            let path = join(place, name);
            let node = Node::File(folder.file(name)?);
            Some((path.clone(), Sources::of(&path, name, &node)))
        }
        ([], _) => Some((place.to_owned(), Sources::of_folder(place, folder))),
        // Beside a folder, files are notes to the reader.
        ([(name, inner)], files) if !files.iter().any(|name| is_source(name)) => {
            let path = join(place, name);
            Some((path.clone(), Sources::of_folder(&path, inner)))
        }
        _ => {
            let message = "holds more than one program: several output validators are not supported";
            reading.faults.error(place, message);
            None
        }
    }
}

fn is_source(name: &str) -> bool {
    let (_, extension) = crate::package::names::split_extension(name);
    matches!(name, "build" | "run") || crate::language::Catalog::builtin().by_extension(extension).is_some()
}

/// Tells arguments that the default validator would not take. `before` are those that stand in front of them.
pub(super) fn check_default(reading: &Reading, args: &Args, before: &[String]) {
    let all: Vec<&String> = before.iter().chain(&args.list).collect();
    if let Err(reason) = Icpc::parse(&all) {
        reading.faults.error_at(&args.file, args.line, reason.to_string());
    }
}
