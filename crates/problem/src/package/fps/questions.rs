//! Answers as raw text: the `spj` is in the language Text. A test's input is the number of its questions, its output has a
//! line `N [points] answer` for each, and contestants hand in lines `N answer`.

use std::collections::BTreeSet;
use std::io::Read as _;

use super::item::{Item, TestFile};
use crate::package::caps;
use crate::package::reading::Reading;
use crate::questions::Question;
use crate::version::{Points, Rules, Scoring, TestCase, TestGroup, TestNode};

/// Whether the item's checker is the one that reads such answers.
pub(super) fn are_asked(item: &Item) -> bool {
    item.codes.iter().any(|code| code.role == "spj" && is_text(&code.language))
}

pub(super) fn is_text(language: &str) -> bool {
    language.eq_ignore_ascii_case("text")
}

/// A case for each question.
pub(super) fn tests(reading: &Reading, item: &Item) -> (TestGroup, Option<Scoring>) {
    if !item.samples.inputs.is_empty() {
        let message = "its samples are left out: what is handed in are answers to questions";
        reading.faults.warn_at(&item.file, item.line, message);
    }
    let outputs = item.tests.outputs.as_slice();
    let questions = match outputs {
        [one] => questions(reading, item, one),
        _ => {
            let message = format!(
                "answers as raw text have one test with all questions; there are {}: put them into one",
                outputs.len()
            );
            reading.faults.error_at(&item.file, item.line, message);
            Vec::new()
        }
    };
    let total: f64 = questions.iter().filter_map(|case| case.points).map(Points::get).sum();
    let max = Points::try_from(total).ok();
    let children = questions.into_iter().map(TestNode::Case).collect();
    let rules = Rules { max, ..Rules::default() };
    let secret = TestGroup { name: "secret".to_owned(), children, rules };
    let tree = TestGroup { children: vec![TestNode::Group(secret)], ..TestGroup::default() };
    (tree, Some(Scoring { max, ..Scoring::default() }))
}

fn questions(reading: &Reading, item: &Item, file: &TestFile) -> Vec<TestCase> {
    let mut text = Vec::new();
    let read = reading.spool.open(file.content).and_then(|it| it.take(caps::TEXT).read_to_end(&mut text));
    if let Err(error) = read {
        reading.faults.error(&item.file, format!("cannot be read: {error}"));
        return Vec::new();
    }
    let mut names = BTreeSet::new();
    let mut cases = Vec::new();
    for line in String::from_utf8_lossy(&text).lines().filter(|line| !line.trim().is_empty()) {
        let Some((number, points, right)) = question(line).filter(|(number, ..)| names.insert(*number))
        else {
            let message =
                format!("{line:?} must be the number of a question, its points and its answer: 1 [5] A");
            reading.faults.error_at(&item.file, file.line, message);
            continue;
        };
        let kept = reading.keep_for(&item.file, b"").zip(reading.keep_for(&item.file, right.as_bytes()));
        cases.extend(kept.map(|(input, answer)| TestCase {
            question: Some(Question::Word),
            points: Some(points),
            ..TestCase::new(format!("secret/{number}"), input, answer)
        }));
    }
    cases
}

fn question(line: &str) -> Option<(u32, Points, &str)> {
    let (number, rest) = line.split_once('[')?;
    let (points, right) = rest.split_once(']')?;
    let points = points.trim().parse().ok().filter(|points: &f64| *points >= 0.0)?;
    let number = number.trim().trim_end_matches(['.', ':', ')']).parse().ok()?;
    Some((number, Points::try_from(points).ok()?, right.trim()))
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn a_question_has_a_number_points_and_an_answer() {
        let points = |number: f64| Points::try_from(number).unwrap();
        assert_eq!(question("1 [5] A"), Some((1, points(5.0), "A")));
        assert_eq!(question(" 12[2.5]\tB rest\r"), Some((12, points(2.5), "B rest")));
        assert_eq!(question("3. [1] *"), Some((3, points(1.0), "*")));
        for bad in ["", "1 A", "A [5] B", "1 [x] A", "1 [-1] A", "1 [nan] A", "1 [5 A"] {
            assert_eq!(question(bad), None, "{bad}");
        }
    }
}
