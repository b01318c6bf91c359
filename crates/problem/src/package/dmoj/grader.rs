//! How submissions are run where that is not simply once for each case: interactors, functions, files.

use std::collections::{BTreeMap, BTreeSet};

use super::build::Numbers;
use super::checkers;
use super::config::{self, FILE, Scope, scalar};
use super::custom_judge;
use super::data::{Data, Form};
use super::programs::milliseconds;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::yaml::{Entry, Value};
use crate::version::{InputValidator, Interactor, NamedFiles, OutputValidator, Version};

/// Returns how the program that checks inputs is told which case it has, if there is one.
pub(super) fn read(
    reading: &mut Reading,
    data: &mut Data<'_>,
    scope: &Scope<'_>,
    version: &mut Version,
) -> Option<Numbers> {
    if let Some(entry) = scope.own("signature_grader") {
        signature(reading, data, entry, version);
    } else if let Some(entry) = scope.own("interactive") {
        interactor(reading, data, entry, version);
    }
    if let Some(entry) = scope.own("custom_judge") {
        custom_judge::read(reading, data, entry, version);
    }
    version.named_files = named_files(reading, scope);
    scope.own("validator").and_then(|entry| input_check(reading, data, entry, version))
}

fn interactor(reading: &mut Reading, data: &mut Data<'_>, entry: &Entry, version: &mut Version) {
    // Even where the program cannot be had, no checker is looked for.
    version.output_validator = OutputValidator::Interactor;
    let Some(interactive) = checkers::interactive(entry, &reading.faults) else { return };
    let Some(program) = interactive.program.program(reading, data) else { return };
    let limits = &mut version.limits;
    let time_ms = milliseconds(interactive.preprocessing).saturating_add(limits.time_ms);
    limits.validation_time_ms = limits.validation_time_ms.max(time_ms);
    limits.validation_memory_bytes =
        limits.validation_memory_bytes.max(interactive.program.memory_bytes.unwrap_or(0));
    let (protocol, args) = (interactive.protocol, interactive.args);
    version.interactor = Some(Interactor { program, protocol, args, processes: 1 });
}

fn input_check(
    reading: &mut Reading,
    data: &mut Data<'_>,
    entry: &Entry,
    version: &mut Version,
) -> Option<Numbers> {
    let check = checkers::input_check(entry, &reading.faults)?;
    let program = check.program.program(reading, data)?;
    version.input_validators.push(InputValidator { program, accepts: 0, args: Vec::new() });
    Some(if check.testlib { Numbers::Group } else { Numbers::Both })
}

/// Where the package says that programs read and write files. (Old packages: `io_redirects`.)
fn named_files(reading: &Reading, scope: &Scope<'_>) -> NamedFiles {
    let faults = &reading.faults;
    let mut files = NamedFiles::default();
    if let Some(entry) = scope.own("file_io")
        && let Value::Map(inner) = &entry.node.value
    {
        for entry in inner {
            let name =
                scalar(&entry.node, entry.line, &entry.key, "a name", faults, |text| Some(text.to_owned()));
            match entry.key.as_str() {
                "input" => files.input = name.map(|at| at.value),
                "output" => files.output = name.map(|at| at.value),
                key => {
                    faults.warn_at(FILE, entry.line, format!("{key} is no key of file_io, and is ignored"))
                }
            }
        }
    }
    if let Some(entry) = scope.own("io_redirects")
        && let Value::Map(redirects) = &entry.node.value
    {
        redirects.iter().for_each(|redirect| self::redirect(reading, redirect, &mut files));
    }
    files
}

fn redirect(reading: &Reading, redirect: &Entry, files: &mut NamedFiles) {
    let fd = match &redirect.node.value {
        Value::Map(inner) => inner.iter().find(|entry| entry.key == "fd").map(|entry| &entry.node.value),
        _ => None,
    };
    match fd {
        Some(Value::Scalar(fd)) if matches!(fd.as_str(), "0" | "stdin") => {
            files.input = Some(redirect.key.clone())
        }
        Some(Value::Scalar(fd)) if matches!(fd.as_str(), "1" | "stdout") => {
            files.output = Some(redirect.key.clone());
        }
        _ => {
            let message = format!("io_redirects of {} must have fd 0 or 1", redirect.key);
            reading.faults.error_at(FILE, redirect.line, message);
        }
    }
}

/// `signature_grader`: contestants write functions in C or C++; the entry calls them.
fn signature(reading: &mut Reading, data: &mut Data<'_>, entry: &Entry, version: &mut Version) {
    let Value::Map(inner) = &entry.node.value else {
        reading.faults.error_at(FILE, entry.line, "signature_grader must be a map of entry and header");
        return;
    };
    let name = |key: &str| {
        let Some(entry) = inner.iter().find(|entry| entry.key == key) else {
            reading.faults.error_at(FILE, entry.line, format!("signature_grader has no {key}"));
            return None;
        };
        scalar(&entry.node, entry.line, key, "a file", &reading.faults, |text| Some(text.to_owned()))
    };
    let (Some(main), Some(header)) = (name("entry"), name("header")) else { return };
    let allow_main = inner.iter().find(|entry| entry.key == "allow_main").is_some_and(|entry| {
        scalar(&entry.node, entry.line, "allow_main", "true or false", &reading.faults, config::boolean)
            .is_some_and(|at| at.value)
    });
    let main_hash = data.store(reading, &main.value, main.line, Form::Bytes);
    let header_hash = data.store(reading, &header.value, header.line, Form::Bytes);
    let (Some(main_hash), Some(header_hash)) = (main_hash, header_hash) else { return };
    let header_name = last(&header.value);
    let (stem, ending) = names::split_extension(last(&main.value));
    let languages: &[(&str, &str)] =
        if ending == "c" { &[("c", "c"), ("cpp", "cpp")] } else { &[("cpp", "cpp")] };
    let hidden = if allow_main { "" } else { "#define main main_of_submission\n" };
    for (language, ending) in languages {
        let files =
            BTreeMap::from([(format!("{stem}.{ending}"), main_hash), (header_name.to_owned(), header_hash)]);
        version.stubs.files.insert((*language).to_owned(), files);
        let prelude = format!("#define SIGNATURE_GRADER\n#include \"{header_name}\"\n{hidden}");
        if let Some(hash) = reading.keep_for(&main.value, prelude.as_bytes()) {
            version.stubs.before.insert((*language).to_owned(), hash);
        }
    }
    version.languages = Some(languages.iter().map(|(id, _)| (*id).to_owned()).collect::<BTreeSet<_>>());
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
