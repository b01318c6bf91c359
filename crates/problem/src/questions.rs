//! Questions with answers in words: what is handed in is one text, a sheet, with an answer to each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::package::yaml::{self, Node, Value};

/// How an answer is compared with the right one, which is the answer of the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// The same text, blanks at its ends apart: Hydro's.
    Text,
    /// The right answer has a choice a line, and all of them are wanted, in any order. Some and no other give half of the
    /// points, as a whole number: Hydro's.
    Choices,
    /// The same first word, in any case of letters; where that is `*`, any: HUSTOJ's.
    Word,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    One(String),
    Many(Vec<String>),
}

/// The answers by the names of their questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet(BTreeMap<String, Given>);

impl Sheet {
    /// Reads what was handed in: YAML, `1: A` a line or `2: [A, C]`; or else lines such as `1 A`. Of two answers to one
    /// question the first counts. `None` where there is no answer to anything.
    pub fn read(text: &str) -> Option<Self> {
        let sheet = of_yaml(text).unwrap_or_else(|| of_lines(text));
        (!sheet.is_empty()).then_some(Self(sheet))
    }

    /// The answer to the question with this name: that of its case, or the last part of that.
    pub fn answer(&self, case: &str) -> Option<&Given> {
        let last = case.rsplit('/').next().unwrap_or(case);
        self.0.get(case).or_else(|| self.0.get(last))
    }
}

fn of_yaml(text: &str) -> Option<BTreeMap<String, Given>> {
    let Ok(Node { value: Value::Map(entries), .. }) = yaml::parse(text) else { return None };
    let mut sheet = BTreeMap::new();
    for entry in entries.into_iter().filter(|entry| !entry.key.is_empty()) {
        let given = match entry.node.value {
            Value::Null => Given::One(String::new()),
            Value::Scalar(text) => Given::One(text),
            Value::List(items) => Given::Many(items.into_iter().filter_map(scalar).collect()),
            Value::Map(_) => continue,
        };
        sheet.entry(entry.key).or_insert(given);
    }
    Some(sheet)
}

fn scalar(node: Node) -> Option<String> {
    match node.value {
        Value::Scalar(text) => Some(text),
        _ => None,
    }
}

fn of_lines(text: &str) -> BTreeMap<String, Given> {
    let mut sheet = BTreeMap::new();
    for line in text.lines().map(str::trim) {
        let (name, answer) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let name = name.trim_end_matches([':', '.', ')']);
        if !name.is_empty() {
            sheet.entry(name.to_owned()).or_insert_with(|| Given::One(answer.trim().to_owned()));
        }
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Option<Given> {
        Some(Given::One(text.to_owned()))
    }

    fn many(texts: &[&str]) -> Option<Given> {
        Some(Given::Many(texts.iter().map(|text| (*text).to_owned()).collect()))
    }

    #[test]
    fn a_sheet_is_yaml_or_lines() {
        let sheet = Sheet::read("1: A\n2-1: [A, C]\n3: no\n4:\n5: 1e-6\n").unwrap();
        let answer = |name: &str| sheet.answer(name).cloned();
        assert_eq!([answer("secret/1"), answer("3"), answer("5")], [one("A"), one("no"), one("1e-6")]);
        assert_eq!([answer("2-1"), answer("4"), answer("6")], [many(&["A", "C"]), one(""), None]);
        let sheet = Sheet::read("1 A\n\n2. two words \n3) C\r\n4\n1 B\n").unwrap();
        let answer = |name: &str| sheet.answer(name).cloned();
        assert_eq!([answer("1"), answer("2")], [one("A"), one("two words")]);
        assert_eq!([answer("3"), answer("4")], [one("C"), one("")]);
        let sheet = Sheet::read("1: a: b\n2: [A\n").unwrap();
        assert_eq!(sheet.answer("1").cloned(), one("a: b"), "no YAML, and yet lines");
    }

    #[test]
    fn nothing_is_no_sheet_and_no_bytes_break_it() {
        for text in ["", "\n \n", "{}", ":\n"] {
            assert_eq!(Sheet::read(text), None, "{text:?}");
        }
        for text in ["[1, 2]", "&a [*a]", "\u{0}\u{1}", "a: {b: c}\n", "1: A\n1: B\n"] {
            let _ = Sheet::read(text);
        }
        assert_eq!(Sheet::read("1: A\n1: B\n").unwrap().answer("1").cloned(), one("A"));
    }
}
