//! The package format's own output validator, native: it reads a program's output piece by piece as it comes and
//! the answer by blocks, in constant memory whatever the tokens' size, and knows at the first byte that cannot be
//! right any more.
//!
//! While the bytes are the same, whole blocks are compared at once; only around a difference does it go byte by byte.

mod answer;
mod difference;
mod rules;
mod tolerance;

use std::io::{self, Read};

use answer::Answer;

use super::bytes::{SPACES, is_space, last_space};
use super::place::Place;
use super::scanner::Scanner;
use super::words::{Layout, pairs, stride};

pub(crate) use difference::{Difference, Kind};
pub(crate) use rules::Rules;

/// Words, where the space between them does not matter.
static WORDS: Layout = Layout::loose(&SPACES);

/// Bytes of a word that messages show.
const SHOWN: usize = 60;

/// Compares an output, which is pushed, with an answer, which is pulled.
#[derive(Debug)]
pub(crate) struct Comparator<R> {
    rules: Rules,
    answer: Answer<R>,
    state: State,
    place: Place,
    token: Token,
    difference: Option<Difference>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Between words. If space does not matter, the answer may stand before space that the output is past.
    Gap,
    /// In a word that is, so far, the same in both.
    Text,
    /// In a word whose text differs from the answer's, which is a number and past which the answer stands.
    Number,
}

/// The word that the output stands in.
#[derive(Debug)]
struct Token {
    place: Place,
    got: Vec<u8>,
    expected: Vec<u8>,
    /// These read the word where there is a tolerance; the second, the answer's, once the texts differ.
    number: Scanner,
    expected_number: Scanner,
}

impl<R: Read> Comparator<R> {
    pub(crate) fn new(rules: Rules, answer: R) -> Self {
        let place = Place::start();
        let token = Token::new(place);
        Self { rules, answer: Answer::new(answer), state: State::Gap, place, token, difference: None }
    }

    /// The first difference, once there is one: the output is wrong whatever follows.
    pub(crate) fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref()
    }

    /// The next piece of the output.
    ///
    /// # Errors
    /// The answer could not be read.
    pub(crate) fn push(&mut self, mut piece: &[u8]) -> io::Result<()> {
        while !piece.is_empty() && self.difference.is_none() {
            let passed = self.pass(piece)?;
            if passed > 0 {
                piece = &piece[passed..];
            } else {
                self.step(piece)?;
                self.place.advance(&piece[..1]);
                piece = &piece[1..];
            }
        }
        Ok(())
    }

    /// Goes over as many bytes as are right for sure; none where that takes a closer look.
    fn pass(&mut self, piece: &[u8]) -> io::Result<usize> {
        let loose = !self.rules.space_sensitive;
        let passed = match self.state {
            State::Number => 0,
            State::Text if loose => {
                let (expected, got, _) = stride(self.answer.ready()?, piece, &WORDS);
                self.answer.take_ready(expected);
                got
            }
            State::Gap if loose && self.rules.tolerance.is_some() && !is_space(piece[0]) => {
                let words = self.pass_words(piece)?;
                if words > 0 {
                    return Ok(words);
                }
                self.answer.take_same(piece)?
            }
            State::Gap | State::Text => self.answer.take_same(piece)?,
        };
        if passed > 0 {
            self.pass_same(&piece[..passed]);
        }
        Ok(passed)
    }

    /// Between words: goes over words that are the same or numbers within the tolerance, to the start of another.
    fn pass_words(&mut self, piece: &[u8]) -> io::Result<usize> {
        let Some(tolerance) = &self.rules.tolerance else { return Ok(0) };
        self.answer.skip_spaces()?;
        let same = |expected: &[u8], got: &[u8]| expected == got || tolerance.surely_accepts(expected, got);
        let (expected, got) = pairs(self.answer.ready()?, piece, &WORDS, same);
        self.answer.take_ready(expected);
        self.place.advance(&piece[..got]);
        self.token.begin(self.place);
        Ok(got)
    }

    /// The output is at its end.
    ///
    /// # Errors
    /// The answer could not be read.
    pub(crate) fn finish(mut self) -> io::Result<Option<Difference>> {
        if self.difference.is_none() {
            self.end_word(&[])?;
        }
        if self.difference.is_none() {
            self.end()?;
        }
        Ok(self.difference)
    }

    /// Both went over these bytes, or the answer over others that come to the same.
    fn pass_same(&mut self, bytes: &[u8]) {
        let word = last_space(bytes).map_or(0, |space| space + 1);
        self.place.advance(&bytes[..word]);
        if word > 0 || self.state == State::Gap {
            self.token.begin(self.place);
            self.state = State::Gap;
        }
        let rest = &bytes[word..];
        self.place.advance(rest);
        if !rest.is_empty() {
            self.state = State::Text;
            show(&mut self.token.got, rest);
            show(&mut self.token.expected, rest);
            self.scan(rest);
        }
    }

    fn scan(&mut self, bytes: &[u8]) {
        if self.rules.tolerance.is_some() {
            bytes.iter().for_each(|&byte| self.token.number.feed(byte));
        }
    }

    /// Goes over the first byte of `piece`, which is not the same in both.
    fn step(&mut self, piece: &[u8]) -> io::Result<()> {
        let byte = piece[0];
        if is_space(byte) {
            self.end_word(piece)?;
            if self.rules.space_sensitive && self.difference.is_none() {
                // The word's end may have brought the answer to this byte.
                if self.answer.peek()? == Some(byte) {
                    self.answer.take();
                } else {
                    self.differ(Kind::Space, piece)?;
                }
            }
            return Ok(());
        }
        match self.state {
            State::Gap => self.begin_word(piece),
            State::Text => self.text(piece),
            State::Number => self.number(piece),
        }
    }

    fn begin_word(&mut self, piece: &[u8]) -> io::Result<()> {
        self.token.begin(self.place);
        if !self.rules.space_sensitive {
            self.answer.skip_spaces()?;
        }
        match self.answer.peek()? {
            None => self.differ(Kind::Extra, piece),
            Some(space) if is_space(space) => self.differ(Kind::Space, piece),
            Some(_) => {
                self.state = State::Text;
                self.text(piece)
            }
        }
    }

    fn text(&mut self, piece: &[u8]) -> io::Result<()> {
        let byte = piece[0];
        let expected = self.answer.peek()?;
        match expected.filter(|&expected| self.same(expected, byte)) {
            Some(expected) => {
                self.answer.take();
                show(&mut self.token.got, &[byte]);
                show(&mut self.token.expected, &[expected]);
                self.scan(&[byte]);
                Ok(())
            }
            None => self.differing_text(piece),
        }
    }

    fn same(&self, expected: u8, got: u8) -> bool {
        expected == got || (!self.rules.case_sensitive && expected.eq_ignore_ascii_case(&got))
    }

    /// The word's text differs from the answer's: wrong unless both are numbers. `piece` goes on in the word.
    fn differing_text(&mut self, piece: &[u8]) -> io::Result<()> {
        if !self.read_expected_number()? {
            return self.differ(Kind::Text, piece);
        }
        self.state = State::Number;
        self.number(piece)
    }

    /// Whether the answer's word is a number, and numbers matter. If they do, goes past the word.
    fn read_expected_number(&mut self) -> io::Result<bool> {
        if self.rules.tolerance.is_none() {
            return Ok(false);
        }
        let Token { expected, number, expected_number, .. } = &mut self.token;
        expected_number.copy(number);
        self.answer.take_token(|byte| {
            expected_number.feed(byte);
            show(expected, &[byte]);
        })?;
        Ok(expected_number.is_number())
    }

    fn number(&mut self, piece: &[u8]) -> io::Result<()> {
        self.token.number.feed(piece[0]);
        if self.token.number.is_dead() {
            return self.differ(Kind::Text, piece);
        }
        show(&mut self.token.got, &piece[..1]);
        Ok(())
    }

    /// The output's word, if it stands in one, is at its end; `piece` is what follows.
    fn end_word(&mut self, piece: &[u8]) -> io::Result<()> {
        if self.state == State::Text && self.answer.peek()?.is_some_and(|byte| !is_space(byte)) {
            if !self.read_expected_number()? {
                return self.differ(Kind::Text, piece);
            }
            self.state = State::Number;
        }
        if self.state == State::Number
            && let Some(kind) = self.wrong_number()
        {
            return self.differ(kind, piece);
        }
        self.state = State::Gap;
        Ok(())
    }

    /// What is wrong with a word whose text is not that of the number that is expected.
    fn wrong_number(&self) -> Option<Kind> {
        let Token { number, expected_number, .. } = &self.token;
        if !number.is_number() {
            return Some(Kind::Text);
        }
        let tolerance = self.rules.tolerance.as_ref()?;
        (!tolerance.accepts(expected_number, number)).then_some(Kind::Number)
    }

    /// The output is at its end and between words.
    fn end(&mut self) -> io::Result<()> {
        self.token.begin(self.place);
        if !self.rules.space_sensitive {
            self.answer.skip_spaces()?;
        }
        match self.answer.peek()? {
            None => Ok(()),
            Some(space) if is_space(space) => self.differ(Kind::Space, &[]),
            Some(_) => self.differ(Kind::Missing, &[]),
        }
    }

    /// The output is wrong; `piece` is what comes next in it.
    fn differ(&mut self, kind: Kind, piece: &[u8]) -> io::Result<()> {
        if kind == Kind::Space {
            let expected = self.answer.peek()?;
            self.difference = Some(Difference::space(self.place, expected, piece.first().copied()));
            return Ok(());
        }
        let word = piece.iter().take_while(|&&byte| !is_space(byte)).count();
        show(&mut self.token.got, &piece[..word]);
        let shown = &mut self.token.expected;
        while shown.len() <= SHOWN
            && let Some(byte) = self.answer.peek()?.filter(|&byte| !is_space(byte))
        {
            shown.push(byte);
            self.answer.take();
        }
        let cut = word > 0 && word == piece.len();
        let token = &self.token;
        self.difference = Some(Difference::word(kind, token.place, [&token.expected, &token.got], cut));
        Ok(())
    }
}

impl Token {
    fn new(place: Place) -> Self {
        let (got, expected) = (Vec::new(), Vec::new());
        Self { place, got, expected, number: Scanner::default(), expected_number: Scanner::default() }
    }

    /// Another word, in the same memory.
    fn begin(&mut self, place: Place) {
        self.place = place;
        self.got.clear();
        self.expected.clear();
        self.number.clear();
    }
}

/// Keeps the start of a word, one byte more than is shown so that a cut can be told.
fn show(shown: &mut Vec<u8>, bytes: &[u8]) {
    let room = (SHOWN + 1).saturating_sub(shown.len());
    shown.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

#[cfg(test)]
mod tests;
