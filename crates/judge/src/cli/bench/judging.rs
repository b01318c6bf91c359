use std::io;

use clap::Args as Arguments;
use comfy_table::Cell;

use super::{Answer, Context};
use crate::bench::judging::{self, Report, Size};
use crate::cli::block_on;
use crate::report::{self, say, table};

pub(crate) const HELP: &str = "\
Works on a database of its own: on the server of DATABASE_URL or [database] url, whose user must be
allowed to make databases, else on a private server that is made for it. Both are thrown away
afterwards; no other database is touched. First judgings go through the queue without being judged:
16 claimers take one after the other and finish it. Then a worker judges submissions of a C++ program
that adds two numbers, lets some more come in while everything so far is rejudged, and rejudges programs
of a problem of which one test was changed. Only a release build on a machine that does nothing else tells something.

--json prints one object: own_ms_per_test (of the slots' time, all that is not the program's, which
is from execve to its end; compiling was done before), claims_per_s, lost, twice, live_wait_ms
(so much longer a verdict took at most beside the rejudging), reused_runs; cost {submissions,
tests, slots, seconds, own_ms_per_test, program_ms_per_test, own_cpu_ms_per_test (CPU time of Postgres,
worker and boxes, less the programs'), and parts of one core: postgres_core, worker_core (without its
slots), slots_core, boxes_core, postgres_worker_core}; claims {claimers, judgings, seconds,
claims_per_s, cpu_ms_per_claim, lost, twice}; live {rejudged, submissions, alone_ms, median_wait_ms,
longest_wait_ms}; reused {submissions, tests, run, reused}. What Postgres used is null where its server is not ours.

Example:
  judge bench judging --json";

/// At once.
const CLAIMERS: u32 = 16;

#[derive(Debug, Arguments)]
pub(crate) struct Args {
    /// Submissions that are judged
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    submissions: u32,
    /// Tests of the problem
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    tests: u32,
    /// Slots of the worker
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    slots: u32,
    /// Judgings that go through the queue without being judged
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    claims: u32,
    /// Programs that are judged again after one test has changed
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rejudged: u32,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    let size = Size {
        submissions: args.submissions as usize,
        tests: args.tests,
        slots: args.slots,
        claimers: CLAIMERS,
        claims: args.claims as usize,
        rejudged: args.rejudged as usize,
    };
    let report = block_on(judging::run(context, size))?;
    if args.json {
        report::json(&report)?;
    } else {
        print(&report)?;
    }
    Ok(Answer::from(report.lost + report.twice == 0))
}

fn print(report: &Report) -> io::Result<()> {
    let Report { cost, claims, live, reused, .. } = report;
    say!(
        "{} submissions with {} tests each on {} slots, {} judgings through the queue",
        cost.submissions,
        cost.tests,
        cost.slots,
        claims.judgings
    )?;
    let core =
        |part: Option<f64>| part.map_or("not known".to_owned(), |part| format!("{:.1} %", 100.0 * part));
    let rows = [
        ("judge's own time for a test", format!("{:.3} ms", cost.own_ms_per_test)),
        ("the program's time for a test", format!("{:.3} ms", cost.program_ms_per_test)),
        ("judge's own CPU time for a test", format!("{:.3} ms", cost.own_cpu_ms_per_test)),
        ("Postgres and worker, of a core", core(cost.postgres_worker_core)),
        ("slots' threads, of a core", core(Some(cost.slots_core))),
        ("boxes, of a core", core(Some(cost.boxes_core))),
        ("claimed and finished a second", format!("{:.0}", claims.claims_per_s)),
        ("lost, and given out twice", format!("{}, {}", claims.lost, claims.twice)),
        ("longer for a verdict beside a rejudging", format!("at most {:.0} ms", live.longest_wait_ms)),
        ("of one changed test: run, and taken over", format!("{}, {}", reused.run, reused.reused)),
    ];
    let mut figures = table::new(&["what", "how much"]);
    for (what, much) in rows {
        figures.add_row([Cell::new(what), Cell::new(much)]);
    }
    table::print(figures)
}
