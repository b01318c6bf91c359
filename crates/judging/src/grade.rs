//! Groups whose result a program of the setter's makes.
//!
//! Its standard input has a line for each child that counts, `VERDICT score`, in the words that graders know; its standard
//! output has one such line. `scorer` has the words of testlib's. Whatever else it does is a judge error with its file
//! named.

mod scorer;

use std::collections::BTreeMap;

use problem::version::GraderProtocol;
use problem::{Blobs, Limits, TestCase, TestGroup, Verdict, Version};
use sandbox::{Outcome, Sealed, Status, Stdin};

use crate::compile::{Compiled, compile};
use crate::error::Error;
use crate::judge::CaseResult;
use crate::program::{Program, Run};
use crate::slot::{Role, Slot};
use crate::tally::Graded;
use crate::validate::{Unusable, sandbox_limits, source, wall};
use crate::words;

/// Most bytes of an answer.
const ANSWER: usize = 4 << 10;

/// The graders of a version, by the names of their groups.
#[derive(Debug, Default)]
pub(crate) struct Graders(BTreeMap<String, Program>);

impl Graders {
    /// Compiles them.
    pub(crate) fn prepare(
        slot: &mut Slot,
        version: &Version,
        blobs: &dyn Blobs,
    ) -> Result<Result<Self, Unusable>, Error> {
        let mut ready = BTreeMap::new();
        for group in version.tests.groups() {
            let Some(grader) = &group.rules.grader else { continue };
            let source = source(&grader.program.files, blobs)?;
            let toolchain = slot.need(&grader.program.language)?;
            match compile(slot, &toolchain, &source, &version.limits)? {
                Compiled::Program(program) => ready.insert(group.name.clone(), program),
                Compiled::Refused { log, reason, .. } => {
                    let path = &grader.program.path;
                    let reason = format!("The grader {path} could not be compiled. {reason}");
                    return Ok(Err(Unusable { reason, log }));
                }
            };
        }
        Ok(Ok(Self(ready)))
    }

    /// What the group's grader makes of these results.
    pub(crate) fn ask(
        &self,
        slot: &mut Slot,
        limits: &Limits,
        group: &TestGroup,
        (children, tests): (&[(Verdict, f64)], &[Tested<'_>]),
    ) -> Result<Graded, Error> {
        let (Some(program), Some(grader)) = (self.0.get(&group.name), &group.rules.grader) else {
            return Ok(Err(format!("{} has no grader.", group.name)));
        };
        let lines: String = match grader.protocol {
            GraderProtocol::Verdicts => {
                children.iter().map(|(verdict, points)| format!("{} {points}\n", word(*verdict))).collect()
            }
            GraderProtocol::TestlibScorer => tests.iter().map(scorer::line).collect(),
        };
        let sealed = Sealed::from_bytes("results", lines.as_bytes()).and_then(|sealed| sealed.open());
        let stdin = Stdin::File(sealed.map_err(Error::io("seal results"))?);
        let mut answer = Vec::new();
        let mut run = Run::new(stdin, &mut answer, sandbox_limits(limits));
        run.args = grader.args.iter().map(Into::into).collect();
        let outcome = match program.run(slot, Role::Validate, run) {
            Err(error) => return error.as_setters().ok_or(error).map(Err),
            Ok(outcome) => outcome,
        };
        let status = program.status(&outcome);
        let graded = match status {
            Status::Ok if grader.protocol == GraderProtocol::TestlibScorer => {
                scorer::points(&answer).map(|points| (scorer::verdict(children), points))
            }
            Status::Ok => graded(&answer),
            _ => Err(words::reason(&outcome, status, wall(limits))),
        };
        Ok(graded.map_err(|why| failure(&grader.program.path, &why, &outcome)))
    }
}

/// A test of the problem, and what it came to.
pub(crate) struct Tested<'a> {
    pub(crate) case: &'a TestCase,
    /// The group in which it lies.
    pub(crate) group: &'a str,
    /// From 1.
    pub(crate) number: usize,
    /// `None`: it was not run.
    pub(crate) result: Option<&'a CaseResult>,
}

fn failure(path: &str, why: &str, outcome: &Outcome) -> String {
    let stderr = words::tame(&outcome.stderr, ANSWER);
    let stderr = stderr.trim();
    let wrote = if stderr.is_empty() { String::new() } else { format!(" It wrote: {stderr}") };
    format!("The grader {path} failed. {why}{wrote}")
}

/// The words of the package format that has graders.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ac | Verdict::Pa => "AC",
        Verdict::Tle | Verdict::Ile => "TLE",
        Verdict::Re | Verdict::Mle => "RTE",
        // As Kattis' own tools say it.
        Verdict::Ole => "OLE",
        _ => "WA",
    }
}

/// `VERDICT score`, alone.
fn graded(answer: &[u8]) -> Graded {
    let text = String::from_utf8_lossy(&answer[..answer.len().min(ANSWER)]);
    let words: Vec<&str> = text.split_whitespace().collect();
    let wrong = || {
        let shown = words::tame(answer, 80);
        format!(
            "Its answer must be one line with AC, WA, TLE, RTE, OLE or MLE and a number of points; it is {shown:?}."
        )
    };
    let [verdict, points] = words[..] else { return Err(wrong()) };
    let verdict = match verdict {
        "AC" => Verdict::Ac,
        "WA" => Verdict::Wa,
        "TLE" => Verdict::Tle,
        "RTE" => Verdict::Re,
        // Kattis' tools take these, too.
        "MLE" => Verdict::Mle,
        "OLE" => Verdict::Ole,
        _ => return Err(wrong()),
    };
    let points = points.parse().ok().filter(|points: &f64| points.is_finite()).ok_or_else(wrong)?;
    Ok((verdict, points))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_verdict_and_points() {
        assert_eq!(graded(b"AC 12.5\n"), Ok((Verdict::Ac, 12.5)));
        assert_eq!(graded(b"  RTE\t0"), Ok((Verdict::Re, 0.0)));
        assert_eq!(graded(b"OLE 0\n"), Ok((Verdict::Ole, 0.0)));
    }

    #[test]
    fn whatever_else_a_grader_prints_is_its_failure() {
        for bad in ["", "AC", "12 AC", "AC x", "AC nan", "AC inf", "JE 1", "AC 1\nAC 2\n", "AC 1 2", "ac 1"] {
            let fault = graded(bad.as_bytes()).unwrap_err();
            assert!(fault.contains("one line with AC, WA, TLE, RTE, OLE or MLE"), "{bad}: {fault}");
        }
        assert!(graded(&[b'A'; 100_000]).unwrap_err().len() < 300);
    }

    #[test]
    fn graders_are_told_the_words_that_they_know() {
        for verdict in Verdict::ALL {
            assert!(["AC", "WA", "TLE", "RTE", "OLE"].contains(&word(verdict)));
        }
        let words = [Verdict::Ile, Verdict::Mle, Verdict::Ole, Verdict::Pe].map(word);
        assert_eq!(words, ["TLE", "RTE", "OLE", "WA"]);
    }
}
