//! `include/`: files that are put beside every submission, for all languages or for one.

use std::collections::BTreeMap;

use super::languages;
use crate::blob::Hash;
use crate::fault::Fault;
use crate::language::Catalog;
use crate::package::links::join;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::version::Stubs;

const PLACE: &str = "include";
const DEFAULT: &str = "default";

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Stubs {
    let mut stubs = Stubs::default();
    let Some(folder) = root.folder(PLACE) else { return stubs };
    for (name, _) in folder.files() {
        let message = "is ignored: included files lie in include/default or include/LANGUAGE";
        reading.faults.warn(&join(PLACE, name), message);
    }
    for (name, inner) in folder.folders().filter(|(_, inner)| inner.has_files()) {
        let place = join(PLACE, name);
        if name != DEFAULT && Catalog::builtin().get(name).is_none() {
            tell_language(reading, &place, name);
            continue;
        }
        let files = files(reading, &place, inner);
        if let Some(main) = entry(name, &files) {
            stubs.entry.insert(name.to_owned(), main);
        }
        stubs.files.insert(name.to_owned(), files);
    }
    stubs
}

fn tell_language(reading: &Reading, place: &str, name: &str) {
    if languages::is_code(name) {
        reading.faults.warn(place, "is for a language that this judge has not, and is ignored");
    } else {
        let hint = languages::nearest_code(name);
        let fault = Fault::error(place, format!("{name:?} is no language code of the format{hint}"));
        reading.faults.add(Fault { severity: reading.edition.strictness(), ..fault });
    }
}

fn files(reading: &mut Reading, place: &str, folder: &Folder) -> BTreeMap<String, Hash> {
    for (name, _) in folder.folders().filter(|(_, inner)| inner.has_files()) {
        let message = "is a folder among included files: put all of them into one folder";
        reading.faults.error(&join(place, name), message);
    }
    let mut files = BTreeMap::new();
    for (name, leaf) in folder.files() {
        if let Some(hash) = reading.store_source(&join(place, name), leaf) {
            files.insert(name.to_owned(), hash);
        }
    }
    files
}

/// The file with the program's start, if it is one of these: it has the name that the format gives it.
fn entry(language: &str, files: &BTreeMap<String, Hash>) -> Option<String> {
    let language = Catalog::builtin().get(language)?;
    let is_main = |name: &&String| {
        language.is_source(name) && names::split_extension(name).0.eq_ignore_ascii_case("main")
    };
    files.keys().find(is_main).cloned()
}
