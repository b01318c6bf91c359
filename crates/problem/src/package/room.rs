//! How much may be printed, where the format sets no limit to it.

use super::reading::Reading;
use crate::version::Version;

const MIB: u64 = 1 << 20;

/// Twice the longest answer, and never less than the house gives: what is right in its home must not be too long here.
pub(super) fn make(reading: &Reading, version: &mut Version) {
    let size =
        |hash| reading.spool.open(hash).and_then(|file| file.metadata()).map_or(0, |facts| facts.len());
    let longest = version.tests.cases().iter().map(|case| size(case.answer)).max().unwrap_or(0);
    version.limits.output_bytes = version.limits.output_bytes.max((2 * longest).next_multiple_of(MIB));
}
