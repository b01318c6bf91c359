//! What the names of folders and the verdicts of the format promise, in our finer verdicts.

use super::super::edition::Edition;
use crate::verdict::Verdict::{self, Ac, Ce, Ile, Je, Mle, Ole, Pa, Pe, Re, Tle, Wa};
use crate::version::{Expectation, TimeBound};

/// The format has four verdicts; ours are finer: what it calls too slow may have slept, a crash may be want of memory.
pub(crate) const WRONG: &[Verdict] = &[Wa, Pe];
pub(crate) const SLOW: &[Verdict] = &[Tle, Ile];
pub(crate) const CRASH: &[Verdict] = &[Re, Mle, Ole];
const GOOD: &[Verdict] = &[Ac];
/// With points, what is accepted may give only some.
const GIVING: &[Verdict] = &[Ac, Pa];

/// The names that setters choose from.
pub(super) const FOLDERS: [&str; 11] = [
    "accepted",
    "brute_force",
    "compile_error",
    "idle_limit_exceeded",
    "memory_limit_exceeded",
    "output_limit_exceeded",
    "partially_accepted",
    "rejected",
    "run_time_error",
    "time_limit_exceeded",
    "wrong_answer",
];

/// What sort of package it is, as far as promises go.
#[derive(Clone, Copy)]
pub(super) struct Sort {
    pub(super) edition: Edition,
    pub(super) scoring: bool,
    /// There is a best score.
    pub(super) bounded: bool,
}

impl Sort {
    pub(super) fn accepted(self) -> &'static [Verdict] {
        if self.scoring { GIVING } else { GOOD }
    }

    /// Whatever a program can do that was compiled.
    pub(super) fn any(self) -> Vec<Verdict> {
        [self.accepted(), WRONG, SLOW, CRASH].concat()
    }

    /// Whatever a submission can do.
    pub(super) fn whatever(self) -> Vec<Verdict> {
        [self.any().as_slice(), &[Ce]].concat()
    }

    /// What a folder below `submissions/` promises.
    pub(super) fn of_folder(self, folder: &str) -> Option<Expectation> {
        // `Wrong-Answer` of an old package; in the current format such a folder is the setter's own.
        let plain = folder.to_ascii_lowercase().replace('-', "_");
        let folder = if self.edition == Edition::Current { folder } else { plain.as_str() };
        // The drafts still have the old text, and the tools that read them the old way.
        if self.edition != Edition::Current
            && let Some(legacy) = self.of_legacy_folder(folder)
        {
            return Some(legacy);
        }
        let good = self.accepted();
        let (permitted, required): (&[&[Verdict]], &[&[Verdict]]) = match folder {
            "accepted" | "slow_accepted" => (&[good], &[]),
            "rejected" => (&[good, WRONG, SLOW, CRASH], &[WRONG, SLOW, CRASH]),
            "wrong_answer" | "no_output" => (&[good, WRONG], &[WRONG]),
            "time_limit_exceeded" => (&[good, SLOW], &[SLOW]),
            "run_time_error" | "runtime_error" => (&[good, CRASH], &[CRASH]),
            "brute_force" => (&[good, SLOW, CRASH], &[SLOW, CRASH]),
            "memory_limit" | "memory_limit_exceeded" => (&[good, &[Mle]], &[&[Mle]]),
            "output_limit" | "output_limit_exceeded" => (&[good, &[Ole]], &[&[Ole]]),
            "idle_limit_exceeded" => (&[good, &[Ile]], &[&[Ile]]),
            "compiler_error" | "compile_error" => (&[&[Ce]], &[&[Ce]]),
            "judge_error" => (&[good, &[Je]], &[&[Je]]),
            "partially_accepted" if self.scoring => return Some(self.partial()),
            _ => return None,
        };
        let mut expected = Expectation::of_cases(permitted.concat(), required.concat());
        expected.time = match folder {
            "accepted" | "wrong_answer" | "run_time_error" | "runtime_error" => Some(TimeBound::Lower),
            "time_limit_exceeded" => Some(TimeBound::Upper),
            _ => None,
        };
        Some(expected)
    }

    /// Old packages tell the verdict of the whole, which is that of the first case that is not accepted. What comes after
    /// it was never run; and the old text lets what is too slow be wrong before, what crashes be anything.
    fn of_legacy_folder(self, folder: &str) -> Option<Expectation> {
        let any = |required: &[Verdict]| Expectation::of_cases(self.any(), required);
        let time = |bound, expected| Expectation { time: Some(bound), ..expected };
        Some(match folder {
            "accepted" if self.scoring => {
                // Kattis warns where it gives less than the best score, which heuristics do.
                time(TimeBound::Lower, Expectation { result: GIVING.to_vec(), ..any(&[]) })
            }
            "accepted" => time(TimeBound::Lower, Expectation::of_cases(GOOD, [])),
            "wrong_answer" => Expectation { result: WRONG.to_vec(), ..any(WRONG) },
            "time_limit_exceeded" => time(TimeBound::Upper, any(SLOW)),
            "run_time_error" | "runtime_error" => any(CRASH),
            _ => return None,
        })
    }

    /// Some of the points, and not all where that can be told.
    fn partial(self) -> Expectation {
        let result = if self.bounded { &[Pa][..] } else { GIVING };
        Expectation { result: result.to_vec(), ..Expectation::of_cases(self.any(), []) }
    }

    /// One of the format's four verdicts.
    pub(super) fn of_code(self, code: &str) -> Option<&'static [Verdict]> {
        match code {
            "AC" => Some(self.accepted()),
            "WA" => Some(WRONG),
            "TLE" => Some(SLOW),
            "RTE" => Some(CRASH),
            _ => None,
        }
    }
}

/// What a folder promises in the current version of the format.
pub(crate) fn of_folder(folder: &str, scoring: bool) -> Option<Expectation> {
    Sort { edition: Edition::Current, scoring, bounded: true }.of_folder(folder)
}

/// Whatever a submission can do.
pub(crate) fn whatever(scoring: bool) -> Vec<Verdict> {
    Sort { edition: Edition::Current, scoring, bounded: true }.whatever()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::{Seen, SeenCase};

    fn sort(edition: Edition) -> Sort {
        Sort { edition, scoring: false, bounded: true }
    }

    fn holds(folder: &str, edition: Edition, verdicts: &[Verdict]) -> bool {
        let case = |verdict: &Verdict| SeenCase {
            name: "secret/1",
            verdict: *verdict,
            message: "",
            cpu: std::time::Duration::ZERO,
        };
        let first = verdicts.iter().find(|verdict| **verdict != Ac).unwrap_or(&Ac);
        let seen =
            Seen { verdict: Some(*first), cases: verdicts.iter().map(case).collect(), ..Seen::default() };
        sort(edition).of_folder(folder).unwrap().broken(&seen).is_none()
    }

    #[test]
    fn the_formats_folders_promise_what_the_format_says() {
        use Edition::Current;
        for (folder, good, bad) in [
            ("accepted", vec![Ac, Ac], vec![Ac, Wa]),
            ("rejected", vec![Ac, Re], vec![Ac, Ac]),
            ("wrong_answer", vec![Ac, Wa], vec![Wa, Tle]),
            ("time_limit_exceeded", vec![Ac, Tle], vec![Wa, Tle]),
            ("run_time_error", vec![Ac, Re], vec![Re, Wa]),
            ("brute_force", vec![Tle, Re, Ac], vec![Ac, Ac]),
            ("memory_limit_exceeded", vec![Ac, Mle], vec![Re]),
            ("output_limit_exceeded", vec![Ole], vec![Ac]),
            ("idle_limit_exceeded", vec![Ile], vec![Tle]),
            ("compile_error", vec![Ce], vec![Ac]),
            ("judge_error", vec![Ac, Je], vec![Ac]),
        ] {
            assert!(holds(folder, Current, &good), "{folder} {good:?}");
            assert!(!holds(folder, Current, &bad), "{folder} {bad:?}");
        }
    }

    #[test]
    fn legacy_folders_promise_the_verdict_of_the_whole() {
        use Edition::Legacy;
        assert!(holds("wrong_answer", Legacy, &[Ac, Wa, Tle]), "the first decides");
        assert!(!holds("wrong_answer", Legacy, &[Ac, Tle, Wa]));
        assert!(holds("time_limit_exceeded", Legacy, &[Wa, Tle]));
        assert!(!holds("time_limit_exceeded", Legacy, &[Wa, Re]));
        assert!(holds("run_time_error", Legacy, &[Wa, Tle, Re]));
        assert!(!holds("run_time_error", Legacy, &[Ac]));
        assert!(holds("accepted", Legacy, &[Ac]) && !holds("accepted", Legacy, &[Ac, Wa]));
    }

    #[test]
    fn drafts_promise_what_old_packages_do() {
        assert!(holds("wrong_answer", Edition::Draft, &[Ac, Wa, Re]), "the first decides");
        assert!(!holds("wrong_answer", Edition::Draft, &[Re, Wa]));
        assert!(!holds("wrong_answer", Edition::Current, &[Ac, Wa, Re]));
    }

    #[test]
    fn with_points_less_than_the_best_is_accepted_and_part_of_them_is_all_where_there_is_no_best() {
        let result = |folder: &str, bounded: bool| {
            Sort { edition: Edition::Legacy, scoring: true, bounded }.of_folder(folder).unwrap().result
        };
        assert_eq!(result("accepted", true), [Ac, Pa]);
        assert_eq!(result("partially_accepted", true), [Pa]);
        assert_eq!(result("partially_accepted", false), [Ac, Pa]);
    }

    #[test]
    fn every_name_that_is_proposed_promises_something() {
        let scoring = Sort { edition: Edition::Current, scoring: true, bounded: true };
        assert!(FOLDERS.iter().all(|folder| scoring.of_folder(folder).is_some()));
    }

    #[test]
    fn other_names_are_aliases_or_promise_nothing() {
        let current = sort(Edition::Current);
        for (alias, folder) in [
            ("runtime_error", "run_time_error"),
            ("memory_limit", "memory_limit_exceeded"),
            ("output_limit", "output_limit_exceeded"),
            ("compiler_error", "compile_error"),
        ] {
            assert_eq!(current.of_folder(alias), current.of_folder(folder));
        }
        for edition in [Edition::Legacy, Edition::Draft] {
            for (alias, folder) in [
                ("Accepted", "accepted"),
                ("wrong-answer", "wrong_answer"),
                ("run-time_error", "run_time_error"),
            ] {
                assert_eq!(sort(edition).of_folder(alias), sort(edition).of_folder(folder), "{alias}");
            }
        }
        assert_eq!(current.of_folder("Accepted"), None, "a folder of the setter's own");
        assert_eq!(sort(Edition::Legacy).of_folder("mixed"), None);
        assert_eq!(sort(Edition::Legacy).of_folder("partially_accepted"), None);
    }
}
