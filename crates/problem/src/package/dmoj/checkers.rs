//! What decides a case: one of DMOJ's own checkers by its name, a program behind one of its bridges, or a Python file.

use super::config::{self, FILE, texts};
use super::programs::{Named, named};
use crate::comparison::{BadArgument, BadComparison, Comparison};
use crate::package::faults::Faults;
use crate::package::yaml::{Entry, Node, Value};
use crate::version::{InteractorProtocol, PointsAre, Protocol};

/// Where a checker is named, and which it is.
#[derive(Clone, Debug)]
pub(super) struct Checker {
    pub(super) line: u32,
    pub(super) decider: Decider,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Decider {
    Native(Comparison),
    Program { program: Named, protocol: Protocol, args: Vec<String> },
}

const BRIDGED: [&str; 12] = [
    "args_format_string",
    "cached",
    "compiler_time_limit",
    "feedback",
    "files",
    "flags",
    "lang",
    "memory_limit",
    "time_limit",
    "treat_checker_points_as_percentage",
    "type",
    "unbuffered",
];

/// Reads `checker`; `None` where it cannot be used, which was told. With `binary`, line ends of the answer count.
pub(super) fn read(entry: Option<&Entry>, binary: bool, faults: &Faults) -> Option<Checker> {
    let line = entry.map_or(1, |entry| entry.line);
    let wrong = || faults.error_at(FILE, line, "checker must be a name, or a map of name and args");
    let (name, args): (&str, &[Entry]) = match entry.map(|entry| &entry.node.value) {
        None => ("standard", &[]),
        Some(Value::Scalar(name)) => (name, &[]),
        Some(Value::Map(entries)) => match name_and_args(entries) {
            Some(found) => found,
            None => {
                wrong();
                return None;
            }
        },
        Some(_) => {
            wrong();
            return None;
        }
    };
    let decider = match name {
        "bridged" => bridged(line, args, faults),
        name if name.contains('.') => Some(python(name, args, line, faults)),
        name => native(name, args, binary, line, faults),
    };
    Some(Checker { line, decider: decider? })
}

fn name_and_args(entries: &[Entry]) -> Option<(&str, &[Entry])> {
    let value = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node.value);
    let Some(Value::Scalar(name)) = value("name") else { return None };
    match value("args") {
        Some(Value::Map(args)) => Some((name, args)),
        None | Some(Value::Null) => Some((name, &[])),
        Some(_) => None,
    }
}

/// DMOJ's checkers pass over arguments that they do not know, and so do we, aloud.
fn native(name: &str, args: &[Entry], binary: bool, line: u32, faults: &Faults) -> Option<Decider> {
    let mut known = Vec::new();
    for arg in args {
        let written = format!("{}={}", arg.key, shown(&arg.node));
        match Comparison::dmoj(name, [&written]) {
            Err(BadComparison::Argument(error @ BadArgument::NotOf { .. })) => {
                faults.warn_at(FILE, arg.line, format!("{error}; it is ignored"));
            }
            _ => known.push(written),
        }
    }
    if binary {
        known.push("binary_data=true".to_owned());
    }
    match Comparison::dmoj(name, known) {
        Ok(comparison) => Some(Decider::Native(comparison)),
        Err(BadComparison::Family(_)) => {
            let message = format!(
                "checker {name} is none of DMOJ's: standard, easy, floats, floatsabs, floatsrel, identical, linecount, \
                 linematches, rstripped, sorted, unordered, bridged, or a .py file"
            );
            faults.error_at(FILE, line, message);
            None
        }
        Err(error) => {
            faults.error_at(FILE, line, format!("checker {name}: {error}"));
            None
        }
    }
}

/// As it is written in one line: `[1, 2]`.
fn shown(node: &Node) -> String {
    match &node.value {
        Value::Null => String::new(),
        Value::Scalar(text) => text.clone(),
        Value::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => {
            let entry = |entry: &Entry| format!("{}: {}", entry.key, shown(&entry.node));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

fn python(name: &str, args: &[Entry], line: u32, faults: &Faults) -> Decider {
    if !name.ends_with(".py") {
        let message =
            format!("checker {name} is no Python file: a program in another language is named by `bridged`");
        faults.error_at(FILE, line, message);
    }
    let args = args.iter().map(|arg| format!("{}={}", arg.key, shown(&arg.node))).collect();
    let program = Named { files: vec![name.to_owned()], language: Some("python3"), ..Named::default() };
    Decider::Program { program, protocol: Protocol::DmojPython, args }
}

/// The bridge's names for how a program is called and answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bridge {
    Default,
    Testlib,
    Coci,
    Peg,
}

fn bridge(args: &[Entry], what: &str, faults: &Faults) -> Option<Bridge> {
    let Some(entry) = args.iter().find(|entry| entry.key == "type") else { return Some(Bridge::Default) };
    let wanted = "default, testlib, coci or peg";
    let at = config::scalar(&entry.node, entry.line, &format!("type of {what}"), wanted, faults, |text| {
        Some(match text {
            "default" => Bridge::Default,
            "testlib" => Bridge::Testlib,
            "coci" => Bridge::Coci,
            "peg" => Bridge::Peg,
            _ => return None,
        })
    });
    at.map(|at| at.value)
}

fn bridged(line: u32, args: &[Entry], faults: &Faults) -> Option<Decider> {
    tell_unknown(args, &BRIDGED, "the bridged checker", faults);
    tell_hidden(args, faults);
    let bridge = bridge(args, "the bridged checker", faults)?;
    let percent = args.iter().find(|entry| entry.key == "treat_checker_points_as_percentage");
    let percent = percent.is_some_and(|entry| {
        config::scalar(&entry.node, entry.line, &entry.key, "true or false", faults, config::boolean)
            .is_some_and(|at| at.value)
    });
    let (protocol, order) = match bridge {
        Bridge::Default => (Protocol::Dmoj, IN_OUT_ANS),
        Bridge::Testlib if percent => (Protocol::Testlib { points: PointsAre::Percent }, IN_OUT_ANS),
        Bridge::Testlib => (Protocol::DmojTestlib, IN_OUT_ANS),
        Bridge::Coci => (Protocol::DmojCoci, IN_OUT_ANS),
        Bridge::Peg => (Protocol::DmojPeg, ["{answer_file}", "{output_file}", "{input_file}"]),
    };
    let own = own_args(args, &order, faults)?;
    let program = named(args, "the bridged checker", line, faults)?;
    Some(Decider::Program { program, protocol, args: own })
}

const IN_OUT_ANS: [&str; 3] = ["{input_file}", "{output_file}", "{answer_file}"];

/// Arguments after those of the protocol, of `args_format_string`.
fn own_args(args: &[Entry], order: &[&str], faults: &Faults) -> Option<Vec<String>> {
    let Some(entry) = args.iter().find(|entry| entry.key == "args_format_string") else {
        return Some(Vec::new());
    };
    let Value::Scalar(text) = &entry.node.value else { return Some(Vec::new()) };
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = |word: &&str| !word.contains(['{', '}', '"', '\'', '\\']);
    match words.strip_prefix(order) {
        Some(rest) if rest.iter().all(plain) => Some(rest.iter().map(|word| (*word).to_owned()).collect()),
        _ => {
            let message = format!(
                "args_format_string {text:?} cannot be followed: it must begin with `{}`, and go on with plain words",
                order.join(" ")
            );
            faults.error_at(FILE, entry.line, message);
            None
        }
    }
}

fn tell_unknown(args: &[Entry], known: &[&str], what: &str, faults: &Faults) {
    for arg in args.iter().filter(|arg| !known.contains(&arg.key.as_str()) && !arg.key.ends_with('+')) {
        faults.warn_at(FILE, arg.line, format!("{} is no key of {what}, and is ignored", arg.key));
    }
}

fn tell_hidden(args: &[Entry], faults: &Faults) {
    let hidden = args.iter().find(|arg| arg.key == "feedback").filter(|arg| match &arg.node.value {
        Value::Scalar(text) => config::boolean(text) == Some(false),
        _ => false,
    });
    if let Some(arg) = hidden {
        let message = "feedback: false is ignored: what the checker prints is shown as it always is";
        faults.warn_at(FILE, arg.line, message);
    }
}

/// What talks to the submission.
pub(super) struct Interactive {
    pub(super) program: Named,
    pub(super) protocol: InteractorProtocol,
    pub(super) args: Vec<String>,
    /// CPU time of the interactor beyond the submission's, in seconds.
    pub(super) preprocessing: f64,
}

const INTERACTIVE: [&str; 11] = [
    "args_format_string",
    "compiler_time_limit",
    "feedback",
    "files",
    "flags",
    "lang",
    "memory_limit",
    "preprocessing_time",
    "treat_checker_points_as_percentage",
    "type",
    "unbuffered",
];

/// Reads `interactive`; `None` where it cannot be used, which was told.
pub(super) fn interactive(entry: &Entry, faults: &Faults) -> Option<Interactive> {
    let Value::Map(args) = &entry.node.value else {
        faults.error_at(FILE, entry.line, "interactive must be a map that has files");
        return None;
    };
    tell_unknown(args, &INTERACTIVE, "interactive", faults);
    let (protocol, order) = match bridge(args, "interactive", faults)? {
        Bridge::Default => (InteractorProtocol::Dmoj, &["{input_file}", "{answer_file}"][..]),
        Bridge::Coci => (InteractorProtocol::DmojCoci, &["{input_file}", "{answer_file}"][..]),
        Bridge::Testlib => (InteractorProtocol::DmojTestlib, &IN_OUT_ANS[..]),
        Bridge::Peg => {
            faults.error_at(
                FILE,
                entry.line,
                "interactive of type peg is none that DMOJ can run: use testlib or coci",
            );
            return None;
        }
    };
    let preprocessing = args.iter().find(|arg| arg.key == "preprocessing_time");
    let preprocessing = preprocessing.and_then(|arg| config::number(&arg.node, arg.line, &arg.key, faults));
    let own = own_args(args, order, faults)?;
    let program = named(args, "interactive", entry.line, faults)?;
    Some(Interactive {
        program,
        protocol,
        args: own,
        preprocessing: preprocessing.map_or(2.0, |at| at.value),
    })
}

/// A program that says whether an input is good, and which arguments a case gives it.
pub(super) struct InputCheck {
    pub(super) program: Named,
    /// `--group stN` in place of the numbers of batch and case.
    pub(super) testlib: bool,
}

/// Reads `validator`; `None` where it cannot be used, which was told.
pub(super) fn input_check(entry: &Entry, faults: &Faults) -> Option<InputCheck> {
    let Value::Map(args) = &entry.node.value else {
        faults.error_at(FILE, entry.line, "validator must be a map that has source and language");
        return None;
    };
    let testlib = match bridge(args, "the validator", faults)? {
        Bridge::Default => false,
        Bridge::Testlib => true,
        Bridge::Coci | Bridge::Peg => {
            faults.error_at(FILE, entry.line, "a validator is of type default or testlib");
            return None;
        }
    };
    if let Some(arg) = args.iter().find(|arg| arg.key == "args_format_string") {
        faults.error_at(
            FILE,
            arg.line,
            "args_format_string of a validator cannot be followed: leave it to its type",
        );
        return None;
    }
    Some(InputCheck { program: named(args, "the validator", entry.line, faults)?, testlib })
}

/// The program's `files` or `source`.
pub(super) fn files(args: &[Entry], faults: &Faults) -> Option<Vec<String>> {
    let entry = args.iter().find(|entry| matches!(entry.key.as_str(), "files" | "source"))?;
    let files: Vec<String> = texts(entry, &entry.key, faults).into_iter().map(|at| at.value).collect();
    (!files.is_empty()).then_some(files)
}
