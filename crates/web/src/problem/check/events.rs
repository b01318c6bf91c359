//! `/problems/{slug}/versions/{number}/check/events`: the check as it goes, by server-sent events.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use store::SubmissionId;
use store::listen::Notice;
use store::problem_version::ProblemVersion;

use super::super::find;
use super::view::CheckView;
use crate::App;
use crate::access::Action;
use crate::error::Error;
use crate::page::Frame;
use crate::stream::{Followed, Seen, follow};

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    frame: Frame,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<impl IntoResponse, Error> {
    let notices = app.notices.subscribe();
    let problem = find(&app, &frame.viewer, &slug, Action::Edit).await?;
    let version = store::problem_version::by_number(&app.db, problem.id, number).await?;
    follow(&app, &frame.viewer, notices, Checking { app: app.clone(), version, submissions: BTreeSet::new() })
}

struct Checking {
    app: Arc<App>,
    version: ProblemVersion,
    /// Those that were there at the last look.
    submissions: BTreeSet<SubmissionId>,
}

impl Followed for Checking {
    /// The table of a large problem has thousands of cells.
    const BREATH: Duration = Duration::from_millis(600);

    async fn look(&mut self) -> Result<Seen, Error> {
        let Some(view) = CheckView::load(&self.app, &self.version).await? else {
            return Ok(Seen { is_final: true, fragment: String::new() });
        };
        self.submissions.clone_from(&view.submissions);
        Ok(Seen { is_final: view.is_final, fragment: view.render().map_err(Error::internal)? })
    }

    fn concerns(&self, notice: Notice) -> bool {
        match notice {
            Notice::Judging { submission } => self.submissions.contains(&submission),
            Notice::CustomRun { .. } | Notice::Queued => false,
            Notice::Resync => true,
        }
    }
}
