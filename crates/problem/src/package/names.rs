//! Which names of files are taken, which are passed over, and which make a package hostile.

use super::caps;

/// Splits an archive's path into its parts; a reason where no honest tool writes such a name.
pub(super) fn parts(path: &str) -> Result<Vec<&str>, String> {
    if let Some(reason) = hostile(path) {
        return Err(reason.to_owned());
    }
    let inner = path.strip_suffix('/').unwrap_or(path);
    let parts: Vec<&str> = inner.split('/').filter(|part| *part != ".").collect();
    if parts.iter().any(|part| part.is_empty()) {
        return Err("has an empty part in its path".to_owned());
    }
    if parts.iter().any(|part| part.len() > 255) {
        return Err("has a name of more than 255 bytes".to_owned());
    }
    if parts.len() > caps::DEPTH {
        return Err(format!("is nested deeper than {} folders", caps::DEPTH));
    }
    Ok(parts)
}

fn hostile(path: &str) -> Option<&'static str> {
    let bytes = path.as_bytes();
    if bytes.contains(&0) {
        Some("has a NUL byte in its name")
    } else if bytes.contains(&b'\\') {
        Some("has a backslash in its name: write paths with /")
    } else if path.starts_with('/') {
        Some("is an absolute path: paths start at the package")
    } else if bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' {
        Some("starts with a drive letter: paths start at the package")
    } else if path.split('/').any(|part| part == "..") {
        Some("has .. in its path, which leads out of the package")
    } else {
        None
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Good,
    /// Left by tools and editors: behaves as if it were not there.
    Hidden,
    /// Not a name that the format knows; likely a mistake.
    Odd,
}

/// By file managers.
const LEFT_BEHIND: [&str; 3] = ["__MACOSX", "Thumbs.db", "desktop.ini"];

/// The ICPC format's rule for one part of a path: `[a-zA-Z0-9_][a-zA-Z0-9_.-]*`.
pub(super) fn standing(part: &str) -> Standing {
    let inner = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'-');
    if matches!(part, ".timelimit" | ".html" | ".pdf") {
        // The hidden names with a meaning: DOMjudge's file, Polygon's folders of statements.
        Standing::Good
    } else if part.starts_with(['.', '-']) || LEFT_BEHIND.contains(&part) {
        Standing::Hidden
    } else if part.bytes().all(inner) {
        Standing::Good
    } else {
        Standing::Odd
    }
}

/// `name` and what follows its last dot; no ending for a name without one.
pub(super) fn split_extension(name: &str) -> (&str, &str) {
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).unwrap_or((name, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused_with_a_reason() {
        for (path, reason) in [
            ("../x", ".."),
            ("a/../../x", ".."),
            ("/etc/passwd", "absolute"),
            ("C:/x", "drive"),
            ("c:x", "drive"),
            ("a\\b", "backslash"),
            ("a\0b", "NUL"),
            ("a//b", "empty"),
            ("", "empty"),
        ] {
            let told = parts(path).unwrap_err();
            assert!(told.contains(reason), "{path:?}: {told}");
        }
        assert!(parts(&"a/".repeat(40)).unwrap_err().contains("deeper"));
        assert!(parts(&"a".repeat(300)).unwrap_err().contains("255"));
    }

    #[test]
    fn plain_paths_are_split() {
        assert_eq!(parts("./a/b.in").unwrap(), ["a", "b.in"]);
        assert_eq!(parts("a/b/").unwrap(), ["a", "b"]);
        assert_eq!(parts("a/..b").unwrap(), ["a", "..b"]);
    }

    #[test]
    fn the_formats_rule_for_names_holds() {
        assert_eq!(standing("1.in.statement"), Standing::Good);
        assert_eq!(standing(".git"), Standing::Hidden);
        assert_eq!(standing("-x"), Standing::Hidden);
        assert_eq!(standing("a b.in"), Standing::Odd);
        assert_eq!(standing("é.in"), Standing::Odd);
    }
}
