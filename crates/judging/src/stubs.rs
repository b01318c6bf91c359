//! What the setter adds to submissions in a language: files beside them, texts around theirs.

use std::collections::BTreeMap;

use problem::language::Catalog;
use problem::{Blobs, Hash, Language, Version};

use crate::error::Error;
use crate::source::{Extra, check_name};
use crate::validate::Unusable;

/// For the languages without files of their own.
const DEFAULT: &str = "default";

/// Reads what a version adds to submissions in this language.
///
/// # Errors
/// Ours only; what can be put beside no submission is the setter's fault.
pub(crate) fn extra(
    version: &Version,
    language: &Language,
    blobs: &dyn Blobs,
) -> Result<Result<Extra, Unusable>, Error> {
    let stubs = &version.stubs;
    let read = |hash: &Hash| blobs.read(*hash).map_err(|source| Error::Blob { hash: *hash, source });
    let text = |of: &BTreeMap<String, Hash>| found(of, language).map(read).transpose();
    let named = found(&stubs.files, language).or_else(|| stubs.files.get(DEFAULT));
    let mut files = BTreeMap::new();
    for (name, hash) in named.into_iter().flatten() {
        files.insert(name.clone(), read(hash)?);
    }
    let extra = Extra {
        files,
        before: text(&stubs.before)?.unwrap_or_default(),
        after: text(&stubs.after)?.unwrap_or_default(),
        stem: stubs.stem.clone(),
        entry: found(&stubs.entry, language).cloned(),
    };
    Ok(check(&extra, language).map(|()| extra))
}

/// What a map has for a language, or for another one that reads the same files, as PyPy reads those of Python.
fn found<'a, T>(of: &'a BTreeMap<String, T>, language: &Language) -> Option<&'a T> {
    let others = Catalog::builtin().all().iter().filter(|other| other.extensions == language.extensions);
    of.get(&language.id).or_else(|| others.into_iter().find_map(|other| of.get(&other.id)))
}

fn check(extra: &Extra, language: &Language) -> Result<(), Unusable> {
    let unusable = |why: String| {
        let reason =
            format!("What the problem adds to submissions in {} cannot be used. {why}", language.name);
        Unusable { reason, log: String::new() }
    };
    let stem = extra.stem.iter().map(|stem| format!("{stem}.{}", language.extensions[0]));
    let mut names = extra.files.keys().cloned().chain(stem);
    names.try_for_each(|name| check_name(&name)).map_err(unusable)?;
    match &extra.entry {
        Some(entry) if !extra.files.contains_key(entry) => {
            Err(unusable(format!("{entry}, the file with the entry point, is none of its files.")))
        }
        _ => Ok(()),
    }
}
