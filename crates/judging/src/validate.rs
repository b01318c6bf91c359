//! What decides a case: the native comparator, or the setter's own program in a box of its own.
//!
//! The program follows the package format's protocol: `input answer feedback_dir/ args… < output`, exit code 42
//! accepts, 43 rejects, and whatever else happens is a judge error with the setter's file named: never an answer.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use problem::comparison::{BadArgument, Comparison, Icpc, Rules};
use problem::{Blobs, Hash, OutputValidator, TestCase, Verdict, Version};
use sandbox::{Discard, End, Outcome, Status, Stdin, Stopped};

use crate::comparator::Score;
use crate::compile::{Compiled, compile};
use crate::error::Error;
use crate::program::{Program, Run, limits};
use crate::slot::{Role, Slot};
use crate::source::Source;
use crate::words;

/// What is shown of a message.
const MESSAGE_BYTES: usize = 4 << 10;

/// The protocol's exit codes.
const ACCEPT: i32 = 42;
const REJECT: i32 = 43;

/// Decides the cases of one problem version.
#[derive(Debug)]
pub(crate) enum Validator {
    Native,
    Program { program: Program, path: String, args: Vec<String> },
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
        let OutputValidator::Program { program, args, .. } = &version.output_validator else {
            return Ok(check_rules(version).map(|()| Self::Native));
        };
        let (path, args) = (program.path.clone(), args.clone());
        let unusable = |reason: String, log| Ok(Err(Unusable { reason, log }));
        let source = source(&program.files, blobs)?;
        let toolchain = slot.need(&program.language)?;
        match compile(slot, &toolchain, &source, &version.limits)? {
            Compiled::Program(program) => Ok(Ok(Self::Program { program, path, args })),
            Compiled::Refused { log, reason } => {
                unusable(format!("The output validator {path} could not be compiled. {reason}"), log)
            }
        }
    }
}

/// How a case's output is compared.
pub(crate) fn rules(version: &Version, case: &TestCase) -> Result<Rules, BadArgument> {
    let own = match &version.output_validator {
        OutputValidator::Default { args } => &args[..],
        OutputValidator::Native { comparison } => {
            let args = comparison.args().iter().chain(&case.validator_args);
            return Comparison::new(comparison.family(), args)?.rules();
        }
        OutputValidator::Program { .. } | OutputValidator::Interactor => &[],
    };
    let args: Vec<_> = own.iter().chain(&case.validator_args).collect();
    Icpc::parse(&args).map(Rules::Icpc)
}

fn check_rules(version: &Version) -> Result<(), Unusable> {
    version.tests.cases().into_iter().try_for_each(|case| {
        let checked = rules(version, case).map(drop);
        checked.map_err(|error| Unusable { reason: format!("{}: {error}.", case.name), log: String::new() })
    })
}

/// The files of a setter's program or submission.
fn source(files: &BTreeMap<String, Hash>, blobs: &dyn Blobs) -> Result<Source, Error> {
    let read = |(name, &hash): (&String, &Hash)| {
        let bytes = blobs.read(hash).map_err(|source| Error::Blob { hash, source })?;
        Ok((name.clone(), bytes))
    };
    files.iter().map(read).collect::<Result<_, _>>().map(Source::Files)
}

/// What a setter's program said about one output.
#[derive(Debug)]
pub(crate) struct Said {
    /// AC, WA or JE.
    pub(crate) verdict: Verdict,
    pub(crate) score: Option<Score>,
    pub(crate) reason: String,
    pub(crate) judge_message: String,
    pub(crate) team_message: String,
}

/// A case's files: the program gets them as descriptors 3 and 4 and as standard input.
pub(crate) struct Files {
    pub(crate) input: OwnedFd,
    pub(crate) answer: OwnedFd,
    pub(crate) output: OwnedFd,
}

/// Runs the setter's program on one output.
pub(crate) fn validate(
    slot: &mut Slot,
    (program, path): (&Program, &str),
    args: &[&String],
    files: Files,
    limits: &problem::Limits,
) -> Result<Said, Error> {
    let mut stdout = Discard;
    let mut run = Run::new(Stdin::File(files.output), &mut stdout, sandbox_limits(limits));
    run.args = ["/dev/fd/3", "/dev/fd/4", "/w/feedback/"].into_iter().map(Into::into).collect();
    run.args.extend(args.iter().map(Into::into));
    run.descriptors = vec![files.input, files.answer];
    run.directories = vec!["feedback".into()];
    let outcome = program.run(slot, Role::Validate, run)?;
    Ok(said(program, path, &outcome, limits))
}

fn wall(limits: &problem::Limits) -> Duration {
    Duration::from_millis(limits.validation_time_ms) * 2 + Duration::from_secs(1)
}

fn sandbox_limits(problem: &problem::Limits) -> sandbox::Limits {
    let cpu = Duration::from_millis(problem.validation_time_ms);
    limits(cpu, wall(problem), problem.validation_memory_bytes, problem.validation_output_bytes)
}

fn said(program: &Program, path: &str, outcome: &Outcome, limits: &problem::Limits) -> Said {
    let message = |file: &str| message(outcome, file, limits.validation_output_bytes);
    let (mut judge_message, team_message) = (message("judgemessage.txt"), message("teammessage.txt"));
    let (verdict, reason) = match (program.status(outcome), outcome.stopped, outcome.end) {
        (Status::RuntimeError, None, End::Exited(ACCEPT)) => (Verdict::Ac, String::new()),
        (Status::RuntimeError, None, End::Exited(REJECT)) => {
            (Verdict::Wa, "The output validator rejected the output.".into())
        }
        (status, ..) => (Verdict::Je, failure(path, outcome, status, limits)),
    };
    if verdict == Verdict::Je && !outcome.stderr.is_empty() {
        let stderr = words::tame(&outcome.stderr, MESSAGE_BYTES);
        judge_message =
            format!("{judge_message}\nstandard error of {path}:\n{stderr}").trim_start().to_owned();
    }
    Said { verdict, score: None, reason, judge_message, team_message }
}

fn failure(path: &str, outcome: &Outcome, status: Status, limits: &problem::Limits) -> String {
    let why = match (status, outcome.stopped) {
        (Status::Ok, Some(Stopped::BySink)) => "It was stopped.".into(),
        (Status::Ok, _) => "Exit code 0; 42 accepts and 43 rejects.".into(),
        (Status::RuntimeError, _) => format!("{} 42 accepts and 43 rejects.", words::end(outcome.end)),
        _ => words::reason(outcome, status, wall(limits)),
    };
    format!("The output validator {path} failed. {why}")
}

/// A message file, if the program left one.
fn message(outcome: &Outcome, file: &str, most: u64) -> String {
    match outcome.leftovers.read(&format!("feedback/{file}"), most) {
        Ok(Some(bytes)) => words::tame(&bytes, MESSAGE_BYTES),
        Ok(None) => String::new(),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            format!("[{file} is larger than {}]", words::size(most))
        }
        Err(error) => format!("[{file} could not be read: {error}]"),
    }
}
