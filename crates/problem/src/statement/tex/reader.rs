//! Reads tokens and writes the page: one loop over tokens, with a stack of what is open in place of recursion.

use std::collections::BTreeSet;

use super::accents;
use super::commands::{self, Font, Meaning};
use super::input::{Input, Token};
use super::macros::{BUILT_IN, Macros};
use super::page::{Inside, Page, Raised, Style};
use super::words::Title;
use crate::statement::math::Display;
use crate::statement::picture::Image;
use crate::statement::{Source, Trouble};

/// What began and has not ended yet.
pub(super) enum Scope {
    Group,
    Environment(String),
}

struct Frame {
    scope: Scope,
    /// That of what is around it.
    style: Style,
    /// Blocks that are open around it.
    depth: usize,
    then: Option<fn(&mut Reader<'_>)>,
}

/// Of groups and environments in each other; groups beyond are read as if they had no braces.
const MOST_FRAMES: usize = 200;
/// Bytes of a page, at most.
const MOST_BYTES: usize = 4 << 20;
/// Different complaints about one statement.
const MOST_TROUBLE: usize = 50;

/// A formula, and where it ends.
pub(in crate::statement) struct Formula {
    pub(in crate::statement) source: String,
    pub(in crate::statement) display: Display,
    pub(in crate::statement) line: u32,
}

/// What the statement may ask about what is around it.
pub(in crate::statement) struct Around<'a> {
    /// What stands in the text for the formula of that number.
    pub(in crate::statement) mark: &'a dyn Fn(usize) -> String,
    /// Whether such a file lies beside the statement.
    pub(in crate::statement) has_asset: &'a dyn Fn(&str) -> bool,
}

pub(in crate::statement) struct Reader<'a> {
    pub(super) input: Input<'a>,
    pub(super) macros: Macros,
    pub(super) page: Page,
    pub(super) style: Style,
    frames: Vec<Frame>,
    /// Groups that are open beyond the last frame.
    beyond: usize,
    pub(super) around: &'a Around<'a>,
    pub(super) language: &'a str,
    pub(super) footnotes: Vec<Vec<Token>>,
    /// A heading that is written once something follows.
    waiting: Option<Title>,
    done: bool,
    complained: BTreeSet<String>,
    pub(in crate::statement) formulae: Vec<Formula>,
    pub(in crate::statement) images: Vec<Image>,
    pub(in crate::statement) trouble: Vec<Trouble>,
}

impl<'a> Reader<'a> {
    /// `text` is the source's, with `\n` at the ends of its lines.
    pub(in crate::statement) fn new(source: &Source<'a>, text: &'a str, around: &'a Around<'a>) -> Self {
        Self {
            input: Input::new(text),
            macros: Macros::default(),
            page: Page::new(),
            style: Style::default(),
            frames: Vec::new(),
            beyond: 0,
            around,
            language: source.language,
            footnotes: Vec::new(),
            waiting: None,
            done: false,
            complained: BTreeSet::new(),
            formulae: Vec::new(),
            images: Vec::new(),
            trouble: Vec::new(),
        }
    }

    /// The whole text as HTML; what else there is of it is in the fields then.
    pub(in crate::statement) fn read(&mut self) -> String {
        self.run();
        self.write_footnotes();
        if self.macros.are_exhausted() {
            self.complain(
                "commands that the statement defines come to too much: they are not shown any more",
            );
        }
        std::mem::replace(&mut self.page, Page::new()).finish()
    }

    fn run(&mut self) {
        while !self.done {
            let Some(token) = self.next() else { break };
            self.token(token);
            if self.page.len() > MOST_BYTES {
                self.complain("is too long: the rest is not shown");
                self.stop();
            }
        }
        self.close_frames(0);
        self.page.close_to(0);
        self.page.end_paragraph();
    }

    /// Each is read as a text of its own. There may be others in it.
    fn write_footnotes(&mut self) {
        let mut number = 0;
        while number < self.footnotes.len() {
            let text = std::mem::take(&mut self.footnotes[number]);
            number += 1;
            let attributes = format!("class=\"footnote-definition\" id=\"{number}\"");
            self.page.open_here("div", &attributes, Inside::Line);
            let label = format!("<sup class=\"footnote-definition-label\">{number}</sup> ");
            self.page.element(&label, &Style::default());
            self.done = false;
            self.input.put_back_all(text);
            self.run();
        }
    }

    pub(super) fn stop(&mut self) {
        self.done = true;
        self.input = Input::new("");
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        self.macros.next(&mut self.input)
    }

    fn token(&mut self, token: Token) {
        match token {
            Token::Open => self.open_group(),
            Token::Close => self.close_group(),
            Token::Space => self.page.space(&self.style),
            Token::Paragraph => self.page.empty_line(),
            Token::Char('$') => self.dollar(),
            Token::Char('&') if self.page.next_cell() => self.end_cell(),
            Token::Char('~') => self.put('\u{a0}'),
            Token::Char(c) if !self.style.mono => self.ligature(c),
            Token::Char(c) => self.put(c),
            Token::Command(name) => self.command(name.trim_start_matches(BUILT_IN)),
        }
    }

    pub(super) fn put(&mut self, c: char) {
        self.write_title();
        self.page.character(c, &self.style);
    }

    pub(super) fn put_text(&mut self, text: &str) {
        self.write_title();
        self.page.text(text, &self.style);
    }

    /// Characters that TeX's fonts join.
    fn ligature(&mut self, c: char) {
        let joined: &[(&str, &str)] = match c {
            '-' => &[("--", "—"), ("-", "–")],
            '`' => &[("`", "“")],
            '\'' => &[("'", "”")],
            '<' => &[("<", "«")],
            '>' => &[(">", "»")],
            ',' => &[(",", "„")],
            '"' => &[("---", "—")],
            _ => return self.put(c),
        };
        let found = joined.iter().find(|(rest, _)| self.take_all(rest));
        match (found, c) {
            (Some((_, sign)), _) => self.put_text(sign),
            (None, '`') => self.put('‘'),
            (None, '\'') => self.put('’'),
            (None, c) => self.put(c),
        }
    }

    fn command(&mut self, name: &str) {
        if accents::is_accent(name) {
            return self.accent(name);
        }
        match commands::meaning(name) {
            Some(Meaning::Nothing(arguments)) => self.skip(arguments),
            Some(Meaning::Text(" ")) => self.page.space(&self.style),
            Some(Meaning::Text(text)) => self.put_text(text),
            Some(Meaning::Switch(font)) => self.switch(font),
            Some(Meaning::Styled(font)) => {
                self.enter();
                self.switch(font);
            }
            Some(Meaning::Heading(level)) => self.heading(level),
            Some(Meaning::Title(Title::Examples)) => self.waiting = Some(Title::Examples),
            Some(Meaning::Title(title)) => self.write_heading(title),
            Some(Meaning::Do(act)) => act(self),
            None => self.unknown(name),
        }
    }

    fn unknown(&mut self, name: &str) {
        let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let shown = if is_word { "what is in its braces is shown as it is" } else { "it is left out" };
        self.complain(&format!("\\{} is not known: {shown}", name.escape_debug()));
    }

    pub(super) fn complain(&mut self, message: &str) {
        self.complain_at(self.input.line(), message);
    }

    /// Once of each kind.
    pub(super) fn complain_at(&mut self, line: u32, message: &str) {
        if self.trouble.len() < MOST_TROUBLE && self.complained.insert(message.to_owned()) {
            self.trouble.push(Trouble { line, message: message.to_owned() });
        }
    }

    fn accent(&mut self, name: &str) {
        let mut letters = self.argument().into_iter();
        match letters.next() {
            Some(Token::Char(letter)) => self.put_text(&accents::accented(name, letter)),
            Some(Token::Command(letter)) if matches!(&*letter, "i" | "j") => {
                let letter = letter.chars().next().unwrap_or('i');
                self.put_text(&accents::accented(name, letter));
            }
            Some(other) => self.input.put_back(other),
            // A sign by itself: `\^{}`.
            None => self.put_text(name),
        }
        self.input.put_back_all(letters.collect());
    }

    pub(super) fn switch(&mut self, font: Font) {
        let style = &mut self.style;
        match font {
            Font::Bold => style.bold = true,
            Font::Italic => style.italic = true,
            Font::Emphasis => style.italic = !style.italic,
            Font::Mono => style.mono = true,
            Font::SmallCaps => style.small_caps = true,
            Font::Underlined => style.underlined = true,
            Font::Struck => style.struck = true,
            Font::Raised => style.raised = Raised::Up,
            Font::Lowered => style.raised = Raised::Down,
            Font::Plain => *style = Style { link: style.link.clone(), ..Style::default() },
        }
    }

    pub(super) fn open_group(&mut self) {
        self.push(Scope::Group);
    }

    pub(super) fn close_group(&mut self) {
        if self.beyond > 0 {
            self.beyond -= 1;
        } else if matches!(self.frames.last(), Some(Frame { scope: Scope::Group, .. })) {
            self.close_frames(self.frames.len() - 1);
        }
    }

    pub(super) fn push(&mut self, scope: Scope) {
        // A cell that the group's text would open must not end with the group.
        self.page.open_cell();
        if self.frames.len() < MOST_FRAMES {
            let depth = self.page.depth();
            self.frames.push(Frame { scope, style: self.style.clone(), depth, then: None });
        } else if matches!(scope, Scope::Group) {
            self.beyond += 1;
        }
    }

    fn close_frames(&mut self, left: usize) {
        while self.frames.len() > left {
            let Some(frame) = self.frames.pop() else { return };
            self.page.close_to(frame.depth);
            self.style = frame.style;
            if let Some(then) = frame.then {
                then(self);
            }
        }
    }

    /// Ends the innermost environment of that name, and all in it; `false` if there is none.
    pub(super) fn close_environment(&mut self, name: &str) -> bool {
        let is_it = |frame: &Frame| matches!(&frame.scope, Scope::Environment(open) if open == name);
        let Some(at) = self.frames.iter().rposition(is_it) else { return false };
        self.beyond = 0;
        self.close_frames(at);
        true
    }

    /// What a cell switches on ends with it.
    pub(super) fn end_cell(&mut self) {
        let table = self.frames.iter().rfind(|frame| matches!(frame.scope, Scope::Environment(_)));
        if let Some(table) = table {
            self.style = table.style.clone();
        }
    }

    /// Begins the group that comes next, or one around the next token.
    pub(super) fn enter(&mut self) {
        self.input.skip_space();
        if !self.input.take(&Token::Open) {
            let argument = self.argument();
            self.input.put_back(Token::Close);
            self.input.put_back_all(argument);
        }
        self.open_group();
    }

    /// The same, with what is to be done when it has ended.
    pub(super) fn enter_then(&mut self, then: fn(&mut Reader<'_>)) {
        self.enter();
        if self.beyond == 0
            && let Some(frame) = self.frames.last_mut()
        {
            frame.then = Some(then);
        }
    }

    /// Reads these next, as a group.
    pub(super) fn read_as_group(&mut self, tokens: Vec<Token>) {
        self.input.put_back(Token::Close);
        self.input.put_back_all(tokens);
        self.input.put_back(Token::Open);
    }

    /// After the preamble, of which only the definitions stay.
    pub(super) fn begin_document(&mut self) {
        self.frames.clear();
        self.beyond = 0;
        self.style = Style::default();
        self.page = Page::new();
        self.footnotes.clear();
        self.waiting = None;
    }

    fn heading(&mut self, level: u8) {
        let _star = self.input.take(&Token::Char('*'));
        let _short = self.optional();
        self.waiting = None;
        self.enter();
        self.style = Style::default();
        let tag = match level {
            2 => "h2",
            3 => "h3",
            _ => "h4",
        };
        self.page.open(tag, "", Inside::Line);
    }

    fn write_heading(&mut self, title: Title) {
        self.waiting = None;
        let depth = self.page.depth();
        self.page.open("h2", "", Inside::Line);
        self.page.text(title.words(self.language), &Style::default());
        self.page.close_to(depth);
    }

    /// What waited for something to follow it.
    pub(super) fn write_title(&mut self) {
        if let Some(title) = self.waiting.take() {
            self.write_heading(title);
        }
    }
}
