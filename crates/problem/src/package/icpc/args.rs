//! Arguments of validators, and where they were written.

use crate::package::schema::Section;
use crate::package::yaml::{Entry, Value};

/// Arguments of an output validator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Args {
    pub(super) list: Vec<String>,
    /// The file and line that set them; empty and 0 where nobody did.
    pub(super) file: String,
    pub(super) line: u32,
}

impl Args {
    pub(super) fn new(list: Vec<String>, file: &str, line: u32) -> Self {
        Self { list, file: file.to_owned(), line }
    }
}

/// A text of flags, or a list of them. `None` where it is neither, which was told.
pub(super) fn of(section: &Section<'_>, entry: &Entry) -> Option<Args> {
    let list = match &entry.node.value {
        Value::List(items) => {
            items.iter().filter_map(|item| section.item(&entry.key, item)).map(|text| text.value).collect()
        }
        Value::Scalar(text) => {
            split(text).map_err(|reason| section.wrong(entry.line, format!("{} {reason}", entry.key))).ok()?
        }
        _ => {
            section.wrong(entry.line, format!("{} must be a text or a list of texts", entry.key));
            return None;
        }
    };
    Some(Args::new(list, section.file, entry.line))
}

/// Splits a legacy string of flags as a shell would: blanks between, quotes around, backslash before.
pub(super) fn split(flags: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = flags.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some('"') | None, '\\') => {
                let escaped = chars.next().ok_or("ends with a backslash")?;
                word.get_or_insert_default().push(escaped);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err("has a quote that is not closed") } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_split_as_a_shell_does() {
        assert_eq!(split(" a  1e-6\tab=1 ").unwrap(), ["a", "1e-6", "ab=1"]);
        assert_eq!(
            split(r#"x "a b"c '' 'd\' e\ f "g\"h""#).unwrap(),
            ["x", "a bc", "", "d\\", "e f", "g\"h"]
        );
        assert!(split("").unwrap().is_empty());
        assert!(split("a \"b").is_err());
        assert!(split("a\\").is_err());
    }
}
