//! Cases of more than one run.

use problem::Verdict::{Ac, Je, Re, Wa};
use problem::version::{InteractorProtocol, Passes, PointsAre, Protocol};
use problem::{OutputValidator, Verdict};

use crate::common::Problem;

/// Accepts the input's number plus one, and asks for passes until it is 3; notes all in its folder.
const COUNTS: &str = r#"
import os, sys
given, folder = int(open(sys.argv[1]).read()), sys.argv[3]
said = sys.stdin.read().split()
os.makedirs(folder + "deep", exist_ok=True)
open(folder + "deep/log", "a").write(f"{given}:{' '.join(said)} ")
open(folder + "judgemessage.txt", "w").write(open(folder + "deep/log").read() + str(os.path.exists(folder + "nextpass.in")))
if said != [str(given + 1)]:
    sys.exit(43)
if given + 1 < 3:
    open(folder + "nextpass.in", "w").write(str(given + 1))
sys.exit(42)
"#;

const ADDS_1: &str =
    "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + 1); }";

fn counting(most: u32) -> Problem {
    let problem = Problem::one("0\n", "").validator("python3", "check.py", COUNTS, &[]);
    problem.version(|version| version.passes = Passes::Next { most })
}

#[test]
fn a_validator_asks_for_pass_after_pass_and_its_folder_is_kept() {
    let case = counting(3).expect("c", ADDS_1, Ac);
    assert_eq!(case.judge_message, "0:1 1:2 2:3 False");
    assert_eq!(case.transcript, "<0\n>1\n---\n<1\n>2\n---\n<2\n>3\n");
}

#[test]
fn a_pass_too_many_is_a_judge_error() {
    let case = counting(2).expect("c", ADDS_1, Je);
    assert_eq!(case.reason, "The validator asked for another pass after the last of 2.");
    let single = counting(2).version(|version| version.passes = Passes::One);
    let case = single.expect("c", ADDS_1, Je);
    assert!(
        case.reason.ends_with("It asked for another pass, and the problem has one only."),
        "{}",
        case.reason
    );
}

#[test]
fn a_later_pass_that_fails_is_named() {
    let stops = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); if (n == 1) return 3; printf(\"%d\\n\", n + 1); }";
    assert_eq!(counting(3).expect("c", stops, Re).reason, "Pass 2: Exit code 3.");
    let case = counting(3).expect("c", &stops.replace("return 3", "n = 9"), Wa);
    assert_eq!(case.reason, "Pass 2: The output validator rejected the output.");
}

#[test]
fn asking_for_a_pass_and_rejecting_is_a_judge_error() {
    let both = COUNTS.replace("sys.exit(42)", "sys.exit(43)");
    let problem = Problem::one("0\n", "").validator("python3", "check.py", &both, &[]);
    let case = problem.version(|version| version.passes = Passes::Next { most: 3 }).expect("c", ADDS_1, Je);
    assert!(case.reason.contains("It rejected the output and asked for another pass."), "{}", case.reason);
}

#[test]
fn limits_are_those_of_a_pass_and_so_are_the_figures() {
    // Three passes of 0.3 s each below a limit of 0.6 s.
    let slow = ADDS_1
        .replace("int n;", "int n; while (clock() < 300000);")
        .replace("#include", "#include <time.h>\n#include");
    let case = counting(3).limits(|limits| limits.time_ms = 600).expect("c", &slow, Ac);
    assert!((0.29..0.55).contains(&case.cpu.as_secs_f64()), "{:?}", case.cpu);
}

#[test]
fn a_checker_of_testlibs_kind_asks_by_files_in_its_working_directory() {
    let counts = r#"
        #include <fstream>
        #include <string>
        using namespace std;
        int main(int, char **argv) {
            int given, said; string seen; ifstream(argv[1]) >> given; ifstream(argv[2]) >> said; ifstream("state.txt") >> seen;
            if (said != given + 1 || (int) seen.size() != given) return 1;
            if (said < 3) ofstream("nextpass.in") << said;
            ofstream("state.txt") << seen + "x";
            return 0;
        }"#;
    let problem = Problem::one("0\n", "").validator("cpp", "check.cpp", counts, &[]);
    let problem = problem.protocol(Protocol::Testlib { points: PointsAre::Points });
    problem.version(|version| version.passes = Passes::Next { most: 3 }).expect("c", ADDS_1, Ac);
}

#[test]
fn an_interactor_can_ask_for_another_pass() {
    let counts = "import os, sys\nfolder = sys.argv[3]\ngiven = int(open(sys.argv[1]).read())\nprint(given, flush=True)\nif input() != str(given + 1):\n    sys.exit(43)\nopen(folder + 'log', 'a').write('x')\nif given < 2:\n    open(folder + 'nextpass.in', 'w').write(str(given + 1))\nelse:\n    open(folder + 'judgemessage.txt', 'w').write(open(folder + 'log').read())\nsys.exit(42)\n";
    let problem = Problem::one("0\n", "").interactor("python3", counts, InteractorProtocol::Icpc);
    let problem = problem.version(|version| version.passes = Passes::Next { most: 3 });
    let case = problem.expect("c", ADDS_1, Ac);
    assert_eq!(
        (case.judge_message.as_str(), case.transcript.as_str()),
        ("xxx", "<0\n>1\n---\n<1\n>2\n---\n<2\n>3\n")
    );
}

#[test]
fn passes_without_anybody_who_could_ask_for_them_are_a_judge_error() {
    let problem = Problem::one("0\n", "1\n").version(|version| version.passes = Passes::Next { most: 2 });
    let judged = problem.judge("c", ADDS_1);
    assert_eq!(judged.verdict, Je);
    assert!(judged.reason.contains("no output validator that can ask"), "{}", judged.reason);
    let problem =
        Problem::one("0\n", "1\n").version(|version| version.output_validator = OutputValidator::Interactor);
    assert_eq!(problem.judge("c", ADDS_1).reason, "An interactor is to decide, and the problem has none.");
}

#[test]
fn of_two_runs_the_second_reads_what_the_first_printed_and_is_judged_by_what_the_first_read() {
    let twice = |answer| Problem::one("5\n", answer).version(|version| version.passes = Passes::Twice);
    let case = twice("7\n").expect("c", ADDS_1, Ac);
    assert_eq!(case.transcript, "<5\n>6\n---\n<6\n>7\n");
    twice("6\n").expect("c", ADDS_1, Wa);
    let crashes = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); if (n == 6) return 1; printf(\"%d\\n\", n + 1); }";
    assert_eq!(twice("7\n").expect("c", crashes, Re).reason, "Pass 2: Exit code 1.");
    let checks = "#include <fstream>\nint main(int, char **argv) { int in, out; std::ifstream(argv[1]) >> in; std::ifstream(argv[2]) >> out; return in == 5 && out == 7 ? 0 : 1; }";
    let problem = twice("").validator("cpp", "check.cpp", checks, &[]);
    problem.protocol(Protocol::Testlib { points: PointsAre::Points }).expect("c", ADDS_1, Ac);
}

#[test]
fn of_two_runs_with_an_interactor_the_second_begins_with_what_that_wrote() {
    // Tells what it has, and writes down what is said to that.
    let relays = "#include <fstream>\n#include <iostream>\nint main(int, char **argv) { int n; std::ifstream(argv[1]) >> n; std::cout << n << std::endl; std::cin >> n; std::ofstream(argv[2]) << n * 10; }";
    let problem = Problem::one("5\n", "610\n").interactor(
        "cpp",
        relays,
        InteractorProtocol::Testlib { points: PointsAre::Points },
    );
    let problem = problem.version(|version| {
        version.passes = Passes::Twice;
        version.output_validator = OutputValidator::Default { args: Vec::new() };
    });
    let case = problem.expect("c", ADDS_1, Ac);
    assert_eq!(case.transcript, "<5\n>6\n---\n<60\n>61\n");
}

/// Two steps: the first sends the input's number, the second adds one.
const STEPS: &str = r#"
#include <stdio.h>
int main(int argc, char **argv) {
    int n;
    if (argv[1][0] == '0') { scanf("%d", &n); FILE *pipe = fopen(argv[2], "w"); fprintf(pipe, "%d\n", n); return 0; }
    FILE *pipe = fopen(argv[2], "r");
    fscanf(pipe, "%d", &n); printf("%d\n", n + 1);
}"#;

#[test]
fn of_two_joined_runs_the_second_ones_output_counts_and_the_failure_of_either() {
    let joined = || Problem::one("5\n", "6\n").version(|version| version.passes = Passes::Joined);
    joined().expect("c", STEPS, Ac);
    joined().expect("c", &STEPS.replace("n + 1", "n + 2"), Wa);
    joined().expect("c", &STEPS.replace("return 0;", "return 3;"), Re);
    joined().expect("c", &STEPS.replace("printf(\"%d\\n\", n + 1);", "return 4;"), Re);
    // Without the pipe's name, too.
    joined().expect(
        "c",
        &STEPS.replace("fopen(argv[2], \"w\")", "stdout").replace("fopen(argv[2], \"r\")", "stdin"),
        Ac,
    );
    let slow = STEPS.replace("FILE *pipe = fopen(argv[2], \"w\");", "for (;;); FILE *pipe = stdout;");
    joined().limits(|limits| limits.time_ms = 200).expect("c", &slow, Verdict::Tle);
    let checks = "#include <iostream>\nint main() { int n; return std::cin >> n && n == 6 ? 42 : 43; }";
    joined().validator("cpp", "check.cpp", checks, &[]).expect("c", STEPS, Ac);
}
