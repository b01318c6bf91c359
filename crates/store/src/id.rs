//! Ids that cannot be taken for one another.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Not an id: a positive whole number is one.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not an id: a positive whole number is expected")]
pub struct BadId(String);

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0.to_string())
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                let digits = text.bytes().all(|c| c.is_ascii_digit());
                text.parse().ok().filter(|&id| digits && id > 0).map(Self).ok_or_else(|| BadId(text.to_owned()))
            }
        }
    };
}

id!(
    /// Names a user.
    UserId
);
id!(
    /// Names a problem, through all its versions.
    ProblemId
);
id!(
    /// Names one immutable version of a problem.
    VersionId
);
id!(
    /// Names a submission.
    SubmissionId
);
id!(
    /// Names one evaluation of a submission.
    JudgingId
);
id!(
    /// Names a pause.
    PauseId
);
id!(
    /// Names a set of judgings beside those that count.
    RejudgingId
);
id!(
    /// Names a token of a user.
    TokenId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_and_nothing_but_digits_is_one() {
        assert_eq!(SubmissionId(17).to_string().parse::<SubmissionId>().unwrap(), SubmissionId(17));
        for bad in ["", "0", "-3", "+3", " 3", "3 ", "three", "9223372036854775808"] {
            assert!(bad.parse::<SubmissionId>().is_err(), "{bad:?}");
        }
    }
}
