//! The solutions that `info.toml` lists, and what each must come to.

use super::FILE;
use super::info::{Info, Solution};
use super::programs::Programs;
use crate::verdict::Verdict::{self, Ac, Ile, Mle, Ole, Pe, Re, Tle, Wa};
use crate::version::{Example, Expectation};

const WRONG: &[Verdict] = &[Wa, Pe];
const SLOW: &[Verdict] = &[Tle, Ile];
const CRASH: &[Verdict] = &[Re, Mle, Ole];

/// The one that makes the answers comes first.
pub(super) fn read(programs: &mut Programs<'_>, info: &Info) -> Vec<Example> {
    let correct = Solution { name: "correct.cpp".to_owned(), ..Solution::default() };
    let others = info.solutions.iter().filter(|solution| solution.name != correct.name);
    let mut examples = Vec::new();
    for solution in std::iter::once(&correct).chain(others) {
        examples.extend(example(programs, solution));
    }
    examples
}

fn example(programs: &mut Programs<'_>, solution: &Solution) -> Option<Example> {
    let path = format!("sol/{}", solution.name);
    let program = if solution.function {
        programs.joined(&path, &["grader/grader.cpp"])
    } else {
        programs.program(&path)
    }?;
    let expected = expectation(solution);
    if expected.is_none() {
        let word = solution.expect.as_deref().unwrap_or_default();
        let message =
            format!("solutions has {}, which expects {word:?}: there are AC, WA, TLE and RE", solution.name);
        programs.reading.faults.error(FILE, message);
    }
    Some(Example { path, language: Some(program.language), files: program.files, expected, entry: None })
}

fn expectation(solution: &Solution) -> Option<Expectation> {
    let (mut permitted, required): (Vec<Verdict>, Vec<Verdict>) = match solution.expect.as_deref() {
        Some("WA") => ([&[Ac], WRONG].concat(), WRONG.to_vec()),
        Some("TLE") => ([&[Ac], SLOW].concat(), SLOW.to_vec()),
        Some("RE") => ([&[Ac], CRASH].concat(), CRASH.to_vec()),
        None if solution.wrong => ([&[Ac], WRONG, SLOW, CRASH].concat(), [WRONG, SLOW, CRASH].concat()),
        None | Some("AC") => (vec![Ac], Vec::new()),
        Some(_) => return None,
    };
    for (allowed, verdicts) in
        [(solution.allow_tle, SLOW), (solution.allow_wa, WRONG), (solution.allow_re, CRASH)]
    {
        let new: Vec<Verdict> =
            verdicts.iter().copied().filter(|verdict| !permitted.contains(verdict)).collect();
        if allowed {
            permitted.extend(new);
        }
    }
    Some(Expectation::of_cases(permitted, required))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_those_of_the_words() {
        let of = |expect: Option<&str>, change: fn(&mut Solution)| {
            let mut solution = Solution { expect: expect.map(str::to_owned), ..Solution::default() };
            change(&mut solution);
            expectation(&solution)
        };
        let holds = |expected: Option<Expectation>, verdicts: &[Verdict]| {
            let Expectation { permitted, required, .. } = expected.unwrap();
            verdicts.iter().all(|verdict| permitted.contains(verdict))
                && (required.is_empty() || verdicts.iter().any(|verdict| required.contains(verdict)))
        };
        let allow_tle = |solution: &mut Solution| solution.allow_tle = true;
        let wrong = |solution: &mut Solution| solution.wrong = true;
        assert!(holds(of(None, |_| ()), &[Ac, Ac]));
        assert!(holds(of(Some("AC"), allow_tle), &[Ac, Tle]));
        assert!(holds(of(Some("WA"), |_| ()), &[Ac, Wa]));
        assert!(!holds(of(Some("WA"), |_| ()), &[Wa, Tle]));
        assert!(holds(of(Some("WA"), allow_tle), &[Wa, Tle]));
        assert!(holds(of(Some("TLE"), |_| ()), &[Tle]));
        assert!(holds(of(Some("RE"), |_| ()), &[Re]));
        assert!(holds(of(None, wrong), &[Ac, Re]));
        assert!(!holds(of(None, wrong), &[Ac]));
        assert_eq!(of(Some("PE"), |_| ()), None);
    }
}
