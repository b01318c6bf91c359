//! `sol/`: solutions, beside what is compiled with every submission.

use std::collections::BTreeMap;

use super::programs::{STUBS, is_header};
use crate::language::Catalog;
use crate::package::links::join;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::verdict::Verdict;
use crate::version::{Example, Expectation};

pub(super) const PLACE: &str = "sol";

/// The names of the setter's own solution; the format says nothing of the others.
const OFFICIAL: [&str; 2] = ["solution", "soluzione"];

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Vec<Example> {
    let mut examples = Vec::new();
    let Some(folder) = root.folder(PLACE) else { return examples };
    for (name, leaf) in folder.files() {
        let (stem, extension) = names::split_extension(name);
        let Some(language) = Catalog::builtin().by_extension(extension) else { continue };
        if STUBS.contains(&stem) || is_header(name) {
            continue;
        }
        let accepted = || Expectation::of_cases([Verdict::Ac], []);
        if let Some(hash) = reading.store(&join(PLACE, name), leaf) {
            examples.push(Example {
                path: name.to_owned(),
                language: Some(language.id.clone()),
                files: BTreeMap::from([(name.to_owned(), hash)]),
                expected: OFFICIAL.contains(&stem).then(accepted),
                entry: None,
            });
        }
    }
    examples
}
