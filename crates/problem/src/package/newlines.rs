//! Texts whose line ends are made LF while they are copied.

use std::io::{self, Read};

/// CR LF and CR become LF, and a last line without one gets it. Nothing stays nothing.
pub(super) struct Newlines<R> {
    from: R,
    buffer: Box<[u8]>,
    /// What is read and not yet given.
    ahead: std::ops::Range<usize>,
    last: Last,
}

/// The byte before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    None,
    Cr,
    Lf,
    Other,
    /// The end was given.
    End,
}

impl<R: Read> Newlines<R> {
    pub(super) fn new(from: R) -> Self {
        Self { from, buffer: vec![0; 64 << 10].into(), ahead: 0..0, last: Last::None }
    }

    fn fill(&mut self) -> io::Result<()> {
        loop {
            match self.from.read(&mut self.buffer) {
                Ok(read) => {
                    self.ahead = 0..read;
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// What a byte becomes; `None`: nothing.
    fn step(&mut self, byte: u8) -> Option<u8> {
        let (last, out) = match (self.last, byte) {
            (Last::Cr, b'\n') => (Last::Lf, None),
            (_, b'\r') => (Last::Cr, Some(b'\n')),
            (_, b'\n') => (Last::Lf, Some(b'\n')),
            _ => (Last::Other, Some(byte)),
        };
        self.last = last;
        out
    }

    fn end(&mut self, out: &mut [u8]) -> usize {
        let open = self.last == Last::Other;
        self.last = Last::End;
        if open {
            out[0] = b'\n';
        }
        usize::from(open)
    }
}

impl<R: Read> Read for Newlines<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() || self.last == Last::End {
            return Ok(0);
        }
        let mut given = 0;
        while given == 0 {
            if self.ahead.is_empty() {
                self.fill()?;
                if self.ahead.is_empty() {
                    return Ok(self.end(out));
                }
            }
            while given < out.len()
                && let Some(at) = self.ahead.next()
            {
                if let Some(byte) = self.step(self.buffer[at]) {
                    out[given] = byte;
                    given += 1;
                }
            }
        }
        Ok(given)
    }
}

/// The text with LF for each CR LF: as a text area had it before its browser sent it, or as it was before it lay on
/// Windows. A CR alone stays.
pub fn without_cr(text: &[u8]) -> Vec<u8> {
    let ends_line = |at: usize| text[at] == b'\r' && text.get(at + 1) == Some(&b'\n');
    (0..text.len()).filter(|&at| !ends_line(at)).map(|at| text[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes in pieces of one length.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(self.0.len()).min(out.len());
            let (piece, rest) = self.0.split_at(length);
            out[..length].copy_from_slice(piece);
            self.0 = rest;
            Ok(length)
        }
    }

    #[test]
    fn only_the_pair_loses_its_cr() {
        assert_eq!(without_cr(b"a\r\nb\rc\r\r\n\r"), b"a\nb\rc\r\n\r");
    }

    #[test]
    fn line_ends_become_lf_however_the_bytes_come() {
        for (text, wanted) in [
            ("", ""),
            ("a", "a\n"),
            ("a\n", "a\n"),
            ("a\r", "a\n"),
            ("a\r\n", "a\n"),
            ("a\r\nb\rc\nd", "a\nb\nc\nd\n"),
            ("\r\r\n\n\r", "\n\n\n\n"),
            ("\r\n\r\n", "\n\n"),
            (" ", " \n"),
        ] {
            for piece in 1..4 {
                for taken in 1..4 {
                    let mut reader = Newlines::new(Pieces(text.as_bytes(), piece));
                    let (mut all, mut some) = (Vec::new(), vec![0; taken]);
                    loop {
                        let read = reader.read(&mut some).unwrap();
                        if read == 0 {
                            break;
                        }
                        all.extend_from_slice(&some[..read]);
                    }
                    assert_eq!(String::from_utf8(all).unwrap(), wanted, "{text:?} by {piece}, {taken}");
                }
            }
        }
    }
}
