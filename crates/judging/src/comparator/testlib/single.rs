//! Checkers that read one value from each text.

use std::fmt::Display;
use std::io;

use problem::Score;

use super::super::bytes::TESTLIB;
use super::super::judgement::{self, Judgement};
use super::super::number;
use super::super::text::Text;
use super::super::words;
use super::{Judged, Read, read, read_double};

fn same<T: PartialEq + Display>(expected: T, got: T) -> Judged {
    if expected == got {
        Ok(Judgement::accepted())
    } else {
        Err(Judgement::wrong(format!("Expected {expected}, got {got}.")))
    }
}

pub(super) async fn int32(answer: &mut Text, output: &mut Text) -> io::Result<Judged> {
    let int32 = |word: &[u8]| number::integer(word).and_then(|number| i32::try_from(number).ok());
    let wanted = "a 32-bit integer";
    let expected = match read(answer, int32).await?.answer(answer, wanted) {
        Ok(expected) => expected,
        Err(bad) => return Ok(Err(bad)),
    };
    let got = read(output, int32).await?.output(output, wanted);
    Ok(got.and_then(|got| same(expected, got)))
}

/// `close` of what is expected and what was printed.
pub(super) async fn double(
    answer: &mut Text,
    output: &mut Text,
    close: impl Fn(f64, f64) -> bool,
) -> io::Result<Judged> {
    let pair = doubles(answer, output).await?;
    Ok(pair.and_then(|(expected, got)| match close(expected, got) {
        true => Ok(Judgement::accepted()),
        false => {
            Err(Judgement::wrong(format!("Expected {expected}, got {got}, which is outside the tolerance.")))
        }
    }))
}

pub(super) async fn points(answer: &mut Text, output: &mut Text) -> io::Result<Judged> {
    let pair = doubles(answer, output).await?;
    Ok(pair.map(|(expected, got)| {
        let points = (expected - got).abs();
        let reason = format!("{points} points.");
        Judgement { score: Some(Score::Points(points)), reason, ..Judgement::accepted() }
    }))
}

async fn doubles(answer: &mut Text, output: &mut Text) -> io::Result<Result<(f64, f64), Judgement>> {
    let wanted = "a number";
    let expected = match read_double(answer).await?.answer(answer, wanted) {
        Ok(expected) => expected,
        Err(bad) => return Ok(Err(bad)),
    };
    let got = read_double(output).await?.output(output, wanted);
    Ok(got.map(|got| (expected, got)))
}

/// `YES` or `NO`, whatever the case of its letters.
pub(super) fn truth(word: &[u8]) -> Option<bool> {
    if word.eq_ignore_ascii_case(b"YES") {
        return Some(true);
    }
    word.eq_ignore_ascii_case(b"NO").then_some(false)
}

pub(super) fn yes(truth: bool) -> &'static str {
    if truth { "YES" } else { "NO" }
}

/// An empty output is looked at before the answer is.
pub(super) async fn yes_or_no(answer: &mut Text, output: &mut Text) -> io::Result<Judged> {
    let wanted = "YES or NO";
    let expected = read(answer, truth).await?;
    if !matches!(expected, Read::End) && !output.skip_all(&TESTLIB).await? {
        return Ok(Err(Judgement::ill_formed("The output is empty; YES or NO is expected.")));
    }
    let expected = match expected.answer(answer, wanted) {
        Ok(expected) => expected,
        Err(bad) => return Ok(Err(bad)),
    };
    let got = read(output, truth).await?.output(output, wanted);
    Ok(got.and_then(|got| same(yes(expected), yes(got))))
}

/// `0|-?[1-9][0-9]*`, byte by byte.
#[derive(Default)]
struct Huge {
    seen: u64,
    minus: bool,
    zero: bool,
    bad: bool,
}

impl Huge {
    fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let first = self.seen == u64::from(self.minus);
            match byte {
                b'-' if self.seen == 0 => self.minus = true,
                b'0' if first => self.zero = true,
                b'0'..=b'9' => self.bad |= self.zero,
                _ => self.bad = true,
            }
            self.seen += 1;
        }
    }

    fn is_number(&self) -> bool {
        let digits = self.seen - u64::from(self.minus);
        digits > 0 && !self.bad && !(self.zero && self.minus)
    }
}

pub(super) async fn huge(answer: &mut Text, output: &mut Text) -> io::Result<Judged> {
    if !answer.skip_all(&TESTLIB).await? {
        return Ok(Err(Judgement::bad_answer("The answer file is empty; an integer is expected.")));
    }
    if !output.skip_all(&TESTLIB).await? {
        return Ok(Err(Judgement::ill_formed("The output is empty; an integer is expected.")));
    }
    let expected = judgement::quoted(&answer.excerpt(&TESTLIB).await?);
    let (spot, got) = (judgement::spot(output), judgement::word(output, &TESTLIB));
    let (mut answers, mut outputs) = (Huge::default(), Huge::default());
    let same = words::same_word(answer, output, &TESTLIB, |a, b| {
        answers.feed(a);
        outputs.feed(b);
    });
    let same = same.await?;
    if !answers.is_number() {
        return Ok(Err(Judgement::bad_answer(format!(
            "The answer file holds {expected}, which is no integer."
        ))));
    }
    if answer.skip_all(&TESTLIB).await? {
        return Ok(Err(Judgement::bad_answer("The answer file holds more than one integer.")));
    }
    if !outputs.is_number() {
        return Ok(Err(Judgement::ill_formed(format!("{spot}: {got} is no integer."))));
    }
    if same {
        return Ok(Ok(Judgement::accepted()));
    }
    Ok(Err(Judgement::wrong(format!("{spot}: expected {expected}, got {got}."))))
}
