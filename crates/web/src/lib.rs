//! Pages, live events, and the same for programs. It knows nothing of how code is run, nor where test data lies.
//!
//! A request passes [`headers::put`], compression, [`dress`], the check against requests from other sites, and then
//! meets its row in [`routes`]. Whether the viewer may see what was asked for is decided in [`access`] alone.

mod access;
mod account;
mod assets;
mod client;
mod custom_run;
mod dress;
mod error;
mod filters;
mod headers;
mod health;
pub mod live;
mod mark;
mod page;
pub mod password;
mod problem;
mod queue;
mod rejudging;
mod routes;
mod seats;
mod serve;
mod stream;
mod submission;
#[cfg(test)]
mod tests;
mod text;
mod viewer;
mod words;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use store::listen::Notice;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::csrf::CsrfLayer;
use tower_http::trace::TraceLayer;

pub use custom_run::Settings as CustomRuns;
pub use custom_run::ask::LEAST_MEMORY_MIB;
pub use seats::Seats;
pub use serve::serve;

/// What the pages need of the process around them.
#[derive(Clone, Debug)]
pub struct App {
    pub db: store::Db,
    /// The files of problems, wherever they are.
    pub blobs: store::blob::Depot,
    /// Browsers reach the site by TLS: the session cookie is `__Host-` and never sent in the clear.
    pub secure: bool,
    /// Told of every judging that moved; see [`live::forward`].
    pub notices: broadcast::Sender<Notice>,
    /// Ends the event streams, which would hold a graceful shutdown for as long as their tabs are open.
    pub shutdown: CancellationToken,
    /// Of those who follow what is judged.
    pub seats: Seats,
    /// Most bytes of an uploaded package.
    pub upload_bytes: u64,
    pub custom_runs: CustomRuns,
    /// The file testlib.h, for packages that leave it to their site.
    pub testlib: Option<PathBuf>,
    /// What the site calls itself, in the head of every page.
    pub site_name: String,
}

/// The whole site. Serve it with connect info of `SocketAddr`, as [`serve`] does: without, all clients share one
/// count of failed logins.
pub fn router(app: App) -> Router {
    let app = Arc::new(app);
    let pages = routes::pages(&app)
        .fallback(|| async { error::Error::NotFound })
        .layer(CatchPanicLayer::new())
        .layer(CsrfLayer::new())
        .layer(from_fn_with_state(app.clone(), dress::dress));
    routes::files()
        .merge(pages)
        // Archives are packed already.
        .layer(
            CompressionLayer::new()
                .compress_when(DefaultPredicate::new().and(NotForContentType::const_new("application/zip"))),
        )
        .layer(from_fn(headers::put))
        // What failed on our side is logged where it failed.
        .layer(TraceLayer::new_for_http().on_failure(()))
        .with_state(app)
}
