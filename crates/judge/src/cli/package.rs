//! Packages that a command names.

use std::path::Path;

use anyhow::bail;
use problem::{Fault, Package};

/// The package, or everything that is wrong with it.
///
/// # Errors
/// There is nothing at `path`.
pub(super) fn open(path: &Path) -> anyhow::Result<Result<Package, Vec<Fault>>> {
    if !path.exists() {
        bail!("there is no package at {}", path.display());
    }
    Ok(Package::open(path))
}

/// `problems/a: data/secret/3.in:7: message`
pub(super) fn complain(path: &Path, faults: &[Fault]) {
    for fault in faults {
        let kind = if fault.is_error() { "" } else { "warning: " };
        eprintln!("{kind}{}: {fault}", path.display());
    }
}
