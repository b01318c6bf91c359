//! Packages that a command names.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::bail;
use clap::Args as Arguments;
use judging::Judged;
use problem::package::{Format, Given};
use problem::{Fault, Package};

use super::Context;
use crate::config::units::{Size, Span};
use crate::machine::Machine;

/// What the package does not say itself.
#[derive(Debug, Arguments)]
pub(super) struct Options {
    /// Read it as icpc, polygon, dmoj, cms, hydro, library-checker, fps or bare; else its files tell
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Time limit where the format has none: 500ms, 2s
    #[arg(long, value_name = "TIME")]
    time_limit: Option<Span>,
    /// Memory limit where the format has none: 256M, 1G
    #[arg(long, value_name = "SIZE")]
    memory_limit: Option<Size>,
    /// Which problem, where the package holds several: its folder's name, or its number from 1
    #[arg(long, value_name = "NAME")]
    problem: Option<String>,
}

/// The package, or everything that is wrong with it.
///
/// # Errors
/// There is nothing at `path`.
pub(super) fn open(
    path: &Path,
    options: &Options,
    context: &Context,
) -> anyhow::Result<Result<Package, Vec<Fault>>> {
    if !path.exists() {
        bail!("there is no package at {}", path.display());
    }
    let milliseconds = |span: Span| u64::try_from(span.0.as_millis()).unwrap_or(u64::MAX);
    let given = Given {
        format: options.format,
        time_ms: options.time_limit.map(milliseconds),
        memory_bytes: options.memory_limit.map(|size| size.0),
        problem: options.problem.clone(),
        testlib: context.config.testlib(),
    };
    Ok(Package::open_as(path, &given))
}

/// Whether something has to be run before the package can be used.
pub(super) fn has_to_be_made(package: &Package) -> bool {
    !package.recipes.is_empty() || package.version.limits.margins.is_some()
}

/// A package that can be used.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) package: Package,
    /// Of its submissions, by path, what finding its time limit has shown.
    pub(super) judged: BTreeMap<String, Judged>,
}

/// Has the package's own programs make the tests that it does not hold, and show which time limit they need.
///
/// # Errors
/// Ours, such as a language that this machine has not.
pub(super) fn make(package: Package, machine: &Machine) -> anyhow::Result<Result<Made, Vec<Fault>>> {
    let mut package = package;
    if !has_to_be_made(&package) {
        return Ok(Ok(Made { package, judged: BTreeMap::new() }));
    }
    let mut slot = machine.slot(0);
    if let Err(faults) = judging::make(&mut slot, &mut package)? {
        return Ok(Err(faults));
    }
    let judged = judging::find_time_limit(&mut slot, &mut package)?;
    Ok(Ok(Made { package, judged }))
}

/// `problems/a: data/secret/3.in:7: message`
pub(super) fn complain(path: &Path, faults: &[Fault]) {
    for fault in faults {
        let kind = if fault.is_error() { "" } else { "warning: " };
        eprintln!("{kind}{}: {fault}", path.display());
    }
}
