//! YAML as the format needs it: a tree in which every key and value knows its line, and scalars are still text, to be
//! converted by what the schema wants. (`1e-6` as an argument must not become `0.000001`, nor `no` a boolean.)

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{DuplicateKeyPolicy, NonFiniteFloatPolicy, Spanned};

/// More nodes than any package has, and few enough that aliases of aliases stay small.
const NODES: usize = 100_000;
const DEPTH: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// From 1.
    pub(crate) line: u32,
    pub(crate) value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Nothing, `~` or `null`, not in quotes.
    Null,
    Scalar(String),
    List(Vec<Node>),
    /// In the order of the file; a key may be there twice.
    Map(Vec<Entry>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) line: u32,
    pub(crate) node: Node,
}

/// Not YAML, or too much of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    pub(crate) line: Option<u32>,
    pub(crate) message: String,
}

/// Reads one document.
pub(crate) fn parse(text: &str) -> Result<Node, Broken> {
    let options = serde_saphyr::options! {
        // Told by the schema, which names every one of them and goes on.
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
        null_as_string: true,
        with_snippet: false,
        budget: serde_saphyr::budget! { max_nodes: NODES, max_depth: DEPTH },
    };
    let raw: Spanned<Raw> = serde_saphyr::from_str_with_options(text, options).map_err(broken)?;
    Ok(node(text, raw))
}

fn broken(error: serde_saphyr::Error) -> Broken {
    let line = error.location().map(|place| place.line()).and_then(line_number);
    let told = error.to_string();
    let message = match told.split_once(" at line ") {
        _ if told.starts_with("budget") || told.contains("limit exceeded") => {
            "is too large once its aliases are followed"
        }
        Some((message, _)) => message,
        None => &told,
    };
    Broken { line, message: message.to_owned() }
}

fn line_number(line: u64) -> Option<u32> {
    u32::try_from(line).ok().filter(|line| *line > 0)
}

fn node(text: &str, raw: Spanned<Raw>) -> Node {
    let line = line_number(raw.referenced.line()).unwrap_or(1);
    let source = || {
        let span = raw.defined.span();
        let start = usize::try_from(span.byte_offset()?).ok()?;
        let length = usize::try_from(span.byte_len()?).ok()?;
        text.get(start..start.checked_add(length)?)
    };
    let value = match raw.value {
        Raw::Null => Value::Null,
        Raw::Plain => Value::Scalar(source().unwrap_or("").trim().to_owned()),
        Raw::Text(text) => Value::Scalar(text),
        Raw::List(items) => Value::List(items.into_iter().map(|item| node(text, item)).collect()),
        Raw::Map(entries) => {
            Value::Map(entries.into_iter().map(|(key, raw)| entry(text, key, raw)).collect())
        }
    };
    Node { line, value }
}

fn entry(text: &str, key: Spanned<Key>, raw: Spanned<Raw>) -> Entry {
    let line = line_number(key.referenced.line()).unwrap_or(1);
    Entry { key: key.value.0, line, node: node(text, raw) }
}

/// A node as the library tells it.
enum Raw {
    Null,
    /// A scalar that the library took for a number or a boolean: the source has its text.
    Plain,
    Text(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<Key>, Spanned<Raw>)>),
}

struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyNode)
    }
}

struct AnyNode;

impl<'de> Visitor<'de> for AnyNode {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML node")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Raw, E> {
        Ok(Raw::Plain)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Raw, E> {
        Ok(Raw::Plain)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Raw, E> {
        Ok(Raw::Plain)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Raw, E> {
        Ok(Raw::Plain)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Raw, E> {
        Ok(Raw::Plain)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Raw, E> {
        Ok(Raw::Plain)
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
        Ok(Raw::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Raw, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Raw::Map(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `line:value`, nested as in the document.
    fn shown(node: &Node) -> String {
        match &node.value {
            Value::Null => format!("{}:null", node.line),
            Value::Scalar(text) => format!("{}:{text}", node.line),
            Value::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(" ")),
            Value::Map(entries) => {
                let entry = |entry: &Entry| format!("{}:{}={}", entry.line, entry.key, shown(&entry.node));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(" "))
            }
        }
    }

    #[test]
    fn scalars_stay_text_and_know_their_line() {
        let text = "a: 1e-6\nb: [yes, 1_000, 010, ~, 1e400, .inf, 0x10, 99999999999999999999, '5', \"\"]\nc:\n  d: |\n    x\n  e:\n";
        let node = parse(text).unwrap();
        assert_eq!(
            shown(&node),
            "{1:a=1:1e-6 2:b=[2:yes 2:1_000 2:010 2:null 2:1e400 2:.inf 2:0x10 2:99999999999999999999 2:5 2:] \
             3:c={4:d=5:x\n 6:e=6:null}}"
        );
    }

    #[test]
    fn crlf_aliases_and_repeated_keys_are_read() {
        assert_eq!(shown(&parse("a: 1\r\nb: 2.0\r\n").unwrap()), "{1:a=1:1 2:b=2:2.0}");
        assert_eq!(shown(&parse("a: &x 1.50\nb: *x\n").unwrap()), "{1:a=1:1.50 2:b=2:1.50}");
        assert_eq!(shown(&parse("a: 1\na: 2\n").unwrap()), "{1:a=1:1 2:a=2:2}");
        assert_eq!(shown(&parse("").unwrap()), "1:null");
        assert_eq!(shown(&parse("- x\n").unwrap()), "[1:x]");
    }

    #[test]
    fn what_is_no_yaml_is_told_with_its_line() {
        for (text, line) in
            [("a: 1\nb: [1, 2\nc: 3\n", 3), ("a: 'x\n", 1), ("a: 1\n---\nb: 2\n", 3), ("a: *b\n", 1)]
        {
            let broken = parse(text).unwrap_err();
            assert_eq!(broken.line, Some(line), "{text:?}: {broken:?}");
            assert!(!broken.message.contains("at line"), "{broken:?}");
        }
    }

    #[test]
    fn an_alias_bomb_is_refused_quickly() {
        let mut text = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
        for i in 1..20 {
            let alias = format!("*a{},", i - 1).repeat(10);
            text += &format!("a{i}: &a{i} [{alias}]\n");
        }
        assert_eq!(parse(&text).unwrap_err().message, "is too large once its aliases are followed");
        let deep = "[".repeat(200) + &"]".repeat(200);
        assert!(parse(&deep).is_err());
    }
}
