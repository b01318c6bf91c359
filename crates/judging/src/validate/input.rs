//! The setter's programs that say whether an input is one that the statement promises.

use problem::version::InputValidator;
use problem::{Blobs, Hash, Version};
use sandbox::{Discard, End, Stdin};

use super::sandbox_limits;
use crate::compile::{Compiled, compile};
use crate::error::Error;
use crate::program::Run;
use crate::slot::{Role, Slot};
use crate::words;

/// What is shown of what one says.
const INPUT_WORDS: usize = 1 << 10;

/// An input validator, made ready to be tried.
pub struct InputTrial<'a> {
    validator: &'a InputValidator,
    version: &'a Version,
    blobs: &'a dyn Blobs,
    program: Compiled,
}

impl<'a> InputTrial<'a> {
    /// # Errors
    /// Ours only. One that cannot be compiled accepts nothing.
    pub fn prepare(
        slot: &mut Slot,
        version: &'a Version,
        blobs: &'a dyn Blobs,
        validator: &'a InputValidator,
    ) -> Result<Self, Error> {
        let problem::Program { language, files, .. } = &validator.program;
        let toolchain = slot.need(language)?;
        let program = compile(slot, &toolchain, &super::source(files, blobs)?, &version.limits)?;
        Ok(Self { validator, version, blobs, program })
    }

    pub fn validator(&self) -> &'a InputValidator {
        self.validator
    }

    /// Whether it accepts an input: `None`, or why not, in words. One that breaks a limit accepts nothing.
    ///
    /// # Errors
    /// Ours only.
    pub fn refuses(&self, slot: &mut Slot, input: Hash, args: &[String]) -> Result<Option<String>, Error> {
        let program = match &self.program {
            Compiled::Program(program) => program,
            Compiled::Refused { log, reason, .. } => {
                return Ok(Some(format!("It could not be compiled. {reason}\n{log}").trim_end().to_owned()));
            }
        };
        let stdin = slot.cache.sealed(self.blobs, input)?.open().map_err(Error::io("open an input"))?;
        let (mut stdout, limits) = (Discard, sandbox_limits(&self.version.limits));
        let mut run = Run::new(Stdin::File(stdin), &mut stdout, limits.clone());
        run.args = self.validator.args.iter().chain(args).map(Into::into).collect();
        let outcome = match program.run(slot, Role::Validate, run) {
            Err(error) => return error.as_setters().ok_or(error).map(Some),
            Ok(outcome) => outcome,
        };
        if outcome.stopped.is_none() && outcome.end == End::Exited(self.validator.accepts.into()) {
            return Ok(None);
        }
        let why = words::reason(&outcome, program.status(&outcome), limits.wall);
        let said = words::tame(&outcome.stderr, INPUT_WORDS);
        Ok(Some(format!("{why} {}", said.trim()).trim().to_owned()))
    }
}
