//! One program without a problem: `judge run`, and the start-up test.

use std::fs::File;

use sandbox::{Limits, Outcome, Sealed, Status, Stdin};

use crate::compile::{Compiled, compile};
use crate::error::Error;
use crate::program::Run;
use crate::slot::{Role, Slot};
use crate::source::Source;
use crate::words;

/// What is kept of standard error.
const SHOWN: usize = 64 << 10;

/// What became of one program.
#[derive(Debug)]
pub enum Alone {
    CompileError {
        /// What the compiler said: at most 64 KiB, without control characters.
        log: String,
        reason: String,
    },
    Ran {
        log: String,
        outcome: Outcome,
        /// Everything within the output limit.
        stdout: Vec<u8>,
        /// Of the outcome, and of what the language's run-time says of memory.
        status: Status,
        /// Why it is not `Ok`, in words.
        reason: String,
    },
}

/// Compiles and runs one program on one input, `None` being empty. `limits.processes` is the language's.
///
/// # Errors
/// Ours only.
pub fn run_alone(
    slot: &mut Slot,
    source: &Source,
    language: &str,
    stdin: Option<File>,
    limits: &Limits,
) -> Result<Alone, Error> {
    let toolchain = slot.need(language)?;
    let program = match compile(slot, &toolchain, source, &problem::Limits::default())? {
        Compiled::Program(program) => program,
        Compiled::Refused { log, reason, .. } => return Ok(Alone::CompileError { log, reason }),
    };
    let stdin = match stdin {
        None => Stdin::Empty,
        // Sealed: the file itself could be changed through its descriptor, see `Cache::lend`.
        Some(file) => {
            let sealed = Sealed::from_reader("stdin", file).and_then(|sealed| sealed.open());
            Stdin::File(sealed.map_err(Error::io("read the standard input"))?)
        }
    };
    let mut stdout = Vec::new();
    let mut outcome = program.run(slot, Role::Alone, Run::new(stdin, &mut stdout, limits.clone()))?;
    let status = program.status(&outcome);
    outcome.stderr_cut |= outcome.stderr.len() > SHOWN;
    outcome.stderr.truncate(SHOWN);
    let reason = words::reason(&outcome, status, limits.wall);
    Ok(Alone::Ran { log: program.built.log.clone(), outcome, stdout, status, reason })
}

/// Compiles and runs the language's own example: whether the toolchain works as it is here and now.
///
/// # Errors
/// `Toolchain`, which says what went wrong; ours otherwise.
pub fn self_test(slot: &mut Slot, language: &str) -> Result<(), Error> {
    let toolchain = slot.need(language)?;
    let source = Source::Text(toolchain.language.hello.clone().into_bytes());
    let limits = Limits { cpu: std::time::Duration::from_secs(10), ..Limits::default() };
    let what = match run_alone(slot, &source, language, None, &limits)? {
        Alone::Ran { status: Status::Ok, stdout, .. } if stdout == b"hello\n" => return Ok(()),
        Alone::Ran { stdout, outcome, reason, .. } => {
            let (stdout, stderr) = (words::tame(&stdout, 200), words::tame(&outcome.stderr, 500));
            format!("the example printed {stdout:?} and {stderr:?}. {reason}")
        }
        Alone::CompileError { log, reason } => format!("the example was not compiled. {reason} {log}"),
    };
    Err(Error::Toolchain { language: toolchain.language.name.clone(), what })
}
