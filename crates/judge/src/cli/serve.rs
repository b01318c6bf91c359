use store::Db;
use store::blob::Access;
use tokio_util::sync::CancellationToken;

use super::{Answer, Context, database};
use crate::serve::{Site, stop_on_signals, while_schema_holds};

pub(super) const HELP: &str = "\
Several of them may serve one database. The schema must be up to date: judge migrate.

Example:
  DATABASE_URL=postgres://judge:secret@db.example/judge judge serve";

pub(super) fn run(context: &Context) -> anyhow::Result<Answer> {
    super::block_on(async {
        let stop = stop_on_signals()?;
        let done = stop.run_until_cancelled(start(context, stop.clone())).await;
        let Some((db, site)) = done.transpose()? else { return Ok(Answer::Yes) };
        tracing::info!("the pages are at http://{}/", site.address()?);
        while_schema_holds(&db, &stop, site.serve()).await?;
        Ok(Answer::Yes)
    })
}

async fn start(context: &Context, stop: CancellationToken) -> anyhow::Result<(Db, Site)> {
    let db = database::connect(context, context.config.database.connections.get()).await?;
    let blobs = database::depot(context, &db)?;
    blobs.ready(Access::Write).await?;
    let site = Site::open(blobs, &context.config, stop).await?;
    Ok((db, site))
}
