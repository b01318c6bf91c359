//! Around every page: who asks, and a page for every failure.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use crate::App;
use crate::error;
use crate::page::Frame;
use crate::viewer::Viewer;

/// Below it no page is shown: who asks may send a token, and is told in JSON what failed.
const FOR_PROGRAMS: &str = "/api/";

/// What somebody with a given password may still use.
const OPEN_WITH_GIVEN_PASSWORD: [&str; 2] = ["/account", "/logout"];

/// Finds the viewer, runs the page, and draws what failed, for the viewer.
pub(crate) async fn dress(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let (here, method) = (request.uri().to_string(), request.method().clone());
    let is_program = path.starts_with(FOR_PROGRAMS);
    let viewer = viewer_of(&app, request.headers(), &path).await;
    let known = viewer.clone().unwrap_or_default();
    let given = known.user().is_some_and(|user| user.must_change_password);
    if given && is_program {
        let words = "Somebody else has seen your password. Choose your own on the page /account first.";
        return error::refusal(StatusCode::FORBIDDEN, None, words, None);
    }
    if given && !OPEN_WITH_GIVEN_PASSWORD.contains(&path.as_str()) {
        return Redirect::to("/account").into_response();
    }
    request.extensions_mut().insert(viewer);
    let response = next.run(request).await;
    if is_program {
        return if error::is_undressed(&response) { error::told(&response) } else { response };
    }
    if error::wants_login(&response) && method == Method::GET {
        return Redirect::to(&crate::account::login::address(&here)).into_response();
    }
    if error::is_undressed(&response) {
        return error::page(Frame::new(&app, known, &here), &response);
    }
    response
}

/// `None` while that cannot be known: what needs no viewer is answered all the same.
async fn viewer_of(app: &App, headers: &HeaderMap, path: &str) -> Option<Viewer> {
    let viewer = match path.starts_with(FOR_PROGRAMS) {
        true => Viewer::of_program(app, headers).await,
        false => Viewer::of(app, headers).await,
    };
    viewer.inspect_err(|error| tracing::warn!(%error, "whose session it is cannot be found out")).ok()
}
