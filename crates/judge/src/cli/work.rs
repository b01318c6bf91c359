use store::blob::Access;

use super::{Answer, Context, database};
use crate::machine::Machine;
use crate::serve::{stop_on_signals, while_schema_holds};
use crate::work;

pub(super) const HELP: &str = "\
As many machines as you like may work on one database; each needs a [worker] name of its own.
Before its first job it tries its boxes with hostile programs, as judge doctor --attack does, and
takes no job where they do not hold. What it found is kept until kernel, judge-box or a compiler
changes.

A machine that is not to be trusted with everything gets a login of its own, from judge worker add:
then the worker has that login's name, and can do nothing but judge. Where test data are in a folder or
in a bucket, its judge.toml names that as well: see [blobs].

Example:
  DATABASE_URL=postgres://judge_worker_1a2b3c4d_lab7:secret@db.example/judge judge work";

pub(super) fn run(context: &Context) -> anyhow::Result<Answer> {
    super::block_on(async {
        let stop = stop_on_signals()?;
        let looking = context.clone();
        let machine = tokio::task::spawn_blocking(move || Machine::detect(&looking)).await??;
        let db = database::connect(context, context.config.database.connections.get()).await?;
        let blobs = database::depot(context, &db)?;
        blobs.ready(Access::Read).await?;
        if let Some(worker) = work::admitted(context, &blobs, &machine, &stop).await? {
            tracing::info!("{}", worker.words());
            while_schema_holds(&db, &stop, worker.run(stop.clone())).await?;
        }
        Ok(Answer::Yes)
    })
}
