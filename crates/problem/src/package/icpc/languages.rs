//! Languages of people and of programs, as the format names them.

use std::collections::BTreeSet;

use super::edition::Edition;
use crate::language::Catalog;
use crate::package::faults::nearest;
use crate::package::schema::Section;

/// The format's table of programming languages (2025-09, appendix "Languages").
const CODES: [&str; 53] = [
    "ada",
    "algol68",
    "apl",
    "bash",
    "c",
    "cgmp",
    "cobol",
    "cpp",
    "cppgmp",
    "crystal",
    "csharp",
    "d",
    "dart",
    "elixir",
    "erlang",
    "forth",
    "fortran",
    "fsharp",
    "gerbil",
    "go",
    "haskell",
    "java",
    "javaalgs4",
    "javascript",
    "julia",
    "kotlin",
    "lisp",
    "lua",
    "modula2",
    "nim",
    "objectivec",
    "ocaml",
    "octave",
    "odin",
    "pascal",
    "perl",
    "php",
    "prolog",
    "python2",
    "python3",
    "python3numpy",
    "racket",
    "ruby",
    "rust",
    "scala",
    "simula",
    "smalltalk",
    "snobol",
    "swift",
    "typescript",
    "visualbasic",
    "zig",
    "all",
];

/// `en`, `fil`, `pt-BR`.
pub(super) fn is_tag(text: &str) -> bool {
    let (language, country) = text.split_once('-').unwrap_or((text, "XX"));
    let lower = (2..=3).contains(&language.len()) && language.bytes().all(|c| c.is_ascii_lowercase());
    lower && country.len() == 2 && country.bytes().all(|c| c.is_ascii_uppercase())
}

/// The tag that was meant by one in another spelling: `pt_BR`, `PT`, `zh-hans`.
pub(super) fn meant(text: &str) -> Option<String> {
    let (language, rest) = text.split_once(['-', '_']).unwrap_or((text, ""));
    let country = if rest.len() == 2 { format!("-{}", rest.to_ascii_uppercase()) } else { String::new() };
    Some(format!("{}{country}", language.to_ascii_lowercase())).filter(|tag| is_tag(tag))
}

pub(crate) fn is_code(text: &str) -> bool {
    CODES.contains(&text)
}

/// What may have been meant, for the end of a message.
pub(super) fn nearest_code(text: &str) -> String {
    nearest(text, CODES).map_or_else(String::new, |code| format!(": did you mean {code}?"))
}

/// The key `languages`: the codes that may be used, `None` for all.
pub(super) fn allowed(section: &mut Section<'_>, edition: Edition) -> Option<BTreeSet<String>> {
    let line = section.take("languages")?.line;
    let codes = section.texts("languages")?;
    if codes.iter().any(|code| code.value == "all") {
        if codes.len() > 1 {
            section.wrong(line, "languages has `all` beside others: keep one of the two");
        }
        return None;
    }
    for code in codes.iter().filter(|code| !is_code(&code.value)) {
        let hint = nearest_code(&code.value);
        let message = format!("{:?} is no language code of the format{hint}", code.value);
        if edition == Edition::Current {
            section.wrong(code.line, message);
        } else {
            section.doubtful(code.line, message);
        }
    }
    let codes: BTreeSet<String> = codes.into_iter().map(|code| code.value).collect();
    if !codes.iter().any(|code| Catalog::builtin().get(code).is_some()) {
        section.wrong(line, "languages names none that this judge has, so nobody could submit");
    }
    Some(codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::faults::Faults;
    use crate::package::yaml;

    fn read(text: &str) -> (Option<BTreeSet<String>>, Vec<String>) {
        let faults = Faults::default();
        let node = yaml::parse(text).unwrap();
        let codes = allowed(&mut Section::top("problem.yaml", &node, &faults), Edition::Current);
        (codes, faults.sorted().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn languages_are_all_or_some() {
        assert_eq!(read("languages: all"), (None, Vec::new()));
        assert_eq!(read("name: x"), (None, Vec::new()));
        let (codes, told) = read("languages: [cpp, python3, kotlin]");
        assert_eq!(codes.unwrap().into_iter().collect::<Vec<_>>(), ["cpp", "kotlin", "python3"]);
        assert_eq!(told, [""; 0]);
    }

    #[test]
    fn languages_that_nobody_has_are_faults() {
        assert!(read("languages: [cpp, pyton3]").1[0].contains("did you mean python3?"));
        assert!(read("languages:\n- cobol\n").1[0].contains("nobody could submit"));
        assert!(read("languages: [all, c]").1[0].contains("beside others"));
    }

    #[test]
    fn tags_in_other_spellings_are_understood() {
        for (text, tag) in [("pt_BR", "pt-BR"), ("pt-br", "pt-BR"), ("EN", "en"), ("zh-hans", "zh")] {
            assert_eq!(meant(text).as_deref(), Some(tag), "{text}");
        }
        for bad in ["english", "e", "", "1-BR"] {
            assert_eq!(meant(bad), None, "{bad}");
        }
    }

    #[test]
    fn tags_of_statements_are_language_and_country() {
        for good in ["en", "fil", "pt-BR"] {
            assert!(is_tag(good), "{good}");
        }
        for bad in ["", "e", "EN", "english", "pt-br", "pt_BR", "pt-BRA"] {
            assert!(!is_tag(bad), "{bad}");
        }
    }
}
