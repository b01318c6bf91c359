//! Against a real Postgres, real boxes and real toolchains.

mod custom;
mod reuse;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::LazyLock;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use problem::version::Kind;
use problem::{Limits, Package, Verdict};
use store::judging::{Class, Evidence, Finished, Judging, State, Wanted, Which};
use store::pause::Origin;
use store::rejudging::{self, By, Filter};
use store::submission::NewSubmission;
use store::user::{Password, Role};
use store::{ProblemId, SubmissionId, UserId};
use tempfile::TempDir;
use uuid::Uuid;

use sandbox::attack::{self, Row};

use super::gate::{Admission, admit};
use super::*;
use crate::config::{Config, Environment};
use crate::postgres::Cluster;
use crate::selftest::Tested;

const SUM: &str = "print(sum(map(int, input().split())))";
/// Right, after a second and a half of waiting.
const SLOW_SUM: &str = "import time\ntime.sleep(1.5)\nprint(sum(map(int, input().split())))";

/// One for all tests, as it is one for a process. What it compiles stays beside the test's executable.
static MACHINE: LazyLock<Machine> = LazyLock::new(|| {
    let mut machine = Machine::detect(&CONTEXT).unwrap();
    machine.look_at_all();
    machine.offered = machine.toolchains.all().cloned().collect();
    machine
});

static CONTEXT: LazyLock<Context> = LazyLock::new(|| {
    let mut config = Config::default();
    config.worker.cache_folder = Some(std::env::current_exe().unwrap().with_file_name("judge-test-cache"));
    Context { config, environment: Environment::new() }
});

/// Found on this machine, as every worker does.
static PASSED: LazyLock<Passed> = LazyLock::new(|| {
    let tested = Tested::of(&MACHINE, &CONTEXT, &CancellationToken::new()).unwrap().unwrap();
    tested.passed().unwrap()
});

struct Bench {
    cluster: Cluster,
    db: Db,
    context: Context,
    user: UserId,
    problem: ProblemId,
    data: TempDir,
}

impl Bench {
    /// A cluster of its own with one user and one problem: the sum of two numbers, a sample and a secret case.
    async fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        fs::set_permissions(data.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let cluster = Cluster::start(data.path(), None).await.unwrap();
        let db = store::connect(&cluster.url(), 8).await.unwrap();
        store::migrate(&db).await.unwrap();
        let user = store::user::create(&db, "ada", "-", Role::Contestant, Password::Chosen).await.unwrap();
        let package = Package::open(&write_package(data.path())).unwrap();
        let problem = store::problem::import(&Depot::within(&db), &package.version, &package, None)
            .await
            .unwrap()
            .problem;
        let mut config = Config::default();
        config.database.folder = Some(data.path().to_owned());
        let context = Context { config, environment: Environment::new() };
        Self { cluster, db, context, user, problem, data }
    }

    fn worker(&self) -> Worker {
        Worker::new(&Depot::within(&self.db), &MACHINE, self.plan(), &PASSED).unwrap()
    }

    fn plan(&self) -> Plan {
        Plan { slots: 2, grace: Duration::from_millis(200), ..Plan::of(&self.context, &MACHINE) }
    }

    async fn submit(&self, language: &str, source: &str) -> SubmissionId {
        let (source, form_key) = (source.as_bytes(), Uuid::now_v7());
        let new = NewSubmission { user: self.user, problem: self.problem, language, source, form_key };
        store::submission::create(&self.db, &new).await.unwrap()
    }

    /// One judging that waits is a compile error, says another worker.
    async fn judged_elsewhere(&self, language: &str) {
        let languages = [language.to_owned()];
        let claimed = store::judging::claim(&self.db, &Wanted::one("other", &languages)).await.unwrap();
        let finished = Finished {
            tests_total: 1,
            verdict: Verdict::Ce,
            score: None,
            max_score: None,
            groups: Vec::new(),
            reason: String::new(),
            compile_log: String::new(),
            toolchain: String::new(),
            program_hash: None,
            evidence: Evidence {
                host: "other".into(),
                kernel: "6.1.0".into(),
                grade: "full".into(),
                judge_box: Hash::of(b"judge-box"),
                core: 0,
                limits: Limits::default(),
                compile: None,
            },
        };
        store::judging::finish(&self.db, &claimed[0].claim, &finished).await.unwrap();
    }

    async fn judging(&self, submission: SubmissionId) -> Judging {
        let all = store::judging::list_of(&self.db, submission, Which::All).await.unwrap();
        assert_eq!(all.len(), 1);
        store::judging::valid_of(&self.db, submission).await.unwrap()
    }

    async fn close(self) {
        self.db.close().await;
        self.cluster.stop().await;
    }
}

fn write_package(folder: &std::path::Path) -> PathBuf {
    let package = folder.join("sum");
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\ntype: pass-fail\nname: Sum\n"),
        ("statement/problem.en.md", "Add.\n"),
        ("data/sample/1.in", "1 2\n"),
        ("data/sample/1.ans", "3\n"),
        ("data/secret/1.in", "20 30\n"),
        ("data/secret/1.ans", "50\n"),
        ("submissions/accepted/sum.py", SUM),
    ];
    for (path, text) in files {
        let path = package.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    package
}

#[tokio::test(flavor = "multi_thread")]
async fn cores_are_timed_while_there_is_nothing_to_do_and_no_job_waits_for_that() {
    let bench = Bench::new().await;
    let worker = bench.worker();
    worker.register().await.unwrap();
    let (stop, bell) = (CancellationToken::new(), Notify::new());
    let told = async || {
        let workers = store::worker::live(&bench.db, Duration::from_secs(60)).await.unwrap();
        workers.into_iter().next().unwrap().calibrated_at
    };
    let before = told().await;
    bell.notify_one();
    let began = std::time::Instant::now();
    worker.calibrate(&stop, &bell).await;
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    assert_eq!(told().await, before, "it was given up");
    timeout(Duration::ZERO, bell.notified()).await.expect("whoever claims hears the bell, too");
    worker.calibrate(&stop, &bell).await;
    assert!(told().await > before && !worker.calibration_is_due());
    worker.leave().await;
    bench.close().await;
}

/// Steps until nothing is left, through whatever the database is doing.
async fn work_off(worker: &mut Worker) {
    loop {
        match worker.step().await {
            Ok(Step::Idle) => return,
            Ok(Step::Waiting) => worker.job_ended().await,
            Ok(Step::Started(_) | Step::Shared | Step::Ended(_)) => {}
            Err(error) => {
                assert!(error.is_unavailable(), "{error}");
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn submissions_are_judged_until_nothing_is_left() {
    let bench = Bench::new().await;
    let right = bench.submit("python3", SUM).await;
    let wrong = bench.submit("python3", "print(3)").await;
    let broken = bench.submit("c", "int main(").await;
    let foreign = bench.submit("cobol", "DISPLAY 3.").await;
    work_off(&mut bench.worker()).await;

    let judging = bench.judging(right).await;
    assert_eq!((judging.state, judging.verdict), (State::Done, Some(Verdict::Ac)));
    assert_eq!((judging.tests_done, judging.tests_total, judging.attempt), (2, 2, 1));
    assert!(judging.toolchain.unwrap().starts_with("Python 3") && judging.cpu.unwrap() > Duration::ZERO);
    let runs = store::run::list(&bench.db, judging.id).await.unwrap();
    assert_eq!(runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>(), ["sample/1", "secret/1"]);
    let noise = store::run::noise(&bench.db, judging.id).await.unwrap();
    assert_eq!(noise.iter().map(|one| one.position).collect::<Vec<_>>(), [0, 1]);
    assert!(noise.iter().zip(&runs).all(|(one, run)| one.window >= run.wall), "{noise:?} of {runs:?}");

    let judging = bench.judging(wrong).await;
    assert_eq!(judging.verdict, Some(Verdict::Wa));
    assert!(judging.reason.contains("secret/1"), "{}", judging.reason);
    let judging = bench.judging(broken).await;
    assert_eq!(judging.verdict, Some(Verdict::Ce));
    assert!(judging.compile_log.contains("error"), "{}", judging.compile_log);
    assert_eq!(bench.judging(foreign).await.state, State::Queued);
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_are_handed_in_are_judged_without_a_language() {
    let bench = Bench::new().await;
    let mut package = Package::open(&write_package(bench.data.path())).unwrap();
    package.version.kind = Kind::Answers;
    store::problem::import(&Depot::within(&bench.db), &package.version, &package, None).await.unwrap();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [("sample/1.out", "3\n"), ("secret/1.out", "51\n")] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut zip, text.as_bytes()).unwrap();
    }
    let sent = zip.finish().unwrap().into_inner();
    let new = NewSubmission {
        user: bench.user,
        problem: bench.problem,
        language: ANSWERS,
        source: &sent,
        form_key: Uuid::now_v7(),
    };
    let submission = store::submission::create(&bench.db, &new).await.unwrap();
    work_off(&mut bench.worker()).await;
    let judging = bench.judging(submission).await;
    assert_eq!((judging.state, judging.verdict), (State::Done, Some(Verdict::Wa)));
    assert!(judging.reason.contains("secret/1"), "{}", judging.reason);
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_vanished_worker_held_is_judged_by_the_next_one() {
    let bench = Bench::new().await;
    let submission = bench.submit("python3", SUM).await;
    let mut worker = bench.worker();
    let languages = ["python3".to_owned()];
    let wanted = Wanted { lease: Duration::from_secs(2), ..Wanted::one("ghost", &languages) };
    let ghost = store::judging::claim(&bench.db, &wanted).await.unwrap();
    assert_eq!(ghost.len(), 1);
    assert_eq!(worker.step().await.unwrap(), Step::Idle);
    sleep(Duration::from_millis(2100)).await;
    work_off(&mut worker).await;
    let judging = bench.judging(submission).await;
    assert_eq!((judging.verdict, judging.attempt), (Some(Verdict::Ac), 2));
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_we_fail_at_goes_back_with_the_reason() {
    let bench = Bench::new().await;
    let submission = bench.submit("python3", SUM).await;
    let mut worker = bench.worker();
    let blobs = bench.data.path().join("cache/blobs");
    fs::remove_dir_all(&blobs).unwrap();
    fs::write(&blobs, "no folder").unwrap();
    work_off(&mut worker).await;
    let judging = bench.judging(submission).await;
    assert_eq!((judging.state, judging.verdict, judging.attempt), (State::Queued, None, 1));
    let error = judging.internal_error.unwrap();
    assert!(error.contains("of the problem could not be read"), "{error}");
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_again_and_again_is_set_aside_before_it_costs_a_verdict_and_goes_on_when_it_is_repaired() {
    let bench = Bench::new().await;
    let mut sent = Vec::new();
    for _ in 0..8 {
        sent.push(bench.submit("python3", SUM).await);
    }
    let mut worker = bench.worker();
    let blobs = bench.data.path().join("cache/blobs");
    fs::remove_dir_all(&blobs).unwrap();
    fs::write(&blobs, "no folder").unwrap();
    work_off(&mut worker).await;
    let pause = store::pause::list(&bench.db).await.unwrap().remove(0);
    assert_eq!((pause.to_string().as_str(), pause.origin), ("version 1 of problem sum", Origin::Judge));
    assert!(pause.reason.contains("could not be read"), "{}", pause.reason);
    for submission in &sent {
        let judging = bench.judging(*submission).await;
        assert!(judging.state == State::Queued && judging.errors <= 1, "{judging:?}");
    }

    fs::remove_file(&blobs).unwrap();
    fs::create_dir(&blobs).unwrap();
    store::pause::end(&bench.db, pause.id).await.unwrap();
    sleep(store::judging::RELEASE_PAUSE).await;
    work_off(&mut worker).await;
    for submission in sent {
        assert_eq!(bench.judging(submission).await.verdict, Some(Verdict::Ac));
    }
    assert!(store::pause::list(&bench.db).await.unwrap().is_empty());
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_stopped_gives_back_what_does_not_end_soon() {
    let bench = Bench::new().await;
    let submission = bench.submit("python3", &SLOW_SUM.replace("1.5", "60")).await;
    let (worker, stop) = (bench.worker(), CancellationToken::new());
    let running = tokio::spawn(worker.run(stop.clone()));
    while bench.judging(submission).await.state != State::Running {
        sleep(Duration::from_millis(20)).await;
    }
    stop.cancel();
    running.await.unwrap().unwrap();
    let judging = bench.judging(submission).await;
    assert_eq!((judging.state, judging.internal_error), (State::Queued, None));
    assert_eq!((judging.errors, judging.losses), (0, 0));
    assert!(store::worker::live(&bench.db, Duration::from_secs(60)).await.unwrap().is_empty());
    bench.close().await;
}

/// Works until this submission is judged; how long that took.
async fn work_until_judged(bench: &Bench, worker: &mut Worker, submission: SubmissionId) -> Duration {
    let began = std::time::Instant::now();
    while bench.judging(submission).await.state != State::Done {
        if matches!(worker.step().await.unwrap(), Step::Waiting | Step::Idle) {
            timeout(Duration::from_millis(10), worker.job_ended()).await.ok();
        }
    }
    began.elapsed()
}

/// The compiler is at it for many seconds.
const LONG_TO_COMPILE: &str = "constexpr long f(long n) { long s = 0; for (long i = 0; i < n; i++) s += i; return s; }\n\
    template <long N> struct G { static constexpr long v = f(1000000 + N) + G<N - 1>::v; };\n\
    template <> struct G<0> { static constexpr long v = 0; };\nint main() { return G<800>::v & 1; }";

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_waits_for_is_judged_while_a_rejudging_that_compiles_gives_way_and_loses_nothing() {
    let bench = Bench::new().await;
    let old = bench.submit("cpp", LONG_TO_COMPILE).await;
    bench.judged_elsewhere("cpp").await;
    let again = Filter { submissions: vec![old], ..Filter::default() };
    rejudging::plan(&bench.db, &again, &By { who: "judy", reason: "a test" }).await.unwrap();
    let plan = Plan { slots: 1, ..bench.plan() };
    let mut worker = Worker::new(&Depot::within(&bench.db), &MACHINE, plan, &PASSED).unwrap();
    assert_eq!(worker.step().await.unwrap(), Step::Started(1));
    sleep(Duration::from_millis(300)).await;
    let urgent = bench.submit("python3", SUM).await;
    let took = work_until_judged(&bench, &mut worker, urgent).await;
    assert!(took < Duration::from_secs(12), "{took:?}");
    let all = store::judging::list_of(&bench.db, old, Which::All).await.unwrap();
    let given_back = &all[0];
    assert_eq!((given_back.class, given_back.verdict), (Class::Rejudge, None));
    assert!(given_back.attempt >= 1, "{given_back:?}");
    assert_eq!((given_back.errors, given_back.losses, given_back.internal_error.as_ref()), (0, 0, None));
    worker.leave().await;
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_starts_again_need_not_wait_for_its_own_lease() {
    let bench = Bench::new().await;
    let submission = bench.submit("python3", SUM).await;
    let former = bench.worker();
    former.register().await.unwrap();
    let languages = ["python3".to_owned()];
    store::judging::claim(&bench.db, &Wanted::one(&former.plan.name, &languages)).await.unwrap();
    let mut worker = bench.worker();
    worker.register().await.unwrap();
    work_off(&mut worker).await;
    let judging = bench.judging(submission).await;
    assert_eq!((judging.verdict, judging.attempt, judging.losses), (Some(Verdict::Ac), 2, 1));
    let mut former = former;
    bench.submit("python3", SUM).await;
    assert_eq!(former.step().await.unwrap(), Step::Idle, "it is the worker of this name no more");
    assert_eq!(worker.step().await.unwrap(), Step::Started(1));
    work_off(&mut worker).await;
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_killed_in_mid_judging_costs_no_verdict() {
    let bench = Bench::new().await;
    let submission = bench.submit("python3", SLOW_SUM).await;
    let mut worker = bench.worker();
    assert_eq!(worker.step().await.unwrap(), Step::Started(1));
    sleep(Duration::from_millis(500)).await;
    let pid = fs::read_to_string(bench.data.path().join("postgres/postmaster.pid")).unwrap();
    kill(Pid::from_raw(pid.lines().next().unwrap().parse().unwrap()), Signal::SIGKILL).unwrap();
    work_off(&mut worker).await;
    let judging = bench.judging(submission).await;
    assert_eq!((judging.state, judging.verdict), (State::Done, Some(Verdict::Ac)));
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_whose_boxes_do_not_hold_is_seen_and_takes_no_job_until_they_do() {
    const MINUTE: Duration = Duration::from_secs(60);
    let bench = Bench::new().await;
    let submission = bench.submit("python3", SUM).await;
    // It exits with 137.
    let rows = Row::read("[081-forged-code]\nexpect.end = \"exit 0\"").unwrap();
    let bad = Tested::new("key".to_owned(), attack::run(&MACHINE.host, &rows, &|| false).unwrap());
    let stop = CancellationToken::new();
    let admission = admit(&Depot::within(&bench.db), &MACHINE, bench.plan(), bad, &stop).await.unwrap();
    assert!(matches!(admission, Admission::Out(_)));
    let shown = store::worker::live(&bench.db, MINUTE).await.unwrap().pop().unwrap();
    let failed = "081-forged-code: expected ok, exit 0; saw runtime_error, exit 137";
    assert_eq!(shown.self_test.failed, [failed]);
    assert!(shown.toolchains.is_empty() && !shown.self_test.passed());
    assert_eq!(store::worker::offered(&bench.db, MINUTE).await.unwrap(), []);
    assert_eq!(bench.judging(submission).await.state, State::Queued);

    let good = PASSED.tested().clone();
    let admission = admit(&Depot::within(&bench.db), &MACHINE, bench.plan(), good, &stop).await.unwrap();
    let Admission::In(mut worker) = admission else { panic!("it holds") };
    let shown = store::worker::live(&bench.db, MINUTE).await.unwrap().pop().unwrap();
    assert!(shown.self_test.passed() && shown.self_test.rows > 30 && shown.judge_box.len() == 12);
    assert!(shown.toolchains.iter().any(|toolchain| toolchain.language == "python3"));
    work_off(&mut worker).await;
    assert_eq!(bench.judging(submission).await.verdict, Some(Verdict::Ac));
    bench.close().await;
}
