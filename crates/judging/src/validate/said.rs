//! What a program of the setter's said about one output.

use problem::{Score, Verdict};

/// What the output validator, or an interactor, says about one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// AC, PA, WA or PE; JE when it failed.
    pub verdict: Verdict,
    /// Where it gives anything but accepted or not.
    pub score: Option<Score>,
    /// In words; empty when accepted.
    pub reason: String,
    /// For the jury, and for the contestant: at most 4 KiB each, without control characters.
    pub judge_message: String,
    pub team_message: String,
    /// It wants another pass; only of one that accepts.
    pub(crate) next: Option<Next>,
}

/// What a pass leaves to the next.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Next {
    /// What the submission reads.
    pub(crate) input: Vec<u8>,
    /// The validator's own files: path below its working directory and content.
    pub(crate) kept: Vec<(String, Vec<u8>)>,
}

/// Verdict and score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Opinion {
    pub(super) verdict: Verdict,
    pub(super) score: Option<Score>,
}

impl Opinion {
    pub(super) fn of(verdict: Verdict) -> Self {
        Self { verdict, score: None }
    }

    /// A share from 0 to 1 of what the case is worth.
    pub(super) fn share(share: f64) -> Self {
        Self { verdict: part(share, 1.0), score: Some(Score::Share(share)) }
    }

    /// Points of the problem, of which the case is worth so many, if that is known.
    pub(super) fn points(points: f64, worth: Option<f64>) -> Self {
        let verdict = part(points, worth.unwrap_or(f64::MIN_POSITIVE));
        Self { verdict, score: Some(Score::Points(points)) }
    }
}

fn part(points: f64, all: f64) -> Verdict {
    match points {
        none if none <= 0.0 => Verdict::Wa,
        some if some < all => Verdict::Pa,
        _ => Verdict::Ac,
    }
}

/// Texts as the program wrote them.
#[derive(Debug, Default)]
pub(super) struct Messages {
    pub(super) judge: Vec<u8>,
    pub(super) team: Vec<u8>,
}
