use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args as Arguments;
use comfy_table::Cell;
use judging::{Comparator, Judgement};
use problem::comparison::{Comparison, Entry, FAMILIES, Family};
use problem::{Score, Verdict};
use serde::Serialize;

use super::Answer;
use crate::log;
use crate::report::{self, say, table};

pub(super) const HELP: &str = "\
FAMILY is icpc, or one of another judge: testlib-wcmp (also wcmp, std::wcmp.cpp), dmoj-floats (also
dmoj:floats, floats), cms-whitediff, hydro-default, hustoj …; --list names them all.
The verdict is the one that this judge's own comparator gives.

Arguments of the comparator stand behind --: those of the package format for icpc (case_sensitive,
space_change_sensitive, float_tolerance E, float_absolute_tolerance E, float_relative_tolerance E),
name=value for DMOJ's (precision=6). The others take none.

Exit status: 42 accepted, 43 wrong answer, 44 presentation error, 1 it could not be compared (no such
comparator, a file that cannot be read, bad arguments, an answer that the comparator cannot read).

--json prints one object: family, args, verdict (AC, WA, PE), share (of the points, 0 to 1) or points,
null where the comparator gives none, and reason.

Examples:
  judge compare wcmp 1.ans 1.out
  judge compare icpc 1.ans 1.out -- float_tolerance 1e-6
  judge compare dmoj:floats 1.ans 1.out --json -- precision=4";

const ACCEPTED: u8 = 42;
const WRONG: u8 = 43;
const PRESENTATION: u8 = 44;
/// It could not be compared.
pub(super) const REFUSED: u8 = 1;

const BLOCK: usize = 64 << 10;

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// Whose comparison
    family: Option<String>,
    /// File with the right answer
    answer: Option<PathBuf>,
    /// File with the output to judge; - is standard input
    output: Option<PathBuf>,
    /// Arguments of the comparator
    #[arg(last = true)]
    args: Vec<String>,
    /// List all comparators
    #[arg(long)]
    list: bool,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Report<'a> {
    family: Family,
    args: &'a [String],
    verdict: Verdict,
    share: Option<f64>,
    points: Option<f64>,
    reason: &'a str,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Answer> {
    if args.list {
        return list(args);
    }
    match compare(args) {
        Ok((comparison, judgement)) => tell(args, &comparison, &judgement),
        Err(error) => {
            log::failure(&error);
            Ok(Answer::Status(REFUSED))
        }
    }
}

fn compare(args: &Args) -> anyhow::Result<(Comparison, Judgement)> {
    let (Some(family), Some(answer), Some(output)) = (&args.family, &args.answer, &args.output) else {
        bail!("give FAMILY, ANSWER and OUTPUT: judge compare wcmp 1.ans 1.out");
    };
    let comparison = Comparison::new(family.parse()?, args.args.iter().cloned())?;
    let mut comparator = Comparator::new(comparison.rules()?, open(answer)?);
    let mut output_file: Box<dyn Read> =
        if output == Path::new("-") { Box::new(std::io::stdin()) } else { Box::new(open(output)?) };
    let cannot_read = |path: &Path| format!("cannot read {}", path.display());
    let mut block = vec![0; BLOCK];
    while !comparator.is_refused() {
        let read = output_file.read(&mut block).with_context(|| cannot_read(output))?;
        if read == 0 {
            break;
        }
        comparator.push(&block[..read]).with_context(|| cannot_read(answer))?;
    }
    let judgement = comparator.finish().with_context(|| cannot_read(answer))?;
    if judgement.verdict == Verdict::Je {
        bail!("{} cannot judge by {}: {}", comparison.family(), answer.display(), judgement.reason);
    }
    Ok((comparison, judgement))
}

fn open(path: &Path) -> anyhow::Result<File> {
    File::open(path).with_context(|| format!("cannot read {}", path.display()))
}

fn tell(args: &Args, comparison: &Comparison, judgement: &Judgement) -> anyhow::Result<Answer> {
    let (word, status) = match judgement.verdict {
        Verdict::Ac => ("accepted", ACCEPTED),
        Verdict::Pe => ("presentation error", PRESENTATION),
        _ => ("wrong answer", WRONG),
    };
    let (share, points) = match judgement.score {
        None => (None, None),
        Some(Score::Share(share)) => (Some(share), None),
        Some(Score::Points(points)) => (None, Some(points)),
    };
    if args.json {
        let (family, args, verdict) = (comparison.family(), comparison.args(), judgement.verdict);
        report::json(&Report { family, args, verdict, share, points, reason: &judgement.reason })?;
    } else if judgement.reason.is_empty() {
        say!("{word}")?;
    } else {
        say!("{word}: {}", judgement.reason)?;
    }
    Ok(Answer::Status(status))
}

/// What `--list --json` prints of each.
#[derive(Debug, Serialize)]
struct Listed {
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
}

fn list(args: &Args) -> anyhow::Result<Answer> {
    if args.json {
        let listed = |entry: &Entry| Listed { name: entry.name, aliases: entry.aliases, about: entry.about };
        report::json(&FAMILIES.iter().map(listed).collect::<Vec<_>>())?;
        return Ok(Answer::Yes);
    }
    let mut families = table::new(&["comparator", "also", "compares"]);
    for entry in &FAMILIES {
        families.add_row([
            Cell::new(entry.name),
            Cell::new(entry.aliases.join(", ")),
            Cell::new(entry.about),
        ]);
    }
    table::print(families)?;
    Ok(Answer::Yes)
}
