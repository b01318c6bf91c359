//! `GET /health`, for whoever watches the process.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;

use crate::App;

/// A database that takes longer is as good as away.
const PATIENCE: Duration = Duration::from_secs(2);

/// 200 when the database answers, else 503.
pub(crate) async fn health(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    match tokio::time::timeout(PATIENCE, store::user::any(&app.db)).await {
        Ok(Ok(_)) => (StatusCode::OK, "ok\n"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n"),
    }
}
