//! `/runs/{id}/events`: a custom run as it goes, by server-sent events.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use store::UserId;
use store::listen::Notice;
use uuid::Uuid;

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
    let run = find(&app, &frame.viewer, &id).await?;
    follow(&app, &frame.viewer, notices, Run { app: app.clone(), id: run.id, user: run.user, queued: false })
}

struct Run {
    app: Arc<App>,
    id: Uuid,
    user: UserId,
    /// It was seen to wait.
    queued: bool,
}

impl Followed for Run {
    const BREATH: Duration = Duration::from_millis(50);

    fn poll(&self) -> Duration {
        // Of what is before it in the queue nobody is told.
        Duration::from_secs(if self.queued { 2 } else { 10 })
    }

    async fn look(&mut self) -> Result<Seen, Error> {
        let view = match store::custom_run::get(&self.app.db, self.id, self.user).await {
            Ok(run) => View::load(&self.app, &run).await?,
            Err(store::Error::NotFound) => View::gone(),
            Err(error) => return Err(error.into()),
        };
        self.queued = view.is_queued;
        Ok(Seen { is_final: view.is_final, fragment: view.render().map_err(Error::internal)? })
    }

    fn concerns(&self, notice: Notice) -> bool {
        match notice {
            Notice::CustomRun { id } => id == self.id,
            Notice::Judging { .. } | Notice::Queued => false,
            Notice::Resync => true,
        }
    }
}
