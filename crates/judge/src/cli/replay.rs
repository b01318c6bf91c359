use clap::Args as Arguments;
use store::JudgingId;

use super::{Answer, Context, database};
use crate::machine::Machine;
use crate::replay::Stored;
use crate::report;
use crate::report::replay::Report;

pub(super) const HELP: &str = "\
Judges the same source on the same version of the problem with this machine's boxes and toolchains, and
writes nothing to the database. Compared are verdict, score, groups, and of each test its verdict,
points, exit code and signal; times, memory and output may differ and are only told, as is what differs
in toolchain, machine, kernel, isolation and judge-box.
Exit status: 0 it comes to the same, 1 it differs, 2 it could not be judged here.

Examples:
  judge submission show 17
  judge replay 42
  judge replay 42 --json

--json prints one object: judging, submission, problem, version, language, same, verdict, here, and
differences[], notes[], surroundings[] (test, what, stored, here).";

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// Number of the judging; a submission's are told by judge submission show
    judging: JudgingId,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    database::with_blobs(context, async |blobs| {
        let stored = Stored::load(blobs.db(), args.judging).await?;
        let here = stored.replay(blobs, Machine::detect(context)?).await?;
        let comparison = stored.compare(&here);
        let report = Report::of(&stored, &here, &comparison);
        match args.json {
            true => report::json(&report)?,
            false => report::replay::tell(&report)?,
        }
        Ok(Answer::from(report.same))
    })
}
