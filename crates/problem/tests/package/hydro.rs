//! What of Hydro's packages no folder in `tests/packages` shows.

use problem::Package;
use problem::package::{Format, Given};
use problem::version::Markup;

use crate::builder::{Builder, bytes, expect};

fn sum() -> Builder {
    Builder::default()
        .with("problem.yaml", "title: Sum\n")
        .with("problem.md", "Add.\n")
        .with("testdata/config.yaml", "time: 1s\nmemory: 64m\n")
        .with("testdata/1.in", "1 2\n")
        .with("testdata/1.out", "3\n")
}

fn statement(package: &Package, language: &str) -> String {
    String::from_utf8(bytes(package, package.version.statements[language].source)).unwrap()
}

fn choose(bytes: &[u8], problem: Option<&str>) -> Result<Package, Vec<String>> {
    let place = tempfile::TempDir::new().unwrap();
    let path = place.path().join("many.zip");
    std::fs::write(&path, bytes).unwrap();
    let given = Given { problem: problem.map(str::to_owned), ..Given::default() };
    Package::open_as(&path, &given).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

#[test]
fn one_of_several_problems_is_chosen_by_name_or_number() {
    let mut many = Builder::default();
    for (folder, title) in [("P1", "First"), ("P2", "Second")] {
        for (path, bytes) in sum().with("problem.yaml", format!("title: {title}\n")).files() {
            many = many.with(&format!("{folder}/{path}"), bytes);
        }
    }
    let zip = many.zip("");
    expect(
        &choose(&zip, None).unwrap_err(),
        &["package: holds several packages (P1, P2): choose one with --problem"],
    );
    for (problem, slug, title) in [("P2", "p2", "Second"), ("1", "p1", "First")] {
        let package = choose(&zip, Some(problem)).unwrap();
        assert_eq!((package.format, package.version.slug.as_str()), (Format::Hydro, slug));
        assert_eq!(package.version.name("en"), title);
    }
    assert!(choose(&zip, Some("3")).is_err());
}

#[test]
fn samples_leave_the_text_and_files_lie_beside_it() {
    let text = "A ![x](file://x.png)\n\n```input1\n1 2\n```\n\n```output1\n3\n```\n";
    let package = sum().with("problem.md", text).with("additional_file/x.png", "picture").open().unwrap();
    assert_eq!(statement(&package, "en"), "A ![x](x.png)\n\n\n");
    let sample = package.version.cases()[0].clone();
    assert_eq!((sample.name.as_str(), sample.sample), ("sample/1", true));
    assert_eq!(bytes(&package, sample.answer), b"3\n");
    assert!(package.version.assets.contains_key("x.png"));
}

#[test]
fn a_text_that_only_shows_a_pdf_is_the_pdf() {
    let package = sum()
        .with("problem.md", "@[pdf](file://sum.pdf)\n")
        .with("additional_file/sum.pdf", "%PDF-1.4\n")
        .open()
        .unwrap();
    assert_eq!(package.version.statements["en"].markup, Markup::Pdf);
    assert_eq!(statement(&package, "en"), "%PDF-1.4\n");
}

#[test]
fn questions_are_cases_and_the_statement_names_them() {
    let text = "Two and two: {{ select(1) }}\n\n- three\n- four\n";
    let package = sum()
        .without("testdata")
        .with("problem.md", text)
        .with("testdata/config.yaml", "type: objective\nanswers: {1: [B, 40], 2: [[A, C], 60]}\n")
        .open()
        .unwrap();
    assert_eq!(package.warnings, []);
    assert_eq!(statement(&package, "en"), "Two and two: **[1]**\n\n- **A** three\n- **B** four\n");
    let version = &package.version;
    assert!(version.has_questions() && version.scoring.as_ref().unwrap().floor);
    let right: Vec<Vec<u8>> = version.cases().iter().map(|case| bytes(&package, case.answer)).collect();
    assert_eq!(right, [b"B".to_vec(), b"A\nC".to_vec()]);
}

#[test]
fn what_only_hydro_can_judge_is_refused_by_name() {
    for (line, told) in [
        ("type: remote_judge", "not supported: problems of the type remote_judge"),
        ("type: objective", "is of the type objective and has no answers"),
        ("type: objective\nanswers: {1: [A, 5], 1: [B, 5]}", "answers has 1 twice"),
        ("type: objective\nanswers: [A]", "answers must be a map"),
        ("type: objective\nanswers: {1: [A, -5]}", "answers.1 must be the right answer"),
        ("type: objective\nanswers: {a/b: [A, 5]}", "answers.a/b must be the right answer"),
        ("answers: {1: [A, 5]}", "has answers to questions, and is not of the type objective"),
        ("redirect: other/1", "not supported: redirect"),
        ("type: strange", "there is no type \"strange\""),
        ("type: interactive", "names no interactor"),
        ("type: communication", "names no manager"),
        ("checker_type: testlib", "names no checker, which the checker_type testlib needs"),
        ("checker_type: testlib\nchecker: wcpm", "did you mean testlib-wcmp?"),
        ("checker_type: testlib\nchecker: none.cc", "names the program none.cc, which is not in testdata"),
        ("checker_type: testlib\nchecker: 1.in", "1.in is in no language"),
        ("user_extra_files: [compile.sh]", "not supported: compile.sh"),
        ("judge_extra_files: 7\nchecker_type: lemon\nchecker: 1.in", "1.in is in no language"),
        ("multi_pass: 40", "multi_pass must be at most 20"),
        ("filename: ../x", "filename must be a plain name"),
        ("cases: [{input: 2.in, output: 1.out}]", "lists the file 2.in, which is not in testdata"),
        ("cases: 1", "cases must be a list"),
        ("subtasks: [1]", "a subtask must be a map"),
        ("cases: [{input: 1.in, output: 1.out, score: -1}]", "score must be a number from 0"),
        ("time_limit_rate: 2", "time_limit_rate must be a map"),
    ] {
        let yaml = format!("time: 1s\nmemory: 64m\n{line}\n");
        let errors = sum().with("testdata/config.yaml", yaml).with("testdata/compile.sh", "").errors();
        assert!(errors.iter().any(|error| error.contains(told)), "{line}: {errors:#?}");
    }
}

#[test]
fn a_header_that_hydro_brings_itself_is_told() {
    let told = sum()
        .with("testdata/config.yaml", "time: 1s\nmemory: 64m\nchecker_type: testlib\nchecker: chk.cc\n")
        .with("testdata/chk.cc", "#include <vector>\n#include \"bits.h\"\n")
        .faults();
    expect(&told, &["testdata/chk.cc:2: includes bits.h, which is not in the package"]);
}

#[test]
fn given_limits_stand_in_for_missing_ones_only() {
    let open = |yaml: &str| {
        let place = tempfile::TempDir::new().unwrap();
        sum().with("testdata/config.yaml", yaml).write(&place.path().join("sum"));
        let given = Given { time_ms: Some(7_000), memory_bytes: Some(1 << 30), ..Given::default() };
        let package = Package::open_as(&place.path().join("sum"), &given).unwrap();
        assert_eq!(package.warnings, []);
        (package.version.limits.time_ms, package.version.limits.memory_bytes)
    };
    assert_eq!(open("time: 1s\nmemory: 64m\n"), (1_000, 64 << 20));
    assert_eq!(open(""), (7_000, 1 << 30));
}

#[test]
fn a_folder_of_tests_that_is_called_testdata_is_no_package_of_hydro() {
    let bare = Builder::default().with("testdata/1.in", "1\n").with("testdata/1.out", "1\n");
    assert_eq!(bare.open().unwrap().format, Format::Bare);
}
