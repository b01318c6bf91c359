//! Validators that do what they should not, and outputs that hope for that.

use std::time::{Duration, Instant};

use problem::Verdict::{Ac, Je, Pa, Wa};
use problem::version::{Passes, PointsAre, Protocol};

use crate::common::{Problem, slot};

const TESTLIB: Protocol = Protocol::Testlib { points: PointsAre::Share };

fn python(source: &str) -> Problem {
    let problem = Problem::one("in\n", "ans\n").validator("python3", "check.py", source, &[]);
    problem.limits(|limits| {
        limits.validation_time_ms = 2_000;
        limits.validation_memory_bytes = 128 << 20;
        limits.validation_output_bytes = 1 << 20;
    })
}

/// In the package format's folder, which is the current one.
fn in_feedback(body: &str, exit: i32) -> Problem {
    python(&format!("import os, signal, sys\nos.chdir(sys.argv[3])\n{body}\nsys.exit({exit})\n"))
}

#[test]
fn a_folder_full_of_files_is_no_trouble() {
    let start = Instant::now();
    let body = "try:\n    for i in range(20000): open(f'{i}', 'w')\nexcept OSError: pass";
    assert_eq!(in_feedback(body, 42).said(&mut slot(), b"").verdict, Ac);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let full =
        "try:\n    for i in range(4000): open(f'{i}', 'wb').write(b'x' * 900000)\nexcept OSError: pass";
    let said = in_feedback(full, 42).said(&mut slot(), b"");
    assert!(matches!(said.verdict, Ac | Je), "{said:?}");
}

#[test]
fn messages_are_taken_from_nothing_but_regular_files() {
    for body in [
        "os.symlink('/etc/passwd', 'judgemessage.txt')",
        "os.symlink('/dev/fd/4', 'judgemessage.txt')",
        "os.mkdir('judgemessage.txt')",
        "os.chdir('..'); os.rmdir('feedback'); os.symlink('/etc', 'feedback')",
        "os.chdir('..'); os.rmdir('feedback'); open('feedback', 'w')",
        "os.chdir('..'); os.chmod('feedback', 0)",
    ] {
        let said = in_feedback(body, 43).said(&mut slot(), b"");
        assert_eq!((said.verdict, said.judge_message.as_str()), (Wa, ""), "{body}");
    }
}

#[test]
fn much_text_is_cut_wherever_it_is_written() {
    let start = Instant::now();
    let much = "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\ntry: open('judgemessage.txt', 'wb').write(b'x' * (100 << 20))\nexcept (OSError, MemoryError): pass";
    let said = in_feedback(much, 43).said(&mut slot(), b"");
    assert_eq!(said.verdict, Wa, "{said:?}");
    assert!(said.judge_message.contains("judgemessage.txt is larger than 1 MiB"), "{}", said.judge_message);
    let errors = "import sys\nfor i in range(100): sys.stderr.write('y' * (1 << 20))\nsys.exit(1)\n";
    let said = python(errors).protocol(TESTLIB).said(&mut slot(), b"");
    assert_eq!(said.verdict, Wa);
    assert!(said.judge_message.len() < 5_000, "{}", said.judge_message.len());
    let prints = "import sys\nfor i in range(100): sys.stdout.write('y' * (1 << 20))\nsys.exit(1)\n";
    for protocol in [Protocol::Dmoj, Protocol::Cms, Protocol::Hustoj, Protocol::Syzoj, TESTLIB] {
        let said = python(prints).protocol(protocol).said(&mut slot(), b"");
        assert_eq!(said.verdict, Je, "{protocol:?}");
        assert!(said.reason.contains("More than 1 MiB of output"), "{protocol:?}: {}", said.reason);
        assert!(said.team_message.len() < 5_000);
    }
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn a_score_that_is_no_regular_file_or_a_large_one_is_a_judge_error() {
    for body in [
        "open('score.txt', 'w').write('1' * 1000000)",
        "open('score.txt', 'wb').write(bytes([0, 255]))",
        "os.mkdir('score.txt')",
        "os.symlink('/dev/fd/4', 'score.txt')",
        "open('score.txt', 'w').write('0.5'); os.mkdir('score_multiplier.txt')",
    ] {
        let said = in_feedback(body, 42).said(&mut slot(), b"");
        assert_eq!(said.verdict, Je, "{body}: {said:?}");
        assert!(said.reason.len() < 400, "{}", said.reason);
    }
}

#[test]
fn in_every_protocol_a_slow_a_greedy_and_a_crashing_program_are_judge_errors() {
    let bodies = [
        ("for (;;);", "of CPU; the limit is"),
        ("pause();", "Idle"),
        (
            "volatile char *p = malloc(160 << 20); for (int i = 0; i < 160 << 20; i += 4096) p[i] = 1;",
            "128 MiB",
        ),
        ("raise(SIGSEGV);", "signal 11"),
        ("raise(SIGKILL);", "signal 9"),
    ];
    let head = "#include <signal.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n";
    let mut slot = slot();
    for (body, why) in bodies {
        for protocol in
            [Protocol::Icpc, TESTLIB, Protocol::Cms, Protocol::Plain, Protocol::Lemon, Protocol::Syzoj]
        {
            let source = format!("{head}int main(void) {{ {body} }}");
            let problem = Problem::one("in\n", "ans\n").validator("c", "check.c", &source, &[]);
            let problem = problem.protocol(protocol).limits(|limits| {
                limits.validation_time_ms = 300;
                limits.validation_memory_bytes = 128 << 20;
            });
            let said = problem.said(&mut slot, b"");
            assert_eq!((said.verdict, said.score), (Je, None), "{protocol:?} {body}: {said:?}");
            // Without control groups it is the failed allocation that crashes it.
            let told = said.reason.contains(why) || why.ends_with("MiB") && said.reason.contains("signal");
            assert!(told, "{protocol:?} {body}: {}", said.reason);
        }
    }
}

#[test]
fn a_validator_may_start_processes_and_none_outlives_it() {
    let forks = "import os, sys, time\nfor i in range(10):\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(1000)\nos._exit(42)\n";
    let start = Instant::now();
    assert_eq!(python(forks).said(&mut slot(), b"").verdict, Ac);
    let bomb = "import os\nwhile True:\n    try: os.fork()\n    except OSError: break\nos._exit(43)\n";
    let said = python(bomb).said(&mut slot(), b"");
    assert!(matches!(said.verdict, Wa | Je), "{said:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn a_validator_cannot_change_what_it_is_given_nor_what_the_next_one_gets() {
    let tries = r#"
import os, sys
def attempt(act):
    try: return act()
    except OSError: return None
for path in ('/dev/fd/0', '/dev/fd/3', '/dev/fd/4', '/dev/fd/5'):
    attempt(lambda: os.chmod(path, 0o777))
    if attempt(lambda: open(path, 'r+b', 0).write(b'zzzz')): sys.exit(43)
    attempt(lambda: os.chmod(path, 0))
sys.exit(42 if sys.stdin.read() == 'out' else 43)
"#;
    let mut slot = slot();
    for _ in 0..3 {
        let said = python(tries).said(&mut slot, b"out");
        assert_eq!(said.verdict, Ac, "{said:?}");
    }
}

#[test]
fn what_an_output_says_is_never_what_the_validator_says() {
    // It repeats the output on standard error, as it is, and then speaks for itself.
    let echoes = "import sys\nsys.stderr.write(open(sys.argv[2], errors='replace').read())\nsys.stderr.write(sys.argv[5])\nsys.exit(int(sys.argv[4]))\n";
    let mut slot = slot();
    let outputs: [&[u8]; 6] = [
        b"points 1\n",
        b"partially correct (1) \npoints 1 \nok\n",
        b"MemoryError std::bad_alloc java.lang.OutOfMemoryError\n",
        b"\x1b[2J\x00\xff\xe2\x80\xae\n",
        b"FAIL\n",
        b"",
    ];
    for output in outputs {
        for (code, message, verdict) in [
            ("0", "ok 1 number\n", Ac),
            ("1", "wrong answer 1st\n", Wa),
            ("7", "points 0.25 a part\n", Pa),
            ("50", "partially correct (50) a part\n", Pa),
        ] {
            let mut problem = python(echoes).protocol(TESTLIB);
            problem = problem.cases(|case| case.validator_args = vec![code.into(), message.into()]);
            let said = problem.said(&mut slot, output);
            assert_eq!(said.verdict, verdict, "{output:?} {message}: {said:?}");
            let wild = said.judge_message.chars().any(|c| c.is_control() && c != '\n');
            assert!(!wild && !said.judge_message.contains('\u{202e}'), "{said:?}");
        }
    }
}

#[test]
fn a_large_output_is_read_from_a_regular_file_as_often_as_it_likes() {
    let twice = "import os, stat, sys\npath = sys.argv[2]\nok = stat.S_ISREG(os.stat(path).st_mode) and os.stat(path).st_size == 8 << 20\nok = ok and all(open(path, 'rb').read() == b'x' * (8 << 20) for _ in range(2))\nsys.exit(0 if ok else 1)\n";
    assert_eq!(python(twice).protocol(TESTLIB).said(&mut slot(), &vec![b'x'; 8 << 20]).verdict, Ac);
}

#[test]
fn what_no_box_can_run_is_a_judge_error_that_says_why_and_no_failure_of_ours() {
    let accepts = || python("import sys\nsys.exit(42)\n");
    let nul = || vec!["a\0b".to_owned()];
    let much = || vec!["x".repeat(100_000)];
    let deep = "part = 'd' * 200\nfor _ in range(6):\n    os.mkdir(part)\n    os.chdir(part)\nopen('f', 'w').write('x')\nos.chdir(sys.argv[3])\nopen('nextpass.in', 'w').write('in')";
    let passes = |problem: Problem| problem.version(|version| version.passes = Passes::Next { most: 2 });
    for (problem, why) in [
        (accepts().cases(|case| case.validator_args = nul()), "an argument with a NUL"),
        (accepts().cases(|case| case.validator_args = much()), "a command line over 80 KiB"),
        (accepts().cases(|case| case.args = nul()), "an argument with a NUL"),
        (accepts().cases(|case| case.args = much()), "a command line over 80 KiB"),
        (passes(in_feedback(deep, 42)), "is no path below the working directory of at most 1000 bytes"),
    ] {
        let case = problem.expect("c", "int main(void) { return 0; }", Je);
        assert!(
            case.reason.starts_with("It cannot be run: ") && case.reason.contains(why),
            "{}",
            case.reason
        );
    }
    let said = accepts().cases(|case| case.validator_args = nul()).said(&mut slot(), b"");
    assert_eq!((said.verdict, said.reason.as_str()), (Je, "It cannot be run: an argument with a NUL."));
    let graded = accepts().grader("python3", "grade.py", "print('AC 1')\n", &["a\0b"]);
    let judged = graded.judge("c", "int main(void) { return 0; }");
    assert!(judged.reason.contains("an argument with a NUL"), "{} {}", judged.verdict, judged.reason);
}
