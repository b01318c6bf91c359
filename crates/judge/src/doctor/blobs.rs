//! Whether the files of problems can be had here.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::Context as _;
use store::Db;
use store::blob::{Depot, Kept, Place, kept};
use tokio::time::timeout;

use super::Finding;
use crate::cli::{Context, database};
use crate::report::mebibytes;

/// A store is asked again for a while before it counts as away.
const PATIENCE: Duration = Duration::from_secs(30);
const WHAT: &str = "blobs";
const SETTINGS: &str = "see [blobs] in judge.toml";

/// One for each place that has any, and for that of new ones.
pub(super) fn find(context: &Context) -> Vec<Finding> {
    let asked = database::with(context, async |db| {
        let looked = timeout(PATIENCE, look(context, db)).await;
        looked.context("it takes too long")?
    });
    asked.unwrap_or_else(|error| {
        let detail = format!("it cannot be told where they are: {error:#}");
        vec![Finding::missing(WHAT, detail, "judge up, or a database that answers")]
    })
}

async fn look(context: &Context, db: &Db) -> anyhow::Result<Vec<Finding>> {
    let depot = match database::depot(context, db) {
        Ok(depot) => depot,
        Err(error) => return Ok(vec![unusable(format!("{error:#}"))]),
    };
    let kept = kept(db).await?;
    let places: BTreeSet<Place> = kept.keys().copied().chain([depot.place()]).collect();
    let mut findings = Vec::new();
    for place in places {
        findings.push(of_place(&depot, place, kept.get(&place).copied().unwrap_or_default()).await);
    }
    Ok(findings)
}

async fn of_place(depot: &Depot, place: Place, kept: Kept) -> Finding {
    if let Err(error) = depot.reach(place).await {
        return unusable(error.to_string());
    }
    let detail = format!("{} files, {}, in {}", kept.blobs, mebibytes(kept.bytes), depot.at(place));
    if place != depot.place() {
        return Finding::ok(WHAT, detail);
    }
    match depot.probe(place).await {
        Ok(()) => Finding::ok(WHAT, format!("{detail}; new ones go there")),
        Err(error) => {
            let remedy = format!("{SETTINGS}; a machine that only judges need not write");
            Finding::missing(WHAT, format!("{detail}; it cannot be written: {error}"), remedy)
        }
    }
}

fn unusable(detail: String) -> Finding {
    Finding { remedy: Some(SETTINGS.to_owned()), ..Finding::bad(WHAT, detail) }
}
