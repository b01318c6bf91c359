//! DMOJ's Python checkers and graders: modules with a function `check`, or a class with a method `interact`, called by a
//! program of ours in the same box.
//!
//! That program keeps the true standard output for itself, so nothing that the module prints is taken for its result; a
//! grader's, whose standard output the submission reads, standard error. The result is `passed points` in one line, and the
//! message for the contestant after it.

use std::collections::BTreeMap;

use problem::dmoj::OFFERED;
use problem::{Score, TestCase, Verdict, Version};

use super::answer::Answer;
use super::codes;
use super::number::score;
use super::said::{Messages, Opinion};
use super::testlib::lines;
use crate::source::Extra;

/// The names of our programs; nobody names one so, nor the module that both use.
const DRIVER: &str = "dmoj_checker_driver.py";
const GRADER: &str = "dmoj_grader_driver.py";

/// By which a grader's caller says that the submission is not passed.
const NOT_PASSED: i32 = 3;

/// What is put beside a checker and calls it.
pub(super) fn driver() -> Extra {
    beside(DRIVER, include_bytes!("driver.py"))
}

/// The same of a grader.
pub(crate) fn grader() -> Extra {
    beside(GRADER, include_bytes!("grader.py"))
}

fn beside(name: &str, program: &[u8]) -> Extra {
    let (offered, text) = OFFERED;
    let files =
        BTreeMap::from([(name.to_owned(), program.to_vec()), (offered.to_owned(), text.as_bytes().to_vec())]);
    Extra { files, entry: Some(name.to_owned()), ..Extra::default() }
}

/// The file in which the setter's module lies.
pub(crate) fn module(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The number of a case among all, from 1.
pub(crate) fn number(version: &Version, case: &TestCase) -> usize {
    version.cases().iter().position(|other| other.same_run(case)).unwrap_or_default() + 1
}

/// What it is told that the case is worth.
pub(crate) fn worth(case: &TestCase) -> f64 {
    case.points.map_or(1.0, f64::from)
}

pub(super) fn opinion(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    let (passed, points) = match (result(answer), code) {
        (Some(result), 0) => result,
        (Some((false, points)), NOT_PASSED) => (false, points),
        (None, 0) => return Err("It ended before it had a result.".into()),
        _ => return Err(codes::unknown(code, "It must end with 0, whatever it thinks of the output.")),
    };
    let points = score(points, "The number of points that it gave")?;
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

/// Whether it is passed, and the text of the points.
fn result<'a>(answer: &Answer<'a>) -> Option<(bool, &'a [u8])> {
    match lines(answer.stdout).next()?.split_first_chunk::<2>()? {
        (b"1 ", points) => Some((true, points)),
        (b"0 ", points) => Some((false, points)),
        _ => None,
    }
}

pub(super) fn messages(answer: &Answer<'_>) -> Messages {
    let end = answer.stdout.iter().position(|&byte| byte == b'\n').map_or(answer.stdout.len(), |at| at + 1);
    let team = if result(answer).is_some() { answer.stdout[end..].to_vec() } else { Vec::new() };
    // A grader has its result where others have words for the jury.
    let said_twice = answer.outcome.stderr.as_slice() == answer.stdout;
    let judge =
        if said_twice && result(answer).is_some() { Vec::new() } else { answer.outcome.stderr.clone() };
    Messages { judge, team }
}
