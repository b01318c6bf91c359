//! Packages as people and their tools write them, beside what the formats' texts say.

use std::io::Write as _;

use problem::package::{Format, Package};
use problem::version::{Aggregation, Protocol};
use problem::{OutputValidator, Verdict, Version};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::builder::{Builder, bytes, expect, good, group, open_zip, version};

const SUM: &str = "print(sum(map(int, input().split())))\n";

/// A legacy package with this `problem.yaml`.
fn legacy(yaml: &str) -> Builder {
    good()
        .without("statement")
        .with("problem_statement/problem.en.tex", "\\problemname{Sum}\nAdd.\n")
        .yaml(&format!("limits: {{time_limit: 1}}\n{yaml}"))
}

fn told(package: &Package) -> Vec<String> {
    package.warnings.iter().map(ToString::to_string).collect()
}

/// Read without a word.
fn quiet(builder: &Builder) -> Version {
    let package = builder.open().unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(told(&package), [""; 0]);
    package.version
}

#[test]
fn forms_that_nobody_filled_in_say_nothing() {
    let yaml = "name: Sum\nsource:\n  name:\n  url:\nsource_url:\nauthor:\nrights_owner:\nlicense:\nkeywords:\nuuid:\n\
                validator_flags:\nvalidation:\nlanguages:\ncredits:\n  authors:\n  testers:\n    -\n";
    let credits = quiet(&legacy(yaml)).credits;
    assert_eq!((credits.authors.len(), credits.source, credits.license), (0, None, None));
    let listed = quiet(&legacy("name: Sum\nsource:\n- name:\n- NWERC\n- ''\n")).credits;
    assert_eq!(listed.source.as_deref(), Some("NWERC"));
}

#[test]
fn lists_stand_for_texts_and_texts_for_lists() {
    let yaml = "name: Sum\nauthor: [Ada, Alan and Grace]\nkeywords: [graph theory, dp]\nlicense: CC BY-SA\n\
                validator_flags: [float_tolerance, 1e-6]\ntype: scoring\n";
    let tests =
        "range: [0, 100]\ngrader_flags: [avg, ignore_sample]\noutput_validator_flags: [case_sensitive]\n";
    let version = quiet(&legacy(yaml).with("data/testdata.yaml", tests));
    assert_eq!(version.credits.authors, ["Ada", "Alan", "Grace"]);
    assert_eq!(version.credits.license.as_deref(), Some("cc by-sa"));
    assert_eq!(version.tags.iter().collect::<Vec<_>>(), ["dp", "graph theory"]);
    let args = vec!["float_tolerance".to_owned(), "1e-6".to_owned()];
    assert_eq!(version.output_validator, OutputValidator::Default { args });
    let root = &version.tests.rules;
    assert_eq!((root.aggregation, root.max.map(|max| max.get())), (Aggregation::Average, Some(100.0)));
    assert!(group(&version, "sample").rules.uncounted);
    assert!(version.cases().iter().all(|case| case.validator_args == ["case_sensitive"]));
}

#[test]
fn flags_of_graders_are_parted_by_commas_too() {
    let tests = "grader_flags: avg, ignore_sample\nrange: 0,100\non_reject: continue\n";
    let version = quiet(&legacy("name: Sum\ntype: scoring\n").with("data/testdata.yaml", tests));
    assert_eq!(version.tests.rules.aggregation, Aggregation::Average);
    assert!(group(&version, "sample").rules.uncounted);
}

#[test]
fn validation_is_said_in_any_spelling() {
    for validation in ["Custom", "' custom '", "[custom]", "custom,", "CUSTOM"] {
        let package = legacy(&format!("name: Sum\nvalidation: {validation}\n"))
            .with("output_validators/check/check.py", "exit(42)\n");
        let validator = quiet(&package).output_validator;
        assert!(
            matches!(validator, OutputValidator::Program { protocol: Protocol::Icpc, .. }),
            "{validation}: {validator:?}"
        );
    }
    for validation in ["custom, interactive", "[custom, interactive]"] {
        let package = legacy(&format!("name: Sum\nvalidation: {validation}\n"))
            .with("output_validators/check/check.py", "exit(42)\n");
        assert_eq!(quiet(&package).output_validator, OutputValidator::Interactor, "{validation}");
    }
}

#[test]
fn statements_are_named_after_languages_in_many_ways() {
    let package = legacy("name: Sum\n")
        .with("problem_statement/problem.pt_BR.tex", "\\problemname{Soma}\n")
        .with("problem_statement/problem.english.tex", "Add.")
        .open()
        .unwrap();
    let languages: Vec<&String> = package.version.statements.keys().collect();
    assert_eq!(languages, ["en", "pt-BR"]);
    expect(&told(&package), &["problem_statement/problem.english.tex: is not shown: \"english\" is no"]);
    let strict = good().with("statement/problem.pt_BR.md", "Soma.").open().unwrap_err();
    assert!(strict.iter().any(|fault| fault.message.contains("no language code")), "{strict:?}");
}

#[test]
fn statements_from_before_utf_8_are_read() {
    let text = b"\\problemname{Caf\xe9}\nAdd.\n";
    let package = legacy("").with("problem_statement/problem.en.tex", text).open().unwrap();
    assert_eq!(package.version.name("en"), "Café");
    let shown = bytes(&package, package.version.statements["en"].source);
    assert_eq!(String::from_utf8(shown).unwrap(), "\\problemname{Café}\nAdd.\n");
    expect(&told(&package), &["problem_statement/problem.en.tex: is not UTF-8: it is read as windows-1252"]);
    let strict = good().with("statement/problem.en.md", b"Caf\xe9").errors();
    expect(&strict, &["statement/problem.en.md:1: is not UTF-8"]);
}

#[test]
fn two_folders_of_statements_are_told_and_one_is_shown() {
    let package = legacy("name: Sum\n").with("statement/problem.sv.md", "Addera.").open().unwrap();
    assert_eq!(package.version.statements.keys().collect::<Vec<_>>(), ["en"]);
    expect(&told(&package), &["statement: is there beside problem_statement, which is shown"]);
}

#[test]
fn domjudge_says_beside_the_submissions_which_file_is_the_first() {
    let json = r#"{"submissions/accepted/two/": {"entry_point": "start.py"}, "submissions/accepted/other/": {"language": "py"}}"#;
    let version = quiet(
        &legacy("name: Sum\n")
            .with("submissions.json", json)
            .with("submissions/accepted/two/start.py", "import help\n")
            .with("submissions/accepted/two/help.py", SUM),
    );
    let two = version.submissions.iter().find(|example| example.path == "accepted/two").unwrap();
    assert_eq!((two.entry.as_deref(), two.language.as_deref()), (Some("start.py"), Some("python3")));
    let broken = legacy("name: Sum\n").with("submissions.json", "[1]").open().unwrap();
    expect(&told(&broken), &["submissions.json: is ignored"]);
}

#[test]
fn what_every_domjudge_does_anyway_is_no_program_that_lacks() {
    let ini = "timelimit = 1\nspecial_compare = 'compare'\nspecial_run=run\n";
    let version = quiet(&legacy("name: Sum\n").with("domjudge-problem.ini", ini));
    assert_eq!(version.output_validator, OutputValidator::Default { args: Vec::new() });
}

#[test]
fn folders_without_settings_are_no_groups_in_the_current_format() {
    let package = good()
        .with("data/secret/small/2.in", "1 1\n")
        .with("data/secret/small/2.ans", "2\n")
        .with("data/secret/large/3.in", "5 5\n")
        .with("data/secret/large/3.ans", "10\n");
    let version = quiet(&package);
    assert_eq!(crate::builder::names(&version), ["sample/1", "secret/1", "secret/large/3", "secret/small/2"]);
    assert_eq!(group(&version, "secret").own_cases().count(), 3);
    let grouped = package.with("data/secret/small/test_group.yaml", "args: [x]\n").errors();
    assert!(grouped.iter().any(|told| told.contains("is a group beside cases")), "{grouped:?}");
}

#[test]
fn programs_in_python_2_are_not_taken_for_python_3() {
    let old = "#!/usr/bin/env python2\nprint 3\n";
    let package = legacy("name: Sum\n")
        .with("submissions/accepted/old.py", old)
        .with("input_validators/old.py", old)
        .open()
        .unwrap();
    let example = package.version.submissions.iter().find(|it| it.path == "accepted/old.py").unwrap();
    assert_eq!(example.language, None);
    assert!(package.version.input_validators.is_empty());
    expect(
        &told(&package),
        &[
            "input_validators/old.py: is in Python 2, which this judge does not have",
            "submissions/accepted/old.py: cannot be judged: it is in Python 2",
        ],
    );
    let decides = legacy("name: Sum\nvalidation: custom\n").with("output_validators/old.py", old);
    let faults = decides.open().unwrap_err();
    assert!(faults.iter().any(|fault| fault.message.contains("is in Python 2")), "{faults:?}");
}

#[test]
fn prolog_is_told_from_perl_whose_ending_it_has() {
    let version = quiet(
        &legacy("name: Sum\n")
            .with("submissions/accepted/logic.pl", "main :-\n    read(X), write(X), nl.\n")
            .with("submissions/accepted/strict.pl", "use strict;\nprint <>;\n")
            .with("submissions/accepted/old.plg", "main :- nl.\n"),
    );
    let language = |path: &str| {
        let example = version.submissions.iter().find(|example| example.path == path).unwrap();
        example.language.as_deref()
    };
    assert_eq!(language("accepted/logic.pl"), Some("prolog"));
    assert_eq!(language("accepted/strict.pl"), Some("perl"));
    assert_eq!(language("accepted/old.plg"), Some("prolog"));
}

/// An archive whose names were written by another tool: bytes, and perhaps with other bars between folders.
fn archive(entries: &[(&[u8], &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (at, (name, text)) in entries.iter().enumerate() {
        let stand_in = format!("{at:04}{}", "q".repeat(name.len() - 4));
        zip.start_file(stand_in, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    let mut bytes = zip.finish().unwrap().into_inner();
    for (at, (name, _)) in entries.iter().enumerate() {
        let stand_in = format!("{at:04}{}", "q".repeat(name.len() - 4)).into_bytes();
        let places: Vec<usize> =
            (0..=bytes.len() - name.len()).filter(|place| bytes[*place..].starts_with(&stand_in)).collect();
        assert_eq!(places.len(), 2, "once before the file, once in the directory");
        places.into_iter().for_each(|place| bytes[place..place + name.len()].copy_from_slice(name));
    }
    bytes
}

#[test]
fn archives_of_windows_have_their_own_bars_between_folders() {
    let zip = archive(&[
        (b"sum\\data\\secret\\", ""),
        (b"sum\\data\\secret\\1.in", "1 2\n"),
        (b"sum\\data\\secret\\1.ans", "3\n"),
        (b"sum\\problem.yaml", "name: Sum\nlimits: {time_limit: 1}\n"),
    ]);
    let package = open_zip(&zip).unwrap();
    assert_eq!(package.format, Format::Icpc);
    assert_eq!(package.version.cases()[0].name, "secret/1");
    let evil = archive(&[(b"..\\..\\evil.in", ""), (b"data\\1.in", "1"), (b"data\\1.out", "1")]);
    let faults = open_zip(&evil).unwrap_err();
    assert!(faults.iter().any(|fault| fault.message.contains("..")), "{faults:?}");
}

#[test]
fn archives_of_chinese_windows_have_names_in_its_encoding() {
    let zip = archive(&[(b"\xc7\xf3\xba\xcd1.in", "1 2\n"), (b"\xc7\xf3\xba\xcd1.out", "3\n")]);
    let package = open_zip(&zip).unwrap();
    assert_eq!(package.version.cases()[0].name, "secret/求和1");
    let plain = archive(&[("求和1.in".as_bytes(), "1 2\n"), ("求和1.out".as_bytes(), "3\n")]);
    assert_eq!(open_zip(&plain).unwrap().version.cases()[0].name, "secret/求和1");
}

#[test]
fn polygons_own_packages_have_the_solutions_among_the_assets() {
    let xml = r#"<problem short-name="sum"><judging><testset name="tests"><time-limit>1000</time-limit>
        <memory-limit>67108864</memory-limit><test-count>1</test-count><tests><test method="manual"/></tests></testset>
        <testset name="pretests"><test-count>0</test-count><tests/></testset>
        <testset name="more"><test-count>1</test-count><input-path-pattern>more/%02d</input-path-pattern>
        <answer-path-pattern>more/%02d.a</answer-path-pattern><tests><test/></tests></testset></judging>
        <files><resources><file path="files/testlib.h"/></resources></files>
        <assets><checker name="std::ncmp.cpp" type="testlib"/>
        <solutions><solution tag="main"><source path="solutions/a.py" type="python.3"/></solution></solutions></assets></problem>"#;
    let package = Builder::default()
        .with("problem.xml", xml)
        .with("tests/01", "1 2\n")
        .with("tests/01.a", "3\n")
        .with("solutions/a.py", SUM)
        .open()
        .unwrap();
    let paths: Vec<&str> = package.version.submissions.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths, ["accepted/a.py"]);
    assert_eq!(package.version.submissions[0].expected.as_ref().unwrap().permitted, [Verdict::Ac]);
    let told = told(&package);
    assert!(told.iter().any(|told| told.starts_with("more: lacks files of its 1 tests")), "{told:?}");
    assert!(
        !told.iter().any(|told| told.contains("testlib.h") || told.contains(": has no tests")),
        "{told:?}"
    );
}

fn task(rest: &str) -> Builder {
    Builder::default()
        .with("task.yaml", format!("name: t\ntitle: T\ntime_limit: 1\nmemory_limit: 64.0\n{rest}"))
        .with("statement/statement.pdf", "%PDF")
        .with("input/input0.txt", "1 2\n")
        .with("output/output0.txt", "3\n")
}

#[test]
fn a_task_without_names_of_files_talks_to_standard_streams() {
    let silent = quiet(&task("n_input: 1\ninfile:\noutfile:\n"));
    assert_eq!((silent.named_files.input, silent.named_files.output), (None, None));
    let unsaid = quiet(&task("n_input: 1\n"));
    assert_eq!(unsaid.named_files.input.as_deref(), Some("input.txt"));
    assert_eq!(unsaid.limits.memory_bytes, 64 << 20);
}

#[test]
fn scripts_of_cms_are_their_own_source() {
    let script = "#!/usr/bin/env python3\nprint(1.0)\n";
    let version = quiet(&task("n_input: 1\n").with("check/checker", script));
    let OutputValidator::Program { program, protocol, .. } = version.output_validator else {
        panic!("{:?}", version.output_validator)
    };
    assert_eq!((program.language.as_str(), protocol), ("python3", Protocol::Cms));
    assert_eq!(program.files.keys().collect::<Vec<_>>(), ["checker.py"]);
    let compiled = task("n_input: 1\n").with("check/checker", b"\x7fELF").open().unwrap_err();
    expect(
        &compiled.iter().map(ToString::to_string).collect::<Vec<_>>(),
        &["check/checker: is a compiled program"],
    );
}

#[test]
fn a_task_whose_tests_were_not_made_yet_says_how_they_are() {
    let faults = task("").without("input").without("output").with("gen/GEN", "#ST: 100\n1\n2\n").open();
    expect(
        &faults.unwrap_err().iter().map(ToString::to_string).collect::<Vec<_>>(),
        &["input: is empty: the cases are made by the programs in gen/. Run cmsMake first"],
    );
}

#[test]
fn a_manager_needs_no_outputs() {
    let package =
        task("n_input: 1\nuser_io: std_io\n").without("output").with("check/manager.cpp", "int main() {}\n");
    let (package, version) = (package.open().unwrap(), version(&package));
    assert_eq!(bytes(&package, version.cases()[0].answer), b"");
}

#[test]
fn hydros_subtasks_may_need_what_is_not_there() {
    let package = Builder::default()
        .with("problem.yaml", "title: Sum\n")
        .with("problem.md", "Add.\n")
        .with(
            "testdata/config.yaml",
            "time: 1s\nmemory: 64m\nlangs: cc,py\nsubtasks:\n- score: 100\n  if: [0]\n  cases: [{input: 1.in, output: 1.out}]\n",
        )
        .with("testdata/1.in", "1 2\n")
        .with("testdata/1.out", "3\n")
        .open()
        .unwrap();
    expect(&told(&package), &["subtask 1 needs the subtask 0, which is not there: that is ignored"]);
    assert!(group(&package.version, "secret/1").rules.requires.is_empty());
    let languages = package.version.languages.unwrap();
    assert_eq!(languages.iter().collect::<Vec<_>>(), ["cpp", "python3"]);
}

#[test]
fn macros_of_dmoj_are_written_into_the_sources() {
    let yaml = "checker:\n  name: bridged\n  args: {files: [check.cpp, help.h], lang: CPP17, flags: [-DLIMIT=7, -O2]}\n\
                test_cases:\n- {in: 1.in, out: 1.out, points: 1}\n";
    let package = Builder::default()
        .with("init.yml", yaml)
        .with("check.cpp", "int main() { return LIMIT - 7; }\n")
        .with("help.h", "// nothing\n")
        .with("1.in", "1\n")
        .with("1.out", "1\n")
        .open()
        .unwrap();
    let OutputValidator::Program { program, .. } = &package.version.output_validator else { panic!() };
    let source = bytes(&package, program.files["check.cpp"]);
    assert_eq!(
        String::from_utf8(source).unwrap(),
        "#define LIMIT 7\n#line 1\nint main() { return LIMIT - 7; }\n"
    );
    assert_eq!(bytes(&package, program.files["help.h"]), b"// nothing\n");
    let python = "checker:\n  name: bridged\n  args: {files: check.py, lang: PY3, flags: [-DX]}\ntest_cases:\n- {in: 1.in, out: 1.out}\n";
    let faults = Builder::default()
        .with("init.yml", python)
        .with("check.py", "")
        .with("1.in", "")
        .with("1.out", "")
        .open()
        .unwrap_err();
    assert!(faults.iter().any(|fault| fault.message.contains("flags with macros")), "{faults:?}");
}

#[test]
fn what_other_sites_put_beside_bare_tests_is_told() {
    let package = Builder::default()
        .with("1.in", "1\n")
        .with("1.out", "1\n")
        .with("problem.conf", "n_tests 1\n")
        .with("chk.cpp", "int main() {}\n")
        .with("std.cpp", "int main() {}\n");
    let told = told(&package.open().unwrap());
    for wanted in ["problem.conf: is a description for UOJ", "chk.cpp: is not used: outputs are compared"] {
        assert!(told.iter().any(|told| told.starts_with(wanted)), "{wanted}: {told:?}");
    }
    assert!(!told.iter().any(|told| told.contains("std.cpp")), "{told:?}");
}

#[test]
fn domjudge_counts_points_by_the_group_and_whatever_the_verdict() {
    let secret = |builder: Builder, group: &str| {
        let case = |number: u32, ending: &str| format!("data/secret/{group}/{number}.{ending}");
        (1..=2).fold(builder, |builder, number| {
            builder.with(&case(number, "in"), "1 2\n").with(&case(number, "ans"), "3\n")
        })
    };
    let tagged = format!("# @EXPECTED_SCORE@: 10\n{SUM}");
    let package = legacy("name: Sum\ntype: scoring\n")
        .without("data/secret")
        .with("data/testdata.yaml", "on_reject: continue\ngrader_flags: sum, ignore_sample\n")
        .with("data/secret/small/testdata.yaml", "accept_score: 10\n")
        .with("data/secret/large/testdata.yaml", "accept_score: 30\n")
        .with("submissions/partial/p.py", tagged);
    let version = quiet(&secret(secret(package, "small"), "large"));
    let small = group(&version, "secret/small");
    assert_eq!(
        (small.rules.aggregation, small.rules.max.map(|max| max.get())),
        (Aggregation::All, Some(10.0))
    );
    let secret = group(&version, "secret");
    assert_eq!((secret.rules.aggregation, secret.rules.only_accepted), (Aggregation::Sum, false));
    assert_eq!(version.scoring.unwrap().max.map(|max| max.get()), Some(40.0));
}

#[test]
fn validators_of_domjudge_say_what_a_case_gives() {
    let package = legacy("name: Sum\ntype: scoring\nvalidation: custom\n")
        .with("output_validators/check/check.py", "exit(42)\n")
        .with("data/secret/testdata.yaml", "range: 0 100\n")
        .with("data/testdata.yaml", "grader_flags: ignore_sample\n")
        .with("submissions.json", "{}");
    let version = quiet(&package);
    assert_eq!(crate::builder::case(&version, "secret/1").points.map(|points| points.get()), Some(100.0));
    assert_eq!(version.scoring.unwrap().max.map(|max| max.get()), Some(100.0));
}
