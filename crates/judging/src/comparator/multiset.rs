//! Texts as what they hold, in any order.
//!
//! What is wanted is counted when the output begins; memory is that of the answer's parts, however much is printed.

use std::collections::HashMap;
use std::io;

use super::bytes::{Class, SPACES};
use super::judgement::{self, Judgement};
use super::text::Text;

/// What the parts of a text are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    Words,
    /// The words of each line that is not empty.
    Lines,
}

static LF_OR_CR: Class = Class::of(b"\n\r");

impl Parts {
    fn ends(self) -> &'static Class {
        match self {
            Self::Words => &SPACES,
            Self::Lines => &LF_OR_CR,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Lines => "lines",
        }
    }

    /// The next part, its words with a space between them, as far as it is not longer than `most`; `None` at the end.
    async fn next(self, text: &mut Text, most: usize, part: &mut Vec<u8>) -> io::Result<Option<()>> {
        part.clear();
        if !text.skip_all(self.ends()).await? {
            return Ok(None);
        }
        let mut blank = false;
        loop {
            let piece = text.piece_of_word(self.ends()).await?;
            if piece == 0 {
                return Ok(Some(()));
            }
            for &byte in &text.rest()[..piece] {
                if SPACES.has(byte) {
                    blank = true;
                } else if part.len() <= most {
                    if std::mem::take(&mut blank) && !part.is_empty() {
                        part.push(b' ');
                    }
                    part.push(byte);
                }
            }
            text.skip(piece);
        }
    }
}

pub(crate) async fn judge(answer: &mut Text, output: &mut Text, parts: Parts) -> io::Result<Judgement> {
    let mut left: HashMap<Box<[u8]>, u64> = HashMap::new();
    let (mut part, mut count, mut longest) = (Vec::new(), 0u64, 0);
    while parts.next(answer, usize::MAX, &mut part).await?.is_some() {
        longest = longest.max(part.len());
        count += 1;
        match left.get_mut(&part[..]) {
            Some(count) => *count += 1,
            None => drop(left.insert(part.clone().into(), 1)),
        }
    }
    let mut got = 0u64;
    loop {
        output.skip_all(parts.ends()).await?;
        let line = output.place().line;
        if parts.next(output, longest, &mut part).await?.is_none() {
            break;
        }
        match left.get_mut(&part[..]).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => {
                let part = judgement::quoted(&part);
                return Ok(Judgement::wrong(format!(
                    "Line {line}: {part} is not, or not so often, in the answer."
                )));
            }
        }
        got += 1;
    }
    Ok(match got == count {
        true => Judgement::accepted(),
        false => Judgement::wrong(format!("The output has {got} {}, not {count}.", parts.name())),
    })
}

/// The same bytes as often, whatever their order and the case of letters, blanks apart.
pub(crate) async fn bytes(answer: &mut Text, output: &mut Text) -> io::Result<Judgement> {
    let mut left = [0u64; 256];
    while answer.skip_all(&SPACES).await? {
        for &byte in answer.rest() {
            left[usize::from(byte.to_ascii_lowercase())] += 1;
        }
        let all = answer.rest().len();
        answer.skip(all);
    }
    while output.skip_all(&SPACES).await? {
        let byte = output.rest()[0].to_ascii_lowercase();
        let count = &mut left[usize::from(byte)];
        if *count == 0 {
            let spot = judgement::spot(output);
            let byte = judgement::quoted(&output.rest()[..1]);
            return Ok(Judgement::wrong(format!("{spot}: {byte} is not so often in the answer.")));
        }
        *count -= 1;
        output.skip(1);
    }
    let blank = |byte: usize| u8::try_from(byte).is_ok_and(|byte| SPACES.has(byte));
    let missing: u64 =
        left.iter().enumerate().filter(|(byte, _)| !blank(*byte)).map(|(_, count)| count).sum();
    Ok(match missing {
        0 => Judgement::accepted(),
        _ => Judgement::wrong(format!("{missing} characters of the answer are missing.")),
    })
}
