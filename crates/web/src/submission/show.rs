//! `/submissions/{id}`.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use store::judging::Judging;
use store::submission::Submission;

use super::view::{Facts, JudgingView};
use super::{Rights, find, thing};
use crate::access::{Action, may};
use crate::error::Error;
use crate::mark::Standing;
use crate::page::{Frame, Page};
use crate::text::Excerpt;
use crate::{App, filters};

/// Bytes of a source that are shown; the rest is a link away.
const SOURCE_BYTES: usize = 24 << 10;

#[derive(Deserialize)]
pub(crate) struct Wanted {
    /// Number of the judging; else the one that counts.
    judging: Option<u32>,
}

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Page<Show>, Error> {
    let submission = find(&app, &frame.viewer, &id, Action::See).await?;
    let rights = Rights::of(&frame.viewer, &submission);
    let judgings = store::judging::list_of(&app.db, submission.id).await?;
    let asked = |judging: &&Judging| wanted.judging.map_or(judging.valid, |number| judging.number == number);
    let shown = judgings.iter().find(asked).ok_or(Error::NotFound)?;
    let version = store::problem_version::get(&app.db, shown.version).await?;
    let facts = Facts {
        submission: &submission,
        judging: shown,
        version: &version.manifest,
        number: version.number,
        rights,
    };
    let judging = JudgingView::load(&app, &facts).await?;
    let shown = shown.number;
    Ok(Page(Show {
        source: rights.details.then(|| Excerpt::of(&submission.source, SOURCE_BYTES)),
        size: submission.source.len() as u64,
        may_rejudge: may(&frame.viewer, Action::Rejudge, thing(&submission)),
        submission,
        judging,
        judgings,
        shown,
        internals: rights.internals,
        frame,
    }))
}

#[derive(Template)]
#[template(path = "submission/show.html")]
pub(crate) struct Show {
    frame: Frame,
    submission: Submission,
    judging: JudgingView,
    /// All, newest first.
    judgings: Vec<Judging>,
    /// Number of the one that is shown.
    shown: u32,
    source: Option<Excerpt>,
    /// Of the source, in bytes.
    size: u64,
    may_rejudge: bool,
    internals: bool,
}

impl Show {
    /// The judging that is shown, for what stands beside it.
    fn current(&self) -> Option<&Judging> {
        self.judgings.iter().find(|judging| judging.number == self.shown)
    }

    /// Only the judging that counts is followed.
    fn is_live(&self) -> bool {
        !self.judging.is_final && self.current().is_some_and(|judging| judging.valid)
    }
}
