//! `/rejudgings/{id}`

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use store::rejudging::{Action, Rejudging, Step};

use super::find;
use super::view::View;
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::{App, filters};

#[derive(Deserialize)]
pub(crate) struct Wanted {
    /// Changes of submissions after this one.
    after: Option<String>,
}

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Page<Show>, Error> {
    let rejudging = find(&app, &frame.viewer, &id).await?;
    let after = match &wanted.after {
        Some(after) => Some(after.parse().map_err(|_| Error::NotFound)?),
        None => None,
    };
    let follow = after.is_none();
    let view = View::load(&app, rejudging, after).await?;
    Ok(Page(Show { frame, follow: follow && view.is_live(), view, refused: None }))
}

/// The page with what was refused.
pub(super) async fn refused(
    app: &App,
    frame: Frame,
    rejudging: Rejudging,
    words: String,
) -> Result<Page<Show>, Error> {
    let view = View::load(app, rejudging, None).await?;
    Ok(Page(Show { frame, follow: view.is_live(), view, refused: Some(words) }))
}

#[derive(Template)]
#[template(path = "rejudging/show.html")]
pub(crate) struct Show {
    frame: Frame,
    view: View,
    /// The page moves by itself.
    follow: bool,
    /// Why nothing was done.
    refused: Option<String>,
}

impl Show {
    fn rejudging(&self) -> &Rejudging {
        &self.view.rejudging
    }

    fn done(step: &Step) -> &'static str {
        match step.action {
            Action::Plan => "Planned",
            Action::Apply => "Applied",
            Action::Drop => "Dropped",
            Action::Undo => "Undone",
        }
    }
}
