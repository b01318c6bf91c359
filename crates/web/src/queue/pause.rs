//! `POST /queue/pauses` and `POST /queue/pauses/{id}/end`.

use std::sync::Arc;

use ::problem::language::Catalog;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::PauseId;
use store::pause::Thing as Paused;

use super::show::{Show, Typed};
use crate::App;
use crate::access::{Action, Thing, require};
use crate::error::Error;
use crate::page::{Frame, Page};

/// What a reason may have, in characters.
const LONGEST_REASON: usize = 500;

#[derive(Deserialize)]
pub(crate) struct Wish {
    /// `problem`, `language` or `worker`.
    kind: String,
    /// A problem's slug, a language's id, a worker's name.
    name: String,
    #[serde(default)]
    reason: String,
}

pub(crate) async fn create(
    State(app): State<Arc<App>>,
    frame: Frame,
    Form(wish): Form<Wish>,
) -> Result<Response, Error> {
    require(&frame.viewer, Action::Edit, Thing::Queue)?;
    let by = frame.viewer.known()?.id;
    let error = match wish.thing(&app).await? {
        Ok(_) if wish.reason.chars().count() > LONGEST_REASON => {
            format!("A reason has at most {LONGEST_REASON} characters.")
        }
        Ok(thing) => {
            store::pause::create(&app.db, &thing, wish.reason.trim(), Some(by)).await?;
            return Ok(Redirect::to("/queue").into_response());
        }
        Err(error) => error,
    };
    let typed = Typed { kind: wish.kind, name: wish.name, reason: wish.reason, error: Some(error) };
    let page = Page(Show::load(&app, frame, typed).await?);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

pub(crate) async fn end(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<Redirect, Error> {
    require(&frame.viewer, Action::Edit, Thing::Queue)?;
    let id: PauseId = id.parse().map_err(|_| Error::NotFound)?;
    match store::pause::end(&app.db, id).await {
        // Somebody else was quicker.
        Ok(()) | Err(store::Error::NotFound) => Ok(Redirect::to("/queue")),
        Err(error) => Err(error.into()),
    }
}

impl Wish {
    /// Or why there is no such thing.
    async fn thing(&self, app: &App) -> Result<Result<Paused, String>, Error> {
        let name = self.name.trim();
        Ok(match self.kind.as_str() {
            _ if name.is_empty() => Err("Say which.".to_owned()),
            "problem" => match store::problem::by_slug(&app.db, name).await? {
                Some(problem) => Ok(Paused::Problem(problem.id)),
                None => Err(format!("There is no problem {name}: the last part of its address is meant.")),
            },
            "language" => match Catalog::builtin().get(name) {
                Some(_) => Ok(Paused::Language(name.to_owned())),
                None => Err(format!("There is no language {name}: its id is meant, as cpp or python3.")),
            },
            "worker" => match store::worker::names(&app.db).await?.contains(name) {
                true => Ok(Paused::Worker(name.to_owned())),
                false => Err(format!("There is no worker {name}: see the list above.")),
            },
            _ => Err("Choose a problem, a language or a worker.".to_owned()),
        })
    }
}
