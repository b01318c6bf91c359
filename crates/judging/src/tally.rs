//! Points: how the results of cases become those of groups and the problem's.
//!
//! One walk over the tree, in the order of judging, does it. It asks for a case's result only where that counts, so what
//! it does not ask for need not be run, and whether it was run nevertheless changes nothing: the score is the same.

mod aggregate;
mod case;
#[cfg(test)]
mod tests;
mod walk;

use problem::version::{Points, Scoring};
use problem::{GroupResult, Score, TestGroup, Verdict, Version};

pub(crate) use self::case::Worth;
pub(crate) use self::walk::walk;
use crate::error::Error;

/// What a case came to by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ran {
    pub(crate) verdict: Verdict,
    pub(crate) score: Option<Score>,
}

/// Who has the results.
pub(crate) trait Runner {
    /// The result of a case, which is asked for once, and is worth that.
    fn run(&mut self, position: usize, worth: &Worth) -> Result<Ran, Error>;

    /// This case is not run. `reason` is empty where a pass-fail problem is decided.
    fn skip(&mut self, position: usize, reason: &str) -> Result<(), Error>;

    /// What the group's own grader makes of its children; or what is wrong with it, in words.
    fn grade(&mut self, group: &TestGroup, children: &[(Verdict, f64)]) -> Result<Graded, Error>;
}

pub(crate) type Graded = Result<(Verdict, f64), String>;

/// What is run besides what counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Besides {
    Nothing,
    Everything,
}

/// What all cases come to together.
#[derive(Debug, PartialEq)]
pub(crate) struct Total {
    pub(crate) verdict: Verdict,
    /// `None` in a pass-fail problem, and after a judge error.
    pub(crate) score: Option<f64>,
    /// None in a pass-fail problem.
    pub(crate) groups: Vec<GroupResult>,
    /// Position of the case that decided.
    pub(crate) decided: Option<usize>,
    /// What is wrong with the problem, in words; else empty.
    pub(crate) fault: String,
}

/// What a node of the tree came to.
#[derive(Clone, Copy, Debug)]
struct Part {
    verdict: Verdict,
    points: f64,
    worth: f64,
    /// Failed, which a partial score is not.
    rejected: bool,
    /// Position of the case by which it is not accepted.
    decided: Option<usize>,
    /// Of all cases in it.
    all_accepted: bool,
    /// It was run, as far as it went.
    run: bool,
}

/// The verdict and the score of a problem with this result, where the verdict of the first case that failed is `first`.
fn conclude(part: &Part, scoring: &Scoring, first: Option<Verdict>) -> Result<(Verdict, f64), String> {
    let score = rounded(part.points, scoring);
    let bound = scoring.max.map(Points::get);
    if let Some(max) = bound.filter(|max| part.points > max + Points::SAME) {
        return Err(format!(
            "The tests came to {} points; the best score is {}.",
            shown(part.points),
            shown(max)
        ));
    }
    let failed = match part.verdict {
        Verdict::Sk | Verdict::Pa => first.unwrap_or(Verdict::Wa),
        verdict => verdict,
    };
    let is_full = bound
        .filter(|max| *max > 0.0)
        .map_or(part.verdict == Verdict::Ac, |max| part.points >= max - Points::SAME);
    let verdict = match (is_full && !scoring.lowest_wins, part.points > Points::SAME) {
        _ if scoring.lowest_wins => failed,
        (true, _) => Verdict::Ac,
        (false, true) => Verdict::Pa,
        (false, false) => failed,
    };
    Ok((verdict, score))
}

/// What is a rounding's width below a step counts as that step.
fn rounded(points: f64, scoring: &Scoring) -> f64 {
    let step = 10f64.powi(scoring.decimals.unwrap_or(6).into());
    let half = if scoring.floor { 0.0 } else { 0.5 };
    let rounded = (points * step + half + Points::SAME * step.max(1.0)).floor() / step;
    if rounded.is_finite() { rounded + 0.0 } else { points }
}

/// As people write it: six digits after the point at most.
pub(crate) fn shown(points: f64) -> String {
    rounded(points, &Scoring::default()).to_string()
}

fn is_scoring(version: &Version) -> bool {
    version.scoring.is_some()
}
