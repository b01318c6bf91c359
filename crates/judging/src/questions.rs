//! Answers to questions, which nothing is run for.

use std::collections::BTreeSet;

use problem::questions::{Given, Question};
use problem::{Score, Verdict};

use crate::validate::Said;

/// What an answer comes to. `worth`: points of the question, if it has any.
pub(crate) fn decide(question: Question, right: &str, given: &Given, worth: Option<f64>) -> Said {
    let share = match question {
        Question::Text => whole(matches!(given, Given::One(text) if text.trim() == right.trim())),
        Question::Word => whole(is_word(right, given)),
        Question::Choices => chosen(right, given),
    };
    match share {
        Share::All => Said::of(Verdict::Ac, String::new()),
        Share::None => Said::of(Verdict::Wa, "It is not the right answer.".into()),
        Share::Half => {
            let score = worth.map_or(Score::Share(0.5), |worth| Score::Points((worth / 2.0).floor()));
            let reason = "Some of the right choices, and no other.".into();
            Said { score: Some(score), ..Said::of(Verdict::Pa, reason) }
        }
    }
}

#[derive(Debug, PartialEq)]
enum Share {
    All,
    Half,
    None,
}

fn whole(right: bool) -> Share {
    if right { Share::All } else { Share::None }
}

fn is_word(right: &str, given: &Given) -> bool {
    let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let right = word(right);
    matches!(given, Given::One(text) if right == "*" || word(text) == right)
}

/// Where one text is given and it is none of the choices, each of its letters is one.
fn chosen(right: &str, given: &Given) -> Share {
    let right: BTreeSet<String> = right.lines().map(str::to_owned).collect();
    let given: BTreeSet<String> = match given {
        Given::Many(choices) => choices.iter().cloned().collect(),
        Given::One(choice) if right.contains(choice) => BTreeSet::from([choice.clone()]),
        Given::One(letters) => letters.chars().map(String::from).collect(),
    };
    if given == right {
        Share::All
    } else if !given.is_empty() && given.is_subset(&right) {
        Share::Half
    } else {
        Share::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Ac, Pa, Wa};

    fn said(question: Question, right: &str, given: &Given, worth: Option<f64>) -> (Verdict, Option<Score>) {
        let said = decide(question, right, given, worth);
        assert_eq!(said.reason.is_empty(), said.verdict == Ac);
        (said.verdict, said.score)
    }

    #[test]
    fn texts_are_the_same_but_for_blanks_at_their_ends() {
        for (given, verdict) in [("a b", Ac), (" a b\n", Ac), ("a  b", Wa), ("A b", Wa), ("", Wa)] {
            assert_eq!(
                said(Question::Text, "a b ", &Given::One(given.into()), None),
                (verdict, None),
                "{given:?}"
            );
        }
        assert_eq!(said(Question::Text, "a", &Given::Many(vec!["a".into()]), None).0, Wa);
    }

    #[test]
    fn some_of_the_choices_and_no_other_give_half_of_the_points_as_a_whole_number() {
        let many =
            |choices: &[&str]| Given::Many(choices.iter().map(|choice| (*choice).to_owned()).collect());
        for (given, verdict) in [
            (many(&["C", "A"]), Ac),
            (many(&["A", "A", "C"]), Ac),
            (Given::One("CA".into()), Ac),
            (many(&["A"]), Pa),
            (Given::One("A".into()), Pa),
            (many(&["A", "B"]), Wa),
            (many(&["A", "B", "C"]), Wa),
            (many(&[]), Wa),
        ] {
            assert_eq!(said(Question::Choices, "A\nC\n", &given, Some(5.0)).0, verdict, "{given:?}");
        }
        let half = |worth| said(Question::Choices, "A\nC", &many(&["A"]), worth).1;
        assert_eq!((half(Some(5.0)), half(None)), (Some(Score::Points(2.0)), Some(Score::Share(0.5))));
    }

    #[test]
    fn of_words_the_first_counts_in_any_case_of_letters_and_a_star_is_any() {
        for (right, given, verdict) in [
            ("B", "b", Ac),
            ("B rest", " b other", Ac),
            ("B", "BB", Wa),
            ("*", "anything", Ac),
            ("B", "", Wa),
        ] {
            assert_eq!(
                said(Question::Word, right, &Given::One(given.into()), None),
                (verdict, None),
                "{right} {given}"
            );
        }
    }
}
