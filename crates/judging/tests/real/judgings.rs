use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use judging::{Error, Event, Source, Stop};
use problem::{OutputValidator, Verdict};

use crate::common::{Problem, slot};

const ECHO: &str = "#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c); }";

fn four() -> Problem {
    Problem::new(&[("a", "a"), ("b", "b"), ("c", "x"), ("d", "d")])
}

fn source() -> Source {
    Source::Text(ECHO.into())
}

#[test]
fn samples_come_first_and_nothing_after_the_first_failure() {
    let judged = four().judge_in(&mut slot(), "c", &source(), Stop::FirstFailure);
    let cases: Vec<_> =
        judged.cases.iter().map(|case| (case.name.as_str(), case.position, case.verdict)).collect();
    // The cases stand in the version's tree from the last to the first.
    assert_eq!(
        cases,
        [
            ("sample/0", 0, Verdict::Ac),
            ("secret/3", 1, Verdict::Ac),
            ("secret/2", 2, Verdict::Wa),
            ("secret/1", 3, Verdict::Sk)
        ]
    );
    assert_eq!(judged.verdict, Verdict::Wa);
    assert!(judged.reason.starts_with("secret/2: Line 1"), "{}", judged.reason);
}

#[test]
fn all_cases_are_run_where_nothing_stops_and_the_first_failure_decides() {
    let judged = four().judge_in(&mut slot(), "c", &source(), Stop::Never);
    let verdicts: Vec<_> = judged.cases.iter().map(|case| case.verdict).collect();
    assert_eq!(verdicts, [Verdict::Ac, Verdict::Ac, Verdict::Wa, Verdict::Ac]);
    assert_eq!(judged.verdict, Verdict::Wa);
}

#[test]
fn what_disturbed_each_run_is_known_when_the_judging_is_over() {
    let slow = "#include <time.h>\n#include <stdio.h>\nint main(void) { while (clock() < CLOCKS_PER_SEC * 3 / 10); \
                putchar(getchar()); }";
    let mut slot = slot();
    let judge = |slot: &mut judging::Slot| {
        four().judge_in(slot, "c", &Source::Text(slow.into()), Stop::FirstFailure).cases
    };
    let without = judge(&mut slot);
    let noise: Vec<_> = without.iter().map(|case| case.noise).collect();
    assert!(noise[..3].iter().all(|one| one.is_some_and(|one| one.canary.is_none())), "{noise:?}");
    assert_eq!(noise[3], None, "it was not run");
    for (case, noise) in without.iter().zip(noise.iter().flatten()) {
        assert!(
            noise.window >= case.wall && noise.wait <= case.wall.saturating_sub(case.cpu),
            "{noise:?} of {case:?}"
        );
        assert!(noise.window < case.wall + Duration::from_secs(2), "{noise:?} of {case:?}");
    }
    let cores = u32::try_from(slot.host().cores()).unwrap();
    assert!(slot.host().calibrate(cores, &|| false).unwrap());
    let canaries: Vec<_> =
        judge(&mut slot).iter().map(|case| case.noise.and_then(|one| one.canary)).collect();
    assert!(
        canaries[..3].iter().all(|one| one.is_some_and(|one| (0.2..20.0).contains(&one))),
        "{canaries:?}"
    );
}

#[test]
fn each_step_is_told_in_order() {
    let mut told = Vec::new();
    let mut sink = |event: Event| {
        told.push(match event {
            Event::Compiling => "compiling".to_owned(),
            Event::Compiled { .. } => "compiled".to_owned(),
            Event::Running { done, total } => format!("{done} of {total}"),
            Event::Case(case) => format!("{} {}", case.name, case.verdict),
        });
        ControlFlow::Continue(())
    };
    four().judge_telling(&mut slot(), "c", &source(), Stop::FirstFailure, &mut sink).unwrap();
    assert_eq!(
        told,
        ["compiling", "compiled", "0 of 4", "sample/0 AC", "1 of 4", "secret/3 AC", "2 of 4", "secret/2 WA"]
    );
}

#[test]
fn the_caller_can_stop_at_any_step_and_the_slot_stays_usable() {
    let mut slot = slot();
    for steps in 0..6 {
        let mut left = steps;
        let mut sink = |_| {
            left -= 1;
            if left < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stopped = four().judge_telling(&mut slot, "c", &source(), Stop::Never, &mut sink);
        assert!(matches!(stopped, Err(Error::Stopped)), "after {steps} steps: {stopped:?}");
    }
    assert_eq!(four().judge_in(&mut slot, "c", &source(), Stop::Never).verdict, Verdict::Wa);
}

#[test]
fn a_wrong_program_is_ended_at_its_first_wrong_byte_only_where_that_is_asked() {
    let problem = Problem::new(&[("", "1\n"), ("x", "1\n")]).limits(|limits| limits.time_ms = 100);
    // Right on the sample, whose input is empty.
    let source = Source::Text(
        b"#include <stdio.h>\nint main(void) { if (getchar() == EOF) return puts(\"1\") < 0; puts(\"2\"); fflush(stdout); for (;;); }".to_vec(),
    );
    let mut slot = slot();
    let early = problem.judge_in(&mut slot, "c", &source, Stop::FirstWrongByte);
    assert_eq!(early.verdict, Verdict::Wa, "{early:#?}");
    assert!(early.cases[1].cpu < Duration::from_millis(100));
    let whole = problem.judge_in(&mut slot, "c", &source, Stop::FirstFailure);
    assert_eq!(whole.verdict, Verdict::Tle, "{whole:#?}");
}

#[test]
fn secret_output_is_not_kept() {
    let judged = four().judge_in(&mut slot(), "c", &source(), Stop::Never);
    let kept: Vec<_> = judged.cases.iter().map(|case| case.output.as_deref()).collect();
    assert_eq!(kept, [Some(&b"a"[..]), None, None, None]);
}

#[test]
fn the_arguments_of_the_comparison_are_used_and_bad_ones_are_the_setters_fault() {
    let mut problem = Problem::one("", "0.5\n");
    let half = "#include <stdio.h>\nint main(void) { puts(\"0.5000001\"); }";
    assert_eq!(problem.judge("c", half).verdict, Verdict::Wa);
    let args = |args: &str| OutputValidator::Default { args: args.split(' ').map(str::to_owned).collect() };
    problem.version.output_validator = args("float_tolerance 1e-6");
    assert_eq!(problem.judge("c", half).verdict, Verdict::Ac);
    problem.version.output_validator = args("float_tolerance much");
    let judged = problem.judge("c", half);
    assert_eq!(judged.verdict, Verdict::Je);
    assert!(judged.reason.starts_with("sample/0: float_tolerance"), "{}", judged.reason);
}

#[test]
fn an_unknown_language_is_an_error_of_ours() {
    let judged = four()
        .judge_telling(&mut slot(), "cobol", &source(), Stop::Never, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(judged, Err(Error::NoToolchain(language)) if language == "cobol"));
}

#[test]
fn a_program_cannot_change_its_input_nor_leave_anything_for_the_next_case() {
    let source = r#"
        #include <fcntl.h>
        #include <stdio.h>
        #include <sys/stat.h>
        #include <unistd.h>
        int main(void) {
            int again = open("/proc/self/fd/0", O_RDWR);
            if (again >= 0) { if (write(again, "z", 1) == 1) puts("written"); ftruncate(again, 0); }
            int fd = open("mark", O_CREAT | O_EXCL | O_WRONLY, 0600);
            int tmp = open("/tmp/mark", O_CREAT | O_EXCL | O_WRONLY, 0600);
            if (fd < 0 || tmp < 0) puts("left over");
            int c;
            while ((c = getchar()) != EOF) putchar(c);
            fchmod(0, 0);
        }"#;
    // The same input twice: the second case differs by its arguments only.
    let problem = Problem::new(&[("a", "a"), ("a", "A"), ("b", "b")]);
    let mut slot = slot();
    for _ in 0..2 {
        let judged = problem.judge_in(&mut slot, "c", &Source::Text(source.into()), Stop::Never);
        assert_eq!(judged.verdict, Verdict::Ac, "{judged:#?}");
    }
}

#[test]
fn a_large_input_and_a_large_right_output_are_quick() {
    let numbers: String = (0..1_000_000u64).map(|i| format!("{}\n", i * 7919 % 1_000_003)).collect();
    let problem = Problem::one(&numbers, &numbers);
    let start = Instant::now();
    let judged = problem.judge("c", "#include <stdio.h>\n#include <unistd.h>\nchar b[1 << 16];\nint main(void) { long n; while ((n = read(0, b, sizeof b)) > 0) write(1, b, n); }");
    assert_eq!(judged.verdict, Verdict::Ac);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
