//! `judging/testset`: the tests in their order, which is their number.

use super::examples::{self, Examples};
use super::points::{self, Found};
use super::resources::Resources;
use super::{Polygon, last, pattern};
use crate::blob::Hash;
use crate::fault::{Fault, Severity};
use crate::package::names::split_extension;
use crate::package::reading::Reading;
use crate::package::xml::Element;
use crate::version::{OutputValidator, Scoring, TestCase, TestGroup};

/// The set that is judged.
const MAIN: &str = "tests";
/// A set of tests to show, in packages whose main set marks none.
const SAMPLES: &str = "samples";
/// Missing files that are named; the rest is counted.
const NAMED: usize = 10;
/// A set of more tests than a package may have files is a mistake.
const MOST: usize = crate::package::caps::ENTRIES;

/// The set that is judged. `None` where there is none; that was told.
pub(super) fn main<'a>(reading: &Reading, polygon: &Polygon<'a>) -> Option<&'a Element> {
    let judging = polygon.problem.child("judging");
    let sets: Vec<&Element> = judging.into_iter().flat_map(|judging| judging.all("testset")).collect();
    let named = sets.iter().find(|set| set.attribute("name") == Some(MAIN));
    let found = named.or_else(|| sets.iter().find(|set| set.attribute("name") != Some(SAMPLES))).copied();
    if found.is_none() {
        reading.faults.error(polygon.file, "has no set of tests: add judging/testset with the name tests");
    }
    found
}

/// The tree of tests of the main set, and whether they give points.
pub(super) fn read(
    reading: &mut Reading,
    polygon: &Polygon<'_>,
    main: &Element,
    resources: &Resources,
    validator: &OutputValidator,
) -> (TestGroup, Option<Scoring>) {
    let mut found = set(reading, polygon, main, Severity::Error);
    let judging = polygon.problem.child("judging");
    for other in judging.into_iter().flat_map(|judging| judging.all("testset")) {
        if std::ptr::eq(other, main) {
            continue;
        }
        let is_samples = other.attribute("name") == Some(SAMPLES);
        let more = set(reading, polygon, other, Severity::Warning);
        if is_samples && !found.iter().any(|test| test.case.sample) {
            let samples = more.into_iter().map(Found::into_sample);
            found = samples.chain(found).collect();
        } else {
            tell_unjudged(reading, polygon, other, &found, &more);
        }
    }
    for test in &mut found {
        test.case.files.clone_from(&resources.at_run);
    }
    points::arrange(reading, polygon, main, found, validator)
}

/// Pretests and the like are tests of the main set, as a rule.
fn tell_unjudged(reading: &Reading, polygon: &Polygon<'_>, set: &Element, judged: &[Found], more: &[Found]) {
    let is_judged = |test: &Found| judged.iter().any(|known| known.case.same_run(&test.case));
    let alone = more.iter().filter(|test| !is_judged(test)).count();
    if alone > 0 {
        let name = set.attribute("name").unwrap_or_default();
        let message = format!(
            "the set {name} has {alone} tests that are not in the main set: they are not judged, only the main set is"
        );
        polygon.doubtful(reading, set, message);
    }
}

/// What the set lacks is as bad as `lack` says: nothing is judged by the others than the main one.
fn set(reading: &mut Reading, polygon: &Polygon<'_>, set: &Element, lack: Severity) -> Vec<Found> {
    let listed: Vec<&Element> = set.listed("tests", "test").collect();
    let count = count(reading, polygon, set, listed.len());
    let Some(patterns) = patterns(reading, polygon, set) else { return Vec::new() };
    if count == 0 && lack == Severity::Error {
        polygon.wrong(reading, set, "has no tests");
    }
    let examples = examples::read(reading, polygon);
    let mut tests = Tests { reading, polygon, patterns, examples, missing: Vec::new() };
    let found = (0..count).filter_map(|at| tests.test(at + 1, listed.get(at).copied())).collect();
    tests.tell_missing(count, lack);
    found
}

/// How many there are: what is listed, and said, must agree.
fn count(reading: &Reading, polygon: &Polygon<'_>, set: &Element, listed: usize) -> usize {
    let Some(element) = set.child("test-count") else { return listed };
    match element.text.trim().parse::<usize>() {
        Ok(count) if count == listed || (listed == 0 && count <= MOST) => count,
        Ok(count) => {
            let message = format!("test-count is {count}, and {listed} tests are listed");
            polygon.wrong(reading, element, message);
            listed
        }
        Err(_) => {
            polygon.wrong(reading, element, format!("test-count is {:?}, no number", element.text.trim()));
            listed
        }
    }
}

/// Those of the inputs' and the answers' paths. `None` where one is no good; that was told.
fn patterns(reading: &Reading, polygon: &Polygon<'_>, set: &Element) -> Option<[String; 2]> {
    let text = |name: &str, default: &str| {
        let element = set.child(name);
        let pattern = element.map_or(default, |element| element.text.trim()).to_owned();
        if pattern::fill(&pattern, 1).is_none() {
            let message = format!("{name} is {pattern:?}: it must have one place for a number, such as %02d");
            polygon.wrong(reading, element.unwrap_or(set), message);
            return None;
        }
        Some(pattern)
    };
    let input = text("input-path-pattern", "tests/%02d");
    let answer = text("answer-path-pattern", "tests/%02d.a");
    Some([input?, answer?])
}

struct Tests<'a, 'b> {
    reading: &'a mut Reading,
    polygon: &'a Polygon<'b>,
    patterns: [String; 2],
    examples: Examples,
    missing: Vec<String>,
}

impl Tests<'_, '_> {
    /// `None` where a file of it is missing, which was noted.
    fn test(&mut self, number: usize, element: Option<&Element>) -> Option<Found> {
        let [input_path, answer_path] =
            self.patterns.each_ref().map(|pattern| pattern::fill(pattern, number).unwrap_or_default());
        let input = self.file(&input_path);
        let answer = match self.polygon.leaf(&answer_path) {
            // Nothing is compared with it, and Polygon leaves it out.
            None if self.is_interactive() => self.reading.keep_for(&answer_path, b""),
            _ => self.file(&answer_path),
        };
        let name = split_extension(last(&input_path)).0;
        let mut case = TestCase::new(name, input?, answer?);
        let attribute = |name: &str| element.and_then(|element| element.attribute(name));
        case.sample = attribute("sample") == Some("true");
        case.description = attribute("description").map(str::to_owned);
        case.command = attribute("cmd").map(str::to_owned);
        if case.sample {
            let own = [case.input, case.answer];
            [case.shown_input, case.shown_answer] = self.examples.of(self.reading, self.polygon, number, own);
        }
        let points = element.and_then(|element| points::read(self.reading, self.polygon, element));
        let group = attribute("group").map(str::to_owned);
        Some(Found { case, group, points })
    }

    fn file(&mut self, path: &str) -> Option<Hash> {
        match self.polygon.leaf(path) {
            Some(leaf) => self.reading.store(path, leaf),
            None => {
                self.missing.push(path.to_owned());
                None
            }
        }
    }

    fn is_interactive(&self) -> bool {
        self.polygon.problem.child("assets").is_some_and(|assets| assets.child("interactor").is_some())
    }

    /// Polygon makes the tests when it makes a full package; a standard one has only the scripts for it.
    fn tell_missing(&self, count: usize, lack: Severity) {
        let Some(first) = self.missing.first() else { return };
        let named: Vec<&str> = self.missing.iter().take(NAMED).map(String::as_str).collect();
        let more = match self.missing.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let message = format!(
            "lacks files of its {count} tests: {}{more}. In Polygon, export the full package (linux or windows), not the \
             standard one, which has no tests",
            named.join(", ")
        );
        let folder = first.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.reading.faults.add(Fault { severity: lack, ..Fault::error(folder, message) });
    }
}
