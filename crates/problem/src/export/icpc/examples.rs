//! `submissions/`: the folder's name tells what is promised, and `submissions.yaml` what the name does not.

mod promises;

use std::collections::BTreeMap;

use super::cases::Places;
use super::programs::of_files;
use super::yaml::{Yaml, quoted};
use super::{Draft, names};
use crate::package::icpc_words;
use crate::version::{Example, Expectation};

use promises::Promises;

pub(super) fn write(draft: &mut Draft<'_>, places: &Places) {
    let version = draft.version;
    if version.submissions.is_empty() {
        draft.lose("submissions", "there is none: the format wants an accepted one");
    }
    let scoring = version.scoring.is_some();
    let max = version.scoring.as_ref().and_then(|scoring| scoring.max);
    let promises = Promises { scoring, max, factor: places.factor };
    let mut folders: BTreeMap<String, Vec<&Example>> = BTreeMap::new();
    for example in &version.submissions {
        folders.entry(promises.folder(example)).or_default().push(example);
    }
    let mut yaml = Yaml::default();
    for (folder, examples) in &folders {
        Folder { promises: &promises, name: folder, places }.write(draft, examples, &mut yaml);
    }
    if !yaml.is_empty() {
        draft.text("submissions/submissions.yaml", yaml.finish());
    }
}

/// What of a promise the folder does not say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    All,
    Further,
}

struct Folder<'a> {
    promises: &'a Promises,
    name: &'a str,
    places: &'a Places,
}

impl Folder<'_> {
    /// All in one folder have the same promise: those with another one get a folder of their own.
    fn write(&self, draft: &mut Draft<'_>, examples: &[&Example], yaml: &mut Yaml) {
        let default = icpc_words::promise_of_folder(self.name, self.promises.scoring);
        let mut kinds: Vec<(Option<Expectation>, Vec<&Example>)> = Vec::new();
        for example in examples {
            let first = example.expected.as_ref().map(|expected| self.promises.plain(&alone(expected)));
            match kinds.iter_mut().find(|(known, _)| *known == first) {
                Some((_, list)) => list.push(example),
                None => kinds.push((first, vec![example])),
            }
        }
        if default.is_none() && kinds.len() > 1 {
            return self.files(draft, (self.name, Rest::All), examples, yaml);
        }
        // Who keeps the name: those that promise what it says, or what can be said in its place.
        let says = |promise: &Option<Expectation>| match (promise, &default) {
            (None, default) => default.is_none(),
            (Some(promise), Some(default)) => promises::fits(promise, default),
            (Some(_), None) => true,
        };
        kinds.sort_by_key(|(promise, _)| (*promise != default, !says(promise)));
        let mut number = usize::from(kinds.first().is_some_and(|(promise, _)| !says(promise)));
        for (promise, list) in &kinds {
            number += 1;
            let (name, over) = match number {
                1 => (self.name.to_owned(), default.clone()),
                number => (format!("{}_{number}", self.name), None),
            };
            self.promise(draft, &name, promise.as_ref(), over.as_ref(), yaml);
            self.files(draft, (&name, Rest::Further), list, yaml);
        }
    }

    /// The rule of a folder, where its name does not say it all.
    fn promise(
        &self,
        draft: &mut Draft<'_>,
        name: &str,
        promise: Option<&Expectation>,
        default: Option<&Expectation>,
        yaml: &mut Yaml,
    ) {
        let Some(promise) = promise.filter(|promise| Some(*promise) != default) else { return };
        let nothing = self.promises.nothing();
        let mut rule = Yaml::default();
        let said = self.promises.rule(&mut rule, promise, default.unwrap_or(&nothing));
        if !said {
            draft.lose(&format!("submissions/{name}"), promises::UNSAID);
        }
        yaml.map(&quoted(name), &rule);
    }

    fn files(
        &self,
        draft: &mut Draft<'_>,
        (folder, rest): (&str, Rest),
        examples: &[&Example],
        yaml: &mut Yaml,
    ) {
        let wanted: Vec<String> = examples.iter().map(|example| names::plain(&below(example))).collect();
        let written = names::distinct(wanted.clone());
        for ((example, name), wanted) in examples.iter().zip(&written).zip(wanted) {
            let path = format!("{folder}/{name}");
            let file = example.files.keys().next().filter(|_| example.files.len() == 1);
            let single = name == &wanted && file.is_some_and(|file| *file == below(example));
            if path != example.path {
                draft.lose(&format!("submissions.{}", example.path), format!("is called {path}"));
            }
            for (file, hash) in &example.files {
                match single {
                    true => draft.blob(format!("submissions/{path}"), *hash),
                    false => draft.blob(format!("submissions/{path}/{}", names::plain(file)), *hash),
                }
            }
            self.rules(draft, (&path, rest), example, yaml);
        }
    }

    /// What is said of one submission.
    fn rules(&self, draft: &mut Draft<'_>, (path, rest): (&str, Rest), example: &Example, yaml: &mut Yaml) {
        let mut rule = Yaml::default();
        if let Some(language) = &example.language
            && of_files(&example.files).as_ref() != Some(language)
        {
            if icpc_words::is_code(language) {
                rule.text("language", language);
            } else {
                let why = format!("is in {language}, which is no language of the format");
                draft.lose(&format!("submissions.{}", example.path), why);
            }
        }
        if let Some(entry) = &example.entry {
            rule.text("entrypoint", entry);
        }
        let first = example.expected.as_ref().filter(|_| rest == Rest::All);
        let first = first.map(|expected| self.promises.plain(&alone(expected)));
        let more = example.expected.iter().flat_map(|expected| &expected.also);
        let more = first.iter().chain(more);
        let (wholes, parts): (Vec<_>, Vec<_>) = more.partition(|promise| promise.places.is_empty());
        let mut said = wholes.len() <= 2;
        if let Some(whole) = wholes.first() {
            said &= self.promises.further(&mut rule, whole);
        }
        for part in parts {
            said &= self.part(&mut rule, part);
        }
        yaml.map(&quoted(path), &rule);
        if let Some(second) = wholes.get(1) {
            let mut rule = Yaml::default();
            said &= self.promises.further(&mut rule, second);
            // The same path once more, in other letters.
            yaml.map(&quoted(&format!("{{{path}}}")), &rule);
        }
        if !said {
            draft.lose(&format!("submissions.{}", example.path), promises::UNSAID);
        }
    }

    /// What is promised on some groups or cases; whether all of it is said.
    fn part(&self, rule: &mut Yaml, part: &Expectation) -> bool {
        const LONGEST: usize = 500;
        let known: Option<Vec<&[String]>> = part.places.iter().map(|place| self.places.of(place)).collect();
        let Some(known) = known else { return false };
        let names = known.concat();
        let key = match names.as_slice() {
            [one] => one.clone(),
            several => format!("{{{}}}", several.join(",")),
        };
        if key.len() > LONGEST {
            return false;
        }
        let mut inner = Yaml::default();
        let said = self.promises.further(&mut inner, part);
        rule.map(&quoted(&key), &inner);
        said
    }
}

fn alone(expected: &Expectation) -> Expectation {
    Expectation { also: Vec::new(), ..expected.clone() }
}

/// The path in its folder.
fn below(example: &Example) -> String {
    example.path.split_once('/').map_or(example.path.as_str(), |(_, rest)| rest).replace('/', "-")
}
