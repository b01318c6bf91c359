use crate::report::say;
use std::path::PathBuf;

use clap::Args as Arguments;

use super::{Answer, Context, database, package};

pub(super) const HELP: &str = "\
The folder's or the file's name is the problem's name. Older submissions keep the version that
they were judged on.

Examples:
  judge problem import problems/a-plus-b
  judge problem import /tmp/a-plus-b.zip";

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// Package: a folder or a zip
    #[arg(value_name = "DIR|ZIP")]
    package: PathBuf,
    #[command(flatten)]
    options: package::Options,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    let package = match package::open(&args.package, &args.options)? {
        Ok(package) => package,
        Err(faults) => {
            package::complain(&args.package, &faults);
            return Ok(Answer::No);
        }
    };
    package::complain(&args.package, &package.warnings);
    database::with(context, async |db| {
        let imported = store::problem::import(db, &package.version, &package, None).await?;
        let (slug, number) = (&package.version.slug, imported.number);
        match imported.unchanged {
            true => say!("{slug}: nothing has changed since version {number}.")?,
            false => say!("{slug}: version {number} is current now.")?,
        }
        Ok(Answer::Yes)
    })
}
