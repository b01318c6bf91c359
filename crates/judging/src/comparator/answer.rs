//! The answer file, read by blocks.

use std::io::{self, BufRead, BufReader, Read};

const BLOCK: usize = 64 << 10;

/// Where the comparison stands in the answer.
#[derive(Debug)]
pub(crate) struct Answer<R> {
    reader: BufReader<R>,
}

/// The format's whitespace: space, tab, line feed, vertical tab, form feed, carriage return.
pub(crate) fn is_space(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

impl<R: Read> Answer<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader: BufReader::with_capacity(BLOCK, reader) }
    }

    /// The next byte, not taken; `None` at the end.
    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.reader.fill_buf()?.first().copied())
    }

    /// Takes as many bytes as are the same as those of `piece`, within one block.
    pub(crate) fn take_same(&mut self, piece: &[u8]) -> io::Result<usize> {
        let ready = self.reader.fill_buf()?;
        let most = ready.len().min(piece.len());
        let same = same_bytes(&ready[..most], &piece[..most]);
        self.reader.consume(same);
        Ok(same)
    }

    pub(crate) fn take(&mut self) {
        self.reader.consume(1);
    }

    pub(crate) fn skip_spaces(&mut self) -> io::Result<()> {
        while self.peek()?.is_some_and(is_space) {
            self.take();
        }
        Ok(())
    }

    /// Takes the rest of the token that the answer stands in.
    pub(crate) fn take_token(&mut self, mut each: impl FnMut(u8)) -> io::Result<()> {
        while let Some(byte) = self.peek()?.filter(|&byte| !is_space(byte)) {
            each(byte);
            self.take();
        }
        Ok(())
    }
}

/// Where the last space of some bytes is.
pub(crate) fn last_space(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    // The compiler looks at many bytes of a step at once.
    for step in bytes.rchunks(STEP) {
        let start = end - step.len();
        if step.iter().fold(false, |any, &byte| any | is_space(byte)) {
            return step.iter().rposition(|&byte| is_space(byte)).map(|at| start + at);
        }
        end = start;
    }
    None
}

const STEP: usize = 128;

/// How many bytes two slices of one length have in common at their start.
fn same_bytes(a: &[u8], b: &[u8]) -> usize {
    if a == b {
        return a.len();
    }
    let steps = a.chunks(STEP).zip(b.chunks(STEP)).take_while(|(a, b)| a == b).count();
    let start = (steps * STEP).min(a.len());
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_start_is_found_wherever_it_ends() {
        let a: Vec<u8> = (0..1000).map(|i| (i % 251) as u8).collect();
        for at in [0, 1, 127, 128, 129, 500, 999] {
            let mut b = a.clone();
            b[at] ^= 1;
            assert_eq!(same_bytes(&a, &b), at);
        }
        assert_eq!(same_bytes(&a, &a), 1000);
        assert_eq!(same_bytes(&[], &[]), 0);
    }

    #[test]
    fn the_last_space_is_found_wherever_it_is() {
        for at in [0, 1, 127, 128, 129, 500, 999] {
            let mut text = vec![b'x'; 1000];
            text[at] = b'\n';
            assert_eq!(last_space(&text), Some(at));
            text[0] = b' ';
            assert_eq!(last_space(&text), Some(at));
        }
        assert_eq!(last_space(&[b'x'; 300]), None);
        assert_eq!(last_space(b""), None);
    }
}
