//! A package that is one XML file.

use std::fs::File;
use std::io::{self, Read, Seek};

use super::names;
use super::tree::{Kind, Leaf, Listed};

pub(super) struct Single {
    file: File,
    name: String,
}

/// What an archive is called when it is a name of no file.
const NAMELESS: &str = "package.xml";

impl Single {
    /// Takes a file that looks like XML, and gives others back.
    pub(super) fn open(mut file: File, name: &str) -> Result<Self, File> {
        let mut start = Vec::new();
        // Who has just written it has come to its end.
        let read = file.rewind().and_then(|()| file.by_ref().take(64).read_to_end(&mut start));
        let read = read.and_then(|_| file.rewind());
        if read.is_err() || !is_xml(&start) {
            return Err(file);
        }
        let plain = matches!(names::parts(name).as_deref(), Ok([_])) && !name.starts_with('.');
        let name = if plain { name } else { NAMELESS };
        let ends = name.to_ascii_lowercase().ends_with(".xml");
        Ok(Self { file, name: if ends { name.to_owned() } else { format!("{name}.xml") } })
    }

    pub(super) fn list(&self) -> io::Result<Vec<Listed>> {
        let leaf = Leaf { at: 0, size: self.file.metadata()?.len() };
        Ok(vec![Listed { path: self.name.clone(), kind: Kind::File(leaf) }])
    }

    /// From its start.
    pub(super) fn file(&mut self) -> io::Result<&File> {
        self.file.rewind()?;
        Ok(&self.file)
    }
}

/// By what stands first, whatever the encoding.
fn is_xml(start: &[u8]) -> bool {
    let marks: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
    let start = marks.iter().find_map(|mark| start.strip_prefix(*mark)).unwrap_or(start);
    start.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0)) == Some(&b'<')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_with_a_bracket_is_xml() {
        for start in [&b"<?xml"[..], b"\n <fps>", b"\xef\xbb\xbf<fps>", b"\xff\xfe<\0", b"\xfe\xff\0<"] {
            assert!(is_xml(start), "{start:?}");
        }
        for start in [&b"PK\x03\x04"[..], b"", b"\x1f\x8b", b"x <", b"\0\0"] {
            assert!(!is_xml(start), "{start:?}");
        }
    }
}
