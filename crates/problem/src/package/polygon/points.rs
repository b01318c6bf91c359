//! Groups of tests, and what they are worth. A group with the policy `complete-group` gives all its points if every test of
//! it is passed, and else none; with `each-test`, each test gives its own. A group that depends on others gives points only
//! if those gave all of theirs.

use std::collections::{BTreeMap, BTreeSet};

use super::Polygon;
use crate::package::reading::Reading;
use crate::package::schema::decimal;
use crate::package::xml::Element;
use crate::version::{
    Aggregation, Asked, OnReject, OutputValidator, Points, Requirement, Rules, Scoring, TestCase, TestGroup,
    TestNode,
};

/// A test, and where it belongs. The case's name is that of its file.
pub(super) struct Found {
    pub(super) case: TestCase,
    pub(super) group: Option<String>,
    pub(super) points: Option<Points>,
}

impl Found {
    pub(super) fn into_sample(mut self) -> Self {
        self.case.sample = true;
        self
    }
}

/// The points of a test or of a group.
pub(super) fn read(reading: &Reading, polygon: &Polygon<'_>, element: &Element) -> Option<Points> {
    let text = element.attribute("points")?;
    let points =
        decimal(text).filter(|points| *points >= 0.0).and_then(|points| Points::try_from(points).ok());
    if points.is_none() {
        polygon.wrong(reading, element, format!("points must be a number from 0 on; it is {text:?}"));
    }
    points
}

struct Group<'a> {
    name: String,
    /// Nothing is known of groups that only tests name.
    element: Option<&'a Element>,
    /// Names of groups.
    requires: Vec<String>,
    tests: Vec<Found>,
    /// What all its tests come to, or what it has of its own.
    points: f64,
}

impl Group<'_> {
    fn is_complete(&self) -> bool {
        self.element.and_then(|element| element.attribute("points-policy")) == Some("complete-group")
    }
}

/// The tree: `sample` and `secret`, and in that a group for each of Polygon's.
pub(super) fn arrange(
    reading: &Reading,
    polygon: &Polygon<'_>,
    set: &Element,
    found: Vec<Found>,
    validator: &OutputValidator,
) -> (TestGroup, Option<Scoring>) {
    let has_points = found.iter().any(|test| test.points.is_some())
        || set.listed("groups", "group").any(|group| group.attribute("points").is_some());
    let (single, groups) = grouped(reading, polygon, set, found);
    let worth = |tests: &[Found]| tests.iter().filter_map(|test| test.points).map(Points::get).sum::<f64>();
    let total = worth(&single) + groups.iter().map(|group| group.points).sum::<f64>();
    // A program may give points that no test has.
    let unbounded = total == 0.0 && matches!(validator, OutputValidator::Program { .. });
    let scoring = (has_points && (total > 0.0 || unbounded))
        .then(|| Scoring { max: Points::try_from(total).ok().filter(|_| !unbounded), ..Scoring::default() });
    let scored = scoring.as_ref().is_some_and(|scoring| scoring.max.is_some());
    (tree(set, single, groups, scored), scoring)
}

/// Tests without a group, and the groups in an order in which none depends on a later one.
fn grouped<'a>(
    reading: &Reading,
    polygon: &Polygon<'_>,
    set: &'a Element,
    found: Vec<Found>,
) -> (Vec<Found>, Vec<Group<'a>>) {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for element in set.listed("groups", "group") {
        let name = element.attribute("name").unwrap_or_default().to_owned();
        if groups.iter().any(|known| known.name == name) {
            polygon.wrong(reading, element, format!("the group {name:?} is there twice"));
            continue;
        }
        let requires = element.listed("dependencies", "dependency").filter_map(|on| on.attribute("group"));
        let requires = requires.map(str::to_owned).collect();
        groups.push(Group { name, element: Some(element), requires, tests: Vec::new(), points: 0.0 });
    }
    let mut single = Vec::new();
    for test in found {
        let Some(name) = test.group.clone() else {
            single.push(test);
            continue;
        };
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.tests.push(test),
            None => {
                groups.push(Group {
                    name,
                    element: None,
                    requires: Vec::new(),
                    tests: vec![test],
                    points: 0.0,
                });
            }
        }
    }
    for group in &mut groups {
        weigh(reading, polygon, group);
    }
    (single, ordered(reading, polygon, groups))
}

/// What a group is worth is what its tests are. Where they are worth nothing, it may have points of its own.
fn weigh(reading: &Reading, polygon: &Polygon<'_>, group: &mut Group<'_>) {
    group.points = group.tests.iter().filter_map(|test| test.points).map(Points::get).sum();
    let own = group.element.and_then(|element| read(reading, polygon, element));
    if let Some(own) = own.filter(|own| own.get() > 0.0 && group.points == 0.0) {
        group.points = own.get();
        let share = Points::try_from(own.get() / group.tests.len().max(1) as f64).ok();
        group.tests.iter_mut().for_each(|test| test.points = share);
    }
}

fn ordered<'a>(reading: &Reading, polygon: &Polygon<'_>, groups: Vec<Group<'a>>) -> Vec<Group<'a>> {
    let names: BTreeSet<String> = groups.iter().map(|group| group.name.clone()).collect();
    let mut waiting = groups;
    for group in &mut waiting {
        let Some(element) = group.element else { continue };
        for name in group.requires.iter().filter(|name| !names.contains(*name)) {
            polygon.wrong(
                reading,
                element,
                format!("the group {:?} depends on {name:?}, which is none", group.name),
            );
        }
        group.requires.retain(|name| names.contains(name));
    }
    let mut done: Vec<Group<'a>> = Vec::new();
    while !waiting.is_empty() {
        let is_done = |name: &String| done.iter().any(|group| group.name == *name);
        let next = waiting.iter().position(|group| group.requires.iter().all(is_done));
        let Some(next) = next else {
            let names: Vec<&str> = waiting.iter().map(|group| group.name.as_str()).collect();
            if let Some(element) = waiting[0].element {
                let message = format!("the groups {} depend on each other in a circle", names.join(", "));
                polygon.wrong(reading, element, message);
            }
            break;
        };
        done.push(waiting.remove(next));
    }
    done
}

fn tree(set: &Element, single: Vec<Found>, groups: Vec<Group<'_>>, scored: bool) -> TestGroup {
    let mut root = TestGroup::default();
    // Shown tests come first as a rule; where they do not, the order of the tests is kept.
    let shown = if groups.is_empty() { single.iter().take_while(|test| test.case.sample).count() } else { 0 };
    let in_order = !single.iter().skip(shown).any(|test| test.case.sample);
    let mut single = single;
    let secret = single.split_off(if in_order { shown } else { 0 });
    let cases = |tests: Vec<Found>, name: &str| -> Vec<TestNode> {
        tests.into_iter().map(|test| TestNode::Case(named(test, name, scored))).collect()
    };
    if !single.is_empty() {
        root.children.push(TestNode::Group(TestGroup {
            name: "sample".to_owned(),
            children: cases(single, "sample"),
            ..TestGroup::default()
        }));
    }
    let mut children = cases(secret, "secret");
    let worth: BTreeMap<String, f64> =
        groups.iter().map(|group| (group.name.clone(), group.points)).collect();
    children.extend(groups.into_iter().filter(|group| !group.tests.is_empty()).map(|group| {
        let name = full_name(&group.name);
        let rules = rules(&group, &worth, scored);
        let mut cases = cases(group.tests, &name);
        for case in &mut cases {
            if let TestNode::Case(case) = case {
                case.input_args = validator_args(set, &group.name);
            }
        }
        TestNode::Group(TestGroup { name, children: cases, rules })
    }));
    if !children.is_empty() {
        let secret = TestGroup { name: "secret".to_owned(), children, ..TestGroup::default() };
        root.children.push(TestNode::Group(secret));
    }
    root
}

fn full_name(group: &str) -> String {
    let group: String = group.chars().map(|c| if c == '/' || c.is_control() { '-' } else { c }).collect();
    format!("secret/{group}")
}

fn named(test: Found, group: &str, scored: bool) -> TestCase {
    let points = scored.then_some(test.points.unwrap_or(Points::ZERO));
    TestCase { name: format!("{group}/{}", test.case.name), points, ..test.case }
}

fn rules(group: &Group<'_>, worth: &BTreeMap<String, f64>, scored: bool) -> Rules {
    let requirement = |name: &String| {
        // Of a group without points, all points are none.
        let has_points = scored && worth.get(name).is_some_and(|points| *points > 0.0);
        let what = if has_points { Asked::Full } else { Asked::Accepted };
        Requirement { group: full_name(name), what }
    };
    let requires = group.requires.iter().map(requirement).collect();
    let max = Points::try_from(group.points).ok().filter(|_| scored);
    let complete = scored && group.is_complete();
    Rules {
        aggregation: if complete { Aggregation::All } else { Aggregation::Sum },
        max,
        on_reject: if complete { OnReject::Group } else { OnReject::Continue },
        requires,
        ..Rules::default()
    }
}

/// Validators of problems with groups have other rules for each.
fn validator_args(set: &Element, group: &str) -> Vec<String> {
    let set = set.attribute("name").unwrap_or("tests");
    ["--testset", set, "--group", group].map(str::to_owned).into()
}
