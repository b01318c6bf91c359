//! What was used last, within bounds.

use std::collections::VecDeque;

/// Keeps the values that were used last: at most so many bytes and so many entries. Few entries: it looks through
/// them one by one.
#[derive(Debug)]
pub(crate) struct Lru<K, V> {
    /// The one used last is at the end.
    entries: VecDeque<(K, u64, V)>,
    bytes: u64,
    most_bytes: u64,
    most_entries: usize,
}

impl<K: PartialEq, V> Lru<K, V> {
    pub(crate) fn new(most_bytes: u64, most_entries: usize) -> Self {
        Self { entries: VecDeque::new(), bytes: 0, most_bytes, most_entries }
    }

    /// Removes and gives the value; whoever wants it kept inserts it again.
    pub(crate) fn take(&mut self, key: &K) -> Option<V> {
        let at = self.entries.iter().rposition(|(other, ..)| other == key)?;
        let (_, bytes, value) = self.entries.remove(at)?;
        self.bytes -= bytes;
        Some(value)
    }

    pub(crate) fn get(&mut self, key: &K) -> Option<V>
    where
        V: Clone,
    {
        let at = self.entries.iter().rposition(|(other, ..)| other == key)?;
        let entry = self.entries.remove(at)?;
        let value = entry.2.clone();
        self.entries.push_back(entry);
        Some(value)
    }

    /// Puts a value of so many bytes in place of what the key had. One that would push out most others is not kept.
    pub(crate) fn insert(&mut self, key: K, bytes: u64, value: V) {
        self.take(&key);
        if bytes > self.most_bytes / 2 || self.most_entries == 0 {
            return;
        }
        while self.bytes + bytes > self.most_bytes || self.entries.len() >= self.most_entries {
            let Some((_, bytes, _)) = self.entries.pop_front() else { break };
            self.bytes -= bytes;
        }
        self.bytes += bytes;
        self.entries.push_back((key, bytes, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_longest_goes_first() {
        let mut lru = Lru::new(100, 3);
        for key in [1, 2, 3] {
            lru.insert(key, 10, key * 10);
        }
        assert_eq!(lru.get(&1), Some(10));
        lru.insert(4, 10, 40);
        assert_eq!(
            (lru.get(&2), lru.get(&1), lru.get(&3), lru.get(&4)),
            (None, Some(10), Some(30), Some(40))
        );
    }

    #[test]
    fn bytes_are_bounded_and_the_large_is_not_kept() {
        let mut lru = Lru::new(100, 10);
        lru.insert(1, 40, ());
        lru.insert(2, 40, ());
        lru.insert(3, 51, ());
        assert_eq!((lru.get(&1), lru.get(&2), lru.get(&3)), (Some(()), Some(()), None));
        lru.insert(4, 30, ());
        assert_eq!((lru.get(&1), lru.get(&2)), (None, Some(())));
        lru.insert(4, 50, ());
        assert_eq!(lru.bytes, 90, "a key's old bytes are given back");
        assert_eq!(lru.take(&4), Some(()));
        assert_eq!((lru.take(&4), lru.bytes), (None, 40));
    }
}
