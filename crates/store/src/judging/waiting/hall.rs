//! Who could take a queued judging, and what keeps them from it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use problem::version::ANSWERS;

use super::{Ahead, Pace};
use crate::pause::{Pause, Thing};
use crate::worker::Worker;
use crate::{Db, ProblemId, Result, VersionId};

/// A worker that was not seen for so long does not count as running.
pub const LIVE_WITHIN: Duration = Duration::from_secs(60);

/// Workers that live, and what stands still.
#[derive(Clone, Debug)]
pub struct Hall {
    pub workers: Vec<Worker>,
    pub pauses: Vec<Pause>,
}

pub async fn hall(db: &Db) -> Result<Hall> {
    Ok(Hall { workers: crate::worker::live(db, LIVE_WITHIN).await?, pauses: crate::pause::list(db).await? })
}

/// What of a judging decides who may take it.
#[derive(Clone, Copy, Debug)]
pub struct Need<'a> {
    /// `None`: it is a custom run of no problem.
    pub problem: Option<ProblemId>,
    pub version: Option<VersionId>,
    /// Id of the language.
    pub language: &'a str,
}

/// Why nobody takes a queued judging, whatever is before it.
#[derive(Clone, Debug)]
pub enum Obstacle<'a> {
    /// It stands still, or the only workers that know its language do.
    Paused(&'a Pause),
    /// No worker runs.
    NoWorker,
    /// None that runs passed its self-test.
    NoneSound,
    /// None that runs has the language.
    NoLanguage,
}

impl Hall {
    /// `None`: it is judged when its turn comes.
    pub fn obstacle(&self, need: Need<'_>) -> Option<Obstacle<'_>> {
        if let Some(pause) = self.pauses.iter().find(|pause| stops(&pause.thing, need)) {
            return Some(Obstacle::Paused(pause));
        }
        if self.workers.is_empty() {
            return Some(Obstacle::NoWorker);
        }
        let sound: Vec<&Worker> = self.workers.iter().filter(|worker| worker.self_test.passed()).collect();
        if sound.is_empty() {
            return Some(Obstacle::NoneSound);
        }
        let able: Vec<&Worker> = sound.into_iter().filter(|worker| knows(worker, need.language)).collect();
        let paused = able.iter().map(|worker| self.stops_on(worker, need.language)).collect::<Vec<_>>();
        match paused.first() {
            None => Some(Obstacle::NoLanguage),
            Some(first) if paused.iter().all(Option::is_some) => first.map(Obstacle::Paused),
            Some(_) => None,
        }
    }

    /// Of the workers that may take judgings in this language.
    pub fn slots(&self, language: &str) -> u32 {
        let able = |worker: &&Worker| {
            worker.self_test.passed() && knows(worker, language) && self.stops_on(worker, language).is_none()
        };
        self.workers.iter().filter(able).map(|worker| worker.slots).fold(0, u32::saturating_add)
    }

    /// Whether the worker takes nothing.
    pub fn is_paused(&self, worker: &Worker) -> bool {
        self.pauses.iter().any(|pause| pause.thing == Thing::Worker(worker.name.clone()))
    }

    fn stops_on(&self, worker: &Worker, language: &str) -> Option<&Pause> {
        self.pauses.iter().find(|pause| match &pause.thing {
            Thing::Worker(name) => *name == worker.name,
            Thing::LanguageOn { language: id, worker: name } => id == language && *name == worker.name,
            _ => false,
        })
    }
}

fn stops(thing: &Thing, need: Need<'_>) -> bool {
    match thing {
        Thing::Problem(problem) => Some(*problem) == need.problem,
        Thing::Version(version) => Some(*version) == need.version,
        Thing::Language(language) => language == need.language,
        Thing::Worker(_) | Thing::LanguageOn { .. } => false,
    }
}

fn knows(worker: &Worker, language: &str) -> bool {
    language == ANSWERS || worker.toolchains.iter().any(|toolchain| toolchain.language == language)
}

/// When a judging that waits has its verdict, counted from now: what runs ends, what is before it goes through the slots, each
/// at the pace of late, then it is judged itself. `None`: nobody knows how long anything takes, or there is no slot.
pub fn expected(ahead: Ahead, pace: &Pace, slots: u32) -> Option<Duration> {
    let own = pace.own?;
    let Pace { submissions, custom_runs, .. } = pace;
    let [long, short] = [submissions, custom_runs].map(|kind| kind.each.unwrap_or(own));
    let running = submissions.running.iter().map(|took| left(*took, long));
    let running = running.chain(custom_runs.running.iter().map(|took| left(*took, short)));
    let runs = ahead.custom_runs.min(ahead.judgings);
    let before = (0..runs).map(|_| short).chain((runs..ahead.judgings).map(|_| long));
    // When each slot is free; of what comes next each takes the first of them. More slots than there is to do change
    // nothing, and how many there are is a worker's word.
    let takes: Vec<Duration> = running.chain(before).collect();
    let slots = usize::try_from(slots).unwrap_or(usize::MAX).min(takes.len() + 1);
    let mut free: BinaryHeap<_> = (0..slots).map(|_| Reverse(Duration::ZERO)).collect();
    for takes in takes {
        let mut first = free.peek_mut()?;
        first.0 += takes;
    }
    free.peek().map(|first| first.0 + own)
}

/// Of one that has been at it for so long and usually takes so long. Once that is over it is like those that take longer: as
/// much again is a fair guess.
fn left(took: Duration, usual: Duration) -> Duration {
    usual.checked_sub(took).filter(|left| !left.is_zero()).unwrap_or(took)
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::super::Stretch;
    use super::*;
    use crate::PauseId;
    use crate::pause::Origin;
    use crate::worker::{SelfTest, Toolchain};

    fn worker(name: &str, languages: &[&str]) -> Worker {
        let toolchain =
            |id: &&str| Toolchain { language: (*id).into(), name: (*id).into(), version: "1".into() };
        Worker {
            name: name.into(),
            host: "host".into(),
            slots: 2,
            grade: "full".into(),
            kernel: "6".into(),
            judge_box: "b".into(),
            self_test: SelfTest { rows: 1, seconds: 1.0, failed: Vec::new() },
            self_test_at: OffsetDateTime::UNIX_EPOCH,
            toolchains: languages.iter().map(toolchain).collect(),
            refused: Vec::new(),
            calibration: None,
            calibrated_at: None,
            started_at: OffsetDateTime::UNIX_EPOCH,
            seen_at: OffsetDateTime::UNIX_EPOCH,
            silent: Duration::ZERO,
        }
    }

    fn pause(thing: Thing) -> Pause {
        Pause {
            id: PauseId(1),
            thing,
            slug: Some("sum".into()),
            number: Some(3),
            reason: "why".into(),
            origin: Origin::Jury,
            by: None,
            created_at: OffsetDateTime::UNIX_EPOCH,
        }
    }

    /// In the words of the variants; a pause by what it is of.
    fn met(hall: &Hall, language: &str) -> String {
        match hall.obstacle(Need { problem: Some(ProblemId(1)), version: Some(VersionId(3)), language }) {
            None => "nothing".into(),
            Some(Obstacle::Paused(pause)) => pause.to_string(),
            Some(other) => format!("{other:?}"),
        }
    }

    fn on(language: &str, worker: &str) -> Pause {
        pause(Thing::LanguageOn { language: language.into(), worker: worker.into() })
    }

    #[test]
    fn what_keeps_a_judging_in_the_queue_is_told() {
        let broken = Worker {
            self_test: SelfTest { rows: 1, seconds: 1.0, failed: vec!["x".into()] },
            ..worker("c", &["java"])
        };
        let hall = |workers: &[Worker], pauses: &[Pause]| Hall {
            workers: workers.to_vec(),
            pauses: pauses.to_vec(),
        };
        let (a, b) = (worker("a", &["cpp"]), worker("b", &["cpp", "java"]));
        assert_eq!(met(&hall(&[], &[]), "cpp"), "NoWorker");
        assert_eq!(met(&hall(std::slice::from_ref(&broken), &[]), "java"), "NoneSound");
        assert_eq!(met(&hall(&[broken, a.clone()], &[]), "java"), "NoLanguage");
        assert_eq!(met(&hall(std::slice::from_ref(&a), &[]), ANSWERS), "nothing");
        let both = [a, b];
        assert_eq!(met(&hall(&both, &[pause(Thing::Problem(ProblemId(1)))]), "cpp"), "problem sum");
        let version = pause(Thing::Version(VersionId(3)));
        assert_eq!(met(&hall(&both, &[version]), "cpp"), "version 3 of problem sum");
        assert_eq!(met(&hall(&both, &[pause(Thing::Language("cpp".into()))]), "cpp"), "language cpp");
        assert_eq!(met(&hall(&both, &[pause(Thing::Problem(ProblemId(2)))]), "cpp"), "nothing");
        assert_eq!(met(&hall(&both, &[pause(Thing::Worker("a".into()))]), "cpp"), "nothing");
        let all = [pause(Thing::Worker("a".into())), on("cpp", "b")];
        assert_eq!(met(&hall(&both, &all), "cpp"), "worker a");
        assert_eq!(met(&hall(&both, &all), "java"), "nothing");
        assert_eq!(met(&hall(&both, &[on("java", "b")]), "java"), "language java on worker b");
    }

    #[test]
    fn slots_are_those_that_may_take_the_language() {
        let workers = vec![worker("a", &["cpp"]), worker("b", &["cpp", "java"])];
        let hall = Hall { workers, pauses: vec![on("cpp", "b")] };
        assert_eq!(["cpp", "java", "c", ANSWERS].map(|id| hall.slots(id)), [2, 2, 0, 4]);
    }

    /// So many seconds each, with those that have been running for so many.
    fn kind(each: u64, running: &[u64]) -> Stretch {
        let running = running.iter().copied().map(Duration::from_secs).collect();
        Stretch { each: Some(Duration::from_secs(each)), running }
    }

    fn told(slots: u32, (judgings, custom_runs): (u32, u32), pace: &Pace) -> Option<u64> {
        let ahead = Ahead { judgings, urgent: 0, custom_runs };
        expected(ahead, pace, slots).map(|time| time.as_secs())
    }

    #[test]
    fn the_expected_time_grows_with_what_is_before_and_with_what_runs() {
        let pace = |running: &[u64]| Pace {
            own: Some(Duration::from_secs(5)),
            submissions: kind(2, running),
            custom_runs: Stretch::default(),
        };
        let idle = pace(&[]);
        assert_eq!(told(u32::MAX, (1, 0), &idle), Some(5), "however many slots a worker claims to have");
        assert_eq!(
            [0, 3, 4, 8].map(|ahead| told(4, (ahead, 0), &idle)),
            [Some(5), Some(5), Some(7), Some(9)]
        );
        assert_eq!(told(4, (0, 0), &pace(&[1, 1, 1, 1])), Some(6), "half of it is done");
        assert_eq!(told(1, (0, 0), &pace(&[20])), Some(25), "who is overdue takes longer");
        assert_eq!(told(2, (0, 0), &pace(&[20])), Some(5), "and holds up its own slot only");
        assert_eq!(told(2, (2, 0), &pace(&[20])), Some(9));
        assert_eq!(told(0, (0, 0), &idle), None);
        assert_eq!(told(0, (1, 0), &idle), None);
        assert_eq!(told(4, (0, 0), &Pace::default()), None);
    }

    #[test]
    fn what_is_before_takes_as_long_as_its_kind() {
        let own = Some(Duration::from_secs(2));
        let pace = Pace { own, submissions: kind(2, &[]), custom_runs: kind(10, &[]) };
        assert_eq!(
            [(4, 0), (4, 4), (4, 2)].map(|ahead| told(1, ahead, &pace)),
            [Some(10), Some(42), Some(26)]
        );
        let pace = Pace { custom_runs: kind(10, &[0]), ..pace };
        assert_eq!(told(1, (0, 0), &pace), Some(12), "one runs");
        let unknown = Stretch { each: None, ..kind(0, &[0]) };
        assert_eq!(told(1, (0, 0), &Pace { custom_runs: unknown, ..pace }), Some(4), "of which nobody knows");
    }
}
