//! What a handler answers when it cannot do what was asked, and the page that says so.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::page::{Frame, Page};

/// Seconds after which a browser or script may ask again when the database is away, or a seat may be free.
const AGAIN_AFTER_S: u64 = 5;

/// Why there is no page. Only [`Error::Internal`] is our fault; it is logged here, once, and told nobody.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// There is no such thing, or the viewer may not know of it.
    #[error("not found")]
    NotFound,
    /// A guest asked for what a user may do.
    #[error("login needed")]
    LoginNeeded,
    /// The request itself makes no sense; the text says what is wrong with it.
    #[error("{0}")]
    BadRequest(String),
    #[error("too large: at most {limit} bytes")]
    TooLarge { limit: u64 },
    #[error("too many attempts")]
    TooMany { wait: Duration },
    /// The viewer follows as much as one may, or guests follow as much as all of them may.
    #[error("too much is followed")]
    Crowded { by_guests: bool },
    /// The database cannot be reached.
    #[error("the database is away")]
    Unavailable,
    #[error("{0}")]
    Internal(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    pub(crate) fn internal(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Internal(Box::new(error))
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::NotFound => Self::NotFound,
            error if error.is_unavailable() => {
                tracing::warn!(%error, "the database is away");
                Self::Unavailable
            }
            error => Self::internal(error),
        }
    }
}

impl From<crate::password::Error> for Error {
    fn from(error: crate::password::Error) -> Self {
        Self::internal(error)
    }
}

/// Travels with a response until [`crate::dress`] knows for whom to draw the page.
#[derive(Clone)]
pub(crate) struct Undressed(Arc<Error>);

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        if let Self::Internal(error) = &self {
            tracing::error!(%error, "a page could not be made");
        }
        let status = self.status();
        (status, axum::Extension(Undressed(Arc::new(self)))).into_response()
    }
}

impl Error {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::LoginNeeded => StatusCode::UNAUTHORIZED,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany { .. } | Self::Crowded { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Seconds to wait, where waiting helps.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany { wait } => Some(wait.as_secs()),
            Self::Crowded { .. } | Self::Unavailable => Some(AGAIN_AFTER_S),
            _ => None,
        }
    }

    /// Title and words: what happened, and what to do.
    fn words(&self) -> (&'static str, String) {
        let (title, words) = plain(self.status());
        (title, self.exact_words().unwrap_or_else(|| words.to_owned()))
    }

    /// Where more is known than the status says.
    fn exact_words(&self) -> Option<String> {
        match self {
            Self::BadRequest(what) => Some(what.clone()),
            Self::TooLarge { limit } => {
                Some(format!("At most {} are taken here. Send less.", crate::words::size(*limit)))
            }
            Self::TooMany { wait } => {
                let minutes = wait.as_secs().div_ceil(60);
                Some(format!("Too many wrong passwords were tried. Wait {minutes} minutes, then try again."))
            }
            Self::Crowded { by_guests: true } => Some(
                "Many people who are not logged in follow things just now: log in, or try again later."
                    .into(),
            ),
            Self::Crowded { by_guests: false } => Some(format!(
                "You follow {} things at a time, which is the most: close pages or end requests that wait for results, or \
                 ask without waiting.",
                crate::seats::MOST
            )),
            _ => None,
        }
    }
}

/// Title and words for a status.
fn plain(status: StatusCode) -> (&'static str, &'static str) {
    match status {
        StatusCode::BAD_REQUEST => ("This request makes no sense", "Go back, reload the page and try again."),
        StatusCode::UNAUTHORIZED => ("Log in first", "Only those who are logged in can do this."),
        StatusCode::FORBIDDEN => (
            "Refused: this came from another site",
            "A page of another site sent this request in your name. If you meant it, do it on this site’s own page.",
        ),
        StatusCode::NOT_FOUND => (
            "There is nothing here",
            "The address is mistyped, or leads to something that is not for you. If you have another account, log in with it.",
        ),
        StatusCode::METHOD_NOT_ALLOWED => (
            "This address takes no such request",
            "Go back to the page with the form and send it from there.",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => ("That is too large", "Send less."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE | StatusCode::UNPROCESSABLE_ENTITY => (
            "The form is incomplete",
            "A field is missing or has the wrong form. Go back, reload the page and try again.",
        ),
        StatusCode::TOO_MANY_REQUESTS => ("Too many attempts", "Wait some minutes, then try again."),
        StatusCode::SERVICE_UNAVAILABLE => (
            "The database is away",
            "It usually comes back within a minute. Reload then; nothing that was sent before is lost.",
        ),
        _ => (
            "Something broke on our side",
            "It is written down and will be looked at. What you sent before is safe; try again in a minute.",
        ),
    }
}

#[derive(Template)]
#[template(path = "error/show.html")]
struct Show {
    frame: Frame,
    title: &'static str,
    words: String,
}

/// The page for a response that failed, by a handler's [`Error`] or by some layer's bare status.
pub(crate) fn page(frame: Frame, response: &Response) -> Response {
    let status = response.status();
    let error = response.extensions().get::<Undressed>().map(|undressed| &undressed.0);
    let (title, words) = match error {
        Some(error) => error.words(),
        None => {
            let (title, words) = plain(status);
            (title, words.to_owned())
        }
    };
    let mut page = (status, Page(Show { frame, title, words })).into_response();
    if let Some(seconds) = error.and_then(|error| error.retry_after()) {
        page.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    page
}

/// What the interface for programs says instead of a page.
#[derive(Serialize)]
struct Told<'a> {
    /// What happened, and what to do.
    error: &'a str,
    /// Of what was sent: where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
}

/// An answer to a program that cannot be done what it asked for; `wait` is when it may ask again.
pub(crate) fn refusal(
    status: StatusCode,
    field: Option<&str>,
    words: &str,
    wait: Option<Duration>,
) -> Response {
    let told = Json(Told { error: words, field });
    let mut answer = (status, axum::Extension(crate::page::Dressed), told).into_response();
    if let Some(wait) = wait {
        answer.headers_mut().insert(RETRY_AFTER, wait.as_secs().into());
    }
    if status == StatusCode::UNAUTHORIZED {
        answer.headers_mut().insert(WWW_AUTHENTICATE, axum::http::HeaderValue::from_static("Bearer"));
    }
    answer
}

/// What is said of a status to a program, which cannot go back and reload.
fn for_programs(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED => {
            "No session and no valid token came with this. Make a token on the page /account and send it as \
             Authorization: Bearer TOKEN."
        }
        StatusCode::NOT_FOUND => "There is no such thing, or it is not yours.",
        StatusCode::METHOD_NOT_ALLOWED => {
            "This address takes other methods; the header Allow names them. Runs are begun by POST /api/v1/runs, told by GET, \
             and given up by DELETE /api/v1/runs/ID."
        }
        StatusCode::SERVICE_UNAVAILABLE => "The database is away. Ask again after Retry-After.",
        status => plain(status).1,
    }
}

/// As [`page`], for a program.
pub(crate) fn told(response: &Response) -> Response {
    let status = response.status();
    let error = response.extensions().get::<Undressed>().map(|undressed| &undressed.0);
    let words =
        error.and_then(|error| error.exact_words()).unwrap_or_else(|| for_programs(status).to_owned());
    let wait = error.and_then(|error| error.retry_after()).map(Duration::from_secs);
    refusal(status, None, &words, wait)
}

/// Whether a response is one that [`page`] has to draw.
pub(crate) fn is_undressed(response: &Response) -> bool {
    let failed = response.status().is_client_error() || response.status().is_server_error();
    failed && response.extensions().get::<crate::page::Dressed>().is_none()
}

/// Whether the answer is to send a guest to the login page.
pub(crate) fn wants_login(response: &Response) -> bool {
    let error = response.extensions().get::<Undressed>();
    error.is_some_and(|undressed| matches!(*undressed.0, Error::LoginNeeded))
}
