use std::time::Duration;

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use nix::unistd::{Uid, User};
use store::rejudging::{self, Applied, By, Filter, Overlap, Progress, State};
use store::{Db, RejudgingId};
use tokio::time::sleep;

use super::{Answer, Context, database, queue};
use crate::report::rejudging::{self as report, Report};
use crate::report::say;

mod which;

use which::Which;

pub(super) const HELP: &str = "\
A rejudging judges submissions again beside the judgings that count; contestants see nothing of it until it is
applied. What it would change is shown before. New judge errors take nobody's place.

Examples:
  judge rejudge plan --problem a-plus-b --outdated --reason 'the second test was wrong'
  judge rejudge plan --worker east-3 --since 2h --reason 'its disk was failing'
  judge rejudge show 4
  judge rejudge apply 4
  judge rejudge undo 4";

const PLAN_HELP: &str = "\
A submission is judged again when it fits everything that is named. Without --version it is judged on its problem's
current one. Moments are RFC 3339 (2026-11-30T09:00:00+01:00), or a date and a time of day in UTC (2026-11-30 09:00),
or so long ago (90m, 2h).

Ctrl-C ends the progress bar and not the judging: judge rejudge show ID goes on telling how far it is.

--json prints what judge rejudge show --json does; with --no-wait as it is now, else when all is judged.";

const SHOW_HELP: &str = "\
--json prints an object: id, state (judging, judged, applied, dropped), filter (as it was asked for), reason,
steps[] (step, who, reason, at), progress (total, queued, running, done, judge_errors, verdicts, scores, rest_s),
matrix[] (from, to, count), changes[] (submission, user, problem, from, to, from_score, to_score, test, test_from,
test_to), judge_errors[] (submission, error), overlaps[] (rejudging, state: open or applied, submissions).
A verdict that is not there yet is null. progress.verdicts counts submissions with another verdict, progress.scores
those with the same verdict and another score; rest_s is null while nothing ends.";

const LIST_HELP: &str = "\
--json prints a list of objects: id, state, filter, reason, steps[] and progress, as judge rejudge show --json does.";

const DECIDE_HELP: &str = "\
--json prints an object: id, state, swapped (submissions of which another judging counts now), kept (submissions that
keep theirs because the new one is a judge error), overlaps[] (rejudging, state: open or applied, submissions).";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Queue new judgings beside those that count, and follow them
    #[command(after_help = PLAN_HELP)]
    Plan {
        #[command(flatten)]
        which: Which,
        /// Why they are judged again
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// Do not wait until they are judged
        #[arg(long)]
        no_wait: bool,
        /// One JSON object on standard output
        #[arg(long)]
        json: bool,
    },
    /// List the rejudgings, newest first
    #[command(after_help = LIST_HELP)]
    List {
        /// One JSON list on standard output
        #[arg(long)]
        json: bool,
    },
    /// Tell how far one is, and what it would change or has changed
    #[command(after_help = SHOW_HELP)]
    Show {
        /// Number of the rejudging
        id: RejudgingId,
        /// Wait until everything is judged
        #[arg(long)]
        wait: bool,
        /// One JSON object on standard output
        #[arg(long)]
        json: bool,
    },
    /// Let the new judgings count, all at once
    #[command(after_help = DECIDE_HELP)]
    Apply(Decision),
    /// Give one up that is not applied: what waits is not judged any more
    #[command(after_help = DECIDE_HELP)]
    Drop(Decision),
    /// Let the judgings count again that did before it was applied
    #[command(after_help = DECIDE_HELP)]
    Undo(Decision),
}

#[derive(Debug, Args)]
pub(super) struct Decision {
    /// Number of the rejudging
    id: RejudgingId,
    /// Why
    #[arg(long, value_name = "TEXT", default_value = "")]
    reason: String,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// How an answer is printed.
#[derive(Clone, Copy)]
enum Form {
    Words,
    Json,
}

impl From<bool> for Form {
    fn from(json: bool) -> Self {
        if json { Self::Json } else { Self::Words }
    }
}

/// How often the database is asked how far it is.
const POLL: Duration = Duration::from_millis(500);
/// So many are listed.
const LISTED: u32 = 1000;

pub(super) fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    database::with(context, async |db| {
        match command {
            Command::Plan { which, reason, no_wait, json } => {
                let id = plan(db, &which.filter(), reason).await?;
                if !no_wait {
                    follow(db, id).await?;
                }
                show(db, id, Form::from(*json)).await?;
            }
            Command::List { json } => {
                report::list(&rejudging::list(db, None, LISTED).await?, *json)?;
            }
            Command::Show { id, wait, json } => {
                if *wait {
                    follow(db, *id).await?;
                }
                show(db, *id, Form::from(*json)).await?;
            }
            Command::Apply(decision) => decide(db, decision, State::Applied).await?,
            Command::Drop(decision) => decide(db, decision, State::Dropped).await?,
            Command::Undo(decision) => decide(db, decision, State::Open).await?,
        }
        Ok(Answer::Yes)
    })
}

/// Says on standard error what was made, as standard output is for what it comes to.
async fn plan(db: &Db, filter: &Filter, reason: &str) -> anyhow::Result<RejudgingId> {
    if let Some(language) = &filter.language {
        queue::known_language(language)?;
    }
    let who = operator();
    let id = rejudging::plan(db, filter, &By { who: &who, reason }).await?;
    let total = rejudging::progress(db, id).await?.total;
    let are = if total == 1 { "submission is" } else { "submissions are" };
    report::note(&format!("Rejudging {id}: {total} {are} judged again. Ctrl-C does not stop it."));
    for overlap in rejudging::overlaps(db, id).await? {
        report::note(&report::overlapping(State::Open, &overlap));
    }
    Ok(id)
}

/// Until all is judged, or somebody dropped it. A database that goes away for a while is waited for.
async fn follow(db: &Db, id: RejudgingId) -> anyhow::Result<()> {
    let bar = crate::report::bar(None, "{bar:40} {pos} of {len} submissions, {msg}");
    loop {
        match rejudging::progress(db, id).await {
            Ok(progress) if progress.left() == 0 => break,
            Ok(progress) => draw(&bar, &progress),
            Err(error) if error.is_unavailable() => {}
            Err(error) => return Err(error.into()),
        }
        sleep(POLL).await;
    }
    bar.finish_and_clear();
    Ok(())
}

fn draw(bar: &ProgressBar, progress: &Progress) {
    bar.set_length(progress.total);
    bar.set_message(report::ahead(progress));
    bar.set_position(progress.done);
}

async fn show(db: &Db, id: RejudgingId, form: Form) -> anyhow::Result<()> {
    let most = if matches!(form, Form::Json) { u32::MAX } else { report::SHOWN };
    let report = Report::load(db, id, most).await?;
    match form {
        Form::Json => Ok(crate::report::json(&report.json())?),
        Form::Words => report.tell(),
    }
}

/// Brings it into that state.
async fn decide(db: &Db, decision: &Decision, state: State) -> anyhow::Result<()> {
    let (id, who) = (decision.id, operator());
    let by = By { who: &who, reason: &decision.reason };
    let done = match state {
        State::Applied => rejudging::apply(db, id, &by).await?,
        State::Open => rejudging::undo(db, id, &by).await?,
        State::Dropped => {
            rejudging::discard(db, id, &by).await?;
            Applied { swapped: 0, kept: 0 }
        }
    };
    let overlaps = rejudging::overlaps(db, id).await?;
    match Form::from(decision.json) {
        Form::Json => Ok(crate::report::json(&report::decided(id, state, done, &overlaps))?),
        Form::Words => tell(id, state, done, &overlaps),
    }
}

fn tell(id: RejudgingId, state: State, done: Applied, overlaps: &[Overlap]) -> anyhow::Result<()> {
    let Applied { swapped, kept } = done;
    match state {
        State::Applied => {
            say!("Rejudging {id} is applied: {swapped} submissions count their new judgings now.")?
        }
        State::Open => {
            say!("Rejudging {id} is undone: {swapped} submissions count their former judgings again.")?
        }
        State::Dropped => say!("Rejudging {id} is dropped. Nothing of what counts has changed.")?,
    }
    if state == State::Applied && kept > 0 {
        say!(
            "{kept} keep what they had, because their new judging is a judge error: judge rejudge show {id}"
        )?;
    }
    for overlap in overlaps.iter().filter(|overlap| state == State::Applied && overlap.state == State::Open) {
        let (other, count) = (overlap.rejudging, overlap.submissions);
        say!(
            "Rejudging {other} is of {count} of them, too, and cannot be applied now: judge rejudge drop {other}"
        )?;
    }
    Ok(())
}

/// Who runs this command: `root on host`.
fn operator() -> String {
    let uid = Uid::current();
    let user = User::from_uid(uid).ok().flatten().map_or_else(|| uid.to_string(), |user| user.name);
    let host = nix::unistd::gethostname().unwrap_or_default();
    format!("{user} on {}", host.to_string_lossy())
}
