//! An element's text as a file.

use std::io::{self, BufRead, Read};

use memchr::{memchr2, memmem};

use super::feed::{Feed, Flaw};

/// The longest thing that has to be seen whole: a reference, `<![CDATA[`.
const LOOK: usize = 16;
const CDATA: &[u8] = b"<![CDATA[";

/// Text, CDATA sections and references, up to the next tag.
pub(in crate::package) struct Text<'a, R> {
    feed: &'a mut Feed<R>,
    in_cdata: bool,
    over: bool,
    /// A character that was written as a reference, and how much of it was given out.
    character: Vec<u8>,
}

impl<'a, R: Read> Text<'a, R> {
    /// `empty`: the element was written `<a/>`.
    pub(super) fn new(feed: &'a mut Feed<R>, empty: bool) -> Self {
        feed.allow(usize::MAX);
        Self { feed, in_cdata: false, over: empty, character: Vec::new() }
    }

    /// How much of what comes next is plain text; 0 when there was something else, which is dealt with.
    fn plain(&mut self) -> io::Result<usize> {
        let ahead = self.feed.ahead(LOOK)?;
        if self.in_cdata {
            return self.in_cdata();
        }
        if ahead.starts_with(CDATA) {
            self.in_cdata = true;
            self.feed.consume(CDATA.len());
        } else if ahead.starts_with(b"<!--") {
            self.skip_comment()?;
        } else if ahead.starts_with(b"<") {
            self.over = true;
        } else if ahead.starts_with(b"&") {
            let end = ahead.iter().take(LOOK).position(|byte| *byte == b';');
            let name = end.map(|end| String::from_utf8_lossy(&ahead[1..end]).into_owned());
            let name = name.ok_or_else(|| Flaw::error("is not XML: & begins nothing here, write &amp;"))?;
            self.character.extend(entity(&name)?.bytes());
            self.feed.consume(name.len() + 2);
        } else if ahead.is_empty() {
            return Err(Flaw::error("ends before its elements do: it was cut off"));
        } else {
            return Ok(memchr2(b'<', b'&', ahead).unwrap_or(ahead.len()));
        }
        Ok(0)
    }

    fn in_cdata(&mut self) -> io::Result<usize> {
        let ahead = self.feed.ahead(LOOK)?;
        match memmem::find(ahead, b"]]>") {
            Some(0) => {
                self.in_cdata = false;
                self.feed.consume(3);
                Ok(0)
            }
            Some(end) => Ok(end),
            None if ahead.len() < LOOK => Err(Flaw::error("is not XML: a CDATA section has no end, ]]>")),
            // The end may be here in part.
            None => Ok(ahead.len() - 2),
        }
    }

    fn skip_comment(&mut self) -> io::Result<()> {
        loop {
            let ahead = self.feed.ahead(LOOK)?;
            let (skipped, done) = match memmem::find(ahead, b"-->") {
                Some(end) => (end + 3, true),
                None if ahead.len() < LOOK => {
                    return Err(Flaw::error("is not XML: a comment has no end, -->"));
                }
                None => (ahead.len() - 2, false),
            };
            self.feed.consume(skipped);
            if done {
                return Ok(());
            }
        }
    }

    fn give(&mut self, length: usize, out: &mut [u8]) -> io::Result<usize> {
        let length = length.min(out.len());
        out[..length].copy_from_slice(&self.feed.ahead(length)?[..length]);
        self.feed.consume(length);
        Ok(length)
    }
}

impl<R: Read> Read for Text<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.character.is_empty() {
                let length = self.character.len().min(out.len());
                out[..length].copy_from_slice(&self.character[..length]);
                self.character.drain(..length);
                return Ok(length);
            }
            if self.over || out.is_empty() {
                return Ok(0);
            }
            let plain = self.plain()?;
            if plain > 0 {
                return self.give(plain, out);
            }
        }
    }
}

/// What `&name;` stands for: a character by its number, or one of the five that XML itself knows.
pub(super) fn entity(name: &str) -> io::Result<String> {
    let number = name.strip_prefix('#').and_then(|number| match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => number.parse().ok(),
    });
    // U+0000 and the like are no characters of XML, and some tests have them all the same.
    if let Some(character) = number.and_then(char::from_u32) {
        return Ok(character.into());
    }
    let known = match name {
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "quot" => "\"",
        "apos" => "'",
        _ => {
            let name: String = name.chars().take(40).collect();
            return Err(Flaw::error(format!(
                "has &{name};, an entity that is not XML's own: entities are not defined here"
            )));
        }
    };
    Ok(known.to_owned())
}
