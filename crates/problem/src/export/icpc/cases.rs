//! `data/`: test cases, groups, and what the validators are tried with.

use std::collections::BTreeMap;

use super::arguments::Arguments;
use super::groups::{self, Content, Group, Layout, Secret};
use super::points::{self, Known, Scores, Worth};
use super::programs::Decider;
use super::yaml::Yaml;
use super::{Draft, names, samples};
use crate::version::{Rules, TestCase, VerdictRule};

/// Where the version's groups and cases are in the package.
#[derive(Default)]
pub(super) struct Places {
    /// Names below `data/`, by full names in the version.
    by_name: BTreeMap<String, Vec<String>>,
    /// By which points are multiplied.
    pub(super) factor: f64,
}

impl Places {
    /// `None` where it is nowhere.
    pub(super) fn of(&self, name: &str) -> Option<&[String]> {
        self.by_name.get(name).map(Vec::as_slice)
    }

    fn add(&mut self, name: &str, written: String) {
        self.by_name.entry(name.to_owned()).or_default().push(written);
    }
}

/// A folder of cases that is to be written.
struct Part<'a> {
    /// Below `data/`.
    folder: String,
    /// The group's name in the version.
    of: &'a str,
    cases: Vec<(String, &'a TestCase)>,
    arguments: Vec<Arguments>,
}

pub(super) fn write(draft: &mut Draft<'_>, decider: &Decider) -> Places {
    let Layout { samples, mut secret } = groups::arrange(draft);
    let scores = draft.version.scoring.is_some().then(|| points::score(draft, &mut secret, decider));
    let mut places =
        Places { factor: scores.as_ref().map_or(1.0, |scores| scores.factor), ..Places::default() };
    let mut writing = Writing { draft, decider, places: &mut places, known: Known::new() };
    if !samples.is_empty() {
        writing.samples(&samples);
    }
    writing.secret(&secret, scores.as_ref());
    draft.tell_on_source_left();
    samples::talks(draft);
    samples::of_validators(draft, decider);
    tell_unsaid(draft);
    places
}

struct Writing<'b, 'a> {
    draft: &'b mut Draft<'a>,
    decider: &'b Decider,
    places: &'b mut Places,
    known: Known,
}

impl<'a> Writing<'_, 'a> {
    fn samples(&mut self, samples: &[&'a TestCase]) {
        let part = self.part("sample", "sample", samples);
        let common = Arguments::common(&part.arguments);
        self.group_file(("sample", "sample"), &common, &Arguments::default(), None);
        self.known.insert("sample".to_owned(), (vec!["sample".to_owned()], true));
        self.cases(&part, &common);
        self.places.add("sample", "sample".to_owned());
    }

    fn secret(&mut self, secret: &Secret<'a>, scores: Option<&Scores<'a>>) {
        let parts: Vec<(Part<'a>, Option<&Worth>)> = match (&secret.content, scores) {
            (Content::Cases(cases), _) => vec![(self.part("secret", secret.name, cases), None)],
            (Content::Groups(groups), None) => {
                groups.iter().for_each(|group| tell_rules(self.draft, group.name, &group.rules));
                let groups: Vec<&Group<'_>> = groups.iter().collect();
                self.parts(secret.name, &groups).into_iter().map(|part| (part, None)).collect()
            }
            (Content::Groups(_), Some(scores)) => {
                let groups: Vec<&Group<'_>> = scores.groups.iter().map(|(group, _)| group).collect();
                let worths = scores.groups.iter().map(|(_, worth)| Some(worth));
                self.parts(secret.name, &groups).into_iter().zip(worths).collect()
            }
        };
        let all: Vec<Arguments> = parts.iter().flat_map(|(part, _)| part.arguments.clone()).collect();
        let common = Arguments::common(&all);
        let worth = scores.map(|scores| &scores.secret);
        self.group_file(("secret", secret.name), &common, &Arguments::default(), worth);
        self.places.add(secret.name, "secret".to_owned());
        for (part, worth) in &parts {
            if part.folder != "secret" {
                let inner = Arguments::common(&part.arguments);
                self.group_file((&part.folder, part.of), &inner, &common, *worth);
                self.cases(part, &inner);
            } else {
                self.cases(part, &common);
            }
        }
    }

    /// Gives each group of a row its name, and its cases theirs.
    fn parts(&mut self, above: &str, groups: &[&Group<'a>]) -> Vec<Part<'a>> {
        let wanted: Vec<String> = groups.iter().map(|group| below(above, group.name)).collect();
        let written = names::in_order(&wanted);
        tell_renamed(self.draft, "groups of tests", &wanted, &written);
        groups
            .iter()
            .zip(written)
            .map(|(group, name)| {
                let folder = format!("secret/{name}");
                if group.cases.iter().all(|case| case.name != group.of) {
                    self.places.add(group.of, folder.clone());
                }
                self.part(&folder, group.name, &group.cases)
            })
            .collect()
    }

    /// `of` is the name of the group in the version.
    fn part(&mut self, folder: &str, of: &'a str, cases: &[&'a TestCase]) -> Part<'a> {
        let wanted: Vec<String> = cases.iter().map(|case| below(of, &case.name)).collect();
        let written = names::in_order(&wanted);
        tell_renamed(self.draft, &format!("tests in {folder}"), &wanted, &written);
        let of_case =
            |case: &&TestCase| Arguments::of(case, self.decider.args_of(case), &self.decider.inputs);
        let arguments = cases.iter().map(of_case).collect();
        for (case, name) in cases.iter().zip(&written) {
            self.places.add(&case.name, format!("{folder}/{name}"));
        }
        Part {
            folder: folder.to_owned(),
            of,
            cases: written.into_iter().zip(cases.iter().copied()).collect(),
            arguments,
        }
    }

    /// `of` is the name of the group in the version.
    fn group_file(
        &mut self,
        (folder, of): (&str, &str),
        arguments: &Arguments,
        above: &Arguments,
        worth: Option<&Worth>,
    ) {
        let mut yaml = Yaml::default();
        if let Some(worth) = worth {
            worth.write(self.draft, &mut yaml, folder, &self.known);
            self.remember(folder, worth.is_pass_fail());
        }
        // Samples give no points, whatever is written.
        let parts = folder == "sample" || worth.is_some_and(|worth| !worth.is_pass_fail());
        let written = self.draft.write_on_source(of, (folder, self.places.factor, parts), &mut yaml);
        if let Some((name, place)) = written {
            self.places.add(&name, place);
        }
        arguments.write(&mut yaml, above);
        // Only what has a file of its own is a group of the format.
        if !yaml.is_empty() || folder.contains('/') {
            self.draft.text(format!("data/{folder}/test_group.yaml"), yaml.finish());
        }
    }

    /// The group of the version that lies in this folder can be required by later ones.
    fn remember(&mut self, folder: &str, pass_fail: bool) {
        for (name, written) in &self.places.by_name {
            if written.iter().any(|written| written == folder) {
                let known = self.known.entry(name.clone()).or_insert((Vec::new(), true));
                known.0.push(folder.to_owned());
                known.1 &= pass_fail;
            }
        }
    }

    fn cases(&mut self, part: &Part<'a>, above: &Arguments) {
        for ((name, case), arguments) in part.cases.iter().zip(&part.arguments) {
            let path = format!("data/{}/{name}", part.folder);
            let mut yaml = Yaml::default();
            arguments.write(&mut yaml, above);
            if let Some(hint) = &case.hint {
                yaml.text("hint", hint);
            }
            if let Some(description) = &case.description {
                yaml.text("description", description);
            }
            if !yaml.is_empty() {
                self.draft.text(format!("{path}.yaml"), yaml.finish());
            }
            self.draft.blob(format!("{path}.in"), case.input);
            self.draft.blob(format!("{path}.ans"), case.answer);
            self.files(&path, case);
            if part.folder == "sample" {
                samples::shown(self.draft, &path, case);
            }
        }
    }

    fn files(&mut self, path: &str, case: &TestCase) {
        for (name, hash) in &case.files {
            if names::is_plain(name) {
                self.draft.blob(format!("{path}.files/{name}"), *hash);
            } else {
                let why = format!("its file {name:?} is left out: the format passes over such names");
                self.draft.misjudge(&format!("tests.{}", case.name), why);
            }
        }
    }
}

/// What cases have that no file says.
fn tell_unsaid(draft: &mut Draft<'_>) {
    let cases = draft.version.tests.cases();
    let count = |has: &dyn Fn(&TestCase) -> bool| cases.iter().filter(|case| has(case)).count();
    let limits = count(&|case| case.limits != crate::version::CaseLimits::default());
    let comparisons = count(&|case| case.comparison.is_some());
    let commands = count(&|case| case.command.is_some());
    if limits > 0 {
        draft.misjudge(
            "tests.limits",
            format!("{limits} tests have limits of their own, which cannot be said"),
        );
    }
    if comparisons > 0 {
        let why = format!("{comparisons} tests are compared in a way of their own, which cannot be said");
        draft.misjudge("tests.comparison", why);
    }
    let questions = count(&|case| case.question.is_some());
    if questions > 0 {
        let why = format!(
            "{questions} tests are questions that are answered on one sheet; in the format each wants a file"
        );
        draft.misjudge("tests.question", why);
    }
    if commands > 0 {
        let why =
            format!("the commands that made {commands} tests are left out: the format has no place for them");
        draft.lose("tests.command", why);
    }
}

/// Without points, rules of groups say which verdict counts.
fn tell_rules(draft: &mut Draft<'_>, name: &str, rules: &Rules) {
    let field = format!("tests.{name}");
    if rules.any_accepted
        || rules.grader.is_some()
        || rules.verdict == VerdictRule::Accepted
        || rules.uncounted
    {
        draft.misjudge(&field, "is accepted by a rule of its own, which cannot be said");
    } else if rules.verdict == VerdictRule::Worst {
        draft.lose(&field, "which verdict of several it has cannot be said");
    }
}

/// The name without that of the group around it.
pub(super) fn below(group: &str, name: &str) -> String {
    let inside = name.strip_prefix(group).and_then(|rest| rest.strip_prefix('/'));
    let shown = || ["sample/", "secret/"].iter().find_map(|folder| name.strip_prefix(folder));
    let rest = inside.filter(|_| !group.is_empty()).or_else(shown).unwrap_or(name);
    match rest {
        // The format's own file of a group would be taken for the case's.
        "test_group" | "testdata" => format!("{rest}_"),
        rest => rest.replace('/', "-"),
    }
}

fn tell_renamed(draft: &mut Draft<'_>, what: &str, wanted: &[String], written: &[String]) {
    let renamed: Vec<_> = wanted.iter().zip(written).filter(|(wanted, written)| wanted != written).collect();
    if let Some((first, now)) = renamed.first() {
        let why = format!(
            "{} are called otherwise, as the format takes them in the order of their names: {first} is {now}",
            renamed.len()
        );
        draft.lose(what, why);
    }
}
