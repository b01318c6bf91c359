//! Tests: inputs and outputs that belong together by name, or by their order.

use std::collections::{BTreeMap, BTreeSet};

use super::item::{Files, Item, TestFile};
use crate::package::faults::printable;
use crate::package::reading::Reading;
use crate::version::{Points, Scoring, TestCase, TestGroup, TestNode};

/// What a test is worth whose name does not say, where others' do.
const WEIGHT: u32 = 10;

/// The tree of tests. HUSTOJ judges samples with the rest.
pub(super) fn read(reading: &Reading, item: &Item) -> (TestGroup, Option<Scoring>) {
    let samples = pairs(reading, item, &item.samples, "sample");
    let mut tests = pairs(reading, item, &item.tests, "test");
    if samples.is_empty() && tests.is_empty() {
        reading.faults.error_at(&item.file, item.line, "has no tests: add test_input and test_output");
    } else if tests.is_empty() {
        let message = "has no tests but its samples, so everybody has seen what is judged";
        reading.faults.warn_at(&item.file, item.line, message);
    }
    let weights: Vec<Option<u32>> = tests.iter().map(|test| weight(&test.name)).collect();
    let weighed = weights.iter().any(Option::is_some);
    let mut total = 0_u32;
    for (test, weight) in tests.iter_mut().zip(weights).filter(|_| weighed) {
        let weight = weight.unwrap_or(WEIGHT);
        total = total.saturating_add(weight);
        test.points = Some(weight.into());
    }
    let sample = group("sample", samples, |case| {
        case.sample = true;
        case.points = weighed.then_some(Points::ZERO);
    });
    let secret = group("secret", tests, |_| {});
    let children = [sample, secret].into_iter().flatten().map(TestNode::Group).collect();
    let scoring = weighed.then(|| Scoring { max: Some(total.into()), ..Scoring::default() });
    (TestGroup { children, ..TestGroup::default() }, scoring)
}

fn group(name: &str, cases: Vec<TestCase>, finish: impl Fn(&mut TestCase)) -> Option<TestGroup> {
    let mut seen = BTreeSet::new();
    let children: Vec<TestNode> = cases
        .into_iter()
        .enumerate()
        .map(|(at, mut case)| {
            // Names are an exporter's, so two may be one.
            if !seen.insert(case.name.clone()) {
                case.name = format!("{}-{}", case.name, at + 1);
            }
            case.name = format!("{name}/{}", case.name);
            finish(&mut case);
            TestNode::Case(case)
        })
        .collect();
    (!children.is_empty()).then(|| TestGroup { name: name.to_owned(), children, ..TestGroup::default() })
}

/// Cases in the order of their inputs. What has no partner is told.
fn pairs(reading: &Reading, item: &Item, files: &Files, what: &str) -> Vec<TestCase> {
    let mut outputs = keyed(&files.outputs);
    let mut cases = Vec::new();
    let named = keyed(&files.inputs).keys().eq(outputs.keys());
    if !named && files.inputs.len() == files.outputs.len() {
        // Names that do not fit: HUSTOJ itself takes them one after the other.
        let both = files.inputs.iter().zip(&files.outputs).enumerate();
        return both.map(|(at, (input, output))| case(at, input, output)).collect();
    }
    for (at, input) in files.inputs.iter().enumerate() {
        match outputs.remove(&key(at, input)) {
            Some(output) => cases.push(case(at, input, output)),
            None => {
                let message = alone(files, what, "input", &key(at, input));
                reading.faults.error_at(&item.file, input.line, message);
            }
        }
    }
    for (name, output) in outputs {
        let message = alone(files, what, "output", &name);
        reading.faults.error_at(&item.file, output.line, message);
    }
    cases
}

fn alone(files: &Files, what: &str, side: &str, name: &str) -> String {
    let (inputs, outputs) = (files.inputs.len(), files.outputs.len());
    let other = if side == "input" { "output" } else { "input" };
    let name = printable(name);
    format!("the {what}_{side} {name} has no {what}_{other}: there are {inputs} inputs and {outputs} outputs")
}

/// By name, else by number from 1.
fn keyed(files: &[TestFile]) -> BTreeMap<String, &TestFile> {
    files.iter().enumerate().map(|(at, file)| (key(at, file), file)).collect()
}

fn key(at: usize, file: &TestFile) -> String {
    file.name.as_deref().map_or_else(|| (at + 1).to_string(), |name| stem(name).to_owned())
}

/// Exporters give the file's name with its ending or without.
fn stem(name: &str) -> &str {
    [".in", ".out", ".ans"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

fn case(at: usize, input: &TestFile, output: &TestFile) -> TestCase {
    let name: String =
        key(at, input).chars().map(|c| if c == '/' || c.is_control() { '-' } else { c }).collect();
    TestCase::new(name, input.content, output.content)
}

/// `02[30]`: 30 points. The weight stands after something, and is a whole number.
fn weight(name: &str) -> Option<u32> {
    let (before, rest) = name.split_once('[')?;
    let (number, _) = rest.split_once(']')?;
    if before.is_empty() { None } else { number.parse().ok() }
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn weights_stand_in_brackets_after_a_name() {
        for (name, wanted) in [
            ("1[30]", Some(30)),
            ("a[5]b", Some(5)),
            ("[30]", None),
            ("1[x]", None),
            ("1[30", None),
            ("1", None),
        ] {
            assert_eq!(weight(name), wanted, "{name}");
        }
    }
}
