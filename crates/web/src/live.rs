//! From the database's notices to everybody who follows a judging in this process.

use std::time::Duration;

use store::Db;
use store::listen::{Listener, Notice, listen};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// Between two tries to listen at first.
const PAUSE: Duration = Duration::from_secs(1);

/// Notices that a slow stream may fall behind before it is told only that it did. It then looks for itself.
pub const BACKLOG: usize = 1024;

/// Passes notices on until `shutdown`. One connection for the whole process, however many pages are open.
pub async fn forward(db: Db, notices: broadcast::Sender<Notice>, shutdown: CancellationToken) {
    shutdown.run_until_cancelled(pass_on(&db, &notices)).await;
}

async fn pass_on(db: &Db, notices: &broadcast::Sender<Notice>) {
    let mut listener = patiently(db).await;
    loop {
        let notice = listener.next().await;
        if notice != Notice::Queued {
            // Nobody follows anything right now: then nobody needs to hear it.
            let _ = notices.send(notice);
        }
    }
}

async fn patiently(db: &Db) -> Listener {
    loop {
        match listen(db).await {
            Ok(listener) => return listener,
            Err(error) => tracing::warn!(%error, "cannot listen for changes; trying again"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}
