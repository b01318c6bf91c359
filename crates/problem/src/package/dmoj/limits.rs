//! Limits. They live in the site's database; cases may have some, and the test suite tells what its runs were given.

use std::rc::Rc;

use super::config::FILE;
use super::plan::{Case, Item, Settings};
use super::suite::Suite;
use crate::limits::Limits;
use crate::package::given::{self, Own};
use crate::package::reading::Reading;

pub(super) fn read(
    reading: &Reading,
    root: &Rc<Settings>,
    pretests: &[Item],
    tests: &[Item],
    suite: &Suite,
) -> Limits {
    let own = Own {
        time_ms: root.time_ms.or_else(|| measured(reading.given.time_ms, suite.time_ms)),
        memory_bytes: root.memory_bytes.or_else(|| measured(reading.given.memory_bytes, suite.memory_bytes)),
    };
    let suited = |what: Option<u64>, root: Option<u64>, own: Option<u64>| {
        what.is_some() && root.is_none() && own == what
    };
    if suited(suite.time_ms, root.time_ms, own.time_ms)
        || suited(suite.memory_bytes, root.memory_bytes, own.memory_bytes)
    {
        let message = "sets no limits: those are taken that the runs in tests/ are given; say others with --time-limit and --memory-limit";
        reading.faults.warn(FILE, message);
    }
    let mut limits = given::limits(reading, own, FILE);
    let outputs = all(pretests).chain(all(tests)).map(|case| case.settings.output_bytes);
    limits.output_bytes = outputs.max().unwrap_or(root.output_bytes);
    limits
}

/// What the suite's runs were given goes behind what somebody says.
fn measured(given: Option<u64>, suite: Option<u64>) -> Option<u64> {
    if given.is_some() { None } else { suite }
}

pub(super) fn all(items: &[Item]) -> impl Iterator<Item = &Case> {
    items.iter().flat_map(|item| match item {
        Item::Case(case) => std::slice::from_ref(case),
        Item::Batch(batch) => batch.cases.as_slice(),
    })
}
