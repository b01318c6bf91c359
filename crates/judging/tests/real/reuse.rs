//! Runs that are not made again.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use judging::{CaseResult, Judged, Known, Source, Stop, Task, judge};
use problem::version::{Passes, Points, Protocol, Scoring};
use problem::{Hash, Verdict};

use crate::common::{Problem, slot};

const SUM: &str =
    "import sys\na, b = map(int, sys.stdin.read().split())\nprint(a + b)\nprint('word', file=sys.stderr)";

/// Remembers what can be remembered, under the number of the judging.
#[derive(Default)]
struct Memory {
    results: RefCell<BTreeMap<Hash, CaseResult>>,
    judgings: RefCell<i64>,
}

impl Known for Memory {
    fn known(&self, keys: &[Hash]) -> BTreeMap<Hash, CaseResult> {
        let results = self.results.borrow();
        keys.iter().filter_map(|key| Some((*key, results.get(key)?.clone()))).collect()
    }
}

impl Memory {
    fn judge(&self, problem: &Problem, language: &str, source: &str) -> Judged {
        self.judge_of(7, problem, language, source)
    }

    fn judge_of(&self, owner: u64, problem: &Problem, language: &str, source: &str) -> Judged {
        let (source, stop, known) =
            (Source::Text(source.into()), Stop::FirstFailure, Some(self as &dyn Known));
        let Problem { version, blobs } = problem;
        let (source, owner, entry) = (&source, Some(owner), None);
        let task = Task { version, blobs, language, source, entry, stop, owner, known };
        let once = || judge(&mut slot(), &task, &mut |_| ControlFlow::Continue(())).expect("judged");
        // Other tests may have made noise around a run, of which nothing is remembered then.
        let judged = (0..30).map(|_| once()).find(|judged| judged.cases.iter().all(is_settled));
        let judged = judged.expect("this machine is quiet now and then");
        *self.judgings.borrow_mut() += 1;
        let number = *self.judgings.borrow();
        for case in judged.cases.iter().filter(|case| case.reused_from.is_none()) {
            if let Some(key) = case.key {
                let known = CaseResult { reused_from: Some(number), ran: None, ..case.clone() };
                self.results.borrow_mut().insert(key, known);
            }
        }
        judged
    }
}

/// It can be remembered, or could not on any machine.
fn is_settled(case: &CaseResult) -> bool {
    use Verdict::{Ile, Je, Sk, Tle};
    case.key.is_some() || matches!(case.own, Ile | Je | Sk | Tle)
}

/// From which judging each case was taken.
fn origins(judged: &Judged) -> Vec<Option<i64>> {
    judged.cases.iter().map(|case| case.reused_from).collect()
}

/// All that is told of the cases but whether they were run.
fn told(judged: &Judged) -> String {
    let cases = judged.cases.iter().map(|case| CaseResult { reused_from: None, ran: None, ..case.clone() });
    format!("{:#?} {} {:?} {:?}", judged.verdict, judged.reason, judged.score, cases.collect::<Vec<_>>())
}

fn sums() -> Problem {
    Problem::new(&[("1 2", "3\n"), ("2 3", "5\n"), ("3 4", "7\n")])
}

#[test]
fn the_same_program_is_not_run_again_and_comes_to_the_same() {
    let memory = Memory::default();
    let problem = sums().cases(|case| case.sample = true);
    let first = memory.judge(&problem, "python3", SUM);
    assert_eq!((first.verdict, origins(&first)), (Verdict::Ac, vec![None; 3]));
    let second = memory.judge(&problem, "python3", SUM);
    assert_eq!(origins(&second), [Some(1); 3]);
    assert_eq!(told(&second), told(&first));
    let outputs: Vec<_> = second.cases.iter().map(|case| case.output.as_deref()).collect();
    assert!(outputs.contains(&Some(&b"3\n"[..])) && second.cases[0].stderr == "word\n", "{second:#?}");
    let other = memory.judge(&problem, "python3", &format!("{SUM}\n"));
    assert_eq!(origins(&other), [None; 3], "another source is another program");
    let elsewhere = memory.judge_of(8, &problem, "python3", SUM);
    assert_eq!(origins(&elsewhere), [None; 3], "nobody learns that another has the same");
}

#[test]
fn of_a_problem_with_one_changed_test_that_alone_is_run() {
    let memory = Memory::default();
    memory.judge(&sums(), "python3", SUM);
    let changed = Problem::new(&[("1 2", "3\n"), ("2 4", "6\n"), ("3 4", "7\n")]);
    let judged = memory.judge(&changed, "python3", SUM);
    // The second of three is judged last.
    assert_eq!((judged.verdict, origins(&judged)), (Verdict::Ac, vec![Some(1), Some(1), None]));
    let fewer = Problem::new(&[("1 2", "3\n"), ("2 4", "6\n")]);
    let judged = memory.judge(&fewer, "python3", SUM);
    assert_eq!(origins(&judged), [Some(1), Some(2)]);
    let positions: Vec<u32> = judged.cases.iter().map(|case| case.position).collect();
    assert_eq!(positions, [0, 1], "a case has its place in this version");
}

#[test]
fn a_failure_is_taken_over_with_its_reason_and_ends_the_judging_as_before() {
    let memory = Memory::default();
    let problem = Problem::new(&[("1 2", "3\n"), ("3 4", "7\n"), ("2 3", "6\n")]);
    let [first, second] = [(); 2].map(|()| memory.judge(&problem, "python3", SUM));
    assert_eq!((second.verdict, origins(&second)), (Verdict::Wa, vec![Some(1), Some(1), None]));
    assert_eq!(told(&second), told(&first));
    assert!(second.reason.contains("expected \"6\""), "{}", second.reason);
}

#[test]
fn a_program_that_is_stopped_far_behind_its_limit_is_not_stopped_again() {
    let memory = Memory::default();
    let problem = Problem::one("", "").limits(|limits| limits.time_ms = 200);
    let endless = "int main(void) { for (volatile long i = 0;; i++) {} }";
    let [first, second] = [(); 2].map(|()| memory.judge(&problem, "c", endless));
    assert_eq!((first.verdict, second.verdict), (Verdict::Tle, Verdict::Tle));
    if first.cases[0].key.is_some() {
        assert_eq!(told(&second), told(&first));
    }
    let patient = Problem::one("", "").limits(|limits| limits.time_ms = 300);
    assert_eq!(origins(&memory.judge(&patient, "c", endless)), [None], "another limit is another run");
}

/// Gives as many tenths as the output says.
const TENTHS: &str = r#"
import sys
given = float(sys.stdin.read())
open(sys.argv[3] + "score_multiplier.txt", "w").write(str(given / 10))
open(sys.argv[3] + "teammessage.txt", "w").write("for you")
open(sys.argv[3] + "judgemessage.txt", "w").write("for us")
sys.exit(42)
"#;

/// Worth points.
fn scored(worth: f64) -> Problem {
    let points = Points::try_from(worth).unwrap();
    Problem::new(&[("5", "")])
        .validator("python3", "tenths.py", TENTHS, &[])
        .cases(|case| case.points = Some(points))
        .version(|version| version.scoring = Some(Scoring { max: Some(points), ..Scoring::default() }))
}

#[test]
fn what_a_checker_gave_and_said_comes_along_and_points_are_counted_anew() {
    let memory = Memory::default();
    let [first, second] = [(); 2].map(|()| memory.judge(&scored(20.0), "python3", "print(input())"));
    assert_eq!((first.verdict, first.score), (Verdict::Pa, Some(10.0)), "{first:#?}");
    assert_eq!(origins(&second), [Some(1)]);
    assert_eq!(told(&second), told(&first));
    let case = &second.cases[0];
    assert_eq!((case.team_message.as_str(), case.own, case.points), ("for you", Verdict::Ac, Some(10.0)));
    let dropped = scored(20.0).version(|version| version.scoring = None);
    let judged = memory.judge(&dropped, "python3", "print(input())");
    assert_eq!(
        (judged.verdict, origins(&judged)),
        (Verdict::Ac, vec![Some(1)]),
        "without points it is accepted"
    );
}

#[test]
fn a_checker_is_asked_again_when_it_changed_and_one_that_fails_always() {
    let memory = Memory::default();
    let lenient = |text: &str| Problem::one("5", "").validator("python3", "v.py", text, &[]);
    let accept = lenient("import sys\nsys.exit(42)\n");
    memory.judge(&accept, "python3", "print(1)");
    assert_eq!(origins(&memory.judge(&accept, "python3", "print(1)")), [Some(1)]);
    let reject = lenient("import sys\nsys.exit(43)\n");
    let judged = memory.judge(&reject, "python3", "print(1)");
    assert_eq!((judged.verdict, origins(&judged)), (Verdict::Wa, vec![None]));
    let other = reject.protocol(Protocol::Plain);
    assert_eq!(origins(&memory.judge(&other, "python3", "print(1)")), [None]);
    let fails = lenient("import sys\nsys.exit(1)\n");
    let [first, second] = [(); 2].map(|()| memory.judge(&fails, "python3", "print(1)"));
    assert_eq!((first.verdict, second.verdict), (Verdict::Je, Verdict::Je));
    assert_eq!(origins(&second), [None]);
}

#[test]
fn a_conversation_of_two_passes_is_remembered_with_what_was_said() {
    let memory = Memory::default();
    let problem = Problem::one("1 2", "3\n").version(|version| version.passes = Passes::Twice);
    let problem = problem.cases(|case| case.sample = true);
    let twice = "print(input())";
    let [first, second] = [(); 2].map(|()| memory.judge(&problem, "python3", twice));
    assert!(!first.cases[0].transcript.is_empty(), "{first:#?}");
    assert_eq!((told(&second), origins(&second)), (told(&first), vec![Some(1)]));
}

#[test]
fn an_output_that_was_handed_in_is_not_checked_again() {
    let memory = Memory::default();
    let answers = |text: &str| {
        let problem = Problem::one("5", "").validator("python3", "v.py", text, &[]);
        problem.version(|version| version.kind = problem::version::Kind::Answers)
    };
    let accept = answers("import sys\nsys.exit(42 if sys.stdin.read() == 'x' else 43)\n");
    assert_eq!(memory.judge(&accept, "", "x").verdict, Verdict::Ac);
    let again = memory.judge(&accept, "", "x");
    assert_eq!((again.verdict, origins(&again)), (Verdict::Ac, vec![Some(1)]));
    let other = memory.judge(&accept, "", "y");
    assert_eq!((other.verdict, origins(&other)), (Verdict::Wa, vec![None]));
    let changed = answers("import sys\nsys.exit(43)\n");
    assert_eq!(memory.judge(&changed, "", "x").verdict, Verdict::Wa);
}

#[test]
fn whoever_asks_nobody_names_no_run() {
    let judged = sums().judge("python3", SUM);
    assert!(judged.cases.iter().all(|case| case.key.is_none() && case.reused_from.is_none()));
}
