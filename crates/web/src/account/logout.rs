//! `POST /logout`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect};

use crate::App;
use crate::error::Error;
use crate::viewer;

pub(crate) async fn logout(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Error> {
    Ok((viewer::log_out(&app, &headers).await?, Redirect::to("/")))
}
