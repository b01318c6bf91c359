//! `cases` and `subtasks`: the tests as they are listed.

use super::{memory, time};
use crate::fault::Severity;
use crate::package::schema::{At, Section};
use crate::package::yaml::{Node, Value};

/// Which score of a subtask's cases is the subtask's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Scorer {
    Min,
    Max,
    Sum,
}

/// As it is written; what it does not say is worked out later.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Subtask {
    pub(in super::super) id: Option<u64>,
    pub(in super::super) scorer: Option<Scorer>,
    pub(in super::super) score: Option<f64>,
    pub(in super::super) time_ms: Option<u64>,
    pub(in super::super) memory_bytes: Option<u64>,
    /// Ids of subtasks without which this one does not count.
    pub(in super::super) requires: Vec<u64>,
    pub(in super::super) cases: Vec<Case>,
    pub(in super::super) line: u32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Case {
    /// Path below the tests' folder; `None` is nothing at all.
    pub(in super::super) input: Option<String>,
    pub(in super::super) output: Option<String>,
    pub(in super::super) time_ms: Option<u64>,
    pub(in super::super) memory_bytes: Option<u64>,
    pub(in super::super) score: Option<f64>,
    pub(in super::super) id: Option<u64>,
    pub(in super::super) line: u32,
}

/// `cases` are one subtask of which each gives its points.
pub(super) fn read(section: &mut Section<'_>) -> Vec<Subtask> {
    let mut subtasks: Vec<Subtask> =
        items(section, "subtasks").iter().map(|node| subtask(section, node)).collect();
    let cases: Vec<Case> = items(section, "cases").iter().map(|node| case(section, node)).collect();
    if let Some(line) = cases.first().map(|case| case.line) {
        if !subtasks.is_empty() {
            section.doubtful(line, "cases count, and subtasks do not: keep one of the two");
        }
        subtasks = vec![Subtask { scorer: Some(Scorer::Sum), cases, line, ..Subtask::default() }];
    }
    subtasks
}

fn items<'a>(section: &mut Section<'a>, key: &'static str) -> &'a [Node] {
    let Some(entry) = section.take(key) else { return &[] };
    match &entry.node.value {
        Value::List(items) => items,
        _ => {
            section.wrong(entry.line, format!("{key} must be a list"));
            &[]
        }
    }
}

fn subtask<'a>(section: &Section<'a>, node: &'a Node) -> Subtask {
    let mut own = section.item_of(node, "a subtask");
    let read = Subtask {
        id: own.whole("id", 0).map(|at| at.value),
        scorer: scorer(&mut own),
        score: score(&mut own),
        time_ms: time(&mut own),
        memory_bytes: memory(&mut own),
        requires: requires(&mut own),
        cases: items(&mut own, "cases").iter().map(|node| case(section, node)).collect(),
        line: node.line,
    };
    own.finish(Severity::Warning);
    read
}

fn case<'a>(section: &Section<'a>, node: &'a Node) -> Case {
    let mut own = section.item_of(node, "a case");
    let file =
        |own: &mut Section<'_>, key| own.text(key).map(|at| at.value).filter(|name| name != "/dev/null");
    let read = Case {
        input: file(&mut own, "input"),
        output: file(&mut own, "output"),
        time_ms: time(&mut own),
        memory_bytes: memory(&mut own),
        score: score(&mut own),
        id: own.whole("id", 0).map(|at| at.value),
        line: node.line,
    };
    own.finish(Severity::Warning);
    read
}

fn scorer(own: &mut Section<'_>) -> Option<Scorer> {
    let At { value, line } = own.text("type")?;
    match value.as_str() {
        "min" => Some(Scorer::Min),
        "max" => Some(Scorer::Max),
        "sum" => Some(Scorer::Sum),
        other => {
            own.wrong(line, format!("type must be min, max or sum; it is {other:?}"));
            None
        }
    }
}

/// No score and a score of 0 are the same to Hydro.
fn score(own: &mut Section<'_>) -> Option<f64> {
    let fits = |number: f64| (0.0..=1e6).contains(&number);
    own.number("score", "a number from 0 to 1000000", fits).map(|at| at.value).filter(|score| *score > 0.0)
}

fn requires(own: &mut Section<'_>) -> Vec<u64> {
    let mut ids = Vec::new();
    for At { value, line } in own.texts("if").unwrap_or_default() {
        match value.parse() {
            Ok(id) => ids.push(id),
            Err(_) => own.wrong(line, format!("if must hold ids of subtasks; it has {value:?}")),
        }
    }
    ids
}
