//! Problems with points: what groups say of them, and what is wrong with that.

use crate::builder::{Builder, GOOD_YAML, expect, good};
use problem::TestGroup;
use problem::version::{Aggregation, Points, VerdictRule};

/// A scoring problem of the current format with three groups of two cases.
fn scoring() -> Builder {
    let mut package = good().yaml(&format!("{GOOD_YAML}type: scoring\n")).without("data/secret");
    for group in ["a", "b", "c"] {
        for case in ["1", "2"] {
            package = package
                .with(&format!("data/secret/{group}/{case}.in"), group)
                .with(&format!("data/secret/{group}/{case}.ans"), case);
        }
    }
    package
        .with("data/secret/a/test_group.yaml", "max_score: 20\n")
        .with("data/secret/b/test_group.yaml", "max_score: 30\nscore_aggregation: sum\n")
        .with("data/secret/c/test_group.yaml", "max_score: 50\nscore_aggregation: min\n")
}

fn group(package: &Builder, name: &str) -> TestGroup {
    let version = package.open().unwrap().version;
    version.tests.groups().into_iter().find(|group| group.name == name).unwrap().clone()
}

#[test]
fn groups_that_fit_are_read_without_a_word() {
    assert_eq!(scoring().faults(), [""; 0]);
}

#[test]
fn cases_without_groups_share_all_the_points() {
    let flat = good()
        .yaml(&format!("{GOOD_YAML}type: scoring\n"))
        .with("data/secret/2.in", "")
        .with("data/secret/2.ans", "")
        .with("data/secret/3.in", "x")
        .with("data/secret/3.ans", "");
    assert_eq!(flat.faults(), [""; 0]);
    let version = flat.open().unwrap().version;
    let points: Vec<f64> = version.tests.cases()[1..].iter().map(|case| case.points.unwrap().get()).collect();
    assert!((points.iter().sum::<f64>() - 100.0).abs() < Points::SAME && points.len() == 3);
}

#[test]
fn folders_in_a_group_are_no_groups_and_share_its_points() {
    let nested = scoring().with("data/secret/b/more/3.in", "").with("data/secret/b/more/3.ans", "");
    let names: Vec<String> =
        group(&nested, "secret/b").cases().iter().map(|case| case.name.clone()).collect();
    assert_eq!(names, ["secret/b/1", "secret/b/2", "secret/b/more/3"]);
    assert!(group(&nested, "secret/b").cases().iter().all(|case| case.points == Some(Points::from(10))));
}

#[test]
fn sums_and_missing_points_are_told() {
    let more = scoring().with("data/secret/a/test_group.yaml", "max_score: 21\n");
    expect(&more.errors(), &["data/secret: the groups' max_score come to 101, that of data/secret is 100"]);
    let less = scoring().with("data/secret/test_group.yaml", "output_validator_args: []\nmax_score: 101\n");
    assert_eq!(less.errors(), [""; 0]);
    expect(&less.faults(), &["data/secret/test_group.yaml:2: the groups' max_score come to 100"]);
    let none = scoring().without("data/secret/a/test_group.yaml");
    expect(&none.errors(), &["data/secret/a: needs a max_score: data/secret has a bound"]);
    let open = none.with("data/secret/test_group.yaml", "max_score: unbounded\n");
    expect(&open.errors(), &["data/secret/a: needs a max_score: the aggregation is pass-fail"]);
    let all =
        scoring().with("data/secret/test_group.yaml", "max_score: unbounded\nscore_aggregation: pass-fail\n");
    expect(
        &all.errors(),
        &[
            "data/secret/b/test_group.yaml:2: score_aggregation must be pass-fail",
            "data/secret/c/test_group.yaml:2: score_aggregation must be pass-fail",
            "data/secret/test_group.yaml:1: max_score must not be unbounded",
        ],
    );
}

#[test]
fn groups_ask_only_for_earlier_ones_that_are_pass_fail() {
    let asks = |group: &str, what: &str| {
        let path = format!("data/secret/{group}/test_group.yaml");
        let points = if group == "c" { "50\nscore_aggregation: min" } else { "20" };
        scoring().with(&path, format!("max_score: {points}\nrequire_pass: {what}\n")).errors()
    };
    assert_eq!(asks("c", "[sample, secret/a]"), [""; 0]);
    expect(
        &asks("a", "secret/b"),
        &["a/test_group.yaml:2: require_pass names \"secret/b\", which is no group before"],
    );
    expect(&asks("a", "[secret/a]"), &["a/test_group.yaml:2: require_pass names \"secret/a\""]);
    expect(
        &asks("c", "secret/b"),
        &["require_pass names secret/b, whose score_aggregation is not pass-fail"],
    );
    expect(&asks("c", "[nothing]"), &["c/test_group.yaml:3: require_pass names \"nothing\""]);
    let secret = scoring().with("data/secret/test_group.yaml", "require_pass: secret/a\n");
    expect(&secret.errors(), &["data/secret/test_group.yaml:1: require_pass names \"secret/a\""]);
    let sample = scoring().with("data/sample/test_group.yaml", "full_feedback: yes\nmax_score: 5\n");
    expect(&sample.errors(), &["data/sample/test_group.yaml:2: max_score must not be set in data/sample"]);
}

#[test]
fn words_that_say_no_points_are_told() {
    for (text, reason) in [
        ("max_score: -1", "max_score must be a whole number"),
        ("max_score: lots", "max_score must be a whole number"),
        ("max_score: 20\nscore_aggregation: max", "score_aggregation must be pass-fail, sum or min"),
        ("max_score: 20\naccept_score: 5", "accept_score is not a known key"),
        (
            "max_score: 20\nstatic_validation_score: 5",
            "static_validation_score is set, and there is no program in static_validator/",
        ),
    ] {
        let told = scoring().with("data/secret/a/test_group.yaml", text).errors();
        assert!(told.iter().any(|fault| fault.contains(reason)), "{text}: {told:?}");
    }
}

#[test]
fn constants_stand_for_points() {
    let package = scoring()
        .yaml(&format!("{GOOD_YAML}type: scoring\nconstants: {{first: 20}}\n"))
        .with("data/secret/a/test_group.yaml", "max_score: {{first}}\n");
    assert_eq!(group(&package, "secret/a").rules.max, Some(Points::from(20)));
}

#[test]
fn drafts_say_points_in_a_map_or_with_the_flags_of_old() {
    let yaml = "problem_format_version: 2023-07-draft\nname: Sum\ntype: scoring\nlimits: {time_limit: 1}\n";
    let map = scoring()
        .yaml(yaml)
        .without("data/secret/a/test_group.yaml")
        .with("data/secret/a/testdata.yaml", "scoring: {score: 10, aggregation: sum}\n");
    assert_eq!(map.faults(), [""; 0]);
    let a = group(&map, "secret/a");
    assert_eq!((a.rules.aggregation, a.rules.max), (Aggregation::Sum, Some(Points::from(20))));
    assert!(a.cases().iter().all(|case| case.points == Some(Points::from(10))));
    let flags = good().yaml(yaml).with(
        "data/secret/testdata.yaml",
        "grader_flags: max always_accept\naccept_score: 7\nreject_score: 2\n",
    );
    assert_eq!(flags.faults(), [""; 0]);
    let secret = group(&flags, "secret");
    assert_eq!((secret.rules.aggregation, secret.rules.verdict), (Aggregation::Max, VerdictRule::Accepted));
    let case = secret.cases()[0].clone();
    assert_eq!((case.points, case.reject_points), (Some(Points::from(7)), Some(Points::from(2))));
}

#[test]
fn old_packages_have_their_points_in_problem_yaml() {
    let package = good().yaml(
        "name: Sum\ntype: scoring\nlimits: {time_limit: 1}\n\
         grading: {objective: min, accept_score: 3, range: 0 inf, on_reject: worst_error}\n",
    );
    let version = package.open().unwrap().version;
    let scoring = version.scoring.unwrap();
    assert_eq!((scoring.max, scoring.lowest_wins), (Some(Points::from(6)), true));
    assert!(version.tests.cases().iter().all(|case| case.points == Some(Points::from(3))));
    // What Kattis' own tools make of a word that they no longer know.
    assert_eq!(version.tests.rules.verdict, VerdictRule::First);
    let wrong = good().yaml(
        "name: Sum\ntype: scoring\nlimits: {time_limit: 1}\ngrading:\n  objective: some\n  on_reject: x\n",
    );
    expect(
        &wrong.errors(),
        &[
            "problem.yaml:5: grading.objective must be max or min",
            "problem.yaml:6: grading.on_reject must be",
        ],
    );
}

#[test]
fn points_in_pass_fail_problems_are_told() {
    let told = |version: &str| {
        good()
            .yaml(&GOOD_YAML.replace("2025-09", version))
            .with("data/secret/test_group.yaml", "max_score: 5\nrequire_pass: sample\n")
    };
    expect(
        &told("2025-09").errors(),
        &[
            "test_group.yaml:1: max_score is for scoring problems",
            "test_group.yaml:2: require_pass is for scoring",
        ],
    );
    assert_eq!(told("2023-07-draft").errors(), [""; 0]);
    let legacy = good()
        .yaml("name: Sum\nlimits: {time_limit: 1}\n")
        .with("data/testdata.yaml", "grader_flags: ignore_sample accept_if_any_accepted\n");
    let version = legacy.open().unwrap().version;
    assert!(version.scoring.is_none() && version.tests.rules.any_accepted);
    assert!(group(&legacy, "sample").rules.uncounted);
}

#[test]
fn graders_without_groups_and_groups_without_graders_are_told() {
    let idle = good().yaml("name: Sum\nlimits: {time_limit: 1}\n").with("graders/grade.py", "");
    expect(&idle.faults(), &["graders/grade.py: is not used", "statement: is called problem_statement"]);
    let two = idle.with("graders/other/x.py", "");
    expect(&two.errors(), &["graders: holds more than one program, and here there is one grader"]);
    let current = good().with("graders/grade.py", "");
    expect(&current.errors(), &["graders: is of older packages"]);
}
