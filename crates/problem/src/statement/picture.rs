//! Which file beside the statement an address in it means.

use pulldown_cmark::{Event, Parser, Tag};

/// A picture that a statement shows.
pub(crate) struct Image {
    /// As written.
    pub(crate) target: String,
    /// Path beside the statement; `None` where it leads elsewhere.
    pub(crate) asset: Option<String>,
    /// From 1.
    pub(crate) line: u32,
}

/// The pictures that the Markdown shows, in order; not those of raw HTML in it.
pub(crate) fn images(markdown: &str) -> Vec<Image> {
    let mut found = Vec::new();
    for (event, place) in Parser::new_ext(markdown, super::markdown::options()).into_offset_iter() {
        if let Event::Start(Tag::Image { dest_url, .. }) = event {
            let line = markdown[..place.start].bytes().filter(|byte| *byte == b'\n').count() + 1;
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            found.push(Image { asset: asset(&dest_url), target: dest_url.into_string(), line });
        }
    }
    found
}

/// The path of a file beside the statement, if the address can be one.
pub(super) fn asset(address: &str) -> Option<String> {
    let path = percent_decoded(address.trim())?;
    let path = path.strip_prefix("./").unwrap_or(&path);
    let elsewhere = path.is_empty()
        || path.starts_with(['/', '#', '?'])
        || path.contains(['\\', ':', '\0'])
        || path.split('/').any(|part| part == "..");
    (!elsewhere).then(|| path.to_owned())
}

fn percent_decoded(address: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits =
                std::str::from_utf8(&digits).ok().filter(|two| two.bytes().all(|c| c.is_ascii_hexdigit()))?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_beside_the_statement_are_assets() {
        for (address, path) in [
            ("a.png", Some("a.png")),
            ("./img/a%20b.png", Some("img/a b.png")),
            ("%C3%A9.png", Some("é.png")),
            ("https://x/a.png", None),
            ("//x/a.png", None),
            ("/a.png", None),
            ("../a.png", None),
            ("a/%2e%2e/b.png", None),
            ("data:image/png;base64,x", None),
            ("a%zz", None),
            ("%ff", None),
            ("", None),
        ] {
            assert_eq!(asset(address).as_deref(), path, "{address}");
        }
    }

    #[test]
    fn pictures_know_their_line() {
        let found = images("a\n\n![x](p.png) and\n![y][r]\n\n[r]: http://x/q.png\n");
        let told: Vec<(&str, bool, u32)> =
            found.iter().map(|image| (image.target.as_str(), image.asset.is_some(), image.line)).collect();
        assert_eq!(told, [("p.png", true, 3), ("http://x/q.png", false, 4)]);
    }
}
