//! Which output belongs to which input.

use std::collections::{BTreeMap, BTreeSet};

use super::words::{self, GAP, Role};
use crate::package::natural;

/// A case: its two files, as numbers in the list that was given, and what their names have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) input: usize,
    pub(super) output: usize,
    pub(super) name: String,
    /// With [`GAP`] in place of the words.
    pub(super) key: String,
}

/// What became of a list of files.
#[derive(Debug, Default)]
pub(super) struct Paired {
    /// In the order in which people count.
    pub(super) pairs: Vec<Pair>,
    /// Files that look like one of a pair and are none: each with why.
    pub(super) faults: Vec<(usize, String)>,
    /// Files that say nothing about themselves.
    pub(super) strangers: Vec<usize>,
}

/// Edges from inputs to outputs, with the key of each.
#[derive(Default)]
struct Graph {
    outputs: BTreeMap<usize, BTreeMap<usize, String>>,
    inputs: BTreeMap<usize, BTreeSet<usize>>,
}

/// Pairs `files`, which are paths.
pub(super) fn pair(files: &[&str]) -> Paired {
    let mut sides = Sides::default();
    for (at, path) in files.iter().enumerate() {
        words::readings(path).into_iter().for_each(|reading| sides.add(at, reading.role, reading.key));
    }
    let mut graph = sides.graph();
    let known = |graph: &Graph, at: &usize| graph.outputs.contains_key(at) || graph.inputs.contains_key(at);
    // Only what found no partner by a word of its own may be an input without one.
    let mut rest = sides;
    rest.inputs.clear();
    rest.outputs.values_mut().for_each(|outputs| outputs.retain(|at| !known(&graph, at)));
    for (at, path) in files.iter().enumerate().filter(|(at, _)| !known(&graph, at)) {
        words::plain_input(path).into_iter().for_each(|reading| rest.add(at, reading.role, reading.key));
    }
    graph.join(rest.graph());
    graph.judge(files)
}

/// Files by key.
#[derive(Default)]
struct Sides {
    inputs: BTreeMap<String, BTreeSet<usize>>,
    outputs: BTreeMap<String, BTreeSet<usize>>,
}

impl Sides {
    fn add(&mut self, at: usize, role: Role, key: String) {
        let side = match role {
            Role::Input => &mut self.inputs,
            Role::Output => &mut self.outputs,
        };
        side.entry(key).or_default().insert(at);
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        for (key, inputs) in &self.inputs {
            let Some(outputs) = self.outputs.get(key) else { continue };
            for (input, output) in
                inputs.iter().flat_map(|input| outputs.iter().map(move |output| (input, output)))
            {
                graph.outputs.entry(*input).or_default().insert(*output, key.clone());
                graph.inputs.entry(*output).or_default().insert(*input);
            }
        }
        graph
    }
}

impl Graph {
    fn join(&mut self, other: Self) {
        self.outputs.extend(other.outputs);
        self.inputs.extend(other.inputs);
    }

    fn judge(&self, files: &[&str]) -> Paired {
        let mut paired = Paired::default();
        for (at, path) in files.iter().enumerate() {
            let outputs = self.outputs.get(&at);
            let inputs = self.inputs.get(&at);
            match (outputs, inputs) {
                (Some(_), Some(_)) => {
                    paired.faults.push((at, "is an input and an output at once".to_owned()))
                }
                (Some(outputs), None) if outputs.len() > 1 => {
                    paired.faults.push((at, several("answers", outputs.keys(), files)));
                }
                (None, Some(inputs)) if inputs.len() > 1 => {
                    paired.faults.push((at, several("inputs", inputs.iter(), files)));
                }
                (Some(outputs), None) => paired.pairs.extend(self.pair(at, outputs)),
                (None, Some(_)) => {}
                (None, None) => match words::readings(path).first() {
                    Some(reading) => paired.faults.push((at, alone(reading.role).to_owned())),
                    None => paired.strangers.push(at),
                },
            }
        }
        paired.pairs.sort_by(|a, b| natural::order(files[a.input], files[b.input]));
        name(&mut paired.pairs, files);
        paired
    }

    fn pair(&self, input: usize, outputs: &BTreeMap<usize, String>) -> Option<Pair> {
        let (output, key) = outputs.iter().next()?;
        let alone = self.inputs.get(output).is_some_and(|inputs| inputs.len() == 1);
        let key = key.clone();
        alone.then(|| Pair { input, output: *output, name: String::new(), key })
    }
}

fn alone(role: Role) -> &'static str {
    match role {
        Role::Input => "has no answer: no output has a name like it; add one, or take it out",
        Role::Output => "belongs to no input: none has a name like it; add one, or take it out",
    }
}

fn several<'a>(what: &str, others: impl Iterator<Item = &'a usize>, files: &[&str]) -> String {
    let names: Vec<&str> = others.map(|at| files[*at]).collect();
    format!("has {} {what} ({}): keep one", names.len(), names.join(", "))
}

/// Names the cases after what input and output have in common; where that names two, after the input.
fn name(pairs: &mut [Pair], files: &[&str]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for pair in pairs.iter_mut() {
        pair.name = common(&pair.key);
        *seen.entry(pair.name.clone()).or_default() += 1;
    }
    for pair in pairs.iter_mut().filter(|pair| pair.name.is_empty() || seen[&pair.name] > 1) {
        pair.name = files[pair.input].to_owned();
    }
}

/// `task.GAP.1a` is `task.1a`, `GAP/01.txt` is `01`.
fn common(key: &str) -> String {
    let parts = key.split('/').map(|part| {
        let plain = part.strip_suffix(".txt").unwrap_or(part);
        let pieces: Vec<&str> = plain.split(GAP).map(|piece| piece.trim_matches(['.', '_', '-'])).collect();
        pieces.into_iter().filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join(".")
    });
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &[&str]) -> Vec<String> {
        let paired = pair(files);
        assert!(paired.faults.is_empty(), "{:?}", paired.faults);
        paired.pairs.into_iter().map(|pair| pair.name).collect()
    }

    #[test]
    fn cases_come_in_the_order_of_counting_with_the_name_of_both_files() {
        assert_eq!(names(&["10.in", "10.out", "2.in", "2.out", "readme.md"]), ["2", "10"]);
        assert_eq!(names(&["t.in.1a", "t.in.1b", "t.out.1a", "t.out.1b"]), ["t.1a", "t.1b"]);
        assert_eq!(names(&["in/01.txt", "out/01.txt"]), ["01"]);
        assert_eq!(
            names(&["Test1/A.INP", "Test1/A.OUT", "Test2/A.INP", "Test2/A.OUT"]),
            ["Test1/A", "Test2/A"]
        );
        assert_eq!(names(&["01", "01.a", "02", "02.a"]), ["01", "02"]);
        assert_eq!(names(&["a-1.in", "a-1.out", "x/a-1.in", "x/a-1.out"]), ["a-1", "x/a-1"]);
        assert_eq!(names(&["input.txt", "output.txt"]), ["input.txt"]);
    }

    #[test]
    fn what_matches_two_or_none_is_listed() {
        let files = ["1.in", "1.out", "1.ans", "2.in", "3.out"];
        let told: Vec<String> =
            pair(&files).faults.into_iter().map(|(at, reason)| format!("{}: {reason}", files[at])).collect();
        assert_eq!(
            told,
            [
                "1.in: has 2 answers (1.out, 1.ans): keep one",
                "2.in: has no answer: no output has a name like it; add one, or take it out",
                "3.out: belongs to no input: none has a name like it; add one, or take it out",
            ]
        );
    }

    #[test]
    fn files_that_say_nothing_are_left() {
        let paired = pair(&["1.in", "1.out", "notes", "x.txt"]);
        assert_eq!((paired.pairs.len(), paired.strangers), (1, vec![2, 3]));
    }
}
