//! `/account`: one's own account.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use store::token::Token;
use store::user::{Password, User};

use super::login;
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::{App, client, filters, password, viewer};

#[derive(Deserialize)]
pub(crate) struct News {
    changed: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Change {
    current: String,
    password: String,
}

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Query(news): Query<News>,
) -> Result<Page<Show>, Error> {
    Ok(Page(Show { changed: news.changed.is_some(), ..Show::load(&app, frame).await? }))
}

pub(crate) async fn change_password(
    State(app): State<Arc<App>>,
    frame: Frame,
    request: Parts,
    Form(change): Form<Change>,
) -> Result<Response, Error> {
    let user = frame.viewer.known()?.clone();
    let address = client::address(&request);
    let mut errors = Errors { current: None, password: password::objection(&change.password, &user.name) };
    let same = change.password == change.current;
    if login::checked(&app, &address, &user.name, change.current).await?.is_none() {
        errors.current = Some("This is not your current password.".to_owned());
    } else if same {
        errors.password = Some("This is the current password. Choose another.".to_owned());
    }
    if errors.current.is_some() || errors.password.is_some() {
        let page = Page(Show { errors, ..Show::load(&app, frame).await? });
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    }
    let hash = password::hash_in_turn(change.password).await?;
    store::user::set_password(&app.db, user.id, &hash, Password::Chosen).await?;
    // All sessions ended with the old password, this one too.
    let cookie = viewer::log_in(&app, user.id, &request.headers).await?;
    let next = if user.must_change_password { "/" } else { "/account?changed=1" };
    Ok((cookie, Redirect::to(next)).into_response())
}

#[derive(Default)]
struct Errors {
    current: Option<String>,
    password: Option<String>,
}

impl Show {
    /// After a form for tokens.
    pub(super) async fn with_tokens(
        app: &App,
        frame: Frame,
        made: Option<String>,
        typed: Typed,
    ) -> Result<Self, Error> {
        Ok(Self { made, typed, ..Self::load(app, frame).await? })
    }

    async fn load(app: &App, frame: Frame) -> Result<Self, Error> {
        let user = frame.viewer.known()?.clone();
        let tokens = store::token::list(&app.db, user.id).await?;
        let (errors, typed) = (Errors::default(), Typed::default());
        Ok(Self { frame, user, errors, changed: false, tokens, made: None, typed })
    }
}

/// A name for a token, and what is wrong with it.
#[derive(Default)]
pub(super) struct Typed {
    pub(super) name: String,
    pub(super) error: Option<String>,
}

#[derive(Template)]
#[template(path = "account/show.html")]
pub(crate) struct Show {
    frame: Frame,
    user: User,
    errors: Errors,
    changed: bool,
    tokens: Vec<Token>,
    /// The one that was made just now: it is seen here and never again.
    made: Option<String>,
    typed: Typed,
}
