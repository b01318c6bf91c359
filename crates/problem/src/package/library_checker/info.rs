//! `info.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Value;

use super::FILE;
use crate::package::reading::Reading;
use crate::package::tree::Folder;

/// More cases of one generator than any problem has.
const MOST: u32 = 1_000;

#[derive(Debug)]
pub(super) struct Info {
    pub(super) title: Option<String>,
    pub(super) time_ms: Option<u64>,
    pub(super) tests: Vec<Test>,
    pub(super) solutions: Vec<Solution>,
    /// In order of name.
    pub(super) params: BTreeMap<String, Value>,
    /// Paths below the package.
    pub(super) checker: String,
    pub(super) verifier: String,
}

/// A generator, or inputs written by hand, and how many cases come of it.
#[derive(Debug, Deserialize)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) number: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Solution {
    pub(super) name: String,
    pub(super) expect: Option<String>,
    /// An older word for any verdict but AC.
    pub(super) wrong: bool,
    pub(super) allow_tle: bool,
    pub(super) allow_wa: bool,
    pub(super) allow_re: bool,
    /// It has only the function that the grader calls.
    pub(super) function: bool,
}

/// As it is written; other keys are the site's.
#[derive(Debug, Deserialize)]
struct Written {
    title: Option<String>,
    timelimit: Option<Value>,
    #[serde(default)]
    tests: Vec<Test>,
    #[serde(default)]
    solutions: Vec<Solution>,
    #[serde(default)]
    params: BTreeMap<String, Value>,
    checker: Option<String>,
    verifier: Option<String>,
}

impl Test {
    /// What its cases are called after.
    pub(super) fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(stem, _)| stem)
    }
}

/// `None` where it cannot be read; that was told.
pub(super) fn read(reading: &mut Reading, root: &Folder) -> Option<Info> {
    let Some(leaf) = root.file(FILE) else {
        reading.faults.error(FILE, "is missing");
        return None;
    };
    let text = reading.text(FILE, leaf)?;
    let written: Written = match toml::from_str(&text) {
        Ok(written) => written,
        Err(error) => {
            let message = format!("is no description of a problem: {}", error.message());
            match error.span() {
                Some(span) => reading.faults.error_at(FILE, line(&text, span.start), message),
                None => reading.faults.error(FILE, message),
            }
            return None;
        }
    };
    check(reading, &written);
    Some(Info {
        time_ms: written.timelimit.as_ref().and_then(|limit| time(reading, limit)),
        title: written.title.filter(|title| !title.trim().is_empty()),
        tests: written.tests,
        solutions: written.solutions,
        params: written.params,
        checker: written.checker.unwrap_or_else(|| "checker.cpp".to_owned()),
        verifier: written.verifier.unwrap_or_else(|| "verifier.cpp".to_owned()),
    })
}

fn line(text: &str, at: usize) -> u32 {
    let before = text.get(..at).unwrap_or(text);
    u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX)
}

fn check(reading: &Reading, written: &Written) {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for test in &written.tests {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
        if !(test.name.ends_with(".cpp") || test.name.ends_with(".in")) || !test.name.chars().all(plain) {
            let message = format!(
                "tests has {:?}, which is neither a generator NAME.cpp nor inputs NAME.in",
                test.name
            );
            reading.faults.error(FILE, message);
        }
        if test.number > MOST {
            reading
                .faults
                .error(FILE, format!("tests has {} cases of {}: at most {MOST}", test.number, test.name));
        }
        if let Some(first) = seen.insert(test.stem(), &test.name) {
            let message = format!("tests has {first} and {}, whose cases have the same names", test.name);
            reading.faults.error(FILE, message);
        }
    }
    for (name, value) in &written.params {
        let word = !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        let fits = match value {
            Value::String(text) => !text.contains(['"', '\\', '\n', '\r']),
            other => matches!(other, Value::Integer(_) | Value::Float(_)),
        };
        if !word || !fits {
            let message = format!("params.{name} must be a number or a plain text, since it becomes a macro");
            reading.faults.error(FILE, message);
        }
    }
}

/// Milliseconds.
fn time(reading: &Reading, limit: &Value) -> Option<u64> {
    let seconds = match limit {
        Value::Integer(seconds) => *seconds as f64,
        Value::Float(seconds) => *seconds,
        _ => f64::NAN,
    };
    if seconds > 0.0 && seconds <= 3_600.0 {
        // In range: it was compared.
        return Some(((seconds * 1_000.0).round() as u64).max(1));
    }
    reading
        .faults
        .error(FILE, format!("timelimit must be a number of seconds from 0 to 3600; it is {limit}"));
    None
}
