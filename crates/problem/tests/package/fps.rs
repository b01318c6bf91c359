//! HUSTOJ's FPS: one XML file.

use std::fs;
use std::io::Write;

use problem::package::{Format, Given};
use problem::questions::Question;
use problem::version::{Kind, Markup, OutputValidator, Points, PointsAre, Protocol};
use problem::{Comparison, Fault, Package};
use tempfile::TempDir;

use crate::builder::{Builder, bytes};

const ITEM: &str = r#"<item>
<title><![CDATA[A + B]]></title>
<time_limit unit="s"><![CDATA[1]]></time_limit>
<memory_limit unit="mb"><![CDATA[128]]></memory_limit>
<description><![CDATA[<p>Add.</p>]]></description>
<input><![CDATA[Two numbers.]]></input>
<output><![CDATA[One.]]></output>
<sample_input><![CDATA[1 2]]></sample_input>
<sample_output><![CDATA[3]]></sample_output>
<test_input name="small"><![CDATA[1 1
]]></test_input>
<test_output name="small"><![CDATA[2
]]></test_output>
<test_input name="big"><![CDATA[40 2]]></test_input>
<test_output name="big"><![CDATA[42]]></test_output>
<hint><![CDATA[]]></hint>
<source><![CDATA[School]]></source>
<solution language="Python"><![CDATA[print(sum(map(int, input().split())))]]></solution>
</item>"#;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fps version=\"1.4\" url=\"https://example.org/\">\n<generator name=\"HUSTOJ\" url=\"https://example.org/\"/>\n";

fn set(items: &[&str]) -> String {
    format!("{HEAD}{}\n</fps>\n", items.join("\n"))
}

/// The item with one part replaced.
fn item(from: &str, to: &str) -> String {
    assert!(ITEM.contains(from), "{from}");
    ITEM.replacen(from, to, 1)
}

fn with(more: &str) -> String {
    item("</item>", &format!("{more}</item>"))
}

fn open_as(xml: impl AsRef<[u8]>, given: &Given) -> Result<Package, Vec<Fault>> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(xml.as_ref()).unwrap();
    Package::open_archive_as(file, "sum.xml", given)
}

fn read(item: &str) -> Package {
    open_as(set(&[item]), &Given::default()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn told(xml: impl AsRef<[u8]>) -> Vec<String> {
    let result = open_as(xml, &Given::default());
    result.map_or_else(|faults| faults, |package| package.warnings).iter().map(ToString::to_string).collect()
}

fn expect(item: &str, wanted: &[&str]) {
    crate::builder::expect(&told(set(&[item])), wanted);
}

fn text(package: &Package) -> String {
    let statement = package.version.statements.values().next().unwrap();
    String::from_utf8(bytes(package, statement.source)).unwrap()
}

#[test]
fn a_file_with_one_problem_is_read_without_a_word() {
    let package = read(ITEM);
    assert_eq!(package.warnings, []);
    assert_eq!(package.format, Format::Fps);
    let version = &package.version;
    assert_eq!((version.slug.as_str(), version.name("en")), ("sum", "A + B"));
    assert_eq!((version.limits.time_ms, version.limits.memory_bytes), (1_000, 128 << 20));
    assert_eq!(version.output_validator, OutputValidator::Native { comparison: Comparison::hustoj() });
    let cases = version.tests.cases();
    let names: Vec<(&str, bool)> = cases.iter().map(|case| (case.name.as_str(), case.sample)).collect();
    assert_eq!(names, [("sample/1", true), ("secret/small", false), ("secret/big", false)]);
    assert_eq!(bytes(&package, cases[1].input), b"1 1\n");
    assert_eq!(bytes(&package, cases[2].answer), b"42");
    assert_eq!(version.scoring, None);
    assert_eq!(version.credits.source.as_deref(), Some("School"));
    let [solution] = version.submissions.as_slice() else { panic!() };
    assert_eq!(
        (solution.path.as_str(), solution.language.as_deref()),
        ("accepted/solution-1.py", Some("python3"))
    );
    assert_eq!(version.statements["en"].markup, Markup::Html);
    assert_eq!(text(&package), "<p>Add.</p>\n\n<h2>Input</h2>\nTwo numbers.\n\n<h2>Output</h2>\nOne.");
}

#[test]
fn a_file_a_folder_and_an_archive_are_the_same() {
    let place = TempDir::new().unwrap();
    let path = place.path().join("sum.xml");
    fs::write(&path, set(&[ITEM])).unwrap();
    let plain = Package::open(&path).unwrap();
    let packed = Builder::default().with("export.xml", set(&[ITEM])).open().unwrap();
    assert_eq!(plain.version, packed.version);
    assert_eq!(plain.version.id(), read(ITEM).version.id());
}

#[test]
fn of_many_problems_one_is_chosen_by_number_or_title() {
    let second = item("A + B", "Second");
    let xml = set(&[ITEM, &second]);
    let choose =
        |wanted: &str| open_as(&xml, &Given { problem: Some(wanted.to_owned()), ..Given::default() });
    for (wanted, title, slug) in
        [("1", "A + B", "sum-1"), ("2", "Second", "sum-2"), ("second", "Second", "sum-2")]
    {
        let version = choose(wanted).unwrap().version;
        assert_eq!((version.name("en"), version.slug.as_str()), (title, slug));
    }
    crate::builder::expect(
        &told(&xml),
        &["sum.xml: holds 2 problems; say which with --problem: 1 A + B, 2 Second"],
    );
    let none = choose("3").unwrap_err();
    assert!(none[0].to_string().contains("holds no problem \"3\": there are 1 A + B, 2 Second"));
}

#[test]
fn limits_have_units() {
    for (time, memory, wanted) in [
        (r#"unit="ms">1500"#, r#"unit="KB">65536"#, (1_500, 64 << 20)),
        (r#"unit="s">0.5"#, r#"unit="Mb">64"#, (500, 64 << 20)),
        (">2", ">32", (2_000, 32 << 20)),
    ] {
        let item = item(r#"unit="s"><![CDATA[1]]>"#, time).replace(r#"unit="mb"><![CDATA[128]]>"#, memory);
        let limits = read(&item).version.limits;
        assert_eq!((limits.time_ms, limits.memory_bytes), wanted);
    }
    expect(
        &item("<![CDATA[1]]></time_limit>", "soon</time_limit>"),
        &["sum.xml:6: time_limit must be a number above 0"],
    );
    expect(
        &item("unit=\"mb\"", "unit=\"pages\""),
        &["sum.xml:7: memory_limit has the unit \"pages\": it may be mb or kb"],
    );
    let none = item("<time_limit unit=\"s\"><![CDATA[1]]></time_limit>", "");
    expect(&none, &["sum.xml: sets no time limit, so 2 s are given: say another with --time-limit"]);
    let given = Given { time_ms: Some(700), ..Given::default() };
    assert_eq!(open_as(set(&[&none]), &given).unwrap().version.limits.time_ms, 700);
}

#[test]
fn text_is_what_xml_says_it_is() {
    let tests = "<test_input name='x'>a &lt;&amp;&#65;<!-- no --> b<![CDATA[ ]]]]><![CDATA[> c]]>\r\nd</test_input><test_output name='x'/>";
    let package = read(&with(tests));
    let cases = package.version.tests.cases();
    let case = cases.last().unwrap();
    assert_eq!(bytes(&package, case.input), b"a <&A b ]]> c\nd");
    assert_eq!(bytes(&package, case.answer), b"");
}

#[test]
fn tests_are_paired_by_name_else_by_order() {
    let unnamed = "<item><title>t</title><time_limit>1</time_limit><test_input>1</test_input><test_input>2</test_input>\
                   <test_output>a</test_output><test_output>b</test_output></item>";
    let package = read(unnamed);
    let pairs: Vec<_> = package
        .version
        .tests
        .cases()
        .iter()
        .map(|case| (bytes(&package, case.input), bytes(&package, case.answer)))
        .collect();
    assert_eq!(pairs, [(b"1".to_vec(), b"a".to_vec()), (b"2".to_vec(), b"b".to_vec())]);
    let crossed = r#"<test_output name="y.out">Y</test_output><test_input name="x.in">x</test_input>
                     <test_input name="y.in">y</test_input><test_output name="x.out">X</test_output>"#;
    let package = read(&with(crossed));
    let case = package.version.tests.cases()[3].clone();
    assert_eq!((case.name.as_str(), bytes(&package, case.answer)), ("secret/x", b"X".to_vec()));
}

#[test]
fn inputs_and_outputs_without_a_partner_are_named() {
    expect(
        &with("<test_input name='lonely'>1</test_input>"),
        &["sum.xml:22: the test_input lonely has no test_output: there are 3 inputs and 2 outputs"],
    );
    expect(
        &with("<test_output name='gone'>1</test_output>"),
        &["the test_output gone has no test_input: there are 2 inputs and 3 outputs"],
    );
}

#[test]
fn a_problem_without_tests_is_told() {
    let start = ITEM.find("<test_input").unwrap();
    let end = ITEM.find("<hint>").unwrap();
    let samples = format!("{}{}", &ITEM[..start], &ITEM[end..]);
    expect(&samples, &["sum.xml:4: has no tests but its samples"]);
    let none = samples.replace("sample_", "no_");
    expect(&none, &["sum.xml:4: has no tests: add test_input and test_output"]);
}

#[test]
fn weights_in_names_are_points() {
    let weighed = item("name=\"small\"", "name=\"small[30]\"")
        .replace("<test_output name=\"small\"", "<test_output name=\"small[30]\"");
    let version = read(&weighed).version;
    let points: Vec<f64> = version.tests.cases().iter().map(|case| case.points.unwrap().get()).collect();
    assert_eq!(points, [0.0, 30.0, 10.0], "who has no weight has ten");
    assert!((version.scoring.unwrap().max.unwrap().get() - 40.0).abs() < 1e-9);
}

#[test]
fn checkers_have_the_protocol_of_their_kind() {
    let validator = |more: &str| read(&with(more)).version.output_validator;
    let OutputValidator::Program { program, protocol, .. } =
        validator(r#"<spj language="C++"><![CDATA[int main() {}]]></spj>"#)
    else {
        panic!()
    };
    assert_eq!((protocol, program.language.as_str()), (Protocol::Hustoj, "cpp"));
    let both = r#"<spj language="C">int main() {}</spj><tpj language="C++">int main() { }</tpj>"#;
    let OutputValidator::Program { protocol, .. } = validator(both) else { panic!() };
    assert_eq!(protocol, Protocol::Testlib { points: PointsAre::Share });
    let OutputValidator::Program { protocol, .. } = validator(r#"<upj language="C">x</upj>"#) else {
        panic!()
    };
    assert_eq!(protocol, Protocol::HustojPercent);
    assert_eq!(
        validator(r#"<spj language="C"/><tpj language="C++"> </tpj>"#),
        OutputValidator::Native { comparison: Comparison::hustoj() }
    );
    for (more, wanted) in [
        (r#"<interactor language="C">x</interactor>"#, "not supported: interactor"),
        (r#"<spj language="Cobol">x</spj>"#, "the spj is in \"Cobol\", which this judge does not have"),
        (
            r#"<tpj language="C++">#include "testlib.h"</tpj>"#,
            "includes testlib.h, which is neither in the package nor on this machine: put it beside",
        ),
    ] {
        let told = told(set(&[&with(more)]));
        assert!(told.len() == 1 && told[0].contains(wanted), "{told:?}");
    }
}

#[test]
fn answers_as_raw_text_are_questions_on_one_sheet() {
    let item = |tests: &str| {
        format!(
            "<item><title>Q</title><time_limit>1</time_limit><memory_limit>1</memory_limit>{tests}<spj language=\"Text\"/><solution language=\"Text\">1 a</solution></item>"
        )
    };
    let one = "<test_input>2</test_input><test_output>1 [5] A\n2 [7.5] two words</test_output>";
    let package = read(&item(one));
    let version = &package.version;
    assert_eq!(version.kind, Kind::Answers);
    let asked: Vec<_> =
        version.cases().iter().map(|case| (case.question, case.points.map(Points::get))).collect();
    assert_eq!(asked, [(Some(Question::Word), Some(5.0)), (Some(Question::Word), Some(7.5))]);
    assert_eq!(bytes(&package, version.cases()[1].answer), b"two words");
    assert_eq!(version.submissions[0].language, None);
    for (tests, wanted) in [
        ("<test_input>1</test_input><test_output>A</test_output>", "must be the number of a question"),
        (
            "<test_input>1</test_input><test_output>1 [1] A\n1 [1] B</test_output>",
            "must be the number of a question",
        ),
        (
            "<test_input>1</test_input><test_output>1 [1] A</test_output><test_input>1</test_input><test_output>2 [1] A</test_output>",
            "there are 2: put them into one",
        ),
    ] {
        let told = told(set(&[&item(tests)]));
        assert!(told.iter().any(|fault| fault.contains(wanted)), "{told:?}");
    }
}

#[test]
fn testlib_may_lie_beside_the_file() {
    let xml = set(&[&with(r#"<tpj language="C++">#include "testlib.h"</tpj>"#)]);
    let package = Builder::default().with("a.xml", xml).with("testlib.h", "// it\r\n").open().unwrap();
    let OutputValidator::Program { program, .. } = &package.version.output_validator else { panic!() };
    assert_eq!(bytes(&package, program.files["testlib.h"]), b"// it\n");
}

#[test]
fn code_around_a_submission_is_kept_by_language() {
    let more = r#"<prepend language="C++">int f(int);</prepend><append language="C++">int main() {}</append>
                  <template language="Python">def f(x):</template><prepend language="Cobol">x</prepend><append language="C"/>"#;
    let package = read(&with(more));
    let version = &package.version;
    assert_eq!(bytes(&package, version.stubs.before["cpp"]), b"int f(int);");
    assert_eq!(bytes(&package, version.stubs.after["cpp"]), b"int main() {}");
    assert_eq!((version.stubs.before.len(), version.stubs.after.len()), (1, 1));
    assert_eq!(bytes(&package, version.attachments["template.py"]), b"def f(x):");
    let told: Vec<String> = package.warnings.iter().map(ToString::to_string).collect();
    crate::builder::expect(&told, &["the prepend is in \"Cobol\""]);
}

/// `\x89PNG` and some more.
const PNG: &str = "iVBORw0K\nGgo=";

#[test]
fn pictures_become_files_that_the_text_calls_by_their_names() {
    let shown = item(
        "<p>Add.</p>",
        r#"<img src="/upload/a.png?x=1&amp;y=2"><img src="data:image/gif;base64,R0lGODlh"><img src='http://b/c.png'>"#,
    );
    let more =
        format!("<img><src><![CDATA[/upload/a.png?x=1&y=2]]></src><base64><![CDATA[{PNG}]]></base64></img>");
    let package = read(&shown.replacen("</item>", &format!("{more}</item>"), 1));
    assert!(
        text(&package)
            .starts_with(r#"<img src="picture-1.png"><img src="picture-2.gif"><img src='http://b/c.png'>"#),
        "{}",
        text(&package)
    );
    let names: Vec<&str> = package.version.assets.keys().map(String::as_str).collect();
    assert_eq!(names, ["picture-1.png", "picture-2.gif"]);
    assert_eq!(bytes(&package, package.version.assets["picture-1.png"]), b"\x89PNG\r\n\x1a\n");
    expect(
        &with("<img><src>x.png</src><base64>????</base64></img>"),
        &["sum.xml:22: the picture \"x.png\" is not shown"],
    );
}

#[test]
fn markdown_and_chinese_are_told_by_the_text() {
    let package = read(&item("<p>Add.</p>", "[md]**求和**[/md]"));
    let statement = package.version.statements["zh"];
    assert_eq!(statement.markup, Markup::Markdown);
    assert_eq!(text(&package), "**求和**\n\n## 输入\n\nTwo numbers.\n\n## 输出\n\nOne.");
}

#[test]
fn elements_in_a_text_are_kept_as_they_were_written() {
    let package = read(&item("<![CDATA[<p>Add.</p>]]>", "<p class=\"a\">Add <b>all</b><br/></p>"));
    assert!(text(&package).starts_with("<p class=\"a\">Add <b>all</b><br></br></p>"), "{}", text(&package));
}

#[test]
fn hostile_files_are_one_fault_with_its_line() {
    let dtd = "<!DOCTYPE fps PUBLIC \"-//freeproblemset//An opensource XML standard for Algorithm Contest Problem Set//EN\" \"http://example.org/fps.dtd\">";
    let harmless = set(&[ITEM]).replacen("<fps", &format!("{dtd}\n<fps"), 1);
    assert_eq!(told(&harmless), [""; 0], "nothing is fetched");
    let bomb =
        set(&[&with("<hint>&b;</hint>")]).replacen("<fps", "<!DOCTYPE fps [<!ENTITY b \"x\">]><fps", 1);
    let deep = format!("{HEAD}{}", "<a>".repeat(1_000));
    let huge = set(&[&item("<p>Add.</p>", &"x".repeat(20 << 20))]);
    let many = set(&[&format!(
        "<item>{}</item>",
        format!("<solution language='C'>{}</solution>", "x".repeat(1 << 20)).repeat(40)
    )]);
    for (xml, wanted) in [
        (bomb, "sum.xml:2: defines things in its DOCTYPE"),
        (set(&[&item("<p>Add.</p>", "]]>&evil;<![CDATA[")]), "sum.xml:8: has &evil;, an entity"),
        (set(&[&item("<![CDATA[40 2]]>", "4&evil;")]), "sum.xml:17: has &evil;, an entity"),
        (set(&[&item("<![CDATA[40 2]]>", "4 & 2")]), "sum.xml:17: is not XML: & begins nothing"),
        (set(&[&item("<![CDATA[40 2]]>", "4<b/>2")]), "sum.xml:17: has elements in a <test_input>"),
        (
            set(&[&item(
                "]]></test_output>\n<test_input name=\"big\">",
                "</test_output>\n<test_input name=\"big\">",
            )]),
            "sum.xml",
        ),
        (deep, "sum.xml:4: has elements in more than 64"),
        (huge, "sum.xml:8: has too long a piece of text"),
        (many, "sum.xml:4: has more than 32 MiB of texts"),
        ("<problems/>".to_owned(), "sum.xml:1: is not FPS: its outermost element is problems"),
        (format!("{HEAD}</fps>"), "sum.xml: holds no problem"),
        (HEAD.to_owned(), "sum.xml:4: ends before its elements do"),
    ] {
        let told = told(&xml);
        assert!(told.len() == 1 && told[0].starts_with(wanted), "{wanted}: {told:?}");
    }
    let latin = [set(&[ITEM]).into_bytes(), b"<!-- \xe9 -->".to_vec()].concat();
    let told = told(latin);
    assert!(told[0].starts_with("sum.xml:24: is not UTF-8 here"), "{told:?}");
}

#[test]
fn other_encodings_are_read() {
    let xml = set(&[ITEM]).replacen("UTF-8", "GBK", 1);
    let (head, tail) = xml.split_once("A + B").unwrap();
    let encoded = [head.as_bytes(), b"\xc7\xf3\xba\xcd", tail.as_bytes()].concat();
    assert_eq!(open_as(encoded, &Given::default()).unwrap().version.name("zh"), "求和");
}

#[test]
fn a_file_that_is_cut_or_changed_anywhere_gives_faults_or_a_version() {
    let text = set(&[ITEM, ITEM]).into_bytes();
    let given = Given { problem: Some("1".to_owned()), ..Given::default() };
    let end = text.len() - "</fps>\n".len();
    for at in (0..end).step_by(13) {
        assert!(open_as(&text[..at], &given).is_err(), "cut at {at}");
        for byte in [b'<', b'>', b']', b'&', 0, 0xFF] {
            let mut changed = text.clone();
            changed[at] = byte;
            if let Err(faults) = open_as(changed, &given) {
                assert!(faults.iter().any(Fault::is_error), "{byte} at {at}");
            }
        }
    }
}

#[test]
fn a_test_may_be_larger_than_what_is_held_in_memory() {
    let mut file = tempfile::tempfile().unwrap();
    let (head, tail) = ITEM.split_once("40 2").unwrap();
    write!(file, "{HEAD}{head}").unwrap();
    let line = "1234567 ".repeat(1 << 10);
    for _ in 0..(18 << 20) / line.len() {
        file.write_all(line.as_bytes()).unwrap();
    }
    write!(file, "{tail}</fps>").unwrap();
    let package = Package::open_archive(file, "big.xml").unwrap();
    let case = package.version.tests.cases()[2].clone();
    assert_eq!(problem::Blobs::open(&package, case.input).unwrap().metadata().unwrap().len(), 18 << 20);
}
