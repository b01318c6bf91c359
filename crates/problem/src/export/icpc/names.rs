//! Names that the format takes, and the order that it reads into them.

use std::collections::BTreeSet;

/// Bytes of a name, so that there is room for the endings of a case's files.
const LONGEST: usize = 200;

/// Whether the format takes it as one part of a path: `[a-zA-Z0-9_][a-zA-Z0-9_.-]*`, at most 255 bytes.
pub(super) fn is_plain(name: &str) -> bool {
    let inner = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'-');
    (1..=255).contains(&name.len()) && name.bytes().all(inner) && !name.starts_with(['.', '-'])
}

/// The name with `_` for what the format does not take.
pub(super) fn plain(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') { c } else { '_' };
    let mut plain: String = name.chars().map(kept).take(LONGEST).collect();
    if !is_plain(&plain) {
        plain.insert(0, '_');
    }
    plain
}

/// Each part of a path made plain.
pub(super) fn plain_path(path: &str) -> String {
    path.split('/').map(plain).collect::<Vec<_>>().join("/")
}

/// The names, plain, each another one even where case is not told apart, in the order in which they come here: what does
/// not sort so gets zeros in front of its numbers, or else a number in front.
pub(super) fn in_order(names: &[String]) -> Vec<String> {
    let names = distinct(names.iter().map(|name| plain(name)).collect());
    if is_sorted(&names) {
        return names;
    }
    let widest = names.iter().flat_map(|name| runs(name)).map(str::len).max().unwrap_or(1);
    let padded: Vec<String> = names.iter().map(|name| pad(name, widest)).collect();
    if widest <= 20 && is_sorted(&padded) && distinct(padded.clone()) == padded {
        return padded;
    }
    let width = names.len().to_string().len();
    names.iter().enumerate().map(|(i, name)| format!("{:0width$}-{name}", i + 1)).collect()
}

fn is_sorted(names: &[String]) -> bool {
    names.windows(2).all(|pair| pair[0] < pair[1])
}

/// Names that were there before get a number behind.
pub(super) fn distinct(names: Vec<String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut found = Vec::with_capacity(names.len());
    for name in names {
        let mut free = name.clone();
        let mut number = 2;
        while !taken.insert(free.to_lowercase()) {
            free = format!("{name}-{number}");
            number += 1;
        }
        found.push(free);
    }
    found
}

/// Runs of digits.
fn runs(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty())
}

fn pad(name: &str, width: usize) -> String {
    let mut out = String::new();
    let mut rest = name;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        out.push_str(&format!("{before}{:0>width$}", &digits[..end]));
        rest = &digits[end..];
    }
    out + rest
}

/// The tag as the format writes it: `en`, `pt-BR`; `None` where it is nothing like one.
pub(super) fn tag(text: &str) -> Option<String> {
    let (language, country) = text.split_once(['-', '_']).unwrap_or((text, ""));
    let letters = |part: &str| part.bytes().all(|c| c.is_ascii_alphabetic());
    let good = (2..=3).contains(&language.len()) && letters(language);
    let language = language.to_ascii_lowercase();
    match country.len() {
        0 if good => Some(language),
        2 if good && letters(country) => Some(format!("{language}-{}", country.to_ascii_uppercase())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(names: &[&str]) -> Vec<String> {
        in_order(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn names_sort_as_the_tests_are_judged() {
        assert_eq!(ordered(&["01", "02", "10"]), ["01", "02", "10"]);
        assert_eq!(ordered(&["1", "2", "10"]), ["01", "02", "10"]);
        assert_eq!(ordered(&["1a", "1b", "10a"]), ["01a", "01b", "10a"]);
        assert_eq!(ordered(&["b", "a"]), ["1-b", "2-a"]);
        assert_eq!(ordered(&["1", "01"]), ["1-1", "2-01"]);
    }

    #[test]
    fn names_are_plain_and_none_is_anothers() {
        assert_eq!(ordered(&["a b", "é", "Ab", "aB"]), ["1-a_b", "2-_", "3-Ab", "4-aB-2"]);
        assert_eq!(plain(".hidden"), "_.hidden");
        assert_eq!(plain(""), "_");
        assert!(is_plain(&plain(&"x".repeat(300))));
        assert_eq!(plain_path("a b/-c"), "a_b/_-c");
    }

    #[test]
    fn tags_are_written_as_the_format_has_them() {
        for (text, wanted) in
            [("en", Some("en")), ("zh_CN", Some("zh-CN")), ("PT-br", Some("pt-BR")), ("english", None)]
        {
            assert_eq!(tag(text).as_deref(), wanted);
        }
    }
}
