//! A problem's statement: Markdown in, HTML out that may stand in our page though a stranger wrote it.
//!
//! What comes out has no script, style, event handler, `style=` attribute, foreign picture or `javascript:` address, so that
//! it needs no exception from a strict content security policy. Formulae are MathML; a page wants these classes in its
//! style sheet: `math-block` (a formula on its own line, which may be wider than the page), `math-source` (a formula that could not be
//! set), `left`, `center` and `right` (cells of tables), the `footnote-…` of footnotes, and the `menv-…` and `cell-…` of
//! [`math`].

mod clean;
pub mod math;
mod picture;

use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use clean::Cleaner;
use math::Display;
pub(crate) use picture::images;

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH
}

/// Renders a statement. `asset_url` gives the address of a file that lies beside the statement, by its path there; a picture
/// without one shows its alternative text. Headings begin at `h2`: the page's `h1` is the title. A text of a thousand
/// nested quotations, and others that would take minutes, are shown as they are written.
pub fn render(markdown: &str, asset_url: &dyn Fn(&str) -> Option<String>) -> String {
    let text = without_samples(markdown.strip_prefix('\u{feff}').unwrap_or(markdown));
    let cleaner = Cleaner::new(&text);
    let mut page =
        Page { cleaner, formulae: Vec::new(), columns: Vec::new(), column: 0, head: false, images: 0 };
    let events = Parser::new_ext(&text, options()).map(|event| page.event(event)).collect::<Vec<_>>();
    let mut raw = String::new();
    html::push_html(&mut raw, events.into_iter());
    if clean::is_too_costly(&raw) {
        return format!("<pre><code>{}</code></pre>", math::escaped(&text));
    }
    page.cleaner.clean(&raw, &math::render_all(&page.formulae), asset_url)
}

/// The format's marks for where samples go. They are always shown at the end.
fn without_samples(markdown: &str) -> String {
    let is_mark = |line: &str| matches!(line.trim(), "{{nextsample}}" | "{{remainingsamples}}");
    markdown.lines().map(|line| if is_mark(line) { "" } else { line }).collect::<Vec<_>>().join("\n")
}

/// Changes the Markdown's events on their way to HTML.
struct Page {
    cleaner: Cleaner,
    formulae: Vec<(String, Display)>,
    columns: Vec<Alignment>,
    column: usize,
    head: bool,
    /// Images that we are inside of: their events become an attribute.
    images: usize,
}

impl Page {
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
        self.formulae.push((source.to_owned(), display));
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
