//! What DOMjudge reads in a source: `@EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT` and `@EXPECTED_SCORE@: 30`.

use super::promise::{CRASH, SLOW, Sort, WRONG};
use crate::package::decimal;
use crate::verdict::Verdict::{self, Ac, Ce, Mle, Ole, Re};
use crate::version::{Expectation, Points};

const RESULTS: &str = "@EXPECTED_RESULTS@:";
const SCORE: &str = "@EXPECTED_SCORE@:";

/// The promise in a source's tags; `Err` has a word that is no result. `None`: no tag, or one that leaves it to people.
pub(super) fn read(source: &[u8], sort: Sort) -> Result<Option<Expectation>, String> {
    let text = String::from_utf8_lossy(source);
    let mut expected = None;
    // Before DOMjudge had points, either tag named results.
    let score = after(&text, SCORE);
    let words_for_score = score.filter(|text| text.starts_with(char::is_alphabetic));
    if let Some(words) = after(&text, RESULTS).or(words_for_score) {
        let mut result = Vec::new();
        for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let word = word.to_ascii_uppercase().replace('_', "-");
            if word == "CHECK-MANUALLY" {
                return Ok(None);
            }
            result.extend(of_word(&word).ok_or(word)?);
        }
        let permitted = match result.as_slice() {
            [Ac] => sort.accepted().to_vec(),
            [Ce] => vec![Ce],
            _ => sort.whatever(),
        };
        expected = Some(Expectation { result, ..Expectation::of_cases(permitted, []) });
    }
    if let Some(number) = score.filter(|_| words_for_score.is_none()) {
        let number = number.split_whitespace().next().unwrap_or_default();
        let points = decimal(number).and_then(|number| Points::try_from(number).ok());
        let points = points.ok_or_else(|| number.to_owned())?;
        let whole = expected.unwrap_or_else(|| Expectation::of_cases(sort.any(), []));
        expected = Some(Expectation { score: Some((points, points)), ..whole });
    }
    Ok(expected)
}

/// The rest of the line, without the end of a comment.
fn after<'a>(text: &'a str, tag: &str) -> Option<&'a str> {
    let at = text
        .match_indices('@')
        .map(|(at, _)| at)
        .find(|at| text.get(*at..*at + tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag)))?;
    let line = text[at + tag.len()..].lines().next()?;
    let ends = ["*/", "-->", "*)", "\"\"\"", "'''"];
    let end = ends.iter().filter_map(|end| line.find(end)).min().unwrap_or(line.len());
    Some(line[..end].trim())
}

fn of_word(word: &str) -> Option<Vec<Verdict>> {
    Some(match word {
        "CORRECT" | "ACCEPTED" => vec![Ac],
        "WRONG-ANSWER" | "NO-OUTPUT" => WRONG.to_vec(),
        "TIMELIMIT" | "TIME-LIMIT-EXCEEDED" => SLOW.to_vec(),
        "RUN-ERROR" | "RUN-TIME-ERROR" => vec![Re, Mle],
        "MEMORY-LIMIT" => vec![Mle],
        "OUTPUT-LIMIT" => vec![Ole],
        "COMPILER-ERROR" => vec![Ce],
        _ => return None,
    })
}

/// Whether a tag and a folder can both be right.
pub(super) fn agrees(tag: &Expectation, folder: &Expectation) -> bool {
    let of_folder = match (folder.result.as_slice(), folder.required.as_slice()) {
        ([], []) => &folder.permitted,
        ([], _) => &folder.required,
        _ => &folder.result,
    };
    let crash = |verdict: &&Verdict| CRASH.contains(verdict);
    tag.result.is_empty()
        || tag.result.iter().any(|verdict| of_folder.contains(verdict))
        || (tag.result.iter().any(|verdict| crash(&verdict))
            && of_folder.iter().any(|verdict| crash(&verdict)))
}

#[cfg(test)]
mod tests {
    use super::super::super::edition::Edition;
    use super::*;
    use crate::verdict::Verdict::{Ile, Pe, Tle, Wa};

    fn tags(source: &str) -> Result<Option<Expectation>, String> {
        read(source.as_bytes(), Sort { edition: Edition::Legacy, scoring: true, bounded: true })
    }

    #[test]
    fn results_are_read_in_every_spelling() {
        for (source, result) in [
            ("// @EXPECTED_RESULTS@: CORRECT\n", vec![Ac]),
            ("x\n# @expected_results@: wrong-answer , TIMELIMIT\r\n", vec![Wa, Pe, Tle, Ile]),
            ("/* @EXPECTED_RESULTS@: RUN_TIME_ERROR */ int x;", vec![Re, Mle]),
            ("(* @EXPECTED_RESULTS@: COMPILER-ERROR *)", vec![Ce]),
            ("é @@EXPECTED_RESULTS@: OUTPUT-LIMIT", vec![Ole]),
        ] {
            assert_eq!(tags(source).unwrap().unwrap().result, result, "{source}");
        }
        assert_eq!(tags("int main() {} // @EXPECTED").unwrap(), None);
        assert_eq!(tags("@EXPECTED_RESULTS@: CHECK-MANUALLY").unwrap(), None);
        assert_eq!(tags("@EXPECTED_RESULTS@: WRONG").unwrap_err(), "WRONG");
    }

    #[test]
    fn scores_are_read_beside_results_and_alone() {
        let both = tags("# @EXPECTED_RESULTS@: WRONG-ANSWER\n# @EXPECTED_SCORE@: 12.5\n").unwrap().unwrap();
        assert_eq!(both.score.map(|(least, most)| (least.get(), most.get())), Some((12.5, 12.5)));
        assert_eq!(both.result, [Wa, Pe]);
        assert!(tags("@EXPECTED_SCORE@: 0").unwrap().unwrap().result.is_empty());
        assert!(tags("@EXPECTED_SCORE@: many").is_err());
        assert_eq!(tags("@EXPECTED_SCORE@: correct").unwrap().unwrap().result, [Ac]);
    }
}
