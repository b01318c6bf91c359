//! testlib's scorers: a line of twelve fields for every test, and the points as a number.

use problem::Verdict;

use super::Tested;
use crate::words;

/// Where the groups of a problem lie.
const SECRET: &str = "secret/";
/// The set of tests by which submissions are judged.
const SET: &str = "tests";
/// Most bytes of an answer.
const ANSWER: usize = 256;

pub(super) fn line(tested: &Tested<'_>) -> String {
    let result = tested.result;
    let last = tested.case.name.rsplit('/').next().unwrap_or_default();
    let number = last.parse().unwrap_or(tested.number);
    let points = result.and_then(|result| result.points).map_or_else(String::new, |it| format!("{it:.3}"));
    let fields = [
        number.to_string(),
        SET.to_owned(),
        escaped(tested.group.strip_prefix(SECRET).unwrap_or_default()),
        word(result.map_or(Verdict::Sk, |result| result.own)).to_owned(),
        points,
        result.map_or(0, |result| result.cpu.as_millis()).to_string(),
        result.map_or(0, |result| result.memory).to_string(),
        String::new(),
        String::new(),
        String::new(),
        result.and_then(|result| result.exit_code).unwrap_or_default().to_string(),
        escaped(result.map_or("", |result| &result.judge_message)),
    ];
    fields.join(";") + "\n"
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\r' => {}
            '\n' => out.push_str("\\n"),
            '\\' | ';' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ac | Verdict::Pa => "OK",
        Verdict::Wa | Verdict::Pe => "WRONG_ANSWER",
        Verdict::Tle => "TIME_LIMIT_EXCEEDED",
        Verdict::Ile => "IDLENESS_LIMIT_EXCEEDED",
        Verdict::Mle => "MEMORY_LIMIT_EXCEEDED",
        Verdict::Ole | Verdict::Re => "RUNTIME_ERROR",
        Verdict::Ce => "COMPILATION_ERROR",
        Verdict::Je => "FAILED",
        Verdict::Sk => "SKIPPED",
    }
}

/// A number from 0 on, alone.
pub(super) fn points(answer: &[u8]) -> Result<f64, String> {
    let text = String::from_utf8_lossy(&answer[..answer.len().min(ANSWER)]);
    let points = text.trim().parse().ok().filter(|points: &f64| points.is_finite() && *points >= 0.0);
    points
        .ok_or_else(|| format!("Its answer must be a number of points; it is {:?}.", words::tame(answer, 80)))
}

/// Points are the scorer's; the verdict is that of the first child that failed.
pub(super) fn verdict(children: &[(Verdict, f64)]) -> Verdict {
    let failed = children.iter().map(|(verdict, _)| *verdict).find(|verdict| *verdict != Verdict::Ac);
    failed.unwrap_or(Verdict::Ac)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use problem::{Hash, TestCase};

    use super::*;
    use crate::judge::CaseResult;

    #[test]
    fn a_line_has_twelve_fields_whatever_a_checker_says() {
        let case = TestCase::new("secret/a;b/07", Hash::of(b""), Hash::of(b""));
        let result = CaseResult {
            own: Verdict::Pe,
            verdict: Verdict::Pe,
            points: Some(2.5),
            cpu: Duration::from_millis(15),
            memory: 4096,
            exit_code: Some(0),
            judge_message: "wrong; \\ two\r\nlines".into(),
            ..CaseResult::new("secret/a;b/07".into(), 6)
        };
        let tested = Tested { case: &case, group: "secret/a;b", number: 3, result: Some(&result) };
        assert_eq!(
            line(&tested),
            "7;tests;a\\;b;WRONG_ANSWER;2.500;15;4096;;;;0;wrong\\; \\\\ two\\nlines\n"
        );
        let sample = TestCase::new("sample/x", Hash::of(b""), Hash::of(b""));
        let tested = Tested { case: &sample, group: "sample", number: 3, result: None };
        assert_eq!(line(&tested), "3;tests;;SKIPPED;;0;0;;;;0;\n");
    }

    #[test]
    fn an_answer_is_a_number_from_0_on() {
        assert_eq!((points(b"12.500\n"), points(b"0")), (Ok(12.5), Ok(0.0)));
        for bad in ["", "x", "-1", "nan", "inf", "1 2", "1\n2"] {
            assert!(points(bad.as_bytes()).unwrap_err().contains("a number of points"), "{bad}");
        }
    }
}
