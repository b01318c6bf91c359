//! The tree of tests.

use std::collections::{BTreeMap, BTreeSet};

use super::config::{Case, Config, Kind, PLACE, Scorer};
use super::plan::{Planned, plan};
use super::{detect, samples};
use crate::blob::Hash;
use crate::limits::Limits;
use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};
use crate::version::{
    Aggregation, Asked, CaseLimits, Points, Requirement, Rules, Scoring, TestCase, TestGroup, TestNode,
};

/// The tests, and what they give.
pub(super) struct Tests {
    pub(super) tree: TestGroup,
    pub(super) scoring: Scoring,
    /// Files that were used, by path below the tests' folder.
    pub(super) used: BTreeSet<String>,
}

pub(super) fn read(reading: &mut Reading, folder: &Folder, config: &Config, limits: &Limits) -> Tests {
    let files: BTreeMap<String, Leaf> = folder.files_below().into_iter().collect();
    let listed = config.subtasks.iter().any(|subtask| !subtask.cases.is_empty());
    let subtasks = if listed {
        config.subtasks.clone()
    } else {
        detect::subtasks(&files.keys().map(String::as_str).collect(), &config.subtasks)
    };
    if subtasks.is_empty() {
        reading.faults.error(
            PLACE,
            "has no test that is listed or that can be told by its name, such as 1.in and 1.out",
        );
    }
    let planned = plan(reading, &config.path, subtasks);
    // One subtask whose cases all give their points needs no group of its own.
    let flat = matches!(&planned[..], [Planned { scorer: Scorer::Sum, .. }]);
    let mut build = Build { reading, files, config, limits, used: BTreeSet::new() };
    let mut secret = TestGroup { name: "secret".to_owned(), ..TestGroup::default() };
    for subtask in &planned {
        if flat {
            secret.children = build.cases("secret", subtask);
        } else {
            secret.children.push(TestNode::Group(build.group(subtask)));
        }
    }
    let total: f64 = planned.iter().map(|subtask| subtask.worth).sum();
    let max = Points::try_from(total).ok();
    secret.rules.max = max;
    let tree = TestGroup { children: vec![TestNode::Group(secret)], ..TestGroup::default() };
    Tests { tree, scoring: Scoring { max, floor: true, ..Scoring::default() }, used: build.used }
}

/// The samples of the statement come before everything, and count nothing.
pub(super) fn add_samples(reading: &Reading, tree: &mut TestGroup, samples: &[samples::Sample]) {
    let keep = |text: &str| reading.keep_for("", text.as_bytes());
    let case = |sample: &samples::Sample| {
        let (input, answer) = (keep(&sample.input)?, keep(&sample.output)?);
        let name = format!("sample/{}", sample.number);
        Some(TestNode::Case(TestCase { sample: true, ..TestCase::new(name, input, answer) }))
    };
    let children: Vec<TestNode> = samples.iter().filter_map(case).collect();
    if !children.is_empty() {
        let rules = Rules { uncounted: true, ..Rules::default() };
        tree.children.insert(0, TestNode::Group(TestGroup { name: "sample".to_owned(), children, rules }));
    }
}

struct Build<'a> {
    reading: &'a mut Reading,
    files: BTreeMap<String, Leaf>,
    config: &'a Config,
    limits: &'a Limits,
    used: BTreeSet<String>,
}

impl Build<'_> {
    fn group(&mut self, subtask: &Planned) -> TestGroup {
        let name = format!("secret/{}", subtask.id);
        let children = self.cases(&name, subtask);
        TestGroup { name, children, rules: rules(subtask) }
    }

    /// `group` is the full name of theirs.
    fn cases(&mut self, group: &str, subtask: &Planned) -> Vec<TestNode> {
        let mut taken = BTreeSet::new();
        let mut children = Vec::new();
        for (at, (case, points)) in subtask.cases.iter().enumerate() {
            let own = self.name(case, at + 1);
            let own = if taken.insert(own.clone()) { own } else { format!("{own}#{}", at + 1) };
            children.extend(self.case(&join(group, &own), case, *points).map(TestNode::Case));
        }
        children
    }

    /// After the input's file; where a submission is an archive, what the file in it must be called.
    fn name(&mut self, case: &Case, place: usize) -> String {
        let stem = case.input.as_deref().map(stem).filter(|stem| !stem.is_empty());
        let usual = stem.map_or_else(|| place.to_string(), str::to_owned);
        if self.config.kind != (Kind::Answers { several: true }) {
            return usual;
        }
        match &self.config.filename {
            Some(pattern) => {
                let id = case.id.unwrap_or(place as u64);
                pattern.value.replacen('#', &id.to_string(), 1)
            }
            None => self.text_of_input(case).unwrap_or(usual),
        }
    }

    /// The input of such a case is the name of the file.
    fn text_of_input(&mut self, case: &Case) -> Option<String> {
        let (path, leaf) = self.find(case.input.as_deref()?)?;
        let text = self.reading.text(&join(PLACE, &path), leaf)?;
        let name: String = text.chars().filter(|c| c.is_ascii_alphanumeric() || "_.-".contains(*c)).collect();
        (!name.is_empty() && name.len() <= 100).then_some(name)
    }

    fn case(&mut self, name: &str, case: &Case, points: f64) -> Option<TestCase> {
        let input = self.blob(case.input.as_deref(), case.line);
        let answer = self.blob(case.output.as_deref(), case.line);
        let limits = CaseLimits {
            time_ms: case.time_ms.filter(|time| *time != self.limits.time_ms),
            memory_bytes: case.memory_bytes.filter(|bytes| *bytes != self.limits.memory_bytes),
        };
        Some(TestCase {
            points: Points::try_from(points).ok(),
            limits,
            ..TestCase::new(name, input?, answer?)
        })
    }

    /// No file is an empty one.
    fn blob(&mut self, name: Option<&str>, line: u32) -> Option<Hash> {
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return self.reading.keep_for(&self.config.path, b"");
        };
        match self.find(name) {
            Some((path, leaf)) => {
                self.used.insert(path.clone());
                self.reading.store(&join(PLACE, &path), leaf)
            }
            None => {
                let message = format!("lists the file {name}, which is not in {PLACE}");
                self.reading.faults.error_at(&self.config.path, line.max(1), message);
                None
            }
        }
    }

    /// As it is named, else in the folders that older packages have.
    fn find(&self, name: &str) -> Option<(String, Leaf)> {
        let places = ["", "input/", "output/", "Input/", "Output/"];
        let found =
            places.iter().map(|place| format!("{place}{name}")).find(|path| self.files.contains_key(path));
        found.map(|path| (path.clone(), self.files[&path]))
    }
}

fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.strip_suffix(".txt").unwrap_or(name);
    [".in", ".IN", ".inp"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

fn rules(subtask: &Planned) -> Rules {
    let requirement = |id: &u64| Requirement { group: format!("secret/{id}"), what: Asked::Accepted };
    let aggregation = match subtask.scorer {
        Scorer::Min => Aggregation::Min,
        Scorer::Max => Aggregation::Max,
        Scorer::Sum => Aggregation::Sum,
    };
    let requires = subtask.requires.iter().map(requirement).collect();
    Rules { aggregation, max: Points::try_from(subtask.worth).ok(), requires, ..Rules::default() }
}
