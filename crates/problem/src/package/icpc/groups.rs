//! `test_group.yaml` (before 2025-09: `testdata.yaml`) and the `.yaml` of a case.

use super::args::{self, Args};
use super::edition::Edition;
use crate::fault::Fault;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::schema::Section;
use crate::package::tree::{Folder, Leaf};
use crate::package::yaml::{Entry, Value};

/// Of a group, handed down to what is in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) args: Args,
}

pub(super) const FILES: [&str; 2] = ["test_group.yaml", "testdata.yaml"];

/// The settings of a folder: its own on top of `inherited`.
pub(super) fn settings(reading: &mut Reading, folder: &Folder, path: &str, inherited: &Settings) -> Settings {
    let present: Vec<(&str, Leaf)> =
        FILES.iter().filter_map(|name| folder.file(name).map(|leaf| (*name, leaf))).collect();
    if let [(first, _), (second, _)] = present.as_slice() {
        reading.faults.error(&join(path, second), format!("is there beside {first}: keep one of the two"));
    }
    let Some((name, leaf)) = present.first() else { return inherited.clone() };
    let file = join(path, name);
    let Some(node) = reading.yaml(&file, *leaf) else { return inherited.clone() };
    let edition = reading.edition;
    let mut section = Section::top(&file, &node, &reading.faults);
    let args = output_args(&mut section, edition);
    scoring(&mut section, edition);
    flow(&mut section, edition);
    shared(&mut section);
    section.finish(edition.strictness());
    Settings { args: args.unwrap_or_else(|| inherited.args.clone()) }
}

/// Of one case.
pub(super) struct CaseSettings {
    pub(super) args: Args,
    pub(super) description: Option<String>,
}

pub(super) fn case(reading: &mut Reading, file: &str, leaf: Leaf, inherited: &Settings) -> CaseSettings {
    let mut settings = CaseSettings { args: inherited.args.clone(), description: None };
    let Some(node) = reading.yaml(file, leaf) else { return settings };
    let edition = reading.edition;
    let mut section = Section::top(file, &node, &reading.faults);
    if let Some(args) = output_args(&mut section, edition) {
        settings.args = args;
    }
    shared(&mut section);
    section.text("hint");
    settings.description = section.text("description").map(|text| text.value);
    section.finish(edition.strictness());
    settings
}

/// Keys that groups and cases have alike.
fn shared(section: &mut Section<'_>) {
    if let Some(entry) = section.take("args")
        && !matches!(&entry.node.value, Value::List(items) if items.is_empty())
    {
        section.wrong(entry.line, "not supported yet: args of submissions");
    }
    for key in
        ["input_validator_args", "input_validator_flags", "input_visualizer_args", "output_visualizer_args"]
    {
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

/// The output validator's arguments, in the spelling of either time.
fn output_args(section: &mut Section<'_>, edition: Edition) -> Option<Args> {
    let new = section.take("output_validator_args");
    let old = if edition == Edition::Current { None } else { section.take("output_validator_flags") };
    match (new, old) {
        (Some(new), None) => list_of_args(section, new, edition),
        (None, Some(old)) => flags(section, old),
        (Some(_), Some(old)) => {
            section.wrong(old.line, "output_validator_flags stands beside output_validator_args: keep one");
            None
        }
        (None, None) => None,
    }
}

fn list_of_args(section: &Section<'_>, entry: &Entry, edition: Edition) -> Option<Args> {
    match &entry.node.value {
        Value::List(items) => {
            let texts = items.iter().filter_map(|item| section.item("output_validator_args", item));
            Some(Args::new(texts.map(|text| text.value).collect(), section.file, entry.line))
        }
        Value::Scalar(_) if edition != Edition::Current => flags(section, entry),
        _ => {
            section.wrong(
                entry.line,
                "output_validator_args must be a list of texts, such as [float_tolerance, 1e-6]",
            );
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

/// Keys that only scoring problems have.
fn scoring(section: &mut Section<'_>, edition: Edition) {
    let keys = [
        "max_score",
        "score_aggregation",
        "require_pass",
        "accept_score",
        "reject_score",
        "range",
        "scoring",
        "score",
    ];
    for key in keys {
        // In the current format, old keys are not known at all.
        if edition == Edition::Current && !matches!(key, "max_score" | "score_aggregation" | "require_pass") {
            continue;
        }
        if let Some(entry) = section.take(key) {
            let message = format!("{key} is for scoring problems, which are not supported yet");
            let fault = Fault { severity: edition.strictness(), ..Fault::error(section.file, message) };
            section.faults.add(fault.at(entry.line));
        }
    }
    for key in ["static_validation_score", "static_validator_args"] {
        if let Some(entry) = section.take(key) {
            section.wrong(entry.line, format!("not supported yet: {key}"));
        }
    }
}

/// Legacy keys that say how the results of a group become one.
fn flow(section: &mut Section<'_>, edition: Edition) {
    if edition == Edition::Current {
        return;
    }
    if let Some(text) = section.text("on_reject")
        && !matches!(text.value.as_str(), "break" | "continue")
    {
        section.wrong(text.line, format!("on_reject must be break or continue; it is {:?}", text.value));
    }
    match section.text("grading") {
        Some(text) if text.value == "custom" => {
            section.wrong(text.line, "not supported yet: grading: custom")
        }
        Some(text) if text.value != "default" => {
            section.wrong(text.line, format!("grading must be default; it is {:?}", text.value));
        }
        _ => {}
    }
    let Some(flags) = section.text("grader_flags") else { return };
    for word in flags.value.split_whitespace() {
        match word {
            // These change who is accepted.
            "always_accept" | "no_errors" | "accept_if_any_accepted" => {
                section.wrong(flags.line, format!("not supported yet: grader_flags {word}"));
            }
            "ignore_sample" => {
                section.doubtful(flags.line, "grader_flags ignore_sample is ignored: samples count")
            }
            _ => {}
        }
    }
}
