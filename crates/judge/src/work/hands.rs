//! What a worker has in hand, and what gives way to what.

use std::collections::HashMap;

use store::judging::Class;
use tokio::task;
use tokio_util::sync::CancellationToken;

/// One claim in so many is of what was passed over, so that no class ever stands still.
const SHARE: u32 = 8;

/// The judgings that a worker has.
#[derive(Default)]
pub(super) struct Hands {
    held: HashMap<task::Id, Hand>,
    /// The class of what was taken last.
    taken: Option<Class>,
    pub(super) share: Share,
}

struct Hand {
    class: Class,
    hold: Hold,
    /// It was asked to give way, once this is cancelled.
    give_way: CancellationToken,
}

/// Whether a judging gives way to more urgent ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    GivesWay,
    /// It is the share of those that were passed over, or has been run.
    Firm,
}

impl Hands {
    pub(super) fn take(&mut self, id: task::Id, class: Class, hold: Hold, give_way: CancellationToken) {
        self.share.claimed(class);
        self.taken = Some(class);
        self.held.insert(id, Hand { class, hold, give_way });
    }

    /// It needs its slot no more: there is nothing to be had by asking it to give way.
    pub(super) fn run(&mut self, id: task::Id) {
        if let Some(hand) = self.held.get_mut(&id) {
            hand.hold = Hold::Firm;
        }
    }

    /// It has its verdict.
    pub(super) fn judged(&mut self, id: task::Id) {
        if let Some(hand) = self.held.remove(&id) {
            self.share.judged(hand.class);
        }
    }

    /// It is over, without one.
    pub(super) fn let_go(&mut self, id: task::Id) {
        self.held.remove(&id);
    }

    /// The class of what would give way first: the least urgent.
    pub(super) fn least_urgent(&self) -> Option<Class> {
        self.yielding().map(|hand| hand.class).max()
    }

    /// Whether what waits behind the one that was taken last may be more urgent than something held: rings are not counted,
    /// so one that has been heard may have been for several.
    pub(super) fn may_make_way(&self) -> bool {
        self.least_urgent() > self.taken
    }

    /// Asks the least urgent to give way.
    pub(super) fn make_way(&self) {
        if let Some(hand) = self.yielding().max_by_key(|hand| hand.class) {
            hand.give_way.cancel();
        }
    }

    fn yielding(&self) -> impl Iterator<Item = &Hand> {
        self.held.values().filter(|hand| hand.hold == Hold::GivesWay && !hand.give_way.is_cancelled())
    }
}

/// Counts what is passed over.
#[derive(Debug, Default)]
pub(super) struct Share {
    /// Claims since something that had been passed over was claimed for that, or judged.
    streak: u32,
    /// For each class, claims of more urgent ones since it was served.
    passed: [u32; Class::ALL.len()],
}

impl Share {
    fn claimed(&mut self, class: Class) {
        self.streak += 1;
        for passed in &mut self.passed[class as usize + 1..] {
            *passed += 1;
        }
    }

    fn judged(&mut self, class: Class) {
        if self.passed[class as usize] > 0 {
            self.served(class);
        }
    }

    /// A claim was made for it, or it is judged.
    pub(super) fn served(&mut self, class: Class) {
        self.passed[class as usize] = 0;
        self.streak = 0;
    }

    /// Nothing of this class waits.
    pub(super) fn absent(&mut self, class: Class) {
        self.passed[class as usize] = 0;
    }

    /// The classes whose turn it is, the longest passed over first; none as long as it is nobody's.
    pub(super) fn due(&self) -> Vec<Class> {
        if self.streak + 1 < SHARE {
            return Vec::new();
        }
        let passed = |class: &Class| self.passed[*class as usize];
        let mut due: Vec<Class> = Class::ALL.into_iter().filter(|class| passed(class) > 0).collect();
        due.sort_by_key(|class| std::cmp::Reverse(passed(class)));
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `claims` claims are of, while all of `waiting` always wait and nothing is ever judged.
    fn claims(waiting: &[Class], claims: usize) -> Vec<Class> {
        let mut share = Share::default();
        let mut made = Vec::new();
        while made.len() < claims {
            let due = share.due().into_iter().find(|class| {
                let here = waiting.contains(class);
                if here {
                    share.served(*class)
                } else {
                    share.absent(*class)
                }
                here
            });
            let class = due.unwrap_or(waiting[0]);
            share.claimed(class);
            if due.is_some() {
                share.served(class);
            }
            made.push(class);
        }
        made
    }

    fn count(made: &[Class], class: Class) -> usize {
        made.iter().filter(|one| **one == class).count()
    }

    #[test]
    fn one_claim_in_eight_is_of_what_was_passed_over_and_every_class_comes_to_it() {
        let two = claims(&[Class::Practice, Class::Rejudge], 80);
        assert_eq!(count(&two, Class::Rejudge), 10, "{two:?}");
        let all = claims(&Class::ALL, 320);
        assert_eq!(count(&all, Class::Live), 280);
        for class in &Class::ALL[1..] {
            assert_eq!(count(&all, *class), 10, "{class}");
        }
        assert_eq!(count(&claims(&[Class::Rejudge], 80), Class::Rejudge), 80);
    }

    #[test]
    fn nothing_is_due_while_the_less_urgent_are_judged_in_between() {
        let mut share = Share::default();
        for _ in 0..100 {
            share.claimed(Class::Practice);
            share.claimed(Class::Rejudge);
            share.judged(Class::Rejudge);
            assert!(share.due().is_empty());
        }
    }

    #[tokio::test]
    async fn who_let_one_in_looks_for_the_next_as_long_as_something_less_urgent_is_held() {
        let (mut hands, mut tasks) = (Hands::default(), task::JoinSet::new());
        let mut take = |hands: &mut Hands, class| {
            let id = tasks.spawn(std::future::pending::<()>()).id();
            hands.take(id, class, Hold::GivesWay, CancellationToken::new());
            id
        };
        assert!(!hands.may_make_way());
        let rejudges = [take(&mut hands, Class::Rejudge), take(&mut hands, Class::Rejudge)];
        assert!(!hands.may_make_way(), "whatever waits is no more urgent");
        take(&mut hands, Class::Practice);
        assert!(hands.may_make_way());
        hands.let_go(rejudges[0]);
        assert!(hands.may_make_way());
        hands.run(rejudges[1]);
        assert!(!hands.may_make_way(), "none is left");
    }

    #[tokio::test]
    async fn the_least_urgent_gives_way_first_and_each_only_once() {
        let mut hands = Hands::default();
        let mut tasks = task::JoinSet::new();
        let mut take = |hands: &mut Hands, class, hold| {
            let give_way = CancellationToken::new();
            let id = tasks.spawn(std::future::pending::<()>()).id();
            hands.take(id, class, hold, give_way.clone());
            (id, give_way)
        };
        let (practice, _) = take(&mut hands, Class::Practice, Hold::GivesWay);
        let (_, rejudge) = take(&mut hands, Class::Rejudge, Hold::GivesWay);
        let (_, firm) = take(&mut hands, Class::Verification, Hold::Firm);
        assert_eq!(hands.least_urgent(), Some(Class::Rejudge));
        hands.make_way();
        assert!(rejudge.is_cancelled() && !firm.is_cancelled());
        assert_eq!(hands.least_urgent(), Some(Class::Practice));
        hands.let_go(practice);
        assert_eq!(hands.least_urgent(), None);
    }
}
