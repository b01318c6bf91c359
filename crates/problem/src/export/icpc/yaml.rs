//! Writes YAML that every reader takes the same way: texts stand in quotes.

/// A map, line by line.
#[derive(Default)]
pub(super) struct Yaml(String);

impl Yaml {
    /// A value of the format's own: a number, a word that it lists.
    pub(super) fn word(&mut self, key: &str, value: impl std::fmt::Display) {
        self.0.push_str(&format!("{key}: {value}\n"));
    }

    pub(super) fn text(&mut self, key: &str, value: &str) {
        self.word(key, quoted(value));
    }

    pub(super) fn texts<S: AsRef<str>>(&mut self, key: &str, values: impl IntoIterator<Item = S>) {
        self.word(key, listed(values));
    }

    /// A map inside, unless it is empty.
    pub(super) fn map(&mut self, key: &str, inner: &Yaml) {
        if !inner.is_empty() {
            self.0.push_str(&format!("{key}:\n"));
            for line in inner.0.lines() {
                self.0.push_str(&format!("  {line}\n"));
            }
        }
    }

    /// Puts the other's entries behind these.
    pub(super) fn add(&mut self, other: Yaml) {
        self.0.push_str(&other.0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The whole file.
    pub(super) fn finish(self) -> String {
        if self.0.is_empty() { "{}\n".to_owned() } else { self.0 }
    }
}

pub(super) fn listed<S: AsRef<str>>(values: impl IntoIterator<Item = S>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| quoted(value.as_ref())).collect();
    format!("[{}]", values.join(", "))
}

/// In double quotes, on one line, with escapes that JSON and YAML share; what YAML does not take as it is (its section
/// 5.1) is escaped, too.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_text_holds_is_on_one_line_in_quotes() {
        assert_eq!(quoted("a: \"b\"\\ é\n\u{7}\u{85}\u{2028}"), r#""a: \"b\"\\ é\n\x07\x85\u2028""#);
        assert_eq!(listed(["no", "1e-6", ""]), r#"["no", "1e-6", ""]"#);
    }

    #[test]
    fn maps_lie_in_maps_and_nothing_is_an_empty_map() {
        let (mut inner, mut outer) = (Yaml::default(), Yaml::default());
        inner.text("b", "x\ny");
        outer.map("empty", &Yaml::default());
        outer.map("a", &inner);
        outer.word("n", 1);
        assert_eq!(outer.finish(), "a:\n  b: \"x\\ny\"\nn: 1\n");
        assert_eq!(Yaml::default().finish(), "{}\n");
    }
}
