//! Hostile programs with known outcomes, tried on this machine: whether its boxes hold.
//!
//! The corpus is `tests/hostile/`, compiled into this library. A [`Row`] is one program and what it must come to; a
//! [`Target`] is a row set up in a box of its own; [`run`] tries many and gives a [`Report`]. The tests of the corpus go
//! the same way, and look closer at what is left on the host.

mod row;
mod seen;
mod table;
mod target;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde::{Deserialize, Serialize};

pub use row::{Row, identity};
pub use seen::Aspect;
pub use target::{Attempt, Target};

use crate::host::Host;

/// Slots of an attack begin here, far above those of workers, with whose boxes it shares no user id.
const FIRST_SLOT: u32 = 10_000_000;

/// What an attack came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// There were rows, and every one came to what it must.
    pub ok: bool,
    pub seconds: f64,
    /// In the order of the rows that were given.
    pub rows: Vec<Checked>,
}

/// What a row came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// `001-busy-loop`
    pub row: String,
    pub threat: String,
    pub expected: String,
    pub seen: String,
    pub ok: bool,
}

impl Report {
    pub fn failed(&self) -> impl Iterator<Item = &Checked> {
        self.rows.iter().filter(|row| !row.ok)
    }
}

/// Tries the rows, two at a time where there are two cores. Whatever goes wrong is a row that is not ok. A row of which
/// only figures of time and memory are not as they must be is tried once more, since others may need the machine.
///
/// `stopped` is asked before each row; `None` when it said yes.
pub fn run(host: &Host, rows: &[Row], stopped: &(dyn Fn() -> bool + Sync)) -> Option<Report> {
    // The slots are this process's, and no two boxes in use may have one.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(rows.len()));
    let first = FIRST_SLOT + std::process::id() % 4_194_304 * 4;
    let lanes = host.slots().clamp(1, 2);
    std::thread::scope(|scope| {
        for lane in 0..lanes {
            let (next, done) = (&next, &done);
            // The box beside is on the other core.
            let slots = [first + lane, first + 3 - lane];
            scope.spawn(move || {
                while let Some((number, row)) = take(rows, next).filter(|_| !stopped()) {
                    let checked = check(host, row, slots);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((number, checked));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    if done.len() < rows.len() {
        return None;
    }
    done.sort_by_key(|(number, _)| *number);
    let rows: Vec<Checked> = done.into_iter().map(|(_, checked)| checked).collect();
    let ok = !rows.is_empty() && rows.iter().all(|row| row.ok);
    Some(Report { ok, seconds: start.elapsed().as_secs_f64(), rows })
}

fn take<'a>(rows: &'a [Row], next: &AtomicUsize) -> Option<(usize, &'a Row)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    rows.get(number).map(|row| (number, row))
}

fn check(host: &Host, row: &Row, slots: [u32; 2]) -> Checked {
    if let Some(program) = row.needs().filter(|program| !Path::new(program).exists()) {
        let words = format!("not tried: {program} is not here");
        return Checked::of(row, words.clone(), words, true);
    }
    let mut aspects = try_row(host, row, slots);
    if aspects.iter().any(|aspect| !aspect.ok) && aspects.iter().all(|aspect| aspect.ok || aspect.figure) {
        aspects = try_row(host, row, slots);
    }
    let words = |part: fn(&Aspect) -> &String| {
        aspects.iter().map(|aspect| part(aspect).as_str()).collect::<Vec<_>>().join(", ")
    };
    let (expected, seen) = (words(|aspect| &aspect.expected), words(|aspect| &aspect.seen));
    Checked::of(row, expected, seen, aspects.iter().all(|aspect| aspect.ok))
}

fn try_row(host: &Host, row: &Row, slots: [u32; 2]) -> Vec<Aspect> {
    let tried = Target::open(host, row, slots).and_then(|mut target| target.attack());
    match tried {
        Ok(attempt) => attempt.aspects,
        Err(error) => vec![Aspect::fault("a box that works", error.to_string())],
    }
}

impl Checked {
    fn of(row: &Row, expected: String, seen: String, ok: bool) -> Self {
        Self { row: row.name().to_owned(), threat: row.threat(), expected, seen, ok }
    }
}
