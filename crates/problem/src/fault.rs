//! What is wrong with a package: said all at once, each with its place.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Whether a package with this fault can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The package is refused.
    Error,
    /// The package is taken; the setter should look.
    Warning,
}

/// One fault of a package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    pub severity: Severity,
    /// Path below the package's root, `/` between parts; empty for the package as a whole.
    pub file: String,
    /// Line from 1, where the file is text and the fault has a line.
    pub line: Option<u32>,
    /// What is wrong and what to do, one sentence.
    pub message: String,
}

impl Fault {
    pub fn error(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, file: file.into(), line: None, message: message.into() }
    }

    pub fn warning(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, file: file.into(), line: None, message: message.into() }
    }

    #[must_use]
    pub fn at(self, line: u32) -> Self {
        Self { line: Some(line), ..self }
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Fault {
    /// `data/secret/3.in:7: message`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = if self.file.is_empty() { "package" } else { &self.file };
        match self.line {
            Some(line) => write!(f, "{file}:{line}: {}", self.message),
            None => write!(f, "{file}: {}", self.message),
        }
    }
}
