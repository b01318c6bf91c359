//! Polygon's words for languages: what people speak, and what they program in.

/// The tag of a language that Polygon calls by its English name. What is a tag already stays it.
pub(super) fn tag(word: &str) -> String {
    let word = word.trim().to_lowercase();
    if let Some((_, tag)) = WORDS.iter().find(|(known, _)| *known == word) {
        return (*tag).to_owned();
    }
    let is_tag = matches!(word.len(), 2 | 3) && word.bytes().all(|c| c.is_ascii_lowercase());
    // ISO 639's own word for a language that cannot be told.
    if is_tag { word } else { "und".to_owned() }
}

const WORDS: [(&str, &str); 56] = [
    ("english", "en"),
    ("russian", "ru"),
    ("ukrainian", "uk"),
    ("belarusian", "be"),
    ("kazakh", "kk"),
    ("uzbek", "uz"),
    ("kyrgyz", "ky"),
    ("tajik", "tg"),
    ("turkmen", "tk"),
    ("tatar", "tt"),
    ("azerbaijani", "az"),
    ("armenian", "hy"),
    ("georgian", "ka"),
    ("chinese", "zh"),
    ("japanese", "ja"),
    ("korean", "ko"),
    ("mongolian", "mn"),
    ("vietnamese", "vi"),
    ("thai", "th"),
    ("indonesian", "id"),
    ("malay", "ms"),
    ("hindi", "hi"),
    ("bengali", "bn"),
    ("bangla", "bn"),
    ("persian", "fa"),
    ("arabic", "ar"),
    ("hebrew", "he"),
    ("turkish", "tr"),
    ("greek", "el"),
    ("french", "fr"),
    ("german", "de"),
    ("spanish", "es"),
    ("portuguese", "pt"),
    ("italian", "it"),
    ("catalan", "ca"),
    ("dutch", "nl"),
    ("danish", "da"),
    ("swedish", "sv"),
    ("norwegian", "no"),
    ("finnish", "fi"),
    ("icelandic", "is"),
    ("estonian", "et"),
    ("latvian", "lv"),
    ("lithuanian", "lt"),
    ("polish", "pl"),
    ("czech", "cs"),
    ("slovak", "sk"),
    ("hungarian", "hu"),
    ("romanian", "ro"),
    ("moldavian", "ro"),
    ("bulgarian", "bg"),
    ("serbian", "sr"),
    ("croatian", "hr"),
    ("slovenian", "sl"),
    ("macedonian", "mk"),
    ("albanian", "sq"),
];

/// Ids of the languages of a source's type: `cpp.gcc14-64-msys2-g++23`, `python.3`; of a pattern of types, `python.*`, all
/// that it matches. `None` for a type without a language here.
pub(super) fn of_type(kind: &str) -> Option<&'static [&'static str]> {
    let kind = kind.trim().to_lowercase();
    let kind = kind.trim_end_matches(['*', '.']);
    let found =
        TYPES.iter().find(|(prefix, _)| kind.starts_with(prefix) || prefix.strip_suffix('.') == Some(kind));
    found.map(|(_, ids)| *ids)
}

/// The longer prefix first.
const TYPES: [(&str, &[&str]); 28] = [
    ("python.pypy2", &[]),
    ("python.pypy", &["pypy3"]),
    ("python.2", &[]),
    ("python.3", &["python3"]),
    ("python", &["python3", "pypy3"]),
    ("javascript", &["javascript"]),
    ("java", &["java"]),
    ("js", &["javascript"]),
    ("node", &["javascript"]),
    ("kotlin", &["kotlin"]),
    ("csharp", &["csharp"]),
    ("cpp", &["cpp"]),
    ("c.", &["c"]),
    ("h.", &["cpp", "c"]),
    ("pas", &["pascal"]),
    ("delphi", &["pascal"]),
    ("fpc", &["pascal"]),
    ("rust", &["rust"]),
    ("golang", &["go"]),
    ("go", &["go"]),
    ("scala", &["scala"]),
    ("haskell", &["haskell"]),
    ("ocaml", &["ocaml"]),
    ("ruby", &["ruby"]),
    ("perl", &["perl"]),
    ("php", &["php"]),
    ("nim", &["nim"]),
    ("d.", &["d"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Catalog;

    #[test]
    fn words_become_tags_and_tags_stay() {
        for (word, wanted) in [
            ("english", "en"),
            ("Russian", "ru"),
            ("en", "en"),
            ("kaz", "kaz"),
            ("klingon", "und"),
            ("", "und"),
        ] {
            assert_eq!(tag(word), wanted, "{word}");
        }
    }

    #[test]
    fn types_of_sources_are_told_by_their_prefix() {
        for (kind, id) in [
            ("cpp.g++17", "cpp"),
            ("cpp.gcc14-64-msys2-g++23", "cpp"),
            ("c.gcc", "c"),
            ("java21", "java"),
            ("python.3", "python3"),
            ("python.pypy3-64", "pypy3"),
            ("pas.dpr", "pascal"),
            ("pas.fpc", "pascal"),
            ("csharp.mono", "csharp"),
            ("kotlin16", "kotlin"),
            ("rust", "rust"),
            ("d", "d"),
        ] {
            assert_eq!(of_type(kind), Some(&[id][..]), "{kind}");
        }
        assert_eq!(of_type("python.*").unwrap(), ["python3", "pypy3"]);
        assert_eq!(of_type("h.g++").unwrap(), ["cpp", "c"]);
        assert!(of_type("python.2").unwrap().is_empty());
        assert_eq!(of_type("c.*").unwrap(), ["c"]);
        assert_eq!(of_type("exe.win32"), None);
        assert_eq!(of_type("dart"), None);
        assert_eq!(of_type("none"), None);
    }

    #[test]
    fn every_language_is_one_of_ours() {
        let ids = TYPES.iter().flat_map(|(_, ids)| *ids);
        assert!(ids.copied().all(|id| Catalog::builtin().get(id).is_some()));
    }
}
