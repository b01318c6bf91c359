//! Rewrites TeX that setters use and the renderer does not know into TeX that it knows.

use std::iter::Peekable;
use std::str::Chars;

/// The same formula in the renderer's dialect.
pub(super) fn prepare(source: &str) -> String {
    let plain: String = source.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut chars = plain.trim().chars().peekable();
    let rewritten = infix(&mut chars);
    if chars.peek().is_some() {
        // A brace closes nothing; the parser says so.
        return plain;
    }
    let mut tex = named_operators(&rewritten);
    for (old, new) in [
        ("\\mbox", "\\text"),
        ("\\hbox", "\\text"),
        ("\\textnormal", "\\text"),
        ("\\bm", "\\boldsymbol"),
        ("\\begin{eqnarray*}", "\\begin{align*}"),
        ("\\end{eqnarray*}", "\\end{align*}"),
        ("\\begin{eqnarray}", "\\begin{align*}"),
        ("\\end{eqnarray}", "\\end{align*}"),
    ] {
        tex = replace_command(&tex, old, new);
    }
    tex
}

/// `command` where it is not the beginning of a longer one.
fn replace_command(tex: &str, command: &str, new: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex;
    while let Some(at) = rest.find(command) {
        let (before, from) = rest.split_at(at);
        let after = &from[command.len()..];
        let longer = command.ends_with(|c: char| c.is_ascii_alphabetic())
            && after.starts_with(|c: char| c.is_ascii_alphabetic());
        out.push_str(before);
        out.push_str(if longer { command } else { new });
        rest = after;
    }
    out + rest
}

/// `\mathop{\mathrm{mex}}` is `\operatorname{mex}`.
fn named_operators(tex: &str) -> String {
    const OLD: &str = "\\mathop{\\mathrm{";
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex;
    while let Some(at) = rest.find(OLD) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let inner = &from[OLD.len()..];
        match inner.split_once("}}").filter(|(name, _)| name.chars().all(char::is_alphanumeric)) {
            Some((name, after)) => {
                out.push_str(&format!("\\operatorname{{{name}}}"));
                rest = after;
            }
            None => {
                out.push_str(OLD);
                rest = inner;
            }
        }
    }
    out + rest
}

/// `{a \over b}` is `\frac{a}{b}`, `{n \choose k}` is `\binom{n}{k}`. Reads to the end of the group.
fn infix(tex: &mut Peekable<Chars<'_>>) -> String {
    let mut group = String::new();
    let mut upper: Option<(&'static str, String)> = None;
    while let Some(c) = tex.next_if(|c| *c != '}') {
        match c {
            '{' => {
                let inner = infix(tex);
                // An unclosed group stays unclosed, for the parser to refuse.
                let close = tex.next_if_eq(&'}').map_or("", |_| "}");
                group.push_str(&format!("{{{inner}{close}"));
            }
            '\\' => {
                let command = command(tex);
                let operator = match command.as_str() {
                    "over" => Some("\\frac"),
                    "choose" => Some("\\binom"),
                    _ => None,
                };
                match operator {
                    Some(operator) if upper.is_none() => upper = Some((operator, std::mem::take(&mut group))),
                    _ => {
                        group.push('\\');
                        group.push_str(&command);
                    }
                }
            }
            c => group.push(c),
        }
    }
    match upper {
        Some((operator, upper)) => format!("{operator}{{{upper}}}{{{group}}}"),
        None => group,
    }
}

/// The name after a backslash: letters, or one other character.
fn command(tex: &mut Peekable<Chars<'_>>) -> String {
    let mut name = String::new();
    while let Some(letter) = tex.next_if(char::is_ascii_alphabetic) {
        name.push(letter);
    }
    if name.is_empty() {
        name.extend(tex.next());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_tex_becomes_new() {
        for (old, new) in [
            ("{n \\choose k}", "{\\binom{n }{ k}}"),
            ("a \\over b", "\\frac{a }{ b}"),
            ("{1 \\over {2 \\over 3}}", "{\\frac{1 }{ {\\frac{2 }{ 3}}}}"),
            ("\\overline{x}", "\\overline{x}"),
            ("\\mbox{if } x", "\\text{if } x"),
            ("\\mboxes", "\\mboxes"),
            ("\\mathop{\\mathrm{mex}}(S)", "\\operatorname{mex}(S)"),
            ("\\mathop{\\mathrm{a^2}}", "\\mathop{\\mathrm{a^2}}"),
            ("\\begin{eqnarray}a\\end{eqnarray}", "\\begin{align*}a\\end{align*}"),
            ("a_{i}\n+1", "a_{i} +1"),
            ("\\{ x \\}", "\\{ x \\}"),
            ("{a", "{a"),
        ] {
            assert_eq!(prepare(old), new, "{old}");
        }
    }

    #[test]
    fn a_brace_too_many_loses_nothing() {
        assert_eq!(prepare("a}b"), "a}b");
        assert_eq!(prepare("\\"), "\\");
    }
}
