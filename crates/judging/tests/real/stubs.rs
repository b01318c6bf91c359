//! What the setter puts beside submissions: the rest of a program of which contestants write a function.

use std::collections::BTreeMap;

use judging::Stop;
use problem::Verdict::{Ac, Ce, Je, Wa};
use problem::version::Stubs;

use crate::common::{Problem, files, slot};

/// A problem whose submissions in a language get files.
struct Grown(Problem);

impl Grown {
    fn new() -> Self {
        Self(Problem::one("3 4\n", "7\n"))
    }

    fn files(mut self, language: &str, files: &[(&str, &str)]) -> Self {
        let blobs = &mut self.0.blobs;
        let files = files.iter().map(|&(name, text)| (name.to_owned(), blobs.add(text))).collect();
        self.0.version.stubs.files.insert(language.to_owned(), files);
        self
    }

    fn stubs(mut self, change: impl FnOnce(&mut Stubs)) -> Problem {
        change(&mut self.0.version.stubs);
        self.0
    }
}

fn entry(language: &str, file: &str) -> BTreeMap<String, String> {
    BTreeMap::from([(language.to_owned(), file.to_owned())])
}

const GRADER_CPP: &str = "#include \"add.h\"\n#include <cstdio>\nint main() { int a, b; if (scanf(\"%d%d\", &a, &b) != 2) return 1; printf(\"%d\\n\", add(a, b)); }";
const ADD_CPP: &str = "#include \"add.h\"\nint add(int a, int b) { return a + b; }";

#[test]
fn a_function_in_cpp_is_compiled_with_the_setters_main_and_header() {
    let files = [("grader.cpp", GRADER_CPP), ("add.h", "int add(int a, int b);\n")];
    let problem = Grown::new().files("cpp", &files).0;
    problem.expect("cpp", ADD_CPP, Ac);
    problem.expect("cpp", &ADD_CPP.replace('+', "-"), Wa);
    let judged = problem.judge("cpp", &format!("{ADD_CPP}\nint main() {{}}"));
    assert_eq!(judged.verdict, Ce);
    assert!(judged.compile_log.contains("main"), "{}", judged.compile_log);
}

#[test]
fn a_function_in_python_is_imported_by_the_setters_program() {
    let grader = "from add import add\nprint(add(*map(int, input().split())))\n";
    let problem = Grown::new().files("python3", &[("grader.py", grader)]).stubs(|stubs| {
        stubs.stem = Some("add".into());
        stubs.entry = entry("python3", "grader.py");
    });
    problem.expect("python3", "def add(a, b): return a + b", Ac);
    problem.expect("python3", "def add(a, b): return a * b", Wa);
    let source = crate::common::files(&[("whatever.py", "def add(a, b): return a + b")]);
    assert_eq!(problem.judge_in(&mut slot(), "python3", &source, Stop::Never).verdict, Ac);
}

#[test]
fn a_class_in_java_is_called_by_the_setters_main_class() {
    let main = "import java.util.*;\npublic class Main { public static void main(String[] x) { Scanner in = new Scanner(System.in); System.out.println(new Adder().add(in.nextInt(), in.nextInt())); } }";
    let problem = Grown::new().files("java", &[("Main.java", main)]);
    let problem = problem.stubs(|stubs| stubs.entry = entry("java", "Main.java"));
    problem.expect("java", "public class Adder { int add(int a, int b) { return a + b; } }", Ac);
    // It has a main method of its own, which is not the entry point.
    let two = "class Adder { int add(int a, int b) { return a + b; } public static void main(String[] x) { System.out.println(1); } }";
    problem.expect("java", two, Ac);
}

#[test]
fn a_setters_file_lies_over_the_submissions_of_the_same_name() {
    let problem = Grown::new().files("python3", &[("helper.py", "def add(a, b): return a + b")]).0;
    let main = "from helper import add\nprint(add(*map(int, input().split())))\n";
    let source = files(&[("main.py", main), ("helper.py", "def add(a, b): return 0")]);
    let judged = problem.judge_in(&mut slot(), "python3", &source, Stop::Never);
    assert_eq!(judged.verdict, Ac, "{judged:#?}");
}

#[test]
fn files_for_all_languages_and_for_relatives_are_found() {
    let data = "add = lambda a, b: a + b\n";
    let source = "from lib import add\nprint(add(*map(int, input().split())))\n";
    Grown::new().files("default", &[("lib.py", data)]).0.expect("python3", source, Ac);
    // Those of its own are in place of these.
    let both =
        Grown::new().files("default", &[("lib.py", "add = max\n")]).files("python3", &[("lib.py", data)]);
    both.0.expect("python3", source, Ac);
    if slot().look("pypy3").is_some_and(Result::is_ok) {
        Grown::new().files("python3", &[("lib.py", data)]).0.expect("pypy3", source, Ac);
    }
}

#[test]
fn texts_are_put_around_the_submissions() {
    let mut grown = Grown::new();
    let (before, after) = (
        grown.0.blobs.add("#include <stdio.h>"),
        grown.0.blobs.add("int main(void) { int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d\", add(a, b)); }"),
    );
    let problem = grown.stubs(|stubs| {
        stubs.before = BTreeMap::from([("c".to_owned(), before)]);
        stubs.after = BTreeMap::from([("c".to_owned(), after)]);
    });
    problem.expect("c", "int add(int a, int b) { return a + b; }", Ac);
}

#[test]
fn a_changed_stub_is_compiled_anew() {
    let with = |sign: &str| {
        let header = format!("#define OPERATION {sign}\n");
        let files = [("grader.cpp", GRADER_CPP), ("add.h", "int add(int a, int b);\n"), ("op.h", &header)];
        Grown::new().files("cpp", &files).0
    };
    let source = "#include \"op.h\"\nint add(int a, int b) { return a OPERATION b; }";
    with("+").expect("cpp", source, Ac);
    with("-").expect("cpp", source, Wa);
}

#[test]
fn stubs_that_no_compiler_could_take_are_the_setters_fault() {
    for name in ["a/b.py", "-o.py", "../x.py"] {
        let judged = Grown::new().files("python3", &[(name, "")]).0.judge("python3", "print(7)");
        assert_eq!(judged.verdict, Je, "{name}: {judged:#?}");
        assert!(
            judged.reason.starts_with("What the problem adds to submissions in Python 3"),
            "{}",
            judged.reason
        );
    }
    let problem = Grown::new().files("python3", &[("a.py", "")]);
    let judged = problem.stubs(|stubs| stubs.entry = entry("python3", "b.py")).judge("python3", "print(7)");
    assert_eq!(judged.verdict, Je, "{judged:#?}");
}
