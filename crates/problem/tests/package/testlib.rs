//! testlib of packages that leave it to their site.

use problem::Package;
use problem::version::{OutputValidator, Program};

use crate::builder::{Builder, at_a_site, bytes, expect, open_named, open_named_as};

/// One in each format that has no place of its own for the header, with this line in its checker.
fn packages(include: &str) -> Vec<(&'static str, Builder)> {
    let checker = format!("#include <cstdio>\n{include}\nint main() {{}}\n");
    let case = |builder: Builder, folder: &str| {
        builder.with(&format!("{folder}1.in"), "1\n").with(&format!("{folder}1.out"), "1\n")
    };
    let hydro = Builder::default()
        .with("problem.yaml", "title: Sum\n")
        .with("testdata/config.yaml", "time: 1s\nmemory: 64m\nchecker_type: testlib\nchecker: c.cc\n")
        .with("testdata/c.cc", checker.clone());
    let dmoj = Builder::default()
        .with("init.yml", "checker: {name: bridged, args: {files: c.cpp, lang: CPP17, type: testlib}}\ntest_cases: [{in: 1.in, out: 1.out}]\n")
        .with("c.cpp", checker.clone());
    let icpc = Builder::default()
        .with("problem.yaml", "name: Sum\nvalidation: custom\n")
        .with("data/secret/1.in", "1\n")
        .with("data/secret/1.ans", "1\n")
        .with("output_validators/c.cpp", checker.clone());
    let fps = format!(
        "<fps version='1.2'><item><title>Sum</title><test_input>1</test_input><test_output>1</test_output>\
         <tpj language='C++'><![CDATA[{checker}]]></tpj></item></fps>"
    );
    vec![
        ("hydro.zip", case(hydro, "testdata/")),
        ("dmoj.zip", case(dmoj, "")),
        ("icpc.zip", icpc),
        ("fps.zip", Builder::default().with("a.xml", fps)),
    ]
}

fn checker(package: &Package) -> &Program {
    let OutputValidator::Program { program, .. } = &package.version.output_validator else {
        panic!("no checker")
    };
    program
}

#[test]
fn the_header_of_the_site_is_put_beside_whoever_includes_it() {
    for include in ["#include \"testlib.h\"", "#include <testlib.h>", " # include  <testlib.h> // it"] {
        for (name, builder) in packages(include) {
            let package = open_named_as(&builder.zip(""), name, &at_a_site())
                .unwrap_or_else(|faults| panic!("{name}: {faults:#?}"));
            let program = checker(&package);
            assert!(
                bytes(&package, program.files["testlib.h"]).starts_with(b"// The testlib.h of a site"),
                "{name}"
            );
            let source = program.files.iter().find(|(file, _)| *file != "testlib.h").unwrap().1;
            let source = String::from_utf8(bytes(&package, *source)).unwrap();
            assert_eq!(
                source.trim_end(),
                "#include <cstdio>\n#include \"testlib.h\"\nint main() {}",
                "{name}"
            );
            assert!(
                !package.warnings.iter().any(|fault| fault.message.contains("testlib.h")),
                "{name}: {:#?}",
                package.warnings
            );
        }
    }
}

#[test]
fn without_one_the_fault_says_how_to_get_it() {
    for (name, builder) in packages("#include \"testlib.h\"") {
        let faults = open_named(&builder.zip(""), name).unwrap_err();
        let told: Vec<String> =
            faults.iter().filter(|fault| fault.is_error()).map(ToString::to_string).collect();
        assert!(told.len() == 1 && told[0].contains("have it fetched by ./setup run"), "{name}: {told:#?}");
    }
}

#[test]
fn a_site_whose_header_is_gone_is_named() {
    let given = problem::package::Given { testlib: Some("/nowhere/testlib.h".into()), ..at_a_site() };
    let faults =
        open_named_as(&packages("#include <testlib.h>")[0].1.zip(""), "hydro.zip", &given).unwrap_err();
    let told: Vec<String> = faults.iter().filter(|fault| fault.is_error()).map(ToString::to_string).collect();
    expect(&told, &["testdata/c.cc: needs /nowhere/testlib.h: No such file"]);
}

#[test]
fn what_the_package_has_and_what_includes_nothing_of_it_stay_as_they_are() {
    let (_, icpc) = packages("#include \"testlib.h\"").swap_remove(2);
    let own = icpc
        .without("output_validators/c.cpp")
        .with("output_validators/v/c.cpp", "#include \"testlib.h\"\n")
        .with("output_validators/v/testlib.h", "// own\n");
    let package = open_named_as(&own.zip(""), "own.zip", &at_a_site()).unwrap();
    assert_eq!(bytes(&package, checker(&package).files["testlib.h"]), b"// own\n");
    for line in [
        "// #include \"testlib.h\"",
        "#include \"mytestlib.h\"",
        "#include <vector>",
        "const char *s = \"#include <testlib.h>\";",
    ] {
        let (_, icpc) = packages(line).swap_remove(2);
        let package = open_named_as(&icpc.zip(""), "none.zip", &at_a_site()).unwrap();
        assert!(!checker(&package).files.contains_key("testlib.h"), "{line}");
    }
}
