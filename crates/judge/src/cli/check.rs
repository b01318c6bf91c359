use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args as Arguments;

use super::{Answer, Context, package};
use crate::check::{self, Candidate};
use crate::machine::Machine;
use crate::report;

pub(super) const HELP: &str = "\
Every submission is judged in full, as many at once as there are cores. A folder's name tells
the verdict: accepted, wrong_answer, time_limit_exceeded, run_time_error, …

Examples:
  judge problem check problems/*
  judge problem check a-plus-b.zip --json

Then the package's own programs are tried: input validators on every input and on data/invalid_input,
the output validator on data/valid_output, data/invalid_output and on junk, which it must neither accept
nor fail on. Told as well: no sample, tests that are there twice, files that nothing uses, statements that
cannot be shown, accepted submissions that give only part of the points, and how the time limit stands to
the slowest accepted and the fastest too slow submission.

--json prints a list of objects: problem, format, ok, faults[] (file, line, message, severity: error or
warning), time (limit_ms, slowest_accepted_ms, fastest_too_slow_ms), submissions[] (path, expected[],
verdict, reason, score, ok, cases[] (name, verdict, cpu_ms, memory_bytes)); score is null where a problem
has no points, format and time where the package cannot be read.";

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// Packages: folders or archives (zip, tar, tar.gz)
    #[arg(value_name = "PACKAGE", required = true)]
    packages: Vec<PathBuf>,
    #[command(flatten)]
    options: package::Options,
    /// One JSON list on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    let mut opened = Vec::new();
    for path in &args.packages {
        opened.push((path.clone(), package::open(path, &args.options, context)?));
    }
    let machine = Machine::detect(context)?;
    let made = |(path, opened): (PathBuf, _)| {
        let made = match opened {
            Ok(package) => package::make(package, &machine)?,
            Err(faults) => Err(faults),
        };
        Ok(match made {
            Ok(package::Made { package, judged }) => Candidate { path, package: Ok(package), judged },
            Err(faults) => Candidate { path, package: Err(faults), judged: BTreeMap::new() },
        })
    };
    let candidates: Vec<_> = opened.into_iter().map(made).collect::<anyhow::Result<_>>()?;
    let work = check::work(&candidates) as u64;
    let bar = report::bar(Some(work), "{bar:40} {pos} of {len} submissions, {elapsed}");
    let slots = context.config.slots(machine.host.slots());
    let reports = check::check(&candidates, &machine, slots, &|| bar.inc(1));
    bar.finish_and_clear();
    if args.json {
        report::json(&reports)?;
    } else {
        for (candidate, report) in candidates.iter().zip(&reports) {
            package::complain(&candidate.path, &report.faults);
            report::check::tell(report)?;
        }
    }
    Ok(Answer::from(reports.iter().all(|report| report.ok)))
}
