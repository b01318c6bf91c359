use std::time::{Duration, Instant};

use problem::{Limits, Verdict};

use crate::common::{Problem, kernel_counts_memory};

fn quick(limits: &mut Limits) {
    limits.time_ms = 1_000;
    limits.memory_bytes = 64 << 20;
    limits.output_bytes = 1 << 20;
}

fn problem() -> Problem {
    Problem::one("1 2\n", "3\n").limits(quick)
}

#[test]
fn a_wrong_answer_says_where() {
    for (language, source) in [
        ("cpp", "#include <cstdio>\nint main() { puts(\"4\"); }"),
        ("python3", "print(4)"),
        ("rust", "fn main() { println!(\"4\") }"),
    ] {
        let case = problem().expect(language, source, Verdict::Wa);
        assert_eq!(case.reason, "Line 1, column 1 (word 1): expected \"3\", got \"4\".");
        assert_eq!((case.output.as_deref(), case.exit_code), (Some(&b"4\n"[..]), Some(0)));
    }
}

#[test]
fn a_crash_says_how() {
    let crash = |language, source: &str| problem().expect(language, source, Verdict::Re);
    let case = crash("cpp", "int main() { return 3; }");
    assert_eq!((case.reason.as_str(), case.exit_code, case.signal), ("Exit code 3.", Some(3), None));
    let case = crash("c", "int main(void) { *(volatile int *)0 = 1; }");
    assert_eq!((case.reason.as_str(), case.signal), ("Killed by signal 11 (SIGSEGV).", Some(11)));
    let case = crash("cpp", "#include <cstdlib>\nint main() { abort(); }");
    assert_eq!(case.reason, "Killed by signal 6 (SIGABRT).");
    let case = crash("python3", "print(1 // 0)");
    assert!(case.reason == "Exit code 1." && case.stderr.contains("ZeroDivisionError"), "{case:?}");
    let case = crash(
        "java",
        "class Main { public static void main(String[] a) { int[] x = new int[1]; x[1] = 0; } }",
    );
    assert!(case.stderr.contains("ArrayIndexOutOfBoundsException"), "{case:?}");
    let case = crash("javascript", "throw new Error('on purpose')");
    assert!(case.stderr.contains("on purpose"), "{case:?}");
    assert_eq!(crash("rust", "fn main() { panic!() }").exit_code, Some(101));
}

#[test]
fn wrong_output_before_a_crash_is_a_crash() {
    let source = "#include <cstdio>\nint main() { puts(\"4\"); fflush(stdout); return 1; }";
    assert_eq!(problem().expect("cpp", source, Verdict::Re).reason, "Exit code 1.");
}

#[test]
fn endless_work_is_stopped_at_the_limit_and_not_much_later() {
    for (language, source) in
        [("cpp", "int main() { for (volatile int i = 0;; i = i + 1); }"), ("python3", "while True: pass")]
    {
        let start = Instant::now();
        let case = problem().limits(|limits| limits.time_ms = 200).expect(language, source, Verdict::Tle);
        assert!(case.cpu > Duration::from_millis(200) && case.cpu < Duration::from_millis(300), "{case:?}");
        assert!(
            case.reason.starts_with("Stopped after 0.2") && case.reason.ends_with("the limit is 0.20 s."),
            "{}",
            case.reason
        );
        assert_eq!((case.exit_code, case.signal), (None, None), "we ended it");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn sleeping_is_idling() {
    for (language, source) in [
        ("cpp", "#include <unistd.h>\nint main() { sleep(100); }"),
        ("python3", "import time\ntime.sleep(100)"),
    ] {
        let case = problem()
            .limits(|limits| {
                quick(limits);
                limits.time_ms = 500;
            })
            .expect(language, source, Verdict::Ile);
        // On a busy machine it is given the time in which its core was busy with others.
        let told = case.reason.starts_with("Idle: 2.") && case.reason.contains(" s passed with 0.");
        assert!(told, "{}", case.reason);
    }
}

#[test]
fn too_much_memory_is_the_kernels_kill_or_the_run_times_word() {
    let eats = |language, source: &str| problem().expect(language, source, Verdict::Mle);
    let case =
        eats("cpp", "#include <vector>\nint main() { std::vector<int> v(64 << 20, 1); return v[5] - 1; }");
    if kernel_counts_memory() {
        assert_eq!(case.reason, "The memory limit of 64 MiB was reached; the kernel killed 1 process.");
        assert!(case.oom_kills == 1 && case.memory <= 64 << 20, "{case:?}");
    } else {
        assert_eq!(case.reason, "The run-time ran out of memory; the limit is 64 MiB.");
    }
    let killed = eats("python3", "x = bytearray(1 << 30)\nprint(x[5])").oom_kills > 0;
    assert_eq!(killed, kernel_counts_memory());
    let case = eats("python3", "raise MemoryError('as when the allocator refuses')");
    assert_eq!(case.reason, "The run-time ran out of memory; the limit is 64 MiB.");
    let java = "import java.util.*; class Main { public static void main(String[] a) { List<int[]> all = new ArrayList<>(); while (true) all.add(new int[100000]); } }";
    let case = eats("java", java);
    assert!(case.stderr.contains("OutOfMemoryError") || case.oom_kills > 0, "{case:?}");
    eats("javascript", "const all = []; while (true) all.push(new Array(100000).fill(1.5));");
}

#[test]
fn files_that_nobody_reads_are_memory_and_no_output() {
    if !kernel_counts_memory() {
        return eprintln!("not tried: without control groups files in memory are not counted");
    }
    let source = |bytes: u64| {
        format!(
            r#"#define _GNU_SOURCE
            #include <fcntl.h>
            #include <stdio.h>
            #include <sys/mman.h>
            #include <unistd.h>
            int fill(int file) {{
                static char block[1 << 16];
                if (ftruncate(file, 1L << 40) || ftruncate(file, 0)) return 1;
                for (long done = 0; done < {bytes}; done += sizeof block)
                    if (write(file, block, sizeof block) != sizeof block) return 2;
                return ftruncate(file, 0);
            }}
            int main(void) {{
                const char *places[] = {{"here", "/tmp/there", "/dev/shm/shared"}};
                for (int i = 0; i < 3; i++) {{
                    int file = open(places[i], O_CREAT | O_RDWR, 0600);
                    if (fill(file)) return 3;
                    close(file);
                }}
                int file = memfd_create("memory", 8);
                if (fill(file)) return 4;
                puts("3");
                return 0;
            }}"#
        )
    };
    let of = |memory: u64, part: u64| {
        let problem = problem().limits(|limits| {
            (limits.memory_bytes, limits.output_bytes, limits.time_ms) = (memory, 1 << 20, 10_000);
        });
        (problem, source(memory / 4 * part))
    };
    for memory in [32 << 20, 320 << 20] {
        let (problem, within) = of(memory, 3);
        problem.expect("c", &within, Verdict::Ac);
        let (problem, beyond) = of(memory, 5);
        problem.expect("c", &beyond, Verdict::Mle);
    }
}

#[test]
fn what_a_run_time_says_last_counts_though_much_was_said_before() {
    let source = "import sys\nfor i in range(3000): print('step', i, 'of very many', file=sys.stderr)\nraise MemoryError\n";
    let case = problem().expect("python3", source, Verdict::Mle);
    assert!(case.stderr.starts_with("step 0 of"), "{}", case.stderr);
}

#[test]
fn endless_output_is_stopped_and_not_kept() {
    for (language, source) in [
        ("c", "#include <stdio.h>\nint main(void) { for (;;) puts(\"3\"); }"),
        ("python3", "while True: print(3)"),
        (
            "java",
            "class Main { public static void main(String[] a) { while (true) System.out.println(3); } }",
        ),
    ] {
        let case = problem()
            .limits(|limits| {
                quick(limits);
                limits.time_ms = 5_000;
            })
            .expect(language, source, Verdict::Ole);
        assert_eq!(case.reason, "More than 1 MiB of output.");
        assert_eq!(case.output.map(|output| output.len()), Some(64 << 10));
    }
}

#[test]
fn what_does_not_compile_is_shown_as_the_compiler_says_it() {
    for (language, source, said) in [
        ("c", "int main(void) { return x; }", "undeclared"),
        ("cpp", "int main() { return \"x\"; }", "main.cpp:1:21: error"),
        ("python3", "def f(:\n", "SyntaxError"),
        ("java", "class Main { int x = \"\"; }", "incompatible types"),
        ("javascript", "let x = ;", "SyntaxError"),
        ("rust", "fn main() { let x: u8 = \"\"; }", "mismatched types"),
    ] {
        let judged = problem().judge(language, source);
        assert_eq!(judged.verdict, Verdict::Ce, "{language}: {judged:#?}");
        assert_eq!(judged.reason, "The compiler found errors.");
        assert!(
            judged.compile_log.contains(said) && judged.cases.is_empty(),
            "{language}: {}",
            judged.compile_log
        );
    }
    let judged = problem().judge("java", "class Main { void main() {} }");
    assert_eq!(judged.reason, "No class has a method public static void main(String[] args).");
}

#[test]
fn nonsense_is_a_compile_error_and_nothing_worse() {
    let nonsense = ["", "\0", "\u{feff}\u{202e}", "#include \"/etc/shadow\"", "((((((((((", "\"\"\"", "/*"];
    for language in ["c", "cpp", "java", "rust"] {
        for source in nonsense {
            let judged = problem().judge(language, source);
            assert_eq!(judged.verdict, Verdict::Ce, "{language} {source:?}: {judged:#?}");
        }
    }
    for language in ["python3", "javascript"] {
        for source in nonsense {
            let judged = problem().judge(language, source);
            assert!(
                [Verdict::Ce, Verdict::Wa, Verdict::Re].contains(&judged.verdict),
                "{language} {source:?}: {judged:#?}"
            );
        }
    }
}
