//! Text blocks of bounded size: what a page shows of an input, an output or a source.

use crate::words;

/// The head of a text, and how much there is of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    shown: u64,
    total: u64,
}

impl Excerpt {
    /// At most `cap` bytes, cut at the end of a line where there is one in the last part, else of a character.
    /// What is not UTF-8 or cannot be shown becomes a replacement character.
    pub(crate) fn of(bytes: &[u8], cap: usize) -> Self {
        let head = &bytes[..cut(bytes, cap)];
        let text = String::from_utf8_lossy(head).chars().map(visible).collect();
        Self { text, shown: head.len() as u64, total: bytes.len() as u64 }
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.shown < self.total
    }

    pub(crate) fn cut_words(&self) -> String {
        format!("The first {} of {}.", words::size(self.shown), words::size(self.total))
    }
}

/// A control character would be dropped or refused by the browser, and a program's output may well have some.
fn visible(c: char) -> char {
    if c.is_control() && !matches!(c, '\n' | '\r' | '\t') { char::REPLACEMENT_CHARACTER } else { c }
}

fn cut(bytes: &[u8], cap: usize) -> usize {
    if bytes.len() <= cap {
        return bytes.len();
    }
    let tail = cap - cap / 8;
    if let Some(newline) = bytes[tail..cap].iter().rposition(|&b| b == b'\n') {
        return tail + newline + 1;
    }
    let continues = |at: usize| bytes[at] & 0b1100_0000 == 0b1000_0000;
    (cap.saturating_sub(3)..=cap).rev().find(|&at| !continues(at)).unwrap_or(cap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_whole() {
        let excerpt = Excerpt::of(b"1 2\n", 100);
        assert_eq!((excerpt.text.as_str(), excerpt.is_cut()), ("1 2\n", false));
    }

    #[test]
    fn a_cut_falls_on_a_line_end_or_between_characters() {
        assert_eq!(Excerpt::of(b"01234567890123\n5678", 16).text, "01234567890123\n");
        assert_eq!(Excerpt::of("äääää".as_bytes(), 5).text, "ää");
        let excerpt = Excerpt::of(&[b'x'; 2048], 1024);
        assert_eq!(excerpt.cut_words(), "The first 1 KiB of 2 KiB.");
    }

    #[test]
    fn what_cannot_be_shown_is_replaced() {
        assert_eq!(Excerpt::of(b"a\0b\x1b[31m\xff\n", 100).text, "a\u{fffd}b\u{fffd}[31m\u{fffd}\n");
    }
}
