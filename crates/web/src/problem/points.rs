//! What a problem's points are for.

use problem::Version;
use problem::version::{Aggregation, Planned, Rules};

use crate::submission::groups::{needs, title};
use crate::words;

/// One group.
pub(crate) struct Line {
    pub(crate) title: String,
    pub(crate) tests: u64,
    /// Points; empty where there is no bound.
    pub(crate) worth: String,
    /// When it gives them.
    pub(crate) rule: String,
}

/// The groups that count; none in a pass-fail problem, and where there are no two of them.
pub(crate) fn offered(version: &Version) -> Vec<Line> {
    let Some(scoring) = &version.scoring else { return Vec::new() };
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
    let lines: Vec<Line> = lines.collect();
    if lines.len() > 1 { lines } else { Vec::new() }
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
