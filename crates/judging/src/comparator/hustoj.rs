//! HUSTOJ's comparison: both texts are read side by side, and blanks that only one of them has, or that are of other
//! kinds, are a presentation error unless a line ends there.

use std::io;

use super::bytes::{SPACES, same_bytes};
use super::judgement::{self, Judgement};
use super::text::Text;

fn blank(byte: Option<u8>) -> bool {
    byte.is_some_and(|byte| SPACES.has(byte))
}

/// Neither blank nor NUL; the end counts as one.
fn solid(byte: Option<u8>) -> bool {
    byte.is_none_or(|byte| !SPACES.has(byte) && byte != 0)
}

pub(super) async fn judge(answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    let mut spot = None;
    loop {
        let (mut expected, mut got) = (answer.peek().await?, output.peek().await?);
        let same = same_bytes(answer.rest(), output.rest());
        if same > 0 {
            answer.skip(same);
            output.skip(same);
            continue;
        }
        // Within a word the ends of both must come together; between words blanks may be passed over.
        let in_word = output.before().is_some_and(|byte| !SPACES.has(byte) && byte != 0);
        let both = expected.is_some() && got.is_some();
        if !(in_word && both && (solid(expected) || solid(got))) {
            (expected, got) = pass_blanks(answer, output, &mut spot).await?;
        }
        match (expected, got) {
            (None, None) => return Ok(finish(spot)),
            (Some(expected), Some(got)) if expected == got => {}
            _ => return differ(answer, output).await,
        }
    }
}

fn finish(spot: Option<String>) -> Judgement {
    match spot {
        None => Judgement::accepted(),
        Some(spot) => {
            Judgement::ill_formed(format!("{spot}: only the white space differs from the answer's."))
        }
    }
}

async fn differ(answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    if output.peek().await?.is_none() {
        return Ok(Judgement::wrong(judgement::missing(answer, output, &SPACES).await?));
    }
    Ok(Judgement::wrong(judgement::words_differ(answer, output, &SPACES).await?))
}

async fn step(text: &mut Text) -> io::Result<Option<u8>> {
    let there = text.fill().await?;
    text.skip(usize::from(there));
    text.peek().await
}

/// Goes on until neither text is before a blank, and keeps the first place where that is a presentation error.
async fn pass_blanks(
    answer: &mut Text,
    output: &mut Text,
    spot: &mut Option<String>,
) -> io::Result<(Option<u8>, Option<u8>)> {
    let (mut expected, mut got) = (answer.peek().await?, output.peek().await?);
    while blank(expected) || blank(got) {
        if expected.is_none() || got.is_none() {
            answer.skip_all(&SPACES).await?;
            output.skip_all(&SPACES).await?;
            return Ok((answer.peek().await?, output.peek().await?));
        }
        if expected != got && blank(expected) && blank(got) {
            while got == Some(b'\n') && blank(expected) && expected != Some(b'\n') {
                expected = step(answer).await?;
            }
            while expected == Some(b'\n') && blank(got) && got != Some(b'\n') {
                got = step(output).await?;
            }
        } else if expected != got && spot.is_none() {
            *spot = Some(judgement::spot(output));
        }
        if blank(expected) {
            expected = step(answer).await?;
        }
        if blank(got) {
            got = step(output).await?;
        }
    }
    Ok((expected, got))
}
