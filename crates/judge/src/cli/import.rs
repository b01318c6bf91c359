use crate::report::{self, say};
use std::path::PathBuf;

use clap::Args as Arguments;
use problem::limits::Origin;
use problem::{Changes, Limits, Package, Version};
use serde::Serialize;
use store::Db;

use super::{Answer, Context, database, package};
use crate::machine::Machine;

pub(super) const HELP: &str = "\
The folder's or the file's name is the problem's name. Older submissions keep the version that
they were judged on. A package that was imported before is that version, which is current again; files of it that
were damaged or lost are whole then.

Examples:
  judge problem import problems/a-plus-b
  judge problem import /tmp/a-plus-b.zip --dry-run
  judge problem import aplusb-12$linux.zip
  judge problem import coci.zip --time-limit 1s --memory-limit 64M

--json prints one object: problem, format, version (the number that it has, or would have), unchanged,
changes (against the current version; null for a new problem: tests, points and submissions with added[],
removed[], changed[] and same; limits[] with what, from, to; reordered, judging[], shown[]), stale
(whether earlier verdicts could be others), stale_submissions, and faults[] (file, line, message,
severity).";

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// Package: a folder or an archive (zip, tar, tar.gz)
    #[arg(value_name = "DIR|ZIP")]
    package: PathBuf,
    #[command(flatten)]
    options: package::Options,
    /// Only tell what would change
    #[arg(long)]
    dry_run: bool,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// What an import does, or would do.
#[derive(Debug, Serialize)]
struct Report {
    problem: String,
    format: problem::package::Format,
    version: u32,
    unchanged: bool,
    changes: Option<Changes>,
    stale: bool,
    stale_submissions: u64,
    faults: Vec<problem::Fault>,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    let opened = match package::open(&args.package, &args.options, context)? {
        Ok(package) if package::has_to_be_made(&package) => {
            package::make(package, &Machine::detect(context)?)?.map(|made| made.package)
        }
        opened => opened,
    };
    let mut package = match opened {
        Ok(package) => package,
        Err(faults) => {
            package::complain(&args.package, &faults);
            return Ok(Answer::No);
        }
    };
    package::complain(&args.package, &package.warnings);
    database::with_blobs(context, async |blobs| {
        let db = blobs.db();
        keep_found_limit(db, &mut package.version).await?;
        let mut report = Report::of(db, &package).await?;
        if !args.dry_run {
            blobs.probe(blobs.place()).await?;
            let imported = store::problem::import(blobs, &package.version, &package, None).await?;
            (report.version, report.unchanged) = (imported.number, imported.unchanged);
        }
        match args.json {
            true => report::json(&report)?,
            false => report.tell(args.dry_run)?,
        }
        Ok(Answer::Yes)
    })
}

/// The same package stays the same version, though its time limit was found again and came out a little different.
async fn keep_found_limit(db: &Db, version: &mut Version) -> anyhow::Result<()> {
    let Some(problem) = store::problem::by_slug(db, version.slug.as_str()).await? else { return Ok(()) };
    let current = store::problem_version::get(db, problem.current).await?.manifest;
    let found = |version: &Version| version.limits.time_origin == Origin::Computed;
    if found(version) && found(&current) {
        let limits = Limits { time_ms: current.limits.time_ms, ..version.limits.clone() };
        let same = Version { limits, ..version.clone() };
        if same == current {
            *version = same;
        }
    }
    Ok(())
}

impl Report {
    async fn of(db: &Db, package: &Package) -> anyhow::Result<Self> {
        let version = &package.version;
        let mut report = Self {
            problem: version.slug.to_string(),
            format: package.format,
            version: 1,
            unchanged: false,
            changes: None,
            stale: false,
            stale_submissions: 0,
            faults: package.warnings.clone(),
        };
        let Some(problem) = store::problem::by_slug(db, version.slug.as_str()).await? else {
            return Ok(report);
        };
        let current = store::problem_version::get(db, problem.current).await?;
        let changes = Changes::between(&current.manifest, version);
        report.unchanged = current.hash == version.id();
        report.version = store::problem_version::number_of(db, problem.id, version.id()).await?;
        report.stale = changes.may_change_verdicts();
        if report.stale {
            report.stale_submissions = store::problem_version::submissions(db, problem.current).await?;
        }
        report.changes = Some(changes);
        Ok(report)
    }

    fn tell(&self, dry: bool) -> std::io::Result<()> {
        let Self { problem, version, .. } = self;
        say!("{problem}: read as {} package.", with_article(self.format.words()))?;
        match (self.unchanged, dry) {
            (true, _) => return say!("{problem}: nothing has changed since version {version}."),
            (false, true) => say!("{problem}: would be version {version}.")?,
            (false, false) => say!("{problem}: version {version} is current now.")?,
        }
        for line in self.changes.iter().flat_map(Changes::lines) {
            say!("  {line}")?;
        }
        if self.stale_submissions > 0 {
            say!(
                "  submissions judged on the version before, which keep their verdicts: {}",
                self.stale_submissions
            )?;
        }
        Ok(())
    }
}

fn with_article(words: &str) -> String {
    let vowel = words.starts_with(['A', 'E', 'F', 'I', 'O']);
    format!("{} {words}", if vowel { "an" } else { "a" })
}
