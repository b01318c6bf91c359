//! The tree of tests as the format has it: samples, and secret cases that lie side by side or in one row of groups.

use std::collections::BTreeSet;

use super::Draft;
use crate::version::{Aggregation, Points, Rules, TestCase, TestGroup, TestNode};

/// The tests, before they have names.
pub(super) struct Layout<'a> {
    pub(super) samples: Vec<&'a TestCase>,
    pub(super) secret: Secret<'a>,
}

/// What is in `data/secret`.
pub(super) struct Secret<'a> {
    /// In the version; empty for the root.
    pub(super) name: &'a str,
    pub(super) rules: Rules,
    pub(super) content: Content<'a>,
}

pub(super) enum Content<'a> {
    Cases(Vec<&'a TestCase>),
    Groups(Vec<Group<'a>>),
}

/// A group of cases.
#[derive(Clone)]
pub(super) struct Group<'a> {
    /// In the version: the group's full name, or the case's that is alone in it.
    pub(super) name: &'a str,
    /// The group of the version whose part it is.
    pub(super) of: &'a str,
    pub(super) cases: Vec<&'a TestCase>,
    pub(super) rules: Rules,
}

pub(super) fn arrange<'a>(draft: &mut Draft<'a>) -> Layout<'a> {
    let version = draft.version;
    let scored = version.scoring.is_some();
    let mut known = BTreeSet::new();
    let mut samples = version.tests.cases();
    samples.retain(|case| case.sample && known.insert(&case.name));
    let shown = |node: &&TestNode| is_shown(node, scored);
    let rest: Vec<&TestNode> = version.tests.children.iter().filter(|node| !shown(node)).collect();
    let (top, nodes): (&TestGroup, Vec<&TestNode>) = match rest.as_slice() {
        [TestNode::Group(only)] => (only, only.children.iter().collect()),
        _ => (&version.tests, rest),
    };
    let mut rules = top.rules.clone();
    if top.name != version.tests.name && scored {
        above(draft, &version.tests.rules, &mut rules);
    }
    let content = if scored { with_points(draft, &nodes) } else { without_points(draft, &nodes, &samples) };
    Layout { samples, secret: Secret { name: &top.name, rules, content } }
}

/// Whether it is for everybody to see and nothing more.
fn is_shown(node: &TestNode, scored: bool) -> bool {
    match node {
        TestNode::Case(case) => case.sample && !scored,
        TestNode::Group(group) => {
            group.cases().iter().all(|case| case.sample) && (!scored || group.rules.uncounted)
        }
    }
}

/// The root around the only group that counts should add nothing to what that group says.
fn above(draft: &mut Draft<'_>, root: &Rules, rules: &mut Rules) {
    let plain = matches!(
        root.aggregation,
        Aggregation::Sum | Aggregation::Min | Aggregation::Max | Aggregation::Average
    );
    if !plain || root.grader.is_some() {
        draft.misjudge("tests", "the rules of the root of all groups are left out");
    }
    rules.any_accepted |= root.any_accepted;
    rules.only_accepted |= root.only_accepted;
}

/// In the format a case is judged for itself, wherever it lies: groups are kept where they are one row.
fn without_points<'a>(
    draft: &mut Draft<'a>,
    nodes: &[&'a TestNode],
    samples: &[&'a TestCase],
) -> Content<'a> {
    let secret = |cases: Vec<&'a TestCase>| cases.into_iter().filter(|case| !case.sample).collect::<Vec<_>>();
    let group = |node: &&'a TestNode| match node {
        TestNode::Group(group) if group.children.iter().all(|child| matches!(child, TestNode::Case(_))) => {
            Some(Group {
                name: &group.name,
                of: &group.name,
                cases: secret(group.cases()),
                rules: group.rules.clone(),
            })
        }
        _ => None,
    };
    let groups: Option<Vec<Group<'a>>> = nodes.iter().map(group).collect();
    let groups =
        groups.map(|groups| groups.into_iter().filter(|group| !group.cases.is_empty()).collect::<Vec<_>>());
    if let Some(groups) = groups.filter(|groups| !groups.is_empty()) {
        return Content::Groups(groups);
    }
    let cases = secret(nodes.iter().flat_map(|node| cases_of(node)).collect());
    if nodes.iter().any(|node| matches!(node, TestNode::Group(_))) && !cases.is_empty() {
        draft.lose("tests", "groups in groups, or beside cases, are written as cases side by side");
    }
    if !cases.is_empty() {
        return Content::Cases(cases);
    }
    draft.lose("tests", "the samples are the secret tests, too: the format wants some");
    Content::Cases(samples.to_vec())
}

fn cases_of(node: &TestNode) -> Vec<&TestCase> {
    match node {
        TestNode::Case(case) => vec![case],
        TestNode::Group(group) => group.cases(),
    }
}

fn with_points<'a>(draft: &mut Draft<'a>, nodes: &[&'a TestNode]) -> Content<'a> {
    let case = |node: &&'a TestNode| match node {
        TestNode::Case(case) => Some(case),
        TestNode::Group(_) => None,
    };
    match nodes.iter().map(case).collect() {
        Some(cases) => Content::Cases(cases),
        None => Content::Groups(nodes.iter().flat_map(|node| flat(draft, node, &[])).collect()),
    }
}

/// The groups that a node is written as; `requires` is what those above it ask for.
fn flat<'a>(draft: &mut Draft<'a>, node: &'a TestNode, requires: &[&'a Rules]) -> Vec<Group<'a>> {
    let group = match node {
        TestNode::Case(case) => {
            return vec![alone((case, &case.name), case.points.unwrap_or(Points::ONE), requires)];
        }
        TestNode::Group(group) => group,
    };
    let mut requires = requires.to_vec();
    requires.push(&group.rules);
    let nested = group.children.iter().any(|child| matches!(child, TestNode::Group(_)));
    let sums = group.rules.aggregation == Aggregation::Sum && group.rules.grader.is_none();
    if nested && sums {
        return group.children.iter().flat_map(|child| flat(draft, child, &requires)).collect();
    }
    if nested {
        let why = "has groups in it: their cases are written as its own, which may give other points";
        draft.misjudge(&format!("tests.{}", group.name), why);
    }
    let cases = group.cases();
    if cases.is_empty() {
        return Vec::new();
    }
    let rules = Rules {
        requires: all(&requires),
        uncounted: requires.iter().any(|rules| rules.uncounted),
        ..group.rules.clone()
    };
    let max = rules.max.or_else(|| Points::try_from(group.worth()).ok());
    let unbounded = rules.max.is_none() && cases.iter().all(|case| case.points.is_none());
    let bound = draft.version.scoring.as_ref().and_then(|scoring| scoring.max);
    let max = if unbounded && bound.is_none() { None } else { max };
    vec![Group { name: &group.name, of: &group.name, cases, rules: Rules { max, ..rules } }]
}

/// A case as a group of its own; `of` is the group of the version whose part that is.
pub(super) fn alone<'a>((case, of): (&'a TestCase, &'a str), worth: Points, above: &[&Rules]) -> Group<'a> {
    let uncounted = above.iter().any(|rules| rules.uncounted);
    let rules = Rules { max: Some(worth), requires: all(above), uncounted, ..Rules::default() };
    Group { name: &case.name, of, cases: vec![case], rules }
}

fn all(above: &[&Rules]) -> Vec<crate::version::Requirement> {
    above.iter().flat_map(|rules| rules.requires.iter().cloned()).collect()
}
