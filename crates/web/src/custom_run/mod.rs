//! Custom runs: a program on an input of one's own, as a page, as events, and for programs.

pub(crate) mod api;
pub(crate) mod ask;
pub(crate) mod create;
pub(crate) mod events;
pub(crate) mod show;
mod view;

use std::time::Duration;

use store::custom_run::{Allowance, CustomRun};
use uuid::Uuid;

use crate::App;
use crate::access::{Action, Thing, require};
use crate::error::Error;
use crate::viewer::Viewer;

/// What custom runs may use, and who may have how many.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Most CPU time, and most memory in bytes, where the problem does not give more.
    pub time: Duration,
    pub memory: u64,
    /// Most bytes of an input.
    pub input: u64,
    pub allowance: Allowance,
    /// How long they are kept, at most [`store::custom_run::LONGEST`].
    pub kept: Duration,
}

/// The viewer's own of that id.
async fn find(app: &App, viewer: &Viewer, id: &str) -> Result<CustomRun, Error> {
    let user = viewer.known()?.id;
    let id: Uuid = id.parse().map_err(|_| Error::NotFound)?;
    let run = store::custom_run::get(&app.db, id, user).await?;
    require(viewer, Action::See, Thing::CustomRun { owner: run.user })?;
    Ok(run)
}
