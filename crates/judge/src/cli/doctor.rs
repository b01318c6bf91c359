use crate::report::say;
use std::io;
use std::time::Duration;

use clap::Args as Arguments;
use comfy_table::Cell;
use sandbox::attack::Report;
use sandbox::fair::{Kernel, Slot};

use super::{Answer, Context};
use crate::doctor::workers::Line;
use crate::doctor::{self, Diagnosis, SelfTest, State};
use crate::report::{self, table};

pub(super) const HELP: &str = "\
Exit status 0: programs can be judged here. A missing language is no failure; a self-test that
does not hold is one.

Examples:
  judge doctor --json
  judge doctor --attack";

/// Characters of a cell that says what was expected or seen.
const CELL: usize = 48;

#[derive(Debug, Arguments)]
pub(super) struct Args {
    /// Try the boxes with hostile programs, which takes seconds; else what was found last is told
    #[arg(long)]
    attack: bool,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<Answer> {
    let diagnosis = doctor::diagnose(context, if args.attack { SelfTest::Now } else { SelfTest::Last });
    match args.json {
        true => report::json(&diagnosis)?,
        false => print(&diagnosis)?,
    }
    Ok(Answer::from(diagnosis.ok))
}

fn print(diagnosis: &Diagnosis) -> io::Result<()> {
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
    table::print(table)?;
    if let Some(attack) = &diagnosis.attack {
        say!("")?;
        print_attack(attack)?;
    }
    if let Some(workers) = diagnosis.workers.as_deref().filter(|workers| !workers.is_empty()) {
        say!("")?;
        print_workers(workers)?;
        print_slots(workers)?;
    }
    if let Some(command) = &diagnosis.install {
        say!("\nWhat is missing comes with: {command}")?;
    }
    Ok(())
}

fn print_attack(attack: &Report) -> io::Result<()> {
    let mut table = table::new(&["", "row", "threat", "expected", "seen"]);
    for row in &attack.rows {
        let mark = match row.ok {
            true => table::cell("ok", table::Tone::Good),
            false => table::cell("bad", table::Tone::Bad),
        };
        let short = |text: &str| Cell::new(report::short(text, CELL));
        table.add_row([
            mark,
            Cell::new(&row.row),
            short(&row.threat),
            short(&row.expected),
            short(&row.seen),
        ]);
    }
    table::print(table)?;
    for row in attack.failed() {
        say!("\n{} is bad\n  expected: {}\n  seen:     {}", row.row, row.expected, row.seen)?;
    }
    let good = attack.rows.len() - attack.failed().count();
    say!("\n{good} of {} hostile programs held, in {:.1} s", attack.rows.len(), attack.seconds)
}

fn print_workers(workers: &[Line]) -> io::Result<()> {
    let mut table =
        table::new(&["", "worker", "host", "grade", "kernel", "judge-box", "languages", "self-test"]);
    for worker in workers {
        let (mark, tested) = match worker.self_test.failed.as_slice() {
            [] => (table::cell("ok", table::Tone::Good), format!("{} rows held", worker.self_test.rows)),
            [first, ..] => (
                table::cell("bad", table::Tone::Bad),
                format!("{} rows failed: {}", worker.self_test.failed.len(), report::short(first, CELL)),
            ),
        };
        let ago = report::coarse(Duration::from_secs(worker.self_test_age));
        table.add_row([
            mark,
            Cell::new(&worker.name),
            Cell::new(&worker.host),
            Cell::new(&worker.grade),
            Cell::new(&worker.kernel),
            Cell::new(&worker.judge_box),
            Cell::new(languages(worker)),
            Cell::new(format!("{tested}, {ago} ago")),
        ]);
    }
    table::print(table)
}

/// What each slot's core does with work that is always the same.
fn print_slots(workers: &[Line]) -> io::Result<()> {
    let mut table = table::new(&["worker", "slot", "core", "compute", "cache", "memory", "timed"]);
    for worker in workers {
        for slot in worker.calibration.iter().flat_map(|found| &found.slots) {
            let times = Kernel::ALL.map(|kernel| Cell::new(timed(slot, kernel)));
            let ago = report::coarse(Duration::from_secs(worker.calibration_age.unwrap_or(0)));
            let row = [&worker.name, &slot.slot.to_string(), &slot.core.to_string()].map(Cell::new);
            table.add_row(row.into_iter().chain(times).chain([Cell::new(format!("{ago} ago"))]));
        }
    }
    if table.is_empty() {
        return Ok(());
    }
    say!("\nCPU time of work that is always the same: alone, and what busy neighbours add")?;
    table::print(table)
}

/// `2048 µs ±1 %, +3 %`
fn timed(slot: &Slot, kernel: Kernel) -> String {
    let alone = slot.alone.speed(kernel).cpu;
    format!("{:.0} µs ±{:.0} %, {:+.0} %", alone.median_us, alone.spread * 50.0, slot.slowed(kernel) * 100.0)
}

/// `cpp java`, and what it has but does not offer.
fn languages(worker: &Line) -> String {
    let offered: Vec<&str> = worker.languages.iter().map(|one| one.language.as_str()).collect();
    let refused: Vec<&str> = worker.refused.iter().map(|one| one.language.as_str()).collect();
    match refused.as_slice() {
        [] => offered.join(" "),
        refused => format!("{}; refused: {}", offered.join(" "), refused.join(" ")),
    }
}
