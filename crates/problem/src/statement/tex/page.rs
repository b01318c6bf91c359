//! Writes HTML: paragraphs begin and end by themselves, and so do emphasis and links within them.

use std::rc::Rc;

use super::table::Table;
use crate::statement::escape;

/// How text looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) link: Option<Rc<str>>,
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) underlined: bool,
    pub(super) struck: bool,
    pub(super) small_caps: bool,
    pub(super) mono: bool,
    pub(super) raised: Raised,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Raised {
    #[default]
    No,
    Up,
    Down,
}

/// An element within a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Inline {
    Link(Rc<str>),
    Plain(&'static str),
    SmallCaps,
}

impl Style {
    fn elements(&self) -> Vec<Inline> {
        let plain = |wanted: bool, tag| wanted.then_some(Inline::Plain(tag));
        let caps = self.small_caps.then_some(Inline::SmallCaps);
        self.link
            .clone()
            .map(Inline::Link)
            .into_iter()
            .chain(plain(self.bold, "strong"))
            .chain(plain(self.italic, "em"))
            .chain(plain(self.underlined, "u"))
            .chain(plain(self.struck, "s"))
            .chain(caps)
            .chain(plain(self.raised == Raised::Up, "sup"))
            .chain(plain(self.raised == Raised::Down, "sub"))
            .chain(plain(self.mono, "code"))
            .collect()
    }
}

impl Inline {
    fn open(&self) -> String {
        match self {
            Self::Link(address) => format!("<a href=\"{}\">", escape::attribute(address)),
            Self::Plain(tag) => format!("<{tag}>"),
            Self::SmallCaps => "<span class=\"small-caps\">".to_owned(),
        }
    }

    fn close(&self) -> &'static str {
        match self {
            Self::Link(_) => "</a>",
            Self::Plain("strong") => "</strong>",
            Self::Plain("em") => "</em>",
            Self::Plain("u") => "</u>",
            Self::Plain("s") => "</s>",
            Self::Plain("sup") => "</sup>",
            Self::Plain("sub") => "</sub>",
            Self::Plain(_) => "</code>",
            Self::SmallCaps => "</span>",
        }
    }
}

/// What may lie in a block.
pub(super) enum Inside {
    /// Paragraphs.
    Paragraphs,
    /// A line.
    Line,
    /// A line, and paragraphs after it.
    Item,
    /// Items.
    List,
    /// Rows.
    Table(Table),
    /// Cells, of the table around it.
    Row,
}

pub(super) struct Block {
    pub(super) tag: &'static str,
    pub(super) inside: Inside,
}

/// Between what was written and what will be, in one paragraph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    Space,
    Break,
}

/// Blocks in blocks, at most.
const MOST_BLOCKS: usize = 60;

pub(super) struct Page {
    out: String,
    pub(super) blocks: Vec<Block>,
    /// Open within the line, the outermost first.
    inline: Vec<Inline>,
    /// Of which they are the elements, if it is known of which.
    style: Option<Style>,
    /// A `<p>` is open.
    paragraph: bool,
    /// The line has something in it.
    begun: bool,
    gap: Gap,
}

impl Page {
    pub(super) fn new() -> Self {
        Self {
            out: String::new(),
            blocks: Vec::new(),
            inline: Vec::new(),
            style: None,
            paragraph: false,
            begun: false,
            gap: Gap::None,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn depth(&self) -> usize {
        self.blocks.len()
    }

    /// All of it, everything closed.
    pub(super) fn finish(mut self) -> String {
        self.close_to(0);
        self.end_paragraph();
        self.out
    }

    pub(super) fn text(&mut self, text: &str, style: &Style) {
        if text.is_empty() {
            return;
        }
        self.begin(style);
        self.out.push_str(&escape::text(text));
    }

    pub(super) fn character(&mut self, c: char, style: &Style) {
        self.text(c.encode_utf8(&mut [0; 4]), style);
    }

    /// An element of the line, or what stands for a formula.
    pub(super) fn element(&mut self, html: &str, style: &Style) {
        self.begin(style);
        self.out.push_str(html);
    }

    /// A blank, which is outside of all that has ended before it.
    pub(super) fn space(&mut self, style: &Style) {
        if self.begun && self.gap == Gap::None {
            if self.style.as_ref() != Some(style) {
                self.close_inline_to(self.common(&style.elements()));
            }
            self.gap = Gap::Space;
        }
    }

    pub(super) fn line_break(&mut self) {
        if self.begun {
            self.gap = Gap::Break;
        }
    }

    /// Ends the paragraph, if there is one.
    pub(super) fn end_paragraph(&mut self) {
        self.end_line();
        if std::mem::take(&mut self.paragraph) {
            self.out.push_str("</p>\n");
        }
    }

    /// An empty line of the source.
    pub(super) fn empty_line(&mut self) {
        match self.blocks.last_mut().map(|block| &mut block.inside) {
            Some(Inside::Line) => self.line_break(),
            Some(inside @ Inside::Item) if self.begun => {
                *inside = Inside::Paragraphs;
                self.end_paragraph();
            }
            _ => self.end_paragraph(),
        }
    }

    fn end_line(&mut self) {
        self.close_inline_to(0);
        self.begun = false;
        self.gap = Gap::None;
    }

    fn close_inline_to(&mut self, depth: usize) {
        for element in self.inline.drain(depth..).rev() {
            self.out.push_str(element.close());
        }
        self.style = None;
    }

    /// How many elements of the line are open and wanted.
    fn common(&self, wanted: &[Inline]) -> usize {
        self.inline.iter().zip(wanted).take_while(|(open, wanted)| open == wanted).count()
    }

    /// Makes ready for something in the line.
    fn begin(&mut self, style: &Style) {
        self.open_cell();
        let paragraphs =
            self.blocks.last().is_none_or(|block| matches!(block.inside, Inside::Paragraphs | Inside::List));
        if paragraphs && !self.paragraph {
            self.out.push_str("<p>");
            self.paragraph = true;
        }
        if self.style.as_ref() == Some(style) {
            self.fill_gap();
        } else {
            let wanted = style.elements();
            let common = self.common(&wanted);
            self.close_inline_to(common);
            self.fill_gap();
            for element in wanted.into_iter().skip(common) {
                self.out.push_str(&element.open());
                self.inline.push(element);
            }
            self.style = Some(style.clone());
        }
        self.begun = true;
    }

    fn fill_gap(&mut self) {
        match std::mem::replace(&mut self.gap, Gap::None) {
            Gap::None => {}
            Gap::Space => self.out.push(' '),
            Gap::Break => self.out.push_str("<br>\n"),
        }
    }

    /// Opens an element that stands for itself, unless there are too many in each other.
    pub(super) fn open(&mut self, tag: &'static str, class: &str, inside: Inside) {
        self.open_cell();
        self.end_paragraph();
        if self.blocks.len() >= MOST_BLOCKS {
            return;
        }
        if let Some(Block { inside: inside @ Inside::Item, .. }) = self.blocks.last_mut() {
            *inside = Inside::Paragraphs;
        }
        self.open_here(tag, class, inside);
    }

    /// As it is, without a look at what is around it. `attributes` are a class, or whatever stands in the tag.
    pub(super) fn open_here(&mut self, tag: &'static str, attributes: &str, inside: Inside) {
        let attributes = match attributes {
            "" => String::new(),
            class if !class.contains('=') => format!(" class=\"{class}\""),
            attributes => format!(" {attributes}"),
        };
        self.out.push_str(&format!("<{tag}{attributes}>"));
        self.blocks.push(Block { tag, inside });
    }

    /// Where the innermost list lies, if that is in no cell of a table within it.
    pub(super) fn list(&self) -> Option<usize> {
        let at = self.blocks.iter().rposition(|block| matches!(block.tag, "ul" | "ol" | "dl" | "td"))?;
        (self.blocks[at].tag != "td").then_some(at)
    }

    /// Closes blocks until so many are open.
    pub(super) fn close_to(&mut self, depth: usize) {
        while self.blocks.len() > depth {
            self.end_paragraph();
            if let Some(block) = self.blocks.pop() {
                self.out.push_str(&format!("</{}>\n", block.tag));
            }
        }
    }

    /// An element that stands for itself, whole.
    pub(super) fn whole(&mut self, html: &str) {
        self.open_cell();
        if !matches!(self.blocks.last().map(|block| &block.inside), Some(Inside::Line)) {
            self.end_paragraph();
        }
        self.out.push_str(html);
    }
}
