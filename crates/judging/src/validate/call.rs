//! How each protocol calls the setter's program.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use problem::version::Protocol;
use problem::{Blobs, TestCase, Version};
use sandbox::{Sealed, Sink, Stdin};

use super::said::Next;
use super::{Checker, lemon, python, sandbox_limits};
use crate::error::Error;
use crate::program::Run;
use crate::slot::Slot;


/// One output, and what it is asked about.
pub(crate) struct Asked<'a> {
    pub(crate) version: &'a Version,
    pub(crate) blobs: &'a dyn Blobs,
    pub(crate) case: &'a TestCase,
    pub(crate) output: Arc<Sealed>,
    pub(crate) about: About<'a>,
    /// What an earlier pass left to this one, which is in place of the case's input.
    pub(crate) pass: Option<&'a Next>,
}

/// The submission whose output it is, which some protocols tell their programs of; of one that nobody printed there is
/// nothing to tell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct About<'a> {
    pub(crate) language: &'a str,
    /// The file with the entry point.
    pub(crate) source: &'a [u8],
    pub(crate) cpu: Duration,
}

/// The case's files, which a program sees as descriptors of its own, whatever protocol it has.
pub(crate) const INPUT: &str = "/dev/fd/3";
pub(crate) const ANSWER: &str = "/dev/fd/4";
const OUTPUT: &str = "/dev/fd/5";
/// The package format's folder.
pub(crate) const FEEDBACK: &str = "/w/feedback/";

/// Gives a run the package format's folder, with what an earlier pass left in it.
pub(crate) fn add_feedback(run: &mut Run<'_>, pass: Option<&Next>) -> Result<(), Error> {
    run.directories = vec!["feedback".into()];
    add_kept(run, pass)
}

fn add_kept(run: &mut Run<'_>, pass: Option<&Next>) -> Result<(), Error> {
    for (path, bytes) in pass.iter().flat_map(|pass| &pass.kept) {
        for (at, _) in path
            .match_indices('/')
            .filter(|(at, _)| !run.directories.iter().any(|it| *it == path[..*at]))
            .collect::<Vec<_>>()
        {
            run.directories.push(path[..at].to_owned());
        }
        run.files.push((path.clone(), seal(bytes)?));
    }
    Ok(())
}

pub(super) fn reads_stdout(protocol: Protocol) -> bool {
    match protocol {
        Protocol::Cms
        | Protocol::Dmoj
        | Protocol::DmojTestlib
        | Protocol::DmojCoci
        | Protocol::DmojPeg
        | Protocol::DmojPython
        | Protocol::Hustoj
        | Protocol::HustojPercent
        | Protocol::Syzoj => true,
        Protocol::Icpc | Protocol::Testlib { .. } | Protocol::Lemon | Protocol::Qduoj | Protocol::Plain => {
            false
        }
    }
}

pub(super) fn run<'a>(
    checker: &Checker,
    slot: &Slot,
    asked: &Asked<'_>,
    stdout: &'a mut dyn Sink,
) -> Result<Run<'a>, Error> {
    let open = || asked.output.open().map_err(Error::io("open an output"));
    let protocol = checker.protocol;
    let stdin = if protocol == Protocol::Icpc { Stdin::File(open()?) } else { Stdin::Empty };
    let mut run = Run::new(stdin, stdout, sandbox_limits(&asked.version.limits));
    let lend = |hash| slot.cache.lend(asked.blobs, hash);
    let input = || match asked.pass {
        Some(pass) => seal(&pass.input)?.open().map_err(Error::io("open an input")),
        None => lend(asked.case.input),
    };
    match protocol {
        Protocol::Syzoj => run.files = syzoj_files(slot, asked)?,
        _ => run.descriptors = vec![input()?, lend(asked.case.answer)?, open()?],
    }
    match protocol {
        Protocol::Icpc => add_feedback(&mut run, asked.pass)?,
        _ => add_kept(&mut run, asked.pass)?,
    }
    if protocol == Protocol::DmojPython {
        run.files = vec![("submission".into(), seal(asked.about.source)?)];
    }
    run.args = arguments(checker, asked);
    run.args.extend(checker.args.iter().chain(&asked.case.validator_args).map(Into::into));
    Ok(run)
}

/// Those that the protocol has before the package's own.
fn arguments(checker: &Checker, asked: &Asked<'_>) -> Vec<OsString> {
    let fixed: &[&str] = match checker.protocol {
        Protocol::Icpc => &[INPUT, ANSWER, FEEDBACK],
        Protocol::Testlib { .. }
        | Protocol::Dmoj
        | Protocol::DmojTestlib
        | Protocol::DmojCoci
        | Protocol::Lemon
        | Protocol::Plain => &[INPUT, OUTPUT, ANSWER],
        Protocol::Cms | Protocol::Hustoj | Protocol::HustojPercent => &[INPUT, ANSWER, OUTPUT],
        Protocol::DmojPeg => &[ANSWER, OUTPUT, INPUT],
        Protocol::Qduoj => &[INPUT, OUTPUT],
        Protocol::DmojPython | Protocol::Syzoj => &[],
    };
    let mut args: Vec<OsString> = fixed.iter().map(Into::into).collect();
    let worth = asked.case.points.map(f64::from);
    match checker.protocol {
        Protocol::Lemon => {
            let full = lemon::full_score(worth).to_string();
            args.extend([&full, lemon::SCORE_FILE, lemon::MESSAGE_FILE].map(Into::into));
        }
        Protocol::DmojPython => args.extend(facts(checker, asked).map(Into::into)),
        _ => {}
    }
    args
}

/// What [`python`]'s driver is told first.
fn facts(checker: &Checker, asked: &Asked<'_>) -> [String; 9] {
    [
        python::module(&checker.path).to_owned(),
        INPUT.to_owned(),
        OUTPUT.to_owned(),
        ANSWER.to_owned(),
        python::worth(asked.case).to_string(),
        python::number(asked.version, asked.case).to_string(),
        asked.about.language.to_owned(),
        asked.about.cpu.as_secs_f64().to_string(),
        asked.version.slug.to_string(),
    ]
}

/// What lies in the working directory of a judge that is called without arguments; SYZOJ and those after it call the
/// input by two names.
fn syzoj_files(slot: &Slot, asked: &Asked<'_>) -> Result<Vec<(String, Arc<Sealed>)>, Error> {
    let lend = |hash| slot.cache.sealed(asked.blobs, hash);
    let input = lend(asked.case.input)?;
    Ok(vec![
        ("in".into(), Arc::clone(&input)),
        ("input".into(), input),
        ("user_out".into(), Arc::clone(&asked.output)),
        ("answer".into(), lend(asked.case.answer)?),
        ("code".into(), seal(asked.about.source)?),
    ])
}

fn seal(bytes: &[u8]) -> Result<Arc<Sealed>, Error> {
    Sealed::from_bytes("file", bytes).map(Arc::new).map_err(Error::io("seal a file"))
}
