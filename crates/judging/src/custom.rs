//! Somebody's program on an input of theirs, in the boxes in which submissions run, compared with nothing.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use problem::{Blobs, Limits, Verdict, Version};
use sandbox::{Found, Outcome, Sealed, Sink, Stdin};

use crate::cases::tell;
use crate::compile::{Compiled, compile_in_passing};
use crate::error::Error;
use crate::execute::{ended, verdict};
use crate::given::of_submission;
use crate::judge::{Event, EventSink, Stop, Task};
use crate::program::{Program, Run};
use crate::slot::{Role, Slot};
use crate::source::Source;
use crate::words;

/// What is kept of what a program prints, on either stream.
const SHOWN: usize = 64 << 10;

/// What to run.
pub struct CustomTask<'a> {
    /// Its id: what was compiled for it is kept until [`crate::Cache::forget`] is told that it is gone.
    pub run: u128,
    /// Whose files are put beside the source, and read and written by its names; one that says nothing where the run is of
    /// no problem.
    pub version: &'a Version,
    pub blobs: &'a dyn Blobs,
    /// Id of the language.
    pub language: &'a str,
    pub source: &'a Source,
    pub input: &'a [u8],
    /// Of this run.
    pub limits: &'a Limits,
    /// As [`Task::owner`].
    pub owner: Option<u64>,
}

/// What a custom run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomRan {
    /// AC: it ended well. Else the limit that was broken, RE, CE, or JE where what the setter adds cannot be used.
    pub verdict: Verdict,
    /// Why, in words; empty where it ended well.
    pub reason: String,
    /// What the compiler said: at most 64 KiB, without control characters.
    pub compile_log: String,
    /// The version line of the toolchain.
    pub toolchain: String,
    /// `None`: there was no program.
    pub printed: Option<Printed>,
}

/// What the program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// CPU time of all processes.
    pub cpu: Duration,
    pub wall: Duration,
    /// Peak of all processes together, bytes.
    pub memory: u64,
    /// How it ended, where it was not ended by us.
    pub exit_code: Option<i32>,
    pub signal: Option<i32>,
    /// The start of its output, at most 64 KiB, as it was written.
    pub stdout: Vec<u8>,
    /// All of it.
    pub stdout_bytes: u64,
    /// The start of standard error, at most 64 KiB, as it was written.
    pub stderr: Vec<u8>,
    /// There was more.
    pub stderr_cut: bool,
}

/// Compiles and runs it, telling the sink when it does which. No more than that is left of it anywhere.
///
/// # Errors
/// `Stopped` when the sink says `Break`, or the slot is told that nobody wants it any more; otherwise ours.
pub fn run_custom(slot: &mut Slot, task: &CustomTask<'_>, sink: EventSink<'_>) -> Result<CustomRan, Error> {
    let toolchain = slot.need(task.language)?;
    let ran = |verdict, reason, compile_log, printed| {
        let toolchain = toolchain.version.clone();
        CustomRan { verdict, reason, compile_log, toolchain, printed }
    };
    tell(sink, Event::Compiling)?;
    let CustomTask { run, version, blobs, language, source, owner, .. } = *task;
    let submitted =
        Task { version, blobs, language, source, entry: None, stop: Stop::Never, owner, known: None };
    let program = match compile_in_passing(slot, &toolchain, &submitted, run)? {
        Ok(Compiled::Program(program)) => program,
        Ok(Compiled::Refused { log, reason, .. }) => return Ok(ran(Verdict::Ce, reason, log, None)),
        Err(fault) => return Ok(ran(Verdict::Je, fault.reason, fault.log, None)),
    };
    let log = program.built.log.clone();
    tell(sink, Event::Compiled { log: log.clone() })?;
    let (outcome, printed) = execute(slot, task, &program)?;
    let status = program.status(&outcome);
    let reason = words::reason(&outcome, status, task.limits.wall());
    let (printed, missing) = printed_of(task, &outcome, printed)?;
    let reason =
        [reason, missing].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ");
    Ok(ran(verdict(status), reason, log, Some(printed)))
}

fn execute(slot: &mut Slot, task: &CustomTask<'_>, program: &Program) -> Result<(Outcome, Vec<u8>), Error> {
    let given = task.limits;
    let limits = of_submission(slot, task.version, given);
    let input = Sealed::from_bytes("input", task.input).map_err(Error::io("seal an input"))?;
    let mut stdout = Head(Vec::new());
    let mut run = Run::new(Stdin::Empty, &mut stdout, limits);
    match &task.version.named_files.input {
        Some(name) => run.files.push((name.clone(), Arc::new(input))),
        None => run.stdin = Stdin::File(input.open().map_err(Error::io("open an input"))?),
    }
    let spec = program.spec(slot, &mut run);
    let outcome = slot.run_while_wanted(Role::Run, &program.layout(Role::Run), spec)?;
    let outcome = program.ran(&run, outcome)?;
    Ok((outcome, stdout.0))
}

/// With the output file in place of what it printed where the problem has one; where there is none that counts, why.
fn printed_of(task: &CustomTask<'_>, outcome: &Outcome, stdout: Vec<u8>) -> Result<(Printed, String), Error> {
    let (exit_code, signal) = ended(outcome);
    let mut printed = Printed {
        cpu: outcome.cpu,
        wall: outcome.wall,
        memory: outcome.memory,
        exit_code,
        signal,
        stdout,
        stdout_bytes: outcome.output,
        stderr: outcome.stderr[..outcome.stderr.len().min(SHOWN)].to_vec(),
        stderr_cut: outcome.stderr_cut || outcome.stderr.len() > SHOWN,
    };
    let Some(name) = &task.version.named_files.output else { return Ok((printed, String::new())) };
    let most = task.limits.output_bytes;
    let file = match outcome.leftovers.look(name).map_err(Error::io("look for the output file"))? {
        Found::File(bytes) if bytes <= most => {
            outcome.leftovers.read(name, most).map_err(Error::io("read the output file"))?
        }
        _ => None,
    };
    match file {
        Some(mut file) => {
            printed.stdout_bytes = file.len() as u64;
            file.truncate(SHOWN);
            printed.stdout = file;
            Ok((printed, String::new()))
        }
        None => Ok((printed, format!("It left no file {name} of at most {}.", words::size(most)))),
    }
}

/// Keeps the start and lets the rest pass.
struct Head(Vec<u8>);

impl Sink for Head {
    fn write(&mut self, piece: &[u8]) -> ControlFlow<()> {
        let room = SHOWN - self.0.len();
        self.0.extend_from_slice(&piece[..piece.len().min(room)]);
        ControlFlow::Continue(())
    }
}
