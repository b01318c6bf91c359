//! One case in several passes, or with an interactor, or both.

use std::cell::RefCell;

use problem::version::{InteractorProtocol, Passes, Protocol};
use problem::{OutputValidator, TestCase, Verdict, Version};

use super::Bench;
use super::talk::Talked;
use super::transcript::{Transcript, Voice};
use crate::error::Error;
use crate::judge::CaseResult;
use crate::slot::Slot;
use crate::validate::{Next, Said, Unusable};

/// One pass.
pub(super) struct Turn<'a> {
    pub(super) case: &'a TestCase,
    pub(super) position: u32,
    /// From 1.
    pub(super) number: u32,
    /// What an earlier pass left to this one.
    pub(super) pass: Option<&'a Next>,
    pub(super) transcript: &'a RefCell<Transcript>,
}

/// What a pass came to.
struct Done {
    result: CaseResult,
    /// There is to be another one.
    next: Option<Next>,
}

impl Bench<'_> {
    /// Runs pass after pass, as long as one asks for the next.
    pub(super) fn turns(&self, slot: &mut Slot, case: &TestCase, position: u32) -> Result<CaseResult, Error> {
        let transcript = Transcript::new(case.sample);
        let (mut number, mut pass, mut earlier) = (1, None, None);
        loop {
            let turn = Turn { case, position, number, pass: pass.as_ref(), transcript: &transcript };
            let Done { result, next } = self.turn(slot, &turn)?;
            let mut result = after(earlier, result, number);
            if next.is_none() || number == self.most_passes() {
                if next.is_some() {
                    asked_too_often(&mut result, number);
                }
                result.transcript = transcript.into_inner().finish();
                return Ok(result);
            }
            transcript.borrow_mut().next_pass();
            (number, pass, earlier) = (number + 1, next, Some(result));
        }
    }

    fn most_passes(&self) -> u32 {
        match self.version.passes {
            Passes::One | Passes::Joined => 1,
            Passes::Twice => 2,
            Passes::Next { most } => most,
        }
    }

    fn turn(&self, slot: &mut Slot, turn: &Turn<'_>) -> Result<Done, Error> {
        let (mut result, heard) = match self.interactor {
            None => self.solo(slot, turn)?,
            Some(interactor) => self.hear(self.talk(slot, turn, interactor)?, turn),
        };
        let next = match heard {
            _ if result.verdict != Verdict::Ac => None,
            Heard::Words(said) => said.next,
            Heard::Output(input) if self.hands_on(turn) => Some(Next { input, kept: Vec::new() }),
            Heard::Output(output) => {
                // The second of two runs is judged by what the first was given.
                let pass = turn.pass.filter(|_| self.version.passes != Passes::Twice);
                let said = self.judge(slot, (turn.case, pass), &output, result.cpu)?;
                result.decide(said.clone());
                said.next
            }
        };
        Ok(Done { result, next })
    }

    /// Of two runs the first one's output is only what the second reads.
    fn hands_on(&self, turn: &Turn<'_>) -> bool {
        self.version.passes == Passes::Twice && turn.number == 1
    }

    /// Without an interactor.
    fn solo(&self, slot: &mut Slot, turn: &Turn<'_>) -> Result<(CaseResult, Heard), Error> {
        let (result, output) = self.collect(slot, (turn.case, turn.pass), turn.position)?;
        if turn.case.sample {
            let input = self.input(slot, turn.case, turn.pass)?.read();
            let input = input.map_err(Error::io("read an input"))?;
            let mut transcript = turn.transcript.borrow_mut();
            transcript.add(Voice { process: None, submission: false }, &input);
            transcript.add(Voice { process: None, submission: true }, &output);
        }
        Ok((result, Heard::Output(output)))
    }

    /// With an interactor: its own words, or the file that it wrote for those who decide.
    fn hear(&self, talked: Talked, turn: &Turn<'_>) -> (CaseResult, Heard) {
        let Talked { mut result, said, told } = talked;
        let alone = matches!(self.version.output_validator, OutputValidator::Interactor);
        match told {
            _ if alone && !self.hands_on(turn) => (result, Heard::Words(said)),
            None => (result, Heard::Words(said)),
            Some(Ok(told)) => (result, Heard::Output(told)),
            Some(Err(reason)) => {
                if result.verdict == Verdict::Ac {
                    result.decide(Said::of(Verdict::Je, reason));
                }
                (result, Heard::Words(said))
            }
        }
    }
}

/// What a pass leaves to be decided, or what was said.
enum Heard {
    Words(Said),
    Output(Vec<u8>),
}

/// Limits are those of one pass; so are the figures: the most that any pass used. The rest is that of the last.
fn after(earlier: Option<CaseResult>, mut result: CaseResult, number: u32) -> CaseResult {
    if let Some(earlier) = earlier {
        result.cpu = result.cpu.max(earlier.cpu);
        result.wall = result.wall.max(earlier.wall);
        result.memory = result.memory.max(earlier.memory);
        if !result.reason.is_empty() {
            result.reason = format!("Pass {number}: {}", result.reason);
        }
    }
    result
}

/// It was asked for another pass after the last, which is this one.
fn asked_too_often(result: &mut CaseResult, number: u32) {
    result.verdict = Verdict::Je;
    result.score = None;
    result.reason = format!("The validator asked for another pass after the last of {number}.");
}

/// Whether the parts of a version fit together.
pub(super) fn check(version: &Version) -> Result<(), Unusable> {
    let asks_for_more = match (&version.interactor, &version.output_validator) {
        (Some(interactor), OutputValidator::Interactor) => interactor.protocol == InteractorProtocol::Icpc,
        (_, validator) => {
            matches!(validator.protocol(), Some(Protocol::Icpc | Protocol::Testlib { .. }))
        }
    };
    let why = match (&version.passes, &version.output_validator) {
        (Passes::Next { .. }, _) if !asks_for_more => {
            "The problem has several passes, and no output validator that can ask for the next one."
        }
        (Passes::Joined, _) if version.interactor.is_some() => {
            "The problem has an interactor, and its submissions are run as two that are joined."
        }
        (_, OutputValidator::Interactor) if version.interactor.is_none() => {
            "An interactor is to decide, and the problem has none."
        }
        _ => return Ok(()),
    };
    Err(Unusable { reason: why.into(), log: String::new() })
}
