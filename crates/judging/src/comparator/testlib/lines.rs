//! Checkers that read lines, which the texts' line ends are made ready for: a line ends at LF.
//!
//! A line that is missing is read as an empty one, and an empty line at the answer's very end is not asked for.

use std::io;

use super::super::bytes::{Class, SPACES, same_bytes};
use super::super::judgement::{self, Judgement};
use super::super::text::Text;
use super::super::words::{self, Found, Gap, Gaps, Layout};
use super::Judged;

static LF: Class = Class::of(b"\n");

/// Of each line its tokens.
pub(super) async fn as_tokens(answer: &mut Text, output: &mut Text) -> io::Result<Judged> {
    let layout = Layout { blanks: &SPACES, breaks: &LF, gaps: Gaps::Breaks };
    match words::compare(answer, output, &layout).await? {
        Found::End(gap) => match tail(output, lines_in(&gap, answer.place().words > 0)).await? {
            true => Ok(Ok(Judgement::accepted())),
            false => Ok(Err(Judgement::wrong(judgement::extra(output, &SPACES)))),
        },
        found => Ok(Err(words::differ(found, answer, output, &layout).await?)),
    }
}

/// How many lines begin in the gap at the answer's end, with the one of the last word.
fn lines_in(gap: &Gap, after_word: bool) -> u64 {
    let all = gap.breaks + u64::from(gap.last > 0);
    all.max(u64::from(after_word)) - u64::from(gap.ended_empty && gap.last == 0)
}

/// Goes over so many lines of the output, which must be blank; what follows is looked at by the caller.
async fn tail(output: &mut Text, mut lines: u64) -> io::Result<bool> {
    while lines > 0 {
        match output.peek().await? {
            None => return Ok(true),
            Some(b'\n') => lines -= 1,
            Some(byte) if !SPACES.has(byte) => return Ok(false),
            Some(_) => {}
        }
        output.skip(1);
    }
    Ok(true)
}

pub(super) async fn exactly(answer: &mut Text, output: &mut Text) -> io::Result<Judged> {
    loop {
        let (expected, got) = (answer.peek().await?, output.peek().await?);
        let same = same_bytes(answer.rest(), output.rest());
        if same > 0 {
            answer.skip(same);
            output.skip(same);
            continue;
        }
        let line_open = answer.before().is_some_and(|byte| byte != b'\n');
        let equal = match (expected, got) {
            (None, Some(b'\n')) if line_open => {
                output.skip(1);
                true
            }
            (None, got) => !line_open || got.is_none(),
            (Some(b'\n'), None) => only_line_feeds(answer).await?,
            (Some(b'\n'), Some(_)) if !line_open => last(answer).await?,
            _ => false,
        };
        return Ok(if equal {
            Ok(Judgement::accepted())
        } else {
            Err(Judgement::wrong(judgement::lines_differ(answer, output, &LF).await?))
        });
    }
}

/// The answer's next byte, an LF, is its last.
async fn last(answer: &mut Text) -> io::Result<bool> {
    answer.skip(1);
    Ok(answer.peek().await?.is_none())
}

async fn only_line_feeds(answer: &mut Text) -> io::Result<bool> {
    Ok(!answer.skip_all(&LF).await?)
}
