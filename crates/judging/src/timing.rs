//! Time limits that a package leaves to be found: from the times of its own accepted submissions.

use std::ops::ControlFlow;
use std::time::Duration;

use problem::limits::{Margins, Origin};
use problem::version::{Example, Kind};
use problem::{Limits, Package, Verdict, Version};

use crate::error::Error;
use crate::judge::{Stop, Task, judge};
use crate::slot::Slot;
use crate::validate::source;

/// Longest time limit that is found so.
const MOST_MS: u64 = 60_000;

/// Judges the accepted submissions of a package without a time limit and gives it the least that fits the package's
/// margins. The time of the slowest; `None` where nothing had to be found, or no submission is accepted.
///
/// # Errors
/// Ours only.
pub fn find_time_limit(slot: &mut Slot, package: &mut Package) -> Result<Option<Duration>, Error> {
    let Some(margins) = package.version.limits.margins else { return Ok(None) };
    let limits = Limits { time_ms: MOST_MS, ..package.version.limits.clone() };
    let patient = Version { limits, ..package.version.clone() };
    let mut slowest = None;
    for example in patient.submissions.iter().filter(|example| example.path.starts_with("accepted/")) {
        slowest = slowest.max(time(slot, package, &patient, example)?);
    }
    if let Some(slowest) = slowest {
        package.version.limits.time_ms = least(margins, slowest);
        package.version.limits.time_origin = Origin::Computed;
    }
    Ok(slowest)
}

/// Of its slowest case; `None` of one that is not accepted, or in a language that is not here.
fn time(
    slot: &mut Slot,
    package: &Package,
    version: &Version,
    example: &Example,
) -> Result<Option<Duration>, Error> {
    let language = example.language.as_deref().filter(|id| slot.need(id).is_ok());
    let (Some(language), Kind::Program) = (language, version.kind) else { return Ok(None) };
    let source = source(&example.files, package)?;
    let stop = Stop::Never;
    let task = Task { version, blobs: package, language, source: &source, stop, owner: None, known: None };
    let judged = judge(slot, &task, &mut |_| ControlFlow::Continue(()))?;
    let slowest = judged.cases.iter().map(|case| case.cpu).max();
    Ok(slowest.filter(|_| judged.verdict == Verdict::Ac))
}

/// The least multiple of the resolution from the slowest time, multiplied, on.
fn least(margins: Margins, slowest: Duration) -> u64 {
    let slowest = u64::try_from(slowest.as_micros()).unwrap_or(u64::MAX);
    let wanted = slowest.saturating_mul(margins.accepted_thousandths.into()) / 1_000_000;
    let resolution = margins.resolution_ms.max(1);
    (wanted / resolution + 1).saturating_mul(resolution).min(MOST_MS.max(resolution))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_the_next_multiple_above_the_multiplied_time() {
        let margins = |accepted_thousandths, resolution_ms| Margins {
            accepted_thousandths,
            slow_thousandths: 1_500,
            resolution_ms,
        };
        let ms = Duration::from_millis;
        assert_eq!(least(margins(5_000, 1_000), ms(3)), 1_000);
        assert_eq!(least(margins(5_000, 1_000), ms(410)), 3_000);
        assert_eq!(least(margins(2_000, 500), ms(600)), 1_500);
        assert_eq!(least(margins(5_000, 1_000), ms(50_000)), MOST_MS);
    }
}
