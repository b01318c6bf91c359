//! One result out of many: a group's by its rules.

use problem::version::{Aggregation, Points, Rules, VerdictRule};
use problem::{TestGroup, Verdict};

use super::{Part, shown};

/// The group's points, or why its children cannot be right: it came to more than it is worth.
pub(super) fn points(rules: &Rules, parts: &[Part]) -> Result<f64, String> {
    let points = raw(rules, parts);
    let most = parts.iter().map(|part| part.points).fold(points, f64::max);
    match rules.max {
        Some(max) if most > max.get() + Points::SAME => {
            Err(format!("came to {} points and is worth {}", shown(most), shown(max.get())))
        }
        _ if rules.only_accepted && !gives(rules, parts) => Ok(0.0),
        _ => Ok(points),
    }
}

/// Whether the group is accepted, at least in part.
fn gives(rules: &Rules, parts: &[Part]) -> bool {
    let mut given = parts.iter().map(|part| matches!(part.verdict, Verdict::Ac | Verdict::Pa));
    match (rules.verdict, rules.any_accepted) {
        (VerdictRule::Accepted, _) => true,
        (_, true) => given.any(|given| given),
        (_, false) => given.all(|given| given),
    }
}

fn raw(rules: &Rules, parts: &[Part]) -> f64 {
    if parts.is_empty() {
        return 0.0;
    }
    let given = parts.iter().map(|part| part.points);
    let all_or_nothing = |holds: bool| if holds { worth(rules, parts) } else { 0.0 };
    match rules.aggregation {
        Aggregation::Sum => given.sum(),
        Aggregation::Min => given.fold(f64::INFINITY, f64::min),
        Aggregation::Max => given.fold(f64::NEG_INFINITY, f64::max),
        Aggregation::Average => {
            let run: Vec<f64> = parts.iter().filter(|part| part.run).map(|part| part.points).collect();
            if run.is_empty() { 0.0 } else { run.iter().sum::<f64>() / run.len() as f64 }
        }
        Aggregation::Product => worth(rules, parts) * parts.iter().map(Part::share).product::<f64>(),
        Aggregation::All => all_or_nothing(parts.iter().all(|part| part.verdict == Verdict::Ac)),
        Aggregation::Threshold(most) => all_or_nothing(parts.iter().all(|part| part.is_within(most))),
    }
}

/// What the group gives when its children give all that they are worth.
pub(super) fn worth(rules: &Rules, parts: &[Part]) -> f64 {
    rules.worth(&parts.iter().map(|part| part.worth).collect::<Vec<_>>())
}

impl Part {
    /// Of what it is worth; of what is worth nothing, whether it is accepted.
    pub(super) fn share(&self) -> f64 {
        if self.worth > 0.0 {
            self.points / self.worth
        } else {
            f64::from(u8::from(self.verdict == Verdict::Ac))
        }
    }

    fn is_within(&self, most: Points) -> bool {
        let share = self.share();
        share > Points::SAME && share <= most.get() + Points::SAME
    }
}

/// The part whose verdict is the group's; `None`: it is accepted.
pub(super) fn decisive<'a>(rules: &Rules, parts: &'a [Part]) -> Option<&'a Part> {
    let failed = || parts.iter().filter(|part| part.verdict != Verdict::Ac);
    // That we failed is no result that a rule could make a better one of.
    if let Some(broken) = failed().find(|part| part.verdict == Verdict::Je) {
        return Some(broken);
    }
    let any = rules.any_accepted && parts.iter().any(|part| part.verdict == Verdict::Ac);
    if any || rules.verdict == VerdictRule::Accepted {
        return None;
    }
    failed().min_by_key(|part| {
        let weight = if rules.verdict == VerdictRule::Worst { weight(part.verdict) } else { 0 };
        (part.verdict == Verdict::Sk, weight, part.decided)
    })
}

/// The less, the worse.
fn weight(verdict: Verdict) -> usize {
    use Verdict::{Ac, Ce, Ile, Je, Mle, Ole, Pa, Pe, Re, Sk, Tle, Wa};
    let order = [Je, Ce, Re, Mle, Tle, Ile, Ole, Pe, Wa, Pa, Sk, Ac];
    order.iter().position(|one| *one == verdict).unwrap_or(order.len())
}

/// Whether neither the group's points nor whether it is accepted can change any more after this one of its parts.
pub(super) fn gives_nothing_more(group: &TestGroup, last: &Part) -> bool {
    let rules = &group.rules;
    if last.verdict == Verdict::Ac || rules.any_accepted || rules.grader.is_some() {
        return false;
    }
    match rules.aggregation {
        Aggregation::All => true,
        // A child could still take points where rejected ones do: such a group is judged to its end.
        Aggregation::Min => last.points <= Points::SAME && !takes_points(group),
        Aggregation::Product => last.share().abs() <= Points::SAME,
        Aggregation::Threshold(most) => !last.is_within(most),
        Aggregation::Sum | Aggregation::Max | Aggregation::Average => false,
    }
}

fn takes_points(group: &TestGroup) -> bool {
    group.cases().iter().any(|case| case.reject_points.is_some_and(|points| points < Points::ZERO))
}

/// In a pass-fail problem: whether the group is not accepted after this one of its parts, whatever comes.
pub(super) fn has_failed(rules: &Rules, last: &Part) -> bool {
    let first = rules.verdict == VerdictRule::First && !rules.any_accepted && rules.grader.is_none();
    first && last.verdict != Verdict::Ac
}
