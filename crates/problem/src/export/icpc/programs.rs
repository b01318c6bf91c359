//! What decides a case, and what is put beside submissions.

use std::collections::{BTreeMap, BTreeSet};

use super::inputs::{self, Inputs};
use super::yaml::quoted;
use super::{Draft, comparisons, names, wrapper};
use crate::blob::Hash;
use crate::comparison::Comparison;
use crate::dmoj::OFFERED;
use crate::language::Catalog;
use crate::package::icpc_words;
use crate::version::{InteractorProtocol, NamedFiles, OutputValidator, Program, Protocol, Stubs, TestCase};

const PLACE: &str = "output_validator";

/// What decides in the package.
pub(super) struct Decider {
    /// Whether what the version says of arguments is what its program, or the format's own comparison, is given.
    own_args: bool,
    /// In front of a case's arguments.
    args: Vec<String>,
    /// A case may get a part of its points.
    pub(super) partial: bool,
    /// The program says points, not parts of what a case is worth.
    pub(super) absolute: bool,
    pub(super) inputs: Inputs,
    /// Path and text of what lets the program speak the format's protocol.
    wrapper: Option<(String, String)>,
}

impl Decider {
    /// Writes what has to know by which number points were multiplied.
    pub(super) fn finish(self, draft: &mut Draft<'_>, factor: f64) {
        if let Some((path, source)) = self.wrapper {
            draft.text(path, format!("#define FACTOR {factor}\n{source}"));
        }
    }

    pub(super) fn args_of(&self, case: &TestCase) -> Vec<String> {
        self.with(&case.validator_args)
    }

    pub(super) fn with(&self, args: &[String]) -> Vec<String> {
        let own = if self.own_args { args } else { &[] };
        self.args.iter().chain(own).cloned().collect()
    }
}

pub(super) fn write(draft: &mut Draft<'_>) -> Decider {
    let inputs = inputs::write(draft);
    stubs(draft);
    named_files(draft);
    let mut decider =
        Decider { own_args: true, args: Vec::new(), partial: false, absolute: false, inputs, wrapper: None };
    if draft.version.interactor.is_some() {
        interactor(draft, &mut decider);
    } else {
        output_validator(draft, &mut decider);
    }
    decider
}

fn output_validator(draft: &mut Draft<'_>, decider: &mut Decider) {
    match &draft.version.output_validator {
        OutputValidator::Default { args } => decider.args.clone_from(args),
        OutputValidator::Native { comparison } => {
            decider.own_args = false;
            decider.partial = comparisons::is_partial(comparison);
            decider.args = native(draft, comparison);
        }
        OutputValidator::Program { program, protocol: Protocol::DmojPython, args }
            if !program.files.contains_key(CALLER) =>
        {
            decider.args.clone_from(args);
            decider.partial = draft.version.scoring.is_some();
            python(draft, program);
        }
        OutputValidator::Program { program, protocol, args } => {
            decider.args.clone_from(args);
            decider.partial = draft.version.scoring.is_some();
            let wrapped = wrapper::of_validator(program, *protocol, draft.version.scoring.is_some());
            deciding(draft, decider, program, (*protocol == Protocol::Icpc, wrapped));
        }
        OutputValidator::Every { programs, args } => {
            decider.args.clone_from(args);
            decider.partial = draft.version.scoring.is_some();
            several(draft, decider, programs);
        }
        OutputValidator::Interactor => {
            draft.misjudge("output_validator", "nothing decides: the version has no interactor");
        }
    }
}

/// Another judge's comparison: arguments of the format's own, or of a program that compares so.
fn native(draft: &mut Draft<'_>, comparison: &Comparison) -> Vec<String> {
    let Some(mut args) = comparisons::program(comparison) else {
        return comparisons::write(draft, comparison, PLACE);
    };
    let told = format!("{} is written as a program in Python", comparison.family());
    draft.lose(PLACE, told);
    draft.text(format!("{PLACE}/compare.py"), comparisons::PROGRAM.to_owned());
    if draft.version.scoring.is_some() && comparisons::is_partial(comparison) {
        args.push("partly".to_owned());
    }
    args
}

/// What is run of a Python program that is a folder.
const CALLER: &str = "__main__.py";

/// A module of DMOJ's, with a program beside it that calls it.
fn python(draft: &mut Draft<'_>, program: &Program) {
    let why =
        format!("is called in its own way by {CALLER}; it is told of no submission more than the output");
    draft.lose(&program.path, why);
    let module = program.path.rsplit('/').next().unwrap_or(&program.path);
    let scoring = if draft.version.scoring.is_some() { "True" } else { "False" };
    let head = format!("MODULE = {}\nSCORING = {scoring}\n", quoted(module));
    let (doc, code) = CHECKER.split_at(CHECKER.find("\nimport").unwrap_or_default());
    draft.text(format!("{PLACE}/{CALLER}"), format!("{doc}\n{head}{code}"));
    draft.text(format!("{PLACE}/__init__.py"), String::new());
    let (offered, text) = OFFERED;
    draft.text(format!("{PLACE}/{offered}"), text.to_owned());
    put(draft, program, &Place::Folder(PLACE.to_owned()));
}

const CHECKER: &str = include_str!("checker.py");

/// The format has one output validator.
fn several(draft: &mut Draft<'_>, decider: &mut Decider, programs: &[Program]) {
    let [first, others @ ..] = programs else { return };
    for other in others {
        let why = "is left out: in the format one output validator decides. Make one program of them";
        draft.misjudge(&other.path, why);
    }
    deciding(draft, decider, first, (true, None));
}

fn interactor(draft: &mut Draft<'_>, decider: &mut Decider) {
    let version = draft.version;
    let Some(interactor) = &version.interactor else { return };
    decider.args.clone_from(&interactor.args);
    decider.partial = version.scoring.is_some();
    if interactor.processes > 1 {
        let why =
            format!("the format has one copy of the submission, and this talks to {}", interactor.processes);
        draft.misjudge("interactor.processes", why);
    }
    if version.output_validator != OutputValidator::Interactor {
        let why =
            "is left out: in the format the interactor alone decides. Let it check what it hears itself";
        draft.misjudge("output_validator", why);
    }
    let wrapped = wrapper::of_interactor(&interactor.program, interactor.protocol, version.scoring.is_some());
    let speaks_icpc = interactor.protocol == InteractorProtocol::Icpc;
    deciding(draft, decider, &interactor.program, (speaks_icpc, wrapped));
}

/// Name and text of a source.
type Wrapped = Option<(String, String)>;

/// Puts the program that decides, with what lets it speak the format's protocol where it speaks another.
fn deciding(
    draft: &mut Draft<'_>,
    decider: &mut Decider,
    program: &Program,
    (speaks_icpc, wrapped): (bool, Wrapped),
) {
    decider.absolute = wrapped.is_none();
    if speaks_icpc {
        return put(draft, program, &Place::of(program, PLACE));
    }
    match wrapped {
        Some((file, source)) => {
            draft.lose(
                &program.path,
                format!("is called in its own way by {file}, which is compiled with it"),
            );
            decider.wrapper = Some((format!("{PLACE}/{file}"), source));
        }
        None => {
            let why = "does not speak the format's protocol: rewrite it to take `input answer feedback_dir` and to end \
                       with 42 or 43";
            draft.misjudge(&program.path, why);
        }
    }
    put(draft, program, &Place::Folder(PLACE.to_owned()));
}

/// Where a program lies.
pub(super) enum Place {
    /// It is this one file.
    File(String),
    Folder(String),
}

impl Place {
    /// Where the version says, if that is below the folder that `wanted` begins with; else `wanted`.
    pub(super) fn of(program: &Program, wanted: &str) -> Self {
        let root = wanted.split('/').next().unwrap_or(wanted);
        let inside = program.path.strip_prefix(root).and_then(|rest| rest.strip_prefix('/'));
        let single = program.files.keys().next().filter(|_| program.files.len() == 1);
        let kept = inside.filter(|inside| names::is_plain(inside) && wanted == root);
        match (single, kept) {
            (Some(file), Some(inside)) if file == inside => Self::File(program.path.clone()),
            (_, Some(_)) => Self::Folder(program.path.clone()),
            (Some(file), None) if wanted == root => Self::File(format!("{root}/{file}")),
            (Some(file), None) if wanted.ends_with(&format!("/{file}")) => Self::File(wanted.to_owned()),
            (_, None) => Self::Folder(wanted.to_owned()),
        }
    }
}

pub(super) fn put(draft: &mut Draft<'_>, program: &Program, place: &Place) {
    if of_program(&program.files).as_deref() != Some(&program.language) {
        let why = format!("is written in {}, which the names of its files do not tell", program.language);
        draft.misjudge(&program.path, why);
    }
    for (name, hash) in &program.files {
        if !names::is_plain(name) {
            draft
                .misjudge(&program.path, format!("its file {name:?} has a name that the format passes over"));
        }
        let path = match place {
            Place::File(path) => path.clone(),
            Place::Folder(folder) => format!("{folder}/{name}"),
        };
        draft.blob(path, *hash);
    }
}

/// What the names of a setter's program tell: scripts, or the language of their endings.
fn of_program(files: &BTreeMap<String, Hash>) -> Option<String> {
    let scripts = Catalog::builtin().scripts();
    let has_script = files.keys().any(|name| scripts.is_source(name));
    if has_script { Some(scripts.id.clone()) } else { of_files(files) }
}

/// The language that the endings tell.
pub(super) fn of_files(files: &BTreeMap<String, Hash>) -> Option<String> {
    let ending = |name: &String| {
        let (_, ending) = name.rsplit_once('.')?;
        Catalog::builtin().by_extension(ending).map(|language| language.id.clone())
    };
    files.keys().find_map(ending)
}

fn named_files(draft: &mut Draft<'_>) {
    let NamedFiles { input, output } = &draft.version.named_files;
    for (field, name) in [("named_files.input", input), ("named_files.output", output)] {
        if let Some(name) = name {
            let why = format!("submissions use {name}, and the format has standard input and output only");
            draft.misjudge(field, why);
        }
    }
}

fn stubs(draft: &mut Draft<'_>) {
    let Stubs { files, before, after, stem, entry } = &draft.version.stubs;
    for (language, files) in files {
        let field = format!("stubs.files.{language}");
        if language != "default" && !icpc_words::is_code(language) {
            draft.misjudge(&field, "is left out: the format has no such language");
            continue;
        }
        for (name, hash) in files {
            if !names::is_plain(name) {
                draft.misjudge(&field, format!("{name:?} has a name that the format passes over"));
            }
            draft.blob(format!("include/{language}/{name}"), *hash);
        }
    }
    for language in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        let why =
            "text around a submission cannot be said in the format: make it files that use the submission's";
        draft.misjudge(&format!("stubs.{language}"), why);
    }
    if let Some(stem) = stem {
        draft.misjudge(
            "stubs.stem",
            format!("the format cannot say that a submission's file is called {stem}"),
        );
    }
    for (language, name) in entry {
        let is_main = name.split('.').next().is_some_and(|stem| stem.eq_ignore_ascii_case("main"));
        if !is_main {
            let why = format!("{name} holds the start, and the format looks for it in a file called main");
            draft.misjudge(&format!("stubs.entry.{language}"), why);
        }
    }
}
