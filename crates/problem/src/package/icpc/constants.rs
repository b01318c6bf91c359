//! `constants` of `problem.yaml`: `{{name}}` stands for a value in Markdown, programs, included files and
//! `test_group.yaml`; `\constant{name}` does so in TeX.

use std::collections::BTreeMap;

use crate::package::schema::Section;
use crate::package::yaml::{Node, Value};

/// Values by `name` and `name.variant`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::package) struct Constants(BTreeMap<String, String>);

/// How a constant is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// `{{name}}`
    Braces,
    /// `\constant{name}`
    Tex,
}

/// Characters of a name: no text is searched to its end for the braces that close.
const LONGEST: usize = 100;

impl Spelling {
    fn marks(self) -> (&'static str, &'static str) {
        match self {
            Self::Braces => ("{{", "}}"),
            Self::Tex => ("\\constant{", "}"),
        }
    }
}

pub(super) fn read(section: &mut Section<'_>) -> Constants {
    let mut constants = Constants::default();
    let Some(entry) = section.take("constants") else { return constants };
    let Value::Map(entries) = &entry.node.value else {
        section.wrong(entry.line, "constants must be a map from name to value");
        return constants;
    };
    for entry in entries {
        if !is_name(&entry.key) {
            let message = format!("constants has {:?}: a name has letters, digits and _ only", entry.key);
            section.wrong(entry.line, message);
            continue;
        }
        let before = constants.0.len();
        constants.add(&entry.key, &entry.node);
        if constants.0.len() == before {
            let message = format!("constants.{} must be a text or number, or a map with value", entry.key);
            section.wrong(entry.line, message);
        }
    }
    constants
}

fn is_name(text: &str) -> bool {
    let inner = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
    !text.is_empty() && text.bytes().all(inner) && !text.starts_with(|c: char| c.is_ascii_digit())
}

impl Constants {
    fn add(&mut self, name: &str, node: &Node) {
        match &node.value {
            Value::Scalar(value) => {
                self.0.insert(name.to_owned(), value.clone());
            }
            Value::Map(entries) => {
                for entry in entries {
                    let Value::Scalar(value) = &entry.node.value else { continue };
                    let full =
                        if entry.key == "value" { name.to_owned() } else { format!("{name}.{}", entry.key) };
                    self.0.insert(full, value.clone());
                }
            }
            Value::Null | Value::List(_) => {}
        }
    }

    pub(in crate::package) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text with every constant's value in place; other things in braces stay.
    pub(in crate::package) fn in_braces(&self, text: &str) -> String {
        self.put(text, Spelling::Braces)
    }

    pub(super) fn put(&self, text: &str, spelling: Spelling) -> String {
        let (open, close) = spelling.marks();
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(open) {
            let inner = &rest[at + open.len()..];
            let ends = inner.char_indices().take(LONGEST).map(|(at, _)| at);
            let end = ends.into_iter().find(|at| inner[*at..].starts_with(close));
            let known = end.and_then(|end| Some((self.0.get(inner[..end].trim())?, end)));
            match known {
                Some((value, end)) => {
                    out.push_str(&rest[..at]);
                    out.push_str(value);
                    rest = &inner[end + close.len()..];
                }
                // `{{{name}}}`: the name's own braces are the inner ones.
                None => {
                    out.push_str(&rest[..=at]);
                    rest = &rest[at + 1..];
                }
            }
        }
        out.push_str(rest);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::faults::Faults;
    use crate::package::yaml;

    fn constants(text: &str) -> (Constants, usize) {
        let faults = Faults::default();
        let node = yaml::parse(text).unwrap();
        let constants = read(&mut Section::top("problem.yaml", &node, &faults));
        (constants, faults.sorted().len())
    }

    #[test]
    fn values_stand_where_the_names_were_and_the_rest_stays() {
        let (constants, faults) =
            constants("constants: {n: 1_000, e: 1e-6, max: {value: 5, tex: '10^5'}, s: \"a b\"}\n");
        assert_eq!(faults, 0);
        for (text, wanted) in [
            ("n <= {{n}}; {{ e }}", "n <= 1_000; 1e-6"),
            ("{{max}} ${{max.tex}}$", "5 $10^5$"),
            ("{{nextsample}} {{{1,2},{3,4}}} {{", "{{nextsample}} {{{1,2},{3,4}}} {{"),
            ("{{{n}}}", "{1_000}"),
            ("é{{s}}é", "éa bé"),
        ] {
            assert_eq!(constants.in_braces(text), wanted);
        }
        let tex = constants.put(r"$n \le \constant{n}$, \constant{q}, {{n}}", Spelling::Tex);
        assert_eq!(tex, r"$n \le 1_000$, \constant{q}, {{n}}");
    }

    #[test]
    fn names_and_values_that_are_none_are_told() {
        for bad in ["[1]", "{1a: 2}", "{a b: 2}", "{a: [1]}", "{a: {}}", "{a: ~}"] {
            assert_eq!(constants(&format!("constants: {bad}\n")).1, 1, "{bad}");
        }
    }
}
