//! `/submissions/{id}`.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use store::judging::{Judging, Which};
use store::rejudging::Beside;
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
const SOURCE_BYTES: usize = 20 << 10;

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
    let judgings = judgings(&app, &submission, rights).await?;
    let beside = match rights.internals {
        true => store::rejudging::beside(&app.db, submission.id).await?,
        false => Vec::new(),
    };
    let asked = |judging: &&Judging| wanted.judging.map_or(judging.valid, |number| judging.number == number);
    let shown = judgings.iter().find(asked).ok_or(Error::NotFound)?;
    let version = store::problem_version::get(&app.db, shown.version).await?;
    let facts = Facts {
        submission: &submission,
        judging: shown,
        version: &version.manifest,
        number: version.number,
        rights,
        beside: beside.iter().find(|beside| beside.judging == shown.id).copied(),
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
        beside,
        shown,
        internals: rights.internals,
        frame,
    }))
}

/// Those that the viewer may see, newest first. To those who do not see what rejudgings made beside them, they are
/// numbered as if there were no others: a gap would tell of them.
async fn judgings(app: &App, submission: &Submission, rights: Rights) -> Result<Vec<Judging>, Error> {
    if rights.internals {
        return Ok(store::judging::list_of(&app.db, submission.id, Which::All).await?);
    }
    let mut judgings = store::judging::list_of(&app.db, submission.id, Which::Counted).await?;
    for (judging, number) in judgings.iter_mut().rev().zip(1..) {
        judging.number = number;
    }
    Ok(judgings)
}

#[derive(Template)]
#[template(path = "submission/show.html")]
pub(crate) struct Show {
    frame: Frame,
    submission: Submission,
    judging: JudgingView,
    /// All, newest first.
    judgings: Vec<Judging>,
    /// Which of them are of rejudgings, for the jury.
    beside: Vec<Beside>,
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

    /// The rejudging that made it.
    fn rejudging_of(&self, judging: &Judging) -> Option<&Beside> {
        self.beside.iter().find(|beside| beside.judging == judging.id)
    }

    /// Only the judging that counts is followed.
    fn is_live(&self) -> bool {
        !self.judging.is_final && self.current().is_some_and(|judging| judging.valid)
    }
}
