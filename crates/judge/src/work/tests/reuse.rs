//! Runs that are not made again.

use store::JudgingId;
use store::run::Run;

use super::*;

impl Bench {
    async fn runs(&self, judging: JudgingId) -> Vec<Run> {
        store::run::list(&self.db, judging).await.unwrap()
    }

    /// Runs of a judging that can be taken over: on a machine that is not quiet it takes several tries.
    async fn quiet(&self, worker: &mut Worker) -> (String, JudgingId, Vec<Run>) {
        for number in 0..20 {
            let source = format!("{SUM}\n# {number}");
            let submission = self.submit("python3", &source).await;
            work_off(worker).await;
            let judging = self.judging(submission).await;
            assert_eq!(judging.verdict, Some(Verdict::Ac));
            let runs = self.runs(judging.id).await;
            assert!(runs.iter().all(|run| run.reused_from.is_none()), "{runs:?}");
            if runs.iter().all(|run| run.key.is_some()) {
                return (source, judging.id, runs);
            }
        }
        panic!("this machine is never quiet");
    }
}

/// Without what differs though nothing was run.
fn copied(runs: &[Run]) -> Vec<Run> {
    runs.iter().map(|run| Run { reused_from: None, ..run.clone() }).collect()
}

fn origins(runs: &[Run]) -> Vec<Option<JudgingId>> {
    runs.iter().map(|run| run.reused_from).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_identical_program_is_not_run_again_for_the_same_user() {
    let bench = Bench::new().await;
    let mut worker = bench.worker();
    let (source, first, runs) = bench.quiet(&mut worker).await;
    let second = bench.submit("python3", &source).await;
    work_off(&mut worker).await;
    let judging = bench.judging(second).await;
    assert_eq!((judging.verdict, judging.tests_done, judging.tests_total), (Some(Verdict::Ac), 2, 2));
    let again = bench.runs(judging.id).await;
    assert_eq!((origins(&again), copied(&again)), (vec![Some(first); 2], runs));
    let noise = store::run::noise(&bench.db, first).await.unwrap();
    assert_eq!(store::run::noise(&bench.db, judging.id).await.unwrap(), noise);

    let bob = store::user::create(&bench.db, "bob", "-", Role::Contestant, Password::Chosen).await.unwrap();
    let other = Bench { user: bob, ..bench };
    let third = other.submit("python3", &source).await;
    work_off(&mut worker).await;
    let judging = other.judging(third).await;
    assert_eq!(origins(&other.runs(judging.id).await), [None, None], "nobody learns of another's program");
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejudging_runs_the_one_test_that_changed() {
    let bench = Bench::new().await;
    let mut worker = bench.worker();
    let (_, first, _) = bench.quiet(&mut worker).await;
    let package = write_package(bench.data.path());
    fs::write(package.join("data/secret/1.in"), "20 31\n").unwrap();
    fs::write(package.join("data/secret/1.ans"), "51\n").unwrap();
    let package = Package::open(&package).unwrap();
    store::problem::import(&Depot::within(&bench.db), &package.version, &package, None).await.unwrap();
    let submission = store::judging::get(&bench.db, first).await.unwrap().submission;
    let again = Filter { submissions: vec![submission], ..Filter::default() };
    rejudging::plan(&bench.db, &again, &By { who: "judy", reason: "a test" }).await.unwrap();
    work_off(&mut worker).await;
    let judging = store::judging::list_of(&bench.db, submission, Which::All).await.unwrap().remove(0);
    assert_eq!(judging.verdict, Some(Verdict::Ac));
    assert_eq!(origins(&bench.runs(judging.id).await), [Some(first), None]);
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_a_judging_up_again_goes_on_after_the_tests_that_were_run() {
    let bench = Bench::new().await;
    // The second test waits, so that the worker can be stopped in it.
    let source = "import time\na, b = map(int, input().split())\ntime.sleep(b / 15)\nprint(a + b)";
    let submission = bench.submit("python3", source).await;
    let (worker, stop) = (bench.worker(), CancellationToken::new());
    let running = tokio::spawn(worker.run(stop.clone()));
    let first = loop {
        let judging = bench.judging(submission).await;
        if let Some(run) = bench.runs(judging.id).await.pop() {
            break run;
        }
        sleep(Duration::from_millis(20)).await;
    };
    stop.cancel();
    running.await.unwrap().unwrap();
    let judging = bench.judging(submission).await;
    assert_eq!((judging.state, judging.attempt), (State::Queued, 1));
    assert!(bench.runs(judging.id).await.is_empty(), "it waits, and nothing of it is shown");
    let plan = Plan { name: "beta".to_owned(), ..bench.plan() };
    work_off(&mut Worker::new(&Depot::within(&bench.db), &MACHINE, plan, &PASSED).unwrap()).await;
    let judging = bench.judging(submission).await;
    assert_eq!((judging.verdict, judging.attempt), (Some(Verdict::Ac), 2), "{judging:?}");
    let runs = bench.runs(judging.id).await;
    assert_eq!(origins(&runs), [None, None], "it is one judging");
    assert_eq!(runs[0], first, "by its times to the microsecond");
    bench.close().await;
}
