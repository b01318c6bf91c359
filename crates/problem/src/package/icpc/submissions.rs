//! `submissions/`: the setter's own solutions, right and wrong. The folder's name says what to expect of them.

use super::edition::Edition;
use crate::package::faults::nearest;
use crate::package::links::join;
use crate::package::programs::Sources;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Node};
use crate::verdict::Verdict::{self, Ac, Ce, Ile, Je, Mle, Ole, Pe, Re, Tle, Wa};
use crate::version::{Example, Expectation};

const PLACE: &str = "submissions";

pub(super) fn read(reading: &mut Reading, root: &Folder) -> Vec<Example> {
    let Some(folder) = root.folder(PLACE) else {
        reading.faults.warn(PLACE, "is missing: nothing shows that the problem can be solved");
        return Vec::new();
    };
    for (name, leaf) in folder.files() {
        let message = match name {
            "submissions.yaml" if leaf.size == 0 => continue,
            "submissions.yaml" => "is not read yet: only the folders' names say what is expected",
            _ => "is ignored: submissions lie in folders such as submissions/accepted",
        };
        reading.faults.warn(&join(PLACE, name), message);
    }
    let mut examples = Vec::new();
    for (name, inner) in folder.folders().filter(|(_, inner)| inner.has_files()) {
        let expected = expectation(name, reading.edition);
        if expected.is_none() {
            let hint =
                nearest(name, FOLDERS).map_or(String::new(), |known| format!(" (did you mean {known}?)"));
            let message =
                format!("is no folder of the format{hint}: nothing is expected of the submissions in it");
            reading.faults.warn(&join(PLACE, name), message);
        }
        for (file, node) in &inner.0 {
            examples.extend(example(reading, &join(name, file), file, node, expected.clone()));
        }
    }
    if !examples.iter().any(|example| example.path.starts_with("accepted/")) {
        let message = "has no accepted submission: nothing shows that the problem can be solved";
        reading.faults.warn(PLACE, message);
    }
    examples
}

fn example(
    reading: &mut Reading,
    path: &str,
    name: &str,
    node: &Node,
    expected: Option<Expectation>,
) -> Option<Example> {
    let place = join(PLACE, path);
    let sources = Sources::of(&place, name, node);
    if sources.files.is_empty() && sources.nested.is_none() {
        return None;
    }
    let language = match (&sources.nested, sources.language()) {
        (Some(nested), _) => {
            reading.faults.warn(nested, "is a folder inside a submission, which cannot be judged yet");
            None
        }
        (None, Ok(language)) => Some(language.to_owned()),
        (None, Err(reason)) => {
            reading.faults.warn(&place, format!("cannot be judged: it {reason}"));
            None
        }
    };
    let files = sources.store(reading);
    Some(Example { path: path.to_owned(), language, files, expected })
}

/// The format has four verdicts; ours are finer: what it calls too slow may have slept, a crash may be want of memory.
const WRONG: &[Verdict] = &[Wa, Pe];
const SLOW: &[Verdict] = &[Tle, Ile];
const CRASH: &[Verdict] = &[Re, Mle, Ole];

/// The names that setters choose from.
const FOLDERS: [&str; 10] = [
    "accepted",
    "brute_force",
    "compile_error",
    "idle_limit_exceeded",
    "memory_limit_exceeded",
    "output_limit_exceeded",
    "rejected",
    "run_time_error",
    "time_limit_exceeded",
    "wrong_answer",
];

/// What a folder below `submissions/` promises.
fn expectation(folder: &str, edition: Edition) -> Option<Expectation> {
    let legacy = !edition.new_names();
    let (permitted, required): (&[&[Verdict]], &[&[Verdict]]) = match folder {
        "accepted" | "slow_accepted" => (&[&[Ac]], &[]),
        "rejected" => (&[&[Ac], WRONG, SLOW, CRASH], &[WRONG, SLOW, CRASH]),
        "wrong_answer" | "no_output" => (&[&[Ac], WRONG], &[WRONG]),
        // Legacy lets a slow one be wrong as well, and a crashing one be anything.
        "time_limit_exceeded" if legacy => (&[&[Ac], WRONG, SLOW], &[SLOW]),
        "time_limit_exceeded" => (&[&[Ac], SLOW], &[SLOW]),
        "run_time_error" | "runtime_error" if legacy => (&[&[Ac], WRONG, SLOW, CRASH], &[CRASH]),
        "run_time_error" | "runtime_error" => (&[&[Ac], CRASH], &[CRASH]),
        "brute_force" => (&[&[Ac], SLOW, CRASH], &[SLOW, CRASH]),
        "memory_limit" | "memory_limit_exceeded" => (&[&[Ac, Mle]], &[&[Mle]]),
        "output_limit" | "output_limit_exceeded" => (&[&[Ac, Ole]], &[&[Ole]]),
        "idle_limit_exceeded" => (&[&[Ac, Ile]], &[&[Ile]]),
        "compiler_error" | "compile_error" => (&[&[Ce]], &[&[Ce]]),
        "judge_error" => (&[&[Ac, Je]], &[&[Je]]),
        _ => return None,
    };
    Some(Expectation { permitted: permitted.concat(), required: required.concat() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(folder: &str, edition: Edition, verdicts: &[Verdict]) -> bool {
        expectation(folder, edition).unwrap().holds(verdicts)
    }

    #[test]
    fn the_formats_folders_promise_what_the_format_says() {
        use Edition::Current;
        for (folder, good, bad) in [
            ("accepted", vec![Ac, Ac], vec![Ac, Wa]),
            ("rejected", vec![Ac, Re], vec![Ac, Ac]),
            ("wrong_answer", vec![Ac, Wa], vec![Wa, Tle]),
            ("time_limit_exceeded", vec![Ac, Tle], vec![Wa, Tle]),
            ("run_time_error", vec![Ac, Re], vec![Re, Wa]),
            ("brute_force", vec![Tle, Re, Ac], vec![Ac, Ac]),
            ("memory_limit_exceeded", vec![Ac, Mle], vec![Re]),
            ("output_limit_exceeded", vec![Ole], vec![Ac]),
            ("idle_limit_exceeded", vec![Ile], vec![Tle]),
            ("compile_error", vec![Ce], vec![Ac]),
            ("judge_error", vec![Ac, Je], vec![Ac]),
        ] {
            assert!(holds(folder, Current, &good), "{folder} {good:?}");
            assert!(!holds(folder, Current, &bad), "{folder} {bad:?}");
        }
    }

    #[test]
    fn legacy_is_laxer_about_slow_and_crashing_ones() {
        assert!(holds("time_limit_exceeded", Edition::Legacy, &[Wa, Tle]));
        assert!(!holds("time_limit_exceeded", Edition::Legacy, &[Re, Tle]));
        assert!(holds("run_time_error", Edition::Legacy, &[Wa, Tle, Re]));
        assert!(!holds("wrong_answer", Edition::Legacy, &[Wa, Tle]));
    }

    #[test]
    fn every_name_that_is_proposed_promises_something() {
        assert!(FOLDERS.iter().all(|folder| expectation(folder, Edition::Current).is_some()));
    }

    #[test]
    fn other_names_are_aliases_or_promise_nothing() {
        for (alias, folder) in [
            ("runtime_error", "run_time_error"),
            ("memory_limit", "memory_limit_exceeded"),
            ("output_limit", "output_limit_exceeded"),
            ("compiler_error", "compile_error"),
        ] {
            assert_eq!(expectation(alias, Edition::Current), expectation(folder, Edition::Current));
        }
        assert_eq!(expectation("mixed", Edition::Legacy), None);
        assert_eq!(expectation("partially_accepted", Edition::Legacy), None);
    }
}
