use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use judging::{Cache, Source, Stop};
use problem::Verdict;

use crate::common::{Problem, slot_with};

const SOURCE: &str = "#include <bits/stdc++.h>\nint main() { int unused; std::cout << std::regex_match(\"x\", std::regex(\"[xyz]\")) << '\\n'; }";

#[test]
fn the_second_compilation_is_not_run_in_this_process_nor_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let problem = Problem::one("", "1\n");
    let judge = |cache: &Arc<Cache>| {
        let start = Instant::now();
        let judged = problem.judge_in(
            &mut slot_with(Arc::clone(cache)),
            "cpp",
            &Source::Text(SOURCE.into()),
            Stop::Never,
        );
        assert_eq!(judged.verdict, Verdict::Ac, "{judged:#?}");
        (start.elapsed(), judged.program)
    };
    let cache = Arc::new(Cache::open(folder.path(), 1 << 30).unwrap());
    let (first, program) = judge(&cache);
    let (memory, same) = judge(&cache);
    let (disk, also) = judge(&Arc::new(Cache::open(folder.path(), 1 << 30).unwrap()));
    assert!(program.is_some() && program == same && program == also);
    println!("compiled {first:?}, from memory {memory:?}, from disk {disk:?}");
    for cached in [memory, disk] {
        assert!(cached < first / 3 && cached < Duration::from_secs(1), "{first:?} and then {cached:?}");
    }
}

#[test]
fn a_damaged_cache_is_compiled_past() {
    let folder = tempfile::tempdir().unwrap();
    let problem = Problem::one("", "1\n");
    let judge = || {
        let cache = Arc::new(Cache::open(folder.path(), 1 << 30).unwrap());
        problem.judge_in(
            &mut slot_with(cache),
            "c",
            &Source::Text(b"#include <stdio.h>\nint main(void) { puts(\"1\"); }".to_vec()),
            Stop::Never,
        )
    };
    assert_eq!(judge().verdict, Verdict::Ac);
    for entry in fs::read_dir(folder.path().join("programs")).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    }
    assert_eq!(judge().verdict, Verdict::Ac);
    fs::remove_dir_all(folder.path()).unwrap();
    let cache = Arc::new(Cache::open(folder.path(), 1 << 30).unwrap());
    fs::remove_dir_all(folder.path()).unwrap();
    let judged = problem.judge_in(
        &mut slot_with(cache),
        "c",
        &Source::Text(b"#include <stdio.h>\nint main(void) { puts(\"1\"); }".to_vec()),
        Stop::Never,
    );
    assert_eq!(judged.verdict, Verdict::Ac, "a cache that cannot be written costs time only");
}

#[test]
fn another_source_is_another_program() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Arc::new(Cache::open(folder.path(), 1 << 30).unwrap());
    let mut slot = slot_with(cache);
    let mut judge = |number: u32| {
        let source = format!("#include <stdio.h>\nint main(void) {{ puts(\"{number}\"); }}");
        Problem::one("", "1\n").judge_in(&mut slot, "c", &Source::Text(source.into()), Stop::Never).verdict
    };
    assert_eq!([judge(1), judge(2), judge(1)], [Verdict::Ac, Verdict::Wa, Verdict::Ac]);
}

#[test]
fn warnings_come_from_the_cache_too() {
    let folder = tempfile::tempdir().unwrap();
    let source = Source::Text(b"#warning odd\nint main(void) { return 0; }".to_vec());
    let log = || {
        let cache = Arc::new(Cache::open(folder.path(), 1 << 30).unwrap());
        Problem::one("", "").judge_in(&mut slot_with(cache), "c", &source, Stop::Never).compile_log
    };
    let first = log();
    assert!(first.contains("warning"), "{first}");
    assert_eq!(first, log());
}
