//! `static_validator/`, a program that judges what was submitted, and the test that a group makes of it.

use std::collections::BTreeMap;

use super::cases::Tests;
use super::groups::Settings;
use super::kind::Kinds;
use super::program;
use crate::package::reading::Reading;
use crate::package::schema::{At, Section};
use crate::package::tree::Folder;
use crate::package::yaml::Value;
use crate::version::{Aggregation, Points, Program, Rules, TestCase, TestGroup, TestNode};

const PLACE: &str = "static_validator";

/// The test is called so in its group.
const NAME: &str = "static_validation";

/// What a group's file says of its test.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// The most points; `None`: pass-fail.
    pub(super) score: Option<u64>,
    args: Vec<String>,
    line: u32,
}

impl Asked {
    pub(super) fn read(section: &mut Section<'_>) -> Option<Self> {
        let args = section.texts("static_validator_args");
        let Some(score) = score(section) else {
            if let Some(at) = args.as_ref().and_then(|args| args.first()) {
                let message = "static_validator_args is set without static_validation_score";
                section.wrong(at.line, message);
            }
            return old(section);
        };
        let args = args.unwrap_or_default().into_iter().map(|text| text.value).collect();
        Some(Self { score: score.value, args, line: score.line })
    }
}

fn score(section: &mut Section<'_>) -> Option<At<Option<u64>>> {
    const KEY: &str = "static_validation_score";
    let text = section.text(KEY)?;
    if text.value == "pass-fail" {
        return Some(At { value: None, line: text.line });
    }
    section.whole(KEY, 0).map(|whole| At { value: Some(whole.value), line: whole.line })
}

/// As drafts say it: a map with `args`, a text, and `score`; or `false`.
fn old(section: &mut Section<'_>) -> Option<Asked> {
    const KEY: &str = "static_validation";
    let entry = section.take(KEY)?;
    if !matches!(entry.node.value, Value::Map(_)) {
        let nothing =
            matches!(&entry.node.value, Value::Scalar(text) if matches!(text.as_str(), "false" | "no"));
        if !nothing {
            section.wrong(entry.line, "static_validation must be false, or a map with args and score");
        }
        return None;
    }
    let mut inner = section.section(KEY);
    let args = inner.text("args").map_or(Ok(Vec::new()), |text| super::args::split(&text.value));
    let score = inner.whole("score", 0).map(|whole| whole.value);
    let args = args.map_err(|reason| inner.wrong(entry.line, format!("static_validation.args {reason}")));
    Some(Asked { score, args: args.ok()?, line: entry.line })
}

/// The program, where there is to be one.
pub(super) fn program(reading: &mut Reading, root: &Folder, kinds: Kinds) -> Option<Program> {
    let folder = root.folder(PLACE).filter(|folder| folder.has_files())?;
    if kinds.answers {
        let message =
            "judges sources, and here outputs are handed in: take it out, or type must not be submit-answer";
        reading.faults.error(PLACE, message);
        return None;
    }
    program::only(reading, PLACE, folder, "static validator")
}

/// Puts the tests into their groups, before all others; the groups have their rules already.
pub(super) fn add(reading: &Reading, tests: &mut Tests, validator: Option<&Program>, kinds: Kinds) {
    let Tests { tree, settings, .. } = tests;
    let mut adding = Adding { reading, settings, kinds, there: validator.is_some(), used: false };
    adding.group(tree);
    if let Some(program) = validator.filter(|_| !adding.used) {
        let message = "is not used: no test_group.yaml sets static_validation_score";
        reading.faults.warn(&program.path, message);
    }
}

struct Adding<'a> {
    reading: &'a Reading,
    settings: &'a BTreeMap<String, Settings>,
    kinds: Kinds,
    /// There is a program to ask.
    there: bool,
    used: bool,
}

impl Adding<'_> {
    fn group(&mut self, group: &mut TestGroup) {
        for child in &mut group.children {
            if let TestNode::Group(inner) = child {
                self.group(inner);
            }
        }
        let Some(Settings { file, own, .. }) = self.settings.get(&group.name) else { return };
        let Some(asked) = &own.on_source else { return };
        self.used = true;
        if let Err(message) = self.check(group, asked) {
            return self.reading.faults.error_at(file, asked.line, message);
        }
        let Some(nothing) = self.reading.keep_for(file, b"") else { return };
        let case = TestCase {
            on_source: true,
            validator_args: asked.args.clone(),
            points: points(&group.rules, asked.score),
            ..TestCase::new(name(group), nothing, nothing)
        };
        group.children.insert(0, TestNode::Case(case));
    }

    fn check(&self, group: &TestGroup, asked: &Asked) -> Result<(), String> {
        let name = name(group);
        if !self.there {
            let message = "static_validation_score is set, and there is no program in static_validator/";
            return Err(message.to_owned());
        }
        if group.own_cases().any(|case| case.name == name) {
            return Err(format!("the static validation is called {name}: rename the test of that name"));
        }
        match (asked.score, group.rules.max) {
            _ if group.rules.uncounted => Ok(()),
            (Some(_), _) if !self.gives_parts(group) => {
                let why = if self.kinds.scoring { "score_aggregation" } else { "type" };
                Err(format!("static_validation_score must be pass-fail: so is the {why}"))
            }
            (Some(most), Some(max)) if most as f64 > max.get() => {
                Err(format!("static_validation_score is {most}, more than the group's max_score, {max}"))
            }
            (None, _) if self.gives_parts(group) => {
                Err("static_validation_score must be a number: the group's tests give points".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn gives_parts(&self, group: &TestGroup) -> bool {
        self.kinds.scoring && matches!(group.rules.aggregation, Aggregation::Sum | Aggregation::Min)
    }
}

fn name(group: &TestGroup) -> String {
    format!("{}/{NAME}", group.name)
}

/// A test that says nothing is worth 1, more than there is in a group that gives nothing.
fn points(rules: &Rules, most: Option<u64>) -> Option<Points> {
    let nothing = (rules.max == Some(Points::ZERO)).then_some(Points::ZERO);
    most.and_then(|most| Points::try_from(most as f64).ok()).or(nothing)
}
