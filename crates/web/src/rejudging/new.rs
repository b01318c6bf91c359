//! `/rejudgings/new`: which submissions fit, and why they are to be judged again. `POST /rejudgings` plans it.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use problem::Verdict;
use problem::language::{Catalog, Language};
use store::rejudging::{self, By, Fitting, Refusal};

use super::fields::{Fields, Wrong, about};
use super::matrix::standing;
use super::{allowed, words};
use crate::error::Error;
use crate::mark::Standing;
use crate::page::{Frame, Page};
use crate::{App, filters};

pub(crate) async fn form(
    State(app): State<Arc<App>>,
    frame: Frame,
    Query(fields): Query<Fields>,
) -> Result<Response, Error> {
    allowed(&frame.viewer)?;
    if fields.are_blank() {
        return Ok(Page(New { frame, fields, fit: None, wrong: None }).into_response());
    }
    match look(&app, &fields).await? {
        Ok(fit) => Ok(Page(New { frame, fields, fit: Some(fit), wrong: None }).into_response()),
        Err(wrong) => Ok(refused(New { frame, fields, fit: None, wrong: Some(wrong) })),
    }
}

/// Plans only what was shown: the form says how many fitted when it was looked at.
pub(crate) async fn plan(
    State(app): State<Arc<App>>,
    frame: Frame,
    Form(fields): Form<Fields>,
) -> Result<Response, Error> {
    allowed(&frame.viewer)?;
    let fit = match look(&app, &fields).await? {
        Ok(fit) => fit,
        Err(wrong) => return Ok(refused(New { frame, fields, fit: None, wrong: Some(wrong) })),
    };
    if fields.count != fit.count.to_string() {
        let words = "This is what fits now. If it is what you mean, plan it.".to_owned();
        return Ok(refused(New { frame, fields, fit: Some(fit), wrong: Some(Wrong { field: "", words }) }));
    }
    match make(&app, &frame, &fields).await? {
        Ok(address) => Ok(Redirect::to(&address).into_response()),
        Err(wrong) => Ok(refused(New { frame, fields, fit: Some(fit), wrong: Some(wrong) })),
    }
}

/// What fits now.
async fn look(app: &App, fields: &Fields) -> Result<Result<Fit, Wrong>, Error> {
    let filter = match fields.filter() {
        Ok(filter) => filter,
        Err(wrong) => return Ok(Err(wrong)),
    };
    match rejudging::fitting(&app.db, &filter).await {
        Ok(fitting) => Ok(Ok(Fit::of(&fitting))),
        Err(refusal) => Ok(Err(wrong(refusal)?)),
    }
}

/// The address of the rejudging that was planned.
async fn make(app: &App, frame: &Frame, fields: &Fields) -> Result<Result<String, Wrong>, Error> {
    let by = By { who: &frame.viewer.known()?.name, reason: &fields.reason };
    let filter = match fields.filter() {
        Ok(filter) => filter,
        Err(wrong) => return Ok(Err(wrong)),
    };
    match rejudging::plan(&app.db, &filter, &by).await {
        Ok(id) => Ok(Ok(format!("/rejudgings/{id}"))),
        Err(refusal) => Ok(Err(wrong(refusal)?)),
    }
}

fn wrong(refusal: Refusal) -> Result<Wrong, Error> {
    let field = about(&refusal);
    Ok(Wrong { field, words: words(refusal)? })
}

fn refused(page: New) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, Page(page)).into_response()
}

/// The submissions that fit.
struct Fit {
    count: u64,
    /// By what counts of them, the best first.
    verdicts: Vec<(Standing, u64)>,
}

impl Fit {
    fn of(fitting: &[Fitting]) -> Self {
        let known = Verdict::ALL.into_iter().map(Some).chain([None]);
        let count = |verdict| fitting.iter().filter(|fit| fit.verdict == verdict).count() as u64;
        let counts = known.map(|verdict| (standing(verdict), count(verdict)));
        Self { count: fitting.len() as u64, verdicts: counts.filter(|(_, count)| *count > 0).collect() }
    }
}

#[derive(Template)]
#[template(path = "rejudging/new.html")]
struct New {
    frame: Frame,
    fields: Fields,
    fit: Option<Fit>,
    wrong: Option<Wrong>,
}

impl New {
    /// What is wrong with that field; with none of them, for "".
    fn error(&self, field: &str) -> Option<&str> {
        self.wrong.as_ref().filter(|wrong| wrong.field == field).map(|wrong| wrong.words.as_str())
    }

    fn languages(&self) -> &'static [Language] {
        Catalog::builtin().all()
    }

    /// Verdicts that a submission may have.
    fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        Verdict::ALL.into_iter().filter(|verdict| *verdict != Verdict::Sk)
    }
}
