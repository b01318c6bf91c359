//! `/runs/{id}`, and `POST /runs/{id}/discard`.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Redirect;
use store::custom_run::CustomRun;

use super::find;
use super::view::View;
use crate::error::Error;
use crate::page::{Frame, Page};
use crate::text::Excerpt;
use crate::{App, filters, words};

/// Bytes of source and of input that are shown.
const SHOWN: usize = 24 << 10;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<Page<Show>, Error> {
    let run = find(&app, &frame.viewer, &id).await?;
    let view = View::load(&app, &run).await?;
    let sent = store::custom_run::sent(&app.db, run.id, run.user).await?;
    Ok(Page(Show {
        view,
        source: Excerpt::of(&sent.source, SHOWN),
        input: Excerpt::of(&sent.input, SHOWN),
        gone_at: words::exact(run.expires_at),
        run,
        frame,
    }))
}

/// It is gone at once; where the viewer goes then is the problem that it was for.
pub(crate) async fn discard(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<Redirect, Error> {
    let run = find(&app, &frame.viewer, &id).await?;
    match store::custom_run::give_up(&app.db, run.id, run.user).await {
        // Its time was over just now.
        Ok(()) | Err(store::Error::NotFound) => {}
        Err(error) => return Err(error.into()),
    }
    let place = run.slug.map_or_else(|| "/".to_owned(), |slug| format!("/problems/{slug}"));
    Ok(Redirect::to(&place))
}

#[derive(Template)]
#[template(path = "custom_run/show.html")]
pub(crate) struct Show {
    frame: Frame,
    run: CustomRun,
    view: View,
    source: Excerpt,
    input: Excerpt,
    gone_at: String,
}
