//! Texts of a problem, and what of its tests is shown in place of their own files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::blob::Hash;

/// A text of the problem: its source, and how that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredStatement", into = "StoredStatement")]
pub struct Statement {
    pub source: Hash,
    pub markup: Markup,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Markup {
    Markdown,
    Tex,
    Html,
    Pdf,
}

/// Once there was only Markdown, and only its hash is written.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredStatement {
    Markdown(Hash),
    Other { source: Hash, markup: Markup },
}

impl From<StoredStatement> for Statement {
    fn from(stored: StoredStatement) -> Self {
        match stored {
            StoredStatement::Markdown(source) => Self::markdown(source),
            StoredStatement::Other { source, markup } => Self { source, markup },
        }
    }
}

impl From<Statement> for StoredStatement {
    fn from(Statement { source, markup }: Statement) -> Self {
        match markup {
            Markup::Markdown => Self::Markdown(source),
            markup => Self::Other { source, markup },
        }
    }
}

impl Statement {
    pub fn markdown(source: Hash) -> Self {
        Self { source, markup: Markup::Markdown }
    }
}

/// Descriptions of how the problem is solved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Editorials {
    /// By language tag.
    pub texts: BTreeMap<String, Statement>,
    /// Files that they show, by path beside them; what is not here is among the statement's.
    pub assets: BTreeMap<String, Hash>,
}

impl Editorials {
    pub(super) fn blobs(&self) -> impl Iterator<Item = Hash> {
        self.texts.values().map(|text| text.source).chain(self.assets.values().copied())
    }
}

/// What is shown of a sample in place of its input and answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Hash>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Hash>,
    /// For download.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_file: Option<Hash>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_file: Option<Hash>,
    /// Lines that begin with `<` are what the program reads, with `>` what it writes; `---` is between passes. If there is
    /// one, nothing else is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interaction: Option<Hash>,
}

impl Shown {
    pub(super) fn blobs(&self) -> impl Iterator<Item = Hash> {
        let all = [self.input, self.answer, self.input_file, self.answer_file, self.interaction];
        all.into_iter().flatten()
    }
}
