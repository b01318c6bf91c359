//! Programs of the setter, and how each is called and answers: stored, never guessed when they are run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::blob::Hash;
use crate::comparison::Comparison;

/// A setter's program: sources, not yet compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Path below the package, for messages: `output_validators/check.cpp`.
    pub path: String,
    /// Id of the language.
    pub language: String,
    /// File name to content.
    pub files: BTreeMap<String, Hash>,
}

/// What decides a case. "Checker" in the interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputValidator {
    /// The package format's own comparison, with these arguments. They were checked when the package was read.
    Default { args: Vec<String> },
    /// Another judge's comparison, native.
    Native { comparison: Comparison },
    /// The setter's program.
    Program { program: Program, protocol: Protocol, args: Vec<String> },
    /// Several programs of the setter's, each called by [`Protocol::Icpc`] with these arguments: all must accept. The first
    /// that does not decides; of those that give a score the last.
    Every { programs: Vec<Program>, args: Vec<String> },
    /// Nobody but the interactor.
    Interactor,
}

impl OutputValidator {
    /// The setter's, in the order in which they are asked.
    pub fn programs(&self) -> &[Program] {
        match self {
            Self::Program { program, .. } => std::slice::from_ref(program),
            Self::Every { programs, .. } => programs,
            Self::Default { .. } | Self::Native { .. } | Self::Interactor => &[],
        }
    }

    /// How they are called; `None` where there is none.
    pub fn protocol(&self) -> Option<Protocol> {
        match self {
            Self::Program { protocol, .. } => Some(*protocol),
            Self::Every { .. } => Some(Protocol::Icpc),
            Self::Default { .. } | Self::Native { .. } | Self::Interactor => None,
        }
    }

    pub(crate) fn programs_mut(&mut self) -> &mut [Program] {
        match self {
            Self::Program { program, .. } => std::slice::from_mut(program),
            Self::Every { programs, .. } => programs,
            Self::Default { .. } | Self::Native { .. } | Self::Interactor => &mut [],
        }
    }
}

/// How a validator is called and answers. `in`, `out` and `ans` are paths of the case's input, the program's output and
/// the case's answer; `args…`, the package's own and then the case's, follow in every protocol. Standard input is empty
/// where nothing else is said. An exit code that a protocol does not know, a signal, a limit that is exceeded, and a score
/// that is no number, below 0 or above what there is, are judge errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// `in ans feedback_dir/ args… < out`; exit code 42 accepts, 43 rejects. In the folder: `score.txt` (points) or
    /// `score_multiplier.txt` (a share) of an output that is accepted, `judgemessage.txt`, `teammessage.txt`, `nextpass.in`.
    Icpc,
    /// `in out ans args…`; exit code 0 OK, 1 WA, 2, 4 and 8 PE, 3 JE, 7 with `points X` on standard error; K with
    /// `partially correct (K)` there, which decides where K is one of the others. The jury is shown standard error.
    Testlib { points: PointsAre },
    /// `in ans out`; exit code 0; the first line of standard output is a share from 0 to 1, that of standard error is for
    /// the contestant.
    Cms,
    /// DMOJ's bridged checkers. `in out ans`; 0 accepts and 1 rejects; the contestant is shown standard output.
    Dmoj,
    /// `in out ans`; 0 OK, 1 WA, 2 PE, 3 JE; with 7 a line `points N` on standard error, of the case's points.
    DmojTestlib,
    /// `in out ans`; as [`Self::DmojTestlib`], with 7 a line `partial X/Y`.
    DmojCoci,
    /// `ans out in`; 0 accepts and 1 rejects, but where two lines of standard output have points, more than none, and
    /// points possible.
    DmojPeg,
    /// DMOJ's Python checkers: a module, the file that [`Program::path`] ends in, with
    /// `check(process_output, judge_output, …)`, whose result is a bool or has `passed`, `points` and `feedback`. Each of
    /// `args…` is `name=value`, a further keyword argument of `check`; the value is JSON, or else text.
    DmojPython,
    /// `in ans out`; 0 AC, 1 WA, 2 PE, 7 with a last line `points X` on standard output, a share.
    Hustoj,
    /// `in ans out`, HUSTOJ's `upj`; the exit code is a share in percent.
    HustojPercent,
    /// `in out ans full_score score_file message_file`; exit code 0; the first file has the score, the second one what
    /// the contestant is told. The full score is what the case is worth if that is a whole number, else 100.
    Lemon,
    /// `in out`; 0 accepts and 1 rejects.
    Qduoj,
    /// No arguments: `input` (`in`, too), `user_out`, `answer` and `code` lie in the working directory; exit code 0;
    /// standard output has 0 to 100, standard error what the contestant is told.
    Syzoj,
    /// `in out ans`; 0 accepts, all else rejects: what Library Checker does with testlib checkers. Only 3 with `FAIL` on
    /// standard error is a judge error.
    Plain,
}

/// What a testlib checker's `quitp(X)` means in this package, and K of `_pc(K)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsAre {
    /// X are points of the problem; K is of 200, as testlib has it.
    #[default]
    Points,
    /// X and K are percent of what the case is worth.
    Percent,
    /// X is a share of what the case is worth, from 0 to 1; K is of 200.
    Share,
    /// X up to 1 is a share and above that percent, and so is K: Hydro's reading.
    ShareOrPercent,
}

/// A program that talks to the submission through pipes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interactor {
    pub program: Program,
    pub protocol: InteractorProtocol,
    pub args: Vec<String>,
    /// Copies of the submission that it talks to.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub processes: u32,
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

/// How an interactor is called and answers. Standard input is what the submission prints and standard output is what it
/// reads, unless it says otherwise here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InteractorProtocol {
    /// `in ans feedback_dir/ args…`; as [`Protocol::Icpc`].
    Icpc,
    /// `in tout ans`; testlib's exit codes. If it accepts and there is an output validator, that decides on `tout`.
    Testlib { points: PointsAre },
    /// `in ans`; as [`Protocol::Dmoj`], with the message on standard error.
    Dmoj,
    /// `in ans`; as [`Protocol::DmojCoci`].
    DmojCoci,
    /// `in /dev/null ans`; as [`Protocol::DmojTestlib`].
    DmojTestlib,
    /// DMOJ's graders in Python: a module, the file that [`Program::path`] ends in, with a class `Grader` whose method
    /// `interact(case, interactor)` does what the other protocols do by their streams; its result is as that of `check` of
    /// [`Protocol::DmojPython`].
    DmojPython,
    /// CMS' manager: standard input is the case's input; its arguments are, for each process, the pipe from it and the
    /// pipe to it; it answers as [`Protocol::Cms`]. The processes are told their number as an argument if there are
    /// several; `fifos`: and before it the two pipes by name in place of standard input and output.
    Cms { fifos: bool },
}

/// A program that says whether an input keeps the statement's promises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputValidator {
    pub program: Program,
    /// Exit code of a good input: 42 in the package format of ICPC, 0 elsewhere. The input is standard input.
    pub accepts: u8,
    pub args: Vec<String>,
}

/// Test data of the validators themselves, on which no submission is run. The input is good unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidatorTest {
    /// Full name below `data/`: `invalid_output/1`.
    pub name: String,
    pub wants: Wants,
    pub input: Hash,
    pub answer: Option<Hash>,
    pub output: Option<Hash>,
    /// As those of a case.
    pub args: Vec<String>,
    pub input_args: Vec<String>,
    pub input_args_of: BTreeMap<String, Vec<String>>,
    pub validator_args: Vec<String>,
    pub description: Option<String>,
}

/// What a test of validators must come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wants {
    /// At least one input validator rejects the input.
    InvalidInput,
    /// The output validator rejects the answer given as output.
    InvalidAnswer,
    /// The output validator rejects the output.
    InvalidOutput,
    /// The output validator accepts the output.
    ValidOutput,
}

impl ValidatorTest {
    pub(super) fn blobs(&self) -> impl Iterator<Item = Hash> {
        [Some(self.input), self.answer, self.output].into_iter().flatten()
    }
}
