//! What is not run, and what is said of it.

use problem::version::{Aggregation, OnReject};

use super::*;
use Verdict::{Je, Tle, Wa};

/// Three cases in a group with these rules, of which the second is wrong, and a fourth outside.
fn run(rules: Rules, is_scoring: bool) -> (Vec<String>, Vec<String>) {
    let children = vec![
        group("g", rules, vec![case("g/1"), case("g/2"), case("g/3")]),
        group("h", Rules::default(), vec![case("h/4")]),
    ];
    let version = if is_scoring { scoring(Some(100.0), children) } else { pass_fail(children) };
    let failed = but(&[("g/2", Wa)]);
    let known = judged(&version, Besides::Nothing, &failed).known;
    let run = known.run.into_iter().map(str::to_owned).collect();
    (run, known.skipped.into_iter().map(|(_, why)| why).collect())
}

fn aggregated(aggregation: Aggregation) -> Rules {
    Rules { aggregation, max: Some(points(10.0)), ..Rules::default() }
}

#[test]
fn a_pass_fail_problem_ends_with_the_first_failure_and_says_nothing_of_the_rest() {
    let (run, why) = run(Rules::default(), false);
    assert_eq!(run, ["g/1", "g/2"]);
    assert_eq!(why, ["", ""]);
}

#[test]
fn a_problem_with_points_goes_on_for_what_can_still_give_some() {
    for aggregation in [Aggregation::Sum, Aggregation::Max, Aggregation::Average] {
        assert_eq!(run(aggregated(aggregation), true).0, ["g/1", "g/2", "g/3", "h/4"]);
    }
}

#[test]
fn a_group_that_can_give_no_points_any_more_is_left_and_the_next_is_judged() {
    for aggregation in
        [Aggregation::Min, Aggregation::All, Aggregation::Product, Aggregation::Threshold(points(1.0))]
    {
        let (run, why) = run(aggregated(aggregation), true);
        assert_eq!(run, ["g/1", "g/2", "h/4"], "{aggregation:?}");
        assert_eq!(why, ["Not run: g gives no points after g/2."]);
    }
}

#[test]
fn a_group_whose_rejected_cases_take_points_is_judged_to_its_end() {
    let taking = match case("g/3") {
        TestNode::Case(case) => TestNode::Case(TestCase { reject_points: Some(points(-5.0)), ..case }),
        group => group,
    };
    let rules = aggregated(Aggregation::Min);
    let version = scoring(Some(10.0), vec![group("g", rules, vec![case("g/2"), taking])]);
    assert_eq!(came_to(&version, &[("g/2", Wa), ("g/3", Wa)]), (Wa, Some(-5.0)));
}

#[test]
fn a_group_that_one_accepted_case_makes_accepted_is_judged_to_its_end() {
    let rules = |any_accepted| Rules { any_accepted, ..aggregated(Aggregation::All) };
    assert_eq!(run(rules(true), true).0, ["g/1", "g/2", "g/3", "h/4"]);
    assert_eq!(run(rules(false), true).0, ["g/1", "g/2", "h/4"]);
}

#[test]
fn a_case_that_is_accepted_and_worth_nothing_ends_no_group() {
    let rules = aggregated(Aggregation::Min);
    let version = scoring(Some(10.0), vec![group("g", rules, vec![worth("1", 0.0), worth("2", 5.0)])]);
    let failed = but(&[("2", Tle)]);
    let total = judged(&version, Besides::Nothing, &failed).total;
    assert_eq!((total.verdict, total.groups[0].verdict), (Tle, Tle));
}

#[test]
fn what_is_said_to_end_at_a_rejected_child_ends_there() {
    let rules = |on_reject| Rules { on_reject, ..Rules::default() };
    let (group_only, why) = run(rules(OnReject::Group), true);
    assert_eq!(group_only, ["g/1", "g/2", "h/4"]);
    assert_eq!(why, ["Not run: g ends where g/2 fails."]);
    let (nothing_more, why) = run(rules(OnReject::Everything), true);
    assert_eq!(nothing_more, ["g/1", "g/2"]);
    assert_eq!(why, ["Not run: everything ends where g/2 fails."; 2]);
}

#[test]
fn a_partial_score_rejects_nothing() {
    let rules = Rules { on_reject: OnReject::Group, ..Rules::default() };
    let version = compared(scoring(Some(2.0), vec![group("g", rules, vec![case("1"), case("2")])]));
    let half = |_: &str| share(0.5);
    assert_eq!(judged(&version, Besides::Nothing, &half).known.run.len(), 2);
    let wrong_in_part = |_: &str| Ran { verdict: Wa, score: Some(Score::Share(0.5)) };
    assert_eq!(judged(&version, Besides::Nothing, &wrong_in_part).known.run.len(), 1);
}

#[test]
fn after_a_judge_error_nothing_is_run_and_there_is_no_score() {
    let version = scoring(Some(3.0), vec![case("1"), case("2"), case("3")]);
    let failed = but(&[("2", Je)]);
    let judged = judged(&version, Besides::Nothing, &failed);
    assert_eq!(judged.known.run, ["1", "2"]);
    assert_eq!(judged.known.skipped, [("3", "Not run: the judge failed at 2.".to_owned())]);
    assert_eq!((judged.total.verdict, judged.total.score, judged.total.decided), (Je, None, Some(1)));
}

#[test]
fn a_case_that_a_later_group_asks_for_is_run_there() {
    let version = scoring(
        Some(20.0),
        vec![
            group("a", aggregated(Aggregation::All), vec![case("a/1"), case("a/2")]),
            group("b", aggregated(Aggregation::Max), vec![worth("b/2", 3.0)]),
        ],
    );
    let failed = but(&[("a/1", Tle)]);
    let judged = judged(&version, Besides::Nothing, &failed);
    assert_eq!((judged.known.run, judged.known.skipped.len()), (vec!["a/1", "a/2"], 0));
    assert_eq!(judged.total.score, Some(3.0));
}

#[test]
fn samples_come_first_wherever_they_stand() {
    let version = pass_fail(vec![case("1"), group("sample", Rules::default(), vec![case("sample/2")])]);
    let results = but(&[]);
    assert_eq!(judged(&version, Besides::Nothing, &results).known.run, ["sample/2", "1"]);
}
