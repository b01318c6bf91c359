//! `test_group.yaml` (before 2025-09: `testdata.yaml`) and the `.yaml` of a case.

use std::collections::BTreeMap;

use super::args::{self, Args};
use super::edition::Edition;
use super::legacy_groups::{self, Legacy};
use super::scoring::Own;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::schema::Section;
use crate::package::tree::{Folder, Leaf};
use crate::package::yaml::{Entry, Node, Value};

/// Of a group, handed down to what is in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) args: Args,
    /// Arguments of the submission.
    pub(super) run_args: Vec<String>,
    pub(super) input_args: InputArgs,
    pub(super) legacy: Legacy,
    /// Not handed down.
    pub(super) own: Own,
    /// The group's own file; empty if it has none.
    pub(super) file: String,
}

/// Arguments of the input validators.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct InputArgs {
    /// Of those that are not named below.
    pub(super) all: Vec<String>,
    pub(super) by_name: BTreeMap<String, Vec<String>>,
}

/// Which keys say what groups give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wording {
    /// A grader's flags.
    Legacy,
    /// `max_score` and the like.
    Current,
}

pub(super) const FILES: [&str; 2] = ["test_group.yaml", "testdata.yaml"];

/// Packages between the two formats have the keys of either: those that only old packages have tell.
pub(super) fn wording(reading: &mut Reading, data: &Folder) -> Wording {
    match reading.edition {
        Edition::Legacy | Edition::LegacyIcpc => return Wording::Legacy,
        Edition::Current => return Wording::Current,
        Edition::Draft => {}
    }
    for (path, leaf) in data.files_below() {
        if !FILES.contains(&path.rsplit('/').next().unwrap_or(&path)) {
            continue;
        }
        let node = reading.yaml(&join("data", &path), leaf);
        let Some(Node { value: Value::Map(entries), .. }) = node else { continue };
        let legacy = |entry: &Entry| {
            legacy_groups::KEYS.contains(&entry.key.as_str()) && matches!(entry.node.value, Value::Scalar(_))
        };
        if entries.iter().any(legacy) {
            return Wording::Legacy;
        }
    }
    Wording::Current
}

/// The settings of a folder: its own on top of `inherited`.
pub(super) fn settings(
    reading: &mut Reading,
    folder: &Folder,
    path: &str,
    inherited: &Settings,
    wording: Wording,
) -> Settings {
    let inherited = Settings { own: Own::default(), file: String::new(), ..inherited.clone() };
    let present: Vec<(&str, Leaf)> =
        FILES.iter().filter_map(|name| folder.file(name).map(|leaf| (*name, leaf))).collect();
    if let [(first, _), (second, _)] = present.as_slice() {
        reading.faults.error(&join(path, second), format!("is there beside {first}: keep one of the two"));
    }
    let Some((name, leaf)) = present.first() else { return inherited };
    let file = join(path, name);
    let Some(node) = yaml(reading, &file, *leaf) else { return inherited };
    let edition = reading.edition;
    let mut section = Section::top(&file, &node, &reading.faults);
    let mut settings = Settings { file: file.clone(), ..inherited };
    arguments(&mut section, edition, &mut settings);
    match wording {
        Wording::Legacy => settings.legacy = Legacy::of_group(&mut section, &settings.legacy),
        Wording::Current => settings.own = Own::read(&mut section, edition),
    }
    shared(&mut section);
    section.finish(edition.strictness());
    settings
}

/// Constants stand in the files of groups, too.
fn yaml(reading: &mut Reading, file: &str, leaf: Leaf) -> Option<Node> {
    if reading.constants.is_empty() {
        return reading.yaml(file, leaf);
    }
    let text = reading.text(file, leaf)?;
    let text = reading.constants.in_braces(&text);
    reading.parse(file, &text)
}

/// Of one case.
pub(super) struct CaseSettings {
    pub(super) settings: Settings,
    pub(super) description: Option<String>,
    pub(super) hint: Option<String>,
}

pub(super) fn case(reading: &mut Reading, file: &str, leaf: Leaf, inherited: &Settings) -> CaseSettings {
    let mut case = CaseSettings { settings: inherited.clone(), description: None, hint: None };
    let Some(node) = reading.yaml(file, leaf) else { return case };
    let edition = reading.edition;
    let mut section = Section::top(file, &node, &reading.faults);
    arguments(&mut section, edition, &mut case.settings);
    shared(&mut section);
    case.hint = section.text("hint").map(|text| text.value);
    case.description = section.text("description").map(|text| text.value);
    section.finish(edition.strictness());
    case
}

/// Keys that groups and cases have alike.
fn shared(section: &mut Section<'_>) {
    for key in ["input_visualizer_args", "output_visualizer_args", "run_samples"] {
        section.take(key);
    }
    if let Some(feedback) = section.boolean("full_feedback")
        && feedback.value != section.file.starts_with("data/sample/")
    {
        section.doubtful(
            feedback.line,
            "full_feedback is not heeded yet: samples are shown in full, other cases not",
        );
    }
}

fn arguments(section: &mut Section<'_>, edition: Edition, settings: &mut Settings) {
    if let Some(args) = output_args(section, edition) {
        settings.args = args;
    }
    if let Some(entry) = section.take("args")
        && let Some(args) = list_of_args(section, entry, edition)
    {
        settings.run_args = args.list;
    }
    if let Some(args) = input_args(section, edition) {
        settings.input_args = args;
    }
}

/// The key in the spelling of either time.
fn either<'a>(
    section: &mut Section<'a>,
    edition: Edition,
    new: &'static str,
    old: &'static str,
) -> Option<&'a Entry> {
    let found = section.take(new);
    let other = if edition == Edition::Current { None } else { section.take(old) };
    if let (Some(_), Some(other)) = (found, other) {
        section.wrong(other.line, format!("{old} stands beside {new}: keep one"));
    }
    found.or(other)
}

fn output_args(section: &mut Section<'_>, edition: Edition) -> Option<Args> {
    let entry = either(section, edition, "output_validator_args", "output_validator_flags")?;
    match &entry.node.value {
        Value::Scalar(_) | Value::Map(_) if entry.key.ends_with("flags") => flags(section, entry),
        _ => list_of_args(section, entry, edition),
    }
}

fn input_args(section: &mut Section<'_>, edition: Edition) -> Option<InputArgs> {
    let entry = either(section, edition, "input_validator_args", "input_validator_flags")?;
    let Value::Map(entries) = &entry.node.value else {
        let args = list_of_args(section, entry, edition)?;
        return Some(InputArgs { all: args.list, by_name: BTreeMap::new() });
    };
    let mut by_name = BTreeMap::new();
    for entry in entries {
        if let Some(args) = list_of_args(section, entry, edition) {
            by_name.insert(entry.key.clone(), args.list);
        }
    }
    Some(InputArgs { all: Vec::new(), by_name })
}

fn list_of_args(section: &Section<'_>, entry: &Entry, edition: Edition) -> Option<Args> {
    match &entry.node.value {
        Value::List(items) => {
            let texts = items.iter().filter_map(|item| section.item(&entry.key, item));
            Some(Args::new(texts.map(|text| text.value).collect(), section.file, entry.line))
        }
        Value::Null => Some(Args::new(Vec::new(), section.file, entry.line)),
        Value::Scalar(_) if edition != Edition::Current => flags(section, entry),
        _ => {
            let message = format!("{} must be a list of texts, such as [float_tolerance, 1e-6]", entry.key);
            section.wrong(entry.line, message);
            None
        }
    }
}

/// A string, or a map with the validator's name and its flags.
fn flags(section: &Section<'_>, entry: &Entry) -> Option<Args> {
    let text = match &entry.node.value {
        Value::Scalar(text) => Some(text.as_str()),
        Value::Map(entries) => {
            match entries.iter().find(|entry| entry.key == "flags").map(|entry| &entry.node.value) {
                Some(Value::Scalar(text)) => Some(text.as_str()),
                Some(_) => None,
                None => Some(""),
            }
        }
        _ => None,
    };
    let split = text.ok_or("must be a text").and_then(args::split);
    split
        .map_err(|reason| section.wrong(entry.line, format!("{} {reason}", entry.key)))
        .ok()
        .map(|list| Args::new(list, section.file, entry.line))
}
