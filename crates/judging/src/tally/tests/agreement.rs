//! Of random problems: leaving cases out changes nothing, and the points are those of a slow and obvious count.

use problem::version::{Aggregation, OnReject, VerdictRule};

use super::*;
use crate::random::Random;

const AGGREGATIONS: [Aggregation; 6] = [
    Aggregation::Sum,
    Aggregation::Min,
    Aggregation::Max,
    Aggregation::Average,
    Aggregation::Product,
    Aggregation::All,
];
const VERDICTS: [VerdictRule; 3] = [VerdictRule::First, VerdictRule::Worst, VerdictRule::Accepted];
const RESULTS: [(Verdict, Option<f64>); 8] = [
    (Verdict::Ac, None),
    (Verdict::Ac, None),
    (Verdict::Ac, Some(1.0)),
    (Verdict::Pa, Some(0.5)),
    (Verdict::Pa, Some(0.0)),
    (Verdict::Wa, Some(0.25)),
    (Verdict::Wa, None),
    (Verdict::Re, None),
];

/// A group of at most three levels. Cases are few, so that some sit in several groups.
fn random_group(random: &mut Random, name: &str, depth: usize, flow: bool) -> TestGroup {
    let children = (0..1 + random.below(4)).map(|at| match random.below(3) {
        0 if depth > 0 => TestNode::Group(random_group(random, &format!("{name}/{at}"), depth - 1, flow)),
        _ => {
            let (content, points) = (random.below(12), random.of(&[0.0, 1.0, 2.5, 10.0]));
            worth(&format!("{name}/{at}/{content}"), points)
        }
    });
    let children = children.collect();
    let mut rules = Rules {
        aggregation: random.of(&AGGREGATIONS),
        verdict: random.of(&VERDICTS),
        any_accepted: random.below(8) == 0,
        uncounted: random.below(8) == 0,
        ..Rules::default()
    };
    if flow {
        rules.on_reject = random.of(&[OnReject::Continue, OnReject::Group, OnReject::Everything]);
        let what = random.of(&[Asked::Accepted, Asked::Full, Asked::Some]);
        if random.below(3) == 0 {
            rules.requires = vec![Requirement { group: format!("t/{}", random.below(4)), what }];
        }
    }
    TestGroup { name: name.to_owned(), children, rules }
}

fn random_results(random: &mut Random) -> Vec<Ran> {
    let results = (0..12).map(|_| {
        let (verdict, share) = random.of(&RESULTS);
        Ran { verdict, score: share.map(Score::Share) }
    });
    results.collect()
}

fn content(name: &str) -> usize {
    name.rsplit('/').next().unwrap().parse().unwrap()
}

fn each(flow: bool, check: impl Fn(&Version, &[Ran])) {
    for seed in 0..3_000 {
        let mut random = Random(seed);
        let mut version = compared(scoring(Some(1e9), Vec::new()));
        version.tests = random_group(&mut random, "t", 3, flow);
        if random.below(3) == 0 {
            version.scoring = None;
        }
        check(&version, &random_results(&mut random));
    }
}

#[test]
fn the_score_and_the_verdict_are_the_same_whether_all_cases_are_run_or_only_those_that_count() {
    each(true, |version, results| {
        let result = |name: &str| results[content(name)];
        let few = judged(version, Besides::Nothing, &result);
        let all = judged(version, Besides::Everything, &result);
        assert_eq!(few.total, all.total, "{version:#?}");
        assert_eq!(few.known.run.len() + few.known.skipped.len(), few.known.names.len());
        assert_eq!(all.known.run.len(), all.known.names.len());
    });
}

/// By its definition, with every case's result at hand.
fn slow(group: &TestGroup, results: &[Ran]) -> f64 {
    let parts: Vec<(f64, f64, bool)> =
        group.children.iter().filter_map(|child| slow_child(child, results)).collect();
    let given = parts.iter().map(|part| part.0);
    match group.rules.aggregation {
        _ if parts.is_empty() => 0.0,
        Aggregation::Sum => given.sum(),
        Aggregation::Min => given.fold(f64::INFINITY, f64::min),
        Aggregation::Max => given.fold(f64::NEG_INFINITY, f64::max),
        Aggregation::Average => given.sum::<f64>() / parts.len() as f64,
        Aggregation::Product => parts.iter().map(share_of).product(),
        Aggregation::All if parts.iter().all(|part| part.2) => parts.iter().map(|part| part.1).sum(),
        Aggregation::All | Aggregation::Threshold(_) => 0.0,
    }
}

fn share_of((given, worth, accepted): &(f64, f64, bool)) -> f64 {
    match (*worth > 0.0, accepted) {
        (true, _) => given / worth,
        (false, true) => 1.0,
        (false, false) => 0.0,
    }
}

/// What it gives, what it is worth, whether it is accepted; `None` of what does not count.
fn slow_child(child: &TestNode, results: &[Ran]) -> Option<(f64, f64, bool)> {
    match child {
        TestNode::Case(case) => {
            let worth = case.points.unwrap().get();
            let share = match results[content(&case.name)] {
                Ran { score: Some(Score::Share(share)), .. } => share,
                Ran { verdict: Verdict::Ac, .. } => 1.0,
                _ => 0.0,
            };
            Some((share * worth, worth, share == 1.0))
        }
        TestNode::Group(group) if group.rules.uncounted => None,
        TestNode::Group(group) => {
            let full = [Ran { verdict: Verdict::Ac, score: None }; 12];
            let children = group.children.iter().filter_map(|child| slow_child(child, results));
            let children: Vec<_> = children.collect();
            let any = group.rules.any_accepted && children.iter().any(|child| child.2);
            let accepted =
                any || group.rules.verdict == VerdictRule::Accepted || children.iter().all(|child| child.2);
            Some((slow(group, results), slow(group, &full), accepted))
        }
    }
}

#[test]
fn points_are_those_of_a_slow_count_over_all_results() {
    each(false, |version, results| {
        if version.scoring.is_none() {
            return;
        }
        let result = |name: &str| results[content(name)];
        let total = judged(version, Besides::Nothing, &result).total;
        let expected = slow(&version.tests, results);
        let score = total.score.expect("a score");
        assert!((score - expected).abs() < 1e-5, "{score}, not {expected}: {version:#?} {results:?}");
    });
}
