//! What a problem's points are for.

use problem::Version;
use problem::version::{Aggregation, Planned, Rules};

use crate::submission::groups::{needs, title};
use crate::words;

/// Of a problem with points.
pub(crate) struct Offer {
    /// `100 points`
    pub(crate) best: String,
    /// Those that count; none where the tests are all that there is.
    pub(crate) groups: Vec<Line>,
}

/// One group.
pub(crate) struct Line {
    pub(crate) title: String,
    pub(crate) tests: u64,
    /// Points; empty where there is no bound.
    pub(crate) worth: String,
    /// When it gives them.
    pub(crate) rule: String,
}

/// `None` of a pass-fail problem.
pub(crate) fn offered(version: &Version) -> Option<Offer> {
    let scoring = version.scoring.as_ref()?;
    let best = match scoring.max {
        _ if scoring.lowest_wins => "the fewer points the better".to_owned(),
        Some(max) => words::score(max.get(), None),
        None => "points without a bound".to_owned(),
    };
    let plan = version.plan();
    let groups = plan.root.groups().into_iter().skip(1).filter(|branch| {
        !branch.group.rules.uncounted
            && branch.children.iter().any(|child| matches!(child, Planned::Case { .. }))
    });
    let lines = groups.map(|branch| {
        let rules = &branch.group.rules;
        let bounded = scoring.max.is_some() || rules.max.is_some();
        Line {
            title: title(&branch.group.name),
            tests: branch.positions().len() as u64,
            worth: if bounded { words::points(branch.group.worth()) } else { String::new() },
            rule: rule(rules),
        }
    });
    let groups: Vec<Line> = lines.collect();
    Some(Offer { best, groups: if groups.len() > 1 { groups } else { Vec::new() } })
}

fn rule(rules: &Rules) -> String {
    let how = match rules.aggregation {
        _ if rules.grader.is_some() => "as a program of the setter’s decides",
        Aggregation::Sum => "each test gives its part",
        Aggregation::Min => "as many as the worst test",
        Aggregation::Max => "as many as the best test",
        Aggregation::Average => "the average of the tests",
        Aggregation::Product => "the tests’ shares, multiplied",
        Aggregation::All | Aggregation::Threshold(_) => "all tests accepted",
    };
    let needs = needs(&rules.requires);
    if needs.is_empty() { how.to_owned() } else { format!("{how}; {needs}") }
}
