//! HUSTOJ's special judges.

use problem::Verdict;

use super::answer::Answer;
use super::codes;
use super::number;
use super::said::Opinion;
use super::testlib::lines;

pub(super) fn opinion(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    match code {
        0 => Ok(Opinion::of(Verdict::Ac)),
        1 => Ok(Opinion::of(Verdict::Wa)),
        2 => Ok(Opinion::of(Verdict::Pe)),
        7 => points(answer),
        _ => Err(answer.unknown(code, "0 accepts, 1 and 2 reject and 7 gives points.")),
    }
}

/// An exit code from 0 to 100.
pub(super) fn percent(code: i32) -> Result<Opinion, String> {
    match code {
        0..=100 => Ok(Opinion::share(f64::from(code) / 100.0)),
        _ => Err(codes::unknown(code, "It is a share in percent, from 0 to 100.")),
    }
}

/// `points X` in the last line that is not empty: a share.
fn points(answer: &Answer<'_>) -> Result<Opinion, String> {
    let last = lines(answer.stdout).rfind(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
    let Some(points) = last.strip_prefix(b"points ") else {
        return Err("It gave points, exit code 7, and its last line is no \"points X\".".into());
    };
    number::share(points, "The X of its line \"points X\"").map(Opinion::share)
}
