//! `assets/scorer`: a program that makes the points of the problem out of what all tests came to.

use std::io::Read as _;

use super::Polygon;
use super::resources::Resources;
use super::sources::program;
use crate::package::caps;
use crate::package::reading::Reading;
use crate::version::{
    Aggregation, Grader, GraderProtocol, OnReject, Points, Program, Scoring, TestGroup, TestNode,
};

/// What scorers may ask of a test and are not told here: what is in its files.
const OF_FILES: [&str; 3] = [".input", ".output", ".answer"];

/// Lets the scorer decide, if there is one: groups say only what is run.
pub(super) fn read(
    reading: &mut Reading,
    polygon: &Polygon<'_>,
    resources: &Resources,
    (tests, scoring): (&mut TestGroup, &mut Option<Scoring>),
) {
    let element = polygon.problem.child("assets").and_then(|assets| assets.child("scorer"));
    let Some(element) = element else { return };
    let Some(program) = program(reading, polygon, element, "scorer", resources) else { return };
    if let Some(word) = asked(reading, &program) {
        let message = format!(
            "the scorer asks for {word} of tests, which this judge does not hand over: make it ask for verdicts, groups \
             and points only, or have a checker give the points"
        );
        return polygon.wrong(reading, element, message);
    }
    run_all(tests);
    let (args, protocol) = (Vec::new(), GraderProtocol::TestlibScorer);
    tests.rules.grader = Some(Grader { program, args, protocol });
    *scoring = Some(Scoring::default());
}

fn asked(reading: &Reading, program: &Program) -> Option<&'static str> {
    let mut texts = program.files.iter().filter(|(name, _)| *name != crate::package::testlib::NAME);
    texts.find_map(|(_, hash)| {
        let mut bytes = Vec::new();
        reading.spool.open(*hash).ok()?.take(caps::TEXT).read_to_end(&mut bytes).ok()?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        OF_FILES.into_iter().find(|word| asks(&text, word))
    })
}

/// Whether the word stands there as a whole.
fn asks(text: &str, word: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| !text[at + word.len()..].starts_with(letter))
}

/// What a group requires still decides whether its tests are run; everything else is the scorer's.
fn run_all(group: &mut TestGroup) {
    (group.rules.max, group.rules.aggregation, group.rules.on_reject) =
        (None, Aggregation::Sum, OnReject::Continue);
    for child in &mut group.children {
        match child {
            TestNode::Group(inner) => run_all(inner),
            TestNode::Case(case) => case.points = case.points.or(Some(Points::ONE)),
        }
    }
}

#[cfg(test)]
mod checks {
    use super::asks;

    #[test]
    fn only_whole_words_are_asked_for() {
        assert!(asks("x += r.output;", ".output") && asks("r.output", ".output"));
        assert!(!asks("r.outputs + routput", ".output"));
    }
}
