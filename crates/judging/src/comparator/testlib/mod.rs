//! The checkers that come with testlib, with their order of looking: a fault in the answer is the setter's, a malformed
//! output is a presentation error, and what an accepted output holds beyond what was read is one, too.
//!
//! testlib's own caps on the sizes of files and words are left to the output limit.

mod cases;
mod lines;
mod lists;
mod single;

use std::io;

use problem::comparison::Testlib;

use super::bytes::TESTLIB;
use super::judgement::{self, Judgement};
use super::line_ends::LineEnds;
use super::number::{self, Grammar, Long};
use super::text::Text;
use super::words::{self, Layout};

/// testlib reads CR in its own way where it reads lines.
pub(super) fn line_ends(checker: Testlib) -> LineEnds {
    match checker {
        Testlib::Lcmp | Testlib::Fcmp => LineEnds::TESTLIB,
        _ => LineEnds::Kept,
    }
}

pub(super) async fn judge(checker: Testlib, answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    let judged = match checker {
        Testlib::Wcmp => {
            return words::judge(answer, output, &TOKENS).await;
        }
        Testlib::Lcmp => lines::as_tokens(answer, output).await?,
        Testlib::Fcmp => lines::exactly(answer, output).await?,
        Testlib::Icmp => single::int32(answer, output).await?,
        Testlib::Ncmp => return lists::integers(answer, output).await,
        Testlib::Uncmp => return lists::unordered(answer, output).await,
        Testlib::Hcmp => single::huge(answer, output).await?,
        Testlib::Rcmp => {
            single::double(answer, output, |j, p| (j - p).abs() <= 1.5e-6 + TINY || far(j, p)).await?
        }
        Testlib::Acmp => single::double(answer, output, |j, p| (j - p).abs() <= 1e-6 || far(j, p)).await?,
        Testlib::Dcmp => single::double(answer, output, |j, p| near(j, p, 1e-6)).await?,
        Testlib::Rcmp4 => lists::doubles(answer, output, |j, p| near(j, p, 1e-4)).await?,
        Testlib::Rcmp6 => lists::doubles(answer, output, |j, p| near(j, p, 1e-6)).await?,
        Testlib::Rcmp9 => lists::doubles(answer, output, |j, p| near(j, p, 1e-9)).await?,
        Testlib::Rncmp => {
            lists::doubles(answer, output, |j, p| (j - p).abs() <= 1.5e-5 + TINY || far(j, p)).await?
        }
        Testlib::Yesno => single::yes_or_no(answer, output).await?,
        Testlib::Nyesno => return lists::yes_or_no(answer, output).await,
        Testlib::Caseicmp => return cases::one_integer_each(answer, output).await,
        Testlib::Casencmp => cases::integers(answer, output).await?,
        Testlib::Casewcmp => cases::tokens(answer, output).await?,
        Testlib::Pointscmp => single::points(answer, output).await?,
    };
    match judged {
        Ok(accepted) => nothing_left(output, accepted).await,
        Err(refused) => Ok(refused),
    }
}

/// Tokens, whatever is between them.
static TOKENS: Layout = Layout::loose(&TESTLIB);

/// Both texts stand before words: goes over those that are there as a whole and that `same` accepts.
fn skip_pairs(answer: &mut Text, output: &mut Text, same: impl Fn(&[u8], &[u8]) -> bool) {
    let (expected, got) = words::pairs(answer.rest(), output.rest(), &TOKENS, same);
    answer.skip(expected);
    output.skip(got);
}

/// Accepted unless more follows, or what it is instead.
type Judged = Result<Judgement, Judgement>;

/// What testlib adds to every tolerance.
const TINY: f64 = 1e-15;

/// Two infinite numbers of one sign: their distance is no number, and so not too large.
fn far(expected: f64, got: f64) -> bool {
    (expected - got).is_nan()
}

/// testlib's comparison by absolute or relative error.
fn near(expected: f64, got: f64, tolerance: f64) -> bool {
    let tolerance = tolerance + TINY;
    if expected.is_infinite() || got.is_infinite() {
        return expected == got;
    }
    let (low, high) = (expected * (1.0 - tolerance), expected * (1.0 + tolerance));
    (got - expected).abs() <= tolerance || (low.min(high) <= got && got <= low.max(high))
}

async fn nothing_left(output: &mut Text, accepted: Judgement) -> io::Result<Judgement> {
    let left = output.skip_all(&TESTLIB).await? && !output.is_final_cr().await?;
    Ok(match left {
        true => Judgement::ill_formed(judgement::extra(output, &TESTLIB)),
        false => accepted,
    })
}

/// A value that was to be read.
enum Read<T> {
    Value(T),
    /// The text stands before a word that is none.
    Malformed,
    End,
}

/// Reads the next word as `parse` understands it; one too long to be looked at is none.
async fn read<T>(text: &mut Text, parse: impl Fn(&[u8]) -> Option<T>) -> io::Result<Read<T>> {
    if !text.skip_all(&TESTLIB).await? {
        return Ok(Read::End);
    }
    let Some(length) = text.word(&TESTLIB).await? else { return Ok(Read::Malformed) };
    Ok(match parse(&text.rest()[..length]) {
        Some(value) => {
            text.skip(length);
            Read::Value(value)
        }
        None => Read::Malformed,
    })
}

async fn read_double(text: &mut Text) -> io::Result<Read<f64>> {
    if !text.skip_all(&TESTLIB).await? {
        return Ok(Read::End);
    }
    if text.word(&TESTLIB).await?.is_some() {
        return read(text, number::testlib).await;
    }
    let mut long = Long::new(Grammar::Testlib);
    loop {
        let piece = text.piece_of_word(&TESTLIB).await?;
        if piece == 0 {
            return Ok(long.number().map_or(Read::Malformed, Read::Value));
        }
        long.feed(&text.rest()[..piece]);
        text.skip(piece);
    }
}

impl<T> Read<T> {
    fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Of the answer: anything but a value is the setter's fault.
    fn answer(self, text: &Text, wanted: &str) -> Result<T, Judgement> {
        self.value_or(text, wanted, |fault| Judgement::bad_answer(format!("The answer file, {fault}")))
    }

    /// Of the output: anything but a value is a presentation error.
    fn output(self, text: &Text, wanted: &str) -> Result<T, Judgement> {
        self.value_or(text, wanted, |fault| {
            let mut letters = fault.chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            Judgement::ill_formed(first.into_iter().chain(letters).collect::<String>())
        })
    }

    fn value_or(self, text: &Text, wanted: &str, told: impl Fn(String) -> Judgement) -> Result<T, Judgement> {
        let fault = match self {
            Self::Value(value) => return Ok(value),
            Self::Malformed => {
                let (place, word) = (text.place(), judgement::word(text, &TESTLIB));
                let (line, column, number) = (place.line, place.column + 1, place.word());
                format!("line {line}, column {column} (word {number}): {wanted} is expected, {word} is none.")
            }
            Self::End => {
                let words = text.place().words;
                format!("after {words} words: {wanted} is expected, the text is at its end.")
            }
        };
        Err(told(fault))
    }
}
