//! Time limits that a package leaves to be found: from the times of its own accepted submissions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use problem::limits::Origin;
use problem::version::{Example, Kind};
use problem::{Limits, Package, Verdict, Version};

use crate::error::Error;
use crate::example::judge_example;
use crate::judge::{Judged, Stop};
use crate::slot::Slot;

/// Longest time limit that is found so.
const MOST_MS: u64 = 60_000;

/// Judges the accepted submissions of a package without a time limit and gives it the least that fits the package's
/// margins; none where no submission is accepted. What it answers are the judgings, by path, that the limit which was found
/// would not change.
///
/// # Errors
/// Ours only.
pub fn find_time_limit(slot: &mut Slot, package: &mut Package) -> Result<BTreeMap<String, Judged>, Error> {
    let mut accepted = BTreeMap::new();
    let limits = &package.version.limits;
    let Some(margins) = limits.margins else { return Ok(accepted) };
    let patient =
        Version { limits: Limits { time_ms: MOST_MS, ..limits.clone() }, ..package.version.clone() };
    for example in patient.submissions.iter().filter(|example| example.path.starts_with("accepted/")) {
        if is_here(slot, &patient, example) {
            let place = (&patient, package as &dyn problem::Blobs);
            let judged =
                judge_example(slot, place, example, Stop::Never, &mut |_| ControlFlow::Continue(()))?;
            accepted.insert(example.path.clone(), judged);
        }
    }
    accepted.retain(|_, judged| judged.verdict == Verdict::Ac);
    let times = accepted.values().flat_map(|judged| &judged.cases).map(|case| case.cpu);
    let Some(slowest) = times.max() else { return Ok(accepted) };
    package.version.limits.time_ms = margins.least(slowest).min(MOST_MS.max(margins.resolution_ms));
    package.version.limits.time_origin = Origin::Computed;
    let wall = package.version.limits.wall();
    accepted.retain(|_, judged| judged.cases.iter().all(|case| case.wall < wall));
    Ok(accepted)
}

fn is_here(slot: &mut Slot, version: &Version, example: &Example) -> bool {
    let offered = example.language.as_deref().is_some_and(|id| slot.need(id).is_ok());
    offered && version.kind == Kind::Program
}
