//! One case: what it gives.

use problem::version::{Aggregation, Interactor, InteractorProtocol, Points, Protocol};
use problem::{OutputValidator, Score, TestCase, TestGroup, Verdict, Version};

use crate::tally::{Ran, is_scoring};

/// What a case is worth where it stands, and what is asked of who decides it.
#[derive(Debug)]
pub(crate) struct Worth {
    /// `None` in a pass-fail problem.
    points: Option<CasePoints>,
}

#[derive(Clone, Copy, Debug)]
struct CasePoints {
    /// `None`: nobody said.
    told: Option<f64>,
    rejected: f64,
    ask: Ask,
    /// The more the better.
    most_wins: bool,
}

/// Of the setter's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Nothing,
    /// Points for what it accepts: there is nothing else to go by.
    Points,
    /// No points: the group gives all or nothing.
    NoPoints,
}

/// What a case came to in its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settled {
    pub(crate) verdict: Verdict,
    /// 0 in a pass-fail problem.
    pub(crate) points: f64,
    /// What is wrong, where the verdict is JE for want of points.
    pub(crate) fault: Option<&'static str>,
}

impl Worth {
    pub(crate) fn new(version: &Version, group: &TestGroup, case: &TestCase) -> Self {
        let points = version.scoring.as_ref().map(|scoring| CasePoints {
            told: case.points.map(Points::get),
            rejected: case.reject_points.map_or(0.0, Points::get),
            ask: ask(version, group, case),
            most_wins: !scoring.lowest_wins,
        });
        Self { points }
    }

    /// What it gives to be accepted, where nobody says more.
    pub(crate) fn full(&self) -> f64 {
        self.points.map_or(0.0, |points| points.told.unwrap_or(1.0))
    }

    /// There is something to be had.
    pub(crate) fn is_scored(&self) -> bool {
        self.points.is_some()
    }

    pub(crate) fn settle(&self, Ran { verdict, score }: Ran) -> Settled {
        let Some(points) = self.points else {
            let verdict = if verdict == Verdict::Pa { Verdict::Wa } else { verdict };
            return Settled { verdict, points: 0.0, fault: None };
        };
        let fault = match (points.ask, score, verdict) {
            (Ask::Points, None, Verdict::Ac) => Some(
                "The output validator accepted it and gave no score, but there is no other in this problem.",
            ),
            (Ask::NoPoints, Some(_), _) => {
                Some("The output validator gave a score in a group that has only all or nothing.")
            }
            _ => None,
        };
        if fault.is_some() {
            return Settled { verdict: Verdict::Je, points: 0.0, fault };
        }
        let full = self.full();
        let given = match (score, verdict) {
            (Some(Score::Share(share)), _) => share * full,
            (Some(Score::Points(points)), _) => points,
            (None, Verdict::Ac) => full,
            (None, _) => 0.0,
        };
        let verdict = points.verdict(verdict, score);
        let rejected = !matches!(verdict, Verdict::Ac | Verdict::Pa) && given <= 0.0;
        Settled { verdict, points: if rejected { points.rejected } else { given }, fault: None }
    }
}

impl CasePoints {
    /// Part of the points is neither accepted nor wrong.
    fn verdict(self, verdict: Verdict, score: Option<Score>) -> Verdict {
        use Verdict::{Ac, Pa, Pe, Wa};
        let share = match (score, self.told) {
            (Some(Score::Share(share)), _) => share,
            (Some(Score::Points(points)), Some(told)) if told > 0.0 && self.most_wins => points / told,
            _ => return verdict,
        };
        match verdict {
            Ac | Pa if share >= 1.0 - Points::SAME => Ac,
            Ac | Pa | Wa | Pe if share > Points::SAME && share < 1.0 - Points::SAME => Pa,
            Ac | Pa => Wa,
            verdict => verdict,
        }
    }
}

fn ask(version: &Version, group: &TestGroup, case: &TestCase) -> Ask {
    let must_be_said =
        version.scoring.as_ref().is_some_and(|scoring| scoring.max.is_none() && !scoring.points_optional);
    let validator = &version.output_validator;
    let by_interactor = *validator == OutputValidator::Interactor;
    let has_program = case.on_source || by_interactor || validator.protocol().is_some();
    let icpc = case.on_source
        || validator.protocol() == Some(Protocol::Icpc)
        || matches!(&version.interactor, Some(Interactor { protocol: InteractorProtocol::Icpc, .. }));
    if case.sample || group.rules.uncounted {
        Ask::Nothing
    } else if icpc && group.rules.aggregation == Aggregation::All {
        Ask::NoPoints
    } else if must_be_said && case.points.is_none() && has_program && is_scoring(version) {
        Ask::Points
    } else {
        Ask::Nothing
    }
}
