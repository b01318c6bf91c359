//! Whether packages hold what they promise: every submission below `submissions/` is judged in full, several at once.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use judging::{Judged, Slot, Source, Stop, Task};
use problem::version::Example;
use problem::{Blobs, Expectation, Fault, Package, Verdict};

use crate::machine::Machine;
use crate::report::check::{Place, Report, Submission};

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

    fn report(&self, submissions: Vec<Submission>) -> Report {
        let ok = self.package.is_ok() && submissions.iter().all(|submission| submission.ok);
        let faults = self.faults().iter().map(Place::of).collect();
        Report { problem: self.name(), ok, faults, submissions }
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
    let next = AtomicUsize::new(0);
    let done = Mutex::new(vec![None; all.len()]);
    std::thread::scope(|scope| {
        for number in 0..slots {
            let (all, next, done) = (&all, &next, &done);
            scope.spawn(move || {
                let mut slot = machine.slot(number);
                while let Some((index, (candidate, example))) = take(all, next) {
                    let line = submission(&mut slot, candidate, example);
                    done.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(line);
                    judged();
                }
            });
        }
    });
    let mut lines = done.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter();
    let reports = candidates.iter().map(|candidate| {
        let lines = lines.by_ref().take(candidate.examples().len());
        candidate.report(lines.flatten().collect())
    });
    reports.collect()
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
            let kept = expected.is_none_or(|expected| holds(expected, &verdicts(judged)));
            let ok = kept && judged.verdict != Verdict::Je;
            (judged.verdict, why(judged, expected), ok, slowest(judged))
        }
        Err(error) => (Verdict::Je, error.clone(), false, Duration::ZERO),
    };
    let expected = expected.map(wanted).unwrap_or_default();
    Submission { path: example.path.clone(), expected, verdict, ok, cpu, reason }
}

fn judge(slot: &mut Slot, candidate: &Candidate, example: &Example) -> Result<Judged, String> {
    let language = example.language.as_deref().ok_or("the file's ending tells no language")?;
    let package = candidate.package.as_ref().map_err(|_| "the package has faults")?;
    let files = example.files.iter().map(|(name, hash)| Ok((name.clone(), package.read(*hash)?)));
    let source = Source::Files(files.collect::<io::Result<_>>().map_err(|error| error.to_string())?);
    let task =
        Task { version: &package.version, blobs: package, language, source: &source, stop: Stop::Never };
    judging::judge(slot, &task, &mut |_| ControlFlow::Continue(())).map_err(|error| error.to_string())
}

/// Of the cases that were run; of a program that never ran its own.
fn verdicts(judged: &Judged) -> Vec<Verdict> {
    let run = judged.cases.iter().map(|case| case.verdict).filter(|verdict| *verdict != Verdict::Sk);
    let mut run: Vec<Verdict> = run.collect();
    if run.is_empty() {
        run.push(judged.verdict);
    }
    run
}

/// Every case may be what it is, and one is what the folder is about.
fn holds(expected: &Expectation, verdicts: &[Verdict]) -> bool {
    let Expectation { permitted, required } = expected;
    let required = required.is_empty() || verdicts.iter().any(|verdict| required.contains(verdict));
    required && verdicts.iter().all(|verdict| permitted.contains(verdict))
}

/// What the folder is about.
fn wanted(expected: &Expectation) -> Vec<Verdict> {
    let Expectation { permitted, required } = expected;
    if required.is_empty() { permitted.clone() } else { required.clone() }
}

/// The first case that its folder does not permit, else what the judging says.
fn why(judged: &Judged, expected: Option<&Expectation>) -> String {
    let permitted = |verdict| expected.is_none_or(|expected| expected.permitted.contains(&verdict));
    let strange = judged.cases.iter().find(|case| case.verdict != Verdict::Sk && !permitted(case.verdict));
    match (strange, expected) {
        (Some(case), _) => format!("{} is {}: {}", case.name, case.verdict, case.reason),
        (None, Some(expected)) if judged.reason.is_empty() => {
            let wanted: Vec<String> = wanted(expected).iter().map(ToString::to_string).collect();
            format!("no case is {}", wanted.join(" or "))
        }
        _ => judged.reason.clone(),
    }
}

fn slowest(judged: &Judged) -> Duration {
    judged.cases.iter().map(|case| case.cpu).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Ac, Ce, Tle, Wa};

    #[test]
    fn a_folder_permits_and_requires() {
        let accepted = Expectation { permitted: vec![Ac], required: vec![] };
        let wrong = Expectation { permitted: vec![Ac, Wa], required: vec![Wa] };
        assert!(holds(&accepted, &[Ac, Ac]) && !holds(&accepted, &[Ac, Wa]));
        assert!(holds(&wrong, &[Ac, Wa]) && !holds(&wrong, &[Ac, Ac]) && !holds(&wrong, &[Wa, Tle]));
        assert!(!holds(&accepted, &[Ce]));
        assert_eq!((wanted(&accepted), wanted(&wrong)), (vec![Ac], vec![Wa]));
    }
}
