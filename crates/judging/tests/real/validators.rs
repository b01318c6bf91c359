use std::time::{Duration, Instant};

use problem::Verdict;

use crate::common::Problem;

/// Accepts any number that divides the input's, and tells jury and team; arguments: the smallest that is taken.
const DIVISOR_CPP: &str = r#"
#include <bits/stdc++.h>
using namespace std;
int main(int argc, char **argv) {
    ifstream in(argv[1]), ans(argv[2]);
    ofstream judge(string(argv[3]) + "judgemessage.txt"), team(string(argv[3]) + "teammessage.txt");
    long n, expected, got, least = argc > 4 ? stol(argv[4]) : 1;
    if (!(in >> n) || !(ans >> expected)) return 1;
    if (!(cin >> got)) { team << "no number"; return 43; }
    judge << "n " << n << " expected " << expected << " got " << got;
    return got >= least && n % got == 0 ? 42 : 43;
}"#;

const DIVISOR_PYTHON: &str = r#"
import sys
n = int(open(sys.argv[1]).read())
expected = int(open(sys.argv[2]).read())
least = int(sys.argv[4]) if len(sys.argv) > 4 else 1
words = sys.stdin.read().split()
with open(sys.argv[3] + "judgemessage.txt", "w") as judge:
    judge.write(f"n {n} expected {expected} got {' '.join(words)}")
if not words:
    open(sys.argv[3] + "teammessage.txt", "w").write("no number")
    sys.exit(43)
sys.exit(42 if int(words[0]) >= least and n % int(words[0]) == 0 else 43)
"#;

const PRINTS_4: &str = "#include <stdio.h>\nint main(void) { puts(\"4\"); }";
const PRINTS_5: &str = "#include <stdio.h>\nint main(void) { puts(\"5\"); }";

fn problem(language: &str, source: &str, args: &[&str]) -> Problem {
    let name = if language == "python3" { "check.py" } else { "check.cpp" };
    Problem::one("12\n", "3\n").validator(language, name, source, args)
}

#[test]
fn a_validator_in_cpp_and_in_python_accepts_and_rejects_and_says_why() {
    for (language, source) in [("cpp", DIVISOR_CPP), ("python3", DIVISOR_PYTHON)] {
        let case = problem(language, source, &[]).expect("c", PRINTS_4, Verdict::Ac);
        assert_eq!(case.judge_message, "n 12 expected 3 got 4", "{language}");
        let case = problem(language, source, &[]).expect("c", PRINTS_5, Verdict::Wa);
        assert_eq!(case.reason, "The output validator rejected the output.");
        let case = problem(language, source, &[]).expect("c", "int main(void) { return 0; }", Verdict::Wa);
        assert_eq!(case.team_message, "no number");
        problem(language, source, &["5"]).expect("c", PRINTS_4, Verdict::Wa);
    }
}

#[test]
fn a_limit_or_a_crash_of_the_program_comes_before_the_validator() {
    let accepts_all = "int main() { return 42; }";
    problem("cpp", accepts_all, &[]).expect("c", "int main(void) { return 1; }", Verdict::Re);
    let quick = problem("cpp", accepts_all, &[]).limits(|limits| limits.time_ms = 100);
    quick.expect("c", "int main(void) { for (;;); }", Verdict::Tle);
}

#[test]
fn whatever_else_a_validator_does_is_a_judge_error_with_its_words() {
    for (source, why) in [
        ("int main() { return 0; }", "Exit code 0. 42 accepts and 43 rejects."),
        ("int main() { return 1; }", "Exit code 1. 42 accepts and 43 rejects."),
        ("#include <cstdlib>\nint main() { abort(); }", "Killed by signal 6 (SIGABRT)."),
        ("int main() { return *(volatile int *)0; }", "Killed by signal 11 (SIGSEGV)."),
        ("int main() { for (;;); }", "Stopped after"),
        ("#include <unistd.h>\nint main() { pause(); }", "Idle:"),
        ("#include <vector>\nint main() { std::vector<char> v(1 << 28, 1); return 42; }", "64 MiB"),
        ("#include <cstdio>\nint main() { for (;;) puts(\"x\"); }", "More than 1 MiB of output."),
    ] {
        let problem = problem("cpp", source, &[]).limits(|limits| {
            limits.validation_time_ms = 100;
            limits.validation_memory_bytes = 64 << 20;
            limits.validation_output_bytes = 1 << 20;
        });
        let case = problem.expect("c", PRINTS_4, Verdict::Je);
        assert!(
            case.reason.starts_with("The output validator output_validator/check.cpp failed.")
                && case.reason.contains(why),
            "{}",
            case.reason
        );
    }
    let dies = "import sys\nsys.stderr.write('cannot read\\n')\nopen(sys.argv[3] + 'judgemessage.txt', 'w').write('so far')\nraise ValueError('odd')\n";
    let case = problem("python3", dies, &[]).expect("c", PRINTS_4, Verdict::Je);
    assert!(
        case.judge_message.starts_with("so far\nstandard error of output_validator/check.py:\ncannot read"),
        "{}",
        case.judge_message
    );
    assert!(case.judge_message.contains("ValueError: odd") && case.team_message.is_empty());
}

#[test]
fn a_validator_that_does_not_compile_is_named_with_the_compilers_words() {
    let judged = problem("cpp", "int main() { return x; }", &[]).judge("c", PRINTS_4);
    assert_eq!(judged.verdict, Verdict::Je);
    assert_eq!(
        judged.reason,
        "The output validator output_validator/check.cpp could not be compiled. The compiler found errors."
    );
    assert!(judged.compile_log.contains("check.cpp:1:"), "{}", judged.compile_log);
}

#[test]
fn a_validator_need_not_read_the_output() {
    let much = "#include <stdio.h>\nint main(void) { for (int i = 0; i < 1000000; i++) puts(\"1\"); }";
    problem("cpp", "int main() { return 42; }", &[]).expect("c", much, Verdict::Ac);
}

#[test]
fn messages_are_short_plain_and_only_from_regular_files() {
    let wild = r#"
import os, sys
os.symlink("/etc/passwd", sys.argv[3] + "teammessage.txt")
open(sys.argv[3] + "judgemessage.txt", "wb").write(b"\x1b[2J\xff\xe2\x80\xaeok" + b"y" * 100000)
sys.exit(42)
"#;
    let case = problem("python3", wild, &[]).expect("c", PRINTS_4, Verdict::Ac);
    assert_eq!(case.team_message, "");
    assert!(case.judge_message.starts_with("[2J\u{fffd}okyyy"), "{}", &case.judge_message[..20]);
    assert!(case.judge_message.len() < 4_300 && case.judge_message.ends_with("KiB more not shown]"));
    let huge =
        "import sys\nopen(sys.argv[3] + 'judgemessage.txt', 'w').write('x' * (2 << 20))\nsys.exit(42)\n";
    let problem = problem("python3", huge, &[]).limits(|limits| limits.validation_output_bytes = 1 << 20);
    // It was not allowed to write that much.
    problem.expect("c", PRINTS_4, Verdict::Je);
}

#[test]
fn a_validator_meets_nothing_of_the_program() {
    let program = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\nint main(void) { open(\"mark\", O_CREAT, 0666); open(\"/tmp/mark\", O_CREAT, 0666); if (fork() == 0) { setsid(); for (;;) pause(); } puts(\"4\"); }";
    let looks = r#"
        #include <dirent.h>
        #include <unistd.h>
        int main() {
            if (!access("mark", F_OK) || !access("/tmp/mark", F_OK)) return 43;
            int others = 0;
            DIR *proc = opendir("/proc");
            while (dirent *entry = readdir(proc)) if (entry->d_name[0] > '2' && entry->d_name[0] <= '9') others++;
            return others ? 43 : 42;
        }"#;
    problem("cpp", looks, &[]).expect("c", program, Verdict::Ac);
}

#[test]
fn an_answer_is_not_to_be_found_by_the_program() {
    let looks = "import os\nfound = [f for f in os.listdir('/proc/self/fd') if 'memfd' in (os.readlink('/proc/self/fd/' + f) if os.path.islink('/proc/self/fd/' + f) else '')]\nprint(len(found))\n";
    let start = Instant::now();
    let case = Problem::one("12\n", "1\n").expect("python3", looks, Verdict::Ac);
    assert_eq!(case.output.as_deref(), Some(&b"1\n"[..]), "only its input");
    assert!(start.elapsed() < Duration::from_secs(20));
}
