//! Submissions that talk with an interactor, by every protocol; who decides when something goes wrong; and both sides
//! hostile.

use std::time::{Duration, Instant};

use judging::{CaseResult, Slot, Source, Stop};
use problem::Verdict::{self, Ac, Ile, Je, Ole, Pa, Re, Tle, Wa};
use problem::version::{InteractorProtocol, PointsAre, Scoring};

use crate::common::{Problem, slot};

const TESTLIB: InteractorProtocol = InteractorProtocol::Testlib { points: PointsAre::Points };

/// Thinks of the input's number, below 1000, and answers guesses; the answer file says how many it bears.
const THINKS: &str = r#"
#include <fstream>
#include <iostream>
#include <string>
using namespace std;
int main(int argc, char **argv) {
    ifstream in(argv[1]), ans(argv[2]);
    ofstream judge(string(argv[3]) + "judgemessage.txt");
    int secret, most; string word;
    if (!(in >> secret) || !(ans >> most)) return 1;
    for (int guesses = 0; cin >> word; guesses++) {
        if (word == "!") {
            cin >> word;
            judge << guesses << " guesses";
            return word == to_string(secret) ? 42 : 43;
        }
        if (guesses == most || word.find_first_not_of("0123456789") != string::npos || word.size() > 3) return 43;
        cout << (stoi(word) < secret ? "more" : stoi(word) > secret ? "less" : "yes") << endl;
    }
    judge << "no last word";
    return 43;
}"#;

const GUESSES: &str = r#"
#include <stdio.h>
int main(void) {
    int low = 0, high = 999; char answer[9];
    while (low < high) {
        int middle = (low + high) / 2;
        printf("%d\n", middle); fflush(stdout);
        if (scanf("%8s", answer) != 1) return 1;
        if (*answer == 'm') low = middle + 1; else if (*answer == 'l') high = middle - 1; else low = high = middle;
    }
    printf("! %d\n", low);
}"#;

/// The same, with something else after `middle` is printed for the first time.
fn instead(what: &str) -> String {
    format!("#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n{GUESSES}")
        .replace("if (scanf(", &format!("{what};\nif (scanf("))
}

fn guessing() -> Problem {
    let problem = Problem::new(&[("617\n", "10\n"), ("3\n", "10\n")]).interactor(
        "cpp",
        THINKS,
        InteractorProtocol::Icpc,
    );
    problem.limits(|limits| limits.time_ms = 500)
}

/// Judges again and again in one slot: the same verdict each time.
fn always(problem: &Problem, submission: &str, verdict: Verdict) -> CaseResult {
    let mut slot = slot();
    let mut last = once(problem, &mut slot, submission, verdict);
    for _ in 1..20 {
        last = once(problem, &mut slot, submission, verdict);
    }
    last
}

fn once(problem: &Problem, slot: &mut Slot, submission: &str, verdict: Verdict) -> CaseResult {
    let judged = problem.judge_in(slot, "c", &Source::Text(submission.into()), Stop::FirstFailure);
    assert_eq!(judged.verdict, verdict, "{judged:#?}\n{submission}");
    judged.cases.into_iter().find(|case| case.verdict == verdict).expect("a case with that verdict")
}

#[test]
fn a_submission_that_finds_the_number_is_accepted_and_what_was_said_is_shown_of_samples() {
    let judged = guessing().judge("c", GUESSES);
    assert_eq!(judged.verdict, Ac, "{judged:#?}");
    let [sample, secret] = &judged.cases[..] else { panic!("{judged:#?}") };
    assert_eq!(
        sample.transcript,
        ">499\n<more\n>749\n<less\n>624\n<less\n>561\n<more\n>592\n<more\n>608\n<more\n>616\n<more\n>620\n<less\n>618\n<less\n>! 617\n"
    );
    assert_eq!((sample.judge_message.as_str(), secret.transcript.as_str()), ("9 guesses", ""));
    assert!(sample.cpu < Duration::from_millis(100), "{sample:?}");
}

#[test]
fn a_wrong_last_word_is_wrong() {
    let case = always(&guessing(), "#include <stdio.h>\nint main(void) { puts(\"! 5\"); }", Wa);
    assert_eq!(case.reason, "The interactor rejected the output.");
}

#[test]
fn whoever_is_told_that_it_is_wrong_first_may_crash_or_wait_or_compute_afterwards() {
    // The interactor ends at a guess that is none, and the submission reads the end of the file.
    let bad_guess = |then: &str| {
        instead("").replace("printf(\"%d\\n\", middle)", "puts(\"x\")").replace("return 1;", then)
    };
    for then in [
        "return 1;",
        "abort();",
        "*(volatile int *)0 = 0;",
        "for (;;);",
        "for (;;) pause();",
        "for (;;) puts(\"x\");",
        "raise(SIGPIPE);",
    ] {
        let mut slot = slot();
        for _ in 0..3 {
            once(&guessing(), &mut slot, &bad_guess(then), Wa);
        }
    }
    always(&guessing(), &bad_guess("abort();"), Wa);
    always(&guessing(), &bad_guess("for (;;) puts(\"x\");"), Wa);
}

#[test]
fn who_crashes_before_the_interactor_decides_has_crashed() {
    let case = always(&guessing(), &instead("abort()"), Re);
    assert_eq!((case.signal, case.judge_message.as_str()), (Some(6), "no last word"));
    once(&guessing(), &mut slot(), &instead("exit(3)"), Re);
    once(&guessing(), &mut slot(), &instead("for (;;)"), Tle);
    once(
        &guessing(),
        &mut slot(),
        &instead("{ static volatile char a[1 << 29]; for (long i = 0; i < 1 << 29; i += 999) a[i] = 1; }"),
        Verdict::Mle,
    );
}

#[test]
fn who_ends_early_without_a_fault_leaves_it_to_the_interactor() {
    let case = always(&guessing(), "int main(void) { return 0; }", Wa);
    assert_eq!((case.exit_code, case.judge_message.as_str()), (Some(0), "no last word"));
    let kind = "#include <cstdio>\nint main() { while (getchar() != EOF); return 42; }";
    let kind = Problem::one("1\n", "1\n").interactor("cpp", kind, InteractorProtocol::Icpc);
    always(&kind, "int main(void) { return 0; }", Ac);
    // Even if it has more to say.
    let talks =
        "#include <cstdio>\nint main() { for (int i = 0; i < 100000; i++) puts(\"more\"); return 42; }";
    let talks = Problem::one("1\n", "1\n").interactor("cpp", talks, InteractorProtocol::Icpc);
    always(&talks, "int main(void) { return 0; }", Ac);
}

#[test]
fn two_that_wait_for_each_other_are_the_submissions_idleness() {
    let start = Instant::now();
    let forgets_to_flush = GUESSES.replace("fflush(stdout);", "");
    let mut slot = slot();
    for submission in [
        &*forgets_to_flush,
        "#include <stdio.h>\nint main(void) { return getchar(); }",
        &instead("for (;;) pause()"),
    ] {
        let case = once(&guessing(), &mut slot, submission, Ile);
        assert!(case.reason.starts_with("Idle:"), "{}", case.reason);
    }
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
}

#[test]
fn what_is_said_without_end_is_too_much_and_the_interactors_own_is_a_judge_error() {
    let floods = "#include <stdio.h>\nint main(void) { for (;;) puts(\"1234567\"); }";
    let listens = "#include <cstdio>\nint main() { while (getchar() != EOF); return 43; }";
    let listens = Problem::one("1\n", "1\n").interactor("cpp", listens, InteractorProtocol::Icpc);
    let mut slot = slot();
    once(&listens.limits(|limits| limits.output_bytes = 1 << 20), &mut slot, floods, Ole);
    // It hears one word and rejects: what comes after that is nobody's concern, however much.
    let rejects = "#include <cstdio>\nint main() { getchar(); return 43; }";
    let rejects = Problem::one("1\n", "1\n").interactor("cpp", rejects, InteractorProtocol::Icpc);
    always(&rejects.limits(|limits| limits.output_bytes = 512 << 10), floods, Wa);
    // It does not listen at all: the submission waits for room in the pipe.
    let deaf = "#include <unistd.h>\nint main() { for (;;) pause(); }";
    let deaf = Problem::one("1\n", "1\n").interactor("cpp", deaf, InteractorProtocol::Icpc);
    once(&deaf.limits(|limits| limits.time_ms = 300), &mut slot, floods, Ile);
    let talks = "#include <cstdio>\nint main() { for (;;) puts(\"1234567\"); }";
    let talks = Problem::one("1\n", "1\n").interactor("cpp", talks, InteractorProtocol::Icpc);
    let case =
        once(&talks, &mut slot, "#include <stdio.h>\nint main(void) { while (getchar() != EOF); }", Je);
    assert!(case.reason.contains("More than 64 MiB of output."), "{}", case.reason);
}

#[test]
fn an_interactor_that_fails_is_a_judge_error_with_its_name() {
    for (source, why) in [
        ("#include <cstdlib>\nint main() { abort(); }", "Killed by signal 6 (SIGABRT)."),
        ("int main() { return 0; }", "Exit code 0."),
        ("int main() { return 1; }", "Exit code 1."),
        ("int main() { for (;;); }", "Stopped after"),
    ] {
        let problem = Problem::one("1\n", "1\n").interactor("cpp", source, InteractorProtocol::Icpc);
        let problem = problem.limits(|limits| limits.validation_time_ms = 200);
        let case =
            problem.expect("c", "#include <stdio.h>\nint main(void) { while (getchar() != EOF); }", Je);
        let start = "The interactor interactor/interactor.cpp failed. ";
        assert!(case.reason.starts_with(start) && case.reason.contains(why), "{}", case.reason);
    }
}

#[test]
fn an_interactor_that_goes_on_waiting_when_the_submission_is_gone_is_a_judge_error() {
    let waits = "#include <unistd.h>\nint main() { for (;;) pause(); }";
    let problem = Problem::one("1\n", "1\n").interactor("cpp", waits, InteractorProtocol::Icpc);
    let start = Instant::now();
    let case = problem.expect("c", "int main(void) { return 0; }", Je);
    assert!(case.reason.contains("did not end though the submission had"), "{}", case.reason);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    // One that is at work is given time.
    let works = "#include <cstdio>\n#include <ctime>\nint main() { while (getchar() != EOF); while (clock() < 3 * CLOCKS_PER_SEC); return 42; }";
    let problem = Problem::one("1\n", "1\n").interactor("cpp", works, InteractorProtocol::Icpc);
    problem.expect("c", "int main(void) { return 0; }", Ac);
}

#[test]
fn what_the_interactor_computes_is_not_the_submissions_time() {
    // Wall time of the submission is 1.4 s.
    let thinks = "#include <cstdio>\n#include <ctime>\nint main() { getchar(); while (clock() < 2 * CLOCKS_PER_SEC); puts(\"1\"); fflush(stdout); return getchar() == EOF ? 42 : 43; }";
    let problem = Problem::one("1\n", "1\n").interactor("cpp", thinks, InteractorProtocol::Icpc);
    let problem = problem.limits(|limits| limits.time_ms = 200);
    let case = problem.expect(
        "c",
        "#include <stdio.h>\nint main(void) { puts(\"\"); fflush(stdout); getchar(); }",
        Ac,
    );
    assert!(case.cpu < Duration::from_millis(100) && case.wall > Duration::from_millis(1500), "{case:?}");
}

#[test]
fn an_interactor_that_does_not_compile_is_named_with_the_compilers_words() {
    let judged = Problem::one("1\n", "1\n")
        .interactor("cpp", "int main() { return x; }", InteractorProtocol::Icpc)
        .judge("c", GUESSES);
    assert_eq!(
        (judged.verdict, judged.reason.as_str()),
        (Je, "The interactor interactor/interactor.cpp could not be compiled. The compiler found errors.")
    );
    assert!(judged.compile_log.contains("interactor.cpp:1:"), "{}", judged.compile_log);
}

#[test]
fn a_hostile_submission_gets_no_further_than_its_own_verdict() {
    let reads_all = "#include <cstdio>\nint main() { int c, last = 0; while ((c = getchar()) != EOF) last = c; return last == 'k' ? 42 : 43; }";
    let problem = Problem::one("1\n", "1\n").interactor("cpp", reads_all, InteractorProtocol::Icpc);
    let problem = problem.limits(|limits| limits.time_ms = 300);
    let heads = "#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\n#include <sys/socket.h>\n#include <sys/types.h>\n";
    let mut slot = slot();
    for (body, verdict) in [
        // One byte at a time.
        ("for (int i = 0; i < 3000; i++) write(1, \"x\", 1); write(1, \"k\", 1);", Ac),
        // All closed, and alive: what it wrote was all.
        ("write(1, \"k\", 1); close(0); close(1); close(2); for (;;) pause();", Ile),
        ("close(1); close(0); close(2);", Wa),
        ("dup2(0, 1); write(1, \"k\", 1);", Wa),
        // Signals whatever it may.
        ("kill(-1, SIGKILL); kill(1, SIGKILL); write(1, \"k\", 1);", Ac),
        // Puts its own words before its own eyes.
        ("int f = open(\"/proc/self/fd/0\", O_WRONLY); write(f, \"42\", 2); write(1, \"k\", 1);", Ac),
        // Keeps the pipe in a socket that is sent over itself.
        ("int s[2]; socketpair(AF_UNIX, SOCK_STREAM, 0, s); write(1, \"k\", 1);", Ac),
    ] {
        once(&problem, &mut slot, &format!("{heads}int main(void) {{ {body} }}"), verdict);
    }
    // A child that outlives it holds no pipe open. C programs may not fork here, Python's may not either.
    let forks = "import os, sys\ntry:\n    if os.fork() == 0:\n        os.setsid()\n        import time\n        time.sleep(100)\nexcept OSError:\n    pass\nsys.stdout.write('k')\nsys.stdout.flush()\nos._exit(0)\n";
    problem.limits(|limits| limits.time_ms = 3000).expect("python3", forks, Ac);
}

#[test]
fn a_hostile_interactor_harms_nobody() {
    let reads = "#include <stdio.h>\nint main(void) { while (getchar() != EOF); }";
    for (body, verdict) in [
        // A child that outlives it.
        ("if (fork() == 0) { setsid(); for (;;) pause(); } return 42;", Ac),
        ("close(0); close(1); close(2); return 42;", Ac),
        ("close(1); while (read(0, argv[0], 1) > 0); return 43;", Wa),
        ("kill(-1, SIGKILL); return 42;", Ac),
        ("symlink(\"/etc/passwd\", \"feedback/judgemessage.txt\"); return 42;", Ac),
        ("for (int i = 0; i < 20000; i++) write(1, \"x\", 1); return 42;", Ac),
        ("raise(SIGSTOP); return 42;", Ile),
    ] {
        let source =
            format!("#include <signal.h>\n#include <unistd.h>\nint main(int, char **argv) {{ {body} }}");
        let problem = Problem::one("1\n", "1\n").interactor("cpp", &source, InteractorProtocol::Icpc);
        problem.limits(|limits| limits.time_ms = 300).expect("c", reads, verdict);
    }
}

/// Answers with the exit code that it hears, and with what else it is told to do.
const OBEYS: &str = r#"
#include <fstream>
#include <iostream>
#include <string>
using namespace std;
int main(int argc, char **argv) {
    string word; int code;
    for (int i = 1; i < argc; i++) cout << argv[i] << " "; cout << endl;
    cin >> code; getline(cin, word);
    cerr << word.substr(1) << endl;
    if (argc > 2 && string(argv[2]) == "tout" && word != " none") ofstream(argv[2]) << word.substr(1);
    return code;
}"#;

fn says(code: i32, words: &str) -> String {
    format!(
        "#include <stdio.h>\nint main(void) {{ puts(\"{code} {words}\"); fflush(stdout); while (getchar() != EOF); }}"
    )
}

#[test]
fn interactors_of_other_judges_are_called_and_understood_as_there() {
    use InteractorProtocol::{Dmoj, DmojCoci, DmojTestlib};
    let mut slot = slot();
    for (protocol, args, rows) in [
        (
            TESTLIB,
            "/dev/fd/3 tout /dev/fd/4 ",
            vec![
                (0, "ok", Ac),
                (1, "wrong answer", Wa),
                (2, "no", Verdict::Pe),
                (3, "FAIL", Je),
                (7, "points 0.5", Pa),
                (9, "what", Je),
            ],
        ),
        (DmojTestlib, "/dev/fd/3 /dev/null /dev/fd/4 ", vec![(0, "ok", Ac), (1, "no", Wa), (3, "no", Je)]),
        (Dmoj, "/dev/fd/3 /dev/fd/4 ", vec![(0, "ok", Ac), (1, "no", Wa), (2, "no", Je)]),
        (DmojCoci, "/dev/fd/3 /dev/fd/4 ", vec![(0, "ok", Ac), (1, "no", Wa), (7, "partial 1/2", Pa)]),
    ] {
        let problem = Problem::one("1\n", "1\n").interactor("cpp", OBEYS, protocol);
        let problem = scored(problem.cases(|case| case.points = Some(1.into())));
        for (code, words, verdict) in rows {
            let case = once(&problem, &mut slot, &says(code, words), verdict);
            assert!(case.transcript.contains(&format!("<{args}\n")), "{protocol:?}: {}", case.transcript);
        }
    }
}

#[test]
fn after_a_testlib_interactor_a_checker_or_a_comparator_decides_on_what_it_wrote() {
    let mut slot = slot();
    let wired = |problem: Problem| problem.interactor("cpp", OBEYS, TESTLIB);
    // Native, against the answer.
    let native = wired(Problem::one("1\n", "yes it is\n"))
        .version(|version| version.output_validator = problem::OutputValidator::Default { args: Vec::new() });
    once(&native, &mut slot, &says(0, "yes it is"), Ac);
    once(&native, &mut slot, &says(0, "no it is not"), Wa);
    once(&native, &mut slot, &says(1, "yes it is"), Wa);
    let case = once(&native, &mut slot, &says(0, "none"), Je);
    assert!(case.reason.contains("It did not write its second argument's file."), "{}", case.reason);
    // A checker of testlib's kind: in, out, ans.
    let checks = "#include <fstream>\n#include <string>\nint main(int, char **argv) { std::string in, out, ans; std::ifstream(argv[1]) >> in; std::ifstream(argv[2]) >> out; std::ifstream(argv[3]) >> ans; return in == \"1\" && ans == \"a\" && out == \"good\" ? 0 : 1; }";
    let checked = Problem::one("1\n", "a\n")
        .validator("cpp", "check.cpp", checks, &[])
        .protocol(problem::version::Protocol::Testlib { points: PointsAre::Points });
    let validator = checked.version.output_validator.clone();
    let checked = wired(checked).version(|version| version.output_validator = validator);
    once(&checked, &mut slot, &says(0, "good"), Ac);
    once(&checked, &mut slot, &says(0, "bad"), Wa);
}

/// With points, where a part of them is more than none.
fn scored(problem: Problem) -> Problem {
    let scoring = Scoring { max: Some(1.into()), ..Scoring::default() };
    problem.version(|version| version.scoring = Some(scoring))
}

/// CMS' manager: sends each process its number's share of the input, adds what they answer, and compares.
const MANAGER: &str = r#"
#include <stdio.h>
int main(int argc, char **argv) {
    int number, sum = 0, part, copy;
    if (scanf("%d", &number) != 1 || fscanf(fopen("input.txt", "r"), "%d", &copy) != 1 || copy != number) return 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        FILE *from = fopen(argv[i], "r"), *to = fopen(argv[i + 1], "w");
        fprintf(to, "%d\n", number); fclose(to);
        if (fscanf(from, "%d", &part) == 1) sum += part;
        fclose(from);
    }
    printf("%.1f\n", sum == number * (argc - 1) / 2 ? 1.0 : sum > 0 ? 0.5 : 0.0);
    fprintf(stderr, "The sum is %d.\n", sum);
}"#;

fn managed(processes: u32, fifos: bool) -> Problem {
    let problem = Problem::one("7\n", "").interactor("c", MANAGER, InteractorProtocol::Cms { fifos });
    problem
        .version(|version| version.interactor.as_mut().expect("an interactor").processes = processes)
        .limits(|limits| limits.time_ms = 500)
}

#[test]
fn a_manager_talks_to_one_or_several_processes_by_standard_input_or_named_pipes() {
    let echoes = "#include <stdio.h>\nint main(int argc, char **argv) { int n; scanf(\"%d\", &n); while (getchar() != EOF); printf(\"%d\\n\", n); return argc == NEEDED ? 0 : 9; }";
    let mut slot = slot();
    for processes in [1, 2, 4] {
        let needed = if processes == 1 { 1 } else { 2 };
        let case =
            once(&managed(processes, false), &mut slot, &echoes.replace("NEEDED", &needed.to_string()), Ac);
        assert_eq!(case.team_message, format!("The sum is {}.", 7 * processes));
    }
    // What it prints is its own affair.
    let by_name = "#include <stdio.h>\nint main(int argc, char **argv) { int n; puts(\"debug\"); FILE *in = fopen(argv[1], \"r\"), *out = fopen(argv[2], \"w\"); fscanf(in, \"%d\", &n); fprintf(out, \"%d\\n\", n); return argc == NEEDED ? 0 : 9; }";
    for processes in [1, 3] {
        let needed = if processes == 1 { 3 } else { 4 };
        let case =
            once(&managed(processes, true), &mut slot, &by_name.replace("NEEDED", &needed.to_string()), Ac);
        assert!(
            case.transcript.contains("<7\n") && !case.transcript.contains("debug"),
            "{}",
            case.transcript
        );
    }
}

#[test]
fn one_of_several_processes_that_fails_fails_the_case_and_time_is_that_of_all() {
    let mut slot = slot();
    let second = |body: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\nint main(int argc, char **argv) {{ int n; scanf(\"%d\", &n); if (argv[1][0] == '1') {{ {body} }} printf(\"%d\\n\", n); }}"
        )
    };
    once(&managed(2, false), &mut slot, &second("abort();"), Re);
    once(&managed(2, false), &mut slot, &second("for (;;);"), Tle);
    once(&scored(managed(2, false)), &mut slot, &second("n = 1;"), Pa);
    once(&managed(2, false), &mut slot, &second("for (;;) pause();"), Ile);
    let both = "#include <stdio.h>\n#include <time.h>\nint main(void) { int n; scanf(\"%d\", &n); while (clock() < 400000); printf(\"%d\\n\", n); }";
    let case = once(&managed(2, false), &mut slot, both, Tle);
    assert!(case.reason.starts_with("The 2 processes used 0.8"), "{}", case.reason);
}

#[test]
fn a_manager_that_fails_is_a_judge_error() {
    let problem = Problem::one("7\n", "").interactor(
        "c",
        "int main(void) { return 1; }",
        InteractorProtocol::Cms { fifos: false },
    );
    problem.expect("c", "int main(void) { return 0; }", Je);
}
