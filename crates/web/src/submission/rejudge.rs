//! `POST /submissions/{id}/rejudge`, for the jury.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Redirect;

use super::find;
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::Frame;

pub(crate) async fn rejudge(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<Redirect, Error> {
    let submission = find(&app, &frame.viewer, &id, Action::Rejudge).await?;
    store::judging::rejudge(&app.db, &[submission.id]).await?;
    Ok(Redirect::to(&format!("/submissions/{}", submission.id)))
}
