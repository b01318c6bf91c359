//! Commands that the text itself defines: what they become, within bounds.

use std::collections::HashMap;
use std::rc::Rc;

use super::input::{Input, Token};

/// Tokens that definitions may make and arguments may have, all together: what a statement with a hundred macros uses
/// a thousand times over.
const MOST_TOKENS: usize = 400_000;
/// Arguments of one command.
const MOST_ARGUMENTS: usize = 9;

/// In front of the name of a command that no definition changes.
pub(super) const BUILT_IN: char = '\u{1}';

struct Definition {
    arguments: usize,
    /// Of the first argument, which is in brackets.
    default: Option<Vec<Token>>,
    /// An argument is `#` and its digit.
    body: Vec<Token>,
}

#[derive(Default)]
pub(super) struct Macros {
    known: HashMap<Rc<str>, Rc<Definition>>,
    spent: usize,
}

impl Macros {
    /// Whether nothing more is expanded, because it came to too much.
    pub(super) fn are_exhausted(&self) -> bool {
        self.spent > MOST_TOKENS
    }

    /// The next token that is no defined command.
    pub(super) fn next(&mut self, input: &mut Input<'_>) -> Option<Token> {
        loop {
            let token = input.next()?;
            let Token::Command(name) = &token else { return Some(token) };
            let Some(definition) = self.known.get(name).cloned() else { return Some(token) };
            self.expand(input, &definition);
        }
    }

    fn expand(&mut self, input: &mut Input<'_>, definition: &Definition) {
        let mut arguments = Vec::with_capacity(definition.arguments);
        if let Some(default) = &definition.default {
            arguments.push(self.optional(input).unwrap_or_else(|| default.clone()));
        }
        while arguments.len() < definition.arguments {
            arguments.push(self.argument(input));
        }
        let body = filled(&definition.body, &arguments, MOST_TOKENS.saturating_sub(self.spent));
        // One that becomes nothing costs something, too.
        self.spend(body.len() + 1);
        if !self.are_exhausted() {
            input.put_back_all(body);
        }
    }

    fn spend(&mut self, tokens: usize) {
        self.spent = self.spent.saturating_add(tokens);
    }

    /// The next group without its braces, or the next token.
    pub(super) fn argument(&mut self, input: &mut Input<'_>) -> Vec<Token> {
        input.skip_space();
        match input.next() {
            Some(Token::Open) => self.until(input, &Token::Close),
            // Nothing here takes what is beyond its own group or paragraph.
            Some(token @ (Token::Close | Token::Paragraph)) => {
                input.put_back(token);
                Vec::new()
            }
            Some(token) => vec![token],
            None => Vec::new(),
        }
    }

    /// What is in brackets, if they come next.
    pub(super) fn optional(&mut self, input: &mut Input<'_>) -> Option<Vec<Token>> {
        input.take_bracket().then(|| self.until(input, &Token::Char(']')))
    }

    /// Up to `end` outside of groups, or to the end of the paragraph for what is in brackets.
    fn until(&mut self, input: &mut Input<'_>, end: &Token) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut depth = 0_usize;
        while let Some(token) = input.next() {
            match token {
                _ if depth == 0 && token == *end => break,
                Token::Close | Token::Paragraph if depth == 0 && *end != Token::Close => {
                    input.put_back(token);
                    break;
                }
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.spend(1);
            if !self.are_exhausted() {
                tokens.push(token);
            }
        }
        tokens
    }

    /// `\newcommand{\name}[2][default]{body}`, after its first word.
    pub(super) fn new_command(&mut self, input: &mut Input<'_>) {
        if let Some((name, definition)) = self.definition(input) {
            self.known.insert(name, Rc::new(definition));
        }
    }

    /// As [`Self::new_command`], for a command that is not there yet.
    pub(super) fn provide_command(&mut self, input: &mut Input<'_>) {
        if let Some((name, definition)) = self.definition(input) {
            self.known.entry(name).or_insert_with(|| Rc::new(definition));
        }
    }

    fn definition(&mut self, input: &mut Input<'_>) -> Option<(Rc<str>, Definition)> {
        let name = self.command_name(input);
        let count = self.optional(input);
        let digit = count.as_deref().and_then(|tokens| match tokens {
            [Token::Char(digit)] => digit.to_digit(10),
            _ => None,
        });
        let arguments = digit.map_or(0, |digit| digit as usize).min(MOST_ARGUMENTS);
        let default = if arguments == 0 { None } else { self.optional(input) };
        let body = self.argument(input);
        Some((name?, Definition { arguments, default, body }))
    }

    /// In a group or without.
    fn command_name(&mut self, input: &mut Input<'_>) -> Option<Rc<str>> {
        let _starred = input.take(&Token::Char('*'));
        self.argument(input).into_iter().find_map(|token| match token {
            Token::Command(name) => Some(name),
            _ => None,
        })
    }

    /// `\DeclareMathOperator{\name}{words}`, after its first word.
    pub(super) fn math_operator(&mut self, input: &mut Input<'_>) {
        let name = self.command_name(input);
        let words = self.argument(input);
        let body =
            [Token::command("operatorname"), Token::Open].into_iter().chain(words).chain([Token::Close]);
        if let Some(name) = name {
            let body = body.collect();
            self.known.insert(name, Rc::new(Definition { arguments: 0, default: None, body }));
        }
    }

    /// `\def\name#1#2{body}`, after its first word. Words between the arguments are left out.
    pub(super) fn def(&mut self, input: &mut Input<'_>) {
        input.skip_space();
        let Some(Token::Command(name)) = input.next() else { return };
        let mut arguments = 0;
        while let Some(token) = input.next() {
            match token {
                Token::Open => {
                    input.put_back(token);
                    break;
                }
                Token::Paragraph => return,
                Token::Char('#') => arguments += 1,
                _ => {}
            }
        }
        let arguments = arguments.min(MOST_ARGUMENTS);
        let body = self.argument(input);
        self.known.insert(name, Rc::new(Definition { arguments, default: None, body }));
    }

    /// `\let\name=\other`, after its first word.
    pub(super) fn let_be(&mut self, input: &mut Input<'_>) {
        input.skip_space();
        let Some(Token::Command(name)) = input.next() else { return };
        input.skip_space();
        let _sign = input.take(&Token::Char('='));
        input.skip_space();
        let Some(other) = input.next() else { return };
        let known = match &other {
            Token::Command(other) => self.known.get(other).cloned(),
            _ => None,
        };
        let same = || {
            // What the command was, though it may be defined anew.
            let body = match other {
                Token::Command(other) => Token::command(&format!("{BUILT_IN}{other}")),
                other => other,
            };
            Rc::new(Definition { arguments: 0, default: None, body: vec![body] })
        };
        self.known.insert(name, known.unwrap_or_else(same));
    }
}

/// The body with its arguments; no more than `most` tokens and one, which says that it was too much.
fn filled(body: &[Token], arguments: &[Vec<Token>], most: usize) -> Vec<Token> {
    let mut filled = Vec::with_capacity(body.len());
    let mut rest = body.iter();
    while let Some(token) = rest.next() {
        if *token != Token::Char('#') {
            filled.push(token.clone());
            continue;
        }
        match rest.next() {
            Some(Token::Char(digit @ '1'..='9')) => {
                let number = *digit as usize - '0' as usize;
                let argument = arguments.get(number - 1).map_or(&[][..], Vec::as_slice);
                filled.extend(argument.iter().take(most + 1).cloned());
            }
            Some(other) => filled.push(other.clone()),
            None => {}
        }
        if filled.len() > most {
            break;
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::super::input::Written;
    use super::*;

    /// `text` after its definitions, expanded.
    fn expanded(text: &str) -> String {
        let mut macros = Macros::default();
        let mut input = Input::new(text);
        let mut out = Vec::new();
        while let Some(token) = macros.next(&mut input) {
            match &token {
                Token::Command(name) if **name == *"newcommand" => macros.new_command(&mut input),
                Token::Command(name) if **name == *"def" => macros.def(&mut input),
                Token::Command(name) if **name == *"let" => macros.let_be(&mut input),
                _ => out.push(token),
            }
        }
        Written::of(&out)
    }

    #[test]
    fn definitions_take_arguments_and_defaults() {
        for (text, wanted) in [
            ("\\newcommand{\\a}{x}\\a\\a", "xx"),
            ("\\newcommand\\a[2]{#2-#1}\\a{x}y", "y-x"),
            ("\\newcommand{\\a}[2][d]{#1#2}\\a{x}\\a[y]{z}", "dxyz"),
            ("\\def\\a#1#2{<#1|#2>}\\a{1{2}}3", "<1{2}|3>"),
            ("\\def\\a{x}\\let\\b=\\a\\def\\a{y}\\b\\a", "xy"),
            ("\\let\\b\\bf\\b", "\\bf"),
            ("\\let\\b\\b\\b", "\\b"),
            ("\\def\\a#1{\\def\\b##1{##1#1}}\\a{x}\\b{y}", "yx"),
            ("\\let\\b\\bf\\def\\bf{\\b\\it}\\bf", "\\bf\\it"),
            ("\\def\\a#1{[#1]}{\\a}", "{[]}"),
        ] {
            assert_eq!(expanded(text), wanted, "{text}");
        }
    }

    #[test]
    fn definitions_without_end_end() {
        for text in [
            "\\def\\a{\\a}\\a",
            "\\def\\a{\\a\\a}\\a",
            "\\def\\a{x\\a}\\a",
            "\\def\\a#1{\\a{#1#1}}\\a{x}",
            "\\def\\a{\\b\\b}\\def\\b{\\c\\c\\c\\c}\\def\\c{\\a x}\\a",
            "\\def\\a#1{#1#1#1#1#1#1#1#1}\\def\\b#1{\\a{\\a{\\a{\\a{\\a{\\a{#1}}}}}}}\\b{\\b{\\b{x}}}",
            "\\let\\a\\b\\let\\b\\a\\a",
        ] {
            assert!(expanded(text).len() <= MOST_TOKENS, "{text}");
        }
    }
}
