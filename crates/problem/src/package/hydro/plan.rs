//! What each subtask and each test gives, where the package leaves it open: 100 points are shared out.

use super::config::{Case, Scorer, Subtask};
use crate::package::points::even;
use crate::package::reading::Reading;

/// What all points come to if nothing else is said.
const TOTAL: f64 = 100.0;

/// A subtask of which everything is known.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) id: u64,
    pub(super) scorer: Scorer,
    pub(super) worth: f64,
    pub(super) requires: Vec<u64>,
    pub(super) cases: Vec<(Case, f64)>,
}

/// In an order in which what a subtask needs is judged before it. Tells ids that are there twice or not at all.
pub(super) fn plan(reading: &Reading, path: &str, mut subtasks: Vec<Subtask>) -> Vec<Planned> {
    subtasks.sort_by(|a, b| a.id.zip(b.id).map_or(std::cmp::Ordering::Equal, |(a, b)| a.cmp(&b)));
    let shares = shares(TOTAL, subtasks.iter().map(|subtask| subtask.score));
    let mut planned: Vec<Planned> = Vec::new();
    for (at, (subtask, worth)) in subtasks.into_iter().zip(shares).enumerate() {
        let line = subtask.line;
        let next = planned_of(subtask, at as u64 + 1, worth);
        if planned.iter().any(|earlier| earlier.id == next.id) {
            let message = format!("two subtasks have the id {}: give each its own", next.id);
            reading.faults.error_at(path, line.max(1), message);
            continue;
        }
        planned.push(next);
    }
    ordered(reading, path, planned)
}

fn planned_of(mut subtask: Subtask, place: u64, worth: f64) -> Planned {
    subtask.cases.sort_by(|a, b| a.id.zip(b.id).map_or(std::cmp::Ordering::Equal, |(a, b)| a.cmp(&b)));
    let scorer = subtask.scorer.unwrap_or(Scorer::Min);
    let scores = subtask.cases.iter().map(|case| case.score);
    let points: Vec<f64> = match scorer {
        Scorer::Sum => shares(worth, scores),
        Scorer::Min | Scorer::Max => scores.map(|score| score.unwrap_or(worth)).collect(),
    };
    let worth = match scorer {
        Scorer::Sum => points.iter().sum(),
        // The worst case, or the best one, is what the subtask gives.
        Scorer::Min => points.iter().copied().reduce(f64::min).map_or(worth, |least| least.min(worth)),
        Scorer::Max => points.iter().copied().reduce(f64::max).unwrap_or(worth),
    };
    let (time_ms, memory_bytes) = (subtask.time_ms, subtask.memory_bytes);
    let limited = |case: Case| Case {
        time_ms: case.time_ms.or(time_ms),
        memory_bytes: case.memory_bytes.or(memory_bytes),
        ..case
    };
    let cases = subtask.cases.into_iter().map(limited).zip(points).collect();
    Planned { id: subtask.id.unwrap_or(place), scorer, worth, requires: subtask.requires, cases }
}

/// What is left of `total` is shared out evenly among those without a score.
fn shares(total: f64, scores: impl Iterator<Item = Option<f64>>) -> Vec<f64> {
    let scores: Vec<Option<f64>> = scores.collect();
    let left = (total - scores.iter().flatten().sum::<f64>()).clamp(0.0, 1e9);
    let open = scores.iter().filter(|score| score.is_none()).count();
    // In range: it was clamped.
    let mut parts = even(left.floor() as u32, open).into_iter().map(f64::from);
    scores.into_iter().map(|score| score.or_else(|| parts.next()).unwrap_or(0.0)).collect()
}

fn ordered(reading: &Reading, path: &str, mut waiting: Vec<Planned>) -> Vec<Planned> {
    let ids: Vec<u64> = waiting.iter().map(|subtask| subtask.id).collect();
    for subtask in &mut waiting {
        subtask.requires.sort_unstable();
        subtask.requires.dedup();
        for missing in subtask.requires.extract_if(.., |id| !ids.contains(id)) {
            let message = format!(
                "subtask {} needs the subtask {missing}, which is not there: that is ignored, as Hydro does",
                subtask.id
            );
            reading.faults.warn(path, message);
        }
    }
    let mut done: Vec<Planned> = Vec::new();
    while !waiting.is_empty() {
        let ready =
            |subtask: &Planned| subtask.requires.iter().all(|id| done.iter().any(|other| other.id == *id));
        let Some(at) = waiting.iter().position(ready) else {
            let names: Vec<String> = waiting.iter().map(|subtask| subtask.id.to_string()).collect();
            let message = format!("the subtasks {} need each other in a circle", names.join(", "));
            reading.faults.error(path, message);
            return done;
        };
        done.push(waiting.remove(at));
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_shared_out_and_the_remainder_goes_to_the_last() {
        assert_eq!(shares(100.0, [None, None, None].into_iter()), [33.0, 33.0, 34.0]);
        assert_eq!(shares(100.0, [Some(50.0), None, None, None].into_iter()), [50.0, 16.0, 17.0, 17.0]);
        assert_eq!(shares(100.0, [Some(150.0), None].into_iter()), [150.0, 0.0]);
        assert_eq!(shares(10.5, [None].into_iter()), [10.0]);
    }

    #[test]
    fn cases_of_a_sum_share_and_others_have_all() {
        let subtask =
            |scorer| Subtask { scorer, cases: vec![Case::default(), Case::default()], ..Subtask::default() };
        let points = |scorer| {
            let planned = planned_of(subtask(scorer), 1, 25.0);
            (planned.cases.iter().map(|(_, points)| *points).collect::<Vec<_>>(), planned.worth)
        };
        assert_eq!(points(Some(Scorer::Sum)), (vec![12.0, 13.0], 25.0));
        assert_eq!(points(None), (vec![25.0, 25.0], 25.0));
    }
}
