//! What comes after a command and belongs to it.

use super::input::{Token, Written};
use super::reader::Reader;

impl Reader<'_> {
    pub(super) fn argument(&mut self) -> Vec<Token> {
        self.macros.argument(&mut self.input)
    }

    pub(super) fn optional(&mut self) -> Option<Vec<Token>> {
        self.macros.optional(&mut self.input)
    }

    /// The next argument as it might have been written.
    pub(super) fn words(&mut self) -> String {
        Written::of(&self.argument()).trim().to_owned()
    }

    /// Passes over arguments; see [`Meaning::Nothing`].
    pub(super) fn skip(&mut self, arguments: &str) {
        for argument in arguments.chars() {
            match argument {
                's' => {
                    let _star = self.input.take(&Token::Char('*'));
                }
                'o' => {
                    let _options = self.optional();
                }
                'd' => self.skip_length(),
                // Nothing is taken that is no argument.
                _ if self.comes_group() => {
                    let _argument = self.argument();
                }
                _ => return,
            }
        }
    }

    fn comes_group(&mut self) -> bool {
        self.input.skip_space();
        let comes = self.input.take(&Token::Open);
        if comes {
            self.input.put_back(Token::Open);
        }
        comes
    }

    /// `=2.5mm plus 1fil`.
    fn skip_length(&mut self) {
        self.skip_dimension();
        loop {
            let spaced = self.input.take(&Token::Space);
            if !(self.take_all("plus") || self.take_all("minus")) {
                if spaced {
                    self.input.put_back(Token::Space);
                }
                return;
            }
            self.skip_dimension();
        }
    }

    /// A number and a unit, which is two letters, or `fil` with one `l` or more.
    fn skip_dimension(&mut self) {
        let mut letters = String::new();
        self.input.skip_space();
        while let Some(token) = self.input.next() {
            match token {
                Token::Char(c)
                    if c.is_ascii_digit() || matches!(c, '=' | '.' | '-' | ',') && letters.is_empty() => {}
                Token::Char(c) if letters.len() < 2 && c.is_ascii_lowercase() => letters.push(c),
                Token::Char('l') if letters == "fi" => {}
                other => {
                    self.input.put_back(other);
                    return;
                }
            }
        }
    }

    /// Takes these characters if they come next, all of them.
    pub(super) fn take_all(&mut self, wanted: &str) -> bool {
        for (taken, c) in wanted.char_indices() {
            if !self.input.take(&Token::Char(c)) {
                wanted[..taken].chars().rev().for_each(|c| self.input.put_back(Token::Char(c)));
                return false;
            }
        }
        true
    }
}
