//! The packages in `tests/packages/icpc`: every kind of problem in every version of the format.

use std::collections::BTreeMap;

use crate::builder::bytes;
use crate::checked_in::place;
use problem::version::{
    Aggregation, Asked, InteractorProtocol, Kind, Markup, OnReject, Passes, Points, Rules, TestNode,
    VerdictRule, Wants,
};
use problem::{Blobs, Hash, OutputValidator, Package, TestGroup, Version};

fn open(name: &str) -> Package {
    Package::open(&place("icpc").join(name)).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"))
}

fn warned(package: &Package) -> Vec<String> {
    package.warnings.iter().map(ToString::to_string).collect()
}

fn group<'a>(version: &'a Version, name: &str) -> &'a TestGroup {
    version.tests.groups().into_iter().find(|group| group.name == name).unwrap()
}

/// What each case of a group is worth.
fn worth(group: &TestGroup) -> Vec<Option<f64>> {
    let points = |node: &TestNode| match node {
        TestNode::Case(case) => Some(case.points.map(Points::get)),
        TestNode::Group(_) => None,
    };
    group.children.iter().filter_map(points).collect()
}

fn text(package: &Package, hash: Hash) -> String {
    String::from_utf8(package.read(hash).unwrap()).unwrap()
}

#[test]
fn all_are_read_and_most_without_a_word() {
    let mut warned = BTreeMap::new();
    for entry in std::fs::read_dir(place("icpc")).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            let name = entry.file_name().into_string().unwrap();
            warned.insert(name.clone(), open(&name).warnings.len());
        }
    }
    let loud: Vec<(&str, usize)> =
        warned.iter().filter(|(_, count)| **count > 0).map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(warned.len(), 16);
    assert_eq!(loud, [("domjudge", 1), ("no-yaml", 3), ("promises", 1)]);
}

#[test]
fn groups_have_their_points_by_the_rules_of_their_place() {
    let version = open("scoring").version;
    let points = |number: u32| Some(Points::from(number));
    assert_eq!(version.scoring.as_ref().unwrap().max, points(100));
    let rules = |name: &str| &group(&version, name).rules;
    assert!(rules("sample").uncounted);
    assert_eq!((rules("secret").aggregation, rules("secret").max), (Aggregation::Sum, points(100)));
    assert_eq!(rules("secret").requires[0].group, "sample");
    let made: Vec<_> = ["secret/1-small", "secret/2-near", "secret/3-large"]
        .into_iter()
        .map(|name| (rules(name).aggregation, rules(name).max, worth(group(&version, name))))
        .collect();
    assert_eq!(
        made,
        [
            (Aggregation::All, points(20), vec![None, None]),
            (Aggregation::Sum, points(50), vec![Some(25.0), Some(25.0)]),
            (Aggregation::Min, points(30), vec![Some(30.0), Some(30.0)]),
        ]
    );
    let required: Vec<(&str, Asked)> = rules("secret/3-large")
        .requires
        .iter()
        .map(|required| (required.group.as_str(), required.what))
        .collect();
    assert_eq!(required, [("sample", Asked::Accepted), ("secret/1-small", Asked::Accepted)]);
    let near = version.tests.cases().into_iter().find(|case| case.name == "secret/2-near/1").unwrap();
    assert_eq!(near.validator_args, ["half"]);
}

#[test]
fn without_a_bound_the_validator_says_what_a_case_gives() {
    let version = open("unbounded").version;
    assert_eq!(version.scoring.as_ref().unwrap().max, None);
    let secret = group(&version, "secret");
    assert_eq!((secret.rules.max, worth(secret)), (None, vec![None, None]));
    let scores: Vec<_> = version
        .submissions
        .iter()
        .filter_map(|example| example.expected.as_ref()?.also.first()?.score)
        .map(|(least, most)| (least.get(), most.get()))
        .collect();
    assert_eq!(scores, [(45.0, 45.0), (2.0, 2.0)]);
}

#[test]
fn interactive_problems_have_an_interactor_and_show_a_talk() {
    let package = open("interactive");
    let version = &package.version;
    assert_eq!(version.output_validator, OutputValidator::Interactor);
    let interactor = version.interactor.as_ref().unwrap();
    assert_eq!((interactor.protocol, interactor.processes), (InteractorProtocol::Icpc, 1));
    assert_eq!(interactor.program.path, "output_validator/talk.py");
    let sample = version.cases()[0];
    assert_eq!(text(&package, sample.interaction.unwrap()), ">500\n<lower\n>250\n<correct\n");
    assert_eq!(version.passes, Passes::One);
    assert_eq!(version.cases().len(), 4);
}

#[test]
fn multi_pass_problems_know_how_often() {
    let version = open("multi-pass").version;
    assert_eq!(version.passes, Passes::Next { most: 2 });
    assert!(matches!(version.output_validator, OutputValidator::Program { .. }));
    assert!(version.interactor.is_none() && version.cases()[0].interaction.is_some());
    let legacy = open("legacy-interactive").version;
    assert_eq!(legacy.passes, Passes::Next { most: 3 });
}

#[test]
fn a_group_has_a_test_of_the_source_before_all_others() {
    let version = open("on-source").version;
    let program = version.static_validator.as_ref().unwrap();
    assert_eq!(program.path, "static_validator/look.py");
    let first = |name: &str| match &group(&version, name).children[0] {
        TestNode::Case(case) => case.clone(),
        TestNode::Group(_) => panic!("a group"),
    };
    let right = first("secret/1-right");
    assert!(right.on_source && !right.sample && right.name == "secret/1-right/static_validation");
    assert_eq!(right.validator_args, ["short", "75"]);
    assert_eq!(worth(group(&version, "secret/1-right")), [Some(10.0), Some(30.0), Some(30.0)]);
    assert_eq!(worth(group(&version, "secret/2-no-loop")), [None, None]);
    assert_eq!(version.cases()[0].name, "sample/1");
    assert_eq!(version.cases().iter().filter(|case| case.on_source).count(), 2);
}

#[test]
fn several_validators_are_files_and_folders_in_the_order_of_their_names() {
    let version = open("several-validators").version;
    let paths: Vec<&str> =
        version.output_validator.programs().iter().map(|program| program.path.as_str()).collect();
    assert_eq!(paths, ["output_validators/divides.py", "output_validators/form"]);
    assert!(matches!(version.output_validator, OutputValidator::Every { .. }));
}

#[test]
fn a_folder_with_a_build_or_a_run_script_is_a_program_whatever_else_lies_in_it() {
    let version = open("scripts").version;
    let [checker] = version.output_validator.programs() else { panic!("one") };
    assert_eq!((checker.language.as_str(), checker.path.as_str()), ("script", "output_validators/divides"));
    assert_eq!(checker.files.keys().collect::<Vec<_>>(), ["build", "divides.cc"]);
    let [number] = version.input_validators.as_slice() else { panic!("one") };
    assert_eq!(
        (number.program.language.as_str(), number.program.path.as_str()),
        ("script", "input_validators/number")
    );
}

#[test]
fn sources_beside_each_other_are_one_program_where_one_uses_another() {
    let legacy = "name: Sum\nlimits: {time_limit: 1}\nvalidation: custom\n";
    let count = |files: &[(&str, &str)]| {
        let mut package = crate::builder::good().yaml(legacy);
        for (name, text) in files {
            package = package.with(&format!("output_validators/{name}"), text);
        }
        package.open().unwrap().version.output_validator.programs().len()
    };
    assert_eq!(count(&[("a.py", "import b\n"), ("b.py", "")]), 1);
    assert_eq!(count(&[("a.cpp", "#include \"b.h\"\n"), ("b.cpp", ""), ("b.h", "")]), 1);
    assert_eq!(count(&[("A.java", ""), ("B.java", "")]), 1);
    assert_eq!(count(&[("a.py", "import sys\n"), ("b.py", ""), ("notes.txt", "")]), 2);
    assert_eq!(count(&[("a.cpp", ""), ("b/b.py", ""), ("c/c.py", "")]), 3);
    assert_eq!(count(&[("build", ""), ("a.cpp", ""), ("b.cpp", "")]), 1);
}

#[test]
fn answers_are_handed_in_without_a_language() {
    let version = open("submit-answer").version;
    assert_eq!(version.kind, Kind::Answers);
    let all = &version.submissions[0];
    assert_eq!((all.path.as_str(), all.language.as_deref()), ("accepted/all", None));
    assert_eq!(all.files.keys().collect::<Vec<_>>(), ["0.out", "1.out", "2.out"]);
}

#[test]
fn functions_come_with_files_arguments_and_constants() {
    let package = open("function");
    let version = &package.version;
    let stubs = &version.stubs;
    assert_eq!(stubs.files.keys().collect::<Vec<_>>(), ["cpp", "default", "python3"]);
    assert_eq!(
        stubs.entry.iter().map(|(id, file)| (id.as_str(), file.as_str())).collect::<Vec<_>>(),
        [("cpp", "main.cpp"), ("python3", "main.py")]
    );
    assert_eq!(text(&package, stubs.files["default"]["most.txt"]), "100\n");
    assert!(text(&package, stubs.files["cpp"]["main.cpp"]).contains("twice(number), 100)"));
    let statement = version.statements["en"];
    assert_eq!(statement.markup, Markup::Tex);
    assert!(text(&package, statement.source).contains(r"at most 100, \textbf{ten} times"));
    let case = version.tests.cases().into_iter().find(|case| case.name == "secret/2").unwrap();
    assert_eq!(case.args, ["from-file"]);
    assert_eq!(bytes(&package, case.files["numbers.txt"]), b"7 8\n");
    assert_eq!(case.hint.as_deref(), Some("The numbers are in a file."));
    assert_eq!(version.attachments.keys().collect::<Vec<_>>(), ["templates/cpp/twice.cpp", "twice.h"]);
    assert_eq!(version.editorials.texts["en"].markup, Markup::Markdown);
    assert_eq!(version.tags.iter().collect::<Vec<_>>(), ["files", "functions"]);
    assert_eq!(version.revision.as_deref(), Some("2"));
    assert_eq!(version.uuid.as_deref(), Some("6d0fd1f6-8f0a-4c8c-9d3f-000000000006"));
    assert_eq!(version.assets.keys().collect::<Vec<_>>(), ["arrow.png"]);
    for hash in version.blobs() {
        assert_eq!(Hash::of(&bytes(&package, hash)), hash, "all of it can be opened");
    }
}

#[test]
fn validators_have_tests_and_arguments_of_their_own() {
    let version = open("promises").version;
    let tests: Vec<(&str, Wants, bool, bool)> = version
        .validator_tests
        .iter()
        .map(|test| (test.name.as_str(), test.wants, test.answer.is_some(), test.output.is_some()))
        .collect();
    assert_eq!(
        tests,
        [
            ("invalid_input/digits", Wants::InvalidInput, false, false),
            ("invalid_output/word", Wants::InvalidOutput, true, true),
            ("valid_output/blanks", Wants::ValidOutput, true, true),
        ]
    );
    assert_eq!(version.validator_tests[0].description.as_deref(), Some("A digit is no letter."));
    let inputs: Vec<(&str, u8)> = version
        .input_validators
        .iter()
        .map(|validator| (validator.program.path.as_str(), validator.accepts))
        .collect();
    assert_eq!(inputs, [("input_validators/letters.py", 42), ("input_validators/lines", 42)]);
    let case = version.cases()[1];
    assert_eq!(case.input_args_of["input_validators/lines"], ["many"]);
    assert_eq!(case.input_args_of["input_validators/letters.py"], ["any"]);
    let margins = version.limits.margins.unwrap();
    assert_eq!(
        (margins.accepted_thousandths, margins.slow_thousandths, margins.resolution_ms),
        (3_000, 1_200, 500)
    );
}

#[test]
fn drafts_have_keys_of_both_worlds() {
    let version = open("draft").version;
    assert_eq!(version.names["sv"], "Nära nog");
    assert_eq!(version.tags.iter().collect::<Vec<_>>(), ["floats", "numbers"]);
    let cases = version.tests.cases();
    assert_eq!(cases[0].validator_args, ["float_tolerance", "1e-6"]);
    assert_eq!(cases[2].validator_args, ["float_absolute_tolerance", "1e-3"]);
    assert_eq!(cases[2].args, ["exactly", "this one"]);
    assert_eq!(cases[2].input_args, ["strict"]);
    assert_eq!(version.validator_tests[0].wants, Wants::InvalidInput);
}

#[test]
fn legacy_groups_have_the_rules_of_their_flags() {
    let version = open("legacy-scoring").version;
    let points = |number: u32| Some(Points::from(number));
    let rules = |name: &str| group(&version, name).rules.clone();
    let scored = Rules { max: points(100), ..Rules::default() };
    assert_eq!(rules(""), Rules { verdict: VerdictRule::Worst, only_accepted: true, ..scored.clone() });
    assert_eq!(rules("secret"), Rules { any_accepted: true, ..scored.clone() });
    assert!(rules("sample").uncounted);
    let minimum = Rules { aggregation: Aggregation::Min, on_reject: OnReject::Group, ..scored };
    assert_eq!(rules("secret/1"), Rules { max: points(40), ..minimum.clone() });
    assert_eq!(rules("secret/2"), Rules { max: points(60), ..minimum });
    assert_eq!(worth(group(&version, "secret/1")), [Some(40.0), Some(40.0)]);
    let scoring = version.scoring.as_ref().unwrap();
    assert_eq!((scoring.max, scoring.lowest_wins), (points(100), false));
}

#[test]
fn legacy_graders_are_given_their_flags() {
    let package = open("legacy-grader");
    let version = &package.version;
    let grader = |name: &str| group(version, name).rules.grader.as_ref();
    let flags: Vec<&str> = grader("secret").unwrap().args.iter().map(String::as_str).collect();
    assert_eq!(flags, ["count", "the failures"]);
    assert_eq!(grader("").unwrap().program.path, "graders/count");
    assert!(grader("sample").is_none(), "a group may have the default one");
    let scoring = version.scoring.as_ref().unwrap();
    assert_eq!((scoring.max, scoring.lowest_wins), (None, true));
    assert_eq!(version.names["en"], "Copy it");
    assert_eq!(worth(group(version, "secret")), [Some(0.0), Some(0.0)]);
}

#[test]
fn legacy_interactive_problems_need_no_answers() {
    let package = open("legacy-interactive");
    let version = &package.version;
    let interactor = version.interactor.as_ref().unwrap();
    assert_eq!(interactor.args, ["--strict", "two words"]);
    assert!(version.tests.cases().iter().all(|case| bytes(&package, case.answer).is_empty()));
    assert_eq!(version.tests.cases().len(), 2, "a talk alone is no case");
    assert_eq!(version.talks.keys().collect::<Vec<_>>(), ["sample/1"]);
    let statement = text(&package, version.statements["en"].source);
    assert!(statement.starts_with("````\nYou are told"), "its fence is longer than the text's: {statement}");
    assert!(statement.ends_with("\n````\n"), "{statement}");
}

#[test]
fn packages_of_domjudge_are_read_with_their_tags() {
    let package = open("domjudge");
    let version = &package.version;
    assert_eq!((version.names["en"].as_str(), version.limits.time_ms), ("The larger one", 2_000));
    assert_eq!(version.statements["en"].markup, Markup::Html);
    let promised: Vec<(&str, Vec<String>)> = version
        .submissions
        .iter()
        .map(|example| {
            let result = example.expected.iter().flat_map(|expected| &expected.result);
            (example.path.as_str(), result.map(ToString::to_string).collect())
        })
        .collect();
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        promised,
        [
            ("accepted/max.py", vec![]),
            ("compiler_error/none.c", vec![]),
            ("mixed/perhaps.py", vec![]),
            ("mixed/second.py", texts(&["WA", "PE"])),
            ("mixed/stops.c", texts(&["RE", "MLE", "WA", "PE"])),
        ]
    );
    assert!(version.submissions[2].expected.is_none(), "people are to look");
}

#[test]
fn tests_alone_are_a_package() {
    let package = open("no-yaml");
    assert_eq!(package.version.names["en"], "no-yaml");
    assert_eq!(
        package.version.limits,
        problem::Limits {
            margins: package.version.limits.margins,
            memory_bytes: 2 << 30,
            ..Default::default()
        }
    );
    assert!(warned(&package)[0].starts_with("problem.yaml: is missing"));
}
