//! Packages of Codeforces' Polygon: `problem.xml` and the files that it names. Only full packages can be judged; whether
//! they were made for Windows or for Linux makes no difference but in the line ends of tests, which are kept.

mod checkers;
mod contest;
mod examples;
mod languages;
mod limits;
mod pattern;
mod points;
mod resources;
mod scorer;
mod sets;
mod solutions;
mod sources;
mod statements;
mod trials;

use std::collections::BTreeMap;

use super::reading::Reading;
use super::tree::{Folder, Leaf, Node};
use super::xml::Element;
use crate::version::{NamedFiles, Passes, Slug, Version};

/// Its description in Polygon's own words. Beside it, a `problem.xml` is that of another system, PCMS2.
const RENAMED: &str = "problem.xml.polygon";
const FILE: &str = "problem.xml";

/// What a part of the reader looks at.
struct Polygon<'a> {
    root: &'a Folder,
    /// Path of the description.
    file: &'static str,
    problem: &'a Element,
}

impl Polygon<'_> {
    /// The file at a path that the description names.
    fn leaf(&self, path: &str) -> Option<Leaf> {
        let mut folder = self.root;
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            match (folder.0.get(part)?, parts.peek()) {
                (Node::File(leaf), None) => return Some(*leaf),
                (Node::Folder(inner), Some(_)) => folder = inner,
                _ => return None,
            }
        }
        None
    }

    fn folder(&self, path: &str) -> Option<&Folder> {
        path.split('/').try_fold(self.root, Folder::folder)
    }

    fn wrong(&self, reading: &Reading, element: &Element, message: impl Into<String>) {
        reading.faults.error_at(self.file, element.line(), message);
    }

    fn doubtful(&self, reading: &Reading, element: &Element, message: impl Into<String>) {
        reading.faults.warn_at(self.file, element.line(), message);
    }
}

/// The version; `None` where not even its name can be told. Whether it is any good, the faults say.
pub(super) fn read(reading: &mut Reading, root: &Folder, name: &str) -> Option<Version> {
    let (folder, name) = contest::chosen(reading, root, name)?;
    let file = if folder.file(RENAMED).is_some() { RENAMED } else { FILE };
    let Some(leaf) = folder.file(file) else {
        reading.faults.error(FILE, "is missing: it describes a package of Polygon");
        return None;
    };
    let problem = reading.xml(file, leaf)?;
    if problem.name() != "problem" {
        let message = format!("describes a {}, not a problem as Polygon does", problem.name());
        reading.faults.error_at(file, problem.line(), message);
        return None;
    }
    problem_of(reading, &Polygon { root: folder, file, problem: &problem }, &name)
}

fn problem_of(reading: &mut Reading, polygon: &Polygon<'_>, name: &str) -> Option<Version> {
    let slug = slug(reading, polygon, name);
    let judging = polygon.problem.child("judging");
    let resources = resources::read(reading, polygon);
    let interactor = checkers::interactor(reading, polygon, &resources);
    let output_validator = checkers::output_validator(reading, polygon, &resources);
    let texts = statements::read(reading, polygon, name);
    let set = sets::main(reading, polygon)?;
    let (mut tests, mut scoring) = sets::read(reading, polygon, set, &resources, &output_validator);
    scorer::read(reading, polygon, &resources, (&mut tests, &mut scoring));
    Some(Version {
        names: texts.titles,
        statements: texts.sources,
        assets: texts.assets,
        editorials: texts.editorials,
        limits: limits::read(reading, polygon, set),
        output_validator,
        tests,
        scoring,
        submissions: solutions::read(reading, polygon),
        interactor,
        passes: passes(reading, polygon),
        named_files: named_files(judging),
        input_validators: checkers::input_validators(reading, polygon, &resources),
        validator_tests: trials::read(reading, polygon),
        stubs: resources.stubs,
        attachments: attachments(reading, polygon),
        tags: polygon
            .problem
            .listed("tags", "tag")
            .filter_map(|tag| tag.attribute("value"))
            .map(str::to_owned)
            .collect(),
        uuid: polygon.problem.attribute("url").map(str::to_owned),
        revision: polygon.problem.attribute("revision").map(str::to_owned),
        ..Version::new(slug?)
    })
}

/// The problem's own short name. An archive is called after it, and after its revision and flavour besides.
fn slug(reading: &Reading, polygon: &Polygon<'_>, name: &str) -> Option<Slug> {
    let own = polygon.problem.attribute("short-name").map(str::to_lowercase);
    own.and_then(|own| own.replace(['_', ' '], "-").parse().ok()).or_else(|| {
        let name = name.split('$').next().unwrap_or(name);
        let plain = name.rsplit_once('-').filter(|(_, revision)| revision.parse::<u32>().is_ok());
        reading.slug(plain.map_or(name, |(plain, _)| plain))
    })
}

fn passes(reading: &Reading, polygon: &Polygon<'_>) -> Passes {
    let Some(judging) = polygon.problem.child("judging") else { return Passes::One };
    match judging.attribute("run-count") {
        None | Some("1") => Passes::One,
        Some("2") => Passes::Twice,
        Some(other) => {
            let message = format!("run-count is {other}: a submission is run once or twice for a test");
            polygon.wrong(reading, judging, message);
            Passes::One
        }
    }
}

fn named_files(judging: Option<&Element>) -> NamedFiles {
    let name = |attribute| judging.and_then(|judging| judging.attribute(attribute)).map(str::to_owned);
    NamedFiles { input: name("input-file"), output: name("output-file") }
}

fn attachments(reading: &mut Reading, polygon: &Polygon<'_>) -> BTreeMap<String, crate::blob::Hash> {
    let mut attachments = BTreeMap::new();
    let Some(files) = polygon.problem.child("files") else { return attachments };
    for file in files.listed("attachments", "file") {
        let Some((path, leaf)) = named(reading, polygon, file) else { continue };
        if let Some(hash) = reading.store(path, leaf) {
            attachments.insert(last(path).to_owned(), hash);
        }
    }
    attachments
}

/// The file that `element` names. `None` where there is none; that was told.
fn named<'a>(reading: &Reading, polygon: &Polygon<'_>, element: &'a Element) -> Option<(&'a str, Leaf)> {
    let Some(path) = element.attribute("path") else {
        polygon.wrong(reading, element, format!("<{}> has no path", element.name()));
        return None;
    };
    let leaf = polygon.leaf(path);
    if leaf.is_none() {
        polygon.wrong(reading, element, format!("{path} is not in the package"));
    }
    Some((path, leaf?))
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
