//! One case: the program runs, its output is judged.
//!
//! Here the usual case, one program that reads and prints. `turns` goes over several passes, `talk` has an `interactor`
//! beside the submission and `blame` says whose end decides then, `steps` joins two runs of the submission.

mod blame;
mod interactor;
mod steps;
mod talk;
mod transcript;
mod turns;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use problem::version::Passes;
use problem::{Blobs, TestCase, Verdict, Version};
use sandbox::fair::Ran;
use sandbox::{Discard, End, Outcome, Sealed, Sink, Status};

use crate::comparator::{Comparator, Judgement};
use crate::error::Error;
use crate::judge::{CaseResult, Stop, Task};
use crate::key::Runs;
use crate::known::Remembered;
use crate::program::Program;
use crate::slot::{Role, Slot};
use crate::validate::{
    About, Asked, Handed, Next, Said, StaticValidator, Unusable, Validator, ask_all, compare, rules, seal,
};
use crate::words;
pub(crate) use interactor::Interactor;

/// What is kept of a sample case's output.
const SHOWN_OUTPUT: usize = 64 << 10;
/// What is kept of what a program writes to standard error.
const SHOWN_STDERR: usize = 4 << 10;

/// What decides the cases of a problem version.
pub(crate) struct Deciders {
    pub(crate) validator: Validator,
    pub(crate) interactor: Option<Interactor>,
    pub(crate) on_source: Option<StaticValidator>,
}

impl Deciders {
    /// Compiles the setter's programs and looks at what is said of the cases.
    pub(crate) fn prepare(
        slot: &mut Slot,
        version: &Version,
        blobs: &dyn Blobs,
    ) -> Result<Result<Self, Unusable>, Error> {
        if let Err(unusable) = turns::check(version) {
            return Ok(Err(unusable));
        }
        let interactor = match Interactor::prepare(slot, version, blobs)? {
            Ok(interactor) => interactor,
            Err(unusable) => return Ok(Err(unusable)),
        };
        let on_source = match StaticValidator::prepare(slot, version, blobs)? {
            Ok(on_source) => on_source,
            Err(unusable) => return Ok(Err(unusable)),
        };
        let validator = Validator::prepare(slot, version, blobs)?;
        Ok(validator.map(|validator| Self { validator, interactor, on_source }))
    }
}

/// Everything that the cases of one judging have in common.
pub(crate) struct Bench<'a> {
    pub(crate) version: &'a Version,
    pub(crate) blobs: &'a dyn Blobs,
    pub(crate) program: &'a Program,
    pub(crate) validator: &'a Validator,
    pub(crate) interactor: Option<&'a Interactor>,
    /// Of a problem that has tests for it, with what was submitted.
    pub(crate) on_source: Option<(&'a StaticValidator, &'a Handed)>,
    pub(crate) stop: Stop,
    /// What validators are told of the submission.
    pub(crate) about: About<'a>,
}

impl Bench<'_> {
    /// What is known of the cases' runs.
    pub(crate) fn remembered(&self, slot: &Slot, task: &Task<'_>) -> Remembered {
        let Self { version, blobs: _, program, validator, interactor, on_source, stop, about } = *self;
        let (program, validators) = (Some(program), validator.programs());
        let interactor = interactor.map(Interactor::program);
        let on_source = on_source.map(|(validator, _)| validator.program());
        let owner = task.owner;
        let runs = Runs { version, owner, stop, about, program, validators, interactor, on_source };
        let keys = task.known.zip(runs.keys(slot));
        keys.map_or_else(Remembered::default, |(known, keys)| {
            Remembered::ask(known, &version.plan(), |at, case| Some(keys.of(case, at, None)))
        })
    }

    pub(crate) fn case(&self, slot: &mut Slot, case: &TestCase, position: u32) -> Result<CaseResult, Error> {
        match (self.version.passes, self.interactor, self.validator) {
            (Passes::Next { .. } | Passes::Twice, ..) | (_, Some(_), _) => self.turns(slot, case, position),
            (.., Validator::Native) if self.version.named_files.output.is_none() => {
                self.compare(slot, case, position)
            }
            _ => self.ask(slot, case, position),
        }
    }

    /// Has what was submitted judged, and runs nothing of it.
    pub(crate) fn look(&self, slot: &mut Slot, case: &TestCase, position: u32) -> Result<CaseResult, Error> {
        let said = match self.on_source {
            Some((validator, handed)) => validator.ask(slot, self.version, case, handed)?,
            None => Said::of(Verdict::Je, "It asks a static validator, and the problem has none.".into()),
        };
        let mut result = CaseResult::skipped(case, position);
        result.decide(said);
        Ok(result)
    }

    /// Compares while the program prints.
    fn compare(&self, slot: &mut Slot, case: &TestCase, position: u32) -> Result<CaseResult, Error> {
        let answer =
            self.blobs.open(case.answer).map_err(|source| Error::Blob { hash: case.answer, source })?;
        // They were all checked before the first case.
        let rules = rules(self.version, case).unwrap_or_default();
        let early = self.stop == Stop::FirstWrongByte && !case.sample;
        let shown = if case.sample { SHOWN_OUTPUT } else { 0 };
        let mut sink = Compare {
            comparator: Comparator::new(rules, answer),
            early,
            shown,
            kept: Vec::new(),
            failed: None,
        };
        let outcome = self.run(slot, (case, None), &mut sink)?;
        let unread = |source| Error::Blob { hash: case.answer, source };
        if let Some(error) = sink.failed {
            return Err(unread(error));
        }
        let (judgement, kept) = (sink.comparator.finish().map_err(unread)?, sink.kept);
        let mut result = self.facts(case, position, &outcome);
        if result.verdict == Verdict::Ac {
            confirm(&mut result, judgement);
        }
        result.output = case.sample.then_some(kept);
        Ok(result)
    }

    /// Collects the output and has it judged then.
    fn ask(&self, slot: &mut Slot, case: &TestCase, position: u32) -> Result<CaseResult, Error> {
        let (mut result, output) = self.collect(slot, (case, None), position)?;
        if result.verdict == Verdict::Ac {
            result.decide(self.judge(slot, (case, None), &output, result.cpu)?);
        }
        Ok(result)
    }

    /// Runs the submission and takes its output, which is empty where none was left that counts: then the result, which
    /// else is still to be confirmed, says why.
    fn collect(
        &self,
        slot: &mut Slot,
        (case, pass): (&TestCase, Option<&Next>),
        position: u32,
    ) -> Result<(CaseResult, Vec<u8>), Error> {
        let mut printed = Vec::new();
        let outcome = match &self.version.named_files.output {
            Some(_) => self.run(slot, (case, pass), &mut Discard)?,
            None => self.run(slot, (case, pass), &mut printed)?,
        };
        let mut result = self.facts(case, position, &outcome);
        let output = self.output(&outcome, printed).unwrap_or_else(|(verdict, why)| {
            if result.verdict == Verdict::Ac {
                result.decide(Said::of(verdict, why));
            }
            Vec::new()
        });
        result.output = case.sample.then(|| output[..output.len().min(SHOWN_OUTPUT)].to_vec());
        Ok((result, output))
    }

    /// What is said of an output that took so much CPU time.
    fn judge(
        &self,
        slot: &mut Slot,
        (case, pass): (&TestCase, Option<&Next>),
        output: &[u8],
        cpu: Duration,
    ) -> Result<Said, Error> {
        let (version, blobs) = (self.version, self.blobs);
        match self.validator {
            Validator::Native => compare(version, blobs, case, output),
            Validator::Programs(checkers) => {
                let (output, about) = (seal(output)?, About { cpu, ..self.about });
                ask_all(checkers, slot, &Asked { version, blobs, case, output, about, pass })
            }
        }
    }

    /// Runs the submission on the case's input, or on what an earlier pass left to this one.
    fn run(
        &self,
        slot: &mut Slot,
        (case, pass): (&TestCase, Option<&Next>),
        sink: &mut dyn Sink,
    ) -> Result<Outcome, Error> {
        let input = self.input(slot, case, pass)?;
        if self.version.passes == Passes::Joined {
            return self.steps(slot, case, input, sink);
        }
        let run = self.command(slot, case, Some(input), sink)?;
        self.program.run(slot, Role::Run, run)
    }

    /// What the submission reads.
    fn input(&self, slot: &Slot, case: &TestCase, pass: Option<&Next>) -> Result<Arc<Sealed>, Error> {
        match pass {
            Some(pass) => seal(&pass.input),
            None => slot.cache.sealed(self.blobs, case.input),
        }
    }

    /// What the run says by itself; AC is still to be confirmed by the output.
    fn facts(&self, case: &TestCase, position: u32, outcome: &Outcome) -> CaseResult {
        let (status, limits) = (self.program.status(outcome), self.limits(case));
        let verdict = verdict(status);
        let (exit_code, signal) = ended(outcome);
        CaseResult {
            verdict,
            cpu: outcome.cpu,
            wall: outcome.wall,
            memory: outcome.memory,
            exit_code,
            signal,
            oom_kills: outcome.oom_kills,
            time_limit: limits.time(),
            memory_limit: limits.memory_bytes,
            reason: words::reason(outcome, status, limits.wall()) + &self.whose(case, verdict),
            stderr: words::tame(&outcome.stderr, SHOWN_STDERR),
            ran: Some(Ran {
                started: outcome.started,
                ended: outcome.started + outcome.wall,
                waited: outcome.waited,
            }),
            ..CaseResult::skipped(case, position)
        }
    }
}

/// Exit code and signal of a program that was not ended by us.
pub(crate) fn ended(outcome: &Outcome) -> (Option<i32>, Option<i32>) {
    match outcome.end {
        _ if outcome.stopped.is_some() => (None, None),
        End::Exited(code) => (Some(code), None),
        End::Signaled(number) => (None, Some(number)),
        End::NotExecuted(_) => (None, None),
    }
}

pub(crate) fn verdict(status: Status) -> Verdict {
    match status {
        Status::Ok => Verdict::Ac,
        Status::RuntimeError => Verdict::Re,
        Status::TimeLimit => Verdict::Tle,
        Status::IdleLimit => Verdict::Ile,
        Status::MemoryLimit => Verdict::Mle,
        Status::OutputLimit => Verdict::Ole,
    }
}

impl CaseResult {
    /// What decides the case has the last word.
    pub(crate) fn decide(&mut self, said: Said) {
        self.verdict = said.verdict;
        self.score = said.score;
        self.reason = said.reason;
        self.judge_message = said.judge_message;
        self.team_message = said.team_message;
    }
}

/// What a comparator says counts where the run itself was in order.
fn confirm(result: &mut CaseResult, judgement: Judgement) {
    result.score = judgement.score;
    if judgement.verdict != Verdict::Ac {
        result.verdict = judgement.verdict;
        result.reason = judgement.reason;
    }
}

/// Compares what comes, and keeps the start of it where it is shown.
struct Compare {
    comparator: Comparator,
    /// End the run at the first wrong byte.
    early: bool,
    shown: usize,
    kept: Vec<u8>,
    failed: Option<io::Error>,
}

impl Sink for Compare {
    fn write(&mut self, piece: &[u8]) -> ControlFlow<()> {
        let room = self.shown.saturating_sub(self.kept.len());
        self.kept.extend_from_slice(&piece[..piece.len().min(room)]);
        if let Err(error) = self.comparator.push(piece) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        if self.early && self.comparator.is_refused() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
