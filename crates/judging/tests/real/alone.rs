use std::fs::File;
use std::io::{Seek, Write};
use std::time::Duration;

use judging::{Alone, Source, run_alone};
use sandbox::{Limits, Status};

use crate::common::slot;

fn run(language: &str, source: &str, stdin: Option<File>) -> Alone {
    let limits = Limits {
        cpu: Duration::from_millis(300),
        wall: Duration::from_secs(4),
        memory: 64 << 20,
        ..Limits::default()
    };
    run_alone(&mut slot(), &Source::Text(source.into()), language, stdin, &limits).unwrap()
}

fn status(language: &str, source: &str) -> Status {
    match run(language, source, None) {
        Alone::Ran { status, .. } => status,
        Alone::CompileError { log, .. } => panic!("{log}"),
    }
}

#[test]
fn a_program_alone_gets_its_input_and_gives_its_output() {
    let mut stdin = tempfile::tempfile().unwrap();
    stdin.write_all(b"some words").unwrap();
    stdin.rewind().unwrap();
    let Alone::Ran { stdout, outcome, status, .. } =
        run("python3", "import sys\nprint(input())\nprint('err', file=sys.stderr)", Some(stdin))
    else {
        panic!("it compiles");
    };
    assert_eq!((&stdout[..], &outcome.stderr[..], status), (&b"some words\n"[..], &b"err\n"[..], Status::Ok));
}

#[test]
fn hostile_programs_alone_come_to_their_limits() {
    // Which of the two clocks is first depends on what else the machine does.
    let bomb = status("c", "#include <unistd.h>\nint main(void) { for (;;) fork(); }");
    assert!([Status::TimeLimit, Status::IdleLimit].contains(&bomb), "{bomb:?}");
    assert_eq!(status("c", "int main(void) { for (;;); }"), Status::TimeLimit);
    assert_eq!(status("python3", "import time\ntime.sleep(100)"), Status::IdleLimit);
    assert_eq!(
        status("cpp", "#include <vector>\nint main() { std::vector<char> v(1 << 30, 1); return v[5] - 1; }"),
        Status::MemoryLimit
    );
    assert_eq!(
        status(
            "c",
            "#include <stdio.h>\nint main(void) { for (;;) puts(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"); }"
        ),
        Status::OutputLimit
    );
    assert_eq!(status("python3", "print(open('/etc/shadow').read())"), Status::RuntimeError);
    assert_eq!(
        status("python3", "import socket\nsocket.create_connection(('127.0.0.1', 5432))"),
        Status::RuntimeError
    );
}

#[test]
fn what_does_not_compile_is_told() {
    assert!(
        matches!(run("rust", "fn main() {", None), Alone::CompileError { log, .. } if log.contains("unclosed delimiter"))
    );
}
