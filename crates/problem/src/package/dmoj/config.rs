//! `init.yml` as DMOJ reads it: `-` and `_` are one, what a node does not say it takes from the one around it, and keys
//! that end in `+` are Python to be run, which is refused.

use crate::package::faults::{Faults, nearest};
use crate::package::schema::{At, decimal};
use crate::package::yaml::{Entry, Node, Value};

pub(super) const FILE: &str = "init.yml";

/// Keys that a node may have.
const KNOWN: [&str; 32] = [
    "archive",
    "batched",
    "binary_data",
    "case_points",
    "checker",
    "custom_judge",
    "dependencies",
    "file_io",
    "generator",
    "generator_args",
    "generator_in",
    "hints",
    "in",
    "input_format",
    "interactive",
    "io_redirects",
    "memory_limit",
    "meta",
    "out",
    "output_format",
    "output_limit_length",
    "output_prefix_length",
    "points",
    "pretest_test_cases",
    "short_circuit",
    "signature_grader",
    "symlinks",
    "test_cases",
    "time_limit",
    "unbuffered",
    "validator",
    "wall_time_factor",
];

/// Keys whose values are maps of their own.
const OWN: [&str; 8] =
    ["checker", "file_io", "generator", "interactive", "io_redirects", "meta", "symlinks", "validator"];

/// Makes every `-` in a key an `_`, and tells keys that are Python, are there twice, or are unknown.
pub(super) fn prepare(node: &mut Node, faults: &Faults) {
    visit(node, Place::Node, faults);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The problem, a batch, a case.
    Node,
    /// The inside of some other key.
    Inner,
    /// Its keys are names of files.
    Files,
}

fn visit(node: &mut Node, place: Place, faults: &Faults) {
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(|item| visit(item, place, faults)),
        Value::Map(entries) => {
            for entry in entries.iter_mut() {
                if place != Place::Files {
                    entry.key = entry.key.replace('-', "_");
                }
                python(entry, faults);
                visit(&mut entry.node, inside(&entry.key, place), faults);
            }
            tell_twice(entries, faults);
            if place == Place::Node {
                tell_unknown(entries, faults);
            }
        }
        Value::Null | Value::Scalar(_) => {}
    }
}

fn inside(key: &str, place: Place) -> Place {
    match (key, place) {
        ("symlinks" | "io_redirects", _) => Place::Files,
        (_, Place::Node) if OWN.contains(&key) || key == "signature_grader" => Place::Inner,
        _ => place,
    }
}

fn python(entry: &Entry, faults: &Faults) {
    if entry.key.ends_with('+') {
        let plain = entry.key.trim_end_matches('+');
        let message = format!(
            "{} holds Python code, which is not run when a package is read: write out what it makes, as {plain}",
            entry.key
        );
        faults.error_at(FILE, entry.line, message);
    }
}

fn tell_twice(entries: &[Entry], faults: &Faults) {
    let mut seen: std::collections::HashMap<&str, u32> = std::collections::HashMap::new();
    for entry in entries {
        if let Some(first) = seen.insert(&entry.key, entry.line) {
            let message = format!("{} is there twice: it was set on line {first}", entry.key);
            faults.error_at(FILE, entry.line, message);
        }
    }
}

fn tell_unknown(entries: &[Entry], faults: &Faults) {
    for entry in entries.iter().filter(|entry| !entry.key.ends_with('+')) {
        if !KNOWN.contains(&entry.key.as_str()) {
            let hint =
                nearest(&entry.key, KNOWN).map_or(String::new(), |near| format!(": did you mean {near}?"));
            faults.warn_at(
                FILE,
                entry.line,
                format!("{} is not a known key, and is ignored{hint}", entry.key),
            );
        }
    }
}

/// A node, and those around it.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    entries: &'a [Entry],
    pub(super) line: u32,
    above: Option<&'a Scope<'a>>,
}

impl<'a> Scope<'a> {
    /// `None` where the node is no map, which is told.
    pub(super) fn new(node: &'a Node, above: Option<&'a Scope<'a>>, faults: &Faults) -> Option<Self> {
        match &node.value {
            Value::Map(entries) => Some(Self { entries, line: node.line, above }),
            _ => {
                faults.error_at(FILE, node.line, "must be a map of keys to values here");
                None
            }
        }
    }

    /// What the node itself says.
    pub(super) fn own(&self, key: &str) -> Option<&'a Entry> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        (entry.node.value != Value::Null).then_some(entry)
    }

    /// What it or the nearest node around it says. Nothing (`~`) is an answer, too.
    pub(super) fn get(&self, key: &str) -> Option<&'a Entry> {
        match self.entries.iter().find(|entry| entry.key == key) {
            Some(entry) => (entry.node.value != Value::Null).then_some(entry),
            None => self.above?.get(key),
        }
    }

    pub(super) fn text(&self, key: &str, faults: &Faults) -> Option<At<String>> {
        let entry = self.get(key)?;
        scalar(&entry.node, entry.line, key, "a text", faults, |text| Some(text.to_owned()))
    }

    pub(super) fn boolean(&self, key: &str, faults: &Faults) -> Option<At<bool>> {
        let entry = self.get(key)?;
        scalar(&entry.node, entry.line, key, "true or false", faults, boolean)
    }

    /// A number from 0 on.
    pub(super) fn number(&self, key: &str, faults: &Faults) -> Option<At<f64>> {
        let entry = self.get(key)?;
        number(&entry.node, entry.line, key, faults)
    }

    /// A number from 0 on that a judge can give.
    pub(super) fn at_most(&self, key: &str, most: f64, faults: &Faults) -> Option<f64> {
        let At { value, line } = self.number(key, faults)?;
        if value > most {
            faults.error_at(FILE, line, format!("{key} is more than this judge can give: at most {most}"));
        }
        (value <= most).then_some(value)
    }

    pub(super) fn whole(&self, key: &str, faults: &Faults) -> Option<At<u64>> {
        let entry = self.get(key)?;
        scalar(&entry.node, entry.line, key, "a whole number", faults, |text| {
            text.replace('_', "").parse().ok()
        })
    }
}

pub(super) fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some(true),
        "false" | "no" | "off" | "n" => Some(false),
        _ => None,
    }
}

/// A number from 0 on.
pub(super) fn number(node: &Node, line: u32, key: &str, faults: &Faults) -> Option<At<f64>> {
    scalar(node, line, key, "a number from 0 on", faults, |text| {
        decimal(&text.replace('_', "")).filter(|number| *number >= 0.0)
    })
}

/// The value as `read` understands it; `wanted` completes "must be …".
pub(super) fn scalar<T>(
    node: &Node,
    line: u32,
    key: &str,
    wanted: &str,
    faults: &Faults,
    read: impl FnOnce(&str) -> Option<T>,
) -> Option<At<T>> {
    let text = match &node.value {
        Value::Scalar(text) => text,
        _ => {
            faults.error_at(FILE, line, format!("{key} must be {wanted}"));
            return None;
        }
    };
    let value = read(text);
    if value.is_none() {
        faults.error_at(FILE, line, format!("{key} must be {wanted}; it is {text:?}"));
    }
    Some(At { value: value?, line })
}

/// A text, or a list of them, as texts.
pub(super) fn texts(entry: &Entry, key: &str, faults: &Faults) -> Vec<At<String>> {
    let text = |node: &Node| scalar(node, node.line, key, "a text", faults, |text| Some(text.to_owned()));
    match &entry.node.value {
        Value::List(items) => items.iter().filter_map(text).collect(),
        _ => text(&entry.node).into_iter().collect(),
    }
}
