//! A program that can be run.

use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use problem::Hash;
use problem::language::Entry;
use sandbox::{End, Grade, Layout, Limits, Outcome, Sealed, Sink, Spec, Status, Stdin};

use crate::cache::Built;
use crate::command::Filling;
use crate::compile::Spent;
use crate::error::Error;
use crate::slot::{Role, Slot};
use crate::toolchain::Toolchain;

/// What is read of standard error. Run-times say last what they ended of, and testlib what it decided, so much may come
/// before; who shows it shows less.
pub(crate) const STDERR_BYTES: usize = 1 << 20;
/// Largest stack.
const MOST_STACK: u64 = 1 << 30;
/// By so much the stack may be larger than the memory: endless recursion then ends at the limit of memory, which the
/// kernel counts, and not in a signal that any other fault could have sent.
const STACK_MARGIN: u64 = 16 << 20;

/// Compiled, or checked, and ready to run any number of times.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) toolchain: Arc<Toolchain>,
    pub(crate) built: Arc<Built>,
    /// What the run finds in its working directory, besides the compiled file.
    pub(crate) files: Vec<(String, Sealed)>,
    /// File or class with the entry point.
    pub(crate) main: String,
    /// Hash of what is run.
    pub(crate) id: Hash,
    /// Hash of the toolchain, the sources and the compiler's command: of two compilations of the same, which need not
    /// give the same bytes, it is the same.
    pub(crate) made_of: Hash,
    /// What the compiler used; `None` where the program was there from before.
    pub(crate) spent: Option<Spent>,
}

/// One run of a program.
pub(crate) struct Run<'a> {
    pub(crate) args: Vec<OsString>,
    pub(crate) stdin: Stdin,
    pub(crate) descriptors: Vec<OwnedFd>,
    /// Found in the working directory beside the program's own; counted neither as written nor as memory.
    pub(crate) files: Vec<(String, Arc<Sealed>)>,
    pub(crate) directories: Vec<String>,
    /// Folder of the program's own files, with a slash at its end, which nothing else in the working directory can hide;
    /// empty: they lie in the working directory itself.
    pub(crate) apart: &'static str,
    pub(crate) stdout: &'a mut dyn Sink,
    pub(crate) stderr_bytes: usize,
    pub(crate) limits: Limits,
}

impl<'a> Run<'a> {
    /// With nothing but an input.
    pub(crate) fn new(stdin: Stdin, stdout: &'a mut dyn Sink, limits: Limits) -> Self {
        let (args, descriptors, files, directories) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (apart, stderr_bytes) = ("", STDERR_BYTES);
        Self { args, stdin, descriptors, files, directories, apart, stdout, stderr_bytes, limits }
    }

    fn given_bytes(&self) -> u64 {
        self.files.iter().map(|(_, file)| file.len()).sum()
    }
}

/// Limits that a program of this problem has, or its validator.
pub(crate) fn limits(cpu: Duration, wall: Duration, memory: u64, output: u64) -> Limits {
    Limits { cpu, wall, memory, output, file_size: output, stack: stack(memory), ..Limits::default() }
}

/// The largest file of a program whose files nobody reads, in bytes. They are memory, and end at the limit of that where
/// the kernel counts it.
pub fn file_size(grade: Grade, memory: u64) -> u64 {
    if grade == Grade::Full { u64::MAX } else { memory }
}

/// Bytes of each of a box's writable places: likewise.
pub fn writable_bytes(grade: Grade) -> u64 {
    if grade == Grade::Full { 1 << 40 } else { Layout::default().writable_bytes }
}

/// The main thread's stack below a limit of memory, both in bytes.
pub fn stack(memory: u64) -> u64 {
    memory.min(MOST_STACK) + STACK_MARGIN
}

impl Program {
    /// Runs it once, in a box for that role.
    ///
    /// # Errors
    /// Ours; an interpreter that cannot be executed is among them.
    pub(crate) fn run(&self, slot: &mut Slot, role: Role, mut run: Run<'_>) -> Result<Outcome, Error> {
        let spec = self.spec(slot, &mut run);
        let outcome = slot.run(role, &self.layout(role), spec)?;
        self.ran(&run, outcome)
    }

    /// The whole command.
    pub(crate) fn spec<'r>(&'r self, slot: &Slot, run: &'r mut Run<'_>) -> Spec<'r> {
        let language = self.toolchain.language;
        let given = run.given_bytes();
        let Run { args, stdin, descriptors, files, directories, apart, stdout, stderr_bytes, limits } = run;
        let filling = self.filling(apart).memory(limits.memory, language.run.reserve_mb);
        let mut argv = filling.fill(&language.run.argv);
        argv.append(args);
        // The submission may have named a file of its own so.
        let own = self.files().into_iter().map(|(name, file)| (format!("{apart}{name}"), file));
        let own = own.filter(|(own, _)| !files.iter().any(|(name, _)| name == own));
        let files = own.chain(files.iter().map(|(name, file)| (name.clone(), &**file))).collect::<Vec<_>>();
        // What it finds there is none of what it may write.
        let there = files.iter().map(|(_, file)| file.len()).sum::<u64>();
        let file_size = limits.file_size.saturating_add(there);
        let memory = self.granted(slot, limits.memory) + given;
        Spec {
            argv,
            env: filling.fill(&language.run.env),
            exe: self.is_native().then_some(&self.built.artefact),
            files,
            directories: std::mem::take(directories),
            stdin: std::mem::replace(stdin, Stdin::Empty),
            descriptors: std::mem::take(descriptors),
            stdout: &mut **stdout,
            stderr_bytes: *stderr_bytes,
            limits: Limits { processes: language.run.processes, file_size, memory, ..limits.clone() },
            given_up: None,
        }
    }

    /// With its own files in that folder.
    fn filling(&self, folder: &str) -> Filling<'_> {
        let main = match self.toolchain.language.entry {
            Entry::File => format!("{folder}{}", self.main),
            Entry::JavaClass | Entry::Scripts => self.main.clone(),
        };
        self.toolchain.filling().with("program", format!("{folder}{}", self.output())).with("main", main)
    }

    /// The outcome as it is for who asked for the run.
    ///
    /// # Errors
    /// An interpreter that cannot be executed.
    pub(crate) fn ran(&self, run: &Run<'_>, mut outcome: Outcome) -> Result<Outcome, Error> {
        outcome.memory_limit = run.limits.memory;
        outcome.memory = outcome.memory.saturating_sub(run.given_bytes());
        match outcome.end {
            End::NotExecuted(errno) if !self.is_native() => {
                let language = self.toolchain.language;
                let command = self.filling(run.apart).fill(&language.run.argv[..1]);
                let command = command[0].to_string_lossy().into_owned();
                Err(Error::NotExecuted { language: language.name.clone(), command, errno })
            }
            _ => Ok(outcome),
        }
    }

    /// What needs no other processes may start none: that is less to attack, and where the kernel counts no groups,
    /// nothing that hides time.
    pub(crate) fn layout(&self, role: Role) -> Layout {
        let forks = !matches!(role, Role::Run | Role::Peer(_)) || self.toolchain.language.run.forks;
        Layout { forks, ..self.toolchain.run_layout.clone() }
    }

    /// Without control groups the kernel limits writable address space, of which a run-time takes many times what it
    /// uses; one that keeps to its heap's size itself is given room, which Java's dozen threads need for their stacks.
    fn granted(&self, slot: &Slot, memory: u64) -> u64 {
        let trusted = slot.host().grade() == Grade::Practice && self.toolchain.language.run.reserve_mb > 0;
        if trusted { memory * 16 + (512 << 20) } else { memory }
    }

    /// The compiled file itself is executed.
    fn is_native(&self) -> bool {
        self.toolchain.language.run.argv[0] == "{program}"
    }

    /// The name and the content of what was compiled, if anything was.
    pub(crate) fn compiled(&self) -> Option<(&'static str, &Sealed)> {
        Some(self.output()).filter(|name| !name.is_empty()).map(|name| (name, &self.built.artefact))
    }

    /// The compiled file's name; empty where there is none.
    fn output(&self) -> &'static str {
        self.toolchain.language.compile.output.as_deref().unwrap_or_default()
    }

    /// What lies in the working directory.
    fn files(&self) -> Vec<(String, &Sealed)> {
        let compiled = !self.is_native() && !self.output().is_empty();
        let compiled = compiled.then(|| (self.output().to_owned(), &self.built.artefact));
        self.files.iter().map(|(name, file)| (name.clone(), file)).chain(compiled).collect()
    }

    /// What a run comes to. A run-time that gave up for want of memory was at the memory limit, whatever its exit
    /// code: that its heap ends before the kernel has to kill it is our setting.
    pub(crate) fn status(&self, outcome: &Outcome) -> Status {
        let status = outcome.status();
        let gave_up = status == Status::RuntimeError
            && contains_any(&outcome.stderr, &self.toolchain.language.run.out_of_memory);
        if gave_up { Status::MemoryLimit } else { status }
    }
}

/// Whether one of the texts stands somewhere in `bytes`.
pub(crate) fn contains_any(bytes: &[u8], texts: &[String]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    texts.iter().any(|wanted| text.contains(wanted.as_str()))
}
