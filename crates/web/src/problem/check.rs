//! `/problems/{slug}/versions/{number}/check`: whether a version's own submissions do what is promised of them. Workers judge
//! them, the page fills.

mod events;
mod matrix;
mod view;

use std::sync::Arc;

use ::problem::version::{ANSWERS, Kind};
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Redirect;
use store::check::Example;
use store::problem_version::ProblemVersion;

use super::find;
use crate::access::Action;
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::{App, filters};

pub(crate) use events::events;
use view::CheckView;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Page<Check>, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let version = store::problem_version::by_number(&app.db, problem.id, number).await?;
    let check = CheckView::load(&app, &version).await?;
    let examples = version.manifest.submissions.len() as u64;
    Ok(Page(Check { frame, name: problem.name, slug, number, examples, check }))
}

/// Has the workers judge all of them, those that are being judged excepted.
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Redirect, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let version = store::problem_version::by_number(&app.db, problem.id, number).await?;
    let by = frame.viewer.known()?.id;
    store::check::start(&app.db, version.id, by, &examples(&version)).await?;
    Ok(Redirect::to(&format!("/problems/{slug}/versions/{number}/check")))
}

/// Those that can be judged: of which it is known in which language they are.
fn examples(version: &ProblemVersion) -> Vec<Example<'_>> {
    let all = version.manifest.submissions.iter();
    let known = all.filter_map(|example| {
        let language = match version.manifest.kind {
            Kind::Program => example.language.as_deref()?,
            Kind::Answers => ANSWERS,
        };
        Some(Example { path: &example.path, language })
    });
    known.collect()
}

#[derive(Template)]
#[template(path = "problem/check.html")]
pub(crate) struct Check {
    frame: Frame,
    name: String,
    slug: String,
    number: u32,
    /// How many submissions the version has.
    examples: u64,
    /// `None`: never checked.
    check: Option<CheckView>,
}

impl Check {
    fn is_live(&self) -> bool {
        self.check.as_ref().is_some_and(|check| !check.is_final)
    }
}
