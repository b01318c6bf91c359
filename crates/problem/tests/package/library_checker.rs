//! What of Library Checker's problems no folder in `tests/packages` shows.

use problem::Package;
use problem::package::{Given, Makes};

use crate::builder::{Builder, bytes, expect};

fn sum() -> Builder {
    Builder::default()
        .with("info.toml", INFO)
        .with("task.md", "Add.\n")
        .with("gen/random.cpp", "#include \"../params.h\"\n#include \"random.h\"\nint main() {}\n")
        .with("sol/correct.cpp", "int main() {}\n")
        .with("checker.cpp", "int main() {}\n")
        .with("verifier.cpp", "int main() {}\n")
        .with("common/random.h", "// numbers\n")
}

const INFO: &str =
    "title = 'Sum'\ntimelimit = 1.5\n[[tests]]\nname = 'random.cpp'\nnumber = 2\n[params]\nN = 5\n";

#[test]
fn each_generated_case_has_recipes_for_its_input_and_its_answer() {
    let package = sum().open().unwrap();
    let recipes: Vec<(&str, Makes, &[String])> =
        package.recipes.iter().map(|recipe| (recipe.case.as_str(), recipe.makes, &recipe.args[..])).collect();
    assert_eq!(
        recipes,
        [
            ("secret/random_00", Makes::Input, &["0".to_owned()][..]),
            ("secret/random_00", Makes::Answer, &[]),
            ("secret/random_01", Makes::Input, &["1".to_owned()][..]),
            ("secret/random_01", Makes::Answer, &[]),
        ]
    );
    let case = package.version.tests.cases()[0].clone();
    assert_eq!(bytes(&package, case.input), b"");
}

#[test]
fn a_program_has_the_files_that_it_includes_beside_it() {
    let package = sum().open().unwrap();
    let program = &package.recipes[0].program;
    let files: Vec<&str> = program.files.keys().map(String::as_str).collect();
    assert_eq!(files, ["params.h", "random.cpp", "random.h"]);
    let text = String::from_utf8(bytes(&package, program.files["random.cpp"])).unwrap();
    assert_eq!(text, "#include \"params.h\"\n#include \"random.h\"\nint main() {}\n");
    assert_eq!(bytes(&package, program.files["params.h"]), b"#define N (long long)5\n");
    let path =
        |hash| package.recipes.iter().any(|recipe| recipe.program.files.values().any(|file| *file == hash));
    assert!(package.recipes.iter().flat_map(|recipe| recipe.program.files.values()).all(|hash| path(*hash)));
}

#[test]
fn a_problem_of_the_sites_repository_finds_the_headers_of_all() {
    let mut repository = Builder::default().with("README.md", "x").with("common/random.h", "// of all\n");
    for (path, bytes) in sum().without("common").files() {
        repository = repository.with(&format!("math/sum/{path}"), bytes);
        repository = repository.with(&format!("math/other/{path}"), bytes);
    }
    let place = tempfile::TempDir::new().unwrap();
    let path = place.path().join("problems.zip");
    std::fs::write(&path, repository.zip("problems-master/")).unwrap();
    let given = Given { problem: Some("sum".to_owned()), memory_bytes: Some(1 << 30), ..Given::default() };
    let package = Package::open_as(&path, &given).unwrap();
    assert_eq!(package.version.slug.as_str(), "sum");
    assert_eq!(package.warnings, []);
    assert_eq!(bytes(&package, package.recipes[0].program.files["random.h"]), b"// of all\n");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (info, told) in [
        ("title = [", "info.toml:1: is no description of a problem"),
        ("title = 'x'\ntimelimit = 1\n", "info.toml: lists no test"),
        ("title = 'x'\ntimelimit = -1\n", "timelimit must be a number of seconds"),
        (
            "[[tests]]\nname = 'a.sh'\nnumber = 1\n",
            "which is neither a generator NAME.cpp nor inputs NAME.in",
        ),
        ("[[tests]]\nname = '../a.cpp'\nnumber = 1\n", "which is neither a generator"),
        ("[[tests]]\nname = 'a.cpp'\nnumber = 5000\n", "at most 1000"),
        ("[[tests]]\nname = 'b.in'\nnumber = 1\n", "gen/b_00.in: is missing"),
        ("[[tests]]\nname = 'b.cpp'\nnumber = 1\n", "gen/b.cpp: is missing"),
        ("[[tests]]\nname = 'b.cpp'\n", "info.toml:1: is no description of a problem"),
        ("[params]\nA = [1]\n", "params.A must be a number or a plain text"),
        ("[params]\nA = 'x\"y'\n", "params.A must be a number or a plain text"),
        ("[params]\n'A B' = 1\n", "params.A B must be a number or a plain text"),
        ("[[solutions]]\nname = 'correct.py'\n", "sol/correct.py: is missing"),
        ("[[solutions]]\nname = 'a.cpp'\nexpect = 'PE'\n", "which expects \"PE\""),
        ("checker = '../x.cpp'\n", "../x.cpp: is missing"),
    ] {
        let errors = sum().with("info.toml", info).with("sol/a.cpp", "int main() {}\n").errors();
        assert!(errors.iter().any(|error| error.contains(told)), "{info}: {errors:#?}");
    }
}

#[test]
fn two_files_of_one_name_in_a_program_are_told() {
    let package = sum()
        .with("gen/random.cpp", "#include \"../common/random.h\"\n#include \"random.h\"\n")
        .with("gen/random.h", "// another\n");
    expect(&package.errors(), &["gen/random.h: has the name of common/random.h, with which it is compiled"]);
}

#[test]
fn headers_that_include_each_other_end() {
    let package = sum()
        .with("common/random.h", "#include \"more.h\"\n")
        .with("common/more.h", "#include \"random.h\"\n");
    let files = package.open().unwrap().recipes[0].program.files.len();
    assert_eq!(files, 4);
}
