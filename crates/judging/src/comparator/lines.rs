//! Texts as lines, of which the blanks at their ends do not matter.

use std::io;

use super::bytes::{Class, same_bytes};
use super::judgement::{self, Judgement};
use super::text::Text;

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breaks {
    Lf,
    LfOrCr,
}

/// What a line is, and what of it matters.
pub(crate) struct Lines {
    pub(crate) breaks: Breaks,
    /// What does not matter at a line's end; no break is blank.
    pub(crate) blanks: &'static Class,
    pub(crate) end: End,
}

/// What of the ends of the texts must be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// How many lines end.
    Breaks,
    /// How many lines there are, though the last need not end.
    Lines,
    /// Which line is the last that is not empty.
    LastFilled,
    /// Nothing: empty lines do not count, wherever they are.
    Nothing,
}

static LF: Class = Class::of(b"\n");
static LF_OR_CR: Class = Class::of(b"\n\r");

impl Breaks {
    pub(crate) fn class(self) -> &'static Class {
        match self {
            Self::Lf => &LF,
            Self::LfOrCr => &LF_OR_CR,
        }
    }

    fn count(self, bytes: &[u8]) -> u64 {
        let lf = bytes.iter().filter(|&&byte| byte == b'\n').count();
        let cr = match self {
            Self::Lf => 0,
            Self::LfOrCr => bytes.iter().filter(|&&byte| byte == b'\r').count(),
        };
        (lf + cr) as u64
    }
}

/// What is counted of a text beyond the lines that both have ended.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// The line that it stands in has bytes.
    open: bool,
    /// The number, from 1, of the last line that is not empty.
    filled: u64,
    ended: u64,
}

impl Side {
    /// Goes over `bytes`, of which `breaks` are breaks.
    fn pass(&mut self, bytes: &[u8], kind: Breaks, breaks: u64) {
        let class = kind.class();
        if let Some(last) = bytes.iter().rposition(|&byte| !class.has(byte)) {
            self.filled = self.ended + breaks + 1 - (bytes.len() - last - 1) as u64;
        }
        self.open = bytes.last().map_or(self.open, |&byte| !class.has(byte));
        self.ended += breaks;
    }

    fn measure(&self, end: End) -> u64 {
        match end {
            End::Breaks => self.ended,
            End::Lines => self.ended + u64::from(self.open),
            End::LastFilled => self.filled,
            End::Nothing => 0,
        }
    }
}

pub(crate) async fn judge(answer: &mut Text, output: &mut Text, lines: &Lines) -> io::Result<Judgement> {
    let (mut expected, mut got) = (Side::default(), Side::default());
    loop {
        answer.fill().await?;
        output.fill().await?;
        let same = same_bytes(answer.rest(), output.rest());
        if same > 0 {
            let bytes = &answer.rest()[..same];
            let breaks = lines.breaks.count(bytes);
            expected.pass(bytes, lines.breaks, breaks);
            got.pass(bytes, lines.breaks, breaks);
            answer.skip(same);
            output.skip(same);
            continue;
        }
        if lines.end == End::Nothing && !expected.open {
            let class = lines.breaks.class();
            let (more, printed) = (answer.skip_all(class).await?, output.skip_all(class).await?);
            if more != printed {
                return Ok(Judgement::wrong(judgement::lines_differ(answer, output, class).await?));
            }
            if more && answer.rest()[0] == output.rest()[0] {
                continue;
            }
        }
        if !(end_line(answer, lines, &mut expected).await? && end_line(output, lines, &mut got).await?) {
            return Ok(Judgement::wrong(
                judgement::lines_differ(answer, output, lines.breaks.class()).await?,
            ));
        }
        if answer.rest().is_empty() || output.rest().is_empty() {
            return end(answer, output, lines, (expected, got)).await;
        }
        expected.pass(&answer.rest()[..1], lines.breaks, 1);
        got.pass(&output.rest()[..1], lines.breaks, 1);
        answer.skip(1);
        output.skip(1);
    }
}

/// Goes to the line's end; `false` where that takes more than blanks.
async fn end_line(text: &mut Text, lines: &Lines, side: &mut Side) -> io::Result<bool> {
    loop {
        let run = lines.blanks.run(text.rest());
        side.pass(&text.rest()[..run], lines.breaks, 0);
        text.skip(run);
        if let Some(&byte) = text.rest().first() {
            return Ok(lines.breaks.class().has(byte));
        }
        if !text.more().await? {
            return Ok(true);
        }
    }
}

/// One of the texts is at its end, the other perhaps before a break.
async fn end(
    answer: &mut Text,
    output: &mut Text,
    lines: &Lines,
    (mut expected, mut got): (Side, Side),
) -> io::Result<Judgement> {
    let class = lines.breaks.class();
    for (text, side) in [(&mut *answer, &mut expected), (&mut *output, &mut got)] {
        while end_line(text, lines, side).await? && !text.rest().is_empty() {
            side.pass(&text.rest()[..1], lines.breaks, 1);
            text.skip(1);
            if lines.end == End::Nothing && text.skip_all(class).await? {
                break;
            }
        }
    }
    let over = answer.rest().is_empty() && output.rest().is_empty();
    if over && expected.measure(lines.end) == got.measure(lines.end) {
        return Ok(Judgement::accepted());
    }
    if !over {
        return Ok(Judgement::wrong(judgement::lines_differ(answer, output, class).await?));
    }
    let (expected, got) = (expected.measure(lines.end), got.measure(lines.end));
    Ok(Judgement::wrong(format!("The output has {got} lines, not {expected}.")))
}

/// Goes over the rest of both texts' lines, not over what ends them, and says whether they are the same up to blanks at
/// their ends.
pub(crate) async fn same_line(
    answer: &mut Text,
    output: &mut Text,
    (breaks, blanks): (Breaks, &Class),
) -> io::Result<bool> {
    let class = breaks.class();
    loop {
        let (expected, got) = (answer.piece_of_word(class).await?, output.piece_of_word(class).await?);
        let same = same_bytes(&answer.rest()[..expected], &output.rest()[..got]);
        answer.skip(same);
        output.skip(same);
        if same == 0 {
            let blank =
                blank_to_end(answer, class, blanks).await? & blank_to_end(output, class, blanks).await?;
            return Ok(blank);
        }
    }
}

async fn blank_to_end(text: &mut Text, breaks: &Class, blanks: &Class) -> io::Result<bool> {
    let mut blank = true;
    loop {
        let piece = text.piece_of_word(breaks).await?;
        if piece == 0 {
            return Ok(blank);
        }
        blank &= blanks.run(&text.rest()[..piece]) == piece;
        text.skip(piece);
    }
}
