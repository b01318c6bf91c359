//! One judging from start to verdict.

use std::ops::ControlFlow;
use std::time::Duration;

use problem::version::{CaseLimits, Kind, Points};
use problem::{Blobs, GroupResult, Hash, Limits, Score, TestCase, Verdict, Version};
use sandbox::fair::{Noise, Ran};

use crate::again::Patience;
use crate::answers::Answers;
use crate::cases::{Cases, Outputs, tell};
use crate::compile::{Compiled, Spent, compile_submission};
use crate::error::Error;
use crate::execute::{Bench, Deciders};
use crate::grade::Graders;
use crate::known::{Known, Remembered};
use crate::slot::Slot;
use crate::source::Source;
use crate::tally::{Besides, walk};
use crate::validate::{About, Handed, OutputTrial, Unusable};

/// What to judge.
pub struct Task<'a> {
    pub version: &'a Version,
    pub blobs: &'a dyn Blobs,
    /// Id of the language.
    pub language: &'a str,
    pub source: &'a Source,
    /// The source's own file or class with the entry point, where somebody names it.
    pub entry: Option<&'a str>,
    pub stop: Stop,
    /// Whose submission it is; `None`: nobody's who must not learn of others. What was compiled or run for one is found
    /// again for no other: how long it takes would tell that there is the same program.
    pub owner: Option<u64>,
    /// Where results may be taken from; `None`: everything is run.
    pub known: Option<&'a dyn Known>,
}

/// How much is run of a program that failed. In a problem with points that is, in all but the last, whatever can still
/// change the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing after its first wrong byte; of the sample cases, whose output is shown, all. The quickest, at a price:
    /// a program that would have gone on to crash or to exceed a limit is only told that its answer is wrong.
    FirstWrongByte,
    /// No case after the first that failed, which is run to its end: a limit or a crash weighs more than wrong output.
    FirstFailure,
    /// Every case, with the verdict and the score of [`Stop::FirstFailure`].
    Never,
}

/// A step of a judging.
#[derive(Debug)]
pub enum Event {
    Compiling,
    /// The program is there.
    Compiled {
        /// What the compiler said, warnings as a rule: at most 64 KiB, without control characters.
        log: String,
    },
    /// So many cases are done; the next one begins.
    Running {
        done: u32,
        total: u32,
    },
    /// A case was run, or in a problem with points is not going to be. Those that a pass-fail problem skips are only in
    /// [`Judged::cases`].
    Case(Box<CaseResult>),
}

/// What a judging came to.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The verdict of the first case, in order, that is not accepted, where the groups' rules do not say otherwise; CE
    /// without a program; JE where a program of the setter's cannot be used. In a problem with points AC with the best
    /// score and PA with any other but none.
    pub verdict: Verdict,
    /// `None`: pass-fail, or nobody knows.
    pub score: Option<f64>,
    /// The best score; `None`: pass-fail, or there is no bound.
    pub max_score: Option<f64>,
    /// Those below the root, each before those in it; none in a pass-fail problem.
    pub groups: Vec<GroupResult>,
    /// One for each case, in the order of judging; none without a program.
    pub cases: Vec<CaseResult>,
    /// What the compiler said; that of the validator where the reason is the validator's.
    pub compile_log: String,
    /// In words, with the case that decided; empty when accepted.
    pub reason: String,
    /// The version line of the toolchain.
    pub toolchain: String,
    /// Hash of the program that was run.
    pub program: Option<Hash>,
    /// The problem's limits in the submission's language; a case may have others.
    pub limits: Limits,
    /// What the compiler used; `None`: nothing was compiled, or the program was there from before.
    pub compile: Option<Spent>,
    /// To which everything was pinned, as the kernel numbers them.
    pub core: usize,
}

/// What one case came to.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// Full name below `data/`: `secret/03`.
    pub name: String,
    /// In the order of judging, from 0.
    pub position: u32,
    pub sample: bool,
    pub verdict: Verdict,
    /// What it came to by itself, before points made another verdict of it.
    pub own: Verdict,
    /// What the comparator or the setter's validator gave, where it gave anything but accepted or not.
    pub score: Option<Score>,
    /// What it gives where it stands first; `None`: pass-fail, or not run.
    pub points: Option<f64>,
    /// CPU time of all processes.
    pub cpu: Duration,
    /// The same of each time that it was run, in that order: more than once where the time was in doubt. The whole result
    /// is that of the least one of those within the limits. Empty where it was not run.
    pub times: Vec<Duration>,
    pub wall: Duration,
    /// Peak of all processes together, bytes; files that the case gives not counted.
    pub memory: u64,
    /// What this case had in this language: CPU time, and bytes of memory. Zero where it was not run.
    pub time_limit: Duration,
    pub memory_limit: u64,
    /// How the program ended, where it was not ended by us.
    pub exit_code: Option<i32>,
    pub signal: Option<i32>,
    /// Processes that the kernel killed for want of memory.
    pub oom_kills: u64,
    /// In words; empty when accepted.
    pub reason: String,
    /// What the setter's validator has to say to the contestant, and to the jury; at most 4 KiB each.
    pub team_message: String,
    pub judge_message: String,
    /// The start of a sample case's output, at most 64 KiB; `None` for secret cases.
    pub output: Option<Vec<u8>>,
    /// Of a sample case of an interactive problem or of one with several passes, the start of the conversation, at most
    /// 64 KiB, as the package format writes it: lines with `>` before what the submission said and `<` before what it was
    /// told, `---` between two passes. Else empty.
    pub transcript: String,
    /// The start of standard error, at most 4 KiB, without control characters.
    pub stderr: String,
    /// What disturbed the run; known when the judging is over, so to be had of [`Judged::cases`] only. `None` of a case
    /// that was not run, or where the kernel tells nothing.
    pub noise: Option<Noise>,
    /// The hash of all that the result hangs on, where the same run would come to the same: known for good when the
    /// judging is over. `None` without [`Task::known`], too.
    pub key: Option<Hash>,
    /// It was not run now: where [`Known`] says that the result comes from.
    pub reused_from: Option<i64>,
    /// When it was run, if that was now.
    pub ran: Option<Ran>,
}

impl CaseResult {
    /// A case that was not run.
    pub(crate) fn skipped(case: &TestCase, position: u32) -> Self {
        Self { sample: case.sample, ..Self::new(case.name.clone(), position) }
    }

    /// A secret case that was not run.
    pub fn new(name: String, position: u32) -> Self {
        Self {
            name,
            position,
            sample: false,
            verdict: Verdict::Sk,
            own: Verdict::Sk,
            score: None,
            points: None,
            cpu: Duration::ZERO,
            times: Vec::new(),
            wall: Duration::ZERO,
            memory: 0,
            time_limit: Duration::ZERO,
            memory_limit: 0,
            exit_code: None,
            signal: None,
            oom_kills: 0,
            reason: String::new(),
            team_message: String::new(),
            judge_message: String::new(),
            output: None,
            transcript: String::new(),
            stderr: String::new(),
            noise: None,
            key: None,
            reused_from: None,
            ran: None,
        }
    }
}

/// Told each step; `Break` stops the judging.
pub type EventSink<'a> = &'a mut dyn FnMut(Event) -> ControlFlow<()>;

/// Compiles, runs the cases, samples first, and validates, telling the sink each step. What the contestant's program
/// did, and what the setter's did, is in the result. Where outputs are handed in, the language is not looked at.
///
/// # Errors
/// `Stopped` when the sink says `Break`; otherwise ours, and the judging is to be tried again.
pub fn judge(slot: &mut Slot, task: &Task<'_>, sink: EventSink<'_>) -> Result<Judged, Error> {
    match task.version.kind {
        Kind::Program => judge_program(slot, task, sink),
        Kind::Answers => judge_answers(slot, task, sink),
    }
}

/// Of a submission of the setter's.
pub(crate) fn unknown_language(slot: &Slot, version: &Version, path: &str) -> Judged {
    let reason = format!("The ending of {path} tells no language that is known here.");
    Judged { verdict: Verdict::Je, reason, ..blank(slot, version, "", String::new()) }
}

/// Before anything is known.
fn blank(slot: &Slot, version: &Version, language: &str, toolchain: String) -> Judged {
    Judged {
        verdict: Verdict::Ac,
        score: None,
        max_score: version.scoring.as_ref().and_then(|scoring| scoring.max).map(Points::get),
        groups: Vec::new(),
        cases: Vec::new(),
        compile_log: String::new(),
        reason: String::new(),
        toolchain,
        program: None,
        limits: version.limits.of_run(language, CaseLimits::default()),
        compile: None,
        core: slot.core(),
    }
}

fn judge_answers(slot: &mut Slot, task: &Task<'_>, sink: EventSink<'_>) -> Result<Judged, Error> {
    let judged = blank(slot, task.version, task.language, String::new());
    tell(sink, Event::Compiled { log: String::new() })?;
    let trial = OutputTrial::prepare(slot, task.version, task.blobs)?;
    let answers = match Answers::of(task.version, trial, task.source) {
        Ok(answers) => answers,
        Err(reason) => {
            let score = task.version.scoring.as_ref().map(|_| 0.0);
            return Ok(Judged { verdict: Verdict::Wa, score, reason, ..judged });
        }
    };
    match Graders::prepare(slot, task.version, task.blobs)? {
        Ok(graders) => {
            let remembered = answers.remembered(slot, task)?;
            let outputs = Outputs::Sent(&answers);
            run_cases(slot, task, (outputs, &graders, remembered), sink, judged)
        }
        Err(fault) => {
            Ok(Judged { verdict: Verdict::Je, compile_log: fault.log, reason: fault.reason, ..judged })
        }
    }
}

fn judge_program(slot: &mut Slot, task: &Task<'_>, sink: EventSink<'_>) -> Result<Judged, Error> {
    let toolchain = slot.need(task.language)?;
    let scoring = task.version.scoring.as_ref();
    let mut judged = blank(slot, task.version, task.language, toolchain.version.clone());
    tell(sink, Event::Compiling)?;
    let program = match compile_submission(slot, &toolchain, task)? {
        Ok(Compiled::Program(program)) => program,
        Err(fault) => return Ok(Judged { verdict: Verdict::Je, reason: fault.reason, ..judged }),
        Ok(Compiled::Refused { log, reason, spent }) => {
            let score = scoring.map(|_| 0.0);
            return Ok(Judged {
                verdict: Verdict::Ce,
                score,
                compile_log: log,
                reason,
                compile: spent,
                ..judged
            });
        }
    };
    (judged.program, judged.compile) = (Some(program.id), program.spent);
    judged.compile_log.clone_from(&program.built.log);
    tell(sink, Event::Compiled { log: program.built.log.clone() })?;
    match setters_programs(slot, task)? {
        Ok((deciders, graders)) => {
            let source = task.source.main(&program.main);
            let handed = deciders.on_source.as_ref().map(|_| Handed::of(task, &program)).transpose()?;
            let bench = Bench {
                version: task.version,
                blobs: task.blobs,
                program: &program,
                validator: &deciders.validator,
                interactor: deciders.interactor.as_ref(),
                on_source: deciders.on_source.as_ref().zip(handed.as_ref()),
                stop: task.stop,
                about: About { language: task.language, source, ..About::default() },
            };
            let remembered = bench.remembered(slot, task);
            run_cases(slot, task, (Outputs::Run(&bench), &graders, remembered), sink, judged)
        }
        Err(fault) => {
            let compile_log = if fault.log.is_empty() { judged.compile_log } else { fault.log };
            Ok(Judged { verdict: Verdict::Je, compile_log, reason: fault.reason, ..judged })
        }
    }
}

/// What the setter gave to decide with, ready to run.
fn setters_programs(
    slot: &mut Slot,
    task: &Task<'_>,
) -> Result<Result<(Deciders, Graders), Unusable>, Error> {
    let deciders = match Deciders::prepare(slot, task.version, task.blobs)? {
        Ok(deciders) => deciders,
        Err(fault) => return Ok(Err(fault)),
    };
    let graders = Graders::prepare(slot, task.version, task.blobs)?;
    Ok(graders.map(|graders| (deciders, graders)))
}

fn run_cases(
    slot: &mut Slot,
    task: &Task<'_>,
    (outputs, graders, remembered): (Outputs<'_>, &Graders, Remembered),
    sink: EventSink<'_>,
    mut judged: Judged,
) -> Result<Judged, Error> {
    let version = task.version;
    let plan = version.plan();
    let besides = if task.stop == Stop::Never { Besides::Everything } else { Besides::Nothing };
    slot.begin();
    let results = vec![None; plan.cases.len()];
    let (settled, patience) = (0, Patience::default());
    let mut cases =
        Cases { slot, version, outputs, graders, remembered, plan: &plan, sink, results, settled, patience };
    let total = walk(version, &plan, besides, &mut cases)?;
    judged.cases = cases.finish();
    slot.noise(&mut judged.cases);
    judged.cases.iter_mut().filter(|case| !case.is_repeatable()).for_each(|case| case.key = None);
    (judged.verdict, judged.score, judged.groups) = (total.verdict, total.score, total.groups);
    judged.reason = match total.decided.map(|at| &judged.cases[at]) {
        _ if !total.fault.is_empty() => total.fault,
        Some(case) => format!("{}: {}", case.name, case.reason),
        None => String::new(),
    };
    Ok(judged)
}
