//! `/submissions/{id}/events`: the judging that counts as it goes, by server-sent events.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use store::listen::Notice;
use store::problem_version::ProblemVersion;
use store::submission::Submission;

use super::view::{Facts, JudgingView};
use super::{Rights, find};
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::Frame;
use crate::stream::{Followed, Seen, follow};

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let notices = app.notices.subscribe();
    let submission = find(&app, &frame.viewer, &id, Action::See).await?;
    let rights = Rights::of(&frame.viewer, &submission);
    follow(
        &app,
        &frame.viewer,
        notices,
        Judged { app: app.clone(), submission, rights, version: None, queued: false },
    )
}

struct Judged {
    app: Arc<App>,
    submission: Submission,
    rights: Rights,
    /// The version that the last judging seen is on: manifests are large and never change.
    version: Option<ProblemVersion>,
    /// It was seen to wait.
    queued: bool,
}

impl Followed for Judged {
    const BREATH: Duration = Duration::from_millis(150);

    fn poll(&self) -> Duration {
        // Of what is before it in the queue nobody is told.
        Duration::from_secs(if self.queued { 2 } else { 10 })
    }

    async fn look(&mut self) -> Result<Seen, Error> {
        let judging = store::judging::valid_of(&self.app.db, self.submission.id).await?;
        let version = match self.version.take() {
            Some(version) if version.id == judging.version => version,
            _ => store::problem_version::get(&self.app.db, judging.version).await?,
        };
        let version = self.version.insert(version);
        let facts = Facts {
            submission: &self.submission,
            judging: &judging,
            version: &version.manifest,
            number: version.number,
            rights: self.rights,
            beside: None,
        };
        let view = JudgingView::load(&self.app, &facts).await?;
        self.queued = view.is_queued;
        Ok(Seen { is_final: view.is_final, fragment: view.render().map_err(Error::internal)? })
    }

    fn concerns(&self, notice: Notice) -> bool {
        match notice {
            Notice::Judging { submission } => submission == self.submission.id,
            Notice::CustomRun { .. } | Notice::Queued => false,
            Notice::Resync => true,
        }
    }
}
