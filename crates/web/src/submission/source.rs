//! `/submissions/{id}/source`: the source as it was sent.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::find;
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::Frame;

pub(crate) async fn source(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let submission = find(&app, &frame.viewer, &id, Action::ReadSource).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], submission.source))
}
