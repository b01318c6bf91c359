//! What the formats' own tools make of a package, where the formats' texts say something else or nothing.

use problem::version::{OnReject, VerdictRule};
use problem::{Verdict, Version};

use crate::builder::{Builder, case, good, group, version};

/// A scoring package as it was before 2025-09, with this beside its tests.
fn scoring(yaml: &str, tests: &str) -> Builder {
    good()
        .without("statement")
        .with("problem_statement/problem.en.tex", "\\problemname{Sum}\nAdd.\n")
        .yaml(&format!("name: Sum\ntype: scoring\nlimits: {{time_limit: 1}}\n{yaml}"))
        .with("data/testdata.yaml", tests)
}

fn points(version: &Version, name: &str) -> [Option<f64>; 2] {
    let case = case(version, name);
    [case.points, case.reject_points].map(|points| points.map(|points| points.get()))
}

#[test]
fn what_a_rejected_group_has_reached_counts_and_that_of_a_rejected_submission_does_not() {
    let version = version(&scoring("", "grader_flags: always_accept\n"));
    let only = |name: &str| group(&version, name).rules.only_accepted;
    assert_eq!((only(""), only("secret"), only("sample")), (true, false, false));
}

#[test]
fn no_errors_are_the_worst_of_them() {
    let version = version(&scoring("", "on_reject: continue\ngrader_flags: no_errors\n"));
    assert_eq!(group(&version, "secret").rules.verdict, VerdictRule::Worst);
}

#[test]
fn what_problem_yaml_says_of_grading_counts_before_what_groups_say() {
    let yaml = "grading: {on_reject: grade, accept_score: 5, range: 0 50}\n";
    let package = scoring(yaml, "on_reject: break\naccept_score: 7\nreject_score: 1\n").open().unwrap();
    assert_eq!(points(&package.version, "secret/1"), [Some(5.0), Some(1.0)]);
    let rules = &group(&package.version, "secret").rules;
    assert_eq!((rules.on_reject, rules.max.map(|max| max.get())), (OnReject::Continue, Some(50.0)));
    let told: Vec<String> = package.warnings.iter().map(ToString::to_string).collect();
    for wanted in
        ["data/testdata.yaml:1: on_reject is ignored", "data/testdata.yaml:2: accept_score is ignored"]
    {
        assert!(told.iter().any(|told| told.starts_with(wanted)), "{wanted}: {told:?}");
    }
    let worst = version(&scoring("grading: {on_reject: worst_error}\n", ""));
    assert_eq!(group(&worst, "secret").rules.on_reject, OnReject::Group);
}

#[test]
fn validators_of_drafts_may_give_points_and_need_not() {
    let draft = Builder::default()
        .with(
            "problem.yaml",
            "problem_format_version: 2023-07-draft\nname: Sum\ntype: scoring\nlimits: {time_limit: 1}\n",
        )
        .with("statement/problem.en.tex", "Add.")
        .with("data/testdata.yaml", "grader_flags: always_accept\n")
        .with("data/secret/1.in", "1 2\n")
        .with("data/secret/1.ans", "3\n");
    let scored = version(&draft.clone().with("output_validator/v.py", "exit(42)\n"));
    assert_eq!(points(&scored, "secret/1"), [None, None]);
    let scoring = scored.scoring.unwrap();
    assert!(scoring.max.is_none() && scoring.points_optional);
    assert_eq!(version(&draft).scoring.unwrap().max.map(|max| max.get()), Some(1.0));
}

#[test]
fn bapctools_has_keys_of_its_own() {
    let yaml = "problem_format_version: 2025-09\nname: Sum\nuuid: x\nverified: by Ada\ncomment: none\nans_is_output: true\n\
                limits: {time_limit: 1, generator_time: 5, visualizer_time: 5}\n";
    let package = good().with("problem.yaml", yaml).open().unwrap();
    assert_eq!(package.warnings, []);
}

#[test]
fn some_of_the_points_is_accepted_in_packages_that_kattis_warns_about() {
    let version =
        version(&scoring("", "range: 0 10\n").with("submissions/partially_accepted/p.py", "print(3)\n"));
    let result = |folder: &str| {
        let path = |path: &str| path.starts_with(folder);
        let example = version.submissions.iter().find(|example| path(&example.path)).unwrap();
        example.expected.as_ref().unwrap().result.clone()
    };
    assert_eq!(result("accepted/"), [Verdict::Ac, Verdict::Pa]);
    assert_eq!(result("partially_accepted/"), [Verdict::Pa]);
}

/// A problem for a DMOJ with one run of a submission.
fn suite(files: &[(&str, &str)]) -> Version {
    let package = Builder::default()
        .with("init.yml", "test_cases:\n- {in: 1.in, out: 1.out, points: 1}\n")
        .with("1.in", "1 2\n")
        .with("1.out", "3\n")
        .with("tests/run/a.py", "print(3)\n");
    version(&files.iter().fold(package, |package, (path, text)| package.with(path, text)))
}

#[test]
fn dmojs_runs_say_more_for_the_system_that_they_are_on() {
    const RUN: &str = "language: PY3\ntime: 2\nmemory: 65536\nsource: a.py\n";
    let run = format!("{RUN}expect: AC\n");
    let version =
        suite(&[("tests/run/test.yml", run.as_str()), ("tests/run/test.posix.yml", "expect: WA\n")]);
    let expected = version.submissions[0].expected.as_ref().unwrap();
    assert_eq!(expected.required, [Verdict::Wa, Verdict::Pe]);
    assert_eq!(suite(&[("tests/run/test.linux.yml", run.as_str())]).submissions.len(), 1);
    let elsewhere = format!("{RUN}arch: [arm64]\n");
    assert_eq!(suite(&[("tests/run/test.yml", elsewhere.as_str())]).submissions.len(), 0);
}
