//! Checkers of texts that are divided by `Case 1:`, `Case 2:` …

use std::io;

use super::super::bytes::TESTLIB;
use super::super::judgement::{self, Judgement};
use super::super::number;
use super::super::text::Text;
use super::super::words;
use super::{Judged, Read, read};

const INTEGER: &str = "a 64-bit integer";
const CASE: &str = "\"Case\"";

/// A text in which a case comes next.
struct Cases<'a> {
    text: &'a mut Text,
    /// The word `Case` of what comes next is read already.
    begun: bool,
}

/// What a case's number must look like.
fn number_of(case: u64) -> String {
    format!("{case}:")
}

/// Reads `N:`; `Err` says what was expected.
async fn number(text: &mut Text, case: u64) -> io::Result<Result<(), (Read<()>, String)>> {
    let wanted = number_of(case);
    let read = read(text, |word| (word == wanted.as_bytes()).then_some(())).await?;
    Ok(match read {
        Read::Value(()) => Ok(()),
        fault => Err((fault, judgement::quoted(wanted.as_bytes()))),
    })
}

fn case_word(word: &[u8]) -> Option<()> {
    (word == b"Case").then_some(())
}

/// Reads `Case N: value`, or finds the text at its end.
async fn one(text: &mut Text, case: u64) -> io::Result<Result<Option<i64>, (Read<()>, String)>> {
    match read(text, case_word).await? {
        Read::Value(()) => {}
        Read::End => return Ok(Ok(None)),
        fault => return Ok(Err((fault, CASE.to_owned()))),
    }
    if let Err(fault) = number(text, case).await? {
        return Ok(Err(fault));
    }
    Ok(match read(text, number::integer).await? {
        Read::Value(value) => Ok(Some(value)),
        Read::Malformed => Err((Read::Malformed, INTEGER.to_owned())),
        Read::End => Err((Read::End, INTEGER.to_owned())),
    })
}

/// The answer is read to its end, then the output to its, before anything is compared; here both at once, with the same
/// order of what counts.
pub(super) async fn one_integer_each(answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    let (mut differ, mut malformed) = (None, None);
    let (mut expected_cases, mut got_cases) = (0u64, 0u64);
    let (mut more, mut printed) = (true, true);
    for case in 1u64.. {
        let expected = if more { one(answer, case).await? } else { Ok(None) };
        let expected = match expected {
            Ok(expected) => expected,
            Err((fault, wanted)) => {
                return Ok(fault.answer(answer, &wanted).err().unwrap_or_else(Judgement::accepted));
            }
        };
        let got = if printed { one(output, case).await? } else { Ok(None) };
        let got = got.unwrap_or_else(|(fault, wanted)| {
            malformed = fault.output(output, &wanted).err();
            None
        });
        (more, printed) = (expected.is_some(), got.is_some());
        if !more && !printed {
            break;
        }
        expected_cases += u64::from(more);
        got_cases += u64::from(printed);
        if let Some((expected, got)) = expected.zip(got).filter(|(expected, got)| expected != got)
            && differ.is_none()
        {
            differ = Some(Judgement::wrong(format!("Case {case}: expected {expected}, got {got}.")));
        }
    }
    let lengths = (expected_cases != got_cases)
        .then(|| Judgement::ill_formed(format!("The output has {got_cases} cases, not {expected_cases}.")));
    Ok(malformed.or(differ).or(lengths).unwrap_or_else(Judgement::accepted))
}

impl Cases<'_> {
    /// Reads up to the case's first value.
    async fn begin(&mut self, case: u64) -> io::Result<Result<(), (Read<()>, String)>> {
        if !self.begun {
            match read(self.text, case_word).await? {
                Read::Value(()) => {}
                fault => return Ok(Err((fault, CASE.to_owned()))),
            }
        }
        number(self.text, case).await
    }

    /// Whether another value of the case follows; reads the next `Case` where that follows instead.
    async fn goes_on(&mut self) -> io::Result<bool> {
        let next = read(self.text, case_word).await?;
        // Once set it stays, as there: after the last case no other begins.
        self.begun |= matches!(next, Read::Value(()));
        Ok(matches!(next, Read::Malformed))
    }
}

/// What the values of a case are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    Integers,
    Tokens,
}

pub(super) async fn integers(answer: &mut Text, output: &mut Text) -> io::Result<Judged> {
    judge(answer, output, Values::Integers).await
}

pub(super) async fn tokens(answer: &mut Text, output: &mut Text) -> io::Result<Judged> {
    judge(answer, output, Values::Tokens).await
}

async fn judge(answer: &mut Text, output: &mut Text, values: Values) -> io::Result<Judged> {
    let mut expected = Cases { text: answer, begun: false };
    let mut got = Cases { text: output, begun: false };
    for case in 1u64.. {
        if !expected.text.skip_all(&TESTLIB).await? {
            break;
        }
        if let Err((fault, wanted)) = expected.begin(case).await? {
            return Ok(fault.answer(expected.text, &wanted).map(|()| Judgement::accepted()));
        }
        let output = got.begin(case).await?;
        let judged = values_of(&mut expected, &mut got, (case, values), output).await?;
        if let Some(refused) = judged {
            return Ok(Err(refused));
        }
    }
    Ok(Ok(Judgement::accepted()))
}

/// Reads the values of one case of both: a fault of the answer counts before one of the output, that before a
/// difference. `begun` is how the output's case began.
async fn values_of(
    expected: &mut Cases<'_>,
    got: &mut Cases<'_>,
    (case, values): (u64, Values),
    begun: Result<(), (Read<()>, String)>,
) -> io::Result<Option<Judgement>> {
    let mut malformed = begun.err().and_then(|(fault, wanted)| fault.output(got.text, &wanted).err());
    let mut differ = false;
    let (mut more, mut printed) = (true, malformed.is_none());
    while more || printed {
        more = more && expected.goes_on().await?;
        printed = printed && got.goes_on().await?;
        if values == Values::Tokens && more && printed {
            differ |= !words::same_word(expected.text, got.text, &TESTLIB, |_, _| {}).await?;
            continue;
        }
        let expected = match value(expected.text, values, more).await? {
            Read::Malformed => {
                return Ok(Read::<()>::Malformed.answer(expected.text, INTEGER).err());
            }
            read => read.value(),
        };
        let got = match value(got.text, values, printed).await? {
            Read::Malformed => {
                malformed = Read::<()>::Malformed.output(got.text, INTEGER).err();
                printed = false;
                None
            }
            read => read.value(),
        };
        differ |= expected != got;
    }
    let wrong = || Judgement::wrong(format!("Case {case}: the values are not those of the answer."));
    Ok(malformed.or_else(|| differ.then(wrong)))
}

/// The next value of a case, if there is one; of a token only that there is one.
async fn value(text: &mut Text, values: Values, there: bool) -> io::Result<Read<i64>> {
    if !there {
        return Ok(Read::End);
    }
    if values == Values::Integers {
        return read(text, number::integer).await;
    }
    text.skip_others(&TESTLIB).await?;
    Ok(Read::Value(0))
}
