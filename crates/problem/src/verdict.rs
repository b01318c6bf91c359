//! What a judging, or one run of it, comes to.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The verdicts, by the codes that everybody in the field reads. Progress and phase are never verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// Accepted.
    Ac,
    /// Partially accepted: a score between nothing and everything.
    Pa,
    /// Wrong answer.
    Wa,
    /// Presentation error: the right words in the wrong layout.
    Pe,
    /// Time limit exceeded: CPU time.
    Tle,
    /// Idleness limit exceeded: wall time passed without using the CPU.
    Ile,
    /// Memory limit exceeded: the kernel killed for want of memory.
    Mle,
    /// Output limit exceeded.
    Ole,
    /// Run-time error: a signal or an exit code other than 0.
    Re,
    /// Compile error.
    Ce,
    /// Judge error: not the contestant's fault.
    Je,
    /// Skipped: an earlier case decided.
    Sk,
}

impl Verdict {
    pub const ALL: [Self; 12] = [
        Self::Ac,
        Self::Pa,
        Self::Wa,
        Self::Pe,
        Self::Tle,
        Self::Ile,
        Self::Mle,
        Self::Ole,
        Self::Re,
        Self::Ce,
        Self::Je,
        Self::Sk,
    ];

    /// The short code: `AC`, `WA` …
    pub fn code(self) -> &'static str {
        match self {
            Self::Ac => "AC",
            Self::Pa => "PA",
            Self::Wa => "WA",
            Self::Pe => "PE",
            Self::Tle => "TLE",
            Self::Ile => "ILE",
            Self::Mle => "MLE",
            Self::Ole => "OLE",
            Self::Re => "RE",
            Self::Ce => "CE",
            Self::Je => "JE",
            Self::Sk => "SK",
        }
    }

    /// The name in words: "accepted", "wrong answer" …
    pub fn words(self) -> &'static str {
        match self {
            Self::Ac => "accepted",
            Self::Pa => "partially accepted",
            Self::Wa => "wrong answer",
            Self::Pe => "presentation error",
            Self::Tle => "time limit exceeded",
            Self::Ile => "idleness limit exceeded",
            Self::Mle => "memory limit exceeded",
            Self::Ole => "output limit exceeded",
            Self::Re => "run-time error",
            Self::Ce => "compile error",
            Self::Je => "judge error",
            Self::Sk => "skipped",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// What decides a case may give besides the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Of the case's points, from 0 to 1.
    Share(f64),
    /// What they mean is the problem's business.
    Points(f64),
}

/// What a group of tests came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupResult {
    /// Full name: `secret/1`.
    pub name: String,
    /// SK where nothing in it was run.
    pub verdict: Verdict,
    pub score: f64,
    /// What it is worth; `None` where there is no bound.
    pub max: Option<f64>,
    /// Positions of the cases that lie in it, those in its groups not.
    pub cases: Vec<u32>,
    /// Its points are part of the score.
    pub counts: bool,
    /// What it needs and has not, or what is wrong with it; else empty.
    pub reason: String,
}

/// Not one of the twelve codes.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a verdict; the verdicts are AC PA WA PE TLE ILE MLE OLE RE CE JE SK")]
pub struct UnknownVerdict(String);

impl FromStr for Verdict {
    type Err = UnknownVerdict;

    fn from_str(code: &str) -> Result<Self, UnknownVerdict> {
        Self::ALL.into_iter().find(|v| v.code() == code).ok_or_else(|| UnknownVerdict(code.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_reads_back_and_is_the_serialised_form() {
        for verdict in Verdict::ALL {
            assert_eq!(verdict.code().parse::<Verdict>().unwrap(), verdict);
            assert_eq!(serde_json::to_string(&verdict).unwrap(), format!("\"{verdict}\""));
        }
        assert!("ac".parse::<Verdict>().is_err());
    }
}
