//! DMOJ's Python checkers.

use problem::Score;
use problem::Verdict::{Ac, Je, Pa, Wa};
use problem::version::{InteractorProtocol, Points, Protocol};

use crate::common::{Problem, slot};

fn problem(source: &str, args: &[&str]) -> Problem {
    let problem = Problem::one("1 2\r\n", "3\r\n").validator("python3", "checker.py", source, args);
    problem.protocol(Protocol::DmojPython).cases(|case| case.points = Some(Points::from(8)))
}

#[test]
fn a_checker_gives_a_truth_or_a_result_with_points() {
    let mut slot = slot();
    for (body, verdict, share) in [
        ("return True", Ac, Some(1.0)),
        ("return process_output.split() == judge_output.split()", Ac, Some(1.0)),
        ("return 0", Wa, Some(0.0)),
        ("return CheckerResult(True, 2, 'a part')", Pa, Some(0.25)),
        ("return CheckerResult(False, 2)", Wa, Some(0.25)),
        ("return CheckerResult(True, 9)", Je, None),
        ("return CheckerResult(True, float('nan'))", Je, None),
        ("return CheckerResult(True, -1)", Je, None),
        ("print('1 8'); return False", Wa, Some(0.0)),
        ("raise InternalError('no answer')", Je, None),
        ("return 1 // 0", Je, None),
        ("sys.exit(0)", Je, None),
        ("return '\\xff'.encode('latin-1').decode('utf-8')", Wa, Some(0.0)),
    ] {
        let source = format!(
            "import sys\nfrom dmoj.result import CheckerResult\nfrom dmoj.error import InternalError\n\
             def check(process_output, judge_output, **kwargs):\n    {body}\n"
        );
        let said = problem(&source, &[]).said(&mut slot, b"3\n");
        let got = said.score.map(|score| match score {
            Score::Share(share) => share,
            Score::Points(points) => panic!("{points} points: {body}"),
        });
        assert_eq!((said.verdict, got), (verdict, share), "{body}: {said:#?}");
    }
    let feedback = "from dmoj.result import CheckerResult\n\
                    def check(*args, **kwargs):\n    return CheckerResult(False, 0, 'two lines\\nof it')\n";
    assert_eq!(problem(feedback, &[]).said(&mut slot, b"").team_message, "two lines\nof it");
}

#[test]
fn a_checker_is_told_what_dmoj_tells() {
    let asks = r#"
from dmoj.utils.unicode import utf8text
def check(process_output, judge_output, judge_input, point_value, submission_source, submission_language,
          case_position, binary_data, execution_time, problem_id, precision, name, **kwargs):
    told = (process_output, judge_output, judge_input, point_value, submission_language, case_position, binary_data,
            problem_id, precision, name)
    wanted = (b"3\r\n", b"3\n", b"1 2\n", 8.0, "python3", 1, False, "made-up", 6, "wide")
    assert told == wanted, told
    assert utf8text(submission_source).startswith("print") and execution_time > 0
    return True
"#;
    let problem = problem(asks, &["precision=6", "name=wide"]);
    let case = problem.expect("python3", "print('3', end='\\r\\n')", Ac);
    assert_eq!(case.score, Some(Score::Share(1.0)));
}

#[test]
fn a_module_that_cannot_be_loaded_is_a_judge_error_with_its_words() {
    let mut slot = slot();
    let said = problem("import dmoj.executors\n", &[]).said(&mut slot, b"");
    assert_eq!(said.verdict, Je);
    assert!(said.judge_message.contains("No module named 'dmoj.executors'"), "{said:?}");
    let said = problem("def check(a, b:\n", &[]).said(&mut slot, b"");
    assert!(said.reason.contains("could not be compiled"), "{said:?}");
}

#[test]
fn a_grader_talks_with_the_submission_and_what_it_comes_to_decides() {
    let grader = |body: &str| {
        let source = format!(
            "from dmoj.graders.interactive import InteractiveGrader, WrongAnswer\nfrom dmoj.result import CheckerResult\n\
             class Grader(InteractiveGrader):\n    def interact(self, case, interactor):\n        {body}\n"
        );
        Problem::one("41\n", "").interactor("python3", &source, InteractorProtocol::DmojPython)
    };
    let asks = "print('noise'); interactor.writeln(case.input_data().decode().strip()); return interactor.readint(0, 99) == 42";
    let next = "print(int(input()) + 1, flush=True)";
    for (body, source, verdict) in [
        (asks, next, Ac),
        (asks, "print(41, flush=True)", Wa),
        (asks, "print(420, flush=True)", Wa),
        (asks, "pass", Wa),
        ("return CheckerResult(False, 0, 'no')", next, Wa),
        ("raise WrongAnswer('no')", next, Wa),
        ("return 1 // 0", next, Je),
        ("open('absent')", next, Je),
    ] {
        let judged = grader(body).judge("python3", source);
        assert_eq!(judged.verdict, verdict, "{body}, {source}: {judged:#?}");
    }
    let case = grader(asks).expect("python3", "print('x', flush=True)", Wa);
    assert_eq!((case.team_message.as_str(), case.judge_message.as_str()), ("expected int, got 'x'", ""));
    let case = grader("return 1 // 0").expect("python3", next, Je);
    assert!(case.judge_message.contains("ZeroDivisionError"), "{case:#?}");
}
