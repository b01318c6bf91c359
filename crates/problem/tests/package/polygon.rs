//! Packages of Polygon.

use problem::version::{
    Aggregation, Asked, GraderProtocol, Interactor, InteractorProtocol, Markup, OnReject, OutputValidator,
    Passes, Points, PointsAre, Protocol, Requirement, Scoring, TestGroup, TestNode, Version, Wants,
};
use problem::{Comparison, Package, Verdict};

use crate::builder::{Builder, bytes, expect};

/// What stands in the description, part by part.
#[derive(Clone)]
struct Xml {
    judging: &'static str,
    groups: &'static str,
    tests: &'static str,
    count: usize,
    files: &'static str,
    assets: &'static str,
    solutions: &'static str,
    more: &'static str,
}

const PLAIN: Xml = Xml {
    judging: "",
    groups: "",
    tests: r#"<test method="manual" sample="true"/><test cmd="gen 5 7" method="generated" description="big"/>"#,
    count: 2,
    files: r#"<resources><file path="files/testlib.h" type="h.g++"/><file path="files/olymp.sty"/></resources>"#,
    assets: r#"<checker name="std::ncmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>"#,
    solutions: r#"<solution tag="main"><source path="solutions/sum.py" type="python.3"/></solution>"#,
    more: "",
};

impl Xml {
    fn text(&self) -> String {
        let Self { judging, groups, tests, count, files, assets, solutions, more } = self;
        format!(
            r#"<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="7" short-name="a-plus-b" url="https://polygon.example/p/ada/a-plus-b">
    <names><name language="english" value="A + B"/><name language="russian" value="А + Б"/></names>
    <statements><statement charset="UTF-8" language="english" path="statements/english/problem.tex" type="application/x-tex"/></statements>
    <judging cpu-name="Intel" cpu-speed="3600" {judging}>
        <testset name="tests">
            <time-limit>1500</time-limit>
            <memory-limit>268435456</memory-limit>
            <test-count>{count}</test-count>
            <input-path-pattern>tests/%02d</input-path-pattern>
            <answer-path-pattern>tests/%02d.a</answer-path-pattern>
            <tests>{tests}</tests>
            {groups}
        </testset>
    </judging>
    <files>{files}</files>
    <assets>{assets}<solutions>{solutions}</solutions></assets>
    <tags><tag value="math"/><tag value="implementation"/></tags>
    {more}
</problem>"#
        )
    }

    fn package(&self) -> Builder {
        plain().with("problem.xml", self.text())
    }
}

fn plain() -> Builder {
    Builder::default()
        .with("problem.xml", PLAIN.text())
        .with("files/testlib.h", "// header\r\n")
        .with("files/olymp.sty", "%")
        .with("files/check.cpp", "int main() {}\r\n")
        .with("check.cpp", "int main() {}\r\n")
        .with("tests/01", "1 2\r\n")
        .with("tests/01.a", "3\r\n")
        .with("tests/02", "5 7\n")
        .with("tests/02.a", "12\n")
        .with("solutions/sum.py", "print(sum(map(int, input().split())))\r\n")
        .with("statement-sections/english/name.tex", "A + B")
        .with("statement-sections/english/legend.tex", "Add them.\r\n")
        .with("statement-sections/english/input.tex", "Two numbers.")
        .with("statement-sections/english/output.tex", "One.")
        .with("statement-sections/english/a.png", "picture")
}

fn read(builder: &Builder) -> Package {
    builder.open().unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn version(xml: &Xml) -> Version {
    read(&xml.package()).version
}

fn group<'a>(version: &'a Version, name: &str) -> &'a TestGroup {
    version.tests.groups().into_iter().find(|group| group.name == name).unwrap()
}

fn points(number: f64) -> Option<Points> {
    Some(Points::try_from(number).unwrap())
}

#[test]
fn a_plain_package_is_read_without_a_word() {
    let package = read(&plain());
    assert_eq!(package.warnings, []);
    let version = &package.version;
    assert_eq!(version.slug.as_str(), "a-plus-b");
    assert_eq!((version.name("ru"), version.name("en")), ("А + Б", "A + B"));
    assert_eq!((version.limits.time_ms, version.limits.memory_bytes), (1_500, 256 << 20));
    assert_eq!(
        version.output_validator,
        OutputValidator::Native { comparison: Comparison::testlib("ncmp").unwrap() }
    );
    let cases = version.tests.cases();
    let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["sample/01", "secret/02"]);
    assert!(cases[0].sample && !cases[1].sample);
    assert_eq!(bytes(&package, cases[0].input), b"1 2\r\n", "tests keep their line ends");
    assert_eq!(cases[1].command.as_deref(), Some("gen 5 7"));
    assert_eq!(cases[1].description.as_deref(), Some("big"));
    assert_eq!(version.scoring, None);
    assert_eq!(version.uuid.as_deref(), Some("https://polygon.example/p/ada/a-plus-b"));
    assert_eq!(version.revision.as_deref(), Some("7"));
    assert!(version.tags.contains("math"));
    let [solution] = version.submissions.as_slice() else { panic!() };
    assert_eq!((solution.path.as_str(), solution.language.as_deref()), ("accepted/sum.py", Some("python3")));
    let source = bytes(&package, solution.files["sum.py"]);
    assert!(!source.contains(&b'\r'), "sources have plain line ends");
}

#[test]
fn sections_make_a_statement_with_its_pictures() {
    let package = read(&plain());
    let statement = package.version.statements["en"];
    assert_eq!(statement.markup, Markup::Tex);
    let text = String::from_utf8(bytes(&package, statement.source)).unwrap();
    assert_eq!(text, "Add them.\n\n\\InputFile\nTwo numbers.\n\n\\OutputFile\nOne.\n");
    assert!(package.version.assets.contains_key("a.png"));
}

#[test]
fn properties_pages_and_pdfs_do_where_there_are_no_sections() {
    let bare = plain().without("statement-sections");
    let json = r#"{"name": "A + B", "legend": "Add.", "input": "", "output": null, "notes": "Easy.", "timeLimit": 1500}"#;
    let package = read(&bare.clone().with("statements/english/problem-properties.json", json));
    let text = bytes(&package, package.version.statements["en"].source);
    assert_eq!(String::from_utf8(text).unwrap(), "Add.\n\n\\Note\nEasy.\n");
    let whole =
        read(&bare.clone().with("statements/english/problem.tex", "\\begin{problem}{A}\r\n\\end{problem}"));
    assert_eq!(bytes(&whole, whole.version.statements["en"].source), b"\\begin{problem}{A}\n\\end{problem}");
    let page = r#"<statement language="english" charset="windows-1251" type="text/html" path="statements/.html/english/problem.html"/>
                  <statement language="russian" type="application/pdf" path="statements/.pdf/russian/problem.pdf"/>"#;
    let xml = PLAIN.text().replace("<statements>", &format!("<statements>{page}"));
    let package = read(
        &bare
            .with("problem.xml", xml)
            .with("statements/.html/english/problem.html", b"<p>\xcf\xf0\xe8</p>")
            .with("statements/.pdf/russian/problem.pdf", "%PDF-1.4"),
    );
    let statements = &package.version.statements;
    assert_eq!((statements["en"].markup, statements["ru"].markup), (Markup::Html, Markup::Pdf));
    assert_eq!(String::from_utf8(bytes(&package, statements["en"].source)).unwrap(), "<p>При</p>");
}

#[test]
fn tutorials_become_editorials() {
    let told = read(
        &plain().with("statements/english/problem-properties.json", r#"{"tutorial": "Use \\texttt{+}."}"#),
    );
    let editorial = told.version.editorials.texts["en"];
    assert_eq!(
        (editorial.markup, bytes(&told, editorial.source)),
        (Markup::Tex, b"Use \\texttt{+}.".to_vec())
    );
    let listed = r#"<tutorials><tutorial charset="UTF-8" language="english" path="t.pdf" type="application/pdf"/></tutorials>"#;
    let package = read(&Xml { more: listed, ..PLAIN }.package().with("t.pdf", "%PDF"));
    assert_eq!(package.version.editorials.texts["en"].markup, Markup::Pdf);
    assert!(read(&plain()).version.editorials.texts.is_empty());
}

#[test]
fn tests_of_the_checker_and_of_validators_are_kept() {
    let assets = r#"<checker name="std::ncmp.cpp" type="testlib"><testset><test-count>3</test-count>
        <input-path-pattern>files/tests/checker-tests/%02d</input-path-pattern>
        <output-path-pattern>files/tests/checker-tests/%02d.o</output-path-pattern>
        <answer-path-pattern>files/tests/checker-tests/%02d.a</answer-path-pattern>
        <tests><test verdict="ok"/><test verdict="presentation-error"/><test verdict="crashed"/></tests></testset></checker>
        <validators><validator><source path="v.py" type="python.3"/><testset><test-count>2</test-count>
        <input-path-pattern>files/tests/validator-tests/%02d</input-path-pattern>
        <tests><test verdict="valid"/><test verdict="invalid" testset="tests" group="2"/></tests></testset></validator></validators>"#;
    let mut package = Xml { assets, ..PLAIN }.package().with("v.py", "pass");
    for number in ["01", "02"] {
        for name in ["checker-tests/NN", "checker-tests/NN.o", "checker-tests/NN.a", "validator-tests/NN"] {
            package = package.with(&format!("files/tests/{}", name.replace("NN", number)), name);
        }
    }
    let version = read(&package).version;
    let told: Vec<(&str, Wants)> =
        version.validator_tests.iter().map(|test| (test.name.as_str(), test.wants)).collect();
    let wanted = [
        ("invalid_input/validator-1-02", Wants::InvalidInput),
        ("valid_output/checker-01", Wants::ValidOutput),
        ("invalid_output/checker-02", Wants::InvalidOutput),
    ];
    assert_eq!(told, wanted);
    assert_eq!(version.validator_tests[0].input_args, ["--testset", "tests", "--group", "2"]);
    assert!(version.validator_tests[1].answer.is_some() && version.validator_tests[1].output.is_some());
}

#[test]
fn what_a_sample_shows_may_be_another_text_than_its_test() {
    let same = read(
        &plain().with("statements/english/example.01", "1 2\n").with("statements/english/example.01.a", "3"),
    );
    let case = same.version.tests.cases()[0].clone();
    assert_eq!((case.shown_input, case.shown_answer), (None, None));
    let other = read(&plain().with("statements/english/example.01", "1 2\r\n...\r\n"));
    let case = other.version.tests.cases()[0].clone();
    assert_eq!(bytes(&other, case.shown_input.unwrap()), b"1 2\n...\n");
    assert_eq!(case.shown_answer, None);
    let json = r#"{"sampleTests": [{"inputFile": "example.01", "outputFile": "example.01.a", "input": "1 2\r\n", "output": "three"}]}"#;
    let told = read(&plain().with("statements/english/problem-properties.json", json));
    let case = told.version.tests.cases()[0].clone();
    assert_eq!(case.shown_input, None);
    assert_eq!(bytes(&told, case.shown_answer.unwrap()), b"three");
}

#[test]
fn a_program_is_compiled_with_the_resources_that_are_no_sources() {
    let xml = Xml {
        files: r#"<resources><file path="files/testlib.h" type="h.g++"/><file path="files/check.cpp" type="cpp.g++17"/></resources>"#,
        assets: r#"<checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/><binary path="check.exe" type="exe.win32"/></checker>
                   <validators><validator><source path="files/v.py" type="python.3"/></validator></validators>"#,
        ..PLAIN
    };
    let package = read(&xml.package().with("files/v.py", "pass\n"));
    let OutputValidator::Program { program, protocol, args } = &package.version.output_validator else {
        panic!()
    };
    assert_eq!(program.language, "cpp");
    assert_eq!(program.files.keys().collect::<Vec<_>>(), ["check.cpp", "testlib.h"]);
    assert_eq!(bytes(&package, program.files["testlib.h"]), b"// header\n");
    assert_eq!((*protocol, args.len()), (Protocol::Testlib { points: PointsAre::Points }, 0));
    let [validator] = package.version.input_validators.as_slice() else { panic!() };
    assert_eq!((validator.accepts, validator.program.language.as_str()), (0, "python3"));
}

#[test]
fn a_scorer_makes_the_points_of_what_it_is_told_and_of_nothing_else() {
    let xml = Xml {
        assets: r#"<checker name="std::wcmp.cpp" type="testlib"><source path="check.cpp" type="cpp.g++17"/></checker>
                   <scorer><source path="score.py" type="python.3"/></scorer>"#,
        ..PLAIN
    };
    let package = read(&xml.package().with("score.py", "print(1)\n"));
    let version = &package.version;
    let grader = version.tests.rules.grader.as_ref().unwrap();
    assert_eq!((grader.protocol, grader.program.path.as_str()), (GraderProtocol::TestlibScorer, "score.py"));
    assert_eq!(version.scoring, Some(Scoring::default()));
    assert!(version.cases().iter().all(|case| case.points.is_some()));
    let asks = xml.package().with("score.py", "print(len(r.output))\n").errors();
    assert!(asks.len() == 1 && asks[0].contains("the scorer asks for .output of tests"), "{asks:?}");
    let gone = xml.package().errors();
    assert!(gone.len() == 1 && gone[0].contains("score.py: is missing"), "{gone:?}");
}

#[test]
fn a_checker_in_python_is_run_as_python_though_it_is_called_testlibs() {
    let xml = Xml {
        assets: r#"<checker type="testlib"><source path="check.py" type="python.3"/></checker>"#,
        ..PLAIN
    };
    let package = read(&xml.package().with("check.py", "#\n"));
    assert!(
        matches!(&package.version.output_validator, OutputValidator::Program { program, .. } if program.language == "python3")
    );
}

const GROUPS: &str = r#"<groups>
    <group feedback-policy="none" name="2" points="60.0" points-policy="complete-group"><dependencies><dependency group="0"/><dependency group="1"/></dependencies></group>
    <group feedback-policy="points" name="1" points="40.0" points-policy="each-test"/>
    <group name="0" points="0.0" points-policy="complete-group"/>
</groups>"#;

const GROUPED: Xml = Xml {
    groups: GROUPS,
    tests: r#"<test group="0" points="0.0" sample="true"/><test group="1" points="15.5"/><test group="1" points="24.5"/>
              <test group="2" points="60.0"/><test group="2" points="0.0"/>"#,
    count: 5,
    ..PLAIN
};

fn five(xml: &Xml) -> Builder {
    let mut builder = xml.package();
    for number in 1..=5 {
        builder = builder
            .with(&format!("tests/0{number}"), format!("{number}"))
            .with(&format!("tests/0{number}.a"), format!("{number}"));
    }
    builder
}

#[test]
fn groups_have_their_policies_and_depend_on_earlier_ones() {
    let version = read(&five(&GROUPED)).version;
    assert_eq!(version.scoring.as_ref().unwrap().max, points(100.0));
    let secret = group(&version, "secret");
    let names: Vec<&str> = secret
        .children
        .iter()
        .map(|child| match child {
            TestNode::Group(group) => group.name.as_str(),
            TestNode::Case(case) => case.name.as_str(),
        })
        .collect();
    assert_eq!(names, ["secret/1", "secret/0", "secret/2"], "what a group asks of is judged before it");
    let each = group(&version, "secret/1");
    assert_eq!((each.rules.aggregation, each.rules.max), (Aggregation::Sum, points(40.0)));
    assert_eq!(each.children.len(), 2);
    let complete = group(&version, "secret/2");
    assert_eq!((complete.rules.aggregation, complete.rules.max), (Aggregation::All, points(60.0)));
    assert_eq!(complete.rules.on_reject, OnReject::Group);
    let requires = |group: &str, what| Requirement { group: group.to_owned(), what };
    assert_eq!(
        complete.rules.requires,
        [requires("secret/0", Asked::Accepted), requires("secret/1", Asked::Full)]
    );
    let case = version.tests.cases()[0];
    assert_eq!((case.name.as_str(), case.points), ("secret/1/02", points(15.5)));
    assert_eq!(case.input_args, ["--testset", "tests", "--group", "1"]);
}

#[test]
fn points_of_tests_without_groups_are_added_up() {
    let xml = Xml { tests: r#"<test points="30" sample="true"/><test points="70"/>"#, ..PLAIN };
    let version = version(&xml);
    assert_eq!(version.scoring.unwrap().max, points(100.0));
    let worth: Vec<_> = version.tests.cases().iter().map(|case| case.points).collect();
    assert_eq!(worth, [points(30.0), points(70.0)]);
}

#[test]
fn a_group_of_tests_without_points_has_its_own() {
    let xml = Xml {
        tests: r#"<test group="all"/><test group="all"/>"#,
        groups: r#"<groups><group name="all" points="50" points-policy="each-test"/></groups>"#,
        ..PLAIN
    };
    let version = version(&xml);
    assert_eq!(version.scoring.unwrap().max, points(50.0));
    assert_eq!(version.tests.cases()[0].points, points(25.0));
}

#[test]
fn groups_without_points_make_no_score() {
    let xml = Xml { tests: r#"<test group="a b/c"/><test group="x"/>"#, ..PLAIN };
    let version = version(&xml);
    assert_eq!(version.scoring, None);
    let names: Vec<&str> = version.tests.groups().iter().map(|group| group.name.as_str()).collect();
    assert_eq!(names, ["", "secret", "secret/a b-c", "secret/x"]);
}

#[test]
fn points_of_the_checker_are_percent_where_the_package_says_so() {
    let xml = Xml {
        judging: r#"treat-points-from-checker-as-percent="true""#,
        assets: r#"<checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>"#,
        tests: r#"<test points="0"/><test points="0"/>"#,
        ..PLAIN
    };
    let version = version(&xml);
    let OutputValidator::Program { protocol, .. } = version.output_validator else { panic!() };
    assert_eq!(protocol, Protocol::Testlib { points: PointsAre::Percent });
    assert_eq!(version.scoring.unwrap().max, None, "a program may give any points");
}

#[test]
fn dependencies_in_a_circle_and_on_nothing_are_told() {
    let circle = r#"<groups>
<group name="1" points="1"><dependencies><dependency group="2"/></dependencies></group>
<group name="2" points="1"><dependencies><dependency group="1"/></dependencies></group>
<group name="3" points="1"><dependencies><dependency group="x"/></dependencies></group>
<group name="3" points="1"/></groups>"#;
    let xml = Xml { groups: circle, tests: r#"<test group="1"/><test group="2"/>"#, ..PLAIN };
    expect(
        &xml.package().errors(),
        &[
            "problem.xml:14: the groups 1, 2 depend on each other in a circle",
            "problem.xml:16: the group \"3\" depends on \"x\", which is none",
            "problem.xml:17: the group \"3\" is there twice",
        ],
    );
}

#[test]
fn interactive_problems_need_no_answers() {
    let xml = Xml {
        assets: r#"<checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
                   <interactor><source path="files/talk.cpp" type="cpp.g++17"/></interactor>"#,
        ..PLAIN
    };
    let package = read(
        &xml.package().with("files/talk.cpp", "int main() {}").without("tests/01.a").with("tests/02.a", ""),
    );
    let Some(Interactor { protocol, program, processes: 1, .. }) = &package.version.interactor else {
        panic!()
    };
    assert_eq!(*protocol, InteractorProtocol::Testlib { points: PointsAre::Points });
    assert!(program.files.contains_key("testlib.h"));
    let answers: Vec<_> =
        package.version.tests.cases().iter().map(|case| bytes(&package, case.answer)).collect();
    assert_eq!(answers, [b"", b""]);
}

#[test]
fn files_and_runs_are_as_judging_says() {
    let xml = Xml { judging: r#"input-file="sum.in" output-file="sum.out" run-count="2""#, ..PLAIN };
    let twice = version(&xml);
    assert_eq!(twice.passes, Passes::Twice);
    assert_eq!(twice.named_files.input.as_deref(), Some("sum.in"));
    assert_eq!(twice.named_files.output.as_deref(), Some("sum.out"));
    let plain = version(&Xml { judging: r#"input-file="" output-file="" run-count="1""#, ..PLAIN });
    assert_eq!((plain.passes, plain.named_files.input), (Passes::One, None));
    let thrice = Xml { judging: r#"run-count="3""#, ..PLAIN };
    expect(&thrice.package().errors(), &["problem.xml:5: run-count is 3"]);
}

#[test]
fn resources_of_solutions_become_stubs_by_type() {
    let xml = Xml {
        files: r#"<resources>
            <file path="files/testlib.h" type="h.g++"/>
            <file path="files/grader.cpp" type="cpp.g++17" for-types="cpp.*" stages="COMPILE" assets="SOLUTION" main="true"/>
            <file path="files/sum.h" type="h.g++"><stages><stage name="COMPILE"/></stages><assets><asset name="SOLUTION"/></assets></file>
            <file path="files/grader.py" type="python.3" for-types="python.*;java*" stages="COMPILE;RUN" assets="SOLUTION;CHECKER"/>
        </resources><attachments><file path="files/kit.zip"/></attachments>"#,
        ..PLAIN
    };
    let package = xml.package();
    let names = ["files/grader.cpp", "files/sum.h", "files/grader.py", "files/kit.zip"];
    let version = read(&names.into_iter().fold(package, |package, name| package.with(name, name))).version;
    let names = |id: &str| version.stubs.files[id].keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(names("cpp"), ["grader.cpp", "sum.h"]);
    assert_eq!(names("c"), ["sum.h"]);
    assert_eq!(
        (names("python3"), names("pypy3"), names("java")),
        (vec!["grader.py"], vec!["grader.py"], vec!["grader.py"])
    );
    assert_eq!(version.stubs.entry.keys().collect::<Vec<_>>(), ["cpp"]);
    assert!(version.tests.cases().iter().all(|case| case.files.contains_key("grader.py")));
    assert!(version.attachments.contains_key("kit.zip"));
}

#[test]
fn solutions_keep_what_their_tags_promise() {
    let xml = Xml {
        solutions: r#"<solution tag="main"><source path="solutions/sum.py" type="python.pypy3"/></solution>
            <solution tag="time-limit-exceeded-or-accepted"><source path="solutions/slow.dpr" type="pas.dpr"/></solution>
            <solution tag="acepted"><source path="solutions/odd.xyz" type="weird"/></solution>"#,
        ..PLAIN
    };
    let package = xml.package().with("solutions/slow.dpr", "begin end.").with("solutions/odd.xyz", "?");
    let version = read(&package).version;
    let told: Vec<_> =
        version.submissions.iter().map(|one| (one.path.as_str(), one.language.as_deref())).collect();
    let slow = "time_limit_exceeded_or_accepted/slow.dpr";
    assert_eq!(told, [("accepted/sum.py", Some("pypy3")), ("acepted/odd.xyz", None), (slow, Some("pascal"))]);
    assert!(version.submissions[2].files.contains_key("slow.pas"), "Free Pascal knows no .dpr");
    let permitted = &version.submissions[2].expected.as_ref().unwrap().permitted;
    assert!(permitted.contains(&Verdict::Ac) && permitted.contains(&Verdict::Tle));
    expect(
        &package.faults(),
        &[
            "the tag \"acepted\" says nothing of what to expect (did you mean accepted?)",
            "solutions/odd.xyz: cannot be judged: it is in a language that this judge does not have",
        ],
    );
}

#[test]
fn a_standard_package_is_refused_with_what_to_do() {
    let package = five(&GROUPED);
    let standard = (2..=5).fold(package, |package, number| package.without(&format!("tests/0{number}.a")));
    expect(
        &standard.without("tests/04").errors(),
        &[
            "tests: lacks files of its 5 tests: tests/02.a, tests/03.a, tests/04, tests/04.a, tests/05.a. In Polygon, export the full package",
        ],
    );
    let none = plain().without("tests");
    expect(
        &none.errors(),
        &["tests: lacks files of its 2 tests: tests/01, tests/01.a, tests/02, tests/02.a. In"],
    );
}

#[test]
fn what_is_said_and_what_is_there_must_agree() {
    for (xml, wanted) in [
        (Xml { count: 3, ..PLAIN }, "problem.xml:9: test-count is 3, and 2 tests are listed"),
        (Xml { tests: "", count: 0, ..PLAIN }, "problem.xml:6: has no tests"),
        (
            Xml { tests: r#"<test points="-1"/><test points="x"/>"#, ..PLAIN },
            "points must be a number from 0 on; it is",
        ),
    ] {
        let told = xml.package().errors();
        assert!(told.iter().any(|fault| fault.contains(wanted)), "{told:?}");
    }
    let pattern = PLAIN.text().replace("tests/%02d.a", "tests/answer");
    expect(
        &plain().with("problem.xml", pattern).errors(),
        &["problem.xml:11: answer-path-pattern is \"tests/answer\""],
    );
    let limits = PLAIN.text().replace(">1500<", ">soon<").replace(">268435456<", ">0<");
    expect(
        &plain().with("problem.xml", limits).faults(),
        &["problem.xml:7: time-limit must be 1 to", "problem.xml:8: memory-limit must be 1 to"],
    );
    let wide = PLAIN.text().replace("%02d", "%03d");
    let told = plain()
        .with("problem.xml", wide)
        .with("tests/001", "1 2")
        .with("tests/001.a", "3")
        .with("tests/002", "")
        .with("tests/002.a", "");
    assert_eq!(told.errors(), [""; 0]);
}

#[test]
fn programs_that_came_compiled_are_refused_by_name() {
    for (assets, wanted) in [
        (
            r#"<checker type="testlib"><binary path="files/check.exe" type="exe.win32"/></checker>"#,
            "files/check.exe: is a compiled program",
        ),
        (
            r#"<checker type="testlib"><source path="check.exe" type="exe.win32"/></checker>"#,
            "check.exe: is a compiled program",
        ),
        (
            r#"<checker type="testlib"><source path="gone.cpp" type="cpp.g++17"/></checker>"#,
            "gone.cpp: is missing: it is the source of the checker",
        ),
        (r#"<checker type="testlib"/>"#, "names no source of the checker"),
        (
            r#"<checker type="dummy"><source path="check.cpp" type="cpp.g++17"/></checker>"#,
            "only those of type testlib",
        ),
        ("", "has no checker"),
    ] {
        let xml = Xml { assets, ..PLAIN };
        let told = xml.package().with("check.exe", "MZ").with("files/check.exe", "MZ").errors();
        assert!(told.len() == 1 && told[0].contains(wanted), "{assets}: {told:?}");
    }
}

#[test]
fn of_several_sets_the_main_one_is_judged() {
    let others = r#"<judging><testset name="samples"><test-count>1</test-count><input-path-pattern>samples/%02d</input-path-pattern>
        <answer-path-pattern>samples/%02d.a</answer-path-pattern><tests><test/></tests></testset>
        <testset name="pretests"><test-count>2</test-count><input-path-pattern>pretests/%02d</input-path-pattern>
        <answer-path-pattern>pretests/%02d.a</answer-path-pattern><tests><test/><test/></tests></testset></judging>"#;
    let text = Xml { tests: "<test/><test/>", ..PLAIN }.text();
    let inner = others.replace("<judging>", "").replace("</judging>", "");
    let text = text.replace("</judging>", &format!("{inner}</judging>"));
    let package = plain()
        .with("problem.xml", text)
        .with("samples/01", "0 0")
        .with("samples/01.a", "0")
        .with("pretests/01", "1 2\r\n")
        .with("pretests/01.a", "3\r\n")
        .with("pretests/02", "9 9")
        .with("pretests/02.a", "18");
    let names: Vec<String> =
        read(&package).version.tests.cases().iter().map(|case| case.name.clone()).collect();
    assert_eq!(names, ["sample/01", "secret/01", "secret/02"]);
    expect(&package.faults(), &["the set pretests has 1 tests that are not in the main set"]);
}

#[test]
fn a_contest_holds_many_and_one_is_chosen() {
    let contest = r#"<contest><problems><problem index="A" url="https://p/ada/first"/><problem index="B" url="https://p/ada/second"/></problems></contest>"#;
    let mut package = Builder::default().with("contest.xml", contest);
    for name in ["first", "second"] {
        for (path, bytes) in plain().files() {
            package = package.with(&format!("problems/{name}/{path}"), bytes);
        }
        let own = PLAIN.text().replace("a-plus-b", name);
        package = package.with(&format!("problems/{name}/problem.xml"), own);
    }
    expect(&package.errors(), &["contest.xml: is a contest of first, second: say which with --problem"]);
    for (wanted, slug) in [("second", "second"), ("b", "second"), ("1", "first")] {
        assert_eq!(package.open_problem(wanted).unwrap().version.slug.as_str(), slug);
    }
    let told = package.open_problem("third").unwrap_err();
    assert!(told[0].to_string().contains("has no problem \"third\": it has first, second"));
}

#[test]
fn hostile_descriptions_are_one_fault_with_its_line() {
    let bomb =
        "<!DOCTYPE problem [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n<problem>&b;</problem>";
    let deep = "<a>\n".repeat(1_000);
    let wide = format!("<problem a=\"{}\"/>", "x".repeat(100_000));
    let huge = format!("<problem>\n{}", "y".repeat(20 << 20));
    for (xml, wanted) in [
        (bomb, "problem.xml:1: defines things in its DOCTYPE"),
        (
            "<!DOCTYPE problem SYSTEM \"file:///etc/passwd\">\n<problem>\n&x;</problem>",
            "problem.xml:3: has &x;, an entity",
        ),
        ("<problem short-name='&x;'/>", "problem.xml:1: is not XML"),
        ("<problem>\n<a></problem>", "problem.xml:2: is not XML"),
        ("<problem>\n\n", "problem.xml:3: ends before its elements do"),
        ("", "problem.xml:1: is not XML: there is no element"),
        ("hello", "problem.xml:1: is not XML: there is text outside"),
        ("<problem/>\n<problem/>", "problem.xml:2: is not XML: a second element"),
        ("<problem a='1' a='2'/>", "problem.xml:1: is not XML"),
        ("<contest/>", "problem.xml:1: describes a contest, not a problem"),
        ("<?xml version='1.0' encoding='klingon'?>\n<problem/>", "problem.xml:1: is in an unknown encoding"),
        (&deep, "problem.xml:65: has elements in more than 64"),
        (&wide, "problem.xml:1: has a tag of 97 KiB"),
        (&huge, "problem.xml:2: has too long a piece of text"),
    ] {
        let told = plain().with("problem.xml", xml).faults();
        assert!(told.len() == 1 && told[0].starts_with(wanted), "{wanted}: {told:?}");
    }
}

#[test]
fn descriptions_in_other_encodings_are_read() {
    let text = PLAIN.text().replace("utf-8", "windows-1251");
    let (head, tail) = text.split_once("А + Б").unwrap();
    let encoded = [head.as_bytes(), b"\xc0 + \xc1", tail.as_bytes()].concat();
    assert_eq!(read(&plain().with("problem.xml", encoded)).version.name("ru"), "А + Б");
}

#[test]
fn a_description_that_is_cut_or_changed_anywhere_gives_faults_or_a_version() {
    let whole = five(&GROUPED);
    let text = GROUPED.text().into_bytes();
    for at in (0..text.len()).step_by(101) {
        let cut = whole.clone().with("problem.xml", &text[..at]).archive();
        assert!(cut.is_err(), "cut at {at}");
        for byte in [b'<', b'"', 0xFF, b'9'] {
            let mut changed = text.clone();
            changed[at] = byte;
            if let Err(faults) = whole.clone().with("problem.xml", changed).archive() {
                assert!(faults.iter().any(problem::Fault::is_error), "{byte} at {at}");
            }
        }
    }
}
