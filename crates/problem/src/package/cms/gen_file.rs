//! `gen/GEN`: a line a case, and lines that begin subtasks. Its programs made the cases once; nothing is run.

use super::score::{Cases, ScoreType, Subtask};
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::version::Aggregation;

pub(super) const FILE: &str = "gen/GEN";

#[derive(Default)]
pub(super) struct Gen {
    /// Of each case: what made it.
    pub(super) commands: Vec<String>,
    /// Empty: none.
    subtasks: Vec<(u32, f64, usize)>,
}

/// `None` where there is none, or it cannot be used, which was told.
pub(super) fn read(reading: &mut Reading, root: &Folder) -> Option<Gen> {
    let leaf = root.folder("gen")?.file("GEN")?;
    let text = reading.text(FILE, leaf)?;
    let mut parsed = Gen::default();
    for (line, number) in text.lines().zip(1..) {
        if let Err(reason) = parsed.line(line.trim(), number) {
            reading.faults.error_at(FILE, number, reason);
        }
    }
    parsed.check(reading);
    Some(parsed)
}

impl Gen {
    fn line(&mut self, line: &str, number: u32) -> Result<(), String> {
        let (command, comment) =
            line.split_once('#').map_or((line, ""), |(before, after)| (before.trim(), after.trim()));
        let (copied, subtask) = (comment.strip_prefix("COPY:"), comment.strip_prefix("ST:"));
        match (command.is_empty(), copied, subtask) {
            (true, None, None) => Ok(()),
            (false, None, None) => self.case(command.to_owned()),
            (true, Some(path), None) => self.case(format!("copy {}", path.trim())),
            (true, None, Some(points)) => self.subtask(points.trim(), number),
            _ => Err("has a case and a command on one line: give each its own".to_owned()),
        }
    }

    fn case(&mut self, command: String) -> Result<(), String> {
        self.commands.push(command);
        if let Some((_, _, count)) = self.subtasks.last_mut() {
            *count += 1;
        }
        Ok(())
    }

    fn subtask(&mut self, points: &str, number: u32) -> Result<(), String> {
        if self.subtasks.is_empty() && !self.commands.is_empty() {
            return Err("begins a subtask after cases that are in none".to_owned());
        }
        let points: u32 =
            points.parse().map_err(|_| format!("ST: needs a whole number of points; it has {points:?}"))?;
        self.subtasks.push((number, points.into(), 0));
        Ok(())
    }

    fn check(&self, reading: &Reading) {
        let total: f64 = self.subtasks.iter().map(|(_, points, _)| points).sum();
        if !self.subtasks.is_empty() && (total - 100.0).abs() > 1e-9 {
            reading.faults.error(FILE, format!("has subtasks of {total} points together: CMS wants 100"));
        }
    }

    /// `None`: it has no subtasks.
    pub(super) fn score(&self) -> Option<ScoreType> {
        let subtask = |&(line, max, count): &(u32, f64, usize)| Subtask {
            file: FILE,
            line,
            max,
            aggregation: Aggregation::Min,
            cases: Cases::Count(count),
        };
        (!self.subtasks.is_empty()).then(|| ScoreType::Groups(self.subtasks.iter().map(subtask).collect()))
    }
}
