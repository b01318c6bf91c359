//! Sinol's packages, which the Polish olympiad has: `in/abc1a.in`, `out/abc1a.out`, `prog/`, `doc/`, `config.yml`. The
//! number is the group; group 0 are the samples, and what ends with `ocen` is for trying out: neither gives points.

mod config;
mod programs;

use std::collections::BTreeMap;

use config::Config;

use super::cases::{self, Found};
use crate::limits::Limits;
use crate::package::links::join;
use crate::package::names;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf};
use crate::version::{CaseLimits, Markup, Statement, TestGroup, TestNode, Version};

pub(super) fn is(root: &Folder) -> bool {
    let folder = |name: &str| root.folder(name).is_some_and(Folder::has_files);
    folder("in") && folder("out") && (root.file("config.yml").is_some() || folder("prog") || folder("doc"))
}

pub(super) fn read(reading: &mut Reading, place: &str, root: &Folder, version: Version) -> Version {
    let config = config::read(reading, place, root);
    let files: Vec<(String, Leaf)> =
        ["in", "out"].into_iter().flat_map(|name| files_of(place, root, name)).collect();
    let found = cases::found(reading, &files);
    if found.is_empty() && !reading.faults.any_errors() {
        cases::tell_none(reading, root);
    }
    let (samples, trials, groups) = sorted(reading, &found, &config);
    let (statement, title) = (statement(reading, place, root), config.title.clone());
    let programs = programs::read(reading, place, root, &task(&found));
    let mut version = Version {
        names: title.map_or(version.names.clone(), |title| BTreeMap::from([("pl".to_owned(), title)])),
        statements: statement.into_iter().map(|statement| ("pl".to_owned(), statement)).collect(),
        limits: config.limits,
        submissions: programs.solutions,
        input_validators: programs.validators,
        ..version
    };
    super::score(&mut version, vec![samples, trials], groups);
    version
}

fn files_of(place: &str, root: &Folder, name: &str) -> Vec<(String, Leaf)> {
    let folder = root.folder(name).map(Folder::files_below).unwrap_or_default();
    let tests = folder.into_iter().filter(|(path, _)| !super::is_aside(path) && path != "md5sums");
    tests.map(|(path, leaf)| (join(place, &format!("{name}/{path}")), leaf)).collect()
}

/// `abc`, `1` and `a` of `abc1a`.
fn split(name: &str) -> Option<(&str, &str, &str)> {
    let letters = name.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let (rest, letters) = name.split_at(name.len() - letters);
    let digits = rest.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (task, number) = rest.split_at(rest.len() - digits);
    (digits > 0).then_some((task, number, letters))
}

/// What all files are called after.
fn task(found: &[Found]) -> String {
    found.first().and_then(|case| split(&case.name)).map_or(String::new(), |(task, _, _)| task.to_owned())
}

/// Samples, trials, and the groups with their points.
fn sorted(
    reading: &Reading,
    found: &[Found],
    config: &Config,
) -> (TestGroup, TestGroup, Vec<(TestGroup, u32)>) {
    let named = |name: &str| TestGroup { name: name.to_owned(), ..TestGroup::default() };
    let (mut samples, mut trials) = (named("sample"), named("ocen"));
    let mut secret = Vec::new();
    for case in found {
        match split(&case.name) {
            Some((_, _, "ocen")) => trials.children.push(limited(case, "ocen", config)),
            Some((_, number, _)) if number.bytes().all(|c| c == b'0') => {
                samples.children.push(case.node("sample", true));
            }
            Some(_) => secret.push(case),
            None => {
                let message =
                    format!("the test {} has no number in its name, which would be its group", case.name);
                reading.faults.error("in", message);
            }
        }
    }
    let groups = cases::by_group(secret, |case| split(&case.name).map(|(_, number, _)| number.to_owned()));
    (samples, trials, worth(reading, groups.unwrap_or_default(), config))
}

fn worth(reading: &Reading, groups: Vec<(String, Vec<&Found>)>, config: &Config) -> Vec<(TestGroup, u32)> {
    let names: Vec<&str> = groups.iter().map(|(name, _)| name.as_str()).collect();
    let points = config.points(reading, &names);
    let groups = groups.iter().zip(points).map(|((name, cases), worth)| {
        let full = join("secret", name);
        let children = cases.iter().map(|case| limited(case, &full, config)).collect();
        (TestGroup { name: full, children, ..TestGroup::default() }, worth)
    });
    groups.collect()
}

/// The case with the limits of its own that `config.yml` gives it or its group.
fn limited(case: &Found, group: &str, config: &Config) -> TestNode {
    let mut node = case.node(group, false);
    if let (TestNode::Case(case), Some((task, number, _))) = (&mut node, split(&case.name)) {
        let name = case.name.rsplit('/').next().unwrap_or_default();
        let own = name.strip_prefix(task).unwrap_or(name);
        let of = |limits: &BTreeMap<String, u64>| limits.get(own).or(limits.get(number)).copied();
        let Limits { time_ms, memory_bytes, .. } = config.limits;
        case.limits = CaseLimits {
            time_ms: of(&config.times).filter(|time| *time != time_ms),
            memory_bytes: of(&config.memories).filter(|bytes| *bytes != memory_bytes),
        };
    }
    node
}

/// `doc/abczad.pdf`, or the one text there.
fn statement(reading: &mut Reading, place: &str, root: &Folder) -> Option<Statement> {
    let folder = root.folder("doc")?;
    let texts: Vec<(&str, Leaf)> =
        folder.files().filter(|(name, _)| name.to_lowercase().ends_with(".pdf")).collect();
    let named = texts.iter().find(|(name, _)| names::split_extension(name).0.ends_with("zad"));
    let (name, leaf) = named.or(texts.first()).copied()?;
    let source = reading.store(&join(place, &format!("doc/{name}")), leaf)?;
    Some(Statement { source, markup: Markup::Pdf })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_task_number_and_letters() {
        assert_eq!(split("abc1a"), Some(("abc", "1", "a")));
        assert_eq!(split("2sat10"), Some(("2sat", "10", "")));
        assert_eq!(split("abc1ocen"), Some(("abc", "1", "ocen")));
        assert_eq!(split("abc"), None);
    }
}
