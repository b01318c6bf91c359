//! The tests in the order of judging, each case with its place in that order.

use std::collections::BTreeMap;

use super::{TestCase, TestGroup, TestNode, Version};

/// All tests of a version: samples first, else in the order of the tree.
#[derive(Debug)]
pub struct Plan<'a> {
    /// By position; each is run once.
    pub cases: Vec<&'a TestCase>,
    pub root: Branch<'a>,
}

/// A group and what lies in it.
#[derive(Debug)]
pub struct Branch<'a> {
    pub group: &'a TestGroup,
    pub children: Vec<Planned<'a>>,
}

#[derive(Debug)]
pub enum Planned<'a> {
    Group(Branch<'a>),
    Case {
        case: &'a TestCase,
        /// Of the run that does for it, in [`Plan::cases`].
        position: usize,
    },
}

impl<'a> Plan<'a> {
    /// A case that sits in several groups has the place, and the name, of the first.
    pub(super) fn new(version: &'a Version) -> Self {
        let mut cases = Vec::new();
        let mut known = BTreeMap::new();
        let root = Branch::new(&version.tests, &mut |case| {
            *known.entry(case.content()).or_insert_with(|| {
                cases.push(case);
                cases.len() - 1
            })
        });
        Self { cases, root }
    }
}

impl<'a> Branch<'a> {
    fn new(group: &'a TestGroup, place: &mut dyn FnMut(&'a TestCase) -> usize) -> Self {
        let mut children: Vec<&TestNode> = group.children.iter().collect();
        children.sort_by_key(|child| !is_sample(child));
        let children = children.into_iter().map(|child| match child {
            TestNode::Group(group) => Planned::Group(Self::new(group, place)),
            TestNode::Case(case) => Planned::Case { case, position: place(case) },
        });
        Self { group, children: children.collect() }
    }

    /// Positions of the cases that lie in it, those in its groups not.
    pub fn positions(&self) -> Vec<usize> {
        let positions = self.children.iter().filter_map(|child| match child {
            Planned::Case { position, .. } => Some(*position),
            Planned::Group(_) => None,
        });
        positions.collect()
    }

    /// This group and all below, each before those in it.
    pub fn groups(&self) -> Vec<&Self> {
        let inner = self.children.iter().flat_map(|child| match child {
            Planned::Group(branch) => branch.groups(),
            Planned::Case { .. } => Vec::new(),
        });
        std::iter::once(self).chain(inner).collect()
    }
}

fn is_sample(node: &TestNode) -> bool {
    match node {
        TestNode::Group(group) => group.cases().iter().all(|case| case.sample || case.on_source),
        TestNode::Case(case) => case.sample,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hash;

    fn case(name: &str) -> TestNode {
        let content = Hash::of(name.rsplit('/').next().unwrap().as_bytes());
        let sample = name.starts_with("sample");
        TestNode::Case(TestCase { sample, ..TestCase::new(name, content, content) })
    }

    fn group(name: &str, children: Vec<TestNode>) -> TestNode {
        TestNode::Group(TestGroup { name: name.to_owned(), children, ..TestGroup::default() })
    }

    #[test]
    fn samples_come_first_and_a_case_that_is_there_again_keeps_its_place() {
        let mut version = Version::new("made-up".parse().unwrap());
        version.tests.children = vec![
            group(
                "secret",
                vec![group("secret/g", vec![case("secret/g/2"), case("secret/g/1")]), case("secret/3")],
            ),
            group("sample", vec![case("sample/1")]),
        ];
        let plan = version.plan();
        let names: Vec<&str> = plan.cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names, ["sample/1", "secret/g/2", "secret/3"]);
        let groups: Vec<_> = plan
            .root
            .groups()
            .iter()
            .map(|branch| (branch.group.name.as_str(), branch.positions()))
            .collect();
        assert_eq!(
            groups,
            [("", vec![]), ("sample", vec![0]), ("secret", vec![2]), ("secret/g", vec![1, 0])]
        );
    }
}
