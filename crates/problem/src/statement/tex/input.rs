//! The text as TeX reads it: one token after another, and what was put back before the rest.

use std::rc::Rc;

use super::macros::BUILT_IN;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Its name: letters, or one other character.
    Command(Rc<str>),
    /// Itself, or one of `$ & # ~ ^ _` with the meaning that it has without a backslash.
    Char(char),
    /// Blanks, with one end of a line at most.
    Space,
    /// An empty line.
    Paragraph,
    Open,
    Close,
}

impl Token {
    pub(super) fn command(name: &str) -> Self {
        Self::Command(Rc::from(name))
    }
}

pub(super) struct Input<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    /// A comment ended the line before: blanks are nothing here, and another end of a line is an empty line.
    fresh_line: bool,
    /// To be read first; the last one is the next.
    pending: Vec<Token>,
    /// Raw texts that had no end: each was looked for through all that follows.
    endless: u32,
}

/// So often, at most.
const MOST_ENDLESS: u32 = 20;

impl<'a> Input<'a> {
    /// `text` has only `\n` at the ends of its lines.
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, fresh_line: false, pending: Vec::new(), endless: 0 }
    }

    /// Where the text is read now, from 1.
    pub(super) fn line(&self) -> u32 {
        self.line
    }

    pub(super) fn put_back(&mut self, token: Token) {
        self.pending.push(token);
    }

    /// The first of them is read next.
    pub(super) fn put_back_all(&mut self, tokens: Vec<Token>) {
        self.pending.extend(tokens.into_iter().rev());
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        self.pending.pop().or_else(|| self.lex())
    }

    /// Takes the next token if it is this one. If not, what comes can still be read as it is written.
    pub(super) fn take(&mut self, wanted: &Token) -> bool {
        if let Some(next) = self.pending.last() {
            let found = next == wanted;
            if found {
                self.pending.pop();
            }
            return found;
        }
        let place = self.place();
        let found = self.lex().as_ref() == Some(wanted);
        if !found {
            self.go_back(place);
        }
        found
    }

    /// Takes a bracket that opens, and blanks before it; or nothing.
    pub(super) fn take_bracket(&mut self) -> bool {
        let place = self.pending.is_empty().then(|| self.place());
        let spaced = self.take(&Token::Space);
        if self.take(&Token::Char('[')) {
            return true;
        }
        match place {
            Some(place) => self.go_back(place),
            None if spaced => self.put_back(Token::Space),
            None => {}
        }
        false
    }

    fn place(&self) -> (usize, u32, bool) {
        (self.at, self.line, self.fresh_line)
    }

    fn go_back(&mut self, place: (usize, u32, bool)) {
        (self.at, self.line, self.fresh_line) = place;
    }

    pub(super) fn skip_space(&mut self) {
        while self.take(&Token::Space) {}
    }

    /// What comes as it is written, up to `end`, which is passed over; `None` if there is no such end, or if what comes
    /// was put back, and so is read already.
    pub(super) fn raw_until(&mut self, end: &str) -> Option<&'a str> {
        let rest = self.raw()?;
        let length = rest.find(end);
        let raw = &rest[..self.ended(length)?];
        self.pass(raw.len() + end.len());
        Some(raw)
    }

    /// The inside of a group as it is written; `None` where none begins or where it was read already.
    pub(super) fn raw_group(&mut self) -> Option<&'a str> {
        let rest = self.raw()?;
        let start = rest.len() - rest.trim_start_matches([' ', '\t', '\n']).len();
        let inner = rest[start..].strip_prefix('{')?;
        let length = self.ended(group_length(inner))?;
        self.pass(start + 1 + length + 1);
        Some(&inner[..length])
    }

    /// What is between two of the character that comes next, in one line: `\verb|…|`.
    pub(super) fn delimited(&mut self) -> Option<&'a str> {
        let rest = self.raw()?;
        let opening = rest.chars().next().filter(|c| !c.is_whitespace() && !c.is_alphabetic())?;
        let closing = if opening == '{' { '}' } else { opening };
        let inner = &rest[opening.len_utf8()..];
        let length = inner.find([closing, '\n']).filter(|at| inner[*at..].starts_with(closing));
        let length = self.ended(length)?;
        self.pass(opening.len_utf8() + length + closing.len_utf8());
        Some(&inner[..length])
    }

    /// All that is not read yet.
    fn raw(&self) -> Option<&'a str> {
        (self.pending.is_empty() && self.endless < MOST_ENDLESS).then(|| &self.text[self.at..])
    }

    fn ended(&mut self, length: Option<usize>) -> Option<usize> {
        self.endless += u32::from(length.is_none());
        length
    }

    fn pass(&mut self, bytes: usize) {
        let passed = self.text[self.at..self.at + bytes].bytes().filter(|byte| *byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(passed).unwrap_or(u32::MAX));
        self.at += bytes;
        self.fresh_line = false;
    }

    fn lex(&mut self) -> Option<Token> {
        loop {
            let c = self.text[self.at..].chars().next()?;
            match c {
                '%' => self.comment(),
                ' ' | '\t' | '\n' => {
                    if let Some(token) = self.blanks() {
                        return Some(token);
                    }
                }
                _ => {
                    self.pass(c.len_utf8());
                    return Some(match c {
                        '\\' => self.command(),
                        '{' => Token::Open,
                        '}' => Token::Close,
                        c => Token::Char(c),
                    });
                }
            }
        }
    }

    /// To the end of its line, which it takes along.
    fn comment(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
        self.pass(length);
        self.fresh_line = true;
    }

    fn blanks(&mut self) -> Option<Token> {
        let rest = &self.text[self.at..];
        let blanks = &rest[..rest.len() - rest.trim_start_matches([' ', '\t', '\n']).len()];
        let ends = blanks.matches('\n').count() + usize::from(self.fresh_line);
        let nothing = self.fresh_line && ends == 1;
        self.pass(blanks.len());
        match ends {
            _ if nothing => None,
            0 | 1 => Some(Token::Space),
            _ => Some(Token::Paragraph),
        }
    }

    /// After its backslash. Blanks after letters belong to it.
    fn command(&mut self) -> Token {
        let rest = &self.text[self.at..];
        let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        if letters == 0 {
            let Some(c) = rest.chars().next() else { return Token::Char('\\') };
            self.pass(c.len_utf8());
            let c = if matches!(c, '\n' | '\t') { ' ' } else { c };
            return Token::command(c.encode_utf8(&mut [0; 4]));
        }
        let name = Token::command(&rest[..letters]);
        let after = &rest[letters..];
        let blanks = &after[..after.len() - after.trim_start_matches([' ', '\t', '\n']).len()];
        let blanks = if blanks.matches('\n').count() > 1 { 0 } else { blanks.len() };
        self.pass(letters + blanks);
        name
    }
}

/// Bytes up to the brace that closes the group.
fn group_length(inner: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'{' if !escaped => depth += 1,
            b'}' if !escaped && depth == 0 => return Some(at),
            b'}' if !escaped => depth -= 1,
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
    }
    None
}

/// Tokens as they might have been written.
#[derive(Default)]
pub(super) struct Written {
    text: String,
    /// Letters would become part of the command that was written last.
    open: bool,
}

impl Written {
    pub(super) fn of(tokens: &[Token]) -> String {
        let mut written = Self::default();
        tokens.iter().for_each(|token| written.push(token));
        written.text
    }

    pub(super) fn text(self) -> String {
        self.text
    }

    pub(super) fn push(&mut self, token: &Token) {
        let open = std::mem::take(&mut self.open);
        match token {
            Token::Command(name) => {
                self.text.push('\\');
                let name = name.trim_start_matches(BUILT_IN);
                self.text.push_str(name);
                self.open = name.starts_with(|c: char| c.is_ascii_alphabetic());
            }
            Token::Char(c) => {
                if open && c.is_ascii_alphabetic() {
                    self.text.push(' ');
                }
                self.text.push(*c);
            }
            Token::Space => self.text.push(' '),
            Token::Paragraph => self.text.push_str("\n\n"),
            Token::Open => self.text.push('{'),
            Token::Close => self.text.push('}'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut input = Input::new(text);
        std::iter::from_fn(|| input.next()).collect()
    }

    #[test]
    fn blanks_comments_and_empty_lines_are_what_they_are_to_tex() {
        use Token::{Char, Paragraph, Space};
        for (text, wanted) in [
            ("a  \n b", vec![Char('a'), Space, Char('b')]),
            ("a\n \n\nb", vec![Char('a'), Paragraph, Char('b')]),
            ("a%b\n  c", vec![Char('a'), Char('c')]),
            ("a%b\n\nc", vec![Char('a'), Paragraph, Char('c')]),
            ("a %", vec![Char('a'), Space]),
            ("\\bf  a", vec![Token::command("bf"), Char('a')]),
            ("\\bf\n\na", vec![Token::command("bf"), Paragraph, Char('a')]),
            ("\\%\\\na", vec![Token::command("%"), Token::command(" "), Char('a')]),
            ("\\", vec![Char('\\')]),
        ] {
            assert_eq!(tokens(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn what_is_written_again_reads_the_same() {
        for text in ["\\alpha x", "\\alpha1", "a\\\\b", "{\\it a}\n\nb", "\\'e", "\\\\alpha"] {
            assert_eq!(tokens(&Written::of(&tokens(text))), tokens(text), "{text}");
        }
    }

    #[test]
    fn raw_texts_end_where_they_should_and_lines_are_counted() {
        let mut input = Input::new("{a{%}\\}\n}b|c%|\nd");
        assert_eq!(input.raw_group(), Some("a{%}\\}\n"));
        assert_eq!(input.next(), Some(Token::Char('b')));
        assert_eq!(input.delimited(), Some("c%"));
        assert_eq!((input.line(), input.raw_until("e")), (2, None));
        assert_eq!(input.raw_until("d"), Some("\n"));
        assert_eq!(input.line(), 3);
    }
}
