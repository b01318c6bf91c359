//! What each rule makes of results.

use problem::Program;
use problem::version::{Aggregation, Grader, GraderProtocol, VerdictRule};

use super::*;
use Verdict::{Ac, Je, Pa, Re, Sk, Tle, Wa};

fn rules(aggregation: Aggregation, max: Option<f64>) -> Rules {
    Rules { aggregation, max: max.map(points), ..Rules::default() }
}

/// One group of three cases, worth 10, 20 and 30, with these shares.
fn three(aggregation: Aggregation, max: Option<f64>, shares: [f64; 3]) -> f64 {
    let cases = vec![worth("g/0", 10.0), worth("g/1", 20.0), worth("g/2", 30.0)];
    let version = compared(scoring(Some(1000.0), vec![group("g", rules(aggregation, max), cases)]));
    let results = move |name: &str| share(shares[name[2..].parse::<usize>().unwrap()]);
    judged(&version, Besides::Nothing, &results).total.score.unwrap()
}

#[test]
fn each_aggregation_makes_its_own_of_the_same_cases() {
    use Aggregation::{All, Average, Max, Min, Product, Sum, Threshold};
    let (full, half, none) = ([1.0; 3], [1.0, 0.5, 1.0], [1.0, 0.0, 1.0]);
    for (aggregation, max, expected) in [
        (Sum, None, [60.0, 50.0, 40.0]),
        (Min, None, [10.0, 10.0, 0.0]),
        (Max, None, [30.0, 30.0, 30.0]),
        (Average, None, [20.0, 50.0 / 3.0, 40.0 / 3.0]),
        (Product, Some(60.0), [60.0, 30.0, 0.0]),
        (Product, None, [1.0, 0.5, 0.0]),
        (All, Some(60.0), [60.0, 0.0, 0.0]),
        (All, None, [60.0, 0.0, 0.0]),
        (Threshold(points(0.5)), Some(60.0), [0.0, 0.0, 0.0]),
        (Threshold(points(1.0)), Some(60.0), [60.0, 60.0, 0.0]),
    ] {
        let got = [full, half, none].map(|shares| three(aggregation, max, shares));
        let near = got.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-6);
        assert!(near, "{aggregation:?} {max:?}: {got:?}, not {expected:?}");
    }
}

#[test]
fn the_verdict_is_accepted_with_all_points_partial_with_some_and_else_that_of_the_case() {
    let version = scoring(Some(30.0), vec![worth("1", 10.0), worth("2", 20.0)]);
    assert_eq!(came_to(&version, &[]), (Ac, Some(30.0)));
    assert_eq!(came_to(&version, &[("1", Tle)]), (Pa, Some(20.0)));
    assert_eq!(came_to(&version, &[("1", Tle), ("2", Wa)]), (Tle, Some(0.0)));
    assert_eq!(judged(&version, Besides::Nothing, &but(&[("2", Wa)])).total.decided, Some(1));
}

#[test]
fn a_case_without_points_of_its_own_is_worth_one_and_rejected_ones_may_give_some() {
    let rejected = match worth("2", 5.0) {
        TestNode::Case(case) => TestNode::Case(TestCase { reject_points: Some(points(2.0)), ..case }),
        group => group,
    };
    let version = scoring(Some(6.0), vec![case("1"), rejected]);
    assert_eq!(came_to(&version, &[]), (Ac, Some(6.0)));
    assert_eq!(came_to(&version, &[("2", Re)]), (Pa, Some(3.0)));
}

#[test]
fn a_share_of_a_case_makes_it_partial_and_none_makes_it_wrong() {
    let version = compared(scoring(Some(10.0), vec![worth("1", 10.0)]));
    for (share, verdict, score) in [(1.0, Ac, 10.0), (0.25, Pa, 2.5), (0.0, Wa, 0.0)] {
        for told in [Ac, Pa] {
            let results = move |_: &str| Ran { verdict: told, score: Some(Score::Share(share)) };
            let total = judged(&version, Besides::Nothing, &results).total;
            assert_eq!((total.verdict, total.score), (verdict, Some(score)));
        }
    }
    let wrong_in_part = |_: &str| Ran { verdict: Wa, score: Some(Score::Share(0.5)) };
    assert_eq!(judged(&version, Besides::Nothing, &wrong_in_part).total.score, Some(5.0));
}

#[test]
fn in_a_pass_fail_problem_there_are_no_points_and_partial_is_wrong() {
    let version = compared(pass_fail(vec![case("1")]));
    let half = |_: &str| share(0.5);
    let total = judged(&version, Besides::Nothing, &half).total;
    assert_eq!((total.verdict, total.score, total.groups.len()), (Wa, None, 0));
}

#[test]
fn more_points_than_the_group_or_the_problem_has_are_the_setters_fault() {
    let too_much = |_: &str| Ran { verdict: Ac, score: Some(Score::Points(7.5)) };
    let version = scoring(Some(100.0), vec![group("secret/1", max(7.0), vec![case("1")])]);
    let total = judged(&version, Besides::Nothing, &too_much).total;
    assert_eq!((total.verdict, total.score), (Je, None));
    assert_eq!(total.fault, "secret/1 came to 7.5 points and is worth 7.");
    let total = judged(&scoring(Some(7.0), vec![case("1")]), Besides::Nothing, &too_much).total;
    assert_eq!(total.fault, "The tests came to 7.5 points; the best score is 7.");
    let least = rules(Aggregation::Min, Some(7.0));
    let version = scoring(Some(100.0), vec![group("g", least, vec![case("1"), case("2")])]);
    let one_has_more = |name: &str| match name {
        "1" => share(1.0),
        _ => too_much(""),
    };
    assert_eq!(judged(&version, Besides::Nothing, &one_has_more).total.verdict, Je);
}

#[test]
fn without_bounds_the_setters_program_has_to_give_the_points() {
    let version = scoring(None, vec![case("1")]);
    assert_eq!(came_to(&version, &[]), (Ac, Some(1.0)), "a native comparator gives none");
    let version = decided_by_program(version, Protocol::Icpc);
    let total = judged(&version, Besides::Nothing, &but(&[])).total;
    assert_eq!(total.verdict, Je);
    assert!(total.fault.starts_with("1: The output validator accepted it and gave no score"), "{total:?}");
    assert_eq!(came_to(&version, &[("1", Wa)]), (Wa, Some(0.0)));
    let many = |_: &str| Ran { verdict: Ac, score: Some(Score::Points(1234.5)) };
    let total = judged(&version, Besides::Nothing, &many).total;
    assert_eq!((total.verdict, total.score), (Ac, Some(1234.5)));
}

#[test]
fn a_score_in_a_group_of_all_or_nothing_is_the_setters_fault_in_the_format_that_says_so() {
    let rules = rules(Aggregation::All, Some(5.0));
    let version = scoring(Some(5.0), vec![group("g", rules, vec![case("g/1")])]);
    let full = |_: &str| share(1.0);
    let total = |protocol| {
        let version = decided_by_program(version.clone(), protocol);
        judged(&version, Besides::Nothing, &full).total.verdict
    };
    assert_eq!((total(Protocol::Icpc), total(Protocol::Cms)), (Je, Ac));
}

#[test]
fn verdicts_are_the_first_the_worst_or_accepted_anyway() {
    let failed = [("1", Wa), ("2", Tle), ("3", Re)];
    for (verdict, expected) in
        [(VerdictRule::First, Wa), (VerdictRule::Worst, Re), (VerdictRule::Accepted, Ac)]
    {
        let rules = Rules { verdict, ..Rules::default() };
        let version = scoring(Some(3.0), vec![group("g", rules, vec![case("1"), case("2"), case("3")])]);
        let total = judged(&version, Besides::Nothing, &but(&failed)).total;
        assert_eq!((total.groups[0].verdict, total.verdict), (expected, expected));
    }
}

#[test]
fn one_accepted_is_enough_where_any_is() {
    let rules = Rules { any_accepted: true, ..Rules::default() };
    let version = pass_fail(vec![group("g", rules, vec![case("1"), case("2")])]);
    assert_eq!(came_to(&version, &[("1", Wa)]).0, Ac);
    assert_eq!(came_to(&version, &[("1", Wa), ("2", Tle)]).0, Wa);
}

#[test]
fn what_is_not_accepted_gives_nothing_where_only_that_counts() {
    let only = Rules { only_accepted: true, ..Rules::default() };
    let any = Rules { any_accepted: true, ..only.clone() };
    let anyway = Rules { verdict: VerdictRule::Accepted, ..only.clone() };
    for (rules, one_wrong, all_wrong) in [(only, 0.0, 0.0), (any, 20.0, 0.0), (anyway, 20.0, 0.0)] {
        let version = scoring(Some(30.0), vec![group("g", rules, vec![worth("1", 10.0), worth("2", 20.0)])]);
        assert_eq!(came_to(&version, &[]).1, Some(30.0));
        assert_eq!(came_to(&version, &[("1", Wa)]).1, Some(one_wrong));
        assert_eq!(came_to(&version, &[("1", Wa), ("2", Tle)]).1, Some(all_wrong));
    }
}

#[test]
fn what_is_uncounted_changes_nothing_but_a_judge_error_is_one_everywhere() {
    let rules = Rules { uncounted: true, ..Rules::default() };
    let samples = group("sample", rules, vec![case("sample/a")]);
    let version = scoring(Some(1.0), vec![samples.clone(), case("1")]);
    assert_eq!(came_to(&version, &[("sample/a", Wa)]), (Ac, Some(1.0)));
    assert_eq!(came_to(&version, &[("sample/a", Je)]), (Je, None));
    let total = judged(&version, Besides::Nothing, &but(&[])).total;
    assert_eq!((of(&total, "sample"), total.groups[0].counts, total.score), (1.0, false, Some(1.0)));
    assert_eq!(came_to(&pass_fail(vec![samples, case("1")]), &[("sample/a", Wa)]).0, Ac);
}

#[test]
fn a_case_in_two_groups_is_run_once_and_gives_each_what_it_is_worth_there() {
    let version = scoring(
        Some(30.0),
        vec![
            group("a", Rules::default(), vec![worth("a/1", 10.0)]),
            group("b", Rules::default(), vec![worth("b/1", 20.0)]),
        ],
    );
    let results = but(&[]);
    let judged = judged(&version, Besides::Nothing, &results);
    assert_eq!(judged.known.run, ["a/1"]);
    assert_eq!(
        (of(&judged.total, "a"), of(&judged.total, "b"), judged.total.score),
        (10.0, 20.0, Some(30.0))
    );
    assert_eq!(judged.total.groups[1].cases, [0]);
}

#[test]
fn groups_need_others_accepted_full_or_with_some_points() {
    let version = |what| {
        let first = group("a", Rules::default(), vec![worth("a/1", 1.0), worth("a/2", 2.0)]);
        scoring(Some(13.0), vec![first, group("b", needs("a", what), vec![worth("b/3", 10.0)])])
    };
    for (what, failed, expected) in [
        (Asked::Accepted, vec![], 13.0),
        (Asked::Accepted, vec![("a/1", Wa)], 2.0),
        (Asked::Full, vec![("a/2", Wa)], 1.0),
        (Asked::Some, vec![("a/2", Wa)], 11.0),
        (Asked::Some, vec![("a/1", Wa), ("a/2", Wa)], 0.0),
    ] {
        assert_eq!(came_to(&version(what), &failed).1, Some(expected), "{what:?} {failed:?}");
    }
    let version = version(Asked::Accepted);
    let failed = but(&[("a/1", Wa)]);
    let judged = judged(&version, Besides::Nothing, &failed);
    let b = &judged.total.groups[1];
    assert_eq!((b.verdict, b.reason.as_str(), b.max), (Sk, "b needs all tests of a accepted.", Some(10.0)));
    assert_eq!(judged.known.skipped, [("b/3", "Not run: b needs all tests of a accepted.".to_owned())]);
}

#[test]
fn a_problem_whose_groups_all_lack_what_they_need_has_the_verdict_of_the_case_that_failed() {
    let uncounted = Rules { uncounted: true, ..Rules::default() };
    let children = || {
        vec![
            group("sample", uncounted.clone(), vec![case("sample/1")]),
            group("secret", needs("sample", Asked::Accepted), vec![case("secret/2")]),
        ]
    };
    assert_eq!(came_to(&scoring(Some(1.0), children()), &[("sample/1", Tle)]), (Tle, Some(0.0)));
    assert_eq!(came_to(&pass_fail(children()), &[("sample/1", Tle)]).0, Tle);
}

#[test]
fn scores_are_rounded_or_cut_to_the_digits_that_the_problem_has() {
    let third = |decimals, floor| {
        let thirds = (0..3).map(|n| worth(&n.to_string(), 100.0 / 3.0)).collect();
        let mut version = scoring(Some(100.0), thirds);
        version.scoring = version.scoring.map(|scoring| Scoring { decimals, floor, ..scoring });
        [came_to(&version, &[]).1.unwrap(), came_to(&version, &[("0", Wa)]).1.unwrap()]
    };
    assert_eq!(third(None, false), [100.0, 66.666_667]);
    assert_eq!(third(Some(2), false), [100.0, 66.67]);
    assert_eq!(third(Some(2), true), [100.0, 66.66]);
    assert_eq!(third(Some(0), true), [100.0, 66.0], "what is a rounding below 100 is 100");
    assert_eq!(third(Some(0), false), [100.0, 67.0]);
}

#[test]
fn where_the_fewest_points_win_no_score_is_partial() {
    let mut version = scoring(None, vec![case("1")]);
    version.scoring = version.scoring.map(|scoring| Scoring { lowest_wins: true, ..scoring });
    let version = decided_by_program(version, Protocol::Icpc);
    let few = |_: &str| Ran { verdict: Ac, score: Some(Score::Points(3.0)) };
    let total = judged(&version, Besides::Nothing, &few).total;
    assert_eq!((total.verdict, total.score), (Ac, Some(3.0)));
}

#[test]
fn where_points_need_not_be_said_each_accepted_test_is_accepted_whatever_it_gives() {
    let mut version = scoring(None, vec![case("1"), case("2"), case("3")]);
    version.scoring = version.scoring.map(|scoring| Scoring { points_optional: true, ..scoring });
    let version = decided_by_program(version, Protocol::Icpc);
    let said = |name: &str| match name {
        "1" => Some(Score::Points(0.0)),
        "2" => Some(Score::Points(0.4)),
        _ => None,
    };
    let total = judged(&version, Besides::Nothing, &|name| Ran { verdict: Ac, score: said(name) }).total;
    assert_eq!((total.verdict, total.score), (Ac, Some(1.4)));
}

#[test]
fn a_grader_decides_for_its_group_by_the_children_that_count() {
    let program =
        Program { path: "graders/g.py".into(), language: "python3".into(), files: Default::default() };
    let grader = Some(Grader { program, args: Vec::new(), protocol: GraderProtocol::Verdicts });
    let uncounted = Rules { uncounted: true, ..Rules::default() };
    let mut version =
        scoring(Some(10.0), vec![group("sample", uncounted, vec![case("sample/0")]), case("1"), case("2")]);
    version.tests.rules.grader = grader;
    let failed = but(&[("2", Tle)]);
    let judged = graded(&version, Besides::Nothing, &failed, Ok((Wa, 4.5)));
    assert_eq!(judged.known.graded, [(String::new(), vec![(Ac, 1.0), (Tle, 0.0)])]);
    assert_eq!((judged.total.verdict, judged.total.score), (Pa, Some(4.5)));
    let broken = graded(&version, Besides::Nothing, &failed, Err("graders/g.py failed.".into())).total;
    assert_eq!((broken.verdict, broken.score, broken.fault.as_str()), (Je, None, "graders/g.py failed."));
}

#[test]
fn groups_of_groups_come_to_what_their_groups_come_to() {
    let inner =
        |name: &str, case_name: &str| group(name, rules(Aggregation::Min, None), vec![worth(case_name, 5.0)]);
    let outer =
        group("s", rules(Aggregation::Sum, Some(10.0)), vec![inner("s/a", "s/a/1"), inner("s/b", "s/b/2")]);
    let version = scoring(Some(10.0), vec![outer]);
    let total = judged(&version, Besides::Nothing, &but(&[("s/a/1", Wa)])).total;
    let names: Vec<_> =
        total.groups.iter().map(|group| (group.name.as_str(), group.score, group.max)).collect();
    assert_eq!(names, [("s", 5.0, Some(10.0)), ("s/a", 0.0, Some(5.0)), ("s/b", 5.0, Some(5.0))]);
}
