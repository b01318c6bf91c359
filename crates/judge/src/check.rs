//! Whether packages hold what they promise: every submission below `submissions/` is judged in full, several at once.

mod sound;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use judging::{CaseResult, Judged, Slot, Stop, judge_example};
use problem::version::{Advice, Example, Seen, SeenCase};
use problem::{Blobs, Fault, Package, Verdict, Version};

use crate::machine::Machine;
use crate::report::check::{Report, Submission, Time};

/// A package as it was found.
pub(crate) struct Candidate {
    pub path: PathBuf,
    pub package: Result<Package, Vec<Fault>>,
    /// Of its submissions, by path, what is known already.
    pub judged: BTreeMap<String, Judged>,
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
    fn report(&self, lines: Vec<Line>, found: &[Fault]) -> Report {
        let advice = self.package.as_ref().ok().map(|package| advice(&package.version, &lines));
        let submissions: Vec<Submission> = lines.into_iter().map(|line| line.submission).collect();
        let sound = self.package.is_ok() && !found.iter().any(Fault::is_error);
        let ok = sound && submissions.iter().all(|submission| submission.ok);
        let mut faults: Vec<Fault> = self.faults().iter().chain(found).cloned().collect();
        faults.extend(submissions.iter().filter_map(only_in_part));
        let time = advice.as_ref().map(Time::of);
        let advice = advice.map(|advice| advice.lines()).unwrap_or_default();
        let format = self.package.as_ref().ok().map(|package| package.format);
        Report { problem: self.name(), format, ok, faults, submissions, time, advice }
    }
}

/// That a submission in accepted/ gives less than the best score, which is the setter's to know.
fn only_in_part(submission: &Submission) -> Option<Fault> {
    let is_so =
        submission.ok && submission.verdict == Verdict::Pa && submission.path.starts_with("accepted/");
    let score = submission.score.filter(|_| is_so)?;
    let message = format!(
        "gives {score} points, not all there are: if that is meant, it belongs into submissions/partially_accepted"
    );
    Some(Fault::warning(format!("submissions/{}", submission.path), message))
}

fn advice(version: &Version, lines: &[Line]) -> Advice {
    let seen: Vec<(&Example, Seen<'_>)> = version
        .submissions
        .iter()
        .zip(lines)
        .filter_map(|(example, line)| Some((example, seen(line.timed.as_ref()?, version))))
        .collect();
    let seen: Vec<_> = seen.iter().map(|(example, seen)| (*example, seen)).collect();
    Advice::of(version, &seen)
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

/// One of the package's submissions, judged.
struct Line {
    submission: Submission,
    /// What says how much time it needs; `None` where it does not what it promises.
    timed: Option<Judged>,
}

fn submission(slot: &mut Slot, candidate: &Candidate, example: &Example) -> Line {
    let judged = judge(slot, candidate, example);
    let judged = match judged {
        Ok(judged) => judged,
        Err(error) => return Line { submission: Submission::unjudged(example, error), timed: None },
    };
    let version = candidate.package.as_ref().ok().map(|package| &package.version);
    if version.is_some_and(|version| version.is_foreign(example)) {
        let reason = format!("{} So it is not judged.", judged.reason);
        let submission = Submission { ok: true, reason, ..Submission::of(example, &judged) };
        return Line { submission, timed: None };
    }
    let expected = example.expected.as_ref().zip(version);
    let broken = expected.and_then(|(expected, version)| expected.broken(&seen(&judged, version)));
    let wanted = example.expected.as_ref().is_some_and(|expected| expected.wanted().contains(&Verdict::Je));
    let ok = broken.is_none() && (judged.verdict != Verdict::Je || wanted);
    let reason = why(&judged, broken.as_deref());
    let submission = Submission { ok, reason, ..Submission::of(example, &judged) };
    let slow = expected.is_some_and(|(expected, version)| expected.is_slow(version));
    let timed = if ok && slow { patiently(slot, candidate, example) } else { Some(judged) };
    Line { submission, timed: timed.filter(|_| ok) }
}

/// In full; what was judged when the time limit was found is not judged again.
fn judge(slot: &mut Slot, candidate: &Candidate, example: &Example) -> Result<Judged, String> {
    let package = candidate.package.as_ref().map_err(|_| "the package has faults")?;
    if let Some(judged) = candidate.judged.get(&example.path) {
        return Ok(judged.clone());
    }
    let place = (&package.version, package as &dyn Blobs);
    let judged = judge_example(slot, place, example, Stop::Never, &mut |_| ControlFlow::Continue(()));
    judged.map_err(|error| error.to_string())
}

/// One that is too slow, up to its first case that is so by the whole margin. `None` where that could not be seen.
fn patiently(slot: &mut Slot, candidate: &Candidate, example: &Example) -> Option<Judged> {
    let package = candidate.package.as_ref().ok()?;
    let version = Version { limits: package.version.limits.beyond_margin(), ..package.version.clone() };
    let place = (&version, package as &dyn Blobs);
    let judged = judge_example(slot, place, example, Stop::FirstFailure, &mut |_| ControlFlow::Continue(()));
    judged.ok()
}

/// What a judging came to, for the promises.
fn seen<'a>(judged: &'a Judged, version: &'a Version) -> Seen<'a> {
    let cases: Vec<SeenCase<'_>> = judged
        .cases
        .iter()
        .map(|case| {
            let CaseResult { name, verdict, judge_message, cpu, .. } = case;
            SeenCase { name, verdict: *verdict, message: judge_message, cpu: *cpu }
        })
        .collect();
    let groups = judged.groups.iter().map(|group| (group.name.as_str(), group.score));
    Seen::of(version, judged.verdict, &cases, groups.chain(judged.score.map(|score| ("", score))))
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
