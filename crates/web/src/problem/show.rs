//! `/problems/{slug}`: the statement, the samples, and the form to submit.

use std::sync::Arc;

use ::problem::version::Kind;
use ::problem::{Limits, Version};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::{IntoResponse, Response};
use store::problem::{Problem, Shown};
use store::submission::{Filter, SubmissionRow};

use super::facts::facts;
use super::files::{self, Attachment};
use super::find;
use super::language::Wanted;
use super::points::{self, Line};
use super::samples::{Sample, first_input, samples};
use super::text::{Body, Text};
use crate::access::{Action, Thing, may};
use crate::custom_run::ask::{are_offered, kept_words};
use crate::error::Error;
use crate::mark::Standing;
use crate::page::{Frame, Page};
use crate::submission::form::{SubmitForm, most_bytes};
use crate::{App, filters, headers};

/// Own submissions beside the statement.
const MINE: u32 = 8;

/// What the page is about, and who asks for it.
pub(crate) struct Visit {
    pub(crate) frame: Frame,
    pub(crate) wanted: Wanted,
    pub(crate) problem: Problem,
    pub(crate) version: Version,
}

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    wanted: Wanted,
    Path(slug): Path<String>,
) -> Result<Response, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::See).await?;
    let version = store::problem_version::current(&app.db, problem.id).await?.manifest;
    let form = SubmitForm::blank(&app, &frame.viewer, &version).await?;
    page(&app, Visit { frame, wanted, problem, version }, form).await
}

/// The same page for the form that was refused: what was typed is still in it.
pub(crate) async fn page(app: &App, visit: Visit, form: SubmitForm) -> Result<Response, Error> {
    let Visit { frame, wanted, problem, version } = visit;
    let text = Text::of(app, &version, &wanted).await?;
    let has_pdf = text.as_ref().is_some_and(Text::is_pdf);
    let name = match &text {
        Some(text) => version.name(&text.language).to_owned(),
        None => problem.name.clone(),
    };
    let samples = samples(app, &version).await?;
    let mut form = form;
    form.typed.input.get_or_insert_with(|| first_input(&samples));
    let show = Show {
        text,
        name,
        samples,
        can_run: version.kind == Kind::Program && are_offered(app),
        most_input: app.custom_runs.input,
        kept: kept_words(app),
        attachments: files::attachments(app, &version).await?,
        facts: facts(&version),
        measured: version.kind == Kind::Program,
        most_bytes: most_bytes(&version),
        mine: mine(app, &frame, &problem).await?,
        may_edit: may(&frame.viewer, Action::Edit, Thing::Problem { visible: problem.visible }),
        points: points::offered(&version),
        credits: credits(&version),
        slug: problem.slug.to_string(),
        visible: problem.visible,
        limits: version.limits,
        chosen: wanted.chosen,
        form,
        frame,
    };
    if has_pdf {
        return Ok(([(CONTENT_SECURITY_POLICY, headers::policy_with_pdf())], Page(show)).into_response());
    }
    Ok(Page(show).into_response())
}

async fn mine(app: &App, frame: &Frame, problem: &Problem) -> Result<Vec<SubmissionRow>, Error> {
    let Some(user) = frame.viewer.user() else { return Ok(Vec::new()) };
    let filter = Filter {
        shown: Shown::All,
        user: Some(user.id),
        problem: Some(problem.id),
        before: None,
        limit: MINE,
    };
    Ok(store::submission::list(&app.db, &filter).await?)
}

/// Authors, source and licence in one line.
fn credits(version: &Version) -> Option<String> {
    let credits = &version.credits;
    let authors = (!credits.authors.is_empty()).then(|| format!("By {}", credits.authors.join(", ")));
    let parts = [authors, credits.source.clone(), credits.license.clone()];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

#[derive(Template)]
#[template(path = "problem/show.html")]
struct Show {
    frame: Frame,
    name: String,
    slug: String,
    visible: bool,
    may_edit: bool,
    limits: Limits,
    /// What groups of tests give.
    points: Vec<Line>,
    /// A program is sent, whose time and memory are limited.
    measured: bool,
    /// Of what is handed in.
    most_bytes: u64,
    can_run: bool,
    /// Of what a custom run may read, and how long it is kept.
    most_input: u64,
    kept: String,
    facts: Vec<String>,
    text: Option<Text>,
    samples: Vec<Sample>,
    attachments: Vec<Attachment>,
    credits: Option<String>,
    /// The language that the address names.
    chosen: Option<String>,
    form: SubmitForm,
    mine: Vec<SubmissionRow>,
}
