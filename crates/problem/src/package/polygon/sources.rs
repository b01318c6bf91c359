//! Sources that the description names.

use super::resources::Resources;
use super::{Polygon, languages, last};
use crate::language::{Catalog, Language};
use crate::package::names::split_extension;
use crate::package::reading::Reading;
use crate::package::tree::Leaf;
use crate::package::xml::Element;
use crate::version::Program;

/// A source file.
pub(super) struct Source<'a> {
    pub(super) path: &'a str,
    pub(super) leaf: Leaf,
    /// `None` where we have no language for it.
    pub(super) language: Option<&'static Language>,
}

/// The source of the program that `element` describes. `None` where there is none; that was told. Many names of files may
/// be given for one: the source, and a copy of it at the package's top.
pub(super) fn source<'a>(
    reading: &Reading,
    polygon: &Polygon<'_>,
    element: &'a Element,
    what: &str,
) -> Option<Source<'a>> {
    let paths = ["source", "copy"].into_iter().filter_map(|name| element.child(name)?.attribute("path"));
    let found = paths.clone().find_map(|path| Some((path, polygon.leaf(path)?)));
    let binary = element.child("binary").and_then(|binary| binary.attribute("path"));
    let told = match (found, paths.clone().next(), binary) {
        (Some((path, _)), ..) if is_compiled(path) => Some((path, is_binary(what))),
        (None, None, Some(binary)) => Some((binary, is_binary(what))),
        (None, Some(path), _) => Some((path, format!("is missing: it is the source of the {what}"))),
        (None, None, None) => Some((polygon.file, format!("names no source of the {what}"))),
        (Some(_), ..) => None,
    };
    if let Some((path, message)) = told {
        if path == polygon.file {
            polygon.wrong(reading, element, message);
        } else {
            reading.faults.error(path, message);
        }
        return None;
    }
    let (path, leaf) = found?;
    let kind = element.child("source").and_then(|source| source.attribute("type"));
    Some(Source { path, leaf, language: language(kind, path) })
}

fn is_binary(what: &str) -> String {
    format!("is a compiled program, which is not run: put the source of the {what} into the package")
}

fn is_compiled(path: &str) -> bool {
    let ending = split_extension(last(path)).1.to_ascii_lowercase();
    matches!(ending.as_str(), "exe" | "dll" | "com" | "class" | "jar" | "o" | "obj" | "so" | "bin")
}

/// By the type, else by the file's ending.
fn language(kind: Option<&str>, path: &str) -> Option<&'static Language> {
    let catalog = Catalog::builtin();
    match kind.and_then(languages::of_type) {
        Some(ids) => ids.first().and_then(|id| catalog.get(id)),
        None => catalog.by_extension(split_extension(last(path)).1),
    }
}

impl Source<'_> {
    /// What the file has to be called to be compiled: Delphi's ending is not Free Pascal's.
    pub(super) fn name(&self) -> String {
        let name = last(self.path);
        match self.language {
            Some(language) if !language.is_source(name) => {
                format!("{}.{}", split_extension(name).0, language.extensions[0])
            }
            _ => name.to_owned(),
        }
    }
}

/// The program that `element` describes, with the files that lie beside it. `None` where there is none, or none that we can
/// run; that was told.
pub(super) fn program(
    reading: &mut Reading,
    polygon: &Polygon<'_>,
    element: &Element,
    what: &str,
    resources: &Resources,
) -> Option<Program> {
    let source = source(reading, polygon, element, what)?;
    let Some(language) = source.language else {
        let message = format!("is the {what}, in a language that this judge does not have");
        reading.faults.error(source.path, message);
        return None;
    };
    let mut files = resources.beside(language);
    // Units that are sources as well must not be taken for the program.
    let among_sources = files.keys().any(|name| language.is_source(name));
    let name = if among_sources { language.source_name.clone() } else { source.name() };
    let hash = reading.store_source(source.path, source.leaf)?;
    files.insert(name, hash);
    Some(Program { path: source.path.to_owned(), language: language.id.clone(), files })
}
