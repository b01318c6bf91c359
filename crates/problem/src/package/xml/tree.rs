//! A small XML file as a tree.

use std::io::Read;

use super::{Broken, Event, Start, Xml};

/// Elements of one file: a hostile one has millions, of five bytes each.
const ELEMENTS: usize = 400_000;
/// Bytes of all texts and attributes.
const SIZE: usize = 64 << 20;

#[derive(Debug)]
pub(in crate::package) struct Element {
    pub(in crate::package) start: Start,
    /// All of its own text.
    pub(in crate::package) text: String,
    pub(in crate::package) children: Vec<Element>,
}

impl Element {
    fn new(start: Start) -> Self {
        Self { start, text: String::new(), children: Vec::new() }
    }

    pub(in crate::package) fn line(&self) -> u32 {
        self.start.line
    }

    pub(in crate::package) fn name(&self) -> &str {
        &self.start.name
    }

    /// Without blanks around; nothing if that is nothing.
    pub(in crate::package) fn attribute(&self, name: &str) -> Option<&str> {
        self.start.attribute(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// The first of this name.
    pub(in crate::package) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name() == name)
    }

    pub(in crate::package) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name() == name)
    }

    /// The elements `item` in the element `list`: how XML writes lists.
    pub(in crate::package) fn listed<'a>(
        &'a self,
        list: &str,
        item: &'a str,
    ) -> impl Iterator<Item = &'a Self> {
        self.child(list).into_iter().flat_map(move |list| list.all(item))
    }
}

/// Reads it whole.
///
/// # Errors
/// It is not XML, or too much of it, or cannot be read.
pub(in crate::package) fn parse(from: impl Read) -> Result<Element, Broken> {
    let mut xml = Xml::new(from);
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    let (mut elements, mut size) = (0, 0);
    loop {
        match xml.next()? {
            Event::Start(start) => {
                elements += 1;
                size += start.attributes.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
                open.push(Element::new(start));
            }
            Event::Text(text) => {
                size += text.len();
                if let Some(inner) = open.last_mut() {
                    inner.text.push_str(&text);
                }
            }
            Event::End => {
                let Some(done) = open.pop() else { continue };
                match open.last_mut() {
                    Some(outer) => outer.children.push(done),
                    None => root = Some(done),
                }
            }
            Event::Done => break,
        }
        if elements > ELEMENTS || size > SIZE {
            let message = format!("has more than {ELEMENTS} elements or {} MiB of text", SIZE >> 20);
            return Err(Broken { line: Some(xml.line()), message });
        }
    }
    root.ok_or_else(|| Broken { line: None, message: "is not XML: there is no element".to_owned() })
}
