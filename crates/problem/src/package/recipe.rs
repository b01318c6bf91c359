//! Tests that a package does not hold but knows how to make.

use crate::blob::Hash;
use crate::version::Program;

/// How a case's files are made. The reader runs nothing: until this was done in a box, the case has a blob of no bytes
/// in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Name of the case: [`crate::TestCase::name`].
    pub case: String,
    pub program: Program,
    pub args: Vec<String>,
    pub makes: Makes,
    /// What the program reads; `None` is the case's input for [`Makes::Answer`] and nothing for the others.
    pub stdin: Option<Hash>,
}

/// Which of a case's files a program makes. Recipes of one case are in the order in which they have to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Makes {
    /// On standard output.
    Input,
    /// On standard output.
    Answer,
    /// The input on standard output, the answer on standard error.
    InputAndAnswer,
}
