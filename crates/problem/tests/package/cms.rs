//! Tasks in CMS's Italian format.

use std::io::Write;

use problem::limits::Origin;
use problem::version::{Aggregation, InteractorProtocol, Kind, Markup, Passes, Points, Protocol, TestGroup};
use problem::{Comparison, OutputValidator};
use zip::ZipWriter;

use crate::builder::{Builder, break_everywhere, bytes, case, expect, group, names, open_zip, version};

const TASK: &str = "name: somma\ntitle: Somma di due\ntime_limit: 0.5\nmemory_limit: 64\nn_input: 4\ninfile: ''\noutfile: ''\n";

fn good() -> Builder {
    let mut builder =
        Builder::default().with("task.yaml", TASK).with("statement/statement.pdf", "%PDF-1.4\n");
    for case in 0..4 {
        builder = builder
            .with(&format!("input/input{case}.txt"), format!("{case} 1\n"))
            .with(&format!("output/output{case}.txt"), format!("{}\n", case + 1));
    }
    builder
}

fn task(rest: &str) -> Builder {
    good().with("task.yaml", format!("{TASK}{rest}"))
}

fn max(group: &TestGroup) -> f64 {
    group.rules.max.unwrap().get()
}

#[test]
fn a_plain_task_is_read_without_a_word() {
    let package = good().open().unwrap();
    assert_eq!(package.warnings, []);
    let version = &package.version;
    assert_eq!((version.slug.as_str(), version.name("it")), ("somma", "Somma di due"));
    assert_eq!((version.limits.time_ms, version.limits.time_origin), (500, Origin::Explicit));
    assert_eq!(version.limits.memory_bytes, 64 << 20);
    assert_eq!(names(version), ["secret/000", "secret/001", "secret/002", "secret/003"]);
    assert_eq!(case(version, "secret/002").points.unwrap().get(), 25.0);
    let scoring = version.scoring.as_ref().unwrap();
    assert_eq!((scoring.max.unwrap().get(), scoring.decimals), (100.0, Some(0)));
    let comparison = Comparison::cms("whitediff").unwrap();
    assert_eq!(version.output_validator, OutputValidator::Native { comparison });
    assert_eq!(version.statements["it"].markup, Markup::Pdf);
    assert_eq!(bytes(&package, version.cases()[3].input), b"3 1\n");
    assert_eq!((&version.named_files.input, &version.named_files.output), (&None, &None));
    assert!(version.cases().iter().all(|case| !case.sample));
}

#[test]
fn the_older_names_of_keys_are_read() {
    let old = "nome_breve: vecchio\nnome: Vecchio\ntimeout: 2\nmemlimit: 32\nn_input: 4\nrisultati: all\ntoken_initial: 2\n\
               token_max: 10\ntoken_gen_number: 1\ntoken_gen_time: 30\n";
    let package =
        good().with("task.yaml", old).without("statement").with("testo/testo.pdf", "%PDF").open().unwrap();
    assert_eq!(package.warnings, []);
    let version = &package.version;
    assert_eq!((version.slug.as_str(), version.name("it")), ("vecchio", "Vecchio"));
    assert_eq!((version.limits.time_ms, version.limits.memory_bytes), (2_000, 32 << 20));
    assert_eq!(version.named_files.input.as_deref(), Some("input.txt"));
    assert_eq!(version.named_files.output.as_deref(), Some("output.txt"));
    assert!(version.cases().iter().all(|case| !case.sample), "results are public, data are not");
}

#[test]
fn subtasks_are_read_from_gen() {
    let text =
        "# made by hand\n# ST: 0\n#COPY: att/somma.input0.txt\n\n# ST: 40\n1 2 # small\n3 4\n# ST: 60\n9 9\n";
    let version = version(&task("score_precision: 2\n").with("gen/GEN", text));
    assert_eq!(
        names(&version),
        ["sample/000", "secret/subtask1/001", "secret/subtask1/002", "secret/subtask2/003"]
    );
    assert!(case(&version, "sample/000").sample && !case(&version, "secret/subtask1/001").sample);
    let first = group(&version, "secret/subtask1");
    assert_eq!((first.rules.aggregation, max(first)), (Aggregation::Min, 40.0));
    assert_eq!(max(group(&version, "secret/subtask2")), 60.0);
    assert_eq!(case(&version, "sample/000").command.as_deref(), Some("copy att/somma.input0.txt"));
    assert_eq!(case(&version, "secret/subtask1/001").command.as_deref(), Some("1 2"));
    assert_eq!(version.scoring.unwrap().decimals, Some(2));
}

#[test]
fn gen_without_subtasks_counts_the_cases() {
    let version = version(
        &good().with("task.yaml", "name: a\ntitle: A\ntotal_value: 10\n").with("gen/GEN", "1\n2\n#\n3\n4\n"),
    );
    assert_eq!(names(&version).len(), 4);
    assert_eq!(case(&version, "secret/000").points.unwrap().get(), 2.5);
    assert_eq!(version.scoring.unwrap().max.unwrap().get(), 10.0);
}

#[test]
fn parameters_of_the_score_have_counts_patterns_and_lists() {
    let sum = version(&task("score_type: Sum\nscore_type_parameters: 7\n"));
    assert_eq!(
        (case(&sum, "secret/001").points.unwrap().get(), sum.scoring.unwrap().max.unwrap().get()),
        (7.0, 28.0)
    );

    let counts = version(&task("score_type: GroupMul\nscore_type_parameters: [[0, 1], [30, 1], [70, 2]]\n"));
    assert_eq!(
        names(&counts),
        ["sample/000", "secret/subtask1/001", "secret/subtask2/002", "secret/subtask2/003"]
    );
    assert_eq!(group(&counts, "secret/subtask2").rules.aggregation, Aggregation::Product);

    let patterns =
        version(&task("score_type: GroupMin\nscore_type_parameters: [[20, '00[01]'], [80, '00']]\n"));
    assert_eq!(
        names(&patterns),
        [
            "secret/subtask0/000",
            "secret/subtask0/001",
            "secret/subtask1/000",
            "secret/subtask1/001",
            "secret/subtask1/002",
            "secret/subtask1/003",
        ]
    );
    assert_eq!(patterns.cases().len(), 4, "a case of two subtasks is run once");

    let lists = "score_type: GroupThreshold\nscore_type_parameters:\n- [40, ['003', '001'], 0.5]\n\
                 - {max_score: 60, testcases: ['000', '002'], threshold: 1}\n";
    let lists = version(&task(lists));
    assert_eq!(names(&lists)[..2], ["secret/subtask0/001", "secret/subtask0/003"]);
    let threshold = group(&lists, "secret/subtask0").rules.aggregation;
    assert_eq!(threshold, Aggregation::Threshold(Points::try_from(0.5).unwrap()));
}

#[test]
fn cases_of_no_subtask_give_nothing_and_are_told() {
    let builder = task("score_type: GroupMin\nscore_type_parameters: [[100, 3]]\n");
    expect(&builder.faults(), &["task.yaml: 1 cases are in no subtask and give nothing, such as 3"]);
    let version = version(&builder);
    assert!(group(&version, "secret/uncounted").rules.uncounted);
    assert_eq!(names(&version)[3], "secret/uncounted/003");
}

#[test]
fn parameters_alone_are_ignored_as_cms_does() {
    let text = "name: a\ntitle: A\nscore_type: GroupMin\nscore_type_parameters: [[100, 4]]\n";
    let told = good().with("task.yaml", text).with("gen/GEN", "1\n2\n3\n4\n").faults();
    assert!(
        told.iter().any(|fault| fault.starts_with("task.yaml:3: ") && fault.contains("as CMS does")),
        "{told:?}"
    );
}

#[test]
fn what_can_be_downloaded_anyway_is_shown() {
    let version = version(&good().with("att/somma.input0.txt", "0 1\n").with("att/somma.output0.txt", "1\n"));
    let shown: Vec<bool> = version.cases().iter().map(|case| case.sample).collect();
    assert_eq!(shown, [true, false, false, false]);
    assert_eq!(version.attachments.keys().collect::<Vec<_>>(), ["somma.input0.txt", "somma.output0.txt"]);
}

#[test]
fn statements_are_called_after_languages() {
    let version = version(
        &task("primary_language: en\n")
            .with("statement/english.pdf", "%PDF e")
            .with("statement/italian.pdf", "%PDF i")
            .with("statement/notes.pdf", "%PDF"),
    );
    assert_eq!(version.statements.keys().collect::<Vec<_>>(), ["en", "it"]);
    assert_eq!(version.names.keys().collect::<Vec<_>>(), ["en"]);
}

#[test]
fn checkers_are_compiled_from_the_source_beside() {
    for (source, language) in [
        ("check/checker.cpp", "cpp"),
        ("cor/correttore.pas", "pascal"),
        ("cor/correttore.c", "c"),
        ("check/verify.cpp", "cpp"),
    ] {
        let place = source.split('/').next().unwrap();
        let binary = if place == "cor" { "cor/correttore" } else { "check/checker" };
        let package =
            good().with(binary, "\x7fELF").with(source, "x").with(&format!("{place}/util.h"), "y").open();
        let version = package.unwrap().version;
        let OutputValidator::Program { program, protocol, .. } = &version.output_validator else {
            panic!("{source}")
        };
        assert_eq!((program.language.as_str(), *protocol, program.files.len()), (language, Protocol::Cms, 2));
        assert_eq!(program.path, source);
    }
}

#[test]
fn compiled_programs_are_refused_by_name() {
    expect(&good().with("check/checker", "\x7fELF").errors(), &["check/checker: is a compiled program"]);
    expect(&good().with("cor/correttore", "\x7fELF").errors(), &["cor/correttore: is a compiled program"]);
    let manager = good().with("check/manager", "\x7fELF").with("check/README.txt", "");
    expect(&manager.errors(), &["check/manager: is a compiled program"]);
}

#[test]
fn managers_talk_to_processes_by_pipes_of_either_kind() {
    let communication = |rest: &str, stub: bool| {
        let builder = task(rest).with("check/manager.cpp", "x").with("check/manager", "\x7fELF");
        let builder = if stub { builder.with("sol/stub.cpp", "s").with("sol/somma.h", "h") } else { builder };
        version(&builder)
    };
    for (rest, stub, fifos) in [
        ("num_processes: 2\n", true, true),
        ("num_processes: 2\n", false, false),
        ("num_processes: 2\nuser_io: std_io\n", true, false),
        ("num_processes: 2\nuser_io: fifo_io\n", false, true),
    ] {
        let version = communication(rest, stub);
        let interactor = version.interactor.as_ref().unwrap();
        assert_eq!(
            (interactor.processes, interactor.protocol),
            (2, InteractorProtocol::Cms { fifos }),
            "{rest} {stub}"
        );
        assert_eq!(version.output_validator, OutputValidator::Interactor);
        assert_eq!(version.stubs.files.contains_key("cpp"), stub);
    }
}

#[test]
fn graders_are_compiled_with_submissions_that_are_called_after_the_task() {
    let version = version(
        &good()
            .with("sol/grader.cpp", "g")
            .with("sol/grader.c", "c")
            .with("sol/grader.pas", "p")
            .with("sol/grader.py", "y")
            .with("sol/somma.h", "h")
            .with("sol/sommalib.pas", "l")
            .with("sol/soluzione.cpp", "s"),
    );
    let names = |id: &str| version.stubs.files[id].keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(names("cpp"), ["grader.cpp", "somma.h"]);
    assert_eq!(names("c"), ["grader.c", "somma.h"]);
    assert_eq!(names("pascal"), ["grader.pas", "sommalib.pas"]);
    assert_eq!((names("python3"), names("pypy3")), (vec!["grader.py"], vec!["grader.py"]));
    assert_eq!(
        (version.stubs.stem.as_deref(), version.stubs.entry["python3"].as_str()),
        (Some("somma"), "grader.py")
    );
    assert_eq!(version.languages.as_ref().unwrap().len(), 5);
    let examples: Vec<_> = version.submissions.iter().map(|example| example.path.as_str()).collect();
    assert_eq!(examples, ["soluzione.cpp"]);
}

#[test]
fn solutions_promise_nothing_but_the_official_one() {
    let version = version(
        &good().with("sol/soluzione.cpp", "a").with("sol/quadratic.py", "b").with("sol/notes.txt", ""),
    );
    let promised: Vec<(&str, bool)> = version
        .submissions
        .iter()
        .map(|example| (example.path.as_str(), example.expected.is_some()))
        .collect();
    assert_eq!(promised, [("quadratic.py", false), ("soluzione.cpp", true)]);
}

#[test]
fn outputs_are_handed_in_where_the_task_asks_for_them() {
    let text = "name: a\ntitle: A\nn_input: 4\noutput_only: yes\n";
    let package = good().with("task.yaml", text).open().unwrap();
    assert_eq!(package.warnings, []);
    assert_eq!(package.version.kind, Kind::Answers);
    let inputs: Vec<_> = package.version.attachments.keys().map(String::as_str).collect();
    assert_eq!(inputs, ["input_000.txt", "input_001.txt", "input_002.txt", "input_003.txt"]);
    assert!(package.version.cases().iter().all(|case| !case.sample), "answers stay secret");
}

#[test]
fn two_steps_are_joined() {
    for (rest, silent) in [("task_type: TwoSteps\n", true), ("", false)] {
        let package = task(rest).with("sol/manager.cpp", "m").with("sol/encoder.h", "h").open().unwrap();
        let version = &package.version;
        assert_eq!(version.passes, Passes::Joined);
        assert_eq!(version.stubs.files["cpp"].len(), 2);
        assert_eq!(package.warnings.is_empty(), silent);
    }
    let told = task("task_type: TwoSteps\n").errors();
    expect(&told, &["sol: has no manager.cpp"]);
}

#[test]
fn numbers_are_compared_where_the_task_says_so() {
    let comparison = Comparison::cms("realprecision").unwrap();
    assert_eq!(version(&task("exponent: 6\n")).output_validator, OutputValidator::Native { comparison });
    expect(&task("exponent: 9\n").errors(), &["task.yaml:8: exponent 9 cannot be followed"]);
}

#[test]
fn a_task_file_beside_the_folder_is_read() {
    let beside = good().without("task.yaml").with("gen/GEN", "1\n2\n3\n4\n");
    let mut zip = ZipWriter::new_append(std::io::Cursor::new(beside.zip("vecchio/"))).unwrap();
    zip.start_file("vecchio.yaml", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(TASK.as_bytes()).unwrap();
    let package = open_zip(&zip.finish().unwrap().into_inner()).unwrap();
    assert_eq!(package.version.slug.as_str(), "somma");
    assert!(package.warnings[0].message.contains("is read from vecchio.yaml"), "{:?}", package.warnings);
}

#[test]
fn limits_that_are_missing_are_told() {
    let told = good().with("task.yaml", "name: a\ntitle: A\nn_input: 4\ntime_limit: 1\n").faults();
    expect(
        &told,
        &["task.yaml: sets no memory limit, so 256 MiB are given: say another with --memory-limit"],
    );
    let told = good().with("task.yaml", "name: a\ntitle: A\nn_input: 4\n").faults();
    expect(&told, &["--time-limit and --memory-limit"]);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (rest, wanted) in [
        ("time_limit: 1\n", "task.yaml:8: time_limit is there twice"),
        ("num_processes: 0\n", "task.yaml:8: num_processes must be"),
        ("num_processes: 1000\n", "task.yaml:8: num_processes is more than 100"),
        ("user_io: x\n", "task.yaml:8: user_io must be std_io or fifo_io"),
        ("task_type: Interactive\n", "task.yaml:8: task_type Interactive is not known"),
        ("task_type: Communication\n", "task.yaml:8: is a Communication task"),
        ("output_only_testcases: '0,1'\n", "task.yaml:8: output_only_testcases cannot be read"),
        ("total_value: -1\n", "task.yaml:8: total_value must be"),
        (
            "score_type: GroupMax\nscore_type_parameters: [[1, 1]]\n",
            "task.yaml:8: score_type GroupMax is not known",
        ),
        ("score_type: Sum\nscore_type_parameters: [[1, 1]]\n", "task.yaml:9: score_type_parameters of Sum"),
        (
            "score_type: GroupMin\nscore_type_parameters: 5\n",
            "task.yaml:9: score_type_parameters must be a list",
        ),
        ("score_type: GroupMin\nscore_type_parameters:\n- [1]\n", "task.yaml:10: a subtask in"),
        ("score_type: GroupThreshold\nscore_type_parameters:\n- [1, 4]\n", "task.yaml:10: a subtask in"),
        ("score_type: GroupMin\nscore_type_parameters:\n- [x, 4]\n", "task.yaml:10: the points of a subtask"),
        (
            "score_type: GroupMin\nscore_type_parameters:\n- [1, 5]\n",
            "task.yaml:10: the subtasks have more cases than the 4",
        ),
        (
            "score_type: GroupMin\nscore_type_parameters:\n- [1, '9']\n- [1, 'a']\n",
            "task.yaml:10: the pattern of a subtask matches no case",
        ),
        (
            "score_type: GroupMin\nscore_type_parameters:\n- [1, '(']\n",
            "task.yaml:10: the pattern \"(\" of a subtask is no pattern",
        ),
        (
            "score_type: GroupMin\nscore_type_parameters:\n- [1, ['007']]\n",
            "task.yaml:10: a subtask has case 007",
        ),
    ] {
        let told = task(rest).errors();
        assert!(told.iter().any(|fault| fault.starts_with(wanted)), "{rest:?}: {told:#?}");
    }
    for (text, wanted) in [
        ("# ST: 99\n1\n2\n3\n4\n", "gen/GEN: has subtasks of 99 points together"),
        ("1\n# ST: 100\n2\n3\n4\n", "gen/GEN:2: begins a subtask after cases"),
        ("# ST: ten\n1\n2\n3\n4\n", "gen/GEN:1: ST: needs a whole number"),
        ("1 # ST: 100\n2\n3\n4\n", "gen/GEN:1: has a case and a command"),
        ("1\n2\n3\n", "task.yaml:5: n_input is 4, but gen/GEN has 3 cases"),
    ] {
        let told = task("").with("gen/GEN", text).errors();
        assert!(told.iter().any(|fault| fault.starts_with(wanted)), "{text:?}: {told:#?}");
    }
    let told = good().without("output/output2.txt").with("input/input9.txt", "").faults();
    expect(&told, &["input/input9.txt: is ignored", "output/output2.txt: is missing"]);
    expect(
        &good().with("task.yaml", "name: a\ntitle: A\nn_input: 99999999\n").errors(),
        &["input: has no test case", "task.yaml: n_input is more"],
    );
}

#[test]
fn the_same_task_has_the_same_id_in_every_form() {
    let id = good().folder().unwrap().version.id();
    for top in ["", "somma/", "other/"] {
        assert_eq!(open_zip(&good().zip(top)).unwrap().version.id(), id, "{top}");
    }
}

#[test]
fn broken_tasks_are_faults_and_never_a_panic() {
    let whole = task("score_type: GroupMin\nscore_type_parameters: [[0, '000'], [40, '00[12]'], {max_score: 60, testcases: '00[123]'}]\n")
        .with("gen/GEN", "# ST: 0\n#COPY: a\n# ST: 100\n1\n2\n3\n");
    break_everywhere(&whole, "task.yaml");
    break_everywhere(&whole, "gen/GEN");
}
