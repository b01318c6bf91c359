//! Points as whole numbers.

use super::{How, SAME, Scores};
use crate::export::icpc::Draft;
use crate::export::icpc::programs::Decider;

/// The format counts in whole points.
pub(super) fn rounded(draft: &mut Draft<'_>, scores: &mut Scores<'_>, decider: &Decider) {
    let is_whole = |number: f64| (number - number.round()).abs() < SAME;
    let all = |scores: &Scores<'_>| -> Vec<f64> {
        let groups = scores.groups.iter().filter_map(|(_, worth)| worth.max);
        scores.secret.max.into_iter().chain(groups).collect()
    };
    let worths = all(scores);
    let fits = |factor: &f64| worths.iter().all(|worth| is_whole(worth * factor));
    match [1.0, 10.0, 100.0, 1_000.0].into_iter().find(fits) {
        Some(1.0) => {}
        Some(factor) if !decider.absolute => {
            draft.lose(
                "scoring",
                format!("all points are multiplied by {factor}: the format has whole ones only"),
            );
            scores.factor = factor;
        }
        _ => draft.misjudge("scoring", "points are rounded: the format has whole ones only"),
    }
    let factor = scores.factor;
    let round = |max: &mut Option<f64>| *max = max.map(|max| (max * factor).round());
    scores.groups.iter_mut().for_each(|(_, worth)| round(&mut worth.max));
    round(&mut scores.secret.max);
    total(draft, scores);
}

/// What groups give together must not be more than there is.
fn total(draft: &mut Draft<'_>, scores: &mut Scores<'_>) {
    let (Some(max), How::Sum) = (scores.secret.max, scores.secret.how) else { return };
    let Some(sum) = scores.groups.iter().map(|(_, worth)| worth.max).sum::<Option<f64>>() else { return };
    if !scores.groups.is_empty() && sum > max + SAME {
        draft.misjudge(
            "scoring.max",
            format!("is written as {sum}, what the groups give together, not {max}"),
        );
        scores.secret.max = Some(sum);
    }
}
