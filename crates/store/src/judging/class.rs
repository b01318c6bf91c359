//! How urgent a judging is.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// Most urgent first. Whatever is less urgent never holds up what is more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Sent to a contest that is on.
    Live,
    /// Sent by somebody who waits for it.
    Practice,
    /// Somebody's own input, to try something out.
    CustomRun,
    /// Judged once already.
    Rejudge,
    /// Done to see whether it comes to the same.
    Verification,
}

impl Class {
    pub const ALL: [Self; 5] =
        [Self::Live, Self::Practice, Self::CustomRun, Self::Rejudge, Self::Verification];
    pub const MOST_URGENT: Self = Self::Live;
    pub const LEAST_URGENT: Self = Self::Verification;

    /// The number in the column.
    pub(crate) fn column(self) -> i16 {
        self as i16
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Practice => "practice",
            Self::CustomRun => "custom-run",
            Self::Rejudge => "rejudge",
            Self::Verification => "verification",
        }
    }

    /// The next more urgent one.
    pub fn raised(self) -> Option<Self> {
        Self::ALL.into_iter().take_while(|class| *class < self).last()
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// What is no class of judgings.
#[derive(Debug, thiserror::Error)]
#[error("{0} is no class of judgings")]
pub struct UnknownClass(String);

impl TryFrom<i16> for Class {
    type Error = UnknownClass;

    fn try_from(column: i16) -> Result<Self, UnknownClass> {
        let found = Self::ALL.into_iter().find(|class| class.column() == column);
        found.ok_or_else(|| UnknownClass(column.to_string()))
    }
}

impl FromStr for Class {
    type Err = UnknownClass;

    fn from_str(word: &str) -> Result<Self, UnknownClass> {
        let found = Self::ALL.into_iter().find(|class| class.word() == word);
        found.ok_or_else(|| UnknownClass(format!("{word:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_known_by_its_number_and_its_word() {
        for class in Class::ALL {
            assert_eq!(Class::try_from(class.column()).unwrap(), class);
            assert_eq!(class.word().parse::<Class>().unwrap(), class);
        }
        assert!(Class::try_from(5).is_err() && "urgent".parse::<Class>().is_err());
    }

    #[test]
    fn the_order_of_urgency_is_that_of_the_numbers_and_has_an_end() {
        assert!(Class::ALL.is_sorted());
        assert_eq!((Class::Live.raised(), Class::Practice.raised()), (None, Some(Class::Live)));
        assert_eq!(Class::Verification.raised(), Some(Class::Rejudge));
    }
}
