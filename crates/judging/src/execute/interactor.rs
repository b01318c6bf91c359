//! The setter's interactor: made ready, called, heard.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use problem::version::{InteractorProtocol, Protocol};
use problem::{Blobs, TestCase, Version};
use sandbox::{End, Sink, Stdin};

use super::Bench;
use crate::compile::{Compiled, compile_with};
use crate::error::Error;
use crate::program::{Program, Run};
use crate::slot::Slot;
use crate::source::Extra;
use crate::validate::{self, Next, Unusable, python};

/// What an interactor may say to a submission in one case, in bytes; what it writes to files is limited as a validator's.
const MOST_SAID: u64 = 64 << 20;
/// For a submission to end after the interactor has rejected it, which is final.
const REJECTED: Duration = Duration::from_millis(100);
/// For an interactor to decide when the submission is gone, besides the time in which it is at work.
const ALONE: Duration = Duration::from_secs(2);

/// testlib's second argument, in the working directory.
const TOUT: &str = "tout";

/// Ready to talk with submissions.
#[derive(Debug)]
pub(crate) struct Interactor {
    pub(super) program: Program,
    /// In the package.
    pub(super) path: String,
    pub(super) protocol: InteractorProtocol,
    args: Vec<String>,
    pub(super) processes: u32,
}

impl Interactor {
    /// Compiles the version's interactor, if it has one.
    pub(crate) fn prepare(
        slot: &mut Slot,
        version: &Version,
        blobs: &dyn Blobs,
    ) -> Result<Result<Option<Self>, Unusable>, Error> {
        let Some(given) = &version.interactor else { return Ok(Ok(None)) };
        let path = given.program.path.clone();
        let source = validate::source(&given.program.files, blobs)?;
        let toolchain = slot.need(&given.program.language)?;
        let extra = match given.protocol {
            InteractorProtocol::DmojPython => python::grader(),
            _ => Extra::default(),
        };
        Ok(match compile_with(slot, &toolchain, (&source, &extra), &version.limits)? {
            Compiled::Program(program) => {
                let (protocol, args, processes) =
                    (given.protocol, given.args.clone(), given.processes.max(1));
                Ok(Some(Self { program, path, protocol, args, processes }))
            }
            Compiled::Refused { log, reason, .. } => Err(Unusable {
                reason: format!("The interactor {path} could not be compiled. {reason}"),
                log,
            }),
        })
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// CMS' manager: processes by named pipes, its own input and output are not theirs.
    pub(super) fn is_manager(&self) -> bool {
        matches!(self.protocol, InteractorProtocol::Cms { .. })
    }

    /// The processes have named pipes, too.
    pub(super) fn has_named_pipes(&self) -> bool {
        matches!(self.protocol, InteractorProtocol::Cms { fifos: true })
    }

    /// How what it left is read: as a validator's of the same family.
    pub(super) fn answers_as(&self) -> Protocol {
        match self.protocol {
            InteractorProtocol::Icpc => Protocol::Icpc,
            InteractorProtocol::Testlib { points } => Protocol::Testlib { points },
            InteractorProtocol::Dmoj => Protocol::Dmoj,
            InteractorProtocol::DmojCoci => Protocol::DmojCoci,
            InteractorProtocol::DmojTestlib => Protocol::DmojTestlib,
            InteractorProtocol::DmojPython => Protocol::DmojPython,
            InteractorProtocol::Cms { .. } => Protocol::Cms,
        }
    }

    /// The file by which it tells a checker, or the next pass, what was said.
    pub(super) fn tells_by(&self) -> Option<&'static str> {
        matches!(self.protocol, InteractorProtocol::Testlib { .. }).then_some(TOUT)
    }

    /// How long who is left may go on when the others have ended, the last of them so.
    pub(super) fn linger(&self, left: Left, end: End) -> Option<Duration> {
        let accepts = match self.protocol {
            InteractorProtocol::Icpc => end == End::Exited(42),
            _ => matches!(end, End::Exited(0 | 7)),
        };
        match left {
            Left::Interactor => Some(ALONE),
            // As long as it keeps its limits: it may still break one.
            Left::Submission => (!accepts).then_some(REJECTED),
        }
    }

    /// The call for one case. `wall` is the submission's limit, during which it waits and nothing is its fault.
    pub(super) fn call<'s>(
        &self,
        slot: &Slot,
        (bench, case, pass): (&Bench<'_>, &TestCase, Option<&Next>),
        wall: Duration,
        stdout: &'s mut dyn Sink,
    ) -> Result<Run<'s>, Error> {
        let limits = validate::sandbox_limits(&bench.version.limits);
        let wall = limits.wall + wall * self.processes;
        let limits = sandbox::Limits { wall, output: limits.output.max(MOST_SAID), ..limits };
        let input = bench.input(slot, case, pass)?;
        let open =
            |sealed: &Arc<sandbox::Sealed>| sealed.open().map_err(Error::io("open a file of the problem"));
        let stdin = if self.is_manager() { Stdin::File(open(&input)?) } else { Stdin::Joined };
        let mut run = Run::new(stdin, stdout, limits);
        if self.is_manager() {
            run.files.push(("input.txt".into(), input));
        } else {
            run.descriptors = vec![open(&input)?, slot.cache.lend(bench.blobs, case.answer)?];
        }
        if self.protocol == InteractorProtocol::Icpc {
            validate::add_feedback(&mut run, pass)?;
        }
        if self.protocol == InteractorProtocol::DmojPython {
            run.files.push(("submission".into(), validate::seal(bench.about.source)?));
        }
        run.args = self.arguments();
        if self.protocol == InteractorProtocol::DmojPython {
            run.args.extend(facts(bench, case).map(Into::into));
        }
        run.args.extend(self.args.iter().chain(&case.validator_args).map(Into::into));
        Ok(run)
    }

    /// Those that the protocol has before the package's own.
    fn arguments(&self) -> Vec<OsString> {
        let (input, answer) = (validate::INPUT, validate::ANSWER);
        let fixed: &[&str] = match self.protocol {
            InteractorProtocol::Icpc => &[input, answer, validate::FEEDBACK],
            InteractorProtocol::Testlib { .. } => &[input, TOUT, answer],
            InteractorProtocol::Dmoj | InteractorProtocol::DmojCoci => &[input, answer],
            InteractorProtocol::DmojPython => &[python::module(&self.path), input, answer],
            InteractorProtocol::DmojTestlib => &[input, "/dev/null", answer],
            InteractorProtocol::Cms { .. } => {
                // It has no descriptors of its own.
                return (3..3 + 2 * self.processes)
                    .map(|number| format!("/dev/fd/{number}").into())
                    .collect();
            }
        };
        fixed.iter().map(Into::into).collect()
    }
}

/// What [`python`]'s caller of graders is told besides.
fn facts(bench: &Bench<'_>, case: &TestCase) -> [String; 4] {
    [
        python::worth(case).to_string(),
        python::number(bench.version, case).to_string(),
        bench.about.language.to_owned(),
        bench.version.slug.to_string(),
    ]
}

/// Who is left.
#[derive(Clone, Copy, Debug)]
pub(super) enum Left {
    Interactor,
    Submission,
}
