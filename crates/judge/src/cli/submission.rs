use clap::{Args as Arguments, Subcommand};
use store::judging::Which;
use store::{Db, SubmissionId};

use super::{Answer, Context, database};
use crate::report;
use crate::report::submission::{Known, Report};

const SHOW_HELP: &str = "\
Examples:
  judge submission show 17
  judge submission show 17 --json

--json prints one object: submission, user, problem, language, source_bytes, source_sha256, created_at,
judgings[] (judging, valid, state, verdict, score, max_score, reason, internal_error, attempt,
problem_version, problem_version_sha256, toolchain, program_sha256, worker, started_at, finished_at,
evidence, runs[]). evidence, null where it is not known, is host, kernel, isolation, judge_box_sha256,
core, limits, compile (cpu_ms, wall_ms, memory_bytes; null where nothing was compiled). A run is name,
verdict, points, exit_code, signal, oom_kills, cpu_us, times_us[] of all its runs, wall_us, memory_bytes,
time_limit_ms, memory_limit_bytes, reason, noise (words, wait_us, window_us, steal_us, pressure_us, canary).";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Tell what a submission came to, and what each judging rests on
    #[command(after_help = SHOW_HELP)]
    Show(Show),
}

#[derive(Debug, Arguments)]
pub(super) struct Show {
    /// Number of the submission
    submission: SubmissionId,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    match command {
        Command::Show(args) => database::with(context, async |db| show(db, args).await),
    }
}

async fn show(db: &Db, args: &Show) -> anyhow::Result<Answer> {
    let id = args.submission;
    let submission = match store::submission::get(db, id).await {
        Err(store::Error::NotFound) => anyhow::bail!("there is no submission {id}"),
        found => found?,
    };
    let mut judgings = Vec::new();
    for judging in store::judging::list_of(db, id, Which::All).await? {
        judgings.push(Known {
            version: store::problem_version::get(db, judging.version).await?,
            evidence: store::judging::evidence(db, judging.id).await?,
            runs: store::run::list(db, judging.id).await?,
            noise: store::run::noise(db, judging.id).await?,
            judging,
        });
    }
    match args.json {
        true => report::json(&Report::of(&submission, &judgings))?,
        false => report::submission::tell(&submission, &judgings)?,
    }
    Ok(Answer::Yes)
}
