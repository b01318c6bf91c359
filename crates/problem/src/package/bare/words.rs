//! What in a file's name says that it is an input or an output.

/// Of a file in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Input,
    Output,
}

/// The word for a role that stands in a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) role: Role,
    /// The name with [`GAP`] for the word. Input and output of one case have it in common.
    pub(super) key: String,
}

/// No name has it.
pub(super) const GAP: char = '\0';

const INPUTS: [&str; 6] = ["in", "inp", "input", "inputs", "dat", "stdin"];
const OUTPUTS: [&str; 11] =
    ["out", "ou", "output", "outputs", "ans", "answer", "answers", "ok", "diff", "stdout", "expected"];

/// Only as a name's ending: elsewhere a letter is a number of the case, and `sol` are the solutions.
const INPUT_ENDINGS: [&str; 2] = ["i", "tst"];
const OUTPUT_ENDINGS: [&str; 6] = ["a", "o", "sol", "res", "des", "gt"];
/// Also before the number of a case: USACO's `I.1` and `O.1`, and `sum.i1` with `sum.o1`.
const LETTERS: [&str; 2] = ["i", "o"];

/// Every way to read the name.
pub(super) fn readings(path: &str) -> Vec<Reading> {
    let mut all = readings_of(path);
    // `1.in.txt` may have its answer in `1.out`.
    if let Some(inner) = path.strip_suffix(".txt").or_else(|| path.strip_suffix(".TXT")) {
        all.extend(readings_of(inner));
    }
    all
}

/// What a name without such a word can be: the input to `NAME.a`, `NAME.out` and the like.
pub(super) fn plain_input(path: &str) -> Option<Reading> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = match name.rsplit_once('.') {
        None => path,
        Some((_, ending)) if ending.eq_ignore_ascii_case("txt") => &path[..path.len() - ending.len() - 1],
        Some(_) => return None,
    };
    Some(Reading { role: Role::Input, key: format!("{stem}.{GAP}") })
}

fn readings_of(path: &str) -> Vec<Reading> {
    let found = words(path);
    let mut all: Vec<Reading> =
        found.iter().map(|(role, start, end)| reading(path, *role, &[(*start, *end)])).collect();
    for role in [Role::Input, Role::Output] {
        let places: Vec<_> =
            found.iter().filter(|(own, ..)| *own == role).map(|(_, start, end)| (*start, *end)).collect();
        if places.len() > 1 {
            all.push(reading(path, role, &places));
        }
    }
    all
}

fn reading(path: &str, role: Role, places: &[(usize, usize)]) -> Reading {
    let mut key = String::new();
    let mut from = 0;
    for (start, end) in places {
        key.push_str(&path[from..*start]);
        key.push(GAP);
        from = *end;
    }
    key.push_str(&path[from..]);
    Reading { role, key }
}

/// The words for a role, each with where it begins and ends.
fn words(path: &str) -> Vec<(Role, usize, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    for run in path.split_inclusive(|c: char| !c.is_ascii_alphabetic()) {
        let word = run.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
        let end = from + word.len();
        let is_ending = end == path.len() && path[..from].ends_with('.');
        if let Some(role) = role(word, is_ending || is_numbered(path, from, end)) {
            found.push((role, from, end));
        }
        from += run.len();
    }
    found
}

/// Whether a letter between two dots, or with a number after it, is the whole of what tells the case's files apart.
fn is_numbered(path: &str, from: usize, end: usize) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let (before, after) = (&path[..from], &path[end..]);
    LETTERS.contains(&path[from..end].to_ascii_lowercase().as_str())
        && ((before.ends_with('.') && digits(after))
            || ((before.is_empty() || before.ends_with('/')) && after.strip_prefix('.').is_some_and(digits)))
}

fn role(word: &str, is_ending: bool) -> Option<Role> {
    let word = word.to_ascii_lowercase();
    let word = word.as_str();
    if INPUTS.contains(&word) || (is_ending && INPUT_ENDINGS.contains(&word)) {
        Some(Role::Input)
    } else if OUTPUTS.contains(&word) || (is_ending && OUTPUT_ENDINGS.contains(&word)) {
        Some(Role::Output)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(path: &str, role: Role) -> Vec<String> {
        readings(path).into_iter().filter(|reading| reading.role == role).map(|reading| reading.key).collect()
    }

    #[test]
    fn input_and_output_of_a_case_have_a_key_in_common() {
        for (input, output) in [
            ("task.in.1a", "task.out.1a"),
            ("task.dummy.in.1", "task.dummy.out.1"),
            ("in/abc1a.in", "out/abc1a.out"),
            ("in/01", "out/01"),
            ("in/01.txt", "out/01.txt"),
            ("input/x.txt", "output/x.txt"),
            ("input0.txt", "output0.txt"),
            ("1.in.txt", "1.out.txt"),
            ("1.in.txt", "1.out"),
            ("TASK/Test01/TASK.INP", "TASK/Test01/TASK.OUT"),
            ("grader_test1.in", "grader_test1.ok"),
            ("x.dat", "x.ans"),
            ("I.1", "O.1"),
            ("tests/i.10", "tests/o.10"),
            ("sum.i1", "sum.o1"),
            ("1.stdin", "1.stdout"),
            ("1.in", "1.expected"),
            ("1.in", "1.res"),
            ("1.tst", "1.ans"),
            ("x.dat", "x.sol"),
            ("sum_in_range.in", "sum_in_range.out"),
            ("nameA.in3", "nameA.ou3"),
            ("in.in.1", "in.out.1"),
            ("input.7", "answer.7"),
            ("été.in", "été.a"),
        ] {
            let outputs = keys(output, Role::Output);
            assert!(keys(input, Role::Input).iter().any(|key| outputs.contains(key)), "{input} {output}");
        }
    }

    #[test]
    fn parts_of_words_and_letters_of_cases_say_nothing() {
        for name in [
            "main.cpp",
            "train1",
            "task.1a",
            "sol/a.txt",
            "about.html",
            "readme",
            "i.txt",
            "a1",
            "i1",
            "o.1a",
            "x.a1",
        ] {
            assert_eq!(readings(name), [], "{name}");
        }
    }

    #[test]
    fn names_without_a_word_are_inputs_to_answers_of_their_name() {
        let key = |name: &str| plain_input(name).map(|reading| reading.key);
        assert_eq!(key("tests/01"), Some("tests/01.\0".to_owned()));
        assert_eq!(key("tests/x.txt"), Some("tests/x.\0".to_owned()));
        assert_eq!(key("tests/x.md"), None);
        assert!(keys("tests/01.a", Role::Output).contains(&"tests/01.\0".to_owned()));
    }
}
