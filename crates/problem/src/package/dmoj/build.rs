//! The tree of tests: samples, cases and batches in the order of judging, with what each is worth.

use super::config::FILE;
use super::data::{Data, Form};
use super::decide::Deciders;
use super::plan::{Batch, Case, Item};
use crate::blob::Hash;
use crate::package::reading::Reading;
use crate::package::schema::At;
use crate::version::{
    Aggregation, Asked, CaseLimits, OnReject, Points, Requirement, Rules, Scoring, TestCase, TestGroup,
    TestNode, VerdictRule, Version,
};

/// How a program that checks inputs is told which case it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Batch from 1, 0 for none, and case from 0.
    Both,
    /// testlib's `--group st1`.
    Group,
}

pub(super) struct Build<'a, 'd> {
    pub(super) reading: &'a mut Reading,
    pub(super) data: &'a mut Data<'d>,
    pub(super) version: &'a mut Version,
    pub(super) numbers: Option<Numbers>,
    deciders: Deciders,
    /// So many cases were counted, in the order of judging.
    cases: usize,
    /// Full names of the batches so far.
    batches: Vec<String>,
    place: &'static str,
    nothing: Option<Hash>,
}

impl<'a, 'd> Build<'a, 'd> {
    pub(super) fn new(
        reading: &'a mut Reading,
        data: &'a mut Data<'d>,
        version: &'a mut Version,
        numbers: Option<Numbers>,
    ) -> Self {
        let nothing = reading.keep(b"").map_err(|error| reading.faults.error("", error.to_string())).ok();
        let deciders = Deciders::default();
        Self {
            reading,
            data,
            version,
            numbers,
            deciders,
            cases: 0,
            batches: Vec::new(),
            place: "sample",
            nothing,
        }
    }

    /// Fills the version's tests. DMOJ judges pretests first, and they give no points; whoever fails where there are
    /// none to be had is done. With `stops`, nothing is judged after the first failure.
    pub(super) fn cases(mut self, mut pretests: Vec<Item>, tests: Vec<Item>, stops: bool) {
        pretests.iter_mut().for_each(Item::without_points);
        let total: f64 = pretests.iter().chain(&tests).map(Item::points).sum();
        if total > 0.0 {
            self.version.scoring = Some(Scoring { max: Points::try_from(total).ok(), ..Scoring::default() });
        }
        let mut all = pretests.into_iter().chain(tests).peekable();
        let mut sample = Vec::new();
        // Where nothing gives points, nothing is a sample.
        while let Some(item) = all.next_if(|item| total > 0.0 && item.points() <= 0.0) {
            sample.extend(self.item(&item));
        }
        self.place = "secret";
        let secret = all.filter_map(|item| self.item(&item)).collect();
        if self.cases == 0 {
            self.reading.faults.error(FILE, "has no test case: list them in test_cases, with in and out");
        }
        let stops = stops || total <= 0.0;
        let on_reject = if stops { OnReject::Everything } else { OnReject::Continue };
        self.finish(sample, secret, Rules { verdict: VerdictRule::Worst, on_reject, ..Rules::default() });
    }

    fn finish(&mut self, sample: Vec<TestNode>, secret: Vec<TestNode>, rules: Rules) {
        let mut children = Vec::new();
        if !sample.is_empty() {
            let message =
                "the first tests are worth no points: contestants see them as samples, input and answer";
            self.reading.faults.warn(FILE, message);
            children.push(pretest("sample".to_owned(), sample));
        }
        if !secret.is_empty() {
            let secret = TestGroup { name: "secret".to_owned(), children: secret, rules: rules.clone() };
            children.push(TestNode::Group(secret));
        }
        self.version.tests = TestGroup { name: String::new(), children, rules };
    }

    fn item(&mut self, item: &Item) -> Option<TestNode> {
        let number = self.cases + 1;
        match item {
            Item::Batch(batch) => Some(TestNode::Group(self.batch(batch))),
            Item::Case(case) if self.scored() && item.points() <= 0.0 && self.place != "sample" => {
                let name = format!("{}/pretest{number}", self.place);
                let node = self.case(case, format!("{name}/{number}"), 0)?;
                Some(pretest(name, vec![TestNode::Case(TestCase { points: self.worth(0.0), ..node })]))
            }
            Item::Case(case) => {
                let name = format!("{}/{number}", self.place);
                let points = self.worth(case.settings.points);
                Some(TestNode::Case(TestCase { points, ..self.case(case, name, 0)? }))
            }
        }
    }

    fn scored(&self) -> bool {
        self.version.scoring.is_some()
    }

    /// In a problem that has points.
    fn worth(&self, points: f64) -> Option<Points> {
        Points::try_from(points).ok().filter(|_| self.scored())
    }

    fn batch(&mut self, batch: &Batch) -> TestGroup {
        let number = self.batches.len() + 1;
        let name = format!("{}/batch{number}", self.place);
        if batch.cases.is_empty() {
            self.reading.faults.error_at(FILE, batch.line, "is a batch without cases");
        }
        let requires = batch.dependencies.iter().filter_map(|at| self.requirement(at)).collect();
        let mut children = Vec::new();
        for case in &batch.cases {
            let name = format!("{name}/{}", self.cases + 1);
            // Each gives what the batch gives, of which the least counts.
            let points = self.worth(batch.points);
            let made = self.case(case, name, number);
            children.extend(made.map(|made| TestNode::Case(TestCase { points, ..made })));
        }
        let rules = Rules {
            aggregation: if self.scored() { Aggregation::Min } else { Aggregation::Sum },
            max: self.worth(batch.points),
            verdict: VerdictRule::Worst,
            requires,
            on_reject: if batch.points > 0.0 { OnReject::Group } else { OnReject::Everything },
            ..Rules::default()
        };
        self.batches.push(name.clone());
        TestGroup { name, children, rules }
    }

    fn requirement(&self, at: &At<u64>) -> Option<Requirement> {
        let index = usize::try_from(at.value).ok().and_then(|number| number.checked_sub(1));
        let group = index.and_then(|index| self.batches.get(index));
        if group.is_none() {
            let message = format!("dependencies names {}, which is no batch before this one", at.value);
            self.reading.faults.error_at(FILE, at.line, message);
        }
        Some(Requirement { group: group?.clone(), what: Asked::Accepted })
    }

    /// `batch` is its number from 1, or 0.
    fn case(&mut self, case: &Case, name: String, batch: usize) -> Option<TestCase> {
        let input_args = self.input_args(batch);
        self.cases += 1;
        let form = if case.settings.binary { Form::Bytes } else { Form::Text };
        let input = self.file(case.input.as_deref(), case.line, form);
        let answer = self.file(case.output.as_deref(), case.line, form);
        let command = self.generate(case, &name, input?);
        let comparison = self.deciders.of(case, self.reading, self.data, self.version);
        Some(TestCase {
            sample: self.place == "sample",
            limits: self.limits(case),
            input_args,
            command,
            comparison,
            ..TestCase::new(name, input?, answer?)
        })
    }

    /// A case's file; nothing is a file of no bytes.
    fn file(&mut self, path: Option<&str>, line: u32, form: Form) -> Option<Hash> {
        match path {
            Some(path) => self.data.store(self.reading, path, line, form),
            None => self.nothing,
        }
    }

    /// Notes how the case is made, and returns that as a command.
    fn generate(&mut self, case: &Case, name: &str, input: Hash) -> Option<String> {
        let generator = case.settings.generator.as_ref()?;
        let input = case.input.is_some().then_some(input);
        let recipe = generator.recipe(self.reading, self.data, case, (name, input))?;
        self.reading.recipes.push(recipe);
        Some(generator.command(case))
    }

    fn input_args(&self, batch: usize) -> Vec<String> {
        match self.numbers {
            None => Vec::new(),
            Some(Numbers::Both) => vec![batch.to_string(), self.cases.to_string()],
            Some(Numbers::Group) => vec!["--group".to_owned(), format!("st{batch}")],
        }
    }

    /// Where they are not the problem's.
    fn limits(&self, case: &Case) -> CaseLimits {
        let problem = &self.version.limits;
        CaseLimits {
            time_ms: case.settings.time_ms.filter(|time_ms| *time_ms != problem.time_ms),
            memory_bytes: case.settings.memory_bytes.filter(|bytes| *bytes != problem.memory_bytes),
        }
    }
}

/// Tests that give nothing, and end everything when one is rejected.
fn pretest(name: String, children: Vec<TestNode>) -> TestNode {
    let rules = Rules {
        max: Some(Points::ZERO),
        verdict: VerdictRule::Worst,
        on_reject: OnReject::Everything,
        ..Rules::default()
    };
    TestNode::Group(TestGroup { name, children, rules })
}
