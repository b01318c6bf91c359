//! The bytes of an XML file as UTF-8 with plain line ends, a piece at a time, and the line that was come to.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};
use memchr::{memchr, memchr_iter};

/// What is wrong with the file itself, as an error of reading it: the rest of a sentence that begins with its name.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Flaw(String);

impl Flaw {
    pub(super) fn error(message: impl Into<String>) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, Self(message.into()))
    }
}

/// Bytes that are read at once.
const CHUNK: usize = 64 << 10;
/// The declaration of the encoding ends among these bytes, or is none.
const DECLARED_WITHIN: usize = 256;

pub(super) struct Feed<R> {
    from: R,
    decoder: Decoder,
    /// Read, and not decoded.
    raw: Vec<u8>,
    /// Decoded; from `at` on not yet taken.
    ready: Vec<u8>,
    at: usize,
    line: u32,
    /// Bytes that may be taken before [`Feed::allow`] is called again.
    allowed: usize,
    began: bool,
    ended: bool,
    /// What comes after the ready bytes is no character of the encoding.
    malformed: bool,
    /// The last byte was a carriage return: a line feed after it is no line end of its own.
    after_return: bool,
}

impl<R: Read> Feed<R> {
    pub(super) fn new(from: R) -> Self {
        Self {
            from,
            decoder: UTF_8.new_decoder(),
            raw: Vec::new(),
            ready: Vec::new(),
            at: 0,
            line: 1,
            allowed: usize::MAX,
            began: false,
            ended: false,
            malformed: false,
            after_return: false,
        }
    }

    /// From 1: of what is taken next.
    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// Lets so many bytes be taken and then no more: the parser has to hold them at once.
    pub(super) fn allow(&mut self, bytes: usize) {
        self.allowed = bytes;
    }

    /// What comes next, at least `least` bytes of it unless the file ends before.
    pub(super) fn ahead(&mut self, least: usize) -> io::Result<&[u8]> {
        while self.ready.len() - self.at < least && !self.ended {
            if self.malformed {
                return Err(Flaw::error(format!(
                    "is not {} here: save it as UTF-8, or name its encoding in its first line, as in \
                     <?xml version=\"1.0\" encoding=\"windows-1251\"?>",
                    self.decoder.encoding().name()
                )));
            }
            self.load()?;
        }
        Ok(&self.ready[self.at..])
    }

    fn load(&mut self) -> io::Result<()> {
        self.ready.drain(..self.at);
        self.at = 0;
        let wanted = CHUNK.saturating_sub(self.raw.len()) as u64;
        let read = self.from.by_ref().take(wanted).read_to_end(&mut self.raw)?;
        if !self.began {
            self.began = true;
            self.decoder = declared(&self.raw)?.new_decoder();
        }
        self.decode((read as u64) < wanted);
        Ok(())
    }

    /// Decodes what was read, up to the first byte that is no character.
    fn decode(&mut self, last: bool) {
        let start = self.ready.len();
        let room = self.decoder.max_utf8_buffer_length_without_replacement(self.raw.len());
        self.ready.resize(start + room.unwrap_or(4 * CHUNK), 0);
        let (result, read, written) =
            self.decoder.decode_to_utf8_without_replacement(&self.raw, &mut self.ready[start..], last);
        self.ready.truncate(start + written);
        self.raw.drain(..read);
        self.one_line_end(start);
        match result {
            DecoderResult::InputEmpty => self.ended = last,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => self.malformed = true,
        }
    }

    /// `\r\n` and `\r` become `\n`, as the specification of XML asks (2.11).
    fn one_line_end(&mut self, start: usize) {
        if !self.after_return && memchr(b'\r', &self.ready[start..]).is_none() {
            return;
        }
        let mut to = start;
        for from in start..self.ready.len() {
            let byte = self.ready[from];
            let second = byte == b'\n' && self.after_return;
            self.after_return = byte == b'\r';
            if !second {
                self.ready[to] = if byte == b'\r' { b'\n' } else { byte };
                to += 1;
            }
        }
        self.ready.truncate(to);
    }
}

/// The encoding that the file's beginning names, else UTF-8.
fn declared(start: &[u8]) -> io::Result<&'static Encoding> {
    if let Some((encoding, _)) = Encoding::for_bom(start) {
        return Ok(encoding);
    }
    let start = &start[..start.len().min(DECLARED_WITHIN)];
    let text = String::from_utf8_lossy(start);
    let declaration =
        text.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")).map(|(inner, _)| inner);
    let value = declaration.and_then(|inner| inner.split_once("encoding")).and_then(|(_, rest)| {
        let rest = rest.trim_start().strip_prefix('=')?.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest[1..].split_once(quote).map(|(label, _)| label)
    });
    let Some(label) = value else { return Ok(UTF_8) };
    // Who could read the declaration as ASCII reads no UTF-16, whatever it says.
    Encoding::for_label(label.as_bytes())
        .map(Encoding::output_encoding)
        .ok_or_else(|| Flaw::error(format!("is in an unknown encoding, {label:?}: save it as UTF-8")))
}

impl<R: Read> Read for Feed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Feed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.allowed == 0 {
            return Err(Flaw::error("has too long a piece of text here: whole files belong beside it"));
        }
        self.ahead(1)
    }

    fn consume(&mut self, amount: usize) {
        let taken = &self.ready[self.at..self.at + amount];
        let lines = memchr_iter(b'\n', taken).count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.at += amount;
        self.allowed = self.allowed.saturating_sub(amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> io::Result<String> {
        io::read_to_string(Feed::new(bytes))
    }

    #[test]
    fn the_declared_encoding_is_read_else_utf_8() {
        let declare = |label: &str, text: &[u8]| {
            [format!("<?xml version='1.0' encoding=\"{label}\"?>").as_bytes(), text].concat()
        };
        let told = |bytes: &[u8]| decoded(bytes).map(|text| text.rsplit('>').next().unwrap().to_owned());
        assert_eq!(told(&declare("windows-1251", b"\xcf\xf0\xe8")).unwrap(), "При");
        assert_eq!(told(&declare("Windows-1252", b"\xe9")).unwrap(), "é");
        assert_eq!(told(&declare("GBK", b"\xc4\xe3")).unwrap(), "你");
        assert_eq!(told(&declare("utf-8", "é".as_bytes())).unwrap(), "é");
        // It was read as ASCII, so it is no UTF-16.
        assert_eq!(told(&declare("UTF-16", "é".as_bytes())).unwrap(), "é");
        assert_eq!(decoded("é".as_bytes()).unwrap(), "é");
        assert_eq!(decoded(b"\xef\xbb\xbfx").unwrap(), "x");
        assert_eq!(decoded(b"\xff\xfex\0\xe9\0").unwrap(), "xé");
        assert!(told(&declare("latin-99", b"")).unwrap_err().to_string().contains("\"latin-99\""));
    }

    #[test]
    fn bytes_that_are_no_characters_are_told_where_they_stand() {
        let text = [&b"<a>\n\n"[..], &b"x".repeat(100_000), b"\n\xe9\n</a>"].concat();
        let mut feed = Feed::new(&text[..]);
        let error = io::copy(&mut feed, &mut io::sink()).unwrap_err();
        assert!(error.to_string().starts_with("is not UTF-8 here"), "{error}");
        assert_eq!(feed.line(), 4);
    }

    #[test]
    fn line_ends_are_one_whatever_they_were_also_where_pieces_meet() {
        assert_eq!(decoded(b"a\r\nb\rc\n\r\n\r\r\nd").unwrap(), "a\nb\nc\n\n\n\nd");
        for before in CHUNK - 3..CHUNK + 3 {
            let text = [b"x".repeat(before).as_slice(), b"\r\ny"].concat();
            assert_eq!(decoded(&text).unwrap().matches('\n').count(), 1);
        }
    }

    #[test]
    fn no_more_is_taken_than_was_allowed_at_once() {
        let text = vec![b'x'; 3 * CHUNK];
        let mut feed = Feed::new(&text[..]);
        feed.allow(CHUNK);
        assert!(io::copy(&mut feed, &mut io::sink()).unwrap_err().to_string().contains("too long"));
    }
}
