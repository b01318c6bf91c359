//! `task.yaml`, with the names that its keys had before.

use super::score::{self, ScoreType};
use crate::fault::Severity;
use crate::package::reading::Reading;
use crate::package::schema::{At, Section};
use crate::package::tree::Folder;
use crate::package::yaml::Node;

pub(super) const FILE: &str = "task.yaml";

/// What the rest of the reader needs of it.
#[derive(Default)]
pub(super) struct Task {
    pub(super) name: Option<String>,
    pub(super) title: Option<String>,
    /// Of the statement that does not say.
    pub(super) language: Option<String>,
    pub(super) time_ms: Option<u64>,
    pub(super) memory_bytes: Option<u64>,
    pub(super) inputs: Option<At<usize>>,
    pub(super) total: Option<f64>,
    pub(super) decimals: u8,
    /// With its line.
    pub(super) score: Option<At<ScoreType>>,
    pub(super) kind: Option<At<TaskType>>,
    pub(super) output_only: bool,
    /// Empty: standard input.
    pub(super) infile: Option<String>,
    pub(super) outfile: Option<String>,
    pub(super) processes: u32,
    pub(super) user_io: Option<UserIo>,
    /// Numbers are compared, to this many decimal places.
    pub(super) exponent: Option<At<u64>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskType {
    Batch,
    Communication,
    TwoSteps,
    OutputOnly,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UserIo {
    Standard,
    Fifos,
}

/// Keys that are about contests, or about what contestants are told while they run.
const IGNORED: [&str; 26] = [
    "auxiliary",
    "correttore",
    "diff",
    "feedback_level",
    "max_submission_number",
    "max_user_test_number",
    "min_submission_interval",
    "min_user_test_interval",
    "public_testcases",
    "risultati",
    "score_mode",
    "submission_format",
    "token_gen_initial",
    "token_gen_interval",
    "token_gen_max",
    "token_gen_number",
    "token_gen_time",
    "token_initial",
    "token_max",
    "token_max_number",
    "token_min_interval",
    "token_mode",
    "token_total",
    "type",
    "version",
    "ninput",
];

/// More than a judge can give.
const MOST_SECONDS: f64 = 3_600.0;
const MOST_MIB: u64 = 1 << 20;
/// More processes than a manager talks to anywhere.
const MOST_PROCESSES: u64 = 100;

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Task {
    let Some(leaf) = root.file(FILE) else {
        reading.faults.error(FILE, "is missing: it has the task's name, title and limits");
        return Task::default();
    };
    let Some(node) = reading.yaml(FILE, leaf) else { return Task::default() };
    keys(reading, &node, root.folder("gen").is_some_and(|folder| folder.file("GEN").is_some()))
}

fn keys(reading: &Reading, node: &Node, has_gen: bool) -> Task {
    let mut section = Section::top(FILE, node, &reading.faults);
    let mut task = Task { processes: 1, ..Task::default() };
    names(&mut section, &mut task);
    limits(&mut section, &mut task);
    kind(&mut section, &mut task);
    points(&mut section, &mut task, has_gen);
    for key in IGNORED {
        section.take(key);
    }
    section.finish(Severity::Warning);
    task
}

/// The first of two names of a key that is there.
fn either(section: &mut Section<'_>, key: &'static str, old: &'static str) -> Option<At<String>> {
    let (first, second) = (section.text(key), section.text(old));
    first.or(second)
}

fn names(section: &mut Section<'_>, task: &mut Task) {
    let value = |at: At<String>| Some(at.value.trim().to_owned()).filter(|text| !text.is_empty());
    task.name = either(section, "name", "nome_breve").and_then(value);
    task.title = either(section, "title", "nome").and_then(value);
    task.language = section.text("primary_language").and_then(value);
    if task.title.is_none() {
        section.faults.warn(FILE, "has no title");
    }
}

fn limits(section: &mut Section<'_>, task: &mut Task) {
    for key in ["time_limit", "timeout"] {
        let fits = |seconds: f64| seconds > 0.0 && seconds <= MOST_SECONDS;
        if let Some(seconds) = section.number(key, "a number of seconds above 0, at most 3600", fits) {
            // In range: it was compared.
            let time_ms = (seconds.value * 1_000.0).round().max(1.0) as u64;
            task.time_ms = task.time_ms.or(Some(time_ms));
        }
    }
    for key in ["memory_limit", "memlimit"] {
        match section.whole(key, 1) {
            Some(at) if at.value > MOST_MIB => {
                section.wrong(
                    at.line,
                    format!("{key} is more than this judge can give: at most {MOST_MIB} MiB"),
                );
            }
            Some(at) => task.memory_bytes = task.memory_bytes.or(Some(at.value << 20)),
            None => {}
        }
    }
}

fn kind(section: &mut Section<'_>, task: &mut Task) {
    task.output_only = section.boolean("output_only").is_some_and(|at| at.value);
    task.kind = section.text("task_type").and_then(|at| {
        let kind = match at.value.as_str() {
            "Batch" => TaskType::Batch,
            "Communication" => TaskType::Communication,
            "TwoSteps" => TaskType::TwoSteps,
            "OutputOnly" => TaskType::OutputOnly,
            other => {
                let message =
                    format!("task_type {other} is not known: Batch, Communication, TwoSteps or OutputOnly");
                section.wrong(at.line, message);
                return None;
            }
        };
        Some(At { value: kind, line: at.line })
    });
    task.output_only |= task.kind.as_ref().is_some_and(|at| at.value == TaskType::OutputOnly);
    task.infile = file(section, "infile", "input.txt");
    task.outfile = file(section, "outfile", "output.txt");
    if let Some(at) = section.whole("num_processes", 1) {
        let known = u32::try_from(at.value).ok().filter(|_| at.value <= MOST_PROCESSES);
        if known.is_none() {
            section.wrong(at.line, format!("num_processes is more than {MOST_PROCESSES}"));
        }
        task.processes = known.unwrap_or(1);
    }
    task.user_io = section.text("user_io").and_then(|at| match at.value.as_str() {
        "std_io" => Some(UserIo::Standard),
        "fifo_io" => Some(UserIo::Fifos),
        _ => {
            section.wrong(at.line, format!("user_io must be std_io or fifo_io; it is {:?}", at.value));
            None
        }
    });
    task.exponent = section.whole("exponent", 0);
    for key in ["output_only_testcases", "output_optional_testcases"] {
        if let Some(entry) = section.take(key) {
            let message =
                format!("{key} cannot be read: here, contestants hand in a program or outputs, not both");
            section.wrong(entry.line, message);
        }
    }
}

/// The file under `key`; nothing after the key is standard input or output, and no key at all is `default`.
fn file(section: &mut Section<'_>, key: &'static str, default: &str) -> Option<String> {
    match section.text(key) {
        Some(at) => Some(at.value.trim().to_owned()),
        None if section.entries(|entry| entry == key).is_empty() => Some(default.to_owned()),
        None => None,
    }
}

fn points(section: &mut Section<'_>, task: &mut Task, has_gen: bool) {
    let inputs = [section.whole("n_input", 0), section.whole("n_test", 0)];
    task.inputs = inputs.into_iter().flatten().next().and_then(|at| {
        let value = usize::try_from(at.value).ok()?;
        Some(At { value, line: at.line })
    });
    task.total = section.number("total_value", "a number from 0 on", |total| total >= 0.0).map(|at| at.value);
    let decimals = section.whole("score_precision", 0);
    task.decimals = decimals.map_or(0, |at| u8::try_from(at.value).unwrap_or(u8::MAX).min(12));
    let kind = section.text("score_type");
    let parameters = section.take("score_type_parameters");
    match (kind, parameters) {
        (Some(kind), Some(parameters)) if task.inputs.is_some() || !has_gen => {
            let line = kind.line;
            task.score = score::read(section, &kind, parameters).map(|value| At { value, line });
        }
        (None, None) => {}
        (kind, parameters) => {
            let line = kind.map(|at| at.line).or(parameters.map(|entry| entry.line)).unwrap_or(1);
            let message = "score_type, score_type_parameters and n_input count together only: they are ignored, as CMS does";
            section.doubtful(line, message);
        }
    }
}
