//! Texts as bytes.

use std::io;

use problem::comparison::Presentation;

use super::bytes::{SPACES, same_bytes};
use super::judgement::{self, Judgement};
use super::text::Text;

/// Every byte must be the same. Whether it is blanks that differ may be told.
pub(crate) async fn judge(answer: &mut Text, output: &mut Text, told: Presentation) -> io::Result<Judgement> {
    loop {
        let (expected, got) = (answer.peek().await?, output.peek().await?);
        let same = same_bytes(answer.rest(), output.rest());
        answer.skip(same);
        output.skip(same);
        if same == 0 {
            let equal = expected.is_none() && got.is_none();
            return Ok(if equal { Judgement::accepted() } else { differ(output, (expected, got), told) });
        }
    }
}

fn differ(output: &Text, (expected, got): (Option<u8>, Option<u8>), told: Presentation) -> Judgement {
    let one = |byte: Option<u8>| byte.map_or_else(|| "the end".to_owned(), |byte| judgement::quoted(&[byte]));
    let blank = [expected, got].into_iter().flatten().any(|byte| SPACES.has(byte));
    let what = if blank && told == Presentation::Told { "white space differs" } else { "the texts differ" };
    let place = output.place();
    Judgement::wrong(format!(
        "Line {}, column {}: {what}: expected {}, got {}.",
        place.line,
        place.column + 1,
        one(expected),
        one(got)
    ))
}
