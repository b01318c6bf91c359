use clap::Args as Arguments;
use comfy_table::Cell;

use super::{Answer, Context};
use crate::doctor::{self, State};
use crate::report::{self, table};

pub(super) const HELP: &str = "\
Exit status 0: programs can be judged here. A missing language is no failure.

Example:
  judge doctor --json";

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    let diagnosis = doctor::diagnose(context);
    if args.json {
        report::json(&diagnosis)?;
        return Ok(Answer::from(diagnosis.ok));
    }
    let mut table = table::new(&["", "what", "found", "remedy"]);
    for finding in &diagnosis.findings {
        let (mark, tone) = match finding.state {
            State::Ok => ("ok", table::Tone::Good),
            State::Missing => ("missing", table::Tone::Doubtful),
            State::Bad => ("bad", table::Tone::Bad),
        };
        let remedy = finding.remedy.as_deref().unwrap_or_default();
        table.add_row([
            table::cell(mark, tone),
            Cell::new(&finding.what),
            Cell::new(&finding.detail),
            Cell::new(remedy),
        ]);
    }
    table::print(table);
    if let Some(command) = &diagnosis.install {
        println!("\nWhat is missing comes with: {command}");
    }
    Ok(Answer::from(diagnosis.ok))
}
