//! Archives of inputs and outputs, told apart by their names only, and the two kinds with a little more: Sinol's, which
//! the Polish olympiad has, and QDUOJ's.

mod cases;
mod pairs;
mod qduoj;
mod sinol;
mod words;

use std::collections::BTreeMap;

use super::given::Own;
use super::links::join;
use super::names;
use super::reading::Reading;
use super::tree::{Folder, Leaf};
use super::{given, points, room};
use crate::language::Catalog;
use crate::version::{Markup, Scoring, Statement, TestGroup, TestNode, Version};

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
pub(super) fn read(reading: &mut Reading, root: &Folder, name: &str) -> Option<Version> {
    let (place, root) = inside(root);
    let slug = reading.slug(name)?;
    let several: Vec<&str> =
        root.folders().filter(|(_, inner)| qduoj::is(inner)).map(|(name, _)| name).collect();
    if !several.is_empty() && !qduoj::is(root) {
        let message = format!("holds several problems ({}): choose one with --problem", several.join(", "));
        reading.faults.error("", message);
        return None;
    }
    let title = BTreeMap::from([("en".to_owned(), name.to_owned())]);
    let version = Version { names: title, ..Version::new(slug) };
    let mut version = if qduoj::is(root) {
        qduoj::read(reading, &place, root, version)?
    } else if sinol::is(root) {
        sinol::read(reading, &place, root, version)
    } else {
        plain(reading, &place, root, version)
    };
    room::make(reading, &mut version);
    Some(version)
}

fn plain(reading: &mut Reading, place: &str, root: &Folder, version: Version) -> Version {
    let limits = given::limits(reading, Own::default(), "");
    tell_left_out(reading, place, root);
    let files = test_files(place, root);
    let found = cases::found(reading, &files);
    if found.is_empty() && !reading.faults.any_errors() {
        cases::tell_none(reading, root);
    }
    let statements = statement(reading, place, root).into_iter().collect();
    let mut version = Version { limits, statements, ..version };
    match coci(&found) {
        Some(groups) => score(&mut version, vec![samples(&found)], groups),
        None => version.tests = tree(vec![samples(&found), structured(&found)]),
    }
    version
}

/// What lies in folders that hold nothing else.
fn inside(root: &Folder) -> (String, &Folder) {
    let (mut place, mut folder) = (String::new(), root);
    loop {
        let mut inner = folder.folders().filter(|(_, inner)| inner.has_files());
        match (inner.next(), inner.next(), folder.files().next()) {
            (Some((name, next)), None, None) => (place, folder) = (join(&place, name), next),
            _ => return (place, folder),
        }
    }
}

/// Endings of what people put beside tests.
const ASIDE: [&str; 34] = [
    "bat", "cfg", "cmd", "conf", "css", "csv", "dll", "doc", "docx", "exe", "gif", "gz", "h", "hh", "hpp",
    "html", "ini", "jpeg", "jpg", "json", "log", "md", "pdf", "png", "pptx", "ps", "svg", "tex", "toml",
    "xml", "yaml", "yml", "zip", "7z",
];

/// All files that may be tests, by path in the package.
fn test_files(place: &str, folder: &Folder) -> Vec<(String, Leaf)> {
    let below = folder.files_below().into_iter();
    below.filter(|(path, _)| !is_aside(path)).map(|(path, leaf)| (join(place, &path), leaf)).collect()
}

/// Descriptions that other sites put beside their tests.
const DESCRIPTIONS: [(&str, &str); 4] =
    [("problem.conf", "UOJ"), ("data.yml", "SYZOJ"), ("config.yml", "Luogu"), ("config.yaml", "Hydro")];
/// Programs that decide or talk, as setters call them.
const DECIDERS: [&str; 6] = ["chk", "checker", "check", "spj", "interactor", "manager"];

/// What would change verdicts if it were read.
fn tell_left_out(reading: &Reading, place: &str, root: &Folder) {
    for (name, _) in root.files() {
        let path = join(place, name);
        if let Some((_, site)) = DESCRIPTIONS.iter().find(|(known, _)| *known == name) {
            let message = format!(
                "is a description for {site}, which is not read: limits, points and subtasks in it are lost. Say limits with \
                 --time-limit and --memory-limit"
            );
            reading.faults.warn(&path, message);
        }
        let (stem, ending) = names::split_extension(name);
        let is_program = Catalog::builtin().by_extension(ending).is_some();
        if is_program && DECIDERS.contains(&stem.to_ascii_lowercase().as_str()) {
            let message = "is not used: outputs are compared with the answers. For a program that decides, make an ICPC package";
            reading.faults.warn(&path, message);
        }
    }
}

fn is_aside(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = names::split_extension(name).1;
    let first = name.split(['.', '-', '_']).next().unwrap_or(name).to_ascii_lowercase();
    ASIDE.contains(&ending.to_ascii_lowercase().as_str())
        || matches!(first.as_str(), "readme" | "license" | "makefile" | "changelog")
        || Catalog::builtin().by_extension(ending).is_some()
}

/// The one text beside the tests, if there is one.
fn statement(reading: &mut Reading, place: &str, root: &Folder) -> Option<(String, Statement)> {
    for (ending, markup) in [("md", Markup::Markdown), ("pdf", Markup::Pdf)] {
        let is_text = |name: &str| {
            names::split_extension(name).1.eq_ignore_ascii_case(ending)
                && !name.to_ascii_lowercase().starts_with("readme")
        };
        let texts: Vec<(&str, Leaf)> = root.files().filter(|(name, _)| is_text(name)).collect();
        if let [(name, leaf)] = texts[..] {
            let source = reading.store(&join(place, name), leaf)?;
            return Some(("en".to_owned(), Statement { source, markup }));
        }
    }
    None
}

fn samples(found: &[cases::Found]) -> TestGroup {
    let children = found.iter().filter(|case| case.sample).map(|case| case.node("sample", true)).collect();
    TestGroup { name: "sample".to_owned(), children, ..TestGroup::default() }
}

/// Of a problem without points: `NAME2-3` is in the group 2 if all are named so.
fn structured(found: &[cases::Found]) -> TestGroup {
    let secret: Vec<&cases::Found> = found.iter().filter(|case| !case.sample).collect();
    let groups = cases::by_group(secret.iter().copied(), cases::Found::group_before_hyphen);
    let children = match groups {
        Some(groups) if groups.len() > 1 => {
            groups.into_iter().map(|(name, cases)| TestNode::Group(group(&name, &cases))).collect()
        }
        _ => secret.iter().map(|case| case.node("secret", false)).collect(),
    };
    TestGroup { name: "secret".to_owned(), children, ..TestGroup::default() }
}

/// A group of secret cases.
fn group(name: &str, cases: &[&cases::Found]) -> TestGroup {
    let name = join("secret", name);
    let children = cases.iter().map(|case| case.node(&name, false)).collect();
    TestGroup { name, children, ..TestGroup::default() }
}

/// COCI's `task.in.1a`, `task.in.1b` and `task.dummy.in.1`: all of a number give that number's points.
fn coci(found: &[cases::Found]) -> Option<Vec<(TestGroup, u32)>> {
    let named_so =
        found.iter().any(|case| case.sample || case.coci().is_some_and(|(_, letters)| !letters.is_empty()));
    let secret = found.iter().filter(|case| !case.sample);
    let groups = cases::by_group(secret, |case| case.coci().map(|(number, _)| number.to_owned()))?;
    let worth = points::even(100, groups.len());
    let groups = groups.into_iter().zip(worth).map(|((name, cases), worth)| (group(&name, &cases), worth));
    named_so.then(|| groups.collect())
}

/// Makes it a problem with points: each group's are given if everything in it is right. The `others` count nothing.
fn score(version: &mut Version, mut others: Vec<TestGroup>, groups: Vec<(TestGroup, u32)>) {
    let total = groups.iter().fold(0_u32, |total, (_, worth)| total.saturating_add(*worth));
    others.iter_mut().for_each(|group| group.rules.uncounted = true);
    let groups =
        groups.into_iter().map(|(group, worth)| TestNode::Group(points::least(group, worth))).collect();
    let mut secret = TestGroup { name: "secret".to_owned(), children: groups, ..TestGroup::default() };
    secret.rules.max = Some(total.into());
    version.scoring = Some(Scoring { max: Some(total.into()), ..Scoring::default() });
    version.output_validator = points::tokens();
    version.tests = tree(others.into_iter().chain([secret]).collect());
}

/// Without groups in which there is nothing.
fn tree(groups: Vec<TestGroup>) -> TestGroup {
    let full = groups.into_iter().filter(|group| !group.children.is_empty());
    TestGroup { children: full.map(TestNode::Group).collect(), ..TestGroup::default() }
}
