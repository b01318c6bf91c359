//! testlib: many judges put it beside every program of a setter's, so their packages do not hold it. It is put in when the
//! package is read: what a version is made of is all in it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;

use super::caps;
use super::includes;
use super::names;
use super::reading::Reading;
use crate::blob::Hash;
use crate::version::{Program, Version};

pub(super) const NAME: &str = "testlib.h";

/// Puts the header beside every program that includes it and lacks it. Where it is not known that is a fault: no output could
/// be judged.
pub(super) fn complete(reading: &mut Reading, version: &mut Version) {
    let mut recipes = std::mem::take(&mut reading.recipes);
    let interactor = version.interactor.iter_mut().map(|interactor| &mut interactor.program);
    let inputs = version.input_validators.iter_mut().map(|validator| &mut validator.program);
    let recipes_own = recipes.iter_mut().map(|recipe| &mut recipe.program);
    let mut done = BTreeMap::new();
    let validators = version.output_validator.programs_mut().iter_mut().chain(&mut version.static_validator);
    for program in validators.chain(interactor).chain(inputs).chain(recipes_own) {
        put_beside(reading, program, &mut done);
    }
    reading.recipes = recipes;
}

/// `done`: sources that were looked into, and what became of each.
fn put_beside(reading: &Reading, program: &mut Program, done: &mut BTreeMap<Hash, Option<Hash>>) {
    if program.files.contains_key(NAME) {
        return;
    }
    let sources: Vec<_> = program
        .files
        .iter()
        .filter(|(name, _)| is_c(name))
        .map(|(name, hash)| (name.clone(), *hash))
        .collect();
    let mut wanted = false;
    for (name, hash) in sources {
        let plain = *done.entry(hash).or_insert_with(|| with_own_include(reading, hash));
        if let Some(plain) = plain {
            program.files.insert(name, plain);
            wanted = true;
        }
    }
    match &reading.given.testlib {
        _ if !wanted => {}
        Some(header) => match File::open(header).and_then(|mut file| reading.spool.store(&mut file)) {
            Ok((hash, _)) => drop(program.files.insert(NAME.to_owned(), hash)),
            Err(error) => {
                reading.faults.error(&program.path, format!("needs {}: {error}", header.display()));
            }
        },
        None => reading.faults.error(
            &program.path,
            format!(
                "includes {NAME}, which is neither in the package nor on this machine: put it beside, or have it fetched \
                 by ./setup run, or name it as [problems] testlib in judge.toml"
            ),
        ),
    }
}

fn is_c(name: &str) -> bool {
    matches!(names::split_extension(name).1, "c" | "cc" | "cpp" | "cxx" | "h" | "hpp")
}

/// The source with testlib included from beside it, where it includes testlib at all.
fn with_own_include(reading: &Reading, hash: Hash) -> Option<Hash> {
    let mut bytes = Vec::new();
    reading.spool.open(hash).ok()?.take(caps::TEXT).read_to_end(&mut bytes).ok()?;
    // Whatever its encoding is: the line that is looked for is ASCII.
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let (mut plain, mut found) = (Vec::with_capacity(bytes.len()), false);
    for line in lines {
        if str::from_utf8(line).ok().and_then(includes::any) == Some(NAME) {
            found = true;
            plain.extend_from_slice(b"#include \"testlib.h\"\n");
        } else {
            plain.extend_from_slice(line);
        }
    }
    found.then(|| reading.keep(&plain).ok()).flatten()
}
