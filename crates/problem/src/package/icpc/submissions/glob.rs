//! Patterns of paths: `*` stands for anything but `/`, `{a,b}` for one of several.

/// A pattern that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Glob(Vec<Atom>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Atom {
    Text(String),
    Star,
    OneOf(Vec<String>),
}

/// Longer ones no honest package has.
const LONGEST: usize = 500;

impl Glob {
    /// Or why it is none.
    pub(super) fn parse(pattern: &str) -> Result<Self, &'static str> {
        if pattern.len() > LONGEST {
            return Err("is longer than 500 bytes");
        }
        if pattern.contains("**") {
            return Err("has **, which the format does not know: a * stays within one folder");
        }
        if pattern.contains(['[', ']', '?']) {
            return Err("has [, ] or ?, which the format does not know: write {a,b} for one of several");
        }
        let mut atoms = Vec::new();
        let mut rest = pattern;
        while let Some(at) = rest.find(['*', '{', '}']) {
            if at > 0 {
                atoms.push(Atom::Text(rest[..at].to_owned()));
            }
            rest = &rest[at..];
            if let Some(after) = rest.strip_prefix('*') {
                atoms.push(Atom::Star);
                rest = after;
            } else {
                let inner = rest.strip_prefix('{').ok_or("has a } that was never opened")?;
                let (inner, after) = inner.split_once('}').ok_or("has a { that is never closed")?;
                if inner.contains(['{', '*']) {
                    return Err("has a pattern inside braces");
                }
                atoms.push(Atom::OneOf(inner.split(',').map(|one| one.trim().to_owned()).collect()));
                rest = after;
            }
        }
        if !rest.is_empty() {
            atoms.push(Atom::Text(rest.to_owned()));
        }
        Ok(Self(atoms))
    }

    /// Whether the path, or a folder above it, is one that the pattern means.
    pub(super) fn covers(&self, path: &str) -> bool {
        let mut ends: Vec<usize> = path.match_indices('/').map(|(at, _)| at).collect();
        ends.push(path.len());
        ends.iter().any(|end| self.matches(&path[..*end]))
    }

    /// Follows all ways at once, so that no pattern takes longer than its length times the path's.
    pub(super) fn matches(&self, path: &str) -> bool {
        let mut at = vec![false; path.len() + 1];
        at[0] = true;
        for atom in &self.0 {
            let mut next = vec![false; path.len() + 1];
            let mut step = |text: &str| {
                for start in (0..=path.len()).filter(|start| at[*start]) {
                    if path.as_bytes()[start..].starts_with(text.as_bytes()) {
                        next[start + text.len()] = true;
                    }
                }
            };
            match atom {
                Atom::Text(text) => step(text),
                Atom::OneOf(texts) => texts.iter().for_each(|text| step(text)),
                Atom::Star => next = stretched(&at, path.as_bytes()),
            }
            at = next;
        }
        at[path.len()]
    }
}

/// From each place as far as the next `/`.
fn stretched(at: &[bool], path: &[u8]) -> Vec<bool> {
    let mut reached = vec![false; at.len()];
    let mut on = false;
    for place in 0..at.len() {
        on |= at[place];
        reached[place] = on;
        if path.get(place) == Some(&b'/') {
            on = false;
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(pattern: &str, path: &str) -> bool {
        Glob::parse(pattern).unwrap().covers(path)
    }

    #[test]
    fn stars_stay_in_their_folder_and_braces_are_one_of_several() {
        for (pattern, path) in [
            ("accepted", "accepted/a.py"),
            ("accepted/*", "accepted/a.py"),
            ("*/a.{py,cpp}", "wrong_answer/a.cpp"),
            ("accepted/{simple,complex}*.py", "accepted/complex-2.py"),
            ("secret/*-hard", "secret/2-hard"),
            ("secret/*-hard", "secret/2-hard/case"),
            ("*", "sample"),
            ("accepted/dir", "accepted/dir/inner/a.py"),
            ("a{,b}c", "ac"),
            ("a.{py, cpp}", "a.cpp"),
        ] {
            assert!(covers(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [
            ("accepted/*", "accepted"),
            ("accepted", "accepted2/a.py"),
            ("*.py", "accepted/a.py"),
            ("a*c", "a/c"),
            ("accepted/a.{py,cpp}", "accepted/a.c"),
            ("", "a"),
        ] {
            assert!(!covers(pattern, path), "{pattern} {path}");
        }
    }

    #[test]
    fn patterns_of_other_kinds_are_refused() {
        for bad in ["a/**", "[ab].py", "a?", "{a", "a}", "{a*}", &"x".repeat(501)] {
            assert!(Glob::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn no_pattern_takes_long() {
        let pattern = "a*".repeat(200);
        let path = format!("{}b", "a".repeat(5_000));
        assert!(!covers(&format!("{pattern}c"), &path));
    }
}
