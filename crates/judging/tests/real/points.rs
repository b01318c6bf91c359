//! Problems with points, judged for real.

use std::ops::ControlFlow;

use judging::{Event, Stop};
use problem::version::{Aggregation, Asked, GraderProtocol, Points, Requirement, Rules, Scoring, TestNode};
use problem::{TestCase, TestGroup, Verdict};

use crate::common::{Problem, slot};

/// Says the answer to all questions up to 5, and crashes at 6.
const UP_TO_FIVE: &str =
    "import sys\nn = int(input())\nif n == 6: sys.exit(3)\nprint(n * n if n <= 5 else 0)\n";
const ALL: &str = "n = int(input())\nprint(n * n)\n";

fn points(number: u32) -> Points {
    Points::from(number)
}

/// Eight questions, the first a sample: two groups of three for 30 points each, and one for 40 that needs the second.
fn squares() -> Problem {
    let questions: Vec<(String, String)> = (1..=8).map(|n| (n.to_string(), (n * n).to_string())).collect();
    let questions: Vec<(&str, &str)> = questions.iter().map(|(q, a)| (q.as_str(), a.as_str())).collect();
    let mut problem = Problem::new(&questions);
    let cases: Vec<TestCase> = problem.version.cases().into_iter().cloned().collect();
    let case = |n: usize, worth: u32| {
        let name = if n == 1 { "sample/0".to_owned() } else { format!("secret/{}", n - 1) };
        let case = cases.iter().find(|case| case.name == name).expect("a case").clone();
        TestNode::Case(TestCase { points: Some(points(worth)), ..case })
    };
    let group = |name: &str, rules: Rules, children: Vec<TestNode>| {
        TestNode::Group(TestGroup { name: name.into(), children, rules })
    };
    let worth = |max: u32| Rules { max: Some(points(max)), ..Rules::default() };
    let needs = vec![Requirement { group: "secret/b".into(), what: Asked::Full }];
    problem.version.tests.children = vec![
        group("sample", Rules { uncounted: true, ..Rules::default() }, vec![case(1, 1)]),
        group("secret/a", worth(30), vec![case(2, 10), case(3, 10), case(4, 10)]),
        group(
            "secret/b",
            Rules { aggregation: Aggregation::Min, ..worth(30) },
            (5..=7).map(|n| case(n, 30)).collect(),
        ),
        group("secret/c", Rules { requires: needs, ..worth(40) }, vec![case(2, 20), case(8, 20)]),
    ];
    problem.version.scoring = Some(Scoring { max: Some(points(100)), ..Scoring::default() });
    problem
}

#[test]
fn groups_come_to_points_and_what_cannot_give_any_is_not_run() {
    let judged = squares().judge("python3", UP_TO_FIVE);
    assert_eq!((judged.verdict, judged.score, judged.max_score), (Verdict::Pa, Some(30.0), Some(100.0)));
    let groups: Vec<_> = judged
        .groups
        .iter()
        .map(|group| (group.name.as_str(), group.verdict, group.score, group.max))
        .collect();
    assert_eq!(
        groups,
        [
            ("sample", Verdict::Ac, 1.0, Some(1.0)),
            ("secret/a", Verdict::Ac, 30.0, Some(30.0)),
            ("secret/b", Verdict::Re, 0.0, Some(30.0)),
            ("secret/c", Verdict::Sk, 0.0, Some(40.0)),
        ]
    );
    let told = |n: usize| (judged.cases[n].verdict, judged.cases[n].points, judged.cases[n].reason.as_str());
    assert_eq!(told(1), (Verdict::Ac, Some(10.0), ""));
    assert_eq!(told(5).0, Verdict::Re);
    assert_eq!(told(6), (Verdict::Sk, None, "Not run: secret/b gives no points after secret/5."));
    assert_eq!(told(7), (Verdict::Sk, None, "Not run: secret/c needs all points of secret/b."));
    assert!(judged.reason.starts_with("secret/5: "), "{}", judged.reason);
}

#[test]
fn all_points_are_accepted_and_no_program_has_none() {
    let judged = squares().judge("python3", ALL);
    assert_eq!((judged.verdict, judged.score, judged.reason.as_str()), (Verdict::Ac, Some(100.0), ""));
    let judged = squares().judge("c", "int main(void) { return ");
    assert_eq!((judged.verdict, judged.score, judged.groups.len()), (Verdict::Ce, Some(0.0), 0));
}

#[test]
fn judging_all_cases_gives_the_same_score() {
    let source = judging::Source::Text(UP_TO_FIVE.into());
    let judged = squares().judge_in(&mut slot(), "python3", &source, Stop::Never);
    assert!(judged.cases.iter().all(|case| case.verdict != Verdict::Sk), "{:#?}", judged.cases);
    assert_eq!((judged.verdict, judged.score), (Verdict::Pa, Some(30.0)));
    assert_eq!(judged.groups, squares().judge("python3", UP_TO_FIVE).groups);
}

#[test]
fn each_case_is_told_once_also_those_that_are_not_run() {
    let mut told = Vec::new();
    let source = judging::Source::Text(UP_TO_FIVE.into());
    let mut sink = |event: Event| {
        if let Event::Case(case) = event {
            told.push((case.position, case.verdict));
        }
        ControlFlow::Continue(())
    };
    let judged =
        squares().judge_telling(&mut slot(), "python3", &source, Stop::FirstFailure, &mut sink).unwrap();
    let expected: Vec<_> = judged.cases.iter().map(|case| (case.position, case.verdict)).collect();
    assert_eq!(told, expected);
}

/// Decides a problem of three cases by this grader.
fn graded(grader: &str) -> judging::Judged {
    let mut problem =
        Problem::new(&[("1", "1"), ("2", "4"), ("6", "36")]).grader("python3", "g.py", grader, &["twice"]);
    problem.version.scoring = Some(Scoring { max: Some(points(10)), ..Scoring::default() });
    problem.judge("python3", UP_TO_FIVE)
}

#[test]
fn a_grader_reads_verdicts_and_points_and_says_those_of_its_group() {
    let judged = graded(
        "import sys\nlines = [line.split() for line in sys.stdin]\n\
         assert [word for word, _ in lines] == ['AC', 'RTE', 'AC'], lines\n\
         assert sys.argv[1:] == ['twice']\nprint('WA', 2 * sum(float(points) for _, points in lines))\n",
    );
    assert_eq!((judged.verdict, judged.score), (Verdict::Pa, Some(4.0)), "{judged:#?}");
}

#[test]
fn what_a_grader_does_wrong_is_the_setters_fault_and_names_its_file() {
    for (grader, expected) in [
        ("import sys\nsys.exit('out of paper')", "Exit code 1. It wrote: out of paper"),
        ("print('PERFECT 10')", "one line with AC, WA, TLE, RTE, OLE or MLE"),
        ("print('AC 11')", "best score is 10"),
        ("while True: pass", "the limit is"),
        ("import", "could not be compiled"),
    ] {
        let judged = graded(grader);
        assert_eq!((judged.verdict, judged.score), (Verdict::Je, None), "{grader}: {judged:#?}");
        assert!(judged.reason.contains(expected), "{grader}: {}", judged.reason);
        assert!(judged.reason.contains("graders/g.py") || expected.contains("best"), "{}", judged.reason);
    }
}

#[test]
fn a_scorer_of_testlibs_is_told_every_test_and_gives_the_points() {
    let source = "import sys\nlines = sys.stdin.read().splitlines()\nprint(sum(7 for line in lines if ';OK;' in line) + len(lines) / 10)\n";
    let scored = |source: &str| {
        let mut problem = squares().grader("python3", "score.py", source, &[]);
        if let Some(grader) = &mut problem.version.tests.rules.grader {
            grader.protocol = GraderProtocol::TestlibScorer;
        }
        problem.version.scoring = Some(Scoring::default());
        problem
    };
    let problem = scored(source);
    let judged = problem.judge("python3", ALL);
    assert_eq!((judged.verdict, judged.score), (Verdict::Ac, Some(56.8)), "{judged:#?}");
    let judged = problem.judge("python3", UP_TO_FIVE);
    assert_eq!((judged.verdict, judged.score), (Verdict::Pa, Some(35.8)), "{judged:#?}");
    let judged = scored("print('many')\n").judge("python3", ALL);
    assert!(
        judged.verdict == Verdict::Je && judged.reason.contains("must be a number of points"),
        "{judged:#?}"
    );
}
