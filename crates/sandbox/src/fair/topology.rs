//! Which cores are threads of one physical core.
//!
//! Two threads of one core share its units: each takes 1.3 to 2 times as long while the other works. So slots take a
//! thread of every physical core before they take a second one of any.

use std::fs;

/// The cores that we may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cores {
    /// In the order in which slots take them.
    pub(crate) order: Vec<usize>,
    /// So many at the start of `order` are each on a physical core of its own.
    pub(crate) physical: usize,
}

impl Cores {
    /// As this machine has them, where it tells.
    pub(crate) fn arranged(allowed: &[usize]) -> Self {
        Self::with(allowed, |core| {
            let file = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
            fs::read_to_string(file).map_or_else(|_| Vec::new(), |list| numbers(&list))
        })
    }

    fn with(allowed: &[usize], siblings: impl Fn(usize) -> Vec<usize>) -> Self {
        let rank = |core: usize| {
            siblings(core).iter().filter(|other| **other < core && allowed.contains(other)).count()
        };
        let mut ranked: Vec<(usize, usize)> = allowed.iter().map(|&core| (rank(core), core)).collect();
        ranked.sort_unstable();
        let physical = ranked.iter().filter(|(rank, _)| *rank == 0).count();
        Self { order: ranked.into_iter().map(|(_, core)| core).collect(), physical }
    }

    /// `4 cores`, `4 cores of 2 threads each`
    pub(crate) fn words(&self) -> String {
        let plural =
            |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
        let (all, cores) = (self.order.len(), plural(self.physical, "physical core"));
        match all {
            _ if all == self.physical => plural(all, "core"),
            _ if all % self.physical == 0 => format!("{cores} of {} threads each", all / self.physical),
            _ => format!("{cores} with {all} threads in all"),
        }
    }
}

/// The kernel's way to write sets: `0-3,8`. What is no number is left out.
fn numbers(list: &str) -> Vec<usize> {
    let parts = list.trim().split(',').filter_map(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse().ok()?..=last.parse().ok()?)
    });
    parts.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_physical_core_is_taken_once_before_any_is_taken_twice() {
        let neighbours = |core: usize| vec![core / 2 * 2, core / 2 * 2 + 1];
        let cores = Cores::with(&[0, 1, 2, 3, 4, 5], neighbours);
        assert_eq!((cores.order.as_slice(), cores.physical), ([0, 2, 4, 1, 3, 5].as_slice(), 3));
        assert_eq!(cores.words(), "3 physical cores of 2 threads each");
        let halves = |core: usize| vec![core % 3, core % 3 + 3];
        assert_eq!(Cores::with(&[0, 1, 2, 3, 4, 5], halves).order, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_sibling_that_we_may_not_use_counts_for_nothing() {
        let neighbours = |core: usize| vec![core / 2 * 2, core / 2 * 2 + 1];
        let cores = Cores::with(&[1, 2, 3], neighbours);
        assert_eq!((cores.order.as_slice(), cores.physical), ([1, 2, 3].as_slice(), 2));
        assert_eq!(cores.words(), "2 physical cores with 3 threads in all");
    }

    #[test]
    fn a_machine_that_does_not_tell_has_one_thread_a_core() {
        let cores = Cores::with(&[4, 7], |_| Vec::new());
        assert_eq!((cores.order.as_slice(), cores.physical), ([4, 7].as_slice(), 2));
        assert_eq!(cores.words(), "2 cores");
    }

    #[test]
    fn sets_are_read_as_the_kernel_writes_them() {
        assert_eq!(numbers("0-2,8\n"), [0, 1, 2, 8]);
        assert_eq!(numbers("5\n"), [5]);
        assert!(numbers("").is_empty());
    }
}
