//! What decides a case: the native comparator, or the setter's own program in a box of its own.
//!
//! `call` is how each protocol starts the program, `answer` how it reads what the program left behind, by rules that are a
//! file a protocol. What a protocol does not provide for is a judge error with the setter's file named: never an answer.

mod answer;
mod call;
mod cms;
mod codes;
mod dmoj;
mod hustoj;
mod icpc;
mod input;
mod lemon;
mod number;
mod on_source;
pub(crate) mod python;
mod said;
mod syzoj;
mod testlib;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use problem::comparison::{BadArgument, Comparison, Icpc, Rules};
use problem::version::Protocol;
use problem::{Blobs, Hash, Limits, OutputValidator, TestCase, Verdict, Version};
use sandbox::{Discard, Sealed};

use crate::comparator::{Comparator, Judgement};
use crate::compile::{Compiled, compile_with};
use crate::error::Error;
use crate::given;
use crate::program::Program;
use crate::slot::{Role, Slot};
use crate::source::{Extra, Source};

pub(crate) use answer::Answer;
pub(crate) use call::{ANSWER, About, Asked, FEEDBACK, INPUT, add_feedback};
pub use input::InputTrial;
pub(crate) use on_source::{Handed, StaticValidator};
pub(crate) use said::Next;
pub use said::Said;

/// Decides the cases of one problem version.
#[derive(Debug)]
pub(crate) enum Validator {
    Native,
    /// All of which must accept; at least one.
    Programs(Vec<Checker>),
}

/// A program of the setter's, ready to run.
#[derive(Debug)]
pub(crate) struct Checker {
    program: Program,
    path: String,
    protocol: Protocol,
    args: Vec<String>,
}

/// The setter's fault: no case can be decided.
#[derive(Debug)]
pub(crate) struct Unusable {
    pub(crate) reason: String,
    /// What the compiler said about the setter's program.
    pub(crate) log: String,
}

impl Validator {
    /// Makes what decides ready: compiles the setter's program, or looks at the arguments of all cases.
    pub(crate) fn prepare(
        slot: &mut Slot,
        version: &Version,
        blobs: &dyn Blobs,
    ) -> Result<Result<Self, Unusable>, Error> {
        if let Err(unusable) = given::check(version) {
            return Ok(Err(unusable));
        }
        match &version.output_validator {
            OutputValidator::Program { .. } | OutputValidator::Every { .. } => {
                Self::for_any_case(slot, version, blobs)
            }
            _ => Ok(version
                .tests
                .cases()
                .into_iter()
                .filter(|case| !case.on_source)
                .try_for_each(|case| check_rules(version, case))
                .map(|()| Self::Native)),
        }
    }

    /// The setter's.
    pub(crate) fn programs(&self) -> Vec<&Program> {
        match self {
            Self::Native => Vec::new(),
            Self::Programs(checkers) => checkers.iter().map(|checker| &checker.program).collect(),
        }
    }

    /// The same without a look at the cases.
    pub(crate) fn for_any_case(
        slot: &mut Slot,
        version: &Version,
        blobs: &dyn Blobs,
    ) -> Result<Result<Self, Unusable>, Error> {
        let (protocol, args) = match &version.output_validator {
            OutputValidator::Program { protocol, args, .. } => (*protocol, args),
            OutputValidator::Every { args, .. } => (Protocol::Icpc, args),
            _ => return Ok(Ok(Self::Native)),
        };
        let extra = if protocol == Protocol::DmojPython { python::driver() } else { Extra::default() };
        let mut checkers = Vec::new();
        for given in version.output_validator.programs() {
            match setters(slot, (given, &extra), version, blobs)? {
                Ok(program) => {
                    let (path, args) = (given.path.clone(), args.clone());
                    checkers.push(Checker { program, path, protocol, args });
                }
                Err(unusable) => return Ok(Err(unusable.of("output validator", &given.path))),
            }
        }
        Ok(Ok(Self::Programs(checkers)))
    }
}

/// Compiles a program of the setter's with what is put beside it.
fn setters(
    slot: &mut Slot,
    (given, extra): (&problem::Program, &Extra),
    version: &Version,
    blobs: &dyn Blobs,
) -> Result<Result<Program, Unusable>, Error> {
    let source = source(&given.files, blobs)?;
    let toolchain = slot.need(&given.language)?;
    Ok(match compile_with(slot, &toolchain, (&source, extra), &version.limits)? {
        Compiled::Program(program) => Ok(program),
        Compiled::Refused { log, reason, .. } => Err(Unusable { reason, log }),
    })
}

impl Unusable {
    fn of(self, role: &str, path: &str) -> Self {
        let reason = format!("The {role} {path} could not be compiled. {}", self.reason);
        Self { reason, ..self }
    }
}

/// Asks one after the other until one does not accept. What they say to the jury and to the contestant adds up.
pub(crate) fn ask_all(checkers: &[Checker], slot: &mut Slot, asked: &Asked<'_>) -> Result<Said, Error> {
    let mut all = Said::of(Verdict::Ac, String::new());
    for checker in checkers {
        let said = checker.ask(slot, asked)?;
        all = Said {
            score: said.score.or(all.score.filter(|_| said.verdict == Verdict::Ac)),
            judge_message: both(all.judge_message, said.judge_message),
            team_message: both(all.team_message, said.team_message),
            ..said
        };
        if !matches!(all.verdict, Verdict::Ac | Verdict::Pa) {
            break;
        }
    }
    Ok(all)
}

fn both(one: String, other: String) -> String {
    match (one.is_empty(), other.is_empty()) {
        (true, _) => other,
        (_, true) => one,
        _ => format!("{one}\n{other}"),
    }
}

/// How a case's output is compared.
pub(crate) fn rules(version: &Version, case: &TestCase) -> Result<Rules, BadArgument> {
    if let Some(own) = &case.comparison {
        return own.rules();
    }
    let own = match &version.output_validator {
        OutputValidator::Default { args } => &args[..],
        OutputValidator::Native { comparison } => {
            let args = comparison.args().iter().chain(&case.validator_args);
            return Comparison::new(comparison.family(), args)?.rules();
        }
        OutputValidator::Program { .. } | OutputValidator::Every { .. } | OutputValidator::Interactor => &[],
    };
    let args: Vec<_> = own.iter().chain(&case.validator_args).collect();
    Icpc::parse(&args).map(Rules::Icpc)
}

fn check_rules(version: &Version, case: &TestCase) -> Result<(), Unusable> {
    let checked = rules(version, case).map(drop);
    checked.map_err(|error| Unusable { reason: format!("{}: {error}.", case.name), log: String::new() })
}

/// The files of a setter's program or submission.
pub(crate) fn source(files: &BTreeMap<String, Hash>, blobs: &dyn Blobs) -> Result<Source, Error> {
    let read = |(name, &hash): (&String, &Hash)| {
        let bytes = blobs.read(hash).map_err(|source| Error::Blob { hash, source })?;
        Ok((name.clone(), bytes))
    };
    files.iter().map(read).collect::<Result<_, _>>().map(Source::Files)
}

/// A version's output validator, made ready to be tried on outputs that no submission printed: files of the package's,
/// answers that were handed in, junk.
pub struct OutputTrial<'a> {
    version: &'a Version,
    blobs: &'a dyn Blobs,
    validator: Result<Validator, Unusable>,
}

impl<'a> OutputTrial<'a> {
    /// # Errors
    /// Ours only.
    pub fn prepare(slot: &mut Slot, version: &'a Version, blobs: &'a dyn Blobs) -> Result<Self, Error> {
        Ok(Self { version, blobs, validator: Validator::for_any_case(slot, version, blobs)? })
    }

    /// `None` where it cannot be used.
    pub(crate) fn validator(&self) -> Option<&Validator> {
        self.validator.as_ref().ok()
    }

    /// A text of the problem's.
    pub(crate) fn text(&self, hash: Hash) -> Result<String, Error> {
        let bytes = self.blobs.read(hash).map_err(|source| Error::Blob { hash, source })?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// What it says about one output for a case. A validator that cannot be used says JE.
    ///
    /// # Errors
    /// Ours only.
    pub fn said(&self, slot: &mut Slot, case: &TestCase, output: &[u8]) -> Result<Said, Error> {
        let Self { version, blobs, .. } = *self;
        match &self.validator {
            Ok(Validator::Native) => compare(version, blobs, case, output),
            Ok(Validator::Programs(checkers)) => {
                let output = seal(output)?;
                let asked = Asked { version, blobs, case, output, about: About::default(), pass: None };
                ask_all(checkers, slot, &asked)
                    .or_else(|error| error.as_setters().ok_or(error).map(|why| Said::of(Verdict::Je, why)))
            }
            Err(Unusable { reason, log }) => {
                Ok(Said { judge_message: log.clone(), ..Said::of(Verdict::Je, reason.clone()) })
            }
        }
    }
}

/// Decides by the native comparator, the output being there as a whole.
pub(crate) fn compare(
    version: &Version,
    blobs: &dyn Blobs,
    case: &TestCase,
    output: &[u8],
) -> Result<Said, Error> {
    let hash = case.answer;
    let unread = |source: io::Error| Error::Blob { hash, source };
    let rules = match rules(version, case) {
        Ok(rules) => rules,
        Err(error) => return Ok(Said::of(Verdict::Je, format!("{}: {error}.", case.name))),
    };
    let mut comparator = Comparator::new(rules, blobs.open(hash).map_err(unread)?);
    comparator.push(output).map_err(unread)?;
    comparator.finish().map(Said::from).map_err(unread)
}

/// An output as validators get it.
pub(crate) fn seal(output: &[u8]) -> Result<Arc<Sealed>, Error> {
    Sealed::from_bytes("output", output).map(Arc::new).map_err(Error::io("seal an output"))
}

impl Said {
    pub(crate) fn of(verdict: Verdict, reason: String) -> Self {
        let (judge_message, team_message) = (String::new(), String::new());
        Self { verdict, score: None, reason, judge_message, team_message, next: None }
    }
}

impl From<Judgement> for Said {
    fn from(Judgement { verdict, score, reason }: Judgement) -> Self {
        let reason = if verdict == Verdict::Ac { String::new() } else { reason };
        Self { score, ..Self::of(verdict, reason) }
    }
}

impl Checker {
    /// Runs the program on one output.
    ///
    /// # Errors
    /// Ours only.
    pub(crate) fn ask(&self, slot: &mut Slot, asked: &Asked<'_>) -> Result<Said, Error> {
        let (mut printed, mut dropped) = (Vec::new(), Discard);
        let reads = call::reads_stdout(self.protocol);
        let run = call::run(self, slot, asked, if reads { &mut printed } else { &mut dropped })?;
        let outcome = self.program.run(slot, Role::Validate, run)?;
        let answer = Answer {
            role: "output validator",
            path: &self.path,
            status: self.program.status(&outcome),
            outcome: &outcome,
            stdout: &printed,
            worth: asked.case.points.map(f64::from),
            limits: &asked.version.limits,
        };
        Ok(answer.read(self.protocol, asked.version.passes))
    }
}

pub(crate) fn wall(limits: &Limits) -> Duration {
    Duration::from_millis(limits.validation_time_ms) * 2 + Duration::from_secs(1)
}

/// The limits of the setter's programs.
pub(crate) fn sandbox_limits(problem: &Limits) -> sandbox::Limits {
    let cpu = Duration::from_millis(problem.validation_time_ms);
    crate::program::limits(
        cpu,
        wall(problem),
        problem.validation_memory_bytes,
        problem.validation_output_bytes,
    )
}
