//! `task.md`: Markdown with macros for headings, params, samples and languages.

use std::collections::BTreeMap;

use toml::Value;

/// By language, in which the headings are.
const LANGUAGES: [&str; 2] = ["en", "ja"];

/// The statement in each language in which something is written; English always.
pub(super) fn statements(text: &str, params: &BTreeMap<String, Value>) -> Vec<(&'static str, String)> {
    let pieces = pieces(text);
    let has = |language: &str| {
        pieces.iter().any(|piece| matches!(piece, Piece::Macro(word) if *word == format!("lang.{language}")))
    };
    let spoken = LANGUAGES.into_iter().filter(|language| *language == "en" || has(language));
    spoken.map(|language| (language, Writer { language, params }.write(&pieces))).collect()
}

#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    /// What stands in `@{…}` or `{{…}}`.
    Macro(&'a str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((at, open, close)) = next(rest) {
        let (before, after) = rest.split_at(at);
        let inside = &after[open.len()..];
        let Some(end) = inside.find(close) else { break };
        pieces.push(Piece::Text(before));
        pieces.push(Piece::Macro(inside[..end].trim()));
        rest = &inside[end + close.len()..];
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// Where the next macro begins, and its brackets. Formulae have double braces as well, so only known words count there.
fn next(text: &str) -> Option<(usize, &'static str, &'static str)> {
    let own = text.find("@{").map(|at| (at, "@{", "}"));
    let words = ["keyword.", "param.", "lang.", "example."];
    let double = text.match_indices("{{").map(|(at, _)| at).find(|at| {
        let inside = text[at + 2..].trim_start();
        words.iter().any(|word| inside.starts_with(word))
    });
    let double = double.map(|at| (at, "{{", "}}"));
    own.into_iter().chain(double).min_by_key(|(at, ..)| *at)
}

struct Writer<'a> {
    language: &'a str,
    params: &'a BTreeMap<String, Value>,
}

impl Writer<'_> {
    fn write(&self, pieces: &[Piece<'_>]) -> String {
        let mut out = String::new();
        let mut at = 0;
        while at < pieces.len() {
            match &pieces[at] {
                Piece::Macro(word) if word.starts_with("lang.") => at += self.chosen(&pieces[at..], &mut out),
                piece => {
                    self.piece(piece, &mut out);
                    at += 1;
                }
            }
        }
        out
    }

    /// One text in several languages: its own, or the first that says anything. Gives how many pieces that were.
    fn chosen(&self, pieces: &[Piece<'_>], out: &mut String) -> usize {
        let end = pieces.iter().position(|piece| *piece == Piece::Macro("lang.end"));
        let block = &pieces[..end.unwrap_or(pieces.len())];
        let mut texts: Vec<(&str, String)> = Vec::new();
        for piece in block {
            match piece {
                Piece::Macro(word) if word.starts_with("lang.") => {
                    texts.push((word.trim_start_matches("lang."), String::new()));
                }
                piece => texts.last_mut().into_iter().for_each(|(_, text)| self.piece(piece, text)),
            }
        }
        texts.retain(|(_, text)| !text.trim().is_empty());
        let own = texts.iter().find(|(language, _)| *language == self.language).or(texts.first());
        out.push_str(own.map_or("", |(_, text)| text));
        end.map_or(pieces.len(), |end| end + 1)
    }

    fn piece(&self, piece: &Piece<'_>, out: &mut String) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            // The samples are shown below every statement.
            Piece::Macro("keyword.sample") => {
                let heading = out.rfind('\n').map_or(0, |at| at + 1);
                if out[heading..].trim().bytes().all(|c| c == b'#') {
                    out.truncate(heading);
                }
            }
            Piece::Macro(word) => match word.split_once('.') {
                Some(("keyword", name)) => out.push_str(self.keyword(name)),
                Some(("param", name)) => out.push_str(&self.params.get(name).map(shown).unwrap_or_default()),
                _ => {}
            },
        }
    }

    fn keyword<'b>(&self, name: &'b str) -> &'b str {
        match (name, self.language) {
            ("statement", "ja") => "問題文",
            ("constraints", "ja") => "制約",
            ("input", "ja") => "入力",
            ("output", "ja") => "出力",
            ("note", "ja") => "注記",
            ("statement", _) => "Problem Statement",
            ("constraints", _) => "Constraints",
            ("input", _) => "Input",
            ("output", _) => "Output",
            ("note", _) => "Note",
            (other, _) => other,
        }
    }
}

/// Inside a formula: long round numbers as a power of ten, others with a comma every three digits.
fn shown(value: &Value) -> String {
    match value {
        Value::Integer(number) => integer(*number),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn integer(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let sign = if number < 0 { "-" } else { "" };
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    if zeros >= 6 {
        let power = format!("10^{{{zeros}}}");
        return match &digits[..digits.len() - zeros] {
            "1" => format!("{sign}{power}"),
            factor => format!("{sign}{factor} \\times {power}"),
        };
    }
    let mut grouped = sign.to_owned();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push_str("{,}");
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(&'static str, String)> {
        let params = toml::from_str("N = 500000\nM = 1000000000\nK = 3000000\nS = 'x'\n").unwrap();
        statements(text, &params)
    }

    #[test]
    fn macros_become_plain_markdown() {
        let text = "## @{keyword.statement}\n\n$N \\leq @{param.N}$, $@{param.M}$, {{param.K}}, {{ keyword.input }} $\\frac{{1}}{2}$\n\n\
                    ## @{keyword.sample}\n\n@{example.example_00}\n";
        let wanted = "## Problem Statement\n\n$N \\leq 500{,}000$, $10^{9}$, 3 \\times 10^{6}, Input $\\frac{{1}}{2}$\n\n\n\n\n";
        assert_eq!(of(text), [("en", wanted.to_owned())]);
    }

    #[test]
    fn each_language_has_its_own_text() {
        let text = "# @{keyword.input}\n@{lang.en}\nSum @{param.S}.\n@{lang.ja}\n和。\n@{lang.end}\n@{lang.ja}\nのみ\n@{lang.end}\nEnd\n";
        assert_eq!(
            of(text),
            [
                ("en", "# Input\n\nSum x.\n\n\nのみ\n\nEnd\n".to_owned()),
                ("ja", "# 入力\n\n和。\n\n\nのみ\n\nEnd\n".to_owned()),
            ]
        );
    }

    #[test]
    fn broken_macros_stay_text() {
        for text in ["@{keyword.input", "a {{keyword.input", "{{1}}", "@ {x}"] {
            assert_eq!(of(text), [("en", text.to_owned())]);
        }
        assert_eq!(of("@{lang.en}\nopen")[0].1, "\nopen");
    }
}
