//! `POST /account/tokens` and `POST /account/tokens/{id}/revoke`: by which programs ask in one's name.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::TokenId;

use super::show::{Show, Typed};
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::{App, viewer};

/// What a user may have.
const MOST: usize = 20;
/// Characters of a name.
const LONGEST_NAME: usize = 60;

#[derive(Deserialize)]
pub(crate) struct Wish {
    #[serde(default)]
    name: String,
}

pub(crate) async fn create(
    State(app): State<Arc<App>>,
    frame: Frame,
    Form(wish): Form<Wish>,
) -> Result<Response, Error> {
    let user = frame.viewer.known()?.id;
    let name = wish.name.trim();
    let has = store::token::list(&app.db, user).await?.len();
    let error = match objection(name, has) {
        Some(error) => error,
        None => {
            let (token, hash) = viewer::make_token()?;
            match store::token::create(&app.db, user, name, hash).await {
                Ok(_) => {
                    let page = Show::with_tokens(&app, frame, Some(token), Typed::default()).await?;
                    return Ok(Page(page).into_response());
                }
                Err(store::Error::Conflict { .. }) => {
                    "You have a token of this name. Choose another, or revoke that one.".to_owned()
                }
                Err(error) => return Err(error.into()),
            }
        }
    };
    let typed = Typed { name: wish.name, error: Some(error) };
    let page = Page(Show::with_tokens(&app, frame, None, typed).await?);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

fn objection(name: &str, has: usize) -> Option<String> {
    match name.chars().count() {
        0 => Some("Give it a name by which you will know it, as “laptop”.".to_owned()),
        LONGEST_NAME.. => Some(format!("A name has fewer than {LONGEST_NAME} characters.")),
        _ if has >= MOST => Some(format!("You have {MOST} tokens. Revoke one that you do not use.")),
        _ => None,
    }
}

pub(crate) async fn revoke(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<Redirect, Error> {
    let user = frame.viewer.known()?.id;
    let id: TokenId = id.parse().map_err(|_| Error::NotFound)?;
    store::token::revoke(&app.db, user, id).await?;
    Ok(Redirect::to("/account"))
}
