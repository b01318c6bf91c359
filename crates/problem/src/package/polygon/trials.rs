//! Tests of the checker and of the validators themselves.

use super::{Polygon, pattern};
use crate::blob::Hash;
use crate::package::reading::Reading;
use crate::package::xml::Element;
use crate::version::{ValidatorTest, Wants};

pub(super) fn read(reading: &mut Reading, polygon: &Polygon<'_>) -> Vec<ValidatorTest> {
    let mut tests = Vec::new();
    let Some(assets) = polygon.problem.child("assets") else { return tests };
    for (at, validator) in assets.listed("validators", "validator").enumerate() {
        tests.extend(of_program(reading, polygon, validator, &format!("validator-{}", at + 1)));
    }
    if let Some(checker) = assets.child("checker") {
        tests.extend(of_program(reading, polygon, checker, "checker"));
    }
    tests
}

fn of_program(
    reading: &mut Reading,
    polygon: &Polygon<'_>,
    program: &Element,
    called: &str,
) -> Vec<ValidatorTest> {
    let Some(set) = program.child("testset") else { return Vec::new() };
    let pattern = |name: &str| set.child(name).map(|pattern| pattern.text.trim().to_owned());
    let patterns = ["input-path-pattern", "output-path-pattern", "answer-path-pattern"].map(pattern);
    let mut tests = Vec::new();
    for (at, test) in set.listed("tests", "test").enumerate() {
        let Some((folder, wants)) = wanted(test.attribute("verdict").unwrap_or_default()) else { continue };
        let [input, output, answer] =
            patterns.each_ref().map(|pattern| file(reading, polygon, test, pattern.as_deref()?, at + 1));
        let Some(input) = input else { continue };
        let args = |name: &str| test.attribute(name).map(|value| [format!("--{name}"), value.to_owned()]);
        tests.push(ValidatorTest {
            name: format!("{folder}/{called}-{:02}", at + 1),
            wants,
            input,
            answer,
            output,
            args: Vec::new(),
            input_args: ["testset", "group"].into_iter().filter_map(args).flatten().collect(),
            input_args_of: [].into(),
            validator_args: Vec::new(),
            description: None,
        });
    }
    tests
}

/// Where such a test lies in an ICPC package, and what it asks. Nothing is asked of a test that is to make a program crash.
fn wanted(verdict: &str) -> Option<(&'static str, Wants)> {
    match verdict.to_ascii_lowercase().as_str() {
        "invalid" => Some(("invalid_input", Wants::InvalidInput)),
        "ok" => Some(("valid_output", Wants::ValidOutput)),
        "wrong-answer" | "presentation-error" => Some(("invalid_output", Wants::InvalidOutput)),
        _ => None,
    }
}

/// `None` where there is none; that was told.
fn file(
    reading: &mut Reading,
    polygon: &Polygon<'_>,
    test: &Element,
    pattern: &str,
    number: usize,
) -> Option<Hash> {
    let path = pattern::fill(pattern, number)?;
    match polygon.leaf(&path) {
        Some(leaf) => reading.store(&path, leaf),
        None => {
            polygon.doubtful(reading, test, format!("{path}, a test of a program, is not in the package"));
            None
        }
    }
}
