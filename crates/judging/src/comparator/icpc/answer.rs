//! The answer file, read by blocks.

use std::io::{self, BufRead, BufReader, Read};

use crate::comparator::bytes::{is_space, same_bytes};

const BLOCK: usize = 64 << 10;

/// Where the comparison stands in the answer.
#[derive(Debug)]
pub(crate) struct Answer<R> {
    reader: BufReader<R>,
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

    /// What comes next, as far as it is there; empty at the end.
    pub(crate) fn ready(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    /// Takes so many of what is ready.
    pub(crate) fn take_ready(&mut self, bytes: usize) {
        self.reader.consume(bytes);
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
