//! Problems of the type `objective`: the statement asks questions, and `answers` in the configuration has what is right.

use std::collections::BTreeSet;

use super::config::{Answer, Config};
use super::tests::Tests;
use crate::package::reading::Reading;
use crate::questions::Question;
use crate::version::{Points, Rules, Scoring, TestCase, TestGroup, TestNode};

/// A case for each question.
pub(super) fn tests(reading: &mut Reading, config: &Config) -> Tests {
    let mut children = Vec::new();
    let mut total = 0.0;
    for answer in &config.answers {
        if let Some(case) = case(reading, &config.path, answer) {
            total += case.points.map_or(0.0, Points::get);
            children.push(TestNode::Case(case));
        }
    }
    if config.answers.is_empty() {
        reading.faults.error(&config.path, "is of the type objective and has no answers");
    }
    let max = Points::try_from(total).ok();
    let rules = Rules { max, ..Rules::default() };
    let secret = TestGroup { name: "secret".to_owned(), children, rules };
    let tree = TestGroup { children: vec![TestNode::Group(secret)], ..TestGroup::default() };
    Tests { tree, scoring: Scoring { max, floor: true, ..Scoring::default() }, used: BTreeSet::new() }
}

fn case(reading: &Reading, place: &str, answer: &Answer) -> Option<TestCase> {
    let right = answer.right.join("\n");
    let (input, answer_text) = (reading.keep_for(place, b"")?, reading.keep_for(place, right.as_bytes())?);
    let question = if answer.choices { Question::Choices } else { Question::Text };
    Some(TestCase {
        question: Some(question),
        points: Points::try_from(answer.score).ok(),
        ..TestCase::new(format!("secret/{}", answer.name), input, answer_text)
    })
}

/// The statement with what is to be filled in named in words, and with letters before the choices of a list.
pub(super) fn in_words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Of the next choice, while a list of them is awaited or goes on.
    let mut letters = None;
    for line in text.split_inclusive('\n') {
        let kind = fields(line).next().map(|(kind, _)| kind);
        let item = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark));
        match (kind, item) {
            (Some(kind), _) => {
                letters = matches!(kind, "select" | "multiselect").then_some('A'..='Z');
                out.push_str(&named(line));
            }
            (None, Some(item)) => match letters.as_mut().and_then(Iterator::next) {
                Some(letter) => out.push_str(&format!("- **{letter}** {item}")),
                None => out.push_str(line),
            },
            (None, None) => {
                letters = letters.filter(|_| line.trim().is_empty());
                out.push_str(line);
            }
        }
    }
    out
}

/// `{{ input(1) }}`: what kinds of fields a line has, and the names of their questions.
fn fields(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.split("{{").skip(1).filter_map(|rest| field(rest.split_once("}}")?.0))
}

fn field(inside: &str) -> Option<(&str, &str)> {
    let (kind, name) = inside.trim().strip_suffix(')')?.split_once('(')?;
    let known = matches!(kind, "input" | "textarea" | "select" | "multiselect");
    known.then_some((kind, name.trim()))
}

fn named(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("{{") {
        match after.split_once("}}").and_then(|(inside, after)| Some((field(inside)?, after))) {
            Some(((_, name), after)) => {
                out.push_str(&format!("{before}**[{name}]**"));
                rest = after;
            }
            None => {
                out.push_str(&format!("{before}{{{{"));
                rest = after;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn fields_become_the_names_of_their_questions_and_choices_get_letters() {
        let text = "1. Two and two is {{ select(1) }}\n\n- three\n- four\n\nThen {{input(2-1)}} and {{ x }} {{.\n- no choice\n";
        let wanted = "1. Two and two is **[1]**\n\n- **A** three\n- **B** four\n\nThen **[2-1]** and {{ x }} {{.\n- no choice\n";
        assert_eq!(in_words(text), wanted);
        assert_eq!(in_words("{{ textarea(3) }}\n- a\n"), "**[3]**\n- a\n");
        for odd in ["{{", "}}", "{{ input( }}", "{{ select(1)", "- a\n", ""] {
            assert_eq!(in_words(odd), odd);
        }
    }
}
