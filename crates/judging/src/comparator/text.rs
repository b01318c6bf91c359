//! The two texts of a comparison, read forward.
//!
//! The answer is a file that can be read at will; the output comes piece by piece while the program prints. A
//! comparator does not want to know: it is written as if it could read both, and stands still, as a future does, where
//! the output has no more bytes yet.

use std::future::poll_fn;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use super::bytes::Class;
use super::line_ends::LineEnds;
use super::place::Place;

/// The answer is read in blocks of this size.
const BLOCK: usize = 64 << 10;
/// UTF-8's byte order mark.
const MARK: &[u8] = b"\xef\xbb\xbf";
/// What was read last stays for messages.
const CONTEXT: usize = 64;
/// A word may be as long as this to be looked at as one.
pub(crate) const LONGEST: usize = 64 << 10;
/// Bytes of a word that messages show.
pub(crate) const SHOWN: usize = 60;

/// What was printed and is not read yet.
#[derive(Debug, Default)]
pub(crate) struct Feed {
    pub(crate) piece: Vec<u8>,
    /// No more will come.
    pub(crate) closed: bool,
}

enum Source {
    Answer(Box<dyn Read + Send>),
    Output(Arc<Mutex<Feed>>),
}

pub(crate) struct Text {
    source: Source,
    ends: LineEnds,
    /// Its start, as long as that may be a byte order mark to be passed over.
    start: Option<Vec<u8>>,
    block: Vec<u8>,
    /// What was read last, and what comes next from `at` on.
    buffer: Vec<u8>,
    at: usize,
    /// Of the buffer's first byte.
    place: Place,
    ended: bool,
}

impl Text {
    pub(crate) fn answer(reader: Box<dyn Read + Send>, ends: LineEnds) -> Self {
        Self::new(Source::Answer(reader), ends)
    }

    pub(crate) fn output(feed: Arc<Mutex<Feed>>, ends: LineEnds) -> Self {
        Self::new(Source::Output(feed), ends)
    }

    fn new(source: Source, ends: LineEnds) -> Self {
        let (block, buffer, place) = (Vec::new(), Vec::new(), Place::start());
        Self { source, ends, start: None, block, buffer, at: 0, place, ended: false }
    }

    /// A byte order mark at its start is no part of it.
    pub(crate) fn without_mark(self) -> Self {
        Self { start: Some(Vec::new()), ..self }
    }

    /// What comes next, as far as it is there.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    /// Goes over the next `bytes` bytes of [`Self::rest`].
    pub(crate) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// The byte that was read last.
    pub(crate) fn before(&self) -> Option<u8> {
        self.buffer[..self.at].last().copied()
    }

    /// Of the next byte.
    pub(crate) fn place(&self) -> Place {
        let mut place = self.place;
        place.advance(&self.buffer[..self.at]);
        place
    }

    /// Waits until more is there than was; `false` at the end.
    pub(crate) async fn more(&mut self) -> io::Result<bool> {
        self.forget();
        let before = self.buffer.len();
        while !self.ended && self.buffer.len() == before {
            self.ended = !self.next_block().await?;
            self.look_for_mark();
            self.ends.convert(&self.block, &mut self.buffer);
            if self.ended {
                self.ends.finish(&mut self.buffer);
            }
        }
        Ok(self.buffer.len() > before)
    }

    /// Keeps the block back as long as it may be part of a mark, and takes a mark out of it.
    fn look_for_mark(&mut self) {
        let Some(start) = &mut self.start else { return };
        start.append(&mut self.block);
        if !self.ended && start.len() < MARK.len() && MARK.starts_with(start) {
            return;
        }
        self.block.extend_from_slice(start.strip_prefix(MARK).unwrap_or(start));
        self.start = None;
    }

    /// Drops what was read, but for what messages may still show.
    fn forget(&mut self) {
        let gone = self.at.saturating_sub(CONTEXT);
        self.place.advance(&self.buffer[..gone]);
        self.buffer.drain(..gone);
        self.at -= gone;
    }

    async fn next_block(&mut self) -> io::Result<bool> {
        match &mut self.source {
            Source::Answer(reader) => {
                self.block.clear();
                Ok(read(reader, &mut self.block)? > 0)
            }
            Source::Output(feed) => {
                self.block.clear();
                let block = &mut self.block;
                Ok(poll_fn(|_| take(feed, block)).await)
            }
        }
    }

    /// Waits for a next byte; `false` at the end.
    pub(crate) async fn fill(&mut self) -> io::Result<bool> {
        if self.rest().is_empty() { self.more().await } else { Ok(true) }
    }

    /// What comes next is the last, and only stands for a CR at the text's very end.
    pub(crate) async fn is_final_cr(&mut self) -> io::Result<bool> {
        Ok(self.rest().len() == 1 && !self.more().await? && self.ends == LineEnds::Testlib { after_cr: true })
    }

    pub(crate) async fn peek(&mut self) -> io::Result<Option<u8>> {
        self.fill().await?;
        Ok(self.rest().first().copied())
    }

    /// Goes to the next byte that is not of `class`; `false` at the end.
    pub(crate) async fn skip_all(&mut self, class: &Class) -> io::Result<bool> {
        loop {
            let run = class.run(self.rest());
            self.skip(run);
            if !self.rest().is_empty() {
                return Ok(true);
            }
            if !self.more().await? {
                return Ok(false);
            }
        }
    }

    /// Goes to the next byte of `class`, or to the end.
    pub(crate) async fn skip_others(&mut self, class: &Class) -> io::Result<()> {
        loop {
            let run = class.run_of_others(self.rest());
            self.skip(run);
            if !self.rest().is_empty() || !self.more().await? {
                return Ok(());
            }
        }
    }

    /// Waits for the word that comes next to be there as a whole, and says how long it is; `None` of one that is longer
    /// than [`LONGEST`].
    pub(crate) async fn word(&mut self, blanks: &Class) -> io::Result<Option<usize>> {
        let mut length = 0;
        loop {
            length += blanks.run_of_others(&self.rest()[length..]);
            if length > LONGEST {
                return Ok(None);
            }
            if length < self.rest().len() || !self.more().await? {
                return Ok(Some(length));
            }
        }
    }

    /// How many bytes of the word that comes next, or goes on, are there; 0 where it is over.
    pub(crate) async fn piece_of_word(&mut self, blanks: &Class) -> io::Result<usize> {
        self.fill().await?;
        Ok(blanks.run_of_others(self.rest()))
    }

    /// The start of the word that comes next, a byte more than is shown if it is longer.
    pub(crate) async fn excerpt(&mut self, blanks: &Class) -> io::Result<Vec<u8>> {
        let mut length = 0;
        loop {
            length += blanks.run_of_others(&self.rest()[length..]);
            if length > SHOWN || length < self.rest().len() || !self.more().await? {
                return Ok(self.rest()[..length.min(SHOWN + 1)].to_vec());
            }
        }
    }

    /// Goes back to the start of the word that it stands in, as far as that is still there.
    pub(crate) fn back_to_word(&mut self, blanks: &Class) {
        let read = &self.buffer[..self.at];
        let back = read.iter().rev().take(CONTEXT).take_while(|&&byte| !blanks.has(byte)).count();
        self.at -= back;
    }
}

/// Reads a block, or what there is of it.
fn read(reader: &mut dyn Read, block: &mut Vec<u8>) -> io::Result<usize> {
    Read::take(reader, BLOCK as u64).read_to_end(block)
}

/// Takes what was printed; `false` where no more will come.
fn take(feed: &Mutex<Feed>, block: &mut Vec<u8>) -> Poll<bool> {
    let mut feed = feed.lock().unwrap_or_else(PoisonError::into_inner);
    if !feed.piece.is_empty() {
        std::mem::swap(&mut feed.piece, block);
        return Poll::Ready(true);
    }
    if feed.closed { Poll::Ready(false) } else { Poll::Pending }
}
