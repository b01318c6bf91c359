//! Commands that do more than look like something.

use std::rc::Rc;

use super::commands::Font;
use super::input::Token;
use super::page::{Inside, Style};
use super::reader::Reader;
use super::table;
use super::words::Title;
use crate::statement::escape;

impl Reader<'_> {
    pub(super) fn paragraph(&mut self) {
        self.page.empty_line();
    }

    pub(super) fn line_end(&mut self) {
        let _star = self.input.take(&Token::Char('*'));
        if self.page.next_row() {
            self.end_cell();
        } else {
            self.page.line_break();
        }
        let _height = self.optional();
    }

    pub(super) fn rule(&mut self) {
        self.page.whole("<hr>\n");
    }

    pub(super) fn run_in_heading(&mut self) {
        let _star = self.input.take(&Token::Char('*'));
        self.page.empty_line();
        self.enter_then(|reader| reader.page.space(&reader.style));
        self.switch(Font::Bold);
    }

    pub(super) fn centered(&mut self) {
        self.enter();
        self.page.open("div", "center", Inside::Paragraphs);
    }

    /// What follows its first argument is shown.
    pub(super) fn without_argument(&mut self) {
        self.skip("omoo");
    }

    pub(super) fn new_command(&mut self) {
        self.macros.new_command(&mut self.input);
    }

    pub(super) fn provide_command(&mut self) {
        self.macros.provide_command(&mut self.input);
    }

    pub(super) fn def(&mut self) {
        self.macros.def(&mut self.input);
    }

    pub(super) fn let_be(&mut self) {
        self.macros.let_be(&mut self.input);
    }

    pub(super) fn math_operator(&mut self) {
        self.macros.math_operator(&mut self.input);
    }

    pub(super) fn verb(&mut self) {
        let _star = self.input.take(&Token::Char('*'));
        let _options = self.optional();
        match self.input.delimited() {
            Some(text) => self.put_code(text),
            None => {
                self.enter();
                self.switch(Font::Mono);
            }
        }
    }

    pub(super) fn mint(&mut self) {
        let _options = self.optional();
        let _language = self.input.raw_group();
        self.verb();
    }

    fn put_code(&mut self, text: &str) {
        self.write_title();
        let style = Style { mono: true, ..self.style.clone() };
        self.page.text(text, &style);
    }

    /// An address is written with fewer signs escaped than other texts.
    pub(super) fn address(&mut self) -> String {
        let raw = match self.input.raw_group() {
            Some(raw) => raw.to_owned(),
            None => self.words(),
        };
        let mut address = String::with_capacity(raw.len());
        let mut chars = raw.trim().chars().peekable();
        while let Some(c) = chars.next() {
            let escaped = |next: &char| matches!(next, '%' | '#' | '_' | '&' | '~' | '$' | '{' | '}');
            address.push(if c == '\\' { chars.next_if(escaped).unwrap_or(c) } else { c });
        }
        address
    }

    pub(super) fn url(&mut self) {
        let address = self.address();
        self.write_title();
        let style = Style { link: Some(Rc::from(address.as_str())), ..self.style.clone() };
        self.page.text(&address, &style);
    }

    pub(super) fn href(&mut self) {
        let address = self.address();
        self.enter();
        self.style.link = Some(Rc::from(address));
    }

    pub(super) fn footnote(&mut self) {
        let _number = self.optional();
        let text = self.argument();
        self.footnotes.push(text);
        let number = self.footnotes.len();
        let reference = format!("<sup class=\"footnote-reference\"><a href=\"#{number}\">{number}</a></sup>");
        let style = Style { link: None, ..self.style.clone() };
        self.page.element(&reference, &style);
    }

    /// `\exmp{input}{output}`, as it is written.
    pub(super) fn example(&mut self) {
        self.write_title();
        let [input, output] = [self.sample(), self.sample()];
        let [input_title, output_title] =
            [Title::Input, Title::Output].map(|title| title.words(self.language));
        self.page.whole(&format!(
            "<table>\n<thead><tr><th>{input_title}</th><th>{output_title}</th></tr></thead>\n\
             <tbody><tr><td><pre>{input}</pre></td><td><pre>{output}</pre></td></tr></tbody>\n</table>\n"
        ));
    }

    fn sample(&mut self) -> String {
        let raw = match self.input.raw_group() {
            Some(raw) => raw.to_owned(),
            None => self.words(),
        };
        let lines = raw.replace("\\\\", "\n");
        let mut text = escape::text(lines.trim_matches(['\n', ' ']));
        for (escaped, plain) in
            [("\\_", "_"), ("\\%", "%"), ("\\#", "#"), ("\\$", "$"), ("\\{", "{"), ("\\}", "}")]
        {
            text = text.replace(escaped, plain);
        }
        text
    }

    /// The samples themselves are shown below the statement.
    pub(super) fn example_file(&mut self) {
        self.skip("mm");
    }

    pub(super) fn wide_cell(&mut self) {
        let width = self.words().parse().unwrap_or(1);
        let align = table::columns(&self.words()).first().copied();
        self.page.open_wide_cell(width, align, 1);
    }

    pub(super) fn tall_cell(&mut self) {
        let _position = self.optional();
        let rows = self.words().parse().unwrap_or(1);
        let _struts = self.optional();
        let _width = self.argument();
        let _fixup = self.optional();
        self.page.open_wide_cell(1, None, rows);
    }
}
