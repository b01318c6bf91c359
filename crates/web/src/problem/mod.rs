//! Pages about problems.

mod added;
pub(crate) mod asset;
pub(crate) mod cases;
pub(crate) mod changes;
pub(crate) mod check;
pub(crate) mod edit;
mod facts;
mod figure;
pub(crate) mod files;
pub(crate) mod language;
pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod package;
mod points;
pub(crate) mod samples;
mod save;
pub(crate) mod show;
mod text;
pub(crate) mod upload;
pub(crate) mod versions;

use ::problem::Slug;
use store::problem::Problem;

use crate::App;
use crate::access::{Action, Thing, require};
use crate::error::Error;
use crate::viewer::Viewer;

/// The problem of that slug, if the viewer may do that with it.
pub(crate) async fn find(app: &App, viewer: &Viewer, slug: &str, action: Action) -> Result<Problem, Error> {
    // What is no slug names no problem; the database need not be asked.
    slug.parse::<Slug>().map_err(|_| Error::NotFound)?;
    let problem = store::problem::by_slug(&app.db, slug).await?.ok_or(Error::NotFound)?;
    require(viewer, action, Thing::Problem { visible: problem.visible })?;
    Ok(problem)
}
