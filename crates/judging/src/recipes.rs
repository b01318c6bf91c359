//! Tests that a package does not hold but knows how to make: its programs run, each in a box of the setter's kind.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use problem::package::{Makes, Package, Recipe};
use problem::{Blobs, Fault, Hash, TestCase};
use sandbox::{Outcome, Sealed, Status, Stdin};

use crate::compile::{Compiled, compile};
use crate::error::Error;
use crate::program::{Program, Run, limits};
use crate::slot::{Role, Slot};
use crate::validate::source;
use crate::words;

/// CPU time of one run of a program that makes tests, and the most that it may print.
const TIME: Duration = Duration::from_secs(60);
const WALL: Duration = Duration::from_secs(150);
const MEMORY: u64 = 2 << 30;
const BYTES: u64 = 256 << 20;
/// What is shown of a failure.
const SHOWN: usize = 2 << 10;

/// The programs so far, by path: compiled, or refused, which is told once.
type Programs = BTreeMap<String, Option<Arc<Program>>>;

/// Follows the package's recipes in their order. Afterwards its version has all files of all cases, and no recipe is left;
/// or the setter's faults, and nothing has changed.
///
/// # Errors
/// Ours only.
pub fn make(slot: &mut Slot, package: &mut Package) -> Result<Result<(), Vec<Fault>>, Error> {
    let (mut faults, mut programs) = (Vec::new(), Programs::new());
    let mut version = package.version.clone();
    for recipe in &package.recipes {
        let named = version.tests.cases().into_iter().find(|case| case.name == recipe.case);
        let Some(mut case) = named.cloned() else { continue };
        let Some(program) = compiled(slot, package, recipe, &mut programs, &mut faults)? else { continue };
        match follow(slot, package, (recipe, &program), &mut case)? {
            Ok(()) => version.tests.put(&case),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Ok(Err(faults));
    }
    package.version = version;
    package.recipes.clear();
    Ok(Ok(()))
}

fn compiled(
    slot: &mut Slot,
    package: &Package,
    recipe: &Recipe,
    programs: &mut Programs,
    faults: &mut Vec<Fault>,
) -> Result<Option<Arc<Program>>, Error> {
    let problem::Program { path, language, files } = &recipe.program;
    if let Some(known) = programs.get(path) {
        return Ok(known.clone());
    }
    let toolchain = slot.need(language)?;
    let program = match compile(slot, &toolchain, &source(files, package)?, &package.version.limits)? {
        Compiled::Program(program) => Some(Arc::new(program)),
        Compiled::Refused { log, reason, .. } => {
            let log = words::tame(log.as_bytes(), SHOWN);
            faults.push(Fault::error(path, format!("could not be compiled. {reason}\n{log}").trim_end()));
            None
        }
    };
    programs.insert(path.clone(), program.clone());
    Ok(program)
}

/// Runs the program and gives the case what it made; the fault where it made nothing.
fn follow(
    slot: &mut Slot,
    package: &Package,
    (recipe, program): (&Recipe, &Program),
    case: &mut TestCase,
) -> Result<Result<(), Fault>, Error> {
    let given = recipe.stdin.or((recipe.makes == Makes::Answer).then_some(case.input));
    let stdin = given.map_or(Ok(Stdin::Empty), |hash| stdin(package, hash))?;
    let mut stdout = Vec::new();
    let mut run = Run::new(stdin, &mut stdout, limits(TIME, WALL, MEMORY, BYTES));
    run.args = recipe.args.iter().map(Into::into).collect();
    if recipe.makes == Makes::InputAndAnswer {
        run.stderr_bytes = usize::try_from(BYTES).unwrap_or(usize::MAX);
    }
    let outcome = match program.run(slot, Role::Validate, run) {
        Err(error) => {
            let why = error.as_setters().ok_or(error)?;
            return Ok(Err(Fault::error(
                &recipe.program.path,
                format!("could not make {}. {why}", recipe.case),
            )));
        }
        Ok(outcome) => outcome,
    };
    let status = program.status(&outcome);
    if status != Status::Ok || outcome.stderr_cut && recipe.makes == Makes::InputAndAnswer {
        return Ok(Err(failure(recipe, &outcome, status)));
    }
    let keep = |bytes: &[u8]| package.keep(bytes).map_err(Error::io("keep a test"));
    match recipe.makes {
        Makes::Input => case.input = keep(&stdout)?,
        Makes::Answer => case.answer = keep(&stdout)?,
        Makes::InputAndAnswer => {
            // One that prints nothing makes the answer of an input that is there.
            if !stdout.is_empty() {
                case.input = keep(&stdout)?;
            }
            case.answer = keep(&outcome.stderr)?;
        }
    }
    Ok(Ok(()))
}

fn stdin(package: &Package, hash: Hash) -> Result<Stdin, Error> {
    let file = package.open(hash).map_err(|source| Error::Blob { hash, source })?;
    let sealed = Sealed::from_reader("input", file).and_then(|sealed| sealed.open());
    sealed.map(Stdin::File).map_err(Error::io("seal an input"))
}

fn failure(recipe: &Recipe, outcome: &Outcome, status: Status) -> Fault {
    let what = match recipe.makes {
        Makes::Input => "the input",
        Makes::Answer => "the answer",
        Makes::InputAndAnswer => "input and answer",
    };
    let why = words::reason(outcome, status, WALL);
    let said = words::tame(&outcome.stderr, SHOWN);
    let message = format!("could not make {what} of {}. {why}\n{said}", recipe.case);
    Fault::error(&recipe.program.path, message.trim_end())
}
