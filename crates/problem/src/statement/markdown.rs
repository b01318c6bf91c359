//! Markdown, with formulae between dollars.

use std::ops::Range;

use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::Draft;
use super::clean::Cleaner;
use super::math::Display;
use super::tex::Formula;

pub(super) fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH
}

/// Headings begin at `h2`: the page's `h1` is the title.
pub(super) fn draft(text: &str, cleaner: &Cleaner) -> Draft {
    let text = without_samples(text);
    let mut page = Page {
        cleaner,
        formulae: Vec::new(),
        columns: Vec::new(),
        column: 0,
        head: false,
        images: 0,
        line: 1,
        at: 0,
    };
    let events: Vec<Event<'_>> = Parser::new_ext(&text, options())
        .into_offset_iter()
        .map(|(event, place)| {
            page.pass(&text, &place);
            page.event(event)
        })
        .collect();
    let mut html = String::new();
    html::push_html(&mut html, events.into_iter());
    Draft { html, formulae: page.formulae, images: super::picture::images(&text), trouble: Vec::new() }
}

/// The format's marks for where samples go. They are always shown at the end.
fn without_samples(markdown: &str) -> String {
    let is_mark = |line: &str| matches!(line.trim(), "{{nextsample}}" | "{{remainingsamples}}");
    markdown.lines().map(|line| if is_mark(line) { "" } else { line }).collect::<Vec<_>>().join("\n")
}

/// Changes the Markdown's events on their way to HTML.
struct Page<'p> {
    cleaner: &'p Cleaner,
    formulae: Vec<Formula>,
    columns: Vec<Alignment>,
    column: usize,
    head: bool,
    /// Images that we are inside of: their events become an attribute.
    images: usize,
    /// Of byte `at`.
    line: u32,
    at: usize,
}

impl Page<'_> {
    /// Counts lines up to where an event begins.
    fn pass(&mut self, text: &str, place: &Range<usize>) {
        if place.start > self.at {
            let passed = text[self.at..place.start].bytes().filter(|byte| *byte == b'\n').count();
            self.line = self.line.saturating_add(u32::try_from(passed).unwrap_or(u32::MAX));
            self.at = place.start;
        }
    }

    fn event<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        match event {
            Event::InlineMath(source) if self.images == 0 => self.formula(&source, Display::Inline),
            Event::DisplayMath(source) if self.images == 0 => self.formula(&source, Display::Block),
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            other => other,
        }
    }

    /// A mark in place of the formula, which is set apart: nothing that cleans the text sees it, nor it the text.
    fn formula<'a>(&mut self, source: &str, display: Display) -> Event<'a> {
        self.formulae.push(Formula { source: source.to_owned(), display, line: self.line });
        Event::Text(CowStr::from(self.cleaner.mark(self.formulae.len() - 1)))
    }

    fn start<'a>(&mut self, tag: Tag<'a>) -> Event<'a> {
        match tag {
            Tag::Heading { level, .. } => Event::Start(Tag::Heading {
                level: lower(level),
                id: None,
                classes: Vec::new(),
                attrs: Vec::new(),
            }),
            Tag::Table(columns) => {
                self.columns = columns;
                Event::Start(Tag::Table(Vec::new()))
            }
            Tag::TableHead | Tag::TableRow => {
                self.column = 0;
                self.head = tag == Tag::TableHead;
                Event::Start(tag)
            }
            Tag::TableCell => Event::Html(CowStr::from(self.cell())),
            Tag::Image { .. } => {
                self.images += 1;
                Event::Start(tag)
            }
            other => Event::Start(other),
        }
    }

    fn end<'a>(&mut self, tag: TagEnd) -> Event<'a> {
        match tag {
            TagEnd::Heading(level) => Event::End(TagEnd::Heading(lower(level))),
            TagEnd::TableCell => Event::Html(CowStr::from(if self.head { "</th>" } else { "</td>" })),
            TagEnd::Image => {
                self.images -= 1;
                Event::End(tag)
            }
            other => Event::End(other),
        }
    }

    /// With a class, where the library would write a `style`.
    fn cell(&mut self) -> String {
        let class = match self.columns.get(self.column) {
            Some(Alignment::Left) => " class=\"left\"",
            Some(Alignment::Center) => " class=\"center\"",
            Some(Alignment::Right) => " class=\"right\"",
            _ => "",
        };
        self.column += 1;
        let name = if self.head { "th" } else { "td" };
        format!("<{name}{class}>")
    }
}

fn lower(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H2,
        HeadingLevel::H2 => HeadingLevel::H3,
        HeadingLevel::H3 => HeadingLevel::H4,
        HeadingLevel::H4 => HeadingLevel::H5,
        HeadingLevel::H5 | HeadingLevel::H6 => HeadingLevel::H6,
    }
}
