//! Texts of a problem.

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
