//! `/problems/{slug}/assets/{path}`: pictures of a statement.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;

use super::find;
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::Frame;

/// A setter's file, opened by itself, is a document of our origin: it gets nothing at all.
pub(super) const CAGE: &str = "default-src 'none'; sandbox";

pub(crate) async fn asset(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, path)): Path<(String, String)>,
) -> Result<impl IntoResponse, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::See).await?;
    let version = store::problem_version::current(&app.db, problem.id).await?.manifest;
    let hash = version.assets.get(&path).ok_or(Error::NotFound)?;
    let bytes = store::blob::get(&app.blobs, *hash).await?;
    let headers = [
        (header::CONTENT_TYPE, media_type(&path)),
        (header::CONTENT_SECURITY_POLICY, CAGE),
        (header::CACHE_CONTROL, "private, max-age=3600"),
    ];
    Ok((headers, bytes))
}

/// Pictures only; all else is bytes to save.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("gif") => "image/gif",
        Some("webp") => "image/webp",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
