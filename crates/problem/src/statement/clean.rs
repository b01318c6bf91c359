//! Takes everything out of a statement's HTML that could act, look elsewhere, or disturb the page.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use ammonia::{Builder, UrlRelative};

use super::picture;
use crate::blob::Hash;

const TAGS: [&str; 54] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "var",
];

const ATTRIBUTES: [(&str, &[&str]); 9] = [
    ("a", &["href", "title"]),
    ("abbr", &["title"]),
    ("col", &["span"]),
    ("div", &["id"]),
    ("img", &["src", "alt", "title", "width", "height"]),
    ("ol", &["start"]),
    ("sup", &["id"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan", "scope"]),
];

const CLASSES: [(&str, &[&str]); 5] = [
    ("div", &["footnote-definition", "center", "right"]),
    ("span", &["small-caps"]),
    ("sup", &["footnote-reference", "footnote-definition-label"]),
    ("td", &["left", "center", "right"]),
    ("th", &["left", "center", "right"]),
];

/// In front of every id and every link to one, so that a statement cannot take a name that our page uses.
const ID_PREFIX: &str = "statement-";

/// Addresses by how they were written; `None` where nothing has that address.
type Addresses = BTreeMap<String, Option<String>>;

pub(super) struct Cleaner {
    /// Stands in text for formulae. It is made of the text's own hash, so no text can contain it.
    nonce: String,
}

impl Cleaner {
    pub(super) fn new(text: &str) -> Self {
        Self { nonce: format!("formula{}", &Hash::of(text.as_bytes()).to_string()[..32]) }
    }

    /// What stands in the text for formula `number`.
    pub(super) fn mark(&self, number: usize) -> String {
        format!("{}n{number};", self.nonce)
    }

    /// Cleans, then puts the formulae where their marks are.
    pub(super) fn clean(
        &self,
        raw: &str,
        formulae: &[String],
        asset_url: &dyn Fn(&str) -> Option<String>,
    ) -> String {
        let wanted = self.addresses(raw);
        let ask = |address: String| {
            let url = picture::asset(&address).and_then(|path| asset_url(&path));
            (address, url)
        };
        let clean = self.pass(raw, wanted.into_iter().map(ask).collect(), None);
        self.put_back(&clean, formulae)
    }

    /// The relative addresses in it. The library's callback cannot borrow ours, so one pass asks and one answers.
    fn addresses(&self, raw: &str) -> BTreeSet<String> {
        let seen = Arc::new(Mutex::new(BTreeSet::new()));
        self.pass(raw, Addresses::new(), Some(Arc::clone(&seen)));
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *seen)
    }

    fn pass(&self, raw: &str, known: Addresses, seen: Option<Arc<Mutex<BTreeSet<String>>>>) -> String {
        let nonce = self.nonce.clone();
        let mut builder = builder();
        builder.attribute_filter(move |tag, attribute, value| {
            // A mark in an attribute would bring a formula's quotes there.
            if value.contains(&nonce) {
                return None;
            }
            match (tag, attribute) {
                ("a", "href") if value.starts_with('#') => {
                    Some(format!("#{ID_PREFIX}{}", &value[1..]).into())
                }
                ("a", "href") if has_scheme(value) => Some(Cow::Borrowed(value)),
                ("a", "href") | ("img", "src") => {
                    if let Some(seen) = &seen {
                        seen.lock().unwrap_or_else(PoisonError::into_inner).insert(value.to_owned());
                    }
                    known.get(value).cloned().flatten().map(Cow::Owned)
                }
                _ => Some(Cow::Borrowed(value)),
            }
        });
        builder.clean(raw).to_string()
    }

    fn put_back(&self, clean: &str, formulae: &[String]) -> String {
        let mark = format!("{}n", self.nonce);
        let mut pieces = clean.split(&mark);
        let mut out = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (number, rest) = piece.split_once(';').unwrap_or((piece, ""));
            let formula = number.parse().ok().and_then(|number: usize| formulae.get(number));
            out.push_str(formula.map_or("", String::as_str));
            out.push_str(rest);
        }
        out
    }
}

/// Whether cleaning would take minutes: it takes quadratic time in the elements that are open at once, in the attributes
/// of one element, and in ampersands.
pub(super) fn is_too_costly(raw: &str) -> bool {
    const OPEN: usize = 1_000;
    const AMPERSANDS: usize = 8_000;
    const TAG_BYTES: usize = 8 << 10;
    let mut open = 0_usize;
    let mut tags = raw.split('<').skip(1).map(str::as_bytes);
    let costly = tags.any(|tag| {
        match tag.first() {
            Some(b'/') => open = open.saturating_sub(1),
            Some(letter) if letter.is_ascii_alphabetic() => {
                open += usize::from(!is_void(tag));
                let end = tag.iter().position(|byte| *byte == b'>').unwrap_or(tag.len());
                return end > TAG_BYTES || open > OPEN;
            }
            _ => {}
        }
        false
    });
    costly || raw.bytes().filter(|byte| *byte == b'&').count() > AMPERSANDS
}

/// Elements that hold nothing and are never closed.
fn is_void(tag: &[u8]) -> bool {
    ["br", "hr", "img", "col", "wbr"].iter().any(|name| {
        let (head, rest) = tag.split_at(name.len().min(tag.len()));
        head.eq_ignore_ascii_case(name.as_bytes()) && !rest.first().is_some_and(u8::is_ascii_alphanumeric)
    })
}

/// Of the schemes, the library has already taken out all but these.
fn has_scheme(address: &str) -> bool {
    let scheme = address.split(':').next().unwrap_or_default().to_ascii_lowercase();
    address.contains(':') && matches!(scheme.as_str(), "http" | "https" | "mailto")
}

fn builder() -> Builder<'static> {
    let sets = |pairs: &[(&'static str, &[&'static str])]| -> HashMap<&'static str, HashSet<&'static str>> {
        pairs.iter().map(|(tag, names)| (*tag, names.iter().copied().collect())).collect()
    };
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.into_iter().collect())
        .tag_attributes(sets(&ATTRIBUTES))
        .allowed_classes(sets(&CLASSES))
        .generic_attributes(HashSet::from(["lang"]))
        .clean_content_tags(HashSet::from([
            "script", "style", "svg", "template", "iframe", "noscript", "title", "textarea", "select",
            "object",
        ]))
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        // The filter decides on those: only fragments and assets stay.
        .url_relative(UrlRelative::PassThrough)
        .id_prefix(Some(ID_PREFIX))
        .link_rel(Some("noopener nofollow"));
    builder
}
