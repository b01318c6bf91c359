//! What a package promises of its submissions.

use crate::builder::{Builder, GOOD_YAML, expect, good};
use crate::checked_in::place;
use Verdict::{Ac, Re, Tle, Wa};
use std::time::Duration;

use problem::version::{Example, Seen, SeenCase, TimeBound};
use problem::{Expectation, Package, Verdict};

fn rules(text: &str) -> Builder {
    good().with("submissions/wrong_answer/w.py", "").with("submissions/submissions.yaml", text)
}

fn example(package: &Builder, path: &str) -> Example {
    let version = package.open().unwrap().version;
    version.submissions.into_iter().find(|example| example.path == path).unwrap()
}

fn expected(package: &Builder, path: &str) -> Expectation {
    example(package, path).expected.unwrap()
}

fn broken(expected: &Expectation, sample: Verdict, secret: Verdict) -> Option<String> {
    let case = |name, verdict| SeenCase { name, verdict, message: "too large: 7", cpu: Duration::ZERO };
    let cases = vec![case("sample/1", sample), case("secret/1", secret)];
    expected.broken(&Seen { cases, ..Seen::default() })
}

#[test]
fn rules_are_kept_beside_what_the_folder_promises() {
    let package = rules("wrong_answer/*.py:\n  sample: {permitted: [AC]}\n  message: too large\n");
    let expected = expected(&package, "wrong_answer/w.py");
    assert_eq!(expected.also.len(), 2);
    assert_eq!(broken(&expected, Ac, Wa), None);
    assert_eq!(broken(&expected, Wa, Ac).unwrap(), "sample/1 is WA, not AC");
    assert_eq!(broken(&expected, Ac, Ac).unwrap(), "no case is WA or PE");
    let quiet = expected_message(&package);
    assert_eq!(quiet, ["too large"]);
}

fn expected_message(package: &Builder) -> Vec<String> {
    let expected = expected(package, "wrong_answer/w.py");
    expected.also.iter().filter_map(|more| more.message.clone()).collect()
}

#[test]
fn a_rule_of_the_folders_name_stands_in_place_of_the_formats() {
    let package = rules("wrong_answer: {permitted: [AC, WA, TLE]}\n");
    let replaced = expected(&package, "wrong_answer/w.py");
    assert!(replaced.also.is_empty());
    assert_eq!(broken(&replaced, Tle, Wa), None);
    assert!(broken(&replaced, Tle, Tle).is_some(), "one must still be wrong");
    let added = expected(&rules("wrong_answer/*: {permitted: [AC, WA, TLE]}\n"), "wrong_answer/w.py");
    assert!(broken(&added, Tle, Wa).is_some());
}

#[test]
fn the_time_limit_is_bounded_by_those_that_must_or_must_not_be_slow() {
    let bound = |text: &str, path: &str| {
        let expected = expected(&rules(text), path);
        [&expected].into_iter().chain(&expected.also).filter_map(|one| one.time).collect::<Vec<_>>()
    };
    assert_eq!(bound("", "accepted/a.py"), [TimeBound::Lower]);
    assert_eq!(bound("accepted: {use_for_time_limit: no}\n", "accepted/a.py"), []);
    assert_eq!(
        bound("wrong_answer: {use_for_time_limit: upper, required: [TLE]}\n", "wrong_answer/w.py"),
        [TimeBound::Upper]
    );
    assert_eq!(
        bound("wrong_answer/w.py: {required: [TLE]}\n", "wrong_answer/w.py"),
        [TimeBound::Lower, TimeBound::Upper]
    );
    assert_eq!(bound("wrong_answer/w.py: {required: [TLE, RTE]}\n", "wrong_answer/w.py"), [TimeBound::Lower]);
}

#[test]
fn rules_name_the_language_and_the_entry() {
    let package = rules("'*/w.*': {language: pypy3, entrypoint: w.py}\n");
    let ruled = example(&package, "wrong_answer/w.py");
    assert_eq!((ruled.language.as_deref(), ruled.entry.as_deref()), (Some("pypy3"), Some("w.py")));
    let unknown = rules("wrong_answer:\n  language: cobol\n");
    expect(
        &unknown.faults(),
        &["submissions.yaml:2: wrong_answer/w.py cannot be judged: this judge has no language \"cobol\""],
    );
}

#[test]
fn rules_that_are_none_are_told_with_their_line() {
    for (text, told) in [
        ("x: 1\naccepted/**: {permitted: [AC]}\n", "submissions.yaml:2: \"accepted/**\" has **"),
        ("accepted: {permitted: [OK]}\n", "submissions.yaml:1: permitted must have AC, WA, TLE and RTE only"),
        ("accepted:\n  permitted: []\n", "submissions.yaml:2: permitted is empty"),
        ("accepted:\n  permitted: [AC]\n  required: [WA]\n", "submissions.yaml:3: required has nothing"),
        ("accepted:\n  score: 5\n", "submissions.yaml:2: score is for scoring problems"),
        (
            "accepted:\n  permited: [AC]\n",
            "submissions.yaml:2: accepted.permited is not a known key: did you mean accepted.permitted?",
        ),
        ("accepted:\n  secret:\n    permitted: [XX]\n", "submissions.yaml:3: permitted must"),
        (
            "accepted/a.py: {permitted: [WA]}\n",
            "submissions.yaml:1: leaves no verdict that accepted/a.py could have on sample",
        ),
        ("accepted: 5\n", "submissions.yaml:1: accepted must be a map"),
    ] {
        let errors = rules(text).errors();
        assert!(errors.iter().any(|fault| fault.contains(told)), "{text}: {errors:?}");
    }
    let scoring = good()
        .yaml(&format!("{GOOD_YAML}type: scoring\n"))
        .with("submissions/submissions.yaml", "accepted: {score: [5, 1]}\n");
    expect(&scoring.errors(), &["submissions.yaml:1: score must be a number, or a list"]);
}

#[test]
fn rules_about_nothing_are_told() {
    let package = rules("accepted/b.py: {permitted: [AC]}\naccepted:\n  secret/*-hard: {permitted: [AC]}\n");
    expect(
        &package.faults(),
        &[
            "submissions/submissions.yaml:1: \"accepted/b.py\" is the path of no submission",
            "submissions/submissions.yaml:3: is about no group or case",
        ],
    );
}

#[test]
fn a_tag_counts_where_the_folder_says_nothing() {
    let tagged = good()
        .with("submissions/mixed/m.py", "# @EXPECTED_RESULTS@: TIMELIMIT\n")
        .with("submissions/mixed/odd.py", "# @EXPECTED_RESULTS@: SLOW\n")
        .with("submissions/wrong_answer/w.py", "# @EXPECTED_RESULTS@: correct\n");
    assert_eq!(expected(&tagged, "mixed/m.py").result, [Tle, Verdict::Ile]);
    assert_eq!(expected(&tagged, "wrong_answer/w.py").result, []);
    expect(
        &tagged.faults(),
        &[
            "submissions/mixed: is no folder of the format",
            "submissions/mixed/odd.py: has a tag with \"SLOW\", which is no result",
            "submissions/wrong_answer/w.py: has a tag @EXPECTED_RESULTS@ that its folder contradicts",
        ],
    );
}

#[test]
fn the_package_of_promises_keeps_them_all_in_mind() {
    let version = Package::open(&place("icpc/promises")).unwrap().version;
    let by_path = |path: &str| {
        let example = version.submissions.iter().find(|example| example.path == path).unwrap();
        example.expected.clone().unwrap()
    };
    let places: Vec<String> =
        by_path("wrong_answer/lines.py").also.iter().map(|one| one.places.join(" ")).collect();
    assert_eq!(places, ["sample", "secret/1-easy", "secret/2-hard"]);
    let mixed = by_path("mixed/stops.py");
    assert_eq!(mixed.required, [Re, Verdict::Mle, Verdict::Ole]);
    assert_eq!(mixed.also[0].places, ["secret/2-hard"]);
    assert_eq!(by_path("accepted/split.py").time, Some(TimeBound::Lower));
}
