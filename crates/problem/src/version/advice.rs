//! How a time limit stands to what the setter's own submissions need.

use std::time::Duration;

use super::{Example, Expectation, Seen, SeenCase, TimeBound, Version};
use crate::limits::Margins;
use crate::verdict::Verdict;

/// The times that bound a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    pub limit: Duration,
    pub margins: Margins,
    /// Whether the package asks for these margins; else they are what is usual.
    pub asked: bool,
    /// The most that a submission needs that must be quick enough, and is.
    pub slowest_accepted: Option<Measured>,
    /// The least that one needs that must be too slow, and is.
    pub fastest_too_slow: Option<Measured>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The submission's, below `submissions/`.
    pub path: String,
    /// CPU time of its slowest case, of those that its promise is about.
    pub time: Duration,
    /// It was stopped there, and may need any time.
    pub stopped: bool,
}

impl Advice {
    /// From the submissions that keep their promises.
    pub fn of(version: &Version, judged: &[(&Example, &Seen<'_>)]) -> Self {
        let limits = &version.limits;
        let said = version.submissions.iter().filter_map(|example| example.expected.as_ref());
        let says = said.flat_map(Expectation::parts).any(|part| part.time.is_some());
        let measured = |wanted: TimeBound| {
            judged.iter().filter_map(move |(example, seen)| {
                let parts = example.expected.as_ref()?.parts();
                let parts = parts.filter(|part| part.bound(says) == Some(wanted));
                let cases = parts.filter_map(|part| slowest(part, seen, (wanted, limits.time())));
                let case = cases.max_by_key(|case| case.cpu)?;
                let stopped = SLOW.contains(&case.verdict);
                Some(Measured { path: example.path.clone(), time: case.cpu, stopped })
            })
        };
        Self {
            limit: limits.time(),
            margins: limits.margins.unwrap_or(Margins::USUAL),
            asked: limits.margins.is_some(),
            slowest_accepted: measured(TimeBound::Lower).max_by_key(|one| one.time),
            fastest_too_slow: measured(TimeBound::Upper).min_by_key(|one| one.time),
        }
    }

    /// A line for each side that is known, with what to do where a margin is missed.
    pub fn lines(&self) -> Vec<String> {
        let lines = [self.accepted_line(), self.slow_line(), self.range_line()];
        lines.into_iter().flatten().collect()
    }

    fn wanted(&self, thousandths: u32) -> String {
        let times = f64::from(thousandths) / 1_000.0;
        let by = if self.asked { "the package asks for" } else { "usual are" };
        format!(": too close, {by} {times} times")
    }

    fn accepted_line(&self) -> Option<String> {
        let one = self.slowest_accepted.as_ref()?;
        let factor = ratio(self.limit, one.time);
        let close = factor * 1_000.0 < f64::from(self.margins.accepted_thousandths);
        let note = if close { self.wanted(self.margins.accepted_thousandths) } else { String::new() };
        let (limit, time, path) = (seconds(self.limit), seconds(one.time), &one.path);
        Some(format!(
            "the time limit of {limit} is {} times what the slowest that must be quick enough needs ({path}, {time}){note}",
            rounded(factor)
        ))
    }

    fn slow_line(&self) -> Option<String> {
        let one = self.fastest_too_slow.as_ref()?;
        let factor = ratio(one.time, self.limit);
        let close = !one.stopped && factor * 1_000.0 < f64::from(self.margins.slow_thousandths);
        let note = if close { self.wanted(self.margins.slow_thousandths) } else { String::new() };
        let more = if one.stopped { " or more" } else { "" };
        let (time, path) = (seconds(one.time), &one.path);
        Some(format!(
            "the fastest that must be too slow ({path}) needs {time}{more}, {} times the limit{note}",
            rounded(factor)
        ))
    }

    /// Which limits would keep both margins, where this one does not.
    fn range_line(&self) -> Option<String> {
        let (margins, accepted) = (self.margins, self.slowest_accepted.as_ref()?);
        let slow = self.fastest_too_slow.as_ref().filter(|one| !one.stopped);
        let most = slow.map_or(u64::MAX, |one| margins.most(one.time));
        let least = margins.least(accepted.time);
        let enough = ratio(self.limit, accepted.time) * 1_000.0 >= f64::from(margins.accepted_thousandths);
        let told = |ms| seconds(Duration::from_millis(ms));
        match (enough && millis(self.limit) <= most, least <= most) {
            (true, _) => None,
            (false, true) if most == u64::MAX => Some(format!("a limit of {} or more would do", told(least))),
            (false, true) if least == most => {
                Some(format!("a limit of {} would keep both margins", told(least)))
            }
            (false, true) => {
                Some(format!("limits from {} to {} would keep both margins", told(least), told(most)))
            }
            (false, false) => Some("no limit keeps both margins from what was measured".to_owned()),
        }
    }
}

impl Expectation {
    /// It and all that are to be kept as well.
    fn parts(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.also)
    }

    /// The side from which it bounds the time limit: as the package says, if it says that of any submission; else by the
    /// verdict that it promises.
    fn bound(&self, says: bool) -> Option<TimeBound> {
        let Self { permitted, required, result, .. } = self;
        let only = |list: &Vec<Verdict>, wanted: &[Verdict]| {
            !list.is_empty() && list.iter().all(|verdict| wanted.contains(verdict))
        };
        match () {
            () if self.time.is_some() || says => self.time,
            () if only(result, &[Verdict::Ac]) || only(permitted, &[Verdict::Ac]) => Some(TimeBound::Lower),
            () if only(result, &SLOW) || only(required, &SLOW) => Some(TimeBound::Upper),
            () => None,
        }
    }

    /// Whether it must be too slow.
    pub fn is_slow(&self, version: &Version) -> bool {
        let said = version.submissions.iter().filter_map(|example| example.expected.as_ref());
        let says = said.flat_map(Self::parts).any(|part| part.time.is_some());
        self.parts().any(|part| part.bound(says) == Some(TimeBound::Upper))
    }
}

const SLOW: [Verdict; 2] = [Verdict::Tle, Verdict::Ile];

/// Of the cases that a promise is about, by the side from which it bounds the limit.
fn slowest<'a, 'b>(
    part: &Expectation,
    seen: &'b Seen<'a>,
    (side, limit): (TimeBound, Duration),
) -> Option<&'b SeenCase<'a>> {
    let about = seen.cases.iter().filter(|case| !case.name.is_empty() && part.is_about(case.name));
    let fits = about.filter(|case| match side {
        // What was too slow says nothing of how quick something is.
        TimeBound::Lower => !SLOW.contains(&case.verdict),
        // What was stopped for doing nothing has no time.
        TimeBound::Upper => case.cpu >= limit,
    });
    fits.max_by_key(|case| case.cpu)
}

fn ratio(of: Duration, to: Duration) -> f64 {
    of.as_secs_f64() / to.as_secs_f64().max(0.001)
}

/// Never up to a margin that is missed.
fn rounded(factor: f64) -> f64 {
    (factor * 10.0).floor() / 10.0
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn seconds(time: Duration) -> String {
    format!("{} s", millis(time) as f64 / 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Duration = Duration::from_millis(10);

    fn example(path: &str, expected: Expectation) -> Example {
        let files = std::collections::BTreeMap::new();
        Example { path: path.into(), language: None, files, expected: Some(expected), entry: None }
    }

    fn seen(cases: &[(&'static str, Verdict, u32)]) -> Seen<'static> {
        let case = |&(name, verdict, ticks): &(&'static str, Verdict, u32)| SeenCase {
            name,
            verdict,
            message: "",
            cpu: TEN * ticks,
        };
        Seen { cases: cases.iter().map(case).collect(), ..Seen::default() }
    }

    fn result(verdict: Verdict) -> Expectation {
        Expectation { result: vec![verdict], ..Expectation::of_cases(Verdict::ALL, []) }
    }

    fn version(limit_ms: u64, examples: &[Example]) -> Version {
        let mut version = Version::new("a".parse().unwrap());
        version.limits.time_ms = limit_ms;
        version.submissions = examples.to_vec();
        version
    }

    #[test]
    fn a_limit_between_both_margins_needs_no_advice() {
        let examples = [example("a", result(Verdict::Ac)), example("s", result(Verdict::Tle))];
        let quick = seen(&[("1", Verdict::Ac, 10), ("2", Verdict::Ac, 40)]);
        let slow = seen(&[("1", Verdict::Ac, 90), ("2", Verdict::Tle, 150)]);
        let advice = Advice::of(&version(1_000, &examples), &[(&examples[0], &quick), (&examples[1], &slow)]);
        assert_eq!(
            advice.lines(),
            [
                "the time limit of 1 s is 2.5 times what the slowest that must be quick enough needs (a, 0.4 s)",
                "the fastest that must be too slow (s) needs 1.5 s or more, 1.5 times the limit",
            ]
        );
    }

    #[test]
    fn a_missed_margin_is_told_with_the_limits_that_keep_both() {
        let examples = [example("a", result(Verdict::Ac)), example("s", result(Verdict::Tle))];
        let quick = seen(&[("1", Verdict::Ac, 60)]);
        let of = |verdict, ticks| {
            let slow = seen(&[("1", verdict, ticks)]);
            Advice::of(&version(1_000, &examples), &[(&examples[0], &quick), (&examples[1], &slow)]).lines()
        };
        let told = of(Verdict::Ac, 300);
        assert!(told[0].ends_with("(a, 0.6 s): too close, usual are 2 times"), "{told:?}");
        assert_eq!(told[2], "limits from 1.3 s to 2 s would keep both margins");
        let close = of(Verdict::Ac, 125);
        assert!(
            close[1].ends_with("1.25 s, 1.2 times the limit: too close, usual are 1.5 times"),
            "{close:?}"
        );
        assert_eq!(close[2], "no limit keeps both margins from what was measured");
        let stopped = of(Verdict::Tle, 125);
        assert!(stopped[1].ends_with("needs 1.25 s or more, 1.2 times the limit"), "{stopped:?}");
        assert_eq!(stopped[2], "a limit of 1.3 s or more would do");
    }

    #[test]
    fn the_packages_own_margins_and_words_come_first() {
        let bounds = |time| Expectation { time, ..Expectation::of_cases(Verdict::ALL, []) };
        let unasked = example("accepted/b", result(Verdict::Ac));
        let examples = [example("w", bounds(Some(TimeBound::Lower))), unasked];
        let mut version = version(1_000, &examples);
        version.limits.margins =
            Some(Margins { accepted_thousandths: 5_000, slow_thousandths: 1_500, resolution_ms: 1_000 });
        let (slow, quick) =
            (seen(&[("1", Verdict::Wa, 30), ("2", Verdict::Tle, 130)]), seen(&[("1", Verdict::Ac, 50)]));
        let advice = Advice::of(&version, &[(&examples[0], &slow), (&examples[1], &quick)]);
        assert_eq!(
            advice.slowest_accepted,
            Some(Measured { path: "w".into(), time: TEN * 30, stopped: false })
        );
        assert!(
            advice.lines()[0].ends_with("too close, the package asks for 5 times"),
            "{:?}",
            advice.lines()
        );
    }

    #[test]
    fn a_promise_about_a_place_measures_only_there() {
        let places = vec!["secret/1".to_owned()];
        let here = Expectation { places, ..result(Verdict::Ac) };
        let examples = [example("a", here)];
        let seen = seen(&[("secret/1/a", Verdict::Ac, 5), ("secret/2/a", Verdict::Ac, 50)]);
        let advice = Advice::of(&version(1_000, &examples), &[(&examples[0], &seen)]);
        assert_eq!(advice.slowest_accepted.unwrap().time, TEN * 5);
    }
}
