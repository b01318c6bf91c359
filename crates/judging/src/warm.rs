//! What compiling is quicker with, made once a toolchain: the header that half of all C++ submissions include, compiled
//! (2.1 s become 0.7 s), and the classes of compilers that run on a Java machine, as it maps them into memory (of CPU, Java
//! 1.1 s become 0.7 s, Kotlin 2.9 s 1.6 s, Scala 3.3 s 2.4 s).
//!
//! Compilers look whether such a file fits, and else do without, so it can change how long compiling takes but not what
//! comes out.

use std::time::Duration;

use problem::language::Warm;
use problem::{Hash, Limits};
use sandbox::{Mount, Sealed, Status};

use crate::compile::{Step, hash_parts};
use crate::error::Error;
use crate::slot::Slot;
use crate::toolchain::Toolchain;
use crate::words;

/// Largest such file; GCC 12's compiled header has 124 MB.
const MOST_BYTES: u64 = 400 << 20;

/// Makes what compiling in a language is quicker with, where it is not in the slot's cache yet: some 5 s, once a
/// toolchain.
///
/// # Errors
/// Ours; compiling works without, only slower.
pub fn warm(slot: &mut Slot, language: &str) -> Result<(), Error> {
    let toolchain = slot.need(language)?;
    match &toolchain.language.compile.warm {
        Some(warm) if usable(slot, &toolchain).is_none() => make(slot, &toolchain, warm),
        _ => Ok(()),
    }
}

/// The hash of all that the file is made of.
fn key(toolchain: &Toolchain, warm: &Warm) -> Hash {
    let files = warm.files.iter().flat_map(|(name, text)| [name, text]);
    let texts = [&warm.output, &warm.name].into_iter().chain(files).chain(&warm.argv);
    let parts: Vec<&[u8]> = [&b"warm 1"[..], &toolchain.identity.0]
        .into_iter()
        .chain(texts.map(|text| text.as_bytes()))
        .collect();
    hash_parts(&parts)
}

/// The key of this toolchain's file, if it has been made.
pub(crate) fn usable(slot: &Slot, toolchain: &Toolchain) -> Option<Hash> {
    let warm = toolchain.language.compile.warm.as_ref()?;
    let key = key(toolchain, warm);
    slot.cache.warm_folder(key).join(&warm.name).is_file().then_some(key)
}

/// Where compile boxes see it.
pub(crate) fn mount(slot: &Slot, toolchain: &Toolchain) -> Option<Mount> {
    let key = usable(slot, toolchain)?;
    let warm = toolchain.language.compile.warm.as_ref()?;
    Some(Mount { source: slot.cache.warm_folder(key), target: warm.at.clone().into() })
}

fn make(slot: &mut Slot, toolchain: &Toolchain, warm: &Warm) -> Result<(), Error> {
    let seal =
        |(name, text): (&String, &String)| Ok((name.clone(), Sealed::from_bytes(name, text.as_bytes())?));
    let files: Vec<_> =
        warm.files.iter().map(seal).collect::<Result<_, _>>().map_err(Error::io("seal a source"))?;
    let files = files.iter().map(|(name, file)| (name.clone(), file)).collect();
    let step = Step { argv: &warm.argv, given: &[], main: "", files };
    let (outcome, said) = step.run(slot, toolchain, &Limits::default())?;
    let broken = |what: String| Error::Toolchain { language: toolchain.language.name.clone(), what };
    if outcome.status() != Status::Ok {
        let why = words::reason(&outcome, outcome.status(), Duration::ZERO);
        return Err(broken(format!("{} was not made. {why} {}", warm.output, words::tame(&said, 2000))));
    }
    let bytes =
        outcome.leftovers.read(&warm.output, MOST_BYTES).map_err(Error::io("collect what was made"))?;
    let bytes = bytes.ok_or_else(|| broken(format!("making {} left no file", warm.output)))?;
    let kept = slot.cache.keep_warm(key(toolchain, warm), &warm.name, &bytes);
    kept.map_err(Error::io("keep a file in the cache folder"))
}
