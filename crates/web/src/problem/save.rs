//! How a changed version goes in, whatever form changed it.

use ::problem::{Blobs, Version};
use store::problem::Imported;
use store::problem_version::ProblemVersion;

use crate::App;
use crate::error::Error;
use crate::page::Frame;

/// What a form says that was filled from a version which is not the current one any more.
pub(super) const OVERTAKEN: &str = "Somebody else has saved another version since you opened this form. Nothing was \
                                    saved, and what you typed is still here.";

/// Makes `version` the current one, unless another than `base` is that by now.
pub(super) async fn over(
    app: &App,
    frame: &Frame,
    base: &ProblemVersion,
    (version, blobs): (&Version, &(dyn Blobs + Sync)),
) -> Result<Result<Imported, &'static str>, Error> {
    let by = Some(frame.viewer.known()?.id);
    Ok(store::problem::save(&app.blobs, version, blobs, by, Some(base.id)).await?.ok_or(OVERTAKEN))
}

/// The list of versions, which says what became of the last one.
pub(super) fn news(slug: &str, saved: Imported) -> String {
    let news = if saved.unchanged { "unchanged" } else { "uploaded" };
    format!("/problems/{slug}/versions?{news}={}", saved.number)
}
