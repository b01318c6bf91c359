//! Custom runs: what a program does on somebody's input, as it is.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use judging::{Cache, CustomRan, CustomTask, Error, Printed, Slot, Source, run_custom};
use problem::{Limits, Verdict, Version};

use crate::common::{Memory, Problem, kernel_counts_memory, slot, slot_with};

fn limits() -> Limits {
    Limits { time_ms: 1_000, memory_bytes: 64 << 20, output_bytes: 1 << 20, ..Limits::default() }
}

fn try_in(
    slot: &mut Slot,
    (version, blobs): (&Version, &Memory),
    (language, source): (&str, &str),
    input: &[u8],
) -> Result<CustomRan, Error> {
    let (source, limits) = (Source::Text(source.into()), limits());
    let (run, owner) = (1, Some(7));
    let task = CustomTask { run, version, blobs, language, source: &source, input, limits: &limits, owner };
    run_custom(slot, &task, &mut |_| ControlFlow::Continue(()))
}

fn run(language: &str, source: &str, input: &[u8]) -> CustomRan {
    let version = Version::new("custom-run".parse().unwrap());
    try_in(&mut slot(), (&version, &Memory::default()), (language, source), input).unwrap()
}

fn printed(ran: &CustomRan) -> &Printed {
    ran.printed.as_ref().unwrap_or_else(|| panic!("it was run: {ran:#?}"))
}

#[test]
fn a_program_reads_the_input_and_all_that_it_prints_is_told_as_it_was_written() {
    let source = "import sys\nall = sys.stdin.buffer.read()\nsys.stdout.buffer.write(all[::-1])\nsys.stderr.buffer.write(b'\\xfe')\nsys.exit(3)";
    let ran = run("python3", source, b"ab\0\xff\n");
    assert_eq!((ran.verdict, ran.reason.as_str()), (Verdict::Re, "Exit code 3."));
    let told = printed(&ran);
    assert_eq!((told.stdout.as_slice(), told.stdout_bytes), (&b"\n\xff\0ba"[..], 5));
    assert_eq!((told.stderr.as_slice(), told.stderr_cut, told.exit_code), (&b"\xfe"[..], false, Some(3)));
    assert!(ran.toolchain.starts_with("Python 3") && told.memory > 0, "{ran:#?}");
    let ran = run("python3", "print(3)", b"");
    assert_eq!((ran.verdict, ran.reason.as_str(), printed(&ran).exit_code), (Verdict::Ac, "", Some(0)));
}

#[test]
fn of_much_output_the_start_is_kept_and_all_of_it_counted() {
    let source = "import sys\nsys.stdout.write('a' * 300000)\nsys.stderr.write('b' * 300000)";
    let ran = run("python3", source, b"");
    let told = printed(&ran);
    assert_eq!((ran.verdict, told.stdout.len(), told.stdout_bytes), (Verdict::Ac, 64 << 10, 300_000));
    assert_eq!((told.stderr.len(), told.stderr_cut), (64 << 10, true));
}

#[test]
fn what_ends_it_is_told_like_a_verdict() {
    let verdict = |language, source| {
        let ran = run(language, source, b"");
        (ran.verdict, ran.reason)
    };
    let (time, reason) = verdict("c", "int main(void) { for (;;); }");
    assert_eq!(time, Verdict::Tle);
    assert!(reason.contains("the limit is 1.00 s"), "{reason}");
    assert_eq!(verdict("python3", "import time\ntime.sleep(100)").0, Verdict::Ile);
    assert_eq!(verdict("python3", "while True: print('x' * 1000)").0, Verdict::Ole);
    let (signal, reason) = verdict("c", "int main(void) { volatile int *p = 0; return *p; }");
    assert_eq!((signal, reason.as_str()), (Verdict::Re, "Killed by signal 11 (SIGSEGV)."));
    if kernel_counts_memory() {
        let source = "#include <vector>\nint main() { std::vector<char> v(1 << 30, 1); return v[5] - 1; }";
        assert_eq!(verdict("cpp", source).0, Verdict::Mle);
    }
    let ran = run("c", "int main(", b"");
    assert_eq!((ran.verdict, ran.printed.as_ref()), (Verdict::Ce, None));
    assert!(ran.compile_log.contains("error"), "{}", ran.compile_log);
}

#[test]
fn a_problems_files_are_beside_the_source_and_its_input_and_output_have_their_names() {
    let mut problem = Problem::one("", "").version(|version| {
        version.named_files.input = Some("sum.in".into());
        version.named_files.output = Some("sum.out".into());
    });
    let header = problem.blobs.add("static int twice(int a) { return 2 * a; }\n");
    let files = BTreeMap::from([("twice.h".to_owned(), header)]);
    problem.version.stubs.files.insert("c".to_owned(), files);
    let source = "#include <stdio.h>\n#include \"twice.h\"\nint main(void) { int a; FILE *in = fopen(\"sum.in\", \"r\"); \
        fscanf(in, \"%d\", &a); puts(\"seen\"); if (a) fprintf(fopen(\"sum.out\", \"w\"), \"%d\\n\", twice(a)); }";
    let ran =
        |input: &[u8]| try_in(&mut slot(), (&problem.version, &problem.blobs), ("c", source), input).unwrap();
    let one = ran(b"21\n");
    assert_eq!((one.verdict, printed(&one).stdout.as_slice()), (Verdict::Ac, &b"42\n"[..]), "{one:#?}");
    let none = ran(b"0\n");
    assert_eq!(printed(&none).stdout, b"seen\n");
    assert_eq!(none.reason, "It left no file sum.out of at most 1 MiB.");
}

#[test]
fn nothing_of_it_is_left_on_disk_and_the_same_program_is_not_compiled_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut slot = slot_with(Arc::new(Cache::open(folder.path(), 1 << 30).unwrap()));
    let (version, blobs) = (Version::new("custom-run".parse().unwrap()), Memory::default());
    let source = "#include <stdio.h>\nint main(void) { puts(__TIME__); }";
    let mut times = Vec::new();
    for _ in 0..2 {
        let ran = try_in(&mut slot, (&version, &blobs), ("c", source), b"").unwrap();
        times.push(printed(&ran).stdout.clone());
        thread::sleep(Duration::from_millis(1100));
    }
    assert_eq!(times[0], times[1], "it was compiled again");
    assert_eq!(fs::read_dir(folder.path().join("programs")).unwrap().count(), 0);
}

#[test]
fn one_that_nobody_wants_any_more_is_ended_while_it_runs() {
    let mut slot = slot();
    let flag = Arc::new(AtomicBool::new(false));
    slot.heed(Arc::clone(&flag));
    let began = Instant::now();
    let setting = thread::spawn(move || {
        thread::sleep(Duration::from_millis(500));
        flag.store(true, Ordering::Relaxed);
    });
    let version = Version::new("custom-run".parse().unwrap());
    let source = "import time\ntime.sleep(100)";
    let ran = try_in(&mut slot, (&version, &Memory::default()), ("python3", source), b"");
    assert!(matches!(ran, Err(Error::Stopped)), "{ran:?}");
    assert!(began.elapsed() < Duration::from_millis(2_500), "{:?}", began.elapsed());
    setting.join().unwrap();
}
