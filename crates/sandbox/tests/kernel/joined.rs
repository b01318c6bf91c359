//! Two boxes joined by pipes.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::common::{at_most, bare_box, limits, slowness, spec};
use crate::programs::c;
use sandbox::{
    End, Joined, Limits, Sandbox, Sealed, Source, Spec, Status, Stdin, Stopped, Target, Wire, join,
};

/// Five times as long where all is slow: programs end within it, and tests that wait for its end do not wait for minutes.
fn unhurried(millis: u64) -> Duration {
    Duration::from_millis(millis) * slowness().min(5)
}

fn linger() -> Duration {
    unhurried(500)
}

/// What both did and printed.
struct Done {
    joined: Joined,
    printed: [String; 2],
}

impl Done {
    fn ends(&self) -> [End; 2] {
        [self.joined.outcomes[0].end, self.joined.outcomes[1].end]
    }

    fn statuses(&self) -> [Status; 2] {
        [self.joined.outcomes[0].status(), self.joined.outcomes[1].status()]
    }
}

fn run(boxes: &mut [Sandbox; 2], sources: [&str; 2], limits: Limits) -> Done {
    let programs = sources.map(|source| {
        c(format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\n{source}"
        ))
    });
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let given = |program, stdout| Spec {
        exe: Some(program),
        argv: vec!["main".into()],
        stdin: Stdin::Joined,
        limits: limits.clone(),
        ..spec(stdout)
    };
    let specs = [given(&programs[0], &mut first), given(&programs[1], &mut second)];
    let [left, right] = boxes;
    let joined = join(&mut [left, right], specs.into(), Wire::pair(), &|_, _| Some(linger()));
    let joined = joined.expect("the boxes work");
    Done { joined, printed: [first, second].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()) }
}

fn boxes() -> [Sandbox; 2] {
    [bare_box(0), bare_box(1)]
}

fn short_wall() -> Limits {
    Limits { wall: unhurried(1000), ..limits() }
}

#[test]
fn a_program_guesses_what_its_interactor_thinks_of() {
    let guess = r#"int main() {
        int low = 1, high = 1000000;
        while (low < high) {
            int middle = (low + high + 1) / 2; char answer[9];
            printf("%d\n", middle); fflush(stdout);
            if (scanf("%8s", answer) != 1) return 1;
            if (*answer == '<') high = middle - 1; else low = middle;
        }
        printf("! %d\n", low);
    }"#;
    let think = r#"int main() {
        char line[99];
        while (fgets(line, sizeof line, stdin)) {
            if (*line == '!') return atoi(line + 2) == 654321 ? 42 : 43;
            puts(atoi(line) > 654321 ? "<" : ">="); fflush(stdout);
        }
        return 1;
    }"#;
    let mut boxes = boxes();
    for _ in 0..3 {
        let done = run(&mut boxes, [guess, think], limits());
        assert_eq!(done.ends(), [End::Exited(0), End::Exited(42)], "{:?}", done.printed);
        assert!(done.printed[0].ends_with("\n! 654321\n") && done.printed[0].lines().count() == 21);
        assert_eq!(done.printed[1].lines().count(), 20);
    }
}

#[test]
fn whoever_writes_to_one_that_is_gone_is_not_told_and_was_not_the_first_to_end() {
    // More than all pipes on the way hold: what fits is written before anybody has to read.
    let lines = "int main() { for (int i = 0; i < 200000; i++) puts(\"more\"); return 3; }";
    let leaves = "int main() { getchar(); return 43; }";
    let done = run(&mut boxes(), [lines, leaves], limits());
    assert_eq!((done.ends(), done.joined.first), ([End::Exited(3), End::Exited(43)], 1));
    assert_eq!(done.joined.outcomes[0].output, 1_000_000);
    // Not for ever; and however soon that is, the other was the first.
    let flood = "int main() { for (;;) puts(\"more\"); }";
    let mut boxes = boxes();
    for _ in 0..20 {
        let done = run(&mut boxes, [flood, leaves], limits());
        assert_eq!((done.statuses()[0], done.joined.first), (Status::OutputLimit, 1));
    }
}

#[test]
fn one_that_reads_is_told_that_the_other_is_gone_and_can_still_decide() {
    let last_word =
        "int main() { int n = 0; while (getchar() != EOF) n++; usleep(50000); return n == 3 ? 43 : 1; }";
    let done = run(&mut boxes(), ["int main() { printf(\"abc\"); return 5; }", last_word], limits());
    assert_eq!((done.ends(), done.joined.first), ([End::Exited(5), End::Exited(43)], 0));
}

#[test]
fn one_that_closes_its_output_and_lives_on_has_said_all() {
    let mute = "int main() { close(1); while (getchar() != EOF); return 7; }";
    let done = run(&mut boxes(), [mute, "int main() { return getchar() == EOF ? 42 : 1; }"], limits());
    assert_eq!(done.ends(), [End::Exited(7), End::Exited(42)]);
}

#[test]
fn two_that_wait_for_each_other_are_idle() {
    let start = Instant::now();
    let waits = "int main() { return getchar(); }";
    let done = run(&mut boxes(), [waits, waits], short_wall());
    let stopped = [0, 1].map(|run| done.joined.outcomes[run].stopped);
    assert_eq!(stopped[done.joined.first], Some(Stopped::WallLimit));
    assert!(
        matches!(stopped[1 - done.joined.first], Some(Stopped::WallLimit | Stopped::LeftAlone)),
        "{stopped:?}"
    );
    assert!(start.elapsed() < at_most(2_500), "{:?}", start.elapsed());
}

#[test]
fn what_nobody_reads_fills_a_pipe_and_no_more() {
    let chatter = "int main() { for (;;) puts(\"more\"); }";
    let done = run(&mut boxes(), [chatter, "int main() { sleep(100); }"], short_wall());
    assert_eq!(done.joined.outcomes[done.joined.first].stopped, Some(Stopped::WallLimit));
    let seen = done.joined.outcomes[0].output;
    assert!((64 << 10..256 << 10).contains(&seen), "{seen} bytes");
}

#[test]
fn what_passes_counts_against_the_output_limit() {
    let chatter = "int main() { for (;;) puts(\"more\"); }";
    let done = run(&mut boxes(), [chatter, "int main() { while (getchar() != EOF); return 43; }"], limits());
    assert_eq!(done.statuses()[0], Status::OutputLimit);
    assert_eq!((done.joined.outcomes[0].output, done.ends()[1]), (1 << 20, End::Exited(43)));
}

#[test]
fn one_that_is_left_alone_has_a_while_to_end() {
    let deaf = "int main() { for (;;) pause(); }";
    let start = Instant::now();
    let done = run(&mut boxes(), [deaf, "int main() { return 43; }"], limits());
    assert_eq!(done.joined.outcomes[0].stopped, Some(Stopped::LeftAlone));
    assert_eq!((done.ends()[1], done.joined.first), (End::Exited(43), 1));
    assert!((linger()..linger() * 4 * slowness()).contains(&start.elapsed()), "{:?}", start.elapsed());
}

#[test]
fn much_passes_both_ways_at_once() {
    let talk = r#"int main() {
        static char out[1 << 16], in[1 << 16];
        long got = 0;
        if (!fork()) { for (int i = 0; i < 300; i++) if (write(1, out, sizeof out) != sizeof out) return 1; return 0; }
        close(1);
        for (long n; (n = read(0, in, sizeof in)) > 0;) got += n;
        wait(0);
        return got == 300L << 16 ? 0 : 2;
    }"#;
    let done = run(&mut boxes(), [talk, talk], Limits { output: 64 << 20, ..limits() });
    assert_eq!(done.ends(), [End::Exited(0), End::Exited(0)]);
    assert_eq!(done.joined.outcomes[0].output, 300 << 16);
}

#[test]
fn three_descriptors_of_the_callers_are_the_interactors_alone() {
    let three = r#"int main() {
        char input[9] = "", answer[9] = "";
        read(3, input, 8); read(4, answer, 8);
        dprintf(5, "%s%s", input, answer);
        return 42;
    }"#;
    let none =
        "int main() { return read(3, (char[1]){0}, 1) == -1 && read(5, (char[1]){0}, 1) == -1 ? 0 : 1; }";
    let [left, right] = &mut boxes();
    let programs =
        [none, three].map(|source| c(format!("#include <stdio.h>\n#include <unistd.h>\n{source}")));
    let [input, answer] = ["in\n", "ans\n"].map(|text| Sealed::from_bytes("x", text.as_bytes()).unwrap());
    let (read, write) = std::io::pipe().unwrap();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let given = |program, stdout| Spec {
        exe: Some(program),
        argv: vec!["main".into()],
        stdin: Stdin::Joined,
        ..spec(stdout)
    };
    let descriptors = vec![input.open().unwrap(), answer.open().unwrap(), write.into()];
    let specs = [given(&programs[0], &mut first), Spec { descriptors, ..given(&programs[1], &mut second) }];
    let joined = join(&mut [left, right], specs.into(), Wire::pair(), &|_, _| Some(linger())).unwrap();
    let ends: Vec<_> = joined.outcomes.iter().map(|outcome| outcome.end).collect();
    assert_eq!(ends, [End::Exited(0), End::Exited(42)]);
    assert_eq!(std::io::read_to_string(read).unwrap(), "in\nans\n");
}

/// Runs that read and write as `wires` say; the first has 1 s of wall time, and an input if none of them is it. What each
/// printed.
fn run_wired(sources: &[&str], wires: Vec<Wire<'_>>, linger: Option<Duration>) -> (Joined, Vec<String>) {
    let compile = |source: &&str| c(format!("#include <stdio.h>\n#include <unistd.h>\n{source}"));
    let programs: Vec<_> = sources.iter().map(compile).collect();
    let mut boxes: Vec<_> = (0..).zip(sources).map(|(slot, _)| bare_box(slot)).collect();
    let mut printed: Vec<Vec<u8>> = vec![Vec::new(); sources.len()];
    let fed = |run| wires.iter().any(|wire| matches!(wire.to, Target::Stdin(to) if to == run));
    let input = Sealed::from_bytes("input", b"in\n").unwrap();
    let mut specs = Vec::new();
    for (run, (program, stdout)) in programs.iter().zip(&mut printed).enumerate() {
        let stdin = if fed(run) { Stdin::Joined } else { Stdin::File(input.open().unwrap()) };
        let wall = unhurried(if run == 0 { 1_000 } else { 10_000 });
        let limits = Limits { wall, cpu: Duration::from_secs(5), ..limits() };
        // The number of each, and the pipes that it may have.
        let argv =
            ["main", &run.to_string(), "/dev/fd/3", "/dev/fd/4", "/dev/fd/5", "/dev/fd/6"].map(Into::into);
        specs.push(Spec { exe: Some(program), argv: argv.into(), stdin, limits, ..spec(stdout) });
    }
    let mut boxes: Vec<&mut Sandbox> = boxes.iter_mut().collect();
    let joined = join(&mut boxes, specs, wires, &|_, _| linger).expect("the boxes work");
    (joined, printed.into_iter().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect())
}

/// Standard input and output of runs 1 and 2 are pipes that run 0 opens by name.
fn managed<'a>(sinks: &'a mut [Vec<u8>; 2]) -> Vec<Wire<'a>> {
    let pair = |(run, sink): (usize, &'a mut Vec<u8>)| {
        let there = Wire { from: Source::Stdout(run), to: Target::Named(0) };
        [there, Wire { from: Source::Named(0, sink), to: Target::Stdin(run) }]
    };
    (1..).zip(sinks).flat_map(pair).collect()
}

const MANAGER: &str = r#"int main(int argc, char **argv) {
    char input[9] = "", line[99] = "";
    fgets(input, 9, stdin);
    for (int user = 1; user <= 2; user++) {
        FILE *from = fopen(argv[2 * user], "r"), *to = fopen(argv[2 * user + 1], "w");
        fprintf(to, "%d %s", user, input);
        fclose(to);
        while (fgets(line, sizeof line, from)) printf("%d: %s", user, line);
        fclose(from);
    }
}"#;

#[test]
fn one_talks_to_two_by_name_and_closing_a_pipe_is_the_end_of_a_file() {
    // Answers when it has read all: the manager has to have closed its end while it lives.
    let user = "int main() { char all[99] = \"\"; int n = fread(all, 1, 98, stdin); return printf(\"[%.*s]\\n\", n - 1, all) < 0; }";
    let mut sinks = [Vec::new(), Vec::new()];
    let (joined, printed) = run_wired(&[MANAGER, user, user], managed(&mut sinks), Some(linger()));
    assert!(joined.outcomes.iter().all(|outcome| outcome.status() == Status::Ok), "{joined:?}");
    assert_eq!(printed[0], "1: [1 in]\n2: [2 in]\n");
    assert_eq!(sinks, [b"1 in\n", b"2 in\n"]);
    assert_eq!(joined.outcomes[0].output, (printed[0].len() + 10) as u64, "pipes by name are output");
}

#[test]
fn one_whose_first_thread_has_ended_is_not_taken_for_one_that_ends() {
    let talks = r#"#include <pthread.h>
    void *talk(void *none) { (void)none; puts("all"); fflush(stdout); close(1); while (getchar() != EOF); exit(0); }
    int main() { pthread_t talker; pthread_create(&talker, 0, talk, 0); pthread_exit(0); }"#;
    let listens = "int main() { while (getchar() != EOF); puts(\"heard\"); return 42; }";
    let done = run(&mut boxes(), [talks, listens], short_wall());
    assert_eq!((done.ends(), &*done.printed[1]), ([End::Exited(0), End::Exited(42)], "heard\n"));
}

#[test]
fn who_is_gone_before_its_pipes_are_opened_has_said_nothing() {
    let mut sinks = [Vec::new(), Vec::new()];
    let wires = managed(&mut sinks);
    let slow = MANAGER.replace("fgets(input", "usleep(100000); fgets(input");
    let (joined, printed) =
        run_wired(&[&slow, "int main() { return 3; }", "int main() {}"], wires, Some(linger()));
    let ends: Vec<_> = joined.outcomes.iter().map(|outcome| outcome.end).collect();
    assert_eq!((ends, &*printed[0]), (vec![End::Exited(0), End::Exited(3), End::Exited(0)], ""));
}

#[test]
fn one_that_opens_no_pipe_leaves_the_others_nothing_to_read() {
    let mut sinks = [Vec::new(), Vec::new()];
    let reads = "int main() { return getchar() == EOF ? 5 : 6; }";
    let (joined, _) =
        run_wired(&["int main() { return 9; }", reads, reads], managed(&mut sinks), Some(linger()));
    let ends: Vec<_> = joined.outcomes.iter().map(|outcome| outcome.end).collect();
    assert_eq!((ends, joined.first), (vec![End::Exited(9), End::Exited(5), End::Exited(5)], 0));
}

#[test]
fn two_steps_one_after_the_other_by_name_or_not() {
    let steps = r#"int main(int argc, char **argv) {
        char line[99] = "";
        if (argv[1][0] == '0') {
            fgets(line, 99, stdin);
            FILE *pipe = fopen("/dev/stdout", "w");
            fprintf(pipe, "<%.2s>", line);
            return 0;
        }
        sleep(0); fread(line, 1, 98, fopen("/dev/stdin", "r"));
        usleep(300000);
        puts(line);
    }"#;
    let wire = Wire { from: Source::Stdout(0), to: Target::Stdin(1) };
    let (joined, printed) = run_wired(&[steps, steps], vec![wire], None);
    assert!(joined.outcomes.iter().all(|outcome| outcome.status() == Status::Ok), "{joined:?}");
    assert_eq!(printed, ["<in>", "<in>\n"], "the second is not ended with the first");
}

#[test]
fn waiting_for_another_at_work_is_not_idle() {
    let computes = "#include <time.h>\nint main() { getchar(); while (clock() < 1500000); puts(\"done\"); fflush(stdout); return 42; }";
    let waits = "int main() { puts(\"go\"); fflush(stdout); return getchar() != 'd'; }";
    let (joined, _) = run_wired(&[waits, computes], Wire::pair(), Some(linger()));
    let ends: Vec<_> = joined.outcomes.iter().map(|outcome| outcome.end).collect();
    assert_eq!(ends, [End::Exited(0), End::Exited(42)]);
}

#[test]
fn one_that_is_left_alone_at_work_may_finish_it() {
    let computes =
        "#include <time.h>\nint main() { while (getchar() != EOF); while (clock() < 800000); return 42; }";
    let (joined, _) =
        run_wired(&["int main() { return 0; }", computes], Wire::pair(), Some(Duration::from_millis(200)));
    assert_eq!(joined.outcomes[1].end, End::Exited(42));
}

#[test]
fn wires_that_lead_nowhere_are_refused() {
    let program = c("int main(){}");
    for wires in [
        vec![Wire { from: Source::Stdout(0), to: Target::Stdin(2) }],
        vec![Wire { from: Source::Stdout(0), to: Target::Stdin(0) }],
        vec![Wire { from: Source::Stdout(0), to: Target::Named(1) }],
        vec![
            Wire { from: Source::Stdout(0), to: Target::Stdin(1) },
            Wire { from: Source::Stdout(0), to: Target::Stdin(1) },
        ],
    ] {
        let [left, right] = &mut boxes();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let given =
            |stdout, stdin| Spec { exe: Some(&program), argv: vec!["main".into()], stdin, ..spec(stdout) };
        let specs = vec![given(&mut first, Stdin::Empty), given(&mut second, Stdin::Joined)];
        assert!(join(&mut [left, right], specs, wires, &|_, _| None).is_err());
    }
}

#[test]
fn a_run_joined_to_nothing_is_refused_and_the_box_is_good_afterwards() {
    let program = c("int main(){}");
    let mut sandbox = bare_box(0);
    let mut stdout = Vec::new();
    let alone =
        Spec { exe: Some(&program), argv: vec!["main".into()], stdin: Stdin::Joined, ..spec(&mut stdout) };
    assert!(sandbox.run(alone).is_err());
    assert_eq!(crate::common::run(&mut sandbox, &program, limits()).status(), Status::Ok);
    stdout.flush().unwrap();
}
