//! The names of the native comparators.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::package::nearest;

/// Whose comparison, and which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Family {
    /// The ICPC package format's default output validator.
    Icpc,
    Testlib(Testlib),
    Dmoj(Dmoj),
    Cms(Cms),
    Hydro(Hydro),
    /// Tokens, with a presentation error where only blanks are wrong.
    Hustoj,
}

/// The checkers that come with testlib, which Polygon calls `std::…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Testlib {
    Wcmp,
    Lcmp,
    Fcmp,
    Icmp,
    Ncmp,
    Uncmp,
    Hcmp,
    Rcmp,
    Acmp,
    Dcmp,
    Rcmp4,
    Rcmp6,
    Rcmp9,
    Rncmp,
    Yesno,
    Nyesno,
    Caseicmp,
    Casencmp,
    Casewcmp,
    Pointscmp,
}

/// DMOJ's own checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dmoj {
    Standard,
    Easy,
    Floats,
    FloatsAbs,
    FloatsRel,
    Identical,
    LineCount,
    LineMatches,
    RStripped,
    Sorted,
    Unordered,
}

/// CMS's own comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cms {
    WhiteDiff,
    RealPrecision,
}

/// Hydro's `checker_type`s that need no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hydro {
    Default,
    Strict,
}

/// There is no comparator of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no comparator {name:?}{hint}")]
pub struct UnknownFamily {
    name: String,
    hint: String,
}

/// One of [`FAMILIES`]: a comparator, the name that is written for it, the other names that are understood, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub family: Family,
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub about: &'static str,
}

const fn entry(
    family: Family,
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
) -> Entry {
    Entry { family, name, aliases, about }
}

const fn std(
    checker: Testlib,
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
) -> Entry {
    entry(Family::Testlib(checker), name, aliases, about)
}

const fn dmoj(
    checker: Dmoj,
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
) -> Entry {
    entry(Family::Dmoj(checker), name, aliases, about)
}

/// All there are.
pub const FAMILIES: [Entry; 37] = [
    entry(
        Family::Icpc,
        "icpc",
        &["ppf", "kattis", "icpc-default"],
        "tokens as the ICPC package format compares them",
    ),
    std(Testlib::Wcmp, "testlib-wcmp", &["wcmp"], "tokens"),
    std(Testlib::Lcmp, "testlib-lcmp", &["lcmp"], "lines, each as a list of tokens"),
    std(Testlib::Fcmp, "testlib-fcmp", &["fcmp"], "lines, exactly"),
    std(Testlib::Icmp, "testlib-icmp", &["icmp"], "one 32-bit integer"),
    std(Testlib::Ncmp, "testlib-ncmp", &["ncmp"], "64-bit integers in order"),
    std(Testlib::Uncmp, "testlib-uncmp", &["uncmp"], "64-bit integers in any order"),
    std(Testlib::Hcmp, "testlib-hcmp", &["hcmp"], "one integer of any length"),
    std(Testlib::Rcmp, "testlib-rcmp", &["rcmp"], "one number, absolute error 1.5e-6"),
    std(Testlib::Acmp, "testlib-acmp", &["acmp"], "one number, absolute error 1e-6"),
    std(Testlib::Dcmp, "testlib-dcmp", &["dcmp"], "one number, absolute or relative error 1e-6"),
    std(Testlib::Rcmp4, "testlib-rcmp4", &["rcmp4"], "numbers, absolute or relative error 1e-4"),
    std(Testlib::Rcmp6, "testlib-rcmp6", &["rcmp6"], "numbers, absolute or relative error 1e-6"),
    std(Testlib::Rcmp9, "testlib-rcmp9", &["rcmp9"], "numbers, absolute or relative error 1e-9"),
    std(Testlib::Rncmp, "testlib-rncmp", &["rncmp"], "numbers, absolute error 1.5e-5"),
    std(Testlib::Yesno, "testlib-yesno", &["yesno"], "one YES or NO in any case of letters"),
    std(Testlib::Nyesno, "testlib-nyesno", &["nyesno"], "many YES or NO in any case of letters"),
    std(Testlib::Caseicmp, "testlib-caseicmp", &["caseicmp"], "`Case N:` and one 64-bit integer each"),
    std(Testlib::Casencmp, "testlib-casencmp", &["casencmp"], "`Case N:` and 64-bit integers each"),
    std(Testlib::Casewcmp, "testlib-casewcmp", &["casewcmp"], "`Case N:` and tokens each"),
    std(Testlib::Pointscmp, "testlib-pointscmp", &["pointscmp"], "points: how far one number is off"),
    dmoj(
        Dmoj::Standard,
        "dmoj-standard",
        &["standard", "dmoj"],
        "tokens line by line; blank lines do not count",
    ),
    dmoj(Dmoj::Easy, "dmoj-easy", &["easy"], "the same characters in any order and case of letters"),
    dmoj(Dmoj::Floats, "dmoj-floats", &["floats"], "numbers and tokens line by line [precision, error_mode]"),
    dmoj(Dmoj::FloatsAbs, "dmoj-floatsabs", &["floatsabs"], "the same by absolute error [precision]"),
    dmoj(Dmoj::FloatsRel, "dmoj-floatsrel", &["floatsrel"], "the same by relative error [precision]"),
    dmoj(Dmoj::Identical, "dmoj-identical", &["identical"], "byte by byte [pe_allowed]"),
    dmoj(Dmoj::LineCount, "dmoj-linecount", &["linecount"], "a share for the lines that are equal"),
    dmoj(
        Dmoj::LineMatches,
        "dmoj-linematches",
        &["linematches"],
        "points by line [point_distribution, filler_lines_required]",
    ),
    dmoj(
        Dmoj::RStripped,
        "dmoj-rstripped",
        &["rstripped"],
        "lines without their last blanks [filter_new_line]",
    ),
    dmoj(Dmoj::Sorted, "dmoj-sorted", &["sorted"], "lines or tokens in any order [split_on]"),
    dmoj(Dmoj::Unordered, "dmoj-unordered", &["unordered"], "tokens in any order"),
    entry(
        Family::Cms(Cms::WhiteDiff),
        "cms-whitediff",
        &["whitediff", "white-diff", "cms-white-diff", "cms", "cms-diff"],
        "tokens line by line; blank lines at the end do not count",
    ),
    entry(
        Family::Cms(Cms::RealPrecision),
        "cms-realprecision",
        &["realprecision", "real-precision", "cms-real-precision"],
        "the decimals in the text, absolute or relative error 1e-6",
    ),
    entry(Family::Hydro(Hydro::Default), "hydro-default", &["hydro"], "lines without their last blanks"),
    entry(Family::Hydro(Hydro::Strict), "hydro-strict", &["strict"], "lines, exactly but for CR before LF"),
    entry(
        Family::Hustoj,
        "hustoj",
        &["hustoj-default"],
        "tokens; a presentation error where only blanks differ",
    ),
];

impl Family {
    /// What is written for it: `icpc`, `testlib-wcmp`, `dmoj-standard` …
    pub fn name(self) -> &'static str {
        FAMILIES.iter().find(|entry| entry.family == self).map_or("", |entry| entry.name)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// `dmoj:floats`, `dmoj/floats`, `DMOJ_floats`, `std::wcmp.cpp`: as they are written elsewhere.
fn plain(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    let name = name.strip_suffix(".cpp").unwrap_or(&name);
    let name = name.strip_prefix("std::").map_or_else(|| name.to_owned(), |std| format!("testlib-{std}"));
    name.replace("::", "-").replace([':', '/', '_', '.', ' '], "-")
}

impl FromStr for Family {
    type Err = UnknownFamily;

    fn from_str(text: &str) -> Result<Self, UnknownFamily> {
        let name = plain(text);
        let known = |entry: &&Entry| entry.name == name || entry.aliases.contains(&name.as_str());
        if let Some(entry) = FAMILIES.iter().find(known) {
            return Ok(entry.family);
        }
        let all =
            FAMILIES.iter().flat_map(|entry| [entry.name].into_iter().chain(entry.aliases.iter().copied()));
        let hint = nearest(&name, all).map_or_else(
            || "; `judge compare --list` names them all".to_owned(),
            |near| format!(": did you mean {near}?"),
        );
        Err(UnknownFamily { name: text.to_owned(), hint })
    }
}

impl TryFrom<String> for Family {
    type Error = UnknownFamily;

    fn try_from(text: String) -> Result<Self, UnknownFamily> {
        text.parse()
    }
}

impl From<Family> for String {
    fn from(family: Family) -> Self {
        family.name().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_and_alias_names_one_comparator() {
        for entry in &FAMILIES {
            for name in [entry.name].iter().chain(entry.aliases) {
                assert_eq!(name.parse(), Ok(entry.family), "{name}");
            }
            assert_eq!(entry.family.name(), entry.name);
        }
    }

    #[test]
    fn names_are_understood_as_they_are_written_elsewhere() {
        for (text, name) in [
            ("std::wcmp.cpp", "testlib-wcmp"),
            ("rcmp6.cpp", "testlib-rcmp6"),
            ("dmoj:floats", "dmoj-floats"),
            ("DMOJ/identical", "dmoj-identical"),
            ("testlib::yesno", "testlib-yesno"),
            ("cms_whitediff", "cms-whitediff"),
            ("Hydro.strict", "hydro-strict"),
        ] {
            assert_eq!(text.parse().map(Family::name), Ok(name), "{text}");
        }
    }

    #[test]
    fn an_unknown_name_is_told_with_the_nearest() {
        let told = |text: &str| text.parse::<Family>().unwrap_err().to_string();
        assert_eq!(told("wcpm"), r#"there is no comparator "wcpm": did you mean wcmp?"#);
        assert_eq!(told("dmoj-flots"), r#"there is no comparator "dmoj-flots": did you mean dmoj-floats?"#);
        assert!(told("zzz").ends_with("`judge compare --list` names them all"), "{}", told("zzz"));
    }

    #[test]
    fn a_manifest_keeps_the_written_name() {
        let family = Family::Dmoj(Dmoj::Floats);
        assert_eq!(serde_json::to_string(&family).unwrap(), "\"dmoj-floats\"");
        assert_eq!(serde_json::from_str::<Family>("\"dmoj-floats\"").unwrap(), family);
    }
}
