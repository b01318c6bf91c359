//! What run-times differ in, tried in each language that this machine has. One program a language, `tests/matrix/<id>.*`,
//! does what the first line of its input says: a word, and a number.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use Verdict::{Ac, Mle, Re, Tle};
use judging::{Slot, Source, Stop};
use problem::language::Catalog;
use problem::{Language, Verdict};

use crate::common::{Problem, kernel_counts_memory, slot};

/// Those that are tested on every machine.
const ALWAYS: [&str; 6] = ["c", "cpp", "python3", "java", "javascript", "rust"];
/// Limit of memory in most rows, in MiB.
const MEMORY: u64 = 256;

/// Where a language is not like the others.
struct Ways {
    /// What recursion 10^5, 10^6 and 10^9 deep comes to: a deep one has the memory for its stack, an endless one uses
    /// that up.
    depth: [Verdict; 3],
    /// What it prints for 1000 / 0; `None`: it crashes.
    quotient: Option<&'static str>,
    /// Threads or tasks of its own.
    threads: bool,
}

fn ways(language: &str) -> Ways {
    let usual = Ways { depth: [Ac, Ac, Mle], quotient: None, threads: true };
    match language {
        // Their own bounds on the depth of calls come first.
        "javascript" => Ways { depth: [Ac, Ac, Re], quotient: Some("Infinity"), ..usual },
        "lisp" => Ways { depth: [Ac, Ac, Re], ..usual },
        "lua" => Ways { depth: [Ac, Re, Re], ..usual },
        "r" => Ways { depth: [Re; 3], quotient: Some("Inf"), threads: false },
        // A call takes 250 bytes and more.
        "pypy3" => Ways { depth: [Ac, Mle, Mle], ..usual },
        "perl" => Ways { depth: [Ac, Mle, Mle], threads: false, ..usual },
        "octave" => Ways { depth: [Mle; 3], quotient: Some("Inf"), threads: false },
        // The time for a call grows with its depth.
        "bash" => Ways { depth: [Tle; 3], ..usual },
        "fortran" | "pascal" | "php" => Ways { threads: false, ..usual },
        _ => usual,
    }
}

/// One input, and what it comes to.
struct Row {
    input: String,
    memory_mb: u64,
    verdict: Verdict,
    /// Of an accepted program.
    answer: String,
    exit_code: Option<i32>,
}

impl Row {
    fn new(input: impl Into<String>, verdict: Verdict, answer: impl Into<String>) -> Self {
        Self { input: input.into(), memory_mb: MEMORY, verdict, answer: answer.into(), exit_code: None }
    }
}

impl Row {
    /// Threads, too, where address space is counted: the stack of each is as large as the memory.
    fn fills_memory(&self) -> bool {
        let large = ["memory", "depth 1000000", "threads"];
        self.verdict == Mle || large.iter().any(|word| self.input.starts_with(word))
    }
}

fn rows(ways: &Ways) -> Vec<Row> {
    let depths = [100_000, 1_000_000, 1_000_000_000u64].into_iter().zip(ways.depth);
    let mut rows: Vec<_> = depths
        .map(|(depth, verdict)| Row::new(format!("depth {depth}"), verdict, depth.to_string()))
        .collect();
    let numbers: Vec<u64> = (0..150_000u64).map(|i| i * 7_919 % 1_000_000).collect();
    let lines: String = numbers.iter().map(|number| format!("{number}\n")).collect();
    rows.push(Row::new(
        format!("sum 5\n{}", lines.trim_end()),
        Ac,
        (numbers.iter().sum::<u64>() + 5).to_string(),
    ));
    let (below, above) = (MEMORY * 4 / 5, MEMORY * 6 / 5);
    rows.push(Row::new(format!("memory {below}"), Ac, below.to_string()));
    rows.push(Row::new(format!("memory {above}"), Mle, ""));
    rows.push(Row { exit_code: Some(3), ..Row::new("exit 0", Re, "") });
    rows.push(Row::new("throw 0", Re, ""));
    let divided = if ways.quotient.is_some() { Ac } else { Re };
    rows.push(Row::new("divide 0", divided, ways.quotient.unwrap_or_default()));
    rows.push(Row::new("output 1048576", Ac, "1234567\n".repeat(1 << 20)));
    if ways.threads {
        rows.push(Row::new("threads 0", Ac, "2002000"));
    }
    rows
}

/// The rows that came out otherwise.
fn faults(slot: &mut Slot, language: &Language) -> Vec<String> {
    let program = program(language);
    let counted = kernel_counts_memory();
    let rows = rows(&ways(&language.id)).into_iter().filter(|row| counted || !row.fills_memory());
    let mut faults: Vec<_> = rows.filter_map(|row| fault(slot, language, &program, &row)).collect();
    let small = Row { memory_mb: 64, ..Row::new("", Ac, "hello") };
    faults.extend(fault(slot, language, language.hello.as_bytes(), &small));
    faults
}

fn fault(slot: &mut Slot, language: &Language, program: &[u8], row: &Row) -> Option<String> {
    let problem = Problem::one(&format!("{}\n", row.input), &row.answer).limits(|limits| {
        limits.memory_bytes = row.memory_mb << 20;
        limits.time_ms = if row.verdict == Tle { 1_000 } else { 10_000 };
        limits.output_bytes = 16 << 20;
    });
    let judged = problem.judge_in(slot, &language.id, &Source::Text(program.to_vec()), Stop::Never);
    let exit_code = judged.cases.first().and_then(|case| case.exit_code);
    if judged.verdict == row.verdict && row.exit_code.is_none_or(|code| exit_code == Some(code)) {
        return None;
    }
    let input: String = row.input.chars().take(20).collect();
    let stderr = judged.cases.first().map_or(&judged.compile_log, |case| &case.stderr);
    Some(format!(
        "{}: {input:?} below {} MiB is {} and not {} ({}) {}",
        language.id, row.memory_mb, judged.verdict, row.verdict, judged.reason, stderr
    ))
}

/// Its text in `tests/matrix`.
fn program(language: &Language) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matrix");
    let path = folder.join(format!("{}.{}", language.id, language.extensions[0]));
    fs::read(&path)
        .unwrap_or_else(|error| panic!("{} has no program {}: {error}", language.id, path.display()))
}

/// The languages of this machine; those that it has not are named.
fn here() -> Vec<&'static Language> {
    let slot = slot();
    let (mut found, mut absent) = (Vec::new(), Vec::new());
    for language in Catalog::builtin().all() {
        match slot.look(&language.id).expect("every language of the catalogue can be looked for") {
            Ok(_) => found.push(language),
            Err(missing) if missing.installed => panic!("{}: {}", language.id, missing.what),
            Err(missing) => absent.push(format!("{} ({})", language.name, missing.packages.join(" "))),
        }
    }
    if !absent.is_empty() {
        note(&format!("not installed and not tested: {}", absent.join(", ")));
    }
    found
}

/// Past the test harness, which would keep it to itself.
fn note(text: &str) {
    writeln!(io::stderr(), "{text}").expect("standard error");
}

#[test]
fn every_language_here_keeps_to_every_row() {
    let mut languages = here();
    if !kernel_counts_memory() {
        note("without control groups: the first six languages only, and no row that fills memory");
        languages.retain(|language| ALWAYS.contains(&language.id.as_str()));
    }
    for id in ALWAYS {
        assert!(
            languages.iter().any(|language| language.id == id),
            "{id} has to be installed: make languages"
        );
    }
    let (next, faults_found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut slot = slot();
                while let Some(language) = languages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = faults(&mut slot, language);
                    faults_found.lock().unwrap().extend(found);
                }
            });
        }
    });
    let found = faults_found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_language_has_a_program_of_its_own() {
    for language in Catalog::builtin().all() {
        program(language);
    }
}
