//! Lemon's special judges.

use super::answer::Answer;
use super::said::{Messages, Opinion};
use super::{codes, number};

/// In the working directory.
pub(super) const SCORE_FILE: &str = "score";
pub(super) const MESSAGE_FILE: &str = "message";
/// Where the case is worth no whole number.
const USUAL: f64 = 100.0;

/// What it is told that the case is worth: a whole number, which is all that many can read.
pub(super) fn full_score(worth: Option<f64>) -> f64 {
    worth.filter(|worth| *worth >= 1.0 && worth.fract() == 0.0).unwrap_or(USUAL)
}

pub(super) fn opinion(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    codes::zero(code)?;
    let full = full_score(answer.worth);
    let file = answer.strict_file(SCORE_FILE)?.ok_or("It left no score in its fifth argument's file.")?;
    let score = number::score(&file, "Its score")?;
    if score > full {
        return Err(format!("It gave {score} points of {full}."));
    }
    Ok(Opinion::share(score / full))
}

pub(super) fn messages(answer: &Answer<'_>) -> Messages {
    Messages { judge: answer.outcome.stderr.clone(), team: answer.message(MESSAGE_FILE) }
}
