//! What one version of a problem changes against another.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::limits::Limits;
use crate::version::{Example, Rules, TestCase, Version};

/// What was, and what is: `2 s` to `1.5 s`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    pub what: String,
    pub from: String,
    pub to: String,
}

/// Names of what is new, gone, and there but different.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Names {
    pub added: Vec<String>,
    pub removed: Vec<String>,
    pub changed: Vec<String>,
    /// How many are as they were.
    pub same: usize,
}

/// Everything in which two versions differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Test cases, by name.
    pub tests: Names,
    /// The cases that both have are judged in another order.
    pub reordered: bool,
    /// In words, with units.
    pub limits: Vec<Change>,
    /// Test groups whose points or rules are new, gone or different, and the cases whose points are.
    pub points: Names,
    /// What else takes part in a verdict, in words: `the checker`, `the interactor` …
    pub judging: Vec<&'static str>,
    /// What is only shown, in words: `the title`, `the statement` …
    pub shown: Vec<&'static str>,
    /// The setter's own submissions, by path.
    pub submissions: Names,
}

impl Changes {
    pub fn between(old: &Version, new: &Version) -> Self {
        let (old_cases, new_cases) = (cases(old), cases(new));
        Self {
            tests: Names::between(&old_cases, &new_cases, |a, b| a.same_run(b) && a.sample == b.sample),
            reordered: is_reordered(old, new),
            limits: limits(old, new),
            points: Names::between(&worths(old), &worths(new), PartialEq::eq),
            judging: judging(old, new),
            shown: shown(old, new),
            submissions: Names::between(&examples(old), &examples(new), |a, b| a == b),
        }
    }

    pub fn is_none(&self) -> bool {
        !self.may_change_verdicts() && self.shown.is_empty() && self.submissions.is_none()
    }

    /// Whether a submission could be judged differently: then earlier judgings are stale.
    pub fn may_change_verdicts(&self) -> bool {
        !self.tests.is_none()
            || self.reordered
            || !self.limits.is_empty()
            || !self.points.is_none()
            || !self.judging.is_empty()
    }
}

/// Names told of one kind of change; the rest is counted.
const MOST: usize = 8;

impl Changes {
    /// A line for each kind of change; none where there is none.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .limits
            .iter()
            .map(|change| format!("{}: {} → {}", change.what, change.from, change.to))
            .collect();
        lines.extend(self.tests.line("tests"));
        lines.extend(self.reordered.then(|| "tests: in another order".to_owned()));
        lines.extend(self.points.line("points of"));
        let parts = [("judged differently", &self.judging), ("shown differently", &self.shown)];
        let told = parts.into_iter().filter(|(_, parts)| !parts.is_empty());
        lines.extend(told.map(|(what, parts)| format!("{what}: {}", parts.join(", "))));
        lines.extend(self.submissions.line("example submissions"));
        lines
    }
}

impl Names {
    /// `tests: 2 added (secret/3, secret/4), 1 changed (secret/1), 7 as before`
    fn line(&self, what: &str) -> Option<String> {
        let part = |names: &[String], done: &str| {
            let mut shown = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
            if names.len() > MOST {
                shown.push_str(&format!(" and {} more", names.len() - MOST));
            }
            (!names.is_empty()).then(|| format!("{} {done} ({shown})", names.len()))
        };
        let parts =
            [part(&self.added, "added"), part(&self.removed, "removed"), part(&self.changed, "changed")];
        let same = (self.same > 0).then(|| format!("{} as before", self.same));
        let parts: Vec<String> = parts.into_iter().chain([same]).flatten().collect();
        (!self.is_none()).then(|| format!("{what}: {}", parts.join(", ")))
    }

    fn between<T>(
        old: &BTreeMap<String, T>,
        new: &BTreeMap<String, T>,
        same: impl Fn(&T, &T) -> bool,
    ) -> Self {
        let mut names = Self::default();
        for (name, now) in new {
            match old.get(name) {
                None => names.added.push(name.clone()),
                Some(then) if same(then, now) => names.same += 1,
                Some(_) => names.changed.push(name.clone()),
            }
        }
        names.removed = old.keys().filter(|name| !new.contains_key(*name)).cloned().collect();
        names
    }

    pub fn is_none(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

fn cases(version: &Version) -> BTreeMap<String, &TestCase> {
    version.tests.cases().into_iter().map(|case| (case.name.clone(), case)).collect()
}

fn examples(version: &Version) -> BTreeMap<String, &Example> {
    version.submissions.iter().map(|example| (example.path.clone(), example)).collect()
}

fn is_reordered(old: &Version, new: &Version) -> bool {
    let names = |of: &Version, other: &Version| -> Vec<String> {
        let known = cases(other);
        let names = of.tests.cases().into_iter().map(|case| case.name.clone());
        names.filter(|name| known.contains_key(name)).collect()
    };
    names(old, new) != names(new, old)
}

/// What a group or a case is worth, and by which rules: only those that say anything.
fn worths(version: &Version) -> BTreeMap<String, String> {
    let said = |rules: &Rules| (*rules != Rules::default()).then(|| format!("{rules:?}"));
    let groups = version.tests.groups().into_iter();
    let groups = groups.filter_map(|group| Some((called(&group.name), said(&group.rules)?)));
    let cases = version.tests.cases().into_iter();
    let points = cases.filter(|case| case.points.is_some() || case.reject_points.is_some());
    groups
        .chain(points.map(|case| (case.name.clone(), format!("{:?} {:?}", case.points, case.reject_points))))
        .collect()
}

fn called(group: &str) -> String {
    if group.is_empty() { "all tests".to_owned() } else { group.to_owned() }
}

fn judging(old: &Version, new: &Version) -> Vec<&'static str> {
    let parts = [
        ("what is handed in", old.kind == new.kind),
        ("the scoring", old.scoring == new.scoring),
        ("the checker", old.output_validator == new.output_validator),
        ("the interactor", old.interactor == new.interactor),
        ("the static validator", old.static_validator == new.static_validator),
        ("the number of passes", old.passes == new.passes),
        ("the names of input and output files", old.named_files == new.named_files),
        ("the files that are added to submissions", old.stubs == new.stubs),
        ("the languages", old.languages == new.languages),
    ];
    differing(parts)
}

fn shown(old: &Version, new: &Version) -> Vec<&'static str> {
    let parts = [
        ("the title", old.names == new.names),
        ("the statement", old.statements == new.statements && old.assets == new.assets),
        ("the attachments", old.attachments == new.attachments),
        ("the tags", old.tags == new.tags),
        ("the credits", old.credits == new.credits),
        ("the input validators", old.input_validators == new.input_validators),
        ("the package that it came as", old.origin == new.origin),
    ];
    differing(parts)
}

fn differing<const N: usize>(parts: [(&'static str, bool); N]) -> Vec<&'static str> {
    parts.into_iter().filter(|(_, same)| !same).map(|(part, _)| part).collect()
}

fn limits(old: &Version, new: &Version) -> Vec<Change> {
    let (from, to) = (told(&old.limits), told(&new.limits));
    let pairs = from.into_iter().zip(to);
    pairs
        .filter(|((_, from), (_, to))| from != to)
        .map(|((what, from), (_, to))| Change { what: what.to_owned(), from, to })
        .collect()
}

/// Each limit in words. Where a limit comes from changes no verdict.
fn told(limits: &Limits) -> [(&'static str, String); 10] {
    let languages: Vec<String> = limits
        .languages
        .iter()
        .map(|(id, own)| format!("{id} {} % of time, {} % of memory", own.time_percent, own.memory_percent))
        .collect();
    [
        ("time limit", seconds(limits.time_ms)),
        ("memory limit", size(limits.memory_bytes)),
        ("output limit", size(limits.output_bytes)),
        ("code limit", size(limits.code_bytes)),
        ("time limit of compiling", seconds(limits.compile_time_ms)),
        ("memory limit of compiling", size(limits.compile_memory_bytes)),
        ("time limit of the checker", seconds(limits.validation_time_ms)),
        ("memory limit of the checker", size(limits.validation_memory_bytes)),
        ("output limit of the checker", size(limits.validation_output_bytes)),
        ("limits of languages", languages.join("; ")),
    ]
}

fn seconds(ms: u64) -> String {
    format!("{} s", ms as f64 / 1000.0)
}

fn size(bytes: u64) -> String {
    const UNITS: [(u32, &str); 3] = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let whole = UNITS.iter().find(|(shift, _)| bytes >= 1 << shift && bytes.trailing_zeros() >= *shift);
    whole.map_or_else(|| format!("{bytes} B"), |(shift, unit)| format!("{} {unit}", bytes >> shift))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blob::Hash;
    use crate::version::{Points, Statement, TestGroup, TestNode};

    fn version(cases: &[(&str, &str)]) -> Version {
        let case = |(name, input): &(&str, &str)| {
            TestNode::Case(TestCase::new(*name, Hash::of(input.as_bytes()), Hash::of(b"answer")))
        };
        let tests = TestGroup { children: cases.iter().map(case).collect(), ..TestGroup::default() };
        Version { tests, ..Version::new("sum".parse().unwrap()) }
    }

    #[test]
    fn the_same_version_has_no_changes() {
        let one = version(&[("a", "1"), ("b", "2")]);
        let changes = Changes::between(&one, &one);
        assert!(changes.is_none() && !changes.may_change_verdicts());
        assert_eq!(changes.tests.same, 2);
    }

    #[test]
    fn tests_are_told_by_name() {
        let changes =
            Changes::between(&version(&[("a", "1"), ("b", "2")]), &version(&[("b", "3"), ("c", "1")]));
        let Names { added, removed, changed, same } = changes.tests;
        assert_eq!(
            (added, removed, changed, same),
            (vec!["c".into()], vec!["a".into()], vec!["b".into()], 0)
        );
        let turned =
            Changes::between(&version(&[("a", "1"), ("b", "2")]), &version(&[("b", "2"), ("a", "1")]));
        assert!(turned.reordered && turned.tests.is_none() && turned.may_change_verdicts());
    }

    #[test]
    fn limits_are_told_with_units_and_only_those_that_differ() {
        let old = version(&[]);
        let mut new = old.clone();
        new.limits.time_ms = 1_500;
        new.limits.memory_bytes = 300 << 10;
        let told: Vec<String> = Changes::between(&old, &new)
            .limits
            .iter()
            .map(|Change { what, from, to }| format!("{what}: {from} → {to}"))
            .collect();
        assert_eq!(told, ["time limit: 2 s → 1.5 s", "memory limit: 256 MiB → 300 KiB"]);
    }

    #[test]
    fn the_lines_name_the_first_of_many() {
        let names: Vec<String> = (0..10).map(|n| n.to_string()).collect();
        let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1")).collect();
        let lines = Changes::between(&version(&[("a", "1"), ("0", "1")]), &version(&many)).lines();
        assert_eq!(lines, ["tests: 9 added (1, 2, 3, 4, 5, 6, 7, 8 and 1 more), 1 removed (a), 1 as before"]);
    }

    #[test]
    fn what_is_only_shown_makes_no_judging_stale() {
        let old = version(&[("a", "1")]);
        let mut new = old.clone();
        new.names.insert("en".into(), "Sum".into());
        new.statements.insert("en".into(), Statement::markdown(Hash::of(b"text")));
        let changes = Changes::between(&old, &new);
        assert_eq!(changes.shown, ["the title", "the statement"]);
        assert!(!changes.may_change_verdicts() && !changes.is_none());
    }

    #[test]
    fn points_of_groups_and_cases_are_changes_of_their_own() {
        let old = version(&[("a", "1")]);
        let mut new = old.clone();
        let TestNode::Case(case) = &mut new.tests.children[0] else { unreachable!("made above") };
        case.points = Some(Points::ONE);
        new.tests.rules.max = Some(Points::ONE);
        let changes = Changes::between(&old, &new);
        assert_eq!(changes.points.added, ["a", "all tests"]);
        assert!(changes.tests.is_none() && changes.may_change_verdicts());
    }
}
