//! The package format's static validator: it judges what was submitted, and nothing of that is run.
//!
//! It finds the submission's files in its working directory, where they may have any name: its own lie in a folder that no
//! source can be called like.

use std::io;
use std::sync::Arc;

use problem::version::{Passes, Protocol};
use problem::{Blobs, TestCase, Verdict, Version};
use sandbox::{Discard, Sealed, Stdin};

use super::answer::Answer;
use super::call::FEEDBACK;
use super::{Said, Unusable, sandbox_limits, setters};
use crate::compile::sources;
use crate::error::Error;
use crate::judge::Task;
use crate::program::{Program, Run};
use crate::slot::{Role, Slot};
use crate::source::Extra;

/// Of its own files.
const APART: &str = ".validator/";
/// The name that its folder of feedback has: a file of the submission's gives way to it.
const TAKEN: &str = "feedback";

const ROLE: &str = "static validator";

/// Ready to be asked.
#[derive(Debug)]
pub(crate) struct StaticValidator {
    program: Program,
    path: String,
}

/// What was handed in, as it is shown to static validators.
#[derive(Debug)]
pub(crate) struct Handed {
    /// Sources, with what the problem adds to them, and what the compiler made.
    files: Vec<(String, Arc<Sealed>)>,
    /// File or class with the entry point.
    entry: String,
    /// Id, which is the format's code.
    language: String,
}

impl Handed {
    /// Of a submission that was compiled.
    pub(crate) fn of(task: &Task<'_>, program: &Program) -> Result<Self, Error> {
        let seal = |name: &str, bytes: &[u8]| Sealed::from_bytes(name, bytes).map(Arc::new);
        let sealed = Error::io("seal a source");
        let mut named = sources(&program.toolchain, task)?;
        if let Some((name, artefact)) = program.compiled() {
            let bytes = artefact.read().map_err(Error::io("read a program"))?;
            named.entry(name.to_owned()).or_insert_with(|| bytes.to_vec());
        }
        named.remove(TAKEN);
        let files = named.iter().map(|(name, bytes)| Ok((name.clone(), seal(name, bytes)?)));
        let files = files.collect::<io::Result<_>>().map_err(sealed)?;
        Ok(Self { files, entry: program.main.clone(), language: task.language.to_owned() })
    }
}

impl StaticValidator {
    /// Compiles the version's, if it has one.
    pub(crate) fn prepare(
        slot: &mut Slot,
        version: &Version,
        blobs: &dyn Blobs,
    ) -> Result<Result<Option<Self>, Unusable>, Error> {
        let Some(given) = &version.static_validator else { return Ok(Ok(None)) };
        let path = given.path.clone();
        let program = setters(slot, (given, &Extra::default()), version, blobs)?;
        Ok(match program {
            Ok(program) => Ok(Some(Self { program, path })),
            Err(unusable) => Err(unusable.of(ROLE, &path)),
        })
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// What it says of a submission, asked as this test asks.
    pub(crate) fn ask(
        &self,
        slot: &mut Slot,
        version: &Version,
        case: &TestCase,
        handed: &Handed,
    ) -> Result<Said, Error> {
        let mut stdout = Discard;
        let mut run = Run::new(Stdin::Empty, &mut stdout, sandbox_limits(&version.limits));
        run.files.clone_from(&handed.files);
        (run.apart, run.directories) =
            (APART, vec![TAKEN.to_owned(), APART.trim_end_matches('/').to_owned()]);
        run.args = [handed.language.as_str(), &handed.entry, FEEDBACK].map(Into::into).into();
        run.args.extend(case.validator_args.iter().map(Into::into));
        let outcome = self.program.run(slot, Role::Validate, run)?;
        let answer = Answer {
            role: ROLE,
            path: &self.path,
            status: self.program.status(&outcome),
            outcome: &outcome,
            stdout: &[],
            worth: case.points.map(f64::from),
            limits: &version.limits,
        };
        let said = answer.read(Protocol::Icpc, Passes::One);
        let rejected = said.verdict == Verdict::Wa;
        let reason = if rejected { format!("The {ROLE} rejected the source.") } else { said.reason };
        Ok(Said { reason, ..said })
    }
}
