//! What can go wrong that is not the program's doing.

use std::io;
use std::path::PathBuf;

use nix::errno::Errno;

use crate::wire::say;

/// What is wrong with files that cannot be written to an empty place.
const ROOM_OR_NAMES: [Errno; 6] =
    [Errno::ENOSPC, Errno::EEXIST, Errno::ENOENT, Errno::ENOTDIR, Errno::EISDIR, Errno::ENAMETOOLONG];

/// Our failure. The box that gave it should be dropped; a new one may work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// This host cannot run boxes at all; the text names what is missing and what would bring it.
    #[error("this host cannot isolate programs: {0}")]
    Refused(String),
    /// The separate program is not there.
    #[error("judge-box was not found at {0}: it is built beside judge; set JUDGE_BOX if it lies elsewhere")]
    NoJudgeBox(PathBuf),
    /// A named step inside the box failed.
    #[error("the box failed to {step}: {errno}")]
    Step { step: String, errno: Errno },
    /// The box did not answer, or not as agreed.
    #[error("the box was lost: {0}")]
    Lost(&'static str),
    /// The caller asked for what cannot be: a file name with a slash, an argument with a NUL, too much of something.
    #[error("not a run that can be made: {0}")]
    BadSpec(String),
    /// The hostile programs of the self-test, or a table of them, are not as they should be.
    #[error("the hostile corpus: {0}")]
    Corpus(String),
    /// A call on the host's side failed.
    #[error("{what}: {source}")]
    Io { what: &'static str, source: io::Error },
}

impl Error {
    /// What cannot be made of what was asked for, whichever box with as much room tries it; `None`: another box may.
    pub fn of_the_spec(&self) -> Option<String> {
        match self {
            Self::BadSpec(why) => Some(why.clone()),
            Self::Step { step, errno } if step == say::WRITE_FILES && ROOM_OR_NAMES.contains(errno) => {
                Some(format!("its files do not go into the working directory: {}", errno.desc()))
            }
            _ => None,
        }
    }

    pub(crate) fn io(what: &'static str) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io { what, source }
    }

    pub(crate) fn os(what: &'static str) -> impl Fn(Errno) -> Self {
        move |errno| Self::Io { what, source: errno.into() }
    }
}
