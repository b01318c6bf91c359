use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use judging::{Cache, Error, Judged, Source, Stop, warm};
use problem::language::Catalog;
use problem::{Limits, Verdict};

use crate::common::{Problem, files, slot, slot_with};

/// Compiles with 3 s of CPU and 512 MiB.
fn bomb(language: &str, source: &str) -> Judged {
    let tight = |limits: &mut Limits| {
        limits.compile_time_ms = 3_000;
        limits.compile_memory_bytes = 512 << 20;
    };
    let start = Instant::now();
    let judged = Problem::one("", "").limits(tight).judge(language, source);
    assert_eq!(judged.verdict, Verdict::Ce, "{judged:#?}");
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
    assert!(judged.compile_log.len() < 70_000, "{} bytes of log", judged.compile_log.len());
    judged
}

#[test]
fn a_source_that_never_ends_runs_out_of_memory_or_time() {
    for source in ["#include \"/dev/zero\"\nint main() {}", "#include \"/dev/urandom\"\nint main() {}"] {
        let judged = bomb("cpp", source);
        let words = ["ran out of memory", "memory limit", "Stopped after", "found errors"];
        assert!(words.iter().any(|words| judged.reason.contains(words)), "{}", judged.reason);
    }
    let judged = bomb("c", "#include __FILE__\n#include __FILE__\nint main(void) {}");
    assert!(!judged.reason.is_empty());
}

#[test]
fn a_template_bomb_is_ended_with_a_reason() {
    let doubling = "template <int N, int M> struct F { static const int v = F<N - 1, M * 2>::v + F<N - 1, M * 2 + 1>::v; }; \
                    template <int M> struct F<0, M> { static const int v = 1; }; int main() { return F<28, 1>::v; }";
    let judged = bomb("cpp", doubling);
    assert!(
        judged.reason.contains("Stopped after 3.0") || judged.reason.contains("memory"),
        "{}",
        judged.reason
    );
    let constant = "constexpr long f(long n) { long s = 0; for (long i = 0; i < n; i++) s += i; return s; }\n\
                    constexpr long a = f(1000000), b = f(1000001), c = f(1000002);\ntemplate <long N> struct G { static constexpr long v = f(1000000 + N) + G<N - 1>::v; };\n\
                    template <> struct G<0> { static constexpr long v = 0; };\nint main() { return G<800>::v & 1; }";
    assert!(bomb("cpp", constant).reason.contains("Stopped after 3.0"));
}

/// The compiler is at it for many seconds.
const LONG_TO_COMPILE: &str = "constexpr long f(long n) { long s = 0; for (long i = 0; i < n; i++) s += i; return s; }\n\
    template <long N> struct G { static constexpr long v = f(1000000 + N) + G<N - 1>::v; };\n\
    template <> struct G<0> { static constexpr long v = 0; };\nint main() { return G<800>::v & 1; }";

#[test]
fn what_is_given_up_stops_compiling_at_once_and_the_next_compiles_in_the_same_slot() {
    let (mut slot, given_up) = (slot(), Arc::new(AtomicBool::new(false)));
    slot.heed(Arc::clone(&given_up));
    let problem = Problem::one("1 2\n", "3\n");
    let sum = "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }";
    let go_on = &mut |_| ControlFlow::Continue(());
    let mut told = None;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(700));
            given_up.store(true, Ordering::Relaxed);
            told = Some(Instant::now());
        });
        let source = Source::Text(LONG_TO_COMPILE.into());
        let judged = problem.judge_telling(&mut slot, "cpp", &source, Stop::FirstFailure, go_on);
        assert!(matches!(judged, Err(Error::Stopped)), "{judged:?}");
    });
    let took = told.unwrap().elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
    slot.heed(Arc::default());
    let source = Source::Text(sum.into());
    assert_eq!(problem.judge_in(&mut slot, "cpp", &source, Stop::FirstFailure).verdict, Verdict::Ac);
}

#[test]
fn whether_a_compiler_works_is_found_by_compiling_and_not_by_what_was_kept() {
    let mut slot = slot();
    for language in ["cpp", "python3"] {
        judging::compiles(&mut slot, language).unwrap();
    }
    let given_up = Arc::new(AtomicBool::new(true));
    slot.heed(given_up);
    let again = judging::compiles(&mut slot, "cpp");
    assert!(matches!(again, Err(Error::Stopped)), "it compiled the same source again: {again:?}");
    assert!(matches!(judging::compiles(&mut slot, "cobol"), Err(Error::NoToolchain(_))));
}

#[test]
fn a_gigabyte_of_program_is_refused() {
    let judged = bomb("c", "char a[1u << 30] = {1};\nint main(void) { return a[5]; }");
    assert!(
        judged.reason.contains("larger than") || judged.reason.contains("memory"),
        "{}: {}",
        judged.reason,
        judged.compile_log
    );
    let judged = bomb("c", "char a[200 << 20] = {1};\nint main(void) { return a[5]; }");
    assert!(
        judged.reason.contains("larger than 128 MiB") || judged.reason.contains("memory"),
        "{}: {}",
        judged.reason,
        judged.compile_log
    );
}

#[test]
fn a_flood_of_messages_is_cut() {
    let many: String = (0..20_000)
        .map(|i| format!("#warning number {i} of many that nobody will read to the end\n"))
        .collect();
    let judged = Problem::one("", "").judge("c", &(many + "int main(void) { return 0; }"));
    assert_eq!(judged.verdict, Verdict::Ac, "warnings are no errors");
    assert!(judged.compile_log.ends_with("more not shown]") && judged.compile_log.len() < 70_000);
}

#[test]
fn a_compiler_sees_nothing_that_is_not_its_own() {
    for file in ["/etc/shadow", "/etc/hostname", "/root/.bashrc", "/proc/1/environ"] {
        let judged =
            Problem::one("", "").judge("c", &format!("#include \"{file}\"\nint main(void) {{ return 0; }}"));
        assert!(
            judged.verdict == Verdict::Ce || judged.compile_log.is_empty(),
            "{file}: {}",
            judged.compile_log
        );
        assert!(
            judged.compile_log.contains("No such file")
                || judged.compile_log.contains("denied")
                || judged.compile_log.is_empty(),
            "{file}: {}",
            judged.compile_log
        );
    }
    let judged =
        Problem::one("", "").judge("rust", "fn main() { println!(\"{}\", include_str!(\"/etc/shadow\")) }");
    assert!(judged.verdict == Verdict::Ce && judged.compile_log.contains("couldn't read"), "{judged:#?}");
}

#[test]
fn names_of_files_are_never_options() {
    let problem = Problem::one("", "");
    for name in ["-o.c", "@list.c", "../up.c", "a b.c"] {
        let judged = problem.judge_in(
            &mut slot(),
            "c",
            &files(&[(name, "int main(void) { return 0; }")]),
            Stop::Never,
        );
        assert!(judged.verdict == Verdict::Ce && judged.reason.contains("cannot be named"), "{judged:#?}");
    }
}

#[test]
fn what_compiling_is_quicker_with_is_made_for_every_language_that_is_here() {
    let folder = tempfile::tempdir().unwrap();
    let mut slot = slot_with(Arc::new(Cache::open(folder.path(), 1 << 30).unwrap()));
    for language in Catalog::builtin().all() {
        if language.compile.warm.is_some() && matches!(slot.look(&language.id), Some(Ok(_))) {
            warm(&mut slot, &language.id).unwrap();
        }
    }
    let made = std::fs::read_dir(folder.path().join("warm")).unwrap().count();
    assert!(made >= 2, "C++ and Java are on every machine, and {made} were made");
}

#[test]
fn the_compiled_header_is_used_and_changes_nothing_but_the_time() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Arc::new(Cache::open(folder.path(), 1 << 30).unwrap());
    let mut slot = slot_with(Arc::clone(&cache));
    let compile = |slot: &mut judging::Slot, note: &str| {
        // What -H prints of a compiled header that is used begins with an exclamation mark; the rest is the source.
        let source = format!("// {note}\n#include <bits/stdc++.h>\nint main() {{ std::cout << \"x\\n\"; }}");
        let start = Instant::now();
        let judged = Problem::one("", "x\n").judge_in(slot, "cpp", &Source::Text(source.into()), Stop::Never);
        assert_eq!(judged.verdict, Verdict::Ac, "{judged:#?}");
        (start.elapsed(), judged.program.unwrap())
    };
    let (without, plain) = compile(&mut slot, "without");
    warm(&mut slot, "cpp").unwrap();
    let again = Instant::now();
    warm(&mut slot, "cpp").unwrap();
    assert!(again.elapsed() < Duration::from_millis(200), "it is made once");
    compile(&mut slot, "opens the box");
    let (with, quick) = (0..3).map(|i| compile(&mut slot, &format!("with {i}"))).min().unwrap();
    println!("bits/stdc++.h: {without:?} without, {with:?} with its compiled header");
    assert_eq!(plain, quick, "the very same program");
    assert!(with < without * 2 / 3, "{with:?} with, {without:?} without");
}
