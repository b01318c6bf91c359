//! Programs of the package: a folder has one, or several.

use crate::language::Catalog;
use crate::package::links::join;
use crate::package::names;
use crate::package::programs::Sources;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Node};
use crate::version::Program;

/// The one program of a folder. `None` where there is no such; that was told. `what` says what it is.
pub(super) fn only(reading: &mut Reading, place: &str, folder: &Folder, what: &str) -> Option<Program> {
    let (path, sources) = one(reading, place, folder, what)?;
    match of(reading, &path, &sources) {
        Ok(program) => Some(program),
        Err((place, reason)) => {
            reading.faults.error(&place, format!("{reason}: write the {what} as sources"));
            None
        }
    }
}

/// A program; or the place and the reason why it is none.
pub(super) fn of(reading: &mut Reading, path: &str, sources: &Sources) -> Result<Program, (String, String)> {
    if let Some(script) = sources.files.iter().find(|(name, _, _)| matches!(name.as_str(), "build" | "run")) {
        return Err((script.1.clone(), "not supported yet: build and run scripts".to_owned()));
    }
    if let Some(nested) = &sources.nested {
        let reason = "is a folder inside a program, whose files lie in one folder";
        return Err((nested.clone(), reason.to_owned()));
    }
    let language = sources.spoken(reading).map_err(|reason| (path.to_owned(), reason))?;
    let files = sources.store(reading);
    Ok(Program { path: path.to_owned(), language: language.to_owned(), files })
}

/// The folder itself, or the one file or folder in it, is the program.
fn one(reading: &Reading, place: &str, folder: &Folder, what: &str) -> Option<(String, Sources)> {
    let inner: Vec<(&str, &Folder)> = folder.folders().filter(|(_, inner)| inner.has_files()).collect();
    let files: Vec<&str> = folder.files().map(|(name, _)| name).collect();
    match (inner.as_slice(), files.as_slice()) {
        ([], [name]) => {
            let path = join(place, name);
            let node = Node::File(folder.file(name)?);
            Some((path.clone(), Sources::of(&path, name, &node)))
        }
        ([], _) => Some((place.to_owned(), Sources::of_folder(place, folder))),
        // Beside a folder, files are notes to the reader.
        ([(name, inner)], files) if !files.iter().any(|name| is_source(name)) => {
            let path = join(place, name);
            Some((path.clone(), Sources::of_folder(&path, inner)))
        }
        _ => {
            let message = format!("holds more than one program: several {what}s are not supported");
            reading.faults.error(place, message);
            None
        }
    }
}

pub(super) fn is_source(name: &str) -> bool {
    let (_, extension) = names::split_extension(name);
    matches!(name, "build" | "run") || Catalog::builtin().by_extension(extension).is_some()
}
