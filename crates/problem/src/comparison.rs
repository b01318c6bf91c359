//! Native comparisons: which comparator decides, and with what arguments.
//!
//! A reader of another format names the comparator that the package's home would have used, so that a verdict does not
//! change by moving: `Comparison::testlib("fcmp")`, `Comparison::dmoj("floats", ["precision=4"])`. A [`Comparison`] is
//! what a manifest stores; [`Comparison::rules`] are its arguments, read and checked.

mod dmoj;
mod family;
mod icpc;

use serde::{Deserialize, Serialize};

pub use dmoj::{Binary, DmojRules, ErrorMode, Lines, Presentation, SplitOn};
pub use family::{Cms, Dmoj, Entry, FAMILIES, Family, Hydro, Testlib, UnknownFamily};
pub use icpc::Icpc;

/// A native comparator and its arguments as they are written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Comparison {
    family: Family,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    args: Vec<String>,
}

/// A comparison whose arguments are read.
#[derive(Clone, Debug, PartialEq)]
pub enum Rules {
    Icpc(Icpc),
    Foreign(Foreign),
}

/// Another judge's comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foreign {
    Testlib(Testlib),
    /// `binary`: whether the answer's line ends are left alone.
    Dmoj {
        rules: DmojRules,
        binary: Binary,
    },
    Cms(Cms),
    Hydro(Hydro),
    Hustoj,
}

impl Default for Rules {
    fn default() -> Self {
        Self::Icpc(Icpc::default())
    }
}

/// What is wrong with the arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadArgument {
    #[error(
        "{0:?} is not an argument of the default output validator: it has case_sensitive, space_change_sensitive, \
         float_relative_tolerance, float_absolute_tolerance and float_tolerance"
    )]
    Unknown(String),
    #[error("{0} needs a number behind it")]
    NoNumber(String),
    #[error("{0} needs a decimal number from 0 on; it is {1:?}")]
    BadNumber(String, String),
    #[error("{0} is given twice")]
    Twice(String),
    #[error("float_tolerance sets both tolerances: it cannot stand beside {0}")]
    Both(String),
    #[error("{0} takes no arguments; it got {1:?}")]
    Nothing(Family, String),
    #[error("{family} has no argument {name:?}: it has {known}")]
    NotOf { family: Family, name: String, known: String },
    #[error("{name} must be {wanted}; it is {value:?}")]
    Value { name: String, wanted: &'static str, value: String },
}

/// A comparison that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadComparison {
    #[error(transparent)]
    Family(#[from] UnknownFamily),
    #[error(transparent)]
    Argument(#[from] BadArgument),
}

impl Comparison {
    /// # Errors
    /// The arguments are not the comparator's.
    pub fn new<S: Into<String>>(
        family: Family,
        args: impl IntoIterator<Item = S>,
    ) -> Result<Self, BadArgument> {
        let comparison = Self { family, args: args.into_iter().map(Into::into).collect() };
        comparison.rules().map(|_| comparison)
    }

    /// One of testlib's checkers: `wcmp`, `std::wcmp.cpp`.
    ///
    /// # Errors
    /// testlib has none of this name.
    pub fn testlib(checker: &str) -> Result<Self, BadComparison> {
        let checker = checker.strip_prefix("std::").unwrap_or(checker);
        Self::of("testlib", checker, std::iter::empty::<String>())
    }

    /// One of DMOJ's checkers with its arguments, `precision=6`.
    ///
    /// # Errors
    /// DMOJ has no native one of this name, or it has no such arguments.
    pub fn dmoj<S: Into<String>>(
        checker: &str,
        args: impl IntoIterator<Item = S>,
    ) -> Result<Self, BadComparison> {
        Self::of("dmoj", checker, args)
    }

    /// `whitediff` or `realprecision`.
    ///
    /// # Errors
    /// CMS has no comparison of this name.
    pub fn cms(comparison: &str) -> Result<Self, BadComparison> {
        Self::of("cms", comparison, std::iter::empty::<String>())
    }

    /// `default` or `strict`.
    ///
    /// # Errors
    /// Hydro has no native checker of this type.
    pub fn hydro(kind: &str) -> Result<Self, BadComparison> {
        Self::of("hydro", kind, std::iter::empty::<String>())
    }

    pub fn hustoj() -> Self {
        Self { family: Family::Hustoj, args: Vec::new() }
    }

    fn of<S: Into<String>>(
        home: &str,
        name: &str,
        args: impl IntoIterator<Item = S>,
    ) -> Result<Self, BadComparison> {
        let family = format!("{home}-{name}").parse()?;
        Ok(Self::new(family, args)?)
    }

    pub fn family(&self) -> Family {
        self.family
    }

    /// As they are written.
    pub fn args(&self) -> &[String] {
        &self.args
    }

    /// # Errors
    /// The arguments are not the comparator's; never of a comparison that [`Comparison::new`] made.
    pub fn rules(&self) -> Result<Rules, BadArgument> {
        match self.family {
            Family::Icpc => Icpc::parse(&self.args).map(Rules::Icpc),
            Family::Testlib(checker) => self.without_arguments(Foreign::Testlib(checker)),
            Family::Dmoj(checker) => {
                let (rules, binary) = dmoj::parse(checker, &self.args)?;
                Ok(Rules::Foreign(Foreign::Dmoj { rules, binary }))
            }
            Family::Cms(comparison) => self.without_arguments(Foreign::Cms(comparison)),
            Family::Hydro(kind) => self.without_arguments(Foreign::Hydro(kind)),
            Family::Hustoj => self.without_arguments(Foreign::Hustoj),
        }
    }

    fn without_arguments(&self, rules: Foreign) -> Result<Rules, BadArgument> {
        match self.args.first() {
            None => Ok(Rules::Foreign(rules)),
            Some(first) => Err(BadArgument::Nothing(self.family, first.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_ARGS: [&str; 0] = [];

    #[test]
    fn readers_name_a_comparator_as_its_home_does() {
        assert_eq!(Comparison::testlib("std::fcmp.cpp").unwrap().family(), Family::Testlib(Testlib::Fcmp));
        assert_eq!(Comparison::testlib("fcmp"), Comparison::testlib("std::fcmp.cpp"));
        let floats = Comparison::dmoj("floats", ["precision=4"]).unwrap();
        assert_eq!(floats.args(), ["precision=4"]);
        assert_eq!(Comparison::hydro("strict").unwrap().family(), Family::Hydro(Hydro::Strict));
        assert_eq!(Comparison::cms("whitediff").unwrap().family(), Family::Cms(Cms::WhiteDiff));
        assert_eq!(Comparison::hustoj().rules(), Ok(Rules::Foreign(Foreign::Hustoj)));
        assert!(Comparison::testlib("floats").is_err() && Comparison::dmoj("bridged", NO_ARGS).is_err());
    }

    #[test]
    fn arguments_that_a_comparator_does_not_have_are_refused_when_it_is_made() {
        let told = Comparison::new(Family::Testlib(Testlib::Wcmp), ["case_sensitive"]).unwrap_err();
        assert_eq!(told.to_string(), r#"testlib-wcmp takes no arguments; it got "case_sensitive""#);
        assert!(Comparison::new(Family::Icpc, ["float_tolerance", "1e-6"]).is_ok());
        assert!(Comparison::new(Family::Icpc, ["precision=6"]).is_err());
    }

    #[test]
    fn a_manifest_reads_back() {
        for comparison in [Comparison::hustoj(), Comparison::dmoj("sorted", ["split_on=whitespace"]).unwrap()]
        {
            let json = serde_json::to_string(&comparison).unwrap();
            assert_eq!(serde_json::from_str::<Comparison>(&json).unwrap(), comparison, "{json}");
        }
    }
}
