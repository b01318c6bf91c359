//! XML from strangers, read as it comes: no DTD is fetched or obeyed, no entity is defined, nothing is ever wholly in memory
//! but what is asked for.

mod feed;
mod text;
mod tree;

use std::io::{self, Read};

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event as Raw};

use feed::{Feed, Flaw};
use text::entity;

pub(super) use text::Text;
pub(super) use tree::{Element, parse};

/// Elements in elements.
const DEPTH: usize = 64;
/// Bytes of one tag with its attributes.
const TAG: usize = 64 << 10;
/// Bytes of one text that is not read as a file: a statement, a picture in it.
const PIECE: usize = 16 << 20;

/// Why it cannot be read on.
#[derive(Debug)]
pub(super) struct Broken {
    /// From 1; `None` where the file is not to blame for its place: it could not be read.
    pub(super) line: Option<u32>,
    /// The rest of a sentence that begins with the file's name.
    pub(super) message: String,
}

/// The start of an element.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) name: String,
    /// In the order in which they are written.
    pub(super) attributes: Vec<(String, String)>,
    pub(super) line: u32,
}

impl Start {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn write(&self, out: &mut String) {
        out.extend(["<", &self.name]);
        for (name, value) in &self.attributes {
            let value = value.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            out.extend([" ", name, "=\"", &value, "\""]);
        }
        out.push('>');
    }
}

pub(super) enum Event {
    Start(Start),
    /// Of the innermost element.
    End,
    /// Some of an element's text: it may come in several pieces.
    Text(String),
    /// Of the file.
    Done,
}

pub(super) struct Xml<R: Read> {
    reader: quick_xml::Reader<Feed<R>>,
    buffer: Vec<u8>,
    /// Elements that are open.
    depth: usize,
    /// The innermost element was written `<a/>`.
    closing: bool,
    /// There was an element.
    began: bool,
}

impl<R: Read> Xml<R> {
    pub(super) fn new(from: R) -> Self {
        let reader = quick_xml::Reader::from_reader(Feed::new(from));
        Self { reader, buffer: Vec::new(), depth: 0, closing: false, began: false }
    }

    /// # Errors
    /// It is not XML here, or cannot be read.
    pub(super) fn next(&mut self) -> Result<Event, Broken> {
        if std::mem::take(&mut self.closing) {
            self.depth -= 1;
            return Ok(Event::End);
        }
        loop {
            let line = self.line();
            match self.step(line) {
                Ok(Some(event)) => return Ok(event),
                Ok(None) => {}
                Err(error) => return Err(broken(error, line.max(self.line()))),
            }
        }
    }

    /// The text of the element that has just started, as a file: however large, it is not held in memory. It ends where
    /// another tag begins.
    pub(super) fn text(&mut self) -> Text<'_, R> {
        Text::new(self.reader.get_mut(), self.closing)
    }

    /// Whether the element that has just started is the outermost one.
    pub(super) fn is_outermost(&self) -> bool {
        self.depth == 1
    }

    /// Why reading [`Xml::text`] failed.
    pub(super) fn broken(&self, error: io::Error) -> Broken {
        broken(error, self.line())
    }

    /// Passes the rest of the innermost element by.
    ///
    /// # Errors
    /// It is not XML here, or cannot be read.
    pub(super) fn skip(&mut self) -> Result<(), Broken> {
        let mut inside = 1;
        while inside > 0 {
            io::copy(&mut self.text(), &mut io::sink()).map_err(|error| self.broken(error))?;
            match self.next()? {
                Event::Start(_) => inside += 1,
                Event::End | Event::Done => inside -= 1,
                Event::Text(_) => {}
            }
        }
        Ok(())
    }

    /// The rest of the innermost element as it is written, with the elements in it.
    ///
    /// # Errors
    /// It is not XML here, or more than is held in memory, or cannot be read.
    pub(super) fn inner(&mut self) -> Result<String, Broken> {
        let mut all = String::new();
        let mut open = Vec::new();
        loop {
            match self.next()? {
                Event::Text(text) => all.push_str(&text),
                Event::Start(start) => {
                    start.write(&mut all);
                    open.push(start.name);
                }
                Event::End => match open.pop() {
                    Some(name) => all.extend(["</", &name, ">"]),
                    None => return Ok(all),
                },
                Event::Done => return Ok(all),
            }
            if all.len() > PIECE {
                let message = format!("has a text of more than {} MiB here", PIECE >> 20);
                return Err(Broken { line: Some(self.line()), message });
            }
        }
    }

    /// From 1: of what comes next.
    pub(super) fn line(&self) -> u32 {
        self.reader.get_ref().line()
    }

    /// `None` for what has no meaning to anybody here.
    fn step(&mut self, line: u32) -> io::Result<Option<Event>> {
        self.buffer.clear();
        self.reader.get_mut().allow(PIECE);
        let event = self.reader.read_event_into(&mut self.buffer).map_err(as_flaw)?;
        let event = match event {
            Raw::Start(tag) => Event::Start(start(&tag, line)?),
            Raw::Empty(tag) => {
                self.closing = true;
                Event::Start(start(&tag, line)?)
            }
            Raw::End(_) => Event::End,
            Raw::Text(text) => Event::Text(text.into_inner().into_owned()),
            Raw::CData(text) => Event::Text(text.into_inner().into_owned()),
            Raw::GeneralRef(name) => Event::Text(entity(&name)?),
            Raw::DocType(dtd) if dtd.contains('[') => return Err(Flaw::error(DTD)),
            Raw::Eof => Event::Done,
            Raw::DocType(_) | Raw::Decl(_) | Raw::PI(_) | Raw::Comment(_) => return Ok(None),
        };
        self.place(&event)?;
        Ok(Some(event).filter(|event| self.depth > 0 || !matches!(event, Event::Text(_))))
    }

    /// Keeps count of the elements, and says what may not stand here.
    fn place(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Start(_) if self.depth == 0 && self.began => {
                return Err(Flaw::error("is not XML: a second element follows the outermost one"));
            }
            Event::Start(_) if self.depth == DEPTH => {
                return Err(Flaw::error(format!("has elements in more than {DEPTH} elements")));
            }
            Event::Start(_) => {
                self.began = true;
                self.depth += 1;
            }
            // The parser matches ends with starts.
            Event::End => self.depth = self.depth.saturating_sub(1),
            Event::Text(text) if self.depth == 0 && !text.trim().is_empty() => {
                return Err(Flaw::error("is not XML: there is text outside the outermost element"));
            }
            Event::Text(_) => {}
            Event::Done if self.depth > 0 => {
                return Err(Flaw::error("ends before its elements do: it was cut off"));
            }
            Event::Done if !self.began => return Err(Flaw::error("is not XML: there is no element")),
            Event::Done => {}
        }
        Ok(())
    }
}

const DTD: &str = "defines things in its DOCTYPE […], which is not read: take the DOCTYPE out";

fn start(tag: &BytesStart<'_>, line: u32) -> io::Result<Start> {
    if tag.len() > TAG {
        return Err(Flaw::error(format!(
            "has a tag of {} KiB; the most is {} KiB",
            tag.len() >> 10,
            TAG >> 10
        )));
    }
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| Flaw::error(format!("is not XML: {error}")))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(as_flaw)?;
        attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
    }
    Ok(Start { name: tag.name().as_ref().to_owned(), attributes, line })
}

fn as_flaw(error: quick_xml::Error) -> io::Error {
    match error {
        quick_xml::Error::Io(error) => io::Error::new(error.kind(), Shared(error)),
        other => Flaw::error(format!("is not XML: {other}")),
    }
}

/// The parser shares its errors.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Shared(std::sync::Arc<io::Error>);

fn broken(error: io::Error, line: u32) -> Broken {
    let is_flaw = |error: &io::Error| error.get_ref().is_some_and(|inner| inner.is::<Flaw>());
    let shared = error.get_ref().and_then(|inner| inner.downcast_ref::<Shared>());
    match shared.map_or(&error, |Shared(inner)| inner.as_ref()) {
        inner if is_flaw(inner) => Broken { line: Some(line), message: inner.to_string() },
        inner => Broken { line: None, message: format!("cannot be read: {inner}") },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes, one letter each: `<name`, `>` and texts as they are.
    fn events(xml: &str) -> Result<String, Broken> {
        let mut reader = Xml::new(xml.as_bytes());
        let mut all = String::new();
        loop {
            match reader.next()? {
                Event::Start(start) => {
                    start.write(&mut all);
                }
                Event::End => all.push('|'),
                Event::Text(text) => all.push_str(&text),
                Event::Done => return Ok(all),
            }
        }
    }

    #[test]
    fn elements_texts_and_references_come_in_order() {
        let xml =
            "<?xml version='1.0'?><!-- a --><a x=\"1 &lt; 2\">b<c/>&amp;&#x41;<![CDATA[<d>]]><?pi?></a>\n";
        assert_eq!(events(xml).unwrap(), "<a x=\"1 &lt; 2\">b<c>|&A<d>|");
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        for (xml, line, wanted) in [
            ("<a>\n</b>", 2, "is not XML"),
            ("<a>\n&nbsp;</a>", 2, "has &nbsp;, an entity"),
            ("<a>\n\n", 3, "ends before its elements do"),
            ("\n<a b=c/>", 2, "is not XML"),
            ("<a/>\n<b/>", 2, "a second element"),
            ("<!DOCTYPE a [\n<!ENTITY x 'y'>\n]>\n<a/>", 3, "defines things in its DOCTYPE"),
        ] {
            let broken = events(xml).unwrap_err();
            assert!(broken.message.contains(wanted), "{xml}: {broken:?}");
            assert_eq!(broken.line, Some(line), "{xml}");
        }
    }

    #[test]
    fn a_text_is_the_same_wherever_the_pieces_end_that_are_read() {
        for before in (64 << 10) - 60..(64 << 10) + 4 {
            let start = "x".repeat(before);
            let xml = format!("<a>{start}<![CDATA[y]]z]]]>&amp;<!-- -> -- -->w\r\n&#233;</a>");
            let mut reader = Xml::new(xml.as_bytes());
            assert!(matches!(reader.next(), Ok(Event::Start(_))));
            let text = io::read_to_string(reader.text()).unwrap();
            assert_eq!(&text[before..], "y]]z]&w\n\u{e9}", "{before}");
            assert!(matches!(reader.next(), Ok(Event::End)));
            assert!(matches!(reader.next(), Ok(Event::Done)));
        }
    }

    #[test]
    fn an_element_is_passed_by_whatever_is_in_it() {
        let xml = "<a><b>x<c>&lt;<d/></c><![CDATA[</b>]]></b><e/></a>";
        let mut reader = Xml::new(xml.as_bytes());
        let names = |event| match event {
            Ok(Event::Start(start)) => start.name,
            _ => String::new(),
        };
        assert_eq!((names(reader.next()), names(reader.next())), ("a".to_owned(), "b".to_owned()));
        reader.skip().unwrap();
        assert_eq!(names(reader.next()), "e");
        assert_eq!(io::read_to_string(reader.text()).unwrap(), "", "an element without content has no text");
        assert!(matches!(reader.next(), Ok(Event::End)));
    }

    #[test]
    fn a_failure_to_read_is_not_the_files_fault() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        let broken = parse(Failing).unwrap_err();
        assert_eq!((broken.line, broken.message.as_str()), (None, "cannot be read: the disk is gone"));
    }
}
