//! `problem.yaml`, and what DOMjudge puts beside it.

use std::collections::{BTreeMap, BTreeSet};

use super::args::{self, Args};
use super::edition::{Edition, VERSIONS};
use super::grading::{self, Grading};
use super::ini::{self, Ini};
use super::kind::{self, Kinds, Validation};
use super::limits::{self, Time};
use super::{constants, credits, languages};
use crate::limits::Limits;
use crate::package::reading::Reading;
use crate::package::schema::{At, Section};
use crate::package::tree::Folder;
use crate::package::yaml::{Entry, Node, Value};
use crate::version::Credits;

pub(super) const FILE: &str = "problem.yaml";

/// What the rest of the reader needs of it.
#[derive(Default)]
pub(super) struct Metadata {
    /// Whether the file could be read at all; if not, nothing is missing from it.
    pub(super) readable: bool,
    pub(super) names: Names,
    pub(super) limits: Limits,
    pub(super) credits: Credits,
    pub(super) languages: Option<BTreeSet<String>>,
    pub(super) kinds: Kinds,
    pub(super) validation: Validation,
    /// Legacy `validator_flags`.
    pub(super) flags: Args,
    /// Legacy `grading`.
    pub(super) grading: Grading,
    /// Most passes of a multi-pass problem.
    pub(super) passes: u32,
    pub(super) uuid: Option<String>,
    pub(super) revision: Option<String>,
    pub(super) tags: BTreeSet<String>,
    pub(super) ini: Ini,
}

#[derive(Default)]
pub(super) enum Names {
    #[default]
    None,
    /// In no particular language.
    One(At<String>),
    Each(BTreeMap<String, At<String>>),
}

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Metadata {
    let mut ini = ini::read(reading, root);
    let mut elsewhere: Vec<Time> = ini.time.take().into_iter().collect();
    if let Some(leaf) = root.file(".timelimit")
        && let Some(text) = reading.text(".timelimit", leaf)
    {
        elsewhere.extend(limits::dot_timelimit(&text, &reading.faults));
    }
    let node = match root.file(FILE) {
        Some(leaf) => reading.yaml(FILE, leaf),
        None => {
            if root.file(ini::FILE).is_none() {
                let message =
                    "is missing, so the problem has its folder's name and the limits that most have";
                reading.faults.warn(FILE, message);
            }
            Some(Node { line: 1, value: Value::Null })
        }
    };
    let Some(node) = node else {
        reading.edition = guess(root);
        return Metadata::default();
    };
    reading.edition = edition(reading, &node, root);
    let mut metadata = read_keys(reading, &node, elsewhere);
    // Nobody promised a name where there is no file.
    metadata.readable &= root.file(FILE).is_some();
    if let (Names::None, Some(name)) = (&metadata.names, &ini.name) {
        metadata.names = Names::One(name.clone());
    }
    Metadata { ini, ..metadata }
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

fn read_keys(reading: &mut Reading, node: &Node, elsewhere: Vec<Time>) -> Metadata {
    let edition = reading.edition;
    let mut section = Section::top(FILE, node, &reading.faults);
    section.take("problem_format_version");
    let (kinds, validation) = kind::read(&mut section, edition);
    let names = names(&mut section);
    let credits = credits::read(&mut section, edition);
    let mut limits = section.section("limits");
    for key in ["generator_time", "visualizer_time"] {
        limits.take(key);
    }
    let passes = passes(&mut limits, kinds);
    let limits = limits::read(limits, edition, elsewhere, &reading.given);
    let languages = languages::allowed(&mut section, edition);
    let grading = grading::read(&mut section, edition);
    let flags = legacy(&mut section, edition);
    let mut metadata = Metadata {
        readable: true,
        names,
        limits,
        credits,
        languages,
        kinds,
        validation,
        flags,
        grading,
        passes,
        ..Metadata::default()
    };
    identity(&mut section, edition, &mut metadata);
    let constants = constants::read(&mut section);
    section.finish(edition.strictness());
    reading.constants = constants;
    metadata
}

/// `limits.validation_passes`: 2 unless it says more.
fn passes(limits: &mut Section<'_>, kinds: Kinds) -> u32 {
    const MOST: u64 = 1_000;
    let Some(passes) = limits.whole("validation_passes", 2) else { return 2 };
    if !kinds.multi_pass {
        limits.doubtful(passes.line, "limits.validation_passes is ignored: the problem is not multi-pass");
    }
    if passes.value > MOST {
        let message = format!("limits.validation_passes is more than this judge can give: at most {MOST}");
        limits.wrong(passes.line, message);
    }
    u32::try_from(passes.value.min(MOST)).unwrap_or(2)
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

/// What only packages before 2025-09 say: the validator's flags.
fn legacy(section: &mut Section<'_>, edition: Edition) -> Args {
    if edition == Edition::Current {
        moved(section);
        return Args::default();
    }
    // Wild packages ask for libraries by name; what there is, every program gets.
    section.take("libraries");
    let Some(entry) = section.take("validator_flags") else { return Args::default() };
    args::of(section, entry).unwrap_or_default()
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

/// Keys that BAPCtools has besides, for those who make the package.
const OF_BAPCTOOLS: [&str; 3] = ["verified", "comment", "ans_is_output"];

/// What names and describes the package without changing how it is judged.
fn identity(section: &mut Section<'_>, edition: Edition, metadata: &mut Metadata) {
    metadata.uuid = section.text("uuid").map(|uuid| uuid.value);
    if metadata.uuid.is_none() && edition == Edition::Current {
        section.doubtful(1, "uuid is missing: the format wants one, such as uuidgen prints");
    }
    metadata.revision = section.text("version").map(|version| version.value);
    metadata.tags = keywords(section, edition);
    for key in ["allow_file_writing", "allow_writing_files"] {
        section.boolean(key);
    }
    for key in OF_BAPCTOOLS {
        section.take(key);
    }
    if let Some(until) = section.text("embargo_until") {
        let message = "embargo_until is not watched: keep the problem hidden until then yourself";
        section.doubtful(until.line, message);
    }
}

/// A list; older packages write one text with blanks between.
fn keywords(section: &mut Section<'_>, edition: Edition) -> BTreeSet<String> {
    let texts = section.texts("keywords").unwrap_or_default();
    let words = texts.iter().flat_map(|text| match edition {
        Edition::Current => vec![text.value.trim()],
        _ if texts.len() > 1 => vec![text.value.trim()],
        _ => text.value.split([' ', ',']).collect(),
    });
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
