use clap::Args as Arguments;
use store::problem::Shown;

use super::{Answer, Context, database};
use crate::report::{self, table};

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// One JSON list on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    database::with(context, async |db| {
        let problems = store::problem::list(db, Shown::All).await?;
        if args.json {
            let lines = problems.iter().map(|problem| {
                serde_json::json!({
                    "slug": problem.slug,
                    "name": problem.name,
                    "version": problem.number,
                    "visible": problem.visible,
                })
            });
            report::json(&lines.collect::<Vec<_>>())?;
            return Ok(Answer::Yes);
        }
        let mut table = table::new(&["problem", "name", "version", "seen by"]);
        for problem in &problems {
            let seen = if problem.visible { "everybody" } else { "setters and jury" };
            table.add_row([problem.slug.as_str(), &problem.name, &problem.number.to_string(), seen]);
        }
        table::print(table)?;
        Ok(Answer::Yes)
    })
}
