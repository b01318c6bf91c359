//! Formulae, as the one renderer of all statements takes them.

use super::input::{Token, Written};
use super::page::Style;
use super::reader::{Formula, Reader};
use crate::statement::math::Display;

/// Where a formula ends.
enum End<'a> {
    Dollar,
    Dollars,
    Command(&'static str),
    Environment(&'a str),
}

impl Reader<'_> {
    pub(super) fn dollar(&mut self) {
        if self.input.take(&Token::Char('$')) {
            self.formula(&End::Dollars, Display::Block);
        } else {
            self.formula(&End::Dollar, Display::Inline);
        }
    }

    pub(super) fn inline_formula(&mut self) {
        self.formula(&End::Command(")"), Display::Inline);
    }

    pub(super) fn block_formula(&mut self) {
        self.formula(&End::Command("]"), Display::Block);
    }

    fn formula(&mut self, end: &End<'_>, display: Display) {
        let line = self.input.line();
        let source = self.formula_until(end);
        self.put_formula(Formula { source, display, line });
    }

    pub(super) fn formula_until_end(&mut self, environment: &str) -> String {
        self.formula_until(&End::Environment(environment))
    }

    pub(super) fn put_formula(&mut self, formula: Formula) {
        if formula.source.trim().is_empty() {
            return;
        }
        self.write_title();
        let mark = (self.around.mark)(self.formulae.len());
        self.formulae.push(formula);
        let style = Style { mono: false, ..self.style.clone() };
        self.page.element(&mark, &style);
    }

    /// With the text's own commands expanded: the renderer takes no definitions.
    fn formula_until(&mut self, end: &End<'_>) -> String {
        let line = self.input.line();
        let mut formula = Written::default();
        let mut depth = 0_usize;
        loop {
            let Some(token) = self.next() else {
                self.complain_at(line, "a formula has no end");
                break;
            };
            match (&token, end) {
                (Token::Char('$'), End::Dollar) if depth == 0 => break,
                (Token::Char('$'), End::Dollars) if depth == 0 && self.input.take(&Token::Char('$')) => break,
                (Token::Command(name), End::Command(end)) if **name == **end => break,
                (Token::Command(name), End::Environment(end)) if **name == *"end" => {
                    if self.ends(end, &mut formula) {
                        break;
                    }
                    continue;
                }
                (Token::Command(name), _) if **name == *"label" => {
                    let _label = self.argument();
                    continue;
                }
                (Token::Paragraph, End::Environment(_)) => {}
                (Token::Paragraph, _) => {
                    self.complain_at(line, "a formula has no end in its paragraph");
                    self.input.put_back(token);
                    break;
                }
                (Token::Open, _) => depth += 1,
                (Token::Close, _) => depth = depth.saturating_sub(1),
                _ => {}
            }
            formula.push(&token);
        }
        formula.text()
    }

    /// After an `\end` in a formula: whether it ends `environment`. Another one is a part of the formula.
    fn ends(&mut self, environment: &str, formula: &mut Written) -> bool {
        let name = self.argument();
        let ends = Written::of(&name).trim() == environment;
        if !ends {
            formula.push(&Token::command("end"));
            formula.push(&Token::Open);
            name.iter().for_each(|token| formula.push(token));
            formula.push(&Token::Close);
        }
        ends
    }
}
