//! `submissions/`: the setter's own solutions, right and wrong. The folder's name says what to expect of them, and
//! `submissions.yaml` or a tag in the source may say more.

mod glob;
mod json;
pub(in crate::package) mod promise;
mod rules;
mod tags;

use std::collections::BTreeMap;

use super::cases::PLACE as DATA;
use super::kind::Kinds;
use crate::language::Catalog;
use crate::package::faults::nearest;
use crate::package::links::join;
use crate::package::programs::Sources;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Node};
use crate::version::{Example, Expectation, TestGroup};

use json::Said;
use promise::{FOLDERS, Sort};
use rules::Rule;

const PLACE: &str = "submissions";

/// `bounded`: the problem has a best score.
pub(super) fn read(
    reading: &mut Reading,
    root: &Folder,
    kinds: Kinds,
    tests: &TestGroup,
    bounded: bool,
) -> Vec<Example> {
    let Some(folder) = root.folder(PLACE) else {
        reading.faults.warn(PLACE, "is missing: nothing shows that the problem can be solved");
        return Vec::new();
    };
    let sort = Sort { edition: reading.edition, scoring: kinds.scoring, bounded };
    let mut rules = Vec::new();
    for (name, leaf) in folder.files() {
        if name == "submissions.yaml" {
            rules = rules::read(reading, leaf, sort);
        } else {
            let message = "is ignored: submissions lie in folders such as submissions/accepted";
            reading.faults.warn(&join(PLACE, name), message);
        }
    }
    let said = json::read(reading, root);
    let mut walk = Walk { reading, sort, kinds, rules, said, places: places(tests), examples: Vec::new() };
    for (name, inner) in folder.folders().filter(|(_, inner)| inner.has_files()) {
        walk.folder(name, inner);
    }
    walk.tell_idle_rules();
    if !walk.examples.iter().any(|example| example.path.starts_with("accepted/")) {
        let message = "has no accepted submission: nothing shows that the problem can be solved";
        walk.reading.faults.warn(PLACE, message);
    }
    walk.examples
}

/// Names of groups and cases, of which rules speak.
fn places(tests: &TestGroup) -> Vec<String> {
    let groups = tests.groups().into_iter().map(|group| group.name.clone());
    let cases = tests.cases().into_iter().map(|case| case.name.clone());
    groups.chain(cases).filter(|name| !name.is_empty()).collect()
}

/// What is promised twice is one promise.
fn without_repeats(promises: Vec<Expectation>) -> Vec<Expectation> {
    let mut kept: Vec<Expectation> = Vec::new();
    for promise in promises {
        if !kept.contains(&promise) {
            kept.push(promise);
        }
    }
    kept
}

struct Walk<'a> {
    reading: &'a mut Reading,
    sort: Sort,
    kinds: Kinds,
    rules: Vec<Rule>,
    said: BTreeMap<String, Said>,
    places: Vec<String>,
    examples: Vec<Example>,
}

impl Walk<'_> {
    fn folder(&mut self, name: &str, folder: &Folder) {
        let of_folder = self.of_folder(name);
        let first = self.examples.len();
        for (file, node) in &folder.0 {
            let example = self.example(&join(name, file), file, node, of_folder.as_ref());
            self.examples.extend(example);
        }
        if of_folder.is_none() && self.examples[first..].iter().any(|example| example.expected.is_none()) {
            let hint =
                nearest(name, FOLDERS).map_or(String::new(), |known| format!(" (did you mean {known}?)"));
            let message =
                format!("is no folder of the format{hint}: nothing is expected of the submissions in it");
            self.reading.faults.warn(&join(PLACE, name), message);
        }
    }

    /// What the folder promises; a rule with its very name stands in place of the format's.
    fn of_folder(&self, name: &str) -> Option<Expectation> {
        let default = self.sort.of_folder(name);
        let own = self.rules.iter().find(|rule| rule.pattern == name && !rule.whole.is_silent());
        match own {
            Some(rule) => Some(rule.whole.over(&default.unwrap_or_else(|| self.nothing()))),
            None => default,
        }
    }

    /// An expectation that asks nothing.
    fn nothing(&self) -> Expectation {
        Expectation::of_cases(self.sort.whatever(), [])
    }

    fn example(
        &mut self,
        path: &str,
        name: &str,
        node: &Node,
        of_folder: Option<&Expectation>,
    ) -> Option<Example> {
        let sources = Sources::of(&join(PLACE, path), name, node);
        if sources.files.is_empty() && sources.nested.is_none() {
            return None;
        }
        let language = self.language(path, &sources);
        let mut promises: Vec<Expectation> = of_folder.cloned().into_iter().collect();
        promises.extend(self.tagged(path, &sources, of_folder));
        let ruled = self.ruled(path);
        if !ruled.is_empty() {
            promises.extend(ruled);
            self.tell_impossible(path, &promises);
        }
        let entry = self.rules_of(path).find_map(|rule| rule.entry.clone());
        let entry = entry.or_else(|| self.said.get(path)?.entry_point.clone());
        let files = sources.store(self.reading);
        let mut promises = without_repeats(promises).into_iter();
        let expected = promises.next().map(|first| Expectation { also: promises.collect(), ..first });
        Some(Example { path: path.to_owned(), language, files, expected, entry })
    }

    fn rules_of<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a Rule> {
        self.rules.iter().filter(move |rule| rule.glob.covers(path))
    }

    /// By a rule, else by the ending of the file. Answers are in none.
    fn language(&mut self, path: &str, sources: &Sources) -> Option<String> {
        if self.kinds.answers {
            return None;
        }
        let spoken = sources.spoken(self.reading);
        let faults = &self.reading.faults;
        if let Some(nested) = &sources.nested {
            faults.warn(nested, "is a folder inside a submission, which cannot be judged yet");
            return None;
        }
        if let Some(ruled) = self.rules_of(path).find_map(|rule| rule.language.as_ref()) {
            let known = Catalog::builtin().get(&ruled.value).map(|language| language.id.clone());
            if known.is_none() {
                let message =
                    format!("{path} cannot be judged: this judge has no language {:?}", ruled.value);
                faults.warn_at(rules::FILE, ruled.line, message);
            }
            return known;
        }
        if let Some(said) = self.said.get(path).and_then(Said::language) {
            return Some(said.to_owned());
        }
        let told = spoken.map_err(|reason| {
            faults.warn(&join(PLACE, path), format!("cannot be judged: it {reason}"));
        });
        told.ok().map(str::to_owned)
    }

    /// What the source itself says, which counts where the folder says nothing.
    fn tagged(
        &mut self,
        path: &str,
        sources: &Sources,
        of_folder: Option<&Expectation>,
    ) -> Option<Expectation> {
        for (_, place, leaf) in &sources.files {
            let Some(source) = self.reading.peek(*leaf) else { continue };
            match (tags::read(&source, self.sort), of_folder) {
                (Ok(None), _) => {}
                (Ok(Some(tag)), None) => return Some(tag),
                (Ok(Some(tag)), Some(folder)) => {
                    if !tags::agrees(&tag, folder) {
                        let message =
                            "has a tag @EXPECTED_RESULTS@ that its folder contradicts: the folder counts";
                        self.reading.faults.warn(place, message);
                    }
                    let score = tag.score?;
                    return Some(Expectation { score: Some(score), ..self.nothing() });
                }
                (Err(word), _) => {
                    let message =
                        format!("has a tag with {word:?}, which is no result: {path} promises nothing by it");
                    self.reading.faults.warn(place, message);
                }
            }
        }
        None
    }

    /// What the rules promise beside the folder.
    fn ruled(&self, path: &str) -> Vec<Expectation> {
        let mut ruled = Vec::new();
        for rule in self.rules_of(path) {
            // A rule with the folder's name was heeded with the folder.
            let of_folder = path.split_once('/').is_some_and(|(folder, _)| folder == rule.pattern);
            if !of_folder && !rule.whole.is_silent() {
                ruled.push(rule.whole.over(&self.nothing()));
            }
            for (glob, promise) in rule.parts.iter().filter(|(_, promise)| !promise.is_silent()) {
                let places = self.places.iter().filter(|place| glob.value.matches(place));
                let places: Vec<String> = places.cloned().collect();
                if !places.is_empty() {
                    ruled.push(Expectation { places, ..promise.over(&self.nothing()) });
                }
            }
        }
        ruled
    }

    /// Promises that no verdict could keep.
    fn tell_impossible(&self, path: &str, promises: &[Expectation]) {
        let left = |case: &String| {
            let about = promises.iter().filter(|promise| promise.is_about(case));
            let mut left = self.sort.whatever();
            about.for_each(|promise| left.retain(|verdict| promise.permitted.contains(verdict)));
            !left.is_empty()
        };
        if let Some(case) = self.places.iter().find(|case| !left(case)) {
            let line = self.rules_of(path).map(|rule| rule.line).max().unwrap_or(1);
            let message =
                format!("leaves no verdict that {path} could have on {case}: its rules exclude each other");
            self.reading.faults.error_at(rules::FILE, line, message);
        }
    }

    /// Rules about nothing are likely misspelt.
    fn tell_idle_rules(&self) {
        for rule in &self.rules {
            let about = |example: &Example| rule.glob.covers(&example.path);
            if !self.examples.iter().any(about) {
                let message = format!("{:?} is the path of no submission", rule.pattern);
                self.reading.faults.warn_at(rules::FILE, rule.line, message);
            }
            for (glob, _) in &rule.parts {
                if !self.places.iter().any(|place| glob.value.matches(place)) {
                    let message = format!("is about no group or case below {DATA}/");
                    self.reading.faults.warn_at(rules::FILE, glob.line, message);
                }
            }
        }
    }
}
