//! `POST /problems/{slug}/runs`: the form beside the statement, pressed to run and not to submit.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Redirect, Response};

use super::ask::{Fault, Wish, ask};
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::Frame;
use crate::problem::language::Wanted;
use crate::problem::show::Visit;
use crate::problem::{find, show};
use crate::submission::create::held;
use crate::submission::form::{Errors, SubmitForm, Typed, offered};
use crate::submission::sent::Sent;

pub(crate) async fn create(
    State(app): State<Arc<App>>,
    frame: Result<Frame, Error>,
    wanted: Wanted,
    Path(slug): Path<String>,
    request: Request,
) -> Result<Response, Error> {
    let sent = Sent::read(request).await.map_err(|error| error.with_limit(body_bytes(&app) as u64))?;
    match accept(&app, frame, wanted, &slug, &sent).await {
        Err(error @ (Error::Unavailable | Error::LoginNeeded)) => {
            Ok(held(&app, &format!("/problems/{slug}/runs"), &sent, &error))
        }
        answer => answer,
    }
}

/// Most bytes of a form or of a program's request, which may write a byte as six.
pub(crate) fn body_bytes(app: &App) -> usize {
    let input = usize::try_from(app.custom_runs.input).unwrap_or(usize::MAX);
    crate::submission::create::BODY_BYTES.saturating_add(input.saturating_mul(6))
}

async fn accept(
    app: &App,
    frame: Result<Frame, Error>,
    wanted: Wanted,
    slug: &str,
    sent: &Sent,
) -> Result<Response, Error> {
    let frame = frame?;
    frame.viewer.known()?;
    let problem = find(app, &frame.viewer, slug, Action::Submit).await?;
    let (source, input) = (sent.source(), sent.input());
    let wish = Wish {
        problem: Some(slug),
        language: &sent.language,
        source: &source,
        origin: sent.origin(),
        input: &input,
        time_limit_ms: None,
        memory_limit_mib: None,
    };
    let fault = match ask(app, &frame.viewer, &wish).await? {
        Ok(run) => return Ok(Redirect::to(&format!("/runs/{}", run.id)).into_response()),
        Err(fault) => fault,
    };
    let version = store::problem_version::current(&app.db, problem.id).await?.manifest;
    let (status, wait) = (status(&fault), fault.wait);
    let form = SubmitForm {
        languages: offered(app, &version).await?,
        typed: Typed::of(sent),
        errors: errors(fault),
    };
    let page = show::page(app, Visit { frame, wanted, problem, version }, form).await?;
    let mut response = (status, page).into_response();
    if let Some(wait) = wait {
        response.headers_mut().insert(RETRY_AFTER, wait.as_secs().into());
    }
    Ok(response)
}

/// What is wrong with a field is said as all forms say it.
fn status(fault: &Fault) -> StatusCode {
    if fault.field.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { fault.status }
}

fn errors(fault: Fault) -> Errors {
    let words = Some(fault.words);
    match fault.field {
        Some("language") => Errors { language: words, ..Errors::default() },
        Some("source") => Errors { source: words, ..Errors::default() },
        _ => Errors { input: words, ..Errors::default() },
    }
}
