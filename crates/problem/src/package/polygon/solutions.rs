//! `solutions`: the setter's own, with a tag that says what to expect of each.

use super::Polygon;
use super::sources::source;
use crate::package::faults::nearest;
use crate::package::reading::Reading;
use crate::package::xml::Element;
use crate::verdict::Verdict::{self, Ac, Ile, Mle, Ole, Pa, Pe, Re, Tle, Wa};
use crate::version::{Example, Expectation};

pub(super) fn read(reading: &mut Reading, polygon: &Polygon<'_>) -> Vec<Example> {
    let mut examples = Vec::new();
    // Polygon has them among the assets; other tools that write its format do not.
    let places = polygon.problem.child("assets").into_iter().chain([polygon.problem]);
    for solution in places.flat_map(|place| place.listed("solutions", "solution")) {
        examples.extend(example(reading, polygon, solution));
    }
    if !examples.iter().any(|example| example.path.starts_with("accepted/")) {
        let message = "has no solution that is to be accepted: nothing shows that the problem can be solved";
        reading.faults.warn(polygon.file, message);
    }
    examples.sort_by(|a, b| a.path.cmp(&b.path));
    examples
}

fn example(reading: &mut Reading, polygon: &Polygon<'_>, solution: &Element) -> Option<Example> {
    let source = source(reading, polygon, solution, "solution")?;
    if source.language.is_none() {
        reading
            .faults
            .warn(source.path, "cannot be judged: it is in a language that this judge does not have");
    }
    let tag = solution.attribute("tag").unwrap_or_default();
    let expected = expectation(tag);
    if expected.is_none() {
        let known = TAGS.iter().map(|(tag, ..)| *tag);
        let hint = nearest(tag, known).map_or(String::new(), |known| format!(" (did you mean {known}?)"));
        let message = format!("the tag {tag:?} says nothing of what to expect{hint}");
        polygon.doubtful(reading, solution, message);
    }
    let hash = reading.store_source(source.path, source.leaf)?;
    Some(Example {
        path: format!("{}/{}", folder(tag), super::last(source.path)),
        language: source.language.map(|language| language.id.clone()),
        files: [(source.name(), hash)].into(),
        expected,
        entry: None,
    })
}

/// Where such a solution lies in an ICPC package.
fn folder(tag: &str) -> String {
    match tag {
        "main" | "accepted" => "accepted".to_owned(),
        "" => "other".to_owned(),
        _ => tag.replace(['-', '/'], "_"),
    }
}

const WRONG: &[Verdict] = &[Wa, Pe, Pa];
const SLOW: &[Verdict] = &[Tle, Ile];
const HEAVY: &[Verdict] = &[Mle];
const CRASH: &[Verdict] = &[Re, Ole];

/// Whether a case has to fail, or may.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Must {
    Fail,
    MayFail,
}

/// A tag, and how its solutions may fail; any case may be accepted.
type Promise = (&'static str, &'static [&'static [Verdict]], Must);

const TAGS: [Promise; 10] = [
    ("main", &[], Must::MayFail),
    ("accepted", &[], Must::MayFail),
    ("rejected", &[WRONG, SLOW, HEAVY, CRASH], Must::Fail),
    ("failed", &[WRONG, SLOW, HEAVY, CRASH], Must::Fail),
    ("wrong-answer", &[WRONG], Must::Fail),
    // Many checkers tell a wrong form as a wrong answer.
    ("presentation-error", &[WRONG], Must::Fail),
    ("time-limit-exceeded", &[SLOW], Must::Fail),
    ("time-limit-exceeded-or-accepted", &[SLOW], Must::MayFail),
    ("time-limit-exceeded-or-memory-limit-exceeded", &[SLOW, HEAVY], Must::Fail),
    ("memory-limit-exceeded", &[HEAVY], Must::Fail),
];

fn expectation(tag: &str) -> Option<Expectation> {
    let (_, failures, must) = TAGS.iter().find(|(known, ..)| *known == tag)?;
    let failures = failures.concat();
    let permitted = [&[Ac], failures.as_slice()].concat();
    let required = if *must == Must::Fail { failures } else { Vec::new() };
    Some(Expectation::of_cases(permitted, required))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::{Seen, SeenCase};

    #[test]
    fn tags_promise_what_polygon_says() {
        for (tag, good, bad) in [
            ("main", vec![Ac, Ac], vec![Ac, Wa]),
            ("accepted", vec![Ac], vec![Tle]),
            ("rejected", vec![Ac, Re], vec![Ac]),
            ("failed", vec![Mle, Ac], vec![Ac]),
            ("wrong-answer", vec![Ac, Wa], vec![Wa, Tle]),
            ("presentation-error", vec![Pe, Ac], vec![Ac]),
            ("time-limit-exceeded", vec![Tle, Ac], vec![Ac]),
            ("time-limit-exceeded-or-accepted", vec![Ac, Ac], vec![Wa]),
            ("time-limit-exceeded-or-accepted", vec![Ac, Tle], vec![Tle, Wa]),
            ("time-limit-exceeded-or-memory-limit-exceeded", vec![Ac, Mle], vec![Ac]),
            ("memory-limit-exceeded", vec![Mle], vec![Tle]),
        ] {
            let expected = expectation(tag).unwrap();
            let broken = |verdicts: &[Verdict]| {
                let case = |&verdict| SeenCase {
                    name: "tests/1",
                    verdict,
                    message: "",
                    cpu: std::time::Duration::ZERO,
                };
                expected.broken(&Seen { cases: verdicts.iter().map(case).collect(), ..Seen::default() })
            };
            assert_eq!(broken(&good), None, "{tag} {good:?}");
            assert!(broken(&bad).is_some(), "{tag} {bad:?}");
        }
        assert_eq!(expectation("do-not-run"), None);
    }
}
