use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args as Arguments;
use judging::{Alone, Source};
use problem::Language;
use sandbox::{Grade, Host, Limits, Sealed, Status};

use super::{Answer, Context, source};
use crate::config::units::{Size, Span};
use crate::machine::Machine;
use crate::native;
use crate::report;
use crate::report::run::{Ran, Report};

pub(super) const HELP: &str = "\
FILE is a source whose ending tells the language (.c .cpp .py .java .js .rs …), or a compiled
program (ELF), which then sees this machine's /usr, /lib, /lib64 and /bin, read-only.
Sizes are 64K, 256M, 1.5G (K = 1024), times 500ms, 2s, 1m.

The program's output goes to standard output, everything else to standard error.
Exit status: 0 it ran within its limits and exited with 0, 1 it did not (or does not compile),
2 it could not be run.

Examples:
  judge run hello.cpp
  judge run sum.py --stdin 1.in --time 500ms --memory 64M
  echo 1 2 | judge run sum.py --stdin -
  judge run a.out --json

--json prints one object: status (ok, runtime_error, time_limit, idle_limit, memory_limit,
output_limit, compile_error, judge_error), exit_code, signal, timed_out, cpu_ms, wall_ms,
memory_bytes, oom_kills, stdout, stderr, grade.";

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// Source or compiled program
    file: PathBuf,
    /// Standard input of the program; - is that of this command [default: empty]
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,
    /// CPU time of all its processes together
    #[arg(long, value_name = "TIME", default_value = "2s")]
    time: Span,
    /// Wall time
    #[arg(long, value_name = "TIME", default_value = "10s")]
    wall: Span,
    /// Memory of all its processes together, files in memory included
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    memory: Size,
    /// Most output
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    output: Size,
    /// Language id, where the ending does not tell it
    #[arg(long, value_name = "ID")]
    language: Option<String>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// What came of it, before anybody is told.
enum Done {
    CompileError { log: String, reason: String },
    Ran(Ran),
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    let program = fs::read(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let language = language(args, &program)?;
    let stdin = args.stdin.as_deref().map(open).transpose()?;
    let host = Host::detect().map(Arc::new);
    let grade = host.as_ref().map_or(Grade::Refused, |host| host.grade());
    let done = host.map_err(anyhow::Error::from).and_then(|host| match language {
        Some(language) => {
            compiled(&Machine::with(host, context)?, language, program, stdin, &args.limits(grade))
        }
        None => Ok(Done::Ran(native::run(&host, &program, stdin, args.limits(grade))?)),
    });
    if let (Err(error), true) = (&done, args.json) {
        report::json(&Report::judge_error(error, grade))?;
    }
    tell(args, &done?, grade)
}

/// `None` is a compiled program.
fn language(args: &Args, program: &[u8]) -> anyhow::Result<Option<&'static Language>> {
    if args.language.is_none() && source::by_ending(&args.file).is_none() && native::is_program(program) {
        return Ok(None);
    }
    source::language(&args.file, args.language.as_deref()).map(Some)
}

/// A copy in memory, always: a terminal or a socket no program in a box shall hold, and a file of this user it could
/// open again for writing.
fn open(path: &Path) -> anyhow::Result<File> {
    let copied = match path.as_os_str() == "-" {
        true => Sealed::from_reader("stdin", io::stdin().lock()),
        false => File::open(path).and_then(|file| Sealed::from_reader("stdin", file)),
    };
    let file = copied.and_then(|copy| copy.open()).map(File::from);
    file.with_context(|| format!("cannot read {}", path.display()))
}

fn compiled(
    machine: &Machine,
    language: &Language,
    source: Vec<u8>,
    stdin: Option<File>,
    limits: &Limits,
) -> anyhow::Result<Done> {
    let mut slot = machine.slot(0);
    source::offered(&slot, language)?;
    let alone = judging::run_alone(&mut slot, &Source::Text(source), &language.id, stdin, limits)?;
    Ok(match alone {
        Alone::CompileError { log, reason } => Done::CompileError { log, reason },
        Alone::Ran { outcome, status, stdout, reason, .. } => {
            Done::Ran(Ran { outcome, status, stdout, reason })
        }
    })
}

impl Args {
    fn limits(&self, grade: Grade) -> Limits {
        let Self { time, wall, memory, output, .. } = self;
        let (memory, output) = (memory.0, output.0);
        Limits {
            cpu: time.0,
            wall: wall.0,
            memory,
            stack: judging::stack(memory),
            file_size: judging::file_size(grade, memory),
            output,
            ..Limits::default()
        }
    }
}

fn tell(args: &Args, done: &Done, grade: Grade) -> anyhow::Result<Answer> {
    match done {
        Done::CompileError { log, reason } if args.json => {
            report::json(&Report::compile_error(log, reason, grade))?
        }
        Done::CompileError { log, reason } => eprintln!("{}\ncompile error: {reason}", log.trim_end()),
        Done::Ran(ran) if args.json => report::json(&Report::of(ran))?,
        Done::Ran(ran) => report::run::tell(ran, &args.limits(grade))?,
    }
    Ok(Answer::from(matches!(done, Done::Ran(ran) if ran.status == Status::Ok)))
}
