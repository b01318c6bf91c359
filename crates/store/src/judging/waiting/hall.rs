//! Who could take a queued judging, and what keeps them from it.

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
        self.workers.iter().filter(able).map(|worker| worker.slots).sum()
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

/// When a judging that waits has its verdict, counted from now: what is before it goes through the slots at the pace of
/// late, then it is judged itself. `None`: nobody knows how long anything takes, or there is no slot.
pub fn expected(ahead: Ahead, pace: Pace, slots: u32) -> Option<Duration> {
    let own = pace.own?;
    if slots == 0 {
        return None;
    }
    let Pace { submissions, custom_runs, .. } = pace;
    let runs = custom_runs.running + ahead.custom_runs;
    let others = submissions.running + ahead.judgings - ahead.custom_runs.min(ahead.judgings);
    // Those that must end before it can begin.
    let before = (runs + others + 1).saturating_sub(slots);
    if before == 0 {
        return Some(own);
    }
    let all = custom_runs.each.unwrap_or(own) * runs + submissions.each.unwrap_or(own) * others;
    let mean = all / (runs + others);
    Some(mean.mul_f64(f64::from(before) / f64::from(slots)) + own)
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

    fn took(seconds: u64, running: u32) -> Stretch {
        Stretch { each: Some(Duration::from_secs(seconds)), running }
    }

    #[test]
    fn the_expected_time_grows_with_what_is_before() {
        let pace = |running| Pace {
            own: Some(Duration::from_secs(5)),
            submissions: took(1, running),
            custom_runs: Stretch::default(),
        };
        let ahead = |judgings| Ahead { judgings, urgent: 0, custom_runs: 0 };
        let told = |judgings, running| expected(ahead(judgings), pace(running), 4).unwrap().as_secs_f64();
        assert_eq!([told(0, 0), told(3, 0), told(0, 4), told(7, 4)], [5.0, 5.0, 5.25, 7.0]);
        assert_eq!(expected(ahead(0), pace(0), 0), None);
        assert_eq!(expected(ahead(0), Pace::default(), 4), None);
    }

    #[test]
    fn what_is_before_takes_as_long_as_its_kind() {
        let own = Some(Duration::from_secs(2));
        let told = |judgings, custom_runs, pace| {
            expected(Ahead { judgings, urgent: 0, custom_runs }, pace, 1).unwrap().as_secs()
        };
        let pace = Pace { own, submissions: took(2, 0), custom_runs: took(10, 0) };
        assert_eq!([told(4, 0, pace), told(4, 4, pace), told(4, 2, pace)], [10, 42, 26]);
        let pace = Pace { custom_runs: took(10, 1), ..pace };
        assert_eq!(told(0, 0, pace), 12, "one runs");
        let pace = Pace { custom_runs: Stretch { each: None, running: 1 }, ..pace };
        assert_eq!(told(0, 0, pace), 4, "of which nobody knows");
    }
}
