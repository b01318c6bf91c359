//! Pictures, which are in the file as base64: in elements of their own, or in the texts as `data:` addresses.

use std::collections::BTreeMap;

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::item::Item;
use crate::blob::Hash;
use crate::package::reading::Reading;

const DATA: &str = "data:image/";

/// Padding or not: exporters differ.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

#[derive(Default)]
pub(super) struct Pictures {
    /// By the name that the texts have for it now.
    pub(super) assets: BTreeMap<String, Hash>,
    /// What the texts call it, and what it is called now.
    renamed: Vec<(String, String)>,
}

pub(super) fn read(reading: &Reading, item: &Item) -> Pictures {
    let mut pictures = Pictures::default();
    for picture in &item.pictures {
        match picture.content {
            Some((hash, kind)) => {
                let name = pictures.name(hash, kind);
                pictures.renamed.push((picture.src.clone(), name));
            }
            None => {
                let message =
                    format!("the picture {:?} is not shown: it is no base64 of a picture", picture.src);
                reading.faults.warn_at(&item.file, picture.line, message);
            }
        }
    }
    // The longer address first: another may begin with it.
    pictures.renamed.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
    pictures
}

impl Pictures {
    fn name(&mut self, hash: Hash, kind: &str) -> String {
        if let Some((name, _)) = self.assets.iter().find(|(_, known)| **known == hash) {
            return name.clone();
        }
        let name = format!("picture-{}.{kind}", self.assets.len() + 1);
        self.assets.insert(name.clone(), hash);
        name
    }

    /// The text with its pictures called by their names.
    pub(super) fn rename(&mut self, reading: &Reading, text: &str) -> String {
        let mut text = text.to_owned();
        for (src, name) in self.renamed.iter().filter(|(src, _)| !src.is_empty()) {
            text = text.replace(src.as_str(), name).replace(&src.replace('&', "&amp;"), name);
        }
        self.inline(reading, &text)
    }

    fn inline(&mut self, reading: &Reading, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(DATA) {
            let (before, from) = rest.split_at(start);
            let end = from.find(['"', '\'', ')', '<', '>']).unwrap_or(from.len());
            let (address, after) = from.split_at(end);
            let name = address.split_once(";base64,").and_then(|(_, data)| {
                let (bytes, kind) = decoded(data)?;
                Some(self.name(reading.keep(&bytes).ok()?, kind))
            });
            out.push_str(before);
            out.push_str(name.as_deref().unwrap_or(address));
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// A picture and its ending. `None` where it is no picture.
pub(super) fn decoded(base64: &str) -> Option<(Vec<u8>, &'static str)> {
    let plain: Vec<u8> = base64.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let bytes = BASE64.decode(plain).ok()?;
    let kind = kind(&bytes)?;
    Some((bytes, kind))
}

/// By its first bytes.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    let marks: [(&[u8], &str); 3] = [(b"\x89PNG", "png"), (b"\xff\xd8\xff", "jpg"), (b"GIF8", "gif")];
    let webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    let start = &bytes[..bytes.len().min(1_024)];
    let svg = start.windows(4).any(|word| word == b"<svg");
    let marked = marks.iter().find(|(mark, _)| bytes.starts_with(mark)).map(|(_, kind)| *kind);
    marked.or(webp.then_some("webp")).or(svg.then_some("svg"))
}
