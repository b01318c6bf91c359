//! What can go wrong that is neither the contestant's nor the setter's doing.

use std::io;

use problem::Hash;

/// Our failure: the judging is to be tried again, elsewhere if possible.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The caller's sink said to stop.
    #[error("the judging was stopped")]
    Stopped,
    #[error("this machine has no toolchain for {0:?}: judge doctor says what is missing")]
    NoToolchain(String),
    #[error(transparent)]
    Sandbox(#[from] sandbox::Error),
    #[error("file {hash} of the problem could not be read: {source}")]
    Blob { hash: Hash, source: io::Error },
    #[error("{what}: {source}")]
    Io { what: &'static str, source: io::Error },
    /// A compiler or interpreter of this host does not start.
    #[error("{command} of {language} could not be executed: {}", nix::errno::Errno::from_raw(*errno))]
    NotExecuted { language: String, command: String, errno: i32 },
    /// A toolchain of this host does not do what it should.
    #[error("the {language} toolchain does not work: {what}")]
    Toolchain { language: String, what: String },
}

impl Error {
    /// Of a run that the setter's files, names or arguments make impossible, why. `None`: it is ours.
    pub(crate) fn as_setters(&self) -> Option<String> {
        match self {
            Self::Sandbox(error) => error.of_the_spec().map(|why| format!("It cannot be run: {why}.")),
            _ => None,
        }
    }

    pub(crate) fn io(what: &'static str) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io { what, source }
    }
}
