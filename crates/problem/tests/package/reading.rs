//! Good packages of every version of the format, and what becomes of them.

use std::collections::BTreeMap;
use std::io::Write;

use crate::builder::{Builder, GOOD_YAML, bytes, good, open_zip};
use problem::limits::Origin;
use problem::version::{OutputValidator, Protocol, TestNode};
use problem::{Blobs, Hash, TestGroup, Verdict};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

#[test]
fn a_good_package_is_read_without_a_word() {
    let package = good().open().unwrap();
    assert_eq!(package.warnings, []);
    let version = &package.version;
    assert_eq!(version.slug.as_str(), "sum");
    assert_eq!(version.names, BTreeMap::from([("en".to_owned(), "Sum".to_owned())]));
    assert_eq!((version.limits.time_ms, version.limits.time_origin), (1_000, Origin::Explicit));
    assert_eq!(version.output_validator, OutputValidator::Default { args: vec![] });
    let cases: Vec<(&str, bool)> =
        version.cases().iter().map(|case| (case.name.as_str(), case.sample)).collect();
    assert_eq!(cases, [("sample/1", true), ("secret/1", false)]);
    assert_eq!(version.submissions.len(), 1);
    assert_eq!(version.submissions[0].path, "accepted/a.py");
    assert_eq!(version.submissions[0].language.as_deref(), Some("python3"));
    assert_eq!(version.submissions[0].expected.as_ref().unwrap().permitted, [Verdict::Ac]);
}

#[test]
fn every_blob_of_the_version_opens_with_the_bytes_of_its_hash() {
    for package in [good().folder().unwrap(), good().archive().unwrap()] {
        let blobs = package.version.blobs();
        assert_eq!(blobs.len(), 7, "six files' contents and the list of the package's files");
        for hash in blobs {
            assert_eq!(Hash::of(&bytes(&package, hash)), hash);
            assert_eq!(Hash::of(&package.read(hash).unwrap()), hash);
        }
        let input = package.version.cases()[1].input;
        assert_eq!(bytes(&package, input), b"3 4\n");
    }
}

#[test]
fn folder_and_archives_of_any_shape_have_the_same_id() {
    let package = good().with("statement/a.png", "picture");
    let id = package.folder().unwrap().version.id();
    let with_mac = package.clone().with("__MACOSX/sum/._problem.yaml", "x").with(".DS_Store", "x");
    for zip in [
        package.zip(""),
        package.zip("sum/"),
        package.zip("./sum/"),
        package.zip("other-name/"),
        with_mac.zip(""),
    ] {
        assert_eq!(open_zip(&zip).unwrap().version.id(), id);
    }
    let mut beside_mac = Builder::default().with("__MACOSX/sum/._problem.yaml", "x");
    for path in ["problem.yaml", "statement/problem.en.md", "statement/a.png"] {
        beside_mac = beside_mac.with(&format!("sum/{path}"), "x");
    }
    let told = open_zip(&beside_mac.zip("")).unwrap_err();
    assert!(told.iter().any(|fault| fault.file == "problem.yaml"), "the top folder is found: {told:?}");
}

#[test]
fn changing_the_folder_later_changes_nothing() {
    let place = tempfile::TempDir::new().unwrap();
    let folder = place.path().join("sum");
    good().write(&folder);
    let package = problem::Package::open(&folder).unwrap();
    std::fs::write(folder.join("data/secret/1.in"), "changed").unwrap();
    std::fs::remove_file(folder.join("data/secret/1.ans")).unwrap();
    let case = package.version.cases()[1].clone();
    assert_eq!(bytes(&package, case.input), b"3 4\n");
    assert_eq!(bytes(&package, case.answer), b"7\n");
}

#[test]
fn the_slug_comes_from_the_name() {
    let zip = good().zip("x/");
    let open = |name: &str| {
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, &zip).unwrap();
        problem::Package::open_archive(file, name).map(|package| package.version.slug.to_string())
    };
    assert_eq!(open("Two_Sums v2.ZIP").unwrap(), "two-sums-v2");
    assert_eq!(open("hello.kpp").unwrap(), "hello");
    assert_eq!(open("plain").unwrap(), "plain");
    assert_eq!(open("a (1).zip").unwrap(), "a");
    assert_eq!(open("A+B (final), test_.zip").unwrap(), "a-b-final-test");
    assert_eq!(open("-x.zip").unwrap(), "x");
    assert_eq!(open("two--sums.zip").unwrap(), "two--sums");
    assert_eq!(open(&format!("{}-é-{}.zip", "a".repeat(63), "b".repeat(9))).unwrap(), "a".repeat(63));
    for bad in [".zip", "é.zip", "--.zip", "求和.zip"] {
        assert!(open(bad).unwrap_err()[0].message.contains("cannot name a problem"), "{bad}");
    }
}

fn shape(group: &TestGroup) -> String {
    let children: Vec<String> = group
        .children
        .iter()
        .map(|node| match node {
            TestNode::Group(group) => shape(group),
            TestNode::Case(case) => case.name.clone(),
        })
        .collect();
    format!("{}({})", group.name, children.join(" "))
}

#[test]
fn cases_and_groups_are_in_bytewise_order_of_their_names() {
    let mut package = good().yaml("name: Sum\nlimits: {time_limit: 1}\n").without("data/secret");
    for name in ["10", "9", "B", "a", "b/2", "b/10", "b-/x", "_z/deep/er/1"] {
        package = package
            .with(&format!("data/secret/{name}.in"), name)
            .with(&format!("data/secret/{name}.ans"), "");
    }
    let version = package.open().unwrap().version;
    assert_eq!(
        shape(&version.tests),
        "(sample(sample/1) secret(secret/10 secret/9 secret/B \
         secret/_z(secret/_z/deep(secret/_z/deep/er(secret/_z/deep/er/1))) \
         secret/a secret/b(secret/b/10 secret/b/2) secret/b-(secret/b-/x)))"
    );
}

#[test]
fn links_between_tests_are_followed_and_the_case_runs_once() {
    let package = good()
        .without("data/secret")
        .with("data/secret/g1/1.in", "3 4\n")
        .with("data/secret/g1/1.ans", "7\n")
        .with_link("data/secret/g2/1.in", "../g1/1.in")
        .with_link("data/secret/g2/1.ans", "../g1/1.ans")
        .with_link("data/secret/g3", "g2");
    let version = package.open().unwrap().version;
    assert_eq!(version.tests.cases().len(), 4);
    assert_eq!(version.cases().len(), 2);
}

#[test]
fn legacy_packages_are_read() {
    let package = Builder::default()
        .yaml(
            "name: Old sum\nauthor: A and B\nsource: NCPC\nsource_url: 'https://x'\nlicense: cc by-sa\n\
             rights_owner: us\nvalidation: custom\nvalidator_flags: float_tolerance 1e-4\ntype: pass-fail\n\
             limits:\n  memory: 512\n  time_multiplier: 3\ngrading: {show_test_data_groups: yes}\nkeywords: a b\n",
        )
        .with(".timelimit", "3\n")
        .with("problem_statement/problem.md", "Text\n")
        .with("problem_statement/problem.sv.tex", "\\problemname{Summa}")
        .with("data/testdata.yaml", "on_reject: break\ngrading: default\ngrader_flags: first_error\nrange: 0 1\n")
        .with("data/secret/testdata.yaml", "output_validator_flags: 'strict \"a b\"'\n")
        .with("data/secret/sub/1.in", "")
        .with("data/secret/sub/1.ans", "")
        .with("data/secret/sub/1.desc", "empty\n")
        .with("data/secret/sub/1.hint", "think\n")
        .with("output_validators/check/check.cc", "int main(){}\n")
        .with("output_validators/check/check.h", "\n")
        .with("output_validators/README", "notes\n")
        .with("submissions/accepted/a.cc", "int main(){}\n")
        .with("submissions/run_time_error/b/Main.java", "class Main {}\n")
        .with("submissions/partially_accepted/c.py", "\n");
    let read = package.open().unwrap();
    let version = read.version;
    assert_eq!((version.names["en"].as_str(), version.names["sv"].as_str()), ("Old sum", "Summa"));
    assert_eq!(version.tags.iter().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(version.credits.authors, ["A", "B"]);
    assert_eq!((version.limits.time_ms, version.limits.memory_bytes), (3_000, 512 << 20));
    let OutputValidator::Program { program, protocol, args } = &version.output_validator else {
        panic!("{:?}", version.output_validator)
    };
    assert_eq!((program.path.as_str(), program.language.as_str()), ("output_validators/check", "cpp"));
    assert_eq!(program.files.keys().collect::<Vec<_>>(), ["check.cc", "check.h"]);
    assert_eq!(
        (protocol, args.as_slice()),
        (&Protocol::Icpc, ["float_tolerance".to_owned(), "1e-4".into()].as_slice())
    );
    let case = version.cases()[0];
    assert_eq!(case.name, "secret/sub/1");
    assert_eq!(case.validator_args, ["strict", "a b"]);
    assert_eq!((case.description.as_deref(), case.hint.as_deref()), (Some("empty"), Some("think")));
    let paths: Vec<(&str, Option<&str>, bool)> = version
        .submissions
        .iter()
        .map(|example| (example.path.as_str(), example.language.as_deref(), example.expected.is_some()))
        .collect();
    assert_eq!(
        paths,
        [
            ("accepted/a.cc", Some("cpp"), true),
            ("partially_accepted/c.py", Some("python3"), false),
            ("run_time_error/b", Some("java"), true)
        ]
    );
    let warned: Vec<&str> = read.warnings.iter().map(|fault| fault.file.as_str()).collect();
    assert_eq!(warned, ["submissions/partially_accepted"]);
}

#[test]
fn packages_between_the_two_are_read() {
    let package = Builder::default()
        .yaml(
            "problem_format_version: 2023-07-draft\nname: {en: Sum, sv: Summa}\ntype: pass-fail\n\
             validation: custom\ncredits: {authors: [Me]}\nlimits: {time_limit: 0.5}\n",
        )
        .with("statement/problem.en.md", "Text\n")
        .with("statement/problem.sv.md", "Text\n")
        .with("data/secret/testdata.yaml", "output_validator_flags: case_sensitive\n")
        .with("data/secret/g/test_group.yaml", "output_validator_args: [x, 1e-6]\n")
        .with("data/secret/1.in", "")
        .with("data/secret/1.ans", "")
        .with("data/secret/g/2.in", "")
        .with("data/secret/g/2.ans", "")
        .with("output_validator/v.py", "")
        .with("submissions/accepted/a.rs", "");
    let read = package.open().unwrap();
    assert_eq!(read.warnings, []);
    let cases: Vec<(String, Vec<String>)> = read
        .version
        .tests
        .cases()
        .into_iter()
        .map(|case| (case.name.clone(), case.validator_args.clone()))
        .collect();
    let args = |list: &[&str]| list.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        cases,
        [("secret/1".to_owned(), args(&["case_sensitive"])), ("secret/g/2".to_owned(), args(&["x", "1e-6"]))]
    );
}

#[test]
fn arguments_of_the_default_validator_come_from_groups_and_cases() {
    let package = good()
        .with("data/secret/test_group.yaml", "output_validator_args: [float_tolerance, 1e-6]\n")
        .with("data/secret/2.in", "x")
        .with("data/secret/2.ans", "x")
        .with("data/secret/2.yaml", "output_validator_args: []\ndescription: exact\nfull_feedback: no\n");
    let version = package.open().unwrap().version;
    let args: Vec<&[String]> =
        version.tests.cases().into_iter().map(|case| case.validator_args.as_slice()).collect();
    assert_eq!(args[0], [""; 0]);
    assert_eq!(args[1], ["float_tolerance", "1e-6"]);
    assert_eq!(args[2], [""; 0]);
    assert_eq!(version.tests.cases()[2].description.as_deref(), Some("exact"));
}

#[test]
fn the_validators_own_folder_may_be_the_program() {
    let with = |files: &[&str]| {
        let package = files.iter().fold(good(), |package, file| package.with(file, "x"));
        match package.open().unwrap().version.output_validator {
            OutputValidator::Program { program, .. } => {
                (program.path, program.files.into_keys().collect::<Vec<_>>())
            }
            other => panic!("no program: {other:?}"),
        }
    };
    let one = |path: &str, files: &[&str]| {
        (path.to_owned(), files.iter().map(|f| (*f).to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(with(&["output_validator/v.cpp"]), one("output_validator/v.cpp", &["v.cpp"]));
    assert_eq!(
        with(&["output_validator/v.cpp", "output_validator/v.h"]),
        one("output_validator", &["v.cpp", "v.h"])
    );
    assert_eq!(with(&["output_validator/v/v.cpp"]), one("output_validator/v", &["v.cpp"]));
}

#[test]
fn yaml_of_other_systems_is_understood() {
    let crlf = GOOD_YAML.replace('\n', "\r\n");
    let bom = format!("\u{feff}{GOOD_YAML}");
    let anchors = format!("{GOOD_YAML}credits: &me Me\nrights_owner: *me\nlicense: cc0\n");
    for yaml in [crlf, bom, anchors] {
        let read = good().yaml(&yaml).open().unwrap();
        assert_eq!(read.warnings, []);
        assert_eq!(read.version.names["en"], "Sum");
    }
}

#[test]
fn domjudge_packages_without_problem_yaml_are_read() {
    let package = good()
        .without("problem.yaml")
        .with("domjudge-problem.ini", "name = 'Sum of two'\ntimelimit='2.5'\ncolor = #ff0000\n");
    let read = package.open().unwrap();
    assert_eq!(read.version.names["en"], "Sum of two");
    assert_eq!(read.version.limits.time_ms, 2_500);
}

#[test]
fn crlf_and_binary_tests_keep_their_bytes() {
    let odd = b"1\r\n\xff\xfe\0\r";
    let package = good().with("data/secret/1.in", odd);
    let read = package.open().unwrap();
    assert_eq!(bytes(&read, read.version.cases()[1].input), odd);
}

#[test]
fn archives_written_as_streams_and_with_zip64_records_are_read() {
    let id = good().folder().unwrap().version.id();
    let files = good();
    let options = SimpleFileOptions::default();
    for options in [options, options.large_file(true), options.compression_method(CompressionMethod::Stored)]
    {
        let mut stream = ZipWriter::new_stream(Vec::new());
        for (path, bytes) in files.files() {
            stream.start_file(path, options).unwrap();
            stream.write_all(bytes).unwrap();
        }
        let zip = stream.finish().unwrap().into_inner();
        assert_eq!(open_zip(&zip).unwrap().version.id(), id);
    }
}

#[test]
fn samples_may_show_other_texts_than_their_own() {
    let package = good()
        .with("data/sample/1.in.statement", "1 2 (short)\n")
        .with("data/sample/1.out", "3.0\n")
        .with("data/secret/1.ans.statement", "never shown\n");
    let read = package.open().unwrap();
    let cases = read.version.cases();
    assert_eq!(bytes(&read, cases[0].shown_input.unwrap()), b"1 2 (short)\n");
    assert_eq!(bytes(&read, cases[0].shown_answer.unwrap()), b"3.0\n");
    assert_eq!((cases[1].shown_input, cases[1].shown_answer), (None, None));
    let both = package.with("data/sample/1.ans.statement", "x").errors();
    assert!(both.len() == 1 && both[0].starts_with("data/sample/1.out: is there beside"), "{both:?}");
}

#[test]
fn sources_have_plain_line_ends_and_what_is_no_text_stays() {
    let package = good()
        .with("output_validator/v.py", "a\r\nb\r\n")
        .with("output_validator/table.bin", b"\0\r\n")
        .with("submissions/accepted/b.py", "print(1)\r\n");
    let read = package.open().unwrap();
    let OutputValidator::Program { program, .. } = &read.version.output_validator else { panic!() };
    assert_eq!(bytes(&read, program.files["v.py"]), b"a\nb\n");
    assert_eq!(bytes(&read, program.files["table.bin"]), b"\0\r\n");
    assert_eq!(bytes(&read, read.version.submissions[1].files["b.py"]), b"print(1)\n");
}
