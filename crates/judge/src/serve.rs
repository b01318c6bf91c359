//! The pages on their socket, and the signals that end everything.

use std::net::SocketAddr;
use std::pin::pin;

use anyhow::Context as _;
use store::Db;
use store::blob::Depot;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::config::Config;

/// Pages that have their socket and wait to be served.
pub(crate) struct Site {
    listener: TcpListener,
    app: web::App,
}

impl Site {
    /// # Errors
    /// The address is taken, or is not one of this machine.
    pub(crate) async fn open(
        blobs: Depot,
        config: &Config,
        shutdown: CancellationToken,
    ) -> anyhow::Result<Self> {
        let settings = &config.web;
        let listen = settings.listen;
        let listener = TcpListener::bind(listen).await;
        let listener =
            listener.with_context(|| format!("cannot listen on {listen}; change it as [web] listen"))?;
        let app = web::App {
            db: blobs.db().clone(),
            blobs,
            secure: settings.secure_cookies,
            notices: broadcast::Sender::new(web::live::BACKLOG),
            shutdown,
            seats: web::Seats::default(),
            upload_bytes: settings.upload_limit.0,
            custom_runs: config.runs.settings(),
            testlib: config.testlib(),
            site_name: settings.site_name.clone(),
        };
        Ok(Self { listener, app })
    }

    /// With the port that the system chose where the settings say 0.
    pub(crate) fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Until the shutdown token is cancelled and open requests are answered.
    pub(crate) async fn serve(self) -> anyhow::Result<()> {
        web::serve(self.listener, self.app).await.context("the pages cannot be served any more")
    }
}

/// Does `work`; when the schema of the database becomes another one than this program knows, it is told to `stop`.
///
/// # Errors
/// Those of `work`; and that.
pub(crate) async fn while_schema_holds<T>(
    db: &Db,
    stop: &CancellationToken,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<T> {
    let mut work = pin!(work);
    tokio::select! {
        done = &mut work => done,
        outgrown = store::outgrown(db) => {
            stop.cancel();
            work.await?;
            Err(outgrown.into())
        }
    }
}

/// Cancelled by the first SIGTERM or SIGINT. The second one ends the process where it stands.
///
/// # Errors
/// The system takes no handler.
pub(crate) fn stop_on_signals() -> anyhow::Result<CancellationToken> {
    let stop = CancellationToken::new();
    let mut terminate = signal(SignalKind::terminate()).context("cannot wait for SIGTERM")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot wait for SIGINT")?;
    let first = stop.clone();
    tokio::spawn(async move {
        for _ in 0..2 {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            if first.is_cancelled() {
                tracing::warn!("told to stop twice: leaving at once");
                // Children end with us; whatever was being judged is judged again when its lease ends.
                std::process::exit(1);
            }
            tracing::info!("stopping");
            first.cancel();
        }
    });
    Ok(stop)
}
