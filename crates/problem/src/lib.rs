//! The words of the field, and problem packages on disk.
//!
//! This crate knows nothing of a clock, a network or a database. A package is read into a [`Version`]: an
//! immutable description in which every file is named by its [`Hash`], and a [`Blobs`] that can open them.

pub mod blob;
pub mod changes;
pub mod comparison;
pub mod dmoj;
pub mod export;
pub mod fault;
pub mod language;
pub mod limits;
pub mod package;
pub mod questions;
pub mod statement;
pub mod verdict;
pub mod version;

pub use blob::{Blobs, Hash};
pub use changes::Changes;
pub use comparison::{Comparison, Family};
pub use fault::Fault;
pub use language::Language;
pub use limits::{Limits, Origin};
pub use package::Package;
pub use verdict::{GroupResult, Score, Verdict};
pub use version::{Expectation, OutputValidator, Program, Slug, TestCase, TestGroup, Version};
