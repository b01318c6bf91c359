//! The setter's own submissions, and what the package promises of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Points, Seen, SeenCase};
use crate::blob::Hash;
use crate::verdict::Verdict;

/// A submission that the setter put into the package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Path below `submissions/`: `accepted/sol.cpp`.
    pub path: String,
    /// Id of the language; `None` when the file's ending tells no language that we know.
    pub language: Option<String>,
    pub files: BTreeMap<String, Hash>,
    /// What its folder and the package's rules promise; `None` where nothing is promised.
    pub expected: Option<Expectation>,
    /// The file or class with the entry point, where the package names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

/// What the package promises of a submission that is judged with all cases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    /// Verdicts that a case may have.
    pub permitted: Vec<Verdict>,
    /// Verdicts of which at least one case must have one; empty asks nothing.
    pub required: Vec<Verdict>,
    /// Full names of the groups and cases that this is about; empty: all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// Verdicts of the judging as a whole; empty asks nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub result: Vec<Verdict>,
    /// The least and the most points: of the problem, or of each group in `places`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<(Points, Points)>,
    /// What stands somewhere in the validator's message on at least one case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether its time on these cases says something about the time limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeBound>,
    /// More of them, to be kept as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Expectation>,
}

/// The side from which a submission bounds the time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeBound {
    /// The limit must be well above its time.
    Lower,
    /// The limit must be well below its time.
    Upper,
}

impl Expectation {
    /// Of the verdicts of the cases alone.
    pub fn of_cases(permitted: impl Into<Vec<Verdict>>, required: impl Into<Vec<Verdict>>) -> Self {
        Self { permitted: permitted.into(), required: required.into(), ..Self::default() }
    }

    /// The first promise that is not kept, in words; `None` if all are.
    pub fn broken(&self, seen: &Seen<'_>) -> Option<String> {
        let own = self.broken_by_cases(seen).or_else(|| self.broken_as_a_whole(seen));
        own.or_else(|| self.also.iter().find_map(|more| more.broken(seen)))
    }

    fn broken_by_cases(&self, seen: &Seen<'_>) -> Option<String> {
        let cases: Vec<&SeenCase<'_>> = seen.cases.iter().filter(|case| self.is_about(case.name)).collect();
        if let Some(case) = cases.iter().find(|case| !self.permitted.contains(&case.verdict)) {
            let name = if case.name.is_empty() { "it" } else { case.name };
            return Some(format!("{name} is {}, not {}", case.verdict, any_of(&self.permitted)));
        }
        let place = self.place();
        if !self.required.is_empty() && !cases.iter().any(|case| self.required.contains(&case.verdict)) {
            return Some(format!("no case{place} is {}", any_of(&self.required)));
        }
        let message = self.message.as_ref()?;
        let told = cases.iter().any(|case| case.message.contains(message));
        (!told).then(|| format!("no message{place} has {message:?}"))
    }

    fn broken_as_a_whole(&self, seen: &Seen<'_>) -> Option<String> {
        if let Some(verdict) = seen.verdict
            && !self.result.is_empty()
            && !self.result.contains(&verdict)
        {
            return Some(format!("it is {verdict} as a whole, not {}", any_of(&self.result)));
        }
        let (least, most) = self.score?;
        let whole = [String::new()];
        let places = if self.places.is_empty() { &whole[..] } else { &self.places };
        places.iter().find_map(|place| {
            let score = seen.scores.get(place.as_str())?;
            let fits = score.get() >= least.get() - Points::SAME && score.get() <= most.get() + Points::SAME;
            let of = if place.is_empty() { "the problem" } else { place };
            (!fits).then(|| format!("{of} gives {score} points, not {least} to {most}"))
        })
    }

    /// Whether a case lies in one of the places.
    pub fn is_about(&self, case: &str) -> bool {
        let inside = |place: &String| {
            case.strip_prefix(place.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.places.is_empty() || case.is_empty() || self.places.iter().any(inside)
    }

    /// What it is about most of all, for those who look: the verdict of the whole, else what one case must have, else what
    /// all may have.
    pub fn wanted(&self) -> &[Verdict] {
        let lists = [&self.result, &self.required, &self.permitted];
        lists.into_iter().find(|list| !list.is_empty()).map_or(&[], Vec::as_slice)
    }

    fn place(&self) -> String {
        if self.places.is_empty() { String::new() } else { format!(" of {}", self.places.join(", ")) }
    }
}

fn any_of(verdicts: &[Verdict]) -> String {
    let codes: Vec<&str> = verdicts.iter().map(|verdict| verdict.code()).collect();
    codes.join(" or ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::verdict::Verdict::{Ac, Ce, Pa, Tle, Wa};

    fn seen<'a>(cases: &[(&'a str, Verdict)]) -> Seen<'a> {
        let case = |(name, verdict): &(&'a str, Verdict)| SeenCase {
            name,
            verdict: *verdict,
            message: "a b",
            cpu: Duration::ZERO,
        };
        Seen { cases: cases.iter().map(case).collect(), ..Seen::default() }
    }

    #[test]
    fn promises_are_kept_by_all_cases_and_by_one() {
        let slow = Expectation::of_cases([Ac, Tle], [Tle]);
        assert_eq!(slow.broken(&seen(&[("a", Ac), ("b", Tle)])), None);
        assert_eq!(slow.broken(&seen(&[("a", Ac)])).unwrap(), "no case is TLE");
        assert_eq!(slow.broken(&seen(&[("a", Tle), ("b", Wa)])).unwrap(), "b is WA, not AC or TLE");
        let broken = Expectation::of_cases([Ce], [Ce]);
        assert_eq!(broken.broken(&seen(&[("", Ce)])), None);
    }

    #[test]
    fn promises_about_a_place_ask_nothing_of_others() {
        let places = vec!["secret/1".to_owned(), "secret/x".to_owned()];
        let easy = Expectation { places, ..Expectation::of_cases([Ac], [Ac]) };
        assert_eq!(easy.broken(&seen(&[("secret/1/a", Ac), ("secret/10", Wa)])), None);
        assert_eq!(easy.broken(&seen(&[("secret/x", Wa)])).unwrap(), "secret/x is WA, not AC");
        assert!(easy.broken(&seen(&[("secret/2", Ac)])).unwrap().contains("of secret/1, secret/x"));
    }

    #[test]
    fn messages_results_and_scores_are_promised_too() {
        let told = |message: &str| Expectation {
            message: Some(message.to_owned()),
            ..Expectation::of_cases(Verdict::ALL, [])
        };
        assert_eq!(told("a b").broken(&seen(&[("a", Wa)])), None);
        assert!(told("c").broken(&seen(&[("a", Wa)])).is_some());
        let whole = Expectation { result: vec![Pa], ..Expectation::of_cases(Verdict::ALL, []) };
        assert_eq!(whole.broken(&Seen { verdict: Some(Pa), ..Seen::default() }), None);
        assert!(whole.broken(&Seen { verdict: Some(Ac), ..Seen::default() }).is_some());
        let points = |from: u32, to: u32| Expectation {
            score: Some((from.into(), to.into())),
            ..Expectation::of_cases(Verdict::ALL, [])
        };
        let seen = Seen { scores: BTreeMap::from([("", Points::from(30))]), ..Seen::default() };
        assert_eq!(points(30, 40).broken(&seen), None);
        assert!(points(31, 40).broken(&seen).is_some());
    }

    #[test]
    fn every_one_of_several_promises_must_be_kept() {
        let more = Expectation::of_cases([Ac, Tle], []);
        let both = Expectation { also: vec![more], ..Expectation::of_cases([Ac, Wa], [Wa]) };
        assert!(both.broken(&seen(&[("a", Wa)])).is_some());
    }

    #[test]
    fn what_is_wanted_is_the_sharpest_promise() {
        assert_eq!(Expectation::of_cases([Ac], []).wanted(), [Ac]);
        assert_eq!(Expectation::of_cases([Ac, Wa], [Wa]).wanted(), [Wa]);
        let whole = Expectation { result: vec![Wa], ..Expectation::of_cases([Ac, Wa], []) };
        assert_eq!(whole.wanted(), [Wa]);
    }
}
