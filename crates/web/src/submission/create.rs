//! `POST /problems/{slug}/submissions`.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Redirect, Response};
use store::submission::NewSubmission;
use uuid::Uuid;

use super::form::{Errors, SubmitForm, Typed, offered};
use super::sent::Sent;
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::problem::language::Wanted;
use crate::problem::show::Visit;
use crate::problem::{find, show};
use crate::viewer::Viewer;

/// Most bytes of a form. Above every problem's limit, so that a source that is too large is told so by its field;
/// what is far larger is not read.
pub(crate) const BODY_BYTES: usize = 4 << 20;

pub(crate) async fn create(
    State(app): State<Arc<App>>,
    frame: Result<Frame, Error>,
    wanted: Wanted,
    Path(slug): Path<String>,
    request: Request,
) -> Result<Response, Error> {
    let sent = Sent::read(request).await.map_err(|error| error.with_limit(BODY_BYTES as u64))?;
    match accept(&app, frame, wanted, &slug, &sent).await {
        // Somebody wrote this: whatever we have to answer, the page has it.
        Err(error @ (Error::Unavailable | Error::LoginNeeded)) => {
            Ok(held(&app, &format!("/problems/{slug}/submissions"), &sent, &error))
        }
        answer => answer,
    }
}

async fn accept(
    app: &App,
    frame: Result<Frame, Error>,
    wanted: Wanted,
    slug: &str,
    sent: &Sent,
) -> Result<Response, Error> {
    let frame = frame?;
    let user = frame.viewer.known()?.id;
    let problem = find(app, &frame.viewer, slug, Action::Submit).await?;
    let version = store::problem_version::current(&app.db, problem.id).await?.manifest;
    let languages = offered(app, &version).await?;
    let errors = Errors::of(sent, &languages, &version);
    if !errors.none() {
        let form = SubmitForm { languages, typed: Typed::of(sent), errors };
        let page = show::page(app, Visit { frame, wanted, problem, version }, form).await?;
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    }
    let new = NewSubmission {
        user,
        problem: problem.id,
        language: &sent.language,
        source: &sent.source(),
        form_key: sent.form_key.unwrap_or_else(Uuid::now_v7),
    };
    let id = store::submission::create(&app.db, &new).await?;
    Ok(Redirect::to(&format!("/submissions/{id}")).into_response())
}

/// A page that cannot do what was asked but holds what was sent, with the same form key: sent again from here, it is
/// still one submission, even if the first one arrived after all.
pub(crate) fn held(app: &App, action: &str, sent: &Sent, error: &Error) -> Response {
    let (title, words) = match error {
        Error::LoginNeeded => (
            "You are no longer logged in",
            "Nothing is lost: log in in another tab of this browser, then press Send again here.",
        ),
        _ => (
            "The database is away",
            "Nothing is lost: what you sent stands below. Wait some seconds, then press Send again.",
        ),
    };
    let mut typed = Typed::of(sent);
    typed.source = String::from_utf8_lossy(&sent.source()).replace('\0', "␀");
    let (frame, action) = (Frame::new(app, Viewer::guest(), action), action.to_owned());
    let mut response = (error.status(), Page(Held { frame, title, words, action, typed })).into_response();
    if let Some(seconds) = error.retry_after() {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

#[derive(Template)]
#[template(path = "error/held.html")]
struct Held {
    frame: Frame,
    title: &'static str,
    words: &'static str,
    action: String,
    typed: Typed,
}
