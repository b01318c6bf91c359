//! The package format's protocol.

use problem::Verdict;

use super::answer::Answer;
use super::number;
use super::said::{Messages, Opinion};
use crate::comparator::Score;

const ACCEPT: i32 = 42;
const REJECT: i32 = 43;

pub(super) fn opinion(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    let score = score(answer)?;
    match (code, score) {
        (ACCEPT, score) => Ok(Opinion { verdict: Verdict::Ac, score }),
        (REJECT, None) => Ok(Opinion::of(Verdict::Wa)),
        (REJECT, Some(_)) => Err("It rejected the output and gave it a score.".into()),
        _ => Err(answer.unknown(code, "42 accepts and 43 rejects.")),
    }
}

fn score(answer: &Answer<'_>) -> Result<Option<Score>, String> {
    let (points, share) =
        (answer.strict_file("feedback/score.txt")?, answer.strict_file("feedback/score_multiplier.txt")?);
    match (points, share) {
        (None, None) => Ok(None),
        (Some(points), None) => Ok(Some(Score::Points(number::score(&points, "score.txt")?))),
        (None, Some(share)) => Ok(Some(Score::Share(number::share(&share, "score_multiplier.txt")?))),
        (Some(_), Some(_)) => Err("It left both score.txt and score_multiplier.txt.".into()),
    }
}

pub(super) fn messages(answer: &Answer<'_>) -> Messages {
    let message = |file: &str| answer.message(&format!("feedback/{file}"));
    Messages { judge: message("judgemessage.txt"), team: message("teammessage.txt") }
}

/// What a further pass is to read.
pub(super) fn next_input(answer: &Answer<'_>, verdict: Verdict) -> Result<Option<Vec<u8>>, String> {
    let next = answer.strict_file("feedback/nextpass.in")?;
    match (&next, verdict) {
        (Some(_), Verdict::Wa) => Err("It rejected the output and asked for another pass.".into()),
        _ => Ok(next),
    }
}
