//! Where in the output a comparison stands, for people.

use super::bytes::is_space;

/// The place of the next byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// From 1.
    pub(crate) line: u64,
    /// Bytes before it on its line.
    pub(crate) column: u64,
    /// Words that have begun before it.
    pub(crate) words: u64,
    in_word: bool,
}

impl Place {
    pub(crate) fn start() -> Self {
        Self { line: 1, column: 0, words: 0, in_word: false }
    }

    /// The number, from 1, of the word that the next byte belongs to or that comes next.
    pub(crate) fn word(&self) -> u64 {
        self.words + u64::from(!self.in_word)
    }

    /// Goes over `bytes`.
    pub(crate) fn advance(&mut self, bytes: &[u8]) {
        if let &[byte] = bytes {
            return self.advance_one(byte);
        }
        let Some((&first, &last)) = bytes.first().zip(bytes.last()) else { return };
        self.words += u64::from(!self.in_word && !is_space(first)) + word_starts(bytes);
        self.in_word = !is_space(last);
        let lines = newlines(bytes);
        self.line += lines;
        self.column = match bytes.iter().rposition(|&byte| byte == b'\n').filter(|_| lines > 0) {
            Some(at) => (bytes.len() - at - 1) as u64,
            None => self.column + bytes.len() as u64,
        };
    }

    fn advance_one(&mut self, byte: u8) {
        let space = is_space(byte);
        self.words += u64::from(!self.in_word & !space);
        self.in_word = !space;
        if byte == b'\n' {
            self.line += 1;
            self.column = 0;
        } else {
            self.column += 1;
        }
    }
}

/// Steps in which a count fits into a byte: so the compiler counts many bytes at once.
const STEP: usize = 240;

/// Words that begin after the first byte.
fn word_starts(bytes: &[u8]) -> u64 {
    let starts = |(before, bytes): (&[u8], &[u8])| {
        let pairs = before.iter().zip(bytes);
        pairs.fold(0u8, |sum, (&before, &byte)| sum + u8::from(is_space(before) & !is_space(byte)))
    };
    bytes.chunks(STEP).zip(bytes[1..].chunks(STEP)).map(starts).map(u64::from).sum()
}

fn newlines(bytes: &[u8]) -> u64 {
    let in_step = |step: &[u8]| step.iter().fold(0u8, |sum, &byte| sum + u8::from(byte == b'\n'));
    bytes.chunks(STEP).map(in_step).map(u64::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_columns_and_words_are_the_same_however_the_text_is_cut() {
        let text = b" one two\n\n\tthree\r\nfour";
        for size in 1..=text.len() {
            let mut place = Place::start();
            text.chunks(size).for_each(|piece| place.advance(piece));
            assert_eq!((place.line, place.column, place.words), (4, 4, 4), "pieces of {size}");
        }
    }
}
