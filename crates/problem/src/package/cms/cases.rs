//! The cases: `input/input0.txt` with `output/output0.txt`, and so on.

use std::collections::BTreeSet;

use super::gen_file::{self, Gen};
use super::score::{self, ScoreType, Subtask};
use super::task::{FILE, Task};
use crate::blob::Hash;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};
use crate::version::{
    Aggregation, Kind, OutputValidator, Points, Rules, Scoring, TestCase, TestGroup, TestNode, Version,
};

/// More than any task has: what a file claims is not counted up to without end.
const MOST: usize = 100_000;

/// A case before it has its place.
struct Numbered {
    /// Three digits or more: `007`.
    code: String,
    input: Hash,
    answer: Hash,
    command: Option<String>,
}

/// Fills the version's tests, its scoring, and what is handed in.
pub(super) fn read(reading: &mut Reading, root: &Folder, task: &Task, version: &mut Version) {
    let made = gen_file::read(reading, root);
    let count = count(reading, root, task, made.as_ref());
    if count == 0 {
        reading
            .faults
            .error("input", "has no test case: input/input0.txt with output/output0.txt is the first");
    }
    if count > 0 && is_unmade(root) {
        let message =
            "is empty: the cases are made by the programs in gen/. Run cmsMake first, and pack what it makes";
        reading.faults.error("input", message);
        return;
    }
    let decided = version.output_validator == OutputValidator::Interactor;
    let case = |at| case(reading, root, at, Asked { made: made.as_ref(), decided });
    let cases: Vec<Numbered> = (0..count).filter_map(case).collect();
    tell_extra(reading, root, count);
    if task.output_only {
        version.kind = Kind::Answers;
        let named = cases.iter().map(|case| (format!("input_{}.txt", case.code), case.input));
        version.attachments.extend(named);
    }
    let own = made.as_ref().and_then(Gen::score);
    let each = task.total.unwrap_or(100.0) / count.max(1) as f64;
    let given = task.score.as_ref().map(|at| &at.value);
    let tests = Tests { reading, cases: &cases, published: version.attachments.values().copied().collect() };
    let (children, max) = match given.or(own.as_ref()).unwrap_or(&ScoreType::Sum(each)) {
        ScoreType::Sum(each) => tests.sum(*each),
        ScoreType::Groups(subtasks) => tests.subtasks(subtasks),
    };
    version.tests = TestGroup { name: String::new(), children, rules: Rules::default() };
    version.scoring = Some(Scoring {
        max: Points::try_from(max).ok(),
        decimals: Some(task.decimals),
        ..Scoring::default()
    });
}

/// How many cases there are: as the task says, as `GEN` says, else as files are there.
fn count(reading: &Reading, root: &Folder, task: &Task, made: Option<&Gen>) -> usize {
    let said = task.inputs.as_ref();
    let lines = made.map(|made| made.commands.len());
    if let (Some(said), Some(lines)) = (said, lines)
        && said.value != lines
    {
        let message = format!("n_input is {}, but {} has {lines} cases", said.value, gen_file::FILE);
        reading.faults.error_at(FILE, said.line, message);
    }
    if said.is_some_and(|said| said.value > MOST) {
        reading.faults.error(FILE, format!("n_input is more than {MOST}"));
        return 0;
    }
    let found = || (0..MOST).take_while(|at| leaf(root, "input", *at).is_some()).count();
    lines.or(said.map(|said| said.value)).unwrap_or_else(found)
}

fn path(what: &str, at: usize) -> String {
    format!("{what}/{what}{at}.txt")
}

fn leaf(root: &Folder, what: &str, at: usize) -> Option<Leaf> {
    root.folder(what)?.file(&format!("{what}{at}.txt"))
}

/// Of a package as its setter works on it, before the tests were made.
fn is_unmade(root: &Folder) -> bool {
    let none = |name: &str| root.folder(name).is_none_or(|folder| !folder.has_files());
    root.folder("gen").is_some_and(Folder::has_files) && none("input") && none("output")
}

/// What is known of the cases beside their files.
#[derive(Clone, Copy)]
struct Asked<'a> {
    made: Option<&'a Gen>,
    /// By a manager, which may need no outputs.
    decided: bool,
}

fn case(reading: &mut Reading, root: &Folder, at: usize, asked: Asked<'_>) -> Option<Numbered> {
    let mut file = |what: &str| match leaf(root, what, at) {
        Some(leaf) => reading.store(&path(what, at), leaf),
        None if what == "output" && asked.decided => reading.keep_for(&path(what, at), b""),
        None => {
            reading.faults.error(&path(what, at), format!("is missing: case {at} of the task has it"));
            None
        }
    };
    let (input, answer) = (file("input"), file("output"));
    let command = asked.made.and_then(|made| made.commands.get(at)).cloned();
    Some(Numbered { code: format!("{at:03}"), input: input?, answer: answer?, command })
}

fn tell_extra(reading: &Reading, root: &Folder, count: usize) {
    for what in ["input", "output"] {
        let Some(folder) = root.folder(what) else { continue };
        for (name, _) in folder.files() {
            let number = name.strip_prefix(what).and_then(|rest| rest.strip_suffix(".txt"));
            let known = number.and_then(|number| number.parse::<usize>().ok()).is_some_and(|at| at < count);
            if !known {
                reading
                    .faults
                    .warn(&format!("{what}/{name}"), "is ignored: it belongs to no case of the task");
            }
        }
    }
}

struct Tests<'a> {
    reading: &'a Reading,
    cases: &'a [Numbered],
    /// What contestants can download anyway.
    published: BTreeSet<Hash>,
}

impl Tests<'_> {
    /// A group of these cases, and what is below the root then.
    fn group(&self, name: String, cases: &[usize], points: Option<f64>, rules: Rules) -> TestNode {
        let sample = name == "sample";
        let case = |&at: &usize| {
            let Numbered { code, input, answer, command } = &self.cases[at];
            let published = self.published.contains(input) && self.published.contains(answer);
            TestNode::Case(TestCase {
                sample: sample || published,
                points: points.and_then(|points| Points::try_from(points).ok()),
                command: command.clone(),
                ..TestCase::new(format!("{name}/{code}"), *input, *answer)
            })
        };
        TestNode::Group(TestGroup { children: cases.iter().map(case).collect(), name, rules })
    }

    fn sum(&self, each: f64) -> (Vec<TestNode>, f64) {
        let all: Vec<usize> = (0..self.cases.len()).collect();
        let group = self.group("secret".to_owned(), &all, Some(each), Rules::default());
        (vec![group], each * all.len() as f64)
    }

    /// By habit the first subtask has no points and the samples.
    fn subtasks(&self, subtasks: &[Subtask]) -> (Vec<TestNode>, f64) {
        let codes: Vec<String> = self.cases.iter().map(|case| case.code.clone()).collect();
        let assigned = score::assign(self.reading, subtasks, &codes);
        let (mut children, mut secret) = (Vec::new(), Vec::new());
        for (at, (subtask, cases)) in subtasks.iter().zip(&assigned).enumerate() {
            let rules = Rules {
                aggregation: subtask.aggregation,
                max: Points::try_from(subtask.max).ok(),
                ..Rules::default()
            };
            // The others are made of shares.
            let points = (subtask.aggregation == Aggregation::Min).then_some(subtask.max);
            if at == 0 && subtask.max <= 0.0 && subtasks.len() > 1 {
                children.push(self.group("sample".to_owned(), cases, points, rules));
            } else {
                secret.push(self.group(format!("secret/subtask{at}"), cases, points, rules));
            }
        }
        let counted: BTreeSet<usize> = assigned.into_iter().flatten().collect();
        let rest: Vec<usize> = (0..self.cases.len()).filter(|at| !counted.contains(at)).collect();
        if let Some(first) = rest.first() {
            let message = format!("{} cases are in no subtask and give nothing, such as {first}", rest.len());
            self.reading.faults.warn(FILE, message);
            let rules = Rules { uncounted: true, ..Rules::default() };
            secret.push(self.group("secret/uncounted".to_owned(), &rest, None, rules));
        }
        let secret = TestGroup { name: "secret".to_owned(), children: secret, rules: Rules::default() };
        children.push(TestNode::Group(secret));
        (children, subtasks.iter().map(|subtask| subtask.max).sum())
    }
}
