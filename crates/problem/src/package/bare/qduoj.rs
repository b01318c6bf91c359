//! QDUOJ's exported problems: `problem.json`, and the tests in `testcase/`.

mod text;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::tree as tree_of;
use crate::blob::Hash;
use crate::comparison::Comparison;
use crate::language::Catalog;
use crate::limits::Limits;
use crate::package::given::{self, Own};
use crate::package::links::join;
use crate::package::natural;
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::verdict::Verdict;
use crate::version::{
    Credits, Example, Expectation, OutputValidator, Points, Program, Protocol, Scoring, Stubs, TestCase,
    TestGroup, TestNode, Version,
};

const FILE: &str = "problem.json";

/// What is read of `problem.json`; other keys are the site's.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Problem {
    title: String,
    description: Option<Text>,
    input_description: Option<Text>,
    output_description: Option<Text>,
    hint: Option<Text>,
    source: Option<String>,
    tags: Vec<String>,
    /// Milliseconds.
    time_limit: Option<u64>,
    /// MiB.
    memory_limit: Option<u64>,
    samples: Vec<Sample>,
    test_case_score: Vec<Test>,
    spj: Option<Code>,
    rule_type: String,
    template: BTreeMap<String, Template>,
    answers: Vec<Code>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Text {
    format: String,
    value: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Sample {
    input: String,
    output: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Test {
    input_name: String,
    output_name: String,
    score: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Code {
    language: String,
    code: String,
}

/// What stands around a submission.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Template {
    prepend: String,
    append: String,
}

pub(super) fn is(root: &Folder) -> bool {
    root.file(FILE).is_some()
}

pub(super) fn read(
    reading: &mut Reading,
    place: &str,
    root: &Folder,
    mut version: Version,
) -> Option<Version> {
    let path = join(place, FILE);
    let text = reading.text(&path, root.file(FILE)?)?;
    let problem: Problem = match serde_json::from_str(&text) {
        Ok(problem) => problem,
        Err(error) => {
            let line = u32::try_from(error.line()).unwrap_or(u32::MAX);
            reading.faults.error_at(&path, line, format!("is not a problem of QDUOJ: {error}"));
            return None;
        }
    };
    if !problem.title.trim().is_empty() {
        version.names = BTreeMap::from([("en".to_owned(), problem.title.trim().to_owned())]);
    }
    version.limits = limits(reading, &path, &problem);
    version.statements =
        text::statement(reading, &problem).into_iter().map(|text| ("en".to_owned(), text)).collect();
    version.tags = problem.tags.iter().cloned().collect::<BTreeSet<_>>();
    version.credits =
        Credits { source: problem.source.clone().filter(|source| !source.is_empty()), ..Credits::default() };
    version.stubs = stubs(reading, &problem);
    version.output_validator = validator(reading, &path, &problem);
    version.submissions =
        problem.answers.iter().enumerate().filter_map(|(at, code)| answer(reading, at, code)).collect();
    tests(reading, place, root, &problem, &mut version);
    Some(version)
}

/// Code that is put around every submission in a language.
fn stubs(reading: &Reading, problem: &Problem) -> Stubs {
    let mut stubs = Stubs::default();
    for (word, template) in &problem.template {
        let Some(id) = language(word) else { continue };
        let parts = [(&template.prepend, &mut stubs.before), (&template.append, &mut stubs.after)];
        for (text, to) in parts.into_iter().filter(|(text, _)| !text.trim().is_empty()) {
            to.extend(
                reading.keep_for(FILE, format!("{text}\n").as_bytes()).map(|hash| (id.to_owned(), hash)),
            );
        }
    }
    stubs
}

fn limits(reading: &Reading, path: &str, problem: &Problem) -> Limits {
    let own = Own {
        time_ms: problem.time_limit.filter(|time| (1..=3_600_000).contains(time)),
        memory_bytes: problem.memory_limit.filter(|mib| (1..=1 << 20).contains(mib)).map(|mib| mib << 20),
    };
    given::limits(reading, own, path)
}

/// The output without its last blanks, or a program that is given input and output.
fn validator(reading: &mut Reading, path: &str, problem: &Problem) -> OutputValidator {
    let lines = Comparison::hydro("default").map(|comparison| OutputValidator::Native { comparison });
    let lines = lines.unwrap_or(OutputValidator::Default { args: Vec::new() });
    let Some(spj) = problem.spj.as_ref().filter(|spj| !spj.code.trim().is_empty()) else { return lines };
    let Some((language, files)) = source(reading, "spj", spj) else {
        let message = format!("spj is in {:?}, a language that this judge does not know", spj.language);
        reading.faults.error(path, message);
        return lines;
    };
    let program = Program { path: "problem.json: spj".to_owned(), language, files };
    OutputValidator::Program { program, protocol: Protocol::Qduoj, args: Vec::new() }
}

/// Id of a language by QDUOJ's word for it.
fn language(word: &str) -> Option<&'static str> {
    let id = match word {
        "C++" => "cpp",
        "Python2" => return None,
        "Python3" => "python3",
        "Golang" => "go",
        other => &other.to_ascii_lowercase(),
    };
    Catalog::builtin().get(id).map(|language| language.id.as_str())
}

fn source(reading: &mut Reading, stem: &str, code: &Code) -> Option<(String, BTreeMap<String, Hash>)> {
    let id = language(&code.language)?;
    let ending = Catalog::builtin().get(id)?.extensions.first()?;
    let hash = reading.keep_for(FILE, code.code.as_bytes())?;
    Some((id.to_owned(), BTreeMap::from([(format!("{stem}.{ending}"), hash)])))
}

fn answer(reading: &mut Reading, at: usize, code: &Code) -> Option<Example> {
    let (language, files) = source(reading, "answer", code)?;
    let expected = Some(Expectation::of_cases([Verdict::Ac], []));
    Some(Example {
        path: format!("answers/{}", at + 1),
        language: Some(language),
        files,
        expected,
        entry: None,
    })
}

fn tests(reading: &mut Reading, place: &str, root: &Folder, problem: &Problem, version: &mut Version) {
    let mut samples = TestGroup { name: "sample".to_owned(), ..TestGroup::default() };
    samples.rules.uncounted = true;
    for (at, sample) in problem.samples.iter().enumerate() {
        let (input, answer) = (
            reading.keep_for(FILE, sample.input.as_bytes()),
            reading.keep_for(FILE, sample.output.as_bytes()),
        );
        let (Some(input), Some(answer)) = (input, answer) else { continue };
        let case = TestCase { sample: true, ..TestCase::new(format!("sample/{}", at + 1), input, answer) };
        samples.children.push(TestNode::Case(case));
    }
    let with_points = problem.rule_type.eq_ignore_ascii_case("OI");
    let mut secret = TestGroup { name: "secret".to_owned(), ..TestGroup::default() };
    let mut total = 0.0;
    for test in listed(root, problem) {
        let Some(mut case) = case(reading, place, root, &test) else { continue };
        if with_points {
            total += test.score;
            case.points = points(reading, place, &test);
        }
        secret.children.push(TestNode::Case(case));
    }
    if secret.children.is_empty() {
        reading.faults.error(&join(place, FILE), "has no test: its test_case_score is empty");
    }
    if with_points {
        let max = Points::try_from(total).ok();
        secret.rules.max = max;
        version.scoring = Some(Scoring { max, ..Scoring::default() });
    }
    version.tests = tree_of(vec![samples, secret]);
}

fn points(reading: &Reading, place: &str, test: &Test) -> Option<Points> {
    let points = Points::try_from(test.score).ok().filter(|points| points.get() >= 0.0);
    if points.is_none() {
        let message = format!("the score of {} must be a number from 0 on", test.input_name);
        reading.faults.error(&join(place, FILE), message);
    }
    points
}

/// As `problem.json` lists them; where it lists none, as they lie there.
fn listed(root: &Folder, problem: &Problem) -> Vec<Test> {
    let copy = |test: &Test| Test {
        input_name: test.input_name.clone(),
        output_name: test.output_name.clone(),
        score: test.score,
    };
    if !problem.test_case_score.is_empty() {
        return problem.test_case_score.iter().map(copy).collect();
    }
    let Some(folder) = root.folder("testcase") else { return Vec::new() };
    let mut inputs: Vec<&str> =
        folder.files().map(|(name, _)| name).filter(|name| name.ends_with(".in")).collect();
    inputs.sort_by(|a, b| natural::order(a, b));
    let test = |name: &str| Test {
        input_name: name.to_owned(),
        output_name: name.strip_suffix(".in").map(|stem| format!("{stem}.out")).unwrap_or_default(),
        score: 0.0,
    };
    inputs.into_iter().map(test).collect()
}

fn case(reading: &mut Reading, place: &str, root: &Folder, test: &Test) -> Option<TestCase> {
    let name = test.input_name.strip_suffix(".in").unwrap_or(&test.input_name);
    let input = file(reading, place, root, &test.input_name)?;
    let answer = match test.output_name.as_str() {
        // A problem whose answers only its program knows.
        "-" => reading.keep_for(FILE, b"")?,
        name => file(reading, place, root, name)?,
    };
    Some(TestCase::new(format!("secret/{name}"), input, answer))
}

fn file(reading: &mut Reading, place: &str, root: &Folder, name: &str) -> Option<Hash> {
    let path = join(place, &format!("testcase/{name}"));
    let Some(leaf) = root.folder("testcase").and_then(|folder| folder.file(name)) else {
        reading.faults.error(&path, format!("is missing: {FILE} lists it"));
        return None;
    };
    reading.store(&path, leaf)
}
