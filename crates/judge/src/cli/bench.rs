//! What this machine's boxes, comparators and queue are worth.

mod judging;

use crate::report::say;
use clap::{Args as Arguments, Subcommand};
use comfy_table::Cell;
use sandbox::Host;
use std::io;

use super::{Answer, Context};
use crate::bench::{self, Report, compare};
use crate::report::{self, table};

pub(super) const HELP: &str = "\
Times four programs bare and in a box, interleaved: noop (static C), ab (dynamic C++ that adds
two numbers), ab_static, python. Needs g++ and python3. Takes about a minute.

--json prints one object: grade, kernel, runs; noop, ab, ab_static and python, each with bare, box,
bare_paused, paused (60 ms after the run before) and slots2 (two boxes at once, per run), all
{median_us, p95_us}, and ratio (box to bare, medians); steps {name: {median_us, p95_us}}; and
overshoot {idle, busy}, the CPU time that a program without an end gets beyond its limit, with
nothing else going on and with a busy thread for each core.

Example:
  judge bench box --json";

const COMPARE_HELP: &str = "\
Times comparators on one core: of equal texts, and of texts that are accepted though every word has
other blanks behind it or is another spelling of its number. Megabytes are 10^6 bytes of output. Only a
release build tells something.

--json prints one object: tokens_mb_s, lines_mb_s, floats_mb_s (the slowest of what is measured),
exact_mb_s, memcmp_mb_s, and comparators {name: {equal_mb_s, differing_mb_s}}.

Example:
  judge bench compare --json";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// What a run through the box costs, beside the same program started bare
    #[command(after_help = HELP)]
    Box(Args),
    /// How fast outputs are compared with answers, in megabytes a second
    #[command(after_help = COMPARE_HELP)]
    Compare(CompareArgs),
    /// What judging costs beside the programs' own time, and how much goes through the queue
    #[command(after_help = judging::HELP)]
    Judging(judging::Args),
}

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// Runs of each kind
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(10..=100_000))]
    runs: u32,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Arguments)]
pub(super) struct CompareArgs {
    /// Megabytes of each text
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    megabytes: u32,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    match command {
        Command::Judging(args) => judging::run(args, context),
        Command::Box(args) => time_boxes(args),
        Command::Compare(args) => time_comparators(args),
    }
}

fn time_comparators(args: &CompareArgs) -> anyhow::Result<Answer> {
    let report = compare::run(args.megabytes as usize * 1_000_000)?;
    if args.json {
        report::json(&report)?;
        return Ok(Answer::Yes);
    }
    let mut speeds = table::new(&["comparator", "equal, MB/s", "differing, MB/s"]);
    for (name, speed) in &report.comparators {
        let differing = speed.differing_mb_s.map_or(String::new(), |speed| format!("{speed:.0}"));
        speeds.add_row([
            Cell::new(name),
            Cell::new(format!("{:.0}", speed.equal_mb_s)),
            Cell::new(differing),
        ]);
    }
    speeds.add_row([Cell::new("memcmp"), Cell::new(format!("{:.0}", report.memcmp_mb_s)), Cell::new("")]);
    table::print(speeds)?;
    Ok(Answer::Yes)
}

fn time_boxes(args: &Args) -> anyhow::Result<Answer> {
    let report = bench::run(&Host::detect()?, args.runs as usize)?;
    if args.json {
        report::json(&report)?;
    } else {
        print(&report)?;
    }
    Ok(Answer::Yes)
}

fn print(report: &Report) -> io::Result<()> {
    say!(
        "Linux {}, grade {}, {} runs each; microseconds, median and 95th percentile",
        report.kernel,
        report.grade,
        report.runs
    )?;
    let mut programs =
        table::new(&["program", "bare", "box", "ratio", "bare, paused", "box, paused", "two boxes"]);
    for (name, timed) in &report.programs {
        programs.add_row([
            Cell::new(name),
            Cell::new(timed.bare),
            Cell::new(timed.boxed),
            Cell::new(format!("{:.2}", timed.ratio)),
            Cell::new(timed.bare_paused),
            Cell::new(timed.paused),
            Cell::new(timed.slots2),
        ]);
    }
    table::print(programs)?;
    say!("")?;
    let mut steps = table::new(&["step", "cost"]);
    for (name, cost) in &report.steps {
        steps.add_row([Cell::new(name), Cell::new(cost)]);
    }
    steps.add_row([Cell::new("CPU time beyond its limit, idle machine"), Cell::new(report.overshoot.idle)]);
    steps.add_row([Cell::new("CPU time beyond its limit, all cores busy"), Cell::new(report.overshoot.busy)]);
    table::print(steps)
}
