//! The samples as the problem's page shows them: input and output, or a conversation.

use ::problem::{Hash, TestCase, Version};

use crate::App;
use crate::error::Error;
use crate::text::Excerpt;

/// Bytes of a sample that are shown.
pub(crate) const SAMPLE_BYTES: usize = 8 << 10;
/// Turns of a conversation that are shown.
const TURNS: usize = 400;

pub(super) struct Sample {
    /// Text blocks under their titles.
    pub(super) parts: Vec<(&'static str, Excerpt)>,
    pub(super) talk: Option<Talk>,
    pub(super) description: Option<String>,
}

/// What a submission and the judge say to each other.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Talk {
    /// One for each time that the submission is run.
    pub(super) passes: Vec<Vec<Turn>>,
    /// Not all of it.
    pub(super) is_cut: bool,
}

/// Lines by one side, until the other one speaks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// The submission's, else the judge's.
    pub(super) own: bool,
    pub(super) lines: String,
}

/// Those that are cases, and after them conversations that are none.
pub(super) async fn samples(app: &App, version: &Version) -> Result<Vec<Sample>, Error> {
    let mut samples = Vec::new();
    for case in version.cases().into_iter().filter(|case| case.sample) {
        samples.push(sample(app, version, case).await?);
    }
    for talk in version.talks.values() {
        samples.push(conversation(app, *talk, None).await?);
    }
    Ok(samples)
}

/// Of the first sample that has one and is shown whole: what a custom run begins with.
pub(super) fn first_input(samples: &[Sample]) -> String {
    let mut inputs = samples.iter().flat_map(|sample| &sample.parts).filter(|(title, _)| *title == "Input");
    inputs.find(|(_, text)| !text.is_cut()).map(|(_, text)| text.text.clone()).unwrap_or_default()
}

async fn conversation(app: &App, talk: Hash, description: Option<String>) -> Result<Sample, Error> {
    let talk = Some(Talk::read(&excerpt(app, talk).await?));
    Ok(Sample { parts: Vec::new(), talk, description })
}

async fn sample(app: &App, version: &Version, case: &TestCase) -> Result<Sample, Error> {
    let description = case.description.clone();
    if let Some(talk) = case.interaction {
        return conversation(app, talk, description).await;
    }
    let input = excerpt(app, case.shown_input.unwrap_or(case.input)).await?;
    let output = excerpt(app, case.shown_answer.unwrap_or(case.answer)).await?;
    let mut parts = vec![("Input", input), ("Output", output)];
    if version.interactor.is_some() {
        // Who talks to an interactor has often no answer to show.
        parts.retain(|(_, text)| !text.text.trim().is_empty());
    }
    Ok(Sample { parts, talk: None, description })
}

pub(crate) async fn excerpt(app: &App, hash: Hash) -> Result<Excerpt, Error> {
    Ok(Excerpt::of(&store::blob::get(&app.blobs, hash).await?, SAMPLE_BYTES))
}

impl Talk {
    /// Lines that begin with `<` are read by the submission, those with `>` written by it, `---` is between passes; any
    /// other line goes on with the one before.
    fn read(text: &Excerpt) -> Self {
        let mut passes = vec![Vec::<Turn>::new()];
        let mut turns = 0;
        for line in text.text.lines() {
            let line = line.trim_end_matches('\r');
            let Some(pass) = passes.last_mut() else { break };
            let (own, words) = match (line.strip_prefix('<'), line.strip_prefix('>')) {
                (Some(words), _) => (false, words),
                (_, Some(words)) => (true, words),
                _ if line.trim() == "---" => {
                    passes.push(Vec::new());
                    continue;
                }
                _ => (pass.last().is_some_and(|turn| turn.own), line),
            };
            match pass.last_mut().filter(|turn| turn.own == own) {
                Some(turn) => {
                    turn.lines.push('\n');
                    turn.lines.push_str(words);
                }
                None if turns == TURNS => return Self { passes, is_cut: true },
                None => {
                    turns += 1;
                    pass.push(Turn { own, lines: words.to_owned() });
                }
            }
        }
        passes.retain(|pass| !pass.is_empty());
        Self { passes, is_cut: text.is_cut() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<Vec<(bool, String)>> {
        let talk = Talk::read(&Excerpt::of(text.as_bytes(), SAMPLE_BYTES));
        let turns = |pass: Vec<Turn>| pass.into_iter().map(|turn| (turn.own, turn.lines)).collect();
        talk.passes.into_iter().map(turns).collect()
    }

    #[test]
    fn lines_of_one_side_are_one_turn_and_passes_are_apart() {
        let turn = |own, lines: &str| (own, lines.to_owned());
        assert_eq!(
            told("<3\r\n<1 2 3\n>? 1\n<5\n---\n>! 5\nmore\n---\n"),
            [
                vec![turn(false, "3\n1 2 3"), turn(true, "? 1"), turn(false, "5")],
                vec![turn(true, "! 5\nmore")]
            ]
        );
        assert!(told("").is_empty());
    }

    #[test]
    fn a_talk_without_end_is_cut() {
        let long = Talk::read(&Excerpt::of("<1\n>2\n".repeat(1000).as_bytes(), SAMPLE_BYTES));
        assert!(long.is_cut && long.passes[0].len() == TURNS);
    }
}
