//! DMOJ's bridged checkers.

use problem::Verdict;

use super::answer::Answer;
use super::codes;
use super::number;
use super::said::Opinion;
use super::testlib::lines;

/// testlib's exit codes; with 7 a line `points N` of the case's points on standard error.
pub(super) fn testlib(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    plain(answer, code, |line| {
        let points = line.strip_prefix(b"points ")?;
        let points = number::score(points, "The N of its line \"points N\"");
        let worth = answer.worth.unwrap_or(1.0);
        Some(points.and_then(|points| out_of(points, worth)))
    })
}

/// With 7 a line `partial X/Y`.
pub(super) fn coci(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    plain(answer, code, |line| {
        let fraction = line.strip_prefix(b"partial ")?;
        let slash = fraction.iter().position(|&byte| byte == b'/')?;
        Some(ratio(&fraction[..slash], &fraction[slash + 1..]))
    })
}

fn plain(
    answer: &Answer<'_>,
    code: i32,
    part: impl Fn(&[u8]) -> Option<Result<f64, String>>,
) -> Result<Opinion, String> {
    match code {
        0 => Ok(Opinion::of(Verdict::Ac)),
        1 => Ok(Opinion::of(Verdict::Wa)),
        2 => Ok(Opinion::of(Verdict::Pe)),
        3 => Err("It says so itself: exit code 3.".into()),
        7 => {
            let part = lines(&answer.outcome.stderr).rev().find_map(part);
            let share = part.unwrap_or_else(|| {
                Err("It gave points, exit code 7, and no line on standard error that says how many.".into())
            });
            Ok(Opinion::share(share?))
        }
        _ => Err(answer.unknown(code, "0 accepts, 1 and 2 reject, 3 is its own failure and 7 gives points.")),
    }
}

/// 0 accepts and 1 rejects, but where two lines of standard output have points, and more than none, and those that were
/// possible.
pub(super) fn peg(answer: &Answer<'_>, code: i32) -> Result<Opinion, String> {
    let opinion = codes::zero_or_one(code)?;
    let all: Vec<_> = lines(answer.stdout).map(<[u8]>::trim_ascii).collect();
    let some = |line: &[u8]| number::decimal(line).is_some_and(|number| number != 0.0);
    let pair = all.windows(2).find(|pair| pair.iter().all(|line| some(line)));
    match (pair, on_one_line(&all)) {
        (Some(pair), _) => Ok(Opinion::share(ratio(pair[0], pair[1])?)),
        (None, Some((part, whole))) => Ok(Opinion::share(ratio(part, whole)?)),
        (None, None) => Ok(opinion),
    }
}

/// Two numbers and nothing else on the first line, as others write them.
fn on_one_line<'a>(lines: &[&'a [u8]]) -> Option<(&'a [u8], &'a [u8])> {
    let words: Vec<&[u8]> =
        lines.first()?.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty()).collect();
    match words[..] {
        [part, whole] if [part, whole].iter().all(|word| number::decimal(word).is_some()) => {
            Some((part, whole))
        }
        _ => None,
    }
}

fn ratio(part: &[u8], whole: &[u8]) -> Result<f64, String> {
    out_of(
        number::score(part, "Its number of points")?,
        number::score(whole, "Its number of possible points")?,
    )
}

fn out_of(points: f64, whole: f64) -> Result<f64, String> {
    if points > whole || whole == 0.0 {
        return Err(format!("It gave {points} points of {whole}."));
    }
    Ok(points / whole)
}
