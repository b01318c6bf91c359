//! What groups give in packages before 2023, and in drafts that still say it so: `testdata.yaml` with a grader's flags,
//! each property inherited from the nearest folder above that sets it.

pub(super) mod domjudge;

use std::collections::BTreeMap;

use super::args;
use super::groups::Settings;
use super::kind::Kinds;
use crate::package::reading::Reading;
use crate::package::schema::{At, Section, decimal};
use crate::version::{
    Aggregation, Grader, GraderProtocol, OnReject, Points, Program, Scoring, TestGroup, TestNode, VerdictRule,
};

/// The properties; `None` where nobody has set one.
#[derive(Clone, Debug, Default)]
pub(super) struct Legacy {
    on_reject: Option<OnReject>,
    /// Where `grading: custom` stands.
    custom: Option<(String, u32)>,
    flags: Vec<String>,
    verdict: Option<VerdictRule>,
    accept: Option<Points>,
    reject: Option<Points>,
    range: Option<Range>,
    imposed: Imposed,
}

/// From the least to the most, if there are such.
type Range = (Option<Points>, Option<Points>);

/// What `problem.yaml` gives to every group, whatever the group says: so do Kattis' own tools.
#[derive(Clone, Copy, Debug, Default)]
struct Imposed {
    on_reject: Option<OnReject>,
    accept: Option<Points>,
    reject: Option<Points>,
    range: Option<Range>,
}

/// Keys that only this way of saying it has.
pub(super) const KEYS: [&str; 6] =
    ["on_reject", "grading", "grader_flags", "accept_score", "reject_score", "range"];

impl Legacy {
    /// Reads the properties of a group on top of what it inherits.
    pub(super) fn of_group(section: &mut Section<'_>, inherited: &Self) -> Self {
        let mut own = inherited.clone();
        own.scores(section);
        if let Some(text) = section.text("on_reject") {
            match text.value.as_str() {
                "break" => own.on_reject = Some(OnReject::Group),
                "continue" => own.on_reject = Some(OnReject::Continue),
                other => {
                    section.wrong(text.line, format!("on_reject must be break or continue; it is {other:?}"));
                }
            }
        }
        if let Some(text) = section.text("grading") {
            match text.value.as_str() {
                "custom" => own.custom = Some((section.file.to_owned(), text.line)),
                "default" => own.custom = None,
                other => {
                    section.wrong(text.line, format!("grading must be default or custom; it is {other:?}"));
                }
            }
        }
        if let Some(entry) = section.take("grader_flags") {
            if let Some(flags) = args::of(section, entry) {
                own.flags = flags.list;
            }
            own.verdict = None;
        }
        own.impose(section);
        own
    }

    fn impose(&mut self, section: &mut Section<'_>) {
        let Imposed { on_reject, accept, reject, range } = self.imposed;
        for (key, is_imposed) in [
            ("on_reject", on_reject.is_some()),
            ("accept_score", accept.is_some()),
            ("reject_score", reject.is_some()),
            ("range", range.is_some()),
        ] {
            if let Some(entry) = section.take(key).filter(|_| is_imposed) {
                let message = format!("{key} is ignored: grading of problem.yaml sets it for all groups");
                section.doubtful(entry.line, message);
            }
        }
        self.on_reject = on_reject.or(self.on_reject);
        self.accept = accept.or(self.accept);
        self.reject = reject.or(self.reject);
        self.range = range.or(self.range);
    }

    /// The older form, which stood in `problem.yaml`.
    pub(super) fn of_problem(section: &mut Section<'_>) -> Self {
        let mut own = Self::default();
        own.scores(section);
        if let Some(text) = section.text("on_reject") {
            (own.on_reject, own.verdict) = match text.value.as_str() {
                "first_error" => (Some(OnReject::Group), Some(VerdictRule::First)),
                // Kattis' tools know it no more: the group's own words count.
                "worst_error" => (None, None),
                "grade" => (Some(OnReject::Continue), None),
                other => {
                    let message = format!(
                        "grading.on_reject must be first_error, worst_error or grade; it is {other:?}"
                    );
                    section.wrong(text.line, message);
                    (None, None)
                }
            };
        }
        let Self { on_reject, accept, reject, range, .. } = own;
        own.imposed = Imposed { on_reject, accept, reject, range };
        own
    }

    fn scores(&mut self, section: &mut Section<'_>) {
        let score = |at: At<f64>| Points::try_from(at.value).ok();
        self.accept = section.number("accept_score", "a number", |_| true).and_then(score).or(self.accept);
        self.reject = section.number("reject_score", "a number", |_| true).and_then(score).or(self.reject);
        if let Some(ends) = section.texts("range").filter(|ends| !ends.is_empty()) {
            let text = ends.iter().map(|end| end.value.as_str()).collect::<Vec<_>>().join(" ");
            match range(&text) {
                Some(range) => self.range = Some(range),
                None => section.wrong(
                    ends[0].line,
                    format!("range must be two numbers, the least and the most; it is {text:?}"),
                ),
            }
        }
    }

    fn has(&self, flag: &str) -> bool {
        self.custom.is_none() && self.last_first().any(|word| word == flag)
    }

    /// The words of the flags as the default grader takes them.
    fn last_first(&self) -> impl Iterator<Item = &str> {
        self.flags.iter().rev().flat_map(|flag| words(flag).rev())
    }

    /// The last word wins; words that are none of the grader's are nothing to it.
    fn verdict(&self) -> VerdictRule {
        let word = |word: &str| match word {
            "first_error" => Some(VerdictRule::First),
            // Whatever its name says, `no_errors` is what Kattis' grader takes for `worst_error`.
            "worst_error" | "no_errors" => Some(VerdictRule::Worst),
            "always_accept" => Some(VerdictRule::Accepted),
            _ => None,
        };
        let said = self.last_first().find_map(word).or(self.verdict);
        // A group that breaks has one error, which is the first and the worst.
        let default = match self.on_reject {
            Some(OnReject::Continue) => VerdictRule::Worst,
            _ => VerdictRule::First,
        };
        said.unwrap_or(default)
    }

    fn aggregation(&self) -> Aggregation {
        let word = |word: &str| match word {
            "sum" => Some(Aggregation::Sum),
            "avg" => Some(Aggregation::Average),
            "min" => Some(Aggregation::Min),
            "max" => Some(Aggregation::Max),
            _ => None,
        };
        self.last_first().find_map(word).unwrap_or_default()
    }

    fn most(&self) -> Option<Points> {
        self.range.and_then(|(_, most)| most)
    }

    /// What an accepted case gives: at most the range's end where the validator says how much.
    fn points(&self, kinds: Kinds) -> Option<Points> {
        let bound = if kinds.validator_scores { self.most() } else { None };
        bound.or(self.accept)
    }
}

/// With blanks or commas between: `sum, ignore_sample`.
fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split([' ', ',', '\t']).filter(|word| !word.is_empty())
}

/// `0 100`, `-inf +inf`.
fn range(text: &str) -> Option<(Option<Points>, Option<Points>)> {
    let end = |word: &str| match word.trim_start_matches(['+', '-']) {
        "inf" | "infinity" => Some(None),
        _ => Some(Some(Points::try_from(decimal(word)?).ok()?)),
    };
    let mut words = words(text);
    let both = (end(words.next()?)?, end(words.next()?)?);
    let in_order = !matches!(both, (Some(least), Some(most)) if least > most);
    (words.next().is_none() && in_order).then_some(both)
}

/// Gives the groups their rules, by the settings of each group's name. `grader` is the package's own.
pub(super) fn apply(
    reading: &Reading,
    tree: &mut TestGroup,
    settings: &BTreeMap<String, Settings>,
    kinds: Kinds,
    grader: Option<&Program>,
) {
    let no_settings = Settings::default();
    let own = settings.get(&tree.name).unwrap_or(&no_settings);
    group(reading, tree, &own.legacy, kinds, grader);
    let ignores_sample = tree.name.is_empty() && own.legacy.has("ignore_sample");
    for child in &mut tree.children {
        match child {
            TestNode::Group(inner) => {
                apply(reading, inner, settings, kinds, grader);
                inner.rules.uncounted = ignores_sample && inner.name == "sample";
            }
            TestNode::Case(case) if kinds.scoring => {
                case.points = own.legacy.points(kinds);
                case.reject_points = own.legacy.reject.filter(|points| *points != Points::ZERO);
            }
            TestNode::Case(_) => {}
        }
    }
}

fn group(reading: &Reading, group: &mut TestGroup, own: &Legacy, kinds: Kinds, grader: Option<&Program>) {
    let rules = &mut group.rules;
    if let Some((file, line)) = &own.custom {
        match grader {
            Some(program) => {
                let (args, protocol) = (own.flags.clone(), GraderProtocol::Verdicts);
                rules.grader = Some(Grader { program: program.clone(), args, protocol });
            }
            None => {
                let message = "grading is custom, but there is no program in graders/";
                reading.faults.error_at(file, *line, message);
            }
        }
    } else {
        rules.verdict = own.verdict();
        rules.any_accepted = own.has("accept_if_any_accepted");
    }
    if kinds.scoring {
        rules.aggregation = own.aggregation();
        rules.on_reject = own.on_reject.unwrap_or(OnReject::Group);
        rules.max = own.most();
        // What a rejected group has reached counts in the one around it; only a rejected submission has nothing.
        rules.only_accepted = group.name.is_empty();
    }
}

/// The problem's own points, once the groups have their rules.
pub(super) fn scoring(tree: &TestGroup, kinds: Kinds, lowest_wins: bool) -> Scoring {
    let max = best(tree, kinds).and_then(|most| Points::try_from(most).ok());
    Scoring { max, lowest_wins, points_optional: kinds.validator_may_score, ..Scoring::default() }
}

/// The most that a group can give; `None` where there is no bound or only its grader knows.
fn best(group: &TestGroup, kinds: Kinds) -> Option<f64> {
    if let Some(max) = group.rules.max {
        return Some(max.get());
    }
    if group.rules.grader.is_some() {
        return None;
    }
    let child = |node: &TestNode| match node {
        TestNode::Group(inner) if inner.rules.uncounted => None,
        TestNode::Group(inner) => Some(best(inner, kinds)),
        TestNode::Case(_) if kinds.validator_scores || kinds.validator_may_score => Some(None),
        TestNode::Case(case) => Some(Some(case.points.unwrap_or(Points::ONE).get())),
    };
    let children: Vec<f64> = group.children.iter().filter_map(child).collect::<Option<_>>()?;
    Some(match group.rules.aggregation {
        Aggregation::Min => children.into_iter().reduce(f64::min).unwrap_or_default(),
        Aggregation::Max => children.into_iter().reduce(f64::max).unwrap_or_default(),
        Aggregation::Average => children.iter().sum::<f64>() / children.len().max(1) as f64,
        _ => children.iter().sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_two_numbers_in_order() {
        let points = |number: u32| Some(Points::from(number));
        assert_eq!(range("0 100"), Some((points(0), points(100))));
        assert_eq!(range("-inf +inf"), Some((None, None)));
        assert_eq!(range(" 0  inf "), Some((points(0), None)));
        for bad in ["", "1", "2 1", "a b", "1 2 3", "nan 1"] {
            assert_eq!(range(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn the_last_of_several_flags_wins_and_unknown_ones_are_nothing() {
        let flags = |text: &str| Legacy {
            flags: text.split_whitespace().map(str::to_owned).collect(),
            ..Legacy::default()
        };
        let both = flags("first_error min quick always_accept avg");
        assert_eq!((both.verdict(), both.aggregation()), (VerdictRule::Accepted, Aggregation::Average));
        assert_eq!(flags("no_errors").verdict(), VerdictRule::Worst);
        let goes_on = Legacy { on_reject: Some(OnReject::Continue), ..Legacy::default() };
        assert_eq!(goes_on.verdict(), VerdictRule::Worst);
        assert_eq!(flags("").verdict(), VerdictRule::First);
    }
}
