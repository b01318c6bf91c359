//! Bad packages: every fault is told, with its file and line.

use crate::builder::{Builder, GOOD_YAML, expect, good};

fn yaml(more: &str) -> Vec<String> {
    good().yaml(&format!("{GOOD_YAML}{more}")).faults()
}

/// The good package as it was before 2023.
fn legacy() -> Builder {
    good()
        .yaml("name: Sum\nlimits: {time_limit: 1}\n")
        .without("statement")
        .with("problem_statement/problem.en.md", "Text.\n")
}

#[test]
fn a_package_with_twenty_faults_gives_all_twenty() {
    let package = good()
        .yaml(
            "problem_format_version: 2025-09\nname: {en: Sum, sv: Summa, x1: y}\ntype: [multi-pass, pass-fial]\n\
             licence: cc0\nlimits:\n  memory: -1\n  time_limit: 0\n  output: 1.5\n  cpu: 1\nvalidator_flags: x\n\
             languages: [cpp, pyton3]\nname: again\nallow_file_writing: perhaps\nconstants: {1n: 5}\n",
        )
        .with("data/sample/group/1.in", "")
        .with("data/sample/group/1.ans", "")
        .with("data/secret/2.in", "")
        .with("data/secret/3.ans", "")
        .with("data/secret/test_group.yaml", "output_validator_args: [float_tolerance]\nmax_score: 5\n")
        .with("data/secret/test_group.in", "")
        .with("data/secret/test_group.ans", "")
        .with("include/pyton3/x.py", "");
    expect(
        &package.errors(),
        &[
            "data/sample/group: is a folder in data/sample",
            "data/secret/2.in: has no answer",
            "data/secret/3.ans: belongs to no case",
            "data/secret/test_group.in: is a case named test_group",
            "data/secret/test_group.yaml:1: float_tolerance needs a number",
            "data/secret/test_group.yaml:2: max_score is for scoring problems",
            "include/pyton3: \"pyton3\" is no language code of the format: did you mean python3?",
            "problem.yaml:2: name has \"x1\"",
            "problem.yaml:2: name has sv, in which there is no statement",
            "problem.yaml:3: type \"pass-fial\" is not known: did you mean pass-fail?",
            "problem.yaml:3: type says interactive or multi-pass, but there is no program",
            "problem.yaml:4: licence is not a known key: did you mean license?",
            "problem.yaml:6: limits.memory must be",
            "problem.yaml:7: limits.time_limit must be",
            "problem.yaml:8: limits.output must be",
            "problem.yaml:9: limits.cpu is not a known key",
            "problem.yaml:10: validator_flags is a key of older packages",
            "problem.yaml:11: \"pyton3\" is no language code of the format: did you mean python3?",
            "problem.yaml:12: name is there twice",
            "problem.yaml:13: allow_file_writing must be true or false",
            "problem.yaml:14: constants has \"1n\"",
        ],
    );
}

#[test]
fn kinds_that_need_a_program_are_refused_without_one() {
    for kind in ["interactive", "multi-pass", "[scoring, interactive]"] {
        expect(
            &yaml(&format!("type: {kind}\n")),
            &["problem.yaml:5: type says interactive or multi-pass, but"],
        );
    }
    expect(&yaml("type: [pass-fail, pass-fail]\n"), &["problem.yaml:5: type has pass-fail twice"]);
    assert_eq!(yaml("type: pass-fail\n"), [""; 0]);
    assert_eq!(yaml("type: submit-answer\n"), [""; 0]);
    let legacy = good().yaml("name: Sum\nlimits: {time_limit: 1}\nvalidation: custom interactive\n");
    expect(
        &legacy.errors(),
        &["problem.yaml:3: type says interactive", "problem.yaml:3: validation is custom, but"],
    );
}

#[test]
fn yaml_that_cannot_be_read_is_one_fault_with_its_line() {
    for (text, line) in [
        ("name: Sum\nlimits: [\nuuid: x\n", ":2:"),
        ("name: 'Sum\n", ":1:"),
        ("name: Sum\n---\nname: Other\n", ":3:"),
    ] {
        expect(&good().yaml(text).errors(), &[&format!("problem.yaml{line} is not YAML")]);
    }
    expect(&good().with("problem.yaml", b"name: a\nx: \xff\n").errors(), &["problem.yaml:2: is not UTF-8"]);
    expect(&good().yaml("- a\n- b\n").errors(), &["problem.yaml:1: the file must be a map"]);
    let bomb = (1..9).fold("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned(), |text, i| {
        format!("{text}a{i}: &a{i} [{}]\n", format!("*a{},", i - 1).repeat(10))
    });
    let told = good().yaml(&bomb).errors();
    assert!(told.len() == 1 && told[0].contains("too large once its aliases"), "{told:?}");
}

#[test]
fn an_empty_yaml_lacks_what_it_lacks() {
    let told = good().yaml("").faults();
    expect(&told, &["problem.yaml: name is missing", "problem.yaml: sets no time limit"]);
}

#[test]
fn unknown_keys_are_errors_only_in_the_current_format() {
    expect(&yaml("colour: red\n"), &["problem.yaml:5: colour is not a known key"]);
    let old = legacy().yaml("name: Sum\nlimits: {time_limit: 1}\ncolour: red\n");
    assert!(old.open().is_ok());
    expect(&old.faults(), &["problem.yaml:3: colour is not a known key"]);
}

#[test]
fn an_unknown_format_is_refused_and_the_rest_is_still_checked() {
    let told = good().yaml("problem_format_version: 2031-01\nname: Sum\nlimits: {memory: x}\n").errors();
    expect(
        &told,
        &["problem.yaml:1: problem_format_version \"2031-01\" is not known", "problem.yaml:3: limits.memory"],
    );
}

#[test]
fn what_is_missing_is_named() {
    let bare = good().without("problem.yaml");
    expect(&bare.faults(), &["problem.yaml: is missing", "problem.yaml: sets no time limit"]);
    assert_eq!(bare.open().unwrap().version.names["en"], "sum");
    expect(&good().without("statement").faults(), &["statement: has no statement"]);
    expect(&good().without("data").errors(), &["data: is missing"]);
    expect(&good().without("data/secret").errors(), &["data/secret: has no test case"]);
    expect(&good().without("submissions").faults(), &["submissions: is missing"]);
    expect(&good().without("data/sample").faults(), &[]);
}

#[test]
fn one_statement_in_each_language_is_shown() {
    let both = good().with("statement/problem.en.pdf", "x").with("statement/problem.en.tex", "x");
    expect(
        &both.faults(),
        &[
            "statement/problem.en.pdf: is not shown: statement/problem.en.md is",
            "statement/problem.en.tex: is not shown: statement/problem.en.md is",
        ],
    );
    let twice = good().with("statement/problem.md", "x");
    expect(&twice.errors(), &["statement/problem.md: is a second statement in en"]);
    let none = good().without("statement").with("statement/notes.org", "x");
    expect(&none.faults(), &["statement: has no statement: write the problem's text to problem.en.md"]);
    let tag = good().with("statement/problem.english.md", "x");
    assert!(tag.errors().iter().any(|fault| fault.contains("\"english\", which is no language code")));
}

#[test]
fn pictures_that_are_not_there_are_told_with_their_line() {
    let package = good()
        .with(
            "statement/problem.en.md",
            "Text\n\n![x](here.png)\n![y](gone.png)\n![z](https://e.org/z.png)\n",
        )
        .with("statement/here.png", "x");
    expect(
        &package.faults(),
        &[
            "statement/problem.en.md:4: shows gone.png, which is not",
            "statement/problem.en.md:5: shows https://e.org/z.png",
        ],
    );
}

#[test]
fn names_and_statements_must_be_in_the_same_languages() {
    let two = good().with("statement/problem.sv.md", "x");
    expect(&two.errors(), &["problem.yaml:2: name must be a map"]);
    let named = two.clone().yaml(&GOOD_YAML.replace("name: Sum", "name: {en: Sum, sv: Summa}"));
    assert_eq!(named.faults(), [""; 0]);
    let lacking = two.yaml(&GOOD_YAML.replace("name: Sum", "name: {en: Sum}"));
    expect(&lacking.errors(), &["problem.yaml:2: name lacks sv"]);
    expect(&good().yaml(&GOOD_YAML.replace("Sum", "''")).errors(), &["problem.yaml:2: name is empty in en"]);
}

#[test]
fn files_that_belong_to_no_case_are_told() {
    let package = good()
        .with("data/secret/9.ans", "")
        .with("data/secret/8.desc", "")
        .with("data/secret/README", "")
        .with("data/secret/gen.py", "")
        .with("data/secret/a b.in", "");
    expect(
        &package.faults(),
        &[
            "data/secret/8.desc: belongs to no case",
            "data/secret/9.ans: belongs to no case",
            "data/secret/README: is ignored",
            "data/secret/a b.in: is ignored, as the format asks",
            "data/secret/gen.py: is ignored",
        ],
    );
    let legacy = package.yaml("name: Sum\nlimits: {time_limit: 1}\n");
    expect(&legacy.errors(), &["data/secret/9.ans: belongs to no case"]);
}

#[test]
fn links_that_became_texts_are_not_taken_for_tests() {
    let lost = good().with("data/secret/2.in", "../sample/1.in").with("data/secret/2.ans", "../sample/1.ans");
    expect(
        &lost.errors(),
        &["data/secret/2.ans: is the text of a link", "data/secret/2.in: is the text of a link"],
    );
    let honest = good().with("data/secret/2.in", "../sample/1.in\n").with("data/secret/2.ans", "../x");
    assert_eq!(honest.errors(), [""; 0]);
}

#[test]
fn a_case_must_not_have_the_name_of_a_group() {
    let legacy = good()
        .yaml("name: Sum\nlimits: {time_limit: 1}\n")
        .with("data/secret/1/2.in", "")
        .with("data/secret/1/2.ans", "");
    expect(&legacy.errors(), &["data/secret/1.in: has the name of the folder 1"]);
}

#[test]
fn groups_follow_the_current_formats_layout() {
    let mixed = good()
        .with("data/secret/g/test_group.yaml", "")
        .with("data/secret/g/1.in", "")
        .with("data/secret/g/1.ans", "");
    expect(&mixed.errors(), &["data/secret/g: is a group beside cases"]);
    let deep = good()
        .without("data/secret")
        .with("data/secret/g/test_group.yaml", "")
        .with("data/secret/g/deep/test_group.yaml", "")
        .with("data/secret/g/deep/1.in", "")
        .with("data/secret/g/deep/1.ans", "");
    expect(&deep.errors(), &["data/secret/g/deep/test_group.yaml: lies in a folder of a group"]);
    let empty = good().without("data/secret").with("data/secret/g/test_group.yaml", "");
    let told = empty.errors();
    expect(&told, &["data/secret: has no test case", "data/secret/g: is a group without a test case"]);
}

#[test]
fn arguments_of_the_default_validator_are_checked_where_they_stand() {
    let case =
        |args: &str| good().with("data/secret/1.yaml", format!("hint: x\noutput_validator_args: {args}\n"));
    for (args, reason) in [
        ("[case_sensitiv]", "is not an argument"),
        ("[float_tolerance, -1]", "decimal number"),
        ("[float_tolerance, nan]", "decimal number"),
        ("[float_tolerance, 1, float_tolerance, 1]", "twice"),
        ("[float_tolerance, 1, float_relative_tolerance, 1]", "beside"),
        ("float_tolerance 1", "must be a list"),
    ] {
        let told = case(args).errors();
        assert!(told.len() == 1 && told[0].starts_with("data/secret/1.yaml:2:"), "{told:?}");
        assert!(told[0].contains(reason), "{told:?}");
    }
    // A program may take what it likes.
    let program = case("[whatever, -1]").with("output_validator/v.cpp", "");
    assert_eq!(program.errors(), [""; 0]);
}

#[test]
fn flags_of_legacy_packages_add_up_and_are_checked_together() {
    let package =
        good().yaml("name: Sum\nlimits: {time_limit: 1}\nvalidator_flags: float_tolerance 1e-6\n").with(
            "data/secret/testdata.yaml",
            "on_reject: continue\noutput_validator_flags: float_tolerance 1e-9\n",
        );
    expect(&package.errors(), &["data/secret/testdata.yaml:2: float_tolerance is given twice"]);
    let same = package.with("data/secret/testdata.yaml", "output_validator_flags: float_tolerance 1e-6\n");
    assert_eq!(same.errors(), [""; 0]);
    assert!(same.open().unwrap().version.cases().iter().all(|case| case.validator_args.is_empty()));
    let bad = good().yaml("name: Sum\nlimits: {time_limit: 1}\nvalidator_flags: 'float_tolerance'\n");
    expect(&bad.errors(), &["problem.yaml:3: float_tolerance needs a number"]);
}

#[test]
fn what_changes_the_judging_and_is_not_done_is_refused() {
    for (path, content, place) in [
        ("data/secret/1.files/x/y", "x", "data/secret/1.files/x: is a folder among a case's files"),
        (
            "data/secret/test_group.yaml",
            "static_validation_score: pass-fail\n",
            "test_group.yaml:1: static_validation_score is set, and there is no program in static_validator/",
        ),
        ("include/default/x/y.h", "", "include/default/x: is a folder among included files"),
        ("static_validator/v.exe", "MZ", "static_validator/v.exe: is in no language"),
        ("output_validator/v.exe", "MZ", "output_validator/v.exe: is in no language"),
        ("output_validator/v/src/v.cpp", "", "output_validator/v/src: is a folder inside a program"),
    ] {
        let told = good().with(path, content).errors();
        assert!(told.len() == 1 && told[0].contains(place), "{path}: {told:?}");
    }
    let two = good().with("output_validator/a/a.cpp", "").with("output_validator/b/b.cpp", "");
    expect(&two.errors(), &["output_validator: holds more than one program"]);
    let mixed = good().with("output_validator/a.cpp", "").with("output_validator/b.py", "");
    expect(&mixed.errors(), &["output_validator: mixes"]);
    let both = good().with("output_validator/a.cpp", "").with("output_validators/b.cpp", "");
    expect(&both.errors(), &["output_validators: is there beside output_validator"]);
}

#[test]
fn several_output_validators_are_for_old_problems_whose_output_is_there_as_a_whole() {
    let old = good()
        .without("statement")
        .with("problem_statement/problem.tex", "x\n")
        .with("output_validators/a.py", "")
        .with("output_validators/b/b.cpp", "");
    let yaml =
        |more: &str| old.clone().yaml(&format!("name: Sum\nlimits: {{time_limit: 1}}\nvalidation: {more}\n"));
    assert_eq!(yaml("custom").errors(), [""; 0]);
    for more in ["custom interactive", "custom multi-pass"] {
        expect(
            &yaml(more).errors(),
            &["output_validators: holds more than one program, and here there is one output"],
        );
    }
    let broken = yaml("custom").with("output_validators/b/c.py", "");
    expect(&broken.errors(), &["output_validators/b: mixes"]);
}

#[test]
fn what_groups_say_of_the_static_validator_has_to_fit_their_points() {
    let scored = good().yaml(&format!("{GOOD_YAML}type: scoring\n")).with("static_validator/v.py", "");
    let plain = good().with("static_validator/v.py", "");
    for (package, group, message) in [
        (&plain, "static_validation_score: 5", "static_validation_score must be pass-fail: so is the type"),
        (
            &plain,
            "static_validator_args: [a]",
            "static_validator_args is set without static_validation_score",
        ),
        (&plain, "static_validation_score: often", "static_validation_score must be a whole number"),
        (&scored, "static_validation_score: pass-fail", "static_validation_score must be a number"),
        (
            &scored,
            "static_validation_score: 101",
            "static_validation_score is 101, more than the group's max_score, 100",
        ),
        (
            &scored,
            "score_aggregation: pass-fail\nstatic_validation_score: 5",
            "static_validation_score must be pass-fail: so is the score_aggregation",
        ),
    ] {
        let told = package.clone().with("data/secret/test_group.yaml", format!("{group}\n")).errors();
        assert!(told.len() == 1 && told[0].contains(message), "{group}: {told:?}");
    }
    expect(&plain.faults(), &["static_validator/v.py: is not used: no test_group.yaml sets"]);
    let taken = plain
        .with("data/secret/test_group.yaml", "static_validation_score: pass-fail\n")
        .with("data/secret/static_validation.in", "")
        .with("data/secret/static_validation.ans", "");
    expect(&taken.errors(), &["data/secret/test_group.yaml:1: the static validation is called"]);
    let answers = good().yaml(&format!("{GOOD_YAML}type: submit-answer\n")).with("static_validator/v.py", "");
    expect(&answers.errors(), &["static_validator: judges sources, and here outputs are handed in"]);
}

#[test]
fn what_legacy_groups_cannot_say_is_told_with_its_line() {
    let legacy = |text: &str| {
        good().yaml("name: Sum\nlimits: {time_limit: 1}\n").with("data/testdata.yaml", text).errors()
    };
    expect(
        &legacy("grading: custom\n"),
        &["data/testdata.yaml:1: grading is custom, but there is no program"],
    );
    expect(&legacy("on_reject: stop\n"), &["data/testdata.yaml:1: on_reject must be break or continue"]);
    expect(&legacy("\nrange: 5 1\n"), &["data/testdata.yaml:2: range must be two numbers"]);
    expect(&legacy("accept_score: many\n"), &["data/testdata.yaml:1: accept_score must be a number"]);
    expect(&legacy("grading: some\n"), &["data/testdata.yaml:1: grading must be default or custom"]);
    expect(&legacy("grader_flags: \"'\"\n"), &["data/testdata.yaml:1: grader_flags has a quote"]);
    assert_eq!(legacy("on_reject: continue\ngrader_flags: worst_error\naccept_score: 5\n"), [""; 0]);
}

#[test]
fn submissions_that_cannot_be_judged_are_told() {
    let package = good()
        .with("submissions/accepted/notes.txt", "")
        .with("submissions/wrong_answer/mixed/a.py", "")
        .with("submissions/wrong_answer/mixed/a.cpp", "")
        .with("submissions/wrong_answer/deep/src/a.py", "")
        .with("submissions/odd_folder/a.py", "")
        .with("submissions/a.py", "")
        .with("submissions/submissions.yaml", "accepted: {}\n");
    expect(
        &package.faults(),
        &[
            "submissions/a.py: is ignored",
            "submissions/accepted/notes.txt: cannot be judged",
            "submissions/odd_folder: is no folder of the format",
            "submissions/wrong_answer/deep/src: is a folder inside a submission",
            "submissions/wrong_answer/mixed: cannot be judged: it mixes",
        ],
    );
    let version = package.open().unwrap().version;
    assert_eq!(version.submissions.iter().filter(|example| example.language.is_none()).count(), 3);
}

#[test]
fn both_names_of_a_folder_or_file_are_one_too_many() {
    let statements = good().with("problem_statement/problem.en.md", "x");
    expect(&statements.errors(), &["problem_statement: is there beside statement"]);
    let groups = good().with("data/secret/testdata.yaml", "").with("data/secret/test_group.yaml", "");
    expect(&groups.errors(), &["data/secret/testdata.yaml: is there beside test_group.yaml"]);
    let old = good().without("statement").with("problem_statement/problem.en.md", "x");
    expect(&old.faults(), &["problem_statement: is called statement in this version"]);
}

#[test]
fn time_limits_that_disagree_are_refused() {
    expect(
        &good().with(".timelimit", "2\n").errors(),
        &[".timelimit:1: sets a time limit of 2 s, but problem.yaml"],
    );
    expect(&good().with(".timelimit", "soon\n").errors(), &[".timelimit:1: the time limit must be a number"]);
    let ini = good().with("domjudge-problem.ini", "color='x'\ntimelimit = '3'\n");
    expect(&ini.errors(), &["domjudge-problem.ini:2: sets a time limit of 3 s"]);
    assert_eq!(good().with(".timelimit", "1.0\n").errors(), [""; 0]);
}

#[test]
fn an_archive_of_several_packages_is_refused() {
    let several = Builder::default().with("a/problem.yaml", "").with("b/problem.yaml", "");
    let told = crate::builder::open_zip(&several.zip("")).unwrap_err();
    assert!(told.iter().any(|fault| fault.message.contains("holds several packages (a, b)")), "{told:?}");
}

#[test]
fn a_misspelt_folder_is_told() {
    let told =
        good().with("output_valdiator/v.cpp", "").with("notes/x", "").with("generators/g.py", "").faults();
    expect(
        &told,
        &[
            "notes: is no folder of the format, and is ignored",
            "output_valdiator: is no folder of the format, and is ignored: did you mean output_validator?",
        ],
    );
}

#[test]
fn what_is_left_out_is_told() {
    let package = good()
        .with("data/secret/1.yaml", "full_feedback: yes\n")
        .with("data/sample/test_group.yaml", "full_feedback: yes\n")
        .with("data/sample/1.interaction", ">1\n")
        .with("input_validators/v.ctd", "INT\n")
        .with("input_validators/w/x/build", "#!/bin/sh\n");
    expect(
        &package.faults(),
        &[
            "data/sample/1.interaction: is not shown: the problem is neither interactive nor multi-pass",
            "data/secret/1.yaml:1: full_feedback is not heeded yet",
            "input_validators/v.ctd: is not run",
            "input_validators/w/x: is a folder inside a program, whose files lie in one folder; this input validator is not run",
        ],
    );
}
