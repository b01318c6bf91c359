//! Points: how the results of cases become those of groups, and those of groups the problem's.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Program;

/// A finite number of points. Two that differ by less than [`Points::SAME`] count as one in every rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Points(f64);

impl Eq for Points {}

/// Infinite, or no number at all.
#[derive(Debug, thiserror::Error)]
#[error("{0} is no number of points")]
pub struct BadPoints(f64);

impl Points {
    pub const ZERO: Self = Self(0.0);
    pub const ONE: Self = Self(1.0);
    /// What rounding in sums and products may come to.
    pub const SAME: f64 = 1e-9;

    pub fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Points {
    type Error = BadPoints;

    fn try_from(number: f64) -> Result<Self, BadPoints> {
        // No -0, which would be another version.
        if number.is_finite() { Ok(Self(number + 0.0)) } else { Err(BadPoints(number)) }
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        points.0
    }
}

impl From<u32> for Points {
    fn from(number: u32) -> Self {
        Self(number.into())
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a problem with a score has and a pass-fail problem has not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scoring {
    /// The best score, with which a submission is accepted; more is the setter's fault. `None` where there is no bound.
    pub max: Option<Points>,
    /// The fewer the better.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub lowest_wins: bool,
    /// Digits after the point to which the problem's score is rounded, half up; `None`: six.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimals: Option<u8>,
    /// The problem's score is cut there, not rounded.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub floor: bool,
    /// A validator that accepts and says no points gives those of the case, or one: it need not say any.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub points_optional: bool,
}

/// How what lies in a group becomes the group's result. The default is that of a pass-fail problem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    #[serde(skip_serializing_if = "super::is_default")]
    pub aggregation: Aggregation,
    /// What the whole group is worth. A child that gives more, or children that come to more, are the setter's fault.
    /// `None`: no bound, and worth what the children come to that give all they are worth; 1 where it is multiplied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Points>,
    #[serde(skip_serializing_if = "super::is_default")]
    pub verdict: VerdictRule,
    /// Accepted if one of the children is. Says nothing of points.
    #[serde(skip_serializing_if = "super::is_default")]
    pub any_accepted: bool,
    /// It gives no points unless it is accepted, be it in part, whatever the children come to.
    #[serde(skip_serializing_if = "super::is_default")]
    pub only_accepted: bool,
    /// If one of these does not hold, nothing in the group is run and it gives no points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Requirement>,
    #[serde(skip_serializing_if = "super::is_default")]
    pub on_reject: OnReject,
    /// Its result counts neither for the score nor for the verdict of what it lies in, nor for that one's `on_reject`.
    #[serde(skip_serializing_if = "super::is_default")]
    pub uncounted: bool,
    /// Decides in place of `aggregation` and `verdict`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grader: Option<Grader>,
}

impl Rules {
    /// What the group gives when its children give all that they are worth, which is `full`.
    pub fn worth(&self, full: &[f64]) -> f64 {
        let all = || full.iter().copied();
        match (self.max, self.aggregation) {
            (Some(max), _) => max.get(),
            _ if full.is_empty() => 0.0,
            (None, Aggregation::Sum | Aggregation::All | Aggregation::Threshold(_)) => all().sum(),
            (None, Aggregation::Min) => all().fold(f64::INFINITY, f64::min),
            (None, Aggregation::Max) => all().fold(f64::NEG_INFINITY, f64::max),
            (None, Aggregation::Average) => all().sum::<f64>() / full.len() as f64,
            (None, Aggregation::Product) => 1.0,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grader {
    pub program: Program,
    pub args: Vec<String>,
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub protocol: GraderProtocol,
}

/// What a grader reads and answers. 0 is the one good exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GraderProtocol {
    /// Standard input has a line `VERDICT score` for each child that was run and counts, and so has standard output for the
    /// group. The words are AC, WA, TLE and RTE, and OLE and MLE, which Kattis' tools take besides.
    #[default]
    Verdicts,
    /// testlib's scorers: standard input has a line for every test of the problem, of twelve fields with `;` between them:
    /// number, test set, group, verdict, points, milliseconds, bytes, input, output, answer, exit code, comment of the
    /// checker. Those of the three files are empty. Standard output has the points.
    TestlibScorer,
}

/// Makes one score out of many. `share` is a child's score over what the child is worth. A child that was not run gives
/// nothing, and is no part of an average; no children give nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aggregation {
    #[default]
    Sum,
    Min,
    Max,
    Average,
    /// `max` times the product of all shares.
    Product,
    /// `max` if every child is accepted, else nothing.
    All,
    /// `max` if every child's share is above 0 and not above this, else nothing.
    Threshold(Points),
}

/// Which of the children's verdicts is the group's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictRule {
    /// The first that is not accepted, in the order of judging. In a pass-fail problem nothing of the group is run after
    /// it.
    #[default]
    First,
    /// The one of [`crate::Verdict`] that weighs most: JE, RE, MLE, TLE, ILE, OLE, PE, WA, PA.
    Worst,
    /// Accepted whatever happens.
    Accepted,
}

/// What a group asks of one that is judged before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// Full name of the group.
    pub group: String,
    pub what: Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// Every case in it accepted.
    Accepted,
    /// All its points.
    Full,
    /// More than no points.
    Some,
}

/// What still counts once a child was rejected, which a partial score is not. What no longer counts is not run, unless
/// all cases are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnReject {
    /// Everything.
    #[default]
    Continue,
    /// Nothing more of this group.
    Group,
    /// Nothing more at all.
    Everything,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_finite_and_written_as_they_were_read() {
        for text in ["0.0", "33.3", "-5.0", "1e100"] {
            let points: Points = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&points).unwrap(), text.replace("1e100", "1e+100"));
        }
        assert!(Points::try_from(f64::NAN).is_err() && Points::try_from(f64::INFINITY).is_err());
        assert_eq!(serde_json::to_string(&Points::try_from(-0.0).unwrap()).unwrap(), "0.0");
    }

    #[test]
    fn rules_of_pass_fail_problems_write_nothing() {
        assert_eq!(serde_json::to_string(&Rules::default()).unwrap(), "{}");
    }
}
