//! A submission and an interactor at once.
//!
//! The interactor is run 0, the submission's processes are those after it.

use std::time::{Duration, Instant};

use problem::Verdict;
use sandbox::{Discard, Outcome, Sink, Source, Stdin, Stopped, Target, Wire};

use super::Bench;
use super::blame::{self, Decides, decides};
use super::interactor::{Interactor, Left};
use super::transcript::{Scribe, Voice};
use super::turns::Turn;
use crate::error::Error;
use crate::judge::CaseResult;
use crate::program::Run;
use crate::slot::{Role, Seat, Slot};
use crate::validate::{Answer, Said};
use crate::words;

/// What a conversation came to.
pub(super) struct Talked {
    pub(super) result: CaseResult,
    /// What the interactor said; whether that counts is in the result.
    pub(super) said: Said,
    /// The file by which the interactor tells what was said, or why that cannot be used; `None`: it has none.
    pub(super) told: Option<Result<Vec<u8>, String>>,
}

impl Bench<'_> {
    pub(super) fn talk(
        &self,
        slot: &mut Slot,
        turn: &Turn<'_>,
        interactor: &Interactor,
    ) -> Result<Talked, Error> {
        let mut printed = Vec::new();
        let outcomes = self.converse(slot, turn, interactor, &mut printed)?;
        let (own, processes) = (&outcomes[0], &outcomes[1..]);
        let answer = Answer {
            role: "interactor",
            path: &interactor.path,
            status: interactor.program.status(own),
            outcome: own,
            stdout: if interactor.is_manager() { &printed } else { &own.stderr },
            worth: turn.case.points.map(f64::from),
            limits: &self.version.limits,
        };
        let mut said = answer.read(interactor.answers_as(), self.version.passes);
        if own.stopped == Some(Stopped::LeftAlone) {
            said.reason = format!(
                "The interactor {} failed. It did not end though the submission had, and it used no time.",
                interactor.path
            );
        }
        let result = self.settle(turn, own, processes, &said);
        Ok(Talked { result, told: self.told(own, interactor), said })
    }

    /// The result of a conversation, by whoever decides it.
    fn settle(&self, turn: &Turn<'_>, own: &Outcome, processes: &[Outcome], said: &Said) -> CaseResult {
        let together: Duration = processes.iter().map(|process| process.cpu).sum();
        let limit = self.limits(turn.case).time();
        let spoke = blame::Interactor {
            verdict: said.verdict,
            stopped: matches!(own.stopped, Some(Stopped::LeftAlone | Stopped::WallLimit)),
        };
        let decided = decides(&self.ends(own, processes), together > limit, spoke);
        let shown = if let Decides::Process(number) = decided { number } else { 0 };
        let mut result = CaseResult {
            cpu: together,
            wall: processes.iter().map(|process| process.wall).max().unwrap_or_default(),
            memory: processes.iter().map(|process| process.memory).max().unwrap_or_default(),
            ..self.facts(turn.case, turn.position, &processes[shown])
        };
        match decided {
            Decides::Interactor => result.decide(said.clone()),
            Decides::Process(_) => result.judge_message.clone_from(&said.judge_message),
            Decides::Together => {
                result.verdict = Verdict::Tle;
                result.reason = words::together(processes.len(), together, limit);
            }
        }
        result
    }

    /// The submission's processes in the order of their ends.
    fn ends(&self, own: &Outcome, processes: &[Outcome]) -> Vec<blame::Process> {
        let end = |outcome: &Outcome| -> Instant { outcome.started + outcome.wall };
        let mut all: Vec<_> = processes.iter().enumerate().collect();
        all.sort_by_key(|(_, process)| end(process));
        let seen = |(number, process): (usize, &Outcome)| blame::Process {
            number,
            status: self.program.status(process),
            stood_still: process.stopped == Some(Stopped::WallLimit),
            ended_first: end(process) < end(own),
        };
        all.into_iter().map(seen).collect()
    }

    fn told(&self, own: &Outcome, interactor: &Interactor) -> Option<Result<Vec<u8>, String>> {
        let name = interactor.tells_by()?;
        let limits = &self.version.limits;
        let most = limits.output_bytes.max(limits.validation_output_bytes);
        let why = match own.leftovers.read(name, most) {
            Ok(Some(told)) => return Some(Ok(told)),
            Ok(None) => "It did not write its second argument's file.".to_owned(),
            Err(error) => format!("Its second argument's file cannot be used: {error}."),
        };
        Some(Err(format!("The interactor {} failed. {why}", interactor.path)))
    }

    /// Runs all at once. `printed` takes what a manager prints.
    fn converse(
        &self,
        slot: &mut Slot,
        turn: &Turn<'_>,
        interactor: &Interactor,
        printed: &mut Vec<u8>,
    ) -> Result<Vec<Outcome>, Error> {
        let count = interactor.processes;
        let scribe = |process, submission| {
            let voice = Voice { process: (count > 1).then_some(process), submission };
            Scribe { transcript: turn.transcript, voice }
        };
        let mut ears: Vec<_> =
            (0..count).map(|process| (scribe(process, true), scribe(process, false))).collect();
        let mut deaf: Vec<_> = (0..count).map(|_| Discard).collect();
        let mut printed: &mut dyn Sink = printed;
        let (mut wires, mut processes) = (Vec::new(), Vec::new());
        for (process, ((says, is_told), deaf)) in (0..).zip(ears.iter_mut().zip(&mut deaf)) {
            let run = process as usize + 1;
            let (stdout, pair): (&mut dyn Sink, _) = if interactor.has_named_pipes() {
                (
                    deaf,
                    [
                        (Source::Named(run, says), Target::Named(0)),
                        (Source::Named(0, is_told), Target::Named(run)),
                    ],
                )
            } else if interactor.is_manager() {
                (
                    says,
                    [
                        (Source::Stdout(run), Target::Named(0)),
                        (Source::Named(0, is_told), Target::Stdin(run)),
                    ],
                )
            } else {
                printed = is_told;
                (says, [(Source::Stdout(run), Target::Stdin(0)), (Source::Stdout(0), Target::Stdin(run))])
            };
            wires.extend(pair.map(|(from, to)| Wire { from, to }));
            processes.push(self.process(slot, turn, interactor, (process, stdout))?);
        }
        let wall = processes[0].limits.wall;
        let own = interactor.call(slot, (self, turn.case, turn.pass), wall, printed)?;
        self.join(slot, interactor, (own, processes), wires)
    }

    /// The call of one of the submission's processes.
    fn process<'s>(
        &self,
        slot: &Slot,
        turn: &Turn<'_>,
        interactor: &Interactor,
        (process, stdout): (u32, &'s mut dyn Sink),
    ) -> Result<Run<'s>, Error> {
        let mut run = self.command(slot, turn.case, None, stdout)?;
        if interactor.has_named_pipes() {
            // What it reads, what it writes; the wires come in the other order.
            run.args.extend(["/dev/fd/4", "/dev/fd/3"].map(Into::into));
        } else {
            run.stdin = Stdin::Joined;
        }
        if interactor.processes > 1 {
            run.args.push(process.to_string().into());
        }
        Ok(run)
    }

    fn join(
        &self,
        slot: &mut Slot,
        interactor: &Interactor,
        (mut own, mut processes): (Run<'_>, Vec<Run<'_>>),
        wires: Vec<Wire<'_>>,
    ) -> Result<Vec<Outcome>, Error> {
        let layout = interactor.program.layout(Role::Interact);
        let mut seats =
            vec![Seat { role: Role::Interact, layout, spec: interactor.program.spec(slot, &mut own) }];
        for (role, run) in (0..).map(Role::process).zip(&mut processes) {
            seats.push(Seat { role, layout: self.program.layout(role), spec: self.program.spec(slot, run) });
        }
        let left = |run| if run == 0 { Left::Interactor } else { Left::Submission };
        let joined = slot.join(seats, wires, &|run, end| interactor.linger(left(run), end))?;
        let mut outcomes = joined.outcomes.into_iter();
        let mut all = Vec::new();
        if let Some(outcome) = outcomes.next() {
            all.push(interactor.program.ran(&own, outcome)?);
        }
        for (run, outcome) in processes.iter().zip(outcomes) {
            all.push(self.program.ran(run, outcome)?);
        }
        Ok(all)
    }
}
