//! What decides a case: the format's own comparison, or the program in `output_validator/` (before 2023-07:
//! `output_validators/`).

use super::args::Args;
use super::edition::Edition;
use super::kind::Validation;
use super::metadata::{FILE, Metadata};
use super::{ini, program};
use crate::comparison::Icpc;
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::version::{Interactor, InteractorProtocol, OutputValidator, Program, Protocol};

const FOLDERS: [&str; 2] = ["output_validator", "output_validators"];

/// The validator; in an interactive problem it is the interactor that decides.
pub(super) fn read(
    reading: &mut Reading,
    root: &Folder,
    metadata: &Metadata,
) -> (OutputValidator, Option<Interactor>) {
    let args = metadata.flags.list.clone();
    let found = wanted(reading, root, metadata);
    ini::tell_elsewhere(reading, &metadata.ini, found.is_some());
    let Some((place, folder)) = found else {
        if metadata.kinds.needs_program() {
            let message = "type says interactive or multi-pass, but there is no program in output_validator/";
            reading.faults.error_at(FILE, metadata.kinds.line, message);
        } else {
            check_default(reading, &metadata.flags, &[]);
        }
        return (OutputValidator::Default { args }, None);
    };
    let mut programs = programs(reading, metadata, (place, folder));
    if programs.len() > 1 {
        return (OutputValidator::Every { programs, args }, None);
    }
    // A package without its program is refused; what stands here then is never seen.
    let Some(program) = programs.pop() else {
        return (OutputValidator::Default { args }, None);
    };
    if metadata.kinds.interactive {
        let protocol = InteractorProtocol::Icpc;
        (OutputValidator::Interactor, Some(Interactor { program, protocol, args, processes: 1 }))
    } else {
        (OutputValidator::Program { program, protocol: Protocol::Icpc, args }, None)
    }
}

/// Several decide in old packages only, and only on an output that is there as a whole.
fn programs(reading: &mut Reading, metadata: &Metadata, (place, folder): (&str, &Folder)) -> Vec<Program> {
    const WHAT: &str = "output validator";
    let old = matches!(reading.edition, Edition::Legacy | Edition::LegacyIcpc);
    if old && !metadata.kinds.needs_program() {
        program::all(reading, place, folder, WHAT)
    } else {
        program::only(reading, place, folder, WHAT).into_iter().collect()
    }
}

/// The folder of the program, if there is to be one.
fn wanted<'a>(
    reading: &Reading,
    root: &'a Folder,
    metadata: &Metadata,
) -> Option<(&'static str, &'a Folder)> {
    let full = |name: &&'static str| {
        root.folder(name).filter(|folder| folder.has_files()).map(|folder| (*name, folder))
    };
    let found: Vec<_> = FOLDERS.iter().filter_map(full).collect();
    if found.len() > 1 {
        reading.faults.error(FOLDERS[1], format!("is there beside {}: keep one of the two", FOLDERS[0]));
    }
    let found = found.first().copied();
    match (metadata.validation, found) {
        (Validation::Custom { line }, None) => {
            let message = "validation is custom, but there is no program in output_validators/";
            reading.faults.error_at(FILE, line, message);
            None
        }
        (Validation::Default, Some((name, _))) => {
            reading.faults.warn(name, "is not used: problem.yaml says `validation: default`");
            None
        }
        (Validation::Unsaid, Some((name, _)))
            if name == FOLDERS[1]
                && !reading.edition.new_names()
                && metadata.readable
                && !metadata.kinds.needs_program() =>
        {
            let message = "is not used: problem.yaml must say `validation: custom` for that";
            reading.faults.warn(name, message);
            None
        }
        (_, found) => found,
    }
}

/// Tells arguments that the default validator would not take. `before` are those that stand in front of them.
pub(super) fn check_default(reading: &Reading, args: &Args, before: &[String]) {
    let all: Vec<&String> = before.iter().chain(&args.list).collect();
    if let Err(reason) = Icpc::parse(&all) {
        reading.faults.error_at(&args.file, args.line, reason.to_string());
    }
}
