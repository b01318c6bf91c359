//! HUSTOJ's names of programming languages.

use crate::language::{Catalog, Language};

/// `None` for a language that we do not have.
pub(super) fn named(name: &str) -> Option<&'static Language> {
    let name = name.trim().to_lowercase();
    let id = NAMES.iter().find(|(known, _)| *known == name).map_or(name.as_str(), |(_, id)| *id);
    Catalog::builtin().get(id)
}

const NAMES: [(&str, &str); 22] = [
    ("c++", "cpp"),
    ("cc", "cpp"),
    ("g++", "cpp"),
    ("clang++", "cpp"),
    ("c++11", "cpp"),
    ("c++17", "cpp"),
    ("c11", "c"),
    ("gcc", "c"),
    ("clang", "c"),
    ("python", "python3"),
    ("py", "python3"),
    ("python2", "none"),
    ("pypy", "pypy3"),
    ("js", "javascript"),
    ("nodejs", "javascript"),
    ("shell", "bash"),
    ("sh", "bash"),
    ("c#", "csharp"),
    ("golang", "go"),
    ("matlab", "octave"),
    ("freepascal", "pascal"),
    ("delphi", "pascal"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_understood_in_any_case() {
        for (name, id) in [
            ("C++", "cpp"),
            ("C", "c"),
            ("Pascal", "pascal"),
            ("Java", "java"),
            ("Python", "python3"),
            ("C#", "csharp"),
            ("Shell", "bash"),
            ("Ruby", "ruby"),
            ("Js", "javascript"),
        ] {
            assert_eq!(named(name).map(|language| language.id.as_str()), Some(id), "{name}");
        }
        assert!(named("FreeBasic").is_none() && named("").is_none() && named("python2").is_none());
    }
}
