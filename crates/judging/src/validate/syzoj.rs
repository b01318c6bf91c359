//! SYZOJ's special judges.

use super::answer::Answer;
use super::said::Opinion;
use super::{codes, number};

/// A percentage on standard output.
pub(super) fn opinion(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    codes::zero(code)?;
    let percent = number::score(answer.stdout, "Its standard output")?;
    if percent > 100.0 {
        return Err(format!("It gave {percent} points of 100."));
    }
    Ok(Opinion::share(percent / 100.0))
}
