//! `prog/`: solutions `abc1.cpp`, slow ones `abcs1.cpp`, wrong ones `abcb1.cpp`, and `abcinwer.cpp`, which looks at inputs.

use std::collections::BTreeMap;

use crate::package::links::join;
use crate::package::names;
use crate::package::programs::Sources;
use crate::package::reading::Reading;
use crate::package::tree::{Folder, Leaf, Node};
use crate::verdict::Verdict::{Ac, Ile, Mle, Ole, Pe, Re, Tle, Wa};
use crate::version::{Example, Expectation, InputValidator, Program};

#[derive(Default)]
pub(super) struct Programs {
    pub(super) solutions: Vec<Example>,
    pub(super) validators: Vec<InputValidator>,
}

pub(super) fn read(reading: &mut Reading, place: &str, root: &Folder, task: &str) -> Programs {
    let mut programs = Programs::default();
    let Some(folder) = root.folder("prog") else { return programs };
    for (name, leaf) in folder.files() {
        let stem = names::split_extension(name).0;
        let Some(what) = stem.strip_prefix(task) else { continue };
        let path = join(place, &format!("prog/{name}"));
        let Some(program) = program(reading, &path, name, leaf) else { continue };
        match what {
            "chk" => reading
                .faults
                .error(&path, "not supported: Sinol's checkers, which answer in words of their own"),
            "soc" | "lib" => {
                reading.faults.error(&path, "not supported: Sinol's interactive tasks and libraries")
            }
            "inwer" => programs.validators.push(InputValidator { program, accepts: 0, args: Vec::new() }),
            _ => programs.solutions.extend(solution(program, what, name)),
        }
    }
    programs
}

fn program(reading: &mut Reading, path: &str, name: &str, leaf: Leaf) -> Option<Program> {
    let sources = Sources::of(path, name, &Node::File(leaf));
    let language = sources.language().ok()?.to_owned();
    let files: BTreeMap<_, _> = sources.store(reading);
    Some(Program { path: path.to_owned(), language, files })
}

/// `what` follows the task's name: a number, perhaps behind `s` or `b`, perhaps with a note behind `_`.
fn solution(program: Program, what: &str, name: &str) -> Option<Example> {
    let what = what.split('_').next().unwrap_or(what);
    let number = what.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    if !number.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let (permitted, required) = match &what[..what.len() - number.len()] {
        "" => (vec![Ac], vec![]),
        "s" => (vec![Ac, Tle, Ile, Mle], vec![Tle, Ile, Mle]),
        "b" => (vec![Ac, Wa, Pe, Re, Tle, Ile, Mle, Ole], vec![Wa, Pe, Re, Tle, Ile, Mle, Ole]),
        _ => return None,
    };
    let expected = Some(Expectation::of_cases(permitted, required));
    Some(Example {
        path: format!("prog/{name}"),
        language: Some(program.language),
        files: program.files,
        expected,
        entry: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(what: &str) -> Option<Vec<crate::Verdict>> {
        let program = Program { path: String::new(), language: "cpp".to_owned(), files: BTreeMap::new() };
        solution(program, what, "x").and_then(|example| example.expected).map(|expected| expected.required)
    }

    #[test]
    fn letters_before_the_number_say_what_is_expected() {
        assert_eq!(expected(""), Some(vec![]));
        assert_eq!(expected("12_fast"), Some(vec![]));
        assert_eq!(expected("s1"), Some(vec![Tle, Ile, Mle]));
        assert!(expected("b2").is_some_and(|required| required.contains(&Wa)));
        assert_eq!(expected("ingen"), None);
    }
}
