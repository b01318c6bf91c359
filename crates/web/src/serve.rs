//! The site on a socket, until told to stop.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use store::blob::Depot;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::{App, live, router, viewer};

/// Between two removals of sessions and uploads that are over.
const SWEEP_EVERY: Duration = Duration::from_hours(1);

/// And of custom runs whose time is over.
const FORGET_EVERY: Duration = Duration::from_secs(30);

/// How long requests that are open at the end may take to be answered: one that never comes whole holds nobody up.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Serves until `app.shutdown` is cancelled and open requests are answered. Meanwhile passes notices on and removes
/// sessions, uploads and custom runs that are over.
pub async fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let shutdown = app.shutdown.clone();
    let forward = live::forward(app.db.clone(), app.notices.clone(), shutdown.clone());
    let sweep = shutdown.run_until_cancelled(sweep_now_and_then(app.blobs.clone()));
    let forget = shutdown.run_until_cancelled(forget_now_and_then(app.db.clone()));
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    let site = axum::serve(listener, service).with_graceful_shutdown(shutdown.clone().cancelled_owned());
    let site = async {
        tokio::select! {
            served = site => served,
            () = patience_after(&shutdown) => Ok(()),
        }
    };
    let (served, (), ..) = tokio::join!(site, forward, sweep, forget);
    served
}

async fn patience_after(shutdown: &CancellationToken) {
    shutdown.cancelled().await;
    tokio::time::sleep(LAST_ANSWERS).await;
}

async fn sweep_now_and_then(blobs: Depot) {
    loop {
        if let Err(error) = viewer::sweep(blobs.db()).await {
            tracing::warn!(%error, "sessions that are over could not be removed; trying again in an hour");
        }
        if let Err(error) = store::upload::sweep(&blobs).await {
            tracing::warn!(%error, "uploads that nobody saved could not be removed; trying again in an hour");
        }
        tokio::time::sleep(SWEEP_EVERY).await;
    }
}

async fn forget_now_and_then(db: store::Db) {
    loop {
        if let Err(error) = store::custom_run::forget(&db).await {
            tracing::warn!(%error, "custom runs whose time is over could not be removed; trying again");
        }
        tokio::time::sleep(FORGET_EVERY).await;
    }
}
