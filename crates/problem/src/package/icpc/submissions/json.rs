//! DOMjudge's `submissions.json`, which lies beside the folder: in which language a submission is, and which of its files
//! is the first.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::PLACE;
use crate::language::Catalog;
use crate::package::reading::Reading;
use crate::package::tree::Folder;

const FILE: &str = "submissions.json";

/// What it says of one submission. Who sends it, and when, is a contest's affair.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Said {
    pub(super) entry_point: Option<String>,
    /// DOMjudge's id.
    language: Option<String>,
}

impl Said {
    /// Id of ours.
    pub(super) fn language(&self) -> Option<&'static str> {
        let id = self.language.as_deref()?;
        let catalog = Catalog::builtin();
        catalog.get(id).or_else(|| catalog.by_extension(id)).map(|language| language.id.as_str())
    }
}

/// By path below `submissions/`.
pub(super) fn read(reading: &mut Reading, root: &Folder) -> BTreeMap<String, Said> {
    let Some(text) = root.file(FILE).and_then(|leaf| reading.text(FILE, leaf)) else {
        return BTreeMap::new();
    };
    match serde_json::from_str::<BTreeMap<String, Said>>(&text) {
        Ok(said) => said.into_iter().map(|(path, said)| (plain(&path).to_owned(), said)).collect(),
        Err(error) => {
            let message = format!("is ignored: it is no map from paths to what is said of them: {error}");
            reading.faults.warn(FILE, message);
            BTreeMap::new()
        }
    }
}

/// `submissions/accepted/sum/` is `accepted/sum`.
fn plain(path: &str) -> &str {
    let path = path.trim_matches('/');
    path.strip_prefix(PLACE).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_taken_in_every_spelling() {
        for path in ["submissions/accepted/sum/", "/submissions/accepted/sum", "accepted/sum"] {
            assert_eq!(plain(path), "accepted/sum");
        }
        assert_eq!(plain("submissionsx/sum"), "submissionsx/sum");
    }

    #[test]
    fn languages_are_named_as_domjudge_does() {
        let language = |id: &str| Said { language: Some(id.to_owned()), ..Said::default() }.language();
        assert_eq!(language("cpp"), Some("cpp"));
        assert_eq!(language("py"), Some("python3"));
        assert_eq!(language("klingon"), None);
        assert_eq!(Said::default().language(), None);
    }
}
