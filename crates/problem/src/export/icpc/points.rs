//! What groups give, in the words of the format: a sum of equal parts, the least, or everything at once.

mod whole;

use std::collections::{BTreeMap, BTreeSet};

use super::Draft;
use super::groups::{Content, Group, Secret, alone};
use super::programs::Decider;
use super::yaml::Yaml;
use crate::version::{Aggregation, Asked, OnReject, Points, Requirement, Rules, TestCase, VerdictRule};

/// What two numbers may differ by and be the same.
const SAME: f64 = 1e-6;

/// How a group makes its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Sum,
    Min,
    All,
}

impl How {
    fn word(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Min => "min",
            Self::All => "pass-fail",
        }
    }
}

/// What is written of a group.
pub(super) struct Worth {
    how: How,
    /// `None`: unbounded.
    max: Option<f64>,
    requires: Vec<Requirement>,
}

/// The groups that are written, each with what it is worth, and what all of them are.
pub(super) struct Scores<'a> {
    pub(super) secret: Worth,
    /// Empty where the cases lie side by side.
    pub(super) groups: Vec<(Group<'a>, Worth)>,
    /// By which the version's points are multiplied.
    pub(super) factor: f64,
}

/// Turns the tests of a problem with points into groups that the format can say.
pub(super) fn score<'a>(draft: &mut Draft<'a>, secret: &mut Secret<'a>, decider: &Decider) -> Scores<'a> {
    tell_scoring(draft);
    tell(draft, secret.name, &secret.rules, true);
    let max = draft.version.scoring.as_ref().and_then(|scoring| scoring.max).map(Points::get);
    let whole = of_secret(draft, secret, max, decider);
    let shared = match &secret.content {
        Content::Cases(cases) => {
            let left = left(draft, secret.name, whole, max);
            is_shared(whole, &secret.rules, left, cases)
        }
        Content::Groups(_) => false,
    };
    let mut scores = Scores {
        secret: Worth { how: whole, max, requires: secret.rules.requires.clone() },
        groups: Vec::new(),
        factor: 1.0,
    };
    if let Content::Cases(cases) = &secret.content {
        tell_rejected(draft, secret.name, cases);
    }
    if let (Content::Cases(cases), false) = (&secret.content, shared) {
        let singles = apart((cases, secret.name), &secret.rules, &[]);
        secret.content = Content::Groups(singles);
        secret.rules.requires.clear();
    }
    if let Content::Groups(groups) = &mut secret.content {
        let asked: BTreeSet<String> = requirements(groups).map(|it| it.group.clone()).collect();
        let given = std::mem::take(groups);
        scores.groups = given.into_iter().flat_map(|group| one(draft, group, decider, &asked)).collect();
    }
    if whole == How::All {
        all_or_nothing(draft, &mut scores.groups, decider);
    }
    whole::rounded(draft, &mut scores, decider);
    scores
}

fn of_secret(draft: &mut Draft<'_>, secret: &Secret<'_>, max: Option<f64>, decider: &Decider) -> How {
    let how = how(draft, secret.name, &secret.rules, decider);
    if how == How::All && max.is_none() {
        draft.misjudge(
            "scoring",
            "points without a bound are written as a sum, for which alone the format has them",
        );
        return How::Sum;
    }
    how
}

/// Where all must be passed, no group may give a part.
fn all_or_nothing(draft: &mut Draft<'_>, groups: &mut [(Group<'_>, Worth)], decider: &Decider) {
    for (group, worth) in groups.iter_mut().filter(|(_, worth)| worth.how != How::All) {
        worth.how = How::All;
        if decider.partial {
            draft.misjudge(&format!("tests.{}", group.name), "parts of its points count for nothing");
        }
    }
}

fn requirements<'b>(groups: &'b [Group<'_>]) -> impl Iterator<Item = &'b Requirement> {
    groups.iter().flat_map(|group| &group.rules.requires)
}

/// What of a problem's scoring the format has not.
fn tell_scoring(draft: &mut Draft<'_>) {
    let Some(scoring) = &draft.version.scoring else { return };
    if scoring.lowest_wins {
        draft.misjudge("scoring.lowest_wins", "in the format more points are better");
    }
    if scoring.decimals.is_some() || scoring.floor {
        draft.lose("scoring", "how the score is rounded cannot be said");
    }
}

/// What of a group's rules the format has not.
fn tell(draft: &mut Draft<'_>, name: &str, rules: &Rules, is_sum: bool) {
    let field = if name.is_empty() { "tests".to_owned() } else { format!("tests.{name}") };
    let told = [
        (rules.grader.is_some(), "its own program decides, which the format does not know"),
        (rules.any_accepted, "is accepted if one of its tests is, which cannot be said"),
        (rules.only_accepted && is_sum, "gives no points unless it is accepted, which cannot be said"),
        (rules.on_reject == OnReject::Group && is_sum, "ends after a rejected test, which cannot be said"),
        (
            rules.on_reject == OnReject::Everything,
            "ends everything after a rejected test, which cannot be said",
        ),
    ];
    for (_, why) in told.into_iter().filter(|(is_so, _)| *is_so) {
        draft.misjudge(&field, why);
    }
    if rules.verdict != VerdictRule::First {
        draft.lose(&field, "which verdict of several it has cannot be said");
    }
}

fn how(draft: &mut Draft<'_>, name: &str, rules: &Rules, decider: &Decider) -> How {
    match rules.aggregation {
        Aggregation::Sum | Aggregation::Average => How::Sum,
        Aggregation::Min => How::Min,
        Aggregation::All => How::All,
        Aggregation::Product if !decider.partial => How::All,
        Aggregation::Product | Aggregation::Max | Aggregation::Threshold(_) => {
            let how = if rules.aggregation == Aggregation::Max { How::Sum } else { How::All };
            let why = format!(
                "{:?} is none of the format's ways to make a score: written as {}",
                rules.aggregation,
                how.word()
            );
            draft.misjudge(&format!("tests.{name}"), why);
            how
        }
    }
}

/// What each case gives under a group's rules.
fn parts(cases: &[&TestCase], rules: &Rules) -> Vec<f64> {
    let worth = |case: &&TestCase| case.points.map_or(1.0, Points::get);
    let divisor = if rules.aggregation == Aggregation::Average { cases.len() as f64 } else { 1.0 };
    cases.iter().map(|case| worth(case) / divisor).collect()
}

/// What is left of a group's points for the tests that share them.
fn left(draft: &Draft<'_>, group: &str, how: How, max: Option<f64>) -> Option<f64> {
    let fixed = if how == How::Sum { draft.on_source_points(group) } else { 0.0 };
    max.map(|max| max - fixed)
}

/// Whether the format's own sharing out gives each case what it has here.
fn is_shared(how: How, rules: &Rules, max: Option<f64>, cases: &[&TestCase]) -> bool {
    let Some(max) = max else { return cases.iter().all(|case| case.points.is_none()) };
    let share = match how {
        How::Sum => max / cases.len().max(1) as f64,
        How::Min => max,
        How::All => return true,
    };
    parts(cases, rules).iter().all(|part| (part - share).abs() < SAME)
}

/// Each case as a group of its own.
fn apart<'a>((cases, of): (&[&'a TestCase], &'a str), rules: &Rules, above: &[&Rules]) -> Vec<Group<'a>> {
    let parts = parts(cases, rules).into_iter();
    let single = |(case, part): (&&'a TestCase, f64)| {
        alone((case, of), Points::try_from(part).unwrap_or_default(), above)
    };
    cases.iter().zip(parts).map(single).collect()
}

/// The groups that one of the version becomes. `asked` are names of groups that others require.
fn one<'a>(
    draft: &mut Draft<'_>,
    group: Group<'a>,
    decider: &Decider,
    asked: &BTreeSet<String>,
) -> Vec<(Group<'a>, Worth)> {
    let rules = &group.rules;
    let mut how = how(draft, group.name, rules, decider);
    tell(draft, group.name, rules, how == How::Sum);
    tell_rejected(draft, group.name, &group.cases);
    let asked = asked.contains(group.name);
    let left = [How::Sum, How::Min, How::All].map(|how| (how, left(draft, group.name, how, worth(rules))));
    let shared = |wanted: How| {
        let (how, left) = left.into_iter().find(|(how, _)| *how == wanted).unwrap_or((wanted, None));
        is_shared(how, rules, left, &group.cases)
    };
    if how == How::Min && !decider.partial && (asked || !shared(how)) {
        how = How::All;
    }
    if how == How::Sum && asked && decider.partial {
        let why = "others need it passed, so its tests are passed or failed: parts of their points count for nothing";
        draft.misjudge(&format!("tests.{}", group.name), why);
    }
    if how == How::Sum && asked && group.cases.len() == 1 {
        how = How::All;
    }
    let splits = how == How::Sum && (asked || !shared(how));
    if !splits {
        let sum = || parts(&group.cases, rules).iter().sum::<f64>();
        let bounded = worth(rules).or_else(|| (how == How::All).then(sum));
        let max = if rules.uncounted { Some(0.0) } else { bounded };
        let worth = Worth { how, max, requires: rules.requires.clone() };
        return vec![(group, worth)];
    }
    let of_one = if decider.partial && !asked { How::Sum } else { How::All };
    let singles = apart((&group.cases, group.name), rules, &[rules]).into_iter();
    let worth = |single: &Group<'_>| Worth {
        how: of_one,
        max: if rules.uncounted { Some(0.0) } else { worth(&single.rules) },
        requires: rules.requires.clone(),
    };
    singles.map(|single| (worth(&single), single)).map(|(worth, single)| (single, worth)).collect()
}

fn worth(rules: &Rules) -> Option<f64> {
    rules.max.map(Points::get)
}

fn tell_rejected(draft: &mut Draft<'_>, name: &str, cases: &[&TestCase]) {
    let gives = |case: &&TestCase| case.reject_points.is_some_and(|points| points.get() != 0.0);
    if cases.iter().any(gives) {
        draft.misjudge(
            &format!("tests.{name}"),
            "tests give points though they are rejected, which cannot be said",
        );
    }
}

/// Names of groups in the package by those in the version, and whether all of them are passed or failed as a whole.
pub(super) type Known = BTreeMap<String, (Vec<String>, bool)>;

impl Worth {
    pub(super) fn is_pass_fail(&self) -> bool {
        self.how == How::All
    }

    /// Writes what the format wants to know; `earlier` are groups that are judged before.
    pub(super) fn write(&self, draft: &mut Draft<'_>, yaml: &mut Yaml, name: &str, earlier: &Known) {
        match self.max {
            Some(max) => yaml.word("max_score", max),
            None => yaml.word("max_score", "unbounded"),
        }
        yaml.word("score_aggregation", self.how.word());
        let mut needed: Vec<&str> = Vec::new();
        for Requirement { group, what } in &self.requires {
            match earlier.get(group) {
                Some((names, true)) if *what != Asked::Some || names.len() == 1 => {
                    needed.extend(
                        names
                            .iter()
                            .map(String::as_str)
                            .filter(|name| !needed.contains(name))
                            .collect::<Vec<_>>(),
                    );
                }
                _ => {
                    let why = format!(
                        "what it needs of {group} cannot be said: that is no pass-fail group before it"
                    );
                    draft.misjudge(&format!("tests.{name}"), why);
                }
            }
        }
        if !needed.is_empty() {
            yaml.texts("require_pass", needed);
        }
    }
}
