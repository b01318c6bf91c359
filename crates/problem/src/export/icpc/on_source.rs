//! The static validator, and the tests that ask it: in the format they are lines in the files of their groups.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Draft;
use super::programs::{self, Place};
use super::yaml::Yaml;
use crate::version::{Points, TestCase, TestGroup, TestNode, Version};

const PLACE: &str = "static_validator";

/// By the name of their group.
pub(super) type OnSource = BTreeMap<String, TestCase>;

/// A version without these tests, and the tests.
pub(super) fn apart(version: &Version) -> (Cow<'_, Version>, OnSource) {
    let mut found = OnSource::new();
    if version.tests.cases().iter().all(|case| !case.on_source) {
        return (Cow::Borrowed(version), found);
    }
    let mut rest = version.clone();
    take(&mut rest.tests, &mut found);
    (Cow::Owned(rest), found)
}

fn take(group: &mut TestGroup, found: &mut OnSource) {
    let name = group.name.clone();
    group.children.retain(|child| match child {
        TestNode::Case(case) if case.on_source => {
            found.insert(name.clone(), case.clone());
            false
        }
        _ => true,
    });
    for child in &mut group.children {
        if let TestNode::Group(inner) = child {
            take(inner, found);
        }
    }
}

pub(super) fn program(draft: &mut Draft<'_>) {
    if let Some(program) = &draft.version.static_validator {
        programs::put(draft, program, &Place::of(program, PLACE));
    }
}

impl Draft<'_> {
    /// Points of a group that its other tests do not share.
    pub(super) fn on_source_points(&self, group: &str) -> f64 {
        self.on_source.get(group).and_then(|case| case.points).map_or(0.0, Points::get)
    }

    /// Writes the test of a group into the group's file, and gives its name; `parts`: tests give parts of the group's points.
    pub(super) fn write_on_source(
        &mut self,
        group: &str,
        (folder, factor, parts): (&str, f64, bool),
        yaml: &mut Yaml,
    ) -> Option<(String, String)> {
        let case = self.on_source.remove(group)?;
        match case.points.filter(|_| parts) {
            Some(points) => {
                let points = points.get() * factor;
                if points.fract() != 0.0 {
                    self.misjudge(
                        &format!("tests.{}", case.name),
                        "its points are rounded: the format has whole ones only",
                    );
                }
                yaml.word("static_validation_score", points.round());
            }
            None => yaml.word("static_validation_score", "pass-fail"),
        }
        if !case.validator_args.is_empty() {
            yaml.texts("static_validator_args", &case.validator_args);
        }
        Some((case.name, format!("{folder}/static_validation")))
    }

    /// Tests whose groups are none in the package.
    pub(super) fn tell_on_source_left(&mut self) {
        for (group, case) in std::mem::take(&mut self.on_source) {
            let why = format!("is left out: its group {group:?} is none of the package's groups");
            self.misjudge(&format!("tests.{}", case.name), why);
        }
    }
}
