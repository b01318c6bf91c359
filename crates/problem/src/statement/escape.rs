//! Text as HTML says it, written as the sanitiser would write it.

/// Inside an element.
pub(super) fn text(text: &str) -> String {
    escaped(text, false)
}

/// Inside an attribute's double quotes.
pub(super) fn attribute(text: &str) -> String {
    escaped(text, true)
}

fn escaped(text: &str, quotes: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if quotes => out.push_str("&quot;"),
            c if c.is_control() && c != '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
