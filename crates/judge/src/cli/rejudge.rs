use crate::report::say;
use anyhow::Context as _;
use clap::Args as Arguments;
use problem::Slug;
use store::{Db, JudgingId, SubmissionId};

use super::{Answer, Context, database};

pub(super) const HELP: &str = "\
Examples:
  judge rejudge 17 18
  judge rejudge --problem a-plus-b";

#[derive(Debug, Arguments)]
#[group(required = true, multiple = false)]
pub(super) struct Args {
    /// Numbers of submissions
    #[arg(value_name = "SUBMISSION")]
    submissions: Vec<SubmissionId>,
    /// All submissions to this problem
    #[arg(long, value_name = "SLUG")]
    problem: Option<Slug>,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    database::with(context, async |db| {
        let made = match &args.problem {
            Some(slug) => of_problem(db, slug).await?,
            None => of_submissions(db, &args.submissions).await?,
        };
        say!("{} submissions are being judged again.", made.len())?;
        Ok(Answer::Yes)
    })
}

async fn of_problem(db: &Db, slug: &Slug) -> anyhow::Result<Vec<JudgingId>> {
    let problem = store::problem::by_slug(db, slug.as_str()).await?;
    let problem = problem.with_context(|| format!("there is no problem {slug}; see: judge problem list"))?;
    Ok(store::judging::rejudge_problem(db, problem.id).await?)
}

/// All or none: a mistyped number shall not go unnoticed.
async fn of_submissions(db: &Db, submissions: &[SubmissionId]) -> anyhow::Result<Vec<JudgingId>> {
    for id in submissions {
        let found = store::submission::get(db, *id).await;
        found.with_context(|| format!("cannot judge submission {id} again"))?;
    }
    Ok(store::judging::rejudge(db, submissions).await?)
}
