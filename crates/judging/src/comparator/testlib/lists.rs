//! Checkers that read lists of values.

use std::collections::HashMap;
use std::io;

use super::super::bytes::TESTLIB;
use super::super::judgement::{self, Judgement};
use super::super::number;
use super::super::text::Text;
use super::single::{truth, yes};
use super::{Judged, Read, read, read_double, skip_pairs};

const INTEGER: &str = "a 64-bit integer";

type Parse<T> = fn(&[u8]) -> Option<T>;

/// Both stand before a word: reads one of each with `parse` and lets them be the same.
async fn pair<T: Copy + PartialEq>(
    answer: &mut Text,
    output: &mut Text,
    (parse, wanted): (Parse<T>, &str),
    show: impl Fn(T) -> String,
) -> io::Result<Option<Judgement>> {
    let expected = match read(answer, parse).await?.answer(answer, wanted) {
        Ok(expected) => expected,
        Err(bad) => return Ok(Some(bad)),
    };
    let got = match read(output, parse).await?.output(output, wanted) {
        Ok(got) => got,
        Err(bad) => return Ok(Some(bad)),
    };
    if expected == got {
        return Ok(None);
    }
    let place = output.place();
    let reason =
        format!("Line {}, word {}: expected {}, got {}.", place.line, place.words, show(expected), show(got));
    Ok(Some(Judgement::wrong(reason)))
}

pub(super) async fn integers(answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    while answer.skip_all(&TESTLIB).await? && output.skip_all(&TESTLIB).await? {
        skip_pairs(answer, output, |a, b| a == b && number::integer(a).is_some());
        let differ = pair(answer, output, (number::integer, INTEGER), |number| number.to_string()).await?;
        if let Some(differ) = differ {
            return Ok(differ);
        }
    }
    let both = output.place().words;
    let missing = match rest(answer).await? {
        Ok(missing) => missing,
        Err(fault) => return Ok(fault.answer(answer, INTEGER).err().unwrap_or_else(Judgement::accepted)),
    };
    let extra = match rest(output).await? {
        Ok(extra) => extra,
        Err(fault) => return Ok(fault.output(output, INTEGER).err().unwrap_or_else(Judgement::accepted)),
    };
    Ok(lengths(both, missing, extra))
}

/// How many integers follow, or what follows instead.
async fn rest(text: &mut Text) -> io::Result<Result<u64, Read<i64>>> {
    let mut count = 0;
    loop {
        match read(text, number::integer).await? {
            Read::Value(_) => count += 1,
            Read::End => return Ok(Ok(count)),
            Read::Malformed => return Ok(Err(Read::Malformed)),
        }
    }
}

fn lengths(both: u64, missing: u64, extra: u64) -> Judgement {
    if missing > 0 {
        let expected = both + missing;
        return Judgement::wrong(format!("The output ends after {both} of {expected} values."));
    }
    if extra > 0 {
        let got = both + extra;
        return Judgement::wrong(format!("The output has {got} values, not {both}."));
    }
    Judgement::accepted()
}

pub(super) async fn yes_or_no(answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    while answer.skip_all(&TESTLIB).await? && output.skip_all(&TESTLIB).await? {
        let differ = pair(answer, output, (truth, "YES or NO"), |truth| yes(truth).to_owned()).await?;
        if let Some(differ) = differ {
            return Ok(differ);
        }
    }
    let both = output.place().words;
    let missing = answer.skip_all(&TESTLIB).await?;
    let extra = output.skip_all(&TESTLIB).await?;
    if extra && !missing {
        return Ok(Judgement::wrong(judgement::extra(output, &TESTLIB)));
    }
    if missing {
        return Ok(Judgement::wrong(format!("The output ends after {both} words; more are expected.")));
    }
    Ok(Judgement::accepted())
}

pub(super) async fn doubles(
    answer: &mut Text,
    output: &mut Text,
    close: impl Fn(f64, f64) -> bool,
) -> io::Result<Judged> {
    let wanted = "a number";
    let same = |a: &[u8], b: &[u8]| {
        let pair = number::testlib(a).zip(number::testlib(b));
        pair.is_some_and(|(expected, got)| close(expected, got))
    };
    loop {
        if answer.skip_all(&TESTLIB).await? && output.skip_all(&TESTLIB).await? {
            skip_pairs(answer, output, same);
        }
        let expected = match read_double(answer).await? {
            Read::End => return Ok(Ok(Judgement::accepted())),
            read => read.answer(answer, wanted),
        };
        let expected = match expected {
            Ok(expected) => expected,
            Err(bad) => return Ok(Err(bad)),
        };
        let got = match read_double(output).await?.output(output, wanted) {
            Ok(got) => got,
            Err(bad) => return Ok(Err(bad)),
        };
        if !close(expected, got) {
            let place = output.place();
            return Ok(Err(Judgement::wrong(format!(
                "Line {}, word {}: expected {expected}, got {got}, which is outside the tolerance.",
                place.line, place.words
            ))));
        }
    }
}

/// The whole output is read, for a malformed one is a presentation error however wrong it is before.
pub(super) async fn unordered(answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    let mut left: HashMap<i64, u64> = HashMap::new();
    let mut expected = 0u64;
    loop {
        match read(answer, number::integer).await? {
            Read::Value(number) => *left.entry(number).or_default() += 1,
            Read::End => break,
            fault => return Ok(fault.answer(answer, INTEGER).err().unwrap_or_else(Judgement::accepted)),
        }
        expected += 1;
    }
    let (mut got, mut stranger) = (0u64, None);
    loop {
        match read(output, number::integer).await? {
            Read::Value(number) => match left.get_mut(&number).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None if stranger.is_none() => stranger = Some((output.place(), number)),
                None => {}
            },
            Read::End => break,
            fault => return Ok(fault.output(output, INTEGER).err().unwrap_or_else(Judgement::accepted)),
        }
        got += 1;
    }
    Ok(match stranger {
        _ if got != expected => Judgement::wrong(format!("The output has {got} values, not {expected}.")),
        Some((place, number)) => Judgement::wrong(format!(
            "Line {}, word {}: {number} is not, or not so often, in the answer.",
            place.line, place.words
        )),
        None => Judgement::accepted(),
    })
}
