//! The package format's protocol.

use problem::{Score, Verdict};

use super::answer::Answer;
use super::number;
use super::said::{Messages, Next, Opinion};

const NEXT: &str = "feedback/nextpass.in";

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

/// What a further pass reads and finds: all files of the folder but the one that asks for it.
pub(super) fn next(answer: &Answer<'_>, verdict: Verdict) -> Result<Option<Next>, String> {
    let Some(input) = answer.strict_file(NEXT)? else { return Ok(None) };
    if verdict != Verdict::Ac {
        return Err("It rejected the output and asked for another pass.".into());
    }
    let mut kept = answer.folder("feedback")?;
    kept.retain(|(path, _)| path != NEXT);
    Ok(Some(Next { input, kept }))
}
