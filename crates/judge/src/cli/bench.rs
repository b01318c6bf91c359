use crate::report::say;
use clap::{Args as Arguments, Subcommand};
use comfy_table::Cell;
use sandbox::Host;
use std::io;

use super::{Answer, Context};
use crate::bench::{self, Report};
use crate::report::{self, table};

pub(super) const HELP: &str = "\
Times four programs bare and in a box, interleaved: noop (static C), ab (dynamic C++ that adds
two numbers), ab_static, python. Needs g++ and python3. Takes about a minute.

--json prints one object: grade, kernel, runs, programs {noop, ab, ab_static, python}, each with
bare, box, bare_paused, paused (60 ms after the run before) and slots2 (two boxes at once, per
run), all {median_us, p95_us}, and ratio (box to bare, medians); and steps {name: {median_us,
p95_us}}.

Example:
  judge bench box --json";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// What a run through the box costs, beside the same program started bare
    #[command(after_help = HELP)]
    Box(Args),
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

pub(super) fn run(command: &Command, _context: &Context) -> anyhow::Result<Answer> {
    let Command::Box(args) = command;
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
    table::print(steps)
}
