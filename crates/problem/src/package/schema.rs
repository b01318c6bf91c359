//! Takes typed values out of a YAML map and says what does not fit, with file and line.

use std::str::FromStr;

use super::faults::{Faults, nearest};
use super::yaml::{Entry, Node, Value};
use crate::fault::{Fault, Severity};

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) line: u32,
}

/// One map of a YAML file. Each key that is asked for is known; the rest is told by [`Section::finish`].
pub(super) struct Section<'a> {
    pub(super) file: &'a str,
    /// In front of a key in messages: `limits.`; empty at the top.
    prefix: String,
    entries: &'a [Entry],
    asked: Vec<&'static str>,
    pub(super) faults: &'a Faults,
}

impl<'a> Section<'a> {
    /// The document itself. Nothing at all is an empty map.
    pub(super) fn top(file: &'a str, node: &'a Node, faults: &'a Faults) -> Self {
        let mut section = Self { file, prefix: String::new(), entries: &[], asked: Vec::new(), faults };
        section.fill(node, "the file");
        section
    }

    /// The map that is `node`, an item of one of this section's lists; `what` names it in messages.
    pub(super) fn item_of(&self, node: &'a Node, what: &str) -> Section<'a> {
        let mut inner = Section {
            file: self.file,
            prefix: String::new(),
            entries: &[],
            asked: Vec::new(),
            faults: self.faults,
        };
        inner.fill(node, what);
        inner
    }

    fn fill(&mut self, node: &'a Node, what: &str) {
        match &node.value {
            Value::Map(entries) => self.entries = entries,
            Value::Null => {}
            _ => self.wrong(node.line, format!("{what} must be a map of keys to values")),
        }
        for (i, entry) in self.entries.iter().enumerate() {
            if let Some(first) = self.entries[..i].iter().find(|earlier| earlier.key == entry.key) {
                let name = self.name(&entry.key);
                self.wrong(entry.line, format!("{name} is there twice: it was set on line {}", first.line));
            }
        }
    }

    /// The map under `key`; an empty one if there is none.
    pub(super) fn section(&mut self, key: &'static str) -> Section<'a> {
        let prefix = format!("{}{key}.", self.prefix);
        let mut inner =
            Section { file: self.file, prefix, entries: &[], asked: Vec::new(), faults: self.faults };
        if let Some(entry) = self.take(key) {
            inner.fill(&entry.node, &self.name(key));
        }
        inner
    }

    /// The map that is one of this section's entries, whatever its key.
    pub(super) fn inside(&self, entry: &'a Entry) -> Section<'a> {
        let mut inner = Section {
            file: self.file,
            prefix: format!("{}.", self.name(&entry.key)),
            entries: &[],
            asked: Vec::new(),
            faults: self.faults,
        };
        inner.fill(&entry.node, &self.name(&entry.key));
        inner
    }

    /// The entries whose keys `wanted` is true of.
    pub(super) fn entries(&self, wanted: impl Fn(&str) -> bool) -> Vec<&'a Entry> {
        self.entries.iter().filter(|entry| wanted(&entry.key)).collect()
    }

    pub(super) fn wrong(&self, line: u32, message: impl Into<String>) {
        self.faults.error_at(self.file, line, message);
    }

    pub(super) fn doubtful(&self, line: u32, message: impl Into<String>) {
        self.faults.warn_at(self.file, line, message);
    }

    fn name(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }

    /// What stands under `key`, unless that is nothing.
    pub(super) fn take(&mut self, key: &'static str) -> Option<&'a Entry> {
        self.asked.push(key);
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        (entry.node.value != Value::Null).then_some(entry)
    }

    pub(super) fn text(&mut self, key: &'static str) -> Option<At<String>> {
        let entry = self.take(key)?;
        match &entry.node.value {
            Value::Scalar(text) => Some(At { value: text.clone(), line: entry.line }),
            _ => {
                let name = self.name(key);
                self.wrong(entry.line, format!("{name} must be a text"));
                None
            }
        }
    }

    /// `wanted` completes "must be …".
    fn scalar<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<At<T>> {
        let text = self.text(key)?;
        let value = read(&text.value);
        if value.is_none() {
            let name = self.name(key);
            self.wrong(text.line, format!("{name} must be {wanted}; it is {:?}", text.value));
        }
        Some(At { value: value?, line: text.line })
    }

    /// YAML 1.1's words, which setters write though 1.2 knows only `true` and `false`.
    pub(super) fn boolean(&mut self, key: &'static str) -> Option<At<bool>> {
        self.scalar(key, "true or false", |text| match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "y" => Some(true),
            "false" | "no" | "off" | "n" => Some(false),
            _ => None,
        })
    }

    /// A whole number from `least` on.
    pub(super) fn whole(&mut self, key: &'static str, least: u64) -> Option<At<u64>> {
        let wanted = format!("a whole number, at least {least}, without leading zeros");
        self.scalar(key, &wanted, |text| whole(text).filter(|number| *number >= least))
    }

    /// A decimal number of which `fits` is true; `wanted` completes "must be …".
    pub(super) fn number(
        &mut self,
        key: &'static str,
        wanted: &str,
        fits: fn(f64) -> bool,
    ) -> Option<At<f64>> {
        self.scalar(key, wanted, |text| decimal(text).filter(|number| fits(*number)))
    }

    /// A list of texts; a single text is a list of one.
    pub(super) fn texts(&mut self, key: &'static str) -> Option<Vec<At<String>>> {
        let entry = self.take(key)?;
        match &entry.node.value {
            Value::Scalar(text) => Some(vec![At { value: text.clone(), line: entry.line }]),
            Value::List(items) => Some(items.iter().filter_map(|item| self.item(key, item)).collect()),
            _ => {
                let name = self.name(key);
                self.wrong(entry.line, format!("{name} must be a text or a list of texts"));
                None
            }
        }
    }

    pub(super) fn item(&self, key: &str, item: &Node) -> Option<At<String>> {
        match &item.value {
            Value::Scalar(text) => Some(At { value: text.clone(), line: item.line }),
            _ => {
                let name = self.name(key);
                self.wrong(item.line, format!("{name} must hold texts only"));
                None
            }
        }
    }

    /// Tells the keys that nobody asked for.
    pub(super) fn finish(self, severity: Severity) {
        self.finish_but(severity, |_| false);
    }

    /// The same but for keys of which `known` is true.
    pub(super) fn finish_but(self, severity: Severity, known: impl Fn(&str) -> bool) {
        let unknown = self
            .entries
            .iter()
            .filter(|entry| !self.asked.contains(&entry.key.as_str()) && !known(&entry.key));
        for entry in unknown {
            let name = self.name(&entry.key);
            let message = match nearest(&entry.key, self.asked.iter().copied()) {
                Some(known) => format!("{name} is not a known key: did you mean {}?", self.name(known)),
                None => format!("{name} is not a known key"),
            };
            let fault = Fault { severity, file: self.file.to_owned(), line: Some(entry.line), message };
            self.faults.add(fault);
        }
    }
}

/// `2048`, `1_000`, `256.0`. Not `010`: YAML 1.1 reads that as eight.
fn whole(text: &str) -> Option<u64> {
    let nothing = |fraction: &str| !fraction.is_empty() && fraction.bytes().all(|c| c == b'0');
    let text = text.split_once('.').filter(|(_, rest)| nothing(rest)).map_or(text, |(whole, _)| whole);
    let digits = text.strip_prefix('+').unwrap_or(text);
    let plain = digits.bytes().all(|c| c.is_ascii_digit() || c == b'_');
    if !plain
        || digits.starts_with('_')
        || digits.ends_with('_')
        || (digits.len() > 1 && digits.starts_with('0'))
    {
        return None;
    }
    u64::from_str(&digits.replace('_', "")).ok()
}

/// The format's grammar of numbers: decimal, perhaps with an exponent; no `inf`, `nan`, hexadecimal. `None` too where the
/// number is too large for a double.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let digits = |part: &str| part.bytes().all(|c| c.is_ascii_digit());
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (significand, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let good = digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    if !good || exponent.is_empty() || !digits(exponent) {
        return None;
    }
    f64::from_str(text).ok().filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::yaml;

    fn told(text: &str, read: impl FnOnce(&mut Section<'_>)) -> Vec<String> {
        let faults = Faults::default();
        let node = yaml::parse(text).unwrap();
        let mut section = Section::top("f.yaml", &node, &faults);
        read(&mut section);
        section.finish(Severity::Error);
        faults.sorted().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn values_are_converted_by_what_is_wanted() {
        let none = told("a: 1_000\nb: Yes\nc: -2.5e1\nd: 7\ne: [x, 1e-6]\nf: y\n", |section| {
            assert_eq!(section.whole("a", 1).unwrap().value, 1000);
            assert!(section.boolean("b").unwrap().value);
            assert!((section.number("c", "", |_| true).unwrap().value + 25.0).abs() < 1e-9);
            assert_eq!(section.text("d").unwrap(), At { value: "7".to_owned(), line: 4 });
            let texts: Vec<String> = section.texts("e").unwrap().into_iter().map(|at| at.value).collect();
            assert_eq!(texts, ["x", "1e-6"]);
            assert_eq!(section.texts("f").unwrap()[0].value, "y");
        });
        assert_eq!(none, [""; 0]);
    }

    #[test]
    fn what_does_not_fit_is_told_with_its_line() {
        let told = told("a: 010\nb: maybe\nc: .inf\nd: {x: 1}\nlimits: 5\nmemroy: 1\na: 3\n", |section| {
            section.whole("a", 1);
            section.boolean("b");
            section.number("c", "a number", |_| true);
            section.text("d");
            section.section("limits").finish(Severity::Error);
            section.whole("memory", 1);
        });
        assert_eq!(
            told,
            [
                "f.yaml:1: a must be a whole number, at least 1, without leading zeros; it is \"010\"",
                "f.yaml:2: b must be true or false; it is \"maybe\"",
                "f.yaml:3: c must be a number; it is \".inf\"",
                "f.yaml:4: d must be a text",
                "f.yaml:5: limits must be a map of keys to values",
                "f.yaml:6: memroy is not a known key: did you mean memory?",
                "f.yaml:7: a is there twice: it was set on line 1",
            ]
        );
    }

    #[test]
    fn whole_numbers_are_written_in_several_ways() {
        for (text, number) in [("0", 0), ("256", 256), ("1_000", 1_000), ("256.0", 256), ("+5.00", 5)] {
            assert_eq!(whole(text), Some(number), "{text}");
        }
        for bad in ["", "010", "1.5", "1.", ".0", "-1", "1e3", "0x10", "_1"] {
            assert_eq!(whole(bad), None, "{bad}");
        }
    }

    #[test]
    fn numbers_follow_the_formats_grammar() {
        for good in ["1", "1.", ".5", "+1.5e-3", "0", "1E5", "123456789012345678901234567890.5"] {
            assert!(decimal(good).is_some(), "{good}");
        }
        for bad in ["", ".", "e5", "1e", "inf", "nan", "0x1", "1_0", "1,5", "1e400", "--1", "1e+", " 1"] {
            assert!(decimal(bad).is_none(), "{bad}");
        }
    }
}
