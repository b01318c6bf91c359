//! HTML of a stranger's hand: made to fit below our title, with its formulae found. It is cleaned afterwards.

use super::Draft;
use super::clean::Cleaner;
use super::math::Display;
use super::picture::{self, Image};
use super::tex::Formula;

/// Elements whose text is as it is written.
const CODE: [&str; 6] = ["pre", "code", "tt", "samp", "kbd", "math"];
/// Elements whose text is nobody's to see.
const HIDDEN: [&str; 4] = ["script", "style", "title", "textarea"];
/// Other names for what we have. Headings begin at `h2`: the page's `h1` is the title.
const RENAMED: [(&str, &str); 8] = [
    ("h1", "h2"),
    ("h2", "h3"),
    ("h3", "h4"),
    ("h4", "h5"),
    ("h5", "h6"),
    ("tt", "code"),
    ("strike", "s"),
    ("big", "span"),
];
/// How formulae begin and end: the longer ones first. Judges' pages have them between one to six dollars.
const FORMULAE: [(&str, &str, Display); 6] = [
    ("$$$$$$", "$$$$$$", Display::Block),
    ("$$$", "$$$", Display::Inline),
    ("$$", "$$", Display::Block),
    ("\\[", "\\]", Display::Block),
    ("\\(", "\\)", Display::Inline),
    ("$", "$", Display::Inline),
];
/// A longer one is none: it would be shown as its source.
const MOST_BYTES: usize = 4 << 10;

pub(super) fn draft(text: &str, cleaner: &Cleaner) -> Draft {
    let mut scan = Scan {
        cleaner,
        draft: Draft { html: String::new(), formulae: Vec::new(), images: Vec::new(), trouble: Vec::new() },
        code: 0,
        line: 1,
    };
    scan.all(text);
    scan.draft
}

struct Scan<'c> {
    cleaner: &'c Cleaner,
    draft: Draft,
    /// Elements of [`CODE`] that are open.
    code: usize,
    line: u32,
}

impl Scan<'_> {
    fn all(&mut self, mut text: &str) {
        while let Some(start) = text.find('<') {
            self.text(&text[..start]);
            let tag = &text[start..];
            let length = tag_length(tag);
            let (tag, after) = tag.split_at(length);
            let name = name(tag).to_ascii_lowercase();
            if HIDDEN.contains(&name.as_str()) {
                let hidden = hidden_length(after, &name);
                self.count(&after[..hidden]);
                text = &after[hidden..];
                continue;
            }
            self.tag(tag, &name);
            text = after;
        }
        self.text(text);
    }

    fn count(&mut self, text: &str) {
        let ends = text.bytes().filter(|byte| *byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(ends).unwrap_or(u32::MAX));
    }

    fn tag(&mut self, tag: &str, name: &str) {
        if CODE.contains(&name) {
            self.code = if tag.starts_with("</") { self.code.saturating_sub(1) } else { self.code + 1 };
        }
        if name == "img"
            && let Some(target) = attribute(tag, "src")
        {
            let target = decoded(target);
            self.draft.images.push(Image { asset: picture::asset(&target), target, line: self.line });
        }
        match RENAMED.iter().find(|(old, _)| *old == name) {
            Some((old, new)) => {
                let at = tag.len() - tag.trim_start_matches(['<', '/']).len();
                self.draft.html.push_str(&tag[..at]);
                self.draft.html.push_str(new);
                self.draft.html.push_str(&tag[at + old.len()..]);
            }
            None => self.draft.html.push_str(tag),
        }
        self.count(tag);
    }

    /// Between two tags.
    fn text(&mut self, text: &str) {
        if self.code > 0 {
            self.draft.html.push_str(text);
            self.count(text);
            return;
        }
        let mut rest = text;
        while let Some(start) = rest.find(['$', '\\']) {
            self.draft.html.push_str(&rest[..start]);
            self.count(&rest[..start]);
            rest = &rest[start..];
            let length = self.formula(rest);
            if length == 0 {
                let sign = &rest[..1 + usize::from(rest.starts_with("\\$"))];
                self.draft.html.push_str(sign.trim_start_matches(if sign == "\\$" { "\\" } else { "" }));
                rest = &rest[sign.len()..];
            } else {
                self.count(&rest[..length]);
                rest = &rest[length..];
            }
        }
        self.draft.html.push_str(rest);
        self.count(rest);
    }

    /// Writes the formula that the text begins with; how long it is there, 0 if there is none.
    fn formula(&mut self, text: &str) -> usize {
        let Some((open, close, display)) = FORMULAE.iter().find(|(open, ..)| text.starts_with(open)) else {
            return 0;
        };
        let inner = &text[open.len()..];
        let most =
            (0..=inner.len().min(MOST_BYTES)).rev().find(|at| inner.is_char_boundary(*at)).unwrap_or(0);
        let Some(length) = inner[..most].find(close) else { return 0 };
        let (source, after) = (&inner[..length], &inner[length + close.len()..]);
        // As with Markdown: an amount of money is no formula.
        let money = *open == "$"
            && (source.starts_with(char::is_whitespace)
                || source.ends_with(char::is_whitespace)
                || after.starts_with(|c: char| c.is_ascii_digit()));
        if money || source.trim().is_empty() {
            return 0;
        }
        self.draft.html.push_str(&self.cleaner.mark(self.draft.formulae.len()));
        let source = decoded(source);
        self.draft.formulae.push(Formula { source, display: *display, line: self.line });
        open.len() + length + close.len()
    }
}

/// From `<` on: a tag, a comment, or the sign itself.
fn tag_length(text: &str) -> usize {
    if text.starts_with("<!--") {
        return text.find("-->").map_or(text.len(), |at| at + 3);
    }
    if !text[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
        return 1;
    }
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return at + 1,
            (b'"' | b'\'', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// Of the element, of an opening or closing tag.
fn name(tag: &str) -> &str {
    let rest = tag.strip_prefix("</").or_else(|| tag.strip_prefix('<')).unwrap_or_default();
    &rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len()]
}

/// Up to behind the closing tag of that name.
fn hidden_length(text: &str, name: &str) -> usize {
    let mut at = 0;
    while let Some(found) = text[at..].find("</") {
        at += found + 2;
        let Some(closing) = text.as_bytes().get(at..at + name.len()) else { break };
        if closing.eq_ignore_ascii_case(name.as_bytes()) {
            return text[at..].find('>').map_or(text.len(), |end| at + end + 1);
        }
    }
    text.len()
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let lower = tag.to_ascii_lowercase();
    let start = lower.find(&format!(" {name}="))? + name.len() + 2;
    let value = &tag[start..];
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    match quote {
        Some(quote) => value[1..].split(quote).next(),
        None => value.split([' ', '>', '\n', '\t']).next(),
    }
}

/// With the entities that formulae and addresses have.
fn decoded(text: &str) -> String {
    let pairs =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (entity, sign)| text.replace(entity, sign))
}
