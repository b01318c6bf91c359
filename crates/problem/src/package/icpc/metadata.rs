//! `problem.yaml`, and what DOMjudge puts beside it.

use std::collections::{BTreeMap, BTreeSet};

use super::args::{self, Args};
use super::edition::{Edition, VERSIONS};
use super::limits::{self, Time};
use super::{credits, languages};
use crate::limits::Limits;
use crate::package::faults::nearest;
use crate::package::reading::Reading;
use crate::package::schema::{At, Section};
use crate::package::tree::Folder;
use crate::package::yaml::{Entry, Node, Value};
use crate::version::Credits;

pub(super) const FILE: &str = "problem.yaml";
const INI: &str = "domjudge-problem.ini";

/// What the rest of the reader needs of it.
#[derive(Default)]
pub(super) struct Metadata {
    /// Whether the file could be read at all; if not, nothing is missing from it.
    pub(super) readable: bool,
    pub(super) names: Names,
    pub(super) limits: Limits,
    pub(super) credits: Credits,
    pub(super) languages: Option<BTreeSet<String>>,
    pub(super) validation: Validation,
    /// Legacy `validator_flags`.
    pub(super) flags: Args,
}

#[derive(Default)]
pub(super) enum Names {
    #[default]
    None,
    /// In no particular language.
    One(At<String>),
    Each(BTreeMap<String, At<String>>),
}

/// Legacy `validation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Validation {
    #[default]
    Unsaid,
    Default,
    Custom {
        line: u32,
    },
}

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Metadata {
    let ini = ini(reading, root);
    let mut elsewhere: Vec<Time> = ini.time.into_iter().collect();
    if let Some(leaf) = root.file(".timelimit")
        && let Some(text) = reading.text(".timelimit", leaf)
    {
        elsewhere.extend(limits::dot_timelimit(&text, &reading.faults));
    }
    let node = match root.file(FILE) {
        Some(leaf) => reading.yaml(FILE, leaf),
        None if root.file(INI).is_some() => Some(Node { line: 1, value: Value::Null }),
        None => {
            reading.faults.error(FILE, "is missing: every package has one");
            None
        }
    };
    let Some(node) = node else {
        reading.edition = guess(root);
        return Metadata::default();
    };
    reading.edition = edition(reading, &node, root);
    let mut metadata = read_keys(reading, &node, elsewhere);
    if let (Names::None, Some(name)) = (&metadata.names, ini.name) {
        metadata.names = Names::One(name);
    }
    metadata
}

/// By the folders' names, where the file does not tell.
fn guess(root: &Folder) -> Edition {
    let new = ["statement", "output_validator"].iter().any(|name| root.folder(name).is_some());
    if new { Edition::Draft } else { Edition::Legacy }
}

fn edition(reading: &Reading, node: &Node, root: &Folder) -> Edition {
    let Value::Map(entries) = &node.value else { return guess(root) };
    let Some(entry) = entries.iter().find(|entry| entry.key == "problem_format_version") else {
        return Edition::Legacy;
    };
    let Value::Scalar(version) = &entry.node.value else {
        reading.faults.error_at(FILE, entry.line, "problem_format_version must be a text, such as 2025-09");
        return guess(root);
    };
    Edition::of(version).unwrap_or_else(|| {
        let message = format!(
            "problem_format_version {version:?} is not known: this judge reads {}",
            VERSIONS.join(", ")
        );
        reading.faults.error_at(FILE, entry.line, message);
        guess(root)
    })
}

fn read_keys(reading: &Reading, node: &Node, elsewhere: Vec<Time>) -> Metadata {
    let edition = reading.edition;
    let mut section = Section::top(FILE, node, &reading.faults);
    section.take("problem_format_version");
    kind(&mut section);
    let names = names(&mut section);
    let credits = credits::read(&mut section, edition);
    let limits = limits::read(section.section("limits"), edition, elsewhere);
    let languages = languages::allowed(&mut section, edition);
    let (validation, flags) = legacy(&mut section, edition);
    identity(&mut section, edition);
    section.finish(edition.strictness());
    Metadata { readable: true, names, limits, credits, languages, validation, flags }
}

/// `type`: only pass-fail problems are judged so far.
fn kind(section: &mut Section<'_>) {
    const KINDS: [&str; 5] = ["pass-fail", "scoring", "interactive", "multi-pass", "submit-answer"];
    // Older packages write several kinds into one text.
    let texts = section.texts("type").unwrap_or_default();
    let words = |at: &At<String>| {
        let line = at.line;
        at.value.split_whitespace().map(|word| (word.to_owned(), line)).collect::<Vec<_>>()
    };
    let words: Vec<(String, u32)> = texts.iter().flat_map(words).collect();
    for (i, (word, line)) in words.iter().enumerate() {
        if words[..i].iter().any(|(earlier, _)| earlier == word) {
            section.wrong(*line, format!("type has {word} twice"));
        } else if !KINDS.contains(&word.as_str()) {
            let hint = nearest(word, KINDS).map_or_else(|| KINDS.join(", "), str::to_owned);
            section.wrong(*line, format!("type {word:?} is not known: did you mean {hint}?"));
        } else if word != "pass-fail" {
            section.wrong(*line, format!("not supported yet: {word} problems (type); pass-fail ones are"));
        }
    }
}

fn names(section: &mut Section<'_>) -> Names {
    let Some(entry) = section.take("name") else { return Names::None };
    let Value::Map(entries) = &entry.node.value else {
        return section.text("name").map_or(Names::None, Names::One);
    };
    let mut names = BTreeMap::new();
    for Entry { key, line, node } in entries {
        if !languages::is_tag(key) {
            section.wrong(*line, format!("name has {key:?}, which is no language code such as en or pt-BR"));
        } else if let Some(name) = section.item("name", node) {
            names.insert(key.clone(), At { value: name.value, line: *line });
        }
    }
    Names::Each(names)
}

/// What only packages before 2025-09 say.
fn legacy(section: &mut Section<'_>, edition: Edition) -> (Validation, Args) {
    if edition == Edition::Current {
        moved(section);
        return (Validation::Unsaid, Args::default());
    }
    section.take("grading");
    let validation = section.text("validation").map_or(Validation::Unsaid, |text| validation(section, &text));
    let flags = section.text("validator_flags").and_then(|flags| match args::split(&flags.value) {
        Ok(list) => Some(Args::new(list, FILE, flags.line)),
        Err(reason) => {
            section.wrong(flags.line, format!("validator_flags {reason}"));
            None
        }
    });
    (validation, flags.unwrap_or_default())
}

/// Keys that people carry over from older packages.
fn moved(section: &mut Section<'_>) {
    for (old, new) in [
        ("author", "credits"),
        ("source_url", "source with name and url"),
        ("validation", "type, and a program in output_validator/"),
        ("validator_flags", "output_validator_args in data/secret/test_group.yaml"),
        ("grading", "test_group.yaml"),
    ] {
        if let Some(entry) = section.take(old) {
            section.wrong(entry.line, format!("{old} is a key of older packages: 2025-09 has {new}"));
        }
    }
}

fn validation(section: &Section<'_>, text: &At<String>) -> Validation {
    let words: Vec<&str> = text.value.split_whitespace().collect();
    for word in words.iter().skip(1) {
        let message = match *word {
            "score" | "interactive" | "multi-pass" => format!("not supported yet: validation {word}"),
            _ => format!("validation has {word:?}: it is `default`, or `custom` and what the validator does"),
        };
        section.wrong(text.line, message);
    }
    match words.first() {
        Some(&"default") => Validation::Default,
        Some(&"custom") => Validation::Custom { line: text.line },
        _ => {
            section.wrong(text.line, "validation must begin with `default` or `custom`");
            Validation::Unsaid
        }
    }
}

/// What names and describes the package without changing how it is judged.
fn identity(section: &mut Section<'_>, edition: Edition) {
    if section.text("uuid").is_none() && edition == Edition::Current {
        section.doubtful(1, "uuid is missing: the format wants one, such as uuidgen prints");
    }
    section.text("version");
    section.texts("keywords");
    section.boolean("allow_file_writing");
    if let Some(until) = section.text("embargo_until") {
        let message = "embargo_until is not watched: keep the problem hidden until then yourself";
        section.doubtful(until.line, message);
    }
    if let Some(entry) = section.take("constants")
        && !matches!(&entry.node.value, Value::Map(entries) if entries.is_empty())
    {
        section.wrong(entry.line, "not supported yet: constants; write their values where they are used");
    }
}

/// What is taken from DOMjudge's own file.
#[derive(Default)]
struct Ini {
    name: Option<At<String>>,
    time: Option<Time>,
}

fn ini(reading: &mut Reading, root: &Folder) -> Ini {
    let Some(text) = root.file(INI).and_then(|leaf| reading.text(INI, leaf)) else {
        return Ini::default();
    };
    let mut ini = Ini::default();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((key, value)) = line.split_once('=') else { continue };
        let value = value.trim().trim_matches(['"', '\'']);
        match key.trim() {
            "timelimit" => ini.time = limits::seconds(value, INI, number, &reading.faults),
            "name" => ini.name = Some(At { value: value.to_owned(), line: number }),
            _ => {}
        }
    }
    ini
}
