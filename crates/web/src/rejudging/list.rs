//! `/rejudgings`

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use serde::Deserialize;
use store::rejudging::Rejudging;

use super::{allowed, view};
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::{App, filters};

/// Rows of a page.
const ROWS: u32 = 30;

#[derive(Deserialize)]
pub(crate) struct Wanted {
    /// Only those before this one.
    before: Option<String>,
}

pub(crate) async fn list(
    State(app): State<Arc<App>>,
    frame: Frame,
    Query(wanted): Query<Wanted>,
) -> Result<Page<List>, Error> {
    allowed(&frame.viewer)?;
    let before = match &wanted.before {
        Some(before) => Some(before.parse().map_err(|_| Error::NotFound)?),
        None => None,
    };
    let mut rows = store::rejudging::list(&app.db, before, ROWS + 1).await?;
    let more = rows.len() > ROWS as usize;
    rows.truncate(ROWS as usize);
    let older = rows.last().filter(|_| more).map(|last| format!("/rejudgings?before={}", last.id));
    Ok(Page(List { frame, rows, older, newest: before.is_some() }))
}

#[derive(Template)]
#[template(path = "rejudging/list.html")]
pub(crate) struct List {
    frame: Frame,
    rows: Vec<Rejudging>,
    older: Option<String>,
    /// There are newer ones.
    newest: bool,
}
