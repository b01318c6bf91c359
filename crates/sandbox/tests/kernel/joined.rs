//! Two boxes joined by pipes.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::common::{at_most, bare_box, limits, slowness, spec};
use crate::programs::c;
use sandbox::{End, Joined, Limits, Sandbox, Sealed, Spec, Status, Stdin, Stopped, join};

const LINGER: Duration = Duration::from_millis(500);

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
    let joined = join([left, right], specs, LINGER).expect("the boxes work");
    Done { joined, printed: [first, second].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()) }
}

fn boxes() -> [Sandbox; 2] {
    [bare_box(0), bare_box(1)]
}

fn short_wall() -> Limits {
    Limits { wall: Duration::from_secs(1), ..limits() }
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
fn whoever_writes_to_one_that_is_gone_is_told_by_sigpipe_and_was_not_the_first_to_end() {
    let chatter = "int main() { for (;;) puts(\"more\"); }";
    let done = run(&mut boxes(), [chatter, "int main() { getchar(); return 43; }"], limits());
    assert_eq!((done.ends(), done.joined.first), ([End::Signaled(13), End::Exited(43)], 1));
    assert_eq!(done.joined.outcomes[0].stopped, None);
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
    assert!((LINGER..LINGER * 4 * slowness()).contains(&start.elapsed()), "{:?}", start.elapsed());
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
    let joined = join([left, right], specs, LINGER).unwrap();
    assert_eq!(joined.outcomes.map(|outcome| outcome.end), [End::Exited(0), End::Exited(42)]);
    assert_eq!(std::io::read_to_string(read).unwrap(), "in\nans\n");
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
