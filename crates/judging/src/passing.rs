//! Compiled programs that nothing may be left of: kept for a while, and in memory only.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use problem::Hash;

use crate::cache::Built;

/// For so long after it was made; whoever sweeps does so each half minute.
const KEPT: Duration = Duration::from_mins(30);
/// At most so many, and so many bytes of them: each is an open descriptor.
const PROGRAMS: usize = 32;
const BYTES: u64 = 64 << 20;

/// Oldest first.
#[derive(Debug, Default)]
pub(crate) struct Passing(VecDeque<(Instant, Hash, Arc<Built>)>);

impl Passing {
    pub(crate) fn get(&mut self, key: Hash, now: Instant) -> Option<Arc<Built>> {
        self.sweep(now);
        self.0.iter().find(|(_, known, _)| *known == key).map(|(.., built)| Arc::clone(built))
    }

    pub(crate) fn insert(&mut self, key: Hash, built: &Arc<Built>, now: Instant) {
        self.sweep(now);
        self.0.push_back((now, key, Arc::clone(built)));
        while self.0.len() > PROGRAMS || self.bytes() > BYTES {
            self.0.pop_front();
        }
    }

    /// Forgets what has been there for long enough.
    pub(crate) fn sweep(&mut self, now: Instant) {
        self.0.retain(|(made, ..)| now.saturating_duration_since(*made) < KEPT);
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(|(.., built)| built.artefact.len()).sum()
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
        passing.insert(key(0), &built(10), now);
        for minutes in [0, 10, 29] {
            assert!(passing.get(key(0), now + Duration::from_mins(minutes)).is_some(), "{minutes}");
        }
        assert!(passing.get(key(1), now).is_none());
        passing.sweep(now + KEPT);
        assert!(passing.0.is_empty());
    }

    #[test]
    fn the_oldest_make_room() {
        let (mut passing, now) = (Passing::default(), Instant::now());
        for number in 0..=PROGRAMS {
            passing.insert(key(number), &built(10), now);
        }
        assert!(passing.get(key(0), now).is_none() && passing.get(key(1), now).is_some());
        passing.insert(key(100), &built(40 << 20), now);
        passing.insert(key(101), &built(40 << 20), now);
        assert!(passing.get(key(100), now).is_none() && passing.get(key(101), now).is_some());
    }
}
