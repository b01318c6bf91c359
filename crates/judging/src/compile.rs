//! From source to program, in a box with limits of its own.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use problem::{Hash, Limits};
use sandbox::{End, Outcome, Sealed, Sink, Spec, Status};

use crate::cache::Built;
use crate::error::Error;
use crate::judge::Task;
use crate::program::{Program, contains_any};
use crate::slot::{Role, Slot};
use crate::source::{Extra, Source, Sources};
use crate::toolchain::Toolchain;
use crate::validate::Unusable;
use crate::{stubs, warm, words};

/// What is kept of what a compiler says.
pub(crate) const LOG_BYTES: usize = 64 << 10;
/// Largest program.
const PROGRAM_BYTES: u64 = 128 << 20;
/// The stack of a compiler, and of each of its threads: what GCC takes by itself where it may.
const STACK_BYTES: u64 = 64 << 20;
/// Largest file that a compiler may write on the way.
const FILE_BYTES: u64 = 512 << 20;

/// What compiling came to. What the compiler said, tamed, is there in both cases.
#[derive(Debug)]
pub(crate) enum Compiled {
    Program(Program),
    Refused { log: String, reason: String, spent: Option<Spent> },
}

/// What a compiler used; memory is its peak in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    pub cpu: Duration,
    pub wall: Duration,
    pub memory: u64,
}

/// Compiles a submission with what its problem adds to it.
///
/// # Errors
/// Ours only.
pub(crate) fn compile_submission(
    slot: &mut Slot,
    toolchain: &Arc<Toolchain>,
    task: &Task<'_>,
) -> Result<Result<Compiled, Unusable>, Error> {
    compile_with_stubs(slot, toolchain, task, Keep::ForGood)
}

/// The same for a custom run of this id, and nothing of it is kept for long.
///
/// # Errors
/// Ours only.
pub(crate) fn compile_in_passing(
    slot: &mut Slot,
    toolchain: &Arc<Toolchain>,
    task: &Task<'_>,
    run: u128,
) -> Result<Result<Compiled, Unusable>, Error> {
    compile_with_stubs(slot, toolchain, task, Keep::ForNow { run })
}

fn compile_with_stubs(
    slot: &mut Slot,
    toolchain: &Arc<Toolchain>,
    task: &Task<'_>,
    keep: Keep,
) -> Result<Result<Compiled, Unusable>, Error> {
    let extra = match extra(toolchain, task)? {
        Ok(extra) => extra,
        Err(unusable) => return Ok(Err(unusable)),
    };
    let whose = (task.owner, keep);
    compile_for(whose, slot, toolchain, (task.source, &extra), &task.version.limits).map(Ok)
}

/// For how long a compiled program is wanted.
#[derive(Clone, Copy)]
enum Keep {
    ForGood,
    /// See [`crate::passing`].
    ForNow {
        run: u128,
    },
}

/// What the problem adds to a submission.
fn extra(toolchain: &Toolchain, task: &Task<'_>) -> Result<Result<Extra, Unusable>, Error> {
    let extra = stubs::extra(task.version, toolchain.language, task.blobs)?;
    Ok(extra.map(|extra| {
        // Where the problem has the entry point in a file of its own, that is it.
        let entry = extra.entry.or_else(|| task.entry.map(str::to_owned));
        Extra { entry, ..extra }
    }))
}

/// The files of a submission that was compiled, as its compiler was given them.
pub(crate) fn sources(toolchain: &Toolchain, task: &Task<'_>) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let extra = extra(toolchain, task)?.unwrap_or_default();
    let sources = Sources::of(toolchain.language, task.source, &extra);
    Ok(sources.map(|sources| sources.files).unwrap_or_default())
}

/// Compiles, or finds what compiling the same made before.
///
/// # Errors
/// Ours: a compiler that cannot be executed, a box that is lost.
pub(crate) fn compile(
    slot: &mut Slot,
    toolchain: &Arc<Toolchain>,
    source: &Source,
    limits: &Limits,
) -> Result<Compiled, Error> {
    compile_with(slot, toolchain, (source, &Extra::default()), limits)
}

/// The same with what the setter adds to the source.
pub(crate) fn compile_with(
    slot: &mut Slot,
    toolchain: &Arc<Toolchain>,
    source: (&Source, &Extra),
    limits: &Limits,
) -> Result<Compiled, Error> {
    compile_for((None, Keep::ForGood), slot, toolchain, source, limits)
}

/// The same; what was made for one owner is found by no other.
fn compile_for(
    (owner, keep): (Option<u64>, Keep),
    slot: &mut Slot,
    toolchain: &Arc<Toolchain>,
    (source, extra): (&Source, &Extra),
    limits: &Limits,
) -> Result<Compiled, Error> {
    let sources = match Sources::of(toolchain.language, source, extra) {
        Ok(sources) => sources,
        Err(reason) => return Ok(Compiled::Refused { log: String::new(), reason, spent: None }),
    };
    let made_of = made_of(toolchain, &sources);
    let warm = warm::usable(slot, toolchain).map(|key| key.0.to_vec()).unwrap_or_default();
    let owner = owner.map(|owner| owner.to_le_bytes().to_vec()).unwrap_or_default();
    let key = hash_parts(&[&made_of.0, &warm, &owner]);
    let known = match keep {
        Keep::ForGood => slot.cache.program(key),
        Keep::ForNow { run } => slot.cache.passing_program(key, run),
    };
    let (built, spent) = match known {
        Some(built) => (built, None),
        None => match build(slot, toolchain, &sources, limits)? {
            (Ok(built), spent) => {
                let built = Arc::new(built);
                match keep {
                    Keep::ForGood => slot.cache.keep(key, &built),
                    Keep::ForNow { run } => slot.cache.keep_for_now(key, &built, run),
                }
                (built, Some(spent))
            }
            (Err((log, reason)), spent) => {
                return Ok(Compiled::Refused { log, reason, spent: Some(spent) });
            }
        },
    };
    assemble(toolchain, sources, (built, spent), made_of)
}

/// Compiles the language's own example, whatever was compiled before: whether the compiler still works.
///
/// # Errors
/// It does not, and what it said; or ours.
pub fn compiles(slot: &mut Slot, language: &str) -> Result<(), Error> {
    let toolchain = slot.need(language)?;
    let source = Source::Text(toolchain.language.hello.clone().into_bytes());
    let refused = |what| Error::Toolchain { language: toolchain.language.name.clone(), what };
    let sources = Sources::of(toolchain.language, &source, &Extra::default()).map_err(refused)?;
    match build(slot, &toolchain, &sources, &Limits::default())?.0 {
        Ok(_) => Ok(()),
        Err((log, reason)) => Err(refused(format!("the example was not compiled. {reason} {log}"))),
    }
}

/// The hash of all that a compiled program depends on.
fn made_of(toolchain: &Toolchain, sources: &Sources) -> Hash {
    let compile = &toolchain.language.compile;
    let main = sources.main.as_deref().unwrap_or_default().as_bytes();
    let mut parts: Vec<&[u8]> = vec![b"program 3", &toolchain.identity.0, main];
    parts.extend(compile.argv.iter().chain(&compile.env).map(String::as_bytes));
    for (name, text) in &sources.files {
        parts.extend([name.as_bytes(), text]);
    }
    hash_parts(&parts)
}

/// The hash of some texts and of where each ends.
pub(crate) fn hash_parts(parts: &[&[u8]]) -> Hash {
    let lengths = parts.iter().flat_map(|part| (part.len() as u64).to_le_bytes());
    let bytes: Vec<u8> = lengths.chain(parts.iter().flat_map(|part| part.iter().copied())).collect();
    Hash::of(&bytes)
}

type Refusal = (String, String);

fn build(
    slot: &mut Slot,
    toolchain: &Toolchain,
    sources: &Sources,
    limits: &Limits,
) -> Result<(Result<Built, Refusal>, Spent), Error> {
    let seal = |(name, text): (&String, &Vec<u8>)| Ok((name.clone(), Sealed::from_bytes(name, text)?));
    let files: Vec<_> =
        sources.files.iter().map(seal).collect::<Result<_, _>>().map_err(Error::io("seal a source"))?;
    let step = Step {
        argv: &toolchain.language.compile.argv,
        given: &sources.given,
        main: sources.main.as_deref().unwrap_or_default(),
        files: files.iter().map(|(name, file)| (name.clone(), file)).collect(),
    };
    let (outcome, said) = step.run(slot, toolchain, limits)?;
    let spent = Spent { cpu: outcome.cpu, wall: outcome.wall, memory: outcome.memory };
    let log = words::tame(&said, LOG_BYTES);
    let refusal = refusal(toolchain, &outcome, &said, limits);
    let artefact = match refusal.map_or_else(|| collect(toolchain, &outcome), Err) {
        Ok(artefact) => artefact,
        Err(reason) => return Ok((Err((log, reason)), spent)),
    };
    let hash = Hash::of(&artefact);
    let artefact = Sealed::from_bytes("program", &artefact).map_err(Error::io("seal the program"))?;
    Ok((Ok(Built { log, artefact, hash }), spent))
}

/// One command in a compile box.
pub(crate) struct Step<'a> {
    pub(crate) argv: &'a [String],
    pub(crate) given: &'a [String],
    pub(crate) main: &'a str,
    pub(crate) files: Vec<(String, &'a Sealed)>,
}

impl Step<'_> {
    /// Gives the outcome and what the compiler said, on either stream.
    pub(crate) fn run(
        self,
        slot: &mut Slot,
        toolchain: &Toolchain,
        limits: &Limits,
    ) -> Result<(Outcome, Vec<u8>), Error> {
        let compile = &toolchain.language.compile;
        let layout = toolchain.compile_layout(warm::mount(slot, toolchain));
        let filling = toolchain.filling().with("main", self.main).sources(self.given);
        let filling = filling.memory(limits.compile_memory_bytes, toolchain.language.run.reserve_mb);
        let mut stdout = Start(Vec::new());
        let limits = sandbox_limits(limits, compile.processes);
        let spec = Spec {
            env: filling.fill(&compile.env),
            files: self.files,
            stderr_bytes: 4 * LOG_BYTES,
            ..Spec::new(filling.fill(self.argv), &mut stdout, limits)
        };
        let outcome = slot.run(Role::Compile, &layout, spec)?;
        if let End::NotExecuted(errno) = outcome.end {
            let (language, command) = (toolchain.language.name.clone(), self.argv[0].clone());
            return Err(Error::NotExecuted { language, command, errno });
        }
        let mut said = outcome.stderr.clone();
        said.extend_from_slice(&stdout.0);
        Ok((outcome, said))
    }
}

/// Keeps the start and lets the rest pass.
struct Start(Vec<u8>);

impl Sink for Start {
    fn write(&mut self, piece: &[u8]) -> ControlFlow<()> {
        let room = LOG_BYTES - self.0.len();
        self.0.extend_from_slice(&piece[..piece.len().min(room)]);
        ControlFlow::Continue(())
    }
}

/// Compilers may wait for a busy disk, but not for ever.
fn wall(limits: &Limits) -> Duration {
    Duration::from_millis(limits.compile_time_ms) * 2 + Duration::from_secs(10)
}

fn sandbox_limits(limits: &Limits, processes: u32) -> sandbox::Limits {
    sandbox::Limits {
        cpu: Duration::from_millis(limits.compile_time_ms),
        overshoot: Duration::ZERO,
        wall: wall(limits),
        memory: limits.compile_memory_bytes,
        output: 64 << 20,
        processes,
        file_size: FILE_BYTES,
        stack: limits.compile_memory_bytes.min(STACK_BYTES),
        open_files: 1024,
    }
}

/// Why the source is refused, if the compiler did not end well.
fn refusal(toolchain: &Toolchain, outcome: &Outcome, said: &[u8], limits: &Limits) -> Option<String> {
    let status = outcome.status();
    let starved =
        [&toolchain.language.run.out_of_memory[..], &["out of memory".into(), "memory exhausted".into()]]
            .concat();
    let sizes =
        ["File size limit exceeded".to_owned(), "File too large".into(), "No space left on device".into()];
    match status {
        Status::Ok => None,
        Status::RuntimeError if contains_any(said, &starved) => {
            let limit = words::size(outcome.memory_limit);
            Some(format!("The compiler ran out of memory; its limit is {limit}."))
        }
        Status::RuntimeError if contains_any(said, &sizes) => {
            Some(format!("The compiler made a file larger than {}.", words::size(FILE_BYTES)))
        }
        Status::RuntimeError => Some(match outcome.end {
            End::Exited(_) => "The compiler found errors.".into(),
            end => format!("The compiler crashed. {}", words::end(end)),
        }),
        _ => Some(format!("The compiler was ended. {}", words::reason(outcome, status, wall(limits)))),
    }
}

/// The program that the compiler left; empty where it only checked.
fn collect(toolchain: &Toolchain, outcome: &Outcome) -> Result<Vec<u8>, String> {
    let Some(name) = &toolchain.language.compile.output else { return Ok(Vec::new()) };
    match outcome.leftovers.read(name, PROGRAM_BYTES) {
        Ok(Some(bytes)) if !bytes.is_empty() => Ok(bytes),
        Ok(_) => Err("The compiler left no program.".into()),
        Err(error) if error.kind() == std::io::ErrorKind::FileTooLarge => {
            Err(format!("The compiled program is larger than {}.", words::size(PROGRAM_BYTES)))
        }
        Err(error) => Err(format!("The compiled program could not be read: {error}.")),
    }
}

fn assemble(
    toolchain: &Arc<Toolchain>,
    sources: Sources,
    (built, spent): (Arc<Built>, Option<Spent>),
    made_of: Hash,
) -> Result<Compiled, Error> {
    let Some(main) = sources.main else {
        let reason = "No class has a method public static void main(String[] args).".into();
        return Ok(Compiled::Refused { log: built.log.clone(), reason, spent });
    };
    let compiled = toolchain.language.compile.output.is_some();
    let mut files = Vec::new();
    let mut id = built.hash;
    if !compiled {
        let parts: Vec<_> = sources.files.iter().flat_map(|(name, text)| [name.as_bytes(), text]).collect();
        id = hash_parts(&parts);
        for (name, text) in &sources.files {
            files.push((name.clone(), Sealed::from_bytes(name, text).map_err(Error::io("seal a source"))?));
        }
    }
    let toolchain = Arc::clone(toolchain);
    Ok(Compiled::Program(Program { toolchain, built, files, main, id, made_of, spent }))
}
