//! Finds paths with a `*` in their parts.

use std::fs;
use std::path::{Path, PathBuf};

/// The existing paths that match, in order of name. A part of the pattern may hold one `*`, which matches anything;
/// a leading `~` is the home directory.
pub(crate) fn glob(pattern: &str) -> Vec<PathBuf> {
    let (mut found, parts) = match pattern.strip_prefix("~/") {
        Some(rest) => (std::env::home_dir().into_iter().collect(), rest),
        None => (vec![PathBuf::from("/")], pattern),
    };
    for part in parts.split('/').filter(|part| !part.is_empty()) {
        found = match part.split_once('*') {
            None => found.iter().map(|folder| folder.join(part)).filter(|path| path.exists()).collect(),
            Some(ends) => found.iter().flat_map(|folder| matching(folder, ends)).collect(),
        };
    }
    found
}

fn matching(folder: &Path, (start, end): (&str, &str)) -> Vec<PathBuf> {
    let names = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok());
    let matches = |name: &String| {
        name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
    };
    let mut names: Vec<_> = names.filter(matches).collect();
    names.sort();
    names.into_iter().map(|name| folder.join(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_part_and_what_is_not_there_is_not_found() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["lib/b-17/bin", "lib/a-17/bin", "lib/a-18/bin", "lib/x"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        let found = |pattern: &str| -> Vec<String> {
            let root = folder.path().to_str().unwrap();
            let found = glob(&format!("{root}/{pattern}"));
            found.iter().map(|path| path.strip_prefix(root).unwrap().display().to_string()).collect()
        };
        assert_eq!(found("lib/*-17"), ["lib/a-17", "lib/b-17"]);
        assert_eq!(found("l*/*/bin"), ["lib/a-17/bin", "lib/a-18/bin", "lib/b-17/bin"]);
        assert_eq!(found("lib/x"), ["lib/x"]);
        assert!(found("lib/y").is_empty() && found("lib/x/*").is_empty());
        assert_eq!(glob("/"), [PathBuf::from("/")]);
    }
}
