//! How points are given: `score_type` and its parameters.

use fancy_regex::Regex;

use super::task::FILE;
use crate::package::patterns::{Letters, pattern};
use crate::package::reading::Reading;
use crate::package::schema::{At, Section, decimal};
use crate::package::yaml::{Entry, Node, Value};
use crate::version::{Aggregation, Points};

pub(super) enum ScoreType {
    /// Of each case.
    Sum(f64),
    Groups(Vec<Subtask>),
}

/// What a subtask is worth, how, and which cases it has.
pub(super) struct Subtask {
    /// Where it stands.
    pub(super) file: &'static str,
    pub(super) line: u32,
    pub(super) max: f64,
    pub(super) aggregation: Aggregation,
    pub(super) cases: Cases,
}

pub(super) enum Cases {
    /// So many of the cases that no subtask before has.
    Count(usize),
    /// Those whose number, written with three digits, matches from its start on.
    Pattern(Regex),
    Listed(Vec<String>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Min,
    Mul,
    Threshold,
}

/// `None` where it cannot be used, which was told.
pub(super) fn read(section: &Section<'_>, kind: &At<String>, parameters: &Entry) -> Option<ScoreType> {
    let kind = match kind.value.as_str() {
        "Sum" => return sum(section, parameters).map(ScoreType::Sum),
        "GroupMin" => Kind::Min,
        "GroupMul" => Kind::Mul,
        "GroupThreshold" => Kind::Threshold,
        other => {
            let message =
                format!("score_type {other} is not known: Sum, GroupMin, GroupMul or GroupThreshold");
            section.wrong(kind.line, message);
            return None;
        }
    };
    let Value::List(nodes) = &parameters.node.value else {
        section.wrong(parameters.line, "score_type_parameters must be a list, one entry a subtask");
        return None;
    };
    let all: Option<Vec<Given<'_>>> = nodes.iter().map(|node| given(section, node, kind)).collect();
    let all = all?;
    // CMS wants one kind for all: numbers where all are, else patterns.
    let counted = all.iter().all(|given| matches!(given.cases, Value::Scalar(text) if count(text).is_some()));
    let subtasks: Option<Vec<Subtask>> =
        all.into_iter().map(|given| subtask(section, given, kind, counted)).collect();
    subtasks.map(ScoreType::Groups)
}

fn sum(section: &Section<'_>, parameters: &Entry) -> Option<f64> {
    let value = match &parameters.node.value {
        Value::Scalar(text) => decimal(text).filter(|points| *points >= 0.0),
        _ => None,
    };
    if value.is_none() {
        section.wrong(parameters.line, "score_type_parameters of Sum must be the points of a case");
    }
    value
}

fn count(text: &str) -> Option<usize> {
    if text.len() > 1 && text.starts_with('0') { None } else { text.parse().ok() }
}

/// A subtask's parameters as they stand there.
struct Given<'a> {
    line: u32,
    max: &'a Node,
    cases: &'a Value,
    threshold: Option<&'a Node>,
}

/// `[max, cases]`, `[max, cases, threshold]`, or a map.
fn given<'a>(section: &Section<'_>, node: &'a Node, kind: Kind) -> Option<Given<'a>> {
    let key = |entries: &'a [Entry], key: &str| {
        entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    };
    let found = match &node.value {
        Value::List(items) => items.first().zip(items.get(1)).map(|pair| (pair, items.get(2))),
        Value::Map(entries) => {
            let pair = key(entries, "max_score").zip(key(entries, "testcases"));
            pair.map(|pair| (pair, key(entries, "threshold")))
        }
        _ => None,
    };
    match found {
        Some(((max, cases), threshold)) if kind != Kind::Threshold || threshold.is_some() => {
            Some(Given { line: node.line, max, cases: &cases.value, threshold })
        }
        _ => {
            let wanted =
                if kind == Kind::Threshold { "[points, cases, threshold]" } else { "[points, cases]" };
            section.wrong(node.line, format!("a subtask in score_type_parameters must be {wanted}"));
            None
        }
    }
}

fn points(section: &Section<'_>, node: &Node, what: &str) -> Option<f64> {
    let value = match &node.value {
        Value::Scalar(text) => decimal(text).filter(|points| *points >= 0.0),
        _ => None,
    };
    if value.is_none() {
        section.wrong(node.line, format!("{what} of a subtask must be a number from 0 on"));
    }
    value
}

fn subtask(section: &Section<'_>, given: Given<'_>, kind: Kind, counted: bool) -> Option<Subtask> {
    let max = points(section, given.max, "the points")?;
    let aggregation = match (kind, given.threshold) {
        (Kind::Min, _) => Aggregation::Min,
        (Kind::Mul, _) => Aggregation::Product,
        (Kind::Threshold, threshold) => {
            let threshold = points(section, threshold?, "the threshold")?;
            Aggregation::Threshold(Points::try_from(threshold).ok()?)
        }
    };
    let cases = match given.cases {
        Value::Scalar(text) if counted => Cases::Count(count(text)?),
        Value::Scalar(text) => match pattern(text, Letters::Exact) {
            Ok(regex) => Cases::Pattern(regex),
            Err(reason) => {
                section.wrong(given.line, format!("the pattern {text:?} of a subtask {reason}"));
                return None;
            }
        },
        Value::List(items) => {
            let name = |node: &Node| section.item("score_type_parameters", node).map(|at| at.value);
            Cases::Listed(items.iter().map(name).collect::<Option<_>>()?)
        }
        _ => {
            section.wrong(
                given.line,
                "the cases of a subtask must be a number, a pattern, or a list of their numbers",
            );
            return None;
        }
    };
    Some(Subtask { file: FILE, line: given.line, max, aggregation, cases })
}

/// Which cases each subtask has, as indices; what does not fit is told. `codes` are the cases' numbers in order.
pub(super) fn assign(reading: &Reading, subtasks: &[Subtask], codes: &[String]) -> Vec<Vec<usize>> {
    let mut next = 0;
    subtasks.iter().map(|subtask| cases(reading, subtask, codes, &mut next)).collect()
}

fn cases(reading: &Reading, subtask: &Subtask, codes: &[String], next: &mut usize) -> Vec<usize> {
    let wrong = |message: String| reading.faults.error_at(subtask.file, subtask.line, message);
    match &subtask.cases {
        Cases::Count(count) => {
            let first = *next;
            *next = first.saturating_add(*count);
            if *next > codes.len() {
                wrong(format!("the subtasks have more cases than the {} that there are", codes.len()));
            }
            (first.min(codes.len())..(*next).min(codes.len())).collect()
        }
        Cases::Pattern(regex) => {
            let mut found = Vec::new();
            for (at, code) in codes.iter().enumerate() {
                match regex.is_match(code) {
                    Ok(true) => found.push(at),
                    Ok(false) => {}
                    Err(_) => wrong(format!("the pattern of a subtask takes too long on {code}")),
                }
            }
            if found.is_empty() {
                wrong("the pattern of a subtask matches no case".to_owned());
            }
            found
        }
        Cases::Listed(names) => {
            let mut found = Vec::new();
            for name in names {
                match codes.iter().position(|code| code == name) {
                    Some(at) => found.push(at),
                    None => wrong(format!("a subtask has case {name}, which is not there")),
                }
            }
            found.sort_unstable();
            found.dedup();
            found
        }
    }
}
