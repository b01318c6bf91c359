//! `POST /submissions/{id}/rejudge`, for the jury: plans a rejudging of the one submission.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::Deserialize;
use store::rejudging::{By, Filter, Refusal, plan};

use super::find;
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::Frame;

#[derive(Deserialize)]
pub(crate) struct Typed {
    #[serde(default)]
    reason: String,
}

pub(crate) async fn rejudge(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
    Form(typed): Form<Typed>,
) -> Result<Redirect, Error> {
    let submission = find(&app, &frame.viewer, &id, Action::Rejudge).await?;
    let filter = Filter { submissions: vec![submission.id], ..Filter::default() };
    let by = By { who: &frame.viewer.known()?.name, reason: &typed.reason };
    match plan(&app.db, &filter, &by).await {
        Ok(id) => Ok(Redirect::to(&format!("/rejudgings/{id}"))),
        // There the reason is asked for.
        Err(Refusal::NoReason) => Ok(Redirect::to(&format!("/rejudgings/new?submissions={}", submission.id))),
        Err(Refusal::Store(error)) => Err(error.into()),
        Err(other) => Err(Error::internal(other)),
    }
}
