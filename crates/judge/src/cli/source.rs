//! Sources that a command names.

use std::path::Path;

use anyhow::{Context as _, bail};
use judging::Slot;
use problem::Language;
use problem::language::Catalog;

/// The language that is named, else that of the file's ending.
///
/// # Errors
/// There is no such language; the text lists those that there are.
pub(super) fn language(path: &Path, named: Option<&str>) -> anyhow::Result<&'static Language> {
    let catalog = Catalog::builtin();
    let known = || {
        let all = catalog.all().iter();
        let lines = all.map(|language| format!("{} (.{})", language.id, language.extensions.join(", .")));
        lines.collect::<Vec<_>>().join(", ")
    };
    match named {
        Some(id) => {
            catalog.get(id).with_context(|| format!("there is no language {id}; there are {}", known()))
        }
        None => by_ending(path).with_context(|| {
            format!("the ending of {} tells no language; there are {}", path.display(), known())
        }),
    }
}

pub(super) fn by_ending(path: &Path) -> Option<&'static Language> {
    Catalog::builtin().by_extension(path.extension()?.to_str()?)
}

/// # Errors
/// Its toolchain is not on this machine or does not run; the text names the command that installs it.
pub(super) fn offered(slot: &Slot, language: &Language) -> anyhow::Result<()> {
    match slot.look(&language.id) {
        Some(Err(missing)) => bail!(
            "{} cannot be used here ({}); install it with: apt-get install {}",
            language.name,
            missing.what,
            missing.packages.join(" ")
        ),
        _ => Ok(()),
    }
}
