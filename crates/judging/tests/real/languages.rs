use std::time::Duration;

use judging::{Stop, self_test};
use problem::Verdict;
use problem::language::Catalog;

use crate::common::{Problem, files, slot};

/// `a + b` in the languages that every machine has.
const SUMS: [(&str, &str); 6] = [
    (
        "c",
        "#include <stdio.h>\nint main(void) { long a, b; scanf(\"%ld %ld\", &a, &b); printf(\"%ld\\n\", a + b); }",
    ),
    (
        "cpp",
        "#include <bits/stdc++.h>\nint main() { long a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }",
    ),
    ("python3", "a, b = map(int, input().split())\nprint(a + b)\n"),
    (
        "java",
        "import java.util.*; public class Main { public static void main(String[] x) { Scanner s = new Scanner(System.in); \
         System.out.println(s.nextLong() + s.nextLong()); } }",
    ),
    (
        "javascript",
        "const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\nconsole.log(a + b);\n",
    ),
    (
        "rust",
        "use std::io::Read; fn main() { let mut s = String::new(); std::io::stdin().read_to_string(&mut s).unwrap(); \
         println!(\"{}\", s.split_whitespace().map(|w| w.parse::<i64>().unwrap()).sum::<i64>()); }",
    ),
];

#[test]
fn every_language_that_is_here_runs_its_example_and_tells_its_version() {
    let mut slot = slot();
    for language in Catalog::builtin().all() {
        let Some(Ok(toolchain)) = slot.look(&language.id).cloned() else { continue };
        self_test(&mut slot, &language.id).unwrap();
        assert!(toolchain.version.chars().any(|c| c.is_ascii_digit()), "{}", toolchain.version);
    }
}

#[test]
fn the_first_six_add_two_numbers_and_name_their_toolchains() {
    let problem =
        Problem::new(&[("1 2\n", "3\n"), ("-5 5\n", "0\n"), ("1000000000 1000000000\n", "2000000000\n")]);
    for (language, source) in SUMS {
        let judged = problem.judge(language, source);
        assert_eq!(judged.verdict, Verdict::Ac, "{language}: {judged:#?}");
        assert_eq!(judged.cases.len(), 3);
        assert!(judged.toolchain.chars().any(|c| c.is_ascii_digit()), "{}", judged.toolchain);
        for case in judged.cases {
            assert!(
                case.cpu > Duration::ZERO && case.wall > Duration::ZERO && case.memory > 0,
                "{language}: {case:?}"
            );
        }
    }
}

#[test]
fn a_compiled_program_sees_nothing_of_the_host_and_knows_that_it_is_judged() {
    let looks = r#"
        #include <stdio.h>
        #include <unistd.h>
        int main(void) {
        #ifdef ONLINE_JUDGE
            const char *paths[] = {"/usr", "/bin", "/lib", "/lib64", "/home", "/root", "/var", "/opt", "/etc/shadow"};
            for (int i = 0; i < 9; i++) if (access(paths[i], F_OK) == 0) puts(paths[i]);
        #else
            puts("not defined");
        #endif
        }"#;
    for language in ["c", "cpp"] {
        Problem::one("", "").expect(language, looks, Verdict::Ac);
    }
    let rust = "fn main() { for p in [\"/usr\", \"/lib\", \"/root\"] { if std::fs::exists(p).unwrap() { println!(\"{p}\") } } if !cfg!(ONLINE_JUDGE) { println!(\"not defined\") } }";
    Problem::one("", "").expect("rust", rust, Verdict::Ac);
}

#[test]
fn java_runs_whatever_class_has_main_in_whatever_package() {
    let problem = Problem::one("", "found\n");
    let body = "{ public static void main(String... args) { System.out.println(\"found\"); } }";
    for source in [
        format!("package org.example.sub; public class Solution {body}"),
        format!("class Helper {{ int x; }}\nclass Löser$1 {body}"),
        format!("interface Äpfel {body}"),
        format!(
            "enum E {{ A, B; public static void main(final String args[]) {{ System.out.println(\"found\"); }} }} /* class X {body} */"
        ),
        format!(
            "public class Outer {{ static class In {{ void f() {{ Runnable r = () -> {{ }}; }} }} {} }}",
            &body[1..body.len() - 1]
        ),
    ] {
        let judged = problem.judge("java", &source);
        assert_eq!(judged.verdict, Verdict::Ac, "{source}\n{judged:#?}");
    }
    let two = files(&[
        ("Util.java", "package p; class Util { static String word() { return \"found\"; } }"),
        (
            "sol.java",
            "package p; public class Sol { public static void main(String[] a) { System.out.println(Util.word()); } }",
        ),
    ]);
    assert_eq!(problem.judge_in(&mut slot(), "java", &two, Stop::Never).verdict, Verdict::Ac);
}

#[test]
fn programs_of_several_files_find_each_other() {
    let problem = Problem::one("", "found\n");
    let cpp = files(&[
        ("word.h", "const char *word();"),
        ("word.cc", "const char *word() { return \"found\"; }"),
        ("main.cpp", "#include <cstdio>\n#include \"word.h\"\nint main() { puts(word()); }"),
    ]);
    assert_eq!(problem.judge_in(&mut slot(), "cpp", &cpp, Stop::Never).verdict, Verdict::Ac);
    let python = files(&[("word.py", "word = 'found'"), ("main.py", "from word import word\nprint(word)")]);
    assert_eq!(problem.judge_in(&mut slot(), "python3", &python, Stop::Never).verdict, Verdict::Ac);
    let javascript =
        files(&[("main.js", "console.log(require('./word'))"), ("word.js", "module.exports = 'found'")]);
    assert_eq!(problem.judge_in(&mut slot(), "javascript", &javascript, Stop::Never).verdict, Verdict::Ac);
}

#[test]
fn deep_recursion_has_the_memory_for_its_stack() {
    let problem = Problem::one("", "100000\n").limits(|limits| limits.time_ms = 5_000);
    let deep = [
        (
            "python3",
            "import sys\nsys.setrecursionlimit(10**6)\ndef f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\nprint(f(10**5))\n",
        ),
        (
            "java",
            "class Main { static int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); } public static void main(String[] a) { System.out.println(f(100000)); } }",
        ),
        ("javascript", "const f = n => n === 0 ? 0 : 1 + f(n - 1);\nconsole.log(f(100000));\n"),
        (
            "c",
            "#include <stdio.h>\nint f(int n) { volatile char room[1500]; room[0] = 0; return n == 0 ? 0 : 1 + f(n - 1) + room[0]; }\nint main(void) { printf(\"%d\\n\", f(100000)); }",
        ),
        (
            "rust",
            "fn f(n: u32) -> u32 { let room = [0u8; 1500]; std::hint::black_box(&room); if n == 0 { 0 } else { 1 + f(n - 1) + u32::from(room[n as usize % 7]) } } fn main() { println!(\"{}\", f(100000)); }",
        ),
    ];
    for (language, source) in deep {
        let judged = problem.judge(language, source);
        assert_eq!(judged.verdict, Verdict::Ac, "{language}: {judged:#?}");
    }
}

#[test]
fn endless_recursion_ends_at_a_limit_or_in_a_crash() {
    let problem = Problem::one("", "").limits(|limits| limits.memory_bytes = 128 << 20);
    let endless = [
        (
            "cpp",
            "int f(int n) { volatile char room[500]; room[0] = n; return f(n + 1) + room[0]; } int main() { return f(0); }",
        ),
        (
            "java",
            "class Main { static int f(int n) { return 1 + f(n + 1); } public static void main(String[] a) { f(0); } }",
        ),
        ("javascript", "const f = n => 1 + f(n + 1);\nf(0);\n"),
        ("python3", "import sys\nsys.setrecursionlimit(10**9)\ndef f(n):\n    return 1 + f(n + 1)\nf(0)\n"),
    ];
    for (language, source) in endless {
        let judged = problem.judge(language, source);
        let bounded = [Verdict::Mle, Verdict::Re, Verdict::Tle, Verdict::Ile];
        assert!(bounded.contains(&judged.verdict), "{language}: {judged:#?}");
    }
}

#[test]
fn sets_of_strings_have_one_order_in_python() {
    let source = "print(list({'a', 'b', 'c', 'd', 'e', 'f'}))\n";
    let run = || Problem::one("", "?").expect("python3", source, Verdict::Wa).output;
    assert_eq!(run(), run());
}
