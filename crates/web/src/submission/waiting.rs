//! What somebody is told whose submission, custom run or check waits.

use std::time::Duration;

use store::JudgingId;
use store::check::Checked;
use store::custom_run::CustomRun;
use store::judging::Class;
use store::judging::waiting::{self, Ahead, MOST_COUNTED, Need, Obstacle};
use store::pause::{Origin, Pause, Thing};
use store::problem_version::ProblemVersion;

use super::view::Facts;
use crate::error::Error;
use crate::{App, words};

/// What waits.
pub(crate) struct Waiting<'a> {
    judging: JudgingId,
    need: Need<'a>,
    class: Class,
    /// To begin a sentence with.
    noun: &'static str,
    /// What the judge says of its own errors is for the jury.
    internals: bool,
}

impl<'a> Waiting<'a> {
    pub(super) fn of_submission(facts: &Facts<'a>) -> Self {
        let (submission, judging) = (facts.submission, facts.judging);
        let (problem, version) = (Some(submission.problem), Some(judging.version));
        let need = Need { problem, version, language: &submission.language };
        let internals = facts.rights.internals;
        Self { judging: judging.id, need, class: judging.class, noun: "The submission", internals }
    }

    pub(crate) fn of_check(checked: &'a Checked, version: &ProblemVersion) -> Self {
        let (problem, version) = (Some(version.problem), Some(version.id));
        let need = Need { problem, version, language: &checked.language };
        Self {
            judging: checked.judging,
            need,
            class: Class::Verification,
            noun: "The check",
            internals: false,
        }
    }

    pub(crate) fn of_run(run: &'a CustomRun) -> Self {
        let need = Need { problem: run.problem, version: run.version, language: &run.language };
        Self { judging: run.judging, need, class: Class::CustomRun, noun: "The run", internals: false }
    }
}

/// How long it will be, and why.
pub(crate) struct Told {
    /// Why nobody takes it.
    pub(crate) why: Option<String>,
    pub(crate) ahead: Ahead,
    /// `None`: nobody knows.
    pub(crate) expected: Option<Duration>,
    noun: &'static str,
}

pub(crate) async fn look(app: &App, waits: &Waiting<'_>) -> Result<Told, Error> {
    let (need, noun) = (waits.need, waits.noun);
    let hall = waiting::hall(&app.db).await?;
    let ahead = match waiting::ahead(&app.db, waits.judging).await {
        // It was taken while we looked.
        Err(store::Error::NotFound) => Ahead::default(),
        ahead => ahead?,
    };
    if let Some(obstacle) = hall.obstacle(need) {
        return Ok(Told { why: Some(why(&obstacle, waits)), ahead, expected: None, noun });
    }
    let pace = waiting::pace(&app.db, need.problem, need.language, waits.class).await?;
    let expected = waiting::expected(ahead, &pace, hall.slots(need.language));
    Ok(Told { why: None, ahead, expected, noun })
}

impl Told {
    /// The class of the note, and its words.
    pub(crate) fn note(&self) -> (&'static str, String) {
        match &self.why {
            Some(why) => {
                let stays = format!("{} stays in the queue and is judged when that changes.", self.noun);
                ("wait", format!("{why} {stays}"))
            }
            None => {
                let result = self.expected.map(result_in).unwrap_or_default();
                ("", format!("{}{result}", place(self.ahead)))
            }
        }
    }
}

fn why(obstacle: &Obstacle<'_>, waits: &Waiting<'_>) -> String {
    let language = words::language(waits.need.language);
    match obstacle {
        Obstacle::NoWorker => "No worker is running.".to_owned(),
        Obstacle::NoneSound => {
            "No worker can judge: the one that runs did not pass its self-test.".to_owned()
        }
        Obstacle::NoLanguage => format!("No running worker knows {language}."),
        Obstacle::Paused(pause) => paused(pause, language, waits.internals),
    }
}

fn paused(pause: &Pause, language: &str, internals: bool) -> String {
    let what = match pause.thing {
        Thing::Problem(_) | Thing::Version(_) => "this problem".to_owned(),
        Thing::Language(_) | Thing::LanguageOn { .. } => language.to_owned(),
        Thing::Worker(_) => "submissions".to_owned(),
    };
    let reason = Some(&pause.reason).filter(|reason| !reason.is_empty());
    let reason = reason.map(|reason| format!(": {}", reason.trim_end_matches('.'))).unwrap_or_default();
    match pause.origin {
        Origin::Jury => format!("Judging of {what} is paused{reason}."),
        Origin::Judge if internals => format!("Set aside, {pause}{reason}."),
        Origin::Judge => {
            format!(
                "The judge failed at {what} again and again, so this waits until somebody has looked at it."
            )
        }
    }
}

/// `3 submissions are judged before it, 2 of them more urgent.`
fn place(ahead: Ahead) -> String {
    let Ahead { judgings, urgent, custom_runs } = ahead;
    let noun = match custom_runs {
        0 => "submission",
        runs if runs == judgings => "run",
        _ => "judging",
    };
    let number = words::grouped(judgings.into());
    let before = match judgings {
        0 => return "It is the next in the queue.".to_owned(),
        1 => format!("1 {noun} is judged before it"),
        MOST_COUNTED.. => format!("At least {number} {noun}s are judged before it"),
        _ => format!("{number} {noun}s are judged before it"),
    };
    match urgent {
        0 => format!("{before}."),
        all if all == judgings => format!("{before}, more urgent than this one."),
        urgent => format!("{before}, {} of them more urgent than this one.", words::grouped(urgent.into())),
    }
}

/// Rounded up to what one can mean by such a guess.
fn result_in(time: Duration) -> String {
    let seconds = time.as_secs_f64().ceil() as u64;
    match seconds {
        0..=10 => format!(" Its result is expected within {} s.", seconds.max(1)),
        11..=90 => format!(" Its result is expected in about {} s.", seconds.div_ceil(5) * 5),
        91..=5400 => format!(" Its result is expected in about {} min.", seconds.div_ceil(60)),
        _ => format!(" Its result is expected in about {} h.", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_queue_is_told_in_words() {
        let told = |judgings, urgent| place(Ahead { judgings, urgent, custom_runs: 0 });
        assert_eq!(told(0, 0), "It is the next in the queue.");
        assert_eq!(told(1, 0), "1 submission is judged before it.");
        assert_eq!(told(7, 2), "7 submissions are judged before it, 2 of them more urgent than this one.");
        assert_eq!(told(7, 7), "7 submissions are judged before it, more urgent than this one.");
        let mixed = |custom_runs| place(Ahead { judgings: 2, urgent: 0, custom_runs });
        assert_eq!(mixed(2), "2 runs are judged before it.");
        assert_eq!(mixed(1), "2 judgings are judged before it.");
        assert_eq!(told(MOST_COUNTED, 0), "At least 1,000 submissions are judged before it.");
    }

    #[test]
    fn a_guess_has_no_more_digits_than_it_is_worth() {
        let told = |seconds| result_in(Duration::from_millis(seconds));
        assert_eq!(told(200), " Its result is expected within 1 s.");
        assert_eq!(told(12_300), " Its result is expected in about 15 s.");
        assert_eq!(told(150_000), " Its result is expected in about 3 min.");
        assert_eq!(told(9_000_000), " Its result is expected in about 3 h.");
    }
}
