//! Tests that are not listed are found by their names, as Hydro finds them.

use std::collections::{BTreeMap, BTreeSet};

use super::config::{Case, Scorer, Subtask};
use crate::package::natural;

/// Endings of inputs and of outputs.
const INPUTS: [&str; 6] = [".in.txt", ".IN.TXT", ".in", ".IN", ".txt", ".TXT"];
const OUTPUTS: [&str; 8] = [".out", ".OUT", ".out.txt", ".OUT.TXT", ".ans", ".ANS", ".ans.txt", ".ANS.TXT"];

/// An input and what its output may be called.
struct Match {
    subtask: u64,
    id: u64,
    scorer: Scorer,
    outputs: Vec<String>,
}

/// The subtasks of `files`, paths below the tests' folder. What `listed` says of a subtask holds for the one of its id.
pub(super) fn subtasks(files: &BTreeSet<&str>, listed: &[Subtask]) -> Vec<Subtask> {
    let mut found: BTreeMap<u64, Subtask> = BTreeMap::new();
    for subtask in listed {
        if let Some(id) = subtask.id {
            found.insert(id, subtask.clone());
        }
    }
    let mut inputs: Vec<&str> = files.iter().copied().filter(|path| is_near(path)).collect();
    inputs.sort_by(|a, b| natural::order(a, b));
    for input in inputs {
        let Some(found_one) =
            matches(input).into_iter().find_map(|found| Some((output(&found, input, files)?, found)))
        else {
            continue;
        };
        let (output, found_one) = found_one;
        let subtask = found.entry(found_one.subtask).or_insert_with(|| Subtask {
            id: Some(found_one.subtask),
            scorer: Some(found_one.scorer),
            ..Subtask::default()
        });
        let case = Case {
            input: Some(input.to_owned()),
            output: Some(output),
            id: Some(found_one.id),
            ..Case::default()
        };
        subtask.cases.push(case);
    }
    found.into_values().filter(|subtask| !subtask.cases.is_empty()).collect()
}

/// Only the folder itself and these two in it are looked at.
fn is_near(path: &str) -> bool {
    match path.split_once('/') {
        None => true,
        Some((folder, name)) => {
            !name.contains('/') && matches!(folder.to_ascii_lowercase().as_str(), "input" | "output")
        }
    }
}

fn output(found: &Match, input: &str, files: &BTreeSet<&str>) -> Option<String> {
    let also = |name: &String| {
        [name.clone(), name.replace("input", "output").replace("Input", "Output").replace("INPUT", "OUTPUT")]
    };
    found.outputs.iter().flat_map(also).find(|name| name != input && files.contains(name.as_str()))
}

fn matches(input: &str) -> Vec<Match> {
    let by_ending = INPUTS.iter().filter_map(|ending| numbered_last(input.strip_suffix(ending)?));
    by_ending.chain(number_behind(input)).chain(numbered_first(input)).collect()
}

/// `name3` is of the first subtask, `name2-3` of the second.
fn numbered_last(stem: &str) -> Option<Match> {
    let (rest, number) = split_number(stem)?;
    let before = rest.strip_suffix(['-', '_']);
    let group = before.and_then(split_number).map(|(_, number)| number);
    let mut outputs: Vec<String> = OUTPUTS.iter().map(|ending| format!("{stem}{ending}")).collect();
    if stem.contains("input") {
        outputs.push(format!("{stem}.txt"));
    }
    let scorer = if group.is_some() { Scorer::Min } else { Scorer::Sum };
    Some(Match { subtask: group.map_or(Some(1), to_number)?, id: to_number(number)?, scorer, outputs })
}

/// `name.in3`.
fn number_behind(input: &str) -> Option<Match> {
    let (rest, number) = split_number(input)?;
    let (stem, output) = match (rest.strip_suffix(".in"), rest.strip_suffix(".IN")) {
        (Some(stem), _) => (stem, ["ou", "out"]),
        (None, Some(stem)) => (stem, ["OU", "OUT"]),
        (None, None) => return None,
    };
    let outputs = output.map(|word| format!("{stem}.{word}{number}")).to_vec();
    Some(Match { subtask: 1, id: to_number(number)?, scorer: Scorer::Sum, outputs })
}

/// `3-name.in`.
fn numbered_first(input: &str) -> Option<Match> {
    let stem = input.strip_suffix(".in").or_else(|| input.strip_suffix(".IN"))?;
    let name = stem.rsplit('/').next().unwrap_or(stem);
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let good = digits > 0 && name[digits..].starts_with(['-', '_']);
    let outputs = [".out", ".ans", ".OUT", ".ANS"].map(|ending| format!("{stem}{ending}")).to_vec();
    good.then_some(())?;
    Some(Match { subtask: 1, id: to_number(&name[..digits])?, scorer: Scorer::Sum, outputs })
}

/// What stands before the digits at the end, and they.
fn split_number(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| text.split_at(text.len() - digits))
}

fn to_number(digits: &str) -> Option<u64> {
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[&str]) -> Vec<String> {
        let found = subtasks(&files.iter().copied().collect(), &[]);
        let case = |case: &Case| {
            format!(
                "{}>{}",
                case.input.as_deref().unwrap_or_default(),
                case.output.as_deref().unwrap_or_default()
            )
        };
        let subtask = |subtask: &Subtask| {
            let cases: Vec<String> = subtask.cases.iter().map(case).collect();
            format!("{} {:?}: {}", subtask.id.unwrap_or_default(), subtask.scorer, cases.join(" "))
        };
        found.iter().map(subtask).collect()
    }

    #[test]
    fn every_naming_is_found() {
        for (files, wanted) in [
            (["a1.in", "a1.out"], "1 Some(Sum): a1.in>a1.out"),
            (["10.in", "10.ans"], "1 Some(Sum): 10.in>10.ans"),
            (["a2-3.in", "a2-3.out"], "2 Some(Min): a2-3.in>a2-3.out"),
            (["a2_3.IN", "a2_3.OUT"], "2 Some(Min): a2_3.IN>a2_3.OUT"),
            (["a-3.in", "a-3.out"], "1 Some(Sum): a-3.in>a-3.out"),
            (["input3.txt", "output3.txt"], "1 Some(Sum): input3.txt>output3.txt"),
            (["input3.in", "output3.out"], "1 Some(Sum): input3.in>output3.out"),
            (["1.in.txt", "1.out.txt"], "1 Some(Sum): 1.in.txt>1.out.txt"),
            (["1.txt", "1.out"], "1 Some(Sum): 1.txt>1.out"),
            (["nameA.in3", "nameA.ou3"], "1 Some(Sum): nameA.in3>nameA.ou3"),
            (["3-abc.in", "3-abc.out"], "1 Some(Sum): 3-abc.in>3-abc.out"),
            (["input/1.in", "output/1.out"], "1 Some(Sum): input/1.in>output/1.out"),
            (["Input/1.in", "Output/1.out"], "1 Some(Sum): Input/1.in>Output/1.out"),
        ] {
            assert_eq!(found(&files), [wanted], "{files:?}");
        }
    }

    #[test]
    fn inputs_without_an_output_and_other_files_are_no_cases() {
        assert_eq!(found(&["1.in", "2.out", "config.yaml", "x/3.in", "x/3.out", "a.in", "a.out"]), [""; 0]);
    }

    #[test]
    fn subtasks_keep_what_is_listed_of_them() {
        let listed = [Subtask { id: Some(2), score: Some(70.0), ..Subtask::default() }];
        let files = ["a1-1.in", "a1-1.out", "a2-1.in", "a2-1.out"];
        let found = subtasks(&files.into_iter().collect(), &listed);
        assert_eq!(found.len(), 2);
        assert_eq!((found[1].score, found[1].cases.len(), found[1].scorer), (Some(70.0), 1, None));
    }
}
