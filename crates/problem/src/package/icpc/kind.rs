//! What kind of problem it is: `type`, and in older packages `validation`.

use super::edition::Edition;
use crate::package::faults::nearest;
use crate::package::schema::{At, Section};

const KINDS: [&str; 5] = ["pass-fail", "scoring", "interactive", "multi-pass", "submit-answer"];

/// Pairs that no problem can be at once.
const APART: [(&str, &str); 3] =
    [("pass-fail", "scoring"), ("submit-answer", "multi-pass"), ("submit-answer", "interactive")];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    pub(super) scoring: bool,
    pub(super) interactive: bool,
    pub(super) multi_pass: bool,
    pub(super) answers: bool,
    /// Legacy `validation: custom score`: the validator says how much a case gives.
    pub(super) validator_scores: bool,
    /// Of drafts: it may do so, and gives what the group says where it does not.
    pub(super) validator_may_score: bool,
    /// Legacy, of a DOMjudge, which counts points in its own way.
    pub(super) domjudge: bool,
    /// Of what says that it is more than plain.
    pub(super) line: u32,
}

impl Kinds {
    /// Whether the format's own comparison cannot decide.
    pub(super) fn needs_program(self) -> bool {
        self.interactive || self.multi_pass
    }
}

/// Legacy `validation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Validation {
    #[default]
    Unsaid,
    Default,
    Custom {
        line: u32,
    },
}

pub(super) fn read(section: &mut Section<'_>, edition: Edition) -> (Kinds, Validation) {
    let mut kinds = of_type(section, edition);
    let validation = if edition == Edition::Current {
        Validation::Unsaid
    } else {
        let texts = section.texts("validation").unwrap_or_default();
        let line = texts.first().map_or(1, |text| text.line);
        let words = texts.iter().flat_map(|text| text.value.split([' ', ',', '\t'])).map(str::to_lowercase);
        let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        if words.is_empty() { Validation::Unsaid } else { validation(section, &words, line, &mut kinds) }
    };
    if kinds.validator_scores && !kinds.scoring {
        section.doubtful(kinds.line, "validation has score, which is ignored: type is not scoring");
        kinds.validator_scores = false;
    }
    (kinds, validation)
}

fn of_type(section: &mut Section<'_>, edition: Edition) -> Kinds {
    // Older packages write several kinds into one text.
    let texts = section.texts("type").unwrap_or_default();
    let words = |at: &At<String>| {
        let line = at.line;
        at.value.split_whitespace().map(|word| (word.to_owned(), line)).collect::<Vec<_>>()
    };
    let words: Vec<(String, u32)> = texts.iter().flat_map(words).collect();
    let mut kinds = Kinds { line: words.first().map_or(1, |(_, line)| *line), ..Kinds::default() };
    for (i, (word, line)) in words.iter().enumerate() {
        if words[..i].iter().any(|(earlier, _)| earlier == word) {
            section.wrong(*line, format!("type has {word} twice"));
        }
        match word.as_str() {
            "pass-fail" => {}
            "scoring" => kinds.scoring = true,
            "interactive" => kinds.interactive = true,
            "multi-pass" => kinds.multi_pass = true,
            "submit-answer" => kinds.answers = true,
            _ => {
                let hint = nearest(word, KINDS).map_or_else(|| KINDS.join(", "), str::to_owned);
                section.wrong(*line, format!("type {word:?} is not known: did you mean {hint}?"));
            }
        }
    }
    apart(section, &words);
    if edition == Edition::LegacyIcpc && (kinds.scoring || kinds.answers) {
        section
            .doubtful(kinds.line, "type: legacy-icpc has pass-fail problems only; it is read as in legacy");
    }
    kinds
}

fn apart(section: &Section<'_>, words: &[(String, u32)]) {
    let line = |kind: &str| words.iter().find(|(word, _)| word == kind).map(|(_, line)| *line);
    for (one, other) in APART {
        if let (Some(_), Some(line)) = (line(one), line(other)) {
            section.wrong(line, format!("type has {one} and {other}: a problem cannot be both"));
        }
    }
}

fn validation(section: &Section<'_>, words: &[String], line: u32, kinds: &mut Kinds) -> Validation {
    let mut words = words.iter().map(String::as_str);
    let first = match words.next() {
        Some("default") => Validation::Default,
        Some("custom") => Validation::Custom { line },
        _ => {
            section.wrong(line, "validation must begin with `default` or `custom`");
            return Validation::Unsaid;
        }
    };
    for word in words {
        match (first, word) {
            (Validation::Custom { .. }, "score") => kinds.validator_scores = true,
            (Validation::Custom { .. }, "interactive") => kinds.interactive = true,
            (Validation::Custom { .. }, "multi-pass") => kinds.multi_pass = true,
            _ => {
                let message = format!(
                    "validation has {word:?}: it is `default`, or `custom` and any of score, interactive, multi-pass"
                );
                section.wrong(line, message);
            }
        }
        kinds.line = line;
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::faults::Faults;
    use crate::package::yaml;

    fn kinds(text: &str, edition: Edition) -> (Kinds, Validation, Vec<String>) {
        let faults = Faults::default();
        let node = yaml::parse(text).unwrap();
        let (kinds, validation) = read(&mut Section::top("problem.yaml", &node, &faults), edition);
        (kinds, validation, faults.sorted().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn kinds_are_read_in_either_spelling() {
        for (text, wanted) in [
            ("type: [scoring, interactive]\n", (true, true, false, false)),
            ("type: pass-fail interactive multi-pass\n", (false, true, true, false)),
            ("type: submit-answer\n", (false, false, false, true)),
            ("name: x\n", (false, false, false, false)),
        ] {
            let (kinds, _, told) = kinds(text, Edition::Current);
            assert_eq!(told, [""; 0]);
            assert_eq!((kinds.scoring, kinds.interactive, kinds.multi_pass, kinds.answers), wanted, "{text}");
        }
        let text = "type: scoring\nvalidation: custom interactive score multi-pass\n";
        let (kinds, validation, told) = kinds(text, Edition::Legacy);
        assert_eq!((told, validation), (vec![], Validation::Custom { line: 2 }));
        assert!(kinds.scoring && kinds.interactive && kinds.multi_pass && kinds.validator_scores);
    }

    #[test]
    fn kinds_that_exclude_each_other_are_faults_with_their_line() {
        for text in [
            "type:\n- pass-fail\n- scoring\n",
            "type:\n- submit-answer\n- interactive\n",
            "type:\n- submit-answer\n- multi-pass\n",
        ] {
            let told = kinds(text, Edition::Current).2;
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].starts_with("problem.yaml:3: type has"), "{told:?}");
        }
        for text in ["validation: default score\n", "validation: custom quick\n", "validation: x\n"] {
            assert_eq!(kinds(text, Edition::Legacy).2.len(), 1, "{text}");
        }
        assert!(kinds("validation: custom score\n", Edition::Legacy).2[0].contains("type is not scoring"));
    }
}
