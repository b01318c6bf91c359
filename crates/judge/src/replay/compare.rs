//! Where two judgings of the same differ.

use std::fmt::Display;
use std::time::Duration;

use judging::{CaseResult, Judged};
use problem::{GroupResult, Limits, Verdict};
use serde::Serialize;
use store::run::Run;

use super::{Here, Stored};
use crate::report::test::points;
use crate::report::{mebibytes, seconds};

/// Times and sizes that are further apart than this part of the larger one are told.
const APART: f64 = 0.1;
/// Less than this is chance.
const SAME_TIME: Duration = Duration::from_millis(10);
const SAME_BYTES: u64 = 1 << 20;

/// What is not as it was stored.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(crate) struct Comparison {
    /// What should be the same wherever it is judged.
    pub differences: Vec<Difference>,
    /// What may differ from one run to the next.
    pub notes: Vec<Difference>,
    /// Where, and with what.
    pub surroundings: Vec<Difference>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Difference {
    /// Name of the test, or of the group of tests; `None`: the whole.
    pub test: Option<String>,
    pub what: &'static str,
    pub stored: String,
    pub here: String,
}

/// Collects what differs about one thing.
struct About<'a> {
    test: Option<&'a str>,
    found: &'a mut Vec<Difference>,
}

impl About<'_> {
    fn differ(&mut self, what: &'static str, stored: impl Display, here: impl Display) {
        let (test, stored, here) = (self.test.map(str::to_owned), stored.to_string(), here.to_string());
        if stored != here {
            self.found.push(Difference { test, what, stored, here });
        }
    }

    fn differ_if_any<T: Display>(&mut self, what: &'static str, stored: Option<T>, here: Option<T>) {
        let told = |value: Option<T>| value.map_or_else(|| "none".to_owned(), |value| value.to_string());
        self.differ(what, told(stored), told(here));
    }
}

pub(super) fn compare(stored: &Stored, here: &Here) -> Comparison {
    let mut comparison = Comparison::default();
    let judged = &here.judged;
    let mut whole = About { test: None, found: &mut comparison.differences };
    whole.differ_if_any("verdict", stored.judging.verdict, Some(judged.verdict));
    whole.differ_if_any("score", shown(stored.judging.score), shown(judged.score));
    groups(&stored.judging.groups, &judged.groups, &mut comparison.differences);
    for run in &stored.runs {
        if let Some(case) = judged.cases.iter().find(|case| case.position == run.position) {
            both(run, case, &mut comparison);
        }
    }
    surroundings(stored, here, &mut comparison.surroundings);
    comparison
}

fn shown(score: Option<f64>) -> Option<String> {
    score.map(|score| points(score, None))
}

fn groups(stored: &[GroupResult], here: &[GroupResult], found: &mut Vec<Difference>) {
    for group in stored {
        let Some(other) = here.iter().find(|other| other.name == group.name) else { continue };
        let mut about = About { test: Some(&group.name), found };
        about.differ("verdict", group.verdict, other.verdict);
        about.differ("score", points(group.score, None), points(other.score, None));
    }
}

/// A test that was not run on one side follows from what was before it, which is told.
fn both(run: &Run, case: &CaseResult, comparison: &mut Comparison) {
    if run.verdict == Verdict::Sk || case.verdict == Verdict::Sk {
        return;
    }
    let mut about = About { test: Some(&run.name), found: &mut comparison.differences };
    about.differ("verdict", run.verdict, case.verdict);
    about.differ_if_any("points", shown(run.points), shown(case.points));
    about.differ_if_any("exit code", run.exit_code, case.exit_code);
    about.differ_if_any("signal", run.signal, case.signal);
    let mut about = About { test: Some(&run.name), found: &mut comparison.notes };
    if are_apart(run.cpu.as_secs_f64(), case.cpu.as_secs_f64(), SAME_TIME.as_secs_f64()) {
        about.differ("CPU time", seconds(run.cpu), seconds(case.cpu));
    }
    if are_apart(run.memory as f64, case.memory as f64, SAME_BYTES as f64) {
        about.differ("memory", mebibytes(run.memory), mebibytes(case.memory));
    }
    about.differ("processes killed for memory", run.oom_kills, case.oom_kills);
    if run.output != case.output {
        about.differ("output", size(run.output.as_ref()), size(case.output.as_ref()));
    }
}

fn are_apart(one: f64, other: f64, same: f64) -> bool {
    (one - other).abs() > same.max(one.max(other) * APART)
}

/// Tells two outputs apart.
fn size(output: Option<&Vec<u8>>) -> String {
    let Some(output) = output else { return "none".into() };
    format!("{} bytes, sha256 {:.12}", output.len(), problem::Hash::of(output))
}

fn surroundings(stored: &Stored, here: &Here, found: &mut Vec<Difference>) {
    let Judged { toolchain, program, limits, .. } = &here.judged;
    let mut about = About { test: None, found };
    about.differ("toolchain", stored.judging.toolchain.as_deref().unwrap_or_default(), toolchain);
    about.differ_if_any("program", stored.judging.program_hash, *program);
    let Some(evidence) = &stored.evidence else { return };
    let around = &here.surroundings;
    about.differ("machine", &evidence.host, &around.host);
    about.differ("kernel", &evidence.kernel, &around.kernel);
    about.differ("isolation", &evidence.grade, &around.grade);
    about.differ("judge-box", evidence.judge_box, around.judge_box);
    about.differ("core", evidence.core, here.judged.core);
    let time = |limits: &Limits| seconds(limits.time());
    about.differ("time limit", time(&evidence.limits), time(limits));
    let memory = |limits: &Limits| mebibytes(limits.memory_bytes);
    about.differ("memory limit", memory(&evidence.limits), memory(limits));
}
