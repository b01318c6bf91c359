//! What a judging with all cases came to, as promises see it.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Interactor, InteractorProtocol, Points, Protocol, TestCase, Version};
use crate::verdict::Verdict;

/// What a judging with all cases came to.
#[derive(Clone, Debug, Default)]
pub struct Seen<'a> {
    /// Of the whole; `None` is not asked about.
    pub verdict: Option<Verdict>,
    /// Those that were run. A judging without cases (a compile error) stands for itself: its own verdict is the only one,
    /// under no name.
    pub cases: Vec<SeenCase<'a>>,
    /// By full name of the group; the problem's own under the empty name.
    pub scores: BTreeMap<&'a str, Points>,
}

#[derive(Clone, Copy, Debug)]
pub struct SeenCase<'a> {
    pub name: &'a str,
    pub verdict: Verdict,
    /// The validator's, to the jury.
    pub message: &'a str,
    /// CPU time.
    pub cpu: Duration,
}

impl<'a> Seen<'a> {
    /// Of what was run, each case once by any of its names: every case by all its names. `scores` are those of the groups,
    /// by name, and the problem's under none.
    pub fn of(
        version: &'a Version,
        verdict: Verdict,
        run: &[SeenCase<'a>],
        scores: impl IntoIterator<Item = (&'a str, f64)>,
    ) -> Self {
        let by_name: BTreeMap<&str, &SeenCase<'_>> =
            run.iter().filter(|case| case.verdict != Verdict::Sk).map(|case| (case.name, case)).collect();
        let firsts = version.cases();
        let result = |case: &TestCase| {
            let first = || firsts.iter().find(|first| first.same_run(case));
            let known = by_name.get(case.name.as_str());
            known.or_else(|| by_name.get(first()?.name.as_str())).copied()
        };
        let named = version.tests.cases().into_iter().filter_map(|case| {
            let result = result(case)?;
            Some(SeenCase { name: &case.name, verdict: promised(version, result.verdict), ..*result })
        });
        let mut cases: Vec<SeenCase<'_>> = named.collect();
        if cases.is_empty() {
            cases.push(SeenCase { name: "", verdict, message: "", cpu: Duration::ZERO });
        }
        let scores =
            scores.into_iter().filter_map(|(name, score)| Some((name, Points::try_from(score).ok()?)));
        Self { verdict: Some(verdict), cases, scores: scores.collect() }
    }
}

/// A case's verdict in the words of promises: where the validator only accepts or rejects, and gives points to what it
/// accepts, a part of the points is accepted.
fn promised(version: &Version, verdict: Verdict) -> Verdict {
    let accepts = version.output_validator.protocol() == Some(Protocol::Icpc)
        || matches!(&version.interactor, Some(Interactor { protocol: InteractorProtocol::Icpc, .. }));
    if verdict == Verdict::Pa && accepts { Verdict::Ac } else { verdict }
}

#[cfg(test)]
mod tests {
    use super::super::{OutputValidator, Program, TestGroup, TestNode};
    use super::*;
    use crate::blob::Hash;
    use Verdict::{Ac, Ce, Pa, Sk, Wa};

    fn case(name: &'static str, verdict: Verdict) -> SeenCase<'static> {
        SeenCase { name, verdict, message: "", cpu: Duration::ZERO }
    }

    #[test]
    fn part_of_the_points_is_accepted_where_the_validator_knows_no_more() {
        let mut version = Version::new("made-up".parse().unwrap());
        assert_eq!(promised(&version, Pa), Pa);
        let program = Program { path: "v.py".into(), language: "python3".into(), files: BTreeMap::new() };
        version.output_validator =
            OutputValidator::Program { program, protocol: Protocol::Icpc, args: Vec::new() };
        assert_eq!([Pa, Wa].map(|verdict| promised(&version, verdict)), [Ac, Wa]);
    }

    #[test]
    fn a_case_that_is_run_once_is_seen_under_all_its_names() {
        let mut version = Version::new("made-up".parse().unwrap());
        let named = |name: &str| TestNode::Case(TestCase::new(name, Hash::of(b"1"), Hash::of(b"2")));
        let other = TestNode::Case(TestCase::new("b/2", Hash::of(b"3"), Hash::of(b"4")));
        version.tests =
            TestGroup { children: vec![named("a/1"), named("b/1"), other], ..TestGroup::default() };
        let seen = Seen::of(&version, Wa, &[case("a/1", Wa), case("b/2", Sk)], []);
        let told: Vec<_> = seen.cases.iter().map(|case| (case.name, case.verdict)).collect();
        assert_eq!(told, [("a/1", Wa), ("b/1", Wa)]);
        let nothing = Seen::of(&version, Ce, &[], [("", 0.0)]);
        assert_eq!((nothing.cases.len(), nothing.cases[0].verdict), (1, Ce));
        assert_eq!(nothing.scores[""].get(), 0.0);
    }
}
