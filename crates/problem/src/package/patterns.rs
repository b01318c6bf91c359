//! Patterns of setters, as Python reads them: from the start of a name on.

use fancy_regex::{Regex, RegexBuilder};

/// Steps back that one name may cost: a pattern that needs more was made to.
const STEPS: usize = 20_000;
/// Longer ones were made to cost time.
const BYTES: usize = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    Exact,
    InEitherCase,
}

/// An error completes "the pattern …".
pub(super) fn pattern(text: &str, letters: Letters) -> Result<Regex, String> {
    if text.len() > BYTES {
        return Err(format!("is longer than {BYTES} bytes"));
    }
    let mut builder = RegexBuilder::new(&format!("^(?:{text})"));
    builder.case_insensitive(letters == Letters::InEitherCase).backtrack_limit(STEPS);
    builder.build().map_err(|error| format!("is no pattern: {error}"))
}
