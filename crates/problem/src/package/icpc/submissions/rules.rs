//! `submissions.yaml`: what is promised of submissions by patterns of their paths, beside what their folders promise.

use super::glob::Glob;
use super::promise::{SLOW, Sort};
use crate::fault::Fault;
use crate::package::reading::Reading;
use crate::package::schema::{At, Section, decimal};
use crate::package::tree::Leaf;
use crate::package::yaml::{Entry, Node, Value};
use crate::verdict::Verdict;
use crate::version::{Expectation, Points, TimeBound};

pub(super) const FILE: &str = "submissions/submissions.yaml";

/// One pattern of submissions.
pub(super) struct Rule {
    pub(super) pattern: String,
    pub(super) glob: Glob,
    pub(super) line: u32,
    pub(super) language: Option<At<String>>,
    pub(super) entry: Option<String>,
    /// Of all cases.
    pub(super) whole: Promise,
    /// Of some cases.
    pub(super) parts: Vec<(At<Glob>, Promise)>,
}

/// What a rule says; `None` where it is silent.
#[derive(Clone, Debug, Default)]
pub(super) struct Promise {
    permitted: Option<Vec<Verdict>>,
    required: Option<Vec<Verdict>>,
    score: Option<(Points, Points)>,
    message: Option<String>,
    time: Use,
}

/// `use_for_time_limit`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Use {
    /// As the verdicts tell.
    #[default]
    Unsaid,
    Never,
    As(TimeBound),
}

/// The rules, in the order of the file.
pub(super) fn read(reading: &mut Reading, leaf: Leaf, sort: Sort) -> Vec<Rule> {
    let Some(node) = reading.yaml(FILE, leaf) else { return Vec::new() };
    let top = Section::top(FILE, &node, &reading.faults);
    top.entries(|_| true).into_iter().filter_map(|entry| rule(&top, entry, sort)).collect()
}

fn rule(top: &Section<'_>, entry: &Entry, sort: Sort) -> Option<Rule> {
    let glob = glob(top, entry)?;
    if entry.node.value == Value::Null {
        return None;
    }
    let mut section = top.inside(entry);
    let language = section.text("language");
    let entrypoint = section.text("entrypoint").map(|text| text.value);
    section.take("authors");
    section.boolean("model_solution");
    let whole = Promise::read(&mut section, sort);
    let mut parts = Vec::new();
    for inner in section.entries(is_place) {
        if let Some(glob) = self::glob(&section, inner) {
            let mut part = section.inside(inner);
            let promise = Promise::read(&mut part, sort);
            part.finish(sort.edition.strictness());
            parts.push((At { value: glob, line: inner.line }, promise));
        }
    }
    section.finish_but(sort.edition.strictness(), is_place);
    let pattern = entry.key.clone();
    Some(Rule { pattern, glob, line: entry.line, language, entry: entrypoint, whole, parts })
}

fn glob(section: &Section<'_>, entry: &Entry) -> Option<Glob> {
    let glob = Glob::parse(&entry.key);
    glob.map_err(|reason| section.wrong(entry.line, format!("{:?} {reason}", entry.key))).ok()
}

/// Whether a key of a rule names groups or cases.
fn is_place(key: &str) -> bool {
    key.starts_with("sample") || key.starts_with("secret") || key.starts_with(['*', '{']) || key.contains('/')
}

impl Promise {
    fn read(section: &mut Section<'_>, sort: Sort) -> Self {
        let permitted = verdicts(section, "permitted", sort);
        let required = verdicts(section, "required", sort);
        let score = score(section, sort);
        let message = section.text("message").map(|text| text.value).filter(|text| !text.is_empty());
        let time = time(section);
        if let (Some((permitted, _)), Some((required, line))) = (&permitted, &required)
            && !required.iter().any(|verdict| permitted.contains(verdict))
        {
            section.wrong(*line, "required has nothing that is permitted");
        }
        let list = |found: Option<(Vec<Verdict>, u32)>| found.map(|(list, _)| list);
        Self { permitted: list(permitted), required: list(required), score, message, time }
    }

    /// Whether it says nothing at all.
    pub(super) fn is_silent(&self) -> bool {
        self.permitted.is_none()
            && self.required.is_none()
            && self.score.is_none()
            && self.message.is_none()
            && self.time == Use::Unsaid
    }

    /// The expectation, with what `default` says where this is silent.
    pub(super) fn over(&self, default: &Expectation) -> Expectation {
        let mut expected = default.clone();
        if let Some(permitted) = &self.permitted {
            expected.permitted.clone_from(permitted);
        }
        if let Some(required) = &self.required {
            expected.required.clone_from(required);
        }
        expected.score = self.score.or(expected.score);
        expected.message = self.message.clone().or(expected.message);
        let says = self.permitted.is_some() || self.required.is_some();
        match self.time {
            Use::Unsaid if says => expected.time = bound(&expected),
            Use::Unsaid => {}
            Use::Never => expected.time = None,
            Use::As(bound) => {
                expected.time = Some(bound);
                match bound {
                    TimeBound::Lower => expected.permitted.retain(|verdict| !SLOW.contains(verdict)),
                    TimeBound::Upper if expected.required.is_empty() => expected.required = SLOW.to_vec(),
                    TimeBound::Upper => {}
                }
            }
        }
        expected
    }
}

/// A submission that must be too slow bounds the limit from above, one that must not from below.
fn bound(expected: &Expectation) -> Option<TimeBound> {
    if expected.required == SLOW {
        Some(TimeBound::Upper)
    } else if !expected.permitted.contains(&Verdict::Tle) {
        Some(TimeBound::Lower)
    } else {
        None
    }
}

/// With the line of the key.
fn verdicts(section: &mut Section<'_>, key: &'static str, sort: Sort) -> Option<(Vec<Verdict>, u32)> {
    let line = section.take(key)?.line;
    let mut verdicts = Vec::new();
    for text in section.texts(key)? {
        match sort.of_code(&text.value) {
            Some(ours) => verdicts.extend(ours),
            None => {
                let message = format!("{key} must have AC, WA, TLE and RTE only; it has {:?}", text.value);
                section.wrong(text.line, message);
            }
        }
    }
    if verdicts.is_empty() {
        section.wrong(line, format!("{key} is empty: leave it out to ask nothing"));
        return None;
    }
    Some((verdicts, line))
}

fn score(section: &mut Section<'_>, sort: Sort) -> Option<(Points, Points)> {
    let entry = section.take("score")?;
    let number = |node: &Node| match &node.value {
        Value::Scalar(text) => Points::try_from(decimal(text)?).ok(),
        _ => None,
    };
    let range = match &entry.node.value {
        Value::Scalar(_) => number(&entry.node).map(|points| (points, points)),
        Value::List(items) => match items.as_slice() {
            [least, most] => number(least).zip(number(most)).filter(|(least, most)| least <= most),
            _ => None,
        },
        _ => None,
    };
    if range.is_none() {
        section.wrong(entry.line, "score must be a number, or a list of the least and the most");
    }
    if !sort.scoring {
        let fault = Fault::error(section.file, "score is for scoring problems: this one is pass-fail (type)");
        section.faults.add(Fault { severity: sort.edition.strictness(), ..fault }.at(entry.line));
        return None;
    }
    range
}

fn time(section: &mut Section<'_>) -> Use {
    let Some(text) = section.text("use_for_time_limit") else { return Use::Unsaid };
    match text.value.as_str() {
        "lower" => return Use::As(TimeBound::Lower),
        "upper" => return Use::As(TimeBound::Upper),
        _ => {}
    }
    match section.boolean("use_for_time_limit").map(|at| at.value) {
        Some(false) => Use::Never,
        Some(true) | None => Use::Unsaid,
    }
}
