//! Reads what a program of the setter's left behind: how it ended, what it printed, its files.

use std::io;

use problem::version::{Passes, Protocol};
use problem::{Limits, Score, Verdict};
use sandbox::{End, Found, Outcome, Status, Stopped};

use super::said::{Messages, Next, Opinion, Said};
use super::{cms, codes, dmoj, hustoj, icpc, lemon, python, syzoj, testlib};
use crate::words;

/// Files that are kept from pass to pass.
const MOST_KEPT: usize = 100;

/// What is shown of a message.
const MESSAGE_BYTES: usize = 4 << 10;

/// A program of the setter's has ended: what is known of that.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    /// `output validator` or `interactor`.
    pub(crate) role: &'a str,
    /// Its path in the package.
    pub(crate) path: &'a str,
    pub(crate) outcome: &'a Outcome,
    /// Of the outcome, and of what the language's run-time says of memory.
    pub(crate) status: Status,
    /// What it printed, where its protocol reads that; an interactor, whose standard output is the submission's input,
    /// says the same on standard error.
    pub(crate) stdout: &'a [u8],
    /// What the case is worth, in points.
    pub(crate) worth: Option<f64>,
    pub(crate) limits: &'a Limits,
}

impl Answer<'_> {
    /// What it says by the rules of its protocol. All that they do not provide for is a judge error.
    pub(crate) fn read(&self, protocol: Protocol, passes: Passes) -> Said {
        let messages = self.messages(protocol);
        let shown = |text: &[u8]| words::tame(text.trim_ascii_end(), MESSAGE_BYTES);
        let (judge_message, team_message) = (shown(&messages.judge), shown(&messages.team));
        let opinion = self.exit_code().and_then(|code| self.opinion(protocol, code));
        let next = opinion.and_then(|opinion| Ok((opinion, self.next((protocol, passes), opinion.verdict)?)));
        match next {
            Ok((opinion, next)) => {
                let (verdict, score, reason) = (opinion.verdict, opinion.score, self.reason(opinion));
                Said { verdict, score, reason, judge_message, team_message, next }
            }
            Err(why) => {
                let judge_message = self.with_stderr(judge_message);
                Said { judge_message, team_message, ..self.failure(&why) }
            }
        }
    }

    /// It is no answer; messages are left out.
    fn failure(&self, why: &str) -> Said {
        Said::of(Verdict::Je, format!("The {} {} failed. {why}", self.role, self.path))
    }

    fn opinion(&self, protocol: Protocol, code: i32) -> Result<Opinion, String> {
        match protocol {
            Protocol::Icpc => icpc::opinion(self, code),
            Protocol::Testlib { points } => testlib::opinion(self, code, points),
            Protocol::Cms => cms::opinion(self, code),
            Protocol::Dmoj | Protocol::Qduoj => codes::zero_or_one(code),
            Protocol::DmojTestlib => dmoj::testlib(self, code),
            Protocol::DmojCoci => dmoj::coci(self, code),
            Protocol::DmojPeg => dmoj::peg(self, code),
            Protocol::DmojPython => python::opinion(self, code),
            Protocol::Hustoj => hustoj::opinion(self, code),
            Protocol::HustojPercent => hustoj::percent(code),
            Protocol::Lemon => lemon::opinion(self, code),
            Protocol::Syzoj => syzoj::opinion(self, code),
            Protocol::Plain => testlib::zero_or_not(self, code),
        }
    }

    /// What the texts are for whom: where a judge of that protocol shows them to contestants, ours does.
    fn messages(&self, protocol: Protocol) -> Messages {
        let (stdout, stderr) = (self.stdout.to_vec(), self.outcome.stderr.clone());
        match protocol {
            Protocol::Icpc => icpc::messages(self),
            Protocol::Cms => cms::messages(&stderr),
            Protocol::DmojPython => python::messages(self),
            Protocol::Lemon => lemon::messages(self),
            Protocol::Dmoj | Protocol::DmojTestlib | Protocol::DmojCoci => {
                Messages { judge: stderr, team: stdout }
            }
            Protocol::Syzoj => Messages { judge: Vec::new(), team: stderr },
            Protocol::Hustoj | Protocol::HustojPercent => Messages { judge: stdout, team: Vec::new() },
            Protocol::Testlib { .. } | Protocol::Plain | Protocol::DmojPeg | Protocol::Qduoj => {
                Messages { judge: stderr, team: Vec::new() }
            }
        }
    }

    /// Whether there is to be another pass, where there may be more than one.
    fn next(&self, (protocol, passes): (Protocol, Passes), verdict: Verdict) -> Result<Option<Next>, String> {
        let next = match protocol {
            Protocol::Icpc => icpc::next(self, verdict)?,
            Protocol::Testlib { .. } => testlib::next(self, verdict)?,
            _ => None,
        };
        match (next, passes) {
            (Some(_), Passes::One | Passes::Twice | Passes::Joined) => {
                Err("It asked for another pass, and the problem has one only.".into())
            }
            (next, _) => Ok(next),
        }
    }

    /// The files of a folder that it left.
    pub(super) fn folder(&self, path: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
        let most = self.limits.validation_output_bytes;
        self.outcome.leftovers.folder(path, most, MOST_KEPT).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => {
                format!("{path} has more than {} or more than {MOST_KEPT} files.", words::size(most))
            }
            _ => format!("{path} could not be read: {error}."),
        })
    }

    /// The exit code of a program that ended within its limits. What it wrote does not count here: a word of the
    /// submission's in it could be one by which run-times tell that they ran out of memory.
    fn exit_code(&self) -> Result<i32, String> {
        match (self.outcome.status(), self.outcome.stopped, self.outcome.end) {
            (Status::Ok | Status::RuntimeError, None, End::Exited(code)) => Ok(code),
            (Status::RuntimeError, None, end) => Err(words::end(end)),
            (Status::Ok, Some(Stopped::BySink | Stopped::LeftAlone), _) => Err("It was stopped.".into()),
            (status, ..) => Err(words::reason(self.outcome, status, super::wall(self.limits))),
        }
    }

    /// Why an exit code says nothing.
    pub(super) fn unknown(&self, code: i32, known: &str) -> String {
        match self.status {
            Status::MemoryLimit => words::reason(self.outcome, self.status, super::wall(self.limits)),
            _ => codes::unknown(code, known),
        }
    }

    /// A file that it left, `None` where there is no regular file of that name.
    pub(super) fn file(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let most = self.limits.validation_output_bytes;
        let name = path.rsplit('/').next().unwrap_or(path);
        self.outcome.leftovers.read(path, most).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => format!("{name} is larger than {}.", words::size(most)),
            _ => format!("{name} could not be read: {error}."),
        })
    }

    /// The same, where anything else under that name is a mistake.
    pub(super) fn strict_file(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let file = self.file(path)?;
        match self.outcome.leftovers.look(path) {
            Ok(Found::Nothing) => Ok(None),
            Ok(_) if file.is_some() => Ok(file),
            _ => Err(format!("{} is no regular file.", path.rsplit('/').next().unwrap_or(path))),
        }
    }

    /// A message file; what is wrong with it is said in its place.
    pub(super) fn message(&self, path: &str) -> Vec<u8> {
        self.file(path).map_or_else(|why| format!("[{why}]").into_bytes(), Option::unwrap_or_default)
    }

    fn reason(&self, opinion: Opinion) -> String {
        let role = self.role;
        match (opinion.verdict, opinion.score) {
            (Verdict::Pa, Some(Score::Share(share))) => {
                format!("The {role} gave {} % of the points.", (share * 1e4).round() / 1e2)
            }
            (Verdict::Pa, Some(Score::Points(points))) => format!("The {role} gave {points} points."),
            (Verdict::Pe, _) => format!("The {role} found the output ill-formed."),
            (Verdict::Ac, _) => String::new(),
            _ => format!("The {role} rejected the output."),
        }
    }

    fn with_stderr(&self, message: String) -> String {
        let stderr = words::tame(&self.outcome.stderr, MESSAGE_BYTES);
        if stderr.trim().is_empty() || message.starts_with(stderr.trim_end()) {
            return message;
        }
        format!("{message}\nstandard error of {}:\n{stderr}", self.path).trim().to_owned()
    }
}
