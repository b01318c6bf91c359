//! `/problems/{slug}/changes?from=1&to=2`: what one version changes against another, for setters.

use std::sync::Arc;

use ::problem::Changes as Difference;
use askama::Template;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::find;
use crate::App;
use crate::access::{Action, Thing, may};
use crate::error::Error;
use crate::page::{Frame, Page};

/// Numbers of two versions.
#[derive(Deserialize)]
pub(crate) struct Pair {
    from: u32,
    to: u32,
}

pub(crate) async fn changes(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(slug): Path<String>,
    Query(Pair { from, to }): Query<Pair>,
) -> Result<Page<Changes>, Error> {
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let old = store::problem_version::by_number(&app.db, problem.id, from).await?;
    let new = store::problem_version::by_number(&app.db, problem.id, to).await?;
    let difference = Difference::between(&old.manifest, &new.manifest);
    let submissions = store::problem_version::submissions(&app.db, old.id).await?;
    Ok(Page(Changes {
        may_rejudge: may(&frame.viewer, Action::Rejudge, Thing::Rejudgings),
        frame,
        name: problem.name,
        slug,
        from,
        to,
        lines: difference.lines(),
        stale: difference.may_change_verdicts(),
        submissions,
    }))
}

#[derive(Template)]
#[template(path = "problem/changes.html")]
pub(crate) struct Changes {
    frame: Frame,
    name: String,
    slug: String,
    from: u32,
    to: u32,
    lines: Vec<String>,
    /// Whether verdicts could be others.
    stale: bool,
    /// Whose valid judging is on the older one.
    submissions: u64,
    may_rejudge: bool,
}
