//! `judge queue`: what waits, what runs, what stands still.

mod show;

use crate::report::say;
use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use problem::Slug;
use problem::language::Catalog;
use problem::version::ANSWERS;
use store::pause::Thing;
use store::{Db, PauseId};

use super::{Answer, Context, database};

pub(super) const HELP: &str = "\
Examples:
  judge queue show
  judge queue pause --problem a-plus-b --reason \"test 7 is being repaired\"
  judge queue pause --language java
  judge queue resume --problem a-plus-b
  judge queue resume 3

What is paused is not judged until it goes on; it stays in the queue and nothing of it is lost.
The judge itself sets aside what it fails at again and again: a version of a problem, a language on
one worker, or a worker. `judge queue show` says why, and the command by which it goes on.";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Show what waits and why, what runs, who works, what is paused, and what failed in the last day
    Show {
        /// One JSON object on standard output
        #[arg(long)]
        json: bool,
        /// Tell of this submission only: what is before it, when its result is expected, why it waits
        #[arg(long, value_name = "SUBMISSION")]
        submission: Option<store::SubmissionId>,
    },
    /// Judge nothing of a problem, in a language, or on a worker, until it is resumed
    Pause {
        #[command(flatten)]
        what: What,
        /// Why, for those who see that it stands still
        #[arg(long, default_value = "")]
        reason: String,
        /// One JSON object on standard output
        #[arg(long)]
        json: bool,
    },
    /// Let go on what was paused, or what the judge had set aside
    Resume {
        /// Number of the pause, as `judge queue show` has it
        #[arg(value_name = "PAUSE", conflicts_with_all = ["problem", "language", "worker"])]
        pause: Option<PauseId>,
        #[command(flatten)]
        what: What,
        /// One JSON object on standard output
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Args)]
pub(super) struct What {
    /// All submissions to this problem
    #[arg(long, value_name = "SLUG", conflicts_with_all = ["language", "worker"])]
    problem: Option<Slug>,
    /// This language; with --worker only there
    #[arg(long, value_name = "ID")]
    language: Option<String>,
    /// Everything on the worker of this name; what it is at, it ends
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,
}

pub(super) fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    database::with(context, async |db| {
        match command {
            Command::Show { json, submission: None } => show::all(db, *json).await?,
            Command::Show { json, submission: Some(id) } => show::one(db, *id, *json).await?,
            Command::Pause { what, reason, json } => {
                let id = store::pause::create(db, &what.thing(db).await?, reason, None).await?;
                told(*json, id, "paused", &named(db, id).await?)?;
            }
            Command::Resume { pause, what, json } => {
                let id = match pause {
                    Some(id) => *id,
                    None => what.pause(db).await?,
                };
                let name = named(db, id).await?;
                store::pause::end(db, id).await?;
                told(*json, id, "resumed", &name)?;
            }
        }
        Ok(Answer::Yes)
    })
}

/// What the pause is of, in words.
async fn named(db: &Db, id: PauseId) -> anyhow::Result<String> {
    let found = store::pause::list(db).await?.into_iter().find(|pause| pause.id == id);
    let found = found.with_context(|| format!("there is no pause {id}; see: judge queue show"))?;
    Ok(found.to_string())
}

fn told(json: bool, id: PauseId, word: &str, name: &str) -> anyhow::Result<()> {
    if json {
        return Ok(crate::report::json(&serde_json::json!({ "id": id, "thing": name, "state": word }))?);
    }
    match word {
        "paused" => say!("Paused: {name}. It goes on with: judge queue resume {id}")?,
        _ => say!("Goes on: {name}.")?,
    }
    Ok(())
}

/// # Errors
/// There is none of this id.
pub(super) fn known_language(language: &str) -> anyhow::Result<()> {
    if Catalog::builtin().get(language).is_none() && language != ANSWERS {
        bail!("there is no language {language}; judge doctor lists them");
    }
    Ok(())
}

impl What {
    async fn thing(&self, db: &Db) -> anyhow::Result<Thing> {
        if let Some(language) = &self.language {
            known_language(language)?;
        }
        if let Some(worker) = &self.worker
            && !store::worker::names(db).await?.contains(worker)
        {
            bail!("there is no worker {worker}; see: judge worker list");
        }
        Ok(match (&self.problem, self.language.clone(), self.worker.clone()) {
            (Some(slug), ..) => {
                let problem = store::problem::by_slug(db, slug.as_str()).await?;
                let unknown = || format!("there is no problem {slug}; see: judge problem list");
                Thing::Problem(problem.with_context(unknown)?.id)
            }
            (None, Some(language), Some(worker)) => Thing::LanguageOn { language, worker },
            (None, Some(language), None) => Thing::Language(language),
            (None, None, Some(worker)) => Thing::Worker(worker),
            (None, None, None) => bail!("say what: --problem, --language or --worker"),
        })
    }

    async fn pause(&self, db: &Db) -> anyhow::Result<PauseId> {
        if self.problem.is_none() && self.language.is_none() && self.worker.is_none() {
            bail!(
                "say which: the number of a pause, --problem, --language or --worker; see: judge queue show"
            );
        }
        let pause = store::pause::of(db, &self.thing(db).await?).await?;
        pause.context("that is not paused; see: judge queue show")
    }
}
