//! Line ends that a judge changes before it compares.

/// What becomes of a text's line ends when it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnds {
    Kept,
    /// CR LF and CR become LF, and a last line gets one: what DMOJ does to its answers.
    Normal {
        after_cr: bool,
        open: bool,
    },
    /// As testlib reads lines: CR LF is an LF; a CR before anything else is left out, and what follows it, be it a CR,
    /// is taken as it is; one at the very end is read as the byte FF.
    Testlib {
        after_cr: bool,
    },
}

impl LineEnds {
    pub(crate) const NORMAL: Self = Self::Normal { after_cr: false, open: false };
    pub(crate) const TESTLIB: Self = Self::Testlib { after_cr: false };

    /// Appends what `block` becomes.
    pub(crate) fn convert(&mut self, block: &[u8], text: &mut Vec<u8>) {
        match self {
            Self::Kept => text.extend_from_slice(block),
            Self::Normal { after_cr, .. } | Self::Testlib { after_cr }
                if !*after_cr && !block.contains(&b'\r') =>
            {
                text.extend_from_slice(block);
            }
            Self::Normal { after_cr, .. } => block.iter().for_each(|&byte| normal(after_cr, byte, text)),
            Self::Testlib { after_cr } => block.iter().for_each(|&byte| testlib(after_cr, byte, text)),
        }
        if let (Self::Normal { open, .. }, Some(last)) = (self, block.last()) {
            *open = !matches!(last, b'\n' | b'\r');
        }
    }

    /// The text is at its end.
    pub(crate) fn finish(&mut self, text: &mut Vec<u8>) {
        match self {
            Self::Normal { open: true, .. } => text.push(b'\n'),
            Self::Testlib { after_cr: true } => text.push(0xff),
            _ => {}
        }
    }
}

fn normal(after_cr: &mut bool, byte: u8, text: &mut Vec<u8>) {
    match byte {
        b'\r' => text.push(b'\n'),
        b'\n' if *after_cr => {}
        _ => text.push(byte),
    }
    *after_cr = byte == b'\r';
}

fn testlib(after_cr: &mut bool, byte: u8, text: &mut Vec<u8>) {
    if *after_cr || byte != b'\r' {
        text.push(byte);
        *after_cr = false;
    } else {
        *after_cr = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same however it comes in pieces.
    fn converted(ends: LineEnds, text: &[u8]) -> Vec<u8> {
        let cut = |size: usize| {
            let (mut ends, mut out) = (ends, Vec::new());
            text.chunks(size).for_each(|piece| ends.convert(piece, &mut out));
            ends.finish(&mut out);
            out
        };
        let whole = cut(text.len().max(1));
        assert!((1..4).all(|size| cut(size) == whole), "{text:?}");
        whole
    }

    #[test]
    fn dmojs_answers_have_line_feeds_only_and_end_in_one() {
        for (text, becomes) in [
            ("a\r\nb\r\n", "a\nb\n"),
            ("a\rb", "a\nb\n"),
            ("a\r\r\n", "a\n\n"),
            ("", ""),
            ("\n", "\n"),
            ("a", "a\n"),
        ] {
            assert_eq!(converted(LineEnds::NORMAL, text.as_bytes()), becomes.as_bytes(), "{text:?}");
        }
    }

    #[test]
    fn testlib_reads_a_carriage_return_only_before_a_line_feed_as_part_of_the_line_end() {
        for (text, becomes) in [
            ("a\r\nb", &b"a\nb"[..]),
            ("a\rb", b"ab"),
            ("a\r\r\n", b"a\r\n"),
            ("a\r", b"a\xff"),
            ("\r\r", b"\r"),
            ("", b""),
        ] {
            assert_eq!(converted(LineEnds::TESTLIB, text.as_bytes()), becomes, "{text:?}");
        }
    }
}
