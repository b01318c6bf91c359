//! Compiled programs that nothing may be left of: kept as long as a custom run that used them, and in memory only.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use problem::Hash;

use crate::cache::Built;

/// For so long after it was made at most; whoever sweeps does so each half minute.
const KEPT: Duration = Duration::from_mins(30);
/// At most so many, and so many bytes of them: each is an open descriptor.
const PROGRAMS: usize = 32;
const BYTES: u64 = 64 << 20;

/// Oldest first.
#[derive(Debug, Default)]
pub(crate) struct Passing(VecDeque<Program>);

#[derive(Debug)]
struct Program {
    made: Instant,
    key: Hash,
    built: Arc<Built>,
    /// Ids of the custom runs that used it and are not known to be gone.
    runs: BTreeSet<u128>,
}

impl Passing {
    /// For this run.
    pub(crate) fn get(&mut self, key: Hash, run: u128, now: Instant) -> Option<Arc<Built>> {
        self.sweep(now);
        let program = self.0.iter_mut().find(|program| program.key == key)?;
        program.runs.insert(run);
        Some(Arc::clone(&program.built))
    }

    pub(crate) fn insert(&mut self, key: Hash, built: &Arc<Built>, run: u128, now: Instant) {
        self.sweep(now);
        self.0.push_back(Program { made: now, key, built: Arc::clone(built), runs: BTreeSet::from([run]) });
        while self.0.len() > PROGRAMS || self.bytes() > BYTES {
            self.0.pop_front();
        }
    }

    /// Forgets what has been there for long enough.
    pub(crate) fn sweep(&mut self, now: Instant) {
        self.0.retain(|program| now.saturating_duration_since(program.made) < KEPT);
    }

    /// The runs for which anything is kept.
    pub(crate) fn runs(&self) -> BTreeSet<u128> {
        self.0.iter().flat_map(|program| program.runs.iter().copied()).collect()
    }

    /// Forgets what was kept for these only.
    pub(crate) fn forget(&mut self, gone: &BTreeSet<u128>) {
        for program in &mut self.0 {
            program.runs.retain(|run| !gone.contains(run));
        }
        self.0.retain(|program| !program.runs.is_empty());
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(|program| program.built.artefact.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use sandbox::Sealed;

    use super::*;

    fn built(bytes: usize) -> Arc<Built> {
        let artefact = Sealed::from_bytes("program", &vec![1; bytes]).unwrap();
        Arc::new(Built { log: String::new(), artefact, hash: Hash::of(b"program") })
    }

    fn key(number: usize) -> Hash {
        Hash::of(&number.to_le_bytes())
    }

    #[test]
    fn a_program_is_found_until_its_time_is_over_however_often_it_is_used() {
        let (mut passing, now) = (Passing::default(), Instant::now());
        passing.insert(key(0), &built(10), 1, now);
        for minutes in [0, 10, 29] {
            assert!(passing.get(key(0), 1, now + Duration::from_mins(minutes)).is_some(), "{minutes}");
        }
        assert!(passing.get(key(1), 1, now).is_none());
        passing.sweep(now + KEPT);
        assert!(passing.0.is_empty());
    }

    #[test]
    fn the_oldest_make_room() {
        let (mut passing, now) = (Passing::default(), Instant::now());
        for number in 0..=PROGRAMS {
            passing.insert(key(number), &built(10), 1, now);
        }
        assert!(passing.get(key(0), 1, now).is_none() && passing.get(key(1), 1, now).is_some());
        passing.insert(key(100), &built(40 << 20), 1, now);
        passing.insert(key(101), &built(40 << 20), 1, now);
        assert!(passing.get(key(100), 1, now).is_none() && passing.get(key(101), 1, now).is_some());
    }

    #[test]
    fn a_program_goes_with_the_last_run_that_used_it() {
        let (mut passing, now) = (Passing::default(), Instant::now());
        passing.insert(key(0), &built(10), 1, now);
        passing.insert(key(1), &built(10), 2, now);
        assert!(passing.get(key(0), 3, now).is_some());
        assert_eq!(passing.runs(), BTreeSet::from([1, 2, 3]));
        passing.forget(&BTreeSet::from([1, 2]));
        assert_eq!(passing.runs(), BTreeSet::from([3]));
        assert!(passing.get(key(1), 4, now).is_none() && passing.get(key(0), 4, now).is_some());
        passing.forget(&BTreeSet::from([3, 4]));
        assert!(passing.0.is_empty());
    }
}
