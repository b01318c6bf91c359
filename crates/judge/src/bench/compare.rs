//! How fast outputs are compared.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;
use std::io::{self, Cursor};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use judging::Comparator;
use problem::Verdict;
use problem::comparison::{Comparison, Rules};
use serde::Serialize;

const PIECE: usize = 64 << 10;
/// Of each kind the best of so many tries counts, or of those that fit into the time: what disturbs only makes slower.
const TRIES: usize = 20;
const TIME: Duration = Duration::from_millis(500);

/// Megabytes (10⁶) of output a second, on one core. Of tokens, lines and floats it is the slowest of what is measured.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub tokens_mb_s: f64,
    pub lines_mb_s: f64,
    pub floats_mb_s: f64,
    pub exact_mb_s: f64,
    pub memcmp_mb_s: f64,
    pub comparators: BTreeMap<&'static str, Speed>,
}

/// One comparator's.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Speed {
    /// The files are the same.
    pub equal_mb_s: f64,
    /// They are accepted though every word is followed by other blanks, or is another spelling of its number.
    pub differing_mb_s: Option<f64>,
}

impl Speed {
    fn slowest(self) -> f64 {
        self.differing_mb_s.map_or(self.equal_mb_s, |differing| differing.min(self.equal_mb_s))
    }
}

/// An answer, and an output that is accepted though it differs everywhere.
struct Texts {
    answer: Vec<u8>,
    differing: Option<Vec<u8>>,
}

/// Compares texts of about `bytes` bytes.
///
/// # Errors
/// A comparator refuses what it must accept.
pub(crate) fn run(bytes: usize) -> anyhow::Result<Report> {
    let tokens = words(bytes, |at| if at % 8 == 7 { ["\n", " "] } else { [" ", "\n"] });
    let lines = words(bytes, |at| if at % 8 == 7 { ["\n", " \n"] } else { [" ", "  "] });
    let ends = words(bytes, |at| if at % 8 == 7 { ["\n", " \n"] } else { [" ", " "] });
    let floats = floats(bytes);
    let exact = Texts { answer: tokens.answer.clone(), differing: None };
    let mut comparators = BTreeMap::new();
    let mut measure = |names: &[&'static str], texts: &Texts| -> anyhow::Result<f64> {
        let mut slowest = f64::INFINITY;
        for name in names {
            let speed = speed(name, texts)?;
            slowest = slowest.min(speed.slowest());
            comparators.insert(*name, speed);
        }
        Ok(slowest)
    };
    Ok(Report {
        tokens_mb_s: measure(&["icpc", "testlib-wcmp"], &tokens)?,
        lines_mb_s: measure(&["testlib-lcmp", "dmoj-standard", "cms-whitediff"], &lines)?
            .min(measure(&["hydro-default"], &ends)?),
        floats_mb_s: measure(&["icpc float_tolerance 1e-6", "testlib-rcmp6", "dmoj-floats"], &floats)?,
        exact_mb_s: measure(&["dmoj-identical"], &exact)?,
        memcmp_mb_s: memcmp(&exact.answer),
        comparators,
    })
}

/// Words with blanks behind each: of the answer, and of the output.
fn words(bytes: usize, blanks: impl Fn(usize) -> [&'static str; 2]) -> Texts {
    let (mut answer, mut differing) = (String::new(), String::new());
    for at in 0.. {
        let word = (at as u64).wrapping_mul(6_364_136_223_846_793_005) % 10_000_000;
        let [expected, got] = blanks(at);
        for (text, blanks) in [(&mut answer, expected), (&mut differing, got)] {
            let _ = write!(text, "{word}{blanks}");
        }
        if answer.len() >= bytes && answer.ends_with('\n') {
            break;
        }
    }
    Texts { answer: answer.into_bytes(), differing: Some(differing.into_bytes()) }
}

/// Numbers of 9 decimal places, and with another last place.
fn floats(bytes: usize) -> Texts {
    let (mut answer, mut differing) = (String::new(), String::new());
    for at in 0u64.. {
        let number = at.wrapping_mul(6_364_136_223_846_793_005);
        let (whole, fraction) = (number % 100_000, (number >> 20) % 100_000_000);
        let _ = writeln!(answer, "{whole}.{fraction:08}1");
        let _ = writeln!(differing, "{whole}.{fraction:08}2");
        if answer.len() >= bytes {
            break;
        }
    }
    Texts { answer: answer.into_bytes(), differing: Some(differing.into_bytes()) }
}

fn speed(name: &str, texts: &Texts) -> anyhow::Result<Speed> {
    let (family, args) = name.split_once(' ').unwrap_or((name, ""));
    let rules = Comparison::new(family.parse()?, args.split_whitespace())?.rules()?;
    let of = |output: &[u8]| {
        best(output, || accept(&rules, texts, output)).with_context(|| format!("cannot time {name}"))
    };
    Ok(Speed {
        equal_mb_s: of(&texts.answer)?,
        differing_mb_s: texts.differing.as_deref().map(of).transpose()?,
    })
}

fn accept(rules: &Rules, texts: &Texts, output: &[u8]) -> anyhow::Result<Duration> {
    let answer = Cursor::new(texts.answer.clone());
    let begin = Instant::now();
    let mut comparator = Comparator::new(rules.clone(), answer);
    output.chunks(PIECE).try_for_each(|piece| comparator.push(piece))?;
    let judgement = comparator.finish()?;
    let time = begin.elapsed();
    ensure!(judgement.verdict == Verdict::Ac, "it says {:?}: {}", judgement.verdict, judgement.reason);
    Ok(time)
}

fn memcmp(text: &[u8]) -> f64 {
    let other = text.to_vec();
    let once = || -> io::Result<Duration> {
        let begin = Instant::now();
        black_box(text.chunks(PIECE).zip(other.chunks(PIECE)).all(|(a, b)| black_box(a) == black_box(b)));
        Ok(begin.elapsed())
    };
    best(text, once).unwrap_or(0.0)
}

/// Megabytes of `output` a second in the best of some tries.
fn best<E>(output: &[u8], mut once: impl FnMut() -> Result<Duration, E>) -> Result<f64, E> {
    let (mut least, begin) = (Duration::MAX, Instant::now());
    for _ in 0..TRIES {
        least = least.min(once()?);
        if begin.elapsed() > TIME {
            break;
        }
    }
    let speed = output.len() as f64 / 1e6 / least.as_secs_f64();
    Ok((speed * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_comparator_accepts_what_is_measured() {
        let report = run(20_000).unwrap();
        assert_eq!(report.comparators.len(), 10);
        let least = [report.tokens_mb_s, report.lines_mb_s, report.floats_mb_s, report.exact_mb_s];
        assert!(least.iter().all(|speed| *speed > 0.0) && report.memcmp_mb_s > 0.0, "{report:?}");
    }
}
