//! DMOJ's Python checkers: modules with a function `check`, called by a program of ours in the same box.
//!
//! That program keeps the true standard output for itself, so nothing that the module prints is taken for its result.
//! The result is `passed points` in one line, and the message for the contestant after it.

use std::collections::BTreeMap;

use problem::{Score, TestCase, Verdict};

use super::answer::Answer;
use super::said::{Messages, Opinion};
use super::testlib::lines;
use super::{codes, number};
use crate::source::Extra;

/// The name of our program; nobody names a module so.
const DRIVER: &str = "dmoj_checker_driver.py";

/// What is put beside the module and calls it.
pub(super) fn driver() -> Extra {
    let files = BTreeMap::from([(DRIVER.to_owned(), include_bytes!("driver.py").to_vec())]);
    Extra { files, entry: Some(DRIVER.to_owned()), ..Extra::default() }
}

/// What it is told that the case is worth.
pub(super) fn worth(case: &TestCase) -> f64 {
    case.points.map_or(1.0, f64::from)
}

pub(super) fn opinion(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    codes::zero(code)?;
    let line = lines(answer.stdout).next().unwrap_or_default();
    let (passed, points) = match line.split_first_chunk::<2>() {
        Some((b"1 ", points)) => (true, points),
        Some((b"0 ", points)) => (false, points),
        _ => return Err("It ended before its function check did.".into()),
    };
    let points = number::score(points, "The number of points that it gave")?;
    // Points of a case that is worth nothing are none.
    let worth = answer.worth.unwrap_or(1.0);
    let share = if worth > 0.0 { points / worth } else { f64::from(u8::from(passed)) };
    if share > 1.0 {
        return Err(format!("It gave {points} points of {worth}."));
    }
    let opinion = Opinion::share(share);
    // That it is not passed counts, whatever points it has.
    Ok(if passed { opinion } else { Opinion { verdict: Verdict::Wa, score: Some(Score::Share(share)) } })
}

pub(super) fn messages(answer: &Answer<'_>) -> Messages {
    let end = answer.stdout.iter().position(|&byte| byte == b'\n').map_or(answer.stdout.len(), |at| at + 1);
    Messages { judge: answer.outcome.stderr.clone(), team: answer.stdout[end..].to_vec() }
}
