use tokio_util::sync::CancellationToken;

use super::{Answer, Context, database};
use crate::serve::{Site, stop_on_signals};

pub(super) const HELP: &str = "\
Several of them may serve one database. The schema must be up to date: judge migrate.

Example:
  DATABASE_URL=postgres://judge:secret@db.example/judge judge serve";

pub(super) fn run(context: &Context) -> anyhow::Result<Answer> {
    super::block_on(async {
        let stop = stop_on_signals()?;
        let done = stop.run_until_cancelled(start(context, stop.clone())).await;
        let Some(site) = done.transpose()? else { return Ok(Answer::Yes) };
        tracing::info!("the pages are at http://{}/", site.address()?);
        site.serve().await?;
        Ok(Answer::Yes)
    })
}

async fn start(context: &Context, stop: CancellationToken) -> anyhow::Result<Site> {
    let db = database::connect(context, context.config.database.connections.get()).await?;
    Site::open(db, &context.config, stop).await
}
