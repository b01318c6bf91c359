//! Times that are in doubt are measured again, whatever kind of case it is.

use std::ops::ControlFlow;
use std::time::Duration;

use judging::{CaseResult, Error, Event, Source, Stop};
use problem::Verdict::{Ac, Sk, Tle, Wa};
use problem::version::{InteractorProtocol, Passes};

use crate::common::{Problem, slot};

const LIMIT: Duration = Duration::from_millis(500);

fn problem(cases: &[(&str, &str)]) -> Problem {
    Problem::new(cases).limits(|limits| limits.time_ms = 500)
}

/// Needs so many milliseconds of CPU time, and prints what it reads.
fn burns(ms: u32) -> String {
    format!(
        "#include <time.h>\n#include <stdio.h>\nint main(void) {{ while (clock() < {ms} * (CLOCKS_PER_SEC / 1000)); \
         int c; while ((c = getchar()) != EOF) putchar(c); }}"
    )
}

fn least(case: &CaseResult) -> Duration {
    *case.times.iter().min().expect("it was run")
}

#[test]
fn a_program_that_is_just_too_slow_has_three_tries() {
    let case = problem(&[("a", "a")]).expect("c", &burns(515), Tle);
    assert_eq!(case.times.len(), 3, "{case:?}");
    assert!(case.times.iter().all(|time| *time > LIMIT), "{case:?}");
    assert_eq!(case.cpu, least(&case));
}

#[test]
fn a_program_that_is_just_quick_enough_has_three_times_of_which_the_least_counts() {
    let judged = problem(&[("a", "a"), ("b", "b")]).judge("c", &burns(485));
    assert_eq!(judged.verdict, Ac, "{judged:#?}");
    for case in &judged.cases {
        assert_eq!((case.times.len(), case.cpu), (3, least(case)), "{case:?}");
        assert!(case.noise.is_some() && case.reason.is_empty(), "{case:?}");
    }
}

#[test]
fn a_time_that_is_far_from_the_limit_is_measured_once_and_what_was_not_run_never() {
    let judged = problem(&[("a", "a"), ("b", "x"), ("c", "c")]).judge("c", &burns(100));
    let runs: Vec<_> = judged.cases.iter().map(|case| (case.verdict, case.times.clone())).collect();
    let cpu = |at: usize| vec![judged.cases[at].cpu];
    assert_eq!(runs[..2], [(Ac, cpu(0)), (Ac, cpu(1))]);
    assert_eq!(judged.cases[2].verdict, Wa);
    let stopped = problem(&[("a", "x"), ("b", "b")]).judge("c", &burns(1));
    assert_eq!((stopped.cases[1].verdict, stopped.cases[1].times.len()), (Sk, 0));
}

#[test]
fn a_wrong_answer_near_the_limit_stays_one_without_another_run() {
    let case = problem(&[("a", "x")]).expect("c", &burns(485), Wa);
    assert_eq!(case.times, [case.cpu]);
}

/// Over the limit, or far below it, as chance has it.
fn gambles() -> String {
    burns(515).replace(
        "int main(void) {",
        "int main(void) { unsigned char odd; FILE *file = fopen(\"/dev/urandom\", \"r\"); fread(&odd, 1, 1, file); \
         if (odd % 2)",
    )
}

#[test]
fn a_program_that_once_keeps_its_limit_has_kept_it() {
    let (problem, mut slot, mut saved) = (problem(&[("a", "a")]), slot(), false);
    for _ in 0..40 {
        let judged = problem.judge_in(&mut slot, "c", &Source::Text(gambles().into()), Stop::FirstFailure);
        let case = &judged.cases[0];
        assert_eq!(judged.verdict, if least(case) > LIMIT { Tle } else { Ac }, "{case:?}");
        assert_eq!(case.cpu, least(case));
        saved |= judged.verdict == Ac && case.times[0] > LIMIT;
        if saved {
            return;
        }
    }
    panic!("of forty programs that are too slow every other time one is saved");
}

#[test]
fn after_a_few_cases_on_which_it_changed_nothing_the_first_run_is_believed() {
    let cases = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|text| (text, text));
    let judged = problem(&cases).judge("c", &burns(485));
    let runs: Vec<usize> = judged.cases.iter().map(|case| case.times.len()).collect();
    assert_eq!(runs, [3, 3, 3, 3, 3, 1, 1, 1], "{judged:#?}");
}

#[test]
fn a_conversation_is_repeated_as_a_whole() {
    let asks = "#include <cstdio>\nint main() { puts(\"7\"); fflush(stdout); int n; \
                return scanf(\"%d\", &n) == 1 && n == 7 ? 42 : 43; }";
    let answers = burns(485);
    let case = problem(&[("", "")]).interactor("cpp", asks, InteractorProtocol::Icpc).expect(
        "c",
        &answers.replace("EOF", "'\\n'"),
        Ac,
    );
    assert_eq!((case.times.len(), case.transcript.as_str()), (3, "<7\n>7\n"), "{case:?}");
}

#[test]
fn all_passes_are_repeated_and_the_longest_of_each_time_is_told() {
    let once_more = "import os, sys\nfolder = sys.argv[3]\n\
                     if sys.stdin.read() == 'a': open(folder + 'nextpass.in', 'w').write('b')\nsys.exit(42)";
    let case = problem(&[("a", "a")])
        .validator("python3", "check.py", once_more, &[])
        .version(|version| version.passes = Passes::Next { most: 2 })
        .expect("c", &burns(485), Ac);
    assert_eq!((case.times.len(), case.transcript.as_str()), (3, "<a\n>a\n---\n<b\n>b\n"), "{case:?}");
    assert!(case.times.iter().all(|time| *time < LIMIT), "{case:?}");
}

#[test]
fn two_joined_runs_are_repeated_together() {
    let case = problem(&[("a", "a")]).version(|version| version.passes = Passes::Joined).expect(
        "c",
        &burns(485),
        Ac,
    );
    assert_eq!(case.times.len(), 3, "{case:?}");
}

#[test]
fn who_is_told_of_the_steps_can_end_it_between_two_runs_of_a_case() {
    let (problem, mut steps) = (problem(&[("a", "a")]), 0);
    let source = Source::Text(burns(485).into());
    let judged = problem.judge_telling(&mut slot(), "c", &source, Stop::FirstFailure, &mut |event| {
        steps += u32::from(matches!(event, Event::Running { .. }));
        if steps == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(judged, Err(Error::Stopped)), "{judged:#?}");
}
