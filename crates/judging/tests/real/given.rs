//! What a submission is given: named files, arguments, files of the case, limits.

use std::collections::BTreeMap;
use std::time::Duration;

use judging::{Source, Stop};
use problem::Verdict::{Ac, Je, Ole, Re, Tle, Wa};
use problem::limits::LanguageLimits;
use problem::version::{CaseLimits, NamedFiles};

use crate::common::{Problem, files, kernel_counts_memory, slot};

fn named(input: Option<&str>, output: Option<&str>) -> Problem {
    let mut problem = Problem::new(&[("1 2\n", "3\n"), ("4 5\n", "9\n")]);
    problem.version.named_files =
        NamedFiles { input: input.map(str::to_owned), output: output.map(str::to_owned) };
    problem.limits(|limits| limits.output_bytes = 1 << 20)
}

#[test]
fn named_files_are_read_and_written_in_the_working_directory() {
    let both = named(Some("sum.in"), Some("sum.out"));
    let c = "#include <stdio.h>\nint main(void) { int a, b; FILE *in = fopen(\"sum.in\", \"r\"), *out = fopen(\"sum.out\", \"w\"); fscanf(in, \"%d%d\", &a, &b); fprintf(out, \"%d\\n\", a + b); puts(\"noise\"); return getchar() != EOF; }";
    let case = both.expect("c", c, Ac);
    assert_eq!(case.output.as_deref(), Some(&b"3\n"[..]), "the file, not what was printed");
    let python = "a, b = map(int, open('sum.in').read().split())\nopen('sum.out', 'w').write(str(a + b))\n";
    both.expect("python3", python, Ac);
    named(Some("sum.in"), None).expect("python3", "print(sum(map(int, open('sum.in').read().split())))", Ac);
    let output_only = "open('sum.out', 'w').write(str(sum(map(int, input().split()))))";
    named(None, Some("sum.out")).expect("python3", output_only, Ac);
    let case = both.expect("python3", "open('sum.out', 'w').write('4\\n')", Wa);
    assert_eq!(case.reason, "Line 1, column 1 (word 1): expected \"3\", got \"4\".");
}

#[test]
fn what_is_no_output_file_is_a_wrong_answer_in_words() {
    let problem = named(None, Some("out.txt"));
    for (source, verdict, reason) in [
        ("print(3)", Wa, "No file out.txt was written."),
        ("import os; os.mkdir('out.txt')", Wa, "out.txt is a directory."),
        (
            "import os; os.symlink('/etc/passwd', 'out.txt')",
            Wa,
            "out.txt is a link, and no link is followed.",
        ),
        (
            "import os; open('o', 'w').write('3'); os.symlink('o', 'out.txt')",
            Wa,
            "out.txt is a link, and no link is followed.",
        ),
        (
            "import os; os.mkdir('x'); os.symlink('x', 'out.txt')",
            Wa,
            "out.txt is a link, and no link is followed.",
        ),
        ("open('out.txt', 'w')", Wa, "The output is empty; expected \"3\"."),
        ("open('out.txt', 'w').write('3'); raise ValueError", Re, "Exit code 1."),
    ] {
        let case = problem.expect("python3", source, verdict);
        assert_eq!(case.reason, reason, "{source}");
    }
}

#[test]
fn a_named_output_and_what_is_printed_beside_it_have_a_limit() {
    let problem = named(None, Some("out.txt"));
    problem.expect("python3", "print('3' * (2 << 20))", Ole);
    let c = "#include <stdio.h>\nint main(void) { FILE *out = fopen(\"out.txt\", \"w\"); for (int i = 0; i < 2 << 20; i++) putc('3', out); fclose(out); return 0; }";
    assert_eq!(problem.expect("c", c, Ole).reason, "It made a file larger than it may.");
    // Python is told that the file is too large, and can go on.
    let python = "try: open('out.txt', 'w').write('3' * (2 << 20))\nexcept OSError: pass";
    let case = problem.expect("python3", python, Ole);
    assert_eq!(case.reason, "out.txt has 1.0 MiB; at most 1 MiB are read.");
}

#[test]
fn a_named_output_is_what_a_checker_is_asked_about() {
    let checker = "import sys\nsys.exit(42 if sys.stdin.read() == 'mine' else 43)";
    let problem = named(None, Some("out")).validator("python3", "check.py", checker, &[]);
    problem.expect("python3", "open('out', 'w').write('mine'); print('not mine')", Ac);
    let case = problem.expect("python3", "print('mine')", Wa);
    assert_eq!(case.reason, "No file out was written.");
}

#[test]
fn an_input_file_counts_neither_as_memory_nor_as_output_and_is_fresh_for_each_case() {
    let much = "1".repeat(24 << 20);
    let mut problem = Problem::new(&[(&much, "ok\n"), (&(much.clone() + "\n"), "ok\n")])
        .limits(|limits| limits.memory_bytes = 32 << 20);
    problem.version.named_files.input = Some("in".into());
    let c = "#include <stdio.h>\n#include <sys/stat.h>\nint main(void) { struct stat s; stat(\"in\", &s); FILE *f = fopen(\"in\", \"r+\"); puts(getc(f) == '1' && s.st_size >= 24 << 20 ? \"ok\" : \"no\"); rewind(f); putc('x', f); return 0; }";
    let case = problem.expect("c", c, Ac);
    assert!(case.memory < 32 << 20, "{}", case.memory);
}

#[test]
fn a_submissions_own_file_of_the_inputs_name_gives_way_to_it() {
    let problem = named(Some("sum.in"), None);
    let source =
        files(&[("main.py", "print(sum(map(int, open('sum.in').read().split())))"), ("sum.in", "7 7")]);
    let judged = problem.judge_in(&mut slot(), "python3", &source, Stop::Never);
    assert_eq!(judged.verdict, Ac, "{judged:#?}");
}

#[test]
fn arguments_and_files_of_a_case_reach_the_submission() {
    let mut problem = Problem::new(&[("", "a b\nhello\n"), ("x", "a b\nhello\n")]);
    let hello = problem.blobs.add("hello\n");
    let problem = problem.cases(|case| {
        case.args = vec!["a b".into()];
        case.files = BTreeMap::from([("data.txt".to_owned(), hello)]);
    });
    for (language, source) in [
        ("python3", "import sys\nprint(sys.argv[1])\nprint(open('data.txt').read(), end='')"),
        (
            "c",
            "#include <stdio.h>\nint main(int argc, char **argv) { char line[99]; puts(argv[1]); fputs(fgets(line, 99, fopen(\"data.txt\", \"r\")), stdout); return argc - 2; }",
        ),
        (
            "java",
            "import java.nio.file.*;\nclass Main { public static void main(String[] a) throws Exception { System.out.println(a[0]); System.out.print(Files.readString(Path.of(\"data.txt\"))); } }",
        ),
    ] {
        problem.expect(language, source, Ac);
    }
}

#[test]
fn names_that_no_box_takes_are_the_setters_fault() {
    for name in ["", "a/b", "../a", ".hidden", "x\0y"] {
        let judged = named(Some(name), None).judge("c", "int main(void) { return 0; }");
        assert_eq!(judged.verdict, Je, "{name:?}");
        assert!(judged.reason.starts_with("The problem names a file"), "{}", judged.reason);
    }
    let mut problem = named(Some("in"), None);
    let hash = problem.blobs.add("");
    let problem = problem.cases(|case| case.files = BTreeMap::from([("in".to_owned(), hash)]));
    assert_eq!(problem.judge("c", "int main(void) { return 0; }").verdict, Je);
}

#[test]
fn a_language_has_its_part_of_the_limits_and_a_case_its_own() {
    let spin = "import time\nwhile time.process_time() < 0.7: pass\nprint(3)";
    let problem = || Problem::one("", "3\n").limits(|limits| limits.time_ms = 400);
    let part = |time_percent, memory_percent| LanguageLimits { time_percent, memory_percent };
    let case = problem().expect("python3", spin, Tle);
    assert!(case.reason.ends_with("the limit is 0.40 s."), "{}", case.reason);
    let lenient = problem().limits(|limits| limits.languages.extend([("python3".into(), part(300, 100))]));
    let case = lenient.expect("python3", spin, Ac);
    assert_eq!((case.time_limit, case.memory_limit), (Duration::from_millis(1_200), 256 << 20));
    let strict = problem().limits(|limits| limits.languages.extend([("python3".into(), part(50, 100))]));
    let case = strict.expect("python3", spin, Tle);
    let reason = "the limit is 0.20 s. The limit is 50 % of the problem's, for this language.";
    assert!(case.reason.ends_with(reason), "{}", case.reason);
    let own = |time_ms| problem().cases(|case| case.limits = CaseLimits { time_ms, memory_bytes: None });
    own(Some(1_500)).expect("python3", spin, Ac);
    let case = own(Some(100)).expect("python3", spin, Tle);
    assert!(case.reason.ends_with("the limit is 0.10 s. The limit is this test's own."), "{}", case.reason);
}

#[test]
fn a_case_has_a_memory_limit_of_its_own() {
    if !kernel_counts_memory() {
        return;
    }
    let takes = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\nint main(void) { char *p = malloc(96 << 20); memset(p, 1, 96 << 20); puts(\"3\"); return p[5] - 1; }";
    let problem = |bytes| {
        let problem = Problem::one("", "3\n");
        problem.cases(move |case| case.limits = CaseLimits { time_ms: None, memory_bytes: Some(bytes) })
    };
    problem(128 << 20).expect("c", takes, Ac);
    let judged = problem(64 << 20).judge_in(&mut slot(), "c", &Source::Text(takes.into()), Stop::Never);
    let case = &judged.cases[0];
    assert_eq!((case.verdict.code(), case.memory_limit), ("MLE", 64 << 20));
    assert!(case.reason.ends_with("The limit is this test's own."), "{}", case.reason);
}
