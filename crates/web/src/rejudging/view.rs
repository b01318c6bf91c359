//! A rejudging as the page and the event stream show it.

use askama::Template;
use store::SubmissionId;
use store::rejudging::{self, Change, JudgeError, Overlap, Progress, Rejudging, Side, State};

use super::matrix::{Matrix, standing as verdict};
use crate::error::Error;
use crate::mark::Standing;
use crate::{App, filters, words};

/// Changes of a page.
const CHANGES: u32 = 50;
/// Judge errors of a page.
const ERRORS: u32 = 20;
/// Characters of a judge error that are shown.
const ERROR: usize = 300;

/// The fragment `rejudging/fragment.html`, and what the page around it wants to know.
#[derive(Template)]
#[template(path = "rejudging/fragment.html")]
pub(super) struct View {
    pub(super) rejudging: Rejudging,
    pub(super) headline: String,
    matrix: Matrix,
    changes: Vec<Change>,
    /// Where the changes go on.
    more: Option<SubmissionId>,
    errors: Vec<JudgeError>,
    overlaps: Vec<Overlap>,
}

impl View {
    /// With changes after that submission.
    pub(super) async fn load(
        app: &App,
        rejudging: Rejudging,
        after: Option<SubmissionId>,
    ) -> Result<Self, Error> {
        let id = rejudging.id;
        let mut changes = rejudging::changes(&app.db, id, after, CHANGES + 1).await?;
        let more = changes.len() > CHANGES as usize;
        changes.truncate(CHANGES as usize);
        Ok(Self {
            headline: headline(&rejudging),
            matrix: Matrix::of(&rejudging::matrix(&app.db, id).await?),
            more: changes.last().filter(|_| more).map(|last| last.submission),
            changes,
            errors: rejudging::judge_errors(&app.db, id, ERRORS).await?,
            overlaps: rejudging::overlaps(&app.db, id).await?,
            rejudging,
        })
    }

    /// It changes by itself.
    pub(super) fn is_live(&self) -> bool {
        self.rejudging.progress.left() > 0
    }

    fn progress(&self) -> &Progress {
        &self.rejudging.progress
    }

    /// What it would change, or has changed.
    fn effect(&self) -> String {
        let Progress { verdicts, scores, judge_errors, done, .. } = *self.progress();
        let changed = match (verdicts, scores) {
            (0, 0) => "no result changes".to_owned(),
            (verdicts, 0) => changes(verdicts, "verdict"),
            (0, scores) => changes(scores, "score"),
            (verdicts, scores) => {
                format!("{} and {}", changes(verdicts, "verdict"), changes(scores, "score"))
            }
        };
        let errors = match judge_errors {
            0 => String::new(),
            errors => format!("; {}, which take nobody’s place", words::count(errors, "judge error")),
        };
        format!("Of {} judged, {changed}{errors}.", words::count(done, "submission"))
    }

    /// What the button does, in numbers.
    fn applying(&self) -> String {
        let Progress { total, judge_errors, .. } = *self.progress();
        let kept = match judge_errors {
            0 => String::new(),
            errors => format!(" {} keep what they have.", words::grouped(errors)),
        };
        let swapped = words::count(total - judge_errors, "submission");
        format!(
            "{swapped} will count their new judgings, {} of them another result.{kept} Contestants see it at once.",
            words::grouped(self.progress().changed())
        )
    }

    fn undoing(&self) -> String {
        let swapped = words::count(self.progress().total - self.progress().judge_errors, "submission");
        format!("{swapped} will count again what they did before. Contestants see it at once.")
    }

    fn dropping(&self) -> String {
        match self.progress().left() {
            0 => "Nothing of what counts changes. The new judgings stay for the jury to see.".to_owned(),
            left => format!(
                "{} will not be judged any more. Nothing of what counts changes.",
                words::count(left, "judging")
            ),
        }
    }

    fn rest(&self) -> String {
        let Progress { running, rest, .. } = self.progress();
        let rest = rest.map_or_else(
            || "nothing ended in the last minute".to_owned(),
            |rest| format!("about {} left", coarse(rest.as_secs())),
        );
        format!("{} running, {rest}", words::grouped(*running))
    }

    fn warning(&self, overlap: &Overlap) -> Option<String> {
        let count = words::count(overlap.submissions, "submission");
        let so = match (self.rejudging.state, overlap.state) {
            (State::Open, State::Open) => "only one of the two can be applied",
            (State::Open, State::Applied) => "it cannot be undone while this one is applied",
            (State::Applied, State::Open) => {
                "it cannot be applied while this one is, unless it was planned after it"
            }
            _ => return None,
        };
        Some(format!("is of {count} of these, too: {so}."))
    }

    fn of(side: &Side) -> Standing {
        verdict(side.verdict)
    }

    fn test(change: &Change) -> Option<String> {
        let word = |verdict: Option<problem::Verdict>| verdict.map_or("not run", problem::Verdict::code);
        let test = change.test.as_ref()?;
        Some(format!("{test}: {} → {}", word(change.test_from), word(change.test_to)))
    }

    fn cut(error: &str) -> String {
        error.chars().take(ERROR).collect()
    }
}

fn changes(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "s" } else { "" };
    format!("{} change{ending}", words::count(count, noun))
}

/// `40 s`, `12 min`, `3 h`
fn coarse(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3_600),
    }
}

fn headline(rejudging: &Rejudging) -> String {
    let Progress { total, done, .. } = rejudging.progress;
    match rejudging.state {
        State::Applied => format!("Rejudging {} is applied", rejudging.id),
        State::Dropped => format!("Rejudging {} was dropped", rejudging.id),
        State::Open if rejudging.is_ready() => format!("Rejudging {} is judged", rejudging.id),
        State::Open => {
            format!(
                "Rejudging {}: {} of {} judged",
                rejudging.id,
                words::grouped(done),
                words::grouped(total)
            )
        }
    }
}

/// For the list: `412 of 5,000`, `judged`, `applied`, `dropped`.
pub(super) fn standing(rejudging: &Rejudging) -> String {
    match rejudging.state {
        State::Open if rejudging.is_ready() => "judged, not applied".to_owned(),
        State::Open => {
            let Progress { done, total, .. } = rejudging.progress;
            format!("{} of {} judged", words::grouped(done), words::grouped(total))
        }
        decided => decided.word().to_owned(),
    }
}

/// Who planned it.
pub(super) fn by(rejudging: &Rejudging) -> &str {
    rejudging.steps.first().map_or("", |step| &step.who)
}
