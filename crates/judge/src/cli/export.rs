use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args as Arguments;
use problem::Blobs;
use problem::export::{Export, Loss, NoOrigin};
use serde::Serialize;
use store::Db;
use tempfile::NamedTempFile;

use super::{Answer, Context, database, package};
use crate::machine::Machine;
use crate::report::{self, say};

pub(super) const HELP: &str = "\
The package is a zip archive: of the ICPC format, 2025-09, which most judges take, or (--format origin)
the package that the version was read from, with the same files, byte for byte where nothing was edited.
What a format cannot say is told; a line with an exclamation mark is about something that may change a
verdict. Where edits cannot be said in the format that the package came in, nothing is written and the
exit status is 1.

Examples:
  judge problem export a-plus-b -o a-plus-b.zip
  judge problem export a-plus-b --version 3 --format origin -o as-it-came.zip

--json prints one object: problem, version, file and losses[] (field, why, misjudged: whether a submission
may be judged differently for it).";

pub(super) const CONVERT_HELP: &str = "\
Tests that the package's own programs make are made in boxes, and a time limit that it leaves open is
found by running its accepted submissions.

Examples:
  judge problem convert aplusb-12$linux.zip -o aplusb.zip
  judge problem convert dmoj/aplusb --time-limit 1s --memory-limit 64M -o aplusb.zip

--json prints one object: problem, version (null), file and losses[] (field, why, misjudged).";

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// The problem's name in URLs
    #[arg(value_name = "SLUG")]
    problem: String,
    /// Number of the version [default: the current one]
    #[arg(long, value_name = "N")]
    version: Option<u32>,
    /// What to write: icpc, or origin
    #[arg(long, value_name = "FORMAT", default_value = "icpc")]
    format: Form,
    #[command(flatten)]
    output: Output,
}

/// In which form a version is written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
#[value(rename_all = "lower")]
enum Form {
    /// The ICPC format
    Icpc,
    /// The package that it was read from
    Origin,
}

#[derive(Debug, Arguments)]
pub(super) struct ConvertArgs {
    /// Package: a folder or an archive (zip, tar, tar.gz)
    #[arg(value_name = "PACKAGE")]
    package: PathBuf,
    #[command(flatten)]
    options: package::Options,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Arguments)]
struct Output {
    /// Where to write the archive; what is there is replaced
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    problem: &'a str,
    version: Option<u32>,
    file: &'a Path,
    losses: &'a [Loss],
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    database::with_blobs(context, async |blobs| {
        let version = find(blobs.db(), args).await?;
        let blobs = store::blob::Stored::new(blobs);
        let (file, form, number) = (args.output.output.clone(), args.format, version.number);
        let written = tokio::task::spawn_blocking(move || {
            let export = match form {
                Form::Icpc => Export::icpc(&version.manifest),
                Form::Origin => Export::origin(&version.manifest, &blobs)?,
            };
            write(&export, &blobs, &file)?;
            Ok::<_, anyhow::Error>(export)
        });
        match written.await? {
            Ok(export) => args.output.tell(&args.problem, Some(number), &export),
            Err(error) if is_told(&error) => {
                eprintln!("{}, version {number}: {error:#}", args.problem);
                Ok(Answer::No)
            }
            Err(error) => Err(error),
        }
    })
}

/// Whether it is an answer to the question rather than a failure of ours.
fn is_told(error: &anyhow::Error) -> bool {
    error.downcast_ref::<NoOrigin>().is_some_and(|why| !matches!(why, NoOrigin::Io(_)))
}

async fn find(db: &Db, args: &Args) -> anyhow::Result<store::problem_version::ProblemVersion> {
    let slug = &args.problem;
    let problem = store::problem::by_slug(db, slug).await?;
    let problem =
        problem.with_context(|| format!("there is no problem {slug:?}: judge problem list names all"))?;
    match args.version {
        None => Ok(store::problem_version::get(db, problem.current).await?),
        Some(number) => match store::problem_version::by_number(db, problem.id, number).await {
            Err(store::Error::NotFound) => anyhow::bail!("{slug} has no version {number}"),
            found => Ok(found?),
        },
    }
}

pub(super) fn convert(args: &ConvertArgs, context: &Context) -> anyhow::Result<Answer> {
    let opened = match package::open(&args.package, &args.options, context)? {
        Ok(package) if package::has_to_be_made(&package) => {
            package::make(package, &Machine::detect(context)?)?.map(|made| made.package)
        }
        opened => opened,
    };
    let package = match opened {
        Ok(package) => package,
        Err(faults) => {
            package::complain(&args.package, &faults);
            return Ok(Answer::No);
        }
    };
    package::complain(&args.package, &package.warnings);
    let export = Export::icpc(&package.version);
    write(&export, &package, &args.output.output)?;
    args.output.tell(package.version.slug.as_str(), None, &export)
}

/// The whole archive, or nothing: one that broke off is never there under the name.
fn write(export: &Export, blobs: &dyn Blobs, file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = || format!("cannot write {}", file.display());
    let side = NamedTempFile::new_in(folder).with_context(failed)?;
    export.write(blobs, side.as_file()).with_context(failed)?;
    side.as_file().set_permissions(Permissions::from_mode(0o644)).with_context(failed)?;
    side.persist(file).with_context(failed)?;
    Ok(())
}

impl Output {
    fn tell(&self, problem: &str, version: Option<u32>, export: &Export) -> anyhow::Result<Answer> {
        let (file, losses) = (self.output.as_path(), export.losses.as_slice());
        if self.json {
            report::json(&Report { problem, version, file, losses })?;
            return Ok(Answer::Yes);
        }
        let number = version.map_or(String::new(), |number| format!(", version {number},"));
        say!("{problem}{number} is written to {}.", file.display())?;
        if !losses.is_empty() {
            say!("What it does not say, or says in another way (! may change a verdict):")?;
        }
        for loss in losses {
            say!("{} {loss}", if loss.misjudged { "!" } else { " " })?;
        }
        Ok(Answer::Yes)
    }
}
