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
    if let Some(nested) = &sources.nested {
        let reason = "is a folder inside a program, whose files lie in one folder";
        return Err((nested.clone(), reason.to_owned()));
    }
    let scripts = Catalog::builtin().scripts();
    let language = if sources.files.iter().any(|(name, _, _)| scripts.is_source(name)) {
        Ok(scripts.id.as_str())
    } else {
        sources.spoken(reading).map_err(|reason| (path.to_owned(), reason))
    };
    let (language, files) = (language?.to_owned(), sources.store(reading));
    Ok(Program { path: path.to_owned(), language, files })
}

/// The programs of a folder in which each file and each folder is one; or the one of [`only`]. None where there is no such;
/// that was told.
pub(super) fn all(reading: &mut Reading, place: &str, folder: &Folder, what: &str) -> Vec<Program> {
    let several = several(reading, place, folder);
    if several.is_empty() {
        return only(reading, place, folder, what).into_iter().collect();
    }
    let mut programs = Vec::new();
    for (path, sources) in several {
        match of(reading, &path, &sources) {
            Ok(program) => programs.push(program),
            Err((place, reason)) => {
                reading.faults.error(&place, format!("{reason}: write the {what} as sources"));
            }
        }
    }
    programs
}

/// More than one program side by side, with their paths; else nothing.
fn several(reading: &mut Reading, place: &str, folder: &Folder) -> Vec<(String, Sources)> {
    let is_program = |(name, node): &(&String, &Node)| match node {
        Node::Folder(inner) => inner.has_files(),
        _ => is_source(name),
    };
    let programs: Vec<(&String, &Node)> = folder.0.iter().filter(is_program).collect();
    let is_script = |name: &str| Catalog::builtin().scripts().is_source(name);
    let has_folder = programs.iter().any(|(_, node)| matches!(node, Node::Folder(_)));
    let apart = has_folder || stand_alone(reading, folder);
    if programs.len() < 2 || !apart || folder.files().any(|(name, _)| is_script(name)) {
        return Vec::new();
    }
    let sources = |(name, node): (&String, &Node)| {
        let path = join(place, name);
        let sources = Sources::of(&path, name, node);
        (path, sources)
    };
    programs.into_iter().map(sources).collect()
}

/// Whether each source in a folder is a program of its own: none is used by another, by an include or an import.
fn stand_alone(reading: &mut Reading, folder: &Folder) -> bool {
    let mut sources = Vec::new();
    for (name, leaf) in folder.files().filter(|(name, _)| is_source(name)) {
        let text = reading.peek(leaf).unwrap_or_default();
        sources.push((names::split_extension(name), String::from_utf8_lossy(&text).into_owned()));
    }
    let used = |stem: &str| {
        let forms = [format!("import {stem}"), format!("from {stem}"), format!("\"{stem}.")];
        sources
            .iter()
            .any(|((other, _), text)| *other != stem && forms.iter().any(|form| text.contains(form.as_str())))
    };
    // Classes of Java know each other by their names alone.
    !sources.iter().any(|((stem, ending), _)| used(stem) || *ending == "java")
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
            let message = format!("holds more than one program, and here there is one {what}");
            reading.faults.error(place, message);
            None
        }
    }
}

pub(super) fn is_source(name: &str) -> bool {
    let (_, extension) = names::split_extension(name);
    matches!(name, "build" | "run") || Catalog::builtin().by_extension(extension).is_some()
}
