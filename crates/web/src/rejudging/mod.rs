//! Rejudgings, for the jury: planned, looked at, then applied or dropped.

pub(crate) mod decide;
pub(crate) mod events;
mod fields;
pub(crate) mod list;
mod matrix;
pub(crate) mod new;
pub(crate) mod show;
mod view;

use store::RejudgingId;
use store::rejudging::{Refusal, Rejudging};

use crate::App;
use crate::access::{Action, Thing, require};
use crate::error::Error;
use crate::viewer::Viewer;

fn allowed(viewer: &Viewer) -> Result<(), Error> {
    require(viewer, Action::Rejudge, Thing::Rejudgings)
}

/// The rejudging of that number, if the viewer may see any.
async fn find(app: &App, viewer: &Viewer, id: &str) -> Result<Rejudging, Error> {
    allowed(viewer)?;
    let id: RejudgingId = id.parse().map_err(|_| Error::NotFound)?;
    Ok(store::rejudging::get(&app.db, id).await?)
}

/// What is for the viewer to read of a refusal; else our own failure.
fn words(refusal: Refusal) -> Result<String, Error> {
    match refusal {
        Refusal::Store(error) => Err(error.into()),
        refusal => Ok(sentence(&refusal.to_string())),
    }
}

/// `no submission fits` -> `No submission fits.`
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}
