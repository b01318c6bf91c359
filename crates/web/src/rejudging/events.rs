//! `/rejudgings/{id}/events`: how far it is, by server-sent events.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use store::RejudgingId;
use store::listen::Notice;

use super::find;
use super::view::View;
use crate::App;
use crate::error::Error;
use crate::page::Frame;
use crate::stream::{Followed, Seen, follow};

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let notices = app.notices.subscribe();
    let id = find(&app, &frame.viewer, &id).await?.id;
    follow(&app, &frame.viewer, notices, Rejudged { app: app.clone(), id })
}

struct Rejudged {
    app: Arc<App>,
    id: RejudgingId,
}

impl Followed for Rejudged {
    /// Each look reads the rows of thousands of judgings.
    const BREATH: Duration = Duration::from_secs(1);

    async fn look(&mut self) -> Result<Seen, Error> {
        let rejudging = store::rejudging::get(&self.app.db, self.id).await?;
        let view = View::load(&self.app, rejudging, None).await?;
        Ok(Seen { is_final: !view.is_live(), fragment: view.render().map_err(Error::internal)? })
    }

    /// Of whichever submission: it is likely one of ours, and to ask costs as much as to look.
    fn concerns(&self, notice: Notice) -> bool {
        !matches!(notice, Notice::Queued | Notice::CustomRun { .. })
    }
}
