//! Hydro's names of languages: `cc`, `cc.cc17o2`, `py.py3`.

use crate::language::Catalog;

/// Id of ours. `None` where this judge has no such language.
pub(super) fn language(name: &str) -> Option<&'static str> {
    let name = name.trim().to_ascii_lowercase();
    let (family, variant) = name.split_once('.').unwrap_or((&name, ""));
    let id = match (family, variant) {
        ("cc" | "cpp" | "c++" | "cxx", _) => "cpp",
        ("py", "py2" | "pypy2") => return None,
        ("py", "pypy3" | "pypy") => "pypy3",
        ("py" | "py3" | "python" | "python3", _) => "python3",
        ("pas", _) => "pascal",
        ("js" | "node", _) => "javascript",
        ("rs", _) => "rust",
        ("kt", _) => "kotlin",
        ("cs", _) => "csharp",
        ("hs", _) => "haskell",
        ("rb", _) => "ruby",
        ("pl" | "perl", _) => "perl",
        ("sh", _) => "bash",
        (other, _) => other,
    };
    Catalog::builtin().get(id).map(|language| language.id.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_a_language_are_that_language() {
        for (name, id) in [
            ("cc", "cpp"),
            ("cc.cc14o2", "cpp"),
            ("c", "c"),
            ("py.py3", "python3"),
            ("py.pypy3", "pypy3"),
            ("pas", "pascal"),
            ("java", "java"),
            ("go", "go"),
        ] {
            assert_eq!(language(name), Some(id), "{name}");
        }
        assert_eq!(language("py.py2"), None);
        assert_eq!(language("_"), None);
    }
}
