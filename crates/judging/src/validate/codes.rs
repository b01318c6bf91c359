//! Exit codes.

use problem::Verdict;

use super::said::Opinion;

pub(super) fn unknown(code: i32, known: &str) -> String {
    format!("Exit code {code}. {known}")
}

/// 0 accepts and 1 rejects.
pub(super) fn zero_or_one(code: i32) -> Result<Opinion, String> {
    match code {
        0 => Ok(Opinion::of(Verdict::Ac)),
        1 => Ok(Opinion::of(Verdict::Wa)),
        _ => Err(unknown(code, "0 accepts and 1 rejects.")),
    }
}

/// Those who say all else otherwise end with 0.
pub(super) fn zero(code: i32) -> Result<(), String> {
    if code == 0 {
        Ok(())
    } else {
        Err(unknown(code, "It must end with 0, whatever it thinks of the output."))
    }
}
