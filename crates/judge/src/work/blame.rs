//! Whose fault repeated errors of ours are: the smallest part that explains them is set aside, never the whole judge.

use std::collections::BTreeSet;
use std::time::Duration;

use store::Db;
use store::failure::Failure;
use store::pause::Thing;

/// So many judgings that failed, with nothing judged in between, are no chance.
const REPEATED: usize = 3;
/// So many where they are all of one user, who could be trying to stop a problem for the others.
const REPEATED_BY_ONE: usize = 6;
/// What is longer ago is forgotten.
const WINDOW: Duration = Duration::from_hours(1);
/// Most failures looked at.
const LOOKED_AT: u32 = 50;

/// Called after a failure: sets the guilty part aside if there is one by now, and says so once.
pub(super) async fn look(db: &Db) -> store::Result<()> {
    let failures = store::failure::recent(db, WINDOW, LOOKED_AT).await?;
    let Some((thing, reason)) = guilty(&failures) else { return Ok(()) };
    if let Some(id) = store::pause::set_aside(db, &thing, &reason).await? {
        tracing::error!("set aside: {reason} When that is repaired: judge queue resume {id}");
    }
    Ok(())
}

/// What the newest failure and those before it have in common.
///
/// A worker fails in several languages, a language on a worker in one, both on several versions or on one that is judged
/// elsewhere; else it is the version. What has been judged there since is evidence to the contrary.
fn guilty(failures: &[Failure]) -> Option<(Thing, String)> {
    let newest = failures.first()?;
    let worker = pick(failures, |one| one.worker == newest.worker && !one.worker_works);
    let language = pick(failures, |one| {
        one.worker == newest.worker && one.language == newest.language && !one.language_works
    });
    let version = pick(failures, |one| one.version == newest.version && !one.version_works);
    if is_the_hosts(&worker) && count(&worker, |one| &one.language) > 1 {
        let words =
            format!("{} judgings in several languages failed on worker {}", judgings(&worker), newest.worker);
        return Some((Thing::Worker(newest.worker.clone()), told(&words, newest)));
    }
    if is_the_hosts(&language) {
        let Failure { language: id, worker, .. } = newest;
        let words = format!("{} judgings in language {id} failed on worker {worker}", judgings(&language));
        let thing = Thing::LanguageOn { language: id.clone(), worker: worker.clone() };
        return Some((thing, told(&words, newest)));
    }
    let needed = if count(&version, |one| one.user) > 1 { REPEATED } else { REPEATED_BY_ONE };
    (judgings(&version) >= needed).then(|| {
        let words = format!("{} judgings on this version failed", judgings(&version));
        (Thing::Version(newest.version), told(&words, newest))
    })
}

fn pick(failures: &[Failure], of: impl Fn(&Failure) -> bool) -> Vec<&Failure> {
    failures.iter().filter(|one| of(one)).collect()
}

/// Enough of them, and not explained by one version that fails wherever it is judged.
fn is_the_hosts(failures: &[&Failure]) -> bool {
    judgings(failures) >= REPEATED
        && (count(failures, |one| one.version) > 1 || failures.iter().all(|one| one.version_works))
}

fn judgings(failures: &[&Failure]) -> usize {
    count(failures, |one| one.judging)
}

fn count<'a, T: Ord>(failures: &[&'a Failure], of: impl Fn(&'a Failure) -> T) -> usize {
    failures.iter().map(|one| of(one)).collect::<BTreeSet<T>>().len()
}

fn told(words: &str, newest: &Failure) -> String {
    format!("{words}, the last one with: {}", newest.error.lines().next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use store::{JudgingId, SubmissionId, UserId, VersionId};
    use time::OffsetDateTime;

    use super::*;

    /// `judging version language worker`, each of a user of its own; with `v`, `l` or `w` behind it that version, language
    /// or worker has worked since.
    fn failure(line: &str) -> Failure {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words[at].parse().unwrap();
        let works = |letter| words[4..].contains(&letter);
        Failure {
            judging: JudgingId(number(0)),
            submission: SubmissionId(number(0)),
            attempt: 1,
            version: VersionId(number(1)),
            user: UserId(number(0)),
            language: words[2].into(),
            worker: words[3].into(),
            error: "the disk is full\nat step 3".into(),
            at: OffsetDateTime::UNIX_EPOCH,
            version_works: works("v"),
            language_works: works("l"),
            worker_works: works("w"),
        }
    }

    fn blamed(lines: &[&str]) -> Option<Thing> {
        guilty(&lines.iter().map(|line| failure(line)).collect::<Vec<_>>()).map(|(thing, _)| thing)
    }

    #[test]
    fn one_version_that_fails_everywhere_is_guilty_and_the_hosts_are_not() {
        let version = Some(Thing::Version(VersionId(7)));
        assert_eq!(blamed(&["3 7 cpp a", "2 7 java b", "1 7 cpp a"]), version);
        assert_eq!(blamed(&["3 7 cpp a", "2 7 cpp a", "1 7 cpp a"]), version, "there may be one host only");
        assert_eq!(blamed(&["2 7 cpp b", "2 7 cpp a", "1 7 cpp b", "1 7 cpp a"]), None, "these are two");
        assert_eq!(blamed(&["3 7 cpp a v", "2 7 cpp a", "1 7 cpp a"]), None, "it works");
    }

    #[test]
    fn many_versions_in_one_language_on_one_host_are_that_language_there() {
        let there = Some(Thing::LanguageOn { language: "java".into(), worker: "a".into() });
        assert_eq!(blamed(&["3 7 java a", "2 8 java a", "1 9 java a"]), there);
        assert_eq!(
            blamed(&["3 7 java a v", "2 7 java a v", "1 7 java a v"]),
            there,
            "it is judged elsewhere"
        );
        assert_eq!(blamed(&["3 7 java a l", "2 8 java a l", "1 9 java a l"]), None, "it works");
        assert_eq!(blamed(&["3 7 java a w", "2 8 java a w", "1 9 java a w", "4 9 c a w"]), there);
    }

    #[test]
    fn many_languages_on_one_host_are_the_host() {
        let host = Some(Thing::Worker("a".into()));
        assert_eq!(blamed(&["3 7 java a", "2 8 cpp a", "1 9 java a"]), host);
        assert_eq!(blamed(&["3 7 java a w", "2 8 cpp a w", "1 9 java a w"]), None, "it works");
        assert_eq!(blamed(&["3 7 java a v", "2 7 cpp a v", "1 7 java a v"]), host, "it is judged elsewhere");
    }

    #[test]
    fn a_few_errors_here_and_there_are_nobodys() {
        assert_eq!(blamed(&[]), None);
        assert_eq!(blamed(&["3 7 java a", "2 8 cpp b", "1 9 c c"]), None);
        assert_eq!(blamed(&["3 7 java a", "3 7 java b", "3 7 java a"]), None, "it is one judging");
    }

    #[test]
    fn one_user_alone_does_not_stop_a_problem_so_soon() {
        let by_one = |count: i64| {
            let failures: Vec<Failure> = (1..=count)
                .map(|n| Failure { user: UserId(1), ..failure(&format!("{n} 7 cpp a")) })
                .collect();
            guilty(&failures)
        };
        assert!(by_one(5).is_none());
        let (thing, reason) = by_one(6).unwrap();
        assert_eq!(thing, Thing::Version(VersionId(7)));
        assert_eq!(reason, "6 judgings on this version failed, the last one with: the disk is full");
    }
}
