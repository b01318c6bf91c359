//! Texts as words: what stands between them may matter, too.

use std::io;

use super::bytes::{Class, same_bytes};
use super::judgement::{self, Judgement};
use super::text::Text;

/// How words are separated, and what of that must be the same.
pub(crate) struct Layout {
    pub(crate) blanks: &'static Class,
    /// What ends a line, all of it blank.
    pub(crate) breaks: &'static Class,
    pub(crate) gaps: Gaps,
}

impl Layout {
    /// Words, however they are separated.
    pub(crate) const fn loose(blanks: &'static Class) -> Self {
        Self { blanks, breaks: blanks, gaps: Gaps::Nothing }
    }

    /// How many blanks `bytes` begins with, and how many of them end a line.
    fn blanks_and_breaks(&self, bytes: &[u8]) -> (usize, usize) {
        let (mut blanks, mut breaks) = (0, 0);
        while let Some(&byte) = bytes.get(blanks).filter(|&&byte| self.blanks.has(byte)) {
            breaks += usize::from(self.breaks.has(byte));
            blanks += 1;
        }
        (blanks, breaks)
    }
}

/// What must be the same of the blanks between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gaps {
    Nothing,
    /// Whether a line ends there; not before the first word.
    AnyBreak,
    /// How many lines end there.
    Breaks,
    /// Whether a line ends there, and how many lines there are blank but not empty.
    BlankLines,
}

/// The blanks before a word, or before the end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gap {
    pub(crate) breaks: u64,
    /// Lines wholly in the gap that are blank but not empty.
    pub(crate) blank_lines: u64,
    /// Bytes after the last break, or all.
    pub(crate) last: u64,
    /// The last line that ended was empty.
    pub(crate) ended_empty: bool,
    /// The first line of the gap is also that of a word.
    after_word: bool,
}

impl Gap {
    fn new(after_word: bool) -> Self {
        Self { after_word, ..Self::default() }
    }

    fn see(&mut self, breaks: bool) {
        if !breaks {
            self.last += 1;
            return;
        }
        let with_word = self.after_word && self.breaks == 0;
        self.blank_lines += u64::from(self.last > 0 && !with_word);
        self.ended_empty = self.last == 0 && !with_word;
        self.breaks += 1;
        self.last = 0;
    }

    /// The text ends here: what follows the last break is a line of its own.
    fn end(&mut self) {
        self.blank_lines += u64::from(self.last > 0 && !(self.after_word && self.breaks == 0));
    }
}

impl Gaps {
    pub(crate) fn agree(self, expected: &Gap, got: &Gap) -> bool {
        let either = (expected.breaks > 0) == (got.breaks > 0) || !expected.after_word;
        match self {
            Self::Nothing => true,
            Self::AnyBreak => either,
            Self::Breaks => expected.breaks == got.breaks,
            Self::BlankLines => either && expected.blank_lines == got.blank_lines,
        }
    }
}

/// How a comparison of words ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    /// The words are different; both texts stand at the first byte that is.
    Word,
    /// The gaps before the next words are different.
    Gap,
    /// The output is at its end, the answer before a word.
    Missing,
    /// The answer is at its end, after this gap; the output stands before the blanks after the last word.
    End(Gap),
}

/// Compares until words or gaps differ or the answer ends.
pub(crate) async fn compare(answer: &mut Text, output: &mut Text, layout: &Layout) -> io::Result<Found> {
    let mut after_word = false;
    loop {
        let expected = gap(answer, layout, after_word).await?;
        if answer.rest().is_empty() {
            return Ok(Found::End(expected));
        }
        let got = gap(output, layout, after_word).await?;
        if output.rest().is_empty() {
            return Ok(Found::Missing);
        }
        if !layout.gaps.agree(&expected, &got) {
            return Ok(Found::Gap);
        }
        if let Some(found) = same_words(answer, output, layout).await? {
            return Ok(found);
        }
        after_word = true;
    }
}

/// Goes over the blanks.
pub(crate) async fn gap(text: &mut Text, layout: &Layout, after_word: bool) -> io::Result<Gap> {
    let mut gap = Gap::new(after_word);
    loop {
        let run = scan(text.rest(), layout, &mut gap);
        text.skip(run);
        if !text.rest().is_empty() {
            return Ok(gap);
        }
        if !text.more().await? {
            gap.end();
            return Ok(gap);
        }
    }
}

fn scan(bytes: &[u8], layout: &Layout, gap: &mut Gap) -> usize {
    if layout.gaps == Gaps::Nothing {
        return layout.blanks.run(bytes);
    }
    for (at, &byte) in bytes.iter().enumerate() {
        if !layout.blanks.has(byte) {
            return at;
        }
        gap.see(layout.breaks.has(byte));
    }
    bytes.len()
}

/// From within, or the start of, words that are the same so far: goes to blanks after a word that is the same, with
/// everything before that is.
async fn same_words(answer: &mut Text, output: &mut Text, layout: &Layout) -> io::Result<Option<Found>> {
    loop {
        let (more, printed) = (answer.fill().await?, output.fill().await?);
        if !more || !printed {
            let over = |text: &Text| text.rest().first().is_none_or(|&byte| layout.blanks.has(byte));
            return Ok((!(over(answer) && over(output))).then_some(Found::Word));
        }
        let (expected, got, stop) = stride(answer.rest(), output.rest(), layout);
        answer.skip(expected);
        output.skip(got);
        match stop {
            Stop::UsedUp => {}
            Stop::Blanks => return Ok(None),
            Stop::Word => return Ok(Some(Found::Word)),
            Stop::Gap => return Ok(Some(Found::Gap)),
        }
    }
}

/// Why [`stride`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// In a word, so far the same, of which no more is there.
    UsedUp,
    /// Before blanks, whose end may not be there.
    Blanks,
    Word,
    Gap,
}

/// Goes over what is the same, words and gaps, and says how much of each that is.
pub(crate) fn stride(expected: &[u8], got: &[u8], layout: &Layout) -> (usize, usize, Stop) {
    let (mut i, mut j) = (0, 0);
    loop {
        let same = same_bytes(&expected[i..], &got[j..]);
        let words = layout.blanks.trimmed(&expected[i..i + same]);
        let next = (expected.get(i + same), got.get(j + same));
        (i, j) = (i + words, j + words);
        let (Some(&a), Some(&b)) = next else {
            return (i, j, if words == same { Stop::UsedUp } else { Stop::Blanks });
        };
        if words == same && !(layout.blanks.has(a) && layout.blanks.has(b)) {
            return (i, j, Stop::Word);
        }
        let (blanks, breaks) = layout.blanks_and_breaks(&expected[i..]);
        let (printed, got_breaks) = layout.blanks_and_breaks(&got[j..]);
        if i + blanks == expected.len() || j + printed == got.len() {
            return (i, j, Stop::Blanks);
        }
        let agree = match layout.gaps {
            Gaps::Nothing => true,
            Gaps::AnyBreak => (breaks > 0) == (got_breaks > 0),
            Gaps::Breaks | Gaps::BlankLines => breaks == got_breaks,
        };
        if !agree {
            return (i, j, Stop::Gap);
        }
        (i, j) = (i + blanks, j + printed);
    }
}

/// From the starts of words: goes over pairs of words that are there as a whole and that `same` accepts, and over gaps
/// that agree, to the starts of other words; says how much of each that is.
pub(crate) fn pairs(
    expected: &[u8],
    got: &[u8],
    layout: &Layout,
    same: impl Fn(&[u8], &[u8]) -> bool,
) -> (usize, usize) {
    let (mut i, mut j) = (0, 0);
    loop {
        let (a, b) = (&expected[i..], &got[j..]);
        let (word, printed) = (layout.blanks.run_of_others(a), layout.blanks.run_of_others(b));
        let (mut gap, mut got_gap) = (Gap::new(true), Gap::new(true));
        let after = word + scan(&a[word..], layout, &mut gap);
        let got_after = printed + scan(&b[printed..], layout, &mut got_gap);
        let whole = after < a.len() && got_after < b.len();
        if !whole || !layout.gaps.agree(&gap, &got_gap) || !same(&a[..word], &b[..printed]) {
            return (i, j);
        }
        (i, j) = (i + after, j + got_after);
    }
}

/// Compares all words, and nothing else of the texts but what the layout says.
pub(crate) async fn judge(answer: &mut Text, output: &mut Text, layout: &Layout) -> io::Result<Judgement> {
    match compare(answer, output, layout).await? {
        Found::End(_) => Ok(match output.skip_all(layout.blanks).await? {
            true => Judgement::wrong(judgement::extra(output, layout.blanks)),
            false => Judgement::accepted(),
        }),
        found => differ(found, answer, output, layout).await,
    }
}

/// What is wrong, of anything but an end.
pub(crate) async fn differ(
    found: Found,
    answer: &mut Text,
    output: &mut Text,
    layout: &Layout,
) -> io::Result<Judgement> {
    Ok(Judgement::wrong(match found {
        Found::Word => judgement::words_differ(answer, output, layout.blanks).await?,
        Found::Missing => judgement::missing(answer, output, layout.blanks).await?,
        Found::Gap | Found::End(_) => {
            let blanks = layout.blanks.run(output.rest());
            output.skip(blanks);
            format!(
                "{}: the line breaks before this word are not those of the answer.",
                judgement::spot(output)
            )
        }
    }))
}

/// Goes over the rest of both words and says whether they are the same; `see` gets what passes, of the answer and of the
/// output.
pub(crate) async fn same_word(
    answer: &mut Text,
    output: &mut Text,
    blanks: &Class,
    mut see: impl FnMut(&[u8], &[u8]),
) -> io::Result<bool> {
    let mut same = true;
    loop {
        let (expected, got) = (answer.piece_of_word(blanks).await?, output.piece_of_word(blanks).await?);
        if expected == 0 && got == 0 {
            return Ok(same);
        }
        let both = if expected == 0 || got == 0 { expected.max(got) } else { expected.min(got) };
        let (a, b) = (&answer.rest()[..both.min(expected)], &output.rest()[..both.min(got)]);
        same &= a == b;
        see(a, b);
        let (a, b) = (a.len(), b.len());
        answer.skip(a);
        output.skip(b);
    }
}
