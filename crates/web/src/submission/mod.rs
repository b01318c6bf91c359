//! Sending programs, and what became of them.

mod cases;
pub(crate) mod create;
mod diff;
pub(crate) mod events;
pub(crate) mod evidence;
#[cfg(test)]
pub(crate) mod fixture;
pub(crate) mod form;
pub(crate) mod groups;
pub(crate) mod list;
pub(crate) mod rejudge;
mod sample;
pub(crate) mod sent;
pub(crate) mod show;
pub(crate) mod source;
mod strip;
mod view;
pub(crate) mod waiting;

use store::SubmissionId;
use store::submission::Submission;

use crate::App;
use crate::access::{Action, Thing, may, require};
use crate::error::Error;
use crate::viewer::Viewer;

/// The submission of that number, if the viewer may do that with it.
async fn find(app: &App, viewer: &Viewer, id: &str, action: Action) -> Result<Submission, Error> {
    let id: SubmissionId = id.parse().map_err(|_| Error::NotFound)?;
    let submission = store::submission::get(&app.db, id).await?;
    require(viewer, action, thing(&submission))?;
    Ok(submission)
}

fn thing(submission: &Submission) -> Thing {
    Thing::Submission { owner: submission.user, problem_visible: submission.problem_visible }
}

/// What of a submission its viewer is told.
#[derive(Clone, Copy, Debug)]
struct Rights {
    /// The compile log, reasons, own output: the owner and the jury.
    details: bool,
    /// What went wrong on our side: the jury.
    internals: bool,
}

impl Rights {
    fn of(viewer: &Viewer, submission: &Submission) -> Self {
        let thing = thing(submission);
        Self {
            details: may(viewer, Action::ReadSource, thing),
            internals: may(viewer, Action::ReadInternals, thing),
        }
    }
}
