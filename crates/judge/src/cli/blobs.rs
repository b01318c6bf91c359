use clap::{Args, Subcommand};
use store::Db;
use store::blob::{self, Depot, Place, WAYS};

use super::{Answer, Context, database};
use crate::report;
use crate::report::blobs::{Checked, Moving};

pub(super) const HELP: &str = "\
The files of problems, test data above all, are kept by their hashes: in the database, in a folder, or in a
bucket of an S3-compatible store. [blobs] in judge.toml names these, and says where new files go; each file
that there is already is read from where it was put or moved.

Examples:
  judge blobs check
  judge blobs move --to folder";

const MOVE_HELP: &str = "\
Each file is copied, read back and checked before it counts as moved, and removed from its old place only
then. Pages and workers go on meanwhile, new files may come in, and whoever breaks it off or is killed types
it again. Exit status: 0 all are there, 1 some are damaged or missing and stay where they are, or came in behind it, 2 a
place does not answer.

Name both places in [blobs] of every machine first. New files go on to [blobs] place.

--json prints one object: to, at, moved (files), bytes (before packing), left (files that are elsewhere), faults[]
(hash, at, what, needed_by[]: problems with their versions), and new (where new files go).";

const CHECK_HELP: &str = "\
Reads every file from its place and compares it with its hash. Leftovers are what a place has and no row of
the database names: of imports and moves that were broken off. They take room and do no harm; --sweep removes
them, and waits for imports that are under way. What is damaged or missing is mended by importing the packages that need it
again, a problem's current version last: what is imported last is current.
Exit status: 0 all are there and right, 1 some are damaged or missing, 2 a place does not answer.

--json prints one object: new (where new files go), places[] (place, at, files, bytes before packing), faults[]
(hash, at, what, needed_by[]: problems with their versions), leftovers[] (place, name), swept (how many of
these were removed), and unneeded (files that no version and no upload needs).";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Move all files to another place, while everything goes on
    #[command(after_help = MOVE_HELP)]
    Move(Move),
    /// Read all files and tell which are damaged or missing
    #[command(after_help = CHECK_HELP)]
    Check(Check),
}

#[derive(Debug, Args)]
pub(super) struct Move {
    /// Where they shall be: postgres, folder or s3
    #[arg(long, value_name = "PLACE")]
    to: Place,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Remove leftovers
    #[arg(long)]
    sweep: bool,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    super::block_on(async {
        // One for each file at work, and one for who looks what is next.
        let connections = u32::try_from(WAYS + 1).unwrap_or(u32::MAX);
        let db = database::connect(context, connections).await?;
        let done = carry_out(command, context, &db).await;
        db.close().await;
        done
    })
}

async fn carry_out(command: &Command, context: &Context, db: &Db) -> anyhow::Result<Answer> {
    let depot = database::depot(context, db)?;
    match command {
        Command::Move(args) => move_to(&depot, args).await,
        Command::Check(args) => check(&depot, args).await,
    }
}

async fn move_to(depot: &Depot, args: &Move) -> anyhow::Result<Answer> {
    let to = args.to;
    depot.probe(to).await?;
    let before = blob::kept(depot.db()).await?;
    let length = blob::to_move(depot.db(), to).await?;
    let bar = report::bar(Some(length), "{bar:40} {pos} of {len} files, {elapsed}");
    let moved = blob::move_to(depot, to, || bar.inc(1)).await;
    bar.finish_and_clear();
    let left = blob::to_move(depot.db(), to).await?;
    let moving = Moving { to, moved: moved?, left, left_database: before.contains_key(&Place::Postgres) };
    match args.json {
        true => report::json(&moving.json(depot))?,
        false => moving.tell(depot)?,
    }
    Ok(Answer::from(moving.moved.faults.is_empty() && left == 0))
}

async fn check(depot: &Depot, args: &Check) -> anyhow::Result<Answer> {
    let kept = blob::kept(depot.db()).await?;
    for place in kept.keys() {
        depot.knows(*place)?;
    }
    let bar = report::bar(
        Some(kept.values().map(|kept| kept.blobs).sum()),
        "{bar:40} {pos} of {len} files, {elapsed}",
    );
    let faults = blob::check(depot, || bar.inc(1)).await;
    bar.finish_and_clear();
    let faults = faults?;
    let strays = blob::strays(depot).await?;
    let swept = if args.sweep { blob::sweep(depot, &strays).await? } else { 0 };
    let checked = Checked { kept, faults, strays, swept, orphans: blob::orphans(depot.db()).await? };
    match args.json {
        true => report::json(&checked.json(depot))?,
        false => checked.tell(depot)?,
    }
    Ok(Answer::from(checked.faults.is_empty()))
}
