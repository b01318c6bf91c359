use super::*;
use crate::fixture::{self, claim, claim_many, end_leases, expire_leases, login, submitted};
use crate::judging::waiting::{heaps, next, pace, running};
use crate::judging::{self, Claimed, MAX_ERRORS, MAX_LOSSES, Phase, State, Subject, Wanted};
use crate::{failure, submission, worker};

const PLENTY: Allowance = Allowance { a_minute: 1000, open: 1000 };
const KEPT: Duration = Duration::from_mins(30);

fn new(user: UserId, limits: &Limits) -> NewCustomRun<'_> {
    let (source, input) = (b"source\0", b"1 2\0\xff");
    NewCustomRun { user, version: None, language: "cpp", source, input, limits, kept: KEPT }
}

async fn begin_with(db: &Db, user: UserId, allowance: Allowance) -> std::result::Result<Uuid, Refusal> {
    let limits = Limits { time_ms: 3_000, ..Limits::default() };
    create(db, &new(user, &limits), allowance).await.unwrap().map(|begun| begun.id)
}

async fn begin(db: &Db, user: UserId) -> Uuid {
    begin_with(db, user, PLENTY).await.unwrap()
}

async fn expire(db: &Db, id: Uuid) {
    let past = "update custom_run set expires_at = now() where id = $1";
    sqlx::query(past).bind(id).execute(db).await.unwrap();
}

async fn count(db: &Db, table: &str) -> i64 {
    let count = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
    sqlx::query_scalar(count).fetch_one(db).await.unwrap()
}

fn of(claimed: &Claimed) -> Option<Uuid> {
    match claimed.subject {
        Subject::CustomRun(id) => Some(id),
        Subject::Submission { .. } => None,
    }
}

fn printed() -> Printed {
    Printed {
        wall: Duration::from_millis(20),
        exit_code: Some(3),
        signal: None,
        stdout: b"3\0\xff".to_vec(),
        stdout_bytes: 1 << 33,
        stderr: b"oh".to_vec(),
        stderr_cut: true,
    }
}

fn finished(verdict: Verdict) -> Finished {
    Finished {
        verdict,
        reason: "Exit code 3.\0".to_owned(),
        compile_log: "a warning".to_owned(),
        toolchain: "g++ 12".to_owned(),
        cpu: Some(Duration::from_millis(10)),
        memory: Some(4096),
        printed: Some(printed()),
    }
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_was_asked_for_is_claimed_and_what_came_of_it_reads_back(db: Db) {
    let ann = fixture::user(&db, "ann").await;
    let id = begin(&db, ann).await;
    let queued = get(&db, id, ann).await.unwrap();
    assert_eq!((queued.state, queued.verdict, queued.printed), (State::Queued, None, None));
    let claimed = claim(&db, "alpha").await.unwrap();
    assert_eq!((of(&claimed), claimed.class, claimed.user), (Some(id), Class::CustomRun, ann));
    let order = in_hand(&db, &claimed.claim).await.unwrap();
    assert_eq!((order.version, order.limits.time_ms), (None, 3_000));
    assert_eq!((order.source.as_slice(), order.input.as_slice()), (&b"source\0"[..], &b"1 2\0\xff"[..]));
    let progress = judging::Progress { compiled: Some("a warning"), ..Default::default() };
    judging::progress(&db, &claimed.claim, progress).await.unwrap();
    let running = get(&db, id, ann).await.unwrap();
    assert_eq!((running.phase, running.compile_log.as_str()), (Some(Phase::Running), "a warning"));
    finish(&db, &claimed.claim, &finished(Verdict::Re)).await.unwrap();
    let done = get(&db, id, ann).await.unwrap();
    assert_eq!((done.state, done.verdict, done.printed), (State::Done, Some(Verdict::Re), Some(printed())));
    assert_eq!((done.cpu, done.memory), (Some(Duration::from_millis(10)), Some(4096)));
    assert_eq!(done.reason, "Exit code 3.\u{fffd}");
    assert!(done.expires_at - done.created_at == KEPT);
    assert_eq!(state(&db, id, ann).await.unwrap(), State::Done);
    let sent = sent(&db, id, ann).await.unwrap();
    assert_eq!((sent.source, sent.input), (order.source, order.input));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn whoever_kept_something_for_runs_learns_which_are_gone_and_nothing_else(db: Db) {
    let ann = fixture::user(&db, "ann").await;
    let [there, old, discarded, never] =
        [begin(&db, ann).await, begin(&db, ann).await, begin(&db, ann).await, Uuid::now_v7()];
    expire(&db, old).await;
    give_up(&db, discarded, ann).await.unwrap();
    let worker = login(&db, "alpha").await;
    let mut told = gone(&worker, &[there, old, discarded, never]).await.unwrap();
    told.sort();
    assert_eq!(told, [old, discarded, never]);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn it_is_its_users_alone_and_has_the_problem_of_its_version(db: Db) {
    let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
    let sum = fixture::import(&db, "sum", "1\n").await;
    let limits = Limits::default();
    let new = NewCustomRun { version: Some(sum.version), language: "cpp", ..new(ann, &limits) };
    let id = create(&db, &new, PLENTY).await.unwrap().unwrap().id;
    let found = get(&db, id, ann).await.unwrap();
    assert_eq!((found.problem, found.version), (Some(sum.problem), Some(sum.version)));
    assert_eq!(found.slug.unwrap().as_str(), "sum");
    assert!(matches!(get(&db, id, bob).await, Err(Error::NotFound)));
    assert!(matches!(sent(&db, id, bob).await, Err(Error::NotFound)));
    assert!(matches!(state(&db, id, bob).await, Err(Error::NotFound)));
    assert!(matches!(give_up(&db, id, bob).await, Err(Error::NotFound)));
    let nowhere = NewCustomRun { version: Some(VersionId(999)), ..new.clone() };
    assert!(matches!(create(&db, &nowhere, PLENTY).await, Err(Error::Invalid(_))));
    let for_good = NewCustomRun { kept: LONGEST + Duration::from_secs(1), ..new };
    assert!(matches!(create(&db, &for_good, PLENTY).await, Err(Error::Invalid(_))));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_has_expired_is_shown_to_nobody_and_then_gone_with_all_that_hung_on_it(db: Db) {
    let ann = fixture::user(&db, "ann").await;
    let (old, fresh) = (begin(&db, ann).await, begin(&db, ann).await);
    let claimed = claim(&db, "alpha").await.unwrap();
    assert_eq!(of(&claimed), Some(old));
    expire(&db, old).await;
    assert!(matches!(get(&db, old, ann).await, Err(Error::NotFound)), "before it is removed");
    assert!(matches!(sent(&db, old, ann).await, Err(Error::NotFound)));
    assert!(matches!(state(&db, old, ann).await, Err(Error::NotFound)));
    assert_eq!(forget(&db).await.unwrap(), 1);
    assert_eq!((count(&db, "custom_run").await, count(&db, "judging").await), (1, 1));
    for lost in [
        judging::renew(&db, &claimed.claim).await,
        in_hand(&db, &claimed.claim).await.map(drop),
        finish(&db, &claimed.claim, &finished(Verdict::Ac)).await,
        judging::release(&db, &claimed.claim, "no room").await.map(drop),
    ] {
        assert!(matches!(lost, Err(Error::ClaimLost)), "{lost:?}");
    }
    assert_eq!(get(&db, fresh, ann).await.unwrap().id, fresh);
    assert_eq!(forget(&db).await.unwrap(), 0);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn what_its_user_gives_up_is_gone_whoever_runs_it(db: Db) {
    let ann = fixture::user(&db, "ann").await;
    let id = begin(&db, ann).await;
    let claimed = claim(&db, "alpha").await.unwrap();
    give_up(&db, id, ann).await.unwrap();
    assert!(matches!(judging::renew(&db, &claimed.claim).await, Err(Error::ClaimLost)));
    assert!(matches!(give_up(&db, id, ann).await, Err(Error::NotFound)));
    assert_eq!(count(&db, "judging").await, 0);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_user_begins_so_many_a_minute_whatever_becomes_of_them(db: Db) {
    let (ann, bob) = (fixture::user(&db, "ann").await, fixture::user(&db, "bob").await);
    let two = Allowance { a_minute: 2, ..PLENTY };
    for _ in 0..2 {
        let id = begin_with(&db, ann, two).await.unwrap();
        give_up(&db, id, ann).await.unwrap();
    }
    let Err(Refusal::TooMany { wait }) = begin_with(&db, ann, two).await else { panic!("these are three") };
    assert!(wait > Duration::from_secs(50) && wait <= MINUTE, "{wait:?}");
    begin_with(&db, bob, two).await.unwrap();
    sqlx::query("update custom_run_start set at = at - interval '1 minute'").execute(&db).await.unwrap();
    begin_with(&db, ann, two).await.unwrap();
    forget(&db).await.unwrap();
    assert_eq!(count(&db, "custom_run_start").await, 1, "what counts no more is forgotten");
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_user_has_so_many_that_are_not_done_however_many_they_begin_at_once(db: Db) {
    let ann = fixture::user(&db, "ann").await;
    let two = Allowance { open: 2, ..PLENTY };
    let mut begun = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let db = db.clone();
        begun.spawn(async move { begin_with(&db, ann, two).await });
    }
    let begun = begun.join_all().await;
    assert_eq!(begun.iter().filter(|one| one.is_ok()).count(), 2);
    assert!(begun.contains(&Err(Refusal::TooManyOpen)));
    let claimed = claim(&db, "alpha").await.unwrap();
    assert_eq!(begin_with(&db, ann, two).await, Err(Refusal::TooManyOpen), "what runs is not done");
    finish(&db, &claimed.claim, &finished(Verdict::Ac)).await.unwrap();
    begin_with(&db, ann, two).await.unwrap();
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn it_waits_behind_what_counts_before_what_was_judged_and_beside_those_of_others(db: Db) {
    let judged = submitted(&db).await;
    let first = claim(&db, "alpha").await.unwrap();
    judging::finish(&db, &first.claim, &fixture::finished(Verdict::Ac)).await.unwrap();
    fixture::rejudge(&db, &[judged]).await;
    let (bob, cid) = (fixture::user(&db, "bob").await, fixture::user(&db, "cid").await);
    let (bobs, more) = (begin(&db, bob).await, begin(&db, bob).await);
    let cids = begin(&db, cid).await;
    let ann = crate::user::by_name(&db, "ann").await.unwrap().unwrap().id;
    let problem = submission::get(&db, judged).await.unwrap().problem;
    let sent = fixture::submit(&db, ann, problem, "cpp").await;
    let listed: Vec<_> =
        next(&db, 9).await.unwrap().iter().map(|open| (open.class, open.submission)).collect();
    let custom = (Class::CustomRun, None);
    assert_eq!(
        listed,
        [(Class::Practice, Some(sent)), custom, custom, custom, (Class::Rejudge, Some(judged))]
    );
    let heap = heaps(&db).await.unwrap().into_iter().find(|heap| heap.class == Class::CustomRun).unwrap();
    assert_eq!((heap.language.as_str(), heap.judgings), ("cpp", 3));
    let ahead = judging::waiting::ahead(&db, next(&db, 9).await.unwrap()[4].judging).await.unwrap();
    assert_eq!((ahead.judgings, ahead.urgent), (4, 4));
    let claimed = claim_many(&db, "alpha", 9).await;
    let order: Vec<_> = claimed.iter().map(of).collect();
    assert_eq!(order, [None, Some(bobs), Some(cids), Some(more), None]);
    let busy = worker::busy(&db).await.unwrap();
    assert_eq!(busy.iter().filter(|one| one.submission.is_none() && one.slug.is_none()).count(), 3);
    assert_eq!(running(&db).await.unwrap().len(), 5);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_pause_of_its_language_or_problem_stops_it_and_none_of_another(db: Db) {
    let ann = fixture::user(&db, "ann").await;
    let sum = fixture::import(&db, "sum", "1\n").await;
    let id = begin(&db, ann).await;
    let other = crate::pause::Thing::Problem(sum.problem);
    crate::pause::create(&db, &other, "", None).await.unwrap();
    let languages = fixture::languages();
    let wanted = Wanted::one("alpha", &languages);
    let of_none = judging::claim(&db, &wanted).await.unwrap();
    assert_eq!(of(&of_none[0]), Some(id));
    judging::give_back(&db, &of_none[0].claim).await.unwrap();
    let cpp = crate::pause::Thing::Language("cpp".to_owned());
    crate::pause::create(&db, &cpp, "", None).await.unwrap();
    assert!(claim(&db, "alpha").await.is_none());
    let limits = Limits::default();
    let new = NewCustomRun { version: Some(sum.version), language: "python3", ..new(ann, &limits) };
    create(&db, &new, PLENTY).await.unwrap().unwrap();
    assert!(claim(&db, "alpha").await.is_none());
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_worker_that_falls_silent_or_fails_costs_a_try_and_none_of_it_is_anybodys_fault(db: Db) {
    let ann = fixture::user(&db, "ann").await;
    let id = begin(&db, ann).await;
    for lost in 1..=MAX_LOSSES {
        let claimed = claim(&db, "alpha").await.unwrap();
        assert_eq!(claimed.claim.attempt(), lost);
        expire_leases(&db).await;
    }
    let given_up = get(&db, id, ann).await.unwrap();
    assert_eq!(
        (given_up.state, given_up.verdict, given_up.losses),
        (State::Done, Some(Verdict::Je), MAX_LOSSES)
    );
    let failing = begin(&db, ann).await;
    for _ in 0..MAX_ERRORS {
        let again = "update judging set claimable_at = now() where state = 'queued'";
        sqlx::query(again).execute(&db).await.unwrap();
        let claimed = claim(&db, "alpha").await.unwrap();
        judging::release(&db, &claimed.claim, "no room").await.unwrap();
    }
    assert_eq!(get(&db, failing, ann).await.unwrap().verdict, Some(Verdict::Je));
    assert!(failure::recent(&db, KEPT, 9).await.unwrap().is_empty());
    assert_eq!(failure::count(&db, KEPT).await.unwrap(), 0);
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn nothing_that_counts_judgings_counts_it(db: Db) {
    let sent = submitted(&db).await;
    let sum = submission::get(&db, sent).await.unwrap().problem;
    let version = crate::problem_version::current(&db, sum).await.unwrap().id;
    let ann = crate::user::by_name(&db, "ann").await.unwrap().unwrap().id;
    let failed = claim(&db, "alpha").await.unwrap();
    judging::release(&db, &failed.claim, "no room").await.unwrap();
    let limits = Limits::default();
    let new = NewCustomRun { version: Some(version), language: "cpp", ..new(ann, &limits) };
    create(&db, &new, PLENTY).await.unwrap().unwrap();
    let claimed = claim(&db, "alpha").await.unwrap();
    assert!(of(&claimed).is_some());
    finish(&db, &claimed.claim, &finished(Verdict::Ac)).await.unwrap();
    let judging = claimed.claim.judging();
    assert!(matches!(judging::get(&db, judging).await, Err(Error::NotFound)));
    let failure = failure::recent(&db, KEPT, 9).await.unwrap().remove(0);
    assert_eq!([failure.version_works, failure.language_works, failure.worker_works], [false; 3]);
    assert_eq!(crate::problem_version::submissions(&db, version).await.unwrap(), 1);
    assert_eq!(submission::list(&db, &submission::Filter::default()).await.unwrap().len(), 1);
    let own = async |class| pace(&db, Some(sum), "cpp", class).await.unwrap().own;
    let took = own(Class::CustomRun).await;
    assert!(took.is_some());
    let slow = "update judging set started_at = now() - interval '1 hour' where id = $1";
    let other = fixture::submit(&db, ann, sum, "cpp").await;
    let claimed = claim(&db, "beta").await.unwrap();
    sqlx::query(slow).bind(claimed.claim.judging().0).execute(&db).await.unwrap();
    judging::finish(&db, &claimed.claim, &fixture::finished(Verdict::Ac)).await.unwrap();
    assert!(submission::get(&db, other).await.is_ok());
    assert_eq!(own(Class::CustomRun).await, took);
    assert!(own(Class::Practice).await.unwrap() > Duration::from_mins(50));
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn a_workers_login_does_all_of_the_work_and_reads_what_it_has_in_hand_alone(db: Db) {
    let ann = fixture::user(&db, "ann").await;
    let (first, other) = (begin(&db, ann).await, begin(&db, ann).await);
    let alpha = login(&db, "alpha").await;
    assert_eq!(count(&alpha, "custom_run").await, 0);
    let claimed = claim(&alpha, "alpha").await.unwrap();
    assert_eq!(of(&claimed), Some(first));
    let seen = "select id from custom_run";
    assert_eq!(sqlx::query_scalar::<_, Uuid>(seen).fetch_all(&alpha).await.unwrap(), [first]);
    assert_eq!(in_hand(&alpha, &claimed.claim).await.unwrap().source, b"source\0");
    judging::renew(&alpha, &claimed.claim).await.unwrap();
    judging::give_back(&alpha, &claimed.claim).await.unwrap();
    assert_eq!(count(&alpha, "custom_run").await, 0);
    let claimed = claim(&alpha, "alpha").await.unwrap();
    let theirs = claim(&db, "beta").await.unwrap();
    assert_eq!(of(&theirs), Some(other));
    let all = sqlx::query(
        "update custom_run set stdout = 'x', stderr = '', stdout_bytes = 1, stderr_cut = false, wall_us = 1",
    );
    assert_eq!(all.execute(&alpha).await.unwrap().rows_affected(), 1);
    assert!(sqlx::query("delete from custom_run").execute(&alpha).await.is_err());
    finish(&alpha, &claimed.claim, &finished(Verdict::Ac)).await.unwrap();
    assert!(matches!(finish(&alpha, &theirs.claim, &finished(Verdict::Ac)).await, Err(Error::ClaimLost)));
    assert_eq!(count(&alpha, "custom_run").await, 0, "what is done is none of its business");
    assert_eq!(get(&db, first, ann).await.unwrap().verdict, Some(Verdict::Ac));
    expire(&db, first).await;
    assert_eq!(forget(&alpha).await.unwrap(), 1);
    end_leases(&db).await;
}

#[sqlx::test(migrator = "crate::connect::MIGRATOR")]
async fn every_step_is_noticed_by_its_id(db: Db) {
    use crate::listen::{Notice, listen};
    let ann = fixture::user(&db, "ann").await;
    let mut listener = listen(&db).await.unwrap();
    let id = begin(&db, ann).await;
    let mut told = [listener.next().await, listener.next().await];
    told.sort_by_key(|notice| *notice == Notice::Queued);
    assert_eq!(told, [Notice::CustomRun { id }, Notice::Queued]);
    let claimed = claim(&db, "alpha").await.unwrap();
    assert_eq!(listener.next().await, Notice::CustomRun { id });
    finish(&db, &claimed.claim, &finished(Verdict::Ac)).await.unwrap();
    assert_eq!(listener.next().await, Notice::CustomRun { id });
}
