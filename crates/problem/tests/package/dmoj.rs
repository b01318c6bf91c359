//! DMOJ's problem folders.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use problem::limits::Origin;
use problem::package::{Given, Makes};
use problem::version::{
    Aggregation, Asked, InteractorProtocol, OnReject, PointsAre, Protocol, Seen, SeenCase, TestNode,
    VerdictRule,
};
use problem::{Comparison, Fault, Hash, OutputValidator, Package, Verdict};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::builder::{Builder, bytes, case, expect, group, names, version};

const LIST: &str =
    "test_cases:\n- {in: 1.in, out: 1.out, points: 40}\n- {in: 2.in, out: 2.out, points: 60}\n";

fn files() -> Builder {
    Builder::default().with("1.in", "1 2\n").with("1.out", "3\n").with("2.in", "3 4\n").with("2.out", "7\n")
}

fn good() -> Builder {
    files().with("init.yml", LIST)
}

fn init(text: &str) -> Builder {
    files().with("init.yml", text)
}

fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in files {
        zip.start_file(*path, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Of an archive and what `init.yml` says beyond it.
fn packed(rest: &str, files: &[(&str, &str)]) -> Builder {
    Builder::default().with("tests.zip", zip(files)).with("init.yml", format!("archive: tests.zip\n{rest}"))
}

fn native(checker: &str, args: &[&str]) -> OutputValidator {
    OutputValidator::Native { comparison: Comparison::dmoj(checker, args.iter().copied()).unwrap() }
}

#[test]
fn a_list_of_cases_is_read_with_its_points() {
    let package = good().open().unwrap();
    let version = &package.version;
    assert_eq!((version.slug.as_str(), version.name("en")), ("sum", "sum"));
    assert_eq!(names(version), ["secret/1", "secret/2"]);
    assert_eq!(version.output_validator, native("standard", &[]));
    let points: Vec<f64> = version.tests.cases().iter().map(|case| case.points.unwrap().get()).collect();
    assert_eq!(points, [40.0, 60.0]);
    assert_eq!(version.scoring.as_ref().unwrap().max.unwrap().get(), 100.0);
    assert_eq!(group(version, "secret").rules.aggregation, Aggregation::Sum);
    assert_eq!(group(version, "").rules.verdict, VerdictRule::Worst);
    assert_eq!(version.limits.output_bytes, 25_165_824);
    assert_eq!(bytes(&package, version.cases()[1].answer), b"7\n");
    let told: Vec<String> = package.warnings.iter().map(ToString::to_string).collect();
    expect(&told, &["init.yml: has no title and no statement", "--time-limit and --memory-limit"]);
}

#[test]
fn limits_are_the_ones_that_were_given() {
    let place = TempDir::new().unwrap();
    good().write(place.path());
    let given = Given { time_ms: Some(700), memory_bytes: Some(64 << 20), ..Given::default() };
    let place = place.path().join("p");
    good().write(&place);
    let package = Package::open_as(&place, &given).unwrap();
    let limits = &package.version.limits;
    assert_eq!((limits.time_ms, limits.time_origin, limits.memory_bytes), (700, Origin::Explicit, 64 << 20));
    assert!(
        package.warnings.iter().all(|fault| !fault.message.contains("--time-limit")),
        "{:?}",
        package.warnings
    );
}

#[test]
fn limits_of_nodes_are_the_problems_or_the_cases() {
    let text = "time-limit: 1.5\nmemory_limit: 65536\ntest_cases:\n- {in: 1.in, out: 1.out}\n\
                - {in: 2.in, out: 2.out, time_limit: 3}\n- batched: [{in: 1.in, out: 2.out}]\n  memory_limit: 1024\n";
    let version = version(&init(text));
    assert_eq!((version.limits.time_ms, version.limits.memory_bytes), (1_500, 64 << 20));
    let limits = |name: &str| (case(&version, name).limits.time_ms, case(&version, name).limits.memory_bytes);
    assert_eq!(limits("secret/1"), (None, None));
    assert_eq!(limits("secret/2"), (Some(3_000), None));
    assert_eq!(limits("secret/batch1/3"), (None, Some(1 << 20)));
}

#[test]
fn loose_files_go_before_those_of_the_archive() {
    let package =
        packed(LIST, &[("1.in", "packed"), ("1.out", "3"), ("2.in", "3 4"), ("2.out", "7"), ("x", "")])
            .with("1.in", "loose")
            .open()
            .unwrap();
    assert_eq!(bytes(&package, package.version.cases()[0].input), b"loose\n");
    assert_eq!(bytes(&package, package.version.cases()[1].answer), b"7\n");
    let told: Vec<String> = package.warnings.iter().map(ToString::to_string).collect();
    assert!(
        told.iter().any(|fault| fault.contains("tests.zip: has 2 files that no case uses, such as 1.in")),
        "{told:?}"
    );
}

#[test]
fn texts_get_unix_line_ends_and_binary_data_keep_theirs() {
    let text = "test_cases:\n- {in: a, out: b}\n- {in: a, out: b, binary-data: yes}\n";
    let package = init(text).with("a", "1\r\n2\r3").with("b", "").open().unwrap();
    let read = |at: usize| bytes(&package, package.version.cases()[at].input);
    assert_eq!((read(0), read(1)), (b"1\n2\n3\n".to_vec(), b"1\r\n2\r3".to_vec()));
    assert_eq!(bytes(&package, package.version.cases()[0].answer), b"");
    let own = case(&package.version, "secret/2").comparison.clone().unwrap();
    assert_eq!(own.args(), ["binary_data=true"]);
    assert_eq!(case(&package.version, "secret/1").comparison, None);
}

#[test]
fn batches_are_groups_that_ask_for_earlier_ones() {
    let text = "test_cases:\n- {in: 1.in, out: 1.out, points: 0}\n\
                - batched: [{in: 1.in, out: 1.out, points: 7}, {in: 2.in, out: 2.out}]\n  points: 30\n\
                - {in: 2.in, out: 2.out, points: 20}\n\
                - batched: [{in: 2.in, out: 2.out}]\n  points: 50\n  dependencies: [1]\n\
                - {in: 1.in, out: 1.out, points: 0}\n";
    let version = version(&init(text));
    assert_eq!(
        names(&version),
        [
            "sample/1",
            "secret/batch1/2",
            "secret/batch1/3",
            "secret/4",
            "secret/batch2/5",
            "secret/pretest6/6"
        ]
    );
    assert!(case(&version, "sample/1").sample && !case(&version, "secret/pretest6/6").sample);
    let first = &group(&version, "secret/batch1").rules;
    assert_eq!((first.aggregation, first.max.unwrap().get()), (Aggregation::Min, 30.0));
    assert_eq!((first.on_reject, first.requires.len()), (OnReject::Group, 0));
    // The least of what its cases give is the batch's.
    let points = |name: &str| case(&version, name).points.map(|points| points.get());
    assert_eq!([points("secret/batch1/2"), points("secret/batch1/3")], [Some(30.0); 2]);
    assert_eq!(points("secret/pretest6/6"), Some(0.0));
    let second = &group(&version, "secret/batch2").rules.requires;
    assert_eq!((second[0].group.as_str(), second[0].what), ("secret/batch1", Asked::Accepted));
    for name in ["sample", "secret/pretest6"] {
        let rules = &group(&version, name).rules;
        assert_eq!((rules.on_reject, rules.max.unwrap().get()), (OnReject::Everything, 0.0), "{name}");
    }
    assert_eq!(version.scoring.unwrap().max.unwrap().get(), 100.0);
}

#[test]
fn pretests_are_first_and_batches_are_counted_from_them() {
    let text = "pretest_test_cases:\n- batched: [{in: 1.in, out: 1.out}]\n  points: 5\ntest_cases:\n\
                - batched: [{in: 2.in, out: 2.out}]\n  points: 9\n  dependencies: [1]\n";
    let version = version(&init(text));
    assert_eq!(names(&version), ["sample/batch1/1", "secret/batch2/2"]);
    let pretest = &group(&version, "sample/batch1").rules;
    assert_eq!((pretest.max.unwrap().get(), pretest.on_reject), (0.0, OnReject::Everything));
    assert_eq!(case(&version, "sample/batch1/1").points.map(|points| points.get()), Some(0.0));
    assert_eq!(group(&version, "secret/batch2").rules.requires[0].group, "sample/batch1");
    assert_eq!(version.scoring.unwrap().max.unwrap().get(), 9.0);
}

#[test]
fn a_problem_without_points_is_pass_fail_and_shows_nothing() {
    let version = version(&init("points: 0\ntest_cases: [{in: 1.in, out: 1.out}]\n"));
    assert_eq!(names(&version), ["secret/1"]);
    assert!(version.scoring.is_none() && !version.cases()[0].sample);
}

#[test]
fn short_circuit_ends_everything() {
    let version = version(&init(&format!("short-circuit: on\n{LIST}")));
    assert_eq!(group(&version, "secret").rules.on_reject, OnReject::Everything);
}

#[test]
fn cases_are_found_by_the_names_of_files() {
    let files = [
        ("2.1.in", "a"),
        ("2.1.out", "b"),
        ("2.10.in", "c"),
        ("2.10.out", "d"),
        ("2.9.in", "e"),
        ("2.9.out", "f"),
        ("10.in", "g"),
        ("10.out", "h"),
        ("1.IN", "i"),
        ("1.OUT", "j"),
        ("README", ""),
    ];
    let package = packed("points: 5\n", &files).open().unwrap();
    let version = &package.version;
    assert_eq!(
        names(version),
        ["secret/1", "secret/batch1/2", "secret/batch1/3", "secret/batch1/4", "secret/5"]
    );
    let inputs: Vec<Vec<u8>> = version.tests.cases().iter().map(|case| bytes(&package, case.input)).collect();
    assert_eq!(inputs, [b"i\n", b"a\n", b"e\n", b"c\n", b"g\n"]);
    assert_eq!(version.scoring.as_ref().unwrap().max.unwrap().get(), 15.0);
}

#[test]
fn patterns_and_points_of_cases_can_be_given() {
    let rest = "test_cases:\n  input_format: '(?P<case>\\w+)[.]dat$'\n  output_format: '(?P<case>\\w+)[.]ans$'\n  \
                case_points: [1, 0, 2.5]\n";
    let files =
        [("b.dat", "1"), ("b.ans", "2"), ("10.dat", "3"), ("10.ans", "4"), ("9.dat", "5"), ("9.ans", "6")];
    let package = packed(rest, &files).open().unwrap();
    let points = |name: &str| case(&package.version, name).points.unwrap().get();
    assert_eq!((points("secret/1"), points("secret/3")), (1.0, 2.5));
    assert_eq!(group(&package.version, "secret/pretest2").rules.max.unwrap().get(), 0.0);
    // Words before numbers, and numbers by what they are.
    let inputs: Vec<Vec<u8>> =
        package.version.tests.cases().iter().map(|case| bytes(&package, case.input)).collect();
    assert_eq!(inputs, [b"1\n", b"5\n", b"3\n"]);
}

#[test]
fn a_file_that_another_one_replaces_is_told() {
    let files = [("task.in.1a", "a"), ("task.out.1a", "b"), ("task.in.1b", "c"), ("task.out.1b", "d")];
    let package = packed("points: 1\n", &files).open().unwrap();
    assert_eq!(names(&package.version), ["secret/1"]);
    assert_eq!(bytes(&package, package.version.cases()[0].input), b"c\n");
    let told: Vec<String> = package.warnings.iter().map(ToString::to_string).collect();
    assert!(
        told.iter().any(|fault| fault.contains("task.in.1a is no test: task.in.1b is of the same case")),
        "{told:?}"
    );
}

#[test]
fn a_pattern_that_would_take_for_ever_is_refused() {
    let name = "a".repeat(60);
    let rest = "test_cases: {input_format: '(?=(a+)+$)x|(?<q>(a|aa)+)$b(?P<case>1)'}\n";
    let told = packed(rest, &[(&name, "x")]).errors();
    assert!(told.iter().any(|fault| fault.starts_with("init.yml:2: ")), "{told:?}");
}

#[test]
fn checkers_of_dmoj_are_native_and_may_differ_by_case() {
    let text = "checker: {name: floats, args: {precision: 4, nonsense: 1}}\ntest_cases:\n- {in: 1.in, out: 1.out}\n\
                - {in: 2.in, out: 2.out, checker: identical}\n\
                - {in: 2.in, out: 1.out, checker: {name: linematches, args: {point_distribution: [1, 2]}}}\n";
    let package = init(text).open().unwrap();
    assert_eq!(package.version.output_validator, native("floats", &["precision=4"]));
    let own = |name: &str| case(&package.version, name).comparison.clone();
    assert_eq!(own("secret/1"), None);
    assert_eq!(own("secret/2"), Some(Comparison::dmoj("identical", [""; 0]).unwrap()));
    assert_eq!(own("secret/3").unwrap().args(), ["point_distribution=[1, 2]"]);
    let told: Vec<String> = package.warnings.iter().map(ToString::to_string).collect();
    assert!(
        told.iter().any(|fault| fault.starts_with("init.yml:1: ") && fault.contains("nonsense")),
        "{told:?}"
    );
}

#[test]
fn bridged_checkers_have_their_protocol() {
    for (kind, protocol) in [
        ("", Protocol::Dmoj),
        ("type: testlib", Protocol::DmojTestlib),
        ("type: coci", Protocol::DmojCoci),
        ("type: peg", Protocol::DmojPeg),
        (
            "type: testlib, treat_checker_points_as_percentage: yes",
            Protocol::Testlib { points: PointsAre::Percent },
        ),
    ] {
        let text = format!(
            "checker: {{name: bridged, args: {{files: [check.cpp, a.h], lang: CPP17, {kind}}}}}\n{LIST}"
        );
        let version = version(&init(&text).with("check.cpp", "x").with("a.h", "y"));
        let OutputValidator::Program { program, protocol: read, args } = &version.output_validator else {
            panic!("{:?}", version.output_validator)
        };
        assert_eq!((*read, program.language.as_str(), args.len()), (protocol, "cpp", 0), "{kind}");
        assert_eq!(program.files.keys().collect::<Vec<_>>(), ["a.h", "check.cpp"]);
    }
}

#[test]
fn a_bridged_checkers_own_arguments_and_limits_are_read() {
    let text = format!(
        "checker:\n  name: bridged\n  args:\n    files: c.py\n    lang: PY3\n    time_limit: 100\n    memory_limit: 4194304\n    \
         args_format_string: '{{input_file}} {{output_file}} {{answer_file}} strict 5'\n{LIST}"
    );
    let version = version(&init(&text).with("c.py", ""));
    let OutputValidator::Program { args, .. } = &version.output_validator else { panic!() };
    assert_eq!(args, &["strict", "5"]);
    assert_eq!(version.limits.validation_time_ms, 100_000);
    assert_eq!(version.limits.validation_memory_bytes, 4 << 30);
}

#[test]
fn python_checkers_get_their_arguments_by_name() {
    let text = format!("checker: {{name: check.py, args: {{limit: 5, mode: strict}}}}\n{LIST}");
    let version = version(&init(&text).with("check.py", "def check(*a, **k): return True\n"));
    let OutputValidator::Program { program, protocol, args } = &version.output_validator else { panic!() };
    assert_eq!((program.language.as_str(), *protocol), ("python3", Protocol::DmojPython));
    assert_eq!(args, &["limit=5", "mode=strict"]);
}

#[test]
fn interactors_have_their_protocol_and_no_checker() {
    for (kind, protocol) in [
        ("", InteractorProtocol::Dmoj),
        ("type: testlib", InteractorProtocol::DmojTestlib),
        ("type: coci", InteractorProtocol::DmojCoci),
    ] {
        let text =
            format!("unbuffered: yes\ninteractive: {{files: i.cpp, {kind}}}\ntest_cases:\n- {{in: 1.in}}\n");
        let package = init(&text).with("i.cpp", "x").open().unwrap();
        let interactor = package.version.interactor.as_ref().unwrap();
        assert_eq!((interactor.protocol, interactor.processes), (protocol, 1));
        assert_eq!(package.version.output_validator, OutputValidator::Interactor);
        assert_eq!(bytes(&package, package.version.cases()[0].answer), b"");
    }
}

#[test]
fn functions_are_called_by_the_entry() {
    let text = format!("signature_grader: {{entry: src/handler.c, header: header.h}}\n{LIST}");
    let package = init(&text).with("src/handler.c", "int main;").with("header.h", "int f();").open().unwrap();
    let stubs = &package.version.stubs;
    let names = |id: &str| stubs.files[id].keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(names("c"), ["handler.c", "header.h"]);
    assert_eq!(names("cpp"), ["handler.cpp", "header.h"]);
    assert_eq!(
        bytes(&package, stubs.before["cpp"]),
        b"#define SIGNATURE_GRADER\n#include \"header.h\"\n#define main main_of_submission\n"
    );
    assert_eq!(package.version.languages.as_ref().unwrap().len(), 2);
    let text = format!("signature_grader: {{entry: h.cpp, header: header.h, allow_main: true}}\n{LIST}");
    let package = init(&text).with("h.cpp", "").with("header.h", "").open().unwrap();
    let stubs = &package.version.stubs;
    assert_eq!(bytes(&package, stubs.before["cpp"]), b"#define SIGNATURE_GRADER\n#include \"header.h\"\n");
    assert!(!stubs.files.contains_key("c"));
}

#[test]
fn generators_become_recipes_for_what_is_missing() {
    let text = "generator: {source: [gen.cpp, g.h], args: [1, two]}\ntest_cases:\n- {in: 1.in, out: 1.out}\n- {in: 1.in}\n\
                - {out: 2.out, generator_args: [7]}\n- {generator_in: 2.in}\n- {generator: gen.py}\n";
    let package = init(text).with("gen.cpp", "x").with("g.h", "").with("gen.py", "y").open().unwrap();
    let told: Vec<_> = package
        .recipes
        .iter()
        .map(|recipe| (recipe.case.as_str(), recipe.args.join(" "), recipe.makes, recipe.stdin))
        .collect();
    let hash = |text: &str| Some(Hash::of(text.as_bytes()));
    assert_eq!(
        told,
        [
            ("secret/2", "1 two".to_owned(), Makes::InputAndAnswer, hash("1 2\n")),
            ("secret/3", "7".to_owned(), Makes::Input, None),
            ("secret/4", "1 two".to_owned(), Makes::InputAndAnswer, hash("3 4\n")),
            ("secret/5", String::new(), Makes::InputAndAnswer, None),
        ]
    );
    assert_eq!(package.recipes[0].program.files.len(), 2);
    assert_eq!(package.recipes[3].program.language, "python3");
    assert_eq!(case(&package.version, "secret/3").command.as_deref(), Some("gen.cpp 7"));
    assert_eq!(case(&package.version, "secret/1").command, None);
    assert_eq!(package.version.cases()[3].input, Hash::of(b""));
}

#[test]
fn a_validator_is_told_the_case() {
    let text = |kind: &str| {
        format!(
            "validator: {{source: v.cpp, language: CPP17, {kind}}}\ntest_cases:\n- {{in: 1.in, out: 1.out}}\n\
             - batched: [{{in: 2.in, out: 2.out}}]\n"
        )
    };
    let first = version(&init(&text("")).with("v.cpp", ""));
    assert_eq!((first.input_validators.len(), first.input_validators[0].accepts), (1, 0));
    assert_eq!(case(&first, "secret/1").input_args, ["0", "0"]);
    assert_eq!(case(&first, "secret/batch1/2").input_args, ["1", "1"]);
    let second = version(&init(&text("type: testlib")).with("v.cpp", ""));
    assert_eq!(case(&second, "secret/batch1/2").input_args, ["--group", "st1"]);
}

#[test]
fn named_files_are_read_in_both_spellings() {
    for text in [
        "file_io: {input: a.inp, output: a.out}",
        "io_redirects: {a.inp: {fd: 0, mode: r}, a.out: {fd: stdout, mode: w}}",
    ] {
        let files = version(&init(&format!("{text}\n{LIST}"))).named_files;
        assert_eq!(
            (files.input.as_deref(), files.output.as_deref()),
            (Some("a.inp"), Some("a.out")),
            "{text}"
        );
    }
}

#[test]
fn the_suite_has_submissions_with_what_they_come_to_and_their_limits() {
    let package = good()
        .with("tests/ac/test.yml", "language: PY3\ntime: 2\nmemory: 65536\nsource: a.py\nexpect: AC\n")
        .with("tests/ac/a.py", "print(1)")
        .with("tests/wa/test.yml", "language: CPP17\ntime: 4\nmemory: 1024\nsource: [b.cpp, c.cpp]\nexpect: [AC, TLE]\ncases: {2: WA, 3: SC}\n")
        .with("tests/wa/b.cpp", "")
        .with("tests/wa/c.cpp", "1")
        .with("tests/old/test.yml", "language: PY2\nsource: a.py\nskip: true\n")
        .with("tests/turing/test.yml", "language: TUR\nsource: a.t\n")
        .with("tests/turing/a.t", "put 1")
        .open()
        .unwrap();
    let told: Vec<_> = package
        .version
        .submissions
        .iter()
        .map(|example| (example.path.as_str(), example.language.as_deref()))
        .collect();
    assert_eq!(
        told,
        [
            ("ac/a.py", Some("python3")),
            ("turing/a.t", None),
            ("wa/b.cpp", Some("cpp")),
            ("wa/c.cpp", Some("cpp"))
        ]
    );
    let expected = package.version.submissions[2].expected.as_ref().unwrap();
    let holds = |verdicts: &[Verdict]| {
        let case = |&verdict| SeenCase { name: "1", verdict, message: "", cpu: std::time::Duration::ZERO };
        expected.broken(&Seen { cases: verdicts.iter().map(case).collect(), ..Seen::default() }).is_none()
    };
    assert!(holds(&[Verdict::Ac, Verdict::Wa, Verdict::Ac]));
    assert!(holds(&[Verdict::Tle, Verdict::Wa]));
    assert!(!holds(&[Verdict::Ac, Verdict::Ac]), "case 2 has to be wrong");
    assert!(!holds(&[Verdict::Re, Verdict::Wa]));
    assert_eq!((package.version.limits.time_ms, package.version.limits.memory_bytes), (4_000, 64 << 20));
    let told: Vec<String> = package.warnings.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|fault| fault.contains("that the runs in tests/ are given")), "{told:?}");
}

/// Every fault with its line, at once.
#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, wanted) in [
        ("", "init.yml: is empty"),
        ("- a\n", "init.yml:1: must be a map"),
        ("a: [\n", "init.yml:"),
        ("test_cases: 5\n", "init.yml:1: test_cases must be a list of cases"),
        ("test_cases: []\n", "init.yml: has no test case"),
        ("points: 1\n", "init.yml:1: lists no test_cases, and has no archive"),
        ("archive: x.zip\ntest_cases: []\n", "init.yml:1: archive x.zip is not in the package"),
        ("archive: 1.in\ntest_cases: []\n", "1.in: is not a readable zip archive"),
        ("test_cases++: |\n  node.x\n", "init.yml:1: test_cases++ holds Python code"),
        ("test_cases:\n- in+: f()\n  out: 1.out\n", "init.yml:2: in+ holds Python code"),
        ("test_cases:\n- {in: 3.in, out: 1.out}\n", "init.yml:2: names 3.in, which is not in the package"),
        ("test_cases:\n- batched:\n  - batched: []\n", "init.yml:3: is a batch in a batch"),
        ("test_cases:\n- batched: []\n", "init.yml:2: is a batch without cases"),
        ("test_cases:\n- batched: [{in: 1.in}]\n  dependencies: [1]\n", "init.yml:3: dependencies names 1"),
        ("test_cases:\n- {in: 1.in, points: -1}\n", "init.yml:2: points must be a number from 0 on"),
        ("test_cases:\n- {in: 1.in, in: 2.in}\n", "init.yml:2: in is there twice"),
        ("checker: stnadard\ntest_cases: [{in: 1.in}]\n", "init.yml:1: checker stnadard is none of DMOJ's"),
        (
            "checker: {name: floats, args: {precision: x}}\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: checker floats: precision must",
        ),
        ("checker: check.cpp\ntest_cases: [{in: 1.in}]\n", "init.yml:1: checker check.cpp is no Python file"),
        (
            "checker: {name: bridged}\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: the bridged checker has no files",
        ),
        (
            "checker: {name: bridged, args: {files: 1.in, lang: PY2}}\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: lang must be a language",
        ),
        (
            "checker: {name: bridged, args: {files: 1.in, type: x}}\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: type of the bridged checker must be",
        ),
        (
            "checker: {name: bridged, args: {files: 1.in, lang: C, flags: [-include]}}\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: flag -include",
        ),
        (
            "checker: {name: bridged, args: {files: 1.in, lang: C, args_format_string: '{answer_file}'}}\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: args_format_string",
        ),
        (
            "custom_judge: grader.py\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: names grader.py, which is not in the package",
        ),
        (
            "custom_judge: 1.in\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: custom_judge 1.in has no class Grader",
        ),
        (
            "signature_grader: {entry: 1.in}\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: signature_grader has no header",
        ),
        ("interactive: {type: testlib}\ntest_cases: [{in: 1.in}]\n", "init.yml:1: interactive has no files"),
        (
            "time_limit: 1e300\ntest_cases: [{in: 1.in}]\n",
            "init.yml:1: time_limit is more than this judge can give",
        ),
        ("symlinks: {a: b}\ntest_cases: [{in: 1.in}]\n", "init.yml:1: symlinks cannot be given"),
        ("test_cases: {input_format: '('}\n", "init.yml:1: input_format is no pattern"),
    ] {
        let told = init(text).errors();
        assert!(told.iter().any(|fault| fault.starts_with(wanted)), "{text:?}: {told:#?}");
    }
}

#[test]
fn yaml_of_any_make_is_read() {
    let id = version(&good()).id();
    let list = LIST.replace("points: 40", "points: 4_0");
    for text in [format!("\u{feff}{LIST}"), LIST.replace('\n', "\r\n"), list, format!("---\n{LIST}...\n")] {
        assert_eq!(version(&init(&text)).id(), id, "{text:?}");
    }
    let merged = "a: &a {points: 40}\ntest_cases:\n- {<<: *a, in: 1.in, out: 1.out}\n- {in: 2.in, out: 2.out, points: 60}\n";
    assert_eq!(version(&init(merged)).id(), id);
    let numbers = "test_cases: [{in: 1, out: 2}]\n";
    assert_eq!(names(&version(&init(numbers).with("1", "x").with("2", "y"))), ["secret/1"]);
}

#[test]
fn hostile_yaml_is_told_in_a_moment() {
    let mut bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
    for i in 1..20 {
        bomb += &format!("a{i}: &a{i} [{}]\n", format!("*a{},", i - 1).repeat(10));
    }
    let started = std::time::Instant::now();
    for text in [
        bomb + LIST,
        format!("\t{LIST}"),
        "[".repeat(10_000),
        "&a [*a]\n".to_owned(),
        "? {a: b}\n: c\n".to_owned(),
    ] {
        let told = init(&text).errors();
        assert!(told.iter().any(|fault| fault.starts_with("init.yml")), "{told:?}");
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn mixed_programs_are_refused() {
    let text = "test_cases:\n- {in: 1.in, out: 1.out}\n- {in: 2.in, out: 2.out, checker: c.py}\n";
    let told = init(text).with("c.py", "").errors();
    expect(&told, &["init.yml:3: is decided by another checker than the first case"]);
}

#[test]
fn a_misspelt_key_is_told_with_the_nearest() {
    let told = init("test_cases:\n- {in: 1.in, out: 1.out, point: 5}\n").faults();
    assert!(
        told.iter().any(|fault| fault.contains("point is not a known key") && fault.contains("points?")),
        "{told:?}"
    );
}

#[test]
fn hostile_archives_within_the_package_are_refused_by_name() {
    let told = packed("points: 1\n", &[("../1.in", "x")]).errors();
    // The writer of the archive cleans the name, so it is patched.
    assert!(told.iter().all(|fault| !fault.contains("panicked")));
    let mut bytes = zip(&[("QQQQQ1.in", "x")]);
    let places: Vec<usize> =
        bytes.windows(5).enumerate().filter(|(_, w)| *w == b"QQQQQ").map(|(at, _)| at).collect();
    for at in places {
        bytes[at..at + 5].copy_from_slice(b"a/../");
    }
    let told = init("archive: t.zip\npoints: 1\n").with("t.zip", bytes).errors();
    assert!(told.iter().any(|fault| fault.contains("t.zip/a/../1.in: has .. in its path")), "{told:?}");
}

#[test]
fn many_cases_are_read_in_a_moment() {
    let mut text = "test_cases:\n".to_owned();
    for case in 0..5_000 {
        let of = case % 2 + 1;
        text += &format!("- {{in: {of}.in, out: {of}.out, points: {}}}\n", case % 3);
    }
    let started = std::time::Instant::now();
    assert_eq!(version(&init(&text)).tests.cases().len(), 5_000);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn broken_packages_are_faults_and_never_a_panic() {
    let whole = packed(
        "checker: {name: floats, args: {precision: 4}}\ntest_cases:\n- {in: 1.in, out: 1.out, points: 0}\n\
         - batched: [{in: 1.in, out: 1.out}]\n  dependencies: []\n  points: 1\n",
        &[("1.in", "1"), ("1.out", "2")],
    );
    crate::builder::break_everywhere(&whole, "init.yml");
    crate::builder::break_everywhere(&whole, "tests.zip");
}

fn told(result: Result<Package, Vec<Fault>>) -> Vec<String> {
    result.map_or_else(|faults| faults, |package| package.warnings).iter().map(ToString::to_string).collect()
}

#[test]
fn the_same_package_has_the_same_id_in_every_form() {
    let id = good().folder().unwrap().version.id();
    for top in ["", "sum/", "./sum/"] {
        let package = crate::builder::open_zip(&good().zip(top));
        assert_eq!(
            package.as_ref().map(|package| package.version.id()).ok(),
            Some(id),
            "{:?}",
            told(package)
        );
    }
    assert_eq!(version(&good()).names, BTreeMap::from([("en".to_owned(), "sum".to_owned())]));
    assert!(matches!(version(&good()).tests.children[0], TestNode::Group(_)));
}
