//! `testdata/config.yaml`, or the older `config.ini`: how the problem is judged.

mod ini;
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::{languages, units};
use crate::fault::Severity;
use crate::limits::LanguageLimits;
use crate::package::given::Own;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::schema::{At, Section, decimal};
use crate::package::tree::Folder;
use crate::package::yaml::{Entry, Node, Value};
use crate::version;

pub(super) use tests::{Case, Scorer, Subtask};

/// Where the tests and everything of theirs lie.
pub(super) const PLACE: &str = "testdata";

/// How a submission is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Default,
    Interactive,
    Communication,
    /// `several`: an archive with a file for each case.
    Answers {
        several: bool,
    },
    /// Questions, all answered on one sheet.
    Objective,
}

/// The right answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) name: String,
    pub(super) right: Vec<String>,
    /// All of `right` are to be chosen; else it is one text.
    pub(super) choices: bool,
    pub(super) score: f64,
}

impl Kind {
    pub(super) fn of_version(self) -> version::Kind {
        match self {
            Self::Default | Self::Interactive | Self::Communication => version::Kind::Program,
            Self::Answers { .. } | Self::Objective => version::Kind::Answers,
        }
    }
}

/// A program of the setter's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) file: String,
    /// Hydro's name of a language.
    pub(super) language: Option<String>,
    pub(super) line: u32,
}

#[derive(Debug, Default)]
pub(super) struct Config {
    /// The file itself, for messages; empty where there is none.
    pub(super) path: String,
    pub(super) kind: Kind,
    pub(super) own: Own,
    pub(super) filename: Option<At<String>>,
    pub(super) checker_type: Option<At<String>>,
    pub(super) checker: Option<Source>,
    pub(super) interactor: Option<Source>,
    pub(super) manager: Option<Source>,
    pub(super) validator: Option<Source>,
    pub(super) processes: Option<u32>,
    pub(super) passes: Option<u32>,
    pub(super) user_files: Vec<At<String>>,
    pub(super) judge_files: Vec<At<String>>,
    pub(super) subtasks: Vec<Subtask>,
    /// Ids of ours; `None` is all.
    pub(super) languages: Option<BTreeSet<String>>,
    pub(super) rates: BTreeMap<String, LanguageLimits>,
    /// By id of ours: what stands before and after a submission.
    pub(super) templates: BTreeMap<String, (String, String)>,
    /// In the order of the file.
    pub(super) answers: Vec<Answer>,
}

pub(super) fn read(reading: &mut Reading, tests: &Folder) -> Config {
    for name in ["config.yaml", "config.yml"] {
        if let Some(leaf) = tests.file(name) {
            let path = join(PLACE, name);
            let mut config = Config { path: path.clone(), ..Config::default() };
            if let Some(node) = reading.yaml(&path, leaf) {
                let section = Section::top(&path, &node, &reading.faults);
                config.fill(section);
            }
            return config;
        }
    }
    let Some((name, leaf)) =
        ["config.ini", "Config.ini"].iter().find_map(|name| Some((name, tests.file(name)?)))
    else {
        return Config::default();
    };
    let path = join(PLACE, name);
    let text = reading.text(&path, leaf).unwrap_or_default();
    let subtasks = ini::read(&text, &path, &reading.faults);
    Config { path, subtasks, ..Config::default() }
}

impl Config {
    fn fill(&mut self, mut section: Section<'_>) {
        refuse(&mut section);
        self.kind = kind(&mut section);
        self.answers = answers(&mut section);
        self.own.time_ms = time(&mut section);
        self.own.memory_bytes = memory(&mut section);
        self.filename = section.text("filename").filter(|name| !name.value.is_empty());
        self.checker_type = section.text("checker_type");
        self.checker = source(&mut section, "checker");
        self.interactor = source(&mut section, "interactor");
        self.manager = source(&mut section, "manager");
        self.validator = source(&mut section, "validator");
        self.processes = bounded(&mut section, "num_processes", 1, 5);
        self.passes = bounded(&mut section, "multi_pass", 2, 20);
        self.user_files = section.texts("user_extra_files").unwrap_or_default();
        self.judge_files = section.texts("judge_extra_files").unwrap_or_default();
        self.subtasks = tests::read(&mut section);
        self.languages = languages(&mut section);
        self.rates = rates(&mut section);
        self.templates = templates(&mut section);
        for known in ["detail", "score", "key", "count", "subType", "target", "noOutputFile"] {
            section.take(known);
        }
        section.finish(Severity::Warning);
    }
}

/// Keys without which the problem would be judged wrongly.
fn refuse(section: &mut Section<'_>) {
    if let Some(entry) = section.take("redirect") {
        let message = "not supported: redirect, a problem whose tests lie elsewhere: export that one";
        section.wrong(entry.line, message);
    }
}

/// `1-2: [A, 5]`, or `[[A, C], 5]` where all of these are to be chosen.
fn answers(section: &mut Section<'_>) -> Vec<Answer> {
    let Some(entry) = section.take("answers") else { return Vec::new() };
    let Value::Map(entries) = &entry.node.value else {
        section.wrong(entry.line, "answers must be a map, such as {1: [A, 5], 2: [[A, C], 10]}");
        return Vec::new();
    };
    let mut answers: Vec<Answer> = Vec::new();
    for entry in entries {
        match answer(entry) {
            Some(answer) if answers.iter().all(|known| known.name != answer.name) => answers.push(answer),
            Some(answer) => section.wrong(entry.line, format!("answers has {} twice", answer.name)),
            None => {
                let message = format!(
                    "answers.{} must be the right answer, or a list of choices, and its points, such as [A, 5]",
                    entry.key
                );
                section.wrong(entry.line, message);
            }
        }
    }
    answers
}

fn answer(entry: &Entry) -> Option<Answer> {
    let Value::List(parts) = &entry.node.value else { return None };
    let [right, score] = parts.as_slice() else { return None };
    let text = |node: &Node| match &node.value {
        Value::Scalar(text) => Some(text.clone()),
        _ => None,
    };
    let score = text(score).and_then(|text| decimal(&text)).filter(|score| *score >= 0.0)?;
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name = Some(entry.key.clone()).filter(|name| !name.is_empty() && name.chars().all(plain))?;
    let (right, choices) = match &right.value {
        Value::List(items) => (items.iter().map(text).collect::<Option<_>>()?, true),
        _ => (vec![text(right)?], false),
    };
    Some(Answer { name, right, choices, score })
}

fn kind(section: &mut Section<'_>) -> Kind {
    let several = section.text("subType").is_some_and(|kind| kind.value == "multi");
    let Some(At { value, line }) = section.text("type") else { return Kind::Default };
    match value.as_str() {
        "default" | "fileio" => Kind::Default,
        "interactive" => Kind::Interactive,
        "communication" => Kind::Communication,
        "submit_answer" => Kind::Answers { several },
        "objective" => Kind::Objective,
        "remote_judge" => {
            section.wrong(
                line,
                "not supported: problems of the type remote_judge, whose tests are on another site",
            );
            Kind::Default
        }
        other => {
            let known = "default, interactive, communication, submit_answer and objective";
            section.wrong(line, format!("there is no type {other:?}: there are {known}"));
            Kind::Default
        }
    }
}

/// Milliseconds.
pub(super) fn time(section: &mut Section<'_>) -> Option<u64> {
    let text = section.text("time")?;
    let time = units::time(&text.value);
    if time.is_none() {
        section.wrong(text.line, format!("time must be a time such as 1s or 1000ms; it is {:?}", text.value));
    }
    time
}

/// Bytes.
pub(super) fn memory(section: &mut Section<'_>) -> Option<u64> {
    let text = section.text("memory")?;
    let memory = units::memory(&text.value);
    if memory.is_none() {
        section.wrong(text.line, format!("memory must be a size such as 256m; it is {:?}", text.value));
    }
    memory
}

fn bounded(section: &mut Section<'_>, key: &'static str, least: u64, most: u64) -> Option<u32> {
    let At { value, line } = section.whole(key, least)?;
    if value > most {
        section.wrong(line, format!("{key} must be at most {most}; it is {value}"));
    }
    u32::try_from(value.min(most)).ok()
}

/// A file, or a map of file and language.
fn source(section: &mut Section<'_>, key: &'static str) -> Option<Source> {
    let entry = section.take(key)?;
    let line = entry.line;
    let (file, language) = match &entry.node.value {
        Value::Scalar(file) => (file.clone(), None),
        Value::Map(entries) => (text_of(entries, "file")?, text_of(entries, "lang")),
        _ => {
            section.wrong(line, format!("{key} must be a file, or a map of file and lang"));
            return None;
        }
    };
    let language = language.filter(|language| language != "auto");
    (!file.trim().is_empty()).then(|| Source { file: file.trim().to_owned(), language, line })
}

fn text_of(entries: &[Entry], key: &str) -> Option<String> {
    let entry = entries.iter().find(|entry| entry.key == key)?;
    match &entry.node.value {
        Value::Scalar(text) => Some(text.clone()),
        _ => None,
    }
}

fn languages(section: &mut Section<'_>) -> Option<BTreeSet<String>> {
    let line = section.take("langs")?.line;
    let named = section.texts("langs")?;
    let names = named.iter().flat_map(|name| name.value.split(','));
    let known: BTreeSet<String> = names.filter_map(languages::language).map(str::to_owned).collect();
    if known.is_empty() && !named.is_empty() {
        section.wrong(line, "langs has no language that this judge knows");
    }
    (!known.is_empty()).then_some(known)
}

/// A map from language to two texts.
fn templates(section: &mut Section<'_>) -> BTreeMap<String, (String, String)> {
    let Some(entry) = section.take("template") else { return BTreeMap::new() };
    let Value::Map(entries) = &entry.node.value else {
        section.wrong(entry.line, "template must be a map from language to the texts before and after");
        return BTreeMap::new();
    };
    let mut found = BTreeMap::new();
    for entry in entries {
        let texts = match &entry.node.value {
            Value::List(items) => items.iter().filter_map(|item| section.item("template", item)).collect(),
            _ => Vec::new(),
        };
        match (languages::language(&entry.key), &texts[..]) {
            (Some(language), [before, after]) => {
                found.insert(language.to_owned(), (before.value.clone(), after.value.clone()));
            }
            (None, _) => {
                let message = format!("template has {}, no language that this judge knows", entry.key);
                section.doubtful(entry.line, message);
            }
            _ => section.wrong(entry.line, format!("template.{} must be a list of two texts", entry.key)),
        }
    }
    found
}

/// Shares of the limits by language. Where several of Hydro's are one of ours, the largest holds.
fn rates(section: &mut Section<'_>) -> BTreeMap<String, LanguageLimits> {
    let mut rates: BTreeMap<String, LanguageLimits> = BTreeMap::new();
    for (language, percent) in rate(section, "time_limit_rate") {
        let own =
            rates.entry(language).or_insert(LanguageLimits { time_percent: percent, memory_percent: 100 });
        own.time_percent = own.time_percent.max(percent);
    }
    for (language, percent) in rate(section, "memory_limit_rate") {
        let first = !rates.contains_key(&language);
        let own =
            rates.entry(language).or_insert(LanguageLimits { time_percent: 100, memory_percent: percent });
        own.memory_percent =
            if first || own.memory_percent == 100 { percent } else { own.memory_percent.max(percent) };
    }
    rates
}

fn rate(section: &mut Section<'_>, key: &'static str) -> Vec<(String, u32)> {
    let Some(entry) = section.take(key) else { return Vec::new() };
    let Value::Map(entries) = &entry.node.value else {
        section.wrong(entry.line, format!("{key} must be a map from language to number"));
        return Vec::new();
    };
    let mut found = Vec::new();
    for entry in entries {
        match (percent(&entry.node), languages::language(&entry.key)) {
            (Some(percent), Some(language)) => found.push((language.to_owned(), percent)),
            (Some(_), None) => {
                let message = format!("{key} has {}, no language that this judge knows", entry.key);
                section.doubtful(entry.line, message);
            }
            (None, _) => {
                section.wrong(entry.line, format!("{key}.{} must be a number from 0.01 to 100", entry.key))
            }
        }
    }
    found
}

fn percent(node: &Node) -> Option<u32> {
    let Value::Scalar(text) = &node.value else { return None };
    let percent = (decimal(text)? * 100.0).round();
    // In range: it is compared here.
    (1.0..=10_000.0).contains(&percent).then_some(percent as u32)
}
