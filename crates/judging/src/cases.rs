//! The cases of one judging: run, counted and told as they come.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use problem::version::Plan;
use problem::{Limits, TestCase, TestGroup, Verdict, Version};

use crate::again::{self, Doubt, Patience};
use crate::answers::Answers;
use crate::error::Error;
use crate::execute::Bench;
use crate::grade::{Graders, Tested};
use crate::judge::{CaseResult, Event, EventSink};
use crate::known::Remembered;
use crate::slot::Slot;
use crate::tally::{Graded, Ran, Runner, Worth};

/// Where the outputs come from.
#[derive(Clone, Copy)]
pub(crate) enum Outputs<'a> {
    Run(&'a Bench<'a>),
    Sent(&'a Answers<'a>),
}

impl Outputs<'_> {
    /// What a case gives the submission; `None`: nothing is run.
    fn limits(&self, case: &TestCase) -> Option<Limits> {
        match self {
            Self::Run(bench) if !case.on_source => Some(bench.limits(case)),
            Self::Run(_) | Self::Sent(_) => None,
        }
    }
}

/// Runs cases for who counts them.
pub(crate) struct Cases<'a, 's> {
    pub(crate) slot: &'a mut Slot,
    pub(crate) version: &'a Version,
    pub(crate) outputs: Outputs<'a>,
    pub(crate) graders: &'a Graders,
    pub(crate) remembered: Remembered,
    pub(crate) plan: &'a Plan<'a>,
    pub(crate) sink: EventSink<'s>,
    /// By position; `None` until it is known whether the case is run.
    pub(crate) results: Vec<Option<CaseResult>>,
    /// How many of them are known.
    pub(crate) settled: usize,
    pub(crate) patience: Patience,
}

impl Cases<'_, '_> {
    /// All of them, in the order of judging.
    pub(crate) fn finish(self) -> Vec<CaseResult> {
        let cases = (0..).zip(&self.plan.cases).zip(self.results);
        cases
            .map(|((position, case), result)| result.unwrap_or_else(|| CaseResult::skipped(case, position)))
            .collect()
    }

    /// The result of a case before points: that of an earlier run where there is one.
    fn result(&mut self, position: usize) -> Result<CaseResult, Error> {
        let case = self.plan.cases[position];
        let limits = self.outputs.limits(case);
        if let Some(known) = self.remembered.take(case, position, limits.as_ref()) {
            return Ok(known);
        }
        let result = match self.outputs {
            Outputs::Run(bench) if case.on_source => bench.look(self.slot, case, small(position)),
            Outputs::Run(bench) => self.measure(bench, case, small(position)),
            Outputs::Sent(answers) => answers.case(self.slot, case, small(position)),
        };
        let result = result.or_else(|error| impossible(error, case, small(position)))?;
        self.slot.between()?;
        Ok(CaseResult { own: result.verdict, ..result })
    }

    /// Runs the case, again where its time is in doubt: then all of it, whatever takes part.
    fn measure(&mut self, bench: &Bench<'_>, case: &TestCase, position: u32) -> Result<CaseResult, Error> {
        let (done, total) = (small(self.settled), small(self.results.len()));
        let Self { slot, sink, patience, .. } = self;
        again::measure(patience, |doubt| {
            let mut go_on = || tell(sink, Event::Running { done, total });
            if doubt.is_some() {
                go_on()?;
            }
            if doubt == Some(Doubt::Noisy) {
                slot.settle(&mut go_on)?;
            }
            let mut result = bench.case(slot, case, position)?;
            if again::hangs_on_noise(&result) {
                result.noise = slot.noise_around(&result);
            }
            Ok(result)
        })
    }

    fn settle(&mut self, position: usize, result: CaseResult) {
        self.results[position] = Some(result);
        self.settled += 1;
    }
}

impl Runner for Cases<'_, '_> {
    fn run(&mut self, position: usize, worth: &Worth) -> Result<Ran, Error> {
        let (done, total) = (small(self.settled), small(self.results.len()));
        tell(self.sink, Event::Running { done, total })?;
        let mut result = self.result(position)?;
        let ran = Ran { verdict: result.own, score: result.score };
        let settled = worth.settle(ran);
        result.verdict = settled.verdict;
        result.points = worth.is_scored().then_some(settled.points);
        if let Some(fault) = settled.fault {
            result.reason = fault.into();
        }
        result.key = self.remembered.key(position).filter(|_| result.is_repeatable());
        tell(self.sink, Event::Case(Box::new(result.clone())))?;
        self.settle(position, result);
        Ok(ran)
    }

    fn skip(&mut self, position: usize, reason: &str) -> Result<(), Error> {
        let case = self.plan.cases[position];
        let result = CaseResult { reason: reason.to_owned(), ..CaseResult::skipped(case, small(position)) };
        // In a pass-fail problem they are many, and nothing is to be said of them.
        if self.version.scoring.is_some() {
            tell(self.sink, Event::Case(Box::new(result.clone())))?;
        }
        self.settle(position, result);
        Ok(())
    }

    fn grade(&mut self, group: &TestGroup, children: &[(Verdict, f64)]) -> Result<Graded, Error> {
        let Self { slot, version, graders, plan, results, .. } = self;
        let groups = groups_of_cases(version);
        let cases = (1..).zip(&plan.cases).zip(results.iter());
        let tested = cases.map(|((number, case), result)| Tested {
            case,
            group: groups.get(case.name.as_str()).copied().unwrap_or_default(),
            number,
            result: result.as_ref().filter(|result| result.own != Verdict::Sk),
        });
        let tested: Vec<Tested<'_>> = tested.collect();
        graders.ask(slot, &version.limits, group, (children, &tested))
    }
}

/// The result of a case that the setter made such that it cannot be run.
fn impossible(error: Error, case: &TestCase, position: u32) -> Result<CaseResult, Error> {
    let reason = error.as_setters().ok_or(error)?;
    Ok(CaseResult { verdict: Verdict::Je, reason, ..CaseResult::skipped(case, position) })
}

/// The group in which each case lies, the first if there are several.
fn groups_of_cases(version: &Version) -> BTreeMap<&str, &str> {
    let mut groups = BTreeMap::new();
    for group in version.tests.groups() {
        for case in group.own_cases() {
            groups.entry(case.name.as_str()).or_insert(group.name.as_str());
        }
    }
    groups
}

pub(crate) fn tell(sink: EventSink<'_>, event: Event) -> Result<(), Error> {
    match sink(event) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Stopped),
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
