//! The header that half of all C++ submissions include, compiled once: 2.1 s of compiling become 0.7 s.
//!
//! A compiled header is used only if the flags are the same; otherwise GCC takes the header itself, so it can change
//! how long compiling takes but not what comes out.

use std::time::Duration;

use problem::language::Header;
use problem::{Hash, Limits};
use sandbox::{Mount, Sealed, Status};

use crate::compile::{Step, hash_parts};
use crate::error::Error;
use crate::slot::Slot;
use crate::toolchain::{Toolchain, Toolchains};
use crate::words;

/// Largest compiled header; GCC 12's is 124 MB.
const HEADER_BYTES: u64 = 400 << 20;

impl Toolchains {
    /// Makes what compiling is quicker with, where it is not in the slot's cache yet: some 5 s, once a toolchain.
    ///
    /// # Errors
    /// Ours; compiling works without, only slower.
    pub fn warm(&self, slot: &mut Slot) -> Result<(), Error> {
        for toolchain in self.all() {
            if let Some(header) = &toolchain.language.compile.header
                && usable(slot, toolchain).is_none()
            {
                make(slot, toolchain, header)?;
            }
        }
        Ok(())
    }
}

/// The name of this toolchain's compiled header.
fn key(toolchain: &Toolchain, header: &Header) -> Hash {
    let mut parts = vec![&b"header 1"[..], &toolchain.identity.0, header.name.as_bytes()];
    parts.extend(header.argv.iter().map(String::as_bytes));
    hash_parts(&parts)
}

/// The compiled header's name below its folder.
fn file(header: &Header) -> String {
    format!("{}.gch", header.name)
}

/// The key of this toolchain's compiled header, if it has been made.
pub(crate) fn usable(slot: &Slot, toolchain: &Toolchain) -> Option<Hash> {
    let header = toolchain.language.compile.header.as_ref()?;
    let key = key(toolchain, header);
    slot.cache.header_folder(key).join(file(header)).is_file().then_some(key)
}

/// Where compile boxes see it.
pub(crate) fn mount(slot: &Slot, toolchain: &Toolchain) -> Option<Mount> {
    let key = usable(slot, toolchain)?;
    let header = toolchain.language.compile.header.as_ref()?;
    Some(Mount { source: slot.cache.header_folder(key), target: header.at.clone().into() })
}

fn make(slot: &mut Slot, toolchain: &Toolchain, header: &Header) -> Result<(), Error> {
    let text = format!("#include <{}>\n", header.name);
    let text = Sealed::from_bytes("header.h", text.as_bytes()).map_err(Error::io("seal a header"))?;
    let step = Step { argv: &header.argv, given: &[], main: "", files: vec![("header.h".into(), &text)] };
    let (outcome, said) = step.run(slot, toolchain, &Limits::default())?;
    let broken = |what: String| Error::Toolchain { language: toolchain.language.name.clone(), what };
    if outcome.status() != Status::Ok {
        let why = words::reason(&outcome, outcome.status(), Duration::ZERO);
        return Err(broken(format!("{} was not compiled. {why} {}", header.name, words::tame(&said, 2000))));
    }
    let bytes =
        outcome.leftovers.read("header.gch", HEADER_BYTES).map_err(Error::io("collect a compiled header"))?;
    let bytes = bytes.ok_or_else(|| broken(format!("compiling {} left no file", header.name)))?;
    let kept = slot.cache.keep_header(key(toolchain, header), &file(header), &bytes);
    kept.map_err(Error::io("keep a compiled header in the cache folder"))
}
