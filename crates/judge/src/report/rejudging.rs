//! What `judge rejudge` says.

use anyhow::bail;
use comfy_table::Table;
use problem::Verdict;
use serde_json::{Value, json};
use store::rejudging::{
    self, Action, Applied, Change, JudgeError, Move, Overlap, Progress, Rejudging, Side, State, Step,
};
use store::{Db, RejudgingId};
use time::format_description::well_known::Rfc3339;

use super::table::{self, number};
use super::{coarse, say, short};

/// So many changes and judge errors are shown to people.
pub(crate) const SHOWN: u32 = 50;

/// A rejudging with all that is told of it.
pub(crate) struct Report {
    rejudging: Rejudging,
    matrix: Vec<Move>,
    changes: Vec<Change>,
    errors: Vec<JudgeError>,
    overlaps: Vec<Overlap>,
}

impl Report {
    /// With at most so many changes and judge errors.
    pub(crate) async fn load(db: &Db, id: RejudgingId, most: u32) -> anyhow::Result<Self> {
        let rejudging = match rejudging::get(db, id).await {
            Err(store::Error::NotFound) => bail!("there is no rejudging {id}; see: judge rejudge list"),
            found => found?,
        };
        Ok(Self {
            rejudging,
            matrix: rejudging::matrix(db, id).await?,
            changes: rejudging::changes(db, id, None, most).await?,
            errors: rejudging::judge_errors(db, id, most).await?,
            overlaps: rejudging::overlaps(db, id).await?,
        })
    }

    pub(crate) fn json(&self) -> Value {
        let mut value = line(&self.rejudging);
        value["matrix"] = self.matrix.iter().map(cell).collect();
        value["changes"] = self.changes.iter().map(change).collect();
        value["judge_errors"] =
            self.errors.iter().map(|e| json!({"submission": e.submission, "error": e.error})).collect();
        value["overlaps"] = self.overlaps.iter().map(overlap).collect();
        value
    }

    pub(crate) fn tell(&self) -> anyhow::Result<()> {
        let rejudging = &self.rejudging;
        say!("Rejudging {}: {}", rejudging.id, rejudging.reason())?;
        say!("Of: {}", rejudging.filter)?;
        for step in &rejudging.steps {
            say!("{}", done(step))?;
        }
        say!("{}\n", outcome(rejudging))?;
        table::print(matrix(&self.matrix))?;
        self.tell_changes()?;
        self.tell_errors()?;
        for overlap in &self.overlaps {
            say!("\n{}", overlapping(rejudging.state, overlap))?;
        }
        Ok(say!("\n{}", next(rejudging))?)
    }

    fn tell_changes(&self) -> anyhow::Result<()> {
        if self.changes.is_empty() {
            return Ok(());
        }
        let mut table =
            table::new(&["submission", "problem", "user", "before", "after", "first test that differs"]);
        for change in &self.changes {
            table.add_row([
                number(change.submission),
                change.problem.as_str().into(),
                change.user.as_str().into(),
                side(&change.from).into(),
                side(&change.to).into(),
                test(change).into(),
            ]);
        }
        say!("")?;
        table::print(table)?;
        let hidden = self.rejudging.progress.changed().saturating_sub(self.changes.len() as u64);
        if hidden > 0 {
            say!("{hidden} more: judge rejudge show {} --json", self.rejudging.id)?;
        }
        Ok(())
    }

    fn tell_errors(&self) -> anyhow::Result<()> {
        if !self.errors.is_empty() {
            say!("\nJudge errors, which take nobody's place:")?;
        }
        for error in &self.errors {
            say!("{}: {}", error.submission, short(&error.error, 200))?;
        }
        Ok(())
    }
}

/// All of them, as a table or in JSON.
pub(crate) fn list(all: &[Rejudging], json: bool) -> anyhow::Result<()> {
    if json {
        return Ok(super::json(&all.iter().map(line).collect::<Vec<_>>())?);
    }
    let mut table =
        table::new(&["rejudging", "state", "submissions", "judged", "changed", "planned by", "reason"]);
    for rejudging in all {
        let progress = &rejudging.progress;
        let who = rejudging.steps.first().map_or("", |step| &step.who);
        table.add_row([
            number(rejudging.id),
            state(rejudging).into(),
            number(progress.total),
            number(progress.done),
            number(progress.changed()),
            who.into(),
            short(rejudging.reason(), 60).into(),
        ]);
    }
    Ok(table::print(table)?)
}

/// To whoever watches; what the command answers is on standard output.
pub(crate) fn note(words: &str) {
    eprintln!("{words}");
}

/// What a decision came to, in JSON.
pub(crate) fn decided(id: RejudgingId, state: State, done: Applied, overlaps: &[Overlap]) -> Value {
    json!({
        "id": id,
        "state": if state == State::Open { "judged" } else { state.word() },
        "swapped": done.swapped,
        "kept": done.kept,
        "overlaps": overlaps.iter().map(overlap).collect::<Vec<_>>(),
    })
}

/// What another rejudging of the same submissions means to one in that state.
pub(crate) fn overlapping(own: State, overlap: &Overlap) -> String {
    let Overlap { rejudging, state, submissions } = overlap;
    let so = match (own, state) {
        (State::Open, State::Open) => "only one of the two can be applied",
        (State::Open, State::Applied) => "it cannot be undone while this one is applied",
        (State::Applied, State::Open) => {
            "it cannot be applied while this one is, unless it was planned after it"
        }
        _ => "they do not hinder each other now",
    };
    format!("Rejudging {rejudging} ({state}) is of {submissions} of these submissions, too: {so}.")
}

/// What is still to come: `12 running, 2 minutes left`.
pub(crate) fn ahead(progress: &Progress) -> String {
    let rest = progress
        .rest
        .map_or_else(|| "nothing ended lately".to_owned(), |rest| format!("{} left", coarse(rest)));
    format!("{} running, {rest}", progress.running)
}

fn state(rejudging: &Rejudging) -> &'static str {
    match rejudging.state {
        State::Open if rejudging.is_ready() => "judged",
        State::Open => "judging",
        decided => decided.word(),
    }
}

fn outcome(rejudging: &Rejudging) -> String {
    let Progress { total, done, judge_errors, verdicts, scores, .. } = rejudging.progress;
    let so_far = match rejudging.progress.left() {
        0 => format!("All {total} submissions are judged"),
        _ => format!("{done} of {total} submissions are judged ({})", ahead(&rejudging.progress)),
    };
    format!("{so_far}. Other verdicts: {verdicts}, other scores: {scores}, judge errors: {judge_errors}.")
}

fn next(rejudging: &Rejudging) -> String {
    let id = rejudging.id;
    match state(rejudging) {
        "judging" => format!("Contestants see nothing of it. Next: judge rejudge show {id} --wait"),
        "judged" => format!(
            "Contestants see nothing of it. Next: judge rejudge apply {id}, or: judge rejudge drop {id}"
        ),
        "applied" => format!("It counts. It can be taken back: judge rejudge undo {id}"),
        _ => "It was dropped and changes nothing.".to_owned(),
    }
}

fn done(step: &Step) -> String {
    let what = match step.action {
        Action::Plan => "Planned",
        Action::Apply => "Applied",
        Action::Drop => "Dropped",
        Action::Undo => "Undone",
    };
    let reason = match step.action {
        Action::Plan => String::new(),
        _ if step.reason.is_empty() => String::new(),
        _ => format!(": {}", step.reason),
    };
    format!("{what} by {} at {}{reason}", step.who, moment(step))
}

fn moment(step: &Step) -> String {
    step.at
        .to_offset(time::UtcOffset::UTC)
        .replace_nanosecond(0)
        .unwrap_or(step.at)
        .format(&Rfc3339)
        .unwrap_or_default()
}

fn code(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("waiting", Verdict::code)
}

/// A row for each verdict of before, a column for each of after.
fn matrix(moves: &[Move]) -> Table {
    let order = |verdict: &Option<Verdict>| {
        verdict.map_or(usize::MAX, |verdict| {
            Verdict::ALL.iter().position(|one| *one == verdict).unwrap_or_default()
        })
    };
    let axis = |of: fn(&Move) -> Option<Verdict>| {
        let mut all: Vec<Option<Verdict>> = moves.iter().map(of).collect();
        all.sort_by_key(order);
        all.dedup();
        all
    };
    let (rows, columns) = (axis(|one| one.from), axis(|one| one.to));
    let header: Vec<&str> =
        ["before \\ after"].into_iter().chain(columns.iter().map(|to| code(*to))).collect();
    let mut table = table::new(&header);
    for from in rows {
        let count = |to: &Option<Verdict>| {
            let here = moves.iter().find(|one| one.from == from && one.to == *to);
            number(here.map_or_else(String::new, |one| one.count.to_string()))
        };
        table.add_row([code(from).into()].into_iter().chain(columns.iter().map(count)));
    }
    table
}

fn side(side: &Side) -> String {
    let points = side.score.map(|score| super::test::points(score, side.max_score));
    let score = points.map(|points| format!(" {points}")).unwrap_or_default();
    format!("{}{score}", code(side.verdict))
}

fn test(change: &Change) -> String {
    let word = |verdict: Option<Verdict>| verdict.map_or("not run", Verdict::code);
    change.test.as_ref().map_or_else(String::new, |test| {
        format!("{test}: {} -> {}", word(change.test_from), word(change.test_to))
    })
}

fn line(rejudging: &Rejudging) -> Value {
    let progress = &rejudging.progress;
    json!({
        "id": rejudging.id,
        "state": state(rejudging),
        "filter": rejudging.filter,
        "reason": rejudging.reason(),
        "steps": rejudging.steps.iter().map(|step| json!({
            "step": step.action.word(), "who": step.who, "reason": step.reason, "at": moment(step),
        })).collect::<Vec<_>>(),
        "progress": {
            "total": progress.total,
            "queued": progress.queued,
            "running": progress.running,
            "done": progress.done,
            "judge_errors": progress.judge_errors,
            "verdicts": progress.verdicts,
            "scores": progress.scores,
            "rest_s": progress.rest.map(|rest| rest.as_secs()),
        },
    })
}

fn cell(cell: &Move) -> Value {
    json!({ "from": cell.from, "to": cell.to, "count": cell.count })
}

fn change(change: &Change) -> Value {
    json!({
        "submission": change.submission,
        "user": change.user,
        "problem": change.problem,
        "from": change.from.verdict,
        "to": change.to.verdict,
        "from_score": change.from.score,
        "to_score": change.to.score,
        "test": change.test,
        "test_from": change.test_from,
        "test_to": change.test_to,
    })
}

fn overlap(overlap: &Overlap) -> Value {
    let Overlap { rejudging, state, submissions } = overlap;
    json!({ "rejudging": rejudging, "state": state.word(), "submissions": submissions })
}

#[cfg(test)]
mod tests {
    use Verdict::{Ac, Wa};
    use store::SubmissionId;
    use store::rejudging::Filter;
    use time::macros::datetime;

    use super::*;

    fn rejudging(left: u64) -> Rejudging {
        let at = datetime!(2026-11-30 12:00:00.25 UTC);
        let step =
            |action, reason: &str| Step { action, who: "root on host".into(), reason: reason.into(), at };
        Rejudging {
            id: RejudgingId(4),
            state: State::Open,
            filter: Filter { submissions: vec![SubmissionId(17)], ..Filter::default() },
            steps: vec![step(Action::Plan, "wrong test"), step(Action::Apply, "")],
            progress: Progress {
                total: 3,
                queued: left,
                running: 0,
                done: 3 - left,
                judge_errors: 0,
                verdicts: 1,
                scores: 0,
                rest: None,
            },
        }
    }

    #[test]
    fn the_matrix_has_the_best_verdict_first_and_what_waits_last() {
        let one = |from, to, count| Move { from, to, count };
        let moves = [one(Some(Wa), None, 2), one(Some(Wa), Some(Ac), 12), one(Some(Ac), Some(Ac), 7)];
        let printed = matrix(&moves).trim_fmt();
        let words: Vec<Vec<&str>> = printed.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(
            words,
            [vec!["before", "\\", "after", "AC", "waiting"], vec!["AC", "7"], vec!["WA", "12", "2"]]
        );
    }

    #[test]
    fn what_is_not_judged_yet_is_told_apart_from_what_can_be_applied() {
        let (waits, ready) = (rejudging(2), rejudging(0));
        assert!(
            outcome(&waits).starts_with("1 of 3 submissions are judged (0 running, nothing ended lately)")
        );
        assert!(next(&waits).contains("judge rejudge show 4 --wait"));
        assert!(outcome(&ready).starts_with("All 3 submissions are judged. Other verdicts: 1,"));
        assert!(next(&ready).contains("judge rejudge apply 4"));
        assert_eq!([state(&waits), state(&ready)], ["judging", "judged"]);
    }

    #[test]
    fn json_has_every_step_with_its_time_in_utc_to_the_second() {
        let line = line(&rejudging(0));
        assert_eq!((&line["state"], &line["reason"]), (&json!("judged"), &json!("wrong test")));
        assert_eq!(line["filter"], json!({ "submissions": [17] }));
        let first = json!({
            "step": "plan", "who": "root on host", "reason": "wrong test", "at": "2026-11-30T12:00:00Z",
        });
        assert_eq!((&line["steps"][0], line["steps"].as_array().map(Vec::len)), (&first, Some(2)));
        assert_eq!(done(&rejudging(0).steps[1]), "Applied by root on host at 2026-11-30T12:00:00Z");
    }
}
