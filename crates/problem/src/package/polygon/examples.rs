//! What statements show in place of a sample's own files: an example may be cut short, or tell of a conversation.

use std::io::Read;

use serde_json::Value;

use super::{Polygon, statements};
use crate::blob::Hash;
use crate::package::reading::Reading;

const PLACE: &str = "statements";

pub(super) struct Examples {
    /// The languages' folders; the first is asked first.
    languages: Vec<String>,
    /// By number of the test, where the properties tell it: input and output.
    told: Vec<(usize, [String; 2])>,
}

pub(super) fn read(reading: &mut Reading, polygon: &Polygon<'_>) -> Examples {
    let folders = polygon.folder(PLACE).into_iter().flat_map(|folder| folder.folders());
    let mut languages: Vec<String> = folders.map(|(name, _)| name.to_owned()).collect();
    // Examples are the same in every language, as a rule.
    languages.sort_by_key(|name| name != "english");
    let properties = languages.iter().map(|word| statements::properties(reading, polygon, word));
    let tests = properties.filter_map(|properties| properties.get("sampleTests")?.as_array().cloned());
    let tests = tests.into_iter().find(|tests| !tests.is_empty()).unwrap_or_default();
    let told = tests.iter().filter_map(told).collect();
    Examples { languages, told }
}

/// Of the properties: the files' names end in the test's number.
fn told(test: &Value) -> Option<(usize, [String; 2])> {
    let text = |key: &str| test.get(key).and_then(Value::as_str).map(str::to_owned);
    let number = text("inputFile")?.rsplit('.').next()?.parse().ok()?;
    let plain = |text: String| text.replace("\r\n", "\n");
    Some((number, [plain(text("input")?), plain(text("output")?)]))
}

impl Examples {
    /// Input and answer to show, where they are not those of the test but for blanks.
    pub(super) fn of(
        &self,
        reading: &mut Reading,
        polygon: &Polygon<'_>,
        number: usize,
        own: [Hash; 2],
    ) -> [Option<Hash>; 2] {
        let mut shown = [None, None];
        for (at, suffix) in ["", ".a"].into_iter().enumerate() {
            let Some((path, text)) = self.text(reading, polygon, number, suffix) else { continue };
            if !is_of(reading, own[at], &text) {
                shown[at] = reading.keep_for(&path, text.as_bytes());
            }
        }
        shown
    }

    /// And where it stands.
    fn text(
        &self,
        reading: &mut Reading,
        polygon: &Polygon<'_>,
        number: usize,
        suffix: &str,
    ) -> Option<(String, String)> {
        for language in &self.languages {
            for name in [format!("example.{number:02}{suffix}"), format!("example.{number:03}{suffix}")] {
                let path = format!("{PLACE}/{language}/{name}");
                if let Some(leaf) = polygon.leaf(&path) {
                    let text = reading.prose(&path, leaf, None)?;
                    return Some((path, text));
                }
            }
        }
        let (_, texts) = self.told.iter().find(|(known, _)| *known == number)?;
        Some((PLACE.to_owned(), texts[usize::from(!suffix.is_empty())].clone()))
    }
}

/// Whether the blob is this text, but for blanks. Read no further than it could be.
fn is_of(reading: &Reading, blob: Hash, text: &str) -> bool {
    let mut bytes = Vec::new();
    let most = 2 * text.len() as u64 + 64;
    let read = reading.spool.open(blob).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.is_ok() && String::from_utf8_lossy(&bytes).split_whitespace().eq(text.split_whitespace())
}
