//! What a submission is given for a case: its input, arguments, files and limits; and where its output is found.

use std::sync::Arc;

use problem::limits::LanguageLimits;
use problem::{Limits, TestCase, Verdict, Version};
use sandbox::{Found, Outcome, Sealed, Sink, Stdin};

use crate::error::Error;
use crate::execute::Bench;
use crate::program::{self, Run};
use crate::slot::Slot;
use crate::validate::Unusable;
use crate::words;

/// A submission that is too slow goes on for this part of its limit: one that just misses it is seen to.
const OVERSHOOT: u32 = 4;
/// Most files that a case gives; a box takes them as descriptors.
const MOST_FILES: usize = 64;

impl Bench<'_> {
    /// The submission's call for a case; no `input` where it is told everything.
    pub(crate) fn command<'s>(
        &self,
        slot: &Slot,
        case: &TestCase,
        input: Option<Arc<Sealed>>,
        stdout: &'s mut dyn Sink,
    ) -> Result<Run<'s>, Error> {
        let given = self.limits(case);
        let overshoot = given.time() / OVERSHOOT;
        let limits = sandbox::Limits { overshoot, ..of_submission(slot, self.version, &given) };
        let mut run = Run::new(Stdin::Empty, stdout, limits);
        match (input, &self.version.named_files.input) {
            (Some(input), Some(name)) => run.files.push((name.clone(), input)),
            (Some(input), None) => run.stdin = Stdin::File(input.open().map_err(Error::io("open an input"))?),
            (None, _) => {}
        }
        run.args = case.args.iter().map(Into::into).collect();
        for (name, &hash) in &case.files {
            run.files.push((name.clone(), slot.cache.sealed(self.blobs, hash)?));
        }
        Ok(run)
    }

    /// The limits of a case in the submission's language.
    pub(crate) fn limits(&self, case: &TestCase) -> Limits {
        self.version.limits.of_run(self.about.language, case.limits)
    }

    /// Where a limit comes from that is not the problem's; empty where it is, or where none was reached.
    pub(crate) fn whose(&self, case: &TestCase, verdict: Verdict) -> String {
        let languages = &self.version.limits.languages;
        let part = languages.get(self.about.language).copied().unwrap_or(LanguageLimits::WHOLE);
        let (own, percent) = match verdict {
            Verdict::Tle | Verdict::Ile => (case.limits.time_ms.is_some(), part.time_percent),
            Verdict::Mle => (case.limits.memory_bytes.is_some(), part.memory_percent),
            _ => return String::new(),
        };
        let base = if own { "this test's" } else { "the problem's" };
        match (own, percent) {
            (false, 100) => String::new(),
            (true, 100) => " The limit is this test's own.".into(),
            _ => format!(" The limit is {percent} % of {base}, for this language."),
        }
    }

    /// The output of a run that printed this, or why there is none.
    pub(crate) fn output(&self, outcome: &Outcome, printed: Vec<u8>) -> Result<Vec<u8>, (Verdict, String)> {
        let Some(name) = &self.version.named_files.output else { return Ok(printed) };
        let most = self.version.limits.output_bytes;
        let wrong = |why: &str| Err((Verdict::Wa, format!("{name} {why}.")));
        match outcome.leftovers.look(name) {
            Ok(Found::Nothing) => Err((Verdict::Wa, format!("No file {name} was written."))),
            Ok(Found::Directory) => wrong("is a directory"),
            Ok(Found::Link) => wrong("is a link, and no link is followed"),
            Ok(Found::Other) => wrong("is no regular file"),
            Ok(Found::File(bytes)) if bytes > most => {
                let (size, most) = (words::size(bytes), words::size(most));
                Err((Verdict::Ole, format!("{name} has {size}; at most {most} are read.")))
            }
            Ok(Found::File(_)) => match outcome.leftovers.read(name, most) {
                Ok(Some(output)) => Ok(output),
                Ok(None) => wrong("may not be read"),
                Err(error) => wrong(&format!("could not be read: {error}")),
            },
            Err(error) => wrong(&format!("could not be found: {error}")),
        }
    }
}

/// What one run of a submission may use. A file is only limited as output is where the output is one.
pub(crate) fn of_submission(slot: &Slot, version: &Version, given: &Limits) -> sandbox::Limits {
    let limits = program::limits(given.time(), given.wall(), given.memory_bytes, given.output_bytes);
    match version.named_files.output {
        Some(_) => limits,
        None => {
            let file_size = program::file_size(slot.host().grade(), given.memory_bytes);
            sandbox::Limits { file_size, ..limits }
        }
    }
}

/// Looks whether a box takes the names that a version gives to files.
pub(crate) fn check(version: &Version) -> Result<(), Unusable> {
    let named = &version.named_files;
    named.input.iter().chain(&named.output).try_for_each(|name| check_name("The problem", name))?;
    version.tests.cases().into_iter().try_for_each(|case| {
        case.files.keys().try_for_each(|name| check_name(&case.name, name))?;
        let twice = named.input.as_ref().filter(|name| case.files.contains_key(*name));
        match twice {
            _ if case.files.len() > MOST_FILES => {
                Err(unusable(format!("{} gives more than {MOST_FILES} files.", case.name)))
            }
            Some(name) => Err(unusable(format!("{} gives a file {name}, which is the input's.", case.name))),
            None => Ok(()),
        }
    })
}

fn check_name(whose: &str, name: &str) -> Result<(), Unusable> {
    let bad = name.is_empty() || name.len() > 200 || name.starts_with('.') || name.contains(['/', '\0']);
    if bad {
        return Err(unusable(format!(
            "{whose} names a file {name:?}: it can be no path, not hidden and not longer than 200 bytes."
        )));
    }
    Ok(())
}

fn unusable(reason: String) -> Unusable {
    Unusable { reason, log: String::new() }
}
