use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::fixture::{
    self, claim as claim_one, claim_many, end_leases, expire_leases, finished, languages, submitted,
};
use crate::judging::{self, Phase, State, get, valid_of};
use crate::{UserId, run};

const HOUR: Duration = Duration::from_secs(3600);

/// As if everybody's pause after a failure were over.
async fn end_pauses(db: &Db) {
    let past = "update judging set claimable_at = now() where state = 'queued'";
    sqlx::query(past).execute(db).await.unwrap();
}

/// Claims one at a time and finishes it, until there is nothing; what it got.
async fn work(db: Db, worker: String) -> Vec<JudgingId> {
    let mut done = Vec::new();
    while let Some(claimed) = claim_one(&db, &worker).await {
        finish(&db, &claimed.claim, &finished(Verdict::Ac)).await.unwrap();
        done.push(claimed.claim.judging());
    }
    done
}

async fn enqueue(db: &Db, count: usize) {
    let user = fixture::user(db, "ann").await;
    let problem = fixture::import(db, "sum", "1 2\n").await.problem;
    for _ in 0..count {
        fixture::submit(db, user, problem, "cpp").await;
    }
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn of_200_judgings_16_claimers_get_each_exactly_once(db: Db) {
    enqueue(&db, 200).await;
    let mut workers = tokio::task::JoinSet::new();
    for n in 0..16 {
        workers.spawn(work(db.clone(), format!("worker-{n}")));
    }
    let got: Vec<JudgingId> = workers.join_all().await.concat();
    assert_eq!(got.len(), 200);
    assert_eq!(got.iter().collect::<BTreeSet<_>>().len(), 200);
    let once = "select count(*) from judging where state = 'done' and verdict = 'AC' and attempt = 1";
    assert_eq!(sqlx::query_scalar::<_, i64>(once).fetch_one(&db).await.unwrap(), 200);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn an_expired_judging_is_taken_by_one_of_many_who_want_it(db: Db) {
    enqueue(&db, 10).await;
    claim_many(&db, "lost", 10).await;
    end_leases(&db).await;
    let mut workers = tokio::task::JoinSet::new();
    for n in 0..16 {
        let db = db.clone();
        workers.spawn(async move {
            sweep(&db).await.unwrap();
            claim_many(&db, &n.to_string(), 10).await
        });
    }
    let got = workers.join_all().await;
    let attempts: BTreeMap<JudgingId, u32> =
        got.iter().flatten().map(|claimed| (claimed.claim.judging(), claimed.claim.attempt())).collect();
    assert_eq!(got.iter().flatten().count(), 10);
    assert_eq!(attempts.len(), 10);
    assert!(attempts.values().all(|&attempt| attempt == 2));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_claim_tells_what_to_judge_and_shows_that_it_runs(db: Db) {
    let submission = submitted(&db).await;
    let claimed = claim_one(&db, "alpha").await.unwrap();
    assert_eq!(claimed.language, "cpp");
    let Subject::Submission { id, version, source, .. } = claimed.subject else {
        panic!("it is a submission")
    };
    assert_eq!((id, source.as_slice()), (submission, b"source".as_slice()));
    let judging = valid_of(&db, submission).await.unwrap();
    assert_eq!((judging.id, judging.version), (claimed.claim.judging(), version));
    assert_eq!((judging.state, judging.phase), (State::Running, Some(Phase::Compiling)));
    assert_eq!((judging.attempt, judging.worker.as_deref()), (1, Some("alpha")));
    assert!(judging.started_at.is_some() && judging.finished_at.is_none());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_live_judging_is_never_claimed_twice(db: Db) {
    submitted(&db).await;
    assert!(claim_one(&db, "alpha").await.is_some());
    assert!(claim_one(&db, "alpha").await.is_none());
    assert!(claim_one(&db, "beta").await.is_none());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn the_oldest_comes_first_and_rejudgings_after_what_somebody_waits_for(db: Db) {
    let user = fixture::user(&db, "ann").await;
    let problem = fixture::import(&db, "sum", "1 2\n").await.problem;
    let old = fixture::submit(&db, user, problem, "cpp").await;
    work(db.clone(), "alpha".to_owned()).await;
    fixture::rejudge(&db, &[old]).await;
    let first = fixture::submit(&db, user, problem, "cpp").await;
    let second = fixture::submit(&db, user, problem, "cpp").await;
    let claimed = claim_many(&db, "alpha", 2).await;
    assert_eq!(claimed.iter().filter_map(|c| c.subject.submission()).collect::<Vec<_>>(), [first, second]);
    assert_eq!(claim_one(&db, "alpha").await.unwrap().subject.submission(), Some(old));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn only_languages_that_are_asked_for_are_given(db: Db) {
    let user = fixture::user(&db, "ann").await;
    let problem = fixture::import(&db, "sum", "1 2\n").await.problem;
    fixture::submit(&db, user, problem, "java").await;
    let python = fixture::submit(&db, user, problem, "python3").await;
    let claimed = claim_many(&db, "alpha", 9).await;
    assert_eq!(claimed.iter().filter_map(|c| c.subject.submission()).collect::<Vec<_>>(), [python]);
    assert!(judging::claim(&db, &Wanted::one("alpha", &[])).await.unwrap().is_empty());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn after_a_lease_ends_another_has_the_judging_and_nothing_of_the_first_is_written(db: Db) {
    let submission = submitted(&db).await;
    let first = claim_one(&db, "alpha").await.unwrap().claim;
    expire_leases(&db).await;
    let second = claim_one(&db, "beta").await.unwrap().claim;
    assert_eq!((first.judging(), second.attempt()), (second.judging(), 2));
    let lost = [
        progress(&db, &first, Progress { compiled: Some("log"), done: 1, total: 2 }).await,
        renew(&db, &first).await,
        run::record(&db, &first, &[fixture::run(1, Verdict::Ac)], &[]).await,
        finish(&db, &first, &finished(Verdict::Ac)).await,
        release(&db, &first, "no room").await.map(drop),
        give_back(&db, &first).await,
    ];
    assert!(lost.iter().all(|result| matches!(result, Err(Error::ClaimLost))), "{lost:?}");
    let judging = valid_of(&db, submission).await.unwrap();
    assert_eq!((judging.state, judging.phase), (State::Running, Some(Phase::Compiling)));
    assert_eq!((judging.tests_total, judging.compile_log.as_str()), (0, ""));
    assert_eq!(judging.internal_error.as_deref(), Some("Attempt 1 on alpha: the worker stopped answering."));
    finish(&db, &second, &finished(Verdict::Wa)).await.unwrap();
    assert_eq!(valid_of(&db, submission).await.unwrap().verdict, Some(Verdict::Wa));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_claim_is_used_up_by_finishing(db: Db) {
    submitted(&db).await;
    let claim = claim_one(&db, "alpha").await.unwrap().claim;
    finish(&db, &claim, &finished(Verdict::Ac)).await.unwrap();
    assert!(matches!(finish(&db, &claim, &finished(Verdict::Wa)).await, Err(Error::ClaimLost)));
    assert!(matches!(renew(&db, &claim).await, Err(Error::ClaimLost)));
    expire_leases(&db).await;
    assert!(claim_one(&db, "beta").await.is_none());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn every_sign_of_life_renews_the_lease(db: Db) {
    submitted(&db).await;
    let claim = claim_one(&db, "alpha").await.unwrap().claim;
    end_leases(&db).await;
    renew(&db, &claim).await.unwrap();
    assert_eq!(sweep(&db).await.unwrap(), 0);
    end_leases(&db).await;
    progress(&db, &claim, Progress { total: 4, ..Progress::default() }).await.unwrap();
    assert_eq!(sweep(&db).await.unwrap(), 0);
    end_leases(&db).await;
    assert_eq!(sweep(&db).await.unwrap(), 1);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_short_lease_really_ends(db: Db) {
    submitted(&db).await;
    let (languages, lease) = (languages(), Duration::from_millis(50));
    judging::claim(&db, &Wanted { lease, ..Wanted::one("alpha", &languages) }).await.unwrap();
    tokio::time::sleep(lease * 2).await;
    sweep(&db).await.unwrap();
    assert_eq!(claim_one(&db, "beta").await.unwrap().claim.attempt(), 2);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn the_third_silent_worker_makes_it_a_judge_error_for_the_jury_to_see(db: Db) {
    let submission = submitted(&db).await;
    for worker in ["alpha", "beta", "gamma"] {
        claim_one(&db, worker).await.unwrap();
        expire_leases(&db).await;
    }
    assert!(claim_one(&db, "delta").await.is_none());
    let judging = valid_of(&db, submission).await.unwrap();
    assert_eq!((judging.state, judging.verdict, judging.attempt), (State::Done, Some(Verdict::Je), 3));
    let told = judging.internal_error.unwrap();
    assert_eq!(told.lines().count(), 4, "{told}");
    assert!(told.contains("Attempt 3 on gamma") && told.contains("the last one"), "{told}");
    assert_eq!((judging.losses, judging.errors), (3, 0));
    assert!(judging.finished_at.is_some() && judging.reason.is_empty());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_is_given_back_goes_to_another_at_once_and_to_the_same_after_a_pause(db: Db) {
    let submission = submitted(&db).await;
    let first = claim_one(&db, "alpha").await.unwrap().claim;
    run::record(&db, &first, &[fixture::run(1, Verdict::Ac)], &[]).await.unwrap();
    assert_eq!(release(&db, &first, "the disk is full").await.unwrap(), State::Queued);
    assert!(run::list(&db, first.judging()).await.unwrap().is_empty());
    let judging = valid_of(&db, submission).await.unwrap();
    assert_eq!((judging.state, judging.tests_done, judging.phase), (State::Queued, 0, None));
    assert_eq!(judging.internal_error.as_deref(), Some("Attempt 1 on alpha: the disk is full"));
    assert!(claim_one(&db, "alpha").await.is_none());
    let second = claim_one(&db, "beta").await.unwrap().claim;
    assert_eq!((second.attempt(), first.is_last_try(), second.is_last_try()), (2, false, true));
    give_back(&db, &second).await.unwrap();
    end_pauses(&db).await;
    assert_eq!(claim_one(&db, "alpha").await.unwrap().claim.attempt(), 3);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn the_second_failure_is_a_judge_error_with_every_reason_kept(db: Db) {
    let submission = submitted(&db).await;
    for (worker, state) in [("alpha", State::Queued), ("beta", State::Done)] {
        let claim = claim_one(&db, worker).await.unwrap().claim;
        assert_eq!(release(&db, &claim, "validator crashed").await.unwrap(), state);
    }
    let judging = valid_of(&db, submission).await.unwrap();
    assert_eq!((judging.state, judging.verdict), (State::Done, Some(Verdict::Je)));
    assert_eq!(judging.internal_error.unwrap().lines().count(), 2);
    end_pauses(&db).await;
    assert!(claim_one(&db, "gamma").await.is_none());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_finished_judging_has_all_that_was_told_and_its_runs_maxima(db: Db) {
    submitted(&db).await;
    let claim = claim_one(&db, "alpha").await.unwrap().claim;
    progress(&db, &claim, Progress { done: 0, total: 2, ..Progress::default() }).await.unwrap();
    let runs = [fixture::run(1, Verdict::Ac), fixture::run(2, Verdict::Ac)];
    run::record(&db, &claim, &runs, &[]).await.unwrap();
    let group = GroupResult {
        name: "secret/1".into(),
        verdict: Verdict::Pa,
        score: 0.5,
        max: Some(33.3),
        cases: vec![1, 2],
        counts: true,
        reason: String::new(),
    };
    let groups = vec![group.clone(), GroupResult { max: None, counts: false, ..group }];
    let told = Finished { score: Some(0.5), max_score: Some(66.6), groups, ..finished(Verdict::Pa) };
    finish(&db, &claim, &told).await.unwrap();
    let judging = get(&db, claim.judging()).await.unwrap();
    assert_eq!((judging.state, judging.phase, judging.verdict), (State::Done, None, Some(Verdict::Pa)));
    assert_eq!((judging.tests_done, judging.tests_total, judging.score), (2, 2, Some(0.5)));
    assert_eq!((judging.max_score, judging.groups), (told.max_score, told.groups));
    assert_eq!((judging.reason, judging.compile_log), (told.reason, told.compile_log));
    assert_eq!((judging.toolchain, judging.program_hash), (Some(told.toolchain), told.program_hash));
    assert_eq!((judging.cpu, judging.memory), (Some(runs[1].cpu), Some(runs[0].memory)));
    assert!(judging.finished_at >= judging.started_at);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_long_lease_outlives_the_claims_of_others(db: Db) {
    enqueue(&db, 2).await;
    let languages = languages();
    let wanted = Wanted { lease: HOUR, ..Wanted::one("alpha", &languages) };
    let kept = judging::claim(&db, &wanted).await.unwrap().pop().unwrap().claim;
    sweep(&db).await.unwrap();
    assert_eq!(work(db.clone(), "beta".to_owned()).await.len(), 1);
    assert_eq!(kept.lease(), HOUR);
    finish(&db, &kept, &finished(Verdict::Ac)).await.unwrap();
}

/// Of what is claimed one by one, whose it is.
async fn order(db: &Db, names: &[(UserId, char)]) -> String {
    let mut order = String::new();
    while let Some(claimed) = claim_one(db, "alpha").await {
        order.extend(names.iter().find(|(user, _)| *user == claimed.user).map(|(_, name)| name));
    }
    order
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn who_sends_many_waits_beside_the_others_and_not_before_them(db: Db) {
    let problem = fixture::import(&db, "sum", "1 2\n").await.problem;
    let [ann, bob, eve] =
        [fixture::user(&db, "ann").await, fixture::user(&db, "bob").await, fixture::user(&db, "eve").await];
    for user in [ann, ann, ann, ann, ann, bob, eve, bob] {
        fixture::submit(&db, user, problem, "cpp").await;
    }
    let names = [(ann, 'a'), (bob, 'b'), (eve, 'e')];
    assert_eq!(order(&db, &names).await, "abeabaaa");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn who_comes_later_takes_turns_from_where_the_queue_stands(db: Db) {
    let problem = fixture::import(&db, "sum", "1 2\n").await.problem;
    let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
    for _ in 0..6 {
        fixture::submit(&db, ann, problem, "cpp").await;
    }
    claim_many(&db, "alpha", 3).await;
    for _ in 0..3 {
        fixture::submit(&db, bob, problem, "cpp").await;
    }
    assert_eq!(order(&db, &[(ann, 'a'), (bob, 'b')]).await, "ababab");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn many_that_are_queued_by_one_statement_share_fairly_too(db: Db) {
    let problem = fixture::import(&db, "sum", "1 2\n").await.problem;
    let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
    let mut sent = Vec::new();
    for user in [ann, ann, ann, bob, bob] {
        sent.push(fixture::submit(&db, user, problem, "cpp").await);
    }
    work(db.clone(), "alpha".to_owned()).await;
    fixture::rejudge(&db, &sent).await;
    assert_eq!(order(&db, &[(ann, 'a'), (bob, 'b')]).await, "ababa");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_is_given_back_is_as_if_it_had_never_been_taken(db: Db) {
    let submission = submitted(&db).await;
    for _ in 0..10 {
        let claim = claim_one(&db, "alpha").await.unwrap().claim;
        run::record(&db, &claim, &[fixture::run(1, Verdict::Ac)], &[]).await.unwrap();
        give_back(&db, &claim).await.unwrap();
        assert!(run::list(&db, claim.judging()).await.unwrap().is_empty());
        assert!(matches!(give_back(&db, &claim).await, Err(Error::ClaimLost)));
    }
    let judging = valid_of(&db, submission).await.unwrap();
    assert_eq!((judging.state, judging.phase, judging.tests_done), (State::Queued, None, 0));
    assert_eq!((judging.attempt, judging.errors, judging.losses), (10, 0, 0));
    assert_eq!(judging.internal_error, None);
    assert!(claim_one(&db, "alpha").await.is_some());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn only_classes_that_are_asked_for_are_given(db: Db) {
    let submission = submitted(&db).await;
    work(db.clone(), "alpha".to_owned()).await;
    fixture::rejudge(&db, &[submission]).await;
    let languages = languages();
    let wanted = |classes| Wanted { classes, ..Wanted::one("alpha", &languages) };
    let urgent = judging::claim(&db, &wanted(Class::Live..=Class::CustomRun)).await.unwrap();
    assert!(urgent.is_empty());
    let less = judging::claim(&db, &wanted(Class::Rejudge..=Class::Verification)).await.unwrap();
    assert_eq!(less[0].class, Class::Rejudge);
}

async fn register(db: &Db, name: &str) -> i64 {
    let new = crate::worker::Registration {
        name,
        host: "host",
        slots: 2,
        grade: "full",
        kernel: "6.1",
        judge_box: "0123456789ab",
        self_test: &crate::worker::SelfTest { rows: 50, seconds: 2.5, failed: Vec::new() },
        tested_ago: HOUR,
        toolchains: &[],
        refused: &[],
        calibration: None,
    };
    crate::worker::register(db, &new).await.unwrap()
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_worker_that_starts_again_takes_up_at_once_what_it_held(db: Db) {
    enqueue(&db, 3).await;
    let first = register(&db, "alpha").await;
    let held = claim_many(&db, "alpha", 2).await;
    claim_many(&db, "beta", 1).await;
    let second = register(&db, "alpha").await;
    assert_eq!(take_back(&db, "alpha").await.unwrap(), 2);
    assert!(matches!(renew(&db, &held[0].claim).await, Err(Error::ClaimLost)));
    let languages = languages();
    let wanted = |registration| Wanted {
        registration: Some(registration),
        slots: 9,
        ..Wanted::one("alpha", &languages)
    };
    assert!(judging::claim(&db, &wanted(first)).await.unwrap().is_empty(), "it is the worker no more");
    let again = judging::claim(&db, &wanted(second)).await.unwrap();
    let ids = |claimed: &[Claimed]| claimed.iter().map(|one| one.claim.judging()).collect::<Vec<_>>();
    assert_eq!(ids(&again), ids(&held));
    assert_eq!(get(&db, held[0].claim.judging()).await.unwrap().losses, 1);
}
