//! Whether packages hold what they promise: every submission below `submissions/` is judged in full, several at once.

mod sound;

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use judging::{CaseResult, Judged, Slot, Source, Stop, Task};
use problem::version::{Example, Interactor, InteractorProtocol, Kind, Points, Protocol, Seen, SeenCase};
use problem::{Blobs, Expectation, Fault, OutputValidator, Package, TestCase, Verdict, Version};

use crate::machine::Machine;
use crate::report::check::{Place, Report, Submission, Time};

/// A package as it was found.
pub(crate) struct Candidate {
    pub path: PathBuf,
    pub package: Result<Package, Vec<Fault>>,
}

impl Candidate {
    fn examples(&self) -> &[Example] {
        self.package.as_ref().map_or(&[], |package| &package.version.submissions)
    }

    /// Errors, or the warnings of a package that can be read.
    pub(crate) fn faults(&self) -> &[Fault] {
        self.package.as_ref().map_or_else(|faults| faults, |package| &package.warnings)
    }

    /// The slug, or what would be one.
    fn name(&self) -> String {
        match &self.package {
            Ok(package) => package.version.slug.to_string(),
            Err(_) => self.path.file_stem().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned(),
        }
    }

    /// `found` is what running its programs has shown.
    fn report(&self, submissions: Vec<Submission>, found: &[Fault]) -> Report {
        let sound = self.package.is_ok() && !found.iter().any(Fault::is_error);
        let ok = sound && submissions.iter().all(|submission| submission.ok);
        let told: Vec<Fault> = self.faults().iter().chain(found).cloned().collect();
        let faults = told.iter().map(Place::of).collect();
        let limit = self.package.as_ref().ok().map(|package| package.version.limits.time());
        let time = limit.map(|limit| Time::of(limit, &submissions));
        Report { problem: self.name(), ok, faults, submissions, time, told }
    }
}

/// How many submissions there are to judge.
pub(crate) fn work(candidates: &[Candidate]) -> usize {
    candidates.iter().map(|candidate| candidate.examples().len()).sum()
}

/// Judges everything in `slots` threads; `judged` is called after each submission.
pub(crate) fn check(
    candidates: &[Candidate],
    machine: &Machine,
    slots: u32,
    judged: &(dyn Fn() + Sync),
) -> Vec<Report> {
    let all = candidates
        .iter()
        .flat_map(|candidate| candidate.examples().iter().map(move |example| (candidate, example)));
    let all: Vec<_> = all.collect();
    let lines = in_slots(&all, machine, slots, |slot, (candidate, example)| {
        let line = submission(slot, candidate, example);
        judged();
        line
    });
    let packages: Vec<&Candidate> = candidates.iter().collect();
    let found = in_slots(&packages, machine, slots, |slot, candidate| match &candidate.package {
        Ok(package) => sound::faults(slot, package),
        Err(_) => Vec::new(),
    });
    let mut lines = lines.into_iter();
    let reports = candidates.iter().zip(&found).map(|(candidate, found)| {
        let lines = lines.by_ref().take(candidate.examples().len());
        candidate.report(lines.collect(), found)
    });
    reports.collect()
}

/// Does it to each item in one of so many slots; in the items' order.
fn in_slots<T: Copy + Sync, R: Send>(
    items: &[T],
    machine: &Machine,
    slots: u32,
    act: impl Fn(&mut Slot, T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for number in 0..slots {
            let (next, done, act) = (&next, &done, &act);
            scope.spawn(move || {
                let mut slot = machine.slot(number);
                while let Some((index, item)) = take(items, next) {
                    let result = act(&mut slot, item);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn take<T: Copy>(all: &[T], next: &AtomicUsize) -> Option<(usize, T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    all.get(index).map(|item| (index, *item))
}

fn submission(slot: &mut Slot, candidate: &Candidate, example: &Example) -> Submission {
    let expected = example.expected.as_ref();
    let judged = judge(slot, candidate, example);
    let (verdict, reason, ok, cpu) = match &judged {
        Ok(judged) => {
            let version = candidate.package.as_ref().ok().map(|package| &package.version);
            let broken =
                expected.zip(version).and_then(|(expected, version)| expected.broken(&seen(judged, version)));
            let ok = broken.is_none() && judged.verdict != Verdict::Je;
            (judged.verdict, why(judged, broken.as_deref()), ok, slowest(judged))
        }
        Err(error) => (Verdict::Je, error.clone(), false, Duration::ZERO),
    };
    let score = judged.as_ref().ok().and_then(|judged| judged.score);
    let expected = expected.map(wanted).unwrap_or_default();
    Submission { path: example.path.clone(), expected, verdict, score, ok, cpu, reason }
}

fn judge(slot: &mut Slot, candidate: &Candidate, example: &Example) -> Result<Judged, String> {
    let package = candidate.package.as_ref().map_err(|_| "the package has faults")?;
    let language = match package.version.kind {
        Kind::Program => example.language.as_deref().ok_or("the file's ending tells no language")?,
        Kind::Answers => "",
    };
    let files = example.files.iter().map(|(name, hash)| Ok((name.clone(), package.read(*hash)?)));
    let source = Source::Files(files.collect::<io::Result<_>>().map_err(|error| error.to_string())?);
    let (version, stop) = (&package.version, Stop::Never);
    let task = Task { version, blobs: package, language, source: &source, stop, owner: None, known: None };
    judging::judge(slot, &task, &mut |_| ControlFlow::Continue(())).map_err(|error| error.to_string())
}

/// What a judging came to, for the promises: every case by all its names, though it is run once.
fn seen<'a>(judged: &'a Judged, version: &'a Version) -> Seen<'a> {
    let run: BTreeMap<&str, &CaseResult> = judged
        .cases
        .iter()
        .filter(|case| case.verdict != Verdict::Sk)
        .map(|case| (case.name.as_str(), case))
        .collect();
    let firsts = version.cases();
    let result = |case: &TestCase| {
        let first = firsts.iter().find(|first| first.same_run(case))?;
        run.get(case.name.as_str()).or_else(|| run.get(first.name.as_str()))
    };
    let named = version.tests.cases().into_iter().filter_map(|case| {
        let result = result(case)?;
        let verdict = promised(version, result.verdict);
        Some(SeenCase { name: &case.name, verdict, message: &result.judge_message })
    });
    let mut cases: Vec<SeenCase<'_>> = named.collect();
    if cases.is_empty() {
        cases.push(SeenCase { name: "", verdict: judged.verdict, message: "" });
    }
    Seen { verdict: Some(judged.verdict), cases, scores: scores(judged) }
}

/// By the names of groups; the problem's own under none.
fn scores(judged: &Judged) -> BTreeMap<&str, Points> {
    let groups = judged.groups.iter().map(|group| (group.name.as_str(), group.score));
    let all = groups.chain(judged.score.map(|score| ("", score)));
    all.filter_map(|(name, score)| Some((name, Points::try_from(score).ok()?))).collect()
}

/// A case's verdict in the words of promises: where the validator only accepts or rejects, and gives points to what it
/// accepts, a part of the points is accepted.
fn promised(version: &Version, verdict: Verdict) -> Verdict {
    let accepts =
        matches!(&version.output_validator, OutputValidator::Program { protocol: Protocol::Icpc, .. })
            || matches!(&version.interactor, Some(Interactor { protocol: InteractorProtocol::Icpc, .. }));
    if verdict == Verdict::Pa && accepts { Verdict::Ac } else { verdict }
}

/// What the folder is about.
fn wanted(expected: &Expectation) -> Vec<Verdict> {
    let Expectation { permitted, required, result, .. } = expected;
    let lists = [result, required, permitted];
    lists.into_iter().find(|list| !list.is_empty()).cloned().unwrap_or_default()
}

/// The promise that is not kept, with the reason of the case that it is about; else what the judging says.
fn why(judged: &Judged, broken: Option<&str>) -> String {
    let Some(broken) = broken else { return judged.reason.clone() };
    let about = |case: &&CaseResult| {
        broken.strip_prefix(case.name.as_str()).is_some_and(|rest| rest.starts_with(" is "))
    };
    match judged.cases.iter().find(about) {
        Some(case) => format!("{broken}: {}", case.reason),
        None if judged.reason.is_empty() => broken.to_owned(),
        None => format!("{broken}: {}", judged.reason),
    }
}

fn slowest(judged: &Judged) -> Duration {
    judged.cases.iter().map(|case| case.cpu).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Ac, Wa};

    #[test]
    fn part_of_the_points_is_accepted_where_the_validator_knows_no_more() {
        let mut version = Version::new("made-up".parse().unwrap());
        assert_eq!(promised(&version, Verdict::Pa), Verdict::Pa);
        let program =
            problem::Program { path: "v.py".into(), language: "python3".into(), files: BTreeMap::new() };
        version.output_validator =
            OutputValidator::Program { program, protocol: Protocol::Icpc, args: Vec::new() };
        assert_eq!([Verdict::Pa, Wa].map(|verdict| promised(&version, verdict)), [Ac, Wa]);
    }

    #[test]
    fn what_is_wanted_is_the_sharpest_promise() {
        assert_eq!(wanted(&Expectation::of_cases([Ac], [])), [Ac]);
        assert_eq!(wanted(&Expectation::of_cases([Ac, Wa], [Wa])), [Wa]);
        let whole = Expectation { result: vec![Wa], ..Expectation::of_cases([Ac, Wa], []) };
        assert_eq!(wanted(&whole), [Wa]);
    }
}
