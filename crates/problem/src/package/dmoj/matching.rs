//! Cases found by the names of the archive's files.

use std::collections::BTreeMap;

use fancy_regex::{Captures, Regex};

/// What DMOJ takes where the package does not say: `1.in`, `task-1.in`, `batch-1-case-2.in`, …
pub(super) const INPUT: &str = r"^(?=.*?\.in|in).*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$";
pub(super) const OUTPUT: &str =
    r"^(?=.*?\.out|out).*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$";

/// A number where it is one, else a word; words come first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Word(String),
    Number(u128),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) input: Option<String>,
    pub(super) output: Option<String>,
}

/// The cases in DMOJ's order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Matched {
    pub(super) items: Vec<Item>,
    /// A file, and the later one that DMOJ takes in its place.
    pub(super) replaced: Vec<(String, String)>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item {
    Case(Pair),
    Batch(Vec<Pair>),
}

type Cases = BTreeMap<Key, Pair>;

/// `files` in the order of the archive. An error names what is wrong with them or with the patterns.
pub(super) fn find(files: &[String], input: &Regex, output: &Regex) -> Result<Matched, String> {
    let mut groups: BTreeMap<Key, (bool, Cases)> = BTreeMap::new();
    let mut matched = Matched::default();
    for (regex, of) in [(input, Pair::input as fn(&mut Pair) -> &mut Option<String>), (output, Pair::output)]
    {
        for file in files {
            let Some((batch, case)) = position(regex, file)? else { continue };
            let group = groups.entry(batch.clone().unwrap_or_else(|| case.clone())).or_default();
            group.0 |= batch.is_some();
            if let Some(before) = of(group.1.entry(case).or_default()).replace(file.clone()) {
                matched.replaced.push((before, file.clone()));
            }
        }
    }
    matched.items = groups.into_values().map(|(batched, cases)| item(batched, cases)).collect();
    Ok(matched)
}

impl Pair {
    fn input(&mut self) -> &mut Option<String> {
        &mut self.input
    }

    fn output(&mut self) -> &mut Option<String> {
        &mut self.output
    }
}

fn item(batched: bool, cases: Cases) -> Item {
    let mut pairs: Vec<Pair> = cases.into_values().collect();
    match (batched, pairs.pop()) {
        // A group that is no batch has the one case that gave it its name.
        (false, Some(only)) if pairs.is_empty() => Item::Case(only),
        (_, last) => {
            pairs.extend(last);
            Item::Batch(pairs)
        }
    }
}

/// Batch and case; `None` where the name does not match.
fn position(regex: &Regex, file: &str) -> Result<Option<(Option<Key>, Key)>, String> {
    let found = regex.captures(file).map_err(|_| format!("takes too long on {file:?}"))?;
    let Some(found) = found else { return Ok(None) };
    match key(&found, "case") {
        Some(case) => Ok(Some((key(&found, "batch"), case))),
        None => Err(format!("yields no number of a case for {file:?}")),
    }
}

fn key(found: &Captures<'_, str>, name: &str) -> Option<Key> {
    let text = found.name(name)?.as_str();
    Some(text.parse().map_or_else(|_| Key::Word(text.to_owned()), Key::Number))
}
