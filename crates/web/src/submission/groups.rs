//! The tests under the groups that they lie in.

use problem::version::{Asked, Branch, Requirement};
use problem::{GroupResult, Version};

use super::cases::Case;
use crate::mark::Standing;
use crate::words;

/// A group with those of its tests that are shown; of a pass-fail problem there is one without a title.
pub(crate) struct Section {
    pub(super) title: Option<String>,
    /// When the judging is done.
    pub(super) standing: Option<Standing>,
    /// `20 of 30`, or while it is judged `30 points`.
    pub(super) points: String,
    /// What the group needed, or that it does not count.
    pub(super) note: String,
    pub(super) cases: Vec<Case>,
}

/// `results` are there when the judging is done.
pub(super) fn sections(version: &Version, results: &[GroupResult], cases: Vec<Case>) -> Vec<Section> {
    if version.scoring.is_none() {
        let (standing, points, note) = (None, String::new(), String::new());
        return vec![Section { title: None, standing, points, note, cases }];
    }
    let plan = version.plan();
    let mut shown = vec![false; plan.cases.len()];
    let sections = plan.root.groups().into_iter().map(|branch| {
        let result = results.iter().find(|result| result.name == branch.group.name);
        let mut section = Section::new(version, branch, result);
        for position in branch.positions() {
            let Some(case) = cases.iter().find(|case| case.number == position + 1) else { continue };
            // A test that lies in several groups is led to where it stands first.
            let is_first = !std::mem::replace(&mut shown[position], true);
            let mut case = Case { has_anchor: is_first, ..case.clone() };
            // The group's line says it for all.
            if !case.is_run && !section.note.is_empty() {
                case.why.clear();
            }
            section.cases.push(case);
        }
        section
    });
    sections.filter(|section| !section.cases.is_empty()).collect()
}

impl Section {
    fn new(version: &Version, branch: &Branch<'_>, result: Option<&GroupResult>) -> Self {
        let rules = &branch.group.rules;
        let bounded = version.scoring.as_ref().is_some_and(|scoring| scoring.max.is_some());
        let max = (bounded || rules.max.is_some()).then(|| branch.group.worth());
        let points = match (result, max) {
            _ if rules.uncounted => String::new(),
            (Some(result), _) => words::score(result.score, result.max),
            (None, Some(max)) => words::score(max, None),
            (None, None) => String::new(),
        };
        let note = match result.map(|result| result.reason.as_str()) {
            _ if rules.uncounted => "does not count".to_owned(),
            None | Some("") => String::new(),
            // The titles of groups are not their names.
            Some(reason) => match rules.requires.first() {
                Some(_) => needs(&rules.requires),
                None => reason.to_owned(),
            },
        };
        Self {
            title: Some(title(&branch.group.name)),
            standing: result.map(|result| Standing::Done(result.verdict)),
            points,
            note,
            cases: Vec::new(),
        }
    }
}

/// How pages name a group.
pub(crate) fn title(name: &str) -> String {
    match name {
        "" => "Tests".to_owned(),
        "sample" => "Samples".to_owned(),
        "secret" => "Secret tests".to_owned(),
        name => format!("Group {}", name.strip_prefix("secret/").unwrap_or(name)),
    }
}

/// `needs all tests of group 1 accepted`, or nothing.
pub(crate) fn needs(requires: &[Requirement]) -> String {
    let needs = requires.iter().map(|Requirement { group, what }| {
        let group = title(group);
        let group = group[..1].to_lowercase() + &group[1..];
        match what {
            Asked::Accepted => format!("all tests of {group} accepted"),
            Asked::Full => format!("all points of {group}"),
            Asked::Some => format!("points of {group}"),
        }
    });
    let needs: Vec<String> = needs.collect();
    if needs.is_empty() { String::new() } else { format!("needs {}", needs.join(", ")) }
}

#[cfg(test)]
mod tests {
    use problem::version::{Points, Rules, Scoring, TestNode};
    use problem::{Hash, TestCase, TestGroup, Verdict};

    use super::*;
    use crate::submission::Rights;
    use crate::submission::cases::table;
    use crate::submission::fixture::run;

    fn case(number: usize) -> TestNode {
        let content = Hash::of(number.to_string().as_bytes());
        TestNode::Case(TestCase::new(format!("secret/{number}"), content, content))
    }

    fn version(children: Vec<TestNode>) -> Version {
        let tests = TestGroup { children, ..TestGroup::default() };
        Version { tests, ..Version::new("sum".parse().unwrap()) }
    }

    /// Two groups, whose second has the first one's test, too, and needs its points.
    fn grouped() -> Version {
        let cases: Vec<TestNode> = (0..3).map(case).collect();
        let group = |name: &str, requires, cases: &[TestNode]| {
            let rules = Rules { max: Some(Points::from(30)), requires, ..Rules::default() };
            TestNode::Group(TestGroup { name: name.into(), children: cases.to_vec(), rules })
        };
        let needs = vec![Requirement { group: "secret/1".into(), what: Asked::Full }];
        let groups = vec![group("secret/1", Vec::new(), &cases[..1]), group("secret/2", needs, &cases)];
        let scoring = Some(Scoring { max: Some(Points::from(60)), ..Scoring::default() });
        Version { scoring, ..version(groups) }
    }

    /// A line each: title, points, note, then the tests, with a mark at those that are led to.
    fn shown(version: &Version, results: &[GroupResult]) -> Vec<String> {
        let runs = [run(0, Verdict::Ac), run(1, Verdict::Wa), run(2, Verdict::Sk)];
        let (cases, _) = table(&runs, Rights { details: true, internals: false });
        let sections = sections(version, results, cases).into_iter().map(|section| {
            let cases = section.cases.iter();
            let cases =
                cases.map(|case| format!("{}{}", case.number, if case.has_anchor { "#" } else { "" }));
            let cases = cases.collect::<Vec<_>>().join(" ");
            let title = section.title.unwrap_or_default();
            format!("{title} | {} | {} | {cases}", section.points, section.note)
        });
        sections.collect()
    }

    #[test]
    fn tests_stand_in_all_their_groups_and_have_one_place_that_is_led_to() {
        let second = GroupResult {
            name: "secret/2".into(),
            verdict: Verdict::Sk,
            score: 0.0,
            max: Some(30.0),
            cases: vec![0, 1, 2],
            counts: true,
            reason: "secret/2 needs all points of secret/1.".into(),
        };
        let got = shown(&grouped(), &[second]);
        assert_eq!(
            got,
            ["Group 1 | 30 points |  | 1#", "Group 2 | 0 of 30 | needs all points of group 1 | 1 2# 3#"]
        );
    }

    #[test]
    fn a_pass_fail_problem_has_its_tests_in_one_list() {
        let got = shown(&version((0..3).map(case).collect()), &[]);
        assert_eq!(got, [" |  |  | 1# 2# 3#"]);
    }
}
