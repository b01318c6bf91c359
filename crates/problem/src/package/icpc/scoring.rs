//! What groups give in the current format: `max_score`, `score_aggregation` and `require_pass` of `test_group.yaml`, with
//! defaults that depend on the group's place.

use std::collections::BTreeMap;

use super::edition::Edition;
use super::groups::Settings;
use super::on_source;
use crate::fault::Fault;
use crate::package::reading::Reading;
use crate::package::schema::{At, Section};
use crate::package::yaml::Value;
use crate::version::{Aggregation, Asked, Points, Requirement, Scoring, TestGroup, TestNode};

/// What a group says of itself; nothing of it is inherited.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// `None` in it: unbounded.
    max: Option<At<Option<u64>>>,
    aggregation: Option<At<Aggregation>>,
    requires: Vec<At<String>>,
    /// Of drafts: what each case gives.
    case_score: Option<At<f64>>,
    /// The test that the static validator makes.
    pub(super) on_source: Option<on_source::Asked>,
}

/// The most points in `secret`, unless it says something else.
const MOST: u32 = 100;

impl Own {
    pub(super) fn read(section: &mut Section<'_>, edition: Edition) -> Self {
        let mut own = Self { on_source: on_source::Asked::read(section), ..Self::default() };
        own.take(section, "score_aggregation");
        if edition == Edition::Draft {
            own.take(section, "aggregation");
            for key in ["scoring", "grading"] {
                if matches!(section.take(key), Some(entry) if matches!(entry.node.value, Value::Map(_))) {
                    let mut inner = section.section(key);
                    own.take(&mut inner, "aggregation");
                    own.case_score = inner.number("score", "a number from 0 on", |score| score >= 0.0);
                    inner.finish(edition.strictness());
                }
            }
        }
        own
    }

    fn take(&mut self, section: &mut Section<'_>, aggregation: &'static str) {
        if let Some(text) = section.text("max_score") {
            if text.value == "unbounded" {
                self.max = Some(At { value: None, line: text.line });
            } else if let Some(whole) = section.whole("max_score", 0) {
                self.max = Some(At { value: Some(whole.value), line: whole.line });
            }
        }
        if let Some(text) = section.text(aggregation) {
            let value = match text.value.as_str() {
                "pass-fail" => Some(Aggregation::All),
                "sum" => Some(Aggregation::Sum),
                "min" => Some(Aggregation::Min),
                other => {
                    let message = format!("{aggregation} must be pass-fail, sum or min; it is {other:?}");
                    section.wrong(text.line, message);
                    None
                }
            };
            self.aggregation = value.map(|value| At { value, line: text.line });
        }
        self.requires.extend(section.texts("require_pass").unwrap_or_default());
    }

    /// What the cases come to where a draft says what each gives.
    fn of_cases(&self, group: &TestGroup) -> Option<Points> {
        let score = self.case_score.as_ref()?.value;
        let sum = self.aggregation.as_ref().is_some_and(|at| at.value == Aggregation::Sum);
        Points::try_from(if sum { score * group.children.len() as f64 } else { score }).ok()
    }

    /// Points that the static validator gives.
    fn fixed(&self) -> f64 {
        self.on_source.as_ref().and_then(|asked| asked.score).unwrap_or_default() as f64
    }

    /// The keys that are set, each with its line.
    fn set(&self) -> Vec<(&'static str, u32)> {
        let max = self.max.as_ref().map(|at| ("max_score", at.line));
        let aggregation = self.aggregation.as_ref().map(|at| ("score_aggregation", at.line));
        let requires = self.requires.first().map(|at| ("require_pass", at.line));
        let score = self.case_score.as_ref().map(|at| ("score", at.line));
        [max, aggregation, requires, score].into_iter().flatten().collect()
    }
}

/// In a pass-fail problem no group may say anything of points.
pub(super) fn tell_useless(reading: &Reading, settings: &BTreeMap<String, Settings>) {
    for own in settings.values() {
        for (key, line) in own.own.set() {
            let message = format!("{key} is for scoring problems: this one is pass-fail (type)");
            let fault = Fault { severity: reading.edition.strictness(), ..Fault::error(&own.file, message) };
            reading.faults.add(fault.at(line));
        }
    }
}

/// Gives the groups of a scoring problem their rules, and says what the problem is worth.
pub(super) fn apply(
    reading: &Reading,
    tree: &mut TestGroup,
    settings: &BTreeMap<String, Settings>,
) -> Scoring {
    let giving = Giving { reading, settings };
    let mut scoring = Scoring { max: Some(MOST.into()), ..Scoring::default() };
    let mut earlier = Vec::new();
    for child in &mut tree.children {
        let TestNode::Group(group) = child else { continue };
        if group.name == "sample" {
            giving.sample(group);
        } else {
            scoring.max = giving.secret(group, &mut earlier);
        }
        earlier.push((group.name.clone(), Aggregation::All));
    }
    scoring
}

struct Giving<'a> {
    reading: &'a Reading,
    settings: &'a BTreeMap<String, Settings>,
}

/// Groups that were read before, by name, and what makes their score.
type Earlier = Vec<(String, Aggregation)>;

impl Giving<'_> {
    fn own(&self, group: &TestGroup) -> (&str, Own) {
        self.settings
            .get(&group.name)
            .map_or(("", Own::default()), |settings| (settings.file.as_str(), settings.own.clone()))
    }

    fn wrong(&self, file: &str, line: u32, message: String) {
        self.reading.faults.error_at(file, line, message);
    }

    /// Samples are run for everybody to see, and give nothing.
    fn sample(&self, group: &mut TestGroup) {
        group.rules.uncounted = true;
        let (file, own) = self.own(group);
        for (key, line) in own.set() {
            self.wrong(file, line, format!("{key} must not be set in data/sample, which gives no points"));
        }
    }

    /// Returns its most points.
    fn secret(&self, secret: &mut TestGroup, earlier: &mut Earlier) -> Option<Points> {
        let (file, own) = self.own(secret);
        let max = own.max.as_ref().map_or(Some(u64::from(MOST)), |at| at.value).map(points);
        let aggregation = own.aggregation.as_ref().map_or(Aggregation::Sum, |at| at.value);
        secret.rules.max = max;
        secret.rules.aggregation = aggregation;
        if aggregation == Aggregation::All && max.is_none() {
            let line = own.max.as_ref().map_or(1, |at| at.line);
            self.wrong(
                file,
                line,
                "max_score must not be unbounded: the aggregation is pass-fail".to_owned(),
            );
        }
        secret.rules.requires = self.requires(file, &own, earlier);
        let mut inner: Vec<&mut TestGroup> = groups(secret).collect();
        for group in &mut inner {
            self.group(group, (aggregation, max), earlier);
        }
        if inner.is_empty() {
            share(secret, &own);
        } else {
            self.tell_sums(secret, file, &own);
        }
        max
    }

    /// `above` is how `secret` makes its score, and its most points.
    fn group(&self, group: &mut TestGroup, above: (Aggregation, Option<Points>), earlier: &mut Earlier) {
        let (file, own) = self.own(group);
        let aggregation = own.aggregation.as_ref().map_or(Aggregation::All, |at| at.value);
        let max = own.max.as_ref().and_then(|at| at.value).map(points).or_else(|| own.of_cases(group));
        let (above, bound) = above;
        let place = if file.is_empty() { format!("data/{}", group.name) } else { file.to_owned() };
        if above == Aggregation::All {
            if let Some(at) = own.aggregation.as_ref().filter(|at| at.value != Aggregation::All) {
                let message = "score_aggregation must be pass-fail: data/secret has it so";
                self.wrong(file, at.line, message.to_owned());
            }
        } else if max.is_none() && (bound.is_some() || aggregation == Aggregation::All) {
            let why =
                if bound.is_some() { "data/secret has a bound" } else { "the aggregation is pass-fail" };
            self.reading.faults.error(&place, format!("needs a max_score: {why}"));
        }
        group.rules.max = max;
        group.rules.aggregation = aggregation;
        group.rules.requires = self.requires(file, &own, earlier);
        share(group, &own);
        earlier.push((group.name.clone(), aggregation));
    }

    fn requires(&self, file: &str, own: &Own, earlier: &Earlier) -> Vec<Requirement> {
        let mut requires = Vec::new();
        for At { value: name, line } in &own.requires {
            match earlier.iter().find(|(known, _)| known == name) {
                Some((_, Aggregation::All)) => {
                    requires.push(Requirement { group: name.clone(), what: Asked::Accepted });
                }
                Some(_) => {
                    let message =
                        format!("require_pass names {name}, whose score_aggregation is not pass-fail");
                    self.wrong(file, *line, message);
                }
                // A package without samples loses nothing by asking for them.
                None if name == "sample" => {}
                None => {
                    let message = format!(
                        "require_pass names {name:?}, which is no group before this one: write sample or secret/NAME"
                    );
                    self.wrong(file, *line, message);
                }
            }
        }
        requires
    }

    /// Tells where the groups come to more than `secret` may give, or can never reach it.
    fn tell_sums(&self, secret: &TestGroup, file: &str, own: &Own) {
        let (Some(max), Aggregation::Sum) = (secret.rules.max, secret.rules.aggregation) else { return };
        let inner = secret.children.iter().map(|child| match child {
            TestNode::Group(group) => group.rules.max.map(Points::get),
            TestNode::Case(_) => None,
        });
        let Some(sum) = inner.sum::<Option<f64>>() else { return };
        let sum = sum + own.fixed();
        let place = if file.is_empty() { "data/secret" } else { file };
        let line = own.max.as_ref().map(|at| at.line);
        let message =
            format!("the groups' max_score come to {sum}, that of data/secret is {max}: make them the same");
        let fault = if sum > max.get() + Points::SAME {
            Fault::error(place, message)
        } else if sum < max.get() - Points::SAME {
            Fault::warning(place, message)
        } else {
            return;
        };
        self.reading.faults.add(line.map_or(fault.clone(), |line| fault.at(line)));
    }
}

fn groups(of: &mut TestGroup) -> impl Iterator<Item = &mut TestGroup> {
    of.children.iter_mut().filter_map(|child| match child {
        TestNode::Group(group) => Some(group),
        TestNode::Case(_) => None,
    })
}

/// No group is worth more than a double can count.
fn points(whole: u64) -> Points {
    Points::try_from(whole as f64).unwrap_or_default()
}

/// What each case of a group is worth: an even part of a sum, less what the static validator gives; all of a minimum.
fn share(group: &mut TestGroup, own: &Own) {
    let count = group.children.len();
    let worth = match (group.rules.aggregation, group.rules.max) {
        (Aggregation::Sum, Some(max)) => {
            Points::try_from((max.get() - own.fixed()).max(0.0) / count.max(1) as f64).ok()
        }
        (Aggregation::Min, max) => max,
        // A case is worth 1 unless it says otherwise, which would be more than there is.
        (Aggregation::All, Some(Points::ZERO)) => Some(Points::ZERO),
        _ => None,
    };
    let worth = own.case_score.as_ref().and_then(|at| Points::try_from(at.value).ok()).or(worth);
    for child in &mut group.children {
        if let TestNode::Case(case) = child {
            case.points = worth;
        }
    }
}
