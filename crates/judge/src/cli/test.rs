use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args as Arguments;
use judging::{Source, Stop, Task};
use problem::Verdict;
use problem::version::Kind;

use super::{Answer, Context, package, source};
use crate::machine::Machine;
use crate::report;

pub(super) const HELP: &str = "\
The verdict is the server's own: the same boxes, limits and validators. The first failed test ends it; in
a problem with points all are run that can still give some. A time within 10 % over or 5 % under its limit,
or one that a busy machine may have made longer, is measured up to three times; the least counts.
Exit status: 0 accepted, 1 any other verdict, 2 it could not be judged.

Examples:
  judge test problems/a-plus-b solution.cpp
  judge test a-plus-b.zip solution.py --json

--json prints one object: verdict, score, max_score, groups[] (name, verdict, score, max, counts, reason,
cases[]), cases[] (name, verdict, score, cpu_ms, times_ms[] of all its runs, time_limit_ms, wall_ms,
memory_bytes, reason, noise). Scores are null, and there are no groups, where a problem has no points.
noise tells what disturbed the run: noisy (whether the CPU time may be more than on a quiet machine),
reasons[], wait_us (ready, its core busy with others), and of the window_us around it steal_us (taken by a
hypervisor) and pressure_us (somebody waited for a core).
What the compiler said, and why no test was run, goes to standard error.";

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// Package: a folder or an archive (zip, tar, tar.gz)
    package: PathBuf,
    #[command(flatten)]
    options: package::Options,
    /// Source file; its ending tells the language. Of a problem without programs a zip of outputs, named after the tests
    source: PathBuf,
    /// Language id, where the ending does not tell it
    #[arg(long, value_name = "ID")]
    language: Option<String>,
    /// Run all tests, the ones after the first failed one, too
    #[arg(long)]
    all: bool,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    let machine = Machine::detect(context)?;
    let opened = match package::open(&args.package, &args.options, context)? {
        Ok(package) => package::make(package, &machine)?.map(|made| made.package),
        refused => refused,
    };
    let package = match opened {
        Ok(package) => package,
        Err(faults) => {
            package::complain(&args.package, &faults);
            anyhow::bail!("{} cannot be used", args.package.display());
        }
    };
    let language = match package.version.kind {
        Kind::Program => Some(source::language(&args.source, args.language.as_deref())?),
        Kind::Answers => None,
    };
    let text = fs::read(&args.source).with_context(|| format!("cannot read {}", args.source.display()))?;
    let source = Source::Text(text);
    let mut slot = machine.slot(0);
    if let Some(language) = language {
        source::offered(&slot, language)?;
    }
    let language = language.map_or("", |language| &language.id);
    let stop = if args.all { Stop::Never } else { Stop::FirstFailure };
    let version = &package.version;
    let (source, entry) = (&source, None);
    let task = Task { version, blobs: &package, language, source, entry, stop, owner: None, known: None };
    let judged = judging::judge(&mut slot, &task, &mut |_| ControlFlow::Continue(()))?;
    if !judged.compile_log.is_empty() {
        eprintln!("{}", judged.compile_log.trim_end());
    }
    if args.json {
        if judged.cases.is_empty() && !judged.reason.is_empty() {
            eprintln!("{}", judged.reason);
        }
        report::json(&report::test::Report::of(&judged))?;
    } else {
        report::test::tell(&judged)?;
    }
    Ok(Answer::from(judged.verdict == Verdict::Ac))
}
