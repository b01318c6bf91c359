use std::collections::BTreeMap;

use problem::Verdict::{self, Ac, Je, Sk, Tle, Wa};
use time::Duration as Span;

use super::*;
use crate::fixture::{self, finished};
use crate::judging::{self, Claim, Finished, Wanted, Which, list_of, valid_of};
use crate::{Error, UserId};

const JUDY: By<'_> = By { who: "judy", reason: "a test" };

/// Three submissions of ann's to `sum`, judged AC, WA and TLE by `alpha`; and one of bob's to `product`, not judged.
struct Bench {
    db: Db,
    bob: UserId,
    sent: Vec<SubmissionId>,
}

impl Bench {
    async fn new(db: Db) -> Self {
        let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
        let sum = fixture::import(&db, "sum", "1\n").await.problem;
        let mut sent = Vec::new();
        for verdict in [Ac, Wa, Tle] {
            sent.push(fixture::submit(&db, ann, sum, "cpp").await);
            judge_next(&db, verdict).await;
        }
        let product = fixture::import(&db, "product", "1\n").await.problem;
        sent.push(fixture::submit(&db, bob, product, "python3").await);
        Self { db, bob, sent }
    }

    async fn plan(&self, filter: Filter) -> Answer<RejudgingId> {
        plan(&self.db, &filter, &JUDY).await
    }

    /// Plans to judge those again, by their places.
    async fn again(&self, places: &[usize]) -> RejudgingId {
        fixture::rejudge(&self.db, &self.of(places)).await
    }

    fn of(&self, places: &[usize]) -> Vec<SubmissionId> {
        places.iter().map(|&at| self.sent[at]).collect()
    }

    /// Judges what is queued of the rejudging, in order of submission.
    async fn judge(&self, verdicts: &[Verdict]) {
        for verdict in verdicts {
            judge_next(&self.db, *verdict).await;
        }
    }

    /// What counts of each submission of `sum`.
    async fn verdicts(&self) -> Vec<Option<Verdict>> {
        let mut verdicts = Vec::new();
        for id in &self.sent[..3] {
            verdicts.push(valid_of(&self.db, *id).await.unwrap().verdict);
        }
        verdicts
    }

    /// The flag of every judging.
    async fn flags(&self) -> BTreeMap<i64, bool> {
        let all: Vec<(i64, bool)> =
            sqlx::query_as("select id, valid from judging").fetch_all(&self.db).await.unwrap();
        all.into_iter().collect()
    }
}

/// Judges what is the most urgent; a judge error by failing at it on as many workers as it takes.
async fn judge_next(db: &Db, verdict: Verdict) {
    if verdict == Je {
        for worker in ["beta", "gamma"] {
            let claim = claim(db, worker).await;
            judging::release(db, &claim, "check.cpp crashed").await.unwrap();
        }
        return;
    }
    let claim = claim(db, "alpha").await;
    let runs = [fixture::run(1, Ac), fixture::run(2, verdict)];
    crate::run::record(db, &claim, &runs, &[]).await.unwrap();
    judging::finish(db, &claim, &finished(verdict)).await.unwrap();
}

/// Of what is in C++.
async fn claim(db: &Db, worker: &str) -> Claim {
    let cpp = ["cpp".to_owned()];
    judging::claim(db, &Wanted::one(worker, &cpp)).await.unwrap().pop().expect("something waits").claim
}

fn by_problem() -> Filter {
    Filter { problem: Some("sum".parse().unwrap()), ..Filter::default() }
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_plan_is_judged_beside_what_counts_and_changes_nothing_of_it(db: Db) {
    let bench = Bench::new(db).await;
    let current = fixture::import(&bench.db, "sum", "corrected\n").await.version;
    let before = bench.flags().await;
    let id = bench.plan(by_problem()).await.unwrap();
    let late = fixture::submit(
        &bench.db,
        bench.bob,
        crate::problem::by_slug(&bench.db, "sum").await.unwrap().unwrap().id,
        "cpp",
    )
    .await;
    let rejudging = get(&bench.db, id).await.unwrap();
    assert_eq!((rejudging.state, rejudging.progress.total, rejudging.progress.queued), (State::Open, 3, 3));
    assert_eq!((rejudging.filter.clone(), rejudging.reason()), (by_problem(), "a test"));
    assert_eq!(rejudging.steps[0].who, "judy");
    assert!(!rejudging.is_ready());

    judge_next(&bench.db, Ac).await;
    assert_eq!(valid_of(&bench.db, late).await.unwrap().verdict, Some(Ac), "who waits comes first");
    bench.judge(&[Ac, Ac, Tle]).await;
    assert!(get(&bench.db, id).await.unwrap().is_ready());
    assert_eq!(bench.verdicts().await, [Some(Ac), Some(Wa), Some(Tle)]);
    assert_eq!(beside(&bench.db, late).await.unwrap(), []);
    for id in bench.of(&[0, 1, 2]) {
        let all = list_of(&bench.db, id, Which::All).await.unwrap();
        let seen: Vec<u32> =
            list_of(&bench.db, id, Which::Counted).await.unwrap().iter().map(|j| j.number).collect();
        assert_eq!((all.len(), seen), (2, vec![1]));
        assert_eq!((all[0].version, all[0].valid, all[1].valid), (current, false, true));
    }
    let flags = bench.flags().await;
    assert!(before.iter().all(|(id, valid)| flags[id] == *valid));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_preview_tells_what_moves_where_and_by_which_test(db: Db) {
    let bench = Bench::new(db).await;
    let id = bench.plan(by_problem()).await.unwrap();
    bench.judge(&[Ac, Ac]).await;
    let mut moves = matrix(&bench.db, id).await.unwrap();
    moves.sort_by_key(|cell| cell.from.map(Verdict::code));
    let moved = |from, to| Move { from: Some(from), to, count: 1 };
    assert_eq!(moves, [moved(Ac, Some(Ac)), moved(Tle, None), moved(Wa, Some(Ac))]);
    let [change] = changes(&bench.db, id, None, 9).await.unwrap().try_into().unwrap();
    assert_eq!(
        (change.submission, change.user.as_str(), change.problem.as_str()),
        (bench.sent[1], "ann", "sum")
    );
    assert_eq!((change.from.verdict, change.to.verdict, change.number), (Some(Wa), Some(Ac), 2));
    assert_eq!(
        (change.test.as_deref(), change.test_from, change.test_to),
        (Some("secret/2"), Some(Wa), Some(Ac))
    );
    assert_eq!(changes(&bench.db, id, Some(bench.sent[1]), 9).await.unwrap(), []);
    let progress = progress(&bench.db, id).await.unwrap();
    assert_eq!((progress.done, progress.left(), progress.verdicts, progress.scores), (2, 1, 1, 0));
    assert!(progress.rest.is_some(), "two ended in the last minute");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn another_score_is_a_change_with_the_same_verdict(db: Db) {
    let submission = fixture::submitted(&db).await;
    let scored = async |score| {
        let scored = Finished { score: Some(score), max_score: Some(100.0), ..finished(Verdict::Pa) };
        judging::finish(&db, &claim(&db, "alpha").await, &scored).await.unwrap();
    };
    scored(40.0).await;
    let id = fixture::rejudge(&db, &[submission]).await;
    scored(60.0).await;
    let progress = progress(&db, id).await.unwrap();
    assert_eq!((progress.verdicts, progress.scores, progress.changed()), (0, 1, 1));
    let [change] = changes(&db, id, None, 9).await.unwrap().try_into().unwrap();
    assert_eq!((change.from.score, change.to.score, change.test), (Some(40.0), Some(60.0), None));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn applying_swaps_and_undoing_gives_back_exactly_the_flags_of_before(db: Db) {
    let bench = Bench::new(db).await;
    let id = bench.again(&[0, 1, 2]).await;
    let planned = bench.flags().await;
    bench.judge(&[Wa, Ac, Tle]).await;
    let done = apply(&bench.db, id, &JUDY).await.unwrap();
    assert_eq!(done, Applied { swapped: 3, kept: 0 });
    assert_eq!(bench.verdicts().await, [Some(Wa), Some(Ac), Some(Tle)]);
    let seen = list_of(&bench.db, bench.sent[0], Which::Counted).await.unwrap();
    assert_eq!(seen.iter().map(|j| (j.number, j.valid)).collect::<Vec<_>>(), [(2, true), (1, false)]);
    assert_eq!(undo(&bench.db, id, &JUDY).await.unwrap(), done);
    assert_eq!(bench.flags().await, planned);
    assert_eq!(list_of(&bench.db, bench.sent[0], Which::Counted).await.unwrap().len(), 1, "hidden again");

    apply(&bench.db, id, &JUDY).await.unwrap();
    assert_eq!(bench.verdicts().await, [Some(Wa), Some(Ac), Some(Tle)]);
    let steps: Vec<Action> = get(&bench.db, id).await.unwrap().steps.iter().map(|step| step.action).collect();
    assert_eq!(steps, [Action::Plan, Action::Apply, Action::Undo, Action::Apply]);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn nothing_is_applied_before_all_is_judged(db: Db) {
    let bench = Bench::new(db).await;
    let id = bench.again(&[0, 1, 2]).await;
    let before = bench.flags().await;
    bench.judge(&[Ac, Ac]).await;
    let running = claim(&bench.db, "alpha").await;
    let refused = apply(&bench.db, id, &JUDY).await;
    assert!(matches!(refused, Err(Refusal::NotDone { left: 1, .. })), "{refused:?}");
    assert_eq!(bench.flags().await, before);
    judging::finish(&bench.db, &running, &finished(Ac)).await.unwrap();
    apply(&bench.db, id, &JUDY).await.unwrap();
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_judge_error_takes_nobodys_place(db: Db) {
    let bench = Bench::new(db).await;
    let id = bench.again(&[0, 1]).await;
    let planned = bench.flags().await;
    bench.judge(&[Je, Ac]).await;
    let errors = judge_errors(&bench.db, id, 9).await.unwrap();
    assert_eq!(errors.iter().map(|error| error.submission).collect::<Vec<_>>(), [bench.sent[0]]);
    assert!(errors[0].error.contains("check.cpp crashed"), "{errors:?}");
    assert_eq!(apply(&bench.db, id, &JUDY).await.unwrap(), Applied { swapped: 1, kept: 1 });
    assert_eq!(bench.verdicts().await, [Some(Ac), Some(Ac), Some(Tle)]);
    assert_eq!(list_of(&bench.db, bench.sent[0], Which::Counted).await.unwrap().len(), 1);
    assert_eq!(undo(&bench.db, id, &JUDY).await.unwrap(), Applied { swapped: 1, kept: 1 });
    assert_eq!(bench.flags().await, planned);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn of_two_plans_over_a_submission_one_is_applied_and_the_other_told_why_not(db: Db) {
    let bench = Bench::new(db).await;
    let first = bench.again(&[0, 1]).await;
    let second = bench.again(&[1, 2]).await;
    let other = Overlap { rejudging: first, state: State::Open, submissions: 1 };
    assert_eq!(overlaps(&bench.db, second).await.unwrap(), [other]);
    bench.judge(&[Ac, Ac, Wa, Wa]).await;
    apply(&bench.db, first, &JUDY).await.unwrap();
    let before = bench.flags().await;
    let refused = apply(&bench.db, second, &JUDY).await.unwrap_err();
    let moved = Moved { submission: bench.sent[1], by: Some(first) };
    assert!(matches!(&refused, Refusal::Moved { moved: list, .. } if list[..] == [moved]), "{refused}");
    assert_eq!(bench.flags().await, before, "the one that could be applied is not, either");
    undo(&bench.db, first, &JUDY).await.unwrap();
    apply(&bench.db, second, &JUDY).await.unwrap();
    assert_eq!(bench.verdicts().await, [Some(Ac), Some(Wa), Some(Wa)]);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_was_applied_over_it_is_undone_first(db: Db) {
    let bench = Bench::new(db).await;
    let first = bench.again(&[0]).await;
    bench.judge(&[Wa]).await;
    apply(&bench.db, first, &JUDY).await.unwrap();
    let second = bench.again(&[0, 1]).await;
    bench.judge(&[Tle, Tle]).await;
    apply(&bench.db, second, &JUDY).await.unwrap();
    let refused = undo(&bench.db, first, &JUDY).await.unwrap_err().to_string();
    assert!(refused.contains(&format!("undo rejudging {second} first")), "{refused}");
    undo(&bench.db, second, &JUDY).await.unwrap();
    undo(&bench.db, first, &JUDY).await.unwrap();
    assert_eq!(bench.verdicts().await, [Some(Ac), Some(Wa), Some(Tle)]);
    // Planned on what counts no more: neither can it come back.
    let refused = apply(&bench.db, second, &JUDY).await.unwrap_err();
    assert!(matches!(refused, Refusal::Moved { .. }), "{refused}");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_is_dropped_is_judged_no_more_and_whoever_judges_it_loses_the_claim(db: Db) {
    let bench = Bench::new(db).await;
    let id = bench.again(&[0, 1, 2]).await;
    let before = bench.flags().await;
    bench.judge(&[Wa]).await;
    let running = claim(&bench.db, "alpha").await;
    discard(&bench.db, id, &JUDY).await.unwrap();
    assert!(matches!(judging::renew(&bench.db, &running).await, Err(Error::ClaimLost)));
    assert!(matches!(judging::finish(&bench.db, &running, &finished(Ac)).await, Err(Error::ClaimLost)));
    let cpp = ["cpp".to_owned()];
    assert!(judging::claim(&bench.db, &Wanted::one("alpha", &cpp)).await.unwrap().is_empty());
    let skipped = judging::get(&bench.db, running.judging()).await.unwrap();
    assert_eq!((skipped.verdict, skipped.valid), (Some(Sk), false));
    assert_eq!(bench.flags().await, before);
    let rejudging = get(&bench.db, id).await.unwrap();
    assert_eq!(
        (rejudging.state, rejudging.progress.left(), rejudging.progress.verdicts),
        (State::Dropped, 0, 1)
    );
    for refused in [apply(&bench.db, id, &JUDY).await.map(drop), discard(&bench.db, id, &JUDY).await] {
        assert!(matches!(refused, Err(Refusal::State { state: State::Dropped, .. })), "{refused:?}");
    }
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_was_dropped_is_no_sign_that_anything_works_or_how_long_it_takes(db: Db) {
    let submission = fixture::submitted(&db).await;
    for worker in ["alpha", "beta"] {
        judging::release(&db, &claim(&db, worker).await, "check.cpp crashed").await.unwrap();
    }
    let problem = crate::submission::get(&db, submission).await.unwrap().problem;
    let pace = async || {
        judging::waiting::pace(&db, Some(problem), "cpp", judging::Class::Practice).await.unwrap().own
    };
    let (id, before) = (fixture::rejudge(&db, &[submission]).await, pace().await);
    claim(&db, "alpha").await;
    discard(&db, id, &JUDY).await.unwrap();
    let failures = crate::failure::recent(&db, Duration::from_secs(60), 9).await.unwrap();
    assert_eq!(failures.len(), 2);
    assert!(
        failures.iter().all(|one| !(one.version_works || one.language_works || one.worker_works)),
        "{failures:?}"
    );
    assert_eq!(pace().await, before);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_is_done_twice_or_to_nothing_is_refused(db: Db) {
    let bench = Bench::new(db).await;
    let id = bench.again(&[0]).await;
    assert!(matches!(undo(&bench.db, id, &JUDY).await, Err(Refusal::State { state: State::Open, .. })));
    bench.judge(&[Ac]).await;
    apply(&bench.db, id, &JUDY).await.unwrap();
    let refused = [apply(&bench.db, id, &JUDY).await.map(drop), discard(&bench.db, id, &JUDY).await];
    for refused in refused {
        assert!(matches!(refused, Err(Refusal::State { state: State::Applied, .. })), "{refused:?}");
    }
    let nothing = RejudgingId(9999);
    assert!(matches!(apply(&bench.db, nothing, &JUDY).await, Err(Refusal::NoSuch(_))));
    assert!(matches!(get(&bench.db, nothing).await, Err(Error::NotFound)));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn each_part_of_a_filter_narrows_it(db: Db) {
    let bench = Bench::new(db).await;
    let fitting = async |filter: Filter| -> Vec<usize> {
        let fitting = super::fitting(&bench.db, &filter).await.unwrap();
        fitting.iter().map(|fit| bench.sent.iter().position(|&id| id == fit.submission).unwrap()).collect()
    };
    let of = |slug: &str| Filter { problem: Some(slug.parse().unwrap()), ..Filter::default() };
    assert_eq!(fitting(of("sum")).await, [0, 1, 2]);
    assert_eq!(fitting(of("product")).await, [3], "what is not judged yet fits, too");
    assert_eq!(fitting(Filter { language: Some("cpp".into()), ..Filter::default() }).await, [0, 1, 2]);
    assert_eq!(fitting(Filter { verdicts: vec![Wa, Tle], ..Filter::default() }).await, [1, 2]);
    assert_eq!(fitting(Filter { user: Some("BOB".into()), ..Filter::default() }).await, [3]);
    assert_eq!(fitting(Filter { user: Some("bob".into()), ..of("sum") }).await, [0_usize; 0]);
    assert_eq!(fitting(Filter { worker: Some("alpha".into()), ..Filter::default() }).await, [0, 1, 2]);
    assert_eq!(fitting(Filter { worker: Some("beta".into()), ..Filter::default() }).await, [0_usize; 0]);
    assert_eq!(fitting(Filter { submissions: bench.of(&[2, 0]), ..Filter::default() }).await, [0, 2]);
    let sent = crate::submission::get(&bench.db, bench.sent[1]).await.unwrap().created_at;
    assert_eq!(fitting(Filter { since: Some(sent), ..of("sum") }).await, [1, 2], "from then on");
    assert_eq!(fitting(Filter { until: Some(sent), ..of("sum") }).await, [0], "before then");
    let later = sent + Span::hours(1);
    assert_eq!(fitting(Filter { since: Some(later), ..Filter::default() }).await, [0_usize; 0]);
    assert_eq!(fitting(Filter { outdated: true, ..of("sum") }).await, [0_usize; 0]);
    fixture::import(&bench.db, "sum", "2\n").await;
    assert_eq!(fitting(Filter { outdated: true, ..of("sum") }).await, [0, 1, 2]);
    assert_eq!(fitting(Filter { outdated: true, version: Some(1), ..of("sum") }).await, [0_usize; 0]);
    let of_one = Filter { submissions: bench.of(&[0, 2]), ..Filter::default() };
    assert_eq!(fitting(Filter { version: Some(2), outdated: true, ..of_one.clone() }).await, [0, 2]);
    assert_eq!(fitting(Filter { version: Some(1), outdated: true, ..of_one }).await, [0_usize; 0]);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_filter_that_says_nothing_or_names_nothing_is_refused_in_words(db: Db) {
    let bench = Bench::new(db).await;
    let none = Filter::default();
    let refusals = [
        (none.clone(), "say which submissions"),
        (Filter { version: Some(1), fresh: true, ..none.clone() }, "say which submissions"),
        (Filter { problem: Some("other".parse().unwrap()), ..none.clone() }, "there is no problem other"),
        (Filter { user: Some("eve\0".into()), ..none.clone() }, "there is no user eve"),
        (
            Filter { submissions: vec![bench.sent[0], SubmissionId(9999)], ..none.clone() },
            "no submission 9999",
        ),
        (Filter { version: Some(7), ..by_problem() }, "no version 7"),
        (
            Filter { submissions: vec![SubmissionId(9999)], version: Some(1), ..none.clone() },
            "no submission 9999",
        ),
        (Filter { version: Some(1), user: Some("ann".into()), ..none.clone() }, "name the problem, too"),
        (Filter { language: Some("cobol".into()), ..none }, "no submission fits"),
    ];
    for (filter, words) in refusals {
        let refused = bench.plan(filter).await.unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
    let silent = plan(&bench.db, &by_problem(), &By { who: "judy", reason: " " }).await;
    assert!(matches!(silent, Err(Refusal::NoReason)));
    assert!(list(&bench.db, None, 9).await.unwrap().is_empty(), "nothing of them is left");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_plan_may_ask_for_everything_to_be_run_anew(db: Db) {
    let bench = Bench::new(db).await;
    for fresh in [true, false] {
        let id = bench.plan(Filter { fresh, ..by_problem() }).await.unwrap();
        let all = "select bool_and(fresh), bool_or(fresh) from judging where id in
            (select judging_id from rejudging_submission where rejudging_id = $1)";
        let found: (bool, bool) = sqlx::query_as(all).bind(id).fetch_one(&bench.db).await.unwrap();
        assert_eq!(found, (fresh, fresh));
    }
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_plan_may_name_a_version_and_lists_are_newest_first(db: Db) {
    let bench = Bench::new(db).await;
    let old = valid_of(&bench.db, bench.sent[0]).await.unwrap().version;
    fixture::import(&bench.db, "sum", "2\n").await;
    let first = bench.plan(Filter { version: Some(1), ..by_problem() }).await.unwrap();
    let second = bench.plan(by_problem()).await.unwrap();
    let versions = async |number| {
        let all = list_of(&bench.db, bench.sent[0], Which::All).await.unwrap();
        all.iter().find(|judging| judging.number == number).unwrap().version
    };
    assert_eq!(versions(2).await, old);
    assert_ne!(versions(3).await, old);
    let ids = async |before| -> Vec<RejudgingId> {
        list(&bench.db, before, 9).await.unwrap().iter().map(|rejudging| rejudging.id).collect()
    };
    assert_eq!(ids(None).await, [second, first]);
    assert_eq!(ids(Some(second)).await, [first]);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn many_who_plan_and_decide_at_once_take_turns_and_leave_one_judging_that_counts(db: Db) {
    let bench = Bench::new(db).await;
    let mut calls = tokio::task::JoinSet::new();
    for n in 0..8 {
        let (db, mut sent) = (bench.db.clone(), bench.of(&[0, 1, 2]));
        sent.rotate_left(n % 3);
        calls.spawn(async move { fixture::rejudge(&db, &sent).await });
    }
    let ids = calls.join_all().await;
    bench.judge(&[Ac; 24]).await;
    let mut calls = tokio::task::JoinSet::new();
    for id in ids {
        let db = bench.db.clone();
        calls.spawn(async move { apply(&db, id, &JUDY).await.is_ok() });
    }
    let applied = calls.join_all().await.into_iter().filter(|applied| *applied).count();
    assert_eq!(applied, 1, "all the others were planned on what counts no more");
    let valid = bench.flags().await.into_values().filter(|valid| *valid).count();
    assert_eq!(valid, 4);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn whoever_dies_in_the_middle_of_a_plan_has_made_nothing(db: Db) {
    let bench = Bench::new(db).await;
    let before = bench.flags().await;
    // The last thing that a plan writes cannot be written.
    sqlx::query("alter table rejudging_submission add constraint broken check (submission_id < 0)")
        .execute(&bench.db)
        .await
        .unwrap();
    assert!(bench.plan(by_problem()).await.is_err());
    assert_eq!(bench.flags().await, before);
    assert!(list(&bench.db, None, 9).await.unwrap().is_empty());
}

#[test]
fn the_rest_takes_as_long_as_the_last_minute_says() {
    assert_eq!(rest(30, 60.0, Some(60.0)), Some(Duration::from_secs(30)));
    assert_eq!(rest(0, 60.0, Some(60.0)), Some(Duration::ZERO));
    assert_eq!((rest(30, 0.0, Some(60.0)), rest(30, 0.0, None)), (None, None));
}
