//! Everything on one machine, in order, and back.

mod first;

use crate::report::say;
use std::time::Duration;

use anyhow::Context as _;
use store::Db;
use store::blob::{Access, Depot};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::cli::{Context, database};
use crate::machine::Machine;
use crate::postgres::Cluster;
use crate::serve::{Site, stop_on_signals, while_schema_holds};
use crate::work;

/// For connections to be given back when everything stops.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs until it is told to stop.
///
/// # Errors
/// What could not be started, or broke down; everything that was started is stopped again.
pub(crate) async fn up(context: &Context) -> anyhow::Result<()> {
    let stop = stop_on_signals()?;
    let Context { config, environment } = context;
    if let Some(url) = &config.database.url {
        return with_database(context, url.secret(), &stop).await;
    }
    let data = config.data_folder(environment);
    let start = Cluster::start(&data, config.database.binaries.as_deref());
    let Some(cluster) = stop.run_until_cancelled(start).await else { return Ok(()) };
    let cluster = cluster?;
    let done = with_database(context, &cluster.url(), &stop).await;
    cluster.stop().await;
    done
}

async fn with_database(context: &Context, url: &str, stop: &CancellationToken) -> anyhow::Result<()> {
    let db = store::connect(url, context.config.database.connections.get()).await;
    let db = db.context("cannot connect to the database")?;
    let done = match stop.run_until_cancelled(start(context, &db, stop)).await {
        Some(Ok(parts)) => while_schema_holds(&db, stop, until_stopped(parts, stop)).await,
        Some(Err(error)) => Err(error),
        None => Ok(()),
    };
    // Whoever still holds a connection is waited for, but not for ever.
    timeout(PATIENCE, db.close()).await.ok();
    done
}

/// Goes on where nobody reads it any more: `judge up | head`.
fn tell(words: std::fmt::Arguments<'_>) {
    say!("{words}").ok();
}

type Parts = JoinSet<anyhow::Result<()>>;

/// Everything that runs on a database that may be empty. The pages are there first: trying the machine takes a while.
async fn start(context: &Context, db: &Db, stop: &CancellationToken) -> anyhow::Result<Parts> {
    let config = &context.config;
    store::migrate(db).await?;
    let blobs = database::depot(context, db)?;
    blobs.ready(Access::Write).await?;
    let site = Site::open(blobs.clone(), config, stop.clone()).await?;
    first::samples(&blobs, config).await?;
    tell(format_args!("The judge is at http://{}/ until you stop it with Ctrl-C.", site.address()?));
    // Last of what can fail: a password that was made and not shown is lost.
    if let Some(password) = first::admin(db).await? {
        tell(format_args!("Log in as admin with the one-time password {password}; it is shown only now."));
    }
    let mut parts = Parts::new();
    parts.spawn(site.serve());
    tell(format_args!("Trying the boxes and the languages, which takes longer the first time."));
    parts.spawn(worker(context.clone(), blobs, stop.clone()));
    Ok(parts)
}

/// Judges until `stop`; where this machine cannot, the pages are there all the same.
async fn worker(context: Context, blobs: Depot, stop: CancellationToken) -> anyhow::Result<()> {
    let looking = context.clone();
    match tokio::task::spawn_blocking(move || Machine::detect(&looking)).await? {
        Ok(machine) => {
            if let Some(worker) = work::admitted(&context, &blobs, &machine, &stop).await? {
                tell(format_args!("Ready: {}.", worker.words()));
                worker.run(stop).await?;
            }
        }
        Err(error) => {
            tracing::error!("no worker runs here, so nothing is judged: {error:#}");
            stop.cancelled().await;
        }
    }
    Ok(())
}

/// When one part breaks, all stop.
async fn until_stopped(mut parts: Parts, stop: &CancellationToken) -> anyhow::Result<()> {
    let mut first = Ok(());
    while let Some(ended) = parts.join_next().await {
        let ended = ended.context("a part of the judge panicked").flatten();
        if first.is_ok() {
            first = ended;
        }
        stop.cancel();
    }
    first
}
