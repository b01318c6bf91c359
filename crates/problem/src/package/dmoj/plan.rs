//! What `init.yml` says of the cases, before any file is opened.

use std::rc::Rc;

use fancy_regex::Regex;

use super::checkers::{self, Checker};
use super::config::{self, FILE, Scope, texts};
use super::generators::Generator;
use super::matching::{self, Matched, Pair};
use super::programs::{kilobytes, milliseconds};
use crate::package::faults::{Faults, printable};
use crate::package::patterns::{Letters, pattern};
use crate::package::schema::At;
use crate::package::yaml::{Node, Value};

/// One entry of `test_cases`.
pub(super) enum Item {
    Case(Case),
    Batch(Batch),
}

pub(super) struct Batch {
    pub(super) line: u32,
    pub(super) points: f64,
    /// Numbers of earlier batches, from 1.
    pub(super) dependencies: Vec<At<u64>>,
    pub(super) cases: Vec<Case>,
}

pub(super) struct Case {
    pub(super) line: u32,
    pub(super) input: Option<String>,
    pub(super) output: Option<String>,
    /// Input of its generator, if that is not its own.
    pub(super) generator_in: Option<String>,
    pub(super) generator_args: Vec<String>,
    pub(super) settings: Rc<Settings>,
}

/// What a node may leave to those around it.
pub(super) struct Settings {
    pub(super) points: f64,
    /// `None` where it cannot be used, which was told.
    pub(super) checker: Option<Checker>,
    pub(super) binary: bool,
    pub(super) time_ms: Option<u64>,
    pub(super) memory_bytes: Option<u64>,
    pub(super) output_bytes: u64,
    pub(super) generator: Option<Rc<Generator>>,
}

impl Item {
    /// What it is worth.
    pub(super) fn points(&self) -> f64 {
        match self {
            Self::Case(case) => case.settings.points,
            Self::Batch(batch) => batch.points,
        }
    }

    /// Makes a pretest of it.
    pub(super) fn without_points(&mut self) {
        match self {
            Self::Case(case) => case.settings = Rc::new(case.settings.worth(0.0)),
            Self::Batch(batch) => batch.points = 0.0,
        }
    }
}

/// Where the cases come from.
pub(super) enum Cases {
    Listed(Vec<Item>),
    Matched(Box<Patterns>),
}

/// Of the names of inputs and outputs.
pub(super) struct Patterns {
    input: Regex,
    output: Regex,
    /// Of each case or batch, in order; `None`: what the problem says.
    points: Option<Vec<f64>>,
    line: u32,
    settings: Rc<Settings>,
}

const OUTPUT_BYTES: u64 = 25_165_824;
/// More than a judge can give.
const MOST_SECONDS: f64 = 3_600.0;
const MOST_KIB: f64 = (1u64 << 30) as f64;

/// Keys of a case that stand for the whole of its settings: a case without any of them has those of its batch.
const SETTINGS: [&str; 8] = [
    "points",
    "checker",
    "binary_data",
    "time_limit",
    "memory_limit",
    "output_limit_length",
    "generator",
    "batched",
];

impl Settings {
    pub(super) fn of(scope: &Scope<'_>, faults: &Faults) -> Rc<Self> {
        let binary = scope.boolean("binary_data", faults).is_some_and(|at| at.value);
        let generator = scope.get("generator").and_then(|entry| Generator::read(entry, faults));
        Rc::new(Self {
            points: scope.number("points", faults).map_or(1.0, |at| at.value),
            checker: checkers::read(scope.get("checker"), binary, faults),
            binary,
            time_ms: scope.at_most("time_limit", MOST_SECONDS, faults).map(milliseconds),
            memory_bytes: scope.at_most("memory_limit", MOST_KIB, faults).map(kilobytes),
            output_bytes: scope.whole("output_limit_length", faults).map_or(OUTPUT_BYTES, |at| at.value),
            generator: generator.map(Rc::new),
        })
    }

    fn worth(&self, points: f64) -> Self {
        Self { points, checker: self.checker.clone(), generator: self.generator.clone(), ..*self }
    }

    /// Those of the node around, where the node itself says nothing.
    fn within(scope: &Scope<'_>, around: &Rc<Self>, faults: &Faults) -> Rc<Self> {
        if SETTINGS.iter().any(|key| scope.own(key).is_some()) {
            Self::of(scope, faults)
        } else {
            Rc::clone(around)
        }
    }
}

/// The cases under `key`: a list, patterns, or nothing.
pub(super) fn cases(root: &Scope<'_>, key: &str, settings: &Rc<Settings>, faults: &Faults) -> Option<Cases> {
    let entry = root.own(key);
    match entry.map(|entry| (&entry.node.value, entry.line)) {
        Some((Value::List(nodes), _)) => {
            Some(Cases::Listed(nodes.iter().filter_map(|node| item(node, root, settings, faults)).collect()))
        }
        Some((Value::Map(_), line)) => {
            let scope = Scope::new(&entry?.node, None, faults)?;
            patterns(&scope, line, settings, faults).map(|patterns| Cases::Matched(Box::new(patterns)))
        }
        Some((_, line)) => {
            faults.error_at(FILE, line, format!("{key} must be a list of cases, or a map of patterns"));
            None
        }
        None => {
            let nothing = Node { line: 1, value: Value::Map(Vec::new()) };
            let scope = Scope::new(&nothing, None, faults)?;
            patterns(&scope, 1, settings, faults).map(|patterns| Cases::Matched(Box::new(patterns)))
        }
    }
}

fn item(node: &Node, root: &Scope<'_>, around: &Rc<Settings>, faults: &Faults) -> Option<Item> {
    let scope = Scope::new(node, Some(root), faults)?;
    let Some(batched) = scope.own("batched") else {
        return Some(Item::Case(case(&scope, around, faults)));
    };
    let settings = Settings::of(&scope, faults);
    let Value::List(nodes) = &batched.node.value else {
        faults.error_at(FILE, batched.line, "batched must be a list of cases");
        return None;
    };
    let cases = nodes.iter().filter_map(|node| inner(node, &scope, &settings, faults)).collect();
    let dependencies = dependencies(&scope, faults);
    Some(Item::Batch(Batch { line: scope.line, points: settings.points, dependencies, cases }))
}

/// A case of a batch.
fn inner(node: &Node, batch: &Scope<'_>, around: &Rc<Settings>, faults: &Faults) -> Option<Case> {
    let scope = Scope::new(node, Some(batch), faults)?;
    if let Some(entry) = scope.own("batched") {
        faults.error_at(FILE, entry.line, "is a batch in a batch: a batch holds cases only");
        return None;
    }
    Some(case(&scope, around, faults))
}

fn case(scope: &Scope<'_>, around: &Rc<Settings>, faults: &Faults) -> Case {
    tell_symlinks(scope, faults);
    let text = |key: &str| scope.text(key, faults).map(|at| at.value);
    let args = scope.get("generator_args").map(|entry| texts(entry, "generator_args", faults));
    Case {
        line: scope.line,
        input: text("in"),
        output: text("out"),
        generator_in: text("generator_in"),
        generator_args: args.unwrap_or_default().into_iter().map(|at| at.value).collect(),
        settings: Settings::within(scope, around, faults),
    }
}

fn tell_symlinks(scope: &Scope<'_>, faults: &Faults) {
    if let Some(entry) = scope.get("symlinks")
        && !matches!(&entry.node.value, Value::Map(entries) if entries.is_empty())
    {
        let message = "symlinks cannot be given: they lead to files of DMOJ's own judge";
        faults.error_at(FILE, entry.line, message);
    }
}

fn dependencies(scope: &Scope<'_>, faults: &Faults) -> Vec<At<u64>> {
    let Some(entry) = scope.get("dependencies") else { return Vec::new() };
    let Value::List(items) = &entry.node.value else {
        faults.error_at(FILE, entry.line, "dependencies must be a list of numbers of earlier batches");
        return Vec::new();
    };
    let number = |node: &Node| {
        let wanted = "numbers of earlier batches, from 1";
        config::scalar(node, node.line, "dependencies", wanted, faults, |text| text.parse().ok())
    };
    items.iter().filter_map(number).collect()
}

fn patterns(scope: &Scope<'_>, line: u32, settings: &Rc<Settings>, faults: &Faults) -> Option<Patterns> {
    let regex = |key: &str, default: &str| {
        let given = scope.text(key, faults);
        let (text, line) = given.map_or((default.to_owned(), line), |at| (at.value, at.line));
        pattern(&text, Letters::InEitherCase)
            .map_err(|reason| faults.error_at(FILE, line, format!("{key} {reason}")))
            .ok()
    };
    let points = scope.own("case_points").map(|entry| match &entry.node.value {
        Value::List(items) => {
            items.iter().filter_map(|node| config::number(node, node.line, "case_points", faults)).collect()
        }
        _ => {
            faults.error_at(FILE, entry.line, "case_points must be a list of numbers");
            Vec::new()
        }
    });
    let (input, output) = (regex("input_format", matching::INPUT), regex("output_format", matching::OUTPUT));
    let points = points.map(|points: Vec<At<f64>>| points.into_iter().map(|at| at.value).collect());
    Some(Patterns { input: input?, output: output?, points, line, settings: Rc::clone(settings) })
}

impl Patterns {
    /// The cases among the archive's `files`.
    pub(super) fn items(&self, files: Option<&[String]>, faults: &Faults) -> Vec<Item> {
        let wrong = |message: String| {
            faults.error_at(FILE, self.line, message);
            Vec::new()
        };
        let Some(files) = files else {
            return wrong(
                "lists no test_cases, and has no archive in which they could be found: name them".to_owned(),
            );
        };
        let matched = match matching::find(files, &self.input, &self.output) {
            Ok(matched) => matched,
            Err(reason) => return wrong(format!("input_format or output_format {reason}")),
        };
        self.tell_replaced(&matched, faults);
        if self.points.as_ref().is_some_and(|points| points.len() < matched.items.len()) {
            return wrong(format!(
                "case_points is too short: there are {} cases and batches",
                matched.items.len()
            ));
        }
        matched.items.into_iter().enumerate().map(|(at, item)| self.item(at, item)).collect()
    }

    /// DMOJ lets the last of several files of one case win, which is seldom what its setter wanted.
    fn tell_replaced(&self, matched: &Matched, faults: &Faults) {
        for (before, after) in &matched.replaced {
            let message = format!(
                "{} is no test: {} is of the same case by its name, and comes later. Name the cases in test_cases",
                printable(before),
                printable(after)
            );
            faults.warn_at(FILE, self.line, message);
        }
    }

    fn item(&self, at: usize, item: matching::Item) -> Item {
        let points = self.points.as_ref().and_then(|points| points.get(at)).copied();
        let points = points.unwrap_or(self.settings.points);
        match item {
            matching::Item::Case(pair) => Item::Case(self.case(pair, points)),
            matching::Item::Batch(pairs) => Item::Batch(Batch {
                line: self.line,
                points,
                dependencies: Vec::new(),
                cases: pairs.into_iter().map(|pair| self.case(pair, points)).collect(),
            }),
        }
    }

    fn case(&self, pair: Pair, points: f64) -> Case {
        Case {
            line: self.line,
            input: pair.input,
            output: pair.output,
            generator_in: None,
            generator_args: Vec::new(),
            settings: Rc::new(self.settings.worth(points)),
        }
    }
}
