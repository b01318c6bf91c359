//! `/problems/{slug}`: the statement, the samples, and the form to submit.

use std::sync::Arc;

use ::problem::statement::{self, Source};
use ::problem::{Hash, Limits, Version};
use askama::Template;
use axum::extract::{Path, State};
use store::problem::{Problem, Shown};
use store::submission::{Filter, SubmissionRow};

use super::find;
use super::points::{self, Offer};
use crate::access::{Action, Thing, may};
use crate::error::Error;
use crate::mark::Standing;
use crate::page::{Frame, Page};
use crate::submission::form::SubmitForm;
use crate::text::Excerpt;
use crate::{App, filters};

/// Bytes of a sample that are shown.
pub(crate) const SAMPLE_BYTES: usize = 8 << 10;
/// Own submissions beside the statement.
const MINE: u32 = 8;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(slug): Path<String>,
) -> Result<Page<Show>, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::See).await?;
    let version = store::problem_version::current(&app.db, problem.id).await?.manifest;
    let form = SubmitForm::blank(&app, &frame.viewer, &version).await?;
    page(&app, frame, problem, version, form).await
}

/// The same page for the form that was refused: what was typed is still in it.
pub(crate) async fn page(
    app: &App,
    frame: Frame,
    problem: Problem,
    version: Version,
    form: SubmitForm,
) -> Result<Page<Show>, Error> {
    Ok(Page(Show {
        statement: statement_of(app, &version).await?,
        samples: samples_of(app, &version).await?,
        mine: mine(app, &frame, &problem).await?,
        may_edit: may(&frame.viewer, Action::Edit, Thing::Problem { visible: problem.visible }),
        points: points::offered(&version),
        credits: credits(&version),
        name: problem.name,
        slug: problem.slug.to_string(),
        visible: problem.visible,
        limits: version.limits,
        form,
        frame,
    }))
}

/// The statement in English, else in whatever language there is.
async fn statement_of(app: &App, version: &Version) -> Result<String, Error> {
    let english = version.statements.get_key_value("en");
    let chosen = english.or_else(|| version.statements.first_key_value());
    let Some((language, chosen)) = chosen else { return Ok(String::new()) };
    let text = String::from_utf8_lossy(&store::blob::get(&app.db, chosen.source).await?).into_owned();
    let (language, markup) = (language.clone(), chosen.markup);
    let (slug, assets) = (version.slug.clone(), version.assets.clone());
    let render = move || {
        let url = |path: &str| assets.contains_key(path).then(|| format!("/problems/{slug}/assets/{path}"));
        statement::render(&Source { markup, text: &text, language: &language }, &url)
    };
    tokio::task::spawn_blocking(render).await.map_err(Error::internal)
}

async fn samples_of(app: &App, version: &Version) -> Result<Vec<Sample>, Error> {
    let mut samples = Vec::new();
    for case in version.cases().into_iter().filter(|case| case.sample) {
        samples.push(Sample {
            input: excerpt(app, case.input).await?,
            output: excerpt(app, case.answer).await?,
            description: case.description.clone(),
        });
    }
    Ok(samples)
}

pub(crate) async fn excerpt(app: &App, hash: Hash) -> Result<Excerpt, Error> {
    Ok(Excerpt::of(&store::blob::get(&app.db, hash).await?, SAMPLE_BYTES))
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

struct Sample {
    input: Excerpt,
    output: Excerpt,
    description: Option<String>,
}

impl Sample {
    /// The text blocks under their titles.
    fn parts(&self) -> [(&'static str, &Excerpt); 2] {
        [("Input", &self.input), ("Output", &self.output)]
    }
}

#[derive(Template)]
#[template(path = "problem/show.html")]
pub(crate) struct Show {
    frame: Frame,
    name: String,
    slug: String,
    visible: bool,
    may_edit: bool,
    limits: Limits,
    points: Option<Offer>,
    /// Safe HTML.
    statement: String,
    samples: Vec<Sample>,
    credits: Option<String>,
    form: SubmitForm,
    mine: Vec<SubmissionRow>,
}
