//! Collects everything that is wrong with a package, so that one reading tells all of it.

use std::cell::RefCell;
use std::fmt::Write as _;

use crate::fault::Fault;

/// More faults than this are counted, not told: nobody reads them, and a hostile archive could make 100,000.
const MOST: usize = 1_000;

/// Filled from everywhere in the reader, hence the interior mutability.
#[derive(Default)]
pub(super) struct Faults(RefCell<Vec<Fault>>);

impl Faults {
    pub(super) fn add(&self, fault: Fault) {
        self.0.borrow_mut().push(fault);
    }

    pub(super) fn error(&self, file: &str, message: impl Into<String>) {
        self.add(Fault::error(file, message));
    }

    pub(super) fn error_at(&self, file: &str, line: u32, message: impl Into<String>) {
        self.add(Fault::error(file, message).at(line));
    }

    pub(super) fn warn(&self, file: &str, message: impl Into<String>) {
        self.add(Fault::warning(file, message));
    }

    pub(super) fn warn_at(&self, file: &str, line: u32, message: impl Into<String>) {
        self.add(Fault::warning(file, message).at(line));
    }

    /// Makes paths relative to the folder `top`, once that is known to be the package's.
    pub(super) fn below(&self, top: &str) {
        for fault in self.0.borrow_mut().iter_mut() {
            let inner = fault.file.strip_prefix(top).and_then(|rest| rest.strip_prefix('/'));
            // A name that was refused stays as it is.
            if let Some(inner) = inner.filter(|inner| inner.split('/').all(|part| !matches!(part, "" | "..")))
            {
                fault.file = inner.to_owned();
            }
        }
    }

    pub(super) fn any_errors(&self) -> bool {
        self.0.borrow().iter().any(Fault::is_error)
    }

    /// By file and line; the package as a whole comes first.
    pub(super) fn sorted(self) -> Vec<Fault> {
        let mut all = self.0.into_inner();
        all.sort_by(|a, b| (&a.file, a.line, &a.message).cmp(&(&b.file, b.line, &b.message)));
        all.dedup();
        if all.len() > MOST {
            let more = all.len() - MOST;
            all.sort_by_key(|fault| !fault.is_error());
            all.truncate(MOST);
            all.sort_by(|a, b| (&a.file, a.line, &a.message).cmp(&(&b.file, b.line, &b.message)));
            all.push(Fault::error("", format!("and {more} more faults")));
        }
        all
    }
}

/// A name from outside, safe to print: control characters and text-direction marks are spelled out.
pub(super) fn printable(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        let turns_text =
            matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || turns_text {
            // Writing to a String does not fail.
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// "did you mean `x`?" where one of `known` is close to `word`.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let measured = known.into_iter().map(|name| (strsim::damerau_levenshtein(word, name), name));
    measured
        .filter(|(distance, name)| *distance <= name.len().max(word.len()) / 3)
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_out_by_file_and_line_without_repeats() {
        let faults = Faults::default();
        faults.error_at("problem.yaml", 10, "b");
        faults.error_at("problem.yaml", 9, "a");
        faults.error_at("problem.yaml", 9, "a");
        faults.warn("", "whole");
        let told: Vec<String> = faults.sorted().iter().map(Fault::to_string).collect();
        assert_eq!(told, ["package: whole", "problem.yaml:9: a", "problem.yaml:10: b"]);
    }

    #[test]
    fn a_flood_of_faults_is_cut_and_the_errors_stay() {
        let faults = Faults::default();
        (0..5_000).for_each(|i| faults.warn("a", format!("{i}")));
        faults.error("z", "the error");
        let told = faults.sorted();
        assert_eq!(told.len(), MOST + 1);
        assert!(told.iter().any(|fault| fault.message == "the error"));
        assert_eq!(told.last().unwrap().message, "and 4001 more faults");
    }

    #[test]
    fn hostile_names_are_printed_harmlessly() {
        assert_eq!(printable("a\u{1b}[2J\u{202e}b"), "a\\u{1b}[2J\\u{202e}b");
    }

    #[test]
    fn the_nearest_word_must_be_near() {
        assert_eq!(nearest("memroy", ["memory", "output"]), Some("memory"));
        assert_eq!(nearest("colour", ["memory", "output"]), None);
    }
}
