//! Points of made-up problems.

mod agreement;
mod rules;
mod stops;

use problem::comparison::Comparison;
use problem::version::{Asked, Points, Protocol, Requirement, Rules, Scoring, TestNode};
use problem::{Hash, OutputValidator, Program, Score, TestCase, TestGroup, Verdict, Version};

use super::{Besides, Graded, Ran, Runner, Total, Worth, walk};
use crate::error::Error;

fn points(number: f64) -> Points {
    Points::try_from(number).expect("a number of points")
}

/// A case named so, whose content is its name's last part: `a/1` and `b/1` are one run.
fn case(name: &str) -> TestNode {
    let content = Hash::of(name.rsplit('/').next().unwrap_or(name).as_bytes());
    TestNode::Case(TestCase { sample: name.starts_with("sample"), ..TestCase::new(name, content, content) })
}

fn worth(name: &str, worth: f64) -> TestNode {
    match case(name) {
        TestNode::Case(case) => TestNode::Case(TestCase { points: Some(points(worth)), ..case }),
        group => group,
    }
}

fn group(name: &str, rules: Rules, children: Vec<TestNode>) -> TestNode {
    TestNode::Group(TestGroup { name: name.into(), children, rules })
}

fn max(number: f64) -> Rules {
    Rules { max: Some(points(number)), ..Rules::default() }
}

fn needs(group: &str, what: Asked) -> Rules {
    Rules { requires: vec![Requirement { group: group.into(), what }], ..Rules::default() }
}

fn pass_fail(children: Vec<TestNode>) -> Version {
    let tests = TestGroup { children, ..TestGroup::default() };
    Version { tests, ..Version::new("made-up".parse().expect("a slug")) }
}

/// With points, and this best score.
fn scoring(max: Option<f64>, children: Vec<TestNode>) -> Version {
    let scoring = Scoring { max: max.map(points), ..Scoring::default() };
    Version { scoring: Some(scoring), ..pass_fail(children) }
}

fn decided_by_program(version: Version, protocol: Protocol) -> Version {
    let program = Program { path: "v.py".into(), language: "python3".into(), files: Default::default() };
    let output_validator = OutputValidator::Program { program, protocol, args: Vec::new() };
    Version { output_validator, ..version }
}

fn compared(version: Version) -> Version {
    let comparison = Comparison::dmoj("linecount", [""; 0]).expect("a comparison");
    Version { output_validator: OutputValidator::Native { comparison }, ..version }
}

/// Results that are known before, and what became of each case.
struct Known<'a> {
    names: Vec<&'a str>,
    results: &'a dyn Fn(&str) -> Ran,
    run: Vec<&'a str>,
    skipped: Vec<(&'a str, String)>,
    graded: Vec<(String, Vec<(Verdict, f64)>)>,
    grade: Graded,
}

impl Runner for Known<'_> {
    fn run(&mut self, position: usize, _: &Worth) -> Result<Ran, Error> {
        let name = self.names[position];
        assert!(!self.run.contains(&name), "{name} is run twice");
        self.run.push(name);
        Ok((self.results)(name))
    }

    fn skip(&mut self, position: usize, reason: &str) -> Result<(), Error> {
        let name = self.names[position];
        assert!(!self.run.contains(&name), "{name} was run");
        assert!(self.skipped.iter().all(|(other, _)| *other != name), "{name} is skipped twice");
        self.skipped.push((name, reason.to_owned()));
        Ok(())
    }

    fn grade(&mut self, group: &TestGroup, children: &[(Verdict, f64)]) -> Result<Graded, Error> {
        self.graded.push((group.name.clone(), children.to_vec()));
        Ok(self.grade.clone())
    }
}

/// What a problem comes to with these results, and which of its cases were run, in order.
struct Judged<'a> {
    total: Total,
    known: Known<'a>,
}

fn judged<'a>(version: &'a Version, besides: Besides, results: &'a dyn Fn(&str) -> Ran) -> Judged<'a> {
    graded(version, besides, results, Err("no grader".into()))
}

fn graded<'a>(
    version: &'a Version,
    besides: Besides,
    results: &'a dyn Fn(&str) -> Ran,
    grade: Graded,
) -> Judged<'a> {
    let plan = version.plan();
    let names: Vec<&str> = plan.cases.iter().map(|case| case.name.as_str()).collect();
    let (run, skipped, graded) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = Known { names, results, run, skipped, graded, grade };
    let total = walk(version, &plan, besides, &mut known).expect("a total");
    Judged { total, known }
}

/// Accepted but for these, which are what stands beside them.
fn but<'a>(failed: &'a [(&'a str, Verdict)]) -> impl Fn(&str) -> Ran + 'a {
    move |name| {
        let verdict = failed.iter().find(|(failed, _)| *failed == name).map(|(_, verdict)| *verdict);
        Ran { verdict: verdict.unwrap_or(Verdict::Ac), score: None }
    }
}

fn share(share: f64) -> Ran {
    Ran { verdict: if share < 1.0 { Verdict::Pa } else { Verdict::Ac }, score: Some(Score::Share(share)) }
}

/// Verdict and score with these failures.
fn came_to(version: &Version, failed: &[(&str, Verdict)]) -> (Verdict, Option<f64>) {
    let total = judged(version, Besides::Nothing, &but(failed)).total;
    (total.verdict, total.score)
}

/// The score of a group.
fn of(total: &Total, name: &str) -> f64 {
    total.groups.iter().find(|group| group.name == name).expect("a group of that name").score
}
