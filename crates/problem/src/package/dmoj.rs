//! DMOJ's problem folders: `init.yml`, an archive of tests, programs. Statement, title, limits and languages live in the
//! site's database and are not there.

mod build;
mod checkers;
mod config;
mod custom_judge;
mod data;
mod decide;
mod generators;
mod grader;
mod limits;
mod matching;
mod plan;
mod programs;
mod suite;

use std::collections::BTreeMap;

use super::faults::Faults;
use super::nested::{self, Nested};
use super::reading::Reading;
use super::tree::Folder;
use super::yaml::Value;
use crate::version::Version;

use build::Build;
use config::{FILE, Scope};
use data::Data;
use plan::{Cases, Item, Settings};

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
pub(super) fn read(reading: &mut Reading, root: &Folder, name: &str) -> Option<Version> {
    let slug = reading.slug(name);
    let Some(leaf) = root.file(FILE) else {
        reading.faults.error(FILE, "is missing: every DMOJ problem has one");
        return None;
    };
    let mut node = reading.yaml(FILE, leaf)?;
    config::prepare(&mut node, &reading.faults);
    if node.value == Value::Null {
        reading.faults.error(FILE, "is empty: list test_cases in it");
        return None;
    }
    let scope = Scope::new(&node, None, &reading.faults)?;
    let mut version = Version::new(slug?);
    version.names = BTreeMap::from([("en".to_owned(), name.to_owned())]);
    let mut data = Data::new(root, archive(reading, root, &scope));
    let settings = Settings::of(&scope, &reading.faults);
    let (pretests, tests) = items(&scope, &settings, &data, &reading.faults);
    let suite = suite::read(reading, root);
    version.limits = limits::read(reading, &settings, &pretests, &tests, &suite);
    version.submissions = suite.examples;
    let numbers = grader::read(reading, &mut data, &scope, &mut version);
    let stops = scope.boolean("short_circuit", &reading.faults).is_some_and(|at| at.value);
    Build::new(reading, &mut data, &mut version, numbers).cases(pretests, tests, stops);
    tell_ignored(reading, &scope);
    tell_unused(reading, &data);
    Some(version)
}

fn archive(reading: &mut Reading, root: &Folder, scope: &Scope<'_>) -> Option<Nested> {
    let path = scope.text("archive", &reading.faults)?;
    let Some(leaf) = nested::find(root, &path.value) else {
        let message = format!("archive {} is not in the package", path.value);
        reading.faults.error_at(FILE, path.line, message);
        return None;
    };
    Nested::open(reading, &path.value, leaf)
}

/// Pretests and tests. The names of files decide where nothing is listed.
fn items(
    scope: &Scope<'_>,
    settings: &std::rc::Rc<Settings>,
    data: &Data<'_>,
    faults: &Faults,
) -> (Vec<Item>, Vec<Item>) {
    let files: Option<Vec<String>> =
        data.archive.as_ref().map(|archive| archive.files().into_iter().map(|(path, _)| path).collect());
    let items = |key: &str| match plan::cases(scope, key, settings, faults) {
        Some(Cases::Listed(items)) => items,
        Some(Cases::Matched(patterns)) => patterns.items(files.as_deref(), faults),
        None => Vec::new(),
    };
    let pretests =
        if scope.own("pretest_test_cases").is_some() { items("pretest_test_cases") } else { Vec::new() };
    (pretests, items("test_cases"))
}

/// Keys that change nothing here, where they say something unusual.
fn tell_ignored(reading: &Reading, scope: &Scope<'_>) {
    if let Some(entry) = scope.own("wall_time_factor") {
        let message = "wall_time_factor is ignored: the judge's own wall time limit holds";
        reading.faults.warn_at(FILE, entry.line, message);
    }
    reading
        .faults
        .warn(FILE, "has no title and no statement, which DMOJ keeps elsewhere: write them after the import");
}

fn tell_unused(reading: &Reading, data: &Data<'_>) {
    let (Some(archive), unused) = (&data.archive, data.unused()) else { return };
    if let Some(first) = unused.first() {
        let number = unused.len();
        let message =
            format!("has {number} files that no case uses, such as {}", super::faults::printable(first));
        reading.faults.warn(&archive.path, message);
    }
}
