use anyhow::Context as _;

use super::{Answer, Context, database};
use crate::machine::Machine;
use crate::serve::stop_on_signals;
use crate::work::{Plan, Worker};

pub(super) const HELP: &str = "\
As many machines as you like may work on one database; each needs a [worker] name of its own.

Example:
  DATABASE_URL=postgres://judge:secret@db.example/judge judge work";

pub(super) fn run(context: &Context) -> anyhow::Result<Answer> {
    super::block_on(async {
        let stop = stop_on_signals()?;
        let looking = context.clone();
        let trying = tokio::task::spawn_blocking(move || Machine::for_work(&looking));
        let Some(machine) = stop.run_until_cancelled(trying).await else { return Ok(Answer::Yes) };
        let machine = machine??;
        tracing::info!("{}", machine.words(context.config.slots()));
        let db = database::connect(context, context.config.database.connections.get()).await?;
        let worker = Worker::new(db, machine, Plan::of(context))?;
        worker.register().await.context("cannot show up in the database")?;
        worker.run(stop).await;
        Ok(Answer::Yes)
    })
}
