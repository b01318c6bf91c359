//! CMS's own comparisons.

use std::io;

use problem::comparison::Cms;

use super::bytes::{Class, SPACES};
use super::judgement::Judgement;
use super::scanner::Scanner;
use super::text::Text;
use super::words::{self, Gaps, Layout};

pub(super) async fn judge(comparison: Cms, answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    static LF: Class = Class::of(b"\n");
    match comparison {
        Cms::WhiteDiff => {
            let layout = Layout { blanks: &SPACES, breaks: &LF, gaps: Gaps::Breaks };
            words::judge(answer, output, &layout).await
        }
        Cms::RealPrecision => decimals(answer, output).await,
    }
}

/// Every decimal that can be found in the text, whatever is around it.
async fn decimals(answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    let mut number = 1u64;
    loop {
        let (expected, got) = (next(answer).await?, next(output).await?);
        let line = output.place().line;
        let wrong = match (expected, got) {
            (None, None) => return Ok(Judgement::accepted()),
            (Some(expected), None) => format!("The output ends before number {number}; expected {expected}."),
            (None, Some(got)) => format!("Line {line}, number {number}: expected no more, got {got}."),
            (Some(expected), Some(got)) if !near(expected, got) => format!(
                "Line {line}, number {number}: expected {expected}, got {got}, which is outside the tolerance."
            ),
            _ => {
                number += 1;
                continue;
            }
        };
        return Ok(Judgement::wrong(wrong));
    }
}

fn near(expected: f64, got: f64) -> bool {
    (expected - got).abs() <= 1e-6 * expected.abs().max(got.abs()).max(1.0)
}

/// Where a search for a decimal, `[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)`, stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Nowhere,
    /// After what may begin one: a sign, a point, or both.
    Begun,
    Point,
    Whole,
    Fraction,
}

/// The next decimal. Its last byte is known by the byte behind it, which is not taken.
async fn next(text: &mut Text) -> io::Result<Option<f64>> {
    let (mut state, mut scanner) = (State::Nowhere, Scanner::default());
    loop {
        let byte = text.peek().await?;
        state = match (state, byte) {
            (State::Nowhere | State::Begun | State::Whole, Some(b'0'..=b'9')) => State::Whole,
            (State::Point | State::Fraction, Some(b'0'..=b'9')) | (State::Whole, Some(b'.')) => {
                State::Fraction
            }
            (State::Whole | State::Fraction, _) => return Ok(Some(scanner.double())),
            (_, None) => return Ok(None),
            (State::Begun, Some(b'.')) => State::Point,
            (_, Some(b'.')) => {
                scanner.clear();
                State::Point
            }
            (_, Some(b'+' | b'-')) => {
                scanner.clear();
                State::Begun
            }
            _ => {
                scanner.clear();
                State::Nowhere
            }
        };
        if let Some(byte) = byte.filter(|_| state != State::Nowhere) {
            scanner.feed(byte);
        }
        text.skip(1);
    }
}
