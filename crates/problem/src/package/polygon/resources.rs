//! `files/resources`: what lies beside the setter's programs, such as testlib, and what is put to every solution.

use std::collections::BTreeMap;

use super::{Polygon, languages, last, named};
use crate::blob::Hash;
use crate::language::{Catalog, Language};
use crate::package::names::split_extension;
use crate::package::reading::Reading;
use crate::package::testlib;
use crate::package::xml::Element;
use crate::version::Stubs;

#[derive(Default)]
pub(super) struct Resources {
    /// By name, beside the setter's own programs.
    own: BTreeMap<String, Hash>,
    pub(super) stubs: Stubs,
    /// By name, in the working directory of solutions when they run.
    pub(super) at_run: BTreeMap<String, Hash>,
}

/// Of statements, which Polygon keeps among the resources.
const OF_STATEMENTS: [&str; 6] = ["sty", "ftl", "tex", "cls", "pdf", "bib"];

pub(super) fn read(reading: &mut Reading, polygon: &Polygon<'_>) -> Resources {
    let mut resources = Resources::default();
    let Some(files) = polygon.problem.child("files") else { return resources };
    for file in files.listed("resources", "file") {
        let ending = file.attribute("path").map(|path| split_extension(last(path)).1);
        if ending.is_some_and(|ending| OF_STATEMENTS.contains(&ending)) {
            continue;
        }
        resources.add(reading, polygon, file);
    }
    let default = resources.stubs.files.get("default").cloned().unwrap_or_default();
    for (_, files) in resources.stubs.files.iter_mut().filter(|(id, _)| *id != "default") {
        default.iter().for_each(|(name, hash)| {
            files.entry(name.clone()).or_insert(*hash);
        });
    }
    resources
}

impl Resources {
    fn add(&mut self, reading: &mut Reading, polygon: &Polygon<'_>, file: &Element) {
        let path = file.attribute("path").unwrap_or_default();
        if last(path) == testlib::NAME && polygon.leaf(path).is_none() {
            // Put beside the programs that need it, as for packages that leave it to their site.
            return;
        }
        let Some((path, leaf)) = named(reading, polygon, file) else { return };
        let Some(hash) = reading.store_source(path, leaf) else { return };
        let name = last(path).to_owned();
        let assets = words(file, "assets", "asset");
        let of_solutions = assets.iter().any(|asset| asset == "SOLUTION");
        if assets.is_empty() || assets.iter().any(|asset| asset != "SOLUTION") {
            self.own.insert(name.clone(), hash);
        }
        if !of_solutions {
            return;
        }
        let stages = words(file, "stages", "stage");
        if stages.iter().any(|stage| stage.starts_with("RUN")) {
            self.at_run.insert(name.clone(), hash);
        }
        if stages.is_empty() || stages.iter().any(|stage| stage.starts_with("COMPIL")) {
            let is_main = file.attribute("main") == Some("true");
            for id in languages_of(reading, polygon, file) {
                self.stubs.files.entry(id.to_owned()).or_default().insert(name.clone(), hash);
                if is_main && id != "default" {
                    self.stubs.entry.insert(id.to_owned(), name.clone());
                }
            }
        }
    }

    /// What a program of the setter's in this language finds beside it: no sources, which would be compiled with it, but
    /// for Pascal, which has no headers.
    pub(super) fn beside(&self, language: &Language) -> BTreeMap<String, Hash> {
        let is_source = |name: &str| Catalog::builtin().by_extension(split_extension(name).1).is_some();
        let units = language.id == "pascal";
        let fits = |name: &str| !is_source(name) || (units && language.is_source(name));
        self.own.iter().filter(|(name, _)| fits(name)).map(|(name, hash)| (name.clone(), *hash)).collect()
    }
}

/// The words of an attribute, `assets="A;B"`, or of elements, `<assets><asset name="A"/></assets>`, in capitals.
fn words(file: &Element, list: &str, item: &str) -> Vec<String> {
    let attributes = [list, item].into_iter().filter_map(|name| file.attribute(name));
    let written = attributes.flat_map(|text| text.split([';', ',', ' ']));
    let elements = file.listed(list, item).map(|element| element.attribute("name").unwrap_or(&element.text));
    let words = written.chain(elements).map(|word| word.trim().to_uppercase());
    words.filter(|word| !word.is_empty()).collect()
}

/// Ids of the languages that it is for; `default` is all.
fn languages_of(reading: &Reading, polygon: &Polygon<'_>, file: &Element) -> Vec<&'static str> {
    let patterns = file.attribute("for-types").unwrap_or_default();
    let patterns: Vec<&str> =
        patterns.split([';', ',', ' ']).map(str::trim).filter(|part| !part.is_empty()).collect();
    if patterns.is_empty() {
        let own = file.attribute("type").and_then(languages::of_type);
        return own.map_or(vec!["default"], <[_]>::to_vec);
    }
    let mut ids = Vec::new();
    for pattern in patterns {
        match languages::of_type(pattern) {
            _ if matches!(pattern, "*" | ".*") => ids.push("default"),
            Some(found) => ids.extend(found),
            None => {
                let message = format!("for-types names {pattern}, for which this judge has no language");
                polygon.doubtful(reading, file, message);
            }
        }
    }
    ids
}
