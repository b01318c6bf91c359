//! `config.yml`: limits and points.

use std::collections::BTreeMap;

use crate::fault::Severity;
use crate::limits::Limits;
use crate::package::given::{self, Own};
use crate::package::links::join;
use crate::package::points;
use crate::package::reading::Reading;
use crate::package::schema::Section;
use crate::package::tree::Folder;
use crate::package::yaml::{Entry, Value};

const FILE: &str = "config.yml";
/// More than a judge can promise.
const MOST_MS: u64 = 3_600_000;
const MOST_KIB: u64 = 1 << 30;

#[derive(Debug, Default)]
pub(super) struct Config {
    pub(super) title: Option<String>,
    pub(super) limits: Limits,
    /// By case (`1a`) or group (`1`), in milliseconds and bytes.
    pub(super) times: BTreeMap<String, u64>,
    pub(super) memories: BTreeMap<String, u64>,
    /// By group.
    scores: BTreeMap<String, (u64, u32)>,
    place: String,
}

pub(super) fn read(reading: &mut Reading, place: &str, root: &Folder) -> Config {
    let place = join(place, FILE);
    let node = root.file(FILE).and_then(|leaf| reading.yaml(&place, leaf));
    let mut config = Config { place: place.clone(), ..Config::default() };
    let mut own = Own::default();
    if let Some(node) = &node {
        let mut section = Section::top(&place, node, &reading.faults);
        config.title = section.text("title").or(section.text("title_pl")).map(|title| title.value);
        own.time_ms = section.whole("time_limit", 1).map(|at| at.value.min(MOST_MS));
        own.memory_bytes = section.whole("memory_limit", 1).map(|at| at.value.min(MOST_KIB) << 10);
        config.times = numbers(&mut section, "time_limits", 1);
        config.memories = numbers(&mut section, "memory_limits", 1 << 10);
        config.scores = scores(&mut section);
        refuse(&mut section);
        tell_rest(section);
    }
    config.limits = given::limits(reading, own, &place);
    config
}

fn numbers(section: &mut Section<'_>, key: &'static str, unit: u64) -> BTreeMap<String, u64> {
    let entries = entries(section, key);
    let number = |entry: &Entry| Some((entry.key.clone(), positive(section, key, entry)? * unit));
    entries.iter().filter_map(number).collect()
}

fn scores(section: &mut Section<'_>) -> BTreeMap<String, (u64, u32)> {
    let entries = entries(section, "scores");
    let score = |entry: &Entry| {
        let points = positive(section, "scores", entry)?;
        Some((entry.key.clone(), (points, entry.line)))
    };
    entries.iter().filter_map(score).collect()
}

fn entries<'a>(section: &mut Section<'a>, key: &'static str) -> &'a [Entry] {
    let Some(entry) = section.take(key) else { return &[] };
    match &entry.node.value {
        Value::Map(entries) => entries,
        _ => {
            section.wrong(entry.line, format!("{key} must be a map from group to number"));
            &[]
        }
    }
}

fn positive(section: &Section<'_>, key: &str, entry: &Entry) -> Option<u64> {
    let number = match &entry.node.value {
        Value::Scalar(text) => text.parse().ok().filter(|number| *number <= MOST_KIB),
        _ => None,
    };
    if number.is_none() {
        section.wrong(entry.line, format!("{key}.{} must be a whole number", entry.key));
    }
    number
}

/// Keys without which the problem would be judged wrongly.
fn refuse(section: &mut Section<'_>) {
    for (key, what) in [
        ("extra_compilation_files", "files that are compiled with every submission"),
        ("extra_compilation_args", "arguments of the compiler"),
        ("extra_execution_files", "files that every submission finds"),
        ("override_limits", "limits by language"),
    ] {
        if let Some(entry) = section.take(key) {
            section.wrong(entry.line, format!("not supported: {key}, {what}"));
        }
    }
}

fn tell_rest(mut section: Section<'_>) {
    for known in [
        "sinol_task_id",
        "sinol_contest_type",
        "title_en",
        "sinol_undocumented_test_limits",
        "sinol_expected_scores",
    ] {
        section.take(known);
    }
    section.finish(Severity::Warning);
}

impl Config {
    /// Of each group: as it says, or 100 shared out.
    pub(super) fn points(&self, reading: &Reading, groups: &[&str]) -> Vec<u32> {
        if self.scores.is_empty() {
            return points::even(100, groups.len());
        }
        for (group, (_, line)) in self.scores.iter().filter(|(group, _)| !groups.contains(&group.as_str())) {
            if group.bytes().any(|c| c != b'0') {
                let message = format!("scores has the group {group}, in which there is no test");
                reading.faults.error_at(&self.place, *line, message);
            }
        }
        groups.iter().map(|group| self.worth(reading, group)).collect()
    }

    fn worth(&self, reading: &Reading, group: &str) -> u32 {
        let worth = self.scores.get(group).map(|(points, _)| u32::try_from(*points).unwrap_or(u32::MAX));
        worth.unwrap_or_else(|| {
            reading
                .faults
                .warn(&self.place, format!("scores lacks the group {group}, which so gives no points"));
            0
        })
    }
}
