//! `POST /rejudgings/{id}/apply`, `…/drop` and `…/undo`.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::rejudging::{self, Action, Answer, By};

use super::{find, show, words};
use crate::App;
use crate::error::Error;
use crate::page::Frame;

#[derive(Deserialize)]
pub(crate) struct Typed {
    /// Why; may be empty.
    #[serde(default)]
    reason: String,
}

pub(crate) async fn apply(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
    Form(typed): Form<Typed>,
) -> Result<Response, Error> {
    decide(&app, frame, &id, Action::Apply, &typed.reason).await
}

pub(crate) async fn discard(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
    Form(typed): Form<Typed>,
) -> Result<Response, Error> {
    decide(&app, frame, &id, Action::Drop, &typed.reason).await
}

pub(crate) async fn undo(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
    Form(typed): Form<Typed>,
) -> Result<Response, Error> {
    decide(&app, frame, &id, Action::Undo, &typed.reason).await
}

async fn decide(app: &App, frame: Frame, id: &str, action: Action, reason: &str) -> Result<Response, Error> {
    let rejudging = find(app, &frame.viewer, id).await?;
    let by = By { who: &frame.viewer.known()?.name, reason };
    let id = rejudging.id;
    let done: Answer<()> = match action {
        Action::Apply => rejudging::apply(&app.db, id, &by).await.map(drop),
        Action::Undo => rejudging::undo(&app.db, id, &by).await.map(drop),
        Action::Drop => rejudging::discard(&app.db, id, &by).await,
        Action::Plan => Ok(()),
    };
    match done {
        Ok(()) => Ok(Redirect::to(&format!("/rejudgings/{id}")).into_response()),
        Err(refusal) => {
            let page = show::refused(app, frame, rejudging, words(refusal)?).await?;
            Ok((StatusCode::CONFLICT, page).into_response())
        }
    }
}
